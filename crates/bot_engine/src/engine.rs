//! An engine as a contestant: the command that starts it, its budget, and players that ask the running process.

use crate::Forfeit;
use crate::messages::{GameStart, Reply, ask, describe_map, hello, request, start_game};
use crate::process::Process;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::{Budget, EntrantError, Limit};
use capolinea_engine::Action;
use capolinea_engine::Map;
use capolinea_engine::View;
use capolinea_engine::notation::{parse_action, write_action};
use std::fmt;
use std::io::ErrorKind;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// An engine: a command, and its budget for a decision. Written `python3 bot.py` or, with a budget, `50ms:python3 bot.py`.
///
/// Processes are started when they are needed and used for one game after the other; there are never more of them than players
/// who play at the same time. They end when the last copy of the engine is dropped.
#[derive(Clone)]
pub struct Engine {
    command: String,
    words: Vec<String>,
    budget: Option<Budget>,
    timeout: Duration,
    idle: Arc<Mutex<Vec<Running>>>,
}

/// How long an engine may take beyond its budget by default.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A process, and the last map that it was sent.
struct Running {
    process: Process,
    map_digest: Option<String>,
}

/// Why a text is not an engine, or an engine can't play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// Nothing to start.
    #[error("no command after `exec:`; write `exec:python3 my_bot.py`, or `exec:50ms:python3 my_bot.py` with a budget")]
    Empty,
    /// A budget in front of the command that can't be read.
    #[error(transparent)]
    Budget(#[from] EntrantError),
    /// An unclosed quotation mark.
    #[error("`{0}` can't be split into words: a quotation mark is missing")]
    Quotes(String),
    /// It can't be started, or does not speak the protocol.
    #[error("the engine `{command}` can't play: {reason}")]
    NotReady {
        /// The command.
        command: String,
        /// Why.
        reason: Forfeit,
    },
}

/// The choice of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// A legal action.
    pub action: Action,
    /// How long the engine thought: from the question to the whole answer.
    pub time: Duration,
}

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        let text = text.trim();
        // No program's name begins like a budget and has a colon.
        let is_meant = |budget: &str| budget.starts_with(|first: char| first.is_ascii_digit()) && !budget.contains(' ');
        let (budget, command) = match text.split_once(':') {
            Some((budget, command)) if is_meant(budget) => (Some(budget.parse::<Budget>()?), command.trim()),
            None if text.parse::<Budget>().is_ok() => return Err(EngineError::Empty),
            Some(_) | None => (None, text),
        };
        let words = shlex::split(command).ok_or_else(|| EngineError::Quotes(command.into()))?;
        if words.is_empty() {
            return Err(EngineError::Empty);
        }
        Ok(Engine { command: command.into(), words, budget, timeout: TIMEOUT, idle: Arc::default() })
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.budget.map_or(Ok(()), |budget| write!(f, "{budget}:"))?;
        f.write_str(&self.command)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({self})")
    }
}

impl Engine {
    /// The same engine with another limit: it loses a game when it exceeds its budget by this much.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Engine { timeout, ..self }
    }

    /// Its budget for a decision, if it gets one.
    pub fn budget(&self) -> Option<Budget> {
        self.budget
    }

    /// Whether both are the same command with the same budget.
    pub fn is_same_as(&self, other: &Engine) -> bool {
        self.words == other.words && self.budget == other.budget
    }

    /// Starts a process and sends it the map, so that a wrong command is found before any game is played.
    ///
    /// # Errors
    /// It can't be started, or does not speak the protocol.
    pub fn check(&self, map: &Map) -> Result<(), EngineError> {
        let ready =
            self.running(map).map_err(|reason| EngineError::NotReady { command: self.command.clone(), reason })?;
        self.put_back(ready);
        Ok(())
    }

    /// A player for one game.
    pub fn player(&self) -> EnginePlayer {
        EnginePlayer { engine: self.clone(), running: None }
    }

    /// A process that knows the map.
    fn running(&self, map: &Map) -> Result<Running, Forfeit> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut running = idle.map_or_else(|| self.start(), Ok)?;
        if running.map_digest.as_deref() != Some(map.digest()) {
            let asked = running.process.ask(request::MAP, describe_map(map), READY, self.timeout);
            asked.and_then(|(reply, _)| expect_ready(reply)).inspect_err(|_| running.process.kill())?;
            running.map_digest = Some(map.digest().to_owned());
        }
        Ok(running)
    }

    fn start(&self) -> Result<Running, Forfeit> {
        let process = Process::start(&self.words).map_err(|error| {
            let is_denied = error.kind() == ErrorKind::PermissionDenied;
            let way = "; make it executable, or name the program that runs it (`python3 my_bot.py`)";
            let hint = if is_denied { way } else { "" };
            Forfeit::NotStarted { command: self.command.clone(), reason: format!("{error}{hint}") }
        })?;
        let mut running = Running { process, map_digest: None };
        match running.process.ask(request::HELLO, hello(), "engine NAME", self.timeout) {
            Ok((Reply::Engine(_), _)) => Ok(running),
            Ok((reply, _)) => {
                running.process.kill();
                Err(Forfeit::BadOutput { expected: "engine NAME", line: reply.to_line() })
            }
            Err(forfeit) => {
                running.process.kill();
                Err(forfeit)
            }
        }
    }

    fn put_back(&self, running: Running) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(running);
    }

    /// How long a decision may take before the game is lost.
    fn limit(&self) -> Duration {
        match self.budget.map(|budget| budget.limit) {
            Some(Limit::Time(time)) => self.timeout.saturating_add(time),
            Some(Limit::Rollouts(_)) | None => self.timeout,
        }
    }
}

const READY: &str = "ready";

fn expect_ready(reply: Reply) -> Result<(), Forfeit> {
    match reply {
        Reply::Ready => Ok(()),
        Reply::Engine(_) | Reply::Action(_) | Reply::Info | Reply::Error(_) => {
            Err(Forfeit::BadOutput { expected: READY, line: reply.to_line() })
        }
    }
}

/// An engine in one seat of one game.
pub struct EnginePlayer {
    engine: Engine,
    /// From the first decision on, until it forfeits.
    running: Option<Running>,
}

impl EnginePlayer {
    /// The engine's choice among the view's legal actions. `rng` is the one that a bot of this program would get in its place: its
    /// seed is the engine's seed for the game.
    ///
    /// # Errors
    /// The engine has lost the game. Its process has ended then.
    pub fn choose(&mut self, view: &View<'_>, rng: &ChaCha8Rng) -> Result<Choice, Forfeit> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.begin(view, rng)?,
        };
        match decide(&mut running, view, self.engine.limit()) {
            Ok(choice) => {
                self.running = Some(running);
                Ok(choice)
            }
            Err(forfeit) => {
                running.process.kill();
                Err(forfeit)
            }
        }
    }

    fn begin(&self, view: &View<'_>, rng: &ChaCha8Rng) -> Result<Running, Forfeit> {
        let mut running = self.engine.running(view.map)?;
        let start = GameStart {
            players: view.public.players,
            seat: view.seat().map_or(0, |seat| seat.0),
            budget: self.engine.budget.map(Into::into),
            seed: hex::encode(rng.get_seed()),
        };
        let asked = running.process.ask(request::GAME, start_game(&start), READY, self.engine.timeout);
        asked.and_then(|(reply, _)| expect_ready(reply)).inspect_err(|_| running.process.kill())?;
        Ok(running)
    }
}

/// Keeps the process for the next game.
impl Drop for EnginePlayer {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            self.engine.put_back(running);
        }
    }
}

fn decide(running: &mut Running, view: &View<'_>, limit: Duration) -> Result<Choice, Forfeit> {
    let expected = "action ACTION";
    let (reply, time) = running.process.ask(request::DECIDE, ask(view), expected, limit)?;
    let Reply::Action(text) = reply else {
        return Err(Forfeit::BadOutput { expected, line: reply.to_line() });
    };
    let legal = view.legal_actions();
    if let Some(action) = legal.iter().find(|&action| write_action(view.map, action) == text) {
        return Ok(Choice { action, time });
    }
    // Another way to write it may be legal too; if not, the reason is worth knowing.
    let action = parse_action(view, &text);
    let action = action.map_err(|reason| Forfeit::NotAnAction { action: text.clone(), reason })?;
    view.check(action).map_err(|reason| Forfeit::Illegal { action: text, reason })?;
    Ok(Choice { action, time })
}
