//! The tables that anybody may see: those that are to be listed, and whose host, or once the game has begun some player, is
//! there. Kept in memory: a table whose host is away is not listed. Servers that share a store show each other theirs every second.

use crate::limits::{LISTED_AFTER, MAX_LOBBY_TABLES, MAX_LOBBY_TABLES_PER_ADDRESS, SEEKING_FOR};
use crate::store::{LobbyChange, LobbyNews};
use capolinea_protocol::http::LobbyTable;
use capolinea_protocol::table::{SeatHolder, Status};
use capolinea_table::{Listing, Now, TableId, TokenHash};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Whether everybody who kept the table in the lobby has left.
fn is_deserted(listing: &Listing, now: Duration) -> bool {
    listing.left.is_some_and(|at| at + LISTED_AFTER <= now)
}

/// Whether a person was sent away from the table and can't join.
fn has_sent_away(listing: &Listing, asker: Option<TokenHash>) -> bool {
    listing.table.status == Status::Waiting && asker.is_some_and(|asker| listing.sent_away.contains(&asker))
}

/// Whether a waiting table should be listed: a seat is free or people may watch, and it was made not too long ago.
fn still_waits(table: &LobbyTable, unix_ms: u64) -> bool {
    let is_free = |who: &SeatHolder| matches!(who, SeatHolder::Open);
    let is_late = Duration::from_millis(unix_ms.saturating_sub(table.created)) >= SEEKING_FOR;
    (table.spectators || table.seats.iter().any(|seat| is_free(&seat.who))) && !is_late
}

/// The lobby.
#[derive(Default)]
pub struct Lobby {
    listings: Mutex<Listings>,
}

#[derive(Default)]
struct Listings {
    here: HashMap<TableId, Listing>,
    /// Listings that changed since other servers got them.
    changed: HashSet<TableId>,
    /// Listings that other servers have.
    shown: HashSet<TableId>,
    /// The tables that other servers list.
    elsewhere: Vec<Listing>,
}

/// A listing as servers exchange it.
#[derive(Serialize, Deserialize)]
struct SharedListing {
    address: IpAddr,
    sent_away: Vec<TokenHash>,
    table: LobbyTable,
}

impl Lobby {
    fn listings(&self) -> MutexGuard<'_, Listings> {
        self.listings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists a table, as it is now, or no longer.
    pub fn set(&self, id: TableId, listing: Option<Listing>) {
        let mut listings = self.listings();
        listings.changed.insert(id);
        match listing {
            Some(listing) => drop(listings.here.insert(id, listing)),
            None => drop(listings.here.remove(&id)),
        }
    }

    /// The changes since the last time, for other servers.
    pub fn changes(&self, now: Duration) -> Vec<LobbyChange> {
        let mut listings = self.listings();
        let mut ids = std::mem::take(&mut listings.changed);
        let is_gone = |id: &&TableId| listings.here.get(id).is_none_or(|listing| is_deserted(listing, now));
        ids.extend(listings.shown.iter().filter(is_gone).copied().collect::<Vec<_>>());
        let mut changes = Vec::new();
        for id in ids {
            let listing = listings.here.get(&id).filter(|listing| !is_deserted(listing, now));
            let created = listing.map_or(0, |listing| listing.table.created);
            let text = listing.and_then(|Listing { address, sent_away, table, .. }| {
                let shared = SharedListing { address: *address, sent_away: sent_away.clone(), table: table.clone() };
                serde_json::to_string(&shared).ok()
            });
            let was_shown = if text.is_some() { !listings.shown.insert(id) } else { listings.shown.remove(&id) };
            if text.is_some() || was_shown {
                changes.push(LobbyChange { id, created, listing: text });
            }
        }
        changes
    }

    /// The message to other servers failed.
    pub fn repeat(&self, changes: &[LobbyChange]) {
        let mut listings = self.listings();
        for change in changes {
            listings.changed.insert(change.id);
            listings.shown.insert(change.id);
        }
    }

    /// The tables that other servers list now. An entry that a newer server writes in another form is left out.
    pub fn hear(&self, news: LobbyNews) {
        let read = |text: &String| serde_json::from_str::<SharedListing>(text).ok();
        let listing = |SharedListing { address, sent_away, table }| Listing { address, left: None, sent_away, table };
        let elsewhere = news.others.iter().filter_map(read).map(listing).collect();
        let mut listings = self.listings();
        listings.elsewhere = elsewhere;
        if news.is_unknown {
            let all: Vec<TableId> = listings.here.keys().copied().collect();
            listings.changed.extend(all);
        }
    }

    /// The newest tables that the asker can use, limited per address so that nobody fills the list.
    pub fn list(&self, asker: Option<TokenHash>, now: Now) -> Vec<LobbyTable> {
        let is_of_use = |table: &LobbyTable| table.status != Status::Waiting || still_waits(table, now.unix_ms);
        let is_useful = |listing: &&Listing| {
            !is_deserted(listing, now.uptime) && !has_sent_away(listing, asker) && is_of_use(&listing.table)
        };
        let mut all: Vec<Listing> = {
            let listings = self.listings();
            let is_here =
                |listing: &&Listing| listing.table.id.parse().is_ok_and(|id: TableId| listings.here.contains_key(&id));
            let elsewhere = listings.elsewhere.iter().filter(|listing| !is_here(listing));
            listings.here.values().chain(elsewhere).filter(is_useful).cloned().collect()
        };
        all.sort_by(|a, b| (Reverse(a.table.created), &a.table.id).cmp(&(Reverse(b.table.created), &b.table.id)));
        let mut listed: HashMap<IpAddr, usize> = HashMap::new();
        all.retain(|listing| {
            let count = listed.entry(listing.address).or_default();
            *count += 1;
            *count <= MAX_LOBBY_TABLES_PER_ADDRESS
        });
        all.into_iter().take(MAX_LOBBY_TABLES).map(|listing| listing.table).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_protocol::table::{PlayerColor, SeatInfo};

    fn seat(who: SeatHolder) -> SeatInfo {
        SeatInfo { who, name: String::new(), color: PlayerColor::Blue, connected: false, stand_in: None }
    }

    fn at(uptime: Duration) -> Now {
        Now { uptime, unix_ms: 0 }
    }

    #[test]
    fn tables_that_wait_are_listed_for_a_while_if_somebody_can_join_or_watch() {
        let lobby = Lobby::default();
        let made = 1_000_000;
        let open = list(&lobby, 1, made);
        list_with(&lobby, 2, made, |listing| {
            listing.table.seats = vec![seat(SeatHolder::Person)];
            listing.table.spectators = false;
        });
        let watched = list_with(&lobby, 3, made, |listing| {
            listing.table.seats = vec![seat(SeatHolder::Person)];
            listing.table.status = Status::Playing;
        });
        let ids = |unix_ms: u64| -> HashSet<String> {
            lobby.list(None, Now { uptime: Duration::ZERO, unix_ms }).into_iter().map(|table| table.id).collect()
        };
        assert_eq!(ids(made), HashSet::from([open.to_string(), watched.to_string()]));
        let later = made + SEEKING_FOR.as_millis() as u64;
        assert_eq!(ids(later - 1).len(), 2);
        assert_eq!(ids(later), HashSet::from([watched.to_string()]), "nobody waits forever");
    }

    fn list(lobby: &Lobby, address: u8, created: u64) -> TableId {
        list_with(lobby, address, created, |_| {})
    }

    fn list_with(lobby: &Lobby, address: u8, created: u64, change: impl FnOnce(&mut Listing)) -> TableId {
        let id = crate::ids::new_table_id().unwrap();
        let table = LobbyTable {
            id: id.to_string(),
            map: "usa".into(),
            status: Status::Waiting,
            seats: vec![seat(SeatHolder::Open)],
            spectators: true,
            turn_limit: None,
            created,
        };
        let address = IpAddr::from([10, 0, 0, address]);
        let mut listing = Listing { address, left: None, sent_away: Vec::new(), table };
        change(&mut listing);
        lobby.set(id, Some(listing));
        id
    }

    #[test]
    fn a_deserted_table_is_not_listed() {
        let lobby = Lobby::default();
        let left = Duration::from_secs(100);
        list_with(&lobby, 1, 5, |listing| listing.left = Some(left));
        assert_eq!(lobby.list(None, at(left)).len(), 1, "somebody may be reloading the page");
        assert!(lobby.list(None, at(left + LISTED_AFTER)).is_empty());
        list(&lobby, 1, 6);
        assert_eq!(lobby.list(None, at(left + 2 * LISTED_AFTER)).len(), 1);
    }

    #[test]
    fn a_table_is_not_listed_for_those_it_has_sent_away() {
        let lobby = Lobby::default();
        let (stranger, guest) = (TokenHash([1; 32]), TokenHash([2; 32]));
        list_with(&lobby, 1, 5, |listing| listing.sent_away = vec![stranger]);
        list_with(&lobby, 1, 6, |listing| {
            listing.sent_away = vec![stranger];
            listing.table.status = Status::Playing;
        });
        assert_eq!(lobby.list(Some(guest), at(Duration::ZERO)).len(), 2);
        assert_eq!(lobby.list(None, at(Duration::ZERO)).len(), 2);
        let listed = lobby.list(Some(stranger), at(Duration::ZERO));
        assert_eq!(listed.iter().map(|table| table.status).collect::<Vec<_>>(), [Status::Playing], "to watch");
    }

    #[test]
    fn one_address_does_not_fill_the_lobby() {
        let lobby = Lobby::default();
        let honest = list(&lobby, 1, 5);
        for number in 0..500 {
            list(&lobby, 2, 10 + number);
        }
        let listed = lobby.list(None, at(Duration::ZERO));
        assert_eq!(listed.len(), MAX_LOBBY_TABLES_PER_ADDRESS + 1);
        assert_eq!(listed.last().unwrap().id, honest.to_string());
        assert!(listed.is_sorted_by_key(|table| Reverse(table.created)));
        lobby.set(honest, None);
        assert_eq!(lobby.list(None, at(Duration::ZERO)).len(), MAX_LOBBY_TABLES_PER_ADDRESS);
    }
}
