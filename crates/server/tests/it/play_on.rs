//! Games that go on from a moment of a record.

use capolinea_engine::record::{GameRecord, seal};
use capolinea_engine::{Seat, Viewer};
use capolinea_server::store::memory::MemoryStore;
use capolinea_tests::games::{Game, Habit};
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;

fn origin(map: &str) -> GameRecord {
    let map = &capolinea_maps::find(map).unwrap().map;
    Game::new(map, 2, Habit::Claimer, 11).finish().record
}

fn asked(record: &str, step: usize, cards: &str) -> Value {
    json!({
        "record": record, "step": step, "seat": 1, "cards": cards, "name": "Anna", "bots": ["beginner"],
        "settings": {"pace": "instant"},
    })
}

/// Makes the table and waits for its game.
async fn play_on(browser: &mut Browser, body: Value) -> (String, Screen) {
    let answer = browser.post("/api/play_on", body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["seats"], json!([1]));
    let table = answer.json()["table"].as_str().unwrap().to_string();
    let mut screen = browser.sit(&table).await;
    screen.wait(|screen| !screen.update.is_null()).await;
    (table, screen)
}

#[tokio::test]
async fn a_game_goes_on_with_the_same_cards_or_a_fresh_deal_and_its_record_names_its_origin() {
    let store = Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    for (map, cards) in [("berlin", "same"), ("usa", "fresh"), ("europe", "fresh")] {
        let origin = origin(map);
        let map = &capolinea_maps::find(map).unwrap().map;
        let before = origin.state_after(map, 30).unwrap();
        let mut anna = Browser::new(server.address());
        let (table, mut screen) = play_on(&mut anna, asked(&origin.to_text(map), 30, cards)).await;
        let view: Value = anna.get(&format!("/api/tables/{table}")).await.json();
        let told = json!({"origin": origin.hash(), "step": 30, "seat": 1, "cards": cards});
        assert_eq!(view["played_on"], told);
        let own = before.view(map, Viewer::Seat(Seat(1))).own.unwrap().tickets;
        let held: Vec<Value> = own.iter().map(|ticket| json!(ticket)).collect();
        let shown = screen.update["view"]["own"]["tickets"].as_array().unwrap();
        assert!(held.iter().all(|ticket| shown.iter().any(|one| one["ticket"] == *ticket)), "{shown:?}");
        let sealed = view["seal"].as_str().unwrap().to_string();
        assert_eq!(
            sealed == seal(&origin.seed),
            cards == "same",
            "the seal is that of the shuffle that is played with"
        );
        assert!(!view.to_string().contains(&hex::encode(origin.seed)));

        finish_alone(&mut screen, &mut Dice(4)).await;
        let text = anna.get(&format!("/api/tables/{table}/record")).await.text();
        let record = GameRecord::from_json(&text).unwrap();
        assert_eq!(record.actions[..30], origin.actions[..30]);
        assert!(record.replay(map).unwrap().is_over());
        assert_eq!(record.branches.last().unwrap().origin, origin.hash());
        assert_eq!(seal(record.last_seed()), sealed);
        assert_eq!(screen.update["end"]["seal"], json!(sealed));
        let replay: Value = anna.get(&format!("/api/tables/{table}/replay?count=1")).await.json();
        assert_eq!(replay["played_on"], told);
        // A file of it replays here too.
        let file = anna.post("/api/replay?count=1", serde_json::from_str(&text).unwrap()).await;
        assert_eq!(file.json()["played_on"], told, "{}", file.text());
    }
    server.stop().await;
}

#[tokio::test]
async fn a_game_that_goes_on_survives_a_restart_and_is_undone_no_further_than_its_beginning() {
    let store = Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    let origin = origin("usa");
    let mut anna = Browser::new(server.address());
    let (table, mut screen) = play_on(&mut anna, asked(&origin.to_json(), 40, "fresh")).await;
    let beginning = screen.update["view"].clone();
    assert_eq!(screen.update["can_undo"], false, "nothing was done here yet");
    assert_eq!(screen.update["can_take_back"], false);
    screen.wait(Screen::must_decide).await;
    let action = screen.choose(1).unwrap();
    let id = screen.play(action).await;
    screen.answer(id).await;
    let shown = screen.update["view"]["own"].clone();
    screen.close().await;
    server.stop().await;
    let server = server_with(config(), store).await;
    anna.address = server.address();
    let screen = anna.sit(&table).await;
    assert_eq!(screen.update["view"]["own"], shown);
    assert_ne!(screen.update["view"], beginning);
    server.stop().await;
}

#[tokio::test]
async fn what_can_not_go_on_is_refused_in_words() {
    let server = server().await;
    let record = origin("berlin");
    let json = record.to_json();
    let mut anna = Browser::new(server.address());
    let last = record.actions.len();
    let mut wrong_bots = asked(&json, 3, "same");
    wrong_bots["bots"] = json!([]);
    let mut wrong_level = asked(&json, 3, "same");
    wrong_level["bots"] = json!(["clairvoyant"]);
    let mut wrong_seat = asked(&json, 3, "same");
    wrong_seat["seat"] = json!(4);
    for (body, words) in [
        (asked(&json, last, "same"), "the game is over at step"),
        (asked(&json, last + 1, "same"), "there is no step"),
        (asked("nonsense", 3, "same"), "this is not a game record"),
        (asked(&json.replace("\"berlin\"", "\"atlantis\""), 3, "same"), "is not known here"),
        (asked(&json.replace(&hex::encode(record.seed), &"0".repeat(64)), 3, "fresh"), "does not match its seal"),
        (asked(&json, 3, "marked"), "the body is not valid"),
        (wrong_bots, "`bots` names the levels of the 1 other seats, not of 0"),
        (wrong_level, "there is no level `clairvoyant`"),
        (wrong_seat, "seat 5 does not play"),
    ] {
        let answer = anna.post("/api/play_on", body).await;
        assert_eq!(answer.status, 400, "{words}: {}", answer.text());
        assert!(answer.text().contains(words), "{words}: {}", answer.text());
    }
    server.stop().await;
}
