//! The end of the game: everybody's points, and the ranking (C30–C33).

mod sheet;

pub use sheet::{FinalScores, MechanicLine, ScoreLine, ScoreSheet, Standing};

use crate::ids::{BySeat, MAX_SEATS, RouteId, Seat, SeatSet, TicketSet};
use crate::map::Map;
use crate::mechanics::{self, MechanicKind};
use crate::network::Components;
use crate::rules::TieBreak;
use crate::state::{Public, State};

/// The most routes that a mechanic may lend a player at the end.
pub const MAX_BORROWED: usize = 3;

/// Everything that counts for one player, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Points for routes, recounted from the board (C32).
    pub routes: i16,
    /// Points for tickets, completed less failed (C31).
    pub tickets: i16,
    /// The tickets completed.
    pub completed: TicketSet,
    /// The tickets not completed.
    pub failed: TicketSet,
    /// The routes borrowed, by station (E07).
    pub borrowed: [Option<RouteId>; MAX_BORROWED],
    /// The gain from each mechanic, in the order of their list; `None` if the map does not have it or it gives no points.
    pub gains: [Option<Gain>; MechanicKind::ALL.len()],
    /// All of it.
    pub total: i16,
}

/// The routes that a player borrows at the end, and the tickets completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Borrowing {
    /// The route that each station borrows; `None` where nothing is built or nothing helps.
    pub routes: [Option<RouteId>; MAX_BORROWED],
    /// All tickets completed, with or without that help.
    pub completed: TicketSet,
}

impl Borrowing {
    /// The best routes to borrow, if the map has a mechanic that lends any.
    pub(crate) fn best(map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Self {
        mechanics::borrow(map, public, seat, tickets).unwrap_or_else(|| Self::none(map, public, seat, tickets))
    }

    /// Nothing borrowed: the tickets that the player's own routes complete.
    fn none(map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Self {
        let own = Components::new(map, public.seats[seat].routes);
        let completed = tickets.iter().filter(|&ticket| own.joins(map.ticket(ticket))).collect();
        Borrowing { routes: [None; MAX_BORROWED], completed }
    }
}

/// The points that a mechanic gives a player at the end, and the count behind them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// How much the player has of what it counts.
    pub count: u16,
    /// The points for that.
    pub points: i16,
}

impl Tally {
    /// The gain from a mechanic; zero if the map does not have it.
    pub fn gain(&self, mechanic: MechanicKind) -> Gain {
        self.gains[mechanic as usize].unwrap_or_default()
    }
}

impl BySeat<Gain> {
    /// Points for everybody who has most of something, if anybody has any.
    pub(crate) fn to_most(players: u8, points: u8, count: impl Fn(Seat) -> u16) -> Self {
        let mut gains = BySeat::default();
        let mut most = 1;
        for seat in Map::seats(players) {
            gains[seat] = Gain { count: count(seat), points: 0 };
            most = most.max(gains[seat].count);
        }
        for gain in gains.0.iter_mut().filter(|gain| gain.count == most) {
            gain.points = i16::from(points);
        }
        gains
    }
}

impl State {
    /// The tallies of all players as if the game ended now. Uses all secrets.
    pub fn tally(&self, map: &Map) -> BySeat<Tally> {
        let public = &self.public;
        let mut tallies = BySeat([Tally::default(); MAX_SEATS]);
        for seat in Map::seats(public.players) {
            tallies[seat] = count_alone(map, public, seat, self.secret.own[seat].tickets);
        }
        mechanics::count(map, public, &mut tallies);
        for tally in &mut tallies.0 {
            let gains: i16 = tally.gains.iter().flatten().map(|gain| gain.points).sum();
            tally.total = tally.routes + tally.tickets + gains;
        }
        tallies
    }

    /// The seats that share the victory, once the game is over.
    pub fn winners(&self, map: &Map, tallies: &BySeat<Tally>) -> SeatSet {
        let best = Map::seats(self.public.players).map(|seat| rank_key(map, &tallies[seat])).max();
        Map::seats(self.public.players).filter(|&seat| Some(rank_key(map, &tallies[seat])) == best).collect()
    }
}

/// The points for one player's routes and tickets.
fn count_alone(map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Tally {
    let player = &public.seats[seat];
    let Borrowing { routes: borrowed, completed } = Borrowing::best(map, public, seat, tickets);
    let failed = tickets.without(completed);
    let worth = |tickets: TicketSet| tickets.iter().map(|ticket| i16::from(map.ticket(ticket).points)).sum::<i16>();
    Tally {
        routes: player.routes.iter().map(|route| i16::from(map.route(route).points)).sum(),
        tickets: worth(completed) - worth(failed),
        completed,
        failed,
        borrowed,
        ..Tally::default()
    }
}

/// The sort key of a player: the total, then each tie-break of the map; more is better (C33).
fn rank_key(map: &Map, tally: &Tally) -> [i16; 1 + TieBreak::ALL.len()] {
    let mut key = [0; 1 + TieBreak::ALL.len()];
    key[0] = tally.total;
    for (place, tie_break) in key[1..].iter_mut().zip(&map.rules().tie_breaks) {
        *place = tie_break.key(tally);
    }
    key
}
