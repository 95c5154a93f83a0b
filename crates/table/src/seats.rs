//! The seats, from an empty table to the first deal and the rematch.

use crate::create::{bad, check_name, name_all, recolor, sit, waiting_status};
use crate::game::Game;
use crate::limits::MAX_SENT_AWAY;
use crate::loading::{find_map, load_game, setup_of};
use crate::play::status_after;
use crate::replies::Reply;
use crate::stored::{Holder, NewTable, Seating, SharedShuffle, StoredBranch, TableStatus};
use crate::table::Table;
use crate::writing::{Parts, Then};
use crate::{RequestId, TokenHash};
use capolinea_engine::rules::RULES_VERSION;
use capolinea_engine::{GameRecord, Seat};
use capolinea_protocol::http::{ChangeSeat, Join, Sitter};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::Status;

impl Table {
    fn check_waiting(&self) -> Result<(), Refusal> {
        if self.status.status == Status::Waiting {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::WrongStatus, "the game has begun; nobody can change seats any more"))
    }

    /// In a challenge everybody plays in the same seat against the same bots.
    fn check_seats_free(&self) -> Result<(), Refusal> {
        if self.seating.deal.is_none() {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::NotAllowed, "the seats of a challenge are fixed"))
    }

    /// Has changed seats written, before the game.
    fn write_seats(&mut self, seating: Seating, session: Option<TokenHash>, reply: Reply) {
        let status = TableStatus { updated: self.now.unix_ms, ..self.status };
        self.write(Parts { session, ..Parts::seating(seating) }, status, Then::ChangeSeats, reply);
    }

    pub(crate) fn join(&mut self, request: RequestId, session: TokenHash, join: Join) {
        let reply = Reply::Seated { request, session };
        // Joining twice (a request sent again, a second tab) takes no second seat.
        let theirs = self.seating.seats_of(session);
        if !theirs.is_empty() && join.seat.is_none_or(|seat| theirs.contains(seat)) {
            return self.succeed(reply);
        }
        match self.joined(session, join) {
            Ok(seating) => self.write_seats(seating, Some(session), reply),
            Err(refusal) => self.fail(reply, refusal),
        }
    }

    fn joined(&self, session: TokenHash, join: Join) -> Result<Seating, Refusal> {
        self.check_waiting()?;
        self.check_seats_free()?;
        // The host may seat others at the same screen; everybody else has one seat.
        if session != self.seating.host && !self.seating.seats_of(session).is_empty() {
            return Err(Refusal::new(RefusalCode::Taken, "you have a seat here already"));
        }
        if self.seating.sent_away.contains(&session) {
            return Err(Refusal::new(RefusalCode::NotAllowed, "the host has sent you away; you may watch"));
        }
        let name = check_name(&join.name)?;
        let is_open = |seat: &Seat| self.seat(*seat).is_some_and(|seat| seat.holder == Holder::Open);
        let mut open = self.seating.all_seats().filter(is_open);
        let found = match join.seat {
            Some(seat) => open.find(|&other| other == seat),
            None => open.next(),
        };
        let taken = || Refusal::new(RefusalCode::Taken, "the seat is taken; choose another, or watch");
        let seat = found.ok_or_else(taken)?;
        let mut seating = self.seating.clone();
        let entry = &mut seating.seats[seat.index()];
        (entry.holder, entry.name) = (Holder::Person { session }, name);
        if let Some(color) = join.color {
            recolor(&mut seating, seat, color)?;
        }
        name_all(&mut seating)?;
        Ok(seating)
    }

    pub(crate) fn change_seat(&mut self, request: RequestId, session: TokenHash, change: ChangeSeat) {
        let reply = Reply::View { request };
        match self.changed_seat(session, change) {
            Ok(seating) => self.write_seats(seating, None, reply),
            Err(refusal) => self.fail(reply, refusal),
        }
    }

    fn changed_seat(&self, session: TokenHash, change: ChangeSeat) -> Result<Seating, Refusal> {
        self.check_waiting()?;
        self.check_seats_free()?;
        let found = self.seat(change.seat).ok_or_else(|| bad("there is no such seat".into()))?;
        let is_host = session == self.seating.host;
        let mut seating = self.seating.clone();
        match &found.holder {
            Holder::Person { session: theirs } if is_host && *theirs != session && is_sent_away(&change) => {
                seating.sent_away.truncate(MAX_SENT_AWAY - 1);
                seating.sent_away.insert(0, *theirs);
            }
            Holder::Person { .. } => self.check_seat(Some(session), change.seat)?,
            Holder::Open | Holder::Bot { .. } if is_host => {}
            Holder::Open | Holder::Bot { .. } => {
                return Err(Refusal::new(RefusalCode::NotHost, "only the host can change this seat"));
            }
        }
        if let Some(who) = change.who {
            let (holder, name) = sit(who, session)?;
            if matches!(holder, Holder::Bot { .. }) && !is_host {
                return Err(Refusal::new(RefusalCode::NotHost, "only the host can seat a bot"));
            }
            let entry = &mut seating.seats[change.seat.index()];
            (entry.holder, entry.name) = (holder, name);
        }
        if let Some(color) = change.color {
            recolor(&mut seating, change.seat, color)?;
        }
        name_all(&mut seating)?;
        Ok(seating)
    }

    pub(crate) fn start(&mut self, request: RequestId, session: TokenHash) {
        let reply = Reply::View { request };
        let may_start = if session == self.seating.host {
            self.check_waiting()
        } else {
            Err(Refusal::new(RefusalCode::NotHost, "only the host can start the game"))
        };
        match may_start {
            Ok(()) => self.begin(reply),
            Err(refusal) => self.fail(reply, refusal),
        }
    }

    /// Begins as soon as everybody has come, if that was agreed.
    pub(crate) fn start_if_ready(&mut self) {
        let is_ready = |seat: Seat| {
            let is_open = self.seat(seat).is_none_or(|entry| entry.holder == Holder::Open);
            !is_open && (!self.seating.is_person(seat) || self.is_connected(seat))
        };
        if self.seating.auto_start && self.status.status == Status::Waiting && self.seating.all_seats().all(is_ready) {
            self.begin(Reply::Nobody("a game could not begin"));
        }
    }

    pub(crate) fn check_seats_taken(&self) -> Result<(), Refusal> {
        if self.seating.seats.iter().all(|seat| seat.holder != Holder::Open) {
            return Ok(());
        }
        let words = "a seat is still open; wait for somebody, or seat a bot";
        Err(Refusal::new(RefusalCode::WrongStatus, words))
    }

    /// Deals the game from a seed.
    pub(crate) fn deal(&mut self, seed: [u8; 32], shuffle: Option<SharedShuffle>, reply: Reply) {
        match self.dealt(seed, shuffle) {
            Ok((seating, status, game)) => {
                self.write(Parts::seating(seating), status, Then::Deal(Box::new(game)), reply);
            }
            Err(refusal) => self.fail(reply, refusal),
        }
    }

    fn dealt(&self, seed: [u8; 32], shuffle: Option<SharedShuffle>) -> Result<(Seating, TableStatus, Game), Refusal> {
        self.check_waiting()?;
        let (seating, game) = match &self.seating.played_on {
            Some(branch) => self.taken_up(branch)?,
            None => self.newly_dealt(seed, shuffle)?,
        };
        let now = self.now.unix_ms;
        let deadline = seating.settings.turn_limit.map(|seconds| now + u64::from(seconds) * 1000);
        let status = status_after(&seating, game.map(), game.state(), 0, deadline, now);
        Ok((seating, status, game))
    }

    fn newly_dealt(&self, seed: [u8; 32], shuffle: Option<SharedShuffle>) -> Result<(Seating, Game), Refusal> {
        let map = find_map(&self.shared.maps, &self.seating)?;
        let seating = Seating {
            shuffle,
            seed: Some(hex::encode(seed)),
            digest: map.digest().to_owned(),
            rules: RULES_VERSION,
            ..self.seating.clone()
        };
        let setup = setup_of(&seating).ok_or_else(no_seed)?;
        let game = Game::new(map.clone(), setup).map_err(|error| bad(error.to_string()))?;
        Ok((seating, game))
    }

    /// A game that goes on from another one: it was shuffled there, or when the table was made.
    fn taken_up(&self, branch: &StoredBranch) -> Result<(Seating, Game), Refusal> {
        let record = GameRecord::from_json(&branch.record).map_err(|error| bad(error.to_string()))?;
        let seating = Seating { seed: Some(hex::encode(record.seed)), ..self.seating.clone() };
        let game = load_game(&self.shared.maps, &seating, &[])?.ok_or_else(no_seed)?;
        Ok((seating, *game))
    }

    pub(crate) fn rematch(&mut self, request: RequestId, session: TokenHash) {
        let reply = Reply::Rematch { request, session };
        if let Err(refusal) = self.check_rematch(session) {
            return self.fail(reply, refusal);
        }
        if self.seating.rematch.is_some() {
            return self.succeed(reply);
        }
        let id = self.random.table_id();
        // Another game of the same people is a game from its beginning.
        let mut seating = Seating {
            seed: None,
            shuffle: None,
            vote: None,
            deal: None,
            played_on: None,
            auto_start: true,
            host: session,
            ..self.seating.clone()
        };
        seating.seats.iter_mut().for_each(|seat| seat.stand_in = None);
        // If a player was named to begin, the next one begins now.
        let seats = seating.seats.len() as u8;
        seating.settings.first = seating.settings.first.map(|seat| Seat((seat.0 + 1) % seats));
        let table = NewTable { id, created: self.now.unix_ms, seating, status: waiting_status(self.now) };
        let seating = Seating { rematch: Some(id.to_string()), ..self.seating.clone() };
        let parts = Parts { rematch: Some(table), ..Parts::seating(seating) };
        self.write(parts, self.status, Then::Rematch, reply);
    }

    fn check_rematch(&self, session: TokenHash) -> Result<(), Refusal> {
        if self.seating.seats_of(session).is_empty() {
            return Err(Refusal::new(RefusalCode::NotYourSeat, "only people who played here can ask for a rematch"));
        }
        if matches!(self.status.status, Status::Waiting | Status::Playing) {
            return Err(Refusal::new(RefusalCode::WrongStatus, "the game is not over yet"));
        }
        Ok(())
    }

    pub(crate) fn move_seat(&mut self, request: RequestId, seat: Seat, owner: TokenHash, session: TokenHash) {
        let reply = Reply::Seated { request, session };
        let mut seating = self.seating.clone();
        let Some(entry) = seating.seats.get_mut(seat.index()) else {
            return self.fail(reply, bad("there is no such seat".into()));
        };
        if entry.holder == (Holder::Person { session }) {
            return self.succeed(reply);
        }
        if entry.holder != (Holder::Person { session: owner }) {
            let words = "this link is for a seat that has changed hands";
            return self.fail(reply, Refusal::new(RefusalCode::NotFound, words));
        }
        entry.holder = Holder::Person { session };
        if seating.host == owner && seating.seats_of(owner).is_empty() {
            seating.host = session;
        }
        let status = TableStatus { updated: self.now.unix_ms, ..self.status };
        let parts = Parts { session: Some(session), ..Parts::seating(seating) };
        self.write(parts, status, Then::MoveSeat, reply);
    }
}

/// Whether a change does nothing but free the seat.
fn is_sent_away(change: &ChangeSeat) -> bool {
    change.who == Some(Sitter::Open) && change.color.is_none()
}

fn no_seed() -> Refusal {
    Refusal::new(RefusalCode::Internal, "no seed")
}
