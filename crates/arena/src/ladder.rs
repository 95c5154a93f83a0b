//! Every bot against every other, and one rating for each.

use crate::threads::{for_each_number, thread_count};
use crate::{
    ArenaError, Contestant, Deal, Duel, Interval, Meeting, Milliseconds, Moments, Played, SideSums, WHOLE, Watcher,
    interval_of_rate, ratings,
};
use capolinea_bots::game_seed;
use capolinea_engine::Map;
use capolinea_engine::random::below;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use serde::Serialize;
use std::ops::Range;
use std::time::Instant;

/// How many times the deals are resampled for the intervals.
const RESAMPLES: usize = 500;

/// How many deals each thread plays in a round, on average: at its end threads wait for each other.
const PER_THREAD: usize = 16;

/// The settings of a run. The number of players and the bots are checked when it is made.
#[derive(Clone, Debug)]
pub struct Ladder<'a> {
    pub(crate) map: &'a Map,
    pub(crate) players: u8,
    /// Each bot once.
    pub(crate) bots: Vec<Contestant>,
    /// How many deals each pair plays, all pairs the same.
    pub deals: u32,
    /// The seed of all deals.
    pub seed: u64,
}

/// A ladder in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LadderReport {
    /// The map's id.
    pub map: String,
    /// How many players each game had.
    pub players: u8,
    /// How many deals each pair played.
    pub deals: u32,
    /// How many games were played in all.
    pub games: u64,
    /// The seed of all deals.
    pub seed: u64,
    /// Whether it was stopped before all deals were played. Deals that some pairs had not played are left out.
    pub interrupted: bool,
    /// The bots, the strongest first.
    pub bots: Vec<Rung>,
    /// How long it all took.
    pub seconds: f64,
}

/// A bot on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// The bot.
    pub bot: String,
    /// Its rating. `random` has 0, or the weakest if `random` does not play.
    pub elo: f64,
    /// Its 95 % interval, by resampling the deals.
    pub elo_ci95: Interval,
    /// How far it is ahead of the next on the ladder, if there are other bots to compare them by and the differences vary between deals.
    pub lead: Option<Lead>,
    /// How it did against each other bot, in the ladder's order.
    pub against: Vec<Against>,
    /// Its mean score.
    pub score_mean: f64,
    /// Games that it lost without playing them to the end; only engines do.
    pub forfeits: u64,
    /// How long its decisions took.
    pub ms_per_decision: Milliseconds,
}

/// How much more often a bot wins than another against the same opponents on the same deals. Both had the same cards, so the
/// interval of this difference is smaller than the intervals of the two rates suggest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lead {
    /// The other.
    pub over: String,
    /// The difference of the parts of games won.
    pub difference: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
}

/// How a bot did alone against another in all other seats.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Against {
    /// The other.
    pub bot: String,
    /// The part of the games won.
    pub win_rate: f64,
    /// Its 95 % interval.
    pub ci95: Interval,
}

/// A duel of two bots by their numbers.
struct Pair {
    alone: usize,
    others: usize,
    played: Played,
}

impl<'a> Ladder<'a> {
    /// Every pair of these bots: 100 deals of seed 1 by default.
    ///
    /// # Errors
    /// A bot is named twice, or the map is for more or fewer players.
    pub fn new(map: &'a Map, players: u8, bots: Vec<Contestant>) -> Result<Self, ArenaError> {
        map.check_players(players)?;
        let names: Vec<String> = bots.iter().map(Contestant::to_string).collect();
        if let Some((_, twice)) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
            return Err(ArenaError::NamedTwice(twice.clone()));
        }
        Ok(Ladder { map, players, bots, deals: 100, seed: 1 })
    }

    /// How many deals will be played in all.
    pub fn all_deals(&self) -> u64 {
        self.pairs().len() as u64 * u64::from(self.deals)
    }

    /// Plays all pairs, on `threads` threads or one per core. They play in rounds of a few deals, so that a ladder that is
    /// stopped has ratings by the deals that every pair has played.
    ///
    /// # Errors
    /// A bot does not keep to the rules, an engine can't be started, the threads can't be started, or the watcher fails.
    pub fn run(&self, threads: Option<u16>, watcher: &impl Watcher) -> Result<LadderReport, ArenaError> {
        for bot in &self.bots {
            bot.check(self.map)?;
        }
        let begun = Instant::now();
        let pair = |(alone, others)| Pair { alone, others, played: Played::default() };
        let mut pairs: Vec<Pair> = self.pairs().into_iter().map(pair).collect();
        let threads = thread_count(threads);
        let round = (PER_THREAD * threads).div_ceil(pairs.len().max(1)) as u32;
        let mut deals = if pairs.is_empty() { self.deals } else { 0 };
        while deals < self.deals {
            let end = self.deals.min(deals.saturating_add(round));
            let Some(played) = self.play_round(&pairs, deals..end, threads, watcher)? else { break };
            for (pair, played) in pairs.iter_mut().zip(played) {
                pair.played = std::mem::take(&mut pair.played).then(played);
                pair.played.deals.sort_unstable_by_key(|deal| deal.number);
            }
            deals = end;
        }
        let report = Ladder { deals, ..self.clone() }.report(&pairs);
        Ok(LadderReport { interrupted: deals < self.deals, seconds: begun.elapsed().as_secs_f64(), ..report })
    }

    /// Some deals, played by every pair; `None` if that was stopped.
    fn play_round(
        &self,
        pairs: &[Pair],
        deals: Range<u32>,
        threads: usize,
        watcher: &impl Watcher,
    ) -> Result<Option<Vec<Played>>, ArenaError> {
        let duels: Vec<Duel<'_>> = pairs.iter().map(|pair| self.duel(pair.alone, pair.others)).collect();
        let count = duels.len() as u32;
        let nothing = || vec![Played::default(); duels.len()];
        let by_thread = for_each_number(threads, 0..deals.len() as u32 * count, nothing, |played, task| {
            let (deal, pair) = (deals.start + task / count, (task % count) as usize);
            duels[pair].play_and_report(&mut played[pair], deal, watcher)
        })?;
        let together = by_thread.into_iter().fold(nothing(), |sums, played| {
            sums.into_iter().zip(played).map(|(sum, played)| sum.then(played)).collect()
        });
        Ok((!together.iter().any(|played| played.interrupted)).then_some(together))
    }

    /// Two players meet once, since their duel is the same from both sides; at a larger table each plays alone once.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let all = 0..self.bots.len();
        let meets = |alone: usize, others: usize| if self.players == 2 { alone < others } else { alone != others };
        all.clone()
            .flat_map(|alone| all.clone().map(move |others| (alone, others)))
            .filter(|&(a, b)| meets(a, b))
            .collect()
    }

    fn duel(&self, alone: usize, others: usize) -> Duel<'_> {
        Duel {
            map: self.map,
            players: self.players,
            a: self.bots[alone].clone(),
            b: self.bots[others].clone(),
            deals: self.deals,
            seed: self.seed,
            sprt: None,
            measures_luck: false,
        }
    }

    fn report(&self, pairs: &[Pair]) -> LadderReport {
        let measured = self.rate(pairs, |deals| deals.iter().map(|deal| u64::from(deal.share)).sum());
        let weakest = (0..self.bots.len()).min_by(|&a, &b| measured[a].total_cmp(&measured[b]));
        let nought = self.bots.iter().position(|bot| bot.to_string() == "random").or(weakest).unwrap_or(0);
        let above = |ratings: &[f64], bot: usize| ratings[bot] - ratings[nought];
        let resampled = self.resample(pairs);
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        order.sort_by(|&a, &b| measured[b].total_cmp(&measured[a]));
        let next = |bot: usize| order.iter().skip_while(move |&&other| other != bot).nth(1).copied();
        let rung = |&bot: &usize| {
            let sums = sums_of(pairs, bot);
            Rung {
                bot: self.bots[bot].to_string(),
                elo: above(&measured, bot),
                elo_ci95: middle_95(resampled.iter().map(|ratings| above(ratings, bot)).collect()),
                lead: next(bot).and_then(|next| self.lead(pairs, bot, next)),
                against: order.iter().filter_map(|&other| self.against(pairs, bot, other)).collect(),
                score_mean: sums.score.mean(),
                forfeits: sums.forfeits,
                ms_per_decision: Milliseconds::new(&sums),
            }
        };
        LadderReport {
            map: self.map.id().to_owned(),
            players: self.players,
            deals: self.deals,
            games: self.all_deals() * u64::from(self.players),
            seed: self.seed,
            interrupted: false,
            bots: order.iter().map(rung).collect(),
            seconds: 0.0,
        }
    }

    /// The ratings, where `share` is what the lone player won in all. Each pair counts one more deal that ended at par, so that
    /// a bot that always wins has a rating.
    fn rate(&self, pairs: &[Pair], share: impl Fn(&[Deal]) -> u64) -> Vec<f64> {
        let meeting = |pair: &Pair| {
            let duel = self.duel(pair.alone, pair.others);
            Meeting {
                alone: pair.alone,
                others: pair.others,
                seats: f64::from(self.players - 1),
                games: f64::from(self.deals) + 1.0,
                won: share(&pair.played.deals) as f64 / duel.whole() + duel.par(),
            }
        };
        ratings(self.bots.len(), &pairs.iter().map(meeting).collect::<Vec<_>>())
    }

    /// The ratings from many resamples of the deals (a bootstrap). All pairs played the same deals, so each resample takes the
    /// same deals for all.
    fn resample(&self, pairs: &[Pair]) -> Vec<Vec<f64>> {
        let mut rng = ChaCha8Rng::from_seed(game_seed(self.seed, u32::MAX));
        let draw = |_| {
            let drawn: Vec<usize> = (0..self.deals).map(|_| below(&mut rng, self.deals) as usize).collect();
            self.rate(pairs, |deals| drawn.iter().map(|&deal| u64::from(deals[deal].share)).sum())
        };
        (0..RESAMPLES).map(draw).collect()
    }

    /// How far a bot is ahead of another, deal by deal, against all bots except these two.
    fn lead(&self, pairs: &[Pair], bot: usize, other: usize) -> Option<Lead> {
        let opponents: Vec<usize> =
            (0..self.bots.len()).filter(|&opponent| opponent != bot && opponent != other).collect();
        let mut differences = vec![0; self.deals as usize];
        for &opponent in &opponents {
            let [mine, others] = [bot, other].map(|bot| self.shares(pairs, bot, opponent));
            for (difference, (mine, others)) in differences.iter_mut().zip(mine?.into_iter().zip(others?)) {
                *difference += mine - others;
            }
        }
        let whole = self.duel(bot, other).whole() * opponents.len() as f64;
        let moments: Moments = differences.into_iter().collect();
        let (difference, error) = (moments.mean() / whole, moments.sd() / whole / (moments.count() as f64).sqrt());
        let lead = Lead { over: self.bots[other].to_string(), difference, ci95: Interval::around(difference, error) };
        (moments.sd() > 0.0).then_some(lead)
    }

    /// The wins of one bot against another, deal by deal.
    fn shares(&self, pairs: &[Pair], bot: usize, other: usize) -> Option<Vec<i64>> {
        let found = |alone, others| pairs.iter().find(move |pair| pair.alone == alone && pair.others == others);
        let shares = |pair: &Pair| pair.played.deals.iter().map(|deal| i64::from(deal.share)).collect::<Vec<_>>();
        let whole = i64::from(WHOLE) * i64::from(self.players);
        let inverse = |pair: &Pair| shares(pair).into_iter().map(|share| whole - share).collect();
        found(bot, other).map(shares).or_else(|| found(other, bot).filter(|_| self.players == 2).map(inverse))
    }

    fn against(&self, pairs: &[Pair], bot: usize, other: usize) -> Option<Against> {
        let found = |alone, others| pairs.iter().find(move |pair| pair.alone == alone && pair.others == others);
        let (win_rate, ci95) = if let Some(pair) = found(bot, other) {
            self.win_rate(pair)
        } else {
            let (lost, ci95) = self.win_rate(found(other, bot).filter(|_| self.players == 2)?);
            (1.0 - lost, Interval { low: 1.0 - ci95.high, high: 1.0 - ci95.low })
        };
        Some(Against { bot: self.bots[other].to_string(), win_rate, ci95 })
    }

    fn win_rate(&self, pair: &Pair) -> (f64, Interval) {
        let whole = self.duel(pair.alone, pair.others).whole();
        let shares = pair.played.shares();
        (shares.mean() / whole, interval_of_rate(&shares, whole))
    }
}

/// The figures of a bot over all its seats.
fn sums_of(pairs: &[Pair], bot: usize) -> SideSums {
    let mut sums = SideSums::default();
    for pair in pairs {
        if pair.alone == bot {
            sums.merge(&pair.played.a);
        }
        if pair.others == bot {
            sums.merge(&pair.played.b);
        }
    }
    sums
}

/// The range of many numbers without the lowest and the highest 2.5 %.
fn middle_95(mut numbers: Vec<f64>) -> Interval {
    numbers.sort_by(f64::total_cmp);
    let cut = numbers.len() / 40;
    Interval { low: numbers[cut], high: numbers[numbers.len() - 1 - cut] }
}
