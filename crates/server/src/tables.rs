//! Every table that is awake, and how the others are woken: by whoever asks for them, or by the clock.

use crate::bot_pool::BotPool;
use crate::clock;
use crate::config::Config;
use crate::ids::{TableId, TokenHash};
use crate::metrics::Metrics;
use crate::store::{NewTable, Store, StoreError};
use crate::table::{Command, Table};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, mpsc, oneshot};

/// How long to wait for a store that failed.
const TRY_AGAIN: Duration = Duration::from_secs(2);
/// How often the store is asked to forget what is past its time.
const FORGET_EVERY: Duration = Duration::from_secs(60 * 60);
/// A table where nothing has happened for so long, in milliseconds, does not count among those that somebody sits at.
const LATELY: u64 = 24 * 60 * 60 * 1000;

/// What all parts of the server share.
pub struct Tables {
    /// The settings.
    pub config: Config,
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// Figures.
    pub metrics: Metrics,
    /// Where bots think.
    pub bots: BotPool,
    awake: Mutex<HashMap<TableId, mpsc::Sender<Command>>>,
    alarms: Mutex<BTreeSet<(u64, TableId)>>,
    alarm_set: Notify,
    stopping: AtomicBool,
}

impl Tables {
    /// No table awake.
    pub fn new(config: Config, store: Arc<dyn Store>, bots: BotPool) -> Arc<Tables> {
        Arc::new(Tables {
            config,
            store,
            metrics: Metrics::default(),
            bots,
            awake: Mutex::default(),
            alarms: Mutex::default(),
            alarm_set: Notify::new(),
            stopping: AtomicBool::new(false),
        })
    }

    fn awake(&self) -> MutexGuard<'_, HashMap<TableId, mpsc::Sender<Command>>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new table and wakes it.
    ///
    /// # Errors
    /// It can't be kept.
    pub async fn create(self: &Arc<Self>, table: NewTable) -> Result<(), Refusal> {
        self.check_running()?;
        self.store.create(table).await.map_err(|error| self.store_failed(&error))
    }

    /// The table with this id, awake.
    ///
    /// # Errors
    /// There is none, or it can't be read.
    pub async fn find(self: &Arc<Self>, id: TableId) -> Result<mpsc::Sender<Command>, Refusal> {
        self.check_running()?;
        if let Some(sender) = self.awake().get(&id).filter(|sender| !sender.is_closed()) {
            return Ok(sender.clone());
        }
        let stored = self.store.load(id).await.map_err(|error| self.store_failed(&error))?;
        let stored = stored.ok_or_else(not_found)?;
        let chat = self.store.chat(id, crate::table::CHAT_SHOWN).await.map_err(|error| self.store_failed(&error))?;
        let mut awake = self.awake();
        // Somebody else may have woken it meanwhile; what was read here may then be old.
        if let Some(sender) = awake.get(&id).filter(|sender| !sender.is_closed()) {
            return Ok(sender.clone());
        }
        self.check_running()?;
        let (sender, receiver) = mpsc::channel(64);
        let table = Table::new(self.clone(), id, stored, chat, sender.downgrade()).inspect_err(|refusal| {
            tracing::error!(table = ?id, problem = refusal.words, "a table can't be woken");
        })?;
        awake.insert(id, sender.clone());
        drop(awake);
        tokio::spawn(table.run(receiver));
        Ok(sender)
    }

    /// Asks a table for something and waits for the answer. A table that falls asleep meanwhile is woken again.
    ///
    /// # Errors
    /// What the table refuses, or that there is none.
    pub async fn ask<T>(
        self: &Arc<Self>,
        id: TableId,
        mut make: impl FnMut(oneshot::Sender<Result<T, Refusal>>) -> Command,
    ) -> Result<T, Refusal> {
        for _ in 0..3 {
            let table = self.find(id).await?;
            let (answer, answered) = oneshot::channel();
            if table.send(make(answer)).await.is_ok()
                && let Ok(result) = answered.await
            {
                return result;
            }
        }
        Err(Refusal::new(RefusalCode::Internal, "the table did not answer; try again"))
    }

    /// Takes a table that wants to sleep off the list. From now on others wake a new one.
    pub fn put_to_sleep(&self, id: TableId, wakes_at: Option<u64>) {
        self.awake().remove(&id);
        if let Some(at) = wakes_at {
            self.set_alarm(id, at);
        }
    }

    fn set_alarm(&self, id: TableId, at: u64) {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner).insert((at, id));
        self.alarm_set.notify_one();
    }

    fn bring_alarms_forward(&self, by: u64) {
        if by > 0 {
            let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
            *alarms = alarms.iter().map(|&(at, id)| (at.saturating_sub(by), id)).collect();
        }
    }

    /// Wakes sleeping tables when their time has come; runs as long as the server does.
    pub async fn keep_alarms(self: Arc<Self>) {
        let alarms = loop {
            match self.store.alarms().await {
                Ok(alarms) => break alarms,
                Err(error) => drop(self.store_failed(&error)),
            }
            tokio::time::sleep(TRY_AGAIN).await;
        };
        // A clock that was set back meanwhile lets nobody wait longer than was meant.
        let now = clock::now();
        for alarm in alarms {
            self.set_alarm(alarm.id, alarm.at.min(now.saturating_add(alarm.wait)));
        }
        let mut watch = clock::Watch::new();
        loop {
            self.bring_alarms_forward(watch.set_back());
            let next = self.alarms.lock().unwrap_or_else(PoisonError::into_inner).first().copied();
            let Some((at, id)) = next else {
                self.alarm_set.notified().await;
                continue;
            };
            if at > clock::now() {
                let wait = clock::until(at).min(clock::LOOK_AGAIN);
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = self.alarm_set.notified() => {}
                }
                continue;
            }
            self.alarms.lock().unwrap_or_else(PoisonError::into_inner).remove(&(at, id));
            if self.stopping.load(Ordering::Relaxed) {
                return;
            }
            if let Err(refusal) = self.find(id).await {
                tracing::warn!(table = ?id, problem = refusal.words, "a table could not be woken for its alarm");
                // The store may recover; what it holds does not change by itself.
                if refusal.code == RefusalCode::NotSaved {
                    self.set_alarm(id, clock::now() + TRY_AGAIN.as_millis() as u64);
                }
            }
        }
    }

    /// Keeps a session, new or known: whoever has a seat must be known again.
    ///
    /// # Errors
    /// It can't be kept.
    pub async fn keep_session(&self, session: TokenHash) -> Result<(), Refusal> {
        self.store.add_session(session, clock::now()).await.map_err(|error| self.store_failed(&error))
    }

    /// Lets the store forget what is past its time, again and again; runs as long as the server does.
    pub async fn forget_old(self: Arc<Self>) {
        loop {
            if let Err(error) = self.store.forget_old(clock::now()).await {
                drop(self.store_failed(&error));
            }
            tokio::time::sleep(FORGET_EVERY).await;
        }
    }

    /// Whether a session may sit down at one more table.
    ///
    /// # Errors
    /// It sits at too many where something happened lately.
    pub async fn check_tables_of(&self, session: TokenHash) -> Result<(), Refusal> {
        let open = self.store.count_open(session, clock::now().saturating_sub(LATELY)).await;
        if open.map_err(|error| self.store_failed(&error))? < self.config.limits.tables_per_session {
            return Ok(());
        }
        let words = "you sit at too many tables; finish a game there, or come back tomorrow";
        Err(Refusal::new(RefusalCode::TooMany, words))
    }

    /// Tells every table to say goodbye and waits until all are asleep.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        let senders: Vec<mpsc::Sender<Command>> = self.awake().values().cloned().collect();
        let mut answers = Vec::with_capacity(senders.len());
        for sender in senders {
            let (answer, answered) = oneshot::channel();
            if sender.send(Command::Stop { answer }).await.is_ok() {
                answers.push(answered);
            }
        }
        for answered in answers {
            // A table that fell asleep by itself does not answer, and that is fine.
            drop(answered.await);
        }
    }

    fn check_running(&self) -> Result<(), Refusal> {
        if self.stopping.load(Ordering::SeqCst) {
            return Err(Refusal::new(RefusalCode::Stopping, "the server is stopping; try again in a minute"));
        }
        Ok(())
    }

    /// What a failure of the store means for whoever asked. The details are for the log only.
    pub fn store_failed(&self, error: &StoreError) -> Refusal {
        crate::metrics::count(&self.metrics.store_failures);
        match error {
            StoreError::Conflict => Refusal::new(RefusalCode::Stale, "the table has moved on; look again"),
            StoreError::NoSuchTable => not_found(),
            StoreError::Unreadable { problem } => {
                tracing::error!(problem, "the store can't be read");
                let words = "what was saved can't be read now; try again, and if that does not help tell whoever runs the server";
                Refusal::new(RefusalCode::NotSaved, words)
            }
            StoreError::Failed { problem } => {
                tracing::error!(problem, "the store failed");
                Refusal::new(RefusalCode::NotSaved, "it could not be saved, so nothing has happened; try again")
            }
        }
    }
}

/// No such table.
pub fn not_found() -> Refusal {
    Refusal::new(RefusalCode::NotFound, "there is no such table; perhaps the link is incomplete")
}
