//! Records of games, and replays of them through any viewer's eyes.

use super::App;
use super::answers::{Path, Query, Refused};
use super::bodies::{self, Kind, Read, Room};
use super::guard::Peer;
use super::sessions::session_of;
use super::tables::{table_id, unexpected};
use crate::limits::{MAX_RECORD_ACTIONS, MAX_REPLAY_STEPS, REPLAY_RETRY};
use crate::work::{self, Payer};
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use capolinea_engine::ids::MAX_SEATS;
use capolinea_engine::record::{RecordError, Step, is_json};
use capolinea_engine::{Event, GameRecord, Map, Seat, Viewer};
use capolinea_protocol::game::GameEnd;
use capolinea_protocol::http::{Replay, ReplayStep};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::PlayerColor;
use capolinea_table::{Answer, Ask, RecordAnswer, TokenHash};
use serde::Deserialize;

/// Which steps of a replay, through whose eyes.
#[derive(Clone, Copy, Deserialize)]
pub struct Wanted {
    viewer: Option<Eyes>,
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

impl Wanted {
    fn count(self) -> usize {
        self.count.unwrap_or(MAX_REPLAY_STEPS).min(MAX_REPLAY_STEPS)
    }

    /// How many views are told, at most.
    fn views(self) -> usize {
        self.count() * if self.viewer == Some(Eyes::All) { 1 + MAX_SEATS } else { 1 }
    }
}

/// Whose eyes: of one seat, or of all together.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
enum Eyes {
    Seat(Seat),
    All,
}

impl TryFrom<String> for Eyes {
    type Error = String;

    fn try_from(text: String) -> Result<Eyes, String> {
        if text == "all" {
            return Ok(Eyes::All);
        }
        let seat = text.parse().map_err(|_| format!("`viewer` is a seat's number or `all`, not `{text}`"))?;
        Ok(Eyes::Seat(Seat(seat)))
    }
}

/// The record of a table's game.
pub async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let session = session_of(&app, &headers).await?;
    let payer = app.payer(peer, &headers, session);
    admit(&app, payer, 0).await?;
    match ask_record(&app, &id, session).await? {
        RecordAnswer::Whole { record, .. } => {
            app.charge(payer, work::of_actions(record.actions.len()));
            let name = format!("attachment; filename=\"capolinea-{}-{}.json\"", record.map, &id[..6]);
            let head = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, &name)];
            Ok((head, record.to_json()).into_response())
        }
        RecordAnswer::Seen(seen) => {
            app.charge(payer, seen.steps.len());
            Ok(axum::Json(seen).into_response())
        }
    }
}

/// Steps of a finished game.
pub async fn replay(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let session = session_of(&app, &headers).await?;
    let payer = app.payer(peer, &headers, session);
    admit(&app, payer, work::of_record(0, wanted.views())).await?;
    match ask_record(&app, &id, session).await? {
        RecordAnswer::Whole { record, colors } => {
            let found = app.tables.maps.find(&record.map).cloned();
            let map = found.ok_or_else(|| refused(&RecordError::UnknownMap { id: record.map.clone() }))?;
            app.charge(payer, work::of_actions(record.actions.len()));
            tell(&app, payer, None, move || steps(&map.map, &record, colors, wanted)).await
        }
        RecordAnswer::Seen(_) => {
            Err(Refusal::new(RefusalCode::WrongStatus, "the game is not over; it can't be replayed yet").into())
        }
    }
}

/// Steps of a game whose record was sent along.
pub async fn replay_file(
    State(app): State<App>,
    Query(wanted): Query<Wanted>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, Refused> {
    let payer = app.payer(peer, request.headers(), None);
    let Read { bytes, room } = bodies::read(&app, request, Kind::Record).await?;
    admit(&app, payer, work::of_record(bytes.len(), wanted.views())).await?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let problem = "it is not text".into();
        refused(&RecordError::Unreadable { problem })
    })?;
    let tables = app.tables.clone();
    tell(&app, payer, Some(room), move || {
        let find = |id: &str| tables.maps.find(id).map(|map| &map.map);
        // The actions of a text are executed while it is read, so its lines are counted first.
        let lines = if is_json(&text) { 0 } else { text.lines().count() };
        if lines > MAX_RECORD_ACTIONS {
            return Err(too_long(lines, "lines"));
        }
        tables.work.charge(payer, work::of_actions(lines), &tables.metrics);
        let record = GameRecord::read(&text, find)?;
        tables.work.charge(payer, work::of_actions(record.actions.len().min(MAX_RECORD_ACTIONS)), &tables.metrics);
        let map = find(&record.map).ok_or_else(|| RecordError::UnknownMap { id: record.map.clone() })?;
        steps(map, &record, PlayerColor::ALL[..record.players.len().min(5)].to_vec(), wanted)
    })
    .await
}

async fn ask_record(app: &App, id: &str, session: Option<TokenHash>) -> Result<RecordAnswer, Refused> {
    let answer = app.tables.ask(table_id(id)?, Ask::Record { session }).await?;
    if let Answer::Record(record) = answer { Ok(record) } else { Err(unexpected(&answer)) }
}

fn refused(error: &RecordError) -> Refused {
    Refusal::new(refusal_code(error), error.to_string()).into()
}

fn refusal_code(error: &RecordError) -> RefusalCode {
    match error {
        RecordError::Unreadable { .. } => RefusalCode::NotARecord,
        RecordError::Version { .. } => RefusalCode::RecordVersion,
        RecordError::UnknownMap { .. } | RecordError::OtherMap { .. } | RecordError::MapChanged { .. } => {
            RefusalCode::RecordMap
        }
        RecordError::Line { problem, .. } => refusal_code(problem),
        RecordError::BadSeed
        | RecordError::BrokenSeal
        | RecordError::Setup(_)
        | RecordError::Notation { .. }
        | RecordError::Illegal { .. }
        | RecordError::Truncated { .. }
        | RecordError::OtherResult { .. } => RefusalCode::BrokenRecord,
    }
}

/// Charges for work that is about to be done, and waits as long as that takes.
async fn admit(app: &App, payer: Payer, units: usize) -> Result<(), Refused> {
    let wait = app.tables.work.admit(payer, units, &app.tables.metrics)?;
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    Ok(())
}

/// Works away from the threads that serve sockets, in turns by address. The turn and the body's room are given back when
/// the work is done, even if nobody waits for it any more.
async fn tell(
    app: &App,
    payer: Payer,
    room: Option<Room>,
    work: impl FnOnce() -> Result<Replay, RecordError> + Send + 'static,
) -> Result<Response, Refused> {
    let too_many = || Refused::full("too many replays are waiting; try again in a few seconds", REPLAY_RETRY);
    let turn = app.turns.wait(payer.address).await.ok_or_else(too_many)?;
    let told = tokio::task::spawn_blocking(move || {
        let told = work().map(|replay| serde_json::to_vec(&replay));
        drop((turn, room));
        told
    });
    let failed = || Refused::from(Refusal::new(RefusalCode::Internal, "the replay failed"));
    let told = told.await.map_err(|_| failed())?.map_err(|error| refused(&error))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], told.map_err(|_| failed())?).into_response())
}

fn steps(map: &Map, record: &GameRecord, colors: Vec<PlayerColor>, wanted: Wanted) -> Result<Replay, RecordError> {
    if record.actions.len() > MAX_RECORD_ACTIONS {
        return Err(too_long(record.actions.len(), "actions"));
    }
    let count = wanted.count();
    let mut steps = Vec::new();
    let mut turn = 0;
    let state = record.replay_observed(map, |step: Step<'_>| -> Result<(), RecordError> {
        turn += step.events.iter().filter(|event| matches!(event, Event::TurnBegan { .. })).count() as u32;
        if (wanted.from..wanted.from.saturating_add(count)).contains(&step.number) {
            steps.push(one_step(wanted.viewer, turn, step));
        }
        Ok(())
    })?;
    Ok(Replay {
        map: record.map.clone(),
        players: record.players.clone(),
        colors,
        steps_in_all: record.actions.len() + 1,
        steps,
        end: GameEnd::of(map, &state),
    })
}

fn too_long(count: usize, what: &str) -> RecordError {
    RecordError::Unreadable { problem: format!("it has {count} {what}; no game has more than {MAX_RECORD_ACTIONS}") }
}

fn one_step(eyes: Option<Eyes>, turn: u32, step: Step<'_>) -> ReplayStep {
    match eyes {
        Some(Eyes::Seat(seat)) => ReplayStep::seen_by(Viewer::Seat(seat), turn, step),
        Some(Eyes::All) => ReplayStep::open(turn, step),
        None => ReplayStep::seen_by(Viewer::Spectator, turn, step),
    }
}
