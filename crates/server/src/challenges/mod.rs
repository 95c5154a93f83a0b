//! Challenges: one deal that many people play, each at a table of their own; and the deals of the day, which are challenges too.
//! People who have not finished a deal learn nothing that depends on it.

mod compare;
mod days;
mod deals;
mod making;
mod results;

use crate::limits::RESULTS_AT_ONCE;
use crate::store::{ChallengeRow, ChallengeStore, PlayResult, PlayRow, StoreError, TableStatus};
use crate::tables::Tables;
use capolinea_engine::record::seal;
use capolinea_protocol::challenge::{ChallengeView, OpenedChallenge, PlayChallenge};
use capolinea_protocol::http::Seated;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::Status;
use capolinea_table::ids::from_hex;
use capolinea_table::stored::FixedDeal;
use capolinea_table::{TableId, TokenHash, challenge_table};
pub use compare::compare;
pub use making::RecordedGame;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// All challenges of this server.
pub struct Challenges {
    tables: Arc<Tables>,
    secret: OnceCell<[u8; 32]>,
}

/// A challenge with its games.
struct Whole {
    row: ChallengeRow,
    plays: Vec<Play>,
    now: u64,
}

/// A game of a challenge, and how far it is; no status if it was not played at a table here.
struct Play {
    row: PlayRow,
    status: Option<TableStatus>,
}

impl Challenges {
    /// The challenges in the store of these tables.
    pub fn new(tables: Arc<Tables>) -> Challenges {
        Challenges { tables, secret: OnceCell::new() }
    }

    fn store(&self) -> &dyn ChallengeStore {
        self.tables.store.challenges()
    }

    fn failed(&self, error: &StoreError) -> Refusal {
        self.tables.store_failed(error)
    }

    /// A challenge as a client may see it.
    ///
    /// # Errors
    /// There is none, or it can't be read.
    pub async fn view(&self, id: TableId, session: Option<TokenHash>) -> Result<ChallengeView, Refusal> {
        let whole = self.load(id).await?;
        Ok(whole.view(session))
    }

    /// Begins a game of a challenge, or goes on with the client's own.
    ///
    /// # Errors
    /// It is closed or full, or the name is not right.
    pub async fn play(&self, id: TableId, session: TokenHash, asked: PlayChallenge) -> Result<Seated, Refusal> {
        let whole = self.load(id).await?;
        if let Some(play) = whole.plays.iter().find(|play| play.is_running() && play.row.session == session) {
            return Ok(Seated { table: play.row.game.to_string(), seats: vec![play.row.seat] });
        }
        if whole.is_closed() {
            let words = "this challenge is closed; nobody can begin it any more";
            return Err(Refusal::new(RefusalCode::WrongStatus, words));
        }
        self.tables.check_tables_of(session).await?;
        let (facts, now) = (&whole.row.facts, self.tables.clock.now());
        let game = self.new_id()?;
        let deal = FixedDeal { challenge: id.to_string(), seed: facts.seed.clone() };
        let person = (asked.name.as_str(), asked.pace);
        let table = challenge_table(&self.tables.shared, (game, session), &facts.game, deal, person, now)?;
        let seat = table.seating.seats_of(session).lowest().ok_or_else(no_seat)?;
        let name = table.seating.seats[seat.index()].name.clone();
        let play = PlayRow { challenge: id, game, seat, session, name, at: now.unix_ms, result: None };
        // It is added to the list first, so that no game of the challenge is missing from it.
        let kept = self.store().add_play(play).await.map_err(|error| self.failed(&error))?;
        if !kept {
            let words = "this challenge can have no more games; make a new one";
            return Err(Refusal::new(RefusalCode::TooMany, words));
        }
        self.tables.keep_session(session).await?;
        self.tables.create(table, None).await?;
        Ok(Seated { table: game.to_string(), seats: vec![seat] })
    }

    /// Closes a challenge.
    ///
    /// # Errors
    /// The session has not made it.
    pub async fn close(&self, id: TableId, session: TokenHash) -> Result<ChallengeView, Refusal> {
        let whole = self.load(id).await?;
        if whole.row.facts.host != Some(session) {
            return Err(Refusal::new(RefusalCode::NotHost, "only the person who made the challenge can close it"));
        }
        self.store().close_challenge(id, whole.now).await.map_err(|error| self.failed(&error))?;
        self.view(id, Some(session)).await
    }

    /// Whether a session may know the deal of a game, because it has finished the same.
    ///
    /// # Errors
    /// The store can't be read.
    pub async fn knows_deal(&self, game: TableId, session: Option<TokenHash>) -> Result<bool, Refusal> {
        let stored = self.tables.store.load(game).await.map_err(|error| self.failed(&error))?;
        let deal = stored.and_then(|stored| stored.seating.deal);
        let Some(id) = deal.and_then(|deal| deal.challenge.parse().ok()) else { return Ok(false) };
        Ok(self.load(id).await.is_ok_and(|whole| whole.is_open_to(session)))
    }

    fn new_id(&self) -> Result<TableId, Refusal> {
        crate::ids::new_table_id().map_err(|_| crate::tables::no_random_numbers())
    }

    /// A challenge with its games. Results of games that have ended since are computed now, some at a time.
    async fn load(&self, id: TableId) -> Result<Whole, Refusal> {
        let found = self.store().challenge(id).await.map_err(|error| self.failed(&error))?;
        let row = found.ok_or_else(|| {
            Refusal::new(RefusalCode::NotFound, "there is no such challenge; perhaps the link is incomplete")
        })?;
        let plays = self.store().plays(id).await.map_err(|error| self.failed(&error))?;
        let mut plays: Vec<Play> = plays.into_iter().map(|(row, status)| Play { row, status }).collect();
        // A game that was never made, because the store failed just then, is skipped.
        plays.retain(|play| play.row.result.is_some() || play.status.is_some());
        for play in plays.iter_mut().filter(|play| play.is_uncounted()).take(RESULTS_AT_ONCE) {
            let result = results::result_of(&self.tables, play.row.game).await?;
            let noted = self.store().note_result(id, play.row.game, result.clone()).await;
            noted.map_err(|error| self.failed(&error))?;
            play.row.result = Some(result);
        }
        Ok(Whole { row, plays, now: self.tables.clock.unix_ms() })
    }
}

fn no_seat() -> Refusal {
    Refusal::new(RefusalCode::Internal, "the challenge has no seat for a person")
}

impl Play {
    fn is_running(&self) -> bool {
        self.status.is_some_and(|status| !status.status.is_over()) && self.row.result.is_none()
    }

    fn is_uncounted(&self) -> bool {
        self.row.result.is_none() && self.status.is_some_and(|status| status.status == Status::Finished)
    }

    /// Whether it is this session's: it has begun it, or had the seat at its end.
    fn is_of(&self, session: Option<TokenHash>) -> bool {
        let finisher = |result: &PlayResult| result.sessions.get(self.row.seat.index()).copied().flatten();
        session.is_some()
            && (session == Some(self.row.session) || session == self.row.result.as_ref().and_then(finisher))
    }
}

impl Whole {
    fn is_closed(&self) -> bool {
        self.row.closes.is_some_and(|at| at <= self.now)
    }

    /// Whether a session may know the deal: it has finished a game of it, or the challenge is closed and it has no unfinished
    /// one.
    fn is_open_to(&self, session: Option<TokenHash>) -> bool {
        let has_finished = self.plays.iter().any(|play| play.row.result.is_some() && play.is_of(session));
        let is_playing = self.plays.iter().any(|play| play.is_running() && play.is_of(session));
        has_finished || (self.is_closed() && !is_playing)
    }

    fn view(&self, session: Option<TokenHash>) -> ChallengeView {
        let ChallengeRow { id, created, closes, facts } = &self.row;
        let seed = from_hex(&facts.seed).unwrap_or_default();
        let own = self.plays.iter().find(|play| play.is_running() && play.is_of(session));
        let opened = || OpenedChallenge { seed: facts.seed.clone(), results: results::list(self, session) };
        ChallengeView {
            id: id.to_string(),
            game: facts.game.clone(),
            by: facts.by.clone(),
            day: facts.day.clone(),
            created: *created,
            closes: *closes,
            closed: self.is_closed(),
            yours: session.is_some() && session == facts.host,
            seal: seal(&seed),
            begun: self.plays.len() as u32,
            finished: self.plays.iter().filter(|play| play.row.result.is_some()).count() as u32,
            playing: own.map(|play| play.row.game.to_string()),
            opened: self.is_open_to(session).then(opened),
        }
    }
}
