//! People who play: they resend what was not answered, come back at another server, and move their seats to new devices.

use super::world::{Event, Peer, World};
use capolinea_engine::{Action, Seat, View, Viewer};
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::game::GameView;
use capolinea_protocol::refusal::RefusalCode;
use capolinea_protocol::server::{Cause, ServerMessage};
use capolinea_table::{Ask, ConnectionId, Input, TokenHash};

/// How long an answer is waited for, in milliseconds.
const WAIT_LIMIT: u64 = 3_000;

/// A device that is connected.
#[derive(Clone, Copy, Debug)]
struct Line {
    server: usize,
    connection: ConnectionId,
}

/// An action that was not answered yet.
#[derive(Clone, Copy, Debug)]
struct Sent {
    id: u64,
    revision: u64,
    action: Action,
    at: u64,
    /// Whether it was sent before, or its end is not known: then a refusal says nothing about the first time.
    is_repeated: bool,
}

/// A person at their seat.
pub(super) struct Person {
    seat: Seat,
    pub(super) session: TokenHash,
    sessions: u64,
    line: Option<Line>,
    connecting_since: Option<u64>,
    /// An older device that does not know it has lost the seat.
    old: Option<(TokenHash, Line)>,
    /// The session that is to have the seat.
    moving_to: Option<(TokenHash, u64)>,
    revision: Option<u64>,
    sent: Option<Sent>,
    last_id: u64,
    pub(super) acknowledged: Vec<u64>,
    /// Actions that were refused as not saved, and not sent again.
    pub(super) given_up: Vec<u64>,
}

/// The session number `number` of a seat.
fn session(seat: u8, number: u64) -> TokenHash {
    let mut bytes = [seat + 1; 32];
    bytes[1..9].copy_from_slice(&number.to_le_bytes());
    TokenHash(bytes)
}

/// Ids say whose they are.
pub(super) fn session_of_id(id: u64) -> TokenHash {
    session((id / 1_000_000_000) as u8, id / 1_000_000 % 1000)
}

/// A view without the ways of tickets: where several are equally good, which one is shown depends on what came before.
pub(super) fn without_ways(view: &GameView) -> GameView {
    let mut view = view.clone();
    view.own.iter_mut().flat_map(|own| &mut own.tickets).for_each(|ticket| ticket.joined = Default::default());
    view
}

pub(super) fn expected_view(view: &View<'_>) -> GameView {
    let mut progress = capolinea_engine::analysis::Progress::default();
    progress.refresh(view);
    GameView::new(view, &progress)
}

impl Person {
    pub(super) fn new(seat: u8) -> Person {
        Person {
            seat: Seat(seat),
            session: session(seat, 0),
            sessions: 0,
            line: None,
            connecting_since: None,
            old: None,
            moving_to: None,
            revision: None,
            sent: None,
            last_id: 0,
            acknowledged: Vec::new(),
            given_up: Vec::new(),
        }
    }

    pub(super) fn forget_server(&mut self, server: usize) {
        self.line.take_if(|line| line.server == server);
        self.old.take_if(|(_, line)| line.server == server);
    }

    fn new_id(&mut self) -> u64 {
        self.last_id += 1;
        u64::from(self.seat.0) * 1_000_000_000 + self.sessions * 1_000_000 + self.last_id
    }
}

impl World {
    pub(super) fn person_acts(&mut self, person: usize) {
        let pause = 20 + self.dice.roll(300);
        self.after(pause, Event::Person(person));
        let now = self.now;
        let (session, line) = (self.people[person].session, self.people[person].line);
        let Some(line) = line.filter(|line| self.is_connected(line.server, line.connection)) else {
            self.people[person].line = None;
            let is_waiting = self.people[person].connecting_since.is_some_and(|since| since + WAIT_LIMIT > now);
            if !is_waiting {
                self.people[person].connecting_since = Some(now);
                let server = self.dice.roll(3) as usize;
                self.connect(server, Peer { person, session });
            }
            return;
        };
        if self.dice.chance(3) {
            self.disconnect(line.server, line.connection);
            self.people[person].line = None;
            return;
        }
        if self.dice.chance(1) && self.now < 80_000 {
            return self.move_seat(person);
        }
        self.old_device_acts(person);
        self.play(person, line);
    }

    fn play(&mut self, person: usize, line: Line) {
        let now = self.now;
        if let Some(sent) = self.people[person].sent {
            if sent.at + WAIT_LIMIT < now {
                self.people[person].sent = Some(Sent { at: now, is_repeated: true, ..sent });
                self.send_play(person, line, sent);
            }
            return;
        }
        let Some(revision) = self.people[person].revision else { return };
        let Some(action) = self.choose(person, revision) else { return };
        let sent = Sent { id: self.people[person].new_id(), revision, action, at: now, is_repeated: false };
        self.people[person].sent = Some(sent);
        self.send_play(person, line, sent);
    }

    /// Any action that is legal as far as the person knows.
    fn choose(&mut self, person: usize, revision: u64) -> Option<Action> {
        let (seat, state) = (self.people[person].seat, *self.states.get(revision as usize)?);
        if !state.deciders().contains(seat) {
            return None;
        }
        let map = &capolinea_maps::find("berlin").unwrap().map;
        let view = state.view(map, Viewer::Seat(seat));
        let legal = view.legal_actions();
        legal.get(self.dice.roll(legal.len() as u64) as usize)
    }

    fn send_play(&mut self, person: usize, line: Line, sent: Sent) {
        let Sent { id, revision, action, .. } = sent;
        let message = ClientMessage::Play { id, seat: self.people[person].seat, revision, action };
        self.send(line.server, Input::Message { connection: line.connection, message: Box::new(message) });
    }

    /// A new device asks for the seat, at any server. The old one stays connected.
    fn move_seat(&mut self, person: usize) {
        if self.people[person].moving_to.is_some_and(|(_, since)| since + 20 * WAIT_LIMIT > self.now) {
            return;
        }
        let (seat, owner) = (self.people[person].seat, self.people[person].session);
        let new = session(seat.0, self.people[person].sessions + 1);
        self.people[person].moving_to = Some((new, self.now));
        let server = self.dice.roll(3) as usize;
        self.ask(server, Peer { person, session: new }, Ask::MoveSeat { seat, owner, session: new });
    }

    /// The seat is moved, or was already.
    pub(super) fn person_moved(&mut self, peer: Peer) {
        let person = &mut self.people[peer.person];
        if person.moving_to.is_none_or(|(session, _)| session != peer.session) || person.session == peer.session {
            return;
        }
        person.old = person.line.take().map(|line| (person.session, line));
        person.session = peer.session;
        person.sessions += 1;
        person.moving_to = None;
        person.connecting_since = None;
        // What the old device has sent may still be done; the new one knows nothing of it.
        person.sent = None;
        person.revision = None;
    }

    /// The old device plays on as if it had the seat.
    fn old_device_acts(&mut self, person: usize) {
        let Some((_, line)) = self.people[person].old else { return };
        if !self.dice.chance(20) {
            return;
        }
        let seat = self.people[person].seat;
        let revision = self.stored.status.revision;
        let Some(action) = self.choose(person, revision) else { return };
        let number = 500_000 + self.dice.roll(400_000);
        let id = u64::from(seat.0) * 1_000_000_000 + (self.people[person].sessions - 1) * 1_000_000 + number;
        let message = ClientMessage::Play { id, seat, revision, action };
        self.send(line.server, Input::Message { connection: line.connection, message: Box::new(message) });
    }

    pub(super) fn person_connected(&mut self, peer: Peer, server: usize, connection: ConnectionId) {
        let person = &mut self.people[peer.person];
        if person.session == peer.session && person.line.is_none() {
            person.line = Some(Line { server, connection });
            person.connecting_since = None;
        } else {
            // It was tried elsewhere meanwhile.
            self.disconnect(server, connection);
        }
    }

    /// A message reaches a device.
    pub(super) fn deliver(&mut self, peer: Peer, message: &ServerMessage) {
        self.check_screen(peer.session, message);
        if self.people[peer.person].session != peer.session {
            return;
        }
        let gives_up = self.dice.chance(50);
        let person = &mut self.people[peer.person];
        let sent = person.sent;
        match message {
            ServerMessage::Welcome { update: Some(update), .. } | ServerMessage::Update(update) => {
                person.revision = Some(update.revision);
                if let Cause::Action { id: Some(id), .. } = update.cause
                    && sent.is_some_and(|sent| sent.id == id)
                {
                    person.acknowledged.push(id);
                    person.sent = None;
                }
            }
            ServerMessage::Done { id } if sent.is_some_and(|sent| sent.id == *id) => {
                person.acknowledged.push(*id);
                person.sent = None;
            }
            ServerMessage::Refused { id, refusal } if sent.is_some_and(|sent| sent.id == *id) => {
                match refusal.code {
                    // It may be done: it is sent again with the same number.
                    RefusalCode::SaveUnknown => {}
                    RefusalCode::NotSaved if gives_up => {
                        let is_first = sent.is_some_and(|sent| !sent.is_repeated);
                        person.given_up.extend(is_first.then_some(*id));
                        person.sent = None;
                    }
                    RefusalCode::NotSaved => {}
                    _ => person.sent = None,
                }
            }
            _ => {}
        }
    }
}
