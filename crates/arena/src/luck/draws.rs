//! Alternative draws: the states that an action could have led to, with their probabilities.

use capolinea_engine::cards::Card;
use capolinea_engine::position::Position;
use capolinea_engine::random::below;
use capolinea_engine::{Action, Map, Seat, State, TicketSet};
use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;

/// How many draws are imagined where there are too many to look at each.
const SAMPLES: usize = 16;

/// An action that may draw from a deck.
pub(super) struct Draws<'a> {
    pub(super) map: &'a Map,
    /// The state before the action.
    pub(super) state: &'a State,
    /// The tickets that somebody has seen.
    pub(super) seen: TicketSet,
    pub(super) seat: Seat,
    pub(super) action: Action,
}

/// How the alternative draws are found. It is chosen before anything is drawn, by the state and the action alone.
enum Kind {
    /// Nothing is drawn.
    None,
    /// The deck's top card: one state for each kind of card that it may be.
    TopCard,
    /// Several cards, or cards of a deck that is shuffled first.
    Cards,
    /// Tickets.
    Tickets,
}

impl Draws<'_> {
    /// States that the action could have led to, with weights; none if it draws nothing.
    ///
    /// The order of what nobody has seen is random. So a state with another order is exactly as likely as the real one, and
    /// the weighted mean over these states has the expectation of the state that came.
    pub(super) fn imagine(&self, rng: &mut ChaCha8Rng) -> Vec<(f64, State)> {
        match self.kind() {
            Kind::None => Vec::new(),
            Kind::TopCard => self.by_top_card(rng),
            Kind::Cards => self.sample(rng, |position, rng| shuffle(&mut position.deck, rng)),
            Kind::Tickets => self.sample(rng, |position, rng| self.shuffle_unseen_tickets(position, rng)),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all other actions, those of mechanics too, draw nothing")]
    fn kind(&self) -> Kind {
        let has_deck = self.state.public().deck_size > 0;
        match self.action {
            Action::DrawBlind | Action::DrawOpen { .. } if has_deck => Kind::TopCard,
            Action::DrawBlind | Action::DrawOpen { .. } => Kind::Cards,
            Action::ClaimRoute { route, .. } if self.map.route(route).is_tunnel => Kind::Cards,
            Action::DrawTickets | Action::ChooseSplit { .. } => Kind::Tickets,
            _ => Kind::None,
        }
    }

    /// One state for each kind of card at the top. The card it changes places with is any of its kind, so that the order of
    /// the others is random too.
    fn by_top_card(&self, rng: &mut ChaCha8Rng) -> Vec<(f64, State)> {
        let position = self.state.to_position(self.map);
        let mut states = Vec::new();
        for card in Card::ALL {
            let places: Vec<usize> = (0..position.deck.len()).filter(|&place| position.deck[place] == card).collect();
            if places.is_empty() {
                continue;
            }
            let mut position = position.clone();
            let top = position.deck.len() - 1;
            position.deck.swap(top, places[below(rng, places.len() as u32) as usize]);
            rng.fill_bytes(&mut position.seed);
            states.extend(self.play(&position).map(|state| (places.len() as f64, state)));
        }
        states
    }

    fn sample(&self, rng: &mut ChaCha8Rng, change: impl Fn(&mut Position, &mut ChaCha8Rng)) -> Vec<(f64, State)> {
        let position = self.state.to_position(self.map);
        let sample = |_| {
            let mut position = position.clone();
            change(&mut position, rng);
            // If a deck is shuffled now, it is another shuffle.
            rng.fill_bytes(&mut position.seed);
            self.play(&position).map(|state| (1.0, state))
        };
        (0..SAMPLES).filter_map(sample).collect()
    }

    fn shuffle_unseen_tickets(&self, position: &mut Position, rng: &mut ChaCha8Rng) {
        for deck in &mut position.ticket_decks {
            let places: Vec<usize> = (0..deck.len()).filter(|&place| !self.seen.contains(deck[place])).collect();
            for last in (1..places.len()).rev() {
                deck.swap(places[last], places[below(rng, last as u32 + 1) as usize]);
            }
        }
    }

    /// The action in an imagined state. It is as legal there as in the real one.
    fn play(&self, position: &Position) -> Option<State> {
        let mut state = State::from_position(self.map, position).ok()?;
        state.apply(self.map, self.seat, self.action).ok()?;
        Some(state)
    }
}

fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}
