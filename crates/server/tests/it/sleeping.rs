//! Games over days: tables sleep on the disk, wake when somebody comes or their time has come, and lose nothing.

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::{Store as _, TableStatus};
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

#[tokio::test]
async fn a_table_without_people_sleeps_and_wakes_as_it_was() {
    let config = config_with(|table| table.sleep_after = Duration::from_millis(100));
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let (table, [anna, bruno], mut screens) = two_players(server.address(), "europe").await;
    let mut dice = Dice(6);
    for _ in 0..40 {
        one_action(&mut screens, &mut dice).await;
    }
    screens[0].wait(|screen| screen.revision() == 40).await;
    screens[1].wait(|screen| screen.revision() == 40).await;
    let before: Vec<Value> = screens.iter().map(|screen| screen.update["view"].clone()).collect();
    for screen in screens {
        screen.close().await;
    }
    until(async || tables_awake(&anna).await == "0").await;
    let mut screens = [anna.sit(&table).await, bruno.sit(&table).await];
    for (screen, before) in screens.iter().zip(before) {
        assert_eq!(screen.update["view"], before);
        assert_eq!(screen.revision(), 40);
    }
    while one_action(&mut screens, &mut dice).await {}
    server.stop().await;
}

#[tokio::test]
async fn a_game_left_on_the_disk_while_people_look_on_goes_on() {
    // Whenever nothing waits to be done, the game is left on the disk.
    let config = config_with(|table| table.doze_after = Duration::ZERO);
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let (_, _, mut screens) = two_players(server.address(), "berlin").await;
    let mut dice = Dice(6);
    let mut actions = 0;
    while one_action(&mut screens, &mut dice).await {
        actions += 1;
        if actions % 20 == 0 {
            let history = screens[0].ask(json!({"type": "history", "from": 1}), "history").await;
            assert_eq!(history["steps"].as_array().unwrap().len(), actions);
        }
    }
    server.stop().await;
}

/// A person and a bot at a table; the bot begins.
async fn against_a_bot(server: &capolinea_server::Server, settings: Value) -> (Browser, String) {
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.must_decide()).await;
    let id = screen.play(json!({"do": "keep_tickets", "offered": 3})).await;
    screen.answer(id).await;
    (anna, table)
}

#[tokio::test]
async fn a_bots_turn_is_played_after_a_restart_though_nobody_comes() {
    let store = Arc::new(MemoryStore::default());
    let slow = config_with(|table| table.bot_delay = 1_000_000.0);
    let server = server_with(slow, store.clone()).await;
    let (mut anna, table) = against_a_bot(&server, json!({"first": 1})).await;
    assert_eq!(anna.get("/api/games").await.json()["games"][0]["your_turn"], json!(false));
    server.stop().await;
    let server = server_with(config(), store).await;
    anna.address = server.address();
    until(async || anna.get("/api/games").await.json()["games"][0]["your_turn"] == json!(true)).await;
    finish_alone(&mut anna.sit(&table).await, &mut Dice(1)).await;
    server.stop().await;
}

/// Long enough for a test to move in, however slow the machine.
const LONG_TURN: u32 = 600;
const DAY: u64 = 24 * 60 * 60 * 1000;

/// A person and a bot at a table; it is the person's turn, for a long time.
async fn annas_long_turn(server: &capolinea_server::Server) -> (Browser, String) {
    let settings = json!({"first": 0, "turn_limit": LONG_TURN, "pace": "instant"});
    let (anna, table) = against_a_bot(server, settings).await;
    // The bot has chosen its tickets too.
    until(async || anna.get("/api/games").await.json()["games"][0]["your_turn"] == json!(true)).await;
    (anna, table)
}

#[tokio::test]
async fn a_turn_limit_runs_out_while_the_server_is_down() {
    let store = Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    let (mut anna, table) = annas_long_turn(&server).await;
    server.stop().await;
    // As if a day had passed.
    alter(&*store, &table, |_, status| {
        for at in [&mut status.deadline, &mut status.wakes_at] {
            *at = at.map(|at| at - DAY);
        }
        status.updated -= DAY;
    })
    .await;
    let server = server_with(config(), store).await;
    anna.address = server.address();
    // Nobody is there: the bot that stands in plays the game to its end.
    until(async || anna.get("/api/games").await.json()["games"][0]["status"] == json!("finished")).await;
    server.stop().await;
}

#[tokio::test]
async fn bots_among_themselves_play_only_while_somebody_looks() {
    let store = Arc::new(MemoryStore::default());
    // Bots that pause, so that the game is not over before anybody has left.
    let config = config_with(|table| (table.sleep_after, table.bot_delay) = (Duration::from_millis(100), 1.0));
    let server = server_with(config, store.clone()).await;
    let mut anna = Browser::new(server.address());
    let bot = json!({"who": {"sitter": "bot", "level": "beginner"}});
    let settings = json!({"pace": "normal"});
    let table = anna.create(json!({"map": "usa", "seats": [bot, bot], "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.revision() >= 3).await;
    screen.close().await;
    until(async || tables_awake(&anna).await == "0").await;
    let steps = store.load(table.parse().unwrap()).await.unwrap().unwrap().steps.len();
    assert_eq!(store.alarms().await.unwrap(), [], "nobody wakes them");
    let mut screen = anna.sit(&table).await;
    assert_eq!(screen.welcome["update"]["revision"], json!(steps), "nothing was played while nobody looked");
    screen.wait(|screen| screen.revision() as usize > steps + 1).await;
    server.stop().await;
}

/// A game whose turn ends soon, as written by a clock that was a day ahead of today's.
async fn from_tomorrow(store: &Arc<MemoryStore>) -> (Browser, String, TableStatus) {
    let server = server_with(config(), store.clone()).await;
    let (anna, table) = annas_long_turn(&server).await;
    server.stop().await;
    let status = alter(&**store, &table, |seating, status| {
        seating.settings.turn_limit = Some(2);
        status.updated += DAY;
        (status.deadline, status.wakes_at) = (Some(status.updated + 2000), Some(status.updated + 2000));
    })
    .await;
    (anna, table, status)
}

#[tokio::test]
async fn a_clock_that_was_set_back_gives_nobody_more_time() {
    let store = Arc::new(MemoryStore::default());
    let (mut anna, table, status) = from_tomorrow(&store).await;
    let server = server_with(config(), store).await;
    anna.address = server.address();
    let mut screen = anna.sit(&table).await;
    assert!(screen.update["deadline"].as_u64() < status.deadline, "{}", screen.update["deadline"]);
    screen.wait(|screen| !screen.table["seats"][0]["stand_in"].is_null()).await;
    server.stop().await;
}

#[tokio::test]
async fn a_clock_that_was_set_back_keeps_no_sleeping_table_waiting() {
    let store = Arc::new(MemoryStore::default());
    let (_, table, status) = from_tomorrow(&store).await;
    // It falls asleep again long before the turn's end.
    let server = server_with(config_with(|table| table.sleep_after = Duration::from_millis(200)), store.clone()).await;
    let id = table.parse().unwrap();
    until(async || store.load(id).await.unwrap().unwrap().status.revision > status.revision).await;
    server.stop().await;
}
