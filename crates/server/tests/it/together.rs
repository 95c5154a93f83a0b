//! People who look at the replay of a finished game together.

use capolinea_tests::server::*;
use serde_json::{Value, json};

fn moment(step: u32) -> Value {
    json!({"step": step, "viewer": "all"})
}

async fn act(screen: &mut Screen, act: Value) {
    screen.send(json!({"type": "together", "act": act})).await;
}

async fn told(screen: &mut Screen, is_wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = screen.next().await;
        assert_ne!(message["type"], "refused", "{message}");
        if message["type"] == "together" && is_wanted(&message) {
            return message;
        }
    }
}

async fn refused(screen: &mut Screen) -> String {
    loop {
        let message = screen.next().await;
        if message["type"] == "refused" {
            return message["refusal"]["code"].as_str().unwrap().to_string();
        }
    }
}

async fn join(screen: &mut Screen, name: &str, step: u32) -> Value {
    act(screen, json!({"act": "join", "name": name, "at": moment(step)})).await;
    told(screen, |_| true).await
}

fn names(room: &Value) -> Vec<&str> {
    room["people"].as_array().unwrap().iter().map(|person| person["name"].as_str().unwrap()).collect()
}

fn leader(room: &Value) -> &str {
    let people = room["people"].as_array().unwrap();
    people.iter().find(|person| person["leads"] == true).unwrap()["name"].as_str().unwrap()
}

#[tokio::test]
async fn the_others_follow_the_leader_see_what_is_pointed_at_and_lead_when_the_leader_leaves() {
    let server = server().await;
    let (table, browsers, mut screens) = two_players(server.address(), "berlin").await;
    let mut dice = Dice(5);
    act(&mut screens[0], json!({"act": "join", "name": "Anna", "at": moment(0)})).await;
    assert_eq!(refused(&mut screens[0]).await, "wrong_status", "a running game is not replayed");
    while one_action(&mut screens, &mut dice).await {}
    for screen in &mut screens {
        screen.wait(Screen::is_over).await;
    }
    let [mut anna, mut bruno] = screens;
    let mut carla = Browser::from(server.address(), 2).sit(&table).await;

    // A player has the name of the seat, whatever name is asked for.
    let room = join(&mut anna, "Somebody", 12).await;
    assert_eq!((names(&room), leader(&room), &room["at"]), (vec!["Anna"], "Anna", &moment(12)));
    act(&mut carla, json!({"act": "join", "name": "ANNA", "at": moment(0)})).await;
    assert_eq!(refused(&mut carla).await, "name_taken");
    act(&mut carla, json!({"act": "go", "at": moment(1)})).await;
    assert_eq!(refused(&mut carla).await, "wrong_status", "only people who have joined can do anything");
    let room = join(&mut carla, "Carla", 0).await;
    assert_eq!(room["at"], moment(12), "who comes later is where the leader is");
    join(&mut bruno, "", 0).await;

    act(&mut anna, json!({"act": "go", "at": {"step": 20, "viewer": {"seat": 1}}})).await;
    let room = told(&mut carla, |room| room["at"]["step"] == 20).await;
    assert_eq!(room["at"]["viewer"], json!({"seat": 1}));
    act(&mut carla, json!({"act": "go", "at": moment(1)})).await;
    assert_eq!(refused(&mut carla).await, "not_allowed");
    act(&mut carla, json!({"act": "point", "at": {"route": 3}})).await;
    let room = told(&mut anna, |room| room["people"][1]["points"] != Value::Null).await;
    assert_eq!(room["people"][1]["points"], json!({"route": 3}));
    act(&mut carla, json!({"act": "point", "at": {"route": 200}})).await;
    assert_eq!(refused(&mut carla).await, "bad_request");

    let carlas = room["people"][1]["number"].clone();
    act(&mut anna, json!({"act": "hand_over", "to": carlas})).await;
    assert_eq!(leader(&told(&mut bruno, |room| leader(room) == "Carla").await), "Carla");
    // Carla goes without a word: whoever has looked longest leads.
    carla.close().await;
    let room = told(&mut bruno, |room| names(room).len() == 2).await;
    assert_eq!((names(&room), leader(&room)), (vec!["Anna", "Bruno"], "Anna"));
    act(&mut anna, json!({"act": "leave"})).await;
    let room = told(&mut bruno, |room| names(room).len() == 1).await;
    assert_eq!(leader(&room), "Bruno");
    // Anna comes back, and follows.
    act(&mut anna, json!({"act": "join", "name": "Anna", "at": moment(0)})).await;
    let room = told(&mut anna, |room| leader(room) == "Bruno").await;
    assert_eq!((names(&room), &room["at"]["step"]), (vec!["Bruno", "Anna"], &json!(20)));
    drop(browsers);
    server.stop().await;
}

#[tokio::test]
async fn no_more_than_twenty_look_together() {
    let server = server().await;
    let (table, _browsers, mut screens) = two_players(server.address(), "berlin").await;
    while one_action(&mut screens, &mut Dice(5)).await {}
    let mut company = Vec::new();
    for number in 0..20 {
        let mut screen = Browser::from(server.address(), 2).sit(&table).await;
        join(&mut screen, &format!("Guest {number}"), 0).await;
        company.push(screen);
    }
    let mut late = Browser::from(server.address(), 2).sit(&table).await;
    act(&mut late, json!({"act": "join", "name": "Late", "at": moment(0)})).await;
    assert_eq!(refused(&mut late).await, "too_many");
    server.stop().await;
}
