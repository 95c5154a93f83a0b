//! The settings of tourist tokens as they stand in a map's file.

use super::{MAX_TOURIST_KINDS, Tourists};
use crate::ids::MAX_SEATS;
use crate::map::file::Fields;
use crate::map::{Check, is_id};

/// The entry of tourist tokens in a map's file.
#[derive(Clone, Debug)]
pub(crate) struct TouristsFile {
    kinds: Vec<String>,
    per_kind: u8,
    start_locations: Vec<String>,
    stack_height: Vec<(u8, u8)>,
    placed_height: Vec<(u8, u8)>,
    score: Vec<u8>,
}

impl TouristsFile {
    /// Reads the entry.
    pub(super) fn read(fields: &mut impl Fields) -> Option<Self> {
        let (kinds, per_kind) = (fields.texts("kinds"), fields.count("per_kind"));
        let start_locations = fields.texts("start_locations");
        let (stack_height, placed_height) = (fields.by_number("stack_height"), fields.by_number("placed_height"));
        let score = fields.counts("score");
        Some(TouristsFile {
            kinds: kinds?,
            per_kind: per_kind?,
            start_locations: start_locations?,
            stack_height: stack_height?,
            placed_height: placed_height?,
            score: score?,
        })
    }

    /// Checks the entry and finds the ids for its names.
    pub(super) fn check(&self, check: &mut Check<'_>) -> Tourists {
        let TouristsFile { kinds, start_locations, score, .. } = self;
        check.field((1..=MAX_TOURIST_KINDS).contains(&kinds.len()), "kinds", || {
            format!("{} kinds of tokens; from 1 to {MAX_TOURIST_KINDS} are possible", kinds.len())
        });
        for (index, kind) in kinds.iter().enumerate() {
            let path = format!("kinds[{index}]");
            check.field(is_id(kind), &path, || format!("`{kind}` is not lowercase letters, digits and _"));
            check.field(!kinds[..index].contains(kind), &path, || format!("`{kind}` appears twice"));
        }
        let left_over = kinds.len().checked_sub(start_locations.len());
        check.field(left_over.is_some_and(|stacks| stacks <= 2), "start_locations", || {
            format!(
                "{} stacks on the board of {} kinds: none, one or two may be left for the players to place",
                start_locations.len(),
                kinds.len()
            )
        });
        check.field(check.file.locations.len() >= kinds.len(), "kinds", || {
            "there are fewer locations than stacks".into()
        });
        check.field(score.len() == kinds.len() + 1, "score", || {
            format!("{} entries; {} kinds need one for each number from 0", score.len(), kinds.len())
        });
        let mut at = Vec::new();
        for (index, id) in start_locations.iter().enumerate() {
            let path = format!("start_locations[{index}]");
            if let Some(location) = check.location(id, &path) {
                check.field(!at.contains(&location), &path, || format!("`{id}` appears twice"));
                at.push(location);
            }
        }
        Tourists {
            stack_height: heights(&self.stack_height, self.per_kind, "stack_height", check),
            placed_height: heights(&self.placed_height, self.per_kind, "placed_height", check),
            kinds: kinds.clone(),
            start_locations: at,
            score: score.clone(),
        }
    }
}

/// The height of stacks by number of players.
fn heights(entries: &[(u8, u8)], per_kind: u8, name: &str, check: &mut Check<'_>) -> [u8; MAX_SEATS + 1] {
    let mut by_players = [0; MAX_SEATS + 1];
    for (players, height) in entries {
        if let Some(place) = by_players.get_mut(usize::from(*players)) {
            *place = *height;
        }
    }
    for players in check.file.min_players..=check.file.max_players.min(MAX_SEATS as u8) {
        let height = by_players[usize::from(players)];
        check.field((1..=per_kind).contains(&height), &format!("{name}.{players}"), || {
            format!("a stack of {height} with {players} players; there are {per_kind} tokens of a kind")
        });
    }
    by_players
}
