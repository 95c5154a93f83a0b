//! Talk at a table: who may say something, by which name, how often, and that nothing is said twice.

use super::play::Outcome;
use super::seats::{check_name, name_taken};
use super::*;
use crate::bucket::{Bucket, Buckets, Rate};
use crate::store::{Said, StoreError};
use crate::text;
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::{ChatLine, TableView};
use std::net::IpAddr;

/// How many lines of chat a newcomer is shown. A line that is sent again is known among these.
pub const CHAT_SHOWN: u32 = 100;
/// How many lines may be said at once, in parts of what may be said in a minute.
const AT_ONCE: f64 = 1.0 / 3.0;
/// How much more a whole table may say than one of those at it.
const TABLE_SHARE: f64 = 4.0;

/// How much more all spectators together may say than one person.
const SPECTATORS_SHARE: f64 = 2.0;

/// What may still be said now, and the names of spectators in the chat.
#[derive(Default)]
pub(super) struct Talk {
    by_session: Buckets<TokenHash>,
    /// Of spectators only. A new session costs them nothing, so their addresses are limited too.
    by_address: Buckets<IpAddr>,
    of_spectators: Option<Bucket>,
    in_all: Option<Bucket>,
    names: HashMap<TokenHash, String>,
}

fn rate(per_minute: u32, share: f64) -> Rate {
    let per_minute = f64::from(per_minute) * share;
    Rate { size: (per_minute * AT_ONCE).max(1.0), per_second: per_minute / 60.0 }
}

impl Talk {
    /// The talk of a table that wakes up: spectators who have spoken keep their names.
    pub(super) fn after(chat: &[ChatRow]) -> Talk {
        let of_spectator = |row: &&ChatRow| row.line.seat.is_none() && !row.line.name.is_empty();
        let name = |row: &ChatRow| Some((row.said?.by, row.line.name.clone()));
        Talk { names: chat.iter().filter(of_spectator).filter_map(name).collect(), ..Talk::default() }
    }

    fn may_join(&mut self, from: IpAddr, per_minute: u32) -> bool {
        self.by_address.take(from, rate(per_minute, 1.0))
    }

    /// `from` is the address of a spectator; players have none.
    fn may_say(&mut self, by: TokenHash, from: Option<IpAddr>, per_minute: u32) -> bool {
        let (one, spectators, all) =
            (rate(per_minute, 1.0), rate(per_minute, SPECTATORS_SHARE), rate(per_minute, TABLE_SHARE));
        let may_watch_and_say = |from| {
            self.by_address.take(from, one)
                && self.of_spectators.get_or_insert_with(|| Bucket::full(spectators)).take(spectators)
        };
        from.is_none_or(may_watch_and_say)
            && self.by_session.take(by, one)
            && self.in_all.get_or_insert_with(|| Bucket::full(all)).take(all)
    }
}

/// How somebody appears in the chat.
struct Speaker {
    by: TokenHash,
    seat: Option<Seat>,
    name: String,
}

impl Table {
    /// Players may talk, and spectators who have given a name if the table's settings allow it.
    pub(super) fn may_chat(&self, session: Option<TokenHash>) -> bool {
        session.is_some_and(|by| {
            !self.sheet.seats_of(by).is_empty()
                || (self.sheet.settings.spectator_chat && self.talk.names.contains_key(&by))
        })
    }

    fn speaker(&self, session: Option<TokenHash>) -> Result<Speaker, Refusal> {
        let not_allowed = |words: &str| Refusal::new(RefusalCode::NotAllowed, words);
        let seat = session.and_then(|by| self.sheet.seats_of(by).lowest());
        if let (Some(by), Some(seat)) = (session, seat) {
            let name = self.seat(seat).map(|seat| seat.name.clone()).unwrap_or_default();
            return Ok(Speaker { by, seat: Some(seat), name });
        }
        self.check_spectator_chat()?;
        let named = session.and_then(|by| Some((by, self.talk.names.get(&by)?.clone())));
        let (by, name) = named.ok_or_else(|| not_allowed("give a name first: POST /api/tables/{id}/chat"))?;
        Ok(Speaker { by, seat: None, name })
    }

    fn check_spectator_chat(&self) -> Result<(), Refusal> {
        if self.sheet.settings.spectator_chat {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::NotAllowed, "only players may chat at this table"))
    }

    /// Gives a spectator a name to talk by. It is unlike all others at the table, as the names of players are.
    pub(super) async fn join_chat(
        &mut self,
        session: TokenHash,
        from: IpAddr,
        name: &str,
    ) -> Result<TableView, Refusal> {
        self.may_see(Some(session))?;
        // Players talk by the name of their seat.
        if self.sheet.seats_of(session).is_empty() {
            self.check_spectator_chat()?;
            let name = check_name(name)?;
            // A request that is sent again changes nothing.
            if self.talk.names.get(&session) != Some(&name) {
                self.name_spectator(session, from, name).await?;
            }
        }
        Ok(self.table_view())
    }

    async fn name_spectator(&mut self, session: TokenHash, from: IpAddr, name: String) -> Result<(), Refusal> {
        let looks = text::looks(&name);
        let is_alike = |other: &String| text::looks(other).iter().any(|look| looks.contains(look));
        let others = self.talk.names.iter().filter(|(by, _)| **by != session).map(|(_, name)| name);
        if self.sheet.seats.iter().map(|seat| &seat.name).chain(others).any(is_alike) {
            return Err(name_taken());
        }
        let limits = self.config().limits;
        if !self.talk.may_join(from, limits.chat_per_minute) {
            return Err(Refusal::new(RefusalCode::TooMany, "too many new names from this address; wait a moment"));
        }
        if self.talk.names.len() >= limits.spectators {
            // Only names of people who have left are given up.
            let here: Vec<TokenHash> = self.viewers.iter().filter_map(|viewer| viewer.session).collect();
            self.talk.names.retain(|by, _| here.contains(by));
        }
        if self.talk.names.len() >= limits.spectators {
            return Err(Refusal::new(RefusalCode::TooMany, "too many people are in this chat already"));
        }
        self.tables.keep_session(session).await?;
        self.talk.names.insert(session, name);
        self.tell_soon();
        Ok(())
    }

    /// A player who sits down has the first claim to a name: a spectator of the same name must choose another.
    pub(super) fn free_taken_names(&mut self) {
        if self.talk.names.is_empty() {
            return;
        }
        let taken: Vec<String> = self.sheet.seats.iter().flat_map(|seat| text::looks(&seat.name)).collect();
        self.talk.names.retain(|_, name| text::looks(name).iter().all(|look| !taken.contains(look)));
    }

    pub(super) fn chat_lines(&self) -> Vec<ChatLine> {
        self.chat.iter().map(|row| row.line.clone()).collect()
    }

    pub(super) async fn say(&mut self, from: ViewerId, id: u64, words: &str) -> Result<Outcome, Refusal> {
        let Some((session, address)) = self.viewer(from).map(|viewer| (viewer.session, viewer.address)) else {
            return Ok(Outcome::Done);
        };
        let Speaker { by, seat, name } = self.speaker(session)?;
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
        let from = seat.is_none().then_some(address);
        if !self.talk.may_say(by, from, per_minute) {
            return Err(Refusal::new(RefusalCode::TooMany, "too much talk at once; wait a moment"));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn session(number: u8) -> TokenHash {
        TokenHash([number; 32])
    }

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, last]))
    }

    #[tokio::test(start_paused = true)]
    async fn spectators_do_not_talk_the_players_down() {
        let mut talk = Talk::default();
        let may = |talk: &mut Talk, by, from| talk.may_say(session(by), from, 6);
        // One address counts once, however many sessions it has.
        assert!(may(&mut talk, 1, address(1)) && may(&mut talk, 2, address(1)) && !may(&mut talk, 3, address(1)));
        // All spectators together say twice as much as one person.
        assert!(may(&mut talk, 4, address(2)) && may(&mut talk, 5, address(3)) && !may(&mut talk, 6, address(4)));
        // Players are heard all the same, and from one address as many as there are.
        assert!((10..14).all(|player| may(&mut talk, player, None)));
        assert!(!may(&mut talk, 14, None), "the whole table has had its say");
        tokio::time::advance(Duration::from_secs(60)).await;
        assert!(may(&mut talk, 6, address(4)));
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_does_not_fill_the_chat_with_names() {
        let mut talk = Talk::default();
        let from = IpAddr::from([10, 0, 0, 1]);
        assert!(talk.may_join(from, 6) && talk.may_join(from, 6) && !talk.may_join(from, 6));
        assert!(talk.may_join(IpAddr::from([10, 0, 0, 2]), 6));
    }
}
