//! The final scores as lines that explain themselves, and the ranking with the tie-break that decided it.

use super::{Tally, rank_key};
// Mechanics declare fields of any of these types.
use crate::cards::*;
use crate::few::sort_few;
use crate::ids::*;
use crate::map::Map;
use crate::mechanics::{self, MechanicKind, extend};
use crate::network::{Components, ticket_path};
use crate::rules::TieBreak;
use crate::state::State;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FinalScores {
    /// Each player's score, by seat.
    pub sheets: Vec<ScoreSheet>,
    /// The players from first to last.
    pub ranking: Vec<Standing>,
    /// The winners; several share the victory if no tie-break decides between them.
    pub winners: SeatSet,
}

/// One player's score.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScoreSheet {
    /// The player.
    pub seat: Seat,
    /// Its lines.
    pub lines: Vec<ScoreLine>,
    /// The sum of the lines.
    pub total: i16,
}

extend! { lines:
    /// A part of a player's score.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "line", rename_all = "snake_case"))]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum ScoreLine {
        /// All routes claimed (C25, C32).
        Routes {
            /// The routes.
            routes: RouteSet,
            /// Their points.
            points: i16,
        } = *points,
        /// A ticket that was not completed (C31).
        FailedTicket {
            /// The ticket.
            ticket: TicketId,
            /// Its points, less than zero.
            points: i16,
        } = *points,
        /// A ticket that was completed (C31).
        CompletedTicket {
            /// The ticket.
            ticket: TicketId,
            /// The routes that join its ends, in order.
            path: Vec<RouteId>,
            /// Those of them that a station borrows.
            borrowed: RouteSet,
            /// Its value.
            points: i16,
        } = *points,
    }
}

/// The score line of a mechanic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MechanicLine {
    /// Which one.
    pub mechanic: MechanicKind,
    /// How much the player has of what it counts: stations not built, pieces on the longest path, completed tickets,
    /// different tokens.
    pub count: u16,
    /// The routes that show it, in order.
    pub routes: Vec<RouteId>,
    /// Its value.
    pub points: i16,
}

/// A player's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Standing {
    /// The player.
    pub seat: Seat,
    /// The place, from 1; players with equal results share it.
    pub place: u8,
    /// The total.
    pub total: i16,
    /// The tie-break that separates this player from the one before with the same total.
    pub behind_by: Option<TieBreak>,
}

impl State {
    /// The final scores; `None` while the game goes on.
    pub fn final_scores(&self, map: &Map) -> Option<FinalScores> {
        if !self.is_over() {
            return None;
        }
        let tallies = self.tally(map);
        let sheets = Map::seats(self.public.players).map(|seat| sheet(map, self, seat, &tallies[seat])).collect();
        Some(FinalScores { sheets, ranking: ranking(map, self, &tallies), winners: self.winners(map, &tallies) })
    }
}

fn sheet(map: &Map, state: &State, seat: Seat, tally: &Tally) -> ScoreSheet {
    let player = &state.public.seats[seat];
    let mut lines = vec![ScoreLine::Routes { routes: player.routes, points: tally.routes }];
    for ticket in tally.failed {
        lines.push(ScoreLine::FailedTicket { ticket, points: -i16::from(map.ticket(ticket).points) });
    }
    let borrowed: RouteSet = tally.borrowed.into_iter().flatten().collect();
    let own = Components::new(map, player.routes);
    for id in tally.completed {
        let ticket = map.ticket(id);
        let usable = if own.joins(ticket) { player.routes } else { player.routes.union(borrowed) };
        let path = ticket_path(map, usable, ticket).unwrap_or_default();
        let on_path: RouteSet = path.iter().copied().collect();
        let borrowed = on_path.intersection(borrowed);
        lines.push(ScoreLine::CompletedTicket { ticket: id, path, borrowed, points: i16::from(ticket.points) });
    }
    mechanics::explain(map, state, tally, seat, &mut lines);
    ScoreSheet { seat, lines, total: tally.total }
}

fn ranking(map: &Map, state: &State, tallies: &BySeat<Tally>) -> Vec<Standing> {
    let key = |seat: Seat| rank_key(map, &tallies[seat]);
    let mut seats: Vec<Seat> = Map::seats(state.public.players).collect();
    sort_few(&mut seats, |&a, &b| key(a) > key(b));
    let mut ranking: Vec<Standing> = Vec::new();
    for (index, &seat) in seats.iter().enumerate() {
        let mut standing = Standing { seat, place: index as u8 + 1, total: key(seat)[0], behind_by: None };
        if let Some(before) = ranking.last() {
            match key(seat).into_iter().zip(key(before.seat)).position(|(this, that)| this != that) {
                None => standing.place = before.place,
                Some(0) => {}
                Some(decided) => standing.behind_by = map.rules().tie_breaks.get(decided - 1).copied(),
            }
        }
        ranking.push(standing);
    }
    ranking
}
