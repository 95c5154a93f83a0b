//! Refusals as HTTP answers, and JSON in and out.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use capolinea_protocol::http::ErrorBody;
use capolinea_protocol::refusal::{Refusal, RefusalCode};

/// A request that was not done.
pub struct Refused(pub Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused(refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            RefusalCode::Rule
            | RefusalCode::Stale
            | RefusalCode::WrongStatus
            | RefusalCode::Taken
            | RefusalCode::NameTaken
            | RefusalCode::CannotUndo => StatusCode::CONFLICT,
            RefusalCode::NotYourSeat | RefusalCode::NotHost | RefusalCode::NotAllowed | RefusalCode::OtherOrigin => {
                StatusCode::FORBIDDEN
            }
            RefusalCode::NotFound => StatusCode::NOT_FOUND,
            RefusalCode::BadRequest => StatusCode::BAD_REQUEST,
            RefusalCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::TooSlow => StatusCode::REQUEST_TIMEOUT,
            RefusalCode::NotSaved | RefusalCode::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            RefusalCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, axum::Json(ErrorBody { refusal: self.0 })).into_response()
    }
}

/// A body in JSON. What is wrong with it is told in the same form as every other refusal.
pub struct Json<T>(pub T);

impl<T: serde::de::DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let is_json =
            request.headers().get(axum::http::header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(
                |kind| kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")),
            );
        // A form on another site's page can't send this type.
        if !is_json {
            let words = "the body must be JSON, with the header Content-Type: application/json";
            return Err(Refused(Refusal::new(RefusalCode::BadRequest, words)));
        }
        let bytes = body(request, state).await?;
        let value = serde_json::from_slice(&bytes).map_err(|error| unreadable("body", &error.to_string()))?;
        Ok(Json(value))
    }
}

/// The parts of a path. What is wrong with them is told in the same form as every other refusal.
pub struct Path<T>(pub T);

impl<T: serde::de::DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        let axum::extract::Path(value) = read.map_err(|error| unreadable("address", &error.body_text()))?;
        Ok(Path(value))
    }
}

/// What follows the question mark of an address. What is wrong with it is told in the same form as every other refusal.
pub struct Query<T>(pub T);

impl<T: serde::de::DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let read = axum::extract::Query::from_request_parts(parts, state).await;
        let axum::extract::Query(value) = read.map_err(|error| unreadable("query", &error.body_text()))?;
        Ok(Query(value))
    }
}

fn unreadable(what: &str, problem: &str) -> Refused {
    Refused(Refusal::new(RefusalCode::BadRequest, format!("the {what} is not as it should be: {problem}")))
}

/// The bytes of a body, if they are not too many.
pub async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Refused> {
    Bytes::from_request(request, state).await.map_err(|rejection| {
        let refusal = match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(RefusalCode::TooLarge, "the body is too large"),
            _ => Refusal::new(RefusalCode::BadRequest, "the body could not be read"),
        };
        Refused(refusal)
    })
}
