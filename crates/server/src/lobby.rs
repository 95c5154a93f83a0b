//! The tables that anybody may see: those that are to be listed, and whose host, or once the game has begun some player, is
//! there. Kept in memory: whoever is not there is not listed.

use crate::limits::{LISTED_AFTER, MAX_LOBBY_TABLES, MAX_LOBBY_TABLES_PER_ADDRESS};
use capolinea_protocol::http::LobbyTable;
use capolinea_protocol::table::Status;
use capolinea_table::{Listing, TableId, TokenHash};
use std::cmp::Reverse;
use std::collections::HashMap;
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
    tables: Mutex<HashMap<TableId, Listing>>,
}

impl Lobby {
    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Listing>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists a table, as it is now, or no longer.
    pub fn set(&self, id: TableId, listing: Option<Listing>) {
        let mut tables = self.tables();
        match listing {
            Some(listing) => drop(tables.insert(id, listing)),
            None => drop(tables.remove(&id)),
        }
    }

    /// The newest tables that the asker can use, so many of each address that nobody fills the list.
    pub fn list(&self, asker: Option<TokenHash>, now: Duration) -> Vec<LobbyTable> {
        let is_useful = |listing: &&Listing| !is_deserted(listing, now) && !has_sent_away(listing, asker);
        let mut all: Vec<Listing> = self.tables().values().filter(is_useful).cloned().collect();
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
