//! The table's tasks: inputs and what follows from them, executed one after the other.

use super::Table;
use crate::writing::Waiting;
use crate::{Answer, Ask, Effect, Input, RequestId};
use capolinea_engine::SeatSet;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::refusal::Refusal;

/// Something to do, one after the other.
#[derive(Debug)]
pub(crate) enum Task {
    /// Handle an input.
    Input(Input),
    /// People who are back play their seats again.
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
    /// Executes tasks until there are none, or one has to wait for the store.
    pub(super) fn work(&mut self) {
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
            Ask::Record { session, knows_deal } => self.record(session, knows_deal).map(Answer::Record),
            Ask::Join { session, join } => return self.join(request, session, join),
            Ask::JoinChat { session, address, name } => return self.join_chat(request, session, address, &name),
            Ask::ChangeSeat { session, change } => return self.change_seat(request, session, change),
            Ask::Start { session } => return self.start(request, session),
            Ask::Rematch { session } => return self.rematch(request, session),
            Ask::JoinChallenge { session, challenge } => return self.join_challenge(request, session, challenge),
            Ask::MoveSeat { seat, owner, session } => return self.move_seat(request, seat, owner, session),
        };
        self.answer(request, answer);
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
            | ClientMessage::Plan { .. }
            | ClientMessage::Hint { .. } => true,
            ClientMessage::Chat { .. }
            | ClientMessage::Seal { .. }
            | ClientMessage::Show { .. }
            | ClientMessage::Together { .. }
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

/// The number that the answer to a message refers to.
fn message_id(message: &ClientMessage) -> u64 {
    match message {
        ClientMessage::Play { id, .. }
        | ClientMessage::Undo { id, .. }
        | ClientMessage::Propose { id, .. }
        | ClientMessage::Vote { id, .. }
        | ClientMessage::Return { id, .. }
        | ClientMessage::Chat { id, .. }
        | ClientMessage::Hint { id, .. } => *id,
        ClientMessage::Explain { request, .. } | ClientMessage::Plan { request, .. } => *request,
        ClientMessage::Seal { .. }
        | ClientMessage::Show { .. }
        | ClientMessage::Look { .. }
        | ClientMessage::History { .. }
        | ClientMessage::Together { .. }
        | ClientMessage::Ping { .. } => 0,
    }
}
