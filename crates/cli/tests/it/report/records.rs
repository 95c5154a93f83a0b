//! The figures of a page on routes and tickets equal those counted again from the records of the games.

use super::page::{cells, column, number, parsed, table};
use crate::common::stdout;
use capolinea_engine::ids::BySeat;
use capolinea_engine::record::RecordError;
use capolinea_engine::{Event, GameRecord, Map, RouteId, Seat};
use roxmltree::Document;
use std::path::Path;

const BOTS: [&str; 3] = ["planner", "greedy", "planner"];
const GAMES: f64 = 60.0;

#[derive(Clone, Default)]
struct Route {
    by_planner: f64,
    by_greedy: f64,
    turns: f64,
    wins: f64,
}

#[derive(Clone, Default)]
struct Ticket {
    offered: f64,
    kept: f64,
    completed: f64,
    wins: f64,
}

/// The figures of the bot in the second seat over all games.
#[derive(Clone, Copy, Default)]
struct Deeds {
    turns: f64,
    cards: f64,
    ticket_draws: f64,
    stations: f64,
}

#[derive(Clone, Default)]
struct Count {
    routes: Vec<Route>,
    tickets: Vec<Ticket>,
    greedy: Deeds,
    turns: f64,
    first_wins: f64,
}

impl Count {
    fn add(&mut self, map: &Map, record: &GameRecord) {
        let mut events: Vec<Event> = Vec::new();
        let mut first = Seat(0);
        let played = record.replay_observed(map, |step| {
            events.extend(step.events);
            first = step.state.public().first.unwrap_or(first);
            Ok::<(), RecordError>(())
        });
        let state = played.expect("the record replays");
        let tallies = state.tally(map);
        let winners = state.winners(map, &tallies);
        let share = |seat: Seat| if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 };
        let mut turns: BySeat<f64> = BySeat::default();
        for event in events {
            if let Event::TurnBegan { seat } = event {
                turns[seat] += 1.0;
            }
            if let Event::RouteClaimed { seat, route, .. } = event {
                self.claim(route, seat, turns[seat], share(seat));
            }
            if let Event::TicketsOffered { seat, tickets, .. } = event {
                tickets
                    .expect("nothing is hidden")
                    .iter()
                    .for_each(|ticket| self.tickets[ticket.index()].offered += 1.0);
                self.greedy.ticket_draws += f64::from(u8::from(turns[seat] > 0.0 && seat == Seat(1)));
            }
            if let Event::TicketsKept { seat, tickets, .. } = event {
                for ticket in tickets.expect("nothing is hidden") {
                    let notes = &mut self.tickets[ticket.index()];
                    notes.kept += 1.0;
                    notes.wins += share(seat);
                    notes.completed += f64::from(u8::from(tallies[seat].completed.contains(ticket)));
                }
            }
            if let Event::CardTaken { seat: Seat(1), .. } | Event::CardDrawn { seat: Seat(1), .. } = event {
                self.greedy.cards += 1.0;
            }
            if let Event::StationBuilt { seat: Seat(1), .. } = event {
                self.greedy.stations += 1.0;
            }
        }
        self.greedy.turns += turns[Seat(1)];
        self.turns += turns.0.iter().sum::<f64>();
        self.first_wins += share(first);
    }

    fn claim(&mut self, route: RouteId, seat: Seat, turn: f64, share: f64) {
        let notes = &mut self.routes[route.index()];
        let claims = if BOTS[seat.index()] == "greedy" { &mut notes.by_greedy } else { &mut notes.by_planner };
        *claims += 1.0;
        notes.turns += turn;
        notes.wins += share;
    }
}

/// Plays, writes records and the page, and counts the records.
fn play(map: &Map, folder: &Path) -> (Count, String) {
    let [records, page] = ["records", "page.html"].map(|name| folder.join(name));
    let [records_path, page_path] = [&records, &page].map(|path| path.to_str().expect("a plain path"));
    let games = GAMES.to_string();
    let arguments = ["simulate", "--map", map.id(), "--bots", &BOTS.join(","), "--games", &games];
    stdout(&[&arguments[..], &["--records", records_path, "--report", page_path]].concat());
    let mut count = Count {
        routes: vec![Route::default(); map.routes().len()],
        tickets: vec![Ticket::default(); map.tickets().len()],
        ..Count::default()
    };
    for record in std::fs::read_dir(records).expect("a folder") {
        let text = std::fs::read_to_string(record.expect("an entry").path()).expect("a record");
        count.add(map, &GameRecord::from_json(&text).expect("a record"));
    }
    (count, std::fs::read_to_string(page).expect("it was written"))
}

/// The row about one route or ticket, by the heads of its columns.
fn row<'d>(document: &'d Document<'_>, caption: &str, kind: &str, index: usize) -> impl Fn(&str) -> f64 + use<'d> {
    let heads = table(document, caption).swap_remove(0);
    let index = index.to_string();
    let rows = document.descendants().filter(|node| node.has_tag_name("tr"));
    let found = rows.into_iter().find(|row| row.attribute(kind) == Some(&index)).expect("it has a row");
    let cells = cells(found);
    move |head| number(&cells[heads.iter().position(|other| other == head).expect("a column")])
}

#[track_caller]
fn close(told: f64, part: f64, whole: f64, slack: f64) {
    let counted = if whole > 0.0 { part / whole } else { 0.0 };
    assert!((told - counted).abs() <= slack, "the page says {told}, the records {counted}");
}

#[test]
fn every_map_s_page_says_what_the_records_say() {
    for game_map in capolinea_maps::built_in() {
        let map = &game_map.map;
        let folder = tempfile::tempdir().expect("a folder");
        let (count, page) = play(map, folder.path());
        let document = parsed(&page);
        for (index, route) in count.routes.iter().enumerate() {
            let told = row(&document, "Routes", "data-route", index);
            let claims = route.by_planner + route.by_greedy;
            close(told("Claimed"), 100.0 * claims, GAMES, 0.051);
            close(told("By planner"), 100.0 * route.by_planner, GAMES, 0.051);
            close(told("By greedy"), 100.0 * route.by_greedy, GAMES, 0.051);
            close(told("Turn"), route.turns, claims, 0.051);
            close(told("Claimers win"), 100.0 * route.wins, claims, 0.051);
        }
        for (index, ticket) in count.tickets.iter().enumerate() {
            let told = row(&document, "Tickets", "data-ticket", index);
            close(told("Drawn"), ticket.offered, GAMES, 0.0051);
            close(told("Kept"), 100.0 * ticket.kept, ticket.offered, 0.051);
            close(told("Completed"), 100.0 * ticket.completed, ticket.kept, 0.051);
            close(told("Keepers win"), 100.0 * ticket.wins, ticket.kept, 0.051);
        }
        let action_counts = table(&document, "What a bot does in a game");
        close(column(&action_counts, "turns")[1], count.greedy.turns, GAMES, 0.051);
        close(column(&action_counts, "cards drawn")[1], count.greedy.cards, GAMES, 0.051);
        close(column(&action_counts, "tickets drawn")[1], count.greedy.ticket_draws, GAMES, 0.051);
        if map.stations().is_some() {
            close(column(&action_counts, "stations built")[1], count.greedy.stations, GAMES, 0.051);
        }
        let length = table(&document, "Length of a game");
        close(number(&length[1][1]), count.turns, GAMES, 0.051);
        let all = table(&document, "Victories and scores by order of turns").pop().expect("there are rows");
        close(number(&all[1]), 100.0 * count.first_wins, GAMES, 0.051);
    }
}
