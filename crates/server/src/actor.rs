//! The shell around one table: a task that owns the table, passes it every input, and executes its effects.

mod handle;

pub use handle::TableHandle;

use crate::bot_pool::{Decided, Job};
use crate::limits::{MAX_QUEUED_INPUTS, UPDATES_KEPT_FOR, WRITTEN_BY_TABLE};
use crate::metrics::count;
use crate::outbox::{self, Line, to_frame};
use crate::store::{StoreError, TablePresence};
use crate::tables::Tables;
use crate::work::Payer;
use capolinea_bots::Player;
use capolinea_engine::Seat;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::updates::UpdateWriter;
use capolinea_table::{
    Answer, ConnectionId, Counted, Effect, Input, LogLine, Question, RequestId, SaveError, Table, TableId, levels,
};
use handle::{BotAnswer, Connecting, Known, Mail};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// A request that waits for its answer.
enum Waiting {
    Connect { out: Line, answer: oneshot::Sender<Result<ConnectionId, Refusal>> },
    Ask { answer: oneshot::Sender<Result<Answer, Refusal>> },
}

/// A table and everything it needs around it.
pub struct Actor {
    tables: Arc<Tables>,
    id: TableId,
    table: Table,
    mail: mpsc::Receiver<Mail>,
    own: mpsc::WeakSender<Mail>,
    connections: BTreeMap<ConnectionId, Line>,
    /// The connections that have messages which are not on their way yet.
    unsent: Vec<ConnectionId>,
    updates: UpdateWriter,
    /// When the writer forgets what it has written; none if it has written nothing since.
    forgets_at: Option<Instant>,
    waiting: HashMap<RequestId, Waiting>,
    last_request: RequestId,
    /// The bots of this table, by seat, with their levels: each remembers its game.
    players: HashMap<Seat, (String, Player)>,
    /// The bots that are thinking, by question.
    thinking: HashMap<u64, tokio::task::AbortHandle>,
    /// When the message that is being handled arrived.
    arrived: Option<Instant>,
    known: Arc<Known>,
}

impl Actor {
    /// The shell of a table, and the way to reach it.
    pub fn new(tables: Arc<Tables>, id: TableId, table: Table) -> (TableHandle, Actor) {
        let (sender, mail) = mpsc::channel(MAX_QUEUED_INPUTS);
        let known = Arc::new(Known::default());
        let actor = Actor {
            tables,
            id,
            table,
            mail,
            own: sender.downgrade(),
            connections: BTreeMap::new(),
            unsent: Vec::new(),
            updates: UpdateWriter::default(),
            forgets_at: None,
            waiting: HashMap::new(),
            last_request: 0,
            players: HashMap::new(),
            thinking: HashMap::new(),
            arrived: None,
            known: known.clone(),
        };
        actor.known.update(&actor.table);
        (TableHandle { mail: sender, known }, actor)
    }

    /// Runs until the table sleeps.
    pub async fn run(mut self) {
        self.tables.metrics.tables.fetch_add(1, Ordering::Relaxed);
        let mut stopped = None;
        // A table that has just been woken may have bots to ask.
        let mut input = Some(Input::Alarm);
        // One timer for all rounds: making one for each is more work than the rest of a round. It may ring too early, and then nothing is due.
        let mut rings = std::pin::pin!(tokio::time::sleep(Duration::ZERO));
        let mut is_set = false;
        loop {
            if let Some(input) = input.take()
                && self.feed(input).await.is_break()
            {
                break;
            }
            let alarm = self.table.next_alarm().map(|at| self.tables.clock.at(at));
            if let Some(at) = alarm.into_iter().chain(self.forgets_at).min()
                && (!is_set || at < rings.deadline())
            {
                rings.as_mut().reset(at);
                is_set = true;
            }
            self.arrived = None;
            tokio::select! {
                biased;
                mail = self.mail.recv() => match mail {
                    Some(Mail::Stop { answer }) => {
                        stopped = Some(answer);
                        input = Some(Input::Stop);
                    }
                    Some(mail) => input = self.open(mail),
                    None => break,
                },
                () = &mut rings, if is_set => {
                    is_set = false;
                    self.forget_updates();
                    input = Some(Input::Alarm);
                }
            }
        }
        // Mail that comes after that is dropped: its sender wakes the table and asks again.
        self.mail.close();
        self.thinking.drain().for_each(|(_, bot)| bot.abort());
        self.tables.metrics.tables.fetch_sub(1, Ordering::Relaxed);
        if let Some(answer) = stopped {
            // The server may have stopped waiting.
            let _told = answer.send(());
        }
    }

    /// The input for the table in a mail.
    fn open(&mut self, mail: Mail) -> Option<Input> {
        match mail {
            Mail::Connect(connecting) => {
                let Connecting { session, address, out, answer } = *connecting;
                let request = self.expect_answer(Waiting::Connect { out, answer });
                Some(Input::Connect { request, session, address })
            }
            Mail::Disconnect { connection } => {
                self.connections.remove(&connection);
                Some(Input::Disconnect { connection })
            }
            Mail::Message { connection, message, arrived } => {
                self.arrived = Some(arrived);
                Some(Input::Message { connection, message })
            }
            Mail::Ask { ask, answer } => {
                let request = self.expect_answer(Waiting::Ask { answer });
                Some(Input::Request { request, ask: *ask })
            }
            Mail::Decided(decision) => {
                let BotAnswer { seat, question, level, decided } = *decision;
                self.thinking.remove(&question)?;
                let (action, player) = match decided {
                    Some(Decided { action, player }) => (Some(action), player),
                    None => (None, None),
                };
                if let Some(player) = player {
                    self.players.insert(seat, (level, player));
                }
                Some(Input::BotDecided { seat, question, action })
            }
            Mail::Elsewhere(input) => Some(*input),
            // Handled where it is received.
            Mail::Stop { .. } => None,
        }
    }

    fn expect_answer(&mut self, waiting: Waiting) -> RequestId {
        self.last_request += 1;
        self.waiting.insert(self.last_request, waiting);
        self.last_request
    }

    /// Passes an input to the table, executes the effects, and passes the results back.
    async fn feed(&mut self, input: Input) -> ControlFlow<()> {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            for effect in self.table.handle(self.tables.clock.now(), input) {
                if let Effect::Sleep { wakes_at } = effect {
                    self.post();
                    self.tables.put_to_sleep(self.id, wakes_at);
                    return ControlFlow::Break(());
                }
                inputs.extend(self.execute(effect).await);
            }
        }
        self.post();
        self.known.update(&self.table);
        ControlFlow::Continue(())
    }

    /// Executes an effect; returns the input that results from it, if any.
    async fn execute(&mut self, effect: Effect) -> Vec<Input> {
        if matches!(effect, Effect::Save(_) | Effect::SaveChat(_) | Effect::Load | Effect::LoadChat) {
            self.post();
        }
        match effect {
            Effect::Save(write) => {
                let saved = self.tables.store.commit(self.id, *write).await;
                return vec![Input::Saved(saved.map_err(|error| self.save_error(&error)))];
            }
            Effect::SaveChat(row) => {
                let saved = self.tables.store.add_chat(self.id, *row).await;
                return vec![Input::Saved(saved.map_err(|error| self.save_error(&error)))];
            }
            // Boxed: it is rare, and a task always has the size of its largest part.
            Effect::Load => return vec![Input::Loaded(Box::pin(self.tables.load(self.id)).await.map(Box::new))],
            Effect::LoadChat => return vec![Input::ChatLoaded(Box::pin(self.tables.load_chat(self.id)).await)],
            Effect::Send { to, message } => return self.send(&to, *message),
            Effect::Close { connection } => drop(self.connections.remove(&connection)),
            Effect::Answer { request, answer } => return self.answer(request, answer),
            Effect::AskBot(question) => self.ask_bot(*question),
            Effect::ForgetQuestion { question } => {
                if let Some(bot) = self.thinking.remove(&question) {
                    bot.abort();
                }
            }
            Effect::List(listing) => self.tables.lobby.set(self.id, listing.map(|listing| *listing)),
            Effect::Present { seats, spectators } => {
                if let Some(shared) = self.tables.store.shared() {
                    shared.tell_presence(TablePresence { id: self.id, seats, spectators });
                }
            }
            Effect::Charge { address, session, units } => {
                self.tables.work.charge(Payer { address, session }, units, &self.tables.metrics);
            }
            Effect::Count(counted) => self.count(counted),
            Effect::Log(line) => self.log(&line),
            // Handled where the table ends.
            Effect::Sleep { .. } => {}
        }
        Vec::new()
    }

    /// Forgets what was written, if nothing has been for a while.
    fn forget_updates(&mut self) {
        if self.forgets_at.take_if(|at| *at <= Instant::now()).is_some() {
            self.updates = UpdateWriter::default();
            self.table.forget_progress();
        }
    }

    fn save_error(&self, error: &StoreError) -> SaveError {
        let refusal = self.tables.store_failed(error);
        if *error == StoreError::Conflict { SaveError::Conflict } else { SaveError::Failed(refusal) }
    }

    /// Adds a message for some clients. A client that does not read its messages is dropped: it reconnects and gets everything again.
    fn send(&mut self, to: &[ConnectionId], message: ServerMessage) -> Vec<Input> {
        let frame = if let ServerMessage::Update(update) = message {
            self.forgets_at = Some(Instant::now() + UPDATES_KEPT_FOR);
            outbox::frame(|text| self.updates.write(update, text))
        } else {
            to_frame(&message)
        };
        let mut too_slow = Vec::new();
        for &connection in to {
            let pushed = self.connections.get(&connection).is_none_or(|line| line.push(frame.clone()).is_ok());
            if !pushed {
                tracing::debug!(table = ?self.id, connection, "a client was too slow");
                self.tables.metrics.refused(RefusalCode::TooSlow);
                self.connections.remove(&connection);
                too_slow.push(Input::Disconnect { connection });
            }
        }
        self.unsent.extend(to);
        too_slow
    }

    /// Puts all added messages on their way, those for one client with one call.
    fn post(&mut self) {
        if self.unsent.is_empty() {
            return;
        }
        let mut unsent = std::mem::take(&mut self.unsent);
        unsent.sort_unstable();
        unsent.dedup();
        for (number, connection) in unsent.drain(..).enumerate() {
            match self.connections.get(&connection) {
                Some(line) if number < WRITTEN_BY_TABLE => line.flush(),
                Some(line) => line.wake(),
                None => {}
            }
        }
        self.unsent = unsent;
    }

    fn answer(&mut self, request: RequestId, answer: Result<Answer, Refusal>) -> Vec<Input> {
        match self.waiting.remove(&request) {
            // An answer that nobody waits for any more is dropped: its request is gone.
            Some(Waiting::Ask { answer: waiting }) => drop(waiting.send(answer)),
            Some(Waiting::Connect { out, answer: waiting }) => {
                let connected = match answer {
                    Ok(Answer::Connected(connection)) => Ok(connection),
                    Ok(_) => Err(Refusal::new(RefusalCode::Internal, "the table gave another answer")),
                    Err(refusal) => Err(refusal),
                };
                let connection = connected.as_ref().ok().copied();
                if let Some(connection) = connection {
                    self.connections.insert(connection, out);
                }
                if waiting.send(connected).is_err()
                    && let Some(connection) = connection
                {
                    self.connections.remove(&connection);
                    return vec![Input::Disconnect { connection }];
                }
            }
            None => tracing::error!(table = ?self.id, request, "an answer to no request"),
        }
        Vec::new()
    }

    fn ask_bot(&mut self, question: Question) {
        let (seat, number, level) = (question.seat, question.number, question.level.clone());
        let known = self.players.remove(&seat).filter(|(known, _)| *known == level).map(|(_, player)| player);
        let Some(player) = levels::player_for(&question, known) else {
            tracing::error!(table = ?self.id, level, "there is no such bot");
            return;
        };
        let (pool, own) = (self.tables.bots.clone(), self.own.clone());
        let thought = tokio::spawn(async move {
            let decided = pool.decide(Job { question, player }).await;
            if let Some(table) = own.upgrade() {
                // A table that sleeps by now asks again when it wakes.
                let decision = BotAnswer { seat, question: number, level, decided };
                drop(table.send(Mail::Decided(Box::new(decision))).await);
            }
        });
        self.thinking.insert(number, thought.abort_handle());
    }

    fn count(&self, counted: Counted) {
        let metrics = &self.tables.metrics;
        match counted {
            Counted::Action => count(&metrics.actions),
            Counted::Undone => count(&metrics.undone),
            Counted::Finished => count(&metrics.finished),
            Counted::Refused(code) => metrics.refused(code),
            Counted::Played => {
                if let Some(arrived) = self.arrived {
                    metrics.took(arrived.elapsed());
                }
            }
        }
    }

    fn log(&self, line: &LogLine) {
        let LogLine { is_error, message, problem } = line;
        if *is_error {
            tracing::error!(table = ?self.id, problem, "{message}");
        } else {
            tracing::warn!(table = ?self.id, problem, "{message}");
        }
    }
}
