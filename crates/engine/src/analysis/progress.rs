//! How far a player's tickets are: completed, joined through a station, still to be joined, or lost.

use super::{Measure, TicketPieces, Ways};
use crate::ids::{NodeId, RouteId, RouteSet, TicketId, TicketSet};
use crate::map::{Map, Ticket};
use crate::network::{Components, ticket_path};
use crate::scoring::Borrowing;
use crate::view::{Own, View};
use std::cell::LazyCell;

/// A ticket and how far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketProgress {
    /// The ticket.
    pub ticket: TicketId,
    /// How far it is.
    pub status: TicketStatus,
    /// Own routes (and one borrowed by a station) that join its ends; or, while it is open, own routes joined to either
    /// end.
    pub joined: Vec<RouteId>,
    /// The fewest pieces still to be placed, over routes that are free: 0 if and only if it is completed, or lost.
    pub missing: u16,
    /// The routes that such a way claims; none if it is completed or lost. While these stay free, nothing gets worse.
    to_claim: RouteSet,
}

/// How far a ticket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// How far all tickets of one player are; recomputed only where something about that has changed.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    tickets: Vec<TicketProgress>,
    pieces: TicketPieces,
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
    pub fn new(view: &View<'_>) -> Progress {
        let mut progress = Progress::default();
        progress.refresh(view);
        progress
    }

    /// The tickets, in the order of their ids.
    pub fn tickets(&self) -> &[TicketProgress] {
        &self.tickets
    }

    /// Recomputes it if anything it depends on has changed. Always call it for the same viewer.
    pub fn refresh(&mut self, view: &View<'_>) {
        let Some(own) = view.own else { return };
        let player = &view.public.seats[own.seat];
        let known = Known {
            tickets: own.tickets,
            own: player.routes,
            unavailable: view.public.unavailable,
            stations: player.stations_built(),
        };
        if self.known == Some(known) {
            return;
        }
        self.tickets = if view.map.rules().fleets.len() == 1 && known.stations == 0 {
            self.step(view, own, &known)
        } else {
            let still_true = self.still_true(&known);
            all_tickets(view, own, still_true)
        };
        self.known = Some(known);
    }

    /// All tickets, with one kind of pieces and without stations: how many they take is kept from step to step.
    fn step(&mut self, view: &View<'_>, own: &Own, now: &Known) -> Vec<TicketProgress> {
        let mut before = std::mem::take(&mut self.tickets);
        let mut claimed = RouteSet::EMPTY;
        match self.known {
            Some(known) if known.own.without(now.own).is_empty() && known.stations == 0 => {
                claimed = now.own.without(known.own);
            }
            // Something was taken back: anything may have changed.
            Some(_) | None => before.clear(),
        }
        self.pieces.refresh(view, own.seat, own.tickets);
        let joined = Components::new(view.map, now.own);
        let claimed: Vec<NodeId> = claimed.iter().map(|route| joined.root(view.map.route(route).nodes[0])).collect();
        let left = view.public.seats[own.seat].pieces[0];
        let mut before = before.into_iter().peekable();
        let ticket = |id: TicketId| {
            let known = before.next_if(|known| known.ticket == id);
            let known = match known {
                Some(known) if known.status == TicketStatus::Done => return known,
                known => known,
            };
            let ticket = view.map.ticket(id);
            if joined.joins(ticket) {
                return done(view.map, id, now.own);
            }
            let missing = self.pieces.of(id).filter(|&pieces| pieces <= left);
            let [first, second] = ticket.ends;
            let is_joined = |node| claimed.contains(&joined.root(node));
            let known = known.filter(|_| !first.iter().chain(second).any(is_joined));
            let joined = known.map_or_else(|| reached(view.map, &joined, now.own, ticket), |known| known.joined);
            let status = if missing.is_some() { TicketStatus::Open } else { TicketStatus::Blocked };
            let missing = missing.map_or(0, u16::from);
            TicketProgress { ticket: id, status, joined, missing, to_claim: RouteSet::EMPTY }
        };
        own.tickets.iter().map(ticket).collect()
    }

    /// Earlier results that can't have changed.
    fn still_true(&mut self, now: &Known) -> Vec<TicketProgress> {
        let mut before = std::mem::take(&mut self.tickets);
        let Some(known) = self.known else { return Vec::new() };
        // Something was taken back: anything may have changed.
        if !known.unavailable.without(now.unavailable).is_empty() || !known.own.without(now.own).is_empty() {
            return Vec::new();
        }
        let is_same = known.own == now.own && now.stations == 0;
        before.retain(|ticket| match ticket.status {
            TicketStatus::Done => true,
            TicketStatus::Open => is_same && ticket.to_claim.intersection(now.unavailable).is_empty(),
            TicketStatus::Blocked => is_same,
            TicketStatus::Provisional => false,
        });
        before
    }
}

fn all_tickets(view: &View<'_>, own: &Own, still_true: Vec<TicketProgress>) -> Vec<TicketProgress> {
    let mut still_true = still_true.into_iter().peekable();
    let built = view.public.seats[own.seat].routes;
    let joined = Components::new(view.map, built);
    let borrowing = Borrowing::best(view.map, view.public, own.seat, own.tickets);
    // Most of the time no ticket has to be looked at again.
    let ways = LazyCell::new(|| Ways::new(view, Measure::Pieces));
    let mut tickets = Vec::with_capacity(own.tickets.len());
    for id in own.tickets {
        let known = still_true.next_if(|known| known.ticket == id);
        tickets.push(known.unwrap_or_else(|| {
            completed(view.map, id, built, &joined, &borrowing).unwrap_or_else(|| {
                let ticket = view.map.ticket(id);
                let to_claim = ways.as_ref().and_then(|ways| ways.routes_to_claim(ticket));
                let pieces =
                    |routes: RouteSet| routes.iter().map(|route| u16::from(view.map.route(route).spaces)).sum();
                TicketProgress {
                    ticket: id,
                    status: if to_claim.is_some() { TicketStatus::Open } else { TicketStatus::Blocked },
                    joined: reached(view.map, &joined, built, ticket),
                    missing: to_claim.map_or(0, pieces),
                    to_claim: to_claim.unwrap_or(RouteSet::EMPTY),
                }
            })
        }));
    }
    tickets
}

/// A ticket whose ends are joined, by own routes or through a station.
fn completed(
    map: &Map,
    id: TicketId,
    built: RouteSet,
    joined: &Components,
    borrowing: &Borrowing,
) -> Option<TicketProgress> {
    let ticket = map.ticket(id);
    let (status, routes) = if joined.joins(ticket) {
        (TicketStatus::Done, built)
    } else if borrowing.completed.contains(id) {
        let borrowed: RouteSet = borrowing.routes.into_iter().flatten().collect();
        (TicketStatus::Provisional, built.union(borrowed))
    } else {
        return None;
    };
    let joined = ticket_path(map, routes, ticket).unwrap_or_default();
    Some(TicketProgress { ticket: id, status, joined, missing: 0, to_claim: RouteSet::EMPTY })
}

/// A ticket whose ends own routes join.
fn done(map: &Map, id: TicketId, own: RouteSet) -> TicketProgress {
    let joined = ticket_path(map, own, map.ticket(id)).unwrap_or_default();
    TicketProgress { ticket: id, status: TicketStatus::Done, joined, missing: 0, to_claim: RouteSet::EMPTY }
}

/// The player's routes joined to either end of a ticket.
fn reached(map: &Map, joined: &Components, own: RouteSet, ticket: &Ticket) -> Vec<RouteId> {
    let [first, second] = ticket.ends;
    let roots: Vec<NodeId> = first.iter().chain(second).map(|node| joined.root(node)).collect();
    own.iter().filter(|&route| roots.contains(&joined.root(map.route(route).nodes[0]))).collect()
}
