//! Positions with a move that a good player finds, arranged after mistakes that the searcher was seen to make on `usa` with
//! two players. It has to find the move with other random numbers too. How clear each is by many simulated games is in docs/BOTS.md.

use capolinea_bots::Entrant;
use capolinea_engine::notation::write_action;
use capolinea_engine::{
    Card, CardCounts, Color, FirstPlayer, LocationId, Map, Offer, Phase, RouteId, Seat, Setup, State, TicketId, Viewer,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;

/// A position for the first player to move.
struct Position {
    /// The routes and tickets of both, by their ends.
    routes: [&'static [&'static str]; 2],
    tickets: [&'static [&'static str]; 2],
    /// The first player's cards, and how many the second has.
    hand: &'static [(Color, usize)],
    other_hand: usize,
}

fn usa() -> &'static Map {
    &capolinea_maps::find("usa").expect("it is built in").map
}

fn city(map: &Map, id: &str) -> LocationId {
    map.find_location(id).unwrap_or_else(|| panic!("no city {id}"))
}

fn ends(map: &Map, ends: &str) -> [LocationId; 2] {
    let (a, b) = ends.split_once('-').expect("two cities");
    [city(map, a), city(map, b)]
}

/// The first of the routes between two cities.
fn route(map: &Map, name: &str) -> RouteId {
    let [a, b] = ends(map, name);
    let both = map.location(a).routes.intersection(map.location(b).routes);
    both.iter().next().unwrap_or_else(|| panic!("no route {name}"))
}

fn ticket(map: &Map, name: &str) -> TicketId {
    let [a, b] = ends(map, name);
    let joins = |id: &TicketId| [(a, b), (b, a)].contains(&(map.ticket(*id).a, map.ticket(*id).b));
    map.ticket_ids().find(joins).unwrap_or_else(|| panic!("no ticket {name}"))
}

/// So many of the cards that are left.
fn deal(rest: &mut CardCounts, cards: &[(Color, usize)]) -> CardCounts {
    let kinds = cards.iter().flat_map(|&(color, count)| std::iter::repeat_n(Card::Color(color), count));
    let cards: CardCounts = kinds.collect();
    rest.take(cards);
    cards
}

/// Cards of all colours in turn.
fn mixed(rest: &mut CardCounts, count: usize) -> Vec<Card> {
    let mut cards = Vec::new();
    for card in Card::ALL.into_iter().cycle() {
        if cards.len() == count || rest.total() == 0 {
            break;
        }
        if rest[card] > 0 {
            rest.take([card].into_iter().collect());
            cards.push(card);
        }
    }
    cards
}

fn arrange(map: &Map, wanted: &Position) -> State {
    let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [1; 32], pieces: None };
    let mut position = State::new(map, &setup).expect("the map is for two").to_position(map);
    position.public.phase = Phase::Turn { seat: Seat(0) };
    position.public.first = Some(Seat(0));
    position.public.discards = CardCounts::NONE;
    let mut rest = map.rules().cards;
    rest.take(position.public.market.iter().flatten().copied().collect());
    position.own[Seat(0)].hand = deal(&mut rest, wanted.hand);
    position.own[Seat(1)].hand = mixed(&mut rest, wanted.other_hand).into_iter().collect();
    position.deck = mixed(&mut rest, usize::MAX);
    let mut tickets: Vec<TicketId> = map.ticket_ids().collect();
    for (seat, (routes, held)) in Map::seats(2).zip(wanted.routes.iter().zip(wanted.tickets)) {
        let player = &mut position.public.seats[seat];
        player.routes = routes.iter().map(|ends| route(map, ends)).collect();
        player.score = player.routes.iter().map(|route| i16::from(map.route(route).points)).sum();
        let spaces: u8 = player.routes.iter().map(|route| map.route(route).spaces).sum();
        player.pieces[0] -= spaces;
        player.tickets = [held.len() as u8, 0];
        let own = &mut position.own[seat];
        own.offer = Offer::NONE;
        own.tickets = held.iter().map(|ends| ticket(map, ends)).collect();
        tickets.retain(|&ticket| !own.tickets.contains(ticket));
    }
    position.ticket_decks[0] = tickets;
    State::from_position(map, &position).expect("the position can be")
}

/// The searcher plays one of these actions, written with these words at their beginning.
fn assert_finds(position: &Position, good: &[&str]) {
    let map = usa();
    let state = arrange(map, position);
    let view = state.view(map, Viewer::Seat(Seat(0)));
    let searcher: Entrant = "searcher:600".parse().expect("it is a bot");
    for seed in 0..3 {
        let action = searcher.player().choose(&view, &mut ChaCha8Rng::from_seed([seed; 32]));
        let action = write_action(map, action);
        assert!(good.iter().any(|good| action.starts_with(good)), "with seed {seed}: {action}");
    }
}

/// Routes that leave their owner five pieces.
const LONG_ROUTES: &[&str] = &[
    "portland-salt_lake_city",
    "salt_lake_city-san_francisco",
    "los_angeles-san_francisco",
    "el_paso-los_angeles",
    "el_paso-houston",
    "miami-new_orleans",
    "calgary-winnipeg",
    "houston-new_orleans",
];

#[test]
fn nobody_is_left_with_a_hand_full_of_cards_when_the_game_is_about_to_end() {
    let position = Position {
        routes: [&["duluth-omaha", "kansas_city-omaha", "kansas_city-saint_louis", "chicago-saint_louis"], LONG_ROUTES],
        tickets: [&["chicago-santa_fe"], &["portland-phoenix", "los_angeles-miami"]],
        hand: &[(Color::Orange, 6), (Color::Purple, 6), (Color::Green, 5)],
        other_hand: 14,
    };
    assert_finds(&position, &["claim duluth-helena", "claim duluth-toronto"]);
}

#[test]
fn a_link_that_the_other_may_want_is_claimed_before_a_long_route() {
    let position = Position {
        routes: [
            &[
                "los_angeles-phoenix",
                "phoenix-santa_fe",
                "oklahoma_city-santa_fe",
                "kansas_city-oklahoma_city",
                "kansas_city-saint_louis",
            ],
            &["chicago-pittsburgh", "chicago-toronto", "little_rock-saint_louis", "little_rock-new_orleans"],
        ],
        tickets: [&["los_angeles-chicago"], &["chicago-new_orleans", "montreal-new_orleans"]],
        hand: &[(Color::Green, 2), (Color::Orange, 6), (Color::Red, 1)],
        other_hand: 8,
    };
    assert_finds(&position, &["claim chicago-saint_louis"]);
}

#[test]
fn the_last_link_of_a_ticket_is_claimed_before_the_other_can_end_the_game() {
    let position = Position {
        routes: [&["duluth-omaha", "kansas_city-omaha", "denver-santa_fe", "el_paso-santa_fe"], LONG_ROUTES],
        tickets: [&["duluth-el_paso"], &["portland-phoenix", "los_angeles-miami"]],
        hand: &[(Color::Orange, 4), (Color::Purple, 4), (Color::Green, 3)],
        other_hand: 14,
    };
    assert_finds(&position, &["claim denver-kansas_city"]);
}

#[test]
fn the_last_pieces_go_to_an_open_ticket_and_not_to_a_long_route() {
    let position = Position {
        routes: [
            &[
                "portland-san_francisco",
                "portland-seattle",
                "los_angeles-san_francisco",
                "los_angeles-phoenix",
                "phoenix-santa_fe",
                "oklahoma_city-santa_fe",
                "little_rock-oklahoma_city",
                "helena-seattle",
                "duluth-helena",
                "calgary-winnipeg",
            ],
            &["chicago-pittsburgh", "new_york-pittsburgh", "kansas_city-saint_louis", "denver-kansas_city"],
        ],
        tickets: [&["san_francisco-atlanta", "los_angeles-seattle"], &["denver-pittsburgh", "kansas_city-houston"]],
        hand: &[(Color::White, 2), (Color::Yellow, 1), (Color::Orange, 2), (Color::Blue, 6)],
        other_hand: 8,
    };
    assert_finds(&position, &["claim atlanta-nashville"]);
}
