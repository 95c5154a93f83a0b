//! Which numbers are legal now, written into a given mask. It says the same as the engine's list of legal actions, only
//! faster: a turn's claims are patterns of payments, copied to every route of the same price.

use super::{ActionEntry, ActionSpace, NONE, Payments, station_price};
use capolinea_engine::cards::Price;
use capolinea_engine::rules::MAX_PRICE;
use capolinea_engine::{CardCounts, Color, Own, Phase, View};

/// The most payments of one price: nine cards in any of eight colours; wilds alone, for stations of several prices.
const MAX_PATTERN: usize = 8 * MAX_PRICE + MAX_PRICE;

impl ActionSpace {
    /// Writes 1 (or `true`) for every number that is legal for the viewer and 0 (or `false`) for all others. Nothing is legal for a spectator, or while
    /// others decide.
    ///
    /// # Panics
    /// The mask has another length than [`ActionSpace::len`].
    pub fn write_mask<M: Copy + From<bool>>(&self, view: &View<'_>, mask: &mut [M]) {
        assert_eq!(mask.len(), self.len(), "the mask has one place for each action");
        mask.fill(M::from(false));
        match (view.public.phase, view.own) {
            (Phase::Turn { seat }, Some(own)) if seat == own.seat => self.turn(view, own, mask),
            _ => self.listed(view, mask),
        }
    }

    /// The numbers that are legal now, in increasing order.
    pub fn legal(&self, view: &View<'_>) -> Vec<usize> {
        let mut mask = vec![false; self.len()];
        self.write_mask(view, &mut mask);
        mask.iter().enumerate().filter(|(_, legal)| **legal).map(|(number, _)| number).collect()
    }

    /// Decisions within a turn and before the first one have few actions: each is looked up by itself.
    fn listed<M: Copy + From<bool>>(&self, view: &View<'_>, mask: &mut [M]) {
        for action in view.legal_actions().iter() {
            if let Some(number) = self.number(view, action) {
                mask[number] = M::from(true);
            }
        }
    }

    fn turn<M: Copy + From<bool>>(&self, view: &View<'_>, own: &Own, mask: &mut [M]) {
        let starts = &self.starts;
        let mut draws = false;
        if view.can_draw_cards() {
            for card in view.public.market.iter().flatten() {
                mask[usize::from(starts.draw_card) + card.index()] = M::from(true);
                draws = true;
            }
            mask[usize::from(starts.draw_blind)] = M::from(view.public.deck_size > 0);
            draws |= view.public.deck_size > 0;
        }
        let has_tickets = view.public.tickets_left() > 0;
        mask[usize::from(starts.draw_tickets)] = M::from(has_tickets);
        let claims = self.claim_mask(view, own, mask);
        let stations = self.station_mask(view, own, mask);
        mask[usize::from(starts.pass)] = M::from(!(draws || has_tickets || claims || stations));
    }

    fn claim_mask<M: Copy + From<bool>>(&self, view: &View<'_>, own: &Own, mask: &mut [M]) -> bool {
        let payable = view.payable_routes(own.seat, &own.hand);
        if payable.is_empty() {
            return false;
        }
        let mut pattern = [M::from(false); MAX_PATTERN];
        for class in &self.classes {
            let routes = class.routes.intersection(payable);
            if routes.is_empty() {
                continue;
            }
            let len = self.pattern(&own.hand, class.price, class.price.cards, 1, &mut pattern);
            for route in routes {
                let start = usize::from(self.claims[route.index()]);
                mask[start..start + len].copy_from_slice(&pattern[..len]);
            }
        }
        true
    }

    fn station_mask<M: Copy + From<bool>>(&self, view: &View<'_>, own: &Own, mask: &mut [M]) -> bool {
        let Some(price) = station_price(view) else { return false };
        if price.ways(&own.hand) == 0 {
            return false;
        }
        let mut pattern = [M::from(false); MAX_PATTERN];
        let len = self.pattern(&own.hand, price, self.station_price, usize::from(self.station_price), &mut pattern);
        let mut some = false;
        for (location, &start) in view.map.location_ids().zip(&self.stations) {
            if start != NONE && view.public.station_owner(location).is_none() {
                mask[usize::from(start)..usize::from(start) + len].copy_from_slice(&pattern[..len]);
                some = true;
            }
        }
        some
    }

    /// Which payments of a price a hand allows, in the order of their numbers; how many numbers there are.
    fn pattern<M: Copy + From<bool>>(
        &self,
        hand: &CardCounts,
        price: Price,
        most: u8,
        alone: usize,
        pattern: &mut [M; MAX_PATTERN],
    ) -> usize {
        match self.payments {
            Payments::All => every_payment(hand, price, most, alone, pattern),
            Payments::FewestWilds => {
                let pays = |color: Color| {
                    let wilds = price.wilds.max(price.cards.saturating_sub(hand.count(color)));
                    wilds <= hand.wilds() && wilds < price.cards
                };
                if price.color.is_some() {
                    pattern[0] = M::from(true);
                    return 1;
                }
                for color in Color::ALL {
                    pattern[color.index()] = M::from(pays(color));
                }
                pattern[Color::ALL.len()] = M::from(hand.wilds() >= price.cards);
                Color::ALL.len() + 1
            }
        }
    }

    /// Whether a number stands for an action that depends on the hand or the market.
    pub fn depends_on_view(&self, number: usize) -> bool {
        self.entries.get(number).is_some_and(|entry| !matches!(entry, ActionEntry::Fixed(_)))
    }
}

/// The numbers are those for a price of `most` cards, followed by `alone` payments of wilds only, from `most` wilds down.
fn every_payment<M: Copy + From<bool>>(
    hand: &CardCounts,
    price: Price,
    most: u8,
    alone: usize,
    pattern: &mut [M; MAX_PATTERN],
) -> usize {
    let span = usize::from(most - price.wilds);
    let mut at = 0;
    let mut color = |held: u8| {
        let fewest = price.wilds.max(price.cards.saturating_sub(held));
        let above = hand.wilds().min(price.cards - 1) + 1;
        for (place, legal) in pattern[at..at + span].iter_mut().enumerate() {
            let wilds = price.wilds + place as u8;
            *legal = M::from(wilds >= fewest && wilds < above);
        }
        at += span;
    };
    match price.color {
        Some(asked) => color(hand.count(asked)),
        None => hand.colors().into_iter().for_each(color),
    }
    for (place, legal) in pattern[at..at + alone].iter_mut().enumerate() {
        *legal = M::from(most - place as u8 == price.cards && hand.wilds() >= price.cards);
    }
    at + alone
}
