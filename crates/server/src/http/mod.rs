//! The web side: routes, answers, and what every answer carries.

mod answers;
mod files;
mod guard;
mod maps;
mod records;
mod sessions;
mod socket;
mod tables;

pub use guard::{Guard, Peer};

use crate::tables::Tables;
use answers::Refused;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use files::Files;
use std::sync::Arc;

/// The largest body of an ordinary request.
const BODY_LIMIT: usize = 32 * 1024;
/// The largest record that is replayed for somebody; the client's `ReplayPage` sends no larger one.
const RECORD_LIMIT: usize = 4 * 1024 * 1024;

/// What every handler can reach.
#[derive(Clone)]
pub struct App {
    /// The tables.
    pub tables: Arc<Tables>,
    /// Limits and checks of requests.
    pub guard: Arc<Guard>,
    files: Arc<Files>,
}

/// Every route of the server.
pub fn router(tables: Arc<Tables>, guard: Arc<Guard>) -> Router {
    let files = Arc::new(Files::new(tables.config.web.clone()));
    let app = App { tables, guard, files };
    let api = Router::new()
        .route("/maps", get(maps::list))
        .route("/maps/{id}", get(maps::one))
        .route("/levels", get(tables::levels))
        .route("/tables", get(tables::lobby).post(tables::create))
        .route("/tables/{id}", get(tables::see))
        .route("/tables/{id}/join", post(tables::join))
        .route("/tables/{id}/seats", post(tables::change_seat))
        .route("/tables/{id}/seats/{seat}/link", post(tables::make_link))
        .route("/tables/{id}/start", post(tables::start))
        .route("/tables/{id}/rematch", post(tables::rematch))
        .route("/tables/{id}/record", get(records::record))
        .route("/tables/{id}/replay", get(records::replay))
        .route("/tables/{id}/socket", get(socket::open))
        .route("/seat", post(tables::use_link))
        .route("/games", get(tables::my_games))
        .route("/replay", post(records::replay_file).layer(DefaultBodyLimit::max(RECORD_LIMIT)))
        .fallback(unknown)
        .method_not_allowed_fallback(unknown);
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(files::serve)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app)
}

async fn unknown() -> Refused {
    Refused(Refusal::new(RefusalCode::NotFound, "there is no such address; docs/PROTOCOL.md lists them all"))
}

/// Whether the server works: it answers, and the store can write.
async fn health(State(app): State<App>) -> Result<&'static str, Refused> {
    app.tables.store.check().await.map_err(|error| Refused(app.tables.store_failed(&error)))?;
    Ok("ok\n")
}

async fn metrics(State(app): State<App>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.tables.metrics.text()).into_response()
}
