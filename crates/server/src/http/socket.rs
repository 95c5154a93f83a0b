//! One connection: decodes a client's messages, passes them to the table, and sends the table's messages.

use super::App;
use super::answers::{Path, Refused};
use super::guard::SocketPermit;
use super::sessions::{ClientAddress, session_of};
use super::tables::table_id;
use super::web_socket::{Message, WebSocket, agree};
use crate::actor::TableHandle;
use crate::limits::{FAREWELL, FLOOD_RETRY, FULL_RETRY, MAX_MESSAGE_BYTES, RETRY_AFTER, WAKE_TRIES};
use crate::metrics::count;
use crate::outbox::{Line, Outbox, to_frame};
use crate::tables::no_answer;
use crate::work::{self, Payer};
use axum::extract::{Request, State};
use axum::response::Response;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_table::rate::{Bucket, Rate};
use capolinea_table::{Ask, ConnectionId, TableId, TokenHash};
use hyper::upgrade::OnUpgrade;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

/// Opens a socket at a table.
pub async fn open(
    State(app): State<App>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    request: Request,
) -> Result<Response, Refused> {
    let headers = request.headers().clone();
    let no_socket = |_| Refusal::new(RefusalCode::BadRequest, "this address is for WebSockets only");
    let (response, upgrade) = agree(request).map_err(no_socket)?;
    let id = table_id(&id)?;
    let session = session_of(&app, &headers).await?;
    let open = app.tables.metrics.sockets.load(Ordering::Relaxed);
    if usize::try_from(open).is_ok_and(|open| open >= app.tables.config.limits.sockets) {
        return Err(Refused::full("the server is full; try again later", FULL_RETRY));
    }
    let counted = app.guard.count_socket(address, session)?;
    // A table that can't be seen is refused here, as an ordinary HTTP answer.
    app.tables.ask(id, Ask::See { session }, address).await?;
    tokio::spawn(live(app, id, session, upgrade, counted));
    Ok(response)
}

async fn live(app: App, id: TableId, session: Option<TokenHash>, upgrade: OnUpgrade, counted: SocketPermit) {
    let mut socket = match WebSocket::open(upgrade).await {
        Ok(socket) => socket,
        Err(error) => return tracing::debug!(%error, "a client left before its socket was open"),
    };
    app.tables.metrics.sockets.fetch_add(1, Ordering::Relaxed);
    let payer = Payer { address: counted.address(), session };
    // Boxed: a socket is open for much longer than it takes to open, and its task always has the size of its largest part.
    let ending = match Box::pin(Connection::open(&app, id, payer, socket.out())).await {
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
    let goodbye = match ending {
        SocketEnd::Gone => None,
        SocketEnd::Closed => Some((None, app.tables.config.limits.io_timeout)),
        SocketEnd::Refused(refusal) => Some((Some((refusal, None)), FAREWELL)),
        SocketEnd::Later(refusal, wait) => Some((Some((refusal, Some(wait.as_millis() as u64))), FAREWELL)),
    };
    if let Some((told, io_timeout)) = goodbye {
        if let Some((refusal, retry_after)) = told {
            app.tables.metrics.refused(refusal.code);
            // A client that has not taken what was sent before needs no reason.
            drop(socket.out().push(to_frame(&ServerMessage::Goodbye { refusal, retry_after })));
        }
        Box::pin(socket.close(io_timeout)).await;
    }
    app.tables.metrics.sockets.fetch_sub(1, Ordering::Relaxed);
    drop(counted);
}

/// Why a connection ended.
enum SocketEnd {
    /// The client went away.
    Gone,
    /// The table sends nothing more.
    Closed,
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
    messages: Bucket,
    payer: Payer,
    waiting: Option<Waiting>,
}

impl Connection {
    async fn open(app: &App, id: TableId, payer: Payer, out: &Arc<Outbox>) -> Result<Connection, Refusal> {
        let Payer { address, session } = payer;
        for _ in 0..WAKE_TRIES {
            let table = app.tables.find(id, address).await?;
            if let Ok(connected) = table.connect(session, address, Line::new(out.clone())).await {
                let messages = Bucket::full(rate(app), app.tables.clock.uptime());
                return Ok(Connection { table, id: connected?, messages, payer, waiting: None });
            }
        }
        Err(no_answer())
    }

    async fn serve(&mut self, app: &App, socket: &mut WebSocket) -> SocketEnd {
        let (limits, out) = (app.tables.config.limits, socket.out().clone());
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
                read = socket.next(), if due.is_none() => {
                    heard = Instant::now();
                    if let Err(end) = self.receive(app, read).await {
                        return end;
                    }
                }
                () = out.woken() => {
                    if !socket.drain(limits.io_timeout).await {
                        return SocketEnd::Gone;
                    }
                    if out.is_closed() {
                        return SocketEnd::Closed;
                    }
                }
                () = &mut next_ping => {
                    if heard.elapsed() >= limits.idle_timeout {
                        return SocketEnd::Gone;
                    }
                    next_ping.as_mut().reset(Instant::now() + ping_every);
                    if !socket.ping(limits.io_timeout).await {
                        return SocketEnd::Gone;
                    }
                }
            }
        }
    }

    /// Handles a message from the socket, or its end.
    async fn receive(&mut self, app: &App, read: Result<Message, tungstenite::Error>) -> Result<(), SocketEnd> {
        match read {
            Ok(Message::Text(text)) => self.take(app, &text).await,
            Ok(Message::Ping(_) | Message::Pong(_)) if self.may_send(app) => Ok(()),
            Ok(Message::Ping(_) | Message::Pong(_)) => Err(flooding()),
            Ok(Message::Binary(_)) => {
                let words = "messages are text in JSON, not binary";
                Err(SocketEnd::Refused(Refusal::new(RefusalCode::BadRequest, words)))
            }
            Ok(Message::Close(_) | Message::Frame(_)) => Err(SocketEnd::Gone),
            Err(error) => Err(too_large(&error)),
        }
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
        let message = ClientMessage::from_json(text).map_err(|error| {
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
fn too_large(error: &tungstenite::Error) -> SocketEnd {
    if matches!(error, tungstenite::Error::Capacity(_)) {
        let words = format!("a message has at most {MAX_MESSAGE_BYTES} bytes");
        return SocketEnd::Refused(Refusal::new(RefusalCode::TooLarge, words));
    }
    SocketEnd::Gone
}
