//! Odd numbers in a map's facts.

use super::List;
use capolinea_engine::analysis::{Measure, Ways};
use capolinea_engine::ids::FleetId;
use capolinea_engine::map::Route;
use capolinea_engine::rules::MAX_FLEETS;
use capolinea_engine::{Color, Map, RouteSet};

pub(super) fn check(map: &Map, list: &mut List) {
    check_cards(map, list);
    check_pieces(map, list);
    check_points(map, list);
    check_prices(map, list);
    check_tickets(map, list);
}

/// A colour that no route can be paid with.
fn check_cards(map: &Map, list: &mut List) {
    let has_gray = map.routes().iter().any(|route| route.color.is_none());
    for color in Color::ALL {
        let count = map.rules().cards.count(color);
        let is_used = has_gray || map.routes().iter().any(|route| route.color == Some(color));
        if count > 0 && !is_used {
            let word = color.as_str();
            list.add(format!("rules.cards.{word}"), format!("{count} cards, but no route can be paid with {word}"));
        }
    }
}

/// Pieces that no route takes, and a board that is full before the last round.
fn check_pieces(map: &Map, list: &mut List) {
    for (index, fleet) in map.rules().fleets.iter().enumerate() {
        if map.routes().iter().all(|route| route.fleet != FleetId(index as u8)) {
            list.add(format!("rules.pieces[{index}]"), format!("no route takes a {}", fleet.piece.as_str()));
        }
    }
    let pieces: u32 = map.rules().fleets.iter().map(|fleet| u32::from(fleet.count)).sum();
    let last = u32::from(map.rules().last_round_at);
    for players in map.min_players()..=map.max_players() {
        let spaces = spaces_for(map, players);
        // This many can be placed before the first player starts the last round.
        let needed = u32::from(players) * pieces.saturating_sub(last + 1) + 1;
        if spaces < needed {
            list.add(
                "rules.pieces",
                format!(
                    "{players} players may fill all {spaces} spaces before one of them is down to {last} of {pieces} pieces: \
                     the last round may never begin; give them fewer pieces, or the board more routes"
                ),
            );
            return;
        }
    }
}

/// The spaces that this many players can use: of parallel routes few players can use only one (C24).
fn spaces_for(map: &Map, players: u8) -> u32 {
    let is_single = players <= map.rules().single_lane_up_to;
    let mut closed = RouteSet::EMPTY;
    let mut spaces = 0;
    for id in map.route_ids() {
        if is_single && closed.contains(id) {
            continue;
        }
        closed = closed.union(map.route(id).parallels);
        spaces += u32::from(map.route(id).spaces);
    }
    spaces
}

/// Routes of more cards that score less.
fn check_points(map: &Map, list: &mut List) {
    for (index, fleet) in map.rules().fleets.iter().enumerate() {
        let known = fleet.points.iter().enumerate().filter_map(|(cards, points)| Some((cards, (*points)?)));
        let known: Vec<(usize, u8)> = known.collect();
        for pair in known.windows(2) {
            let [(fewer, more_points), (more, fewer_points)] = [pair[0], pair[1]];
            if fewer_points < more_points {
                list.add(
                    format!("rules.pieces[{index}].points"),
                    format!("{more} cards score {fewer_points}, fewer than {fewer} cards, which score {more_points}"),
                );
            }
        }
    }
}

/// Routes that the whole deck can't pay for.
fn check_prices(map: &Map, list: &mut List) {
    for (index, route) in map.routes().iter().enumerate() {
        let wilds = map.rules().cards.wilds();
        let (color, count) = most_cards(map, route);
        if u16::from(count) + u16::from(wilds) < u16::from(route.cards) {
            list.add(
                format!("routes[{index}]"),
                format!(
                    "asks for {} cards; the whole deck has {count} {color} and {wilds} wild ones: nobody can ever claim it",
                    route.cards
                ),
            );
        }
    }
}

/// The colour of which most cards can pay for the route.
fn most_cards(map: &Map, route: &Route) -> (Color, u8) {
    let colors = Color::ALL.into_iter().filter(|color| route.color.is_none_or(|own| own == *color));
    let counts = colors.map(|color| (color, map.rules().cards.count(color)));
    counts.max_by_key(|(_, count)| *count).expect("there are colours")
}

/// Tickets that nobody can complete, and values that have little to do with the path.
fn check_tickets(map: &Map, list: &mut List) {
    let mut pieces = [0; MAX_FLEETS];
    for (count, fleet) in pieces.iter_mut().zip(&map.rules().fleets) {
        *count = fleet.count;
    }
    let with_pieces = Ways::on_empty_board(map, Measure::Pieces).with_pieces(pieces);
    let by_cards = Ways::on_empty_board(map, Measure::Cards);
    for id in map.ticket_ids() {
        let (index, ticket) = (id.index(), map.ticket(id));
        let [a, b] = [ticket.a, ticket.b].map(|end| &map.location(end).id);
        if with_pieces.cheapest(id).is_none() {
            let pieces: Vec<String> =
                map.rules().fleets.iter().map(|fleet| format!("{} {}s", fleet.count, fleet.piece.as_str())).collect();
            list.add(
                format!("tickets[{index}]"),
                format!("every path from `{a}` to `{b}` takes more pieces than a player has: {}", pieces.join(", ")),
            );
        }
        let cheapest = by_cards.cheapest(id).expect("every ticket of a checked map can be completed");
        let (points, cards) = (u16::from(ticket.points), cheapest.needs.cards.total());
        let compared = if points > 2 * cards {
            "more than twice"
        } else if 2 * points < cards {
            "less than half of"
        } else {
            continue;
        };
        list.add(
            format!("tickets[{index}].points"),
            format!("worth {points}, {compared} the {cards} cards of the cheapest path from `{a}` to `{b}`"),
        );
    }
}
