//! The meaning of each number, in words.

use super::{ActionEntry, ActionSpace};
use capolinea_engine::notation::write_action;
use capolinea_engine::{Action, Color, Map, Payment};

impl ActionSpace {
    /// The meaning of a number, in the notation of records where it has one. With [`FewestWilds`](super::Payments::FewestWilds)
    /// a payment is written as its colour, whatever the number of wilds in it will be.
    pub fn describe(&self, map: &Map, number: usize) -> Option<String> {
        Some(match *self.entries.get(number)? {
            ActionEntry::Fixed(action) => write_action(map, action),
            ActionEntry::DrawCard(card) => format!("draw {card}"),
            ActionEntry::Claim { route, color } => {
                write_action(map, Action::ClaimRoute { route, payment: paid_in(color) })
            }
            ActionEntry::Build { location, color } => {
                write_action(map, Action::BuildStation { location, payment: paid_in(color) })
            }
            ActionEntry::PayTunnel => "pay".into(),
        })
    }
}

fn paid_in(color: Option<Color>) -> Payment {
    Payment { color, wilds: 0 }
}
