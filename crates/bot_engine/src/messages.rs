//! The lines that both sides exchange: a word, and JSON or text after it.

use capolinea_bots::{Budget, Limit};
use capolinea_engine::Map;
use capolinea_engine::Phase;
use capolinea_engine::View;
use capolinea_engine::analysis::Progress;
use capolinea_engine::notation::write_action;
use capolinea_protocol::game::GameView;
use capolinea_protocol::map::{BoardInfo, MapInfo};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// The version of the protocol, in the first line of both sides.
pub const PROTOCOL_VERSION: u32 = 1;

/// The longest line that either side reads.
pub(crate) const MAX_LINE: u64 = 1 << 20;

/// The first word of a line to the engine.
pub(crate) mod request {
    /// Greets the engine and says which version of the protocol follows.
    pub(crate) const HELLO: &str = "capolinea";
    /// Describes the map of the games to come.
    pub(crate) const MAP: &str = "map";
    /// Starts a game.
    pub(crate) const GAME: &str = "game";
    /// Asks for an action.
    pub(crate) const DECIDE: &str = "decide";
    /// Ends the process.
    pub(crate) const QUIT: &str = "quit";
}

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Its name, in answer to the greeting.
    Engine(String),
    /// It has understood a map or a game.
    Ready,
    /// Its choice, in notation.
    Action(String),
    /// Something for a person to read.
    Info,
    /// It can't go on.
    Error(String),
}

impl Reply {
    /// `None` if the line is none of these.
    pub(crate) fn parse(line: &str) -> Option<Reply> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "engine" if !rest.is_empty() => Some(Reply::Engine(rest.into())),
            "ready" if rest.is_empty() => Some(Reply::Ready),
            "action" if !rest.is_empty() => Some(Reply::Action(rest.into())),
            "info" => Some(Reply::Info),
            "error" => Some(Reply::Error(rest.into())),
            _ => None,
        }
    }

    /// The line to send.
    pub(crate) fn to_line(&self) -> String {
        match self {
            Reply::Engine(name) => format!("engine {name}"),
            Reply::Ready => "ready".into(),
            Reply::Action(action) => format!("action {action}"),
            Reply::Info => "info".into(),
            Reply::Error(message) => format!("error {message}"),
        }
    }
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameStart {
    /// How many players there are.
    pub(crate) players: u8,
    /// The engine's seat, from 0.
    pub(crate) seat: u8,
    /// Its budget for a decision; `None` if it has none.
    pub(crate) budget: Option<WireBudget>,
    /// 64 hexadecimal digits for its random numbers: the same seed, the same game.
    pub(crate) seed: String,
}

/// A budget as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WireBudget {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    milliseconds: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rollouts: Option<u32>,
    threads: u8,
}

impl From<Budget> for WireBudget {
    fn from(Budget { limit, threads }: Budget) -> Self {
        match limit {
            Limit::Time(time) => {
                let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                WireBudget { milliseconds: Some(milliseconds), rollouts: None, threads }
            }
            Limit::Rollouts(count) => WireBudget { milliseconds: None, rollouts: Some(count), threads },
        }
    }
}

impl TryFrom<WireBudget> for Budget {
    type Error = &'static str;

    fn try_from(WireBudget { milliseconds, rollouts, threads }: WireBudget) -> Result<Self, Self::Error> {
        let limit = match (milliseconds, rollouts) {
            (Some(milliseconds), None) => Limit::Time(Duration::from_millis(milliseconds)),
            (None, Some(rollouts)) => Limit::Rollouts(rollouts),
            (None, None) | (Some(_), Some(_)) => return Err("a budget has either `milliseconds` or `rollouts`"),
        };
        if (1..=64).contains(&threads) {
            Ok(Budget { limit, threads })
        } else {
            Err("a budget has from 1 to 64 `threads`")
        }
    }
}

/// A decision to make.
#[derive(Serialize)]
struct Decide {
    view: GameView,
    passes: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<u8>,
    legal_actions: Vec<String>,
}

pub(crate) fn hello() -> String {
    format!("{} {PROTOCOL_VERSION}", request::HELLO)
}

/// The map without its drawing.
pub(crate) fn describe_map(map: &Map) -> String {
    let board = BoardInfo {
        width: 0.0,
        height: 0.0,
        space_width: 0.0,
        space_height: 0.0,
        city_radius: 0.0,
        locations: Vec::new(),
        country_ends: Vec::new(),
        routes: Vec::new(),
        land: Vec::new(),
    };
    let mut facts = serde_json::to_value(MapInfo::new(map, board)).expect("a map is plain data");
    facts.as_object_mut().map(|fields| fields.remove("board"));
    line(request::MAP, &facts)
}

pub(crate) fn start_game(start: &GameStart) -> String {
    line(request::GAME, start)
}

pub(crate) fn ask(view: &View<'_>) -> String {
    let decide = Decide {
        view: GameView::new(view, &Progress::new(view)),
        passes: view.public.passes,
        claimed: claimed_route(view.public.phase),
        legal_actions: view.legal_actions().iter().map(|action| write_action(view.map, action)).collect(),
    };
    line(request::DECIDE, &decide)
}

/// The route whose claim a phase goes on with, where the view's phase does not say it.
fn claimed_route(phase: Phase) -> Option<u8> {
    if let Phase::TakingPassengers { route, .. } = phase { Some(route.0) } else { None }
}

fn line(word: &str, content: &impl Serialize) -> String {
    // JSON has no line breaks of its own: it escapes those in texts.
    let content = serde_json::to_string(content).expect("messages are plain data");
    format!("{word} {content}")
}

/// The id and the digest in the description of a map.
pub(crate) fn map_identity(description: &str) -> Result<(String, String), String> {
    let facts: Value = serde_json::from_str(description).map_err(|error| format!("not JSON: {error}"))?;
    let text = |name: &str| facts.get(name).and_then(Value::as_str).map(str::to_owned);
    text("id").zip(text("digest")).ok_or_else(|| "a map has an `id` and a `digest`".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_read_and_anything_else_is_not() {
        assert_eq!(Reply::parse("engine Robo Uno\r\n"), Some(Reply::Engine("Robo Uno".into())));
        assert_eq!(Reply::parse("ready"), Some(Reply::Ready));
        assert_eq!(Reply::parse("action  draw blind "), Some(Reply::Action("draw blind".into())));
        assert_eq!(Reply::parse("info depth 3"), Some(Reply::Info));
        assert_eq!(Reply::parse("error out of ideas"), Some(Reply::Error("out of ideas".into())));
        for wrong in ["", "engine", "ready set", "action", "draw blind", "Ready", "\u{0}"] {
            assert_eq!(Reply::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn budgets_survive_the_wire() {
        for text in ["50ms", "300", "1000ms*2"] {
            let budget: Budget = text.parse().unwrap();
            let json = serde_json::to_string(&WireBudget::from(budget)).unwrap();
            let read: WireBudget = serde_json::from_str(&json).unwrap();
            assert_eq!(Budget::try_from(read), Ok(budget), "{json}");
        }
        for wrong in
            [r#"{"threads":1}"#, r#"{"milliseconds":1,"rollouts":1,"threads":1}"#, r#"{"rollouts":1,"threads":0}"#]
        {
            let read: WireBudget = serde_json::from_str(wrong).unwrap();
            assert!(Budget::try_from(read).is_err(), "{wrong}");
        }
    }
}
