//! The tables that anybody may see: those that are to be listed, and whose host, or once the game has begun some player, is
//! there. Kept in memory: whoever is not there is not listed.

use capolinea_protocol::http::LobbyTable;
use capolinea_table::{Listing, TableId};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most tables in the lobby.
const MOST_LISTED: usize = 100;
/// The most tables in the lobby of one address.
const MOST_OF_ADDRESS: usize = 10;

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

    /// The newest tables, so many of each address that nobody fills the list.
    pub fn list(&self) -> Vec<LobbyTable> {
        let mut all: Vec<Listing> = self.tables().values().cloned().collect();
        all.sort_by(|a, b| (Reverse(a.table.created), &a.table.id).cmp(&(Reverse(b.table.created), &b.table.id)));
        let mut listed: HashMap<IpAddr, usize> = HashMap::new();
        all.retain(|listing| {
            let count = listed.entry(listing.address).or_default();
            *count += 1;
            *count <= MOST_OF_ADDRESS
        });
        all.into_iter().take(MOST_LISTED).map(|listing| listing.table).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_protocol::table::Status;

    fn list(lobby: &Lobby, address: u8, created: u64) -> TableId {
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
        lobby.set(id, Some(Listing { address: IpAddr::from([10, 0, 0, address]), table }));
        id
    }

    #[test]
    fn one_address_does_not_fill_the_lobby() {
        let lobby = Lobby::default();
        let honest = list(&lobby, 1, 5);
        for number in 0..500 {
            list(&lobby, 2, 10 + number);
        }
        let listed = lobby.list();
        assert_eq!(listed.len(), MOST_OF_ADDRESS + 1);
        assert_eq!(listed.last().unwrap().id, honest.to_string());
        assert!(listed.is_sorted_by_key(|table| Reverse(table.created)));
        lobby.set(honest, None);
        assert_eq!(lobby.list().len(), MOST_OF_ADDRESS);
    }
}
