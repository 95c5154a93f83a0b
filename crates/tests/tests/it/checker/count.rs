//! Counting final scores the long way round: flood fill, plain recursion, every combination.

use super::facts::{Facts, number};
use super::holdings::Holding;
use serde_json::Value;
use std::collections::VecDeque;

/// One player's score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub routes: i32,
    pub tickets: i32,
    pub completed: usize,
    pub stations: i32,
    /// The longest path's pieces; 0 where the map doesn't ask.
    pub longest: u32,
    pub longest_path: i32,
    pub globetrotter: i32,
    pub passengers: i32,
    pub tourists: i32,
    pub total: i32,
    pub wins: bool,
}

pub fn count(facts: &Facts, holdings: &[Holding]) -> Vec<Count> {
    let mut counts: Vec<Count> = (0..holdings.len()).map(|player| count_alone(facts, holdings, player)).collect();
    if let Some(points) = facts.setting("longest_path", "points") {
        let most = counts.iter().map(|count| count.longest).max().unwrap_or(0);
        for count in counts.iter_mut().filter(|count| most > 0 && count.longest == most) {
            count.longest_path = points;
        }
    }
    if let Some(points) = facts.setting("globetrotter", "points") {
        let most = counts.iter().map(|count| count.completed).max().unwrap_or(0);
        for count in counts.iter_mut().filter(|count| most > 0 && count.completed == most) {
            count.globetrotter = points;
        }
    }
    if let Some(settings) = facts.mechanics.get("passengers") {
        for color in settings["colors"].as_object().expect("colours").keys() {
            majority(settings, holdings, color, &mut counts);
        }
    }
    for count in &mut counts {
        count.total = count.routes
            + count.tickets
            + count.stations
            + count.longest_path
            + count.globetrotter
            + count.passengers
            + count.tourists;
    }
    let keys: Vec<Vec<i32>> = (0..counts.len()).map(|player| key(facts, holdings, &counts, player)).collect();
    for (count, key) in counts.iter_mut().zip(&keys) {
        count.wins = keys.iter().all(|other| key >= other);
    }
    counts
}

fn count_alone(facts: &Facts, holdings: &[Holding], player: usize) -> Count {
    let own = &holdings[player];
    let (tickets, completed) = tickets(facts, holdings, player);
    let unbuilt = |settings: &Value| {
        let all = settings["costs"].as_array().expect("prices").len();
        (all - own.stations.len()) as i32 * number(&settings["unused_points"])
    };
    Count {
        routes: own.routes.iter().map(|&route| facts.routes[route].points).sum(),
        tickets,
        completed,
        stations: facts.mechanics.get("stations").map_or(0, unbuilt),
        longest: facts.mechanics.get("longest_path").map_or(0, |_| longest(facts, &own.routes)),
        tourists: facts.mechanics.get("tourists").map_or(0, |tourists| number(&tourists["score"][own.tourists.len()])),
        ..Count::default()
    }
}

/// The places that a path from `start` over `routes` reaches. It may begin and end in a country, never pass one (G05).
fn reached(facts: &Facts, routes: &[usize], start: usize) -> Vec<bool> {
    let mut reached = vec![false; facts.is_country.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(place) = queue.pop_front() {
        if facts.is_country[place] && place != start {
            continue;
        }
        for &route in routes {
            let (a, b) = (facts.routes[route].a, facts.routes[route].b);
            for (from, to) in [(a, b), (b, a)] {
                if from == place && !reached[to] {
                    reached[to] = true;
                    // A way back into the country it began in leads no further: it began there.
                    queue.push_back(to);
                }
            }
        }
    }
    reached
}

/// The points of a player's tickets over `routes`, and how many are completed.
fn over(facts: &Facts, routes: &[usize], tickets: &[usize]) -> (i32, usize) {
    let mut worth = (0, 0);
    for &ticket in tickets {
        let ticket = &facts.tickets[ticket];
        if reached(facts, routes, ticket.a)[ticket.b] {
            worth = (worth.0 + ticket.points, worth.1 + 1);
        } else {
            worth.0 -= ticket.points;
        }
    }
    worth
}

/// The best of all ways to let each station borrow one route or none (E07).
fn tickets(facts: &Facts, holdings: &[Holding], player: usize) -> (i32, usize) {
    let own = &holdings[player];
    let others =
        || holdings.iter().enumerate().filter(|(other, _)| *other != player).flat_map(|(_, other)| &other.routes);
    let mut ways: Vec<Vec<usize>> = vec![own.routes.clone()];
    for &station in &own.stations {
        let touches = |route: &&usize| facts.routes[**route].a == station || facts.routes[**route].b == station;
        let mut more = ways.clone();
        for &route in others().filter(touches) {
            more.extend(ways.iter().map(|way| [&way[..], &[route]].concat()));
        }
        ways = more;
    }
    ways.iter().map(|way| over(facts, way, &own.tickets)).max().expect("there is a way: none borrowed")
}

/// The longest path over `routes` by trying every one (U01). Only maps without countries ask for it.
fn longest(facts: &Facts, routes: &[usize]) -> u32 {
    fn from(facts: &Facts, routes: &[usize], used: &mut Vec<bool>, place: usize) -> u32 {
        let mut best = 0;
        for (number, &route) in routes.iter().enumerate() {
            let route = &facts.routes[route];
            let to = match place {
                place if place == route.a => route.b,
                place if place == route.b => route.a,
                _ => continue,
            };
            if !used[number] {
                used[number] = true;
                best = best.max(route.spaces + from(facts, routes, used, to));
                used[number] = false;
            }
        }
        best
    }
    let places = 0..facts.is_country.len();
    places.map(|place| from(facts, routes, &mut vec![false; routes.len()], place)).max().unwrap_or(0)
}

/// G08: points for most and second most passengers of one colour.
fn majority(settings: &Value, holdings: &[Holding], color: &str, counts: &mut [Count]) {
    let held: Vec<u32> = holdings.iter().map(|holding| holding.passengers.get(color).copied().unwrap_or(0)).collect();
    for (player, count) in counts.iter_mut().enumerate() {
        let mine = held[player];
        let ahead = held.iter().filter(|&&other| other > mine).count();
        if mine > 0 && ahead == 0 {
            count.passengers += number(&settings["most"]);
        } else if mine > 0 && ahead == 1 {
            count.passengers += number(&settings["second"]);
        }
    }
}

/// The order of winning: the total, then each tie-break.
fn key(facts: &Facts, holdings: &[Holding], counts: &[Count], player: usize) -> Vec<i32> {
    let (holding, count) = (&holdings[player], &counts[player]);
    let tie_breaks = facts.tie_breaks.iter().map(|tie_break| match tie_break.as_str() {
        "completed_tickets" => count.completed as i32,
        "fewer_stations" => -(holding.stations.len() as i32),
        "longest_path" => i32::from(count.longest_path > 0),
        "passengers" => holding.passengers.values().sum::<u32>() as i32,
        other => panic!("a tie-break that this checker doesn't know: {other}"),
    });
    [count.total].into_iter().chain(tie_breaks).collect()
}
