//! Chat: permissions, names, rate limits, and no line twice.

use crate::create::{check_name, name_taken};
use crate::limits::{CHAT_AT_ONCE, CHAT_LENGTH, CHAT_SHOWN, SPECTATORS_SHARE, TABLE_SHARE};
use crate::play::Outcome;
use crate::rate::{Bucket, Buckets, Rate};
use crate::replies::Reply;
use crate::stored::{ChatRow, Said};
use crate::table::Table;
use crate::text;
use crate::writing::{Parts, Then};
use crate::{ConnectionId, RequestId, TokenHash};
use capolinea_engine::Seat;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::ChatLine;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

/// The last lines, the names of spectators in the chat, and the rate limits.
#[derive(Debug, Default)]
pub(crate) struct Chat {
    rows: VecDeque<ChatRow>,
    names: HashMap<TokenHash, String>,
    limits: ChatLimits,
}

/// The rate limits.
#[derive(Debug, Default)]
struct ChatLimits {
    by_session: Buckets<TokenHash>,
    /// For spectators only. A new session costs them nothing, so their addresses are limited too.
    by_address: Buckets<IpAddr>,
    of_spectators: Option<Bucket>,
    in_all: Option<Bucket>,
}

fn rate(per_minute: u32, share: f64) -> Rate {
    let per_minute = f64::from(per_minute) * share;
    Rate { size: (per_minute * CHAT_AT_ONCE).max(1.0), per_second: per_minute / 60.0 }
}

impl ChatLimits {
    fn may_join(&mut self, from: IpAddr, per_minute: u32, now: Duration) -> bool {
        self.by_address.take(from, rate(per_minute, 1.0), now)
    }

    /// `from` is the address of a spectator; players have none.
    fn may_write(&mut self, by: TokenHash, from: Option<IpAddr>, per_minute: u32, now: Duration) -> bool {
        let [one, spectators, all] = [1.0, SPECTATORS_SHARE, TABLE_SHARE].map(|share| rate(per_minute, share));
        let may_spectator_write = |from| {
            let of_spectators = self.of_spectators.get_or_insert_with(|| Bucket::full(spectators, now));
            self.by_address.take(from, one, now) && of_spectators.take(spectators, now)
        };
        from.is_none_or(may_spectator_write)
            && self.by_session.take(by, one, now)
            && self.in_all.get_or_insert_with(|| Bucket::full(all, now)).take(all, now)
    }
}

impl Chat {
    /// The chat of a table that wakes up: spectators who have written keep their names.
    pub(crate) fn new(rows: Vec<ChatRow>) -> Chat {
        let of_spectator = |row: &&ChatRow| row.line.seat.is_none() && !row.line.name.is_empty();
        let name = |row: &ChatRow| Some((row.said?.by, row.line.name.clone()));
        let names = rows.iter().filter(of_spectator).filter_map(name).collect();
        Chat { names, rows: rows.into(), limits: ChatLimits::default() }
    }

    /// The number of the last line; 0 if there is none.
    pub(crate) fn last_number(&self) -> u64 {
        self.rows.back().map_or(0, |row| row.line.number)
    }

    /// Takes the chat as it is stored; returns the lines that were not known before.
    pub(crate) fn replace(&mut self, rows: Vec<ChatRow>) -> Vec<ChatLine> {
        let known = self.last_number();
        self.rows = rows.into();
        self.lines().into_iter().filter(|line| line.number > known).collect()
    }

    pub(crate) fn lines(&self) -> Vec<ChatLine> {
        self.rows.iter().map(|row| row.line.clone()).collect()
    }

    pub(crate) fn name(&mut self, session: TokenHash, name: String) {
        self.names.insert(session, name);
    }
}

/// The author of a line, as the others see them.
struct Author {
    by: TokenHash,
    seat: Option<Seat>,
    name: String,
}

impl Table {
    /// Players may chat, and spectators who have given a name, if the table's settings allow it.
    pub(crate) fn may_chat(&self, session: Option<TokenHash>) -> bool {
        session.is_some_and(|by| {
            let is_named_spectator = self.seating.settings.spectator_chat && self.chat.names.contains_key(&by);
            is_named_spectator || !self.seating.seats_of(by).is_empty()
        })
    }

    fn author(&self, session: Option<TokenHash>) -> Result<Author, Refusal> {
        if let (Some(by), Some(seat)) = (session, self.seats_of(session).lowest()) {
            let name = self.seat(seat).map(|seat| seat.name.clone()).unwrap_or_default();
            return Ok(Author { by, seat: Some(seat), name });
        }
        self.check_spectator_chat()?;
        let named = session.and_then(|by| Some((by, self.chat.names.get(&by)?.clone())));
        let words = "give a name first: POST /api/tables/{id}/chat";
        let (by, name) = named.ok_or_else(|| Refusal::new(RefusalCode::NotAllowed, words))?;
        Ok(Author { by, seat: None, name })
    }

    fn check_spectator_chat(&self) -> Result<(), Refusal> {
        if self.seating.settings.spectator_chat {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::NotAllowed, "only players may chat at this table"))
    }

    /// Gives a spectator a name for the chat. Like the names of players, it must differ from all others at the table.
    pub(crate) fn join_chat(&mut self, request: RequestId, session: TokenHash, from: IpAddr, name: &str) {
        let reply = Reply::View { request };
        match self.spectator_name(session, from, name) {
            Ok(Some(name)) => {
                let parts = Parts { session: Some(session), ..Parts::default() };
                self.write(parts, self.status, Then::NameSpectator { session, name }, reply);
            }
            Ok(None) => self.succeed(reply),
            Err(refusal) => self.fail(reply, refusal),
        }
    }

    /// The new name of a spectator; none if nothing changes.
    fn spectator_name(&mut self, session: TokenHash, from: IpAddr, name: &str) -> Result<Option<String>, Refusal> {
        self.may_see(Some(session))?;
        // Players chat by the name of their seat.
        if !self.seating.seats_of(session).is_empty() {
            return Ok(None);
        }
        self.check_spectator_chat()?;
        let name = check_name(name)?;
        // A request that is sent again changes nothing.
        if self.chat.names.get(&session) == Some(&name) {
            return Ok(None);
        }
        let looks = text::looks(&name);
        let is_alike = |other: &String| text::looks(other).iter().any(|look| looks.contains(look));
        let others = self.chat.names.iter().filter(|(by, _)| **by != session).map(|(_, name)| name);
        if self.seating.seats.iter().map(|seat| &seat.name).chain(others).any(is_alike) {
            return Err(name_taken());
        }
        let (per_minute, most) = (self.config().chat_per_minute, self.config().spectators);
        if !self.chat.limits.may_join(from, per_minute, self.now.uptime) {
            return Err(Refusal::new(RefusalCode::TooMany, "too many new names from this address; wait a moment"));
        }
        if self.chat.names.len() >= most {
            // Only names of people who have left are dropped.
            let connections = &self.connections;
            self.chat.names.retain(|by, _| connections.of_session(*by).is_some());
        }
        if self.chat.names.len() >= most {
            return Err(Refusal::new(RefusalCode::TooMany, "too many people are in this chat already"));
        }
        Ok(Some(name))
    }

    /// A player who sits down has the first claim to a name: a spectator of the same name must choose another.
    pub(crate) fn free_taken_names(&mut self) {
        if self.chat.names.is_empty() {
            return;
        }
        let taken: Vec<String> = self.seating.seats.iter().flat_map(|seat| text::looks(&seat.name)).collect();
        self.chat.names.retain(|_, name| text::looks(name).iter().all(|look| !taken.contains(look)));
    }

    pub(crate) fn say(&mut self, from: ConnectionId, id: u64, words: &str, reply: Reply) -> Result<Outcome, Refusal> {
        let Some(connection) = self.connections.find(from) else { return Ok(Outcome::Done) };
        let (session, address) = (connection.session, connection.address);
        let Author { by, seat, name } = self.author(session)?;
        // A line sent again after a lost connection is not added twice.
        let said = Some(Said { by, id });
        if self.chat.rows.iter().any(|row| row.said == said) {
            return Ok(Outcome::Done);
        }
        let text = text::chat_line(words).ok_or_else(|| {
            let words = format!("a line of chat has 1 to {} visible characters", CHAT_LENGTH);
            Refusal::new(RefusalCode::BadRequest, words)
        })?;
        let (per_minute, now) = (self.config().chat_per_minute, self.now);
        let spectator = seat.is_none().then_some(address);
        if !self.chat.limits.may_write(by, spectator, per_minute, now.uptime) {
            return Err(Refusal::new(RefusalCode::TooMany, "too many lines of chat at once; wait a moment"));
        }
        let number = self.chat.last_number() + 1;
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

#[cfg(test)]
mod tests {
    use super::*;

    const START: Duration = Duration::ZERO;

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, last]))
    }

    #[test]
    fn spectators_do_not_drown_out_the_players() {
        let mut limits = ChatLimits::default();
        let may = |limits: &mut ChatLimits, by, from, now| limits.may_write(TokenHash([by; 32]), from, 6, now);
        let mut write = |by, from| may(&mut limits, by, from, START);
        // One address counts once, however many sessions it has.
        assert!(write(1, address(1)) && write(2, address(1)) && !write(3, address(1)));
        // All spectators together write twice as much as one person.
        assert!(write(4, address(2)) && write(5, address(3)) && !write(6, address(4)));
        // Players can still write, any number of them from one address.
        assert!((10..14).all(|player| write(player, None)));
        assert!(!write(14, None), "the limit of the whole table is reached");
        assert!(may(&mut limits, 6, address(4), Duration::from_secs(60)));
    }

    #[test]
    fn one_address_does_not_fill_the_chat_with_names() {
        let mut limits = ChatLimits::default();
        let mut may_join = |last| limits.may_join(IpAddr::from([10, 0, 0, last]), 6, START);
        assert!(may_join(1) && may_join(1) && !may_join(1));
        assert!(may_join(2));
    }
}
