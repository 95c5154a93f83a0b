//! Who looks at a table, and what each of them is sent.

use super::storing::setup_of;
use super::*;
use crate::store::SheetSeat;
use axum::extract::ws::Utf8Bytes;
use capolinea_engine::event::Event;
use capolinea_engine::ids::SeatSet;
use capolinea_engine::record::seal;
use capolinea_engine::view::Viewer as Eyes;
use capolinea_protocol::server::{ServerMessage, Update};
use capolinea_protocol::table::{SeatHolder, SeatInfo, TableView, You};
use std::net::IpAddr;

/// The number of a socket at its table.
pub type ViewerId = u64;

/// A socket.
pub(super) struct Viewer {
    pub(super) id: ViewerId,
    pub(super) session: Option<TokenHash>,
    /// Where it comes from.
    pub(super) address: IpAddr,
    /// Through whose eyes it looks; none sees what is public.
    pub(super) eyes: Option<Seat>,
    out: mpsc::Sender<Utf8Bytes>,
}

/// Room for most messages from the start: one that grows is copied again and again.
const USUAL_LENGTH: usize = 4096;

/// What a socket is sent.
pub(crate) fn to_text(message: &ServerMessage) -> Utf8Bytes {
    let mut text = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut text, message).expect("messages have nothing that JSON can't say");
    String::from_utf8(text).expect("JSON is text").into()
}

/// Whose eyes those are.
fn eyes(seat: Option<Seat>) -> Eyes {
    seat.map_or(Eyes::Spectator, Eyes::Seat)
}

impl Table {
    /// Whether somebody without a seat may look.
    pub(super) fn may_see(&self, session: Option<TokenHash>) -> Result<(), Refusal> {
        let has_seat = session.is_some_and(|session| !self.sheet.seats_of(session).is_empty());
        let is_open = self.head.status == Status::Waiting || self.sheet.settings.spectators;
        if has_seat || is_open {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::NotAllowed, "nobody may watch this table"))
    }

    pub(super) async fn connect(
        &mut self,
        session: Option<TokenHash>,
        address: IpAddr,
        out: mpsc::Sender<Utf8Bytes>,
    ) -> Result<ViewerId, Refusal> {
        self.may_see(session)?;
        let seats = session.map_or(SeatSet::EMPTY, |session| self.sheet.seats_of(session));
        if seats.is_empty() && self.spectators() >= self.config().limits.spectators {
            return Err(Refusal::new(RefusalCode::TooMany, "too many people watch this table already"));
        }
        if self.sheet.seed.is_some() {
            self.need_game().await?;
        }
        let is_new = seats.into_iter().any(|seat| !self.is_connected(seat)) || seats.is_empty();
        self.last_viewer += 1;
        // At a shared screen nobody's hand is shown until somebody says that they look.
        let eyes = if seats.len() == 1 { seats.lowest() } else { None };
        let viewer = Viewer { id: self.last_viewer, session, address, eyes, out };
        let welcome = ServerMessage::Welcome {
            version: env!("CARGO_PKG_VERSION").into(),
            now: clock::now(),
            you: self.you(&viewer),
            table: self.table_view(),
            chat: self.chat_lines(),
            update: self.update_for(eyes, &[]),
        };
        self.viewers.push(viewer);
        self.send_to(self.last_viewer, &welcome);
        if let Some(session) = session {
            self.presence.come(session);
            self.return_to_shuffle(self.last_viewer, session);
        }
        self.drop_replacement(seats);
        if is_new {
            self.tell_soon();
        }
        let id = self.last_viewer;
        self.come_back(seats).await;
        self.start_if_all_are_there().await;
        self.list();
        self.move_bots();
        Ok(id)
    }

    pub(super) fn disconnect(&mut self, viewer: ViewerId) {
        let Some(place) = self.viewers.iter().position(|other| other.id == viewer) else { return };
        let gone = self.viewers.remove(place);
        if let Some(session) = gone.session
            && self.viewers.iter().all(|other| other.session != Some(session))
            && (session == self.sheet.host || !self.sheet.seats_of(session).is_empty())
        {
            self.presence.leave(session, gone.address);
            self.leave_shuffle(session);
        }
        self.tell_soon();
        self.move_bots();
    }

    pub(super) fn spectators(&self) -> usize {
        let has_no_seat = |viewer: &&Viewer| viewer.session.is_none_or(|one| self.sheet.seats_of(one).is_empty());
        self.viewers.iter().filter(has_no_seat).count()
    }

    pub(super) fn viewer(&self, id: ViewerId) -> Option<&Viewer> {
        self.viewers.iter().find(|viewer| viewer.id == id)
    }

    /// Lets a viewer look through other eyes.
    pub(super) async fn look(&mut self, id: ViewerId, seat: Option<Seat>) -> Result<(), Refusal> {
        let session = self.viewer(id).and_then(|viewer| viewer.session);
        if let Some(seat) = seat {
            self.check_seat(session, seat)?;
        }
        for viewer in &mut self.viewers {
            if viewer.id == id {
                viewer.eyes = seat;
            }
        }
        // The game may be on disk.
        if self.sheet.seed.is_some() {
            self.need_game().await?;
        }
        if let Some(update) = self.update_for(seat, &[]) {
            self.send_to(id, &ServerMessage::Update(update));
        }
        Ok(())
    }

    /// What is true now for one pair of eyes, once the game has begun.
    fn update_for(&mut self, seat: Option<Seat>, events: &[Event]) -> Option<Update> {
        let (bots, deadline) = (self.sheet.bots(), self.head.deadline);
        self.game.as_mut().map(|game| game.update(eyes(seat), bots, events, deadline))
    }

    /// Sends everybody what is true now, and what has just happened, each as they may see it.
    pub(super) fn send_updates(&mut self, events: &[Event]) {
        let mut by_eyes: Vec<(Option<Seat>, Utf8Bytes)> = Vec::with_capacity(self.viewers.len().min(6));
        let mut too_slow = Vec::new();
        for index in 0..self.viewers.len() {
            let seat = self.viewers[index].eyes;
            let text = match by_eyes.iter().find(|(other, _)| *other == seat) {
                Some((_, text)) => text.clone(),
                None => {
                    let Some(update) = self.update_for(seat, events) else { return };
                    let text = to_text(&ServerMessage::Update(update));
                    by_eyes.push((seat, text.clone()));
                    text
                }
            };
            if self.viewers[index].out.try_send(text).is_err() {
                too_slow.push(self.viewers[index].id);
            }
        }
        too_slow.into_iter().for_each(|viewer| self.cut_off(viewer));
    }

    /// Drops a socket that does not take what it is sent: it comes back and is told everything anew.
    fn cut_off(&mut self, viewer: ViewerId) {
        tracing::debug!(table = ?self.id, viewer, "a socket was too slow");
        self.tables.metrics.refused(RefusalCode::TooSlow);
        self.disconnect(viewer);
    }

    pub(super) fn send_to(&mut self, id: ViewerId, message: &ServerMessage) {
        let sent = self.viewer(id).is_none_or(|viewer| viewer.out.try_send(to_text(message)).is_ok());
        if !sent {
            self.cut_off(id);
        }
    }

    pub(super) fn send_all(&mut self, message: &ServerMessage) {
        let text = to_text(message);
        let sent = |viewer: &Viewer| viewer.out.try_send(text.clone()).is_ok();
        let too_slow: Vec<ViewerId> = self.viewers.iter().filter(|viewer| !sent(viewer)).map(|one| one.id).collect();
        too_slow.into_iter().for_each(|viewer| self.cut_off(viewer));
    }

    /// Tells everybody about the table, a moment from now: people often come and go together.
    pub(super) fn tell_soon(&mut self) {
        let soon = Instant::now() + TELL_AFTER;
        self.tell_at = Some(self.tell_at.map_or(soon, |at| at.min(soon)));
    }

    /// Tells everybody about the table.
    pub(super) fn tell_table(&mut self) {
        self.tell_at = self.next_away();
        self.list();
        let table = self.table_view();
        let messages: Vec<(ViewerId, ServerMessage)> = self
            .viewers
            .iter()
            .map(|viewer| (viewer.id, ServerMessage::Table { you: self.you(viewer), table: table.clone() }))
            .collect();
        for (viewer, message) in messages {
            self.send_to(viewer, &message);
        }
    }

    /// Eyes that a session has no right to any more are closed; whoever may not watch at all is sent away.
    pub(super) fn check_eyes(&mut self) {
        let is_stranger = |viewer: &&Viewer| self.may_see(viewer.session).is_err();
        let strangers: Vec<ViewerId> = self.viewers.iter().filter(is_stranger).map(|viewer| viewer.id).collect();
        strangers.into_iter().for_each(|viewer| self.disconnect(viewer));
        let sheet = &self.sheet;
        for viewer in &mut self.viewers {
            let seats = viewer.session.map_or(SeatSet::EMPTY, |session| sheet.seats_of(session));
            if viewer.eyes.is_some_and(|seat| !seats.contains(seat)) {
                viewer.eyes = None;
            }
            if viewer.eyes.is_none() && seats.len() == 1 {
                viewer.eyes = seats.lowest();
            }
        }
    }

    fn you(&self, viewer: &Viewer) -> You {
        let seats = viewer.session.map_or(SeatSet::EMPTY, |session| self.sheet.seats_of(session));
        You {
            seats: seats.collect(),
            eyes: viewer.eyes,
            host: viewer.session == Some(self.sheet.host),
            chat: self.may_chat(viewer.session),
        }
    }

    pub(super) fn table_view(&self) -> TableView {
        let seal = setup_of(&self.sheet).map(|setup| seal(&setup.seed));
        TableView {
            id: self.id.to_string(),
            map: self.sheet.map.clone(),
            status: self.head.status,
            settings: self.sheet.settings,
            seats: seat_infos(&self.sheet, |seat| self.is_there(seat)),
            spectators: self.spectators() as u32,
            seal,
            shuffle: self.shuffle_view(),
            vote: self.vote_view(),
            rematch: self.sheet.rematch.clone(),
        }
    }

    pub(super) fn say_goodbye(&mut self) {
        let refusal = Refusal::new(RefusalCode::Stopping, "the server is stopping; everything is saved");
        self.send_all(&ServerMessage::Goodbye { refusal, retry_after: Some(3000) });
        self.viewers.clear();
    }
}

/// The seats as everybody sees them.
pub fn seat_infos(sheet: &Sheet, is_connected: impl Fn(Seat) -> bool) -> Vec<SeatInfo> {
    let info = |(index, seat): (usize, &SheetSeat)| {
        let (who, connected) = match &seat.holder {
            Holder::Open => (SeatHolder::Open, false),
            Holder::Person { .. } => (SeatHolder::Person, is_connected(Seat(index as u8))),
            Holder::Bot { level } => (SeatHolder::Bot { level: level.clone() }, true),
        };
        SeatInfo { who, name: seat.name.clone(), color: seat.color, connected, stand_in: seat.stand_in.clone() }
    };
    sheet.seats.iter().enumerate().map(info).collect()
}
