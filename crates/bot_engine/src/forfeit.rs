//! Why an engine loses a game without playing it to the end.

use capolinea_engine::IllegalAction;
use capolinea_engine::notation::NotationError;
use std::time::Duration;

/// Why an engine lost a game at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forfeit {
    /// The process could not be started.
    #[error("can't start `{command}`: {reason}")]
    NotStarted {
        /// The command.
        command: String,
        /// The system's error message.
        reason: String,
    },
    /// The process ended, or closed its standard output.
    #[error("crashed: {how}{}", wrote(.stderr))]
    Crashed {
        /// How it ended.
        how: String,
        /// The last lines that it wrote to standard error.
        stderr: String,
    },
    /// No answer in time.
    #[error("timed out: no answer to `{request}` in {} s{}", .limit.as_secs_f64(), wrote(.stderr))]
    TimedOut {
        /// The question it was asked.
        request: &'static str,
        /// How long it had.
        limit: Duration,
        /// The last lines that it wrote to standard error.
        stderr: String,
    },
    /// A line that is not an answer to the question.
    #[error("bad output: expected `{expected}`, got {}", quoted(.line))]
    BadOutput {
        /// The expected form.
        expected: &'static str,
        /// Its output.
        line: String,
    },
    /// A line before the next question.
    #[error("bad output: it wrote {} before it was asked", quoted(.line))]
    Unasked {
        /// Its output.
        line: String,
    },
    /// Not an action in notation.
    #[error("bad output: `{action}` can't be read as an action: {reason}")]
    NotAnAction {
        /// Its output.
        action: String,
        /// The problem with it.
        reason: NotationError,
    },
    /// An action against the rules.
    #[error("illegal action: `{action}` breaks rule {}: {reason}", .reason.rule())]
    Illegal {
        /// The action.
        action: String,
        /// The rule that it breaks.
        reason: IllegalAction,
    },
    /// The engine says itself that it can't go on.
    #[error("gave up: {message}")]
    GaveUp {
        /// Its message.
        message: String,
    },
}

impl Forfeit {
    /// The kind of reason, in one word or two.
    pub fn kind(&self) -> &'static str {
        match self {
            Forfeit::NotStarted { .. } => "not started",
            Forfeit::Crashed { .. } => "crashed",
            Forfeit::TimedOut { .. } => "timed out",
            Forfeit::BadOutput { .. } | Forfeit::Unasked { .. } | Forfeit::NotAnAction { .. } => "bad output",
            Forfeit::Illegal { .. } => "illegal action",
            Forfeit::GaveUp { .. } => "gave up",
        }
    }
}

fn quoted(line: &str) -> String {
    if line.is_empty() { "an empty line".into() } else { format!("`{line}`") }
}

fn wrote(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!("; its standard error ends with: {stderr}") }
}
