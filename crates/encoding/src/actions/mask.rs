//! Which numbers are legal now, written into a given mask. It says the same as the engine's list of legal actions, only
//! faster: a turn's claims are patterns of payments, the same for every gray route of the same price.

use super::{ActionSpace, NONE, Payments};
use crate::bits::{Flag, expand};
use capolinea_engine::cards::Price;
use capolinea_engine::{Card, CardCounts, Color, Own, Phase, View};

impl ActionSpace {
    /// Writes 1 (or `true`) for every number that is legal for the viewer and 0 (or `false`) for all others. Nothing is legal for a spectator, or while
    /// others decide.
    ///
    /// # Panics
    /// The mask has another length than [`ActionSpace::len`].
    pub fn write_mask<F: Flag>(&self, view: &View<'_>, mask: &mut [F]) {
        assert_eq!(mask.len(), self.len(), "the mask has one place for each action");
        mask.fill(F::from_byte(0));
        match (view.public.phase, view.own) {
            (Phase::Turn { seat }, Some(own)) if seat == own.seat => self.turn(view, own, mask),
            (Phase::SecondCard { seat }, Some(own)) if seat == own.seat => {
                self.draw_mask(view, mask);
                mask[usize::from(self.starts.draw_card) + Card::Wild.index()] = F::from_byte(0);
            }
            _ => self.listed(view, mask),
        }
    }

    /// The numbers that are legal now, in increasing order.
    pub fn legal(&self, view: &View<'_>) -> Vec<usize> {
        let mut mask = vec![false; self.len()];
        self.write_mask(view, &mut mask);
        mask.iter().enumerate().filter(|(_, legal)| **legal).map(|(number, _)| number).collect()
    }

    /// Other decisions within a turn and those before the first one have few actions: each is looked up by itself.
    fn listed<F: Flag>(&self, view: &View<'_>, mask: &mut [F]) {
        for action in view.legal_actions().iter() {
            if let Some(number) = self.number(view, action) {
                mask[number] = F::from_byte(1);
            }
        }
    }

    fn turn<F: Flag>(&self, view: &View<'_>, own: &Own, mask: &mut [F]) {
        let draws = view.can_draw_cards() && self.draw_mask(view, mask);
        let has_tickets = view.public.tickets_left() > 0;
        mask[usize::from(self.starts.draw_tickets)] = F::from_byte((has_tickets).into());
        let claims = self.claim_mask(view, own, mask);
        let stations = self.station_mask(view, own, mask);
        mask[usize::from(self.starts.pass)] = F::from_byte((!(draws || has_tickets || claims || stations)).into());
    }

    /// Every card of the market, and the deck; whether there are any.
    fn draw_mask<F: Flag>(&self, view: &View<'_>, mask: &mut [F]) -> bool {
        let has_deck = view.public.deck_size > 0;
        mask[usize::from(self.starts.draw_blind)] = F::from_byte((has_deck).into());
        let cards = &mut mask[usize::from(self.starts.draw_card)..][..Card::ALL.len()];
        for card in view.public.market.iter().flatten() {
            cards[card.index()] = F::from_byte(1);
        }
        has_deck || view.public.market.iter().any(Option::is_some)
    }

    fn claim_mask<F: Flag>(&self, view: &View<'_>, own: &Own, mask: &mut [F]) -> bool {
        let payable = view.payable_routes(own.seat, &own.hand);
        let mut rest = payable;
        for class in &self.gray {
            let routes = class.routes.intersection(payable);
            if routes.is_empty() {
                continue;
            }
            let (bits, len) = self.pattern(&own.hand, class.price, class.price.cards, 1);
            for route in routes {
                let start = usize::from(self.claims[route.index()]);
                expand(bits, &mut mask[start..start + len]);
            }
            rest = rest.without(routes);
        }
        for route in rest {
            let price = view.map.route(route).price();
            let (bits, len) = self.pattern(&own.hand, price, price.cards, 1);
            let start = usize::from(self.claims[route.index()]);
            expand(bits, &mut mask[start..start + len]);
        }
        !payable.is_empty()
    }

    fn station_mask<F: Flag>(&self, view: &View<'_>, own: &Own, mask: &mut [F]) -> bool {
        let Some(price) = view.next_station_price() else { return false };
        if price.ways(&own.hand) == 0 {
            return false;
        }
        let (bits, len) = self.pattern(&own.hand, price, self.station_price, self.station_price);
        let mut some = false;
        for (location, &start) in view.map.location_ids().zip(&self.stations) {
            if start != NONE && view.public.station_owner(location).is_none() {
                expand(bits, &mut mask[usize::from(start)..usize::from(start) + len]);
                some = true;
            }
        }
        some
    }

    /// Which payments of a price a hand allows: a bit for each, in the order of their numbers, and how many numbers there are.
    #[inline]
    fn pattern(&self, hand: &CardCounts, price: Price, most: u8, alone: u8) -> (u128, usize) {
        match (self.payments, price.color) {
            (Payments::All, _) => every_payment(hand, price, most, alone),
            (Payments::FewestWilds, Some(_)) => (1, 1),
            (Payments::FewestWilds, None) => {
                let pays = |color: Color| {
                    let wilds = price.wilds.max(price.cards.saturating_sub(hand.count(color)));
                    wilds <= hand.wilds() && wilds < price.cards
                };
                let colors = Color::ALL.iter().map(|&color| u128::from(pays(color)) << color.index());
                let all_wild = u128::from(hand.wilds() >= price.cards) << Color::ALL.len();
                (colors.sum::<u128>() | all_wild, Color::ALL.len() + 1)
            }
        }
    }
}

/// The numbers are those for a price of `most` cards, followed by `alone` payments of wilds only, from `most` wilds down.
#[inline]
fn every_payment(hand: &CardCounts, price: Price, most: u8, alone: u8) -> (u128, usize) {
    let span = usize::from(most - price.wilds);
    let above = hand.wilds().min(price.cards - 1) + 1;
    let color = |held: u8| {
        let fewest = price.wilds.max(price.cards.saturating_sub(held));
        // A bit for each number of wilds, from the fewest that the price allows.
        ((1u32 << above.max(fewest)) - (1 << fewest)) >> price.wilds
    };
    let (mut bits, mut len) = (0u128, 0);
    match price.color {
        Some(asked) => (bits, len) = (color(hand.count(asked)).into(), span),
        None => {
            for held in hand.colors() {
                bits |= u128::from(color(held)) << len;
                len += span;
            }
        }
    }
    if hand.wilds() >= price.cards {
        bits |= 1 << (len + usize::from(most - price.cards));
    }
    (bits, len + usize::from(alone))
}
