//! An independent count of final scores, by the simplest possible code, compared with the engine's.
//!
//! The checker reads a game's record and the map's `map.json` as plain JSON values and knows nothing of the engine's
//! types, tables or scoring. What a record doesn't say because it follows from the seed's shuffles is taken from the
//! engine as an input: which tickets each choice was offered, and where the stacks of tourist tokens stood at first.

mod count;
mod facts;
mod holdings;

use capolinea_engine::map::LocationKind;
use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::scoring::ScoreLine;
use capolinea_engine::{Action, Color, FinalScores, LocationId, Map, Offer, Phase, Seat, State, TicketSet, Viewer};
use capolinea_tests::games::{Game, Habit, below, games, scatter_routes, scatter_tickets, shuffle, tables};
use count::{Count, count};
use facts::Facts;
use holdings::{Holding, Shuffled, holdings};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::Value;
use std::collections::HashMap;

/// Facts that the seed decided and that are not in the record.
fn shuffled(game: &Game) -> Shuffled {
    let stacks = |stack: &capolinea_engine::mechanics::tourists::TouristStack| holdings::Stack {
        location: stack.location.map(|location| location.index()),
        left: u32::from(stack.left),
    };
    Shuffled { offers: Vec::new(), stacks: game.state.public().tourists.iter().map(stacks).collect() }
}

/// Plays a game to its end and notes what was offered on the way.
fn play(game: &mut Game) -> Shuffled {
    let mut shuffled = shuffled(game);
    while let Some(next) = game.choose() {
        if let Action::KeepTickets { .. } = next.action {
            let own = game.state.view(game.map, Viewer::Seat(next.seat)).own.expect("a player has secrets");
            shuffled.offers.push(own.offer.tickets().iter().map(|ticket| ticket.index()).collect());
        }
        game.execute(next);
    }
    game.record.note_result(game.map, &game.state);
    shuffled
}

/// The engine's scores in the checker's terms.
fn of_engine(scores: &FinalScores) -> Vec<Count> {
    let one = |sheet: &capolinea_engine::scoring::ScoreSheet| {
        let mut count = Count { total: i32::from(sheet.total), ..Count::default() };
        for line in &sheet.lines {
            let points = i32::from(line.points());
            match line {
                ScoreLine::Routes { .. } => count.routes += points,
                ScoreLine::FailedTicket { .. } => count.tickets += points,
                ScoreLine::CompletedTicket { .. } => {
                    count.tickets += points;
                    count.completed += 1;
                }
                ScoreLine::Station { .. } => {}
                ScoreLine::Passengers { .. } => count.passengers += points,
                ScoreLine::Mechanic(line) => match line.mechanic {
                    MechanicKind::Stations => count.stations += points,
                    MechanicKind::LongestPath => {
                        count.longest = u32::from(line.count);
                        count.longest_path += points;
                    }
                    MechanicKind::Globetrotter => count.globetrotter += points,
                    MechanicKind::Tourists => count.tourists += points,
                    MechanicKind::Tunnels | MechanicKind::Passengers => panic!("no such line: {line:?}"),
                },
            }
        }
        count.wins = scores.winners.contains(sheet.seat);
        count
    };
    scores.sheets.iter().map(one).collect()
}

fn check_games(salt: u64, each: u64, habits: &[Habit]) {
    let mut facts: HashMap<&str, Facts> = HashMap::new();
    for mut game in games(salt, each, habits) {
        let shuffled = play(&mut game);
        let facts = facts.entry(game.map.id()).or_insert_with(|| Facts::read(game.map.id()));
        let record: Value = serde_json::from_str(&game.record.to_json()).expect("a record is JSON");
        let counts = count(facts, &holdings(facts, &record, &shuffled));
        let scores = game.state.final_scores(game.map).expect("the game is over");
        assert_eq!(counts, of_engine(&scores), "{}", game.name());
        let totals: Vec<i64> =
            record["result"]["totals"].as_array().unwrap().iter().filter_map(Value::as_i64).collect();
        assert!(totals.into_iter().eq(counts.iter().map(|count| i64::from(count.total))), "{}", game.name());
    }
}

#[test]
fn uniform_games_are_counted_alike() {
    check_games(51, 100, &[Habit::Uniform]);
}

#[test]
fn games_of_claims_are_counted_alike() {
    check_games(52, 100, &[Habit::Claimer]);
}

#[test]
fn games_of_tickets_are_counted_alike() {
    check_games(53, 40, &[Habit::Collector]);
}

#[test]
fn games_of_stations_are_counted_alike() {
    check_games(54, 30, &[Habit::Builder, Habit::Hoarder]);
}

/// Positions at the end of imagined games: with far richer networks than random play brings about, or so poor that ties
/// are common.
fn arranged(map: &'static Map, players: u8, rng: &mut ChaCha8Rng, is_rich: bool) -> (State, Vec<Holding>) {
    let game = Game::new(map, players, Habit::Uniform, rng.next_u64());
    let mut position = game.state.to_position(map);
    let public = &mut position.public;
    public.phase = Phase::Over;
    public.first = public.first.or(Some(Seat(0)));
    let [most_routes, most_tickets, most_passengers] = if is_rich { [40, 20, 4] } else { [1, 0, 1] };
    scatter_routes(map, public, most_routes, rng);
    let tickets = scatter_tickets(map, players, most_tickets, rng);
    position.ticket_decks = [Vec::new(), Vec::new()];
    let is_city = |location: &LocationId| map.location(*location).kind != LocationKind::Country;
    let mut sites: Vec<LocationId> = map.location_ids().filter(is_city).collect();
    shuffle(rng, &mut sites);
    let most_stations = map.stations().map_or(0, |stations| stations.costs.len());
    for seat in Map::seats(players) {
        let own = &mut position.own[seat];
        own.tickets = tickets[seat.index()];
        own.offer = Offer::NONE;
        let player = &mut public.seats[seat];
        for station in &mut player.stations[..below(rng, most_stations + 1)] {
            *station = sites.pop();
        }
        if let Some(passengers) = map.passengers() {
            for color in Color::ALL.into_iter().filter(|&color| passengers.colors[color] > 0) {
                player.passengers[color] = below(rng, most_passengers) as u8;
            }
        }
        if let Some(tourists) = map.tourists().filter(|_| is_rich) {
            player.tourists.0 = below(rng, 1 << tourists.kinds.len()) as u8;
        }
    }
    let state = State::from_position(map, &position).expect("the position can be");
    let holdings = Map::seats(players).map(|seat| holding(&state, seat, tickets[seat.index()])).collect();
    (state, holdings)
}

fn holding(state: &State, seat: Seat, tickets: TicketSet) -> Holding {
    let player = &state.public().seats[seat];
    let colors = Color::ALL;
    Holding {
        routes: player.routes.iter().map(|route| route.index()).collect(),
        tickets: tickets.iter().map(|ticket| ticket.index()).collect(),
        stations: player.stations.iter().flatten().map(|location| location.index()).collect(),
        passengers: colors.into_iter().map(|color| (color.as_str().into(), player.passengers[color].into())).collect(),
        tourists: player.tourists.iter().map(|kind| kind.index()).collect(),
    }
}

fn check_arranged(number: u64, rounds: u64, is_rich: bool) {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    for (map, players) in tables() {
        let facts = Facts::read(map.id());
        for round in 0..rounds {
            let (state, holdings) = arranged(map, players, &mut rng, is_rich);
            let scores = state.final_scores(map).expect("the game is over");
            let name = format!("{} with {players}, position {round}", map.id());
            assert_eq!(count(&facts, &holdings), of_engine(&scores), "{name}");
        }
    }
}

#[test]
fn rich_positions_are_counted_alike() {
    check_arranged(55, 150, true);
}

#[test]
fn more_rich_positions_are_counted_alike() {
    check_arranged(56, 150, true);
}

#[test]
fn ties_are_broken_alike() {
    check_arranged(57, 600, false);
}

/// The comparisons above see every kind of points, completed tickets, broken ties and shared victories.
#[test]
fn the_checker_sees_everything() {
    let mut rng = ChaCha8Rng::seed_from_u64(58);
    let mut most = Count::default();
    let (mut shared, mut broken) = (0, 0);
    for (map, players) in tables() {
        let facts = Facts::read(map.id());
        for round in 0..80 {
            let counts = count(&facts, &arranged(map, players, &mut rng, round % 2 == 0).1);
            let winners = counts.iter().filter(|count| count.wins).count();
            let best = counts.iter().map(|count| count.total).max().expect("there are players");
            shared += usize::from(winners > 1);
            broken += usize::from(counts.iter().filter(|count| count.total == best).count() > winners);
            for count in counts {
                most.completed = most.completed.max(count.completed);
                most.longest = most.longest.max(count.longest);
                most.stations = most.stations.max(count.stations);
                most.globetrotter = most.globetrotter.max(count.globetrotter);
                most.passengers = most.passengers.max(count.passengers);
                most.tourists = most.tourists.max(count.tourists);
            }
        }
    }
    let Count { completed, longest, stations, globetrotter, passengers, tourists, .. } = most;
    assert!(completed >= 6 && longest >= 40 && passengers >= 80, "{most:?}");
    assert!(stations >= 12 && globetrotter >= 15 && tourists >= 12, "{most:?}");
    assert!(shared >= 50 && broken >= 5, "{shared} victories shared, {broken} ties broken");
}
