//! The people who are present. A person whose connection is lost counts as present for a while: phones sleep, trains go through tunnels.

use crate::connections::seat_infos;
use crate::limits::{ELSEWHERE_FOR, LONGEST_GRACE, SHORTEST_GRACE, USUAL_TURN};
use crate::stored::Holder;
use crate::table::{Table, Task};
use crate::{Effect, Listing, Now, TokenHash};
use capolinea_engine::{Seat, SeatSet};
use capolinea_protocol::http::LobbyTable;
use capolinea_protocol::table::Status;
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

/// When the people of a table were last connected.
#[derive(Debug)]
pub(crate) struct Presence {
    /// When the table was loaded: nothing is known of the time before.
    awake_since: Duration,
    /// The people who have left.
    left: HashMap<TokenHash, Left>,
    /// How the table is listed in the lobby now.
    listing: Option<Box<Listing>>,
    /// The people who are connected at other servers, by server.
    elsewhere: HashMap<u64, Elsewhere>,
    /// The last message to other servers.
    told: (SeatSet, u32),
}

/// The people who are connected at another server.
#[derive(Clone, Copy, Debug)]
struct Elsewhere {
    seats: SeatSet,
    spectators: u32,
    until: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Left {
    at: Duration,
    address: IpAddr,
}

impl Presence {
    pub(crate) fn new(now: Now) -> Presence {
        Presence {
            awake_since: now.uptime,
            left: HashMap::new(),
            listing: None,
            elsewhere: HashMap::new(),
            told: (SeatSet::EMPTY, 0),
        }
    }

    /// A person's last connection is closed.
    pub(crate) fn leave(&mut self, session: TokenHash, address: IpAddr, now: Now) {
        self.left.insert(session, Left { at: now.uptime, address });
    }

    pub(crate) fn come(&mut self, session: TokenHash) {
        self.left.remove(&session);
    }
}

/// How long a person whose connection is lost still counts as present: longer where people have longer for a turn.
fn grace(usual: Duration, turn_limit: Option<u32>) -> Duration {
    let Some(limit) = turn_limit else { return usual };
    usual.mul_f64((f64::from(limit) / USUAL_TURN.as_secs_f64()).clamp(SHORTEST_GRACE, LONGEST_GRACE))
}

impl Table {
    fn holder(&self, seat: Seat) -> Option<TokenHash> {
        match self.seat(seat)?.holder {
            Holder::Person { session } => Some(session),
            Holder::Open | Holder::Bot { .. } => None,
        }
    }

    pub(crate) fn has_connection(&self, session: TokenHash) -> bool {
        self.connections.of_session(session).is_some()
    }

    /// Whether the person of this seat is connected, here or at another server.
    pub(crate) fn is_connected(&self, seat: Seat) -> bool {
        self.is_elsewhere(seat) || self.holder(seat).is_some_and(|session| self.has_connection(session))
    }

    fn elsewhere(&self) -> impl Iterator<Item = &Elsewhere> {
        self.presence.elsewhere.values().filter(|one| one.until > self.now.uptime)
    }

    fn is_elsewhere(&self, seat: Seat) -> bool {
        self.elsewhere().any(|one| one.seats.contains(seat))
    }

    /// How many people without a seat watch at other servers.
    pub(crate) fn spectators_elsewhere(&self) -> u32 {
        self.elsewhere().map(|one| one.spectators).sum()
    }

    /// Another server reports the people who are connected there.
    pub(crate) fn hear_of(&mut self, server: u64, seats: SeatSet, spectators: u32) {
        let now = self.now.uptime;
        self.presence.elsewhere.retain(|_, one| one.until > now);
        let told = Elsewhere { seats, spectators, until: now + ELSEWHERE_FOR };
        let before = self.presence.elsewhere.insert(server, told);
        if before.is_none() {
            // It may not know which people are here.
            self.tell_presence();
        }
        if before.map(|one| (one.seats, one.spectators)) != Some((seats, spectators)) {
            self.announce_soon();
            self.do_next(Task::StartIfReady);
        }
    }

    /// Tells other servers which people are connected here.
    pub(crate) fn tell_presence(&mut self) {
        let (seats, spectators) = self.present_here();
        self.presence.told = (seats, spectators);
        self.emit(Effect::Present { seats, spectators });
    }

    /// Tells other servers which people are connected here, if that has changed.
    pub(crate) fn tell_new_presence(&mut self) {
        if self.presence.told != self.present_here() {
            self.tell_presence();
        }
    }

    fn present_here(&self) -> (SeatSet, u32) {
        let is_here = |seat: &Seat| self.holder(*seat).is_some_and(|session| self.has_connection(session));
        (self.seating.all_seats().filter(is_here).collect(), self.spectators() as u32)
    }

    fn grace(&self) -> Duration {
        grace(self.config().away_after, self.seating.settings.turn_limit)
    }

    fn left_lately(&self, session: TokenHash) -> Option<Left> {
        let left = self.presence.left.get(&session)?;
        (left.at + self.grace() > self.now.uptime).then_some(*left)
    }

    /// Whether the person of this seat is present: connected, or a moment ago.
    pub(crate) fn is_present(&self, seat: Seat) -> bool {
        let left_lately = |session| self.left_lately(session).is_some();
        self.is_connected(seat) || self.holder(seat).is_some_and(left_lately)
    }

    /// Whether the person of this seat has been away so long that the others may decide without them.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        self.holder(seat).is_some_and(|session| {
            let since = self.presence.left.get(&session).map_or(self.presence.awake_since, |left| left.at);
            !self.is_connected(seat) && since + self.grace() <= self.now.uptime
        })
    }

    /// When the next of the people who have left will count as away.
    pub(crate) fn next_away(&self) -> Option<Duration> {
        let ends = self.presence.left.values().map(|left| left.at + self.grace());
        ends.filter(|&at| at > self.now.uptime).min()
    }

    /// The address of a person's connection; if they have just left, of their last one, and when they left.
    fn whereabouts(&self, session: TokenHash) -> Option<(IpAddr, Option<Duration>)> {
        let here = self.connections.of_session(session).map(|connection| (connection.address, None));
        here.or_else(|| self.left_lately(session).map(|left| (left.address, Some(left.at))))
    }

    /// Lists the table in the lobby while its host is present; a running game while some player is, for spectators.
    pub(crate) fn list(&mut self) {
        let settings = &self.seating.settings;
        let found = match self.status.status {
            Status::Waiting => self.whereabouts(self.seating.host),
            Status::Playing if settings.spectators => {
                let players = self.seating.sessions().into_iter().filter_map(|session| self.whereabouts(session));
                players.min_by_key(|(_, left)| left.map(|at| self.now.uptime.saturating_sub(at)))
            }
            Status::Playing | Status::Finished | Status::Abandoned => None,
        };
        let listing = found.filter(|_| settings.listed).map(|(address, left)| {
            let table = LobbyTable {
                id: self.id.to_string(),
                map: self.seating.map.clone(),
                status: self.status.status,
                seats: seat_infos(&self.seating, |seat| self.is_present(seat)),
                spectators: settings.spectators,
                turn_limit: settings.turn_limit,
                created: self.created,
            };
            Box::new(Listing { address, left, sent_away: self.seating.sent_away.clone(), table })
        });
        if listing != self.presence.listing {
            self.presence.listing = listing.clone();
            self.emit(Effect::List(listing));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_count_as_away_by_the_pace_of_their_table() {
        let usual = Duration::from_secs(60);
        let seconds = |limit| grace(usual, limit).as_secs();
        assert_eq!(seconds(None), 60);
        assert_eq!([15, 30, 60, 600, 86_400].map(|limit| seconds(Some(limit))), [15, 30, 60, 600, 3600]);
    }
}
