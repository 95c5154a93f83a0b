//! One connection: decodes a client's messages, passes them to the table, and sends the table's messages.

use super::App;
use super::answers::{Path, Refused};
use super::guard::SocketPermit;
use super::sessions::{ClientAddress, session_of};
use super::tables::table_id;
use crate::actor::{TableHandle, to_text};
use crate::limits::{FLOOD_RETRY, MAX_MESSAGE_BYTES, MAX_QUEUED_MESSAGES, RETRY_AFTER, WAKE_TRIES};
use crate::metrics::count;
use crate::tables::no_answer;
use crate::work::{self, Payer};
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_table::rate::{Bucket, Rate};
use capolinea_table::{Ask, ConnectionId, TableId, TokenHash};
use futures_util::{SinkExt as _, StreamExt as _};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

/// Opens a socket at a table.
pub async fn open(
    State(app): State<App>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let no_socket = |_| Refusal::new(RefusalCode::BadRequest, "this address is for WebSockets only");
    let upgrade = upgrade.map_err(no_socket)?;
    let id = table_id(&id)?;
    let session = session_of(&app, &headers).await?;
    let open = app.tables.metrics.sockets.load(Ordering::Relaxed);
    if usize::try_from(open).is_ok_and(|open| open >= app.tables.config.limits.sockets) {
        return Err(Refused::full("the server is full; try again later", Duration::from_secs(10)));
    }
    let counted = app.guard.count_socket(address, session)?;
    // A table that can't be seen is refused here, as an ordinary HTTP answer.
    app.tables.ask(id, Ask::See { session }, address).await?;
    Ok(upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(512)
        .write_buffer_size(4096)
        .max_write_buffer_size(1024 * 1024)
        .on_upgrade(move |socket| live(app, id, session, socket, counted)))
}

async fn live(app: App, id: TableId, session: Option<TokenHash>, mut socket: WebSocket, counted: SocketPermit) {
    app.tables.metrics.sockets.fetch_add(1, Ordering::Relaxed);
    let payer = Payer { address: counted.address(), session };
    let end = Connection::open(&app, id, payer).await;
    let ending = match end {
        Ok(mut connection) => {
            let ending = connection.serve(&app, &mut socket).await;
            connection.table.disconnect(connection.id).await;
            ending
        }
        // The table could be seen a moment ago, so the problem may be temporary.
        Err(refusal) if matches!(refusal.code, RefusalCode::NotSaved | RefusalCode::Internal) => {
            SocketEnd::Later(refusal, RETRY_AFTER)
        }
        Err(refusal) => SocketEnd::Refused(refusal),
    };
    let told = match ending {
        SocketEnd::Gone => None,
        SocketEnd::Refused(refusal) => Some((refusal, None)),
        SocketEnd::Later(refusal, wait) => Some((refusal, Some(wait.as_millis() as u64))),
    };
    if let Some((refusal, retry_after)) = told {
        app.tables.metrics.refused(refusal.code);
        let goodbye = to_text(&ServerMessage::Goodbye { refusal, retry_after });
        let farewell = async {
            socket.send(Message::Text(goodbye)).await?;
            socket.close().await
        };
        // A client that no longer listens is gone anyway.
        drop(timeout(Duration::from_secs(2), farewell).await);
    }
    app.tables.metrics.sockets.fetch_sub(1, Ordering::Relaxed);
    drop(counted);
}

/// Why a connection ended.
enum SocketEnd {
    /// The client went away, or the table dropped it.
    Gone,
    /// The client did something that ends it.
    Refused(Refusal),
    /// The client sent too much, and may come back after this time.
    Later(Refusal, Duration),
}

/// A message that waits because its client has asked for too much. Nothing more is read meanwhile.
struct Waiting {
    message: Box<ClientMessage>,
    arrived: Instant,
    until: Instant,
}

struct Connection {
    table: TableHandle,
    id: ConnectionId,
    out: mpsc::Receiver<Utf8Bytes>,
    messages: Bucket,
    payer: Payer,
    waiting: Option<Waiting>,
}

impl Connection {
    async fn open(app: &App, id: TableId, payer: Payer) -> Result<Connection, Refusal> {
        let Payer { address, session } = payer;
        for _ in 0..WAKE_TRIES {
            let table = app.tables.find(id, address).await?;
            let (sender, out) = mpsc::channel(MAX_QUEUED_MESSAGES);
            if let Ok(connected) = table.connect(session, address, sender).await {
                let messages = Bucket::full(rate(app), app.tables.clock.uptime());
                return Ok(Connection { table, id: connected?, out, messages, payer, waiting: None });
            }
        }
        Err(no_answer())
    }

    async fn serve(&mut self, app: &App, socket: &mut WebSocket) -> SocketEnd {
        let limits = app.tables.config.limits;
        let ping_every = limits.idle_timeout / 3;
        let mut heard = Instant::now();
        // One timer for all rounds: making one for each is more work than the rest of a round.
        let mut next_ping = std::pin::pin!(tokio::time::sleep(ping_every));
        loop {
            let due = self.waiting.as_ref().map(|waiting| waiting.until);
            tokio::select! {
                () = tokio::time::sleep_until(due.unwrap_or(heard)), if due.is_some() => {
                    heard = Instant::now();
                    if let Some(Waiting { message, arrived, .. }) = self.waiting.take()
                        && let Err(end) = self.hand_over(message, arrived).await
                    {
                        return end;
                    }
                }
                incoming = socket.next(), if due.is_none() => {
                    heard = Instant::now();
                    if let Err(end) = self.receive(app, incoming).await {
                        return end;
                    }
                }
                outgoing = self.out.recv() => {
                    let Some(text) = outgoing else {
                        // The table has closed the connection.
                        drop(timeout(limits.io_timeout, socket.close()).await);
                        return SocketEnd::Gone;
                    };
                    if !self.send(socket, text, limits.io_timeout).await {
                        return SocketEnd::Gone;
                    }
                }
                () = &mut next_ping => {
                    if heard.elapsed() >= limits.idle_timeout {
                        return SocketEnd::Gone;
                    }
                    next_ping.as_mut().reset(Instant::now() + ping_every);
                    let ping = socket.send(Message::Ping(Default::default()));
                    if !matches!(timeout(limits.io_timeout, ping).await, Ok(Ok(()))) {
                        return SocketEnd::Gone;
                    }
                }
            }
        }
    }

    /// Handles a frame from the socket, or its end.
    async fn receive(&mut self, app: &App, incoming: Option<Result<Message, axum::Error>>) -> Result<(), SocketEnd> {
        match incoming {
            Some(Ok(Message::Text(text))) => self.take(app, &text).await,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) if self.may_send(app) => Ok(()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Err(flooding()),
            Some(Ok(Message::Binary(_))) => {
                let words = "messages are text in JSON, not binary";
                Err(SocketEnd::Refused(Refusal::new(RefusalCode::BadRequest, words)))
            }
            Some(Ok(Message::Close(_))) | None => Err(SocketEnd::Gone),
            Some(Err(error)) => Err(too_large(error)),
        }
    }

    /// Sends a message and all that wait behind it; returns whether the client took them in time.
    async fn send(&mut self, socket: &mut WebSocket, first: Utf8Bytes, io_timeout: Duration) -> bool {
        let sending = async {
            socket.feed(Message::Text(first)).await?;
            while let Ok(next) = self.out.try_recv() {
                socket.feed(Message::Text(next)).await?;
            }
            socket.flush().await
        };
        matches!(timeout(io_timeout, sending).await, Ok(Ok(())))
    }

    fn may_send(&mut self, app: &App) -> bool {
        self.messages.take(rate(app), app.tables.clock.uptime())
    }

    /// Decodes a message and hands it to the table.
    async fn take(&mut self, app: &App, text: &str) -> Result<(), SocketEnd> {
        count(&app.tables.metrics.messages);
        if !self.may_send(app) {
            return Err(flooding());
        }
        let message: ClientMessage = serde_json::from_str(text).map_err(|error| {
            let words = format!("the message is not valid: {error}");
            SocketEnd::Refused(Refusal::new(RefusalCode::BadRequest, words))
        })?;
        let (message, arrived) = (Box::new(message), Instant::now());
        let admitted = app.tables.work.admit(self.payer, work::message_cost(&message, text.len()), &app.tables.metrics);
        let wait = admitted.map_err(|too_much| SocketEnd::Later(too_much.refusal(), too_much.retry_after))?;
        if wait.is_zero() {
            return self.hand_over(message, arrived).await;
        }
        self.waiting = Some(Waiting { message, arrived, until: arrived + wait });
        Ok(())
    }

    async fn hand_over(&self, message: Box<ClientMessage>, arrived: Instant) -> Result<(), SocketEnd> {
        self.table.message(self.id, message, arrived).await.map_err(|_| SocketEnd::Gone)
    }
}

/// How often a client may send something.
fn rate(app: &App) -> Rate {
    let per_second = f64::from(app.tables.config.limits.messages_per_second);
    Rate { size: per_second * 3.0, per_second }
}

fn flooding() -> SocketEnd {
    let refusal = Refusal::new(RefusalCode::TooMany, "too many messages at once; slow down and connect again");
    SocketEnd::Later(refusal, FLOOD_RETRY)
}

/// A message that is too large is worth an answer; a broken connection is not.
fn too_large(error: axum::Error) -> SocketEnd {
    let source = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<tungstenite::Error>());
    if matches!(source, Some(tungstenite::Error::Capacity(_))) {
        let words = format!("a message has at most {MAX_MESSAGE_BYTES} bytes");
        return SocketEnd::Refused(Refusal::new(RefusalCode::TooLarge, words));
    }
    SocketEnd::Gone
}
