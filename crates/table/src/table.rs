//! The table itself: its parts, the order in which inputs are handled, and its alarms.

use crate::bot_seats::BotSeats;
use crate::chat::Chat;
use crate::connections::Connections;
use crate::game::Game;
use crate::presence::Presence;
use crate::random::Random;
use crate::shuffle::Round;
use crate::stored::{ChatRow, SeatEntry, Seating, TableStatus};
use crate::votes::Votes;
use crate::writing::Waiting;
use crate::{Answer, Ask, Effect, Input, Loaded, LogLine, Now, RequestId, Shared, TableConfig, TableId, TokenHash};
use capolinea_engine::{Seat, SeatSet};
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::Status;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// How long alarms wait after the store could not be read.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);

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

/// Something to do, one after the other.
#[derive(Debug)]
pub(crate) enum Task {
    /// Handle an input.
    Input(Input),
    /// People who are here again play again.
    ReturnPlayers(SeatSet),
    /// Begin the game if everybody is here and that was agreed.
    StartIfReady,
    /// Go on with the shuffle if its time is up.
    ShuffleAlarm,
    /// Let bots play for people whose time is up.
    DeadlineAlarm,
    /// Play the decisions of bots that are due.
    BotAlarm,
    /// Go to sleep, or drop the game from memory, if it is time.
    Rest,
}

impl Task {
    /// A short name for the log.
    fn name(&self) -> &'static str {
        match self {
            Task::Input(_) => "an input",
            Task::ReturnPlayers(_) => "players who are back",
            Task::StartIfReady => "the start",
            Task::ShuffleAlarm => "the shuffle",
            Task::DeadlineAlarm => "a deadline",
            Task::BotAlarm => "a bot",
            Task::Rest => "sleep",
        }
    }
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
            random: Random::new(seed, shared.config.test_seed),
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

    /// Executes tasks until there are none, or one has to wait for the store.
    fn work(&mut self) {
        while self.waiting.is_none() && !self.is_asleep {
            let Some(task) = self.tasks.pop_front() else {
                if !self.keep_to_limit() {
                    break;
                }
                continue;
            };
            if self.game.is_none() && self.seating.seed.is_some() && needs_game(&task) {
                self.tasks.push_front(task);
                self.waiting = Some(Waiting::Game);
                self.emit(Effect::Load);
                break;
            }
            self.execute(task);
        }
    }

    /// Executes this task before all others.
    pub(crate) fn do_next(&mut self, task: Task) {
        self.tasks.push_front(task);
    }

    /// The store could not be read: what is due is tried again, but not at once and for ever.
    pub(crate) fn put_off_alarms(&mut self) {
        self.rings_from = self.now.uptime + READ_AGAIN_AFTER;
    }

    /// The task that could not be executed because the game can't be read.
    pub(crate) fn give_up_first_task(&mut self, refusal: Refusal) {
        match self.tasks.pop_front() {
            Some(Task::Input(Input::Connect { request, .. } | Input::Request { request, .. })) => {
                self.answer(request, Err(refusal));
            }
            Some(Task::Input(Input::Message { connection, message })) => {
                self.refuse(connection, message_id(&message), refusal);
            }
            Some(task) => self.warn("the game can't be read", format!("{}; for {}", refusal.words, task.name())),
            None => {}
        }
    }

    fn execute(&mut self, task: Task) {
        match task {
            Task::Input(input) => self.execute_input(input),
            Task::ReturnPlayers(seats) => self.return_players(seats),
            Task::StartIfReady => self.start_if_ready(),
            Task::ShuffleAlarm => self.shuffle_alarm(),
            Task::DeadlineAlarm => self.deadline_alarm(),
            Task::BotAlarm => self.bot_alarm(),
            Task::Rest => self.rest(),
        }
    }

    fn execute_input(&mut self, input: Input) {
        let is_from_people = !matches!(
            input,
            Input::Alarm | Input::Changed { .. } | Input::PresentElsewhere { .. } | Input::TellPresence
        );
        if is_from_people {
            self.touched = self.now.uptime;
        }
        match input {
            Input::Connect { request, session, address } => self.connect(request, session, address),
            Input::Disconnect { connection } => self.disconnect(connection),
            Input::Message { connection, message } => self.message(connection, *message),
            Input::Request { request, ask } => self.request(request, ask),
            Input::BotDecided { seat, question, action } => self.bot_decided(seat, question, action),
            Input::Changed { version, revision, chat } => self.catch_up(version, revision, chat),
            Input::PresentElsewhere { server, seats, spectators } => self.hear_of(server, seats, spectators),
            Input::TellPresence => self.tell_presence(),
            Input::Alarm => self.ring(),
            Input::Stop => {
                self.say_goodbye();
                self.sleep();
            }
            // Handled as soon as they come.
            Input::Saved(_) | Input::Loaded(_) | Input::ChatLoaded(_) => {}
        }
    }

    fn request(&mut self, request: RequestId, ask: Ask) {
        let answer = match ask {
            Ask::See { session } => self.may_see(session).map(|()| self.view_answer()),
            Ask::OwnsSeat { session, seat } => self.check_seat(Some(session), seat).map(|()| Answer::Owned),
            Ask::Record { session } => self.record(session).map(Answer::Record),
            Ask::Join { session, join } => return self.join(request, session, join),
            Ask::JoinChat { session, address, name } => return self.join_chat(request, session, address, &name),
            Ask::ChangeSeat { session, change } => return self.change_seat(request, session, change),
            Ask::Start { session } => return self.start(request, session),
            Ask::Rematch { session } => return self.rematch(request, session),
            Ask::MoveSeat { seat, owner, session } => return self.move_seat(request, seat, owner, session),
        };
        self.answer(request, answer);
    }

    /// Where the table is, as far as it knows: the version of its seating, its revision and its last line of chat.
    pub fn known(&self) -> (u64, u64, u64) {
        (self.version, self.status.revision, self.chat.last_number())
    }

    /// When the table must look up even if nothing else happens: then the shell sends [`Input::Alarm`].
    pub fn next_alarm(&self) -> Option<Duration> {
        if self.waiting.is_some() {
            return None;
        }
        let deadline = self.status.deadline.filter(|_| self.is_playing()).map(|at| self.now.until_unix(at));
        let rest = if self.is_needed() {
            self.game.as_ref().filter(|_| !self.bots.is_thinking()).map(|_| self.touched + self.config().doze_after)
        } else {
            Some(self.sleeps_at())
        };
        let shuffle = self.round.as_ref().map(|round| round.deadline);
        let next = [deadline, rest, self.announce_at, shuffle, self.bots.next_alarm()].into_iter().flatten().min();
        next.map(|at| at.max(self.rings_from))
    }

    /// Queues whatever is due. Each task looks again whether it is, for the one before may have changed that.
    fn ring(&mut self) {
        if self.announce_at.is_some_and(|at| at <= self.now.uptime) {
            self.announce();
        }
        let due = |at: Option<Duration>, task: Task| at.filter(|&at| at <= self.now.uptime).map(|_| task);
        let alarms = [
            due(self.round.as_ref().map(|round| round.deadline), Task::ShuffleAlarm),
            self.is_time_up().then_some(Task::DeadlineAlarm),
            due(self.bots.next_alarm(), Task::BotAlarm),
            Some(Task::Rest),
        ];
        self.tasks.extend(alarms.into_iter().flatten());
    }

    /// Whether the turn limit has passed.
    pub(crate) fn is_time_up(&self) -> bool {
        self.is_playing() && self.status.deadline.is_some_and(|at| at <= self.now.unix_ms)
    }

    fn rest(&mut self) {
        if !self.is_needed() {
            // Requests that arrive at this moment are answered first.
            if self.sleeps_at() <= self.now.uptime && self.tasks.is_empty() {
                self.sleep();
            }
        } else if !self.bots.is_thinking() && self.touched + self.config().doze_after <= self.now.uptime {
            // It is read from the store again when something happens.
            self.game = None;
            self.touched = self.now.uptime;
        }
    }

    /// The last thing that a table does.
    fn sleep(&mut self) {
        self.is_asleep = true;
        self.emit(Effect::Sleep { wakes_at: self.wakes_at() });
    }

    /// When a table that nobody needs sleeps: not while a person who has just left still counts as present.
    fn sleeps_at(&self) -> Duration {
        let rested = self.touched + self.config().sleep_after;
        self.next_away().map_or(rested, |away| rested.max(away))
    }

    /// Whether somebody is connected, or a bot is about to move.
    fn is_needed(&self) -> bool {
        !self.connections.is_empty() || self.bots.is_thinking()
    }

    /// When the table must be woken even if nobody connects. Bots among themselves sleep until somebody looks.
    fn wakes_at(&self) -> Option<u64> {
        self.status.wakes_at.filter(|_| self.seating.has_people())
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

/// Whether a task can only be done with the game in memory.
fn needs_game(task: &Task) -> bool {
    match task {
        Task::Input(Input::Connect { .. } | Input::BotDecided { .. })
        | Task::ReturnPlayers(_)
        | Task::DeadlineAlarm
        | Task::BotAlarm => true,
        Task::Input(Input::Request { ask, .. }) => matches!(ask, Ask::Record { .. } | Ask::MoveSeat { .. }),
        Task::Input(Input::Message { message, .. }) => match **message {
            ClientMessage::Play { .. }
            | ClientMessage::Undo { .. }
            | ClientMessage::Propose { .. }
            | ClientMessage::Vote { .. }
            | ClientMessage::Return { .. }
            | ClientMessage::Look { .. }
            | ClientMessage::History { .. }
            | ClientMessage::Explain { .. }
            | ClientMessage::Plan { .. } => true,
            ClientMessage::Chat { .. }
            | ClientMessage::Seal { .. }
            | ClientMessage::Show { .. }
            | ClientMessage::Ping { .. } => false,
        },
        Task::Input(
            Input::Disconnect { .. }
            | Input::Saved(_)
            | Input::Loaded(_)
            | Input::ChatLoaded(_)
            | Input::Changed { .. }
            | Input::PresentElsewhere { .. }
            | Input::TellPresence
            | Input::Alarm
            | Input::Stop,
        )
        | Task::StartIfReady
        | Task::ShuffleAlarm
        | Task::Rest => false,
    }
}

/// The number that the answer to a message bears.
fn message_id(message: &ClientMessage) -> u64 {
    match message {
        ClientMessage::Play { id, .. }
        | ClientMessage::Undo { id, .. }
        | ClientMessage::Propose { id, .. }
        | ClientMessage::Vote { id, .. }
        | ClientMessage::Return { id, .. }
        | ClientMessage::Chat { id, .. } => *id,
        ClientMessage::Explain { request, .. } | ClientMessage::Plan { request, .. } => *request,
        ClientMessage::Seal { .. }
        | ClientMessage::Show { .. }
        | ClientMessage::Look { .. }
        | ClientMessage::History { .. }
        | ClientMessage::Ping { .. } => 0,
    }
}
