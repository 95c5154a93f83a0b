//! Every table that is awake, and how the others are woken: by a request, or by the clock.

mod alarms;
mod others;

use crate::actor::{Actor, TableHandle};
use crate::bot_pool::BotPool;
use crate::clock::Clock;
use crate::config::Config;
use crate::ids;
use crate::limits::{FORGET_EVERY, FORGET_PAUSE, RECENT, SESSIONS_KNOWN, WAKE_TRIES};
use crate::lobby::Lobby;
use crate::maps::DrawnMaps;
use crate::metrics::Metrics;
use crate::store::{AttemptRow, ChatRow, NewTable, Store, StoreError};
use crate::waking::{SERVER_ITSELF, Waking};
use crate::work::{self, Payer, Work};
use alarms::Alarms;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::limits::CHAT_SHOWN;
use capolinea_table::{Answer, Ask, Loaded, Shared, Table, TableId, TokenHash};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The state that all parts of the server share.
pub struct Tables {
    /// The settings.
    pub config: Config,
    /// The place where games are kept.
    pub store: Arc<dyn Store>,
    /// Figures.
    pub metrics: Metrics,
    /// Where bots think.
    pub bots: BotPool,
    /// The tables that anybody may see.
    pub lobby: Lobby,
    /// The work done, by client.
    pub work: Work,
    /// The drawings of the maps.
    pub maps: DrawnMaps,
    /// The state that tables share: their settings and maps.
    pub shared: Arc<Shared>,
    /// The clock of all tables.
    pub clock: Clock,
    /// When sessions were last seen, of those that were looked up.
    sessions: Mutex<HashMap<TokenHash, u64>>,
    awake: Mutex<HashMap<TableId, TableHandle>>,
    waking: Waking<TableHandle>,
    alarms: Alarms,
    stopping: AtomicBool,
}

impl Tables {
    /// No table awake.
    pub fn new(config: Config, maps: DrawnMaps, store: Arc<dyn Store>, bots: BotPool) -> Arc<Tables> {
        let shared = Shared { config: config.table.clone(), maps: maps.playable() };
        Arc::new(Tables {
            maps,
            shared: Arc::new(shared),
            clock: Clock::start(),
            work: Work::new(&config.limits),
            config,
            store,
            metrics: Metrics::default(),
            bots,
            lobby: Lobby::default(),
            sessions: Mutex::default(),
            awake: Mutex::default(),
            waking: Waking::default(),
            alarms: Alarms::default(),
            stopping: AtomicBool::new(false),
        })
    }

    fn awake(&self) -> MutexGuard<'_, HashMap<TableId, TableHandle>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new table, once for each attempt.
    ///
    /// # Errors
    /// It can't be kept.
    pub async fn create(self: &Arc<Self>, table: NewTable, attempt: Option<AttemptRow>) -> Result<(), Refusal> {
        self.check_running()?;
        let created = match attempt {
            Some(attempt) => self.store.create_once(table, attempt),
            None => self.store.create(table),
        };
        created.await.map_err(|error| self.store_failed(&error))
    }

    /// The table with this id, awake; for a client at the address `by`, who pays for the waking.
    ///
    /// # Errors
    /// There is none, or it can't be read.
    pub async fn find(self: &Arc<Self>, id: TableId, by: IpAddr) -> Result<TableHandle, Refusal> {
        self.check_running()?;
        if let Some(table) = self.find_awake(id) {
            return Ok(table);
        }
        self.waking.once(id, || self.wake(id, by)).await
    }

    /// How many tables are being woken, or in line for it.
    pub fn waking(&self) -> usize {
        self.waking.count()
    }

    fn find_awake(&self, id: TableId) -> Option<TableHandle> {
        self.awake().get(&id).filter(|table| !table.is_closed()).cloned()
    }

    async fn wake(self: &Arc<Self>, id: TableId, by: IpAddr) -> Result<TableHandle, Refusal> {
        // Somebody else may just have woken it.
        if let Some(table) = self.find_awake(id) {
            return Ok(table);
        }
        let loaded = self.load_for(id, by).await?;
        let chat = self.load_chat(id).await?;
        let seed = ids::random().map_err(|_| no_random_numbers())?;
        let table = Table::new(self.shared.clone(), id, loaded, chat, seed, self.clock.now());
        let (handle, actor) = Actor::new(self.clone(), id, table);
        {
            // Checked under the lock: a server that stops notifies every table it finds here.
            let mut awake = self.awake();
            self.check_running()?;
            awake.insert(id, handle.clone());
        }
        tokio::spawn(actor.run());
        Ok(handle)
    }

    /// A table as it is stored, its game replayed. A long game takes milliseconds: few are replayed at the same time, in turns by
    /// address, and none on a thread that serves sockets.
    ///
    /// # Errors
    /// There is no such table, or its game can't be resumed.
    async fn load_for(&self, id: TableId, by: IpAddr) -> Result<Loaded, Refusal> {
        let _turn = self.waking.turn(by).await;
        let stored = self.store.load(id).await.map_err(|error| self.store_failed(&error))?;
        let (stored, shared) = (stored.ok_or_else(not_found)?, self.shared.clone());
        if by != SERVER_ITSELF {
            let payer = Payer { address: by, session: None };
            self.work.charge(payer, work::actions_cost(stored.steps.len()), &self.metrics);
        }
        let loading = tokio::task::spawn_blocking(move || Loaded::new(&shared.maps, stored)).await;
        let failed = |_| Refusal::new(RefusalCode::Internal, "the game could not be read");
        loading.map_err(failed).and_then(|loaded| loaded).inspect_err(|refusal| {
            tracing::error!(table = ?id, problem = refusal.words, "a stored game can't be resumed");
        })
    }

    /// A table as it is stored, for a table that is awake and reads itself again.
    ///
    /// # Errors
    /// There is no such table, or its game can't be resumed.
    pub async fn load(&self, id: TableId) -> Result<Loaded, Refusal> {
        self.load_for(id, SERVER_ITSELF).await
    }

    /// The chat of a table, as much of it as is shown.
    ///
    /// # Errors
    /// It can't be read.
    pub async fn load_chat(&self, id: TableId) -> Result<Vec<ChatRow>, Refusal> {
        self.store.chat(id, CHAT_SHOWN).await.map_err(|error| self.store_failed(&error))
    }

    /// Asks a table for something and waits for the answer. A table that falls asleep meanwhile is woken again.
    ///
    /// # Errors
    /// The table refuses it, or there is no such table.
    pub async fn ask(self: &Arc<Self>, id: TableId, ask: Ask, by: IpAddr) -> Result<Answer, Refusal> {
        for _ in 0..WAKE_TRIES {
            if let Ok(answer) = self.find(id, by).await?.ask(ask.clone()).await {
                return answer;
            }
        }
        Err(no_answer())
    }

    /// Takes a table that wants to sleep off the list. From now on others wake a new one.
    pub fn put_to_sleep(&self, id: TableId, wakes_at: Option<u64>) {
        self.awake().remove(&id);
        self.lobby.set(id, None);
        if let Some(at) = wakes_at {
            self.alarms.set(id, at);
        }
    }

    /// When a session was last seen, if it is kept. The store is asked only once: as long as a session is used, it is not forgotten.
    ///
    /// # Errors
    /// It can't be read.
    pub async fn session_seen(&self, session: TokenHash) -> Result<Option<u64>, Refusal> {
        let known = self.sessions().get(&session).copied();
        if known.is_some() {
            return Ok(known);
        }
        let seen = self.store.session_seen(session).await.map_err(|error| self.store_failed(&error))?;
        if let Some(at) = seen {
            self.know_session(session, at);
        }
        Ok(seen)
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<TokenHash, u64>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn know_session(&self, session: TokenHash, at: u64) {
        let mut sessions = self.sessions();
        if sessions.len() >= SESSIONS_KNOWN {
            sessions.clear();
        }
        sessions.insert(session, at);
    }

    /// Keeps a session, new or known: a player with a seat must be recognised later.
    ///
    /// # Errors
    /// It can't be kept.
    pub async fn keep_session(&self, session: TokenHash) -> Result<(), Refusal> {
        let now = self.clock.unix_ms();
        self.store.add_session(session, now).await.map_err(|error| self.store_failed(&error))?;
        self.know_session(session, now);
        Ok(())
    }

    /// Makes the store delete expired data from time to time; runs as long as the server does.
    pub async fn forget_old(self: Arc<Self>) {
        loop {
            let rest = match self.store.forget_old(self.clock.unix_ms()).await {
                // In parts, so that other writes do not wait for all of it.
                Ok(is_more) => {
                    if is_more {
                        FORGET_PAUSE
                    } else {
                        FORGET_EVERY
                    }
                }
                Err(error) => {
                    drop(self.store_failed(&error));
                    FORGET_EVERY
                }
            };
            tokio::time::sleep(rest).await;
        }
    }

    /// Whether a session may sit down at one more table.
    ///
    /// # Errors
    /// It sits at too many where something happened lately.
    pub async fn check_tables_of(&self, session: TokenHash) -> Result<(), Refusal> {
        let open = self.store.count_open(session, self.clock.unix_ms().saturating_sub(RECENT.as_millis() as u64)).await;
        if open.map_err(|error| self.store_failed(&error))? < self.config.limits.tables_per_session {
            return Ok(());
        }
        let words = "you sit at too many tables; finish a game there, or come back tomorrow";
        Err(Refusal::new(RefusalCode::TooMany, words))
    }

    /// Whether the server is stopping.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }

    /// Tells every table to say goodbye and waits until all are asleep.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        let awake: Vec<TableHandle> = self.awake().values().cloned().collect();
        let mut answers = Vec::with_capacity(awake.len());
        for table in awake {
            answers.extend(table.stop().await);
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

    /// The refusal for a failure of the store. The details are for the log only.
    pub fn store_failed(&self, error: &StoreError) -> Refusal {
        crate::metrics::count(&self.metrics.store_failures);
        match error {
            StoreError::Conflict => Refusal::new(RefusalCode::Stale, "the table has moved on; look again"),
            StoreError::NoSuchTable => not_found(),
            StoreError::Unreadable { problem } => {
                tracing::error!(problem, "the store can't be read");
                let words = "the saved data can't be read now; try again, and if that does not help tell the operator of the server";
                Refusal::new(RefusalCode::NotSaved, words)
            }
            StoreError::Unknown { problem } => {
                tracing::error!(problem, "the store failed while it saved");
                let words = "the store failed while this was saved: it may be done, now or later. Look again before you repeat it";
                Refusal::new(RefusalCode::SaveUnknown, words)
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

/// The table fell asleep again and again.
pub fn no_answer() -> Refusal {
    Refusal::new(RefusalCode::Internal, "the table did not answer; try again")
}

/// The system has no random numbers.
pub fn no_random_numbers() -> Refusal {
    Refusal::new(RefusalCode::Internal, "the server can't get random numbers")
}
