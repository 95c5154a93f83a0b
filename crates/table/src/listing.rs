//! A person's games, as a list shows them.

use crate::connections::seat_infos;
use crate::ids::{TableId, TokenHash};
use crate::stored::{Seating, TableStatus};
use capolinea_engine::Seat;
use capolinea_protocol::http::MyGame;
use capolinea_protocol::table::Status;

/// A stored table as one of a person's games; none if they have given their seats away.
pub fn my_game(id: TableId, seating: &Seating, status: &TableStatus, session: TokenHash) -> Option<MyGame> {
    let yours = seating.seats_of(session);
    let is_on = status.status == Status::Playing;
    let is_here = |seat: Seat| seating.is_person(seat) && !seating.has_stand_in(seat);
    (!yours.is_empty()).then(|| MyGame {
        table: id.to_string(),
        map: seating.map.clone(),
        status: status.status,
        seats: seat_infos(seating, is_here),
        yours: yours.into_iter().collect(),
        winners: status.winners.into_iter().collect(),
        your_turn: is_on && !yours.intersection(status.waiting).is_empty(),
        deadline: status.deadline,
        updated: status.updated,
    })
}

/// Sorts games: first those that wait for their owner, then by the latest event.
pub fn sort_games(games: &mut [MyGame]) {
    games.sort_by_key(|game| (!game.your_turn, std::cmp::Reverse(game.updated)));
}
