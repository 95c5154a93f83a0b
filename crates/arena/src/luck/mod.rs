//! Luck: how much better or worse the cards and tickets drawn were than those that could have been drawn.
//!
//! After every action that draws from a deck, the state is compared with states in which other cards or tickets were drawn, all
//! by the features of the value function. The value of the draw less its expected value is *luck*. The expectation of luck is
//! exactly zero, whatever the features: the draw is itself one of those that were equally likely. So it can be subtracted
//! from a result, in any proportion, without a bias; [`adjust`] finds the proportion that leaves the least deviation.
//!
//! Luck of the first deal needs no features: every deal is played with A in each seat.

mod adjust;
mod draws;

pub use adjust::{Adjusted, adjust};

use capolinea_bots::learned::{VALUE_FEATURES, value_features};
use capolinea_bots::{Bot as _, Budget, Planner};
use capolinea_engine::{Action, Map, Phase, Seat, State, TicketSet, Viewer};
use draws::Draws;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;

/// How many features luck is measured in.
pub const LUCK_FEATURES: usize = VALUE_FEATURES;

/// Luck by feature of the value function.
pub type Luck = [f64; LUCK_FEATURES];

/// Measures one player's luck in one game.
pub(crate) struct LuckMeter<'a> {
    map: &'a Map,
    /// The player.
    seat: Seat,
    planners: Vec<Planner>,
    /// The state before the next action.
    last: State,
    /// The tickets that somebody has seen: those among them that went back lie at the bottom of their deck, in a known order.
    seen: TicketSet,
    rng: ChaCha8Rng,
    luck: Luck,
}

impl<'a> LuckMeter<'a> {
    /// For a game that has not begun. `seed` is for the imagined draws: it must not be the game's own.
    pub(crate) fn new(map: &'a Map, seat: Seat, first: State, seed: [u8; 32]) -> Self {
        let players = first.public().players;
        let planners = vec![Planner::ready(map, players); usize::from(players)];
        let rng = ChaCha8Rng::from_seed(seed);
        let mut meter =
            LuckMeter { map, seat, planners, last: first, seen: TicketSet::EMPTY, rng, luck: [0.0; LUCK_FEATURES] };
        meter.look_at_tickets();
        meter
    }

    /// An action led to `next`.
    pub(crate) fn after(&mut self, seat: Seat, action: Action, next: &State) {
        let draws = Draws { map: self.map, state: &self.last, seen: self.seen, seat, action };
        let imagined = draws.imagine(&mut self.rng);
        if !imagined.is_empty() {
            let came = self.features(next);
            self.luck.iter_mut().zip(came).for_each(|(luck, came)| *luck += came);
            let whole: f64 = imagined.iter().map(|(weight, _)| weight).sum();
            for (weight, state) in &imagined {
                let could_come = self.features(state);
                let share = weight / whole;
                self.luck.iter_mut().zip(could_come).for_each(|(luck, feature)| *luck -= share * feature);
            }
        }
        self.last = *next;
        self.look_at_tickets();
    }

    /// All luck so far.
    pub(crate) fn luck(&self) -> Luck {
        self.luck
    }

    fn look_at_tickets(&mut self) {
        for seat in Map::seats(self.last.public().players) {
            let own = self.last.view(self.map, Viewer::Seat(seat)).own;
            let offer = own.map_or(TicketSet::EMPTY, |own| own.offer.set().union(own.tickets));
            self.seen = self.seen.union(offer);
        }
    }

    /// The features of the value function, from the player's seat, once planners have chosen their tickets and paid their tunnels.
    fn features(&self, state: &State) -> Luck {
        let mut state = *state;
        let mut planners = self.planners.clone();
        // Planners ask for no random numbers.
        let mut rng = ChaCha8Rng::from_seed([0; 32]);
        while !matches!(state.public().phase, Phase::Turn { .. } | Phase::SecondCard { .. } | Phase::Over) {
            let Some(seat) = state.deciders().lowest() else { break };
            let view = state.view(self.map, Viewer::Seat(seat));
            let action = planners[seat.index()].choose(&view, Budget::NONE, &mut rng);
            if state.apply(self.map, seat, action).is_err() {
                break;
            }
        }
        value_features(self.map, &state, &mut planners)[self.seat]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_bots::{Entrant, game_seed, play_choosing};
    use capolinea_engine::{FirstPlayer, Setup};

    const SETUP: Setup = Setup { players: 2, first: FirstPlayer::Random, seed: [9; 32], pieces: None };

    fn usa() -> &'static Map {
        &capolinea_maps::find("usa").expect("it is built in").map
    }

    /// A state after `decisions` decisions of planners.
    fn after(decisions: u32) -> State {
        let bot: Entrant = "planner".parse().unwrap();
        let mut players = [bot.player(), bot.player()];
        let mut made = 0;
        let choose = |seat: Seat, view: &capolinea_engine::View<'_>, rng: &mut ChaCha8Rng| {
            made += 1;
            (made <= decisions).then(|| players[seat.index()].choose(view, rng))
        };
        play_choosing(usa(), &SETUP, choose, &mut (), |_, _, _, _| {}).unwrap().state
    }

    #[test]
    fn the_luck_of_all_cards_that_could_come_sums_to_nothing() {
        let map = usa();
        let mut is_lucky = false;
        for decisions in [2, 13, 40] {
            let state = after(decisions);
            let seat = state.deciders().lowest().unwrap();
            let position = state.to_position(map);
            let top = position.deck.len() - 1;
            let mut sum = [0.0; LUCK_FEATURES];
            for place in 0..=top {
                let mut position = position.clone();
                position.deck.swap(top, place);
                let before = State::from_position(map, &position).unwrap();
                let mut next = before;
                next.apply(map, seat, Action::DrawBlind).unwrap();
                let mut meter = LuckMeter::new(map, seat, before, [1; 32]);
                meter.after(seat, Action::DrawBlind, &next);
                is_lucky |= meter.luck().iter().any(|luck| luck.abs() > 0.1);
                sum.iter_mut().zip(meter.luck()).for_each(|(sum, luck)| *sum += luck);
            }
            assert!(sum.iter().all(|sum| sum.abs() < 1e-6), "after {decisions} decisions: {sum:?}");
        }
        assert!(is_lucky, "some card is better than others");
    }

    #[test]
    fn luck_of_many_games_is_nothing_on_average() {
        let map = usa();
        let games = 150;
        let luck = |game| {
            let setup = Setup { seed: game_seed(4, game), ..SETUP };
            let bots: [Entrant; 2] = ["planner".parse().unwrap(), "hungry".parse().unwrap()];
            let mut players = bots.map(|bot| bot.player());
            let mut meter = LuckMeter::new(map, Seat(0), State::new(map, &setup).unwrap(), game_seed(5, game));
            let choose = |seat: Seat, view: &capolinea_engine::View<'_>, rng: &mut ChaCha8Rng| {
                Some(players[seat.index()].choose(view, rng))
            };
            play_choosing(map, &setup, choose, &mut (), |_, state, seat, action| meter.after(seat, action, state))
                .unwrap();
            meter.luck()
        };
        let all: Vec<Luck> = (0..games).map(luck).collect();
        for feature in 0..LUCK_FEATURES {
            let mean = all.iter().map(|luck| luck[feature]).sum::<f64>() / f64::from(games);
            let square = all.iter().map(|luck| (luck[feature] - mean).powi(2)).sum::<f64>() / f64::from(games - 1);
            let error = (square / f64::from(games)).sqrt();
            // Fifty features of fixed games: the largest deviation of as many fair ones would be about three errors.
            assert!(mean.abs() <= 4.0 * error + 1e-9, "feature {feature}: {mean} ± {error}");
        }
    }
}
