//! A bot as it enters a game: which one, and its budget for a decision. Written `random` or `searcher:50ms`.

use crate::{BOTS, Bot, BotKind};
use capolinea_engine::{Action, View};
use rand_chacha::ChaCha8Rng;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The budget of a bot for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When it must answer.
    pub limit: Limit,
    /// On how many threads it may think. Without the feature `threads` it thinks on one.
    pub threads: u8,
}

/// When a bot must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// After this much time, by the system's clock. WebAssembly has a clock only with the feature `web-clock`: without
    /// it, give a number of rollouts.
    Time(Duration),
    /// A number of simulated games; with these a bot always plays the same, on any number of threads.
    Rollouts(u32),
}

impl Budget {
    /// For bots that answer at once.
    pub const NONE: Budget = Budget { limit: Limit::Rollouts(0), threads: 1 };

    /// Whether it leaves no time to think.
    pub fn is_none(self) -> bool {
        self == Budget::NONE
    }

    /// A part of it, between 0 and 1; less than all of it is spent on one thread.
    #[must_use]
    pub fn scaled(self, share: f64) -> Budget {
        if share >= 1.0 || self.is_none() {
            return self;
        }
        let share = share.max(0.0);
        let limit = match self.limit {
            Limit::Time(time) => Limit::Time(time.mul_f64(share)),
            Limit::Rollouts(count) => Limit::Rollouts((f64::from(count) * share).ceil() as u32),
        };
        Budget { limit, threads: 1 }
    }

    /// This many milliseconds on one thread.
    pub const fn milliseconds(milliseconds: u64) -> Budget {
        Budget { limit: Limit::Time(Duration::from_millis(milliseconds)), threads: 1 }
    }
}

/// Makes a bot for one game.
type Make = Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>;

/// A bot as it enters games: its name, its budget, and how a new one is made for each game.
///
/// The listed bots are entrants by name: `"searcher:50ms".parse()`. [`Entrant::new`] makes one of a bot of your own.
#[derive(Clone)]
pub struct Entrant {
    name: Cow<'static, str>,
    /// Its budget for a decision.
    pub budget: Budget,
    /// Whether the name alone does not say which budget it has.
    thinks: bool,
    make: Make,
}

impl Entrant {
    /// A bot of your own that answers at once. `make` is called once for each seat of each game, on any thread.
    pub fn new<B: Bot + 'static>(
        name: impl Into<Cow<'static, str>>,
        make: impl Fn() -> B + Send + Sync + 'static,
    ) -> Self {
        Entrant { name: name.into(), budget: Budget::NONE, thinks: false, make: Arc::new(move || Box::new(make())) }
    }

    /// The same bot with a budget to think with.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        Entrant { budget, thinks: true, ..self }
    }

    /// The bot's name, without its budget.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether both are the same program with the same budget.
    pub fn is_same_as(&self, other: &Entrant) -> bool {
        self.name == other.name && self.budget == other.budget
    }

    /// A new player, for one game.
    pub fn player(&self) -> Player {
        Player::boxed((self.make)(), self.budget)
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({self})")
    }
}

impl From<&'static BotKind> for Entrant {
    fn from(kind: &'static BotKind) -> Entrant {
        Entrant { name: kind.name.into(), budget: kind.budget, thinks: kind.thinks(), make: Arc::new(kind.make) }
    }
}

/// A bot at a table.
pub struct Player {
    bot: Box<dyn Bot>,
    budget: Budget,
}

impl Player {
    /// Seats a bot that answers at once.
    pub fn new(bot: impl Bot + 'static) -> Self {
        Player { bot: Box::new(bot), budget: Budget::NONE }
    }

    /// Seats a bot with a budget.
    pub(crate) fn boxed(bot: Box<dyn Bot>, budget: Budget) -> Self {
        Player { bot, budget }
    }

    /// The same player with a budget to think with.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        Player { budget, ..self }
    }

    /// Whether the bot has a budget to think with, and so needs time.
    pub fn thinks(&self) -> bool {
        !self.budget.is_none()
    }

    /// The bot's budget for a decision.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The bot's choice with another budget than its own.
    pub fn choose_within(&mut self, view: &View<'_>, budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        self.bot.choose(view, budget, rng)
    }

    /// The bot's choice among the view's legal actions.
    #[inline]
    pub fn choose(&mut self, view: &View<'_>, rng: &mut ChaCha8Rng) -> Action {
        self.bot.choose(view, self.budget, rng)
    }
}

/// Why a text does not name an entrant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntrantError {
    /// No such bot.
    #[error("no bot is called `{name}`; there are {}", names())]
    Name {
        /// The name.
        name: String,
    },
    /// A budget for a bot that has no use for one.
    #[error(
        "{name} answers at once and takes no budget; write `{name}` alone, or name one that thinks ({})",
        thinkers()
    )]
    NoBudget {
        /// The bot.
        name: &'static str,
    },
    /// Not a budget.
    #[error(
        "`{text}` is not a valid budget; write a time (`50ms`, `1s`) or a number of rollouts (`200`), and `*2` after it for two threads"
    )]
    Budget {
        /// The text.
        text: String,
    },
}

fn names() -> String {
    BOTS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

fn thinkers() -> String {
    BOTS.iter().filter(|kind| kind.thinks()).map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let (name, budget) = match text.trim().split_once(':') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text.trim(), None),
        };
        let kind = BOTS.iter().find(|kind| kind.name == name);
        let kind = kind.ok_or_else(|| EntrantError::Name { name: name.into() })?;
        match budget {
            None => Ok(Entrant::from(kind)),
            Some(_) if !kind.thinks() => Err(EntrantError::NoBudget { name: kind.name }),
            Some(budget) => Ok(Entrant::from(kind).with_budget(budget.parse()?)),
        }
    }
}

impl FromStr for Budget {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let wrong = || EntrantError::Budget { text: text.into() };
        let number = |digits: &str| digits.parse::<u32>().map_err(|_| wrong());
        let (limit, threads) = text.split_once('*').unwrap_or((text, "1"));
        let threads = threads.parse().ok().filter(|threads| (1..=64).contains(threads)).ok_or_else(wrong)?;
        let limit = if let Some(milliseconds) = limit.strip_suffix("ms") {
            Limit::Time(Duration::from_millis(number(milliseconds)?.into()))
        } else if let Some(seconds) = limit.strip_suffix('s') {
            Limit::Time(Duration::from_secs(number(seconds)?.into()))
        } else {
            Limit::Rollouts(number(limit)?)
        };
        Ok(Budget { limit, threads })
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit {
            Limit::Time(time) => write!(f, "{}ms", time.as_millis())?,
            Limit::Rollouts(count) => write!(f, "{count}")?,
        }
        if self.threads == 1 { Ok(()) } else { write!(f, "*{}", self.threads) }
    }
}

/// The name, and the budget of a bot that thinks: `planner`, `searcher:50ms`.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.thinks { write!(f, ":{}", self.budget) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_times_or_numbers_of_rollouts_on_some_threads() {
        assert_eq!("50ms".parse(), Ok(Budget::milliseconds(50)));
        assert_eq!("2s".parse(), Ok(Budget::milliseconds(2000)));
        assert_eq!("200".parse(), Ok(Budget { limit: Limit::Rollouts(200), threads: 1 }));
        assert_eq!("200*2".parse(), Ok(Budget { limit: Limit::Rollouts(200), threads: 2 }));
        for wrong in ["", "ms", "5m", "-3", "1.5s", "99999999999", "1s*0", "1s*", "1s*65", "*2"] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_budget_can_be_cut_down() {
        let scaled = |text: &str, share| text.parse::<Budget>().unwrap().scaled(share).to_string();
        assert_eq!(scaled("1s*2", 1.0), "1000ms*2");
        assert_eq!(scaled("1s*2", 0.25), "250ms");
        assert_eq!(scaled("300", 0.1), "30");
        assert_eq!(scaled("300", 0.0001), "1");
        assert_eq!(Budget::NONE.scaled(0.5), Budget::NONE);
    }

    #[test]
    fn an_entrant_is_written_as_it_is_read() {
        for text in ["random", "searcher:0", "searcher:200", "searcher:1000ms*2"] {
            assert_eq!(text.parse::<Entrant>().unwrap().to_string(), text);
        }
        // A bot that thinks is never written without its budget.
        assert_eq!("searcher".parse::<Entrant>().unwrap().to_string(), "searcher:50ms");
        assert_eq!(
            "random:5".parse::<Entrant>().unwrap_err().to_string(),
            "random answers at once and takes no budget; write `random` alone, or name one that thinks (searcher)"
        );
        assert_eq!(
            "hal".parse::<Entrant>().unwrap_err().to_string(),
            "no bot is called `hal`; there are random, greedy, planner, searcher, novice, amateur, hungry, path, long_route_junkie, one_step_thinker, racer, blocker"
        );
    }
}
