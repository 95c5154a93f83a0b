//! Options and texts that `duel`, `ladder` and `simulate` share.

use capolinea_arena::{Contestant, Interval, Milliseconds};
use clap::Args;
use std::fmt::Display;
use std::time::Duration;

/// Options for games.
#[derive(Args)]
pub(super) struct GameOptions {
    /// The map's id, or its folder
    #[arg(long, default_value = "usa")]
    pub(super) map: String,
    /// How many players per game
    #[arg(long, default_value_t = 2)]
    pub(super) players: u8,
    /// The same seed gives the same deals, with any number of threads
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// How many threads [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    #[command(flatten)]
    pub(super) engines: EngineOptions,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Options for engines that run as processes.
#[derive(Args, Clone, Copy)]
pub(super) struct EngineOptions {
    /// An engine (exec:COMMAND) loses a game when it takes this many seconds longer than its budget
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    engine_timeout: u64,
}

impl EngineOptions {
    /// The contestants with these options.
    pub(super) fn apply(self, contestants: &[Contestant]) -> Vec<Contestant> {
        let timeout = Duration::from_secs(self.engine_timeout);
        contestants.iter().map(|contestant| contestant.clone().with_engine_timeout(timeout)).collect()
    }
}

/// An Elo difference; where it is infinite, its 95 % bound.
pub(super) fn format_elo(elo: Option<f64>, interval: Interval) -> String {
    match elo {
        Some(elo) => format!("{} ({} to {})", signed(elo), signed(interval.low), signed(interval.high)),
        None if interval.low.is_finite() => format!("more than {}", signed(interval.low)),
        None if interval.high.is_finite() => format!("less than {}", signed(interval.high)),
        None => "not known after one deal".into(),
    }
}

/// A whole number with its sign, and a plain 0.
pub(super) fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".into(),
        f64::NEG_INFINITY => "-∞".into(),
        _ if elo.abs() < 0.5 => "0".into(),
        _ => format!("{elo:+.0}"),
    }
}

/// A rate and its interval.
pub(super) fn format_percent(rate: f64, interval: Interval) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * rate, 100.0 * interval.low, 100.0 * interval.high)
}

/// A number of things: `1 deal`, `2 deals`.
pub(super) fn counted(count: impl Display + PartialEq + From<u8>, thing: &str) -> String {
    let ending = if count == 1.into() { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

/// Times: the shorter, the more digits.
pub(super) fn format_milliseconds(times: &Milliseconds) -> [String; 3] {
    [times.p50, times.p99, times.max].map(|time| if time < 1.0 { format!("{time:.4}") } else { format!("{time:.1}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_told_as_one() {
        assert_eq!([0_u32, 1, 2].map(|count| counted(count, "deal")), ["0 deals", "1 deal", "2 deals"]);
    }

    #[test]
    fn elo_that_is_infinite_is_told_by_its_bound() {
        let words = |elo, low, high| format_elo(elo, Interval { low, high });
        assert_eq!(words(Some(190.8), 100.2, f64::INFINITY), "+191 (+100 to +∞)");
        assert_eq!(words(Some(0.0), -0.2, 3.0), "0 (0 to +3)");
        assert_eq!(words(None, 511.3, f64::INFINITY), "more than +511");
        assert_eq!(words(None, f64::NEG_INFINITY, -511.3), "less than -511");
        assert_eq!(words(None, f64::NEG_INFINITY, f64::INFINITY), "not known after one deal");
    }
}
