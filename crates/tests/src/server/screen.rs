//! A socket, and the content of the screen that it fills.

use super::WAIT_LIMIT;
use super::legal::legal;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

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
    pub(super) fn new(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Screen {
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
