//! A table as it is stored, and the writes that a table asks its store for.

use crate::ids::{TableId, TokenHash};
use capolinea_engine::{Action, Seat, SeatSet};
use capolinea_protocol::hint::HintKind;
use capolinea_protocol::table::{ChatLine, PlayedOn, PlayerColor, Proposal, Settings, Status};
use serde::{Deserialize, Serialize};

/// A table that is to be stored.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its id.
    pub id: TableId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Its players and settings.
    pub seating: Seating,
    /// Its progress.
    pub status: TableStatus,
}

/// The part of a table that changes seldom: its players and settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seating {
    /// The map's id.
    pub map: String,
    /// The map's digest when the game began.
    pub digest: String,
    /// The version of the rules when the game began.
    pub rules: u32,
    /// The person who made the table.
    pub host: TokenHash,
    /// The settings.
    pub settings: Settings,
    /// The seats.
    pub seats: Vec<SeatEntry>,
    /// The key of every shuffle, in hexadecimal; once the game has begun.
    pub seed: Option<String>,
    /// Begin as soon as everybody is there (a rematch).
    pub auto_start: bool,
    /// The table of the rematch.
    pub rematch: Option<String>,
    /// The people that the host has sent away: they may not sit down again.
    #[serde(default)]
    pub sent_away: Vec<TokenHash>,
    /// How the seed was made, where several people's devices made it together.
    #[serde(default)]
    pub shuffle: Option<SharedShuffle>,
    /// The number of the last attempt to shuffle together.
    #[serde(default)]
    pub rounds: u32,
    /// The number of the last vote.
    #[serde(default)]
    pub votes: u32,
    /// The vote that was opened last, until it is rejected: so that every server knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<StoredVote>,
    /// The deal that was fixed before the table was made: a challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<FixedDeal>,
    /// The game that this one goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_on: Option<Box<StoredBranch>>,
}

/// A deal that several people play, each at a table of their own and against the same bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedDeal {
    /// The challenge that it belongs to.
    pub challenge: String,
    /// The key of every shuffle, in hexadecimal. Bots' random numbers are derived from it too.
    pub seed: String,
}

/// A game that goes on from a moment of another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredBranch {
    /// The other game, and the step at which this one branches off.
    pub origin: PlayedOn,
    /// The SHA-256 of the seed of its shuffles.
    pub seal: String,
    /// Its record up to there, as JSON. It holds the seeds.
    pub record: String,
}

/// A vote that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredVote {
    /// Its number.
    pub number: u32,
    /// The player who asks.
    pub by: Seat,
    /// The question.
    pub proposal: Proposal,
    /// The seats that have agreed, one bit for each.
    #[serde(with = "seat_bits")]
    pub agreed: SeatSet,
    /// The revision of the game that it is about.
    pub revision: u64,
}

/// A set of seats as a number.
mod seat_bits {
    use super::{Deserialize, SeatSet};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(seats: &SeatSet, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(seats.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SeatSet, D::Error> {
        u8::deserialize(from).map(SeatSet)
    }
}

/// The parts that a seed was made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedShuffle {
    /// The number of attempts.
    pub round: u32,
    /// The server's part, in hexadecimal.
    pub secret: String,
    /// The players' parts.
    pub parts: Vec<ShufflePart>,
}

/// A player's part of a seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShufflePart {
    /// The player's first seat.
    pub seat: Seat,
    /// The part, in hexadecimal.
    pub value: String,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatEntry {
    /// The person or bot that has it.
    pub holder: Holder,
    /// The name shown.
    pub name: String,
    /// The colour of its pieces.
    pub color: PlayerColor,
    /// The level of the bot that plays for a person who is away.
    pub stand_in: Option<String>,
}

/// The person or bot that has a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "holder", rename_all = "snake_case")]
pub enum Holder {
    /// Nobody has it yet.
    Open,
    /// A person has it.
    Person {
        /// Their session.
        session: TokenHash,
    },
    /// A bot has it.
    Bot {
        /// Its level.
        level: String,
    },
}

impl Seating {
    /// The seating of a table that was just made, without seats.
    pub fn new(map: String, digest: String, rules: u32, host: TokenHash, settings: Settings) -> Seating {
        Seating {
            map,
            digest,
            rules,
            host,
            settings,
            seats: Vec::new(),
            seed: None,
            auto_start: false,
            rematch: None,
            sent_away: Vec::new(),
            shuffle: None,
            rounds: 0,
            votes: 0,
            vote: None,
            deal: None,
            played_on: None,
        }
    }

    /// The sessions that have seats.
    pub fn sessions(&self) -> Vec<TokenHash> {
        let mut sessions: Vec<TokenHash> = Vec::new();
        for seat in &self.seats {
            if let Holder::Person { session } = seat.holder
                && !sessions.contains(&session)
            {
                sessions.push(session);
            }
        }
        sessions
    }

    /// Whether a person has a seat.
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat.holder, Holder::Person { .. }))
    }

    /// The seats that belong to bots; not those where a bot stands in for a person.
    pub fn bots(&self) -> SeatSet {
        let is_bots = |seat: &Seat| matches!(self.seats[seat.index()].holder, Holder::Bot { .. });
        self.all_seats().filter(is_bots).collect()
    }

    /// The seats of a session.
    pub fn seats_of(&self, session: TokenHash) -> SeatSet {
        let seats = self.seats.iter().enumerate();
        let is_theirs =
            |seat: &SeatEntry| matches!(seat.holder, Holder::Person { session: theirs } if theirs == session);
        seats.filter(|(_, seat)| is_theirs(seat)).map(|(index, _)| Seat(index as u8)).collect()
    }
}

/// The part of a table that changes with every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// The last step's revision; 0 before any.
    pub revision: u64,
    /// Whether it is waiting, playing or over.
    pub status: Status,
    /// The seats whose decision the game waits for.
    pub waiting: SeatSet,
    /// The winners; none while the game goes on.
    pub winners: SeatSet,
    /// When the turn's time is up, in milliseconds since 1970.
    pub deadline: Option<u64>,
    /// When the table must be woken even if nobody connects: for its deadline, or for a bot's move.
    pub wakes_at: Option<u64>,
    /// When something last happened.
    pub updated: u64,
}

/// A step as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredStep {
    /// Its revision, from 1.
    pub revision: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The number the client gave it.
    pub id: Option<u64>,
    /// The action.
    pub done: Done,
    /// The events it caused, as JSON: a replay must cause the same.
    pub events: String,
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum Done {
    /// A player acted.
    Action {
        /// The player.
        seat: Seat,
        /// The action.
        action: Action,
    },
    /// A player undid their last turn.
    Undo {
        /// The player.
        seat: Seat,
        /// The game is as it was at this revision.
        back_to: u64,
    },
    /// All agreed to undo a player's last turn.
    Takeback {
        /// The player who asked.
        seat: Seat,
        /// The game is as it was at this revision.
        back_to: u64,
    },
    /// A player asked for help. The game is as it was.
    Hint {
        /// The player.
        seat: Seat,
        /// What was asked for.
        kind: HintKind,
    },
}

impl Done {
    /// The player who did it, or asked for it.
    pub fn seat(&self) -> Seat {
        match self {
            Done::Action { seat, .. }
            | Done::Undo { seat, .. }
            | Done::Takeback { seat, .. }
            | Done::Hint { seat, .. } => *seat,
        }
    }
}

/// A stored table.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    /// When it was made.
    pub created: u64,
    /// The version of the seating: how often it was saved.
    pub version: u64,
    /// Its players and settings.
    pub seating: Seating,
    /// Its progress.
    pub status: TableStatus,
    /// All steps.
    pub steps: Vec<StoredStep>,
}

/// A line of chat as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatRow {
    /// The line that everybody sees.
    #[serde(flatten)]
    pub line: ChatLine,
    /// The author and the number their client gave the line, in case it is sent again.
    #[serde(default)]
    pub said: Option<Said>,
}

/// The author of a line of chat, and their number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The author.
    pub by: TokenHash,
    /// The client's number.
    pub id: u64,
}

/// Everything that one change of a table writes, all of it or nothing.
#[derive(Clone, Debug)]
pub struct Write {
    /// The version of the seating that the table knows. If the stored one is another, the write is a conflict.
    pub version: u64,
    /// The revision that the table knows. If the stored one is another, the write is a conflict.
    pub revision: u64,
    /// The new seating, with the next version; as before if left out.
    pub seating: Option<Seating>,
    /// A step to append, with the next revision.
    pub step: Option<StoredStep>,
    /// The new status.
    pub status: TableStatus,
    /// A session that takes a seat, so that it is known again.
    pub session: Option<TokenHash>,
    /// A table made for a rematch.
    pub rematch: Option<NewTable>,
}

impl Seating {
    /// Whether a bot plays this seat now.
    pub fn is_bot(&self, seat: Seat) -> bool {
        let entry = self.seats.get(seat.index());
        entry.is_some_and(|entry| matches!(entry.holder, Holder::Bot { .. }) || entry.stand_in.is_some())
    }

    /// Whether a person has this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|entry| matches!(entry.holder, Holder::Person { .. }))
    }

    /// Whether a bot plays this seat for a person.
    pub fn has_stand_in(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|entry| entry.stand_in.is_some())
    }

    /// Whether the same people and bots have the same seats.
    pub fn has_same_holders(&self, other: &Seating) -> bool {
        self.seats.iter().map(|seat| &seat.holder).eq(other.seats.iter().map(|seat| &seat.holder))
    }

    /// Every seat.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> {
        (0..self.seats.len() as u8).map(Seat)
    }
}

impl Write {
    /// Whether its parts belong together: a step has the next revision, and the status has the revision that the game is at
    /// afterwards.
    pub fn is_consistent(&self) -> bool {
        let after = self.step.as_ref().map_or(self.revision, |step| step.revision);
        let is_next = self.step.as_ref().is_none_or(|step| step.revision == self.revision + 1);
        is_next && self.status.revision == after
    }
}
