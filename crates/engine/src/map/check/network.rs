//! Checks routes and tickets, and that they make one network.

use super::{Mistakes, find};
use crate::ids::*;
use crate::map::file::{Entry, MapFile, RouteFile};
use crate::map::{LocationKind, Route, Ticket};
use crate::mechanics::MechanicKind;
use crate::network::Components;
use crate::rules::*;
use std::collections::HashMap;

pub(super) fn routes(
    file: &MapFile,
    ids: &HashMap<String, LocationId>,
    fleets: &[Fleet],
    mistakes: &mut Mistakes,
) -> Vec<Route> {
    let count = file.routes.len();
    mistakes.check((1..=MAX_ROUTES).contains(&count), "routes", || {
        format!("{count} routes; a map has from 1 to {MAX_ROUTES}")
    });
    let mut routes: Vec<Route> = Vec::new();
    for Entry { index, value } in file.routes.iter().take(MAX_ROUTES) {
        let path = format!("routes[{index}]");
        let a = find(ids, &value.a, format!("{path}.a"), mistakes);
        let b = find(ids, &value.b, format!("{path}.b"), mistakes);
        mistakes.check(value.a != value.b, &path, || format!("a route from `{}` to itself", value.a));
        let (fleet, points) = check_price(file, value, fleets, &path, mistakes);
        // A route with an unknown end has no parallels.
        let (a, b) = a.zip(b).unwrap_or((LocationId(0), LocationId(0)));
        let id = RouteId(routes.len() as u8);
        let (mut parallels, mut lane) = (RouteSet::EMPTY, 1);
        for (other, route) in routes.iter_mut().enumerate() {
            if route.touches(a) && route.touches(b) && a != b {
                lane += 1;
                route.lanes += 1;
                // C23: the two routes of a double line have the same length; other routes side by side are not parallel.
                if route.spaces == value.spaces {
                    parallels.insert(RouteId(other as u8));
                    route.parallels.insert(id);
                }
            }
        }
        routes.push(Route {
            a,
            b,
            color: value.color,
            spaces: value.spaces,
            cards: value.cards.unwrap_or(value.spaces),
            wilds: value.wilds,
            is_tunnel: value.tunnel,
            fleet,
            points,
            nodes: [NodeId(a.0), NodeId(b.0)],
            parallels,
            lane,
            lanes: lane,
        });
    }
    routes
}

/// Checks what a route asks for, and finds its fleet and its points.
fn check_price(
    file: &MapFile,
    route: &RouteFile,
    fleets: &[Fleet],
    path: &str,
    mistakes: &mut Mistakes,
) -> (FleetId, u8) {
    let cards = route.cards.unwrap_or(route.spaces);
    let range = 1..=MAX_PRICE as u8;
    mistakes.check(range.contains(&route.spaces), format!("{path}.spaces"), || {
        format!("{} spaces; from 1 to {MAX_PRICE} are possible", route.spaces)
    });
    mistakes.check(route.cards.is_none() || range.contains(&cards), format!("{path}.cards"), || {
        format!("{cards} cards; from 1 to {MAX_PRICE} are possible")
    });
    mistakes.check(route.wilds <= cards, format!("{path}.wilds"), || format!("{} wilds of {cards} cards", route.wilds));
    mistakes.check(route.wilds <= file.rules.cards.wilds(), format!("{path}.wilds"), || {
        format!("{} wilds; the deck has {}", route.wilds, file.rules.cards.wilds())
    });
    if let Some(color) = route.color {
        let in_deck = file.rules.cards.count(color) > 0;
        mistakes.check(in_deck, format!("{path}.color"), || format!("no card of the deck is {color}"));
    }
    for &mechanic in MechanicKind::ALL {
        if let Some(field) = mechanic.field_of(route).filter(|_| !file.rules.lists(mechanic)) {
            let problem = format!("a {field}, but `rules.mechanics` does not list {}", mechanic.as_str());
            mistakes.add(format!("{path}.{field}"), problem);
        }
    }
    let place = match route.piece {
        None => Some(0),
        Some(piece) => fleets.iter().position(|fleet| fleet.piece == piece),
    };
    let Some((place, fleet)) = place.and_then(|place| Some((place, fleets.get(place)?))) else {
        let word = route.piece.map_or("", Piece::as_str);
        mistakes.add(format!("{path}.piece"), format!("`rules.pieces` lists no `{word}`"));
        return (FleetId(0), 0);
    };
    mistakes.check(route.spaces <= fleet.count, format!("{path}.spaces"), || {
        format!("{} spaces; a player has {} pieces for them", route.spaces, fleet.count)
    });
    let points = fleet.points.get(usize::from(cards)).copied().flatten();
    mistakes.check(points.is_some() || !range.contains(&cards), path, || {
        format!("`rules.pieces[{place}].points` has no points for {cards} cards")
    });
    (FleetId(place as u8), points.unwrap_or(0))
}

/// Gives each route's end in a country a node of its own (G05); returns the number of nodes.
pub(super) fn split_countries(file: &MapFile, routes: &mut [Route]) -> usize {
    let mut nodes = file.locations.len();
    for route in routes {
        for (end, location) in [route.a, route.b].into_iter().enumerate() {
            let kind = file.locations.get(location.index()).map(|entry| entry.value.kind);
            if kind == Some(LocationKind::Country) {
                route.nodes[end] = NodeId(nodes.min(MAX_NODES - 1) as u8);
                nodes += 1;
            }
        }
    }
    nodes
}

fn end_nodes(routes: &[Route], location: LocationId) -> NodeSet {
    let mut nodes = NodeSet::EMPTY;
    for route in routes {
        for (at, node) in [route.a, route.b].into_iter().zip(route.nodes) {
            if at == location {
                nodes.insert(node);
            }
        }
    }
    nodes
}

pub(super) fn tickets(
    file: &MapFile,
    ids: &HashMap<String, LocationId>,
    decks: &[String],
    routes: &[Route],
    mistakes: &mut Mistakes,
) -> Vec<Ticket> {
    let count = file.tickets.len();
    mistakes.check((1..=MAX_TICKETS).contains(&count), "tickets", || {
        format!("{count} tickets; a map has from 1 to {MAX_TICKETS}")
    });
    let mut tickets: Vec<Ticket> = Vec::new();
    for Entry { index, value } in file.tickets.iter().take(MAX_TICKETS) {
        let path = format!("tickets[{index}]");
        let a = find(ids, &value.a, format!("{path}.a"), mistakes);
        let b = find(ids, &value.b, format!("{path}.b"), mistakes);
        mistakes.check(value.a != value.b, &path, || format!("a ticket from `{}` to itself", value.a));
        mistakes.check(value.points > 0, format!("{path}.points"), || "a ticket is worth at least 1".into());
        let (Some(a), Some(b)) = (a, b) else { continue };
        let is_new = !tickets.iter().any(|other| (other.a, other.b) == (a, b) || (other.b, other.a) == (a, b));
        mistakes.check(is_new, &path, || format!("a second ticket from `{}` to `{}`", value.a, value.b));
        let deck = decks.iter().position(|deck| *deck == value.deck).unwrap_or(0);
        let ends = [end_nodes(routes, a), end_nodes(routes, b)];
        tickets.push(Ticket { deck: DeckId(deck as u8), a, b, points: value.points, ends });
    }
    tickets
}

/// Scores stay within the numbers they are kept in.
pub(super) fn check_totals(file: &MapFile, routes: &[Route], mistakes: &mut Mistakes) {
    const MOST: u32 = 30_000;
    let tickets: u32 = file.tickets.iter().map(|ticket| u32::from(ticket.value.points)).sum();
    let claims: u32 = routes.iter().map(|route| u32::from(route.points)).sum();
    mistakes.check(tickets + claims <= MOST, "tickets", || {
        format!("all tickets and routes together are worth {}; at most {MOST} are possible", tickets + claims)
    });
}

/// Every location can be reached from every other, and every ticket be completed.
pub(super) fn check_network(
    file: &MapFile,
    routes: &[Route],
    tickets: &[Ticket],
    nodes: usize,
    mistakes: &mut Mistakes,
) {
    let whole = Components::joined(nodes, routes.iter());
    let home = file.locations.iter().position(|entry| entry.value.kind != LocationKind::Country).unwrap_or(0);
    for (place, entry) in file.locations.iter().enumerate() {
        let ends = end_nodes(routes, LocationId(place as u8));
        let reached = ends.iter().any(|node| whole.root(node) == whole.root(NodeId(home as u8)));
        mistakes.check(reached || place == home, format!("locations[{}]", entry.index), || {
            format!("no routes lead from `{}` to `{}`", entry.value.id, file.locations[home].value.id)
        });
    }
    if !mistakes.0.is_empty() {
        return;
    }
    for (entry, ticket) in file.tickets.iter().zip(tickets) {
        mistakes.check(whole.joins(ticket), format!("tickets[{}]", entry.index), || {
            format!("no path leads from `{}` to `{}`", entry.value.a, entry.value.b)
        });
    }
}
