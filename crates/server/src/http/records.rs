//! Records of games, and replays of them through any viewer's eyes.

use super::App;
use super::answers::{Path, Query, Refused};
use super::bodies::{self, Kind, Read, Room};
use super::guard::Peer;
use super::sessions::session_of;
use super::tables::table_id;
use crate::maps;
use crate::table::{Command, RecordAnswer};
use crate::work::{self, Payer};
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use capolinea_engine::analysis::Progress;
use capolinea_engine::event::Event;
use capolinea_engine::ids::{MAX_SEATS, Seat};
use capolinea_engine::map::Map;
use capolinea_engine::record::{GameRecord, RecordError, Step, write_action};
use capolinea_engine::view::Viewer;
use capolinea_protocol::game::{GameEnd, GameView};
use capolinea_protocol::http::{Replay, ReplayStep};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::PlayerColor;
use serde::Deserialize;
use std::time::Duration;

/// The most steps told at once.
const MOST_STEPS: usize = 100;
/// When to come back if too many replays wait.
const QUEUE_RETRY: Duration = Duration::from_secs(3);
/// The most actions of a record that is replayed for somebody.
const MOST_ACTIONS: usize = 10_000;

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
        self.count.unwrap_or(MOST_STEPS).min(MOST_STEPS)
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
    match app.tables.ask(table_id(&id)?, |answer| Command::Record { session, answer }).await? {
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
    match app.tables.ask(table_id(&id)?, |answer| Command::Record { session, answer }).await? {
        RecordAnswer::Whole { record, colors } => {
            let served = maps::find(&record.map).ok_or_else(|| wrong("the map is not known here".into()))?;
            app.charge(payer, work::of_actions(record.actions.len()));
            tell(&app, payer, None, move || steps(served.map, &record, colors, wanted)).await
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
    let text = String::from_utf8(bytes).map_err(|_| wrong("the record is not text".into()))?;
    let tables = app.tables.clone();
    tell(&app, payer, Some(room), move || {
        let is_json = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']).starts_with('{');
        let find = |id: &str| maps::find(id).map(|served| served.map);
        // A text is carried out as it is read, so that it is counted first.
        let lines = if is_json { 0 } else { text.lines().count() };
        if lines > MOST_ACTIONS {
            return Err(too_long(lines, "lines"));
        }
        tables.work.charge(payer, work::of_actions(lines), &tables.metrics);
        let record = if is_json { GameRecord::from_json(&text)? } else { GameRecord::from_text(&text, find)? };
        tables.work.charge(payer, work::of_actions(record.actions.len().min(MOST_ACTIONS)), &tables.metrics);
        let map = find(&record.map).ok_or_else(|| RecordError::UnknownMap { id: record.map.clone() })?;
        steps(map, &record, PlayerColor::ALL[..record.players.len().min(5)].to_vec(), wanted)
    })
    .await
}

fn wrong(words: String) -> Refused {
    Refusal::new(RefusalCode::BadRequest, words).into()
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
    let too_many = || Refused::full("too many replays are waiting; try again in a few seconds", QUEUE_RETRY);
    let turn = app.turns.wait(payer.address).await.ok_or_else(too_many)?;
    let told = tokio::task::spawn_blocking(move || {
        let told = work().map(|replay| serde_json::to_vec(&replay));
        drop((turn, room));
        told
    });
    let failed = || Refused::from(Refusal::new(RefusalCode::Internal, "the replay failed"));
    let told = told.await.map_err(|_| failed())?.map_err(|error| wrong(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], told.map_err(|_| failed())?).into_response())
}

fn steps(map: &Map, record: &GameRecord, colors: Vec<PlayerColor>, wanted: Wanted) -> Result<Replay, RecordError> {
    if record.actions.len() > MOST_ACTIONS {
        return Err(too_long(record.actions.len(), "actions"));
    }
    let count = wanted.count();
    let mut steps = Vec::new();
    let mut turn = 0;
    let state = record.replay_observed(map, |step: Step<'_>| -> Result<(), RecordError> {
        turn += step.events.iter().filter(|event| matches!(event, Event::TurnBegan { .. })).count() as u32;
        if (wanted.from..wanted.from.saturating_add(count)).contains(&step.number) {
            steps.push(one_step(map, wanted.viewer, turn, step));
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
    RecordError::Unreadable { problem: format!("it has {count} {what}; no game has more than {MOST_ACTIONS}") }
}

fn one_step(map: &Map, eyes: Option<Eyes>, turn: u32, step: Step<'_>) -> ReplayStep {
    let seen = |viewer: Viewer| {
        let view = step.state.view(map, viewer);
        GameView::of(&view, &Progress::new(&view))
    };
    let done = step.done.map(|done| done.done);
    let viewer = match eyes {
        Some(Eyes::Seat(seat)) => Viewer::Seat(seat),
        None => Viewer::Spectator,
        Some(Eyes::All) => {
            let view = seen(Viewer::Spectator);
            let hands = Map::seats(step.state.public().players).filter_map(|seat| seen(Viewer::Seat(seat)).own);
            return ReplayStep {
                step: step.number,
                turn,
                seat: done.map(|done| done.seat),
                notation: done.map(|done| write_action(map, done.action)),
                events: step.events.to_vec(),
                hands: Some(hands.collect()),
                view,
            };
        }
    };
    // The notation of a choice of tickets tells which were kept, and a choice before the first turn is secret.
    let is_open = |&event: &Event| !matches!(event, Event::StartChosen { .. }) && event.seen_by(viewer) == event;
    let shows_all = |seat: Seat| viewer == Viewer::Seat(seat) || step.events.iter().all(is_open);
    ReplayStep {
        step: step.number,
        turn,
        seat: done.map(|done| done.seat),
        notation: done.filter(|done| shows_all(done.seat)).map(|done| write_action(map, done.action)),
        events: step.events.iter().map(|event| event.seen_by(viewer)).collect(),
        view: seen(viewer),
        hands: None,
    }
}
