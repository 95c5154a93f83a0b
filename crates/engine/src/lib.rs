//! The rules of Capolinea's five games: exact, fast, and without input or output.
//!
//! A [`Map`](map::Map) never changes. A [`State`](state::State) is a game at one moment. Players see a
//! [`View`](view::View), choose among its legal actions, and the state carries them out or names the rule they break.
//!
//! ```
//! use capolinea_engine::action::Action;
//! use capolinea_engine::setup::{FirstPlayer, Setup};
//! use capolinea_engine::state::State;
//! use capolinea_engine::view::Viewer;
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32] };
//! let mut state = State::new(map, &setup)?;
//!
//! // Two starting tickets must be kept: the refusal names the rule, and nothing has changed.
//! let seat = state.deciders().lowest().expect("both choose tickets now");
//! let refused = state.apply(map, seat, Action::KeepTickets { offered: 0b001 }).unwrap_err();
//! assert_eq!(refused.rule(), "C03");
//!
//! // Any legal action will do to bring the game to its end.
//! while let Some(seat) = state.deciders().lowest() {
//!     let view = state.view(map, Viewer::Seat(seat));
//!     let action = view.legal_actions().get(0).expect("who must decide can");
//!     state.apply(map, seat, action)?;
//! }
//! let scores = state.final_scores(map).expect("the game is over");
//! assert!(!scores.winners.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod action;
mod actions;
pub mod analysis;
mod apply;
pub mod cards;
pub mod error;
pub mod event;
pub mod ids;
pub mod legal;
pub mod map;
pub mod mechanics;
pub mod network;
mod notation;
pub mod phase;
mod play;
pub mod position;
pub mod record;
pub mod rules;
pub mod scoring;
pub mod setup;
pub mod shuffle;
pub mod state;
pub mod trail;
pub mod view;
