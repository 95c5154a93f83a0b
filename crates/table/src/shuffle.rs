//! A shuffle that nobody can choose unnoticed. Before a game of several people the server and every player's device each pick
//! a random part. All show the seal of their part first, and the devices show their parts only when all seals are known.
//! The seed is made of all parts together: to choose it, a player would have to know the parts of all others beforehand,
//! or to start again, which every device counts.

use crate::ids::from_hex;
use crate::replies::Reply;
use crate::stored::{Seating, SharedShuffle, ShufflePart};
use crate::table::Table;
use crate::writing::{Parts, Then};
use crate::{ConnectionId, TokenHash};
use capolinea_engine::record::{seal, shared_seed};
use capolinea_engine::{Seat, sort_few};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::{Shuffle, ShuffleSeal, Status};
use std::time::Duration;

/// An attempt to shuffle together.
#[derive(Debug)]
pub(crate) struct Round {
    number: u32,
    secret: [u8; 32],
    parts: Vec<Part>,
    is_sealed: bool,
    /// The end of the wait for devices that have not answered.
    pub(crate) deadline: Duration,
}

#[derive(Debug)]
struct Part {
    session: TokenHash,
    seat: Seat,
    seal: Option<String>,
    value: Option<[u8; 32]>,
    /// Whether the device has gone, so that no answer will come.
    is_gone: bool,
}

impl Round {
    fn is_answered(&self) -> bool {
        let has_answered = |part: &Part| if self.is_sealed { part.value.is_some() } else { part.seal.is_some() };
        self.parts.iter().all(|part| part.is_gone || has_answered(part))
    }

    /// The current request to the devices.
    fn message(&self) -> ServerMessage {
        let parts = self.is_sealed.then(|| self.parts.iter().map(Part::sealed).collect());
        ServerMessage::Shuffle { round: self.number, seal: seal(&self.secret), parts }
    }
}

impl Part {
    fn sealed(&self) -> ShuffleSeal {
        ShuffleSeal { seat: self.seat, seal: self.seal.clone().unwrap_or_default(), value: None }
    }
}

/// Logs that a game can't begin, when no request is waiting for an answer.
const NOT_BEGUN: &str = "a game could not begin";

impl Table {
    /// Begins the game: at once if a single person plays, else once their devices have shuffled together, which they begin
    /// now.
    pub(crate) fn begin(&mut self, reply: Reply) {
        if let Err(refusal) = self.check_seats_taken() {
            return self.fail(reply, refusal);
        }
        if self.round.is_some() {
            return self.succeed(reply);
        }
        let people = self.seating.sessions();
        let config = self.config();
        let is_shared = people.len() > 1 && !config.shuffle_wait.is_zero() && config.test_seed.is_none();
        let present = people.into_iter().filter(|&session| is_shared && self.has_connection(session)).collect();
        self.shuffle(present, reply);
    }

    /// Asks the devices of these people for the seals of their parts; deals if there are none.
    fn shuffle(&mut self, people: Vec<TokenHash>, reply: Reply) {
        let secret = self.random.game_seed();
        if people.is_empty() {
            return self.deal(secret, None, reply);
        }
        let part = |session| {
            let seat = self.seating.seats_of(session).lowest()?;
            Some(Part { session, seat, seal: None, value: None, is_gone: false })
        };
        let mut parts: Vec<Part> = people.into_iter().filter_map(part).collect();
        sort_few(&mut parts, |a, b| a.seat < b.seat);
        // Stored, so that no number comes twice: a device never answers the same number twice.
        let number = self.seating.rounds + 1;
        let seating = Seating { rounds: number, ..self.seating.clone() };
        let round = Round { number, secret, parts, is_sealed: false, deadline: Duration::ZERO };
        self.write(Parts::seating(seating), self.status, Then::Shuffle(round), reply);
    }

    /// The attempt is saved: the devices are asked.
    pub(crate) fn begin_round(&mut self, mut round: Round) {
        round.deadline = self.now.uptime + self.config().shuffle_wait;
        self.send_all(round.message());
        self.round = Some(round);
    }

    /// A device seals its part.
    pub(crate) fn seal_part(&mut self, session: Option<TokenHash>, round: u32, seal: &str) {
        if let Some(part) = self.part_of(session, round, false)
            && from_hex(seal).is_some()
            && part.seal.is_none()
        {
            part.seal = Some(seal.to_ascii_lowercase());
            self.go_on_if_answered();
        }
    }

    /// A device shows its part.
    pub(crate) fn show_part(&mut self, session: Option<TokenHash>, round: u32, value: &str) {
        if let Some(part) = self.part_of(session, round, true)
            && let Some(value) = from_hex(value)
            && part.seal.as_ref() == Some(&seal(&value))
        {
            part.value = Some(value);
            self.go_on_if_answered();
        }
    }

    /// The part of a session in the round. A second window of the same browser has nothing to add.
    fn part_of(&mut self, session: Option<TokenHash>, number: u32, is_sealed: bool) -> Option<&mut Part> {
        let round = self.round.as_mut().filter(|round| round.number == number && round.is_sealed == is_sealed)?;
        round.parts.iter_mut().find(|part| Some(part.session) == session)
    }

    fn go_on_if_answered(&mut self) {
        if self.round.as_ref().is_some_and(Round::is_answered) {
            self.next_stage();
        }
    }

    /// Nobody waits for a device that has gone.
    pub(crate) fn leave_shuffle(&mut self, session: TokenHash) {
        let Some(round) = &mut self.round else { return };
        round.parts.iter_mut().filter(|part| part.session == session).for_each(|part| part.is_gone = true);
        if round.is_answered() {
            round.deadline = self.now.uptime;
        }
    }

    /// A device that is back is asked again.
    pub(crate) fn return_to_shuffle(&mut self, connection: ConnectionId, session: TokenHash) {
        let Some(round) = &mut self.round else { return };
        if let Some(part) = round.parts.iter_mut().find(|part| part.session == session) {
            part.is_gone = false;
            let message = round.message();
            self.send_to(connection, message);
        }
    }

    /// Goes on if the devices' time is up.
    pub(crate) fn shuffle_alarm(&mut self) {
        if self.round.as_ref().is_some_and(|round| round.deadline <= self.now.uptime) {
            self.next_stage();
        }
    }

    /// Everybody has answered, or their time is up.
    fn next_stage(&mut self) {
        let Some(mut round) = self.round.take() else { return };
        let reply = Reply::Nobody(NOT_BEGUN);
        if !round.is_sealed {
            // Nothing has been shown yet: a device that does not answer is left out.
            round.parts.retain(|part| part.seal.is_some() && !part.is_gone);
            round.is_sealed = true;
            if round.parts.is_empty() {
                self.deal(round.secret, None, reply);
            } else {
                self.begin_round(round);
            }
        } else if round.parts.iter().all(|part| part.value.is_some()) {
            self.deal_together(&round, reply);
        } else {
            // Some parts are shown and others withheld: all begin again, without those who withheld theirs.
            let people = round.parts.iter().filter(|part| part.value.is_some()).map(|part| part.session).collect();
            self.shuffle(people, reply);
        }
    }

    /// Deals from a seed of all parts.
    fn deal_together(&mut self, round: &Round, reply: Reply) {
        let values: Vec<[u8; 32]> = round.parts.iter().filter_map(|part| part.value).collect();
        let stored = |part: &Part| Some(ShufflePart { seat: part.seat, value: hex::encode(part.value?) });
        let shuffle = SharedShuffle {
            round: round.number,
            secret: hex::encode(round.secret),
            parts: round.parts.iter().filter_map(stored).collect(),
        };
        self.deal(shared_seed(&round.secret, &values), Some(shuffle), reply);
    }

    /// How the game was shuffled: seals while it is played, everything once it is over.
    pub(crate) fn shuffle_view(&self) -> Option<Shuffle> {
        let shared = self.seating.shuffle.as_ref()?;
        let is_over = self.status.status == Status::Finished;
        let sealed = |hex: &str| from_hex(hex).map(|value| seal(&value)).unwrap_or_default();
        let part = |part: &ShufflePart| ShuffleSeal {
            seat: part.seat,
            seal: sealed(&part.value),
            value: is_over.then(|| part.value.clone()),
        };
        Some(Shuffle {
            round: shared.round,
            seal: sealed(&shared.secret),
            secret: is_over.then(|| shared.secret.clone()),
            parts: shared.parts.iter().map(part).collect(),
        })
    }
}
