//! How many pieces each ticket of a player still takes, kept from step to step.

use super::piece_search::{Costs, LinkSet, Missing, SearchGraph, Usable};
use crate::ids::{MAX_NODES, RouteId, RouteSet, Seat, TicketId, TicketSet};
use crate::map::Map;
use crate::view::View;

/// How many pieces each of one player's tickets takes, when these routes were the player's own and those open. It is kept up to date as the
/// game goes on, which is much quicker than a search for each ticket. Routes are left out that others have claimed, but not those for
/// which the player has too few pieces.
#[derive(Clone, Debug, Default)]
pub struct TicketPieces {
    routes: RouteSet,
    open: RouteSet,
    set: TicketSet,
    /// The pieces that each route takes then.
    costs: Costs,
    known: Vec<MissingPieces>,
}

/// The pieces that a ticket takes.
#[derive(Clone, Copy, Debug)]
pub struct MissingPieces {
    /// The ticket.
    pub ticket: TicketId,
    /// The fewest pieces; `None` if no way is left.
    pub pieces: Option<u8>,
    /// Free links on a way with this many pieces.
    links: LinkSet,
}

impl TicketPieces {
    /// All tickets, in no order.
    #[inline]
    pub fn all(&self) -> &[MissingPieces] {
        &self.known
    }

    /// The fewest pieces that a ticket takes; `None` if no way is left.
    pub fn of(&self, ticket: TicketId) -> Option<u8> {
        self.known.iter().find(|known| known.ticket == ticket)?.pieces
    }

    /// Forgets everything: for another game on the same map.
    pub fn clear(&mut self) {
        self.known.clear();
        (self.routes, self.open, self.set) = (RouteSet::EMPTY, RouteSet::EMPTY, TicketSet::EMPTY);
    }

    /// Looks again at what has changed since. Always call it for the same player; `set` are the tickets.
    pub fn refresh(&mut self, view: &View<'_>, seat: Seat, set: TicketSet) {
        let network = &view.map.tables.pieces;
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
            self.known.retain(|known| set.contains(known.ticket) && known.links & closed == 0);
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
            let Missing { pieces, links } = usable.missing(view.map.ticket(ticket));
            self.known.push(MissingPieces { ticket, pieces, links });
        }
    }

    /// Takes claimed routes out of the ways that they are on. Returns the tickets whose ways are the shortest still: with one claim no
    /// way becomes shorter by more than its spaces.
    fn claim(&mut self, network: &SearchGraph, claimed: RouteSet) -> TicketSet {
        self.costs.own(network, claimed);
        let mut on_the_way = TicketSet::EMPTY;
        for route in claimed {
            let (link, spaces) = network.link_with_spaces(route);
            for MissingPieces { ticket, pieces, links } in &mut self.known {
                if let Some(pieces) = pieces
                    && *links & link != 0
                {
                    *pieces -= spaces;
                    *links &= !link;
                    on_the_way.insert(*ticket);
                }
            }
        }
        if claimed.len() == 1 { on_the_way } else { TicketSet::EMPTY }
    }
}

/// Finds shorter ways by way of a claimed route. One search finds them for all tickets but those in `known_already`.
fn shorten(known: &mut [MissingPieces], usable: &Usable<'_>, map: &Map, route: RouteId, known_already: TicketSet) {
    // How far to look from each end of a ticket.
    let mut reaches = [0; MAX_NODES];
    let mut limit = None;
    for MissingPieces { ticket, pieces, .. } in known.iter() {
        if let Some(pieces @ 1..) = *pieces
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
    for MissingPieces { ticket, pieces, links } in known.iter_mut() {
        if let Some(before @ 1..) = *pieces
            && !known_already.contains(*ticket)
            && let Some(less) = search.by_way_of(usable, map.ticket(*ticket), before)
        {
            (*pieces, *links) = (less.pieces, less.links);
        }
    }
}
