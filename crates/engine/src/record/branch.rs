//! Branches: games that go on from a moment of another game's record, with the same cards or with a fresh deal.

use super::{GameRecord, RecordError};
use crate::event::Event;
use crate::ids::{BySeat, MAX_SEATS, Seat, TicketSet};
use crate::map::Map;
use crate::state::State;
use sha2::{Digest, Sha256};

/// The game that another game goes on from, and the step at which it branches off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The hash of the record that it goes on from ([`GameRecord::hash`]).
    pub origin: String,
    /// How many actions are that record's.
    pub step: usize,
    /// The player who plays on differently.
    pub seat: Seat,
    /// The cards that it goes on with.
    pub cards: BranchCards,
}

/// The cards that a branch goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchCards {
    /// All as they were.
    Same,
    /// Everything that the player did not know is dealt again ([`State::deal_again`]).
    Fresh {
        /// The key of this deal and of every shuffle after it.
        seed: [u8; 32],
    },
}

impl GameRecord {
    /// The SHA-256 of the record's JSON document, in hexadecimal: by it a branch names its origin.
    pub fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.to_json()))
    }

    /// A record of its own that goes on after the first `step` actions of this one, for `players`.
    ///
    /// # Errors
    /// There is no such step or seat, nothing is left to play, or this record does not replay.
    pub fn branch(
        &self,
        map: &Map,
        (step, seat): (usize, Seat),
        cards: BranchCards,
        players: Vec<String>,
    ) -> Result<GameRecord, RecordError> {
        // Whatever is wrong with the rest shows too: a branch of a broken record would name an origin that nobody can check.
        self.replay(map)?;
        let actions = self.actions.len();
        let kept = self.actions.get(..step).ok_or(RecordError::NoStep { step, actions })?;
        let mut branches = self.branches.clone();
        branches.retain(|branch| branch.step <= step);
        branches.push(Branch { origin: self.hash(), step, seat, cards });
        let branch = GameRecord { players, actions: kept.to_vec(), branches, help: None, result: None, ..self.clone() };
        if branch.players.len() != self.players.len() {
            let problem = format!("it is for {} players", self.players.len());
            return Err(RecordError::Branch { problem });
        }
        if branch.replay(map)?.is_over() {
            return Err(RecordError::NothingLeft { step });
        }
        Ok(branch)
    }

    /// The key of the shuffles at its end: that of the last fresh deal, or that of the first one.
    pub fn last_seed(&self) -> &[u8; 32] {
        let mut seeds = self.branches.iter().rev().filter_map(|branch| match &branch.cards {
            BranchCards::Same => None,
            BranchCards::Fresh { seed } => Some(seed),
        });
        seeds.next().unwrap_or(&self.seed)
    }

    /// Whether every branch is at a step and a seat that the record has, in order.
    pub(super) fn check_branches(&self) -> Result<(), RecordError> {
        let mut least = 0;
        for Branch { origin, step, seat, .. } in &self.branches {
            let problem = if seat.index() >= self.players.len() {
                format!("seat {} does not play", u16::from(seat.0) + 1)
            } else if *step < least {
                "its branches are not in the order of their steps".into()
            } else if *step > self.actions.len() {
                format!("it leaves its origin after action {step}, and has {}", self.actions.len())
            } else if origin.len() != 64 || !origin.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                "the hash of its origin is not 64 hexadecimal digits".into()
            } else {
                least = *step;
                continue;
            };
            return Err(RecordError::Branch { problem });
        }
        Ok(())
    }
}

/// Deals again wherever a replayed record says so.
pub(super) struct Redealer {
    branches: Vec<Branch>,
    /// The tickets that each player has ever been offered.
    seen: BySeat<TicketSet>,
}

impl Redealer {
    pub(super) fn new(record: &GameRecord) -> Redealer {
        Redealer { branches: record.branches.clone(), seen: BySeat([TicketSet::EMPTY; MAX_SEATS]) }
    }

    /// After action `number`, which caused these events.
    pub(super) fn after(
        &mut self,
        map: &Map,
        number: usize,
        events: &[Event],
        state: &mut State,
    ) -> Result<(), RecordError> {
        for event in events {
            if let Event::TicketsOffered { seat, tickets: Some(tickets), .. } = *event {
                self.seen[seat] = self.seen[seat].union(tickets);
            }
        }
        for branch in self.branches.iter().filter(|branch| branch.step == number) {
            if let BranchCards::Fresh { seed } = branch.cards {
                let dealt = state.deal_again(map, branch.seat, self.seen[branch.seat], seed);
                *state = dealt.map_err(|problem| RecordError::Branch { problem: problem.to_string() })?;
            }
        }
        Ok(())
    }
}
