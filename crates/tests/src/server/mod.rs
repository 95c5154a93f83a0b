//! A real server on a free port, and clients that hold what a screen shows.

mod browser;
pub mod http;
mod legal;
mod playing;
mod screen;

pub use browser::Browser;
pub use legal::legal;
pub use playing::{Dice, finish_alone, one_action, two_players, two_players_with};
pub use screen::Screen;

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::{Seating, Store, StoredTable, TableStatus, Write};
use capolinea_server::{Config, Server, TableConfig};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Longer than anything here takes on a slow and busy machine: only a failure waits so long.
pub const WAIT_LIMIT: Duration = Duration::from_secs(180);

/// Settings for tests: nobody is limited unless the test is about limits, bots don't pause, and all games are dealt alike.
pub fn config() -> Config {
    let mut config = Config { bot_threads: 2, ..Config::default() };
    config.table.bot_delay = 0.0;
    config.table.shortest_turn = 1;
    config.table.away_after = Duration::ZERO;
    config.table.vote_pause = Duration::ZERO;
    config.table.shuffle_wait = Duration::ZERO;
    config.table.test_seed = Some(7);
    config.table.chat_per_minute = 1_000_000;
    config.limits.sockets_per_address = 100_000;
    config.limits.sockets_per_session = 100_000;
    config.limits.tables_per_hour = 1_000_000;
    config.limits.tables_per_session = 1_000_000;
    config.limits.requests_per_second = 1_000_000;
    config.limits.messages_per_second = 1_000_000;
    config.limits.work_per_second = 1_000_000_000;
    config
}

/// The same with other settings of the tables.
pub fn config_with(change: impl FnOnce(&mut TableConfig)) -> Config {
    let mut config = config();
    change(&mut config.table);
    config
}

/// A server that forgets everything.
pub async fn server() -> Server {
    server_with(config(), Arc::new(MemoryStore::default())).await
}

pub async fn server_with(config: Config, store: Arc<dyn Store>) -> Server {
    Server::start(config, store).await.unwrap()
}

/// Looks again and again until something is so.
pub async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let looks = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(WAIT_LIMIT, looks).await.expect("it should come to be");
}

/// How many tables are awake.
pub async fn tables_awake(browser: &Browser) -> String {
    let metrics = browser.get("/metrics").await.text();
    metrics.lines().find_map(|line| line.strip_prefix("capolinea_tables_awake ")).unwrap().to_string()
}

/// Changes what is stored of a table, while no server has it.
pub async fn alter(store: &dyn Store, table: &str, change: impl FnOnce(&mut Seating, &mut TableStatus)) -> TableStatus {
    let id = table.parse().unwrap();
    let StoredTable { version, mut seating, mut status, .. } = store.load(id).await.unwrap().unwrap();
    change(&mut seating, &mut status);
    let revision = status.revision;
    let write = Write { version, revision, seating: Some(seating), step: None, status, session: None, rematch: None };
    store.commit(id, write).await.unwrap();
    status
}
