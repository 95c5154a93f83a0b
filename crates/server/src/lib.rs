//! Capolinea's game server. People open a table with a link, play in real time or over days, leave, and come back.
//!
//! ```no_run
//! use capolinea_server::{Config, Server, store::sqlite::SqliteStore};
//! use std::sync::Arc;
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Arc::new(SqliteStore::open("data".as_ref())?);
//! let server = Server::start(Config::default(), store).await?;
//! println!("http://{}", server.address());
//! server.stop().await;
//! # Ok(())
//! # }
//! ```
//!
//! A move goes from `http/socket` to the `actor` of its table, which drives a state machine without IO
//! ([`capolinea_table`]), into the `store`, and only then to every screen. `tables` knows the tables that are awake; `bot_pool`
//! lets bots think on threads of their own.

mod actor;
mod bot_pool;
mod challenges;
mod clock;
mod config;
mod fair_queue;
mod http;
mod ids;
mod limits;
mod lobby;
mod maps;
mod metrics;
mod outbox;
mod server;
pub mod store;
mod stream;
mod tables;
mod turns;
mod waking;
mod work;

pub use capolinea_table::{TableConfig, TableId, TokenHash};
pub use config::{Config, Limits, WebClient};
pub use ids::Token;
pub use maps::IdTaken;
pub use server::{Server, StartError};
