//! Messages from the server over a table's socket.

use crate::explain::Explanation;
use crate::game::{GameEnd, GameView, LegalChoices};
use crate::hint::{Hint, HintKind};
use crate::json;
use crate::plan::PlanView;
use crate::refusal::Refusal;
use crate::table::{ChatLine, ShuffleSeal, TableView, You};
use crate::together::Together;
use capolinea_engine::{Event, Seat};
use serde::Serialize;

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "a message exists only until it is written as text")]
pub enum ServerMessage {
    /// The first message on every connection: everything a screen needs.
    Welcome {
        /// The version of the server's program. A client built for another one reloads itself.
        version: String,
        /// The server's clock, in milliseconds since 1970.
        now: u64,
        /// The identity of the client at this table.
        you: You,
        /// The table.
        table: TableView,
        /// The last lines of chat.
        chat: Vec<ChatLine>,
        /// The game, once it has begun.
        update: Option<Update>,
    },
    /// Something about the table has changed: seats, names, presence, votes, status.
    Table {
        /// The identity of the client now.
        you: You,
        /// The table.
        table: TableView,
    },
    /// The game has moved on (or the client looks as another seat).
    Update(Update),
    /// The game is about to begin and the devices of all players shuffle together: send the seal of a part, or show the part.
    Shuffle {
        /// The number of the round; another one follows if somebody withholds their part.
        round: u32,
        /// The SHA-256 of the server's part.
        seal: String,
        /// None while parts are being sealed; then all seals, and each player shows their part.
        parts: Option<Vec<ShuffleSeal>>,
    },
    /// The client's request was refused.
    Refused {
        /// The client's number for it.
        id: u64,
        /// Why.
        refusal: Refusal,
    },
    /// The client's request was executed, and the game has no new revision (chat, votes, a message sent twice).
    Done {
        /// The client's number for it.
        id: u64,
    },
    /// Somebody said something.
    Chat {
        /// The line.
        line: ChatLine,
    },
    /// The events, as the client may see them.
    History {
        /// The first revision sent.
        from: u64,
        /// One entry per revision, in order.
        steps: Vec<HistoryStep>,
        /// How many revisions the game has; if that is more than were sent, ask again from the next.
        revision: u64,
    },
    /// Answers to an `explain`.
    Explained {
        /// The client's number for the question.
        request: u64,
        /// The revision the answers are about.
        revision: u64,
        /// One entry per target, in the order asked.
        answers: Vec<Explanation>,
    },
    /// Answers to a `plan`.
    Planned {
        /// The client's number for the question.
        request: u64,
        /// The revision the plans are for.
        revision: u64,
        /// One entry per goal, in the order asked.
        plans: Vec<PlanView>,
    },
    /// The answer to a `hint`: after the update that tells everybody that it was asked for.
    Hinted {
        /// The client's number for it.
        id: u64,
        /// The revision it is for.
        revision: u64,
        /// The help.
        hint: Hint,
    },
    /// The people who look at the replay together; sent to each of them whenever something about them changes.
    Together(Together),
    /// The answer to a `ping`.
    Pong {
        /// The client's message.
        at: u64,
        /// The server's clock, in milliseconds since 1970.
        now: u64,
    },
    /// The server is about to close the connection.
    Goodbye {
        /// Why.
        refusal: Refusal,
        /// Whether connecting again may help, and after how many milliseconds.
        retry_after: Option<u64>,
    },
}

impl ServerMessage {
    /// Adds the message to a text, as JSON.
    pub fn write_json(&self, text: &mut Vec<u8>) {
        json::write(text, self).expect("messages have nothing that JSON can't say");
    }
}

/// The game at one revision, as one viewer may see it. Complete by itself: a client that missed some takes the newest
/// view at once and asks for the `history` of the revisions in between.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Update {
    /// The number of the revision; the deal is 0.
    pub revision: u64,
    /// Its cause.
    pub cause: Cause,
    /// The events, as the viewer may see them. For revision 0 and in a `welcome`, empty.
    pub events: Vec<Event>,
    /// The current view.
    pub view: GameView,
    /// The viewer's legal actions.
    pub legal_actions: LegalChoices,
    /// Whether an `undo` of the viewer's last turn would be accepted now.
    pub can_undo: bool,
    /// Whether the viewer has a turn that all could agree to undo, if the table's settings allow that.
    pub can_take_back: bool,
    /// When the current turn's time is up, in milliseconds since 1970; none without a turn limit.
    pub deadline: Option<u64>,
    /// The scores and the seed, once the game is over.
    pub end: Option<GameEnd>,
}

/// The cause of a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum Cause {
    /// The cards were dealt.
    Deal,
    /// A player acted.
    Action {
        /// The player.
        seat: Seat,
        /// The number the client gave it; none for a bot.
        id: Option<u64>,
    },
    /// A player undid their last turn, and what bots had done since.
    Undo {
        /// The player.
        seat: Seat,
        /// The number the client gave it.
        id: Option<u64>,
        /// The game is again as it was at this revision.
        back_to: u64,
    },
    /// All agreed to undo the last turn of the player who asked, and everything done since.
    Takeback {
        /// The seat that asked.
        seat: Seat,
        /// The game is again as it was at this revision.
        back_to: u64,
    },
    /// A player asked for help. The game is as it was.
    Hint {
        /// The player.
        seat: Seat,
        /// The number the client gave it.
        id: Option<u64>,
        /// What was asked for.
        kind: HintKind,
    },
}

/// One revision of the past.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HistoryStep {
    /// The number of the revision.
    pub revision: u64,
    /// Its cause.
    pub cause: Cause,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The events, as the viewer may see them; none for an undo.
    pub events: Vec<Event>,
    /// Whether it was taken back later.
    pub undone: bool,
}
