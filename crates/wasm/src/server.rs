//! A server for one person in one browser: the open tables, driven by the worker's events. It has no IO of its own.

use crate::maps::KnownMaps;
use crate::messages::{EngineEvent, Failure, Number, Output, Stored};
use crate::open_table::OpenTable;
use crate::requests::Waiting;
use crate::rows::TableRow;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::TableView;
use capolinea_table::stored::StoredStep;
use capolinea_table::{Input, Loaded, Now, RequestId, SaveError, Table, TableConfig, TableId, TokenHash};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// The one person whose games these are.
pub const SESSION: TokenHash = TokenHash([1; 32]);

/// Where that person is.
pub const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The prefix of ids of tables in a browser, in messages and addresses, so that no server is asked for them.
pub const PREFIX: &str = "local-";

/// A table's id as the page knows it.
pub fn public_id(id: impl std::fmt::Display) -> String {
    format!("{PREFIX}{id}")
}

/// The id of a table in an address.
///
/// # Errors
/// It is not one of this browser's.
pub fn table_id(text: &str) -> Result<TableId, Refusal> {
    let id = text.strip_prefix(PREFIX).unwrap_or(text).parse();
    id.map_err(|_| not_found())
}

/// There is no such table.
pub fn not_found() -> Refusal {
    let words = "there is no such game in this browser; games that are played without a server stay on their device";
    Refusal::new(RefusalCode::NotFound, words)
}

/// A table that was requested.
enum Place {
    /// It is being read; its inputs wait.
    Waking(Vec<Input>),
    Awake(Box<OpenTable>),
}

/// All open tables.
pub struct LocalServer {
    pub(crate) config: TableConfig,
    /// The maps.
    pub maps: KnownMaps,
    pub(crate) rng: ChaCha8Rng,
    tables: HashMap<TableId, Place>,
    /// The page's connections: their table, and the table's own number once it has one.
    connections: HashMap<Number, (TableId, Option<u64>)>,
    pub(crate) waiting: HashMap<RequestId, Waiting>,
    /// The tables that are being created, by the number of the request.
    pub(crate) creating: HashMap<Number, TableRow>,
    /// The maps that were looked for and not found.
    pub(crate) unknown_maps: BTreeSet<String>,
    last_request: RequestId,
    pub(crate) now: Now,
    pub(crate) out: Vec<Output>,
}

impl LocalServer {
    /// No table is open. All randomness comes from the seed.
    pub fn new(config: TableConfig, seed: [u8; 32]) -> LocalServer {
        LocalServer {
            config,
            maps: KnownMaps::default(),
            rng: ChaCha8Rng::from_seed(seed),
            tables: HashMap::new(),
            connections: HashMap::new(),
            waiting: HashMap::new(),
            creating: HashMap::new(),
            unknown_maps: BTreeSet::new(),
            last_request: 0,
            now: Now { uptime: Duration::ZERO, unix_ms: 0 },
            out: Vec::new(),
        }
    }

    /// No map with this id was found: requests for it are refused.
    pub fn lacks_map(&mut self, id: &str) {
        self.unknown_maps.insert(id.into());
    }

    /// Handles an event.
    pub fn handle(&mut self, now: Now, event: EngineEvent) -> Vec<Output> {
        self.now = now;
        match event {
            EngineEvent::Request { number, method, path, body } => self.request(number, &method, &path, body),
            EngineEvent::Connect { connection, table } => self.connect(connection, &table),
            EngineEvent::Message { connection, message } => {
                if let Some((table, Some(inner))) = self.connections.get(&connection).copied() {
                    self.feed(table, Input::Message { connection: inner, message });
                }
            }
            EngineEvent::Disconnect { connection } => {
                if let Some((table, Some(inner))) = self.connections.remove(&connection) {
                    self.feed(table, Input::Disconnect { connection: inner });
                }
            }
            EngineEvent::Alarm {} => self.ring(),
            EngineEvent::Loaded { table, stored } => self.loaded(&table, stored.map(|stored| *stored)),
            EngineEvent::NotLoaded { table, problem } => {
                let words = format!("the data that this browser has kept can't be read: {problem}");
                self.not_loaded(&table, Refusal::new(RefusalCode::NotSaved, words));
            }
            EngineEvent::ChatLoaded { table, chat } => {
                if let Ok(id) = table_id(&table)
                    && self.open(id).is_some()
                {
                    self.feed(id, Input::ChatLoaded(Ok(chat)));
                }
            }
            EngineEvent::Saved { table, failure } => self.saved(&table, failure),
            EngineEvent::Created { number, failure } => self.created(number, failure),
            EngineEvent::Decided { table, seat, question, action } => {
                if let Ok(id) = table_id(&table)
                    && let Some(open) = self.open(id)
                {
                    let action = open.decided(question, action);
                    self.feed(id, Input::BotDecided { seat, question, action });
                }
            }
            EngineEvent::Changed { table } => self.changed(&table),
        }
        std::mem::take(&mut self.out)
    }

    /// When [`EngineEvent::Alarm`] must come.
    pub fn next_alarm(&self) -> Option<Duration> {
        let awake = self.tables.values().filter_map(|place| match place {
            Place::Awake(open) => open.table.next_alarm(),
            Place::Waking(_) => None,
        });
        awake.min()
    }

    fn ring(&mut self) {
        let is_due = |place: &Place| match place {
            Place::Awake(open) => open.table.next_alarm().is_some_and(|at| at <= self.now.uptime),
            Place::Waking(_) => false,
        };
        let due: Vec<TableId> = self.tables.iter().filter(|(_, place)| is_due(place)).map(|(id, _)| *id).collect();
        due.into_iter().for_each(|id| self.feed(id, Input::Alarm));
    }

    pub(crate) fn open(&mut self, id: TableId) -> Option<&mut OpenTable> {
        match self.tables.get_mut(&id) {
            Some(Place::Awake(open)) => Some(open),
            Some(Place::Waking(_)) | None => None,
        }
    }

    /// Passes an input to a table, which is read first if it is not open.
    pub(crate) fn feed(&mut self, id: TableId, input: Input) {
        match self.tables.get_mut(&id) {
            Some(Place::Awake(_)) => self.feed_open(id, input),
            Some(Place::Waking(inputs)) => inputs.push(input),
            // A disconnect from a closed table, or a decision for it, need not open it.
            None if matches!(input, Input::Request { .. } | Input::Connect { .. }) => {
                self.tables.insert(id, Place::Waking(vec![input]));
                self.out.push(Output::Load { table: id.to_string() });
            }
            None => {}
        }
    }

    fn feed_open(&mut self, id: TableId, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let now = self.now;
            let Some(open) = self.open(id) else { return };
            for effect in open.table.handle(now, input) {
                self.execute(id, effect, &mut inputs);
            }
        }
    }

    /// A number for an input that is answered.
    pub(crate) fn expect_answer(&mut self, waiting: Waiting) -> RequestId {
        self.last_request += 1;
        self.waiting.insert(self.last_request, waiting);
        self.last_request
    }

    fn connect(&mut self, connection: Number, table: &str) {
        match table_id(table) {
            Ok(id) => {
                self.connections.insert(connection, (id, None));
                let request = self.expect_answer(Waiting::Connect { connection });
                self.feed(id, Input::Connect { request, session: Some(SESSION), address: ADDRESS });
            }
            Err(refusal) => self.refuse_connection(connection, refusal),
        }
    }

    /// Tells the page why a connection can't be opened.
    pub(crate) fn refuse_connection(&mut self, connection: Number, refusal: Refusal) {
        self.connections.remove(&connection);
        // A table that could not be read may be readable later; one that does not exist won't be.
        let retry_after = (refusal.code == RefusalCode::NotSaved).then_some(3000);
        let message = Box::new(ServerMessage::Goodbye { refusal, retry_after });
        self.out.push(Output::Send { connection, message });
        self.out.push(Output::Close { connection });
    }

    /// The table has opened a connection; false if the page has closed it meanwhile.
    pub(crate) fn connected(&mut self, connection: Number, inner: u64) -> bool {
        match self.connections.get_mut(&connection) {
            Some((_, known)) => {
                *known = Some(inner);
                true
            }
            None => false,
        }
    }

    /// The page's number of a table's connection.
    pub(crate) fn connection(&self, id: TableId, inner: u64) -> Option<Number> {
        self.connections.iter().find(|(_, at)| **at == (id, Some(inner))).map(|(connection, _)| *connection)
    }

    /// Forgets a connection that the table has closed.
    pub(crate) fn close(&mut self, id: TableId, inner: u64) {
        if let Some(connection) = self.connection(id, inner) {
            self.connections.remove(&connection);
            self.out.push(Output::Close { connection });
        }
    }

    /// Forgets a table that nobody needs.
    pub(crate) fn put_to_sleep(&mut self, id: TableId) {
        self.tables.remove(&id);
    }

    fn loaded(&mut self, table: &str, stored: Option<Stored>) {
        let Some(stored) = stored else { return self.not_loaded(table, not_found()) };
        let Ok(id) = table_id(table) else { return };
        let map = self.maps.find(&stored.table.seating.digest).cloned();
        let shared = self.maps.shared(map.as_ref(), &self.config);
        let steps: Vec<StoredStep> = stored.steps.into_iter().map(StoredStep::from).collect();
        let loaded = match Loaded::new(&shared.maps, stored.table.with_steps(steps)) {
            Ok(loaded) => loaded,
            Err(refusal) => return self.not_loaded(table, refusal),
        };
        if self.open(id).is_some() {
            self.feed_open(id, Input::Loaded(Ok(Box::new(loaded))));
            return;
        }
        let Some(Place::Waking(inputs)) = self.tables.remove(&id) else { return };
        let table = Table::new(shared, id, loaded, stored.chat, self.random(), self.now);
        self.tables.insert(id, Place::Awake(Box::new(OpenTable::new(table))));
        // A table that has just been woken may have bots to ask.
        self.feed_open(id, Input::Alarm);
        inputs.into_iter().for_each(|input| self.feed(id, input));
    }

    fn not_loaded(&mut self, table: &str, refusal: Refusal) {
        let Ok(id) = table_id(table) else { return };
        if self.open(id).is_some() {
            return self.feed_open(id, Input::Loaded(Err(refusal)));
        }
        if let Some(Place::Waking(inputs)) = self.tables.remove(&id) {
            for input in inputs {
                if let Input::Request { request, .. } | Input::Connect { request, .. } = input {
                    self.answered(id, request, Err(refusal.clone()));
                }
            }
        }
    }

    fn saved(&mut self, table: &str, failure: Option<Failure>) {
        let Ok(id) = table_id(table) else { return };
        let saved = match failure {
            None => Ok(()),
            Some(Failure::Conflict) => Err(SaveError::Conflict),
            Some(Failure::Failed) => Err(SaveError::Failed(not_saved())),
        };
        self.feed_open(id, Input::Saved(saved));
    }

    /// Another page has moved the game on: every connection here is closed, and opens again with the game as it is now.
    fn changed(&mut self, table: &str) {
        let Ok(id) = table_id(table) else { return };
        if self.open(id).is_none() {
            return;
        }
        self.tables.remove(&id);
        let here: Vec<Number> =
            self.connections.iter().filter(|(_, (table, _))| *table == id).map(|(number, _)| *number).collect();
        for connection in here {
            self.connections.remove(&connection);
            let refusal = Refusal::new(RefusalCode::Stale, "the game was continued in another window");
            let message = Box::new(ServerMessage::Goodbye { refusal, retry_after: Some(0) });
            self.out.push(Output::Send { connection, message });
            self.out.push(Output::Close { connection });
        }
    }

    pub(crate) fn random<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }
}

/// The browser could not write.
pub fn not_saved() -> Refusal {
    let words = "this browser could not keep it, so nothing has happened; perhaps it has no room left";
    Refusal::new(RefusalCode::NotSaved, words)
}

/// Writes table ids in a view as the page knows them.
pub fn with_public_ids(mut view: TableView) -> TableView {
    view.id = public_id(view.id);
    view.rematch = view.rematch.map(public_id);
    view
}
