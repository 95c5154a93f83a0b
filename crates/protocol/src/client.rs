//! Messages from a client over a table's socket.

use crate::explain::ActionTarget;
use crate::hint::HintWish;
use crate::plan::Goal;
use crate::table::Proposal;
use crate::together::TogetherAct;
use capolinea_engine::{Action, Seat};
use serde::{Deserialize, Serialize};

/// A message from a client. Whatever changes something carries an `id` that the client chose (a whole number below
/// 2^53, a new one each time): sending the same message again after a lost connection changes nothing twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Execute a game action for one of the client's seats.
    Play {
        /// The client's number for it.
        id: u64,
        /// For which of the client's seats.
        seat: Seat,
        /// The revision the client saw when it decided.
        revision: u64,
        /// The action.
        action: Action,
    },
    /// Undo the seat's whole last turn, and what bots have done since: when the last update said `can_undo`.
    Undo {
        /// The client's number for it.
        id: u64,
        /// For which of the client's seats.
        seat: Seat,
        /// The revision the client saw.
        revision: u64,
    },
    /// Ask the others at the table to agree to something.
    Propose {
        /// The client's number for it.
        id: u64,
        /// On behalf of which of the client's seats.
        seat: Seat,
        /// The proposal.
        proposal: Proposal,
    },
    /// Answer the open vote. If the player who asked answers "no", the proposal is withdrawn.
    Vote {
        /// The client's number for it.
        id: u64,
        /// On behalf of which of the client's seats.
        seat: Seat,
        /// The number of the vote.
        vote: u32,
        /// Yes or no.
        agree: bool,
    },
    /// Play again a seat that a bot has been standing in for.
    Return {
        /// The client's number for it.
        id: u64,
        /// Which of the client's seats.
        seat: Seat,
    },
    /// Seal this device's part of the shuffle, as the last `shuffle` asked.
    Seal {
        /// The number of the round.
        round: u32,
        /// The SHA-256 of the part, in hexadecimal.
        seal: String,
    },
    /// Show this device's part of the shuffle: all parts are sealed.
    Show {
        /// The number of the round.
        round: u32,
        /// The part: 32 bytes in hexadecimal.
        part: String,
    },
    /// See the game as one of the client's seats, or with `null` only its public part (hot-seat, between
    /// two turns).
    Look {
        /// The seat whose view is wanted.
        seat: Option<Seat>,
    },
    /// Say something to everybody at the table.
    Chat {
        /// The client's number for it.
        id: u64,
        /// Plain text, at most 500 characters.
        text: String,
    },
    /// Send what happened from this revision on, as the client may see it.
    History {
        /// The first revision wanted; 0 is the deal.
        from: u64,
    },
    /// Say whether these could be done now, and if not, why.
    Explain {
        /// The client's number for the question; comes back with the answer.
        request: u64,
        /// At most 256.
        targets: Vec<ActionTarget>,
    },
    /// Compute the cheapest way to each of these goals, over routes that are free now.
    Plan {
        /// The client's number for the question; comes back with the answer.
        request: u64,
        /// At most 8.
        goals: Vec<Goal>,
    },
    /// Ask for help, where the table allows it and it is the seat's decision. Everybody is told that it was asked for.
    Hint {
        /// The client's number for it.
        id: u64,
        /// For which of the client's seats.
        seat: Seat,
        /// The revision the client saw.
        revision: u64,
        /// What is wanted.
        wish: HintWish,
    },
    /// Look at the replay of a finished game together with others.
    Together {
        /// What the client does.
        act: TogetherAct,
    },
    /// Answer at once: to find out whether the connection still works.
    Ping {
        /// Comes back with the answer.
        at: u64,
    },
}

/// The message that most messages are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayMessage {
    #[serde(rename = "type")]
    _kind: PlayKind,
    id: u64,
    seat: Seat,
    revision: u64,
    action: Action,
}

#[derive(Deserialize)]
enum PlayKind {
    #[serde(rename = "play")]
    Play,
}

impl ClientMessage {
    /// Reads a message.
    ///
    /// # Errors
    /// It is not a message.
    pub fn from_json(text: &str) -> Result<ClientMessage, serde_json::Error> {
        // Where the kind of a message is not known, all of it is read twice.
        if let Ok(PlayMessage { id, seat, revision, action, .. }) = serde_json::from_str(text) {
            return Ok(ClientMessage::Play { id, seat, revision, action });
        }
        serde_json::from_str(text)
    }
}
