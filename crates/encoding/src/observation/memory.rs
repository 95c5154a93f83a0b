//! The memory of a learning program besides the state: the players' actions, and the progress of tickets.

use super::network::{Missing, SearchGraph};
use capolinea_engine::ids::BySeat;
use capolinea_engine::{Action, RouteSet, Seat, TicketId, TicketSet, View};

/// The memory of one game. It goes with one game from its first action to its last, and is copied with it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) history: BySeat<History>,
    tickets: BySeat<Tickets>,
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
        for tickets in &mut self.tickets.0 {
            tickets.known.clear();
            (tickets.routes, tickets.open, tickets.set) = (RouteSet::EMPTY, RouteSet::EMPTY, TicketSet::EMPTY);
        }
    }

    /// How far the viewer's tickets are, those to choose from included. A spectator has none.
    pub(super) fn tickets(&mut self, network: &SearchGraph, view: &View<'_>) -> &[Known] {
        let Some(own) = view.own else { return &[] };
        let tickets = &mut self.tickets[own.seat];
        tickets.refresh(network, view, own.seat, own.tickets.union(own.offer.set()));
        &tickets.known
    }
}

/// How far one player's tickets were, when these routes were the player's own and those open.
#[derive(Clone, Debug, Default)]
struct Tickets {
    routes: RouteSet,
    open: RouteSet,
    set: TicketSet,
    known: Vec<Known>,
}

/// How far a ticket is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) ticket: TicketId,
    pub(super) missing: Missing,
}

impl Tickets {
    fn refresh(&mut self, network: &SearchGraph, view: &View<'_>, seat: Seat, set: TicketSet) {
        let player = &view.public.seats[seat];
        let open = network.routes().without(view.public.unavailable).without(player.barred);
        if self.routes == player.routes && self.open == open && self.set == set {
            return;
        }
        // Something was taken back: anything may have changed.
        if !self.routes.without(player.routes).is_empty() || !open.without(self.open).is_empty() {
            self.known.clear();
        }
        let claimed = player.routes.without(self.routes);
        let usable = open.union(player.routes);
        // Other players can only close paths, and connected ends stay connected.
        self.known.retain(|known| {
            set.contains(known.ticket)
                && (known.missing.pieces.is_none() || known.missing.routes.without(usable).is_empty())
        });
        (self.routes, self.open, self.set) = (player.routes, open, set);
        if self.known.len() == set.len() && claimed.is_empty() {
            return;
        }
        let usable = network.usable(player.routes, open);
        for route in claimed {
            // A path shorter than before uses a new route: one search finds it for all tickets.
            let farthest = self.known.iter().filter_map(|known| known.missing.pieces).max().unwrap_or(0);
            if farthest == 0 {
                break;
            }
            let around = usable.around(route, farthest);
            for known in self.known.iter_mut().filter(|known| known.missing.pieces != Some(0)) {
                let Some(pieces) = known.missing.pieces else { continue };
                if let Some(less) = usable.by_way_of(&around, view.map.ticket(known.ticket), pieces) {
                    known.missing = less;
                }
            }
        }
        let still: TicketSet = self.known.iter().map(|known| known.ticket).collect();
        for ticket in set.without(still) {
            let missing = usable.missing(view.map.ticket(ticket));
            self.known.push(Known { ticket, missing });
        }
    }
}
