//! A real server on a free port, and clients that hold what a screen shows.
pub mod http;

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::{Seating, Store, StoredTable, TableStatus, Write};
use capolinea_server::{Config, Server, TableConfig};
use futures_util::{SinkExt as _, StreamExt as _};
use http::{Answer, connect, request_from};
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

/// Longer than anything here takes on a slow and busy machine: only a failure waits so long.
pub const WAIT_LIMIT: Duration = Duration::from_secs(180);

/// Settings for tests: nobody is limited unless the test is about limits, bots don't pause, and all games are dealt alike.
pub fn config() -> Config {
    let mut config = Config { bot_threads: 2, ..Config::default() };
    config.table.bot_delay = 0.0;
    config.table.shortest_turn = 1;
    config.table.away_after = Duration::ZERO;
    config.table.vote_pause = Duration::ZERO;
    config.table.shuffle_wait = Duration::ZERO;
    config.table.test_seed = Some(7);
    config.table.chat_per_minute = 1_000_000;
    config.limits.sockets_per_address = 100_000;
    config.limits.sockets_per_session = 100_000;
    config.limits.tables_per_hour = 1_000_000;
    config.limits.tables_per_session = 1_000_000;
    config.limits.requests_per_second = 1_000_000;
    config.limits.messages_per_second = 1_000_000;
    config.limits.work_per_second = 1_000_000_000;
    config
}

/// The same with other settings of the tables.
pub fn config_with(change: impl FnOnce(&mut TableConfig)) -> Config {
    let mut config = config();
    change(&mut config.table);
    config
}

/// A server that forgets everything.
pub async fn server() -> Server {
    server_with(config(), Arc::new(MemoryStore::default())).await
}

pub async fn server_with(config: Config, store: Arc<dyn Store>) -> Server {
    Server::start(config, store).await.unwrap()
}

/// Looks again and again until something is so.
pub async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let looks = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(WAIT_LIMIT, looks).await.expect("it should come to be");
}

/// How many tables are awake.
pub async fn tables_awake(browser: &Browser) -> String {
    let metrics = browser.get("/metrics").await.text();
    metrics.lines().find_map(|line| line.strip_prefix("capolinea_tables_awake ")).unwrap().to_string()
}

/// Changes what is stored of a table, while no server has it.
pub async fn alter(store: &dyn Store, table: &str, change: impl FnOnce(&mut Seating, &mut TableStatus)) -> TableStatus {
    let id = table.parse().unwrap();
    let StoredTable { version, mut seating, mut status, .. } = store.load(id).await.unwrap().unwrap();
    change(&mut seating, &mut status);
    let revision = status.revision;
    let write = Write { version, revision, seating: Some(seating), step: None, status, session: None, rematch: None };
    store.commit(id, write).await.unwrap();
    status
}

/// A browser: a cookie, and an address to ask.
#[derive(Clone)]
pub struct Browser {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    /// The token that it chooses itself while it has no cookie.
    pub attempt: Option<String>,
    /// The address it asks from: any of this machine's own.
    pub source: IpAddr,
}

impl Browser {
    pub fn new(address: SocketAddr) -> Browser {
        Browser::from(address, 1)
    }

    /// One that is somewhere else: at 127.0.0.`last`.
    pub fn from(address: SocketAddr, last: u8) -> Browser {
        Browser { address, cookie: None, attempt: None, source: IpAddr::from([127, 0, 0, last]) }
    }

    pub async fn get(&self, path: &str) -> Answer {
        request_from(self.source, self.address, "GET", path, &self.headers(), None).await
    }

    fn headers(&self) -> Vec<(String, String)> {
        self.cookie.iter().map(|cookie| ("Cookie".to_string(), cookie.clone())).collect()
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        let mut headers = self.headers();
        headers.push(("Content-Type".into(), "application/json".into()));
        headers.extend(self.attempt.iter().map(|attempt| ("Capolinea-Attempt".to_string(), attempt.clone())));
        let body = Some(body.to_string().into_bytes());
        let answer = request_from(self.source, self.address, "POST", path, &headers, body).await;
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = Some(cookie.split(';').next().unwrap().to_string());
        }
        answer
    }

    /// Makes a table and returns its id.
    pub async fn create(&mut self, body: Value) -> String {
        let answer = self.post("/api/tables", body).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["table"].as_str().unwrap().to_string()
    }

    pub async fn join(&mut self, table: &str, name: &str) -> Value {
        let answer = self.post(&format!("/api/tables/{table}/join"), json!({"name": name})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub async fn start(&mut self, table: &str) {
        let answer = self.post(&format!("/api/tables/{table}/start"), json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    /// Opens a socket and waits for the welcome.
    pub async fn sit(&self, table: &str) -> Screen {
        self.try_sit(table).await.unwrap()
    }

    pub async fn try_sit(&self, table: &str) -> Result<Screen, Error> {
        let mut screen = self.open(table, &[]).await?;
        while screen.welcome.is_null() {
            screen.next().await;
            // The server may go away, or refuse, before it says anything.
            if screen.is_closed {
                return Err(Error::ConnectionClosed);
            }
        }
        Ok(screen)
    }

    /// Opens a socket and waits for nothing.
    pub async fn open(&self, table: &str, headers: &[(&'static str, &str)]) -> Result<Screen, Error> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = MaybeTlsStream::Plain(connect(self.source, self.address).await?);
        let (socket, _) = client_async(request, stream).await?;
        Ok(Screen::new(socket))
    }
}

/// The content of a screen.
pub struct Screen {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub welcome: Value,
    pub table: Value,
    pub you: Value,
    /// The newest update.
    pub update: Value,
    /// Everything that came, as it came.
    pub received: Vec<String>,
    pub last: Value,
    pub is_closed: bool,
}

impl Screen {
    fn new(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Screen {
        Screen {
            socket,
            welcome: Value::Null,
            table: Value::Null,
            you: Value::Null,
            update: Value::Null,
            received: Vec::new(),
            last: Value::Null,
            is_closed: false,
        }
    }

    /// Takes messages until the screen shows what is waited for.
    pub async fn wait(&mut self, mut until: impl FnMut(&Screen) -> bool) {
        while !until(self) {
            assert!(!self.is_closed, "the connection was closed; the last message was {}", self.last);
            self.next().await;
        }
    }

    /// Takes one message.
    pub async fn next(&mut self) -> Value {
        loop {
            let message = timeout(WAIT_LIMIT, self.socket.next()).await.expect("a message should come");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.show(text.as_str());
                    return self.last.clone();
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    self.is_closed = true;
                    return Value::Null;
                }
            }
        }
    }

    fn show(&mut self, text: &str) {
        let message: Value = serde_json::from_str(text).unwrap();
        match message["type"].as_str().unwrap() {
            "welcome" => {
                self.welcome = message.clone();
                self.table = message["table"].clone();
                self.you = message["you"].clone();
                self.update = message["update"].clone();
            }
            "table" => {
                self.table = message["table"].clone();
                self.you = message["you"].clone();
            }
            "update" => self.update = message.clone(),
            _ => {}
        }
        self.received.push(text.to_string());
        self.last = message;
    }

    pub async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        // A connection that the server has closed shows when the next message is waited for.
        drop(self.socket.send(Message::text(text)).await);
    }

    /// A number that no message had before.
    pub fn new_id(&self) -> u64 {
        static LAST: AtomicU64 = AtomicU64::new(10_000);
        LAST.fetch_add(1, Ordering::Relaxed)
    }

    pub fn revision(&self) -> u64 {
        self.update["revision"].as_u64().unwrap_or(0)
    }

    pub fn status(&self) -> &str {
        self.table["status"].as_str().unwrap()
    }

    pub fn eyes(&self) -> Option<u64> {
        self.update["view"]["own"]["seat"].as_u64()
    }

    pub fn is_over(&self) -> bool {
        !self.update["end"].is_null()
    }

    /// Whether the game waits for the seat whose eyes the screen has.
    pub fn must_decide(&self) -> bool {
        let deciders = self.update["view"]["deciders"].as_array();
        self.eyes().is_some_and(|seat| deciders.is_some_and(|all| all.contains(&json!(seat))))
    }

    /// Sends an action for the seat whose eyes the screen has; returns its id.
    pub async fn play(&mut self, action: Value) -> u64 {
        let (id, seat, revision) = (self.new_id(), self.eyes().unwrap(), self.revision());
        self.send(json!({"type": "play", "id": id, "seat": seat, "revision": revision, "action": action})).await;
        id
    }

    /// Waits for the answer to a message: an update it caused, `done` or `refused`.
    pub async fn answer(&mut self, id: u64) -> Value {
        loop {
            assert!(!self.is_closed, "closed instead of an answer");
            let message = self.next().await;
            if message["id"] == json!(id) || message["cause"]["id"] == json!(id) {
                return message;
            }
        }
    }

    /// Asks something that is answered by one kind of message.
    pub async fn ask(&mut self, message: Value, answer: &str) -> Value {
        self.send(message).await;
        loop {
            assert!(!self.is_closed, "closed instead of an answer");
            let message = self.next().await;
            if message["type"] == answer {
                return message;
            }
        }
    }

    /// Any legal action, by the screen's own legal actions.
    pub fn choose(&self, random: u64) -> Option<Value> {
        let all = legal(&self.update["legal_actions"]);
        (!all.is_empty()).then(|| all[random as usize % all.len()].clone())
    }

    pub async fn close(mut self) {
        drop(self.socket.close(None).await);
    }
}

/// Every action that `legal_actions` stands for.
pub fn legal(offered: &Value) -> Vec<Value> {
    let list = |name: &str| offered[name].as_array().cloned().unwrap_or_default();
    let mut all = Vec::new();
    for group in list("claims") {
        for route in group["routes"].as_array().unwrap() {
            for payment in group["payments"].as_array().unwrap() {
                all.push(json!({"do": "claim_route", "route": route, "payment": payment}));
            }
        }
    }
    if let Some(stations) = offered.get("stations") {
        for location in stations["locations"].as_array().unwrap() {
            for payment in stations["payments"].as_array().unwrap() {
                all.push(json!({"do": "build_station", "location": location, "payment": payment}));
            }
        }
    }
    all.extend(list("draw_open").iter().map(|slot| json!({"do": "draw_open", "slot": slot})));
    if let Some(keep) = offered.get("keep") {
        let (count, least) = (keep["offered"].as_u64().unwrap(), keep["at_least"].as_u64().unwrap());
        let enough = (0u64..1 << count).filter(|bits| u64::from(bits.count_ones()) >= least);
        all.extend(enough.map(|bits| json!({"do": "keep_tickets", "offered": bits})));
    }
    for split in list("splits") {
        all.push(json!({"do": "choose_split", "first": split["first"], "second": split["second"]}));
    }
    if let Some(place) = offered.get("place") {
        for kind in place["kinds"].as_array().unwrap() {
            for location in place["locations"].as_array().unwrap() {
                all.push(json!({"do": "place_tourists", "kind": kind, "location": location}));
            }
        }
    }
    all.extend(list("pay_tunnel").iter().map(|wilds| json!({"do": "pay_tunnel", "wilds": wilds})));
    for passenger in list("passengers") {
        all.push(json!({"do": "take_passenger", "location": passenger["location"], "color": passenger["color"]}));
    }
    all.extend(list("tourists").iter().map(|location| json!({"do": "take_tourist", "location": location})));
    for plain in ["draw_blind", "draw_tickets", "leave_tunnel", "leave_passengers", "pass"] {
        if offered[plain] == json!(true) {
            all.push(json!({"do": plain}));
        }
    }
    all
}

/// Random numbers that are the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Two people at a table that has begun, by its map.
pub async fn two_players(address: SocketAddr, map: &str) -> (String, [Browser; 2], [Screen; 2]) {
    two_players_with(address, map, json!({"pace": "instant", "first": 0})).await
}

/// Two people at a table that has begun, by its map and its settings.
pub async fn two_players_with(address: SocketAddr, map: &str, settings: Value) -> (String, [Browser; 2], [Screen; 2]) {
    let (mut anna, mut bruno) = (Browser::new(address), Browser::new(address));
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": map, "seats": seats, "settings": settings})).await;
    bruno.join(&table, "Bruno").await;
    anna.start(&table).await;
    let screens = [anna.sit(&table).await, bruno.sit(&table).await];
    (table, [anna, bruno], screens)
}

/// Plays one seat to the end of the game; the others play by themselves.
pub async fn finish_alone(screen: &mut Screen, dice: &mut Dice) {
    while !screen.is_over() {
        if screen.must_decide() {
            let action = screen.choose(dice.roll()).unwrap();
            let id = screen.play(action).await;
            screen.answer(id).await;
        } else {
            screen.next().await;
        }
    }
}

/// One more action by whoever must decide; whether the game goes on.
pub async fn one_action(screens: &mut [Screen], dice: &mut Dice) -> bool {
    let newest = screens.iter().map(Screen::revision).max().unwrap();
    for screen in screens.iter_mut() {
        screen.wait(|screen| screen.revision() >= newest).await;
    }
    let Some(decider) = screens.iter().position(|screen| screen.must_decide()) else { return false };
    let screen = &mut screens[decider];
    let action = screen.choose(dice.roll()).expect("who must decide can");
    let id = screen.play(action).await;
    let answer = screen.answer(id).await;
    assert_eq!(answer["type"], "update", "{answer}");
    true
}
