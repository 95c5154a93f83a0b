//! How a table changes: the change is written first, and it takes effect and is announced only when that has succeeded.

use crate::game::{Change, Game};
use crate::replies::Reply;
use crate::shuffle::Round;
use crate::stored::{ChatRow, Done, NewTable, Seating, StoredStep, TableStatus, Write};
use crate::table::{Table, Task};
use crate::votes::OpenVote;
use crate::{Counted, Effect, SaveError, TokenHash};
use capolinea_engine::Seat;
use capolinea_protocol::refusal::RefusalCode;
use capolinea_protocol::table::Status;

/// The state that the table waits in.
#[derive(Debug)]
pub(crate) enum Waiting {
    /// A change is being written.
    Save(Box<Pending>),
    /// A line of chat is being written.
    Chat(Box<ChatRow>, Reply),
    /// The game is read, for the first task.
    Game,
    /// Everything is read again, because another writer has changed the table first; with the client's action that lost the
    /// race.
    Refresh(Reply, Option<(Seat, u64)>),
    /// The chat is read again, because another writer has added a line.
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
    /// A spectator has a name for the chat.
    NameSpectator { session: TokenHash, name: String },
    /// A turn ends earlier, because the clock was set back.
    KeepToLimit,
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
                    // It may be stored after all: the stored data decide what comes next.
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

    /// Sends every viewer the current view, and asks the bots again.
    pub(crate) fn show_all(&mut self) {
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
        let is_hint = matches!(change.done(), Done::Hint { .. });
        let is_takeback = match change.done() {
            Done::Hint { .. } => false,
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
        // The game has moved on, so the vote would undo something else now.
        let was_open = if is_new_status { self.votes.close() } else { !is_hint && self.votes.close_takeback() };
        if is_takeback || has_new_seating || is_new_status || was_open {
            self.announce();
        }
        self.forget_old_hints();
        self.move_bots();
    }
}
