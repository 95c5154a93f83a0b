//! The web side: routes, answers, and common headers.

mod answers;
mod bodies;
mod challenges;
mod files;
mod guard;
mod maps;
mod play_on;
mod preview;
mod records;
mod sessions;
mod socket;
mod tables;
mod web_socket;

pub use guard::{Guard, Peer};

use crate::challenges::Challenges;
use crate::limits::MAX_WAITING_REPLAYS;
use crate::tables::Tables;
use crate::turns::Turns;
use crate::work::Payer;
use answers::Refused;
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use files::ClientFiles;
use maps::EncodedMaps;
use std::sync::Arc;

/// The state that every handler can use.
#[derive(Clone)]
pub struct App {
    /// The tables.
    pub tables: Arc<Tables>,
    /// The challenges.
    pub challenges: Arc<Challenges>,
    /// Limits and checks of requests.
    pub guard: Arc<Guard>,
    files: Arc<ClientFiles>,
    /// Replays are calculated in turns.
    turns: Arc<Turns>,
    encoded_maps: Arc<EncodedMaps>,
}

impl App {
    /// Charges for work whose cost is known now.
    fn charge(&self, payer: Payer, units: usize) {
        self.tables.work.charge(payer, units, &self.tables.metrics);
    }
}

/// Every route of the server.
pub fn router(tables: Arc<Tables>, guard: Arc<Guard>) -> Router {
    let files = Arc::new(ClientFiles::new(tables.config.web.clone()));
    // Half of the cores at most: the others serve players.
    let turns = Turns::new(std::thread::available_parallelism().map_or(1, usize::from) / 2, MAX_WAITING_REPLAYS);
    let challenges = Arc::new(Challenges::new(tables.clone()));
    let app = App { tables, challenges, guard, files, turns, encoded_maps: Arc::default() };
    let api = Router::new()
        .route("/maps", get(maps::list))
        .route("/maps/{id}", get(maps::one))
        .route("/maps/{id}/files", get(maps::files))
        .route("/levels", get(tables::levels))
        .route("/tables", get(tables::lobby).post(tables::create))
        .route("/tables/{id}", get(tables::see))
        .route("/tables/{id}/join", post(tables::join))
        .route("/tables/{id}/chat", post(tables::join_chat))
        .route("/tables/{id}/seats", post(tables::change_seat))
        .route("/tables/{id}/seats/{seat}/link", post(tables::make_link))
        .route("/tables/{id}/start", post(tables::start))
        .route("/tables/{id}/rematch", post(tables::rematch))
        .route("/tables/{id}/record", get(records::record))
        .route("/tables/{id}/replay", get(records::replay))
        .route("/tables/{id}/socket", get(socket::open))
        .route("/seat", post(tables::use_link))
        .route("/games", get(tables::my_games))
        .route("/play_on", post(play_on::create))
        .route("/replay", post(records::replay_file))
        .route("/challenges", post(challenges::create))
        .route("/challenges/{id}", get(challenges::see))
        .route("/challenges/{id}/play", post(challenges::play))
        .route("/challenges/{id}/close", post(challenges::close))
        .route("/challenges/{id}/compare", get(challenges::compare))
        .route("/deals", get(challenges::deals))
        .fallback(unknown)
        .method_not_allowed_fallback(unknown);
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(files::serve)
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app)
}

async fn unknown() -> Refused {
    Refusal::new(RefusalCode::NotFound, "there is no such address; docs/PROTOCOL.md lists them all").into()
}

/// Whether the server works: it answers, and the store can write and read.
async fn health(State(app): State<App>) -> Result<&'static str, Refused> {
    if app.tables.is_stopping() {
        return Err(Refusal::new(RefusalCode::Stopping, "this server is stopping; the others go on").into());
    }
    app.tables.store.check().await.map_err(|error| app.tables.store_failed(&error))?;
    Ok("ok\n")
}

async fn metrics(State(app): State<App>) -> Response {
    let text = app.tables.metrics.text(app.guard.bodies().held(), app.tables.waking());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
