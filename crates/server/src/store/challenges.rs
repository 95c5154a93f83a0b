//! The part of a store that keeps challenges and the games that are played of them.

use super::*;
use capolinea_protocol::challenge::ChallengeGame;
use serde::{Deserialize, Serialize};

pub use crate::limits::{CHALLENGE_KEPT_FOR, MAX_PLAYS};

/// Where challenges are kept.
pub trait ChallengeStore: Send + Sync {
    /// Keeps a new challenge; one that is there already stays as it is.
    fn add_challenge(&self, challenge: ChallengeRow) -> StoreFuture<()>;
    /// A challenge.
    fn challenge(&self, id: TableId) -> StoreFuture<Option<ChallengeRow>>;
    /// Closes a challenge, unless it is closed earlier.
    fn close_challenge(&self, id: TableId, at: u64) -> StoreFuture<()>;
    /// Adds a new game to a challenge, unless there are [`MAX_PLAYS`] already; returns whether it was added.
    fn add_play(&self, play: PlayRow) -> StoreFuture<bool>;
    /// Keeps the result of a game of a challenge, once.
    fn note_result(&self, challenge: TableId, game: TableId, result: PlayResult) -> StoreFuture<()>;
    /// All games of a challenge with the status of their tables, in the order in which they were begun.
    fn plays(&self, challenge: TableId) -> StoreFuture<Vec<(PlayRow, Option<TableStatus>)>>;
    /// The secret of this site, from which the deals of the day are made. The first one that is proposed is kept forever.
    fn secret(&self, proposed: [u8; 32]) -> StoreFuture<[u8; 32]>;
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    /// Its id.
    pub id: TableId,
    /// When it was made.
    pub created: u64,
    /// When it was closed, or will be.
    pub closes: Option<u64>,
    /// The constant part.
    pub facts: ChallengeFacts,
}

/// The constant part of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeFacts {
    /// The game.
    pub game: ChallengeGame,
    /// The seed, in hexadecimal.
    pub seed: String,
    /// The person who made it; none for a deal of the day.
    pub host: Option<TokenHash>,
    /// That person's name.
    pub by: Option<String>,
    /// The day whose deal it is.
    pub day: Option<String>,
    /// The game that it was made of, which is among its games.
    pub origin: Option<String>,
}

/// A game of a challenge.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayRow {
    /// The challenge.
    pub challenge: TableId,
    /// The game: its table's id, if it has one.
    pub game: TableId,
    /// The seat of the person.
    pub seat: Seat,
    /// The person who began it.
    pub session: TokenHash,
    /// That person's name.
    pub name: String,
    /// When it was begun.
    pub at: u64,
    /// How it ended, once somebody has asked.
    pub result: Option<PlayResult>,
}

/// How a game of a challenge ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayResult {
    /// The scores, by seat.
    pub scores: Vec<i32>,
    /// The winners.
    pub winners: Vec<Seat>,
    /// When it ended.
    pub ended: u64,
    /// The people who had the seats at the end, by seat: another browser than at the beginning, if a seat was moved.
    pub sessions: Vec<Option<TokenHash>>,
    /// The record of the game as a file has it, if it was not played at a table here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}
