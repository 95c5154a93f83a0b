//! The memory of a learning program besides the state: the players' actions, and the progress of tickets.

use super::network::{Costs, Missing, SearchGraph, Usable};
use capolinea_engine::ids::{BySeat, MAX_NODES};
use capolinea_engine::{Action, Map, RouteId, RouteSet, Seat, TicketId, TicketSet, View};

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
    /// The pieces that each route takes then.
    costs: Costs,
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
        let claimed = player.routes.without(self.routes);
        let mut known_already = TicketSet::EMPTY;
        if !self.routes.without(player.routes).is_empty() || !open.without(self.open).is_empty() {
            // Something was taken back: anything may have changed.
            self.known.clear();
            self.costs = network.costs(player.routes, open);
        } else {
            known_already = self.claim(network, claimed);
            let closed = self.costs.close(network, self.open.without(open), open);
            // Other players can only close paths.
            self.known.retain(|known| set.contains(known.ticket) && known.missing.links & closed == 0);
        }
        (self.routes, self.open, self.set) = (player.routes, open, set);
        let usable = Usable { network, costs: &self.costs };
        for route in claimed {
            shorten(&mut self.known, &usable, view.map, route, known_already);
        }
        if self.known.len() == set.len() {
            return;
        }
        let still: TicketSet = self.known.iter().map(|known| known.ticket).collect();
        for ticket in set.without(still) {
            let missing = usable.missing(view.map.ticket(ticket));
            self.known.push(Known { ticket, missing });
        }
    }

    /// Takes claimed routes out of the ways that they are on. Returns the tickets whose ways are the shortest still: with one claim no
    /// way becomes shorter by more than its spaces.
    fn claim(&mut self, network: &SearchGraph, claimed: RouteSet) -> TicketSet {
        self.costs.own(network, claimed);
        let mut on_the_way = TicketSet::EMPTY;
        for route in claimed {
            let (link, spaces) = network.link_with_spaces(route);
            for Known { ticket, missing } in &mut self.known {
                if let Some(pieces) = &mut missing.pieces
                    && missing.links & link != 0
                {
                    *pieces -= spaces;
                    missing.links &= !link;
                    on_the_way.insert(*ticket);
                }
            }
        }
        if claimed.len() == 1 { on_the_way } else { TicketSet::EMPTY }
    }
}

/// Finds shorter ways by way of a claimed route. One search finds them for all tickets but those in `known_already`.
fn shorten(known: &mut [Known], usable: &Usable<'_>, map: &Map, route: RouteId, known_already: TicketSet) {
    // How far to look from each end of a ticket.
    let mut reaches = [0; MAX_NODES];
    let mut limit = None;
    for Known { ticket, missing } in known.iter() {
        if let Some(pieces @ 1..) = missing.pieces
            && !known_already.contains(*ticket)
        {
            // Of a shorter way one half at least is shorter than half of this one.
            limit = limit.max(Some((pieces - 1) / 2));
            for end in map.ticket(*ticket).ends.into_iter().flatten() {
                reaches[end.index()] = pieces.max(reaches[end.index()]);
            }
        }
    }
    let Some(mut limit) = limit else { return };
    let mut search = usable.around(route);
    while let Some((node, distance)) = search.next(usable, limit) {
        limit = limit.max(reaches[node.index()].saturating_sub(distance + 1));
    }
    for Known { ticket, missing } in known.iter_mut() {
        if let Some(pieces @ 1..) = missing.pieces
            && !known_already.contains(*ticket)
            && let Some(less) = search.by_way_of(usable, map.ticket(*ticket), pieces)
        {
            *missing = less;
        }
    }
}
