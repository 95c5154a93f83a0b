//! The tables that anybody may see: those that are to be listed, and whose host, or once the game has begun some player, is
//! there. Kept in memory: whoever is not there is not listed. Servers that share a store show each other theirs every second.

use crate::limits::{LISTED_AFTER, MAX_LOBBY_TABLES, MAX_LOBBY_TABLES_PER_ADDRESS};
use crate::store::{LobbyChange, LobbyNews};
use capolinea_protocol::http::LobbyTable;
use capolinea_protocol::table::Status;
use capolinea_table::{Listing, TableId, TokenHash};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Whether everybody who kept the table in the lobby has gone.
fn is_deserted(listing: &Listing, now: Duration) -> bool {
    listing.left.is_some_and(|at| at + LISTED_AFTER <= now)
}

/// Whether a person was sent away from the table and can't join.
fn has_sent_away(listing: &Listing, asker: Option<TokenHash>) -> bool {
    listing.table.status == Status::Waiting && asker.is_some_and(|asker| listing.sent_away.contains(&asker))
}

/// The lobby.
#[derive(Default)]
pub struct Lobby {
    listings: Mutex<Listings>,
}

#[derive(Default)]
struct Listings {
    here: HashMap<TableId, Listing>,
    /// Those that other servers don't know as they are now.
    changed: HashSet<TableId>,
    /// Those that other servers have been shown.
    shown: HashSet<TableId>,
    /// What other servers list.
    elsewhere: Vec<Listing>,
}

/// A listing as servers show it to each other.
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

    /// What other servers must be told since the last time they were.
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

    /// Other servers could not be told.
    pub fn repeat(&self, changes: &[LobbyChange]) {
        let mut listings = self.listings();
        for change in changes {
            listings.changed.insert(change.id);
            listings.shown.insert(change.id);
        }
    }

    /// What other servers list now. One that a newer server writes in another way is left out.
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

    /// The newest tables that the asker can use, so many of each address that nobody fills the list.
    pub fn list(&self, asker: Option<TokenHash>, now: Duration) -> Vec<LobbyTable> {
        let is_useful = |listing: &&Listing| !is_deserted(listing, now) && !has_sent_away(listing, asker);
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

    fn list(lobby: &Lobby, address: u8, created: u64) -> TableId {
        list_with(lobby, address, created, |_| {})
    }

    fn list_with(lobby: &Lobby, address: u8, created: u64, change: impl FnOnce(&mut Listing)) -> TableId {
        let id = crate::ids::new_table_id().unwrap();
        let table = LobbyTable {
            id: id.to_string(),
            map: "usa".into(),
            status: Status::Waiting,
            seats: Vec::new(),
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
        assert_eq!(lobby.list(None, left).len(), 1, "somebody may be reloading the page");
        assert!(lobby.list(None, left + LISTED_AFTER).is_empty());
        list(&lobby, 1, 6);
        assert_eq!(lobby.list(None, left + 2 * LISTED_AFTER).len(), 1);
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
        assert_eq!(lobby.list(Some(guest), Duration::ZERO).len(), 2);
        assert_eq!(lobby.list(None, Duration::ZERO).len(), 2);
        let listed = lobby.list(Some(stranger), Duration::ZERO);
        assert_eq!(listed.iter().map(|table| table.status).collect::<Vec<_>>(), [Status::Playing], "to watch");
    }

    #[test]
    fn one_address_does_not_fill_the_lobby() {
        let lobby = Lobby::default();
        let honest = list(&lobby, 1, 5);
        for number in 0..500 {
            list(&lobby, 2, 10 + number);
        }
        let listed = lobby.list(None, Duration::ZERO);
        assert_eq!(listed.len(), MAX_LOBBY_TABLES_PER_ADDRESS + 1);
        assert_eq!(listed.last().unwrap().id, honest.to_string());
        assert!(listed.is_sorted_by_key(|table| Reverse(table.created)));
        lobby.set(honest, None);
        assert_eq!(lobby.list(None, Duration::ZERO).len(), MAX_LOBBY_TABLES_PER_ADDRESS);
    }
}
