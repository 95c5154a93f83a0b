//! The seats that bots play. A bot's decision is an action like a person's.

use crate::game::Game;
use crate::limits::BOT_RETRY;
use crate::replies::Reply;
use crate::stored::Holder;
use crate::table::Table;
use crate::{Effect, Question, levels};
use capolinea_bots::Budget;
use capolinea_engine::{Action, Phase, Seat, SeatSet, Viewer};
use capolinea_protocol::refusal::Refusal;
use capolinea_protocol::table::Pace;
use std::net::IpAddr;
use std::time::Duration;

/// The open questions to the bots of a table.
#[derive(Debug)]
pub(crate) struct BotSeats {
    /// By seat.
    asked: Vec<Option<Asked>>,
    last_question: u64,
    retry_at: Option<Duration>,
}

/// A question that a bot is thinking about, or whose answer waits for its time.
#[derive(Debug)]
struct Asked {
    question: u64,
    revision: u64,
    /// Whether somebody looked at the table when it was asked.
    is_attended: bool,
    /// The answer is played no earlier: how long a bot thought may depend on its cards, and must not show.
    due: Duration,
    answer: Option<Action>,
}

impl BotSeats {
    pub(crate) fn new(seats: usize) -> BotSeats {
        BotSeats { asked: (0..seats).map(|_| None).collect(), last_question: 0, retry_at: None }
    }

    /// Whether a bot is about to move.
    pub(crate) fn is_thinking(&self) -> bool {
        self.retry_at.is_some() || self.asked.iter().any(Option::is_some)
    }

    /// When the next answer is due, or bots are asked again.
    pub(crate) fn next_alarm(&self) -> Option<Duration> {
        let answered = self.asked.iter().flatten().filter(|asked| asked.answer.is_some()).map(|asked| asked.due);
        answered.chain(self.retry_at).min()
    }

    /// A number for another question to a bot.
    fn new_question(&mut self) -> u64 {
        self.last_question += 1;
        self.last_question
    }

    fn asked(&self, seat: Seat) -> Option<&Asked> {
        self.asked.get(seat.index())?.as_ref()
    }

    fn take(&mut self, seat: Seat) -> Option<Asked> {
        self.asked.get_mut(seat.index())?.take()
    }
}

impl Table {
    /// Whether the bots should move: somebody looks, or has a seat and will look.
    fn is_cared_for(&self) -> bool {
        !self.connections.is_empty() || self.seating.has_people()
    }

    /// Asks every bot whose decision the game waits for. Bots among themselves wait until somebody looks.
    pub(crate) fn move_bots(&mut self) {
        let is_moving = self.is_playing() && self.is_cared_for();
        let Some(game) = self.game.as_deref() else {
            if !is_moving {
                self.seating.all_seats().collect::<Vec<_>>().into_iter().for_each(|seat| self.forget(seat));
            }
            return;
        };
        let deciders = self.bots_to_ask(game);
        for seat in self.seating.all_seats().collect::<Vec<_>>() {
            if !is_moving || !deciders.contains(seat) || !self.seating.is_bot(seat) {
                self.forget(seat);
            } else if !self.bots.asked(seat).is_some_and(|asked| self.is_still_asked(seat, asked)) {
                self.forget(seat);
                self.ask_bot(seat);
            }
        }
    }

    /// The seats whose bots are asked: all that the game waits for. In a fixed deal only the next one, and only after the
    /// people among them: where several choose at once, equal play must give equal games, whoever is faster.
    fn bots_to_ask(&self, game: &Game) -> SeatSet {
        let deciders = game.deciders();
        if self.seating.deal.is_none() {
            return deciders;
        }
        let waits_for_people = deciders.into_iter().any(|seat| !self.seating.is_bot(seat));
        deciders.lowest().filter(|_| !waits_for_people).into_iter().collect()
    }

    fn forget(&mut self, seat: Seat) {
        if let Some(Asked { question, answer: None, .. }) = self.bots.take(seat) {
            self.emit(Effect::ForgetQuestion { question });
        }
    }

    fn is_still_asked(&self, seat: Seat, asked: &Asked) -> bool {
        // A question asked while nobody looked has a low priority: ask it again for somebody who looks now.
        let is_in_time = asked.is_attended || self.connections.is_empty();
        is_in_time && self.game.as_ref().is_some_and(|game| game.is_fresh(seat, asked.revision))
    }

    fn ask_bot(&mut self, seat: Seat) {
        let Some(level) = self.bot_level(seat) else { return };
        let Some(game) = self.game.as_deref() else { return };
        let (phase, revision, actions) = (game.phase(), game.revision(), game.actions_before(seat));
        let is_repeatable = self.seating.deal.is_some();
        let settings = &self.seating.settings;
        let pace = settings.pace;
        let budget =
            if is_repeatable { levels::repeatable_budget(&level) } else { levels::budget_at(&level, settings) };
        let Some(budget) = budget else { return };
        let Some(question) = self.question(seat, level, budget, actions) else { return };
        let pause = delay(pace, phase, self.random.share()).mul_f64(self.config().bot_delay);
        let due = self.now.uptime + pause.max(levels::longest_thought(budget));
        let address = self.payer();
        let asked = Asked { question: question.number, revision, is_attended: address.is_some(), due, answer: None };
        self.bots.asked[seat.index()] = Some(asked);
        self.emit(Effect::AskBot(Box::new(Question { address, is_repeatable, ..question })));
    }

    /// A new question about a seat's decision, with what the seat sees; its random numbers follow from `moment`.
    pub(crate) fn question(&mut self, seat: Seat, level: String, budget: Budget, moment: u64) -> Option<Question> {
        let number = self.bots.new_question();
        let game = self.game.as_deref()?;
        let view = game.view(Viewer::Seat(seat));
        Some(Question {
            number,
            seat,
            level,
            budget,
            map: game.map().clone(),
            public: *view.public,
            own: *view.own?,
            seed: self.random.bot_seed(seat, moment),
            address: None,
            is_repeatable: false,
            is_hint: false,
        })
    }

    fn bot_level(&self, seat: Seat) -> Option<String> {
        let entry = self.seat(seat)?;
        let level = match (&entry.stand_in, &entry.holder) {
            (Some(level), _) | (None, Holder::Bot { level }) => level,
            (None, Holder::Open | Holder::Person { .. }) => return None,
        };
        // If a later version has dropped the level, the one that stands in for people plays.
        Some(if levels::name(level).is_some() { level.clone() } else { levels::STAND_IN.into() })
    }

    /// The client for which the bots of this table think: a player who is connected before anybody who only watches.
    fn payer(&self) -> Option<IpAddr> {
        let player = self.connections.iter().find(|connection| !self.seats_of(connection.session).is_empty());
        player.or(self.connections.iter().next()).map(|connection| connection.address)
    }

    pub(crate) fn bot_decided(&mut self, seat: Seat, question: u64, action: Option<Action>) {
        if self.hint_decided(question, action) {
            return;
        }
        // The game may have moved on, or the person come back, while the bot thought.
        let is_asked = self.bots.asked(seat).is_some_and(|asked| asked.question == question);
        if !is_asked || !self.seating.is_bot(seat) {
            return;
        }
        let Some(action) = action else {
            self.bots.take(seat);
            return self.log_error("a bot did not decide", String::new());
        };
        if let Some(asked) = self.bots.asked[seat.index()].as_mut() {
            asked.answer = Some(action);
        }
        self.bot_alarm();
    }

    /// Plays an answer that is due, and asks bots again whose actions could not be saved.
    pub(crate) fn bot_alarm(&mut self) {
        let now = self.now.uptime;
        if self.bots.retry_at.take_if(|at| *at <= now).is_some() {
            self.move_bots();
        }
        let is_due = |seat: &Seat| self.bots.asked(*seat).is_some_and(|one| one.answer.is_some() && one.due <= now);
        let due = self.seating.all_seats().find(is_due);
        if let Some(seat) = due
            && let Some(Asked { answer: Some(action), .. }) = self.bots.take(seat)
            && let Err(refusal) = self.play_for_bot(seat, action)
        {
            self.fail(Reply::Bot, refusal);
        }
    }

    fn play_for_bot(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let game = self.need_game()?;
        let (change, is_illegal) = match game.act(seat, action) {
            Ok(change) => (change, None),
            Err(refusal) => {
                let rule = refusal.rule.clone().unwrap_or_default();
                let first = game.view(Viewer::Seat(seat)).legal_actions().get(0);
                (game.act(seat, first.ok_or(refusal)?)?, Some(rule))
            }
        };
        if let Some(rule) = is_illegal {
            self.log_error("a bot chose an illegal action; the first legal one is played", rule);
        }
        self.save_step(change, None, None, Reply::Bot)
    }

    /// A failing store may recover: bots are asked again, but not at once, and not forever.
    pub(crate) fn retry_bots(&mut self) {
        self.bots.retry_at = Some(self.now.uptime + BOT_RETRY);
    }
}

/// How long a bot lets people wait. It depends on nothing that is hidden.
fn delay(pace: Pace, phase: Phase, share: f64) -> Duration {
    let (least, most) = match pace {
        Pace::Instant => (0, 0),
        Pace::Fast => (300, 600),
        Pace::Normal => (900, 1800),
        Pace::Slow => (2000, 3500),
    };
    let millis = f64::from(least) + share * f64::from(most - least);
    let part = if phase.begins_turn() { 1.0 } else { 0.6 };
    Duration::from_micros((millis * part * 1000.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_pauses_as_long_as_its_pace_says() {
        for (pace, least, most) in
            [(Pace::Instant, 0, 0), (Pace::Fast, 300, 600), (Pace::Normal, 900, 1800), (Pace::Slow, 2000, 3500)]
        {
            let pause = |share| delay(pace, Phase::Over, share);
            assert_eq!(pause(0.0), Duration::from_millis(least) * 3 / 5);
            assert_eq!(pause(1.0), Duration::from_millis(most) * 3 / 5);
        }
    }
}
