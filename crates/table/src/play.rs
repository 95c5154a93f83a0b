//! Actions and undo. A step is saved before anybody sees it.

use crate::game::{Change, Game};
use crate::limits::{MAX_STEPS, UNDO_TIME};
use crate::replies::Reply;
use crate::stored::{Done, Seating, StoredStep, TableStatus};
use crate::table::Table;
use crate::writing::{Parts, Then};
use crate::{ConnectionId, Counted, Effect, TokenHash};
use capolinea_engine::{Event, Map, Phase, Seat, SeatSet, State};
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::Status;

/// How a message was handled.
pub(crate) enum Outcome {
    /// It is done.
    Done,
    /// It is being written; the answer comes when that is done.
    Pending,
}

impl Table {
    pub(crate) fn message(&mut self, from: ConnectionId, message: ClientMessage) {
        let Some(session) = self.connections.find(from).map(|connection| connection.session) else { return };
        let reply = |id| Reply::Message { connection: from, id, is_told_by_update: false };
        let (id, result) = match message {
            ClientMessage::Play { id, seat, revision, action } => {
                let act = |game: &Game| match game.is_fresh(seat, revision) {
                    true => game.act(seat, action),
                    false => Err(stale(game.revision())),
                };
                (id, self.step((from, session), id, seat, act))
            }
            ClientMessage::Undo { id, seat, revision } => {
                let bots = self.seating.bots();
                let undo = |game: &Game| match game.knows_last_turn(seat, revision) {
                    true => game.undo(seat, bots),
                    false => Err(stale(game.revision())),
                };
                (id, self.step((from, session), id, seat, undo))
            }
            ClientMessage::Propose { id, seat, proposal } => (id, self.propose(session, seat, proposal, reply(id))),
            ClientMessage::Vote { id, seat, vote, agree } => (id, self.vote(session, seat, vote, agree, reply(id))),
            ClientMessage::Return { id, seat } => (id, self.take_seat_back(session, seat, reply(id))),
            ClientMessage::Hint { id, seat, revision, wish } => {
                (id, self.hint((from, session), id, (seat, revision), wish))
            }
            ClientMessage::Chat { id, text } => (id, self.say(from, id, &text, reply(id))),
            ClientMessage::Seal { round, seal } => return self.seal_part(session, round, &seal),
            ClientMessage::Show { round, part } => return self.show_part(session, round, &part),
            ClientMessage::Look { seat } => {
                if let Err(refusal) = self.look(from, seat) {
                    self.refuse(from, 0, refusal);
                }
                return;
            }
            ClientMessage::History { from: first } => return self.send_history(from, first),
            ClientMessage::Explain { request, targets } => return self.explain(from, request, &targets),
            ClientMessage::Together { act } => return self.together(from, act),
            ClientMessage::Plan { request, goals } => return self.plan(from, request, goals),
            ClientMessage::Ping { at } => {
                return self.send_to(from, ServerMessage::Pong { at, now: self.now.unix_ms });
            }
        };
        match result {
            Ok(Outcome::Pending) => {}
            Ok(Outcome::Done) => self.send_to(from, ServerMessage::Done { id }),
            Err(refusal) => self.refuse(from, id, refusal),
        }
    }

    pub(crate) fn refuse(&mut self, to: ConnectionId, id: u64, refusal: Refusal) {
        self.emit(Effect::Count(Counted::Refused(refusal.code)));
        self.send_to(to, ServerMessage::Refused { id, refusal });
    }

    /// Makes the step that a message asks for; only once, however often the message is sent.
    fn step(
        &mut self,
        (from, session): (ConnectionId, Option<TokenHash>),
        id: u64,
        seat: Seat,
        make: impl FnOnce(&Game) -> Result<Change, Refusal>,
    ) -> Result<Outcome, Refusal> {
        if self.is_done_before(session, id, seat)? {
            return Ok(Outcome::Done);
        }
        let change = make(self.need_game()?)?;
        // A person who acts takes the seat back from the bot that stands in.
        let returns = matches!(change.done(), Done::Action { .. }) && self.seating.has_stand_in(seat);
        let returned = returns.then(|| self.without_stand_ins(SeatSet(1 << seat.0)));
        self.save_step(change, Some(id), returned, Reply::Message { connection: from, id, is_told_by_update: true })?;
        Ok(Outcome::Pending)
    }

    /// Whether a message that changes the game has been executed before; if not, checks that it is possible now.
    pub(crate) fn is_done_before(&self, session: Option<TokenHash>, id: u64, seat: Seat) -> Result<bool, Refusal> {
        self.check_seat(session, seat)?;
        // The last action of a game may be sent again after its end.
        if self.game.as_ref().is_some_and(|game| game.is_done(seat, id)) {
            return Ok(true);
        }
        self.check_playing().map(|()| false)
    }

    /// Has a step written, together with the stand-ins if they change too.
    pub(crate) fn save_step(
        &mut self,
        change: Change,
        id: Option<u64>,
        changed: Option<(Seating, TableStatus)>,
        reply: Reply,
    ) -> Result<(), Refusal> {
        let now = self.now.unix_ms;
        let game = self.need_game()?;
        let revision = game.revision() + 1;
        let (seating, base) = changed.map_or((None, self.status), |(seating, status)| (Some(seating), status));
        let deadline = self.deadline_after(&base, game.phase(), &change);
        let sitting = seating.as_ref().unwrap_or(&self.seating);
        let status = status_after(sitting, game.map(), change.state(), revision, deadline, now);
        let step = StoredStep { revision, at: now, id, done: change.done(), events: change.events_json() };
        let parts = Parts { seating, step: Some(step), ..Parts::default() };
        self.write(parts, status, Then::Step { change: Box::new(change), id }, reply);
        Ok(())
    }

    /// A turn has one limit for all its decisions; simultaneous choices share one.
    fn deadline_after(&self, base: &TableStatus, before: Phase, change: &Change) -> Option<u64> {
        let now = self.now.unix_ms;
        let limit = u64::from(self.seating.settings.turn_limit?) * 1000;
        match change.done() {
            Done::Undo { back_to, .. } | Done::Takeback { back_to, .. } => {
                // Nobody gains time by undoing a turn.
                let earlier = self.deadlines.get(&back_to).copied().or(base.deadline)?;
                Some(earlier.max(now + (UNDO_TIME.as_millis() as u64).min(limit)))
            }
            Done::Hint { .. } => base.deadline,
            Done::Action { .. } => {
                let after = change.state().public().phase;
                let is_new_turn = change.events.iter().any(|event| matches!(event, Event::TurnBegan { .. }));
                let is_new_stage = std::mem::discriminant(&before) != std::mem::discriminant(&after)
                    && before.deciders() != after.deciders();
                let goes_on = !is_new_turn && !is_new_stage;
                if goes_on && base.deadline.is_some() { base.deadline } else { Some(now + limit) }
            }
        }
    }
}

/// The status of a table once its game is in `state`.
pub(crate) fn status_after(
    seating: &Seating,
    map: &Map,
    state: &State,
    revision: u64,
    deadline: Option<u64>,
    now: u64,
) -> TableStatus {
    let status = match state.is_over() {
        true => Status::Finished,
        false if revision >= MAX_STEPS => Status::Abandoned,
        false => Status::Playing,
    };
    let waiting = state.deciders();
    let has_bot = seating.has_people() && waiting.into_iter().any(|seat| seating.is_bot(seat));
    let wakes_at = if has_bot { Some(now) } else { deadline };
    let is_on = status == Status::Playing;
    TableStatus {
        revision,
        status,
        waiting,
        winners: state.final_scores(map).map_or(SeatSet::EMPTY, |scores| scores.winners),
        deadline: deadline.filter(|_| is_on),
        wakes_at: wakes_at.filter(|_| is_on),
        updated: now,
    }
}

pub(crate) fn stale(revision: u64) -> Refusal {
    Refusal::new(RefusalCode::Stale, format!("the game has moved on to revision {revision}; look again"))
}
