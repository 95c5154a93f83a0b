//! Capolinea's game server: tables that people open with a link, play in real time or over days, leave and return to.
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
//! A move goes from `http/socket` to its `table`, an actor that alone owns the game, through the rules, into the `store`,
//! and only then to every screen. `tables` knows who is awake; `bot_pool` lets bots think on threads of their own.

mod bot_pool;
mod bucket;
mod chance;
mod clock;
mod config;
mod http;
mod ids;
mod levels;
mod lobby;
mod maps;
mod metrics;
mod server;
pub mod store;
mod table;
mod tables;
mod text;
mod waking;
mod work;

pub use config::{Config, Limits};
pub use ids::{TableId, Token, TokenHash};
pub use maps::{IdTaken, add as add_map};
pub use server::{Server, StartError};
