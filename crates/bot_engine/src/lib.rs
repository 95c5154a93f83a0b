//! Bots as processes of their own: a line protocol on standard input and output, in the spirit of UCI for chess.
//! `docs/BOT_ENGINE.md` describes it.
//!
//! Both sides are here. [`Engine`] is an engine as the arena sees it: a command to start, and players that ask the running
//! process for their moves. [`serve`] is the other side: it lets any bot of `capolinea-bots` speak the protocol.
//!
//! ```no_run
//! use capolinea_bot_engine::Engine;
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let engine: Engine = "python3 examples/engine_bot.py".parse()?;
//! engine.check(map)?;
//! println!("{engine} is ready");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An engine can't break a run: a crash, a late answer, an illegal action or unreadable output is a [`Forfeit`], a lost game
//! with a reason.

mod engine;
mod forfeit;
mod messages;
mod process;
mod serve;
mod view;

pub use engine::{Choice, Engine, EngineError, EnginePlayer};
pub use forfeit::Forfeit;
pub use messages::PROTOCOL_VERSION;
pub use process::kill_all;
pub use serve::serve;
