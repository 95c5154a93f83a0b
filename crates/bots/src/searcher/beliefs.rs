//! Beliefs: which tickets the others may hold, by what they have claimed and what they are known to collect. The weight of
//! each sign is learned from games between planners and kept as data.

use crate::choices::least_share;
use crate::costs::{CheapestPath, Costs};
use crate::learned::for_game;
use crate::planner::{Weights, cost};
use capolinea_engine::analysis::Joined;
use capolinea_engine::cards::ByColor;
use capolinea_engine::ids::{BySeat, DeckId, MAX_ROUTES, MAX_SEATS, MAX_TICKETS, NodeSet};
use capolinea_engine::{CardCounts, Color, Map, RouteSet, Seat, TicketId, View};
use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The features of a ticket that a player may hold.
const SIGNS: usize = 11;
/// Each counts by itself and multiplied by the share of the player's pieces that are placed.
pub const FEATURES: usize = 2 * SIGNS;

/// The learned data for one map and number of players, and the run that made it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnedBeliefs {
    /// The map's id.
    pub map: String,
    /// How many play.
    pub players: u8,
    /// The command that made it.
    pub run: String,
    /// The chance given to a ticket that is held, on games not used for learning: the geometric mean.
    pub chance: f64,
    /// The chance that a blind guess gives it.
    pub blind_chance: f64,
    /// The weight of each feature.
    pub weights: Vec<f64>,
}

pub(crate) static LEARNED: LazyLock<Vec<LearnedBeliefs>> = LazyLock::new(|| {
    serde_json::from_slice(include_bytes!("../../beliefs.json")).expect("the data are right: a test reads them")
});

/// Evidence about tickets from a player's claims and cards.
pub struct Evidence<'a> {
    map: &'a Map,
    /// The cards that the player is known to hold.
    cards: CardCounts,
    /// How many tickets the player holds.
    tickets: f64,
    /// The share of the player's pieces that are placed.
    placed: f64,
    /// The cost of each route on an empty board, and now.
    empty: Costs<'a>,
    now: Costs<'a>,
    joined: Joined,
    /// The ends of the player's routes.
    reached: NodeSet,
    /// The cost of the player's routes on an empty board.
    spent: f64,
}

impl<'a> Evidence<'a> {
    /// The known facts about the player in `seat`.
    pub fn new(view: &View<'a>, seat: Seat) -> Self {
        let weights = Weights::for_game(view.map.id(), view.public.players);
        let (map, player) = (view.map, &view.public.seats[seat]);
        let price = |id| {
            let route = map.route(id);
            cost(&weights, route, route.cards, weights.points * f32::from(route.points))
        };
        let (mut empty, mut now) = ([f32::INFINITY; MAX_ROUTES], [f32::INFINITY; MAX_ROUTES]);
        map.route_ids().for_each(|id| empty[id.index()] = price(id));
        view.open_routes(seat).iter().for_each(|id| now[id.index()] = price(id));
        Evidence {
            map,
            cards: player.known,
            tickets: player.tickets.iter().map(|&count| f64::from(count)).sum(),
            placed: 1.0 - f64::from(least_share(map, view.public, std::iter::once(seat))),
            empty: Costs::new(map, &empty),
            now: Costs::new(map, &now),
            joined: Joined::new(map, player.routes),
            reached: player.routes.iter().flat_map(|route| map.route(route).nodes).collect(),
            spent: player.routes.iter().map(|route| f64::from(empty[route.index()])).sum(),
        }
    }

    /// The arguments for a ticket.
    pub fn features(&self, id: TicketId) -> [f64; FEATURES] {
        let ticket = self.map.ticket(id);
        let path = |costs: &Costs<'_>, joined: &Joined| costs.path(ticket, joined, f32::INFINITY);
        let length = |path: Option<CheapestPath>| path.map_or(0.0, |path| f64::from(path.cost));
        let whole = length(path(&self.empty, &Joined::new(self.map, RouteSet::EMPTY))).max(0.1);
        let saved = (whole - length(path(&self.empty, &self.joined))).max(0.0);
        let rest = path(&self.now, &self.joined);
        let is_joined = f64::from(u8::from(self.joined.joins(ticket)));
        let ends = ticket.ends.iter().filter(|nodes| !nodes.intersection(self.reached).is_empty()).count();
        let signs: [f64; SIGNS] = [
            saved / whole,
            (saved / whole).powi(2),
            is_joined,
            ends as f64 / 2.0,
            f64::from(ticket.points) / 10.0,
            f64::from(u8::from(rest.is_none())),
            share(saved, self.spent),
            rest.map_or(0.0, |path| self.share_held(path.routes)),
            length(rest) / 20.0,
            f64::from(u8::from(ticket.deck == DeckId(1))),
            is_joined * self.tickets / 5.0,
        ];
        std::array::from_fn(|place| signs[place / 2] * if place % 2 == 0 { 1.0 } else { self.placed })
    }

    /// The share of the cards for these routes that the player is known to hold.
    fn share_held(&self, routes: RouteSet) -> f64 {
        let (mut needed, mut all) = (ByColor([0u8; 8]), 0.0);
        for route in routes.iter().map(|route| self.map.route(route)) {
            all += f64::from(route.cards);
            if let Some(color) = route.color {
                needed[color] += route.cards;
            }
        }
        let held = Color::ALL.into_iter().map(|color| needed[color].min(self.cards.count(color)));
        share(held.map(f64::from).sum(), all)
    }
}

/// A part of a whole; zero if the whole is zero.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// How likely a ticket with these features is to be held, compared with others.
pub fn chance(features: &[f64; FEATURES], weights: &[f64]) -> f64 {
    libm::exp(features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum())
}

/// How likely each of the others is to hold each ticket, relative to other tickets.
pub(crate) struct Beliefs {
    chances: BySeat<[f64; MAX_TICKETS]>,
}

impl Beliefs {
    /// Every ticket is as likely as any other.
    pub(crate) fn none() -> Self {
        Beliefs { chances: BySeat([[1.0; MAX_TICKETS]; MAX_SEATS]) }
    }

    pub(crate) fn new(view: &View<'_>) -> Self {
        let Beliefs { mut chances } = Beliefs::none();
        let Some(learned) = for_game(&LEARNED, view.map.id(), view.public.players) else { return Beliefs { chances } };
        for seat in Map::seats(view.public.players).filter(|&seat| view.seat() != Some(seat)) {
            let evidence = Evidence::new(view, seat);
            for id in view.map.ticket_ids() {
                chances[seat][id.index()] = chance(&evidence.features(id), &learned.weights);
            }
        }
        Beliefs { chances }
    }

    /// One of these tickets that `seat` may hold.
    pub(crate) fn pick(&self, seat: Seat, tickets: &[TicketId], rng: &mut ChaCha8Rng) -> Option<TicketId> {
        let chance = |ticket: &TicketId| self.chances[seat][ticket.index()];
        let all: f64 = tickets.iter().map(chance).sum();
        let mut rest = f64::from(rng.next_u32()) / f64::from(u32::MAX) * all;
        let picked = tickets.iter().find(|ticket| {
            rest -= chance(ticket);
            rest < 0.0
        });
        picked.or(tickets.last()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learned_beliefs_can_be_read_and_fit() {
        for learned in LEARNED.iter() {
            let map = &capolinea_maps::find(&learned.map).unwrap_or_else(|| panic!("no map {}", learned.map)).map;
            assert!(map.check_players(learned.players).is_ok(), "{}", learned.map);
            assert_eq!(learned.weights.len(), FEATURES, "{} {}", learned.map, learned.players);
            assert!(learned.chance > learned.blind_chance, "{} {}", learned.map, learned.players);
        }
    }
}
