//! How far a player's tickets are, in the form of messages.

use capolinea_engine::analysis::{self, TicketProgress};
use capolinea_engine::{RouteId, TicketId};
use serde::Serialize;

/// A ticket and how far it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OwnTicket {
    /// The ticket.
    pub ticket: TicketId,
    /// How far it is.
    pub status: OwnTicketStatus,
    /// Own routes (and one borrowed by a station) that join its ends; or, while it is open, own routes joined to either
    /// end.
    pub joined: Vec<RouteId>,
    /// The fewest pieces still to be placed, over routes that are free; 0 when it is done.
    pub missing: u16,
}

/// How far a ticket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OwnTicketStatus {
    /// Its ends are joined.
    Done,
    /// Its ends are joined through a station, as things stand: another use of the station may be better at the end.
    Provisional,
    /// Its ends can still be joined.
    Open,
    /// Neither free routes nor the pieces left can join its ends any more; only a station could.
    Blocked,
}

impl From<&TicketProgress> for OwnTicket {
    fn from(progress: &TicketProgress) -> Self {
        OwnTicket {
            ticket: progress.ticket,
            status: progress.status.into(),
            joined: progress.joined.clone(),
            missing: progress.missing,
        }
    }
}

impl From<analysis::TicketStatus> for OwnTicketStatus {
    fn from(status: analysis::TicketStatus) -> Self {
        match status {
            analysis::TicketStatus::Done => OwnTicketStatus::Done,
            analysis::TicketStatus::Provisional => OwnTicketStatus::Provisional,
            analysis::TicketStatus::Open => OwnTicketStatus::Open,
            analysis::TicketStatus::Blocked => OwnTicketStatus::Blocked,
        }
    }
}
