//! The seats that bots play. A bot enters by the same door as a person: its decision is an action like any other.

use super::*;
use crate::bot_pool::{Client, Decided, Job};
use crate::{chance, ids, levels};
use capolinea_bots::Player;
use capolinea_engine::action::Action;
use capolinea_engine::phase::Phase;
use capolinea_engine::view::Viewer as Eyes;
use capolinea_protocol::table::Pace;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use std::sync::Mutex;

/// What a table remembers of the bot at a seat.
#[derive(Default)]
pub(super) struct BotSeat {
    /// In a mutex only because a bot may not be looked at from two threads; it is never locked.
    player: Option<Mutex<Player>>,
    asked: Option<Asked>,
}

/// A question that a bot is thinking about. It is taken back when it is dropped.
struct Asked {
    ask: u64,
    revision: u64,
    /// Whether somebody looked at the table when it was asked.
    attended: bool,
    thought: tokio::task::AbortHandle,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.thought.abort();
    }
}

impl Table {
    pub(super) fn is_bot_thinking(&self) -> bool {
        self.bots.iter().any(|bot| bot.asked.is_some())
    }

    /// Whether anybody cares what the bots do: somebody looks, or has a seat and will.
    fn is_cared_for(&self) -> bool {
        !self.viewers.is_empty() || self.sheet.has_people()
    }

    /// Asks every bot whose decision the game waits for. Bots among themselves wait until somebody looks.
    pub(super) fn move_bots(&mut self) {
        if self.head.status != Status::Playing || !self.is_cared_for() {
            return self.bots.iter_mut().for_each(|bot| bot.asked = None);
        }
        let Some(game) = &self.game else { return };
        let deciders = game.deciders();
        for index in 0..self.sheet.seats.len() {
            let seat = Seat(index as u8);
            let is_asked = self.bots[index].asked.as_ref().is_some_and(|asked| self.is_still_asked(seat, asked));
            if !deciders.contains(seat) || !self.is_bot(seat) {
                self.bots[index].asked = None;
            } else if !is_asked && let Err(problem) = self.ask_bot(seat) {
                tracing::error!(table = ?self.id, %problem, "a bot could not be asked");
            }
        }
    }

    fn is_still_asked(&self, seat: Seat, asked: &Asked) -> bool {
        // A question asked while nobody looked waits in the slow lane: ask it again for somebody who looks now.
        let is_in_time = asked.attended || self.viewers.is_empty();
        is_in_time && self.game.as_ref().is_some_and(|game| game.is_fresh(seat, asked.revision))
    }

    fn ask_bot(&mut self, seat: Seat) -> Result<(), getrandom::Error> {
        let Some(found) = self.sheet.seats.get(seat.index()) else { return Ok(()) };
        let level = match (&found.stand_in, &found.holder) {
            (Some(level), _) | (None, Holder::Bot { level }) => level.clone(),
            (None, Holder::Open | Holder::Person { .. }) => return Ok(()),
        };
        let Some(game) = &self.game else { return Ok(()) };
        let view = game.view(Eyes::Seat(seat));
        let Some(own) = view.own else { return Ok(()) };
        let player = self.bots[seat.index()].player.take().and_then(|player| player.into_inner().ok());
        let player = player.or_else(|| levels::entrant(&level).map(|entrant| entrant.player()));
        // A level that a later version dropped is played by the one that stands in for people.
        let player = player.or_else(|| levels::entrant(levels::STAND_IN).map(|entrant| entrant.player()));
        let Some(player) = player else { return Ok(()) };
        let rng = ChaCha8Rng::from_seed(chance::bot_seed(self.config().test_seed, seat, game.revision())?);
        let job = Job { map: game.map(), public: *view.public, own: *own, player, rng };
        let delay = delay(self.sheet.settings.pace, game.phase(), ids::random()?).mul_f64(self.config().bot_delay);
        self.last_ask += 1;
        let (ask, revision) = (self.last_ask, game.revision());
        let (pool, own, client) = (self.tables.bots.clone(), self.own.clone(), self.client());
        let attended = client.is_some();
        let due = Instant::now() + delay.max(levels::longest_thought(&level));
        let thought = tokio::spawn(async move {
            let decided = not_before(due, pool.decide(client, job)).await;
            if let Some(table) = own.upgrade() {
                // A table that sleeps by now was stopped; it asks again when it wakes.
                drop(table.send(Command::Decided { seat, ask, decided }).await);
            }
        });
        self.bots[seat.index()].asked = Some(Asked { ask, revision, attended, thought: thought.abort_handle() });
        Ok(())
    }

    /// For whom the bots of this table think: a player who is there before anybody who only watches.
    fn client(&self) -> Client {
        let has_seat = |viewer: &&Viewer| viewer.session.is_some_and(|one| !self.sheet.seats_of(one).is_empty());
        let player = self.viewers.iter().find(has_seat);
        player.or(self.viewers.first()).map(|viewer| viewer.address)
    }

    pub(super) async fn bot_decided(&mut self, seat: Seat, ask: u64, decided: Option<Decided>) {
        let is_bot = self.is_bot(seat);
        let bot = &mut self.bots[seat.index()];
        // The person may have come back while the bot thought.
        if !is_bot || bot.asked.as_ref().is_none_or(|asked| asked.ask != ask) {
            return;
        }
        bot.asked = None;
        let Some(Decided { action, player }) = decided else {
            tracing::error!(table = ?self.id, "a bot had nothing to say");
            return;
        };
        bot.player = player.map(Mutex::new);
        if let Err(refusal) = self.bot_plays(seat, action).await {
            // What is wrong may tell of the bot's cards: the kind of reason is enough.
            tracing::error!(table = ?self.id, code = ?refusal.code, "a bot's action was not done");
            // A failing store may recover: the bot is asked again, but not at once and for ever.
            tokio::time::sleep(Duration::from_millis(200)).await;
            self.move_bots();
        }
    }

    async fn bot_plays(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let game = self.need_game().await?;
        let change = match game.act(seat, action) {
            Ok(change) => change,
            Err(refusal) => {
                tracing::error!(rule = refusal.rule, "a bot chose an illegal action; the first legal one is played");
                let first = game.view(Eyes::Seat(seat)).legal_actions().get(0);
                game.act(seat, first.ok_or(refusal)?)?
            }
        };
        self.save_step(change, None).await
    }
}

/// How long a bot thought must not show: it may depend on its cards.
async fn not_before<T>(due: Instant, thought: impl Future<Output = T>) -> T {
    let decided = thought.await;
    tokio::time::sleep_until(due).await;
    decided
}

/// How long a bot lets people wait. Depends on nothing that is hidden.
fn delay(pace: Pace, phase: Phase, random: [u8; 2]) -> Duration {
    let (least, most) = match pace {
        Pace::Instant => (0, 0),
        Pace::Fast => (300, 600),
        Pace::Normal => (900, 1800),
        Pace::Slow => (2000, 3500),
    };
    let share = f64::from(u16::from_le_bytes(random)) / f64::from(u16::MAX);
    let millis = f64::from(least) + share * f64::from(most - least);
    let part = match phase {
        Phase::ChoosingSplits { .. }
        | Phase::ChoosingTickets { .. }
        | Phase::PlacingTourists { .. }
        | Phase::Turn { .. } => 1.0,
        Phase::SecondCard { .. }
        | Phase::ChoosingSplit { .. }
        | Phase::KeepingTickets { .. }
        | Phase::PayingTunnel { .. }
        | Phase::TakingPassengers { .. }
        | Phase::TakingTourist { .. }
        | Phase::Over => 0.6,
    };
    Duration::from_micros((millis * part * 1000.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By a clock that stands still but for what is waited for.
    #[tokio::test(start_paused = true)]
    async fn a_bots_pause_tells_nothing() {
        for thought in [0, 1, 90, 180].map(Duration::from_millis) {
            let begun = Instant::now();
            not_before(begun + Duration::from_millis(180), tokio::time::sleep(thought)).await;
            assert_eq!(begun.elapsed(), Duration::from_millis(180), "{thought:?} of thought");
        }
    }

    #[test]
    fn a_bot_pauses_as_long_as_its_pace_says() {
        for (pace, least, most) in
            [(Pace::Instant, 0, 0), (Pace::Fast, 300, 600), (Pace::Normal, 900, 1800), (Pace::Slow, 2000, 3500)]
        {
            let pause = |random| delay(pace, Phase::Over, random);
            assert_eq!(pause([0; 2]), Duration::from_millis(least) * 3 / 5);
            assert_eq!(pause([255; 2]), Duration::from_millis(most) * 3 / 5);
        }
    }
}
