//! Thousands of damaged files: none makes the readers panic, and what is accepted can be drawn.

use capolinea_maps::{GameMap, Language, built_in_ids, svg};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::Value;

struct Files {
    map: Vec<u8>,
    board: Vec<u8>,
}

fn files() -> Vec<Files> {
    let read =
        |id: &str, name: &str| std::fs::read(format!("{}/maps/{id}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    built_in_ids().map(|id| Files { map: read(id, "map.json"), board: read(id, "board.json") }).collect()
}

fn below(rng: &mut ChaCha8Rng, count: usize) -> usize {
    rng.next_u32() as usize % count.max(1)
}

fn read(map: &[u8], board: &[u8]) {
    match GameMap::read(map, board) {
        Ok(game_map) => {
            assert!(svg::draw(&game_map, Language::English).ends_with("</svg>\n"));
            assert!(game_map.warnings().len() < 500);
        }
        Err(error) => assert!(error.to_string().contains(".json: "), "{error}"),
    }
}

/// Reads the files with one of the two damaged.
fn read_damaged(files: &Files, rng: &mut ChaCha8Rng, damage: fn(&[u8], &mut ChaCha8Rng) -> Vec<u8>) {
    if below(rng, 2) == 0 {
        read(&damage(&files.map, rng), &files.board);
    } else {
        read(&files.map, &damage(&files.board, rng));
    }
}

#[test]
fn damaged_bytes_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let files = files();
    for round in 0..1500 {
        read_damaged(&files[round % files.len()], &mut rng, |bytes, rng| {
            let mut bytes = bytes.to_vec();
            for _ in 0..=below(rng, 3) {
                let place = below(rng, bytes.len());
                match below(rng, 3) {
                    0 => bytes[place] = rng.next_u32() as u8,
                    1 => bytes.insert(place, b"{}[],:\"0-eE\\"[below(rng, 12)]),
                    _ => drop(bytes.remove(place)),
                }
            }
            bytes
        });
    }
}

#[test]
fn files_that_break_off_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let files = files();
    for round in 0..500 {
        read_damaged(&files[round % files.len()], &mut rng, |bytes, rng| bytes[..below(rng, bytes.len())].to_vec());
    }
}

#[test]
fn random_bytes_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..2000 {
        let mut bytes = || (0..below(&mut rng, 200)).map(|_| 0).collect::<Vec<u8>>();
        let (mut map, mut board) = (bytes(), bytes());
        rng.fill_bytes(&mut map);
        rng.fill_bytes(&mut board);
        read(&map, &board);
    }
}

#[test]
fn files_that_say_strange_things_are_no_danger() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let files: Vec<(Value, Value)> = files()
        .iter()
        .map(|files| (serde_json::from_slice(&files.map).unwrap(), serde_json::from_slice(&files.board).unwrap()))
        .collect();
    for round in 0..2000 {
        let (mut map, mut board) = files[round % files.len()].clone();
        for _ in 0..=below(&mut rng, 3) {
            let value = if below(&mut rng, 3) == 0 { &mut board } else { &mut map };
            mutate(value, &mut rng);
        }
        read(map.to_string().as_bytes(), board.to_string().as_bytes());
    }
}

/// Walks down to a random place and changes what stands there.
fn mutate(value: &mut Value, rng: &mut ChaCha8Rng) {
    let stops = below(rng, 12) == 0;
    match value {
        Value::Object(fields) if !fields.is_empty() && !stops => {
            let name = fields.keys().nth(below(rng, fields.len())).unwrap().clone();
            if below(rng, 15) == 0 {
                fields.remove(&name);
            } else {
                mutate(&mut fields[&name], rng);
            }
        }
        Value::Array(items) if !items.is_empty() && !stops => {
            let place = below(rng, items.len());
            match below(rng, 20) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                2 => items.extend_from_within(..),
                3 => items.clear(),
                _ => mutate(&mut items[place], rng),
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            *value = strange_value(rng);
        }
    }
}

fn strange_value(rng: &mut ChaCha8Rng) -> Value {
    let small = rng.next_u32() % 12;
    match below(rng, 12) {
        0 => Value::Null,
        1 => Value::Bool(small > 5),
        2..=5 => small.into(),
        6 => u64::from(rng.next_u32() % 300).into(),
        7 => u64::MAX.into(),
        8 => Value::from(-1.5e300),
        9 => "\"/><script>&\u{0}\u{202e}".into(),
        10 => ["gray", "country", "train", "munchen", "wild", "austria@89"][below(rng, 6)].into(),
        _ => Value::Array(vec![small.into(); below(rng, 300)]),
    }
}
