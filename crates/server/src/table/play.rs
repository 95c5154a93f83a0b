//! What people do at a table over their sockets: actions, undo, chat, questions. An action is saved before anybody sees it.

use super::game::{Change, MAX_STEPS};
use super::*;
use crate::metrics::count;
use crate::store::{Done, StoredStep};
use crate::work::Payer;
use capolinea_engine::action::Action;
use capolinea_engine::event::Event;
use capolinea_engine::ids::SeatSet;
use capolinea_engine::map::Map;
use capolinea_engine::phase::Phase;
use capolinea_engine::state::State;
use capolinea_engine::view::Viewer as Eyes;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::explain::{Explanation, Target};
use capolinea_protocol::server::ServerMessage;

/// The most revisions told at once.
const HISTORY_LENGTH: usize = 500;
/// The most targets explained at once.
const MOST_TARGETS: usize = 256;
/// A player who undoes an action has at least this long for another, in milliseconds.
const UNDO_TIME: u64 = 10_000;

impl Table {
    pub(super) async fn message(&mut self, from: ViewerId, message: ClientMessage, arrived: Instant) {
        let Some(session) = self.viewer(from).map(|viewer| viewer.session) else { return };
        let (id, result) = match message {
            ClientMessage::Play { id, seat, revision, action } => {
                let played = self.play(session, id, seat, revision, action).await;
                if played.is_ok() {
                    self.tables.metrics.took(arrived.elapsed());
                }
                (id, played)
            }
            ClientMessage::Undo { id, seat, revision } => (id, self.undo(session, id, seat, revision).await),
            ClientMessage::Propose { id, seat, proposal } => (id, self.propose(session, seat, proposal).await),
            ClientMessage::Vote { id, seat, vote, agree } => (id, self.vote(session, seat, vote, agree).await),
            ClientMessage::Return { id, seat } => (id, self.take_seat_back(session, seat).await),
            ClientMessage::Chat { id, text } => (id, self.say(session, id, &text).await),
            ClientMessage::Seal { round, seal } => return self.seal_part(session, round, &seal).await,
            ClientMessage::Show { round, part } => return self.show_part(session, round, &part).await,
            ClientMessage::Look { seat } => {
                if let Err(refusal) = self.look(from, seat).await {
                    self.refuse(from, 0, refusal);
                }
                return;
            }
            ClientMessage::History { from: first } => return self.tell_history(from, first).await,
            ClientMessage::Explain { request, targets } => return self.explain(from, request, &targets).await,
            ClientMessage::Ping { at } => {
                return self.send_to(from, &ServerMessage::Pong { at, now: clock::now() });
            }
        };
        match result {
            Ok(Outcome::Updated) => {}
            Ok(Outcome::Done) => self.send_to(from, &ServerMessage::Done { id }),
            Err(refusal) => self.refuse(from, id, refusal),
        }
    }

    fn refuse(&mut self, to: ViewerId, id: u64, refusal: Refusal) {
        self.tables.metrics.refused(refusal.code);
        self.send_to(to, &ServerMessage::Refused { id, refusal });
    }

    async fn play(
        &mut self,
        session: Option<TokenHash>,
        id: u64,
        seat: Seat,
        revision: u64,
        action: Action,
    ) -> Result<Outcome, Refusal> {
        let Some(game) = self.game_for(session, id, seat).await? else { return Ok(Outcome::Done) };
        if !game.is_fresh(seat, revision) {
            return Err(stale(game.revision()));
        }
        let change = game.act(seat, action)?;
        if self.seat(seat).is_some_and(|seat| seat.stand_in.is_some()) {
            self.take_seat_back(session, seat).await?;
        }
        self.save_step(change, Some(id)).await?;
        Ok(Outcome::Updated)
    }

    async fn undo(
        &mut self,
        session: Option<TokenHash>,
        id: u64,
        seat: Seat,
        revision: u64,
    ) -> Result<Outcome, Refusal> {
        let Some(game) = self.game_for(session, id, seat).await? else { return Ok(Outcome::Done) };
        if game.revision() != revision {
            return Err(stale(game.revision()));
        }
        let change = game.undo(seat)?;
        self.save_step(change, Some(id)).await?;
        Ok(Outcome::Updated)
    }

    /// The game for a message that would change it; none if the message was carried out before.
    async fn game_for(
        &mut self,
        session: Option<TokenHash>,
        id: u64,
        seat: Seat,
    ) -> Result<Option<&mut Game>, Refusal> {
        self.check_seat(session, seat)?;
        // The last action of a game may be sent again after its end.
        if self.sheet.seed.is_some() && self.need_game().await?.is_done(seat, id) {
            return Ok(None);
        }
        self.check_playing()?;
        self.need_game().await.map(Some)
    }

    pub(super) fn check_playing(&self) -> Result<(), Refusal> {
        let words = match self.head.status {
            Status::Playing => return Ok(()),
            Status::Waiting => "the game has not begun",
            Status::Finished => "the game is over",
            Status::Abandoned => "the game was given up",
        };
        Err(Refusal::new(RefusalCode::WrongStatus, words))
    }

    /// Stores a change, makes it happen, and tells everybody: in this order.
    pub(super) async fn save_step(&mut self, change: Change, id: Option<u64>) -> Result<(), Refusal> {
        let now = clock::now();
        let Some(game) = &self.game else {
            return Err(Refusal::new(RefusalCode::Internal, "the game is not in memory"));
        };
        let revision = game.revision() + 1;
        let deadline = self.deadline_after(game.phase(), &change, now);
        let head = self.head_after(game.map(), change.state(), revision, deadline, now);
        let step = StoredStep { revision, at: now, id, done: change.done(), events: change.events_json() };
        if let Err(error) = self.tables.store.append(self.id, step, head).await {
            return Err(self.not_stored(error).await);
        }
        self.deadline_before = self.head.deadline;
        let (was, metrics) = (self.head.status, &self.tables.metrics);
        self.head = head;
        match change.done() {
            Done::Action { .. } => count(&metrics.actions),
            Done::Undo { .. } | Done::Takeback { .. } => count(&metrics.undone),
        }
        if head.status == Status::Finished {
            count(&metrics.finished);
        }
        let events = change.events.clone();
        if let Some(game) = &mut self.game {
            game.commit(change, now, id);
        }
        self.send_updates(&events);
        self.drop_takeback();
        if head.status != was {
            self.vote = None;
            self.tell_table();
        }
        self.move_bots();
        Ok(())
    }

    /// How far the table is once the game is in `state`.
    pub(super) fn head_after(&self, map: &Map, state: &State, revision: u64, deadline: Option<u64>, now: u64) -> Head {
        let status = match state.is_over() {
            true => Status::Finished,
            false if revision >= MAX_STEPS => Status::Abandoned,
            false => Status::Playing,
        };
        let waiting = state.deciders();
        let has_bot = self.sheet.has_people() && waiting.into_iter().any(|seat| self.is_bot(seat));
        let wakes_at = if has_bot { Some(now) } else { deadline };
        let is_on = status == Status::Playing;
        Head {
            revision,
            status,
            waiting,
            winners: state.final_scores(map).map_or(SeatSet::EMPTY, |scores| scores.winners),
            deadline: deadline.filter(|_| is_on),
            wakes_at: wakes_at.filter(|_| is_on),
            updated: now,
        }
    }

    /// A turn has one limit for all its decisions; choices made by all at once have one together.
    fn deadline_after(&self, before: Phase, change: &Change, now: u64) -> Option<u64> {
        let limit = u64::from(self.sheet.settings.turn_limit?) * 1000;
        match change.done() {
            Done::Undo { .. } | Done::Takeback { .. } => {
                // Taking back must not win time.
                let earlier = self.deadline_before.or(self.head.deadline)?;
                Some(earlier.max(now + UNDO_TIME.min(limit)))
            }
            Done::Action { .. } => {
                let after = change.state().public().phase;
                let is_new_turn = change.events.iter().any(|event| matches!(event, Event::TurnBegan { .. }));
                let is_new_stage = std::mem::discriminant(&before) != std::mem::discriminant(&after)
                    && before.deciders() != after.deciders();
                let goes_on = !is_new_turn && !is_new_stage;
                if goes_on && self.head.deadline.is_some() { self.head.deadline } else { Some(now + limit) }
            }
        }
    }

    async fn tell_history(&mut self, to: ViewerId, from: u64) {
        let eyes = self.eyes_of(to);
        let told = self.need_game().await.map(|game| {
            let first = from.max(1);
            ServerMessage::History {
                from: first,
                steps: game.history(eyes, first, HISTORY_LENGTH),
                revision: game.revision(),
            }
        });
        match told {
            Ok(message) => {
                if let (ServerMessage::History { steps, .. }, Some(payer)) = (&message, self.payer(to)) {
                    self.tables.work.charge(payer, steps.len(), &self.tables.metrics);
                }
                self.send_to(to, &message);
            }
            Err(refusal) => self.refuse(to, 0, refusal),
        }
    }

    /// Who pays for what a socket asks for.
    fn payer(&self, id: ViewerId) -> Option<Payer> {
        self.viewer(id).map(|viewer| Payer { address: viewer.address, session: viewer.session })
    }

    async fn explain(&mut self, to: ViewerId, request: u64, targets: &[Target]) {
        let eyes = self.eyes_of(to);
        if targets.len() > MOST_TARGETS {
            let words = format!("at most {MOST_TARGETS} targets at once");
            return self.refuse(to, request, Refusal::new(RefusalCode::BadRequest, words));
        }
        let told = self.need_game().await.map(|game| {
            let view = game.state().view(game.map(), eyes);
            let answer = |&target: &Target| Explanation::new(&view, target);
            ServerMessage::Explained {
                request,
                revision: game.revision(),
                answers: targets.iter().map(answer).collect(),
            }
        });
        match told {
            Ok(message) => self.send_to(to, &message),
            Err(refusal) => self.refuse(to, request, refusal),
        }
    }

    fn eyes_of(&self, viewer: ViewerId) -> Eyes {
        self.viewer(viewer).and_then(|viewer| viewer.eyes).map_or(Eyes::Spectator, Eyes::Seat)
    }
}

/// How something that was done is told to who asked for it.
pub(super) enum Outcome {
    /// By the update that everybody gets.
    Updated,
    /// By itself.
    Done,
}

fn stale(revision: u64) -> Refusal {
    Refusal::new(RefusalCode::Stale, format!("the game has moved on to revision {revision}; look again"))
}
