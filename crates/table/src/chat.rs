//! Chat: who may write, how often, and that no line is said twice.

use crate::play::Outcome;
use crate::rate::{Bucket, Buckets, Rate};
use crate::stored::{ChatRow, Said};
use crate::table::Table;
use crate::text;
use crate::writing::Reply;
use crate::{Now, TokenHash};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::ChatLine;
use std::collections::VecDeque;

/// How many lines a new connection is sent. A line that is sent again is recognised among these.
pub const CHAT_SHOWN: u32 = 100;
/// How many lines may be written at once, as a part of those allowed in a minute.
const AT_ONCE: f64 = 1.0 / 3.0;
/// How much more a whole table may write than one person.
const TABLE_SHARE: f64 = 4.0;

/// The last lines, and how many more may be written now.
#[derive(Debug)]
pub(crate) struct Chat {
    rows: VecDeque<ChatRow>,
    by_session: Buckets<TokenHash>,
    in_all: Option<Bucket>,
}

impl Chat {
    pub(crate) fn new(rows: Vec<ChatRow>) -> Chat {
        Chat { rows: rows.into(), by_session: Buckets::default(), in_all: None }
    }

    pub(crate) fn replace(&mut self, rows: Vec<ChatRow>) {
        self.rows = rows.into();
    }

    pub(crate) fn lines(&self) -> Vec<ChatLine> {
        self.rows.iter().map(|row| row.line.clone()).collect()
    }

    fn may_write(&mut self, by: TokenHash, per_minute: u32, now: Now) -> bool {
        let rate = |share: f64| {
            let per_minute = f64::from(per_minute) * share;
            Rate { size: (per_minute * AT_ONCE).max(1.0), per_second: per_minute / 60.0 }
        };
        let (one, all) = (rate(1.0), rate(TABLE_SHARE));
        self.by_session.take(by, one, now.uptime)
            && self.in_all.get_or_insert_with(|| Bucket::full(all, now.uptime)).take(all, now.uptime)
    }
}

impl Table {
    /// Players may chat, and spectators if the table's settings say so; but only people who have a session.
    pub(crate) fn may_chat(&self, session: Option<TokenHash>) -> bool {
        session.is_some() && (self.seating.settings.spectator_chat || !self.seats_of(session).is_empty())
    }

    pub(crate) fn say(
        &mut self,
        session: Option<TokenHash>,
        id: u64,
        words: &str,
        reply: Reply,
    ) -> Result<Outcome, Refusal> {
        let Some(by) = session.filter(|_| self.may_chat(session)) else {
            let words = "chat is for those who have a seat; who watches may chat where that was agreed, after a game of \
                         their own";
            return Err(Refusal::new(RefusalCode::NotAllowed, words));
        };
        // A line sent again after a lost connection is not said twice.
        let said = Some(Said { by, id });
        if self.chat.rows.iter().any(|row| row.said == said) {
            return Ok(Outcome::Done);
        }
        let text = text::chat_line(words).ok_or_else(|| {
            let words = format!("a line of chat has 1 to {} characters that can be seen", text::CHAT_LENGTH);
            Refusal::new(RefusalCode::BadRequest, words)
        })?;
        let (per_minute, now) = (self.config().chat_per_minute, self.now);
        if !self.chat.may_write(by, per_minute, now) {
            return Err(Refusal::new(RefusalCode::TooMany, "too much talk at once; wait a moment"));
        }
        let seat = self.seating.seats_of(by).lowest();
        let name = seat.and_then(|seat| self.seat(seat)).map(|seat| seat.name.clone()).unwrap_or_default();
        let number = self.chat.rows.back().map_or(1, |row| row.line.number + 1);
        let line = ChatLine { number, at: now.unix_ms, seat, name, text };
        self.write_chat(ChatRow { line, said }, reply);
        Ok(Outcome::Pending)
    }

    /// A line is saved: everybody sees it.
    pub(crate) fn add_chat(&mut self, row: ChatRow) {
        if self.chat.rows.len() >= CHAT_SHOWN as usize {
            self.chat.rows.pop_front();
        }
        let line = row.line.clone();
        self.chat.rows.push_back(row);
        self.send_all(ServerMessage::Chat { line });
    }
}
