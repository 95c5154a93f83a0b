//! The facts of a map's file that the checker needs.

use serde_json::Value;
use std::collections::HashMap;

pub struct Route {
    pub a: usize,
    pub b: usize,
    pub spaces: u32,
    pub points: i32,
    pub is_tunnel: bool,
}

pub struct Ticket {
    pub a: usize,
    pub b: usize,
    pub points: i32,
}

/// A map's facts: places in the file's lists are the ids.
pub struct Facts {
    pub routes: Vec<Route>,
    pub tickets: Vec<Ticket>,
    pub is_country: Vec<bool>,
    /// The settings of each mechanic, by its kind.
    pub mechanics: HashMap<String, Value>,
    pub tie_breaks: Vec<String>,
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

pub fn number(value: &Value) -> i32 {
    value.as_i64().expect("a number") as i32
}

pub fn word(value: &Value) -> &str {
    value.as_str().expect("a word")
}

impl Facts {
    pub fn read(id: &str) -> Facts {
        let path = format!("{}/../maps/maps/{id}/map.json", env!("CARGO_MANIFEST_DIR"));
        let file: Value = serde_json::from_slice(&std::fs::read(path).expect("the map's file")).expect("JSON");
        let locations = list(&file["locations"]);
        let ids: HashMap<String, usize> =
            locations.iter().enumerate().map(|(place, location)| (word(&location["id"]).into(), place)).collect();
        let pieces = list(&file["rules"]["pieces"]);
        let route = |route: &Value| {
            let cards = route.get("cards").unwrap_or(&route["spaces"]);
            let fleet = match route.get("piece") {
                Some(piece) => pieces.iter().find(|fleet| fleet["piece"] == *piece).expect("a kind of piece"),
                None => &pieces[0],
            };
            Route {
                a: ids[word(&route["a"])],
                b: ids[word(&route["b"])],
                spaces: number(&route["spaces"]) as u32,
                points: number(&fleet["points"][cards.to_string()]),
                is_tunnel: route.get("tunnel").is_some_and(|tunnel| *tunnel == true),
            }
        };
        let ticket = |ticket: &Value| Ticket {
            a: ids[word(&ticket["a"])],
            b: ids[word(&ticket["b"])],
            points: number(&ticket["points"]),
        };
        let mechanics = list(&file["rules"]["mechanics"]).iter();
        Facts {
            routes: list(&file["routes"]).iter().map(route).collect(),
            tickets: list(&file["tickets"]).iter().map(ticket).collect(),
            is_country: locations.iter().map(|location| location["kind"] == "country").collect(),
            mechanics: mechanics.map(|mechanic| (word(&mechanic["kind"]).into(), mechanic.clone())).collect(),
            tie_breaks: list(&file["rules"]["tie_breaks"]).iter().map(|word| self::word(word).into()).collect(),
        }
    }

    /// One number of a mechanic's settings, if the map has it.
    pub fn setting(&self, mechanic: &str, name: &str) -> Option<i32> {
        self.mechanics.get(mechanic).map(|settings| number(&settings[name]))
    }
}
