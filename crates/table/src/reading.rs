//! How a table is read from the store: its game when that is needed, and everything when another server has changed it.

use crate::replies::Reply;
use crate::stored::ChatRow;
use crate::table::Table;
use crate::writing::Waiting;
use crate::{Effect, Loaded};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;

impl Table {
    pub(crate) fn loaded(&mut self, result: Result<Box<Loaded>, Refusal>) {
        if result.is_err() {
            self.put_off_alarms();
        }
        match (self.waiting.take(), result) {
            (Some(Waiting::Game), Ok(loaded)) => {
                let is_known = (self.version, self.status.revision) == (loaded.version, loaded.status.revision);
                self.install(*loaded);
                if !is_known {
                    // Another server has changed it meanwhile, perhaps the owners of seats too.
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
                // The data in memory may be wrong: they are not used until they were read again.
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
}

fn moved_on() -> Refusal {
    Refusal::new(RefusalCode::Stale, "the table has moved on; look again")
}
