//! A running server: from its store being opened until it has stopped.

use crate::commands::database_hint;
use crate::interrupt::StopSignals;
use anyhow::Context as _;
use capolinea_server::store::Store;
use capolinea_server::store::postgres::{PostgresOptions, PostgresStore};
use capolinea_server::store::sqlite::SqliteStore;
use capolinea_server::{Config, Limits, Server, StartError};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The place where games are kept.
pub(super) enum StorePlace {
    Folder(PathBuf),
    Database(PostgresOptions),
}

/// A store that is open.
enum OpenStore {
    Folder(Arc<SqliteStore>),
    Database(Arc<PostgresStore>),
}

impl OpenStore {
    fn open(place: &StorePlace, runtime: &tokio::runtime::Runtime) -> anyhow::Result<OpenStore> {
        match place {
            StorePlace::Folder(folder) => {
                let store =
                    SqliteStore::open(folder).map_err(|error| anyhow::anyhow!("{error} (the folder: --data)"))?;
                Ok(OpenStore::Folder(Arc::new(store)))
            }
            StorePlace::Database(options) => {
                let store = runtime.block_on(PostgresStore::open(options));
                let store =
                    store.map_err(|error| anyhow::anyhow!("{error} {}", database_hint(&error, "--database")))?;
                Ok(OpenStore::Database(Arc::new(store)))
            }
        }
    }

    fn store(&self) -> Arc<dyn Store> {
        match self {
            OpenStore::Folder(store) => store.clone(),
            OpenStore::Database(store) => store.clone(),
        }
    }

    /// Ends the runtime and closes the store, in the order that the store needs.
    fn close(self, runtime: tokio::runtime::Runtime) {
        match self {
            OpenStore::Folder(sqlite) => {
                // Every task that could still write has ended with the runtime.
                runtime.shutdown_timeout(Duration::from_secs(2));
                if let Some(sqlite) = Arc::into_inner(sqlite) {
                    sqlite.close();
                }
            }
            OpenStore::Database(postgres) => {
                // Its connections live in the runtime.
                if let Some(postgres) = Arc::into_inner(postgres) {
                    let closed = async { tokio::time::timeout(Duration::from_secs(5), postgres.close()).await };
                    if runtime.block_on(closed).is_err() {
                        tracing::warn!("the connections to the database could not be closed in time");
                    }
                }
                runtime.shutdown_timeout(Duration::from_secs(2));
            }
        }
    }
}

/// Serves until the program is told to stop. If the address is taken, `other` is tried; `started` gets the address in use.
pub(super) fn run(
    config: Config,
    place: &StorePlace,
    other: Option<SocketAddr>,
    started: impl FnOnce(SocketAddr),
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("can't start threads")?;
    let open = OpenStore::open(place, &runtime)?;
    let store = open.store();
    let limits = config.limits;
    let own_maps: Vec<String> = config.maps.iter().map(|map| map.map.id().to_owned()).collect();
    runtime.block_on(async move {
        // Before the address is printed: a program that reads it may stop the server at once.
        let mut stop = StopSignals::listen()?;
        let server = match (Server::start(config.clone(), store.clone()).await, other) {
            (Err(StartError::AddressTaken { .. }), Some(listen)) => {
                Server::start(Config { listen, ..config }, store).await
            }
            (started, _) => started,
        };
        let server = server.map_err(with_flag)?;
        for map in own_maps {
            tracing::info!(map, "a map of your own");
        }
        raise_open_files(&limits);
        started(server.address());
        stop.wait().await;
        tracing::info!("stopping");
        server.stop().await;
        anyhow::Ok(())
    })?;
    open.close(runtime);
    tracing::info!("stopped");
    Ok(())
}

/// The error of a server that did not start, with the flag to change.
fn with_flag(error: StartError) -> anyhow::Error {
    match error {
        StartError::AddressTaken { .. } | StartError::Address { .. } => {
            anyhow::anyhow!("{error} (the address: --listen)")
        }
        StartError::Map(_) => anyhow::anyhow!("{error} (your own maps: --maps)"),
        StartError::Clock { .. } => anyhow::anyhow!("{error} (the database: --database)"),
        StartError::Threads { .. } => anyhow::anyhow!("{error} (their number: --bot-threads)"),
    }
}

/// Files that are open besides connections: the database, the web client's, the system's own.
const OTHER_FILES: usize = 100;

/// This many open files are enough for all but the busiest sites.
const FEW_FILES: u64 = 10_000;

/// Every connection is a file to the system, which often allows few: as many as the limits need, if the system allows it.
fn raise_open_files(limits: &Limits) {
    let wanted = limits.sockets.saturating_add(limits.connections).saturating_add(OTHER_FILES) as u64;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(allowed) if allowed < wanted.min(FEW_FILES) => {
            tracing::warn!(allowed, wanted, "the system allows fewer open files than there may be connections");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the limit of open files could not be raised"),
    }
}
