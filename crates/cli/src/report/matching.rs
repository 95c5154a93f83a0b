//! Which route or ticket of one map is which of another: those between the same places.

use super::runs::Subject;
use super::{routes, tickets};
use capolinea_engine::{Color, Map};

/// A route or ticket, and where it stands in each version of the map.
pub(super) struct Match {
    pub(super) name: String,
    /// Its number in each version; `None` where there is none.
    pub(super) index: [Option<usize>; 2],
    /// How the versions differ in it; empty if they don't.
    pub(super) differs: String,
}

/// The figures of the versions for one thing.
struct VersionFacts {
    /// Its identity across versions.
    key: String,
    name: String,
    /// Its facts, each with its name.
    facts: Vec<(&'static str, String)>,
}

/// Every route of every version.
pub(super) fn route_matches(subject: &Subject<'_>) -> Vec<Match> {
    matches(subject, |map| {
        let entry = |route: &capolinea_engine::map::Route| VersionFacts {
            key: format!("{} {}", ends(map, [route.a, route.b]), route.lane),
            name: routes::name(map, route),
            facts: vec![
                ("cards", route.cards.to_string()),
                ("colour", route.color.map_or("gray", Color::as_str).into()),
                ("wilds", route.wilds.to_string()),
                ("spaces", route.spaces.to_string()),
                ("points", route.points.to_string()),
            ],
        };
        map.routes().iter().map(entry).collect()
    })
}

/// Every ticket of every version.
pub(super) fn ticket_matches(subject: &Subject<'_>) -> Vec<Match> {
    matches(subject, |map| {
        let entry = |ticket: &capolinea_engine::map::Ticket| VersionFacts {
            key: ends(map, [ticket.a, ticket.b]),
            name: tickets::name(map, ticket),
            facts: vec![("points", ticket.points.to_string()), ("deck", map.decks()[ticket.deck.index()].clone())],
        };
        map.tickets().iter().map(entry).collect()
    })
}

/// The ids of two ends, whichever stands first in the file.
fn ends(map: &Map, ends: [capolinea_engine::LocationId; 2]) -> String {
    let mut ids = ends.map(|end| map.location(end).id.as_str());
    ids.sort_unstable();
    ids.join(" ")
}

fn matches(subject: &Subject<'_>, entries: impl Fn(&Map) -> Vec<VersionFacts>) -> Vec<Match> {
    let of_version = |version: usize| {
        let run = subject.runs.iter().find(|run| run.version == version);
        run.map_or_else(Vec::new, |run| entries(&run.game_map.map))
    };
    let [new, old] = [of_version(0), of_version(1)];
    let place = |all: &[VersionFacts], key: &str| all.iter().position(|entry| entry.key == key);
    let only = |version: usize| format!("only in {}", subject.version_name(version));
    let mut matches: Vec<Match> = Vec::new();
    for (index, entry) in new.iter().enumerate() {
        let other = place(&old, &entry.key);
        let differs = match other {
            Some(other) => changes(&old[other], entry),
            None if subject.is_compared() => only(0),
            None => String::new(),
        };
        matches.push(Match { name: entry.name.clone(), index: [Some(index), other], differs });
    }
    for (index, entry) in old.iter().enumerate().filter(|(_, entry)| place(&new, &entry.key).is_none()) {
        matches.push(Match { name: entry.name.clone(), index: [None, Some(index)], differs: only(1) });
    }
    matches
}

/// `points 4 → 7`, for each fact that differs.
fn changes(from: &VersionFacts, to: &VersionFacts) -> String {
    let both = from.facts.iter().zip(&to.facts).filter(|(old, new)| old.1 != new.1);
    let words: Vec<String> = both.map(|((name, old), (_, new))| format!("{name} {old} → {new}")).collect();
    words.join(", ")
}
