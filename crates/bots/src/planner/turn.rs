//! A turn: claim what is planned, collect what it costs, draw tickets, or score points.

use super::plan::Plan;
use super::weights::Weights;
use crate::choices::{favourite, open_routes, slot_of, ways_to_claim};
use capolinea_engine::action::Action;
use capolinea_engine::cards::{ByColor, Card, Color, Payment};
use capolinea_engine::ids::{RouteId, RouteSet, TicketSet};
use capolinea_engine::map::Map;
use capolinea_engine::mechanics::stations::best_borrowing;
use capolinea_engine::network::Components;
use capolinea_engine::phase::Phase;
use capolinea_engine::view::{Own, View};

/// What to do in a turn, or with its second card.
pub(super) fn choose(view: &View<'_>, own: &Own, weights: &Weights, plan: &Plan) -> Option<Action> {
    let turn = Turn::new(view, own, weights, plan);
    if matches!(view.public.phase, Phase::SecondCard { .. }) {
        return turn.draw();
    }
    if view.public.turns_left.is_some() {
        return turn.last().or_else(|| turn.draw());
    }
    if let Some(station) = turn.station_to_rescue() {
        return Some(station);
    }
    if turn.todo.is_empty() && turn.wants_tickets() {
        return Some(Action::DrawTickets);
    }
    turn.claim().or_else(|| turn.draw())
}

struct Turn<'a> {
    view: &'a View<'a>,
    own: &'a Own,
    weights: &'a Weights,
    plan: &'a Plan,
    /// The routes to claim: those planned, or one for its points.
    todo: RouteSet,
    /// How many cards of each colour these ask for.
    needed: ByColor<u8>,
}

impl<'a> Turn<'a> {
    fn new(view: &'a View<'a>, own: &'a Own, weights: &'a Weights, plan: &'a Plan) -> Self {
        let mine = view.public.seats[own.seat].routes;
        let mut turn = Turn { view, own, weights, plan, todo: plan.routes.without(mine), needed: ByColor([0; 8]) };
        if turn.todo.is_empty() && !turn.wants_tickets() {
            turn.todo = turn.route_for_points().into_iter().collect();
        }
        for route in turn.todo.map(|route| view.map.route(route)) {
            if let Some(color) = route.color {
                turn.needed[color] += route.cards;
            }
        }
        turn
    }

    /// The share of its pieces that the player nearest to the end has left.
    fn least_share(&self, include_own: bool) -> f32 {
        let all: u8 = self.view.map.rules.fleets.iter().map(|fleet| fleet.count).sum();
        let seats = Map::seats(self.view.public.players).filter(|&seat| include_own || seat != self.own.seat);
        let least = seats.map(|seat| self.view.public.seats[seat].pieces_left()).min().unwrap_or(all);
        f32::from(least) / f32::from(all)
    }

    fn own_share(&self) -> f32 {
        let all: u8 = self.view.map.rules.fleets.iter().map(|fleet| fleet.count).sum();
        f32::from(self.view.public.seats[self.own.seat].pieces_left()) / f32::from(all)
    }

    fn wants_tickets(&self) -> bool {
        self.view.public.tickets_left() > 0
            && self.own_share() >= self.weights.tickets_own_share
            && self.least_share(false) >= self.weights.tickets_other_share
    }

    /// How many cards the hand lacks for a route, wilds counted in.
    fn missing(&self, route: RouteId) -> u8 {
        let route = self.view.map.route(route);
        let held = route.color.map_or_else(|| self.own.hand.most(), |color| self.own.hand.of(color));
        route.cards.saturating_sub(held + self.own.hand.wilds())
    }

    /// The route that brings most points for what it still costs.
    fn route_for_points(&self) -> Option<RouteId> {
        let worth = |route: RouteId| {
            f32::from(self.view.map.route(route).points)
                / (1.0 + self.weights.points_missing * f32::from(self.missing(route)))
        };
        open_routes(self.view, self.own.seat).max_by(|&a, &b| worth(a).total_cmp(&worth(b)))
    }

    /// The best way to pay for a route, and what it gives up: wilds, and cards that other planned routes need.
    fn payment(&self, route: RouteId) -> Option<(Payment, f32)> {
        let facts = self.view.map.route(route);
        let given_up = |payment: Payment| {
            let spent = facts.cards - payment.wilds;
            let stolen = payment.color.map_or(0, |color| {
                let for_this = if facts.color == Some(color) { facts.cards } else { 0 };
                let elsewhere = self.needed[color].saturating_sub(for_this);
                (elsewhere + spent).saturating_sub(self.own.hand.of(color)).min(spent)
            });
            let wilds = payment.wilds - facts.wilds.min(payment.wilds);
            self.weights.spared_wild * f32::from(wilds) + self.weights.needed_card * f32::from(stolen)
        };
        ways_to_claim(self.view, self.own, route)
            .map(|payment| (payment, given_up(payment)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The best planned claim, unless it is better to wait.
    fn claim(&self) -> Option<Action> {
        let claims = self.todo.filter(|route| !self.view.public.unavailable.contains(*route)).filter_map(|route| {
            let (payment, given_up) = self.payment(route)?;
            let facts = self.view.map.route(route);
            let is_narrow = facts.parallels.without(self.view.public.unavailable).is_empty();
            let hurry = if is_narrow { self.weights.narrow / f32::from(facts.spaces) } else { 0.0 };
            let points = self.weights.claim_points * f32::from(facts.points);
            let worth = points + self.weights.claim_now + hurry - given_up;
            Some((worth, Action::ClaimRoute { route, payment }))
        });
        let (worth, action) = claims.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let can_wait = self.own.hand.total() < self.weights.patience as usize
            && self.least_share(true) > self.weights.hurry_share
            && self.view.public.deck_size > 0;
        (worth > 0.0 || !can_wait).then_some(action)
    }

    /// Draws what the planned routes need.
    fn draw(&self) -> Option<Action> {
        let public = self.view.public;
        let is_first = matches!(public.phase, Phase::Turn { .. });
        let lacks_one = |route: RouteId| {
            let facts = self.view.map.route(route);
            self.missing(route) == 1 || facts.wilds > self.own.hand.wilds()
        };
        if is_first
            && { self.todo }.any(lacks_one)
            && let Some(slot) = slot_of(self.view, Card::Wild)
            && self.todo.len() as f32 <= self.weights.wild_for_routes
        {
            return Some(Action::DrawOpen { slot });
        }
        let best = Color::ALL
            .into_iter()
            .filter_map(|color| Some((self.wish(color), slot_of(self.view, Card::Color(color))?)))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((wish, slot)) = best
            && (wish > 0.0 || public.deck_size == 0)
        {
            return Some(Action::DrawOpen { slot });
        }
        (public.deck_size > 0).then_some(Action::DrawBlind)
    }

    /// How much one more card of a colour would help: more for routes that are nearly paid.
    fn wish(&self, color: Color) -> f32 {
        let held = self.own.hand.of(color);
        let mut wish = 0.0;
        for route in self.todo.map(|route| self.view.map.route(route)) {
            let wanted = match route.color {
                Some(asked) => asked == color && held < self.needed[color],
                None => color == favourite(&self.own.hand) && held < self.needed[color] + route.cards,
            };
            if wanted {
                let missing = route.cards.saturating_sub(held).max(1);
                wish += 1.0 + 1.0 / f32::from(missing);
            }
        }
        wish
    }

    /// The last turn: what brings most points now, tickets completed included.
    fn last(&self) -> Option<Action> {
        let (claim, station) = (self.best_last_claim(), self.best_station());
        let best = claim.into_iter().chain(station).max_by_key(|(worth, _)| *worth);
        best.filter(|(worth, _)| *worth > 0).map(|(_, action)| action)
    }

    fn best_last_claim(&self) -> Option<(i32, Action)> {
        let mine = self.view.public.seats[self.own.seat].routes;
        let open = self.open_tickets();
        open_routes(self.view, self.own.seat)
            .filter_map(|route| {
                let (payment, _) = self.payment(route)?;
                let mut with = mine;
                with.insert(route);
                let joined = Components::of(self.view.map, with);
                let completed = { open }.filter(|&ticket| joined.joins(self.view.map.ticket(ticket)));
                let tickets: i32 = completed.map(|ticket| 2 * i32::from(self.view.map.ticket(ticket).points)).sum();
                let points = i32::from(self.view.map.route(route).points);
                Some((points + tickets, Action::ClaimRoute { route, payment }))
            })
            .max_by_key(|(worth, _)| *worth)
    }

    fn open_tickets(&self) -> TicketSet {
        let joined = Components::of(self.view.map, self.view.public.seats[self.own.seat].routes);
        self.own.tickets.filter(|&ticket| !joined.joins(self.view.map.ticket(ticket))).collect()
    }

    /// A station, late in the game, for a ticket that own routes won't complete.
    fn station_to_rescue(&self) -> Option<Action> {
        let is_late = self.least_share(true) <= self.weights.station_share;
        if self.plan.dropped.is_empty() || !is_late {
            return None;
        }
        self.best_station().filter(|(worth, _)| *worth > 0).map(|(_, action)| action)
    }

    /// The station that would win most with the routes that others have now, less what it costs.
    fn best_station(&self) -> Option<(i32, Action)> {
        let stations = self.view.map.stations()?;
        let player = &self.view.public.seats[self.own.seat];
        let built = usize::from(player.stations_built());
        let cards = *stations.costs.get(built)?;
        let points =
            |tickets: TicketSet| tickets.map(|ticket| i32::from(self.view.map.ticket(ticket).points)).sum::<i32>();
        let now = points(best_borrowing(self.view.map, self.view.public, self.own.seat, self.own.tickets).completed);
        let price = capolinea_engine::cards::Price { color: None, cards, wilds: 0 };
        let payment = crate::choices::thrifty_payment(&self.own.hand, price)?;
        let sites = self.view.map.location_ids().filter(|&city| self.view.public.station_owner(city).is_none());
        let worth = |location| {
            let mut public = *self.view.public;
            public.seats[self.own.seat].stations[built] = Some(location);
            let then = points(best_borrowing(self.view.map, &public, self.own.seat, self.own.tickets).completed);
            2 * (then - now) - i32::from(stations.unused_points) - i32::from(cards)
        };
        let (worth, location) = sites.map(|city| (worth(city), city)).max_by_key(|(worth, _)| *worth)?;
        Some((worth, Action::BuildStation { location, payment }))
    }
}
