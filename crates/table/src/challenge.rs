//! Tables of challenges: a fixed deal that several people play, each at a table of their own.

use crate::create::{bad, new_table};
use crate::ids::from_hex;
use crate::replies::Reply;
use crate::stored::{FixedDeal, Holder, NewTable, SeatEntry, Seating};
use crate::table::Table;
use crate::writing::{Parts, Then};
use crate::{Now, RequestId, Shared, TableId, TokenHash, levels};
use capolinea_engine::Seat;
use capolinea_engine::rules::RULES_VERSION;
use capolinea_protocol::challenge::ChallengeGame;
use capolinea_protocol::http::{CreateTable, SeatRequest, Sitter};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::{Pace, Settings, Status};

/// A table for one game of a challenge. Nobody may watch it, ask for help or undo a move that revealed something, and it
/// begins as soon as its player looks at it.
///
/// # Errors
/// The game or the name is not valid.
pub fn challenge_table(
    shared: &Shared,
    (id, host): (TableId, TokenHash),
    game: &ChallengeGame,
    deal: FixedDeal,
    (name, pace): (&str, Pace),
    now: Now,
) -> Result<NewTable, Refusal> {
    if from_hex(&deal.seed).is_none() {
        return Err(bad("a seed has 64 hexadecimal digits".into()));
    }
    if game.seats.iter().filter(|level| level.is_none()).count() != 1 {
        return Err(bad("a challenge is for one person against bots: exactly one seat has no level".into()));
    }
    let sitter = |level: &Option<String>| match level {
        Some(level) => Sitter::Bot { level: level.clone() },
        None => Sitter::Here { name: name.into() },
    };
    let settings = Settings {
        first: game.first,
        pieces: game.pieces,
        pace,
        takebacks: false,
        spectators: false,
        spectator_chat: false,
        // Results are compared: everybody plays by themselves.
        help: Some(false),
        ..Settings::default()
    };
    let seats = game.seats.iter().map(|level| SeatRequest { who: sitter(level), color: None }).collect();
    let asked = CreateTable { map: game.map.clone(), seats, settings, start: true };
    let mut table = new_table(shared, id, host, asked, now)?;
    table.seating.deal = Some(deal);
    Ok(table)
}

/// The game that a finished one was, for a challenge: people other than the one in the seat of `session` are replaced by bots.
///
/// # Errors
/// The session had no seat of its own there, or the game is not over.
pub fn game_of(seating: &Seating, status: Status, session: TokenHash) -> Result<(ChallengeGame, FixedDeal), Refusal> {
    let seats = seating.seats_of(session);
    if seats.is_empty() {
        return Err(Refusal::new(
            RefusalCode::NotYourSeat,
            "only people who played here can make a challenge of this game",
        ));
    }
    let Some(seed) = seating.seed.clone().filter(|_| status == Status::Finished) else {
        return Err(Refusal::new(RefusalCode::WrongStatus, "the game is not over yet"));
    };
    if seating.rules != RULES_VERSION {
        let words = "this game was played by older rules; make a challenge from a new game";
        return Err(Refusal::new(RefusalCode::WrongStatus, words));
    }
    let own = seats.lowest();
    let level = |(seat, entry): (Seat, &SeatEntry)| match &entry.holder {
        _ if Some(seat) == own => None,
        Holder::Bot { level } => Some(level.clone()),
        Holder::Person { .. } | Holder::Open => Some(levels::STAND_IN.into()),
    };
    let game = ChallengeGame {
        map: seating.map.clone(),
        seats: seating.all_seats().zip(&seating.seats).map(level).collect(),
        first: seating.settings.first,
        pieces: seating.settings.pieces,
    };
    Ok((game, FixedDeal { challenge: String::new(), seed }))
}

impl Table {
    /// A finished game becomes part of a challenge: only people who have finished the challenge may see it.
    pub(crate) fn join_challenge(&mut self, request: RequestId, session: TokenHash, challenge: String) {
        let reply = Reply::View { request };
        match game_of(&self.seating, self.status.status, session) {
            Ok((_, deal)) => {
                let mut seating = Seating { deal: Some(FixedDeal { challenge, ..deal }), ..self.seating.clone() };
                seating.settings.spectators = false;
                self.write(Parts::seating(seating), self.status, Then::JoinChallenge, reply);
            }
            Err(refusal) => self.fail(reply, refusal),
        }
    }
}
