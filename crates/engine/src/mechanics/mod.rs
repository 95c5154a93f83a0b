//! The rules that only some maps have: one file each, registered here by one variant of [`Mechanic`].

pub mod globetrotter;
pub mod longest_path;
pub mod passengers;
pub mod stations;
pub mod tourists;
pub mod tunnels;

use crate::event::Observer;
use crate::ids::{RouteId, Seat};
use crate::phase::Phase;
use crate::play::Play;

/// A rule that only some maps have, with its settings.
#[derive(Clone, Debug)]
pub enum Mechanic {
    /// Cards turned up may raise a route's price (E03).
    Tunnels(tunnels::Tunnels),
    /// Stations borrow a route of another player (E06).
    Stations(stations::Stations),
    /// Passengers wait at locations and score by majority (G03).
    Passengers(passengers::Passengers),
    /// Stacks of tourist tokens, scored by different kinds (S01).
    Tourists(tourists::Tourists),
    /// A bonus for the longest continuous path (U01).
    LongestPath(longest_path::LongestPath),
    /// A bonus for the most completed tickets (G07).
    Globetrotter(globetrotter::Globetrotter),
}

/// What a claim brings besides points: a decision to be made before the turn ends, if any. Tokens come first.
#[inline]
pub(crate) fn after_claim(play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId) -> Option<Phase> {
    let choice = play.map.tourists().and_then(|_| tourists::after_claim(play, seat, route));
    choice.or_else(|| after_tourist(play, seat, route))
}

/// What a claim brings once any token has been taken.
pub(crate) fn after_tourist(play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId) -> Option<Phase> {
    play.map.passengers().and_then(|_| passengers::after_claim(play, seat, route))
}

/// What is to be decided between the choice of tickets and the first turn, if anything.
pub(crate) fn before_first_turn(play: &mut Play<'_, impl Observer>) -> Option<Phase> {
    let map = play.map;
    map.rules.mechanics.iter().find_map(|mechanic| match mechanic {
        Mechanic::Tourists(_) => tourists::next_placement(play.public),
        Mechanic::Passengers(_)
        | Mechanic::Tunnels(_)
        | Mechanic::Stations(_)
        | Mechanic::LongestPath(_)
        | Mechanic::Globetrotter(_) => None,
    })
}
