//! Helpers that the pool's players share: paths for tickets, claims that spare other cards, cards to draw.

use crate::choices::{favourite, open_tickets, slot_of, thrifty_claim, ways_to_claim};
use crate::costs::{CheapestPath, Costs};
use capolinea_engine::analysis::Joined;
use capolinea_engine::cards::ByColor;
use capolinea_engine::ids::MAX_ROUTES;
use capolinea_engine::map::Route;
use capolinea_engine::rules::MAX_FLEETS;
use capolinea_engine::{Action, Card, Color, Map, Own, Payment, Phase, RouteId, RouteSet, TicketId, TicketSet, View};

/// A player's place at the table, in one decision.
pub(crate) struct Situation<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) own: &'a Own,
    pub(super) board: &'a BoardFacts,
}

/// Data that is computed once per game.
pub(super) struct BoardFacts {
    /// The points from which a route is among the best sixth: on the map of the USA, 5 and 6 long.
    long: u8,
}

impl BoardFacts {
    pub(super) fn new(map: &Map) -> Self {
        let mut points: Vec<u8> = map.routes().iter().map(|route| route.points).collect();
        points.sort_unstable_by(|a, b| b.cmp(a));
        BoardFacts { long: points.get(points.len() / 6).copied().unwrap_or(0) }
    }
}

/// Paths for some tickets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paths {
    /// The routes still to be claimed.
    pub(super) routes: RouteSet,
    /// The pieces these take.
    pub(super) pieces: u8,
    /// The tickets for which there is no path, or no pieces.
    pub(super) dropped: TicketSet,
}

impl<'a> Situation<'a> {
    pub(super) fn map(&self) -> &'a Map {
        self.view.map
    }

    pub(super) fn route(&self, route: RouteId) -> &'a Route {
        self.view.map.route(route)
    }

    /// The routes the player may claim, given enough cards.
    pub(super) fn open(&self) -> RouteSet {
        self.view.open_routes(self.own.seat)
    }

    pub(super) fn open_tickets(&self) -> TicketSet {
        open_tickets(self.view, self.own)
    }

    pub(super) fn pieces_left(&self) -> u8 {
        self.view.public.seats[self.own.seat].pieces_left()
    }

    /// All the pieces a player begins with.
    pub(super) fn all_pieces(&self) -> u8 {
        self.map().rules().fleets.iter().map(|fleet| fleet.count).sum()
    }

    /// The pieces left to the player who has fewest.
    pub(super) fn fewest_pieces(&self) -> u8 {
        let left = |seat| self.view.public.seats[seat].pieces_left();
        Map::seats(self.view.public.players).map(left).min().unwrap_or(0)
    }

    pub(super) fn missing(&self, route: RouteId) -> u8 {
        self.route(route).price().missing(&self.own.hand)
    }

    /// The total value of tickets.
    pub(super) fn points(&self, tickets: TicketSet) -> f32 {
        tickets.iter().map(|ticket| f32::from(self.map().ticket(ticket).points)).sum()
    }

    /// Whether a route is one of the board's long ones.
    pub(super) fn is_long(&self, route: &Route) -> bool {
        route.points >= self.board.long
    }

    /// The cheapest paths for `tickets`, one after the other from the cheapest, each free to use those before it.
    pub(super) fn paths(&self, tickets: TicketSet, cost: impl Fn(&Route) -> f32) -> Paths {
        let player = &self.view.public.seats[self.own.seat];
        let mut by_route = [f32::INFINITY; MAX_ROUTES];
        self.open().iter().for_each(|id| by_route[id.index()] = cost(self.route(id)));
        let costs = Costs::new(self.map(), &by_route);
        let mut joined = Joined::new(self.map(), player.routes);
        let mut left = player.pieces;
        let mut rest = tickets;
        let mut paths = Paths { routes: RouteSet::EMPTY, pieces: 0, dropped: TicketSet::EMPTY };
        while let Some((ticket, path)) = self.cheapest(rest, &costs, &joined) {
            rest.remove(ticket);
            let Some(after) = self.spend(left, path) else {
                paths.dropped.insert(ticket);
                continue;
            };
            left = after;
            paths.routes = paths.routes.union(path);
            path.iter().for_each(|id| joined.join(self.route(id).nodes));
        }
        paths.dropped = paths.dropped.union(rest);
        paths.pieces = paths.routes.iter().map(|id| self.route(id).spaces).sum();
        paths
    }

    /// The pieces left once those for `routes` are spent, if they are enough.
    fn spend(&self, pieces: [u8; MAX_FLEETS], routes: RouteSet) -> Option<[u8; MAX_FLEETS]> {
        routes.iter().try_fold(pieces, |mut left, id| {
            let of_its_kind = &mut left[self.route(id).fleet.index()];
            *of_its_kind = of_its_kind.checked_sub(self.route(id).spaces)?;
            Some(left)
        })
    }

    fn cheapest(&self, tickets: TicketSet, costs: &Costs<'_>, joined: &Joined) -> Option<(TicketId, RouteSet)> {
        let found = tickets.iter().filter_map(|ticket| {
            let CheapestPath { routes, cost } = costs.path(self.map().ticket(ticket), joined, f32::INFINITY)?;
            Some((ticket, routes, cost))
        });
        found.min_by(|a, b| a.2.total_cmp(&b.2)).map(|(ticket, routes, _)| (ticket, routes))
    }

    /// Of the open routes that `fits` lets through, the one that brings most points for the cards it still lacks.
    pub(super) fn best_for_points(&self, fits: impl Fn(RouteId) -> bool) -> Option<RouteId> {
        let worth = |id: RouteId| f32::from(self.route(id).points) / (1.0 + 0.7 * f32::from(self.missing(id)));
        self.open().iter().filter(|&route| fits(route)).max_by(|&a, &b| worth(a).total_cmp(&worth(b)))
    }

    /// The claim among `routes` with most points that the hand can pay for.
    pub(super) fn most_expensive_claim(&self, routes: impl IntoIterator<Item = RouteId>) -> Option<Action> {
        routes
            .into_iter()
            .filter_map(|route| Some((route, thrifty_claim(self.view, self.own, route)?)))
            .max_by_key(|(route, payment)| (self.route(*route).points, std::cmp::Reverse(payment.wilds)))
            .map(|(route, payment)| Action::ClaimRoute { route, payment })
    }

    /// The claim among `goals` that spends the fewest cards that the others need, unless it is better to wait.
    pub(super) fn sparing_claim(&self, goals: &[RouteId]) -> Option<Action> {
        let needed = self.needed(goals);
        let claims = goals.iter().filter_map(|&route| {
            let (payment, given_up) = self.sparing_payment(route, &needed)?;
            let worth = 0.3 * f32::from(self.route(route).points) + 0.5 - given_up;
            Some((worth, Action::ClaimRoute { route, payment }))
        });
        let (worth, action) = claims.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let can_wait = self.own.hand.total() < 12 && 3 * self.fewest_pieces() > self.all_pieces();
        (worth > 0.0 || !can_wait).then_some(action)
    }

    /// How to pay for a route, and the opportunity cost: wilds, and cards that `needed` counts.
    fn sparing_payment(&self, route: RouteId, needed: &ByColor<u8>) -> Option<(Payment, f32)> {
        let facts = self.route(route);
        let given_up = |payment: Payment| {
            let spent = facts.cards - payment.wilds;
            let stolen = payment.color.map_or(0, |color| {
                let elsewhere = needed[color].saturating_sub(if facts.color == Some(color) { facts.cards } else { 0 });
                (elsewhere + spent).saturating_sub(self.own.hand.count(color)).min(spent)
            });
            1.2 * f32::from(payment.wilds.saturating_sub(facts.wilds)) + 0.9 * f32::from(stolen)
        };
        let ways = ways_to_claim(self.view, self.own, route).map(|payment| (payment, given_up(payment)));
        ways.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// How many cards of each colour the coloured `goals` ask for.
    fn needed(&self, goals: &[RouteId]) -> ByColor<u8> {
        let mut needed = ByColor([0; 8]);
        for route in goals.iter().map(|&route| self.route(route)) {
            if let Some(color) = route.color {
                needed[color] += route.cards;
            }
        }
        needed
    }

    /// A card that helps to pay for the goals; none where no card may be drawn (C15).
    pub(super) fn draw(&self, goals: &[RouteId]) -> Option<Action> {
        let public = self.view.public;
        if matches!(public.phase, Phase::Turn { .. }) && !self.view.can_draw_cards() {
            return None;
        }
        let wild = slot_of(self.view, Card::Wild).filter(|_| matches!(public.phase, Phase::Turn { .. }));
        if let Some(slot) = wild
            && goals.iter().take(2).any(|&route| self.missing(route) == 1)
        {
            return Some(Action::DrawOpen { slot });
        }
        let needed = self.needed(goals);
        let best = Color::ALL
            .into_iter()
            .filter_map(|color| Some((self.wish(color, goals, &needed), slot_of(self.view, Card::Color(color))?)))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((wish, slot)) if wish > 0.0 || public.deck_size == 0 => Some(Action::DrawOpen { slot }),
            Some(_) | None => (public.deck_size > 0).then_some(Action::DrawBlind),
        }
    }

    /// How much one more card of a colour helps: more for goals that are nearly paid.
    fn wish(&self, color: Color, goals: &[RouteId], needed: &ByColor<u8>) -> f32 {
        let held = self.own.hand.count(color);
        let helps = |route: &&Route| match route.color {
            Some(asked) => asked == color && held < needed[color],
            None => color == favourite(&self.own.hand) && held < needed[color] + route.cards,
        };
        let routes = goals.iter().map(|&route| self.route(route)).filter(helps);
        routes.map(|route| 1.0 + 1.0 / f32::from(route.cards.saturating_sub(held).max(1))).sum()
    }
}
