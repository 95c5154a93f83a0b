//! Where the outcome of a change is reported.

use crate::stored::TableStatus;
use crate::table::Table;
use crate::{Answer, ConnectionId, Counted, Effect, RequestId, TokenHash};
use capolinea_engine::Seat;
use capolinea_protocol::hint::HintWish;
use capolinea_protocol::http::Seated;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;

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
    /// To the client that asked for help, which gets it now.
    Hint { connection: ConnectionId, id: u64, seat: Seat, wish: HintWish },
    /// To a bot: if its action can't be saved it is asked again later.
    Bot,
    /// To the alarm of the turn limit, which rings again if it fails.
    Deadline,
    /// To nobody: the clock was set back.
    KeepToLimit(TableStatus),
    /// To nobody: another server has changed the table, and it is read again.
    CatchUp,
    /// To nobody. A failure is logged with these words.
    Nobody(&'static str),
}

impl Table {
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
            Reply::Hint { connection, id, seat, wish } => self.give_hint(connection, id, seat, wish),
            Reply::Bot | Reply::Deadline | Reply::KeepToLimit(_) | Reply::CatchUp | Reply::Nobody(_) => {}
        }
    }

    /// Reports that something was not done.
    pub(crate) fn fail(&mut self, reply: Reply, refusal: Refusal) {
        match reply {
            Reply::Message { connection, id, .. } | Reply::Hint { connection, id, .. } => {
                self.refuse(connection, id, refusal);
            }
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
            // A conflict is expected here: it is the reason for the read.
            Reply::CatchUp if refusal.code == RefusalCode::Stale => {}
            Reply::CatchUp => self.warn("another server's change could not be read yet", refusal.words),
            Reply::Nobody(message) => self.warn(message, refusal.words),
        }
    }

    fn seated(&self, session: TokenHash, table: String) -> Seated {
        Seated { table, seats: self.seating.seats_of(session).iter().collect() }
    }
}
