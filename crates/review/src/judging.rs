//! Decisions judged from what their players knew: what was played and its alternatives, in the same worlds.
//!
//! The best alternative is found in some worlds and measured in others. In the worlds in which it was found it looks better than it is,
//! because it was chosen for that.

use crate::game::{ReplayedGame, is_same};
use crate::report::{Estimate, Judgement, LikelyRoute, ReviewedMove, Verdict};
use crate::statistics::{CHANCE, Sum, WORTH};
use capolinea_bots::study::{Ending, Study};
use capolinea_engine::ids::MAX_ROUTES;
use capolinea_engine::{Action, RouteId, RouteSet, Seat};
use std::ops::Range;

/// This many alternatives stay on trial and are shown.
const SHOWN: usize = 3;
/// An alternative that is worse than the best by this many standard errors is not tried further.
const HOPELESS: f64 = 2.5;
/// A decision is costly if the best alternative is better by this many standard errors in worlds in which it was not chosen. It is asked
/// of every decision of a game, so the bar is high: of three hundred that cost nothing, one is called costly in less than one game of twenty.
const SURE: f64 = 3.6;
/// And if it cost this much of the chance to win,
const NOTABLE: f64 = 0.05;
/// which must itself be more than this many of its standard errors.
const BEYOND_NOISE: f64 = 2.0;
/// Whether it is so is looked at more closely from here on.
const SUSPECT: f64 = 1.5;
/// A planned route is shown if it is claimed in this share of the games.
const LIKELY: f64 = 0.35;
/// The most routes of a plan that are shown.
const LONGEST_PLAN: usize = 16;

/// All decisions of a game.
pub(crate) struct Judging {
    /// `None` for a decision without a choice, or that was not looked at yet.
    trials: Vec<Option<Trials>>,
}

/// The moves of one decision.
struct Trials {
    /// What was played is the first.
    tried: Vec<Tried>,
    /// In how many worlds the best was looked for.
    worlds: u32,
    /// What a move at random would lose compared with what was played, by the first look at all of them.
    at_random: Sum,
}

/// A move on trial.
struct Tried {
    action: Action,
    is_alive: bool,
    /// In the worlds in which the best is looked for.
    found: Comparison,
    /// In the worlds in which it is measured.
    measured: Comparison,
    /// How often the player went on to claim each route, in all worlds.
    claims: Box<[u32; MAX_ROUTES]>,
}

/// How a move did, by itself and compared with what was played.
#[derive(Clone, Copy, Default)]
struct Comparison {
    worlds: u32,
    victory: Sum,
    margin: Sum,
    victory_gain: Sum,
    margin_gain: Sum,
    worth_gain: Sum,
}

/// Two independent sets of worlds.
#[derive(Clone, Copy)]
enum WorldSet {
    Finding = 1,
    Measuring = 2,
}

impl WorldSet {
    /// The key of a decision's worlds. It depends on nothing but the decision's number: not on what the player did not know.
    fn key(self, index: usize) -> [u8; 32] {
        let mut key = *b"capolinea review: decision ---- ";
        key[27..31].copy_from_slice(&(index as u32).to_le_bytes());
        key[31] = self as u8;
        key
    }
}

impl Judging {
    pub(crate) fn new(game: &ReplayedGame) -> Self {
        Judging { trials: game.moves.iter().map(|_| None).collect() }
    }

    /// Looks for the best alternative in this many worlds, and measures it in the same number of others.
    pub(crate) fn extend(&mut self, game: &ReplayedGame, index: usize, worlds: u32) {
        if !game.moves[index].has_choice {
            return;
        }
        let Some(decision) = Decision::new(game, index) else { return };
        let trials = self.trials[index].get_or_insert_with(|| decision.trials());
        decision.find(trials, worlds);
        if let Some(best) = trials.best() {
            decision.measure(trials, &[best], worlds);
        }
    }

    /// Measures the alternatives of a decision that looks costly, in this many worlds.
    pub(crate) fn confirm(&mut self, game: &ReplayedGame, index: usize, worlds: u32) {
        let Some(trials) = &mut self.trials[index] else { return };
        let Some(best) = trials.best() else { return };
        let Some(decision) = Decision::new(game, index) else { return };
        let measured = &trials.tried[best].measured;
        if measured.worth_gain.estimate(WORTH).significance() >= SUSPECT
            && measured.victory_gain.estimate(CHANCE).value >= NOTABLE / 2.0
        {
            decision.measure(trials, &[best], worlds);
            // The others are shown beside it: they were chosen by their success too.
            let others: Vec<usize> = trials.in_order().into_iter().filter(|&number| number != best).collect();
            decision.measure(trials, &others, trials.worlds);
        }
    }

    /// What is said about a decision; `None` if it had no choice or was not looked at yet.
    pub(crate) fn judgement(&self, game: &ReplayedGame, index: usize) -> Option<Judgement> {
        let trials = self.trials.get(index)?.as_ref()?;
        let own = game.states[index].public().seats[game.moves[index].seat].routes;
        let show = |number: usize| trials.show(number, own, |action| game.notation(action));
        let verdict = trials.verdict();
        let (loss, margin_loss) = match trials.best() {
            Some(best) => trials.tried[best].shown_gains(),
            None => Default::default(),
        };
        let at_least_zero = |loss: Estimate| Estimate { value: loss.value.max(0.0), ..loss };
        Some(Judgement {
            played: show(0),
            alternatives: trials.in_order().into_iter().map(show).collect(),
            tried: trials.tried.len() as u32,
            loss: at_least_zero(loss),
            margin_loss: at_least_zero(margin_loss),
            verdict,
        })
    }

    /// What some decisions lost compared with the best moves, and what was at stake: what moves at random would have lost. In the
    /// searcher's value, which says more about moves than victories alone.
    pub(crate) fn losses(&self, decisions: impl Iterator<Item = usize>) -> Vec<Loss> {
        decisions.filter_map(|index| self.trials[index].as_ref()).map(Trials::loss).collect()
    }
}

/// What a decision lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// Compared with the best move.
    pub(crate) lost: Estimate,
    /// What a move at random would have lost.
    pub(crate) stake: Estimate,
}

/// A decision with what is needed to play it out.
struct Decision<'a> {
    game: &'a ReplayedGame,
    index: usize,
    seat: Seat,
    study: Study<'a>,
}

impl<'a> Decision<'a> {
    fn new(game: &'a ReplayedGame, index: usize) -> Option<Self> {
        let study = Study::new(game.view(index))?;
        Some(Decision { game, index, seat: game.moves[index].seat, study })
    }

    /// The moves to try: what was played, and what the searcher would try instead.
    fn trials(&self) -> Trials {
        let played = self.game.moves[self.index].action;
        let view = self.game.view(self.index);
        let others = self.study.moves(&WorldSet::Finding.key(self.index));
        let others = others.into_iter().filter(|&action| !is_same(&view, action, played));
        let tried = std::iter::once(played).chain(others).map(Tried::new).collect();
        Trials { tried, worlds: 0, at_random: Sum::default() }
    }

    /// Tries all moves still on trial until there are this many worlds, and drops those that do worst.
    fn find(&self, trials: &mut Trials, worlds: u32) {
        let is_first = trials.worlds == 0;
        let living: Vec<usize> = (0..trials.tried.len()).filter(|&number| trials.tried[number].is_alive).collect();
        if living.len() > 1 {
            self.play(trials, WorldSet::Finding, &living, trials.worlds..worlds, is_first);
            trials.drop_worst();
        }
        trials.worlds = worlds;
    }

    /// Tries some moves, and the move that was played, until there are this many worlds in which no move was chosen by its success.
    fn measure(&self, trials: &mut Trials, moves: &[usize], worlds: u32) {
        let begun = moves.iter().map(|&number| trials.tried[number].measured.worlds).min().unwrap_or(0);
        let with_played: Vec<usize> = std::iter::once(0).chain(moves.iter().copied()).collect();
        self.play(trials, WorldSet::Measuring, &with_played, begun..worlds, false);
    }

    /// Plays out the moves, of which the first is what was played.
    fn play(&self, trials: &mut Trials, kind: WorldSet, moves: &[usize], worlds: Range<u32>, is_first: bool) {
        let actions: Vec<Action> = moves.iter().map(|&number| trials.tried[number].action).collect();
        let key = kind.key(self.index);
        for world in worlds {
            let Some(endings) = self.study.play_out(&key, u64::from(world), &actions) else { return };
            let worth = |ending: &Ending| (ending.worth(self.seat) * WORTH).round() as i64;
            let Some((played, _)) = endings.split_first() else { return };
            for (&number, ending) in moves.iter().zip(&endings) {
                let tried = &mut trials.tried[number];
                let comparison = match kind {
                    WorldSet::Finding => &mut tried.found,
                    WorldSet::Measuring => &mut tried.measured,
                };
                // What was played is played again beside each alternative, and counts once.
                if world < comparison.worlds {
                    continue;
                }
                comparison.add(self.seat, ending, played, worth(ending) - worth(played));
                ending.routes[self.seat].iter().for_each(|route| tried.claims[route.index()] += 1);
            }
            if is_first {
                let mean = endings.iter().map(worth).sum::<i64>() / endings.len() as i64;
                trials.at_random.add(worth(played) - mean);
            }
        }
    }
}

impl Trials {
    /// The alternative that did best where it was looked for, if it did better than what was played.
    fn best(&self) -> Option<usize> {
        let best = self.in_order().first().copied()?;
        (self.tried[best].found_gain().value > 0.0).then_some(best)
    }

    /// The best alternatives, the best first.
    fn in_order(&self) -> Vec<usize> {
        let mut alternatives: Vec<usize> =
            (1..self.tried.len()).filter(|&number| self.tried[number].is_alive).collect();
        let gain = |number: usize| self.tried[number].found_gain().value;
        alternatives.sort_by(|&a, &b| gain(b).total_cmp(&gain(a)));
        alternatives.truncate(SHOWN);
        alternatives
    }

    /// Gives up on the worse half of the alternatives, and on those that are surely worse than the best, but never on the best few.
    fn drop_worst(&mut self) {
        let mut alive: Vec<usize> = (1..self.tried.len()).filter(|&number| self.tried[number].is_alive).collect();
        let gain = |number: &usize| self.tried[*number].found_gain();
        alive.sort_by(|a, b| gain(b).value.total_cmp(&gain(a).value));
        let most = alive.first().map_or(0.0, |best| gain(best).value);
        let is_hopeless = |number: &usize| {
            let Estimate { value, error } = gain(number);
            value + HOPELESS * error < most
        };
        let kept = alive.len().div_ceil(2).max(SHOWN);
        let dropped: Vec<usize> = alive
            .iter()
            .enumerate()
            .filter(|(place, number)| *place >= kept || (*place >= SHOWN && is_hopeless(number)))
            .map(|(_, &number)| number)
            .collect();
        dropped.into_iter().for_each(|number| self.tried[number].is_alive = false);
    }

    fn verdict(&self) -> Verdict {
        let Some(best) = self.best() else { return Verdict::Best };
        let measured = &self.tried[best].measured;
        let is_sure = measured.worth_gain.estimate(WORTH).significance() >= SURE;
        let loss = measured.victory_gain.estimate(CHANCE);
        let is_notable = loss.value >= NOTABLE && loss.value >= BEYOND_NOISE * loss.error;
        if is_sure && is_notable { Verdict::Costly } else { Verdict::Fine }
    }

    fn loss(&self) -> Loss {
        let lost = self.best().map_or(Estimate::default(), |best| self.tried[best].measured.worth_gain.estimate(WORTH));
        let at_random = self.at_random.estimate(WORTH);
        let error = (lost.error.powi(2) + at_random.error.powi(2)).sqrt();
        Loss { lost, stake: Estimate { value: lost.value + at_random.value, error } }
    }

    /// A move as it is shown; `own` are the routes that its player had.
    fn show(&self, number: usize, own: RouteSet, notation: impl Fn(Action) -> String) -> ReviewedMove {
        let (played, tried) = (&self.tried[0], &self.tried[number]);
        let chance = played.found.victory.with(played.measured.victory).chance();
        let margin = played.found.margin.with(played.measured.margin).estimate(1.0);
        let (gain, margin_gain) = if number == 0 { Default::default() } else { tried.shown_gains() };
        let plus = |base: Estimate, gain: Estimate| {
            let error = (base.error.powi(2) + gain.error.powi(2)).sqrt();
            Estimate { value: base.value + gain.value, error }
        };
        let within = |chance: Estimate| Estimate { value: chance.value.clamp(0.0, 1.0), ..chance };
        ReviewedMove {
            action: tried.action,
            notation: notation(tried.action),
            chance: within(plus(chance, gain)),
            margin: plus(margin, margin_gain),
            gain,
            margin_gain,
            worlds: tried.shown().worlds,
            plan: tried.plan(own),
        }
    }
}

impl Tried {
    fn new(action: Action) -> Self {
        Tried {
            action,
            is_alive: true,
            found: Comparison::default(),
            measured: Comparison::default(),
            claims: Box::new([0; MAX_ROUTES]),
        }
    }

    fn found_gain(&self) -> Estimate {
        self.found.worth_gain.estimate(WORTH)
    }

    /// The comparison that is shown: the one in which nothing was chosen, if there is one.
    fn shown(&self) -> &Comparison {
        if self.measured.worlds > 0 { &self.measured } else { &self.found }
    }

    /// The gains in chance and margin that are shown.
    fn shown_gains(&self) -> (Estimate, Estimate) {
        let shown = self.shown();
        (shown.victory_gain.estimate(CHANCE), shown.margin_gain.estimate(1.0))
    }

    /// The routes that the player is likely to claim after this move.
    fn plan(&self, own: RouteSet) -> Vec<LikelyRoute> {
        let games = f64::from((self.found.worlds + self.measured.worlds).max(1));
        let is_now = |id: RouteId| matches!(self.action, Action::ClaimRoute { route, .. } if route == id);
        let routes = (0..MAX_ROUTES).map(|index| RouteId(index as u8));
        let mut plan: Vec<LikelyRoute> = routes
            .filter(|&route| !own.contains(route) && !is_now(route))
            .map(|route| LikelyRoute { route, share: f64::from(self.claims[route.index()]) / games })
            .filter(|likely| likely.share >= LIKELY)
            .collect();
        plan.sort_by(|a, b| b.share.total_cmp(&a.share));
        plan.truncate(LONGEST_PLAN);
        plan
    }
}

impl Comparison {
    fn add(&mut self, seat: Seat, ending: &Ending, played: &Ending, worth_gain: i64) {
        let (victory, margin) = (i64::from(ending.victory(seat)), i64::from(ending.margin(seat)));
        self.worlds += 1;
        self.victory.add(victory);
        self.margin.add(margin);
        self.victory_gain.add(victory - i64::from(played.victory(seat)));
        self.margin_gain.add(margin - i64::from(played.margin(seat)));
        self.worth_gain.add(worth_gain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::played;
    use capolinea_engine::Viewer;
    use capolinea_tests::redeal::redeal;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng as _;

    #[test]
    fn a_judgement_depends_on_nothing_that_the_player_did_not_know() {
        let mut compared = 0;
        for (map, number) in capolinea_maps::built_in().map(|built_in| &built_in.map).zip(0..) {
            let record = played(map, &vec!["amateur"; usize::from(map.min_players())], None, number);
            let mut game = ReplayedGame::new(map, &record).unwrap();
            let mut rng = ChaCha8Rng::from_seed([number as u8; 32]);
            for index in (0..game.moves.len()).filter(|index| index % 9 < 2) {
                let judged = |game: &ReplayedGame| {
                    let mut judging = Judging::new(game);
                    judging.extend(game, index, 8);
                    judging.confirm(game, index, 12);
                    judging.judgement(game, index)
                };
                let as_it_was = judged(&game);
                let state = game.states[index];
                game.states[index] = redeal(map, &state, Viewer::Seat(game.moves[index].seat), &mut rng);
                assert_ne!(game.states[index], state);
                assert_eq!(judged(&game), as_it_was, "{} {index}", map.id());
                game.states[index] = state;
                compared += usize::from(as_it_was.is_some());
            }
        }
        assert!(compared > 50, "{compared}");
    }
}
