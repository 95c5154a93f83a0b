//! The memory of a learning program besides the state: the players' actions, and the progress of tickets.

use capolinea_engine::analysis::{MissingPieces, TicketPieces};
use capolinea_engine::ids::BySeat;
use capolinea_engine::{Action, Seat, View};

/// The memory of one game. It goes with one game from its first action to its last, and is copied with it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) history: BySeat<History>,
    tickets: BySeat<TicketPieces>,
}

/// The public actions of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct History {
    /// The last thing done, as a place among [`ACTION_KINDS`].
    pub(super) last: Option<u8>,
    /// How often each was done; at most 255.
    pub(super) counts: [u8; ACTION_KINDS.len()],
}

/// The kinds of actions that everybody sees.
pub(super) const ACTION_KINDS: [&str; 7] =
    ["draw_face_up", "draw_blind", "draw_tickets", "claim_route", "build_station", "leave_tunnel", "pass"];

#[expect(clippy::wildcard_enum_match_arm, reason = "the history counts only these")]
fn action_kind(action: Action) -> Option<u8> {
    Some(match action {
        Action::DrawOpen { .. } => 0,
        Action::DrawBlind => 1,
        Action::DrawTickets => 2,
        Action::ClaimRoute { .. } => 3,
        Action::BuildStation { .. } => 4,
        Action::LeaveTunnel => 5,
        Action::Pass => 6,
        _ => return None,
    })
}

impl Memory {
    /// Nothing has happened yet.
    pub fn new() -> Self {
        Memory::default()
    }

    /// Notes an action.
    pub fn note(&mut self, seat: Seat, action: Action) {
        let Some(action_kind) = action_kind(action) else { return };
        let history = &mut self.history[seat];
        history.last = Some(action_kind);
        let count = &mut history.counts[usize::from(action_kind)];
        *count = count.saturating_add(1);
    }

    /// Forgets everything: for another game on the same map.
    pub fn clear(&mut self) {
        self.history = BySeat::default();
        self.tickets.0.iter_mut().for_each(TicketPieces::clear);
    }

    /// How far the viewer's tickets are, those to choose from included. A spectator has none.
    pub(super) fn tickets(&mut self, view: &View<'_>) -> &[MissingPieces] {
        let Some(own) = view.own else { return &[] };
        let tickets = &mut self.tickets[own.seat];
        tickets.refresh(view, own.seat, own.tickets.union(own.offer.set()));
        tickets.all()
    }
}
