//! A shuffle that nobody can choose unnoticed. Before a game of several people the server and every player's device each pick
//! a random part. All show the seal of their part first, and only when all seals are known do the devices show their parts.
//! The seed is made of all parts together: whoever wants to choose it would have to know the parts of all others beforehand,
//! or to begin anew, which every device counts.

use super::*;
use crate::store::{SharedShuffle, ShufflePart};
use crate::{chance, ids};
use capolinea_engine::record::{seal, shared_seed};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::{Shuffle, ShuffleSeal};

/// An attempt to shuffle together.
pub(super) struct Round {
    number: u32,
    secret: [u8; 32],
    parts: Vec<Part>,
    is_sealed: bool,
    /// When those who have not answered are no longer waited for.
    pub(super) deadline: Instant,
}

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

    /// What the devices are asked for now.
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

impl Table {
    /// Begins the game: at once if a single person plays, else once their devices have shuffled together, which they begin now.
    ///
    /// # Errors
    /// A seat is open, or it can't be saved.
    pub(super) async fn begin(&mut self) -> Result<(), Refusal> {
        self.check_seats_taken()?;
        if self.round.is_some() {
            return Ok(());
        }
        let people = self.sheet.sessions();
        let config = self.config();
        let is_shared = people.len() > 1 && !config.shuffle_wait.is_zero() && config.test_seed.is_none();
        let there = people.into_iter().filter(|&session| is_shared && self.has_socket(session)).collect();
        self.shuffle(there).await
    }

    /// Asks the devices of these people for the seals of their parts; deals if there are none.
    async fn shuffle(&mut self, people: Vec<TokenHash>) -> Result<(), Refusal> {
        let no_numbers = |_| Refusal::new(RefusalCode::Internal, "no random numbers");
        let secret = chance::game_seed(self.config().test_seed).map_err(no_numbers)?;
        if people.is_empty() {
            return self.deal(secret, None).await;
        }
        let seat = |session| self.sheet.seats_of(session).lowest();
        let part = |session| Some(Part { session, seat: seat(session)?, seal: None, value: None, is_gone: false });
        let mut parts: Vec<Part> = people.into_iter().filter_map(part).collect();
        parts.sort_by_key(|part| part.seat);
        // Stored, so that no number comes twice: a device answers to none that it has answered before.
        let number = self.sheet.rounds + 1;
        self.save_sheet(Sheet { rounds: number, ..self.sheet.clone() }, self.head).await?;
        let deadline = Instant::now() + self.config().shuffle_wait;
        let round = Round { number, secret, parts, is_sealed: false, deadline };
        let message = round.message();
        self.round = Some(round);
        self.send_all(&message);
        Ok(())
    }

    /// A device seals its part.
    pub(super) async fn seal_part(&mut self, session: Option<TokenHash>, round: u32, seal: &str) {
        if let Some(part) = self.part_of(session, round, false)
            && ids::from_hex(seal).is_some()
            && part.seal.is_none()
        {
            part.seal = Some(seal.to_ascii_lowercase());
            self.go_on_if_all_have_answered().await;
        }
    }

    /// A device shows its part.
    pub(super) async fn show_part(&mut self, session: Option<TokenHash>, round: u32, value: &str) {
        if let Some(part) = self.part_of(session, round, true)
            && let Some(value) = ids::from_hex(value)
            && part.seal.as_ref() == Some(&seal(&value))
        {
            part.value = Some(value);
            self.go_on_if_all_have_answered().await;
        }
    }

    /// What a session has to do with the round. A second window of the same browser has nothing to add.
    fn part_of(&mut self, session: Option<TokenHash>, number: u32, is_sealed: bool) -> Option<&mut Part> {
        let round = self.round.as_mut().filter(|round| round.number == number && round.is_sealed == is_sealed)?;
        round.parts.iter_mut().find(|part| Some(part.session) == session)
    }

    async fn go_on_if_all_have_answered(&mut self) {
        if self.round.as_ref().is_some_and(Round::is_answered) {
            self.next_stage().await;
        }
    }

    /// Nobody waits for a device that has gone.
    pub(super) fn leave_shuffle(&mut self, session: TokenHash) {
        let Some(round) = &mut self.round else { return };
        round.parts.iter_mut().filter(|part| part.session == session).for_each(|part| part.is_gone = true);
        if round.is_answered() {
            round.deadline = Instant::now();
        }
    }

    /// A device that is back is asked again.
    pub(super) fn return_to_shuffle(&mut self, viewer: ViewerId, session: TokenHash) {
        let Some(round) = &mut self.round else { return };
        if let Some(part) = round.parts.iter_mut().find(|part| part.session == session) {
            part.is_gone = false;
            let message = round.message();
            self.send_to(viewer, &message);
        }
    }

    /// Everybody has answered, or their time is up.
    pub(super) async fn next_stage(&mut self) {
        let Some(mut round) = self.round.take() else { return };
        let done = if !round.is_sealed {
            // Nothing has been shown yet: whoever does not answer is left out.
            round.parts.retain(|part| part.seal.is_some() && !part.is_gone);
            round.is_sealed = true;
            round.deadline = Instant::now() + self.config().shuffle_wait;
            if round.parts.is_empty() {
                self.deal(round.secret, None).await
            } else {
                let message = round.message();
                self.round = Some(round);
                self.send_all(&message);
                Ok(())
            }
        } else if round.parts.iter().all(|part| part.value.is_some()) {
            self.deal_together(&round).await
        } else {
            // Some parts are shown and others kept back: all begin anew, without those who kept theirs back.
            let people = round.parts.iter().filter(|part| part.value.is_some()).map(|part| part.session).collect();
            self.shuffle(people).await
        };
        if let Err(refusal) = done {
            tracing::warn!(table = ?self.id, problem = refusal.words, "a game could not begin");
        }
    }

    /// Deals from a seed of all parts.
    async fn deal_together(&mut self, round: &Round) -> Result<(), Refusal> {
        let values: Vec<[u8; 32]> = round.parts.iter().filter_map(|part| part.value).collect();
        let stored = |part: &Part| Some(ShufflePart { seat: part.seat, value: ids::hex(&part.value?) });
        let shuffle = SharedShuffle {
            round: round.number,
            secret: ids::hex(&round.secret),
            parts: round.parts.iter().filter_map(stored).collect(),
        };
        self.deal(shared_seed(&round.secret, &values), Some(shuffle)).await
    }

    /// How the game was shuffled: seals while it is played, everything once it is over.
    pub(super) fn shuffle_view(&self) -> Option<Shuffle> {
        let shared = self.sheet.shuffle.as_ref()?;
        let is_over = self.head.status == Status::Finished;
        let sealed = |hex: &str| ids::from_hex(hex).map(|value| seal(&value)).unwrap_or_default();
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
