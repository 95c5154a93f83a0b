//! Undo: always a whole turn of one seat, with everything that was done since. At once if nothing was revealed to
//! its player, otherwise by agreement.

use super::{Change, Game, Played};
use crate::limits::MAX_UNDOS;
use crate::stored::Done;
use capolinea_engine::{Event, Seat, SeatSet};
use capolinea_protocol::refusal::{Refusal, RefusalCode};

/// Why a turn can't be undone at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum CannotUndo {
    #[error("the game is over and everything is open")]
    GameOver,
    #[error("this seat has no turn to undo yet")]
    NoTurn,
    #[error("another player has acted since this turn; ask everybody to agree to undo it")]
    OthersActed,
    #[error("something new was shown since this turn began; ask everybody to agree to undo it")]
    Revealed,
    #[error("this turn was undone {MAX_UNDOS} times already; ask everybody to agree to undo it again")]
    TooOften,
}

impl From<CannotUndo> for Refusal {
    fn from(reason: CannotUndo) -> Refusal {
        Refusal::new(RefusalCode::CannotUndo, reason.to_string())
    }
}

impl Game {
    /// Whether [`Game::undo`] would be accepted.
    pub fn can_undo(&self, seat: Seat, bots: SeatSet) -> bool {
        self.find_undo(seat, bots).is_ok()
    }

    /// Whether [`Game::take_back`] would be accepted.
    pub fn can_take_back(&self, seat: Seat) -> bool {
        self.last_turn(seat).is_ok()
    }

    /// Undoes the last turn of `seat`, and what `bots` have done since.
    ///
    /// # Errors
    /// There is no such turn, another person has acted since, or something was revealed to the player.
    pub fn undo(&self, seat: Seat, bots: SeatSet) -> Result<Change, Refusal> {
        let back_to = self.before(self.find_undo(seat, bots)?);
        self.go_back(back_to, Done::Undo { seat, back_to })
    }

    /// Undoes the last turn of `seat`, and what anybody has done since: everybody has agreed.
    ///
    /// # Errors
    /// There is no such turn, or the game is over.
    pub fn take_back(&self, seat: Seat) -> Result<Change, Refusal> {
        let back_to = self.before(self.last_turn(seat)?);
        self.go_back(back_to, Done::Takeback { seat, back_to })
    }

    /// Whether the last turn of `seat` is still the one that a client at `revision` saw.
    pub fn knows_last_turn(&self, seat: Seat, revision: u64) -> bool {
        let Some(since) = usize::try_from(revision).ok().and_then(|seen| self.steps.get(seen..)) else { return false };
        let by_another = |done: Done| match done {
            Done::Action { seat: by, .. } | Done::Hint { seat: by, .. } => by != seat,
            Done::Undo { .. } | Done::Takeback { .. } => false,
        };
        since.iter().all(|past| by_another(past.done))
    }

    /// The index of the action with which the last turn of `seat` begins.
    fn last_turn(&self, seat: Seat) -> Result<usize, CannotUndo> {
        if self.is_over() {
            return Err(CannotUndo::GameOver);
        }
        let last = self.line.iter().rposition(|played| played.seat == seat).ok_or(CannotUndo::NoTurn)?;
        self.line[..=last].iter().rposition(|played| played.begins_turn).ok_or(CannotUndo::NoTurn)
    }

    /// The same, if that turn can be undone at once.
    fn find_undo(&self, seat: Seat, bots: SeatSet) -> Result<usize, CannotUndo> {
        let start = self.last_turn(seat)?;
        let undone = &self.line[start..];
        if undone.iter().any(|played| played.seat != seat && !bots.contains(played.seat)) {
            return Err(CannotUndo::OthersActed);
        }
        if undone.iter().any(|played| self.events_of(played).iter().any(|event| event.reveals_to(seat))) {
            return Err(CannotUndo::Revealed);
        }
        // Whatever came after the last action that would still count belongs to attempts at this turn.
        let standing = start.checked_sub(1).map_or(0, |last| self.line[last].revision);
        let attempts = self.steps.iter().skip(usize::try_from(standing).unwrap_or(usize::MAX));
        let undos = attempts.filter(|past| matches!(past.done, Done::Undo { seat: by, .. } if by == seat)).count();
        if undos >= MAX_UNDOS { Err(CannotUndo::TooOften) } else { Ok(start) }
    }

    /// The revision before the action with this index.
    fn before(&self, place: usize) -> u64 {
        self.line[place].revision - 1
    }

    fn events_of(&self, played: &Played) -> &[Event] {
        let step = usize::try_from(played.revision - 1).ok().and_then(|place| self.steps.get(place));
        step.map_or(&[], |past| &past.events)
    }
}
