//! Challenges: one deal that many people play, each at a table of their own, in the same seat and against the same bots. The deal of
//! the day is one of them.

use crate::game::GameEnd;
use crate::http::ReplayStep;
use crate::table::{Pace, PlayerColor};
use capolinea_engine::Seat;
use serde::{Deserialize, Serialize};

/// The game of a challenge, without its seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChallengeGame {
    /// The map's id.
    pub map: String,
    /// The level of the bot in each seat; none in the seat of the person who plays, which is exactly one.
    pub seats: Vec<Option<String>>,
    /// The first player: a seat, or anybody by the seed.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first: Option<Seat>,
    /// The most pieces of each kind per player, for a short game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub pieces: Option<u8>,
}

/// `POST /api/challenges`: make a challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateChallenge {
    /// The name of the person who makes it.
    pub name: String,
    /// The deal.
    pub deal: ChallengeDeal,
}

/// The deal of a new challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "deal", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChallengeDeal {
    /// A new one, which nobody knows.
    New {
        /// The game.
        game: ChallengeGame,
    },
    /// That of a finished game of the client at this server. From then on only those who have finished the challenge may see that
    /// game.
    Table {
        /// The table.
        table: String,
    },
    /// That of a finished game that was played in the client's browser.
    Record {
        /// The game.
        game: ChallengeGame,
        /// Its record, as a file has it.
        record: String,
    },
}

/// `POST /api/challenges/{id}/play`: play it. The answer is [`Seated`](crate::http::Seated); a game that the client has begun there
/// and not finished goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlayChallenge {
    /// The name to be listed by: 1 to 24 characters.
    pub name: String,
    /// How fast bots move.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pace>"))]
    pub pace: Pace,
}

/// `POST /api/deals`, in a browser only: play a deal whose seed is known here. The answer is [`Seated`](crate::http::Seated).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlayDeal {
    /// The game.
    pub game: ChallengeGame,
    /// The seed, in hexadecimal.
    pub seed: String,
    /// The label of the challenge, as the table shows it.
    pub challenge: String,
    /// The name of the person who plays.
    pub name: String,
    /// How fast bots move.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pace>"))]
    pub pace: Pace,
}

/// The answer to `GET /api/challenges/{id}`. Everything that depends on the deal is left out until the client has finished a game of it, or
/// it is closed and the client has no unfinished one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChallengeView {
    /// Its id, part of its link.
    pub id: String,
    /// The game.
    pub game: ChallengeGame,
    /// The name of the person who made it; none for a deal of the day.
    pub by: Option<String>,
    /// The day whose deal it is, as in `2026-11-18`.
    pub day: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it was closed, or will be, in milliseconds since 1970. Then nobody can begin it any more.
    pub closes: Option<u64>,
    /// Whether it is closed.
    pub closed: bool,
    /// Whether the client has made it, and may close it.
    pub yours: bool,
    /// The SHA-256 of the seed, in hexadecimal.
    pub seal: String,
    /// How many games were begun.
    pub begun: u32,
    /// How many of them were finished.
    pub finished: u32,
    /// The client's game that goes on.
    pub playing: Option<String>,
    /// The facts that the client may know now.
    pub opened: Option<OpenedChallenge>,
}

/// The facts that depend on the deal of a challenge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OpenedChallenge {
    /// The seed, in hexadecimal.
    pub seed: String,
    /// The finished games, the best first.
    pub results: Vec<ChallengeResult>,
}

/// A finished game of a challenge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChallengeResult {
    /// The game's id, for a comparison.
    pub game: String,
    /// Whether `GET /api/tables/{game}/replay` shows it: not if it was played in a browser.
    pub replay: bool,
    /// The person's name.
    pub name: String,
    /// The person's seat.
    pub seat: Seat,
    /// The scores, by seat.
    pub scores: Vec<i32>,
    /// Whether this person has won, alone or with others.
    pub won: bool,
    /// Whether it is the first game of this deal that was begun from this browser, and ended before the challenge was closed.
    pub first_try: bool,
    /// Whether it is the game that the challenge was made of: its bots did not play by the challenge's random numbers.
    pub origin: bool,
    /// Whether it is the client's.
    pub yours: bool,
    /// When it ended, in milliseconds since 1970.
    pub ended: u64,
}

/// The answer to `GET /api/challenges/{id}/compare?a=GAME&b=GAME`: two finished games of a challenge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Comparison {
    /// The map's id.
    pub map: String,
    /// Both games.
    pub games: [ComparedGame; 2],
    /// The first decision that differs; none if both games are the same.
    pub parted: Option<Parted>,
}

/// One of two games that are compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedGame {
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The players' colours, by seat.
    pub colors: Vec<PlayerColor>,
    /// The last step, with everything open.
    pub last: ReplayStep,
    /// How it ended.
    pub end: Option<GameEnd>,
}

/// Where two games of the same deal part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Parted {
    /// The number of the step, the same in both games; step 0 is the deal.
    pub step: usize,
    /// The number of the turn it belongs to; 0 before the first.
    pub turn: u32,
    /// The step in each game, with everything open; none where the game has ended before.
    pub steps: [Option<ReplayStep>; 2],
}

/// The answer to `GET /api/deals` and `GET /api/deals?day=2026-11-18`: the deals of a day, one for each map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DealsOfTheDay {
    /// The day, by UTC.
    pub day: String,
    /// When it ends, in milliseconds since 1970.
    pub ends: u64,
    /// The SHA-256 of the day's secret, in hexadecimal. It was shown the day before.
    pub seal: String,
    /// The day's secret, in hexadecimal, once the day is over. The seed of a map's deal is the SHA-256 of
    /// `capolinea deal of the day`, the secret's bytes and the map's id, one after the other.
    pub secret: Option<String>,
    /// The seal of the next day's secret.
    pub next_seal: String,
    /// The deals.
    pub deals: Vec<DealOfTheDay>,
}

/// A map's deal of a day.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DealOfTheDay {
    /// The map's id.
    pub map: String,
    /// The challenge's id.
    pub challenge: String,
    /// How many games were finished.
    pub finished: u32,
    /// Whether the client has finished one.
    pub done: bool,
}
