//! A duel in figures, as printed and as JSON.

use crate::{
    Adjusted, Deal, Duel, Histogram, Interval, LostGame, Luck, Played, Side, SideSums, SprtReport, WHOLE, adjust, elo,
    interval_of_rate, superiority,
};
use serde::Serialize;
use std::cmp::Ordering;
use std::time::Duration;

/// A duel in figures. Rates count a victory shared among k as 1/k; intervals are 95 % intervals of the mean over deals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuelReport {
    /// The map's id.
    pub map: String,
    /// How many players each game had.
    pub players: u8,
    /// The bot in question.
    pub a: String,
    /// Its opponents.
    pub b: String,
    /// The seed of all deals.
    pub seed: u64,
    /// How many deals were played.
    pub deals: usize,
    /// How many games: one per seat and deal.
    pub games: usize,
    /// Whether it was stopped before all deals were played.
    pub interrupted: bool,
    /// Whether A and B are the same program with the same budget: then the result says nothing about strength.
    pub same_program: bool,
    /// How A's games ended.
    pub results: GameResults,
    /// How the deals ended, each a pair of games (or one for each seat) on the same cards.
    pub pairs: PairResults,
    /// The likelihood that A is stronger than B.
    pub superiority: f64,
    /// The part of its games that A won.
    pub win_rate_a: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
    /// The Elo difference by [`elo`], against the par of this number of players; none for 0 % and 100 %.
    pub elo: Option<f64>,
    /// Its 95 % interval; an end that is not finite is `null`.
    pub elo_ci95: Interval,
    /// A's score less its best opponent's: the mean.
    pub margin_mean: f64,
    /// The standard deviation of the deals' mean margins.
    pub margin_sd: f64,
    /// Scores.
    pub scores: BySide<Scores>,
    /// Tickets.
    pub tickets: BySide<Tickets>,
    /// How many decisions a game took.
    pub decisions_per_game: f64,
    /// How long A's decisions took.
    pub ms_per_decision_a: Milliseconds,
    /// How long B's decisions took.
    pub ms_per_decision_b: Milliseconds,
    /// How A did in each seat.
    pub seats: Vec<SeatRate>,
    /// The same results without luck, if it was measured in enough deals.
    pub luck: Option<LuckReport>,
    /// The games that an engine lost without playing them to the end. They count as lost, but not for scores and margins.
    pub forfeits: Vec<ForfeitReport>,
    /// Where the sequential test stood at the end, if there was one.
    pub sprt: Option<SprtReport>,
    /// How long it all took.
    pub seconds: f64,
}

/// Results from which the luck of draws was subtracted: the same expectation, and smaller intervals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LuckReport {
    /// The part of its games that A would have won.
    pub win_rate_a: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
    /// How many times smaller that interval is than the plain one.
    pub gain: f64,
    /// A's score less its best opponent's: the mean.
    pub margin_mean: f64,
    /// Its 95 % interval.
    pub margin_ci95: Interval,
    /// How many times smaller that interval is than the plain one.
    pub margin_gain: f64,
}

/// A game that an engine lost without playing it to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForfeitReport {
    /// The engine's side, `a` or `b`.
    pub side: &'static str,
    /// The deal, from 1.
    pub deal: u32,
    /// A's seat in this game, from 1.
    pub seat_a: u8,
    /// The engine's seat, from 1.
    pub seat: u8,
    /// The kind of reason: `crashed`, `timed out`, `bad output`, `illegal action`, `gave up` or `not started`.
    pub kind: &'static str,
    /// The reason in words.
    pub reason: String,
}

/// How a bot's games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameResults {
    /// Won alone.
    pub wins: u64,
    /// Won together with others.
    pub draws: u64,
    /// Not won.
    pub losses: u64,
}

/// How a bot's deals ended, by its share of the victories in all games of a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairResults {
    /// More than equal players have.
    pub won: u64,
    /// As much as equal players have.
    pub even: u64,
    /// Less than equal players have.
    pub lost: u64,
}

/// A value for each side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BySide<T> {
    /// A's.
    pub a: T,
    /// B's.
    pub b: T,
}

/// A side's scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
}

/// A side's tickets, per player and game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tickets {
    /// Completed.
    pub completed: f64,
    /// Not completed.
    pub failed: f64,
}

/// How long decisions took, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Milliseconds {
    /// Half of them took less, to within a sixteenth.
    pub p50: f64,
    /// All but one in a hundred took less, to within a sixteenth.
    pub p99: f64,
    /// None took longer.
    pub max: f64,
    /// How many took more than a tenth longer than the bot's time.
    pub overruns: u64,
}

/// How A did in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatRate {
    /// The seat, from 1.
    pub seat: usize,
    /// The part of its games there that it won.
    pub win_rate_a: f64,
}

impl DuelReport {
    pub(super) fn new(duel: &Duel<'_>, played: &Played) -> Self {
        let (shares, margins) = (played.shares(), played.margins());
        let players = f64::from(duel.players);
        let deals = played.deals.len();
        let games = deals * usize::from(duel.players);
        let win_rate_a = shares.mean() / duel.whole();
        let ci95 = interval_of_rate(&shares, duel.whole());
        let to_elo = |rate| elo(rate, duel.par());
        let seat_rate = |share: u64| share as f64 / f64::from(WHOLE) / deals.max(1) as f64;
        let seats = played.seats.0.iter().take(usize::from(duel.players)).enumerate();
        DuelReport {
            map: duel.map.id().to_owned(),
            players: duel.players,
            a: duel.a.to_string(),
            b: duel.b.to_string(),
            seed: duel.seed,
            deals,
            games,
            interrupted: played.interrupted,
            same_program: duel.a.is_same_as(&duel.b),
            results: GameResults::new(duel.players, played),
            pairs: PairResults::new(played),
            superiority: superiority(&shares, f64::from(WHOLE)),
            win_rate_a,
            ci95,
            elo: Some(to_elo(win_rate_a)).filter(|elo| elo.is_finite()),
            elo_ci95: ci95.map(to_elo),
            margin_mean: margins.mean() / players,
            margin_sd: margins.sd() / players,
            scores: BySide { a: Scores::new(&played.a), b: Scores::new(&played.b) },
            tickets: BySide { a: Tickets::new(&played.a), b: Tickets::new(&played.b) },
            decisions_per_game: played.decisions as f64 / games.max(1) as f64,
            ms_per_decision_a: Milliseconds::new(&played.a),
            ms_per_decision_b: Milliseconds::new(&played.b),
            seats: seats.map(|(index, &share)| SeatRate { seat: index + 1, win_rate_a: seat_rate(share) }).collect(),
            luck: LuckReport::new(duel, played),
            forfeits: played.forfeits.iter().map(ForfeitReport::new).collect(),
            sprt: played.sprt,
            seconds: played.seconds,
        }
    }
}

impl LuckReport {
    fn new(duel: &Duel<'_>, played: &Played) -> Option<Self> {
        let luck: Vec<Luck> = played.luck.iter().map(|(_, luck)| *luck).collect();
        let by_deal =
            |result: &dyn Fn(&Deal) -> f64| adjust(&played.deals.iter().map(result).collect::<Vec<_>>(), &luck);
        let rate = by_deal(&|deal| f64::from(deal.share) / duel.whole())?;
        let margin = by_deal(&|deal| f64::from(deal.margin) / f64::from(duel.players()))?;
        let interval = |adjusted: &Adjusted| Interval::around(adjusted.mean, adjusted.error());
        Some(LuckReport {
            win_rate_a: rate.mean,
            ci95: interval(&rate),
            gain: rate.gain(),
            margin_mean: margin.mean,
            margin_ci95: interval(&margin),
            margin_gain: margin.gain(),
        })
    }
}

impl ForfeitReport {
    fn new(lost: &LostGame) -> Self {
        ForfeitReport {
            side: match lost.side {
                Side::A => "a",
                Side::B => "b",
            },
            deal: lost.deal + 1,
            seat_a: lost.seat_a.0 + 1,
            seat: lost.seat.0 + 1,
            kind: lost.reason.kind(),
            reason: lost.reason.to_string(),
        }
    }
}

impl GameResults {
    fn new(players: u8, played: &Played) -> Self {
        let games = played.deals.len() as u64 * u64::from(players);
        let wins = played.deals.iter().map(|deal| u64::from(deal.wins)).sum();
        let draws = played.deals.iter().map(|deal| u64::from(deal.draws)).sum();
        GameResults { wins, draws, losses: games.saturating_sub(wins + draws) }
    }
}

impl PairResults {
    fn new(played: &Played) -> Self {
        let mut pairs = PairResults::default();
        for deal in &played.deals {
            match deal.share.cmp(&WHOLE) {
                Ordering::Greater => pairs.won += 1,
                Ordering::Equal => pairs.even += 1,
                Ordering::Less => pairs.lost += 1,
            }
        }
        pairs
    }
}

impl Scores {
    fn new(sums: &SideSums) -> Self {
        Scores { mean: sums.score.mean(), sd: sums.score.sd() }
    }
}

impl Tickets {
    fn new(sums: &SideSums) -> Self {
        let games = sums.score.count().max(1) as f64;
        Tickets { completed: sums.completed as f64 / games, failed: sums.failed as f64 / games }
    }
}

impl Milliseconds {
    pub(super) fn new(sums: &SideSums) -> Self {
        let SideSums { times, overruns, .. } = sums;
        let quantile = |part| milliseconds(Histogram::quantile(times, part));
        Milliseconds { p50: quantile(0.5), p99: quantile(0.99), max: milliseconds(times.max()), overruns: *overruns }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
