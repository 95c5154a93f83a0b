//! Thousands of damaged records and invented lines: none makes the program panic.

use super::map;
use capolinea_engine::notation::parse_action;
use capolinea_engine::record::RecordError;
use capolinea_engine::{GameRecord, Map, Seat, State, Viewer};
use capolinea_tests::games::{Game, Habit, below, games, maps};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

/// Does with a JSON document all that can be done; how far it got.
fn try_json(text: &str) -> &'static str {
    let record = match GameRecord::from_json(text) {
        Ok(record) => record,
        Err(error) => return refused(&error),
    };
    assert_eq!(GameRecord::from_json(&record.to_json()).unwrap(), record, "what is read can be written and read");
    let Some(map) = map(&record.map) else { return "unknown map" };
    let replayed = record.replay(map);
    try_text(&record.to_text(map));
    if let Err(error) = record.state_after(map, record.actions.len() / 2) {
        refused(&error);
    }
    match replayed {
        Ok(_) => "accepted",
        Err(error) => refused(&error),
    }
}

fn try_text(text: &str) -> &'static str {
    match GameRecord::from_text(text, map) {
        Ok(record) => {
            let map = map(&record.map).expect("it was read on this map");
            let _ = record.to_text(map);
            record.replay(map).map_or_else(|error| refused(&error), |_| "accepted")
        }
        Err(error) => refused(&error),
    }
}

/// A refusal says something.
fn refused(error: &RecordError) -> &'static str {
    assert!(!error.to_string().is_empty());
    "refused"
}

/// One finished game on every map.
fn records() -> Vec<(GameRecord, &'static Map)> {
    let finished = maps().map(|map| Game::new(map, 2 + (map.id().len() % 2) as u8, Habit::Claimer, 81).finish());
    finished.map(|game| (game.record, game.map)).collect()
}

#[test]
fn damaged_bytes_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(82);
    let sources: Vec<[String; 2]> =
        records().iter().map(|(record, map)| [record.to_json(), record.to_text(map)]).collect();
    for round in 0..1500 {
        for (is_text, source) in sources[round % sources.len()].iter().enumerate() {
            let mut bytes = source.clone().into_bytes();
            for _ in 0..=below(&mut rng, 3) {
                let place = below(&mut rng, bytes.len());
                match below(&mut rng, 5) {
                    0 => bytes[place] = rng.next_u32() as u8,
                    1 => bytes.insert(place, b"{}[],:\"0-eE\\ \n/+w"[below(&mut rng, 17)]),
                    2 => drop(bytes.remove(place)),
                    3 => bytes[place] ^= 1 << below(&mut rng, 8),
                    _ => drop(bytes.splice(place..place, b"99999999999999999999".iter().copied())),
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            if is_text == 1 {
                try_text(&text)
            } else {
                try_json(&text)
            };
        }
    }
}

#[test]
fn files_that_break_off_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(83);
    for (record, map) in records() {
        let (json, text) = (record.to_json(), record.to_text(map));
        for _ in 0..200 {
            assert_eq!(try_json(&json[..below(&mut rng, json.len())]), "refused");
            // A text cut before its result is a game that has just begun.
            let head = text.find("scores").expect("the game is over") + 1;
            assert_eq!(try_text(&text[..head + below(&mut rng, text.len() - 1 - head)]), "refused");
        }
    }
}

#[test]
fn random_bytes_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(84);
    for _ in 0..3000 {
        let mut bytes = vec![0; below(&mut rng, 300)];
        rng.fill_bytes(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!((try_json(&text), try_text(&text)), ("refused", "refused"));
        assert_eq!(try_text(&format!("capolinea record 1\nrules 1\n{text}")), "refused");
    }
    let deep = "[".repeat(100_000);
    assert_eq!((try_json(&deep), try_text(&deep)), ("refused", "refused"));
}

/// Values that fit nowhere, or just not here.
fn odd_value(rng: &mut ChaCha8Rng) -> Value {
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1),
        json!(5),
        json!(127),
        json!(128),
        json!(255),
        json!(256),
        json!(32767),
        json!(1e300),
        json!(u64::MAX),
        json!(0.5),
        json!(""),
        json!("wild"),
        json!("red"),
        json!("usa"),
        json!("\u{0}\n"),
        json!([]),
        json!({}),
        json!([255, 255]),
        json!("f".repeat(64)),
        json!({"seat": 255, "action": {"do": "claim_route", "route": 255, "payment": {"color": null, "wilds": 255}}}),
        json!({"seat": 0, "action": {"do": "place_tourists", "kind": 255, "location": 255}}),
        json!({"totals": [-32768, 32767], "winners": [255]}),
    ];
    odd[below(rng, odd.len())].clone()
}

/// Changes something somewhere in a document, deeper down as often as not.
fn mutate(value: &mut Value, rng: &mut ChaCha8Rng) {
    match value {
        Value::Array(items) if !items.is_empty() && below(rng, 12) > 0 => {
            let (place, other) = (below(rng, items.len()), below(rng, items.len()));
            match below(rng, 6) {
                0 => drop(items.remove(place)),
                1 => items.insert(place, items[place].clone()),
                2 => items.swap(place, other),
                _ => mutate(&mut items[place], rng),
            }
        }
        Value::Object(fields) if !fields.is_empty() && below(rng, 12) > 0 => {
            let name = fields.keys().nth(below(rng, fields.len())).unwrap().clone();
            match below(rng, 12) {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert("extra".into(), odd_value(rng))),
                _ => mutate(&mut fields[&name], rng),
            }
        }
        other => *other = odd_value(rng),
    }
}

#[test]
fn documents_with_odd_values_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(85);
    let sources: Vec<Value> =
        records().iter().map(|(record, _)| serde_json::from_str(&record.to_json()).unwrap()).collect();
    let mut refused = 0;
    for round in 0..4000 {
        let mut document = sources[round % sources.len()].clone();
        let count = below(&mut rng, 2) + 1;
        for _ in 0..count {
            // Mostly in the actions and the result: the head is soon refused.
            let path = ["", "/result", "/actions"][below(&mut rng, 3)];
            if let Some(part) = document.pointer_mut(path) {
                mutate(part, &mut rng);
            }
        }
        refused += usize::from(try_json(&document.to_string()) == "refused");
    }
    assert!(refused > 3000, "only {refused} of 4000 were refused");
}

/// Any action in any place of a game, as a program with a bug might send it.
#[test]
fn actions_of_other_games_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(86);
    let records = records();
    for round in 0..1000 {
        let (mut record, map) = records[round % records.len()].clone();
        for _ in 0..=below(&mut rng, 3) {
            let (other, _) = &records[below(&mut rng, records.len())];
            let mut foreign = other.actions[below(&mut rng, other.actions.len())];
            foreign.seat = Seat(below(&mut rng, 7) as u8);
            let place = below(&mut rng, record.actions.len());
            record.actions[place] = foreign;
        }
        try_json(&record.to_json());
        try_text(&record.to_text(map));
    }
}

/// Lines put together from the right words in the wrong order, on every map and in every phase.
#[test]
fn invented_lines_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(87);
    let words = "keep draw claim station pay leave take tourist place split pass blind tickets tunnel passengers red blue \
                 wild red+1w red+255w red+256w blue+w +1w 1w 255w 256w w 0 1 3 5 8 9 255 256 -1 - / -/- a-b berlin-wien \
                 berlin-berlin wien-berlin/2 berlin-wien/0 berlin-wien/255 berlin-wien/256 berlin paris alcatraz cable_car \
                 sea_lion short long regular İ ß ẞ é 🚂 --- /// \u{0} \u{a0} \u{2028}";
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    for mut game in games(87, 1, &[Habit::Uniform]) {
        loop {
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(9)), Viewer::Spectator] {
                let line: Vec<&str> = (0..below(&mut rng, 6)).map(|_| words[below(&mut rng, words.len())]).collect();
                let mut copy: State = game.state;
                match parse_action(&game.state.view(game.map, viewer), &line.join(" ")) {
                    Ok(action) => drop(copy.apply(game.map, Seat(below(&mut rng, 6) as u8), action)),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
            if !game.step() {
                break;
            }
        }
    }
}
