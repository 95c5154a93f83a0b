//! The holdings of all players at the end, computed from a record's actions.

use super::facts::{Facts, number, word};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The state of one player.
#[derive(Clone, Debug, Default)]
pub struct Holding {
    pub routes: Vec<usize>,
    pub tickets: Vec<usize>,
    pub stations: Vec<usize>,
    pub passengers: HashMap<String, u32>,
    pub tourists: HashSet<usize>,
}

/// A stack of tourist tokens of one kind.
#[derive(Clone, Debug)]
pub struct Stack {
    pub location: Option<usize>,
    pub left: u32,
}

/// A fact that follows from the seed and is not in a record: an input.
pub struct Shuffled {
    /// The tickets offered to each choice of tickets, in the order of the record's actions.
    pub offers: Vec<Vec<usize>>,
    /// The stacks of tourist tokens before the first decision, by kind.
    pub stacks: Vec<Stack>,
}

pub fn holdings(facts: &Facts, record: &Value, shuffled: &Shuffled) -> Vec<Holding> {
    let players = record["players"].as_array().expect("players").len();
    let mut holdings = vec![Holding::default(); players];
    let mut stacks = shuffled.stacks.clone();
    let mut offers = shuffled.offers.iter();
    let actions = record["actions"].as_array().expect("actions");
    let index = |value: &Value| number(value) as usize;
    for (place, entry) in actions.iter().enumerate() {
        let player = &mut holdings[index(&entry["seat"])];
        let action = &entry["action"];
        let next = actions.get(place + 1).map(|next| word(&next["action"]["do"]));
        match word(&action["do"]) {
            "keep_tickets" => {
                let offer = offers.next().expect("an offer for each choice");
                let mask = number(&action["offered"]);
                player.tickets.extend((0..offer.len()).filter(|bit| mask >> bit & 1 == 1).map(|bit| offer[bit]));
            }
            "place_tourists" => stacks[index(&action["kind"])].location = Some(index(&action["location"])),
            "claim_route" => {
                let route = index(&action["route"]);
                // A tunnel that asks for more is paid or left by the very next action.
                let is_open = facts.routes[route].is_tunnel && matches!(next, Some("pay_tunnel" | "leave_tunnel"));
                if !is_open || next == Some("pay_tunnel") {
                    player.routes.push(route);
                    take_token(facts, player, &mut stacks, route);
                }
            }
            "take_tourist" => {
                let location = index(&action["location"]);
                let kind = kind_at(&stacks, player, location).expect("a token to take");
                stacks[kind].left -= 1;
                player.tourists.insert(kind);
            }
            "build_station" => player.stations.push(index(&action["location"])),
            "take_passenger" => *player.passengers.entry(word(&action["color"]).into()).or_default() += 1,
            "choose_split" | "draw_open" | "draw_blind" | "draw_tickets" | "pay_tunnel" | "leave_tunnel"
            | "leave_passengers" | "pass" => {}
            other => panic!("an action that this checker doesn't know: {other}"),
        }
    }
    assert!(offers.next().is_none(), "more offers than choices");
    holdings
}

/// The kind of token that a player without it can take at a location.
fn kind_at(stacks: &[Stack], player: &Holding, location: usize) -> Option<usize> {
    let kind = stacks.iter().position(|stack| stack.location == Some(location))?;
    (stacks[kind].left > 0 && !player.tourists.contains(&kind)).then_some(kind)
}

/// S03: one token to be had is taken at once; of two the player chooses, by an action of its own.
fn take_token(facts: &Facts, player: &mut Holding, stacks: &mut [Stack], route: usize) {
    let ends = [facts.routes[route].a, facts.routes[route].b];
    let kinds: Vec<usize> = ends.into_iter().filter_map(|end| kind_at(stacks, player, end)).collect();
    if let [kind] = kinds[..] {
        stacks[kind].left -= 1;
        player.tourists.insert(kind);
    }
}
