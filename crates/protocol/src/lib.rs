//! Every message between Capolinea's server and its clients, as types; `web/src/protocol` is generated from them
//! (feature `typescript`).
//!
//! A client knows no rules. It shows the [`GameView`](game::GameView) it was sent, offers the
//! [`LegalChoices`](game::LegalChoices) it was given, and asks why anything else can't be done
//! ([`ClientMessage::Explain`](client::ClientMessage)). All it needs to draw a board is served once, as a
//! [`MapInfo`](map::MapInfo).
//!
//! ```
//! use capolinea_protocol::client::ClientMessage;
//!
//! let text = r#"{"type": "play", "id": 7, "seat": 0, "revision": 12, "action": {"do": "draw_blind"}}"#;
//! let message: ClientMessage = serde_json::from_str(text)?;
//! assert!(matches!(message, ClientMessage::Play { revision: 12, .. }));
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod challenge;
pub mod client;
mod drawing;
pub mod explain;
pub mod game;
pub mod hint;
pub mod http;
pub mod json;
pub mod map;
pub mod plan;
pub mod refusal;
mod replay;
pub mod server;
pub mod table;
pub mod together;
#[cfg(feature = "typescript")]
pub mod typescript;
pub mod updates;
