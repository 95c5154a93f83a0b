//! A whole game as its setup and its actions: saved, loaded, checked move by move, undone by replay.

mod branch;
mod json;
mod text;

pub use branch::{Branch, BranchCards};

use branch::Redealer;

use crate::action::Action;
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{Seat, SeatSet};
use crate::map::Map;
use crate::notation::{NotationError, write_action};
use crate::setup::{FirstPlayer, Setup, SetupError};
use crate::state::State;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// The latest version of the record's form. A record is written in the lowest version that says all that is in it, so that a plain game's
/// never changes: version 2 has branches and help.
pub const FORMAT_VERSION: u32 = 2;

/// A game from its beginning on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The version of the rules it was played by.
    pub rules: u32,
    /// The map's id.
    pub map: String,
    /// The map's digest: which version of the map was played on.
    pub map_digest: String,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The first player.
    pub first: FirstPlayer,
    /// The key of every shuffle.
    pub seed: [u8; 32],
    /// The pieces of each kind in a short game ([`Setup::pieces`]).
    pub pieces: Option<u8>,
    /// The actions with their players, in order.
    pub actions: Vec<SeatAction>,
    /// The branches that led to this game, if it goes on from a record: the last one names the origin of this game, the others
    /// the origins before that.
    pub branches: Vec<Branch>,
    /// Where the players were allowed to ask for help: how often each did, by seat.
    pub help: Option<Vec<u16>>,
    /// How it ended, once it has.
    pub result: Option<GameResult>,
}

/// An action and its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatAction {
    /// The player.
    pub seat: Seat,
    /// The action.
    pub action: Action,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// Everybody's score, by seat.
    pub totals: Vec<i16>,
    /// The winners.
    pub winners: Vec<Seat>,
}

impl std::fmt::Display for GameResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let winners: Vec<u16> = self.winners.iter().map(|seat| u16::from(seat.0) + 1).collect();
        write!(f, "the scores were {:?} and the winners {winners:?}", self.totals)
    }
}

impl GameRecord {
    /// The record of a game that has not begun.
    pub fn new(map: &Map, setup: &Setup, players: Vec<String>) -> Self {
        GameRecord {
            rules: map.rules().version,
            map: map.id().to_owned(),
            map_digest: map.digest().to_owned(),
            players,
            first: setup.first,
            seed: setup.seed,
            pieces: setup.pieces,
            actions: Vec::new(),
            branches: Vec::new(),
            help: None,
            result: None,
        }
    }

    /// The version of the form that it is written in.
    fn version(&self) -> u32 {
        if self.branches.is_empty() && self.help.is_none() { 1 } else { FORMAT_VERSION }
    }

    /// Reads a record from JSON or text, whichever it is ([`is_json`]).
    ///
    /// # Errors
    /// As [`GameRecord::from_json`] or [`GameRecord::from_text`].
    pub fn read<'m>(text: &str, find_map: impl FnOnce(&str) -> Option<&'m Map>) -> Result<GameRecord, RecordError> {
        if is_json(text) { GameRecord::from_json(text) } else { GameRecord::from_text(text, find_map) }
    }

    /// The setup, which decides the game together with the actions.
    pub fn setup(&self) -> Setup {
        let players = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        Setup { players, first: self.first, seed: self.seed, pieces: self.pieces }
    }

    /// Notes how the game ended, if it has.
    pub fn note_result(&mut self, map: &Map, state: &State) {
        self.result = state.is_over().then(|| result(map, state));
    }

    /// Plays the record through, by the rules it was played by, and checks every action, and the result if there is one.
    ///
    /// # Errors
    /// The first thing that is not valid.
    pub fn replay(&self, map: &Map) -> Result<State, RecordError> {
        self.replay_observed(map, |_| Ok(()))
    }

    /// The state after the first `count` actions: how an action is taken back.
    ///
    /// # Errors
    /// The first thing that is not valid.
    pub fn state_after(&self, map: &Map, count: usize) -> Result<State, RecordError> {
        let actions = self.actions[..count.min(self.actions.len())].to_vec();
        let branches = self.branches.iter().filter(|branch| branch.step <= actions.len()).cloned().collect();
        GameRecord { actions, branches, result: None, ..self.clone() }.replay(map)
    }

    /// Plays the record through and calls `step` after every action.
    ///
    /// # Errors
    /// The first thing that is not valid, or what `step` returns.
    pub fn replay_observed<E: From<RecordError>>(
        &self,
        map: &Map,
        mut step: impl FnMut(Step<'_>) -> Result<(), E>,
    ) -> Result<State, E> {
        let map = &*self.map_played(map)?;
        self.check_branches()?;
        let mut redealer = Redealer::new(self);
        let mut events = Vec::new();
        let mut state = State::new_observed(map, &self.setup(), &mut events).map_err(RecordError::Setup)?;
        redealer.after(map, 0, &events, &mut state)?;
        step(Step { number: 0, map, state: &state, done: None, events: &events })?;
        for (index, &done) in self.actions.iter().enumerate() {
            events.clear();
            let before = state;
            execute(map, &mut state, index + 1, done, &mut events)?;
            redealer.after(map, index + 1, &events, &mut state)?;
            step(Step {
                number: index + 1,
                map,
                state: &state,
                done: Some(DoneAction { done, before: &before }),
                events: &events,
            })?;
        }
        self.check_result(map, &state)?;
        Ok(state)
    }

    /// The map as it was played on: by the rules of the record's version.
    ///
    /// # Errors
    /// It is another map, or the map or the rules have changed too much.
    pub fn map_played<'m>(&self, map: &'m Map) -> Result<Cow<'m, Map>, RecordError> {
        if self.map != map.id() {
            return Err(RecordError::OtherMap { recorded: self.map.clone(), given: map.id().to_owned() });
        }
        let version = || RecordError::Version { what: "rules", found: self.rules, known: map.rules().version };
        let map = map.by_rules(self.rules).ok_or_else(version)?;
        if self.map_digest != map.digest() {
            return Err(RecordError::MapChanged { id: self.map.clone() });
        }
        Ok(map)
    }

    fn check_result(&self, map: &Map, state: &State) -> Result<(), RecordError> {
        let Some(recorded) = &self.result else { return Ok(()) };
        if !state.is_over() {
            return Err(RecordError::Truncated { actions: self.actions.len() });
        }
        let counted = result(map, state);
        if *recorded != counted {
            return Err(RecordError::OtherResult { recorded: recorded.clone(), counted });
        }
        Ok(())
    }
}

/// One step of a replay.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// How many actions have been executed.
    pub number: usize,
    /// The map, by the rules the game was played by.
    pub map: &'a Map,
    /// The game after the last of them.
    pub state: &'a State,
    /// The last of them; none at the beginning.
    pub done: Option<DoneAction<'a>>,
    /// Its events.
    pub events: &'a [Event],
}

/// An action and the game before it.
#[derive(Clone, Copy, Debug)]
pub struct DoneAction<'a> {
    /// The action and its player.
    pub done: SeatAction,
    /// The game before.
    pub before: &'a State,
}

fn execute(
    map: &Map,
    state: &mut State,
    number: usize,
    SeatAction { seat, action }: SeatAction,
    observer: &mut impl Observer,
) -> Result<(), RecordError> {
    state.apply_observed(map, seat, action, observer).map_err(|reason| RecordError::Illegal {
        number,
        seat,
        action: write_action(map, action),
        reason,
    })
}

fn result(map: &Map, state: &State) -> GameResult {
    let tallies = state.tally(map);
    let winners: SeatSet = state.winners(map, &tallies);
    GameResult {
        totals: Map::seats(state.public().players).map(|seat| tallies[seat].total).collect(),
        winners: winners.iter().collect(),
    }
}

/// Whether a record's text is JSON: [`GameRecord::from_text`] reads any other, and executes the actions as it reads.
pub fn is_json(text: &str) -> bool {
    text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']).starts_with('{')
}

/// The SHA-256 of a seed, in hexadecimal: shown when a game begins, so that the seed can be checked when it ends.
pub fn seal(seed: &[u8; 32]) -> String {
    hex::encode(Sha256::digest(seed))
}

/// The seed that several parties make together: the SHA-256 of a fixed text, the server's secret and the players' parts in the
/// order of their seats. Each party shows the [`seal`] of its part before any part is shown, so that nobody can choose the seed.
pub fn shared_seed(secret: &[u8; 32], parts: &[[u8; 32]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"capolinea shuffle 1");
    hash.update(secret);
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

/// A seed from 64 hexadecimal digits.
fn seed_from_hex(text: &str) -> Result<[u8; 32], RecordError> {
    hex::FromHex::from_hex(text).map_err(|_| RecordError::BadSeed)
}

fn check_seal(seed: &[u8; 32], sealed: &str) -> Result<(), RecordError> {
    if seal(seed) == sealed.to_ascii_lowercase() { Ok(()) } else { Err(RecordError::BrokenSeal) }
}

/// Every version up to the latest can be read.
fn known_versions(latest: u32) -> String {
    if latest == 1 { "version 1 only".into() } else { format!("versions 1 to {latest}") }
}

/// A problem with a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Not the form of a record.
    #[error("this is not a game record: {problem}")]
    Unreadable {
        /// The problem and its place.
        problem: String,
    },
    /// Made by another version of the program.
    #[error("the record has version {found} of its {what}; this program reads {}", known_versions(*known))]
    Version {
        /// The part that has this version: the form or the rules.
        what: &'static str,
        /// The record's.
        found: u32,
        /// The latest this program reads.
        known: u32,
    },
    /// The seed is not valid.
    #[error("the seed is not 64 hexadecimal digits")]
    BadSeed,
    /// The seed is not the one that was sealed.
    #[error("the seed does not match its seal: one of them was changed")]
    BrokenSeal,
    /// A map nobody knows.
    #[error("the map `{id}` is not known here")]
    UnknownMap {
        /// Its id.
        id: String,
    },
    /// Another map.
    #[error("the game was played on the map `{recorded}`, not on `{given}`")]
    OtherMap {
        /// The record's map.
        recorded: String,
        /// The map at hand.
        given: String,
    },
    /// The map is not what it was.
    #[error("the map `{id}` is not the one that was played on: its digest differs; name the folder of the right one")]
    MapChanged {
        /// Its id.
        id: String,
    },
    /// The game can't begin.
    #[error(transparent)]
    Setup(SetupError),
    /// A line that is not an action.
    #[error("line {line}: {problem}")]
    Notation {
        /// The line, from 1.
        line: usize,
        /// The problem.
        problem: NotationError,
    },
    /// A line whose action breaks a rule.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The problem.
        problem: Box<RecordError>,
    },
    /// An action that breaks a rule.
    #[error("action {number}, seat {} `{action}`, breaks rule {}: {reason}", .seat.0 as u16 + 1, .reason.rule())]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The player.
        seat: Seat,
        /// The action in notation.
        action: String,
        /// The rule it breaks.
        reason: IllegalAction,
    },
    /// Actions are missing.
    #[error("the record has a result but ends after action {actions}, before the game does: its end is missing")]
    Truncated {
        /// How many actions there are.
        actions: usize,
    },
    /// A branch that is not possible.
    #[error("the record can't go on from another one: {problem}")]
    Branch {
        /// Why not.
        problem: String,
    },
    /// A branch after an action that the record does not have.
    #[error("there is no step {step}: the record has {actions} actions, and step 0 is the deal")]
    NoStep {
        /// The step.
        step: usize,
        /// How many actions there are.
        actions: usize,
    },
    /// A branch from the end of a game.
    #[error("the game is over at step {step}: nothing is left to play; choose an earlier step")]
    NothingLeft {
        /// The step.
        step: usize,
    },
    /// Another result.
    #[error("the record says that {recorded}; its actions show that {counted}")]
    OtherResult {
        /// The result in the record.
        recorded: GameResult,
        /// The result of its actions.
        counted: GameResult,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The web client's test has the same numbers.
    #[test]
    fn a_seed_of_several_parts_is_fixed_for_ever() {
        let seed = shared_seed(&[4; 32], &[[5; 32], [6; 32]]);
        assert_eq!(hex::encode(seed), "b9fed75bed3d6866f586b4087f4ef400c40e47993ef9299fdbfac8129c258185");
        assert_eq!(seal(&seed), "8e8337ba3bbf036dd9d26d9771a35d0dee0b6194a268f29553d6a39ae7fc48e7");
        assert_ne!(seed, shared_seed(&[4; 32], &[[6; 32], [5; 32]]));
    }
}
