//! Nothing leaked: whole games on every map with everybody and a spectator attached. Every byte sent to each of them is
//! looked at, and compared with what the rules say that this viewer may know at that moment.

use capolinea_engine::analysis::Progress;
use capolinea_engine::{GameRecord, Map, Seat, State, Viewer};
use capolinea_protocol::game::{GameView, LegalChoices};
use capolinea_protocol::plan::{Goal, PlanView};
use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::{Done, Store as _, StoredStep};
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Arc, Mutex};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::{fmt, prelude::*};

/// Everything the server has logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The state at every revision of a game, from the deal on, with what was taken back.
fn states(map: &Map, record: &GameRecord, steps: &[StoredStep]) -> Vec<State> {
    let mut states = vec![State::new(map, &record.setup()).unwrap()];
    for step in steps {
        let mut state = *states.last().unwrap();
        match step.done {
            Done::Action { seat, action } => state.apply(map, seat, action).unwrap(),
            Done::Undo { back_to, .. } | Done::Takeback { back_to, .. } => state = states[back_to as usize],
            Done::Hint { .. } => {}
        }
        states.push(state);
    }
    states
}

/// A view as the server may tell it, without what depends on nothing hidden and was worked out earlier.
fn without_paths(mut view: Value) -> Value {
    if let Some(tickets) = view["own"]["tickets"].as_array_mut() {
        tickets.iter_mut().for_each(|ticket| drop(ticket.as_object_mut().unwrap().remove("joined")));
    }
    view
}

/// Events show a viewer only the number of others' cards and tickets.
fn check_events(events: &Value, eyes: Option<u64>) {
    for event in events.as_array().unwrap() {
        let is_own = event["seat"].as_u64() == eyes && eyes.is_some();
        match event["event"].as_str().unwrap() {
            "card_drawn" => assert_eq!(event["card"].is_null(), !is_own, "{event}"),
            "tickets_offered" | "tickets_kept" => assert_eq!(event["tickets"].is_null(), !is_own, "{event}"),
            "start_chosen"
            | "first_player_chosen"
            | "tourists_placed"
            | "turn_began"
            | "card_taken"
            | "market_refilled"
            | "market_swept"
            | "deck_reshuffled"
            | "tunnel_revealed"
            | "tunnel_left"
            | "route_claimed"
            | "station_built"
            | "passenger_taken"
            | "tourist_taken"
            | "passed"
            | "last_round_began"
            | "game_ended" => {}
            other => panic!("is the event `{other}` public?"),
        }
    }
}

fn keys<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                found.push(key);
                keys(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whatever may be in a message outside of `view`, `legal_actions`, `events` and `end`, which are compared with the
/// rules. A new field must be thought about and put here.
const HARMLESS: &str = "type version now you seats eyes host chat table id map settings first listed takebacks spectators \
    plans spectator_chat turn_limit pace status who level name color connected stand_in seal shuffle round parts vote rematch update revision cause \
    seat back_to can_undo can_take_back deadline line number at text refusal code rule facts words why phase waiting needed left held \
    card cards asked offered players by retry_after from steps undone request answers target route missing wilds slot \
    location kept built color extra laid ends agreed proposal challenge help";

fn check_message(message: &Value, eyes: Option<u64>, map: &Map, states: &[State]) {
    let mut rest = message.clone();
    let update = if message["type"] == "update" { message } else { &message["update"] };
    if update.is_object() {
        let viewer = eyes.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat as u8)));
        let state = &states[update["revision"].as_u64().unwrap() as usize];
        let view = state.view(map, viewer);
        let expected = serde_json::to_value(GameView::new(&view, &Progress::new(&view))).unwrap();
        assert_eq!(without_paths(update["view"].clone()), without_paths(expected));
        let legal = serde_json::to_value(LegalChoices::from(view.action_groups())).unwrap();
        assert_eq!(update["legal_actions"], legal);
        assert_eq!(update["end"].is_null(), !state.is_over(), "scores and seed are opened at the end, not before");
        check_events(&update["events"], eyes);
    }
    if message["type"] == "planned" {
        let seat = eyes.expect("a spectator is told no plans");
        let state = &states[message["revision"].as_u64().unwrap() as usize];
        for plan in message["plans"].as_array().unwrap() {
            let goal: Goal = serde_json::from_value(plan["goal"].clone()).unwrap();
            let expected = PlanView::new(&state.view(map, Viewer::Seat(Seat(seat as u8))), goal).unwrap();
            assert_eq!(*plan, serde_json::to_value(expected).unwrap(), "a plan comes from the player's own view");
        }
        rest["plans"].take();
    }
    for step in message["steps"].as_array().into_iter().flatten() {
        check_events(&step["events"], eyes);
    }
    let rest_update = if message["type"] == "update" { &mut rest } else { &mut rest["update"] };
    if let Some(fields) = rest_update.as_object_mut() {
        fields.retain(|name, _| !["view", "legal_actions", "events", "end"].contains(&name.as_str()));
    }
    for step in rest["steps"].as_array_mut().into_iter().flatten() {
        step.as_object_mut().unwrap().remove("events");
    }
    let mut found = Vec::new();
    keys(&rest, &mut found);
    for key in found {
        assert!(HARMLESS.split_whitespace().any(|known| known == key), "may `{key}` be told? {message}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_what_they_may_not_know() {
    let log = Log::default();
    let writer = log.clone();
    let only_ours = Targets::new().with_target("capolinea_server", LevelFilter::TRACE);
    tracing_subscriber::registry().with(fmt::layer().with_writer(move || writer.clone())).with(only_ours).init();
    let store = Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    for map in ["usa", "europe", "germany", "san_francisco", "berlin"] {
        leaks_nothing(&server, &store, map, &log).await;
    }
    server.stop().await;
}

/// Undoes the last turn; whether that was done.
async fn undo(screen: &mut Screen) -> bool {
    let (id, seat, revision) = (screen.new_id(), screen.eyes(), screen.revision());
    screen.send(json!({"type": "undo", "id": id, "seat": seat, "revision": revision})).await;
    screen.answer(id).await["type"] == "update"
}

/// Lets everybody agree to undo the first player's last turn; whether that was done.
async fn take_back(screens: &mut [Screen]) -> bool {
    let revision = screens[0].revision();
    let id = screens[0].new_id();
    let proposal = json!({"proposal": "takeback"});
    screens[0].send(json!({"type": "propose", "id": id, "seat": 0, "proposal": proposal})).await;
    // The bot may move meanwhile, and what was to be taken back is another thing then.
    if screens[0].answer(id).await["type"] != "done" {
        return false;
    }
    for (seat, screen) in screens.iter_mut().enumerate().skip(1) {
        screen.wait(|screen| !screen.table["vote"].is_null() || screen.revision() > revision).await;
        let (id, vote) = (screen.new_id(), screen.table["vote"]["vote"].clone());
        if vote.is_null() {
            return false;
        }
        screen.send(json!({"type": "vote", "id": id, "seat": seat, "vote": vote, "agree": true})).await;
        screen.answer(id).await;
    }
    screens[0].wait(|screen| screen.revision() > revision).await;
    screens[0].update["cause"]["cause"] == "takeback"
}

/// Everybody who looks at a table: the people who play, and a spectator.
struct Everybody {
    table: String,
    browsers: Vec<Browser>,
    screens: Vec<Screen>,
    spectator: Browser,
    watcher: Screen,
    /// The answers to requests in the midst of the game.
    answers: Vec<String>,
}

/// Begins a game of as many players as the map allows. The last seat is a bot's, whose secrets are secret too.
async fn begin(server: &capolinea_server::Server, map: &Map) -> Everybody {
    let people = usize::from(map.max_players()) - 1;
    let mut browsers: Vec<Browser> = (0..people).map(|_| Browser::new(server.address())).collect();
    let mut seats = vec![json!({"who": {"sitter": "here", "name": "p0"}})];
    seats.resize(people, json!({"who": {"sitter": "open"}}));
    seats.push(json!({"who": {"sitter": "bot", "level": "beginner"}}));
    let settings = json!({"listed": true, "pace": "instant"});
    let table = browsers[0].create(json!({"map": map.id(), "seats": seats, "settings": settings})).await;
    for (number, browser) in browsers.iter_mut().enumerate().skip(1) {
        browser.join(&table, &format!("p{number}")).await;
    }
    let spectator = Browser::new(server.address());
    let mut watcher = spectator.sit(&table).await;
    browsers[0].start(&table).await;
    let mut screens = Vec::new();
    for browser in &browsers {
        screens.push(browser.sit(&table).await);
    }
    watcher.wait(|screen| !screen.update.is_null()).await;
    Everybody { table, browsers, screens, spectator, watcher, answers: Vec::new() }
}

impl Everybody {
    /// Plays to the end. Turns are undone and taken back, and now and then everybody asks for everything.
    async fn play(&mut self, mut dice: Dice) {
        let (mut actions, mut undone, mut taken_back) = (0, 0, 0);
        loop {
            let screens = &mut self.screens;
            let newest = screens.iter().map(Screen::revision).max().unwrap();
            for screen in &mut *screens {
                screen.wait(|screen| screen.revision() >= newest).await;
            }
            let Some(decider) = screens.iter().position(Screen::must_decide) else {
                if screens[0].is_over() {
                    break;
                }
                screens[0].wait(|screen| screen.revision() > newest).await;
                continue;
            };
            let screen = &mut screens[decider];
            let action = screen.choose(dice.roll()).unwrap();
            let id = screen.play(action).await;
            screen.answer(id).await;
            actions += 1;
            if undone < 3 && screen.update["can_undo"] == json!(true) {
                undone += u32::from(undo(screen).await);
            }
            if taken_back < 2 && actions % 5 == 0 && actions > 10 {
                taken_back += u32::from(take_back(screens).await);
            }
            if actions % 40 == 10 {
                self.ask_on_sockets().await;
                self.ask_by_requests().await;
            }
        }
        assert!(undone > 0 && taken_back > 0, "{undone} undone, {taken_back} taken back");
        self.watcher.wait(|screen| screen.is_over()).await;
    }

    /// Every kind of question and refusal, from everybody.
    async fn ask_on_sockets(&mut self) {
        let targets: Vec<Value> = (0..20).map(|route| json!({"target": "route", "route": route})).collect();
        let goals = json!([{"tickets": [0, 1, 2], "routes": []}, {"tickets": [], "routes": [0, 1]}]);
        let wrong = json!({"type": "play", "id": 77, "seat": 0, "revision": 0, "action": {"do": "pass"}});
        for screen in self.screens.iter_mut().chain([&mut self.watcher]) {
            screen.ask(json!({"type": "explain", "request": 1, "targets": targets}), "explained").await;
            screen.ask(json!({"type": "history", "from": 0}), "history").await;
            let answer = if screen.you["seats"] == json!([]) { "refused" } else { "planned" };
            screen.ask(json!({"type": "plan", "request": 2, "goals": goals}), answer).await;
            screen.ask(wrong.clone(), "refused").await;
        }
    }

    async fn ask_by_requests(&mut self) {
        for path in ["/api/tables", "/api/games", "/metrics"] {
            self.answers.push(self.spectator.get(path).await.text());
        }
        let table = &self.table;
        for browser in self.browsers.iter().chain([&self.spectator]) {
            self.answers.push(browser.get(&format!("/api/tables/{table}")).await.text());
            let record = browser.get(&format!("/api/tables/{table}/record")).await;
            let seen = record.json();
            // The bot may just have made the last move: then everything is open.
            let Some(steps) = seen["steps"].as_array() else { break };
            assert_eq!(seen["seat"], seen["view"]["own"]["seat"]);
            for step in steps {
                check_events(&step["events"], seen["seat"].as_u64());
            }
            self.answers.push(record.text());
        }
    }

    /// No secret appears anywhere before the end, in any form of bytes.
    fn check_secrets(&self, log: &Log) {
        let seed = self.screens[0].update["end"]["seed"].as_str().unwrap();
        let tokens: Vec<&str> =
            self.browsers.iter().filter_map(|browser| browser.cookie.as_deref()?.split('=').nth(1)).collect();
        let sockets = self.screens.iter().chain([&self.watcher]).flat_map(|screen| &screen.received);
        let early = sockets.filter(|text| text.contains("\"end\":null") || !text.contains("\"end\""));
        assert!(!self.answers.is_empty());
        for text in early.chain(&self.answers) {
            assert!(!text.contains(seed), "the seed was told: {text}");
            assert!(tokens.iter().all(|token| !text.contains(token)), "a token was told: {text}");
        }
        let logged = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
        assert!(!logged.contains(seed) && !logged.contains(&self.table), "{logged}");
        assert!(tokens.iter().all(|token| !logged.contains(token)));
    }
}

async fn leaks_nothing(server: &capolinea_server::Server, store: &MemoryStore, map_id: &str, log: &Log) {
    let map = &capolinea_maps::find(map_id).unwrap().map;
    let mut everybody = begin(server, map).await;
    everybody.play(Dice(u64::from(map.max_players()) * 31 + 7)).await;
    let Everybody { table, screens, spectator, watcher, .. } = &everybody;
    let record = spectator.get(&format!("/api/tables/{table}/record")).await.text();
    let record = GameRecord::from_json(&record).unwrap();
    let steps = store.load(table.parse().unwrap()).await.unwrap().unwrap().steps;
    let states = states(map, &record, &steps);
    for (number, screen) in screens.iter().enumerate() {
        for text in &screen.received {
            check_message(&serde_json::from_str(text).unwrap(), Some(number as u64), map, &states);
        }
    }
    for text in &watcher.received {
        check_message(&serde_json::from_str(text).unwrap(), None, map, &states);
    }
    everybody.check_secrets(log);
}

/// C04: on these maps the first player is chosen after the tickets; until then no message and no answer tells who it is.
#[tokio::test]
async fn nobody_learns_who_begins_before_all_tickets_are_chosen() {
    let server = server().await;
    for map in ["berlin", "san_francisco"] {
        let settings = json!({"pace": "instant"});
        let (table, browsers, mut screens) = two_players_with(server.address(), map, settings).await;
        let spectator = Browser::new(server.address());
        let mut watcher = spectator.sit(&table).await;
        let id = screens[1].play(json!({"do": "keep_tickets", "offered": 1})).await;
        screens[1].answer(id).await;
        for screen in screens.iter_mut().chain([&mut watcher]) {
            screen.wait(|screen| screen.revision() == 1).await;
            screen.ask(json!({"type": "history", "from": 0}), "history").await;
            assert_eq!(screen.update["view"]["first"], Value::Null, "{map}");
            let told = screen.received.iter().filter(|text| text.contains("first_player_chosen")).count();
            assert_eq!(told, 0, "{map}");
        }
        for browser in browsers.iter().chain([&spectator]) {
            let seen = browser.get(&format!("/api/tables/{table}/record")).await;
            assert_eq!(seen.json()["view"]["first"], Value::Null, "{map}");
            assert!(!seen.text().contains("first_player_chosen"), "{map}");
        }
        let id = screens[0].play(json!({"do": "keep_tickets", "offered": 1})).await;
        screens[0].answer(id).await;
        for screen in screens.iter_mut().chain([&mut watcher]) {
            screen.wait(|screen| screen.revision() == 2).await;
            let first = screen.update["view"]["first"].as_u64().expect("all have chosen");
            let event = json!({"event": "first_player_chosen", "seat": first});
            assert!(screen.update["events"].as_array().unwrap().contains(&event), "{}", screen.update["events"]);
        }
    }
    server.stop().await;
}
