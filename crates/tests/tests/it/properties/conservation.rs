//! Nothing is lost and nothing comes from nowhere: cards, pieces, tickets, passengers, tokens, stations; and what is kept
//! twice agrees.

use super::known::Memory;
use capolinea_engine::ids::FleetId;
use capolinea_engine::map::LocationKind;
use capolinea_engine::position::Position;
use capolinea_engine::rules::Returned;
use capolinea_engine::{Card, CardCounts, Color, LocationId, Map, Phase, Public, RouteSet, TicketSet};
use capolinea_tests::games::{Game, Habit, games};
use std::collections::HashSet;

fn play(salt: u64, each: u64, habit: Habit) {
    for mut game in games(salt, each, &[habit]) {
        let mut memory = Memory::new();
        loop {
            memory.look(&game);
            check(&game, &memory);
            if !game.step() {
                break;
            }
        }
    }
}

#[test]
fn nothing_is_lost_in_uniform_games() {
    play(1, 60, Habit::Uniform);
}

#[test]
fn nothing_is_lost_when_the_deck_runs_out() {
    play(2, 60, Habit::Hoarder);
}

#[test]
fn nothing_is_lost_when_routes_are_claimed_early() {
    play(3, 60, Habit::Claimer);
}

#[test]
fn nothing_is_lost_when_the_tickets_run_out() {
    play(4, 60, Habit::Collector);
}

#[test]
fn nothing_is_lost_when_stations_are_built() {
    play(5, 60, Habit::Builder);
}

fn check(game: &Game, memory: &Memory) {
    let (map, public) = (game.map, game.state.public());
    let position = game.state.to_position(map);
    cards(game, &position);
    market(game, &position, memory);
    tickets(game, &position);
    memory.check(game, &position);
    for seat in Map::seats(public.players) {
        let player = &public.seats[seat];
        for (number, fleet) in map.rules().fleets.iter().enumerate() {
            let of_fleet = player.routes.iter().filter(|&route| map.route(route).fleet == FleetId(number as u8));
            let laid: u8 = of_fleet.map(|route| map.route(route).spaces).sum();
            assert_eq!(player.pieces[number] + laid, fleet.count, "C05: pieces of {seat:?}: {}", game.name());
        }
        let recount: i16 = player.routes.iter().map(|route| i16::from(map.route(route).points)).sum();
        assert_eq!(player.score, recount, "C32: score of {seat:?}: {}", game.name());
    }
    reach(game, public);
    stations(game, public);
    passengers(game, public);
    tourists(game, public);
}

/// Every card of the box is in exactly one place, and the public counts are right.
fn cards(game: &Game, position: &Position) {
    let (map, public) = (game.map, game.state.public());
    let mut all = public.discards;
    all.add(public.revealed);
    all.add(position.deck.iter().copied().collect());
    all.add(public.market.iter().flatten().copied().collect());
    for seat in Map::seats(public.players) {
        all.add(position.own[seat].hand);
        assert_eq!(usize::from(public.seats[seat].hand_size), position.own[seat].hand.total(), "{}", game.name());
    }
    if let Phase::PayingTunnel { route, laid, .. } = public.phase {
        all.add(laid.cards(map.route(route).cards));
    } else {
        assert_eq!(public.revealed, CardCounts::NONE, "E05: {}", game.name());
    }
    assert_eq!(all, map.rules().cards, "C01: {}", game.name());
    assert_eq!(usize::from(public.deck_size), position.deck.len(), "{}", game.name());
}

/// C13 and C14.
fn market(game: &Game, position: &Position, memory: &Memory) {
    let public = game.state.public();
    let market: CardCounts = public.market.iter().flatten().copied().collect();
    let deck: CardCounts = position.deck.iter().copied().collect();
    if position.deck.is_empty() {
        assert_eq!(public.discards, CardCounts::NONE, "C14: discards lie beside an empty deck: {}", game.name());
    }
    if market.total() < 5 {
        assert_eq!(deck.total() + public.discards.total(), 0, "C14: the market is not full: {}", game.name());
    } else if market.wilds() >= 3 {
        let plain = |cards: CardCounts| cards.total() - usize::from(cards.wilds());
        let too_few = plain(market) + plain(deck) + plain(public.discards) < 3;
        let would_return = memory.swept == Some(deck);
        let facts = format!("{market} in the market, {deck} in the deck, swept before: {:?}", memory.swept);
        assert!(too_few || would_return, "C13: {facts}: {}", game.name());
    }
}

/// Every ticket is in at most one place; in exactly one where all that is returned stays in the game.
fn tickets(game: &Game, position: &Position) {
    let (map, public) = (game.map, game.state.public());
    let mut places: Vec<_> = position.ticket_decks.iter().flatten().copied().collect();
    for (number, deck) in position.ticket_decks.iter().enumerate() {
        assert_eq!(usize::from(public.ticket_decks[number]), deck.len(), "{}", game.name());
        assert!(deck.iter().all(|&ticket| map.ticket(ticket).deck.index() == number), "{}", game.name());
    }
    for seat in Map::seats(public.players) {
        let own = &position.own[seat];
        places.extend(own.tickets);
        places.extend(own.offer.tickets());
        let counts = public.seats[seat].tickets;
        let is_secret = matches!(public.phase, Phase::ChoosingSplits { .. } | Phase::ChoosingTickets { .. });
        let held = if is_secret { TicketSet::EMPTY } else { own.tickets };
        assert_eq!(counts.iter().sum::<u8>() as usize, held.len(), "C34: tickets of {seat:?}: {}", game.name());
        if map.rules().draw.is_split() {
            let second = held.iter().filter(|&ticket| map.ticket(ticket).deck.index() == 1).count();
            assert_eq!(usize::from(counts[1]), second, "G01: long tickets of {seat:?}: {}", game.name());
        }
        let may_choose = match public.phase {
            Phase::ChoosingTickets { .. } => true,
            Phase::KeepingTickets { seat: chooser } => chooser == seat,
            _ => false,
        };
        assert!(may_choose || own.offer.is_empty(), "{seat:?} still has an offer: {}", game.name());
    }
    let distinct: HashSet<_> = places.iter().collect();
    assert_eq!(distinct.len(), places.len(), "a ticket is in two places: {}", game.name());
    if map.rules().start.returned != Returned::Removed || matches!(public.phase, Phase::ChoosingTickets { .. }) {
        assert_eq!(places.len(), map.tickets().len(), "C03, C17: a ticket is gone: {}", game.name());
    }
}

/// Which routes are out of whose reach (C23, C24), worked out from the claimed ones.
fn reach(game: &Game, public: &Public) {
    let map = game.map;
    let parallels =
        |routes: RouteSet| routes.iter().fold(RouteSet::EMPTY, |all, route| all.union(map.route(route).parallels));
    let mut unavailable = RouteSet::EMPTY;
    for seat in Map::seats(public.players) {
        let player = &public.seats[seat];
        assert!(player.routes.intersection(unavailable).is_empty(), "C21, C24: {}", game.name());
        assert!(player.routes.intersection(parallels(player.routes)).is_empty(), "C23: {}", game.name());
        assert_eq!(player.barred, parallels(player.routes), "C23: {}", game.name());
        unavailable = unavailable.union(player.routes);
        if public.players <= map.rules().single_lane_up_to {
            unavailable = unavailable.union(parallels(player.routes));
        }
    }
    assert_eq!(public.unavailable, unavailable, "C24: {}", game.name());
}

/// E06: at most so many a player, all in cities, no two in one.
fn stations(game: &Game, public: &Public) {
    let most = game.map.stations().map_or(0, |stations| stations.costs.len());
    let mut sites: HashSet<LocationId> = HashSet::new();
    for seat in Map::seats(public.players) {
        let stations = public.seats[seat].stations;
        let built = stations.iter().flatten().count();
        assert!(built <= most && stations[..built].iter().all(Option::is_some), "{stations:?}: {}", game.name());
        for location in stations.into_iter().flatten() {
            assert_ne!(game.map.location(location).kind, LocationKind::Country, "E06: {}", game.name());
            assert!(sites.insert(location), "E06: two stations in {location:?}: {}", game.name());
        }
    }
}

/// G03: every passenger waits or was taken.
fn passengers(game: &Game, public: &Public) {
    let map = game.map;
    for color in Color::ALL {
        let waiting = |location| public.passengers_at(map, location).filter(|&waiting| waiting == color).count();
        let there: usize = map.location_ids().map(waiting).sum();
        let taken: usize = Map::seats(public.players).map(|seat| public.seats[seat].passengers[color] as usize).sum();
        let all = map.passengers().map_or(0, |settings| settings.colors[color]);
        assert_eq!(there + taken, usize::from(all), "G03: {color}: {}", game.name());
    }
    for location in map.location_ids() {
        let there = public.passengers_at(map, location).count();
        assert!(there <= map.passengers_waiting(location), "G03: {location:?}: {}", game.name());
    }
}

/// S01, S02: every token stands in its stack or was taken, by a player who had none of its kind.
fn tourists(game: &Game, public: &Public) {
    let Some(settings) = game.map.tourists() else {
        let held = Map::seats(public.players).map(|seat| public.seats[seat].tourists.len()).sum::<usize>();
        return assert_eq!(held, 0, "{}", game.name());
    };
    let players = usize::from(public.players);
    let mut sites = HashSet::new();
    let mut unplaced = 0;
    for (kind, stack) in public.tourists.iter().enumerate().take(settings.kinds.len()) {
        let holds = |seat: &_| public.seats[*seat].tourists.0 >> kind & 1 == 1;
        let taken = Map::seats(public.players).filter(holds).count();
        let height = match stack.location {
            Some(location) if settings.start_locations.contains(&location) => settings.stack_height[players],
            _ => settings.placed_height[players],
        };
        assert_eq!(usize::from(stack.left) + taken, usize::from(height), "S01: kind {kind}: {}", game.name());
        match stack.location {
            Some(location) => assert!(sites.insert(location), "S02: two stacks in {location:?}: {}", game.name()),
            None => unplaced += 1,
        }
    }
    let is_before = matches!(public.phase, Phase::ChoosingTickets { .. } | Phase::PlacingTourists { .. });
    assert_eq!(unplaced > 0, is_before, "S02: {}", game.name());
}

/// Most of the checks above would pass on games in which nothing happens: the habits reach what they are for.
#[test]
fn the_corners_are_reached() {
    let mut seen: HashSet<&str> = HashSet::new();
    for mut game in games(6, 3, &Habit::ALL) {
        while game.step() {
            let public = game.state.public();
            let mut note = |name, is_so| is_so && seen.insert(name);
            note("an empty deck", public.deck_size == 0);
            note("an empty market", public.market == [None; 5]);
            note("a market of some cards", public.market.contains(&None) && public.market != [None; 5]);
            note("no tickets left", public.tickets_left() == 0);
            note("a pass", public.passes > 0);
            note("a tunnel that asks for more", matches!(public.phase, Phase::PayingTunnel { .. }));
            note("tokens at both ends", matches!(public.phase, Phase::TakingTourist { .. }));
            note("passengers", matches!(public.phase, Phase::TakingPassengers { .. }));
            note("the last round", public.turns_left.is_some());
            note(
                "wilds kept in the market",
                public.market.iter().filter(|&&card| card == Some(Card::Wild)).count() >= 3,
            );
            for seat in Map::seats(public.players) {
                note("three stations", public.seats[seat].stations_built() == 3);
                note("all tokens", public.seats[seat].tourists.len() >= 6);
            }
        }
    }
    let mut seen: Vec<_> = seen.into_iter().collect();
    seen.sort_unstable();
    expect_test::expect![[r#"
        a market of some cards
        a pass
        a tunnel that asks for more
        all tokens
        an empty deck
        an empty market
        no tickets left
        passengers
        the last round
        three stations
        tokens at both ends
        wilds kept in the market"#]]
    .assert_eq(&seen.join("\n"));
}
