//! Talk at a table: who may say something, how often, and that nothing is said twice.

use super::play::Outcome;
use super::*;
use crate::bucket::{Bucket, Buckets, Rate};
use crate::store::{Said, StoreError};
use crate::text;
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::ChatLine;

/// How many lines of chat a newcomer is shown. A line that is sent again is known among these.
pub const CHAT_SHOWN: u32 = 100;
/// How many lines may be said at once, in parts of what may be said in a minute.
const AT_ONCE: f64 = 1.0 / 3.0;
/// How much more a whole table may say than one of those at it.
const TABLE_SHARE: f64 = 4.0;

/// What may still be said now.
#[derive(Default)]
pub(super) struct Talk {
    by_session: Buckets<TokenHash>,
    in_all: Option<Bucket>,
}

impl Talk {
    fn may_say(&mut self, by: TokenHash, per_minute: u32) -> bool {
        let rate = |share: f64| {
            let per_minute = f64::from(per_minute) * share;
            Rate { size: (per_minute * AT_ONCE).max(1.0), per_second: per_minute / 60.0 }
        };
        let (one, all) = (rate(1.0), rate(TABLE_SHARE));
        self.by_session.take(by, one) && self.in_all.get_or_insert_with(|| Bucket::full(all)).take(all)
    }
}

impl Table {
    /// Who has a seat may talk, and who watches if the table's settings say so; but only who can be told from others.
    pub(super) fn may_chat(&self, session: Option<TokenHash>) -> bool {
        let has_seat = |session| !self.sheet.seats_of(session).is_empty();
        session.is_some_and(|session| has_seat(session) || self.sheet.settings.spectator_chat)
    }

    pub(super) fn chat_lines(&self) -> Vec<ChatLine> {
        self.chat.iter().map(|row| row.line.clone()).collect()
    }

    pub(super) async fn say(&mut self, session: Option<TokenHash>, id: u64, words: &str) -> Result<Outcome, Refusal> {
        let Some(by) = session.filter(|_| self.may_chat(session)) else {
            let words = "chat is for those who have a seat; who watches may chat where that was agreed, after a game of \
                         their own";
            return Err(Refusal::new(RefusalCode::NotAllowed, words));
        };
        // A line sent again after a lost connection is not said twice.
        let said = Some(Said { by, id });
        if self.chat.iter().any(|row| row.said == said) {
            return Ok(Outcome::Done);
        }
        let text = text::chat_line(words).ok_or_else(|| {
            let words = format!("a line of chat has 1 to {} characters that can be seen", text::CHAT_LENGTH);
            Refusal::new(RefusalCode::BadRequest, words)
        })?;
        let per_minute = self.config().limits.chat_per_minute;
        if !self.talk.may_say(by, per_minute) {
            return Err(Refusal::new(RefusalCode::TooMany, "too much talk at once; wait a moment"));
        }
        let seat = self.sheet.seats_of(by).lowest();
        let name = seat.and_then(|seat| self.seat(seat)).map(|seat| seat.name.clone()).unwrap_or_default();
        let number = self.chat.back().map_or(1, |row| row.line.number + 1);
        let line = ChatLine { number, at: clock::now(), seat, name, text };
        let row = ChatRow { line: line.clone(), said };
        if let Err(error) = self.tables.store.add_chat(self.id, row.clone()).await {
            return Err(self.not_said(error).await);
        }
        if self.chat.len() >= CHAT_SHOWN as usize {
            self.chat.pop_front();
        }
        self.chat.push_back(row);
        self.send_all(&ServerMessage::Chat { line });
        Ok(Outcome::Done)
    }

    /// After a conflict the chat is read anew, for somebody else has written there.
    async fn not_said(&mut self, error: StoreError) -> Refusal {
        if error == StoreError::Conflict {
            match self.tables.store.chat(self.id, CHAT_SHOWN).await {
                Ok(chat) => self.chat = chat.into(),
                Err(error) => return self.tables.store_failed(&error),
            }
        }
        self.tables.store_failed(&error)
    }
}
