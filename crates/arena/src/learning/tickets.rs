//! Learning which tickets a player may hold: the weights that make the tickets really held most likely, by Newton's method.

use super::system::System;
use super::{Learning, round};
use capolinea_bots::learned::{Evidence, LearnedBeliefs, TICKET_FEATURES as FEATURES, chance};
use capolinea_engine::{Seat, State, TicketId, Viewer};

/// The hidden tickets of another player: the features of all that could be among them, and which are.
struct Guess {
    features: Vec<[f64; FEATURES]>,
    held: Vec<usize>,
}

/// Newton's method converges in fewer steps than this.
const STEPS: usize = 12;
/// No weight changes by more in a step, or the first steps lead astray.
const FARTHEST: f64 = 1.5;
/// Keeps weights that make hardly any difference small.
const DECAY: f64 = 5.0;

impl Learning<'_> {
    /// Plays, learns the evidence of claims and cards about tickets, and measures on other games.
    pub fn tickets(&self, run: String) -> LearnedBeliefs {
        let mut weights = [0.0; FEATURES];
        for _ in 0..STEPS {
            let add = |system: &mut System<FEATURES>, game| {
                self.guesses(game).iter().for_each(|guess| guess.add_to(system, &weights));
            };
            let mut system = self.add_up(0..self.games, add, System::together);
            system.add_right(&weights, -DECAY);
            let step = system.solve(DECAY);
            weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step.clamp(-FARTHEST, FARTHEST));
        }
        let judge = |quality: &mut Quality, game| {
            self.guesses(game).iter().for_each(|guess| quality.add(guess, &weights));
        };
        let quality = self.add_up(self.fresh_games(), judge, Quality::together);
        LearnedBeliefs {
            map: self.map.id().to_owned(),
            players: self.players,
            run,
            chance: round((quality.believed / quality.count).exp()),
            blind_chance: round((quality.blind / quality.count).exp()),
            weights: weights.map(round).to_vec(),
        }
    }

    fn guesses(&self, game: u32) -> Vec<Guess> {
        let mut guesses = Vec::new();
        self.play(game, |state, _| {
            guesses.extend(state.deciders().lowest().and_then(|seat| self.guess(state, seat)));
        });
        guesses
    }

    /// The guess of the player at `seat` about the next one.
    fn guess(&self, state: &State, seat: Seat) -> Option<Guess> {
        let other = Seat((seat.0 + 1) % self.players);
        let theirs = state.view(self.map, Viewer::Seat(other)).own?.tickets;
        let view = state.view(self.map, Viewer::Seat(seat));
        let own = view.own?;
        let evidence = Evidence::new(&view, other);
        let unseen: Vec<TicketId> = self.map.ticket_ids().filter(|&ticket| !own.tickets.contains(ticket)).collect();
        let features = unseen.iter().map(|&ticket| evidence.features(ticket)).collect();
        let held = (0..unseen.len()).filter(|&place| theirs.contains(unseen[place])).collect();
        Some(Guess { features, held })
    }
}

impl Guess {
    /// How likely each ticket is to be held, by these weights.
    fn chances(&self, weights: &[f64; FEATURES]) -> Vec<f64> {
        let all: Vec<f64> = self.features.iter().map(|features| chance(features, weights)).collect();
        let sum: f64 = all.iter().sum();
        all.into_iter().map(|chance| chance / sum).collect()
    }

    /// Adds the gradient of the likelihood, and its curvature.
    fn add_to(&self, system: &mut System<FEATURES>, weights: &[f64; FEATURES]) {
        let chances = self.chances(weights);
        let mut mean = [0.0; FEATURES];
        for (chance, features) in chances.iter().zip(&self.features) {
            mean.iter_mut().zip(features).for_each(|(mean, feature)| *mean += chance * feature);
        }
        let held = self.held.len() as f64;
        for (chance, features) in chances.iter().zip(&self.features) {
            let apart = std::array::from_fn(|place| features[place] - mean[place]);
            system.add_square(&apart, held * chance);
        }
        for &place in &self.held {
            system.add_right(&self.features[place], 1.0);
            system.add_right(&mean, -1.0);
        }
    }
}

/// How good beliefs are: the logarithms of the chances given to tickets held, and of those that a blind guess gives.
#[derive(Clone, Default)]
struct Quality {
    count: f64,
    believed: f64,
    blind: f64,
}

impl Quality {
    fn add(&mut self, guess: &Guess, weights: &[f64; FEATURES]) {
        let chances = guess.chances(weights);
        for &place in &guess.held {
            self.count += 1.0;
            self.believed += chances[place].ln();
            self.blind -= (chances.len() as f64).ln();
        }
    }

    fn together(self, other: Quality) -> Quality {
        Quality {
            count: self.count + other.count,
            believed: self.believed + other.believed,
            blind: self.blind + other.blind,
        }
    }
}
