//! Bots that play for people who are away, until they come back.

use crate::TokenHash;
use crate::levels;
use crate::limits::RETURN_TIME;
use crate::play::Outcome;
use crate::replies::Reply;
use crate::stored::{Seating, TableStatus};
use crate::table::Table;
use crate::writing::{Parts, Then};
use capolinea_engine::{Seat, SeatSet};
use capolinea_protocol::refusal::Refusal;

impl Table {
    fn set_stand_ins(&self, seats: SeatSet, level: Option<&str>) -> Seating {
        let mut seating = self.seating.clone();
        for seat in seats {
            if let Some(seat) = seating.seats.get_mut(seat.index()) {
                seat.stand_in = level.map(String::from);
            }
        }
        seating
    }

    /// The table with bots that play for these people.
    pub(crate) fn with_stand_ins(&self, seats: SeatSet) -> (Seating, TableStatus) {
        // Others who are to decide keep their time.
        let is_late = |seat: Seat| !seats.contains(seat) && !self.seating.is_bot(seat);
        let deadline = self.status.deadline.filter(|_| self.status.waiting.into_iter().any(is_late));
        let is_their_turn = !self.status.waiting.intersection(seats).is_empty();
        let wakes_at = if is_their_turn { Some(self.now.unix_ms) } else { self.status.wakes_at };
        let status = TableStatus { wakes_at, deadline, ..self.status };
        (self.set_stand_ins(seats, Some(levels::STAND_IN)), status)
    }

    /// The table with these people playing themselves again.
    pub(crate) fn without_stand_ins(&self, seats: SeatSet) -> (Seating, TableStatus) {
        let now = self.now.unix_ms;
        let is_their_turn = !self.status.waiting.intersection(seats).is_empty();
        let deadline = match self.seating.settings.turn_limit {
            // A player who let a limit pass gets a part of it, not a new one.
            Some(seconds) if is_their_turn => {
                Some(now + u64::from((seconds / 4).max(RETURN_TIME.as_secs() as u32).min(seconds)) * 1000)
            }
            Some(_) | None => self.status.deadline,
        };
        let is_bot = |seat: Seat| !seats.contains(seat) && self.seating.is_bot(seat);
        let wakes_at = if self.status.waiting.into_iter().any(is_bot) { Some(now) } else { deadline };
        (self.set_stand_ins(seats, None), TableStatus { deadline, wakes_at, ..self.status })
    }

    /// The turn limit has passed: bots stand in for the people who have not decided.
    pub(crate) fn deadline_alarm(&mut self) {
        if !self.is_time_up() {
            return;
        }
        let late: SeatSet = self.status.waiting.into_iter().filter(|&seat| !self.seating.is_bot(seat)).collect();
        if late.is_empty() {
            self.status.deadline = None;
            return;
        }
        let (seating, status) = self.with_stand_ins(late);
        self.write(Parts::seating(seating), status, Then::ChangeStandIns, Reply::Deadline);
    }

    /// People who are connected again play themselves again.
    pub(crate) fn return_players(&mut self, seats: SeatSet) {
        let returning: SeatSet = seats.into_iter().filter(|&seat| self.seating.has_stand_in(seat)).collect();
        if self.is_playing() && !returning.is_empty() {
            self.dismiss_stand_ins(returning, Reply::Nobody("a player could not take the seat back yet"));
        }
    }

    pub(crate) fn take_seat_back(
        &mut self,
        session: Option<TokenHash>,
        seat: Seat,
        reply: Reply,
    ) -> Result<Outcome, Refusal> {
        self.check_seat(session, seat)?;
        self.check_playing()?;
        if !self.seating.has_stand_in(seat) {
            return Ok(Outcome::Done);
        }
        self.dismiss_stand_ins(SeatSet(1 << seat.0), reply);
        Ok(Outcome::Pending)
    }

    fn dismiss_stand_ins(&mut self, seats: SeatSet, reply: Reply) {
        let (seating, status) = self.without_stand_ins(seats);
        self.write(Parts::seating(seating), status, Then::ChangeStandIns, reply);
    }
}
