//! Refusals as HTTP answers, and JSON in and out.

use super::App;
use super::bodies::{self, Kind, ReceivedBody, Room};
use crate::limits::RETRY_AFTER;
use crate::work::TooMuch;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use capolinea_protocol::http::ErrorBody;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use std::time::Duration;

/// A request that was refused.
pub struct Refused {
    refusal: Refusal,
    /// Another status than the reason's usual one.
    status: Option<StatusCode>,
    /// When it may be done.
    retry_after: Option<Duration>,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused { refusal, status: None, retry_after: None }
    }
}

impl From<TooMuch> for Refused {
    fn from(too_much: TooMuch) -> Self {
        Refused::later(too_much.refusal(), too_much.retry_after)
    }
}

impl Refused {
    /// Refused for now; it may be repeated after this time.
    pub fn later(refusal: Refusal, retry_after: Duration) -> Refused {
        Refused { refusal, status: None, retry_after: Some(retry_after) }
    }

    /// Refused because shared memory is full, through no fault of the client.
    pub fn full(words: &str, retry_after: Duration) -> Refused {
        let status = Some(StatusCode::SERVICE_UNAVAILABLE);
        Refused { refusal: Refusal::new(RefusalCode::TooMany, words), status, retry_after: Some(retry_after) }
    }

    /// The kind of reason.
    pub fn code(&self) -> RefusalCode {
        self.refusal.code
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = match self.refusal.code {
            RefusalCode::Rule
            | RefusalCode::Stale
            | RefusalCode::WrongStatus
            | RefusalCode::Taken
            | RefusalCode::NameTaken
            | RefusalCode::CannotUndo => StatusCode::CONFLICT,
            RefusalCode::NotYourSeat
            | RefusalCode::NotHost
            | RefusalCode::NotAllowed
            | RefusalCode::Sealed
            | RefusalCode::OtherOrigin => StatusCode::FORBIDDEN,
            RefusalCode::NotFound => StatusCode::NOT_FOUND,
            RefusalCode::BadRequest
            | RefusalCode::NotARecord
            | RefusalCode::RecordVersion
            | RefusalCode::RecordMap
            | RefusalCode::BrokenRecord => StatusCode::BAD_REQUEST,
            RefusalCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::TooSlow => StatusCode::REQUEST_TIMEOUT,
            RefusalCode::NotSaved | RefusalCode::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            RefusalCode::SaveUnknown | RefusalCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let status = self.status.unwrap_or(status);
        let seconds = self.retry_after.unwrap_or(RETRY_AFTER).as_secs_f64().ceil().max(1.0) as u64;
        let mut response = (status, axum::Json(ErrorBody { refusal: self.refusal })).into_response();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A body in JSON. A mistake in it gets the same form of answer as every other refusal.
pub struct Json<T>(pub T);

impl<T: serde::de::DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &App) -> Result<Self, Refused> {
        read_json(request, app, Kind::Request).await.map(|(value, _room)| Json(value))
    }
}

/// The same for bodies that may contain a record; with the memory that is reserved for it.
pub struct LargeJson<T>(pub T, pub Room);

impl<T: serde::de::DeserializeOwned> FromRequest<App> for LargeJson<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &App) -> Result<Self, Refused> {
        read_json(request, app, Kind::Record).await.map(|(value, room)| LargeJson(value, room))
    }
}

async fn read_json<T: serde::de::DeserializeOwned>(
    request: Request,
    app: &App,
    kind: Kind,
) -> Result<(T, Room), Refused> {
    let is_json = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    });
    // A form on another site's page can't send this type.
    if !is_json {
        let words = "the body must be JSON, with the header Content-Type: application/json";
        return Err(Refusal::new(RefusalCode::BadRequest, words).into());
    }
    let ReceivedBody { bytes, room } = bodies::read(app, request, kind).await?;
    let value = serde_json::from_slice(&bytes).map_err(|error| unreadable("body", &error.to_string()))?;
    Ok((value, room))
}

/// The parts of a path. A mistake in them gets the same form of answer as every other refusal.
pub struct Path<T>(pub T);

impl<T: serde::de::DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        let axum::extract::Path(value) = read.map_err(|error| unreadable("address", &error.body_text()))?;
        Ok(Path(value))
    }
}

/// The query of a request. A mistake in it gets the same form of answer as every other refusal.
pub struct Query<T>(pub T);

impl<T: serde::de::DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let read = axum::extract::Query::from_request_parts(parts, state).await;
        let axum::extract::Query(value) = read.map_err(|error| unreadable("query", &error.body_text()))?;
        Ok(Query(value))
    }
}

/// Whether a body is JSON by its type, which a form on another site's page can't send.
pub fn check_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_json =
        |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if kind.is_some_and(is_json) {
        return Ok(());
    }
    let words = "the body must be JSON, with the header Content-Type: application/json";
    Err(Refusal::new(RefusalCode::BadRequest, words))
}

/// A part of a request that can't be read.
pub fn unreadable(what: &str, problem: &str) -> Refusal {
    Refusal::new(RefusalCode::BadRequest, format!("the {what} is not valid: {problem}"))
}
