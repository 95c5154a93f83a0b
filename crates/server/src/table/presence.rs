//! Who is there. A person whose connection is lost counts as there for a while: phones sleep, trains pass tunnels.

use super::*;
use crate::lobby::Listing;
use capolinea_protocol::http::LobbyTable;
use std::collections::HashMap;
use std::net::IpAddr;

/// When the people of a table were last there.
pub(super) struct Presence {
    /// Since when the table is awake: whoever was there before is not known.
    awake_since: Instant,
    /// When those who have left did so, and from where they looked.
    left: HashMap<TokenHash, Left>,
}

#[derive(Clone, Copy)]
struct Left {
    at: Instant,
    address: IpAddr,
}

impl Presence {
    pub(super) fn new() -> Presence {
        Presence { awake_since: Instant::now(), left: HashMap::new() }
    }

    /// Somebody's last socket is closed.
    pub(super) fn leave(&mut self, session: TokenHash, address: IpAddr) {
        self.left.insert(session, Left { at: Instant::now(), address });
    }

    pub(super) fn come(&mut self, session: TokenHash) {
        self.left.remove(&session);
    }
}

impl Table {
    fn holder(&self, seat: Seat) -> Option<TokenHash> {
        match self.seat(seat)?.holder {
            Holder::Person { session } => Some(session),
            Holder::Open | Holder::Bot { .. } => None,
        }
    }

    pub(super) fn has_socket(&self, session: TokenHash) -> bool {
        self.viewers.iter().any(|viewer| viewer.session == Some(session))
    }

    /// Whether the person of this seat is connected.
    pub(super) fn is_connected(&self, seat: Seat) -> bool {
        self.holder(seat).is_some_and(|session| self.has_socket(session))
    }

    fn left_lately(&self, session: TokenHash) -> Option<Left> {
        let left = self.presence.left.get(&session)?;
        (left.at.elapsed() < self.config().away_after).then_some(*left)
    }

    /// Whether the person of this seat is there: connected, or only a moment ago.
    pub(super) fn is_there(&self, seat: Seat) -> bool {
        self.holder(seat).is_some_and(|session| self.has_socket(session) || self.left_lately(session).is_some())
    }

    /// Whether the person of this seat has been away so long that others may decide without them.
    pub(super) fn is_away(&self, seat: Seat) -> bool {
        self.holder(seat).is_some_and(|session| {
            let since = self.presence.left.get(&session).map_or(self.presence.awake_since, |left| left.at);
            !self.has_socket(session) && since.elapsed() >= self.config().away_after
        })
    }

    /// When the next of those who have left will count as away.
    pub(super) fn next_away(&self) -> Option<Instant> {
        let ends = self.presence.left.values().map(|left| left.at + self.config().away_after);
        ends.filter(|&at| at > Instant::now()).min()
    }

    /// Where somebody looks from; if they have just left, from where they did, and when they left.
    fn whereabouts(&self, session: TokenHash) -> Option<(IpAddr, Option<Instant>)> {
        let viewer = self.viewers.iter().find(|viewer| viewer.session == Some(session));
        let here = viewer.map(|viewer| (viewer.address, None));
        here.or_else(|| self.left_lately(session).map(|left| (left.address, Some(left.at))))
    }

    /// Lists the table in the lobby while its host is there; a running game while some player is, for those who want to watch.
    pub(super) fn list(&self) {
        let settings = &self.sheet.settings;
        let found = match self.head.status {
            Status::Waiting => self.whereabouts(self.sheet.host),
            Status::Playing if settings.spectators => {
                let players = self.sheet.sessions().into_iter().filter_map(|session| self.whereabouts(session));
                players.min_by_key(|(_, left)| left.map(|at| at.elapsed()))
            }
            Status::Playing | Status::Finished | Status::Abandoned => None,
        };
        let listing = found.filter(|_| settings.listed).map(|(address, left)| Listing {
            address,
            left,
            sent_away: self.sheet.sent_away.clone(),
            table: LobbyTable {
                id: self.id.to_string(),
                map: self.sheet.map.clone(),
                status: self.head.status,
                seats: seat_infos(&self.sheet, |seat| self.is_there(seat)),
                spectators: settings.spectators,
                turn_limit: settings.turn_limit,
                created: self.created,
            },
        });
        self.tables.lobby.set(self.id, listing);
    }
}
