//! The game as one viewer may see it, and what that viewer may do.

mod legal;
mod tickets;
mod view;

pub use legal::{ClaimGroup, KeepChoice, LegalActions, PassengerChoice, PlaceChoice, SplitChoice, StationChoice};
pub use tickets::{OwnTicket, TicketStatus};
pub use view::{GameEnd, GameView, OwnView, PlayerView, Stack, WaitingPassengers};
