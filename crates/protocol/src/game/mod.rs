//! The game as one viewer may see it, and that viewer's legal actions.

mod legal;
mod tickets;
mod view;

pub use legal::{ClaimChoice, KeepChoice, LegalChoices, PassengerChoice, PlaceChoice, SplitChoice, StationChoice};
pub use tickets::{OwnTicket, OwnTicketStatus};
pub use view::{GameEnd, GameView, OwnView, PlayerView, Stack, WaitingPassengers};
