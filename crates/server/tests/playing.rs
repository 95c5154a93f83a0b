//! People at a table: whole games, resending, reloading, undo, hot-seat, bots, chat, rematch.

mod support;

use serde_json::{Value, json};
use support::*;

#[tokio::test]
async fn two_people_play_a_whole_game_on_every_map() {
    let server = server().await;
    for map in ["usa", "europe", "germany", "san_francisco", "berlin"] {
        let (table, [anna, _], mut screens) = two_players(server.address(), map).await;
        let seal = screens[0].table["seal"].as_str().unwrap().to_string();
        let mut dice = Dice(7);
        let mut actions = 0;
        while one_action(&mut screens, &mut dice).await {
            actions += 1;
            assert!(actions < 2000, "{map} does not end");
        }
        for screen in &mut screens {
            screen.wait(|screen| screen.status() == "finished").await;
            assert!(screen.is_over());
            assert_eq!(screen.update["end"]["seal"], json!(seal));
            assert_eq!(screen.update["end"]["scores"]["sheets"].as_array().unwrap().len(), 2);
        }
        let record = anna.get(&format!("/api/tables/{table}/record")).await;
        let record = capolinea_engine::record::GameRecord::from_json(&record.text()).unwrap();
        assert_eq!(record.actions.len(), actions);
        let map = &capolinea_maps::find(map).unwrap().map;
        assert!(record.replay(map).unwrap().is_over());
        assert_eq!(capolinea_engine::record::seal(&record.seed), seal);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_solo_game_against_bots_takes_one_request() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([
        {"who": {"sitter": "here", "name": "Anna"}},
        {"who": {"sitter": "bot", "level": "beginner"}},
        {"who": {"sitter": "bot", "level": "beginner"}},
    ]);
    let table =
        anna.create(json!({"map": "berlin", "seats": seats, "settings": {"pace": "instant"}, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.status() == "playing" && !screen.update.is_null()).await;
    assert_eq!(screen.table["seats"][1]["name"], "Beginner 1");
    let mut dice = Dice(3);
    while !screen.is_over() {
        if screen.must_decide() {
            let action = screen.choose(dice.roll()).unwrap();
            let id = screen.play(action).await;
            // A bot may have acted meanwhile (starting tickets are chosen by all at once).
            screen.answer(id).await;
        } else {
            screen.next().await;
        }
    }
    let games: Value = anna.get("/api/games").await.json();
    assert_eq!(games["games"][0]["table"], json!(table));
    assert_eq!(games["games"][0]["status"], "finished");
    let rematch = anna.post(&format!("/api/tables/{table}/rematch"), json!({})).await.json();
    let next = rematch["table"].as_str().unwrap();
    assert_ne!(next, table);
    let mut screen = anna.sit(next).await;
    screen.wait(|screen| screen.status() == "playing").await;
    server.stop().await;
}
