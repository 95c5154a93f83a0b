//! The legal actions of an update, one by one.

use serde_json::{Value, json};

/// Every action that `legal_actions` stands for.
pub fn legal(offered: &Value) -> Vec<Value> {
    let list = |name: &str| offered[name].as_array().cloned().unwrap_or_default();
    let mut all = Vec::new();
    for group in list("claims") {
        for route in group["routes"].as_array().unwrap() {
            for payment in group["payments"].as_array().unwrap() {
                all.push(json!({"do": "claim_route", "route": route, "payment": payment}));
            }
        }
    }
    if let Some(stations) = offered.get("stations") {
        for location in stations["locations"].as_array().unwrap() {
            for payment in stations["payments"].as_array().unwrap() {
                all.push(json!({"do": "build_station", "location": location, "payment": payment}));
            }
        }
    }
    all.extend(list("draw_open").iter().map(|slot| json!({"do": "draw_open", "slot": slot})));
    if let Some(keep) = offered.get("keep") {
        let (count, least) = (keep["offered"].as_u64().unwrap(), keep["at_least"].as_u64().unwrap());
        let enough = (0u64..1 << count).filter(|bits| u64::from(bits.count_ones()) >= least);
        all.extend(enough.map(|bits| json!({"do": "keep_tickets", "offered": bits})));
    }
    for split in list("splits") {
        all.push(json!({"do": "choose_split", "first": split["first"], "second": split["second"]}));
    }
    if let Some(place) = offered.get("place") {
        for kind in place["kinds"].as_array().unwrap() {
            for location in place["locations"].as_array().unwrap() {
                all.push(json!({"do": "place_tourists", "kind": kind, "location": location}));
            }
        }
    }
    all.extend(list("pay_tunnel").iter().map(|wilds| json!({"do": "pay_tunnel", "wilds": wilds})));
    for passenger in list("passengers") {
        all.push(json!({"do": "take_passenger", "location": passenger["location"], "color": passenger["color"]}));
    }
    all.extend(list("tourists").iter().map(|location| json!({"do": "take_tourist", "location": location})));
    for plain in ["draw_blind", "draw_tickets", "leave_tunnel", "leave_passengers", "pass"] {
        if offered[plain] == json!(true) {
            all.push(json!({"do": plain}));
        }
    }
    all
}
