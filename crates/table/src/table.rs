//! The table itself: its parts, and the helpers that all of them use.

mod alarms;
mod tasks;

pub(crate) use tasks::Task;

use crate::bot_seats::BotSeats;
use crate::chat::Chat;
use crate::connections::Connections;
use crate::game::Game;
use crate::hints::Hints;
use crate::ids::from_hex;
use crate::presence::Presence;
use crate::random::{Random, Repeated};
use crate::shuffle::Round;
use crate::stored::{ChatRow, SeatEntry, Seating, TableStatus};
use crate::together::Company;
use crate::votes::Votes;
use crate::writing::Waiting;
use crate::{Answer, Effect, Input, Loaded, LogLine, Now, RequestId, Shared, TableConfig, TableId, TokenHash};
use capolinea_engine::Seat;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::Status;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// A table in memory. See the [crate's documentation](crate).
#[derive(Debug)]
pub struct Table {
    pub(crate) shared: Arc<Shared>,
    pub(crate) id: TableId,
    pub(crate) created: u64,
    pub(crate) version: u64,
    pub(crate) seating: Seating,
    pub(crate) status: TableStatus,
    /// The game, once it has begun; not in memory while nothing happens.
    pub(crate) game: Option<Box<Game>>,
    pub(crate) connections: Connections,
    pub(crate) presence: Presence,
    pub(crate) chat: Chat,
    /// The shuffle that is under way.
    pub(crate) round: Option<Round>,
    pub(crate) votes: Votes,
    pub(crate) bots: BotSeats,
    pub(crate) hints: Hints,
    pub(crate) company: Company,
    pub(crate) random: Random,
    /// The deadline at each revision since the table woke up, in case the game goes back there.
    pub(crate) deadlines: HashMap<u64, u64>,
    /// When the next update about the table is sent.
    pub(crate) announce_at: Option<Duration>,
    /// When something last happened.
    touched: Duration,
    /// No alarm rings before: the store could not be read.
    rings_from: Duration,
    /// The time of the input that is being handled.
    pub(crate) now: Now,
    /// The store's current work for the table. The table does nothing else meanwhile.
    pub(crate) waiting: Option<Waiting>,
    tasks: VecDeque<Task>,
    effects: Vec<Effect>,
    /// Whether it has told the shell that it sleeps: from then on it does nothing.
    is_asleep: bool,
}

impl Table {
    /// A table as it was stored. `seed` is where all its random numbers come from: it must be unpredictable.
    pub fn new(
        shared: Arc<Shared>,
        id: TableId,
        loaded: Loaded,
        chat: Vec<ChatRow>,
        seed: [u8; 32],
        now: Now,
    ) -> Table {
        let Loaded { created, version, seating, status, game } = loaded;
        let mut table = Table {
            bots: BotSeats::new(seating.seats.len()),
            random: Random::new(seed, repeated(&shared.config, &seating)),
            shared,
            id,
            created,
            version,
            seating,
            status,
            game,
            connections: Connections::default(),
            presence: Presence::new(now),
            chat: Chat::new(chat),
            round: None,
            votes: Votes::default(),
            hints: Hints::default(),
            company: Company::default(),
            deadlines: HashMap::new(),
            announce_at: None,
            touched: now.uptime,
            rings_from: Duration::ZERO,
            now,
            waiting: None,
            tasks: VecDeque::new(),
            effects: Vec::new(),
            is_asleep: false,
        };
        table.free_taken_names();
        table.votes.take_up(&table.seating, &table.status);
        table.move_bots();
        table
    }

    /// Does what an input asks for. The first call may also return effects of [`Table::new`].
    pub fn handle(&mut self, now: Now, input: Input) -> Vec<Effect> {
        self.now = now;
        match input {
            Input::Saved(result) => self.saved(result),
            Input::Loaded(result) => self.loaded(result),
            Input::ChatLoaded(result) => self.chat_loaded(result),
            Input::Connect { .. }
            | Input::Disconnect { .. }
            | Input::Message { .. }
            | Input::Request { .. }
            | Input::BotDecided { .. }
            | Input::Changed { .. }
            | Input::PresentElsewhere { .. }
            | Input::TellPresence
            | Input::Alarm
            | Input::Stop => self.tasks.push_back(Task::Input(input)),
        }
        self.work();
        std::mem::take(&mut self.effects)
    }

    /// Where the table is, as far as it knows: the version of its seating, its revision and its last line of chat.
    pub fn known(&self) -> (u64, u64, u64) {
        (self.version, self.status.revision, self.chat.last_number())
    }

    /// Forgets the progress of tickets, so that an idle table takes less memory; the next update computes it again.
    pub fn forget_progress(&mut self) {
        if let Some(game) = &mut self.game {
            game.forget_progress();
        }
    }

    /// Its players and settings.
    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.status.status == Status::Playing
    }

    pub(crate) fn config(&self) -> &TableConfig {
        &self.shared.config
    }

    pub(crate) fn seat(&self, seat: Seat) -> Option<&SeatEntry> {
        self.seating.seats.get(seat.index())
    }

    /// Checks that a seat belongs to a session.
    pub(crate) fn check_seat(&self, session: Option<TokenHash>, seat: Seat) -> Result<(), Refusal> {
        let is_theirs = session.is_some_and(|session| self.seating.seats_of(session).contains(seat));
        if is_theirs { Ok(()) } else { Err(Refusal::new(RefusalCode::NotYourSeat, "this seat is not yours")) }
    }

    pub(crate) fn check_playing(&self) -> Result<(), Refusal> {
        let words = match self.status.status {
            Status::Playing => return Ok(()),
            Status::Waiting => "the game has not begun",
            Status::Finished => "the game is over",
            Status::Abandoned => "the game was given up",
        };
        Err(Refusal::new(RefusalCode::WrongStatus, words))
    }

    /// The game, which is in memory for every task that needs it.
    pub(crate) fn need_game(&self) -> Result<&Game, Refusal> {
        self.game.as_deref().ok_or_else(|| Refusal::new(RefusalCode::WrongStatus, "the game has not begun"))
    }

    pub(crate) fn emit(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(crate) fn answer(&mut self, request: RequestId, answer: Result<Answer, Refusal>) {
        self.emit(Effect::Answer { request, answer });
    }

    pub(crate) fn view_answer(&self) -> Answer {
        Answer::View(Box::new(self.table_view()))
    }

    pub(crate) fn warn(&mut self, message: &'static str, problem: String) {
        self.emit(Effect::Log(LogLine { is_error: false, message, problem }));
    }

    pub(crate) fn log_error(&mut self, message: &'static str, problem: String) {
        self.emit(Effect::Log(LogLine { is_error: true, message, problem }));
    }
}

/// The source of the table's random numbers, if its game must repeat. A fixed deal is used in tests too.
fn repeated(config: &TableConfig, seating: &Seating) -> Option<Repeated> {
    let deal = seating.deal.as_ref().and_then(|deal| from_hex(&deal.seed)).map(Repeated::Deal);
    deal.or(config.test_seed.map(Repeated::Test))
}
