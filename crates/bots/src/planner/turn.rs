//! A turn: claim what is planned, collect what it costs, draw tickets, or score points.

use super::extras::Extras;
use super::plan::RoutePlan;
use super::weights::Weights;
use crate::choices::{favourite, least_share, slot_of, ways_to_claim};
use capolinea_engine::analysis::Components;
use capolinea_engine::cards::ByColor;
use capolinea_engine::ids::LocationSet;
use capolinea_engine::map::Route;
use capolinea_engine::mechanics::stations::{best_borrowing, free_sites};
use capolinea_engine::rules::MAX_FLEETS;
use capolinea_engine::{Action, Card, LocationId, Map, Own, Payment, Phase, RouteId, RouteSet, TicketSet, View};

/// The action in a turn, or with its second card. The `aim` of the first card is that of the second.
pub(super) fn choose(
    view: &View<'_>,
    own: &Own,
    weights: &Weights,
    plan: &RoutePlan,
    extras: Option<&Extras>,
    aim: &mut Option<RouteId>,
) -> Option<Action> {
    let turn = Turn::new(view, own, weights, plan, extras, aim);
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
    turn.claim().or_else(|| turn.draw()).or_else(|| turn.claim_instead())
}

/// The value of pieces that the plan needs.
const TAKEN_FROM_THE_PLAN: f32 = 100.0;

struct Turn<'a> {
    view: &'a View<'a>,
    own: &'a Own,
    weights: &'a Weights,
    plan: &'a RoutePlan,
    /// The routes to claim: those planned, or one for its points.
    todo: RouteSet,
    /// How many cards of each colour these ask for.
    needed: ByColor<u8>,
    /// How many cards there are of the colour held most.
    most: u8,
    /// The passengers and tokens at the ends of routes; none on most maps.
    extras: Option<&'a Extras>,
}

impl<'a> Turn<'a> {
    fn new(
        view: &'a View<'a>,
        own: &'a Own,
        weights: &'a Weights,
        plan: &'a RoutePlan,
        extras: Option<&'a Extras>,
        aim: &mut Option<RouteId>,
    ) -> Self {
        let mine = view.public.seats[own.seat].routes;
        let is_turn = matches!(view.public.phase, Phase::Turn { .. });
        let todo = plan.routes.without(mine);
        let mut turn = Turn { view, own, weights, plan, todo, needed: ByColor([0; 8]), most: own.hand.most(), extras };
        if turn.todo.is_empty() && !turn.wants_tickets() {
            if is_turn || aim.is_none() {
                *aim = turn.route_for_points();
            }
            turn.todo = aim.iter().copied().collect();
        }
        for route in turn.todo.iter().map(|route| view.map.route(route)) {
            if let Some(color) = route.color {
                turn.needed[color] += route.cards;
            }
        }
        turn
    }

    /// The share of its pieces that the player nearest to the end has left.
    fn least_share(&self, include_own: bool) -> f32 {
        let seats = Map::seats(self.view.public.players).filter(|&seat| include_own || seat != self.own.seat);
        least_share(self.view.map, self.view.public, seats)
    }

    fn own_share(&self) -> f32 {
        least_share(self.view.map, self.view.public, std::iter::once(self.own.seat))
    }

    fn wants_tickets(&self) -> bool {
        self.view.public.tickets_left() > 0
            && self.own_share() >= self.weights.tickets_own_share
            && self.least_share(false) >= self.weights.tickets_other_share
    }

    /// How many cards the hand lacks for a route, wilds counted in.
    fn missing(&self, route: RouteId) -> u8 {
        let route = self.view.map.route(route);
        let held = route.color.map_or(self.most, |color| self.own.hand.count(color));
        route.cards.saturating_sub(held + self.own.hand.wilds())
    }

    /// The route that brings most points for what it still costs: its own, what waits at its ends, a longer path.
    fn route_for_points(&self) -> Option<RouteId> {
        let longer = self.view.map.longest_path().map_or(0.0, |bonus| self.weights.longest * f32::from(bonus.points));
        let loose = self.loose_ends();
        let less = self.less_by_missing();
        let open = self.view.open_routes(self.own.seat);
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for (points, routes) in self.view.map.routes_by_points() {
            // All that follow have fewer points, and a claim brings nothing else.
            if self.extras.is_none() && f32::from(points) + longer < most {
                break;
            }
            for id in open.intersection(routes) {
                let route = self.view.map.route(id);
                let goes_on = loose.contains(route.a) || loose.contains(route.b);
                let gain = self.gain(id) + if goes_on { longer } else { 0.0 };
                // Missing cards can only lower it.
                if gain >= most {
                    let worth = gain * less[usize::from(self.missing(id)).min(less.len() - 1)];
                    // Of routes that are worth the same, the last.
                    if worth > most || worth == most && Some(id) > best {
                        (best, most) = (Some(id), worth);
                    }
                }
            }
        }
        best
    }

    /// The share of a route's value that counts, by the number of missing cards: computed once, because a division is slow.
    fn less_by_missing(&self) -> [f32; 16] {
        std::array::from_fn(|missing| 1.0 / (1.0 + self.weights.points_missing * missing as f32))
    }

    /// Where an odd number of the player's routes meet: a path could go on from there.
    fn loose_ends(&self) -> LocationSet {
        let mine = self.view.public.seats[self.own.seat].routes.iter().map(|route| self.view.map.route(route));
        mine.fold(LocationSet::EMPTY, |loose, route| LocationSet(loose.0 ^ 1 << route.a.0 ^ 1 << route.b.0))
    }

    /// The best way to pay for a route, and its opportunity cost: wilds, and cards that other planned routes need.
    fn payment(&self, route: RouteId) -> Option<(Payment, f32)> {
        if self.missing(route) > 0 {
            return None;
        }
        let facts = self.view.map.route(route);
        let given_up = |payment: Payment| {
            let spent = facts.cards - payment.wilds;
            let stolen = payment.color.map_or(0, |color| {
                let for_this = if facts.color == Some(color) { facts.cards } else { 0 };
                let elsewhere = self.needed[color].saturating_sub(for_this);
                (elsewhere + spent).saturating_sub(self.own.hand.count(color)).min(spent)
            });
            let wilds = payment.wilds - facts.wilds.min(payment.wilds);
            self.weights.spared_wild * f32::from(wilds) + self.weights.needed_card * f32::from(stolen)
        };
        ways_to_claim(self.view, self.own, route)
            .map(|payment| (payment, given_up(payment)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The best claim, planned or for what waits at its ends, unless it is better to wait.
    fn claim(&self) -> Option<Action> {
        let mut best = None;
        for id in self.todo.without(self.view.public.unavailable) {
            let worth = self.weights.claim_points * self.gain(id) + self.weights.claim_now + self.hurry(id);
            self.improve(&mut best, id, worth, f32::NEG_INFINITY);
        }
        if self.extras.is_some() {
            let (spare, least) = (self.spare_pieces(), self.weights.unplanned * self.least_share(true));
            let fits = |route: &Route| spare[route.fleet.index()] >= route.spaces;
            for id in self.view.payable_routes(self.own.seat, &self.own.hand).without(self.todo) {
                let worth = self.weights.unplanned_points * self.gain(id) - least;
                if worth > 0.0 && fits(self.view.map.route(id)) {
                    self.improve(&mut best, id, worth, 0.0);
                }
            }
        }
        let (worth, action) = best?;
        let can_wait = self.own.hand.total() < self.weights.patience as usize
            && self.least_share(true) > self.weights.hurry_share
            && self.view.public.deck_size > 0;
        (worth > 0.0 || !can_wait).then_some(action)
    }

    /// A claim when no cards can be drawn, which is better than unwanted tickets: the one with the most points for its
    /// opportunity cost, with pieces the plan can spare if possible.
    fn claim_instead(&self) -> Option<Action> {
        let spare = self.spare_pieces();
        let mut best = None;
        for id in self.view.payable_routes(self.own.seat, &self.own.hand) {
            let route = self.view.map.route(id);
            let is_spare = self.todo.contains(id) || spare[route.fleet.index()] >= route.spaces;
            let worth = self.weights.claim_points * self.gain(id) - if is_spare { 0.0 } else { TAKEN_FROM_THE_PLAN };
            self.improve(&mut best, id, worth, f32::NEG_INFINITY);
        }
        best.map(|(_, action)| action)
    }

    /// Takes a claim of this worth, less its opportunity cost, if that is more than the best one's and than `least`.
    fn improve(&self, best: &mut Option<(f32, Action)>, route: RouteId, worth: f32, least: f32) {
        let least = best.map_or(least, |(worth, _)| worth.max(least));
        // A payment can only lower the worth, so most claims need no closer look.
        if worth > least
            && let Some((payment, given_up)) = self.payment(route)
            && worth - given_up > least
        {
            *best = Some((worth - given_up, Action::ClaimRoute { route, payment }));
        }
    }

    /// The pieces that the planned routes don't need.
    fn spare_pieces(&self) -> [u8; MAX_FLEETS] {
        let mut pieces = self.view.public.seats[self.own.seat].pieces;
        for route in self.todo.iter().map(|route| self.view.map.route(route)) {
            let left = &mut pieces[route.fleet.index()];
            *left = left.saturating_sub(route.spaces);
        }
        pieces
    }

    /// The immediate gain of a claim: the route's points, and the passengers or tokens at its ends.
    fn gain(&self, route: RouteId) -> f32 {
        f32::from(self.view.map.route(route).points) + self.extras_along(route)
    }

    fn extras_along(&self, route: RouteId) -> f32 {
        self.extras.map_or(0.0, |extras| extras.along(self.view.map.route(route)))
    }

    /// The value of securing a route.
    fn hurry(&self, route: RouteId) -> f32 {
        let facts = self.view.map.route(route);
        let is_narrow = facts.parallels.without(self.view.public.unavailable).is_empty();
        if is_narrow { self.weights.narrow / f32::from(facts.spaces) } else { 0.0 }
    }

    /// Draws what the planned routes need; nothing where no card may be drawn (C15).
    fn draw(&self) -> Option<Action> {
        let public = self.view.public;
        let is_first = matches!(public.phase, Phase::Turn { .. });
        if is_first && !self.view.can_draw_cards() {
            return None;
        }
        let lacks_one = |route: RouteId| {
            let facts = self.view.map.route(route);
            self.missing(route) == 1 || facts.wilds > self.own.hand.wilds()
        };
        if is_first
            && self.todo.iter().any(lacks_one)
            && let Some(slot) = slot_of(self.view, Card::Wild)
            && self.todo.len() as f32 <= self.weights.wild_for_routes
        {
            return Some(Action::DrawOpen { slot });
        }
        let wishes = self.wishes();
        let offered = public.market.iter().enumerate().filter_map(|(slot, card)| match card {
            Some(Card::Color(color)) => Some((wishes[*color], slot as u8)),
            Some(Card::Wild) | None => None,
        });
        if let Some((wish, slot)) = offered.rev().max_by(|a, b| a.0.total_cmp(&b.0))
            && (wish > 0.0 || public.deck_size == 0)
        {
            return Some(Action::DrawOpen { slot });
        }
        (public.deck_size > 0).then_some(Action::DrawBlind)
    }

    /// How much one more card of each colour would help: more for routes that are nearly paid.
    fn wishes(&self) -> ByColor<f32> {
        let mut wishes = ByColor([0.0; 8]);
        let favourite = favourite(&self.own.hand);
        for route in self.todo.iter().map(|route| self.view.map.route(route)) {
            let color = route.color.unwrap_or(favourite);
            let held = self.own.hand.count(color);
            let elsewhere = if route.color.is_some() { 0 } else { route.cards };
            if held < self.needed[color] + elsewhere {
                let missing = route.cards.saturating_sub(held).max(1);
                wishes[color] += 1.0 + 1.0 / f32::from(missing);
            }
        }
        wishes
    }

    /// The last turn: the claim that scores most now, completed tickets included.
    fn last(&self) -> Option<Action> {
        let (claim, station) = (self.best_last_claim(), self.best_station());
        let best = claim.into_iter().chain(station).max_by_key(|(worth, _)| *worth);
        best.filter(|(worth, _)| *worth > 0).map(|(_, action)| action)
    }

    fn best_last_claim(&self) -> Option<(i32, Action)> {
        let map = self.view.map;
        let joined = Components::new(map, self.view.public.seats[self.own.seat].routes);
        let open = self.own.tickets.iter().filter(|&ticket| !joined.joins(map.ticket(ticket))).collect::<TicketSet>();
        let mut best: Option<(i32, Action)> = None;
        for id in self.view.payable_routes(self.own.seat, &self.own.hand) {
            let route = map.route(id);
            let completed = if open.is_empty() { 0 } else { self.points_completed(open, joined, route) };
            let worth = self.gain(id).round() as i32 + completed;
            if best.is_none_or(|(most, _)| worth > most)
                && let Some((payment, _)) = self.payment(id)
            {
                best = Some((worth, Action::ClaimRoute { route: id, payment }));
            }
        }
        best
    }

    /// The gain from tickets that one more route would complete: their points won instead of lost.
    fn points_completed(&self, open: TicketSet, mut joined: Components, route: &Route) -> i32 {
        joined.join(route.nodes);
        let completed = open.iter().map(|ticket| self.view.map.ticket(ticket)).filter(|ticket| joined.joins(ticket));
        completed.map(|ticket| 2 * i32::from(ticket.points)).sum()
    }

    /// A station, late in the game, for a ticket that own routes won't complete.
    fn station_to_rescue(&self) -> Option<Action> {
        let is_late = self.least_share(true) <= self.weights.station_share;
        if self.plan.dropped.is_empty() || !is_late {
            return None;
        }
        self.best_station().filter(|(worth, _)| *worth > 0).map(|(_, action)| action)
    }

    /// The free cities where a station could borrow a route that joins separate groups; `None` if the routes of all others together
    /// would complete no ticket. Looking closely at a site takes time, so most of them are left out.
    fn helpful_sites(&self) -> Option<LocationSet> {
        let (map, public) = (self.view.map, self.view.public);
        map.stations()?;
        let mine = public.seats[self.own.seat].routes;
        let others = Map::seats(public.players).filter(|&seat| seat != self.own.seat);
        let borrowable = others.fold(RouteSet::EMPTY, |all, seat| all.union(public.seats[seat].routes));
        let (own, all) = (Components::new(map, mine), Components::new(map, mine.union(borrowable)));
        let mut tickets = self.own.tickets.iter().map(|ticket| map.ticket(ticket));
        if !tickets.any(|ticket| all.joins(ticket) && !own.joins(ticket)) {
            return None;
        }
        let joins = |route: RouteId| {
            let mut joined = own;
            joined.join(map.route(route).nodes)
        };
        let is_helpful = |city: &LocationId| map.location(*city).routes.intersection(borrowable).iter().any(joins);
        Some(free_sites(*self.view).iter().filter(is_helpful).collect())
    }

    /// The station that would win most with the routes that others have now, less what it costs. Sites that surely complete no
    /// ticket are left out: their stations only cost.
    fn best_station(&self) -> Option<(i32, Action)> {
        self.best_station_at(self.helpful_sites()?)
    }

    fn best_station_at(&self, sites: LocationSet) -> Option<(i32, Action)> {
        let stations = self.view.map.stations()?;
        let price = self.view.next_station_price()?;
        let built = usize::from(self.view.public.seats[self.own.seat].stations_built());
        let points = |tickets: TicketSet| {
            tickets.iter().map(|ticket| i32::from(self.view.map.ticket(ticket).points)).sum::<i32>()
        };
        let now = points(best_borrowing(self.view.map, self.view.public, self.own.seat, self.own.tickets).completed);
        let payment = crate::choices::thrifty_payment(&self.own.hand, price)?;
        let worth = |location| {
            let mut public = *self.view.public;
            public.seats[self.own.seat].stations[built] = Some(location);
            let then = points(best_borrowing(self.view.map, &public, self.own.seat, self.own.tickets).completed);
            2 * (then - now) - i32::from(stations.unused_points) - i32::from(price.cards)
        };
        let (worth, location) = sites.iter().map(|city| (worth(city), city)).max_by_key(|(worth, _)| *worth)?;
        Some((worth, Action::BuildStation { location, payment }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::Planner;
    use crate::{Bot as _, Budget};
    use capolinea_engine::{FirstPlayer, Setup, State, Viewer};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng as _;

    /// Calls `check` at each turn of games between planners, on a map with so many players.
    fn at_each_turn(map: &Map, players: u8, games: u8, mut check: impl FnMut(&View<'_>, &Own, &RoutePlan)) {
        let mut rng = ChaCha8Rng::from_seed([0; 32]);
        for seed in 0..games {
            let setup = Setup { players, first: FirstPlayer::Random, seed: [seed; 32], pieces: None };
            let mut state = State::new(map, &setup).expect("the map is for so many");
            let mut planners = vec![Planner::new(); usize::from(players)];
            while let Some(seat) = state.deciders().lowest() {
                let view = state.view(map, Viewer::Seat(seat));
                let planner = &mut planners[seat.index()];
                if matches!(state.public().phase, Phase::Turn { .. }) {
                    let own = view.own.expect("it is a seat");
                    check(&view, own, &planner.plan(&view, own));
                }
                let action = planner.choose(&view, Budget::NONE, &mut rng);
                state.apply(map, seat, action).expect("it is legal");
            }
        }
    }

    #[test]
    fn no_route_brings_more_than_the_route_for_points() {
        let mut found = 0;
        for map in capolinea_maps::built_in().map(|built_in| &built_in.map) {
            let weights = Weights::for_game(map.id(), 2);
            let longer = map.longest_path().map_or(0.0, |bonus| weights.longest * f32::from(bonus.points));
            at_each_turn(map, 2, 3, |view, own, plan| {
                let mut extras = None;
                Extras::refresh(&mut extras, view, own.seat, &weights);
                let turn = Turn::new(view, own, &weights, plan, extras.as_ref(), &mut None);
                let (loose, less) = (turn.loose_ends(), turn.less_by_missing());
                let worth = |id: RouteId| {
                    let goes_on = [map.route(id).a, map.route(id).b].into_iter().any(|end| loose.contains(end));
                    (turn.gain(id) + if goes_on { longer } else { 0.0 }) * less[usize::from(turn.missing(id))]
                };
                let open = view.open_routes(own.seat).iter();
                assert_eq!(turn.route_for_points(), open.max_by(|&a, &b| worth(a).total_cmp(&worth(b))));
                found += usize::from(turn.route_for_points().is_some());
            });
        }
        assert!(found > 500, "{found}");
    }

    #[test]
    fn no_station_that_wins_something_is_left_out() {
        let map = &capolinea_maps::find("europe").expect("it is built in").map;
        let weights = Weights::for_game(map.id(), 3);
        let (mut wins, mut left_out) = (0, 0);
        at_each_turn(map, 3, 12, |view, own, plan| {
            let turn = Turn::new(view, own, &weights, plan, None, &mut None);
            let that_wins = |station: Option<(i32, Action)>| station.filter(|(worth, _)| *worth > 0);
            let best = that_wins(turn.best_station_at(free_sites(*view)));
            assert_eq!(that_wins(turn.best_station()), best);
            wins += usize::from(best.is_some());
            left_out += free_sites(*view).len() - turn.helpful_sites().map_or(0, |sites| sites.len());
        });
        assert!(wins > 0 && left_out > 0, "{wins} stations would win something, {left_out} sites were left out");
    }
}
