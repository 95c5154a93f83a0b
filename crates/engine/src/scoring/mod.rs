//! The end of the game: what everybody has, and in which order they stand (C30–C33).

mod sheet;

pub use sheet::{FinalScores, PassengerLine, ScoreLine, ScoreSheet, Standing};

use crate::ids::{BySeat, MAX_SEATS, RouteId, Seat, SeatSet, TicketSet};
use crate::map::Map;
use crate::mechanics::{
    self,
    stations::{Borrowing, best_borrowing},
};
use crate::rules::TieBreak;
use crate::state::{MAX_STATIONS, Public, State};

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
    /// What the stations borrow (E07).
    pub borrowed: [Option<RouteId>; MAX_STATIONS],
    /// Points for stations not built (E08).
    pub stations: i16,
    /// The length of the longest path, on maps that reward it (U01).
    pub longest: u16,
    /// The bonus for it.
    pub longest_path: i16,
    /// The bonus for most completed tickets (G07).
    pub globetrotter: i16,
    /// Points for passengers (G08).
    pub passengers: i16,
    /// Points for tourist tokens (S05).
    pub tourists: i16,
    /// All of it.
    pub total: i16,
}

impl State {
    /// What everybody would have if the game ended now. Looks at every secret.
    pub fn tally(&self, map: &Map) -> BySeat<Tally> {
        let public = &self.public;
        let mut tallies = BySeat([Tally::default(); MAX_SEATS]);
        for seat in Map::seats(public.players) {
            tallies[seat] = count_alone(map, public, seat, self.secret.own[seat].tickets);
        }
        mechanics::count(map, public, &mut tallies);
        for tally in &mut tallies.0 {
            tally.total = tally.routes
                + tally.tickets
                + tally.stations
                + tally.longest_path
                + tally.globetrotter
                + tally.passengers
                + tally.tourists;
        }
        tallies
    }

    /// The seats that share the victory, once the game is over.
    pub fn winners(&self, map: &Map, tallies: &BySeat<Tally>) -> SeatSet {
        let best = Map::seats(self.public.players).map(|seat| rank_key(map, &self.public, tallies, seat)).max();
        Map::seats(self.public.players)
            .filter(|&seat| Some(rank_key(map, &self.public, tallies, seat)) == best)
            .collect()
    }
}

/// What one player's routes and tickets are worth.
fn count_alone(map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Tally {
    let player = &public.seats[seat];
    let Borrowing { routes: borrowed, completed } = best_borrowing(map, public, seat, tickets);
    let failed = tickets.without(completed);
    let worth = |tickets: TicketSet| tickets.map(|ticket| i16::from(map.ticket(ticket).points)).sum::<i16>();
    Tally {
        routes: player.routes.map(|route| i16::from(map.route(route).points)).sum(),
        tickets: worth(completed) - worth(failed),
        completed,
        failed,
        borrowed,
        ..Tally::default()
    }
}

/// What counts for the order of players: the total, then each tie-break of the map; more is better (C33).
fn rank_key(map: &Map, public: &Public, tallies: &BySeat<Tally>, seat: Seat) -> [i16; 1 + TieBreak::ALL.len()] {
    let tally = &tallies[seat];
    let mut key = [0; 1 + TieBreak::ALL.len()];
    key[0] = tally.total;
    for (place, tie_break) in key[1..].iter_mut().zip(&map.rules.tie_breaks) {
        *place = match tie_break {
            TieBreak::CompletedTickets => tally.completed.len() as i16,
            TieBreak::FewerStations => -i16::from(public.seats[seat].stations_built()),
            TieBreak::LongestPath => i16::from(tally.longest_path > 0),
            TieBreak::Passengers => public.seats[seat].passengers.0.iter().map(|&count| i16::from(count)).sum(),
        };
    }
    key
}
