//! The requests that need no server: the same addresses, bodies and answers as a server's.

use crate::messages::{Failure, Number, Output};
use crate::rows::TableRow;
use crate::server::{LocalServer, SESSION, not_saved, public_id, table_id, with_public_ids};
use capolinea_engine::Map;
use capolinea_engine::record::{GameRecord, RecordError};
use capolinea_protocol::challenge::PlayDeal;
use capolinea_protocol::http::{ErrorBody, PlayOn, Seated};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::PlayerColor;
use capolinea_table::replays::{self, Excerpt, Eyes, RecordText};
use capolinea_table::stored::{FixedDeal, NewTable};
use capolinea_table::{
    Answer, Ask, Input, RecordAnswer, RequestId, TableId, challenge_table, fresh_seed, levels, new_table, play_on_table,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::cell::RefCell;
use std::sync::Arc;

/// Something that waits for an answer.
pub enum Waiting {
    /// A connection of the page.
    Connect { connection: Number },
    /// A request of the page, and the form of its answer.
    Request { number: Number, wanted: Wanted },
}

/// The answer that the page expects.
pub enum Wanted {
    /// The answer as it is.
    Plain,
    /// Steps of the game's record.
    Replay(Excerpt),
}

/// Why a request is not answered now.
enum Hindrance {
    /// It can't be done.
    Refused(Refusal),
    /// A map is needed that is not known here.
    NeedsMap(String),
}

impl From<Refusal> for Hindrance {
    fn from(refusal: Refusal) -> Hindrance {
        Hindrance::Refused(refusal)
    }
}

/// A request that is answered already, or will be.
type Handled = Result<Option<Box<RawValue>>, Hindrance>;

impl LocalServer {
    /// Executes a request, or starts to.
    pub(crate) fn request(&mut self, number: Number, method: &str, path: &str, body: Option<String>) {
        match self.route(number, method, path, body) {
            Ok(Some(body)) => self.out.push(Output::Answer { number, ok: true, body }),
            Ok(None) => {}
            Err(Hindrance::Refused(refusal)) => self.refuse(number, refusal),
            Err(Hindrance::NeedsMap(map)) => self.out.push(Output::NeedMap { number, map }),
        }
    }

    fn route(&mut self, number: Number, method: &str, path: &str, body: Option<String>) -> Handled {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (method, &parts[..]) {
            ("GET", ["api", "levels"]) => Ok(Some(json(&levels::all()))),
            ("POST", ["api", "tables"]) => self.create(number, body),
            ("POST", ["api", "deals"]) => self.play_deal(number, body),
            ("POST", ["api", "play_on"]) => self.play_on(number, body),
            ("POST", ["api", "replay"]) => self.replay_file(body.unwrap_or_default(), query),
            ("GET", ["api", "tables", id, "replay"]) => {
                let wanted = Wanted::Replay(excerpt(query)?);
                self.ask(number, id, Ask::Record { session: Some(SESSION), knows_deal: false }, wanted)
            }
            ("GET", ["api", "tables", id]) => self.ask(number, id, Ask::See { session: Some(SESSION) }, Wanted::Plain),
            ("GET", ["api", "tables", id, "record"]) => {
                self.ask(number, id, Ask::Record { session: Some(SESSION), knows_deal: false }, Wanted::Plain)
            }
            ("POST", ["api", "tables", id, "seats"]) => {
                let change = read(body)?;
                self.ask(number, id, Ask::ChangeSeat { session: SESSION, change }, Wanted::Plain)
            }
            ("POST", ["api", "tables", id, "start"]) => {
                self.ask(number, id, Ask::Start { session: SESSION }, Wanted::Plain)
            }
            ("POST", ["api", "tables", id, "rematch"]) => {
                self.ask(number, id, Ask::Rematch { session: SESSION }, Wanted::Plain)
            }
            _ => {
                Err(Refusal::new(RefusalCode::NotFound, "this needs a server; this game is played without one").into())
            }
        }
    }

    /// The newest map with this id.
    fn need_map(&mut self, id: &str) -> Result<Arc<Map>, Hindrance> {
        self.maps.newest(id).cloned().ok_or_else(|| {
            // It was just looked for. The next request looks for it again.
            if self.unknown_maps.remove(id) {
                Refusal::new(RefusalCode::NotFound, "there is no such map here").into()
            } else {
                Hindrance::NeedsMap(id.into())
            }
        })
    }

    fn ask(&mut self, number: Number, id: &str, ask: Ask, wanted: Wanted) -> Handled {
        let id = table_id(id)?;
        let request: RequestId = self.expect_answer(Waiting::Request { number, wanted });
        self.feed(id, Input::Request { request, ask });
        Ok(None)
    }

    fn create(&mut self, number: Number, body: Option<String>) -> Handled {
        let asked: capolinea_protocol::http::CreateTable = read(body)?;
        let map = self.need_map(&asked.map)?;
        let has_open_seat = asked.seats.iter().any(|seat| seat.who == capolinea_protocol::http::Sitter::Open);
        if has_open_seat {
            let words = "a table for people on other devices needs a server";
            return Err(Refusal::new(RefusalCode::NotAllowed, words).into());
        }
        let shared = self.maps.shared(Some(&map), &self.config);
        let id = TableId::from_random(self.random());
        let table = new_table(&shared, id, SESSION, asked, self.now)?;
        self.keep(number, table)
    }

    /// A table for a deal that is known here: a challenge without a server.
    fn play_deal(&mut self, number: Number, body: Option<String>) -> Handled {
        let PlayDeal { game, seed, challenge, name, pace } = read(body)?;
        let map = self.need_map(&game.map)?;
        let shared = self.maps.shared(Some(&map), &self.config);
        let id = TableId::from_random(self.random());
        let deal = FixedDeal { challenge, seed };
        let table = challenge_table(&shared, (id, SESSION), &game, deal, (&name, pace), self.now)?;
        self.keep(number, table)
    }

    /// A table whose game goes on from a moment of a record.
    fn play_on(&mut self, number: Number, body: Option<String>) -> Handled {
        let asked: PlayOn = read(body)?;
        let text = RecordText::new(asked.record.clone().into_bytes());
        let map = text.and_then(|text| self.record_map(&text)).map_err(|error| replays::record_refusal(&error))?;
        let map = self.need_map(&map)?;
        let shared = self.maps.shared(Some(&map), &self.config);
        let id = TableId::from_random(self.random());
        let random = self.random();
        let seed = fresh_seed(&self.config, random);
        let table = play_on_table(&shared, id, SESSION, asked, seed, self.now)?;
        self.keep(number, table)
    }

    /// The map of a record.
    fn record_map(&self, text: &RecordText) -> Result<String, RecordError> {
        match text.read(|id| self.maps.newest(id).map(|map| &**map)) {
            Ok(record) => Ok(record.map),
            Err(RecordError::UnknownMap { id }) => Ok(id),
            Err(error) => Err(error),
        }
    }

    /// Stores a new table.
    fn keep(&mut self, number: Number, table: NewTable) -> Handled {
        let row = TableRow::from(table);
        self.creating.insert(number, row.clone());
        self.out.push(Output::Create { number, table: Box::new(row) });
        Ok(None)
    }

    /// A new table was stored, or could not be.
    pub(crate) fn created(&mut self, number: Number, failure: Option<Failure>) {
        let Some(row) = self.creating.remove(&number) else { return };
        if failure.is_some() {
            return self.refuse(number, not_saved());
        }
        let seats = row.seating.seats_of(SESSION).into_iter().collect();
        let body = json(&Seated { table: public_id(&row.id), seats });
        self.out.push(Output::Answer { number, ok: true, body });
    }

    fn replay_file(&mut self, text: String, query: &str) -> Handled {
        let excerpt = excerpt(query)?;
        let missing = RefCell::new(None);
        let find = |id: &str| {
            let map = self.maps.newest(id).map(|map| &**map);
            if map.is_none() {
                missing.replace(Some(id.to_string()));
            }
            map
        };
        let read = || -> Result<_, RecordError> {
            let record = RecordText::new(text.into_bytes())?.read(find)?;
            let map = find(&record.map).ok_or_else(|| RecordError::UnknownMap { id: record.map.clone() })?;
            replays::replay(map, &record, replays::usual_colors(&record), excerpt)
        };
        match read() {
            Ok(replay) => Ok(Some(json(&replay))),
            Err(error) => Err(match missing.take() {
                Some(map) if !self.unknown_maps.contains(&map) => Hindrance::NeedsMap(map),
                Some(_) | None => Hindrance::Refused(replays::record_refusal(&error)),
            }),
        }
    }

    /// Answers a request with the answer of its table.
    pub(crate) fn answer_request(
        &mut self,
        id: TableId,
        number: Number,
        wanted: Wanted,
        answer: Result<Answer, Refusal>,
    ) {
        let body = answer.and_then(|answer| match (answer, wanted) {
            (Answer::View(view), _) => Ok(json(&with_public_ids(*view))),
            (Answer::Seated(seated), _) => Ok(json(&Seated { table: public_id(&seated.table), ..seated })),
            (Answer::Record(RecordAnswer::Seen(seen)), Wanted::Plain) => Ok(json(&json(&seen).get())),
            (Answer::Record(RecordAnswer::Whole { record, .. }), Wanted::Plain) => {
                // As text, so that a file has exactly the bytes that other programs write.
                Ok(json(&record.to_json()))
            }
            (Answer::Record(RecordAnswer::Whole { record, colors }), Wanted::Replay(excerpt)) => {
                self.replay_table(id, &record, colors, excerpt)
            }
            (Answer::Record(RecordAnswer::Seen(_)), Wanted::Replay(_)) => {
                Err(Refusal::new(RefusalCode::WrongStatus, "the game is not over; it can't be replayed yet"))
            }
            (Answer::Connected(_) | Answer::Owned, _) => Err(internal(&"the table gave an answer of the wrong kind")),
        });
        match body {
            Ok(body) => self.out.push(Output::Answer { number, ok: true, body }),
            Err(refusal) => self.refuse(number, refusal),
        }
    }

    fn replay_table(
        &mut self,
        id: TableId,
        record: &GameRecord,
        colors: Vec<PlayerColor>,
        excerpt: Excerpt,
    ) -> Result<Box<RawValue>, Refusal> {
        let map = self.map_of(id)?;
        let replay = replays::replay(&map, record, colors, excerpt);
        replay.map(|replay| json(&replay)).map_err(|error| replays::record_refusal(&error))
    }

    /// The map of an open table.
    fn map_of(&mut self, id: TableId) -> Result<Arc<Map>, Refusal> {
        let digest = self.open(id).map(|open| open.table.seating().digest.clone()).unwrap_or_default();
        let unknown = || Refusal::new(RefusalCode::NotFound, "the map of this game is not known here");
        self.maps.find(&digest).cloned().ok_or_else(unknown)
    }

    pub(crate) fn refuse(&mut self, number: Number, refusal: Refusal) {
        self.out.push(Output::Answer { number, ok: false, body: json(&ErrorBody { refusal }) });
    }
}

fn json(value: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("every message can be written as JSON")
}

fn internal(problem: &impl ToString) -> Refusal {
    Refusal::new(RefusalCode::Internal, problem.to_string())
}

fn read<T: DeserializeOwned>(body: Option<String>) -> Result<T, Refusal> {
    serde_json::from_slice(body.unwrap_or_default().as_bytes())
        .map_err(|error| Refusal::new(RefusalCode::BadRequest, format!("the body is not valid: {error}")))
}

/// Which steps a query asks for.
fn excerpt(query: &str) -> Result<Excerpt, Refusal> {
    let bad = |problem: String| Refusal::new(RefusalCode::BadRequest, format!("the query is not valid: {problem}"));
    let mut excerpt = Excerpt::default();
    for (name, value) in query.split('&').filter_map(|part| part.split_once('=')) {
        let number = || value.parse().map_err(|_| bad(format!("`{name}` is a number, not `{value}`")));
        match name {
            "viewer" => excerpt.viewer = Some(Eyes::try_from(value.to_string()).map_err(bad)?),
            "from" => excerpt.from = number()?,
            "count" => excerpt.count = Some(number()?),
            _ => {}
        }
    }
    Ok(excerpt)
}
