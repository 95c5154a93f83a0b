//! Tables with players, and games played by them.

use super::{Browser, Screen};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// Random numbers that are the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Two people at a table that has begun, by its map.
pub async fn two_players(address: SocketAddr, map: &str) -> (String, [Browser; 2], [Screen; 2]) {
    two_players_with(address, map, json!({"pace": "instant", "first": 0})).await
}

/// Two people at a table that has begun, by its map and its settings.
pub async fn two_players_with(address: SocketAddr, map: &str, settings: Value) -> (String, [Browser; 2], [Screen; 2]) {
    let (mut anna, mut bruno) = (Browser::new(address), Browser::new(address));
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": map, "seats": seats, "settings": settings})).await;
    bruno.join(&table, "Bruno").await;
    anna.start(&table).await;
    let screens = [anna.sit(&table).await, bruno.sit(&table).await];
    (table, [anna, bruno], screens)
}

/// Plays one seat to the end of the game; the others play by themselves.
pub async fn finish_alone(screen: &mut Screen, dice: &mut Dice) {
    while !screen.is_over() {
        if screen.must_decide() {
            let action = screen.choose(dice.roll()).unwrap();
            let id = screen.play(action).await;
            screen.answer(id).await;
        } else {
            screen.next().await;
        }
    }
}

/// One more action by a player who must decide; returns whether the game goes on.
pub async fn one_action(screens: &mut [Screen], dice: &mut Dice) -> bool {
    let newest = screens.iter().map(Screen::revision).max().unwrap();
    for screen in screens.iter_mut() {
        screen.wait(|screen| screen.revision() >= newest).await;
    }
    let Some(decider) = screens.iter().position(|screen| screen.must_decide()) else { return false };
    let screen = &mut screens[decider];
    let action = screen.choose(dice.roll()).expect("a player who must decide can");
    let id = screen.play(action).await;
    let answer = screen.answer(id).await;
    assert_eq!(answer["type"], "update", "{answer}");
    true
}
