//! How far a player's own tickets are: joined, joined through a station, still to be joined, or lost.

use super::roads::Roads;
use capolinea_engine::ids::{NodeId, RouteId, RouteSet, Seat, TicketId, TicketSet};
use capolinea_engine::map::{Map, Ticket};
use capolinea_engine::mechanics::stations::best_borrowing;
use capolinea_engine::network::{Components, ticket_path};
use capolinea_engine::state::Public;
use capolinea_engine::view::View;
use serde::Serialize;
use std::cell::LazyCell;
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
    /// Neither free routes nor the pieces left can join its ends any more; only a station could.
    Blocked,
}

/// How far all tickets of one player are; worked out anew only where something about that has changed.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The tickets, in the order of their ids.
    pub tickets: Vec<OwnTicket>,
    /// For each of them the routes of the way that lacks fewest pieces: while these stay free, nothing gets worse.
    ways: Vec<RouteSet>,
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

/// A ticket that was looked at.
struct Looked {
    ticket: OwnTicket,
    way: RouteSet,
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
            let still_true = self.still_true(&known);
            self.known = Some(known);
            let looked = look(view.map, view.public, own.seat, own.tickets, still_true);
            (self.tickets, self.ways) = looked.into_iter().map(|looked| (looked.ticket, looked.way)).unzip();
        }
    }

    /// What was found before and can't have changed.
    fn still_true(&mut self, now: &Known) -> Vec<Looked> {
        let before = std::mem::take(&mut self.tickets).into_iter().zip(std::mem::take(&mut self.ways));
        let Some(known) = self.known else { return Vec::new() };
        // Something was taken back: anything may have changed.
        if !known.unavailable.without(now.unavailable).is_empty() || !known.own.without(now.own).is_empty() {
            return Vec::new();
        }
        let is_same = known.own == now.own && now.stations == 0;
        let keep = |ticket: &OwnTicket, way: RouteSet| match ticket.status {
            TicketStatus::Done => true,
            TicketStatus::Open => is_same && way.intersection(now.unavailable.without(now.own)).is_empty(),
            TicketStatus::Blocked => is_same,
            TicketStatus::Provisional => false,
        };
        before.filter(|(ticket, way)| keep(ticket, *way)).map(|(ticket, way)| Looked { ticket, way }).collect()
    }
}

fn look(map: &Map, public: &Public, seat: Seat, tickets: TicketSet, still_true: Vec<Looked>) -> Vec<Looked> {
    let mut still_true = still_true.into_iter().peekable();
    let own = public.seats[seat].routes;
    let joined = Components::of(map, own);
    let borrowing = best_borrowing(map, public, seat, tickets);
    let borrowed: RouteSet = borrowing.routes.into_iter().flatten().collect();
    // Most of the time no ticket has to be looked at anew.
    let roads = LazyCell::new(|| Roads::new(map, own, free_routes(map, public, seat), public.seats[seat].pieces));
    let anew = |id: TicketId| {
        let ticket = map.ticket(id);
        let path = |routes| ticket_path(map, routes, ticket).unwrap_or_default();
        if joined.joins(ticket) {
            return (OwnTicket { ticket: id, status: TicketStatus::Done, joined: path(own), missing: 0 }, own);
        }
        if borrowing.completed.contains(id) {
            let joined = path(own.union(borrowed));
            return (OwnTicket { ticket: id, status: TicketStatus::Provisional, joined, missing: 0 }, own);
        }
        let joined = reached(map, &joined, own, ticket);
        match roads.cheapest(ticket) {
            Some((missing, way)) => (OwnTicket { ticket: id, status: TicketStatus::Open, joined, missing }, way),
            None => {
                let blocked = OwnTicket { ticket: id, status: TicketStatus::Blocked, joined, missing: 0 };
                (blocked, RouteSet::EMPTY)
            }
        }
    };
    let one = |id: TicketId| {
        let known = still_true.next_if(|known| known.ticket.ticket == id);
        known.unwrap_or_else(|| {
            let (ticket, way) = anew(id);
            Looked { ticket, way }
        })
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
