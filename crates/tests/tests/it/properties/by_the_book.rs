//! Whether an action is legal, read off the rules one by one, without the engine's tables, sets or checks.

use capolinea_engine::map::LocationKind;
use capolinea_engine::position::Position;
use capolinea_engine::rules::StartDeal;
use capolinea_engine::{Action, Card, CardCounts, LocationId, Map, Payment, Phase, RouteId, Seat};

/// A position in which somebody wants to do something.
pub struct Book<'a> {
    pub map: &'a Map,
    pub position: &'a Position,
    pub seat: Seat,
}

impl Book<'_> {
    /// Whether the rules allow an action. A pass is asked about elsewhere: it depends on all others (C18).
    pub fn allows(&self, action: Action) -> bool {
        let public = &self.position.public;
        if self.seat.0 >= public.players || !self.is_asked() {
            return false;
        }
        match (public.phase, action) {
            (Phase::ChoosingSplits { .. }, Action::ChooseSplit { first, second }) => {
                let StartDeal::Split(count) = self.map.rules().start.deal else { return false };
                self.split_fits(count, [first, second])
            }
            (Phase::ChoosingSplit { .. }, Action::ChooseSplit { first, second }) => {
                self.split_fits(self.map.rules().draw.count, [first, second])
            }
            (Phase::ChoosingTickets { .. }, Action::KeepTickets { offered }) => {
                self.keep_fits(usize::from(self.map.rules().start.keep), offered)
            }
            (Phase::KeepingTickets { .. }, Action::KeepTickets { offered }) => {
                self.keep_fits(usize::from(self.map.rules().draw.keep), offered)
            }
            (Phase::PlacingTourists { .. }, Action::PlaceTourists { kind, location }) => {
                let kinds = self.map.tourists().map_or(0, |tourists| tourists.kinds.len());
                let stacks = &public.tourists[..kinds];
                self.is_location(location)
                    && stacks.get(kind.index()).is_some_and(|stack| stack.location.is_none())
                    && stacks.iter().all(|stack| stack.location != Some(location))
            }
            (Phase::Turn { .. }, Action::DrawOpen { slot }) => {
                // C15: by the letter of three rulebooks; the other two are silent.
                let needs_deck = ["usa", "europe", "germany"].contains(&self.map.id());
                self.open_card(slot).is_some() && !(needs_deck && self.position.deck.is_empty())
            }
            (Phase::SecondCard { .. }, Action::DrawOpen { slot }) => {
                self.open_card(slot).is_some_and(|card| card != Card::Wild)
            }
            (Phase::Turn { .. } | Phase::SecondCard { .. }, Action::DrawBlind) => !self.position.deck.is_empty(),
            (Phase::Turn { .. }, Action::DrawTickets) => self.position.ticket_decks.iter().any(|deck| !deck.is_empty()),
            (Phase::Turn { .. }, Action::ClaimRoute { route, payment }) => self.may_claim(route, payment),
            (Phase::Turn { .. }, Action::BuildStation { location, payment }) => self.may_build(location, payment),
            (Phase::PayingTunnel { laid, extra, .. }, Action::PayTunnel { wilds }) => {
                let rest = extra.checked_sub(wilds);
                let has_rest = |rest| match laid.color {
                    Some(color) => self.hand().count(color) >= rest,
                    None => rest == 0,
                };
                rest.is_some_and(has_rest) && self.hand().wilds() >= wilds
            }
            (Phase::PayingTunnel { .. }, Action::LeaveTunnel) => true,
            (Phase::TakingPassengers { ends, .. }, Action::TakePassenger { location, color }) => {
                ends.contains(&Some(location))
                    && public.passengers_at(self.map, location).any(|waiting| waiting == color)
            }
            (Phase::TakingPassengers { .. }, Action::LeavePassengers) => true,
            (Phase::TakingTourist { route, .. }, Action::TakeTourist { location }) => {
                let facts = self.map.route(route);
                location == facts.a || location == facts.b
            }
            _ => false,
        }
    }

    /// Whether the game waits for this player.
    fn is_asked(&self) -> bool {
        match self.position.public.phase {
            Phase::ChoosingSplits { waiting } | Phase::ChoosingTickets { waiting } => waiting.contains(self.seat),
            Phase::PlacingTourists { seat }
            | Phase::Turn { seat }
            | Phase::SecondCard { seat }
            | Phase::ChoosingSplit { seat }
            | Phase::KeepingTickets { seat }
            | Phase::PayingTunnel { seat, .. }
            | Phase::TakingPassengers { seat, .. }
            | Phase::TakingTourist { seat, .. } => seat == self.seat,
            Phase::Over => false,
        }
    }

    fn hand(&self) -> &CardCounts {
        &self.position.own[self.seat].hand
    }

    fn is_location(&self, location: LocationId) -> bool {
        location.index() < self.map.locations().len()
    }

    fn open_card(&self, slot: u8) -> Option<Card> {
        self.position.public.market.get(usize::from(slot)).copied().flatten()
    }

    /// G02: as many as are to be drawn, or all that are left, and no more than each deck has.
    fn split_fits(&self, count: u8, split: [u8; 2]) -> bool {
        let left = self.position.ticket_decks.each_ref().map(Vec::len);
        let asked = split.map(usize::from);
        asked.iter().sum::<usize>() == usize::from(count).min(left.iter().sum())
            && asked[0] <= left[0]
            && asked[1] <= left[1]
    }

    /// C03, C17: enough of those offered, and none that was not.
    fn keep_fits(&self, least: usize, chosen: u8) -> bool {
        let offered = self.position.own[self.seat].offer.tickets().len();
        let kept: Vec<usize> = (0..8).filter(|bit| chosen >> bit & 1 == 1).collect();
        kept.len() >= least.min(offered) && kept.iter().all(|&bit| bit < offered)
    }

    /// C20–C24, E02, B03.
    fn may_claim(&self, route: RouteId, payment: Payment) -> bool {
        let (map, public) = (self.map, &self.position.public);
        let Some(facts) = map.routes().get(route.index()) else { return false };
        if !self.can_pay(facts.cards, payment) {
            return false;
        }
        let has_few_players = public.players <= map.rules().single_lane_up_to;
        let is_parallel = |other: RouteId| {
            let ends = [map.route(other).a, map.route(other).b];
            ends.contains(&facts.a) && ends.contains(&facts.b)
        };
        for owner in Map::seats(public.players) {
            let in_the_way =
                |other: RouteId| other == route || is_parallel(other) && (owner == self.seat || has_few_players);
            if public.seats[owner].routes.into_iter().any(in_the_way) {
                return false;
            }
        }
        public.seats[self.seat].pieces[facts.fleet.index()] >= facts.spaces
            && (facts.color.is_none() || payment.color.is_none() || payment.color == facts.color)
            && payment.wilds >= facts.wilds
    }

    /// E06.
    fn may_build(&self, location: LocationId, payment: Payment) -> bool {
        let public = &self.position.public;
        let Some(stations) = self.map.stations() else { return false };
        let built = public.seats[self.seat].stations.iter().flatten().count();
        let is_taken = |seat: Seat| public.seats[seat].stations.contains(&Some(location));
        self.is_location(location)
            && self.map.location(location).kind != LocationKind::Country
            && !Map::seats(public.players).any(is_taken)
            && stations.costs.get(built).is_some_and(|&price| self.can_pay(price, payment))
    }

    /// C20: so many cards, wilds and the rest of one colour; wilds alone are written without one.
    fn can_pay(&self, price: u8, payment: Payment) -> bool {
        let Some(rest) = price.checked_sub(payment.wilds) else { return false };
        let has_rest = match payment.color {
            Some(color) => rest > 0 && self.hand().count(color) >= rest,
            None => rest == 0,
        };
        has_rest && self.hand().wilds() >= payment.wilds
    }
}
