//! One table of a Capolinea server as a state machine without IO: seats, play, undo, votes, chat, stand-ins and bot seats.
//!
//! A [`Table`] does nothing by itself. Everything that happens is an [`Input`] with its time; the table returns a list of
//! [`Effect`]s: save this, send that, ask a bot. It has no clock, no sockets, no threads, no random numbers
//! of its own and no global state, so the same inputs always give the same effects. The game server drives it with
//! sockets and a database; a browser drives it in a worker, and a test drives thousands of tables through every
//! failure of a simulated store.
//!
//! # A table from its creation to the first question for a bot
//!
//! ```
//! use capolinea_protocol::http::{CreateTable, SeatRequest, Sitter};
//! use capolinea_protocol::table::Settings;
//! use capolinea_table::{Answer, Ask, Effect, Input, Loaded, Maps, Now, Shared, Table, TableConfig, TableId, TokenHash};
//! use std::{net::IpAddr, sync::Arc, time::Duration};
//!
//! let maps: Maps = [&capolinea_maps::find("berlin").unwrap().map].into_iter().collect();
//! let shared = Arc::new(Shared { config: TableConfig::default(), maps });
//! let now = Now { uptime: Duration::ZERO, unix_ms: 1_700_000_000_000 };
//!
//! // Anna makes a table for herself and a bot.
//! let anna = TokenHash([1; 32]);
//! let seats = vec![
//!     SeatRequest { who: Sitter::Here { name: "Anna".into() }, color: None },
//!     SeatRequest { who: Sitter::Bot { level: "skilled".into() }, color: None },
//! ];
//! let asked = CreateTable { map: "berlin".into(), seats, settings: Settings::default(), start: false };
//! let id = TableId::from_random([5; 16]);
//! let made = capolinea_table::new_table(&shared, id, anna, asked, now)?;
//! let mut table = Table::new(shared, id, Loaded::unplayed(made), Vec::new(), [9; 32], now);
//!
//! // She starts the game. The table has this saved before it sends any update.
//! let effects = table.handle(now, Input::Request { request: 1, ask: Ask::Start { session: anna } });
//! assert!(matches!(effects[..], [Effect::Save(_)]));
//! let effects = table.handle(now, Input::Saved(Ok(())));
//! assert!(effects.iter().any(|effect| matches!(effect, Effect::AskBot(_))), "the bot chooses its tickets");
//! assert!(effects.iter().any(|effect| matches!(effect, Effect::Answer { answer: Ok(Answer::View(_)), .. })));
//! # Ok::<(), capolinea_protocol::refusal::Refusal>(())
//! ```

mod bot_seats;
mod challenge;
mod chat;
mod config;
mod connections;
mod create;
mod effect;
pub mod game;
mod hints;
pub mod ids;
mod input;
pub mod levels;
pub mod limits;
mod listing;
mod loading;
mod maps;
mod play;
mod play_on;
mod presence;
mod questions;
mod random;
pub mod rate;
mod reading;
mod records;
pub mod replays;
mod replies;
mod seats;
mod shapes;
mod shuffle;
mod stand_ins;
pub mod stored;
mod table;
mod text;
mod time;
mod together;
mod votes;
mod writing;

pub use challenge::{challenge_table, game_of};
pub use config::TableConfig;
pub use connections::seat_infos;
pub use create::new_table;
pub use effect::{Answer, Counted, Effect, Listing, LogLine, Question, RecordAnswer};
pub use ids::{TableId, TokenHash};
pub use input::{Ask, ConnectionId, Input, Loaded, RequestId, SaveError};
pub use listing::{my_game, sort_games};
pub use maps::Maps;
pub use play_on::{fresh_seed, play_on_table};
pub use table::Table;
pub use time::Now;

/// The state that all tables share.
#[derive(Debug, Default)]
pub struct Shared {
    /// The settings.
    pub config: TableConfig,
    /// The maps.
    pub maps: Maps,
}
