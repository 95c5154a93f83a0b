//! From a file's names to a map's ids: checks everything, reports every mistake, then makes the tables.

use super::file::{DealFile, Entry, FleetFile, MapFile, MechanicFile, RouteFile};
use super::{Location, LocationKind, Map, Mistake, PriceClass, Route, Settings, Tables, Ticket};
use crate::cards::{ByColor, Color, Price};
use crate::ids::*;
use crate::mechanics::Mechanic;
use crate::mechanics::stations::{MAX_BORROWABLE, Stations};
use crate::mechanics::{globetrotter::Globetrotter, longest_path::LongestPath, passengers::Passengers};
use crate::mechanics::{tourists::Tourists, tunnels::Tunnels};
use crate::network::Components;
use crate::rules::*;
use crate::state::{MAX_PASSENGERS, MAX_STATIONS, MAX_TOURIST_KINDS};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Collects mistakes as the checks go on.
#[derive(Default)]
struct Mistakes(Vec<Mistake>);

impl Mistakes {
    fn add(&mut self, path: impl Into<String>, problem: impl Into<String>) {
        self.0.push(Mistake { path: path.into(), problem: problem.into() });
    }

    fn check(&mut self, holds: bool, path: impl Into<String>, problem: impl FnOnce() -> String) {
        if !holds {
            self.add(path, problem());
        }
    }
}

pub(super) fn build(file: &MapFile) -> Result<Map, Vec<Mistake>> {
    let mut mistakes = Mistakes::default();
    check_head(file, &mut mistakes);
    let ids = location_ids(file, &mut mistakes);
    let fleets = fleets(&file.rules.pieces, file.rules.last_round_at, &mut mistakes);
    let decks = decks(file, &mut mistakes);
    let mut passenger_starts = vec![0; file.locations.len() + 1];
    let mechanics = mechanics(file, &ids, &mut passenger_starts, &mut mistakes);
    let mut routes = routes(file, &ids, &fleets, &mut mistakes);
    check_parallels(file, &routes, &mut mistakes);
    let nodes = split_countries(file, &mut routes);
    mistakes.check(nodes <= MAX_NODES, "routes", || {
        format!("{nodes} locations and country ends; at most {MAX_NODES} are possible")
    });
    let start = starting_tickets(file, &decks, &mut mistakes);
    let draw = ticket_draw(file, &decks, &mut mistakes);
    let tickets = tickets(file, &ids, &decks, &routes, &mut mistakes);
    check_totals(file, &routes, &mut mistakes);
    let is_network =
        |mistake: &Mistake| ["locations", "routes", "tickets"].iter().any(|part| mistake.path.starts_with(part));
    if !mistakes.0.iter().any(is_network) {
        check_network(file, &routes, &tickets, nodes, &mut mistakes);
    }
    if !mistakes.0.is_empty() {
        return Err(mistakes.0);
    }
    let tables = tables(file, &routes, &decks, Settings::of(&mechanics), passenger_starts);
    let locations = locations(file, &routes);
    Ok(Map {
        id: file.id.clone(),
        name: file.name.clone(),
        origin: file.origin,
        provenance: file.provenance.clone(),
        min_players: file.min_players,
        max_players: file.max_players,
        rules: Rules {
            cards: file.rules.cards,
            wild: file.rules.wild,
            starting_hand: file.rules.starting_hand,
            fleets,
            last_round_at: file.rules.last_round_at,
            single_lane_up_to: file.rules.single_lane_up_to,
            start,
            draw,
            mechanics,
            tie_breaks: file.rules.tie_breaks.clone(),
        },
        locations,
        routes,
        tickets,
        decks,
        nodes,
        digest: file.digest.clone(),
        tables,
    })
}

fn is_id(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

fn check_head(file: &MapFile, mistakes: &mut Mistakes) {
    mistakes.check(is_id(&file.id), "id", || "an id is small letters, digits and _, as in `new_york`".into());
    let (min, max) = (file.min_players, file.max_players);
    mistakes.check(2 <= min && min <= max && usize::from(max) <= MAX_SEATS, "players", || {
        format!("from {min} to {max}; players go from 2 at least to {MAX_SEATS} at most")
    });
    let rules = &file.rules;
    let cards = rules.cards.total();
    let dealt = usize::from(rules.starting_hand) * usize::from(max) + MARKET_SIZE;
    mistakes.check(cards <= MAX_CARDS, "rules.cards", || format!("{cards} cards; at most {MAX_CARDS} are possible"));
    mistakes.check(dealt <= cards, "rules.cards", || {
        format!("{cards} cards; {max} hands of {} and {MARKET_SIZE} face up need {dealt}", rules.starting_hand)
    });
    let mut seen = HashSet::new();
    for (index, tie_break) in rules.tie_breaks.iter().enumerate() {
        let path = format!("rules.tie_breaks[{index}]");
        mistakes.check(seen.insert(*tie_break), &path, || format!("`{}` stands here twice", tie_break.word()));
        let is_listed = |wanted: fn(&MechanicFile) -> bool| rules.mechanics.iter().any(|entry| wanted(&entry.value));
        let can_decide = match tie_break {
            TieBreak::CompletedTickets => true,
            TieBreak::FewerStations => is_listed(|mechanic| matches!(mechanic, MechanicFile::Stations { .. })),
            TieBreak::LongestPath => is_listed(|mechanic| matches!(mechanic, MechanicFile::LongestPath { .. })),
            TieBreak::Passengers => is_listed(|mechanic| matches!(mechanic, MechanicFile::Passengers { .. })),
        };
        mistakes.check(can_decide, path, || format!("`{}` needs a mechanic that is not listed", tie_break.word()));
    }
}

fn location_ids(file: &MapFile, mistakes: &mut Mistakes) -> HashMap<String, LocationId> {
    let count = file.locations.len();
    mistakes.check((2..=MAX_LOCATIONS).contains(&count), "locations", || {
        format!("{count} locations; a map has from 2 to {MAX_LOCATIONS}")
    });
    let mut ids = HashMap::new();
    for (place, Entry { index, value }) in file.locations.iter().take(MAX_LOCATIONS).enumerate() {
        let path = format!("locations[{index}].id");
        mistakes.check(is_id(&value.id), &path, || format!("`{}` is not small letters, digits and _", value.id));
        let is_new = ids.insert(value.id.clone(), LocationId(place as u8)).is_none();
        mistakes.check(is_new, path, || format!("`{}` is the id of another location too", value.id));
    }
    ids
}

fn find(
    ids: &HashMap<String, LocationId>,
    id: &str,
    path: impl Into<String>,
    mistakes: &mut Mistakes,
) -> Option<LocationId> {
    let found = ids.get(id).copied();
    mistakes.check(found.is_some(), path, || format!("no location has the id `{id}`"));
    found
}

fn fleets(pieces: &[FleetFile], last_round_at: u8, mistakes: &mut Mistakes) -> Vec<Fleet> {
    mistakes.check((1..=MAX_FLEETS).contains(&pieces.len()), "rules.pieces", || {
        format!("{} kinds of pieces; a map has from 1 to {MAX_FLEETS}", pieces.len())
    });
    let total: u32 = pieces.iter().map(|fleet| u32::from(fleet.count)).sum();
    mistakes.check(total > u32::from(last_round_at), "rules.last_round_at", || {
        format!("{last_round_at} or fewer of {total} pieces bring the last round: the game would be over at once")
    });
    mistakes.check(total as usize <= MAX_PIECES, "rules.pieces", || {
        format!("{total} pieces for each player; at most {MAX_PIECES} are possible")
    });
    let mut seen = HashSet::new();
    let mut fleets = Vec::new();
    for (index, fleet) in pieces.iter().enumerate() {
        let path = format!("rules.pieces[{index}]");
        mistakes.check(seen.insert(fleet.piece), format!("{path}.piece"), || {
            format!("`{}` stands here twice", fleet.piece.word())
        });
        mistakes.check(fleet.count > 0, format!("{path}.count"), || "a player needs at least one".into());
        let mut points = [None; MAX_PRICE + 1];
        for entry in &fleet.points {
            match points.get_mut(usize::from(entry.cards)) {
                Some(place) if entry.cards > 0 => *place = Some(entry.points),
                Some(_) | None => mistakes
                    .add(format!("{path}.points.{}", entry.cards), format!("a route asks for 1 to {MAX_PRICE} cards")),
            }
        }
        fleets.push(Fleet { piece: fleet.piece, count: fleet.count, points });
    }
    fleets
}

/// The names of the decks: first those to draw from, then those that are dealt at the start only.
fn decks(file: &MapFile, mistakes: &mut Mistakes) -> Vec<String> {
    let mut decks: Vec<String> = Vec::new();
    for (index, name) in file.rules.draw_decks.iter().enumerate() {
        let path = format!("rules.tickets.draw.decks[{index}]");
        mistakes.check(!decks.contains(name), &path, || format!("`{name}` stands here twice"));
        mistakes.check(is_id(name), path, || format!("`{name}` is not small letters, digits and _"));
        decks.push(name.clone());
    }
    mistakes.check(!decks.is_empty(), "rules.tickets.draw.decks", || "name the deck to draw from".into());
    for ticket in &file.tickets {
        let name = &ticket.value.deck;
        if !decks.contains(name) {
            let path = format!("tickets[{}].deck", ticket.index);
            mistakes.check(is_id(name), path, || format!("`{name}` is not small letters, digits and _"));
            decks.push(name.clone());
        }
    }
    mistakes.check(decks.len() <= MAX_DECKS, "tickets", || {
        format!("{} ticket decks ({}); a map has at most {MAX_DECKS}", decks.len(), decks.join(", "))
    });
    decks
}

fn deck_size(file: &MapFile, name: &str) -> usize {
    file.tickets.iter().filter(|ticket| ticket.value.deck == name).count()
}

fn starting_tickets(file: &MapFile, decks: &[String], mistakes: &mut Mistakes) -> StartingTickets {
    let rules = &file.rules;
    let path = "rules.tickets.start";
    let players = usize::from(file.max_players);
    let mut enough = |name: &str, count: u8, path: String| {
        let (needed, there) = (usize::from(count) * players, deck_size(file, name));
        mistakes.check(needed <= there, path, || {
            format!("{players} players need {needed} tickets of the deck `{name}`, which has {there}")
        });
    };
    let mut unknown = Vec::new();
    let (deal, dealt) = match &rules.start_deal {
        DealFile::Fixed(shares) => {
            let mut known = Vec::new();
            for (name, count) in shares {
                enough(name, *count, format!("{path}.deal.{name}"));
                unknown.extend((!decks.contains(name)).then(|| name.clone()));
                if let Some(index) = decks.iter().position(|deck| deck == name) {
                    known.push(DeckShare { deck: DeckId(index as u8), count: *count });
                }
            }
            (Deal::Fixed(known), shares.iter().map(|(_, count)| usize::from(*count)).sum())
        }
        DealFile::Split(count) => {
            for name in &rules.draw_decks {
                enough(name, *count, format!("{path}.split"));
            }
            let decks = rules.draw_decks.len();
            mistakes.check(decks == 2, format!("{path}.split"), || {
                format!("a split is between two decks; `draw.decks` names {decks}")
            });
            (Deal::Split(*count), usize::from(*count))
        }
    };
    for name in unknown {
        mistakes.add(format!("{path}.deal.{name}"), "no ticket is in this deck");
    }
    mistakes.check((1..=MAX_OFFER).contains(&dealt), path, || {
        format!("{dealt} tickets for each player; from 1 to {MAX_OFFER} are possible")
    });
    mistakes.check((1..=dealt).contains(&usize::from(rules.start_keep)), format!("{path}.keep"), || {
        format!("{} to be kept; from 1 to {dealt} are possible", rules.start_keep)
    });
    StartingTickets { deal, keep: rules.start_keep, returned: rules.start_returned }
}

fn ticket_draw(file: &MapFile, decks: &[String], mistakes: &mut Mistakes) -> TicketDraw {
    let rules = &file.rules;
    let (count, keep) = (rules.draw_count, rules.draw_keep);
    mistakes.check((1..=MAX_OFFER).contains(&usize::from(count)), "rules.tickets.draw.count", || {
        format!("{count} tickets; from 1 to {MAX_OFFER} are possible")
    });
    mistakes.check(1 <= keep && keep <= count, "rules.tickets.draw.keep", || {
        format!("{keep} to be kept; from 1 to {count} are possible")
    });
    for (index, name) in rules.draw_decks.iter().enumerate() {
        let path = format!("rules.tickets.draw.decks[{index}]");
        mistakes.check(deck_size(file, name) > 0, path, || format!("no ticket is in the deck `{name}`"));
    }
    let drawn = decks.len().min(rules.draw_decks.len());
    TicketDraw { count, keep, decks: (0..drawn as u8).map(DeckId).collect() }
}

fn mechanics(
    file: &MapFile,
    ids: &HashMap<String, LocationId>,
    passenger_starts: &mut Vec<u8>,
    mistakes: &mut Mistakes,
) -> Vec<Mechanic> {
    let mut seen = HashSet::new();
    let mut mechanics = Vec::new();
    for Entry { index, value } in &file.rules.mechanics {
        let path = format!("rules.mechanics[{index}]");
        mistakes
            .check(seen.insert(std::mem::discriminant(value)), &path, || "this mechanic is listed twice".to_string());
        mechanics.push(match value {
            MechanicFile::Tunnels { reveal } => {
                mistakes.check((1..=3).contains(reveal), format!("{path}.reveal"), || {
                    format!("{reveal} cards turned up; from 1 to 3 are possible")
                });
                Mechanic::Tunnels(Tunnels { reveal: *reveal })
            }
            MechanicFile::Stations { costs, unused_points } => {
                mistakes.check((1..=MAX_STATIONS).contains(&costs.len()), format!("{path}.costs"), || {
                    format!("{} stations; from 1 to {MAX_STATIONS} are possible", costs.len())
                });
                for (number, cost) in costs.iter().enumerate() {
                    mistakes.check(
                        (1..=MAX_PRICE).contains(&usize::from(*cost)),
                        format!("{path}.costs[{number}]"),
                        || format!("{cost} cards; from 1 to {MAX_PRICE} are possible"),
                    );
                }
                Mechanic::Stations(Stations { costs: costs.clone(), unused_points: *unused_points })
            }
            MechanicFile::Passengers { colors, per_location, most, second } => {
                *passenger_starts = passengers_by_location(file, ids, colors, per_location, &path, mistakes);
                let mut counts = ByColor([0; 8]);
                for (color, count) in colors {
                    counts[*color] = *count;
                }
                Mechanic::Passengers(Passengers { colors: counts, most: *most, second: *second })
            }
            MechanicFile::Tourists { .. } => Mechanic::Tourists(tourists(file, ids, value, &path, mistakes)),
            MechanicFile::LongestPath { points } => Mechanic::LongestPath(LongestPath { points: *points }),
            MechanicFile::Globetrotter { points } => Mechanic::Globetrotter(Globetrotter { points: *points }),
        });
    }
    mechanics
}

fn passengers_by_location(
    file: &MapFile,
    ids: &HashMap<String, LocationId>,
    colors: &[(Color, u8)],
    per_location: &[(String, u8)],
    path: &str,
    mistakes: &mut Mistakes,
) -> Vec<u8> {
    let in_bag: usize = colors.iter().map(|(_, count)| usize::from(*count)).sum();
    let waiting: usize = per_location.iter().map(|(_, count)| usize::from(*count)).sum();
    mistakes.check(in_bag == waiting, format!("{path}.per_location"), || {
        format!("{waiting} passengers wait on the board; {in_bag} are in the bag")
    });
    mistakes.check(in_bag.max(waiting) <= MAX_PASSENGERS, format!("{path}.colors"), || {
        format!("{in_bag} passengers; at most {MAX_PASSENGERS} are possible")
    });
    let mut counts = vec![0u8; file.locations.len()];
    for (id, count) in per_location {
        if let Some(location) = find(ids, id, format!("{path}.per_location.{id}"), mistakes) {
            counts[location.index()] = *count;
        }
    }
    let mut starts = vec![0u8];
    for count in counts {
        starts.push(starts.last().copied().unwrap_or(0).saturating_add(count));
    }
    starts
}

fn tourists(
    file: &MapFile,
    ids: &HashMap<String, LocationId>,
    mechanic: &MechanicFile,
    path: &str,
    mistakes: &mut Mistakes,
) -> Tourists {
    let MechanicFile::Tourists { kinds, per_kind, start_locations, stack_height, placed_height, score } = mechanic
    else {
        unreachable!("called for tourists only")
    };
    mistakes.check((1..=MAX_TOURIST_KINDS).contains(&kinds.len()), format!("{path}.kinds"), || {
        format!("{} kinds of tokens; from 1 to {MAX_TOURIST_KINDS} are possible", kinds.len())
    });
    for (index, kind) in kinds.iter().enumerate() {
        let kind_path = format!("{path}.kinds[{index}]");
        mistakes.check(is_id(kind), &kind_path, || format!("`{kind}` is not small letters, digits and _"));
        mistakes.check(!kinds[..index].contains(kind), kind_path, || format!("`{kind}` stands here twice"));
    }
    let left_over = kinds.len().checked_sub(start_locations.len());
    mistakes.check(left_over.is_some_and(|stacks| stacks <= 2), format!("{path}.start_locations"), || {
        format!(
            "{} stacks on the board of {} kinds: none, one or two may be left for the players to place",
            start_locations.len(),
            kinds.len()
        )
    });
    mistakes.check(file.locations.len() >= kinds.len(), format!("{path}.kinds"), || {
        "there are fewer locations than stacks".into()
    });
    mistakes.check(score.len() == kinds.len() + 1, format!("{path}.score"), || {
        format!("{} entries; {} kinds need one for each number from 0", score.len(), kinds.len())
    });
    let mut at = Vec::new();
    for (index, id) in start_locations.iter().enumerate() {
        let location_path = format!("{path}.start_locations[{index}]");
        if let Some(location) = find(ids, id, &location_path, mistakes) {
            mistakes.check(!at.contains(&location), location_path, || format!("`{id}` stands here twice"));
            at.push(location);
        }
    }
    let mut heights = |entries: &[(u8, u8)], name: &str| {
        let mut by_players = [0; MAX_SEATS + 1];
        for (players, height) in entries {
            if let Some(place) = by_players.get_mut(usize::from(*players)) {
                *place = *height;
            }
        }
        for players in file.min_players..=file.max_players.min(MAX_SEATS as u8) {
            let height = by_players[usize::from(players)];
            mistakes.check((1..=*per_kind).contains(&height), format!("{path}.{name}.{players}"), || {
                format!("a stack of {height} with {players} players; there are {per_kind} tokens of a kind")
            });
        }
        by_players
    };
    Tourists {
        stack_height: heights(stack_height, "stack_height"),
        placed_height: heights(placed_height, "placed_height"),
        kinds: kinds.clone(),
        start_locations: at,
        score: score.clone(),
    }
}

fn routes(file: &MapFile, ids: &HashMap<String, LocationId>, fleets: &[Fleet], mistakes: &mut Mistakes) -> Vec<Route> {
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
        let (a, b) = (a.unwrap_or(LocationId(0)), b.unwrap_or(LocationId(0)));
        let id = RouteId(routes.len() as u8);
        let mut parallels = RouteSet::EMPTY;
        for (other, route) in routes.iter_mut().enumerate() {
            if route.touches(a) && route.touches(b) && a != b {
                parallels.insert(RouteId(other as u8));
                route.parallels.insert(id);
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
            lane: parallels.len() as u8 + 1,
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
        let in_deck = file.rules.cards.of(color) > 0;
        mistakes.check(in_deck, format!("{path}.color"), || format!("no card of the deck is {color}"));
    }
    let has_tunnels = file.rules.mechanics.iter().any(|entry| matches!(entry.value, MechanicFile::Tunnels { .. }));
    mistakes.check(!route.tunnel || has_tunnels, format!("{path}.tunnel"), || {
        "a tunnel, but `rules.mechanics` does not list tunnels".into()
    });
    let place = match route.piece {
        None => Some(0),
        Some(piece) => fleets.iter().position(|fleet| fleet.piece == piece),
    };
    let Some((place, fleet)) = place.and_then(|place| Some((place, fleets.get(place)?))) else {
        let word = route.piece.map_or("", Piece::word);
        mistakes.add(format!("{path}.piece"), format!("`rules.pieces` lists no `{word}`"));
        return (FleetId(0), 0);
    };
    mistakes.check(route.spaces <= fleet.count, format!("{path}.spaces"), || {
        format!("{} spaces; a player has {} pieces for them", route.spaces, fleet.count)
    });
    let points = fleet.points.get(usize::from(cards)).copied().flatten();
    mistakes.check(points.is_some() || !range.contains(&cards), path, || {
        format!("`rules.pieces[{place}].points` says nothing of {cards} cards")
    });
    (FleetId(place as u8), points.unwrap_or(0))
}

/// Parallel routes are alike in everything but colour (C23: "of the same length").
fn check_parallels(file: &MapFile, routes: &[Route], mistakes: &mut Mistakes) {
    for (place, (entry, route)) in file.routes.iter().zip(routes).enumerate() {
        let Some(first) = route.parallels.lowest().filter(|first| first.index() < place) else { continue };
        let twin = &routes[first.index()];
        let facts = |route: &Route| (route.spaces, route.cards, route.wilds, route.is_tunnel, route.fleet);
        let alike = facts(route) == facts(twin);
        mistakes.check(alike, format!("routes[{}]", entry.index), || {
            format!(
                "differs in length or kind from routes[{}], which is parallel to it",
                file.routes[first.index()].index
            )
        });
    }
}

/// Gives each route's end in a country a node of its own (G05); the number of nodes.
fn split_countries(file: &MapFile, routes: &mut [Route]) -> usize {
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

fn tickets(
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

/// Scores stay within the numbers they are kept in, and a station can look at every route that touches its city.
fn check_totals(file: &MapFile, routes: &[Route], mistakes: &mut Mistakes) {
    const MOST: u32 = 30_000;
    let tickets: u32 = file.tickets.iter().map(|ticket| u32::from(ticket.value.points)).sum();
    let claims: u32 = routes.iter().map(|route| u32::from(route.points)).sum();
    mistakes.check(tickets + claims <= MOST, "tickets", || {
        format!("all tickets and routes together are worth {}; at most {MOST} are possible", tickets + claims)
    });
    // The search for the longest path is exact, so it must not be asked for too many ways round.
    const MOST_CIRCLES: usize = 48;
    let rewards_path = file.rules.mechanics.iter().any(|entry| matches!(entry.value, MechanicFile::LongestPath { .. }));
    let circles = (routes.iter().filter(|route| route.lane == 1).count() + 1).saturating_sub(file.locations.len());
    mistakes.check(!rewards_path || circles <= MOST_CIRCLES, "routes", || {
        format!("{circles} pairs of joined locations more than a tree has; with `longest_path` at most {MOST_CIRCLES}")
    });
    let has_stations = file.rules.mechanics.iter().any(|entry| matches!(entry.value, MechanicFile::Stations { .. }));
    for (place, entry) in file.locations.iter().enumerate() {
        let touching = routes.iter().filter(|route| route.touches(LocationId(place as u8))).count();
        mistakes.check(!has_stations || touching <= MAX_BORROWABLE, format!("locations[{}]", entry.index), || {
            format!("{touching} routes touch it; with stations at most {MAX_BORROWABLE} may")
        });
    }
}

/// Every location can be reached from every other, and every ticket be completed.
fn check_network(file: &MapFile, routes: &[Route], tickets: &[Ticket], nodes: usize, mistakes: &mut Mistakes) {
    let whole = Components::joined(nodes, routes.iter());
    let home = file.locations.iter().position(|entry| entry.value.kind != LocationKind::Country).unwrap_or(0);
    for (place, entry) in file.locations.iter().enumerate() {
        let ends = end_nodes(routes, LocationId(place as u8));
        let mut near = ends;
        let reached = near.any(|node| whole.root(node) == whole.root(NodeId(home as u8)));
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

fn tables(file: &MapFile, routes: &[Route], decks: &[String], settings: Settings, passenger_starts: Vec<u8>) -> Tables {
    let mut gray: BTreeMap<(u8, u8), RouteSet> = BTreeMap::new();
    let mut colored_within = [[RouteSet::EMPTY; MAX_PRICE + 1]; 8];
    let mut content_with_wilds = [RouteSet::EMPTY; MAX_PRICE + 1];
    let mut fitting = [[RouteSet::EMPTY; MAX_PRICE + 1]; MAX_FLEETS];
    for (index, route) in routes.iter().enumerate() {
        let id = RouteId(index as u8);
        let insert_from = |sets: &mut [RouteSet], least: u8| {
            for set in &mut sets[usize::from(least)..] {
                set.insert(id);
            }
        };
        insert_from(&mut fitting[route.fleet.index()], route.spaces);
        insert_from(&mut content_with_wilds, route.wilds);
        match route.color {
            Some(color) => insert_from(&mut colored_within[color.index()], route.cards),
            None => gray.entry((route.cards, route.wilds)).or_default().insert(id),
        }
    }
    let gray = gray
        .into_iter()
        .map(|((cards, wilds), routes)| PriceClass { price: Price { color: None, cards, wilds }, routes });
    let gray = gray.collect();
    let mut deck_sizes = [0; MAX_DECKS];
    for (size, name) in deck_sizes.iter_mut().zip(decks) {
        *size = deck_size(file, name);
    }
    let kinds = file.locations.iter().map(|entry| entry.value.kind).enumerate();
    let cities = kinds.filter(|(_, kind)| *kind != LocationKind::Country).map(|(place, _)| LocationId(place as u8));
    Tables {
        colored_within,
        content_with_wilds,
        gray,
        fitting,
        settings,
        deck_sizes,
        cities: cities.collect(),
        passenger_starts,
    }
}

fn locations(file: &MapFile, routes: &[Route]) -> Vec<Location> {
    let touching = |location| {
        let ids = (0..routes.len() as u8).map(RouteId);
        ids.filter(|route| routes[route.index()].touches(location)).collect()
    };
    file.locations
        .iter()
        .enumerate()
        .map(|(place, entry)| Location {
            id: entry.value.id.clone(),
            name: entry.value.name.clone(),
            kind: entry.value.kind,
            routes: touching(LocationId(place as u8)),
        })
        .collect()
}
