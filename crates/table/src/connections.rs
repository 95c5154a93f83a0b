//! Open connections, and the messages to each of them.

use crate::limits::ANNOUNCE_AFTER;
use crate::loading::seal_of;
use crate::stored::{Holder, SeatEntry, Seating};
use crate::table::{Table, Task};
use crate::{Answer, ConnectionId, Effect, RequestId, TokenHash};
use capolinea_engine::{Event, Seat, SeatSet, Viewer};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::{ServerMessage, Update};
use capolinea_protocol::table::{SeatHolder, SeatInfo, Status, TableView, You};
use std::net::IpAddr;

/// A client that looks at the table.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) id: ConnectionId,
    pub(crate) session: Option<TokenHash>,
    pub(crate) address: IpAddr,
    /// The seat whose cards it sees; with none it sees what is public.
    pub(crate) eyes: Option<Seat>,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    open: Vec<Connection>,
    last: ConnectionId,
}

impl Connections {
    pub(crate) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Connection> {
        self.open.iter()
    }

    pub(crate) fn find(&self, id: ConnectionId) -> Option<&Connection> {
        self.open.iter().find(|connection| connection.id == id)
    }

    /// The first connection of a session.
    pub(crate) fn of_session(&self, session: TokenHash) -> Option<&Connection> {
        self.open.iter().find(|connection| connection.session == Some(session))
    }

    fn ids(&self) -> Vec<ConnectionId> {
        self.open.iter().map(|connection| connection.id).collect()
    }

    fn add(&mut self, session: Option<TokenHash>, address: IpAddr, eyes: Option<Seat>) -> ConnectionId {
        self.last += 1;
        self.open.push(Connection { id: self.last, session, address, eyes });
        self.last
    }

    fn remove(&mut self, id: ConnectionId) -> Option<Connection> {
        let index = self.open.iter().position(|connection| connection.id == id)?;
        Some(self.open.remove(index))
    }

    /// The connections by the seat whose cards they see.
    fn by_viewer(&self) -> Vec<(Option<Seat>, Vec<ConnectionId>)> {
        let mut groups: Vec<(Option<Seat>, Vec<ConnectionId>)> = Vec::new();
        for connection in &self.open {
            match groups.iter_mut().find(|(eyes, _)| *eyes == connection.eyes) {
                Some((_, ids)) => ids.push(connection.id),
                None => groups.push((connection.eyes, vec![connection.id])),
            }
        }
        groups
    }
}

impl Table {
    /// Whether a person with this session, or without any, may look at the table.
    pub(crate) fn may_see(&self, session: Option<TokenHash>) -> Result<(), Refusal> {
        let is_waiting = self.status.status == Status::Waiting && self.seating.deal.is_none();
        if is_waiting || self.seating.settings.spectators || !self.seats_of(session).is_empty() {
            return Ok(());
        }
        if self.seating.deal.is_some() {
            return Err(Refusal::new(
                RefusalCode::Sealed,
                "this is a game of a challenge: finish the challenge yourself first",
            ));
        }
        Err(Refusal::new(RefusalCode::NotAllowed, "nobody may watch this table"))
    }

    pub(crate) fn seats_of(&self, session: Option<TokenHash>) -> SeatSet {
        session.map_or(SeatSet::EMPTY, |session| self.seating.seats_of(session))
    }

    pub(crate) fn connect(&mut self, request: RequestId, session: Option<TokenHash>, address: IpAddr) {
        if let Err(refusal) = self.check_connect(session) {
            return self.answer(request, Err(refusal));
        }
        let seats = self.seats_of(session);
        let is_new = seats.is_empty() || seats.into_iter().any(|seat| !self.is_connected(seat));
        // At a shared screen no hand is shown until a player says that they look.
        let eyes = if seats.len() == 1 { seats.lowest() } else { None };
        let id = self.connections.add(session, address, eyes);
        self.answer(request, Ok(Answer::Connected(id)));
        let welcome = ServerMessage::Welcome {
            version: env!("CARGO_PKG_VERSION").into(),
            now: self.now.unix_ms,
            you: self.you(session, eyes),
            table: self.table_view(),
            chat: self.chat.lines(),
            update: self.update_for(eyes, &[]),
        };
        self.send_to(id, welcome);
        if let Some(session) = session {
            self.presence.come(session);
            self.return_to_shuffle(id, session);
        }
        if self.votes.close_replacement_of(seats) {
            self.announce();
        }
        if is_new {
            self.announce_soon();
        }
        self.list();
        self.move_bots();
        self.do_next(Task::StartIfReady);
        self.do_next(Task::ReturnPlayers(seats));
    }

    fn check_connect(&self, session: Option<TokenHash>) -> Result<(), Refusal> {
        self.may_see(session)?;
        if self.seats_of(session).is_empty() && self.spectators() >= self.config().spectators {
            return Err(Refusal::new(RefusalCode::TooMany, "too many people watch this table already"));
        }
        Ok(())
    }

    pub(crate) fn disconnect(&mut self, id: ConnectionId) {
        let Some(gone) = self.connections.remove(id) else { return };
        self.leave_company(id);
        if let Some(session) = gone.session
            && self.connections.of_session(session).is_none()
            && (session == self.seating.host || !self.seating.seats_of(session).is_empty())
        {
            self.presence.leave(session, gone.address, self.now);
            self.leave_shuffle(session);
        }
        self.announce_soon();
        self.move_bots();
    }

    pub(crate) fn spectators(&self) -> usize {
        self.connections.iter().filter(|connection| self.seats_of(connection.session).is_empty()).count()
    }

    /// Lets a connection see the cards of another seat.
    pub(crate) fn look(&mut self, id: ConnectionId, seat: Option<Seat>) -> Result<(), Refusal> {
        let Some(session) = self.connections.find(id).map(|connection| connection.session) else { return Ok(()) };
        if let Some(seat) = seat {
            self.check_seat(session, seat)?;
        }
        for connection in self.connections.open.iter_mut().filter(|connection| connection.id == id) {
            connection.eyes = seat;
        }
        if let Some(update) = self.update_for(seat, &[]) {
            self.send_to(id, ServerMessage::Update(update));
        }
        Ok(())
    }

    /// The view of this seat, once the game has begun.
    fn update_for(&mut self, eyes: Option<Seat>, events: &[Event]) -> Option<Update> {
        let (bots, deadline) = (self.seating.bots(), self.status.deadline);
        let viewer = eyes.map_or(Viewer::Spectator, Viewer::Seat);
        self.game.as_mut().map(|game| game.update(viewer, bots, events, deadline))
    }

    /// Sends everybody the current game and the latest events, each as they may see them.
    pub(crate) fn send_updates(&mut self, events: &[Event]) {
        for (eyes, to) in self.connections.by_viewer() {
            let Some(update) = self.update_for(eyes, events) else { return };
            self.emit(Effect::Send { to, message: Box::new(ServerMessage::Update(update)) });
        }
    }

    pub(crate) fn send_to(&mut self, id: ConnectionId, message: ServerMessage) {
        self.emit(Effect::Send { to: vec![id], message: Box::new(message) });
    }

    pub(crate) fn send_all(&mut self, message: ServerMessage) {
        if !self.connections.is_empty() {
            self.emit(Effect::Send { to: self.connections.ids(), message: Box::new(message) });
        }
    }

    /// Tells everybody about the table, a moment from now: people often come and go together.
    pub(crate) fn announce_soon(&mut self) {
        let soon = self.now.uptime + ANNOUNCE_AFTER;
        self.announce_at = Some(self.announce_at.map_or(soon, |at| at.min(soon)));
    }

    /// Tells everybody about the table.
    pub(crate) fn announce(&mut self) {
        self.announce_at = self.next_away();
        self.list();
        self.tell_new_presence();
        let table = self.table_view();
        let message = |connection: &crate::connections::Connection| {
            let you = self.you(connection.session, connection.eyes);
            (connection.id, ServerMessage::Table { you, table: table.clone() })
        };
        let messages: Vec<(ConnectionId, ServerMessage)> = self.connections.iter().map(message).collect();
        for (id, message) in messages {
            self.send_to(id, message);
        }
    }

    /// Nobody sees the cards of a seat that they no longer have; people who may not watch at all are disconnected.
    pub(crate) fn check_views(&mut self) {
        let is_stranger = |connection: &&Connection| self.may_see(connection.session).is_err();
        let strangers: Vec<ConnectionId> = self.connections.iter().filter(is_stranger).map(|one| one.id).collect();
        for connection in strangers {
            self.disconnect(connection);
            self.emit(Effect::Close { connection });
        }
        for connection in &mut self.connections.open {
            let seats = connection.session.map_or(SeatSet::EMPTY, |session| self.seating.seats_of(session));
            if connection.eyes.is_some_and(|seat| !seats.contains(seat)) {
                connection.eyes = None;
            }
            if connection.eyes.is_none() && seats.len() == 1 {
                connection.eyes = seats.lowest();
            }
        }
    }

    fn you(&self, session: Option<TokenHash>, eyes: Option<Seat>) -> You {
        You {
            seats: self.seats_of(session).iter().collect(),
            eyes,
            host: session == Some(self.seating.host),
            chat: self.may_chat(session),
        }
    }

    pub(crate) fn table_view(&self) -> TableView {
        TableView {
            id: self.id.to_string(),
            map: self.seating.map.clone(),
            status: self.status.status,
            settings: self.seating.settings,
            seats: seat_infos(&self.seating, |seat| self.is_present(seat)),
            spectators: self.spectators() as u32 + self.spectators_elsewhere(),
            seal: seal_of(&self.seating),
            shuffle: self.shuffle_view(),
            vote: self.vote_view(),
            rematch: self.seating.rematch.clone(),
            challenge: self.seating.deal.as_ref().map(|deal| deal.challenge.clone()),
            played_on: self.seating.played_on.as_ref().map(|branch| branch.origin.clone()),
        }
    }

    pub(crate) fn say_goodbye(&mut self) {
        let refusal = Refusal::new(RefusalCode::Stopping, "the server is stopping; everything is saved");
        let retry_after = Some(self.config().goodbye_retry.as_millis() as u64);
        self.send_all(ServerMessage::Goodbye { refusal, retry_after });
        for connection in std::mem::take(&mut self.connections.open) {
            self.emit(Effect::Close { connection: connection.id });
        }
    }
}

/// The seats as everybody sees them.
pub fn seat_infos(seating: &Seating, is_present: impl Fn(Seat) -> bool) -> Vec<SeatInfo> {
    let info = |(index, seat): (usize, &SeatEntry)| {
        let (who, connected) = match &seat.holder {
            Holder::Open => (SeatHolder::Open, false),
            Holder::Person { .. } => (SeatHolder::Person, is_present(Seat(index as u8))),
            Holder::Bot { level } => (SeatHolder::Bot { level: level.clone() }, true),
        };
        SeatInfo { who, name: seat.name.clone(), color: seat.color, connected, stand_in: seat.stand_in.clone() }
    };
    seating.seats.iter().enumerate().map(info).collect()
}
