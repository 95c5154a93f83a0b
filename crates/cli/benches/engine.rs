//! How fast the engine is. Run it with `cargo xtask bench`; docs/PERFORMANCE.md has the figures.

#![allow(missing_docs)]

use capolinea_bots::{Entrant, Player, game_seed, play_game};
use capolinea_engine::analysis::{Measure, Plan, Progress, Ways, longest_trail_length};
use capolinea_engine::ids::LocationSet;
use capolinea_engine::mechanics::stations::best_borrowing;
use capolinea_engine::{
    FirstPlayer, LegalActions, LocationId, Map, RouteSet, Seat, Setup, State, TicketId, TicketSet, Viewer,
};
use criterion::{Criterion, Throughput};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    games(&mut criterion);
    parts(&mut criterion);
    analysis(&mut criterion);
    worst_longest_path();
    worst_stations();
    criterion.final_summary();
}

fn map(id: &str) -> &'static Map {
    &capolinea_maps::find(id).expect("it is built in").map
}

fn setup(players: u8, game: u32) -> Setup {
    Setup { players, first: FirstPlayer::Random, seed: game_seed(1, game), pieces: None }
}

fn random_bots(players: u8) -> Vec<Player> {
    let random: Entrant = "random".parse().expect("it is in the table");
    (0..players).map(|_| random.player()).collect()
}

fn final_state(map: &Map, players: u8, game: u32) -> State {
    play_game(map, &setup(players, game), &mut random_bots(players)).expect("the map seats them").state
}

/// Whole games between random bots, with final scoring.
fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    for id in capolinea_maps::built_in_ids() {
        for players in [2, 4] {
            let (map, mut bots, mut game) = (map(id), random_bots(players), 0);
            group.bench_function(format!("{id}, {players} players"), |bencher| {
                bencher.iter(|| {
                    game += 1;
                    let played = play_game(map, &setup(players, game), &mut bots).expect("the map seats them");
                    let tallies = played.state.tally(map);
                    black_box(played.state.winners(map, &tallies))
                });
            });
        }
    }
}

/// The steps of a game, on positions from the middle of games.
fn parts(criterion: &mut Criterion) {
    let map = map("usa");
    let state = middle(map, 2, 70);
    let seat = state.deciders().lowest().expect("the game goes on");
    let mut group = criterion.benchmark_group("parts");
    group.bench_function("deal a game", |bencher| {
        let mut game = 0;
        bencher.iter(|| {
            game += 1;
            State::new(map, &setup(2, game))
        });
    });
    group.bench_function("copy a state", |bencher| {
        let mut copy = state;
        bencher.iter(|| {
            copy = *black_box(&state);
            black_box(&mut copy);
        });
    });
    group.bench_function("count the legal actions and take one", |bencher| {
        bencher.iter(|| LegalActions::pick(&black_box(&state).view(map, Viewer::Seat(seat)), |count| count / 2));
    });
    let ended = final_state(map, 2, 1);
    group.bench_function("score a finished game", |bencher| bencher.iter(|| black_box(&ended).tally(map)));
    group.finish();
}

/// Questions about tickets on the largest maps: on an empty board, where most is open, and in the middle of a game.
fn analysis(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("analysis");
    for id in ["europe", "germany"] {
        let map = map(id);
        let state = middle(map, 2, 70);
        let view = state.view(map, Viewer::Seat(Seat(0)));
        let tickets = apart(map, 6);
        let five: TicketSet = tickets.iter().copied().take(5).collect();
        group.bench_function(format!("{id}: the legal actions in groups"), |bencher| {
            let seat = state.deciders().lowest().expect("the game goes on");
            bencher.iter(|| black_box(&state).view(map, Viewer::Seat(seat)).action_groups());
        });
        group.bench_function(format!("{id}: progress of a hand of tickets"), |bencher| {
            bencher.iter(|| Progress::new(black_box(&view)));
        });
        group.bench_function(format!("{id}: the way of one ticket"), |bencher| {
            bencher.iter(|| Ways::new(black_box(&view), Measure::Pieces).and_then(|ways| ways.cheapest(tickets[0])));
        });
        group.bench_function(format!("{id}: a plan for six tickets and two routes"), |bencher| {
            let tickets: TicketSet = tickets.iter().copied().collect();
            let routes: RouteSet = view.open_routes(Seat(0)).into_iter().take(2).collect();
            bencher.iter(|| Plan::new(black_box(&view), tickets, routes));
        });
        for (tickets, count) in [(five, "five"), (tickets.iter().copied().collect(), "six"), (all_tickets(map), "all")]
        {
            group.bench_function(format!("{id}: the network of {count} tickets on an empty board"), |bencher| {
                bencher.iter(|| Ways::on_empty_board(black_box(map), Measure::Pieces).network(tickets));
            });
        }
    }
}

fn all_tickets(map: &Map) -> TicketSet {
    map.ticket_ids().collect()
}

/// Tickets of which no two share an end: the most work for a network.
fn apart(map: &Map, count: usize) -> Vec<TicketId> {
    let mut ends = LocationSet::EMPTY;
    let mut tickets = Vec::new();
    for id in map.ticket_ids() {
        let ticket = map.ticket(id);
        if tickets.len() < count && !ends.contains(ticket.a) && !ends.contains(ticket.b) {
            ends.insert(ticket.a);
            ends.insert(ticket.b);
            tickets.push(id);
        }
    }
    tickets
}

/// A game after `decisions` decisions, at the beginning of a turn.
fn middle(map: &Map, players: u8, decisions: u32) -> State {
    let mut state = State::new(map, &setup(players, 1)).expect("the map seats them");
    let mut rng = ChaCha8Rng::from_seed([1; 32]);
    for _ in 0..decisions {
        let seat = state.deciders().lowest().expect("the game goes on");
        let view = state.view(map, Viewer::Seat(seat));
        let action = LegalActions::pick(&view, |count| rng.next_u32() as usize % count).expect("there is one");
        state.apply(map, seat, action).expect("it is legal");
    }
    state
}

/// The slowest of many: each timed once, the slowest hundred again, by their best time.
fn worst<T>(what: &str, items: &[T], mut work: impl FnMut(&T)) {
    let mut time = |item: &T| {
        let begun = Instant::now();
        work(item);
        begun.elapsed()
    };
    let mut times: Vec<(Duration, usize)> = items.iter().enumerate().map(|(place, item)| (time(item), place)).collect();
    let mean = times.iter().map(|(time, _)| *time).sum::<Duration>() / items.len() as u32;
    times.sort_unstable_by(|a, b| b.cmp(a));
    let mut best = |place: usize| (0..50).map(|_| time(&items[place])).min().unwrap_or_default();
    let worst = times.iter().take(100).map(|&(_, place)| best(place)).max().unwrap_or_default();
    println!("{what}: mean {mean:?}, worst {worst:?} of {}", items.len());
}

/// The longest path in the final positions of 100,000 random games.
fn worst_longest_path() {
    for id in ["usa", "europe"] {
        let map = map(id);
        let mut networks: Vec<RouteSet> = Vec::new();
        for game in 0.. {
            let players = 2 + (game % 4) as u8;
            let state = final_state(map, players, game);
            networks.extend(Map::seats(players).map(|seat| state.public().seats[seat].routes));
            if networks.len() >= 100_000 {
                break;
            }
        }
        worst(&format!("longest path, {id}"), &networks, |&routes| {
            black_box(longest_trail_length(map, routes));
        });
    }
}

/// The best use of three stations, in cities where many routes meet, with many open tickets.
fn worst_stations() {
    let map = map("europe");
    let mut rng = ChaCha8Rng::from_seed([2; 32]);
    let mut positions = Vec::new();
    for game in 0..20_000 {
        let ended = final_state(map, 2 + (game % 4) as u8, game);
        let mut position = ended.to_position(map);
        let mut cities: Vec<LocationId> = map.location_ids().collect();
        cities.sort_by_key(|&city| std::cmp::Reverse(map.location(city).routes.len()));
        for seat in Map::seats(position.public.players) {
            let mut pick = || Some(cities[(rng.next_u32() % 15) as usize]);
            position.public.seats[seat].stations = if seat == Seat(0) { [pick(), pick(), pick()] } else { [None; 3] };
        }
        positions.push(position);
    }
    worst("three stations, europe", &positions, |position| {
        black_box(best_borrowing(map, &position.public, Seat(0), position.own[Seat(0)].tickets));
    });
}
