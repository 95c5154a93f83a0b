//! Analysis of a view: the progress of tickets, the cheapest ways to complete them, their needs, and why
//! something can't be done. Nothing here uses more than the view shows, and nothing here is a rule: bots, messages, reports and
//! pages all ask the same questions of this module.
//!
//! - [`Progress`]: how far each ticket of the viewer is, kept up to date as the game goes on.
//! - [`TicketPieces`]: how many pieces the tickets of a player take, for programs that ask at every step.
//! - [`Ways`]: the cheapest [`Way`] to complete a ticket, and the cheapest common [`Network`] of several, with all they take
//!   ([`Needs`]: pieces, cards by colour, turns).
//! - [`Plan`]: tickets and routes that a player wants, the cheapest way to all of them, and the cards to collect next.
//! - [`why_not`]: the rule that forbids something, and the cards it lacks.
//! - [`longest_trail`]: the longest continuous path over a set of routes.
//! - [`Components`], [`LinkCosts`] and [`Joined`]: the search below all this, for bots with costs of their own.
//!
//! ```
//! use capolinea_engine::analysis::{Measure, Progress, Ways};
//! use capolinea_engine::{Action, FirstPlayer, Seat, Setup, State, Viewer};
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let mut state = State::new(map, &Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None })?;
//! state.apply(map, Seat(0), Action::KeepTickets { offered: 0b111 })?;
//! let view = state.view(map, Viewer::Seat(Seat(0)));
//!
//! // On an empty board each of the three tickets is open, and no network takes more pieces than their ways one by one.
//! let ways = Ways::new(&view, Measure::Pieces).expect("the viewer is a player");
//! let progress = Progress::new(&view);
//! let missing: u16 = progress.tickets().iter().map(|ticket| ticket.missing).sum();
//! let network = ways.network(view.own.expect("the viewer is a player").tickets);
//! assert!(network.needs.all_pieces() <= missing);
//! assert_eq!(network.ways.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod forest;
mod joined;
pub(crate) mod links;
mod needs;
mod network;
pub(crate) mod piece_search;
mod plan;
mod progress;
mod ticket_pieces;
mod ways;
mod why_not;

pub use crate::network::{Components, ticket_path};
pub use crate::trail::{Trail, longest_trail, longest_trail_length, trail_in_order};
pub use joined::Joined;
pub use links::{LinkCosts, MAX_PATH_COST, RouteCosts, UNAVAILABLE};
pub use needs::{CardNeeds, HandShare, Needs};
pub use network::Network;
pub use plan::{NextRoute, Plan};
pub use progress::{Progress, TicketProgress, TicketStatus};
pub use ticket_pieces::{MissingPieces, TicketPieces};
pub use ways::{Measure, Way, Ways};
pub use why_not::{MissingCards, Target, WhyNot, why_not};
