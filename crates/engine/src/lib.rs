//! The rules of Capolinea's five games: exact, fast, and without input or output.
//!
//! A [`Map`] never changes. A [`State`] is a game at one moment. Players see a [`View`] and choose one of its
//! [`LegalActions`]; [`State::apply`] executes an [`Action`], or returns the rule that it breaks.
//!
//! # A whole game
//!
//! ```
//! use capolinea_engine::{Action, FirstPlayer, Setup, State, Viewer};
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None };
//! let mut state = State::new(map, &setup)?;
//!
//! // Two starting tickets must be kept: the refusal names the rule, and nothing has changed.
//! let seat = state.deciders().lowest().expect("both choose tickets now");
//! let refused = state.apply(map, seat, Action::KeepTickets { offered: 0b001 }).unwrap_err();
//! assert_eq!(refused.rule(), "C03");
//!
//! // Any legal actions bring the game to its end.
//! while let Some(seat) = state.deciders().lowest() {
//!     let view = state.view(map, Viewer::Seat(seat));
//!     let action = view.legal_actions().get(0).expect("a player who must decide has a legal action");
//!     state.apply(map, seat, action)?;
//! }
//! let scores = state.final_scores(map).expect("the game is over");
//! assert!(!scores.winners.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find the rest
//!
//! The names that most programs need are re-exported here. The others are in the modules: [`map`] and [`rules`] have the facts of a board,
//! [`cards`] and [`ids`] small types, [`legal`] the legal actions in groups, [`analysis`] answers to questions that are not rules,
//! [`scoring`] the final scores line by line, [`notation`] and [`record`] actions and games as text and JSON,
//! [`position`] arranged positions, and [`mechanics`] the rules that only some maps have.

mod action;
mod actions;
pub mod analysis;
mod apply;
pub mod cards;
mod error;
mod event;
mod few;
mod fresh_deal;
pub mod ids;
pub mod legal;
pub mod map;
pub mod mechanics;
mod network;
pub mod notation;
mod phase;
mod play;
pub mod position;
pub mod random;
#[cfg(feature = "record")]
pub mod record;
pub mod rules;
pub mod scoring;
mod setup;
mod state;
mod trail;
mod view;

pub use action::Action;
pub use cards::{Card, CardCounts, Color, Payment};
pub use error::IllegalAction;
pub use event::{Event, Observer};
pub use few::sort_few;
pub use ids::{LocationId, RouteId, RouteSet, Seat, SeatSet, TicketId, TicketSet};
pub use legal::LegalActions;
pub use map::{Map, MapFile};
pub use phase::{Phase, PhaseKind};
#[cfg(feature = "record")]
pub use record::GameRecord;
pub use scoring::FinalScores;
pub use setup::{FirstPlayer, Setup, SetupError};
pub use state::{Public, PublicSeat, State};
pub use view::{Offer, Own, View, Viewer};
