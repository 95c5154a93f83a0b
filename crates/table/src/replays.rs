//! Replays of finished games: which steps, through whose eyes; and records sent as files.

use crate::limits::{MAX_RECORD_ACTIONS, MAX_REPLAY_STEPS};
use capolinea_engine::Event;
use capolinea_engine::Map;
use capolinea_engine::Seat;
use capolinea_engine::Viewer;
use capolinea_engine::ids::MAX_SEATS;
use capolinea_engine::record::{GameRecord, RecordError, Step, is_json};
use capolinea_protocol::game::GameEnd;
use capolinea_protocol::http::{Replay, ReplayStep};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::{PlayedOn, PlayerColor};
use serde::Deserialize;

/// Which steps of a replay, through whose eyes: the query of a request.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Excerpt {
    /// Whose eyes; a spectator's if left out.
    pub viewer: Option<Eyes>,
    /// The first step.
    #[serde(default)]
    pub from: usize,
    /// How many steps, or fewer if the game has fewer; as many as possible if left out.
    pub count: Option<usize>,
}

impl Excerpt {
    /// How many steps, at most.
    pub fn count(self) -> usize {
        self.count.unwrap_or(MAX_REPLAY_STEPS).min(MAX_REPLAY_STEPS)
    }

    /// How many views are shown, at most.
    pub fn views(self) -> usize {
        self.count() * if self.viewer == Some(Eyes::All) { 1 + MAX_SEATS } else { 1 }
    }
}

/// The viewer of a replay: one seat, or all seats together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Eyes {
    /// A seat's.
    Seat(Seat),
    /// All together.
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

/// The text of a record, in one of its two forms.
#[derive(Debug)]
pub struct RecordText {
    text: String,
    is_json: bool,
}

impl RecordText {
    /// The text in these bytes.
    ///
    /// # Errors
    /// They are not text, or have more lines than any game.
    pub fn new(bytes: Vec<u8>) -> Result<RecordText, RecordError> {
        let text =
            String::from_utf8(bytes).map_err(|_| RecordError::Unreadable { problem: "it is not text".into() })?;
        let is_json = is_json(&text);
        let record = RecordText { text, is_json };
        if record.lines() > MAX_RECORD_ACTIONS {
            return Err(too_long(record.lines(), "lines"));
        }
        Ok(record)
    }

    /// How many lines are replayed to read it: none of a record in JSON.
    pub fn lines(&self) -> usize {
        if self.is_json { 0 } else { self.text.lines().count() }
    }

    /// The record. One in notation is replayed as it is read, on the map that `find` knows.
    ///
    /// # Errors
    /// The problem with it.
    pub fn read<'a>(&self, find: impl Fn(&str) -> Option<&'a Map>) -> Result<GameRecord, RecordError> {
        GameRecord::read(&self.text, find)
    }
}

/// Steps of a recorded game.
///
/// # Errors
/// The record is too long, or can't be replayed.
pub fn replay(
    map: &Map,
    record: &GameRecord,
    colors: Vec<PlayerColor>,
    excerpt: Excerpt,
) -> Result<Replay, RecordError> {
    if record.actions.len() > MAX_RECORD_ACTIONS {
        return Err(too_long(record.actions.len(), "actions"));
    }
    let count = excerpt.count();
    let mut steps = Vec::new();
    let mut turn = 0;
    let state = record.replay_observed(map, |step: Step<'_>| -> Result<(), RecordError> {
        turn += step.events.iter().filter(|event| matches!(event, Event::TurnBegan { .. })).count() as u32;
        if (excerpt.from..excerpt.from.saturating_add(count)).contains(&step.number) {
            steps.push(one_step(excerpt.viewer, turn, step));
        }
        Ok(())
    })?;
    Ok(Replay {
        map: record.map.clone(),
        players: record.players.clone(),
        colors,
        steps_in_all: record.actions.len() + 1,
        steps,
        end: GameEnd::if_over(map, &state),
        played_on: PlayedOn::of_record(record),
        help: record.help.clone(),
    })
}

/// The colours of the players of a record, which says none.
pub fn usual_colors(record: &GameRecord) -> Vec<PlayerColor> {
    PlayerColor::ALL[..record.players.len().min(PlayerColor::ALL.len())].to_vec()
}

/// The problem with a record, for its sender.
pub fn record_refusal(error: &RecordError) -> Refusal {
    Refusal::new(refusal_code(error), error.to_string())
}

fn refusal_code(error: &RecordError) -> RefusalCode {
    match error {
        RecordError::Unreadable { .. } => RefusalCode::NotARecord,
        RecordError::Version { .. } => RefusalCode::RecordVersion,
        RecordError::UnknownMap { .. } | RecordError::OtherMap { .. } | RecordError::MapChanged { .. } => {
            RefusalCode::RecordMap
        }
        RecordError::Line { problem, .. } => refusal_code(problem),
        RecordError::NoStep { .. } | RecordError::NothingLeft { .. } => RefusalCode::BadRequest,
        RecordError::BadSeed
        | RecordError::BrokenSeal
        | RecordError::Setup(_)
        | RecordError::Notation { .. }
        | RecordError::Illegal { .. }
        | RecordError::Truncated { .. }
        | RecordError::Branch { .. }
        | RecordError::OtherResult { .. } => RefusalCode::BrokenRecord,
    }
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
