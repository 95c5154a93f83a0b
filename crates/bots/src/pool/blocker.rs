//! Builds its own paths, but cuts those of others where that is cheap: an open route that would join two parts of an
//! opponent's network is claimed when it is short.
//!
//! Not from a paper: a test of whether a bot breaks when its plans are crossed.

use super::path::{best_path_tickets, path_goals};
use super::{Situation, Style};
use capolinea_engine::analysis::Components;
use capolinea_engine::{Action, Map, RouteId};

pub(crate) struct Blocker;

/// It pays no more cards than this for a cut.
const CHEAP: u8 = 3;
/// With this share of its pieces left or less it stops cutting: it has a plan of its own.
const RESERVE: u8 = 3;

impl Style for Blocker {
    const FROM_SECOND_DECK: u8 = 1;

    fn keep_tickets(&self, table: &Situation<'_>, least: u8) -> Option<Action> {
        best_path_tickets(table, least)
    }

    fn goals(&self, table: &Situation<'_>) -> Vec<RouteId> {
        path_goals(table)
    }

    fn claim(&self, table: &Situation<'_>, goals: &[RouteId]) -> Option<Action> {
        let can_spare = table.pieces_left() > table.all_pieces() / RESERVE;
        let cuts =
            table.open().iter().filter(|&route| can_spare && table.route(route).cards <= CHEAP && is_cut(table, route));
        table.most_expensive_claim(cuts).or_else(|| table.sparing_claim(goals))
    }
}

/// Whether an opponent has built at both ends of a route without joining them, and no route beside it stays open.
fn is_cut(table: &Situation<'_>, id: RouteId) -> bool {
    let (map, public) = (table.map(), table.view.public);
    let route = table.route(id);
    let closes =
        public.players <= map.rules().single_lane_up_to || route.parallels.without(public.unavailable).is_empty();
    closes
        && Map::seats(public.players).filter(|&seat| seat != table.own.seat).any(|seat| {
            let built = public.seats[seat].routes;
            let joined = Components::new(map, built);
            let [a, b] = route.nodes;
            let at_both =
                [route.a, route.b].iter().all(|&end| !map.location(end).routes.intersection(built).is_empty());
            at_both && joined.root(a) != joined.root(b)
        })
}
