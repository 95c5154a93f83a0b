//! Arbitrary messages: none makes the decoder or a table fail, and the game stays whole.

use capolinea_engine::GameRecord;
use capolinea_protocol::client::ClientMessage;
use capolinea_tests::server::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

proptest! {
    // The same messages every time: a failure can be repeated.
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    /// Any text at all.
    #[test]
    fn the_decoder_takes_any_text(text in ".{0,300}") {
        drop(serde_json::from_str::<ClientMessage>(&text));
    }

    /// Texts that are nearly messages: whatever is understood can be said again in the same words.
    #[test]
    fn the_decoder_takes_what_is_nearly_a_message(seed in any::<u64>(), cut in any::<u16>(), put in any::<u8>()) {
        let mut text = message(&mut Dice(seed | 1)).to_string().into_bytes();
        let place = usize::from(cut) % text.len();
        text[place] = put;
        if let Ok(message) = serde_json::from_slice::<ClientMessage>(&text) {
            let again = serde_json::to_string(&message).unwrap();
            prop_assert_eq!(serde_json::from_str::<ClientMessage>(&again).unwrap(), message);
        }
    }
}

fn pick<'a, T>(dice: &mut Dice, from: &'a [T]) -> &'a T {
    &from[dice.roll() as usize % from.len()]
}

fn number(dice: &mut Dice) -> u64 {
    let small = dice.roll() % 12;
    *pick(dice, &[0, 1, 2, 3, small, small, small, 127, 128, 255, u64::MAX])
}

fn byte(dice: &mut Dice) -> u64 {
    number(dice) % 256
}

fn action(dice: &mut Dice) -> Value {
    let colors = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"];
    let payment =
        json!({"color": pick(dice, &[Some(colors[0]), Some(*pick(&mut Dice(7), &colors)), None]), "wilds": byte(dice)});
    match dice.roll() % 14 {
        0 => json!({"do": "choose_split", "first": byte(dice), "second": byte(dice)}),
        1 => json!({"do": "keep_tickets", "offered": byte(dice)}),
        2 => json!({"do": "place_tourists", "kind": byte(dice), "location": byte(dice)}),
        3 => json!({"do": "draw_open", "slot": byte(dice)}),
        4 => json!({"do": "claim_route", "route": byte(dice), "payment": payment}),
        5 => json!({"do": "pay_tunnel", "wilds": byte(dice)}),
        6 => json!({"do": "build_station", "location": byte(dice), "payment": payment}),
        7 => json!({"do": "take_passenger", "location": byte(dice), "color": pick(dice, &colors)}),
        8 => json!({"do": "take_tourist", "location": byte(dice)}),
        9 => json!({"do": "draw_tickets"}),
        10 => json!({"do": "leave_tunnel"}),
        11 => json!({"do": "leave_passengers"}),
        12 => json!({"do": "pass"}),
        _ => json!({"do": "draw_blind"}),
    }
}

/// A message that can be read, whether it makes sense or not.
fn message(dice: &mut Dice) -> Value {
    let (id, seat) = (dice.roll() % 50, byte(dice));
    match dice.roll() % 11 {
        0 => json!({"type": "undo", "id": id, "seat": seat, "revision": number(dice)}),
        1 => {
            let proposal = json!({"proposal": "takeback"});
            json!({"type": "propose", "id": id, "seat": seat, "proposal": proposal})
        }
        2 => {
            let proposal = json!({"proposal": "replace", "seat": byte(dice)});
            json!({"type": "propose", "id": id, "seat": seat, "proposal": proposal})
        }
        3 => {
            json!({"type": "vote", "id": id, "seat": seat, "vote": dice.roll() % 30, "agree": !dice.roll().is_multiple_of(3)})
        }
        4 => json!({"type": "return", "id": id, "seat": seat}),
        5 => json!({"type": "look", "seat": pick(dice, &[json!(null), json!(0), json!(1), json!(255)])}),
        6 => json!({"type": "chat", "id": id, "text": pick(dice, &["", "ciao", "<b>"])}),
        7 => json!({"type": "history", "from": number(dice)}),
        8 => {
            let target = match dice.roll() % 7 {
                0 => json!({"target": "route", "route": byte(dice)}),
                1 => json!({"target": "station", "location": byte(dice)}),
                2 => json!({"target": "open", "slot": byte(dice)}),
                3 => json!({"target": "deck"}),
                4 => json!({"target": "tickets"}),
                5 => json!({"target": "location", "location": byte(dice)}),
                _ => json!({"target": "pass"}),
            };
            json!({"type": "explain", "request": id, "targets": [target]})
        }
        9 => {
            let goal = json!({"tickets": [byte(dice), byte(dice)], "routes": [byte(dice)]});
            json!({"type": "plan", "request": id, "goals": [goal]})
        }
        _ => json!({"type": "play", "id": id, "seat": seat, "revision": number(dice), "action": action(dice)}),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_survives_any_sequence_of_messages() {
    let server = server().await;
    for (number, map) in ["usa", "europe", "germany", "san_francisco", "berlin"].into_iter().enumerate() {
        let (table, browsers, screens) = two_players(server.address(), map).await;
        let mut all: Vec<Screen> = screens.into();
        all.push(Browser::new(server.address()).sit(&table).await);
        let mut dice = Dice(number as u64 + 1);
        let mut legal = 0;
        for _ in 0..4000 {
            let screen = dice.roll() as usize % all.len();
            let screen = &mut all[screen];
            // Now and then something sensible, so that the game gets on to all its phases.
            let sensible = screen.choose(dice.roll()).filter(|_| screen.must_decide() && dice.roll().is_multiple_of(2));
            if let Some(action) = sensible {
                legal += 1;
                screen.play(action).await;
            } else {
                screen.send(message(&mut dice)).await;
            }
            if dice.roll().is_multiple_of(8) {
                let before = screen.revision();
                let at = dice.roll() % 1000;
                screen.ask(json!({"type": "ping", "at": at}), "pong").await;
                assert!(screen.revision() >= before, "revisions never go back");
                screen.received.clear();
            }
        }
        assert!(legal > 30);
        // Whatever happened, the people can go on and finish.
        let mut screens = Vec::new();
        for (seat, browser) in browsers.iter().enumerate() {
            let mut screen = browser.sit(&table).await;
            screen.send(json!({"type": "return", "id": 900 + seat, "seat": seat})).await;
            screens.push(screen);
        }
        while one_action(&mut screens, &mut dice).await {}
        screens[0].wait(|screen| screen.status() == "finished").await;
        let record = browsers[0].get(&format!("/api/tables/{table}/record")).await.text();
        let record = GameRecord::from_json(&record).unwrap();
        assert!(record.replay(&capolinea_maps::find(map).unwrap().map).unwrap().is_over());
    }
    server.stop().await;
}
