//! How far a player's own tickets are: joined, joined through a station, still to be joined, or lost.

use capolinea_engine::ids::{NodeId, RouteId, RouteSet, Seat, TicketId, TicketSet};
use capolinea_engine::map::{Map, Ticket};
use capolinea_engine::mechanics::stations::best_borrowing;
use capolinea_engine::network::{Components, ticket_path};
use capolinea_engine::state::Public;
use capolinea_engine::view::View;
use serde::Serialize;
use ts_rs::TS;

/// A ticket and how far it is.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OwnTicket {
    /// The ticket.
    pub ticket: TicketId,
    /// How far it is.
    pub status: TicketStatus,
    /// Own routes (and one borrowed by a station) that join its ends; or, while it is open, own routes joined to either
    /// end.
    pub joined: Vec<RouteId>,
    /// The fewest pieces still to be placed, over routes that are free; 0 when it is done.
    pub missing: u16,
}

/// How far a ticket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TicketStatus {
    /// Its ends are joined.
    Done,
    /// Its ends are joined through a station, as things stand: another use of the station may be better at the end.
    Provisional,
    /// Its ends can still be joined.
    Open,
    /// No free routes join its ends any more; only a station could.
    Blocked,
}

/// How far all tickets of one player are; worked out anew only when something about that has changed.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The tickets, in the order of their ids.
    pub tickets: Vec<OwnTicket>,
    known: Option<Known>,
}

/// All that progress depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    tickets: TicketSet,
    own: RouteSet,
    unavailable: RouteSet,
    stations: u8,
}

impl Progress {
    /// The progress of the viewer's tickets; none for a spectator.
    pub fn of(view: &View<'_>) -> Progress {
        let mut progress = Progress::default();
        progress.bring_up_to(view);
        progress
    }

    /// Works it out anew if anything it depends on has changed. Always call it for the same viewer.
    pub fn bring_up_to(&mut self, view: &View<'_>) {
        let Some(own) = view.own else { return };
        let player = &view.public.seats[own.seat];
        let known = Known {
            tickets: own.tickets,
            own: player.routes,
            unavailable: view.public.unavailable,
            stations: player.stations_built(),
        };
        if self.known != Some(known) {
            self.known = Some(known);
            self.tickets = look(view.map, view.public, own.seat, own.tickets);
        }
    }
}

fn look(map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Vec<OwnTicket> {
    let own = public.seats[seat].routes;
    let joined = Components::of(map, own);
    let borrowing = best_borrowing(map, public, seat, tickets);
    let borrowed: RouteSet = borrowing.routes.into_iter().flatten().collect();
    let free = free_routes(map, public, seat);
    let one = |id: TicketId| {
        let ticket = map.ticket(id);
        let path = |routes| ticket_path(map, routes, ticket).unwrap_or_default();
        if joined.joins(ticket) {
            return OwnTicket { ticket: id, status: TicketStatus::Done, joined: path(own), missing: 0 };
        }
        if borrowing.completed.contains(id) {
            let joined = path(own.union(borrowed));
            return OwnTicket { ticket: id, status: TicketStatus::Provisional, joined, missing: 0 };
        }
        let missing = pieces_missing(map, own, free, ticket);
        let status = if missing.is_some() { TicketStatus::Open } else { TicketStatus::Blocked };
        let reached = reached(map, &joined, own, ticket);
        OwnTicket { ticket: id, status, joined: reached, missing: missing.unwrap_or(0) }
    };
    tickets.map(one).collect()
}

/// The routes the player could still claim, cards and turns permitting.
fn free_routes(map: &Map, public: &Public, seat: Seat) -> RouteSet {
    let player = &public.seats[seat];
    let fits = |&route: &RouteId| map.route(route).spaces <= player.pieces[map.route(route).fleet.index()];
    RouteSet::first(map.routes.len()).without(public.unavailable).without(player.barred).filter(fits).collect()
}

/// The own routes joined to either end of a ticket.
fn reached(map: &Map, joined: &Components, own: RouteSet, ticket: &Ticket) -> Vec<RouteId> {
    let [first, second] = ticket.ends;
    let roots: Vec<NodeId> = first.chain(second).map(|node| joined.root(node)).collect();
    own.filter(|&route| roots.contains(&joined.root(map.route(route).nodes[0]))).collect()
}

/// The fewest pieces that join the ends of a ticket: own routes cost nothing more.
fn pieces_missing(map: &Map, own: RouteSet, free: RouteSet, ticket: &Ticket) -> Option<u16> {
    let [starts, ends] = ticket.ends;
    let mut best = vec![u16::MAX; map.nodes];
    for start in starts {
        best[start.index()] = 0;
    }
    let usable = own.union(free);
    loop {
        let mut is_better = false;
        for id in usable {
            let route = map.route(id);
            let cost = if own.contains(id) { 0 } else { u16::from(route.spaces) };
            let [a, b] = route.nodes.map(NodeId::index);
            for (from, to) in [(a, b), (b, a)] {
                let length = best[from].saturating_add(cost);
                if length < best[to] {
                    best[to] = length;
                    is_better = true;
                }
            }
        }
        if !is_better {
            break;
        }
    }
    ends.map(|end| best[end.index()]).min().filter(|&length| length < u16::MAX)
}
