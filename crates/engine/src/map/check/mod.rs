//! From a file's names to a map's ids: checks everything, reports every mistake, then makes the tables.

mod network;
mod rules;
mod tables;

use super::file::{Entry, MapFile};
use super::{Map, Mistake};
use crate::ids::{LocationId, MAX_LOCATIONS, MAX_NODES, MAX_SEATS};
use crate::mechanics::{Mechanic, Settings};
use crate::rules::{MARKET_SIZE, MAX_CARDS, RULES_VERSION, Rules};
use std::collections::{HashMap, HashSet};

/// Collects mistakes as the checks go on.
#[derive(Default)]
struct Mistakes(Vec<Mistake>);

impl Mistakes {
    fn add(&mut self, path: impl Into<String>, problem: impl Into<String>) {
        self.0.push(Mistake { path: path.into(), problem: problem.into() });
    }

    fn check(&mut self, holds: bool, path: impl Into<String>, problem: impl FnOnce() -> String) {
        if !holds {
            self.add(path, problem());
        }
    }

    /// Whether any is in the locations, routes or tickets.
    fn are_in_network(&self) -> bool {
        let mut paths = self.0.iter().map(|mistake| &mistake.path);
        paths.any(|path| ["locations", "routes", "tickets"].iter().any(|part| path.starts_with(part)))
    }
}

/// The input of the check of a mechanic's settings, and its output: the mistakes.
pub(crate) struct Check<'a> {
    /// The whole file.
    pub(crate) file: &'a MapFile,
    ids: &'a HashMap<String, LocationId>,
    /// The path of the mechanic's entry.
    path: String,
    mistakes: &'a mut Mistakes,
}

impl Check<'_> {
    /// Says what is wrong with one of the mechanic's own fields, unless `holds`.
    pub(crate) fn field(&mut self, holds: bool, name: &str, problem: impl FnOnce() -> String) {
        self.mistakes.check(holds, format!("{}.{name}", self.path), problem);
    }

    /// Says what is wrong elsewhere in the file, unless `holds`.
    pub(crate) fn at(&mut self, holds: bool, path: impl Into<String>, problem: impl FnOnce() -> String) {
        self.mistakes.check(holds, path, problem);
    }

    /// The location that a field names.
    pub(crate) fn location(&mut self, id: &str, name: &str) -> Option<LocationId> {
        find(self.ids, id, format!("{}.{name}", self.path), self.mistakes)
    }
}

pub(super) fn build(file: &MapFile) -> Result<Map, Vec<Mistake>> {
    let mut mistakes = Mistakes::default();
    check_head(file, &mut mistakes);
    let ids = location_ids(file, &mut mistakes);
    let fleets = rules::fleets(&file.rules.pieces, file.rules.last_round_at, &mut mistakes);
    let decks = rules::decks(file, &mut mistakes);
    let mechanics = mechanics(file, &ids, &mut mistakes);
    let mut routes = network::routes(file, &ids, &fleets, &mut mistakes);
    let nodes = network::split_countries(file, &mut routes);
    mistakes.check(nodes <= MAX_NODES, "routes", || {
        format!("{nodes} locations and country ends; at most {MAX_NODES} are possible")
    });
    let start = rules::starting_tickets(file, &decks, &mut mistakes);
    let draw = rules::ticket_draw(file, &decks, &mut mistakes);
    let tickets = network::tickets(file, &ids, &decks, &routes, &mut mistakes);
    network::check_totals(file, &routes, &mut mistakes);
    for (&Entry { index, .. }, mechanic) in file.rules.mechanics.iter().zip(&mechanics) {
        mechanic
            .check_routes(&routes, &mut Check { file, ids: &ids, path: entry_path(index), mistakes: &mut mistakes });
    }
    if !mistakes.are_in_network() {
        network::check_network(file, &routes, &tickets, nodes, &mut mistakes);
    }
    if !mistakes.0.is_empty() {
        return Err(mistakes.0);
    }
    let tables = tables::tables(file, &routes, nodes, &decks, Settings::new(&mechanics));
    let locations = tables::locations(file, &routes);
    Ok(Map {
        id: file.id.clone(),
        name: file.name.clone(),
        origin: file.origin,
        provenance: file.provenance.clone(),
        min_players: file.min_players,
        max_players: file.max_players,
        rules: Rules {
            version: RULES_VERSION,
            cards: file.rules.cards,
            wild: file.rules.wild,
            starting_hand: file.rules.starting_hand,
            fleets,
            last_round_at: file.rules.last_round_at,
            single_lane_up_to: file.rules.single_lane_up_to,
            empty_deck: file.rules.empty_deck,
            first_player: file.rules.first_player,
            start,
            draw,
            mechanics,
            tie_breaks: file.rules.tie_breaks.clone(),
        },
        locations,
        routes,
        tickets,
        decks,
        node_count: nodes,
        digest: file.digest.clone(),
        digest_1: file.digest_1.clone(),
        tables,
    })
}

/// Whether a text can be an id of a map, a location or a deck: lowercase letters, digits and _, a letter first.
pub fn is_id(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

fn check_head(file: &MapFile, mistakes: &mut Mistakes) {
    mistakes.check(is_id(&file.id), "id", || "an id is lowercase letters, digits and _, as in `new_york`".into());
    let (min, max) = (file.min_players, file.max_players);
    mistakes.check(2 <= min && min <= max && usize::from(max) <= MAX_SEATS, "players", || {
        format!("from {min} to {max}; players go from 2 at least to {MAX_SEATS} at most")
    });
    let rules = &file.rules;
    let cards = rules.cards.total();
    let dealt = usize::from(rules.starting_hand) * usize::from(max) + MARKET_SIZE;
    mistakes.check(cards <= MAX_CARDS, "rules.cards", || format!("{cards} cards; at most {MAX_CARDS} are possible"));
    mistakes.check(dealt <= cards, "rules.cards", || {
        format!("{cards} cards; {max} hands of {} and {MARKET_SIZE} face up need {dealt}", rules.starting_hand)
    });
    let mut seen = HashSet::new();
    for (index, tie_break) in rules.tie_breaks.iter().enumerate() {
        let path = format!("rules.tie_breaks[{index}]");
        mistakes.check(seen.insert(*tie_break), &path, || format!("`{}` appears twice", tie_break.as_str()));
        let can_decide = tie_break.mechanic().is_none_or(|mechanic| rules.lists(mechanic));
        mistakes.check(can_decide, path, || format!("`{}` needs a mechanic that is not listed", tie_break.as_str()));
    }
}

fn location_ids(file: &MapFile, mistakes: &mut Mistakes) -> HashMap<String, LocationId> {
    let count = file.locations.len();
    mistakes.check((2..=MAX_LOCATIONS).contains(&count), "locations", || {
        format!("{count} locations; a map has from 2 to {MAX_LOCATIONS}")
    });
    let mut ids = HashMap::new();
    for (place, Entry { index, value }) in file.locations.iter().take(MAX_LOCATIONS).enumerate() {
        let path = format!("locations[{index}].id");
        mistakes.check(is_id(&value.id), &path, || format!("`{}` is not lowercase letters, digits and _", value.id));
        let is_new = ids.insert(value.id.clone(), LocationId(place as u8)).is_none();
        mistakes.check(is_new, path, || format!("`{}` is the id of another location too", value.id));
    }
    ids
}

fn find(
    ids: &HashMap<String, LocationId>,
    id: &str,
    path: impl Into<String>,
    mistakes: &mut Mistakes,
) -> Option<LocationId> {
    let found = ids.get(id).copied();
    mistakes.check(found.is_some(), path, || {
        let near = ids.keys().filter(|other| is_near(id, other)).min();
        let hint = near.map_or(String::new(), |other| format!("; did you mean `{other}`?"));
        format!("no location has the id `{id}`{hint}")
    });
    found
}

/// Whether one id may be a misspelling of the other: apart from capitals they differ in one run of at most two letters.
fn is_near(one: &str, other: &str) -> bool {
    let [longer, shorter] = if one.len() > other.len() { [one, other] } else { [other, one] };
    let same = |(a, b): &(u8, u8)| a.eq_ignore_ascii_case(b);
    let before = longer.bytes().zip(shorter.bytes()).take_while(same).count();
    let after = longer.bytes().rev().zip(shorter.bytes().rev()).take_while(same).count();
    before + after > 2 && longer.len() <= before + after + 2
}

fn entry_path(index: usize) -> String {
    format!("rules.mechanics[{index}]")
}

fn mechanics(file: &MapFile, ids: &HashMap<String, LocationId>, mistakes: &mut Mistakes) -> Vec<Mechanic> {
    let mut mechanics = Vec::new();
    for (place, Entry { index, value }) in file.rules.mechanics.iter().enumerate() {
        let path = entry_path(*index);
        let is_new = !file.rules.mechanics[..place].iter().any(|other| other.value.kind() == value.kind());
        mistakes.check(is_new, &path, || "this mechanic is listed twice".to_string());
        mechanics.push(value.check(&mut Check { file, ids, path, mistakes }));
    }
    mechanics
}
