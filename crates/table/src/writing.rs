//! How a table changes: the change is written first, and only when that has succeeded does it take effect and is announced.

use crate::game::{Change, Game};
use crate::shuffle::Round;
use crate::stored::{ChatRow, Done, NewTable, Seating, StoredStep, TableStatus, Write};
use crate::table::{Table, Task};
use crate::votes::OpenVote;
use crate::{Answer, ConnectionId, Counted, Effect, Loaded, RequestId, SaveError, TokenHash};
use capolinea_engine::Seat;
use capolinea_protocol::http::Seated;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::Status;

/// So far may the clocks of two servers be apart, in milliseconds: both follow the store's clock.
const CLOCK_TOLERANCE: u64 = 5_000;

/// The state that the table waits in.
#[derive(Debug)]
pub(crate) enum Waiting {
    /// A change is being written.
    Save(Box<Pending>),
    /// A line of chat is being written.
    Chat(Box<ChatRow>, Reply),
    /// The game is read, for the first task.
    Game,
    /// Everything is read again, for another writer has changed the table; with the client's action that it was changed
    /// instead of.
    Refresh(Reply, Option<(Seat, u64)>),
    /// The chat is read again, for another writer has added a line.
    RefreshChat(Reply),
}

/// A change that is being written.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The client's action in it: its seat and number.
    action: Option<(Seat, u64)>,
    seating: Option<Seating>,
    status: TableStatus,
    then: Then,
    reply: Reply,
}

/// The effects of a change once it is written.
#[derive(Debug)]
pub(crate) enum Then {
    /// A step of the game.
    Step { change: Box<Change>, id: Option<u64> },
    /// The seats before the game have changed.
    ChangeSeats,
    /// The game begins.
    Deal(Box<Game>),
    /// The players' devices begin to shuffle.
    Shuffle(Round),
    /// Bots stand in for other people than before.
    ChangeStandIns,
    /// A vote is opened.
    OpenVote(OpenVote),
    /// A vote has ended without agreement; the session that had asked.
    RejectVote { by: Option<TokenHash> },
    /// A rematch was made.
    Rematch,
    /// The finished game is part of a challenge now.
    JoinChallenge,
    /// A seat has another owner.
    MoveSeat,
    /// A spectator has a name to chat by.
    NameSpectator { session: TokenHash, name: String },
    /// A turn ends earlier, for the clock was set back.
    KeepToLimit,
}

/// Where the outcome of a change is reported.
#[derive(Debug)]
pub(crate) enum Reply {
    /// To the client that sent a message.
    Message {
        connection: ConnectionId,
        id: u64,
        /// Whether the update that everybody gets says that it is done.
        is_told_by_update: bool,
    },
    /// To a request for a seat.
    Seated { request: RequestId, session: TokenHash },
    /// To a request for a rematch.
    Rematch { request: RequestId, session: TokenHash },
    /// To a request that shows the table.
    View { request: RequestId },
    /// To a bot: if its action can't be saved it is asked again later.
    Bot,
    /// To the alarm of the turn limit, which rings again if it fails.
    Deadline,
    /// To the clock that was set back.
    KeepToLimit(TableStatus),
    /// To nobody: another server has changed the table, and it is read again.
    CatchUp,
    /// To nobody. A failure is logged with these words.
    Nobody(&'static str),
}

/// The other parts of the write, besides the status.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) seating: Option<Seating>,
    pub(crate) step: Option<StoredStep>,
    pub(crate) session: Option<TokenHash>,
    pub(crate) rematch: Option<NewTable>,
}

impl Parts {
    pub(crate) fn seating(seating: Seating) -> Parts {
        Parts { seating: Some(seating), ..Parts::default() }
    }
}

impl Table {
    /// Has a change written. It takes effect when that has succeeded.
    pub(crate) fn write(&mut self, parts: Parts, status: TableStatus, then: Then, reply: Reply) {
        let Parts { seating, step, session, rematch } = parts;
        let (version, revision) = (self.version, self.status.revision);
        let action = step.as_ref().and_then(|step| Some((step.done.seat(), step.id?)));
        self.waiting = Some(Waiting::Save(Box::new(Pending { action, seating: seating.clone(), status, then, reply })));
        let write = Write { version, revision, seating, step, status, session, rematch };
        self.emit(Effect::Save(Box::new(write)));
    }

    /// Has a line of chat written.
    pub(crate) fn write_chat(&mut self, row: ChatRow, reply: Reply) {
        self.emit(Effect::SaveChat(Box::new(row.clone())));
        self.waiting = Some(Waiting::Chat(Box::new(row), reply));
    }

    pub(crate) fn saved(&mut self, result: Result<(), SaveError>) {
        match (self.waiting.take(), result) {
            (Some(Waiting::Save(pending)), Ok(())) => self.take_effect(*pending),
            (Some(Waiting::Chat(row, reply)), Ok(())) => {
                self.add_chat(*row);
                self.succeed(reply);
            }
            (Some(Waiting::Save(pending)), Err(SaveError::Conflict)) => {
                self.waiting = Some(Waiting::Refresh(pending.reply, pending.action));
                self.emit(Effect::Load);
            }
            (Some(Waiting::Chat(_, reply)), Err(SaveError::Conflict)) => {
                self.waiting = Some(Waiting::RefreshChat(reply));
                self.emit(Effect::LoadChat);
            }
            (Some(Waiting::Save(pending)), Err(SaveError::Failed(refusal))) => {
                if refusal.code == RefusalCode::SaveUnknown {
                    // It may be stored after all: whatever comes next is decided by what is there.
                    self.game = None;
                }
                self.fail(pending.reply, refusal);
            }
            (Some(Waiting::Chat(_, reply)), Err(SaveError::Failed(refusal))) => self.fail(reply, refusal),
            (other, _) => {
                self.waiting = other;
                self.log_error("the shell reported a write that the table had not asked for", String::new());
            }
        }
    }

    pub(crate) fn loaded(&mut self, result: Result<Box<Loaded>, Refusal>) {
        if result.is_err() {
            self.put_off_alarms();
        }
        match (self.waiting.take(), result) {
            (Some(Waiting::Game), Ok(loaded)) => {
                let is_known = (self.version, self.status.revision) == (loaded.version, loaded.status.revision);
                self.install(*loaded);
                if !is_known {
                    // Another server has changed it meanwhile, perhaps who has which seat.
                    self.votes.take_up(&self.seating, &self.status);
                    self.show_all();
                }
            }
            (Some(Waiting::Game), Err(refusal)) => self.give_up_first_task(refusal),
            (Some(Waiting::Refresh(reply, action)), Ok(loaded)) => {
                self.install(*loaded);
                self.votes.take_up(&self.seating, &self.status);
                self.round = None;
                self.free_taken_names();
                self.show_all();
                // The same action may have come by another server.
                let is_done = |(seat, id)| self.game.as_ref().is_some_and(|game| game.is_done(seat, id));
                if let Reply::Message { connection, id, .. } = reply
                    && action.is_some_and(is_done)
                {
                    self.send_to(connection, ServerMessage::Done { id });
                } else {
                    self.fail(reply, moved_on());
                }
            }
            (Some(Waiting::Refresh(reply, _)), Err(refusal)) => {
                // What is known may be wrong: nothing is shown or done with it until it was read again.
                self.game = None;
                self.fail(reply, refusal);
            }
            (other, _) => {
                self.waiting = other;
                self.log_error("the shell read a table that had not asked for it", String::new());
            }
        }
    }

    pub(crate) fn chat_loaded(&mut self, result: Result<Vec<ChatRow>, Refusal>) {
        match (self.waiting.take(), result) {
            (Some(Waiting::RefreshChat(reply)), Ok(rows)) => {
                for line in self.chat.replace(rows) {
                    self.send_all(ServerMessage::Chat { line });
                }
                self.fail(reply, moved_on());
            }
            (Some(Waiting::RefreshChat(reply)), Err(refusal)) => self.fail(reply, refusal),
            (other, _) => {
                self.waiting = other;
                self.log_error("the shell read a chat that the table had not asked for", String::new());
            }
        }
    }

    fn install(&mut self, loaded: Loaded) {
        let Loaded { created, version, seating, status, game } = loaded;
        (self.created, self.version, self.seating, self.status) = (created, version, seating, status);
        self.game = game;
    }

    /// Reads what another server has changed.
    pub(crate) fn catch_up(&mut self, version: u64, revision: u64, chat: u64) {
        let (known_version, known_revision, known_chat) = self.known();
        if version > known_version || revision > known_revision {
            self.waiting = Some(Waiting::Refresh(Reply::CatchUp, None));
            self.emit(Effect::Load);
        } else if chat > known_chat {
            self.waiting = Some(Waiting::RefreshChat(Reply::CatchUp));
            self.emit(Effect::LoadChat);
        }
    }

    /// Sends every viewer the current view, and asks the bots again.
    fn show_all(&mut self) {
        self.check_views();
        self.announce();
        self.send_updates(&[]);
        self.move_bots();
    }

    fn take_effect(&mut self, pending: Pending) {
        let Pending { seating, status, then, reply, .. } = pending;
        let has_new_seating = seating.is_some();
        let mut has_new_holders = false;
        if let Some(seating) = seating {
            self.version += 1;
            has_new_holders = !seating.has_same_holders(&self.seating);
            self.seating = seating;
        }
        let old_status = std::mem::replace(&mut self.status, status);
        match then {
            Then::Step { change, id } => self.step_done(*change, id, old_status, has_new_seating),
            Then::ChangeSeats => {
                // The shuffle was among other people: those who are here now shuffle again.
                if has_new_holders && self.round.take().is_some() {
                    self.do_next(Task::StartIfReady);
                }
                self.check_views();
                self.free_taken_names();
                self.announce();
            }
            Then::Deal(game) => {
                self.game = Some(game);
                self.show_all();
            }
            Then::Shuffle(round) => self.begin_round(round),
            Then::ChangeStandIns => {
                self.votes.close_replaced(&self.seating);
                self.announce();
                self.send_updates(&[]);
                self.move_bots();
            }
            Then::OpenVote(vote) => {
                self.votes.open(vote);
                self.announce();
            }
            Then::RejectVote { by } => {
                self.votes.close();
                self.votes.reject(by, self.now);
                self.announce();
            }
            Then::Rematch | Then::JoinChallenge => self.announce(),
            Then::MoveSeat => {
                self.check_views();
                self.announce();
                // A person who looked as this seat sees only the public part from now on.
                self.send_updates(&[]);
            }
            Then::NameSpectator { session, name } => {
                self.chat.name(session, name);
                self.announce_soon();
            }
            Then::KeepToLimit => self.send_updates(&[]),
        }
        self.succeed(reply);
    }

    /// A step is saved: it takes effect, and all clients get an update.
    fn step_done(&mut self, change: Change, id: Option<u64>, before: TableStatus, has_new_seating: bool) {
        if let Some(deadline) = before.deadline {
            self.deadlines.insert(before.revision, deadline);
        }
        let is_takeback = match change.done() {
            Done::Action { .. } => {
                self.emit(Effect::Count(Counted::Action));
                false
            }
            Done::Undo { .. } => {
                self.emit(Effect::Count(Counted::Undone));
                false
            }
            Done::Takeback { .. } => {
                self.emit(Effect::Count(Counted::Undone));
                true
            }
        };
        if self.status.status == Status::Finished {
            self.emit(Effect::Count(Counted::Finished));
        }
        let events = change.events.clone();
        if let Some(game) = &mut self.game {
            game.commit(change, self.now.unix_ms, id);
        }
        self.send_updates(&events);
        let is_new_status = self.status.status != before.status;
        // The game has moved on: what was to be taken back is another thing now.
        let was_open = if is_new_status { self.votes.close() } else { self.votes.close_takeback() };
        if is_takeback || has_new_seating || is_new_status || was_open {
            self.announce();
        }
        self.move_bots();
    }

    /// Reports that something was done.
    pub(crate) fn succeed(&mut self, reply: Reply) {
        match reply {
            Reply::Message { is_told_by_update: true, .. } => self.emit(Effect::Count(Counted::Played)),
            Reply::Message { connection, id, is_told_by_update: false } => {
                self.send_to(connection, ServerMessage::Done { id });
            }
            Reply::Seated { request, session } => {
                let seated = self.seated(session, self.id.to_string());
                self.answer(request, Ok(Answer::Seated(seated)));
            }
            Reply::Rematch { request, session } => {
                let seated = self.seated(session, self.seating.rematch.clone().unwrap_or_default());
                self.answer(request, Ok(Answer::Seated(seated)));
            }
            Reply::View { request } => {
                let view = self.view_answer();
                self.answer(request, Ok(view));
            }
            Reply::Bot | Reply::Deadline | Reply::KeepToLimit(_) | Reply::CatchUp | Reply::Nobody(_) => {}
        }
    }

    /// Reports that something was not done.
    pub(crate) fn fail(&mut self, reply: Reply, refusal: Refusal) {
        match reply {
            Reply::Message { connection, id, .. } => self.refuse(connection, id, refusal),
            Reply::Seated { request, .. } | Reply::Rematch { request, .. } | Reply::View { request } => {
                self.answer(request, Err(refusal));
            }
            // Another server was faster. Bots were asked again when the table was read.
            Reply::Bot if refusal.code == RefusalCode::Stale => {}
            // The problem may reveal the bot's cards: its kind is enough.
            Reply::Bot => {
                self.log_error("a bot's action was not saved", format!("{:?}", refusal.code));
                self.retry_bots();
            }
            Reply::Deadline => {
                self.warn("no bot could stand in; trying again", refusal.words);
                // Without a new time the table would try again at once, without end.
                self.status.deadline = Some(self.now.unix_ms + 1000);
            }
            Reply::KeepToLimit(status) => {
                self.warn("a turn's new end could not be saved", refusal.words);
                self.status = status;
                self.send_updates(&[]);
            }
            // That the table has moved on is why it was read.
            Reply::CatchUp if refusal.code == RefusalCode::Stale => {}
            Reply::CatchUp => self.warn("another server's change could not be read yet", refusal.words),
            Reply::Nobody(message) => self.warn(message, refusal.words),
        }
    }

    fn seated(&self, session: TokenHash, table: String) -> Seated {
        Seated { table, seats: self.seating.seats_of(session).iter().collect() }
    }

    /// A clock that was set back gives nobody more time than was agreed. Whether anything was done.
    pub(crate) fn keep_to_limit(&mut self) -> bool {
        let (Some(deadline), Some(limit)) = (self.status.deadline, self.seating.settings.turn_limit) else {
            return false;
        };
        let latest = self.now.unix_ms + u64::from(limit) * 1000;
        // Servers that share a store agree about the time, but not to the millisecond.
        if deadline <= latest + CLOCK_TOLERANCE {
            return false;
        }
        let wakes_at = self.status.wakes_at.map(|at| at.min(latest));
        let status = TableStatus { deadline: Some(latest), wakes_at, ..self.status };
        // Saved, or a table that sleeps meanwhile would start counting again whenever it wakes.
        self.write(Parts::default(), status, Then::KeepToLimit, Reply::KeepToLimit(status));
        true
    }
}

fn moved_on() -> Refusal {
    Refusal::new(RefusalCode::Stale, "the table has moved on; look again")
}
