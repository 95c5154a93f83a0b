//! Refusals: in words, and as data for clients with words of their own.

use capolinea_engine::IllegalAction;
use serde::Serialize;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Refusal {
    /// The kind of the reason.
    pub code: RefusalCode,
    /// The id of the rule, when a rule of the game forbids it.
    pub rule: Option<String>,
    /// The rule's facts.
    pub facts: Option<IllegalAction>,
    /// The reason in English.
    pub words: String,
}

impl Refusal {
    /// A refusal for a reason other than the rules of the game.
    pub fn new(code: RefusalCode, words: impl Into<String>) -> Refusal {
        Refusal { code, rule: None, facts: None, words: words.into() }
    }
}

impl From<IllegalAction> for Refusal {
    fn from(facts: IllegalAction) -> Self {
        Refusal {
            code: RefusalCode::Rule,
            rule: Some(facts.rule().into()),
            facts: Some(facts),
            words: facts.to_string(),
        }
    }
}

/// Kinds of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// A rule of the game forbids it.
    Rule,
    /// The game has moved on since the client decided.
    Stale,
    /// The seat is not the client's.
    NotYourSeat,
    /// Only the host can do that.
    NotHost,
    /// It can't be undone.
    CannotUndo,
    /// It is not possible at this stage of the table.
    WrongStatus,
    /// The table's settings don't allow it.
    NotAllowed,
    /// It would show a deal that the client has not finished itself.
    Sealed,
    /// The seat or colour is taken.
    Taken,
    /// Somebody at the table has this name, or one that looks like it.
    NameTaken,
    /// It does not exist, or this client may not see it.
    NotFound,
    /// The message makes no sense.
    BadRequest,
    /// The file is not a record of a game.
    NotARecord,
    /// The record was made by another version of the program.
    RecordVersion,
    /// The record's game was played on a map that this server does not have.
    RecordMap,
    /// The record was changed or damaged: its moves or its seed can't be right.
    BrokenRecord,
    /// The message is too large.
    TooLarge,
    /// Too much at once: wait and try again.
    TooMany,
    /// The client reads too slowly.
    TooSlow,
    /// The request came from another site's page.
    OtherOrigin,
    /// It could not be saved, so nothing has happened.
    NotSaved,
    /// It is not known whether it was saved: look again.
    SaveUnknown,
    /// The server is stopping.
    Stopping,
    /// A fault of the server; it has been logged.
    Internal,
}
