//! New challenges: with a new deal, or with that of a finished game.

use super::{Challenges, no_seat, results};
use crate::store::{ChallengeFacts, ChallengeRow, Holder, PlayResult, PlayRow};
use crate::tables::{no_random_numbers, not_found};
use capolinea_engine::record::RecordError;
use capolinea_engine::{FirstPlayer, GameRecord, Map, Seat};
use capolinea_protocol::challenge::{ChallengeGame, ChallengeView};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::Pace;
use capolinea_table::replays::record_refusal;
use capolinea_table::stored::FixedDeal;
use capolinea_table::{Ask, TableId, TokenHash, challenge_table, game_of};
use std::net::IpAddr;

/// A finished game that was not played at a table here, checked move by move.
pub struct RecordedGame {
    game: ChallengeGame,
    record: String,
    scores: Vec<i32>,
    winners: Vec<Seat>,
    seed: String,
}

impl RecordedGame {
    /// Checks that a record is of this game, and that the game has ended. Takes milliseconds.
    ///
    /// # Errors
    /// It is not.
    pub fn new(map: &Map, game: ChallengeGame, record: GameRecord) -> Result<RecordedGame, Refusal> {
        let other = |words: &str| Refusal::new(RefusalCode::BrokenRecord, words);
        let setup = record.setup();
        let first = game.first.map_or(FirstPlayer::Random, FirstPlayer::Named);
        if record.map != game.map || record.players.len() != game.seats.len() {
            return Err(other("the record is of a game on another map, or with another number of players"));
        }
        if (setup.first, setup.pieces) != (first, game.pieces) {
            return Err(other("the record is of a game with another beginning, or with other pieces"));
        }
        let state = record.replay(map).map_err(|error: RecordError| record_refusal(&error))?;
        let scores = state.final_scores(map).ok_or_else(|| other("the game of the record is not over"))?;
        let (scores, winners) = results::scores_of(&scores);
        Ok(RecordedGame { game, record: record.to_json(), scores, winners, seed: hex::encode(setup.seed) })
    }
}

impl Challenges {
    /// A challenge with a deal that nobody knows.
    ///
    /// # Errors
    /// The game or the name is not valid.
    pub async fn make(&self, host: TokenHash, name: String, game: ChallengeGame) -> Result<ChallengeView, Refusal> {
        let seed = hex::encode(crate::ids::random::<32>().map_err(|_| no_random_numbers())?);
        self.keep((host, &name), game, seed, Vec::new()).await
    }

    /// A challenge with the deal of a finished game here. From then on only people who have finished the challenge may see that game.
    ///
    /// # Errors
    /// It is not a finished game of this session.
    pub async fn make_of_table(
        &self,
        host: TokenHash,
        by: IpAddr,
        name: String,
        table: TableId,
    ) -> Result<ChallengeView, Refusal> {
        let stored = self.tables.store.load(table).await.map_err(|error| self.failed(&error))?.ok_or_else(not_found)?;
        let (game, deal) = game_of(&stored.seating, stored.status.status, host)?;
        if stored.seating.deal.is_some() {
            let words = "this game belongs to a challenge already; send the link of that challenge";
            return Err(Refusal::new(RefusalCode::WrongStatus, words));
        }
        let play = |(index, entry): (usize, &crate::store::SeatEntry)| match entry.holder {
            Holder::Person { session } => Some(PlayRow {
                challenge: table,
                game: table,
                seat: Seat(index as u8),
                session,
                name: entry.name.clone(),
                at: stored.created,
                result: None,
            }),
            Holder::Open | Holder::Bot { .. } => None,
        };
        let plays = stored.seating.seats.iter().enumerate().filter_map(play).collect();
        let made = self.keep((host, &name), game, deal.seed, plays).await?;
        self.tables.ask(table, Ask::JoinChallenge { session: host, challenge: made.id.clone() }, by).await?;
        Ok(made)
    }

    /// A challenge with the deal of a game that was played in the client's browser.
    ///
    /// # Errors
    /// The name is not valid.
    pub async fn make_of_record(
        &self,
        host: TokenHash,
        name: String,
        recorded: RecordedGame,
    ) -> Result<ChallengeView, Refusal> {
        let RecordedGame { game, record, scores, winners, seed } = recorded;
        let person = game.seats.iter().position(Option::is_none).ok_or_else(no_seat)?;
        let mut sessions = vec![None; game.seats.len()];
        sessions[person] = Some(host);
        let (at, id) = (self.tables.clock.unix_ms(), self.new_id()?);
        let result = Some(PlayResult { scores, winners, ended: at, sessions, record: Some(record) });
        let seat = Seat(person as u8);
        let play = PlayRow { challenge: id, game: id, seat, session: host, name: name.clone(), at, result };
        self.keep((host, &name), game, seed, vec![play]).await
    }

    /// Keeps a challenge and the games that were played of it already.
    async fn keep(
        &self,
        (host, name): (TokenHash, &str),
        game: ChallengeGame,
        seed: String,
        plays: Vec<PlayRow>,
    ) -> Result<ChallengeView, Refusal> {
        let (id, now) = (self.new_id()?, self.tables.clock.now());
        let deal = FixedDeal { challenge: id.to_string(), seed: seed.clone() };
        // Problems with the game are found now, not when somebody wants to play it.
        let tried = challenge_table(&self.tables.shared, (id, host), &game, deal, (name, Pace::default()), now)?;
        let seat = tried.seating.seats_of(host).lowest().ok_or_else(no_seat)?;
        let by = Some(tried.seating.seats[seat.index()].name.clone());
        let origin = plays.first().map(|play| play.game.to_string());
        let facts = ChallengeFacts { game, seed, host: Some(host), by, day: None, origin };
        let row = ChallengeRow { id, created: now.unix_ms, closes: None, facts };
        self.tables.keep_session(host).await?;
        self.store().add_challenge(row).await.map_err(|error| self.failed(&error))?;
        for play in plays {
            let added = self.store().add_play(PlayRow { challenge: id, ..play }).await;
            added.map_err(|error| self.failed(&error))?;
        }
        self.view(id, Some(host)).await
    }
}
