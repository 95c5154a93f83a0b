//! The way to reach a table that is awake: a handle with methods, and the mail that they send.

use crate::bot_pool::Decided;
use crate::outbox::Line;
use crate::store::{TablePosition, TablePresence};
use capolinea_engine::Seat;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::refusal::Refusal;
use capolinea_table::{Answer, Ask, ConnectionId, Input, Table, TokenHash};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// A way to reach a table that is awake.
#[derive(Clone)]
pub struct TableHandle {
    pub(super) mail: mpsc::Sender<Mail>,
    pub(super) known: Arc<Known>,
}

/// The version of a table in memory, for others to compare with the store.
#[derive(Default)]
pub(super) struct Known {
    version: AtomicU64,
    revision: AtomicU64,
    chat: AtomicU64,
    /// Whether another server has the table awake too.
    has_company: AtomicBool,
}

impl Known {
    /// Copies the version from the table.
    pub(super) fn update(&self, table: &Table) {
        let (version, revision, chat) = table.known();
        self.version.store(version, Ordering::Relaxed);
        self.revision.store(revision, Ordering::Relaxed);
        self.chat.store(chat, Ordering::Relaxed);
    }
}

/// The table has gone to sleep meanwhile.
#[derive(Debug)]
pub struct Asleep;

/// Everything that can reach the actor of a table. A queue has room for many, so what is large or rare is in a box.
pub(super) enum Mail {
    Connect(Box<Connecting>),
    Disconnect {
        connection: ConnectionId,
    },
    Message {
        connection: ConnectionId,
        message: Box<ClientMessage>,
        arrived: Instant,
    },
    Ask {
        ask: Box<Ask>,
        answer: oneshot::Sender<Result<Answer, Refusal>>,
    },
    Decided(Box<BotAnswer>),
    /// Something that another server has done.
    Elsewhere(Box<Input>),
    Stop {
        answer: oneshot::Sender<()>,
    },
}

/// A client that opens a connection.
pub(super) struct Connecting {
    pub(super) session: Option<TokenHash>,
    pub(super) address: IpAddr,
    pub(super) out: Line,
    pub(super) answer: oneshot::Sender<Result<ConnectionId, Refusal>>,
}

/// What a bot has decided.
pub(super) struct BotAnswer {
    pub(super) seat: Seat,
    pub(super) question: u64,
    pub(super) level: String,
    pub(super) decided: Option<Decided>,
}

impl TableHandle {
    /// Tells the table its version in the store, unless it has that version.
    pub async fn compare(&self, position: TablePosition) {
        let TablePosition { version, revision, chat, .. } = position;
        let known = &self.known;
        let is_new = version > known.version.load(Ordering::Relaxed)
            || revision > known.revision.load(Ordering::Relaxed)
            || chat > known.chat.load(Ordering::Relaxed);
        if is_new {
            // A table that sleeps reads everything when it wakes.
            drop(self.send(Mail::Elsewhere(Box::new(Input::Changed { version, revision, chat }))).await);
        }
    }

    /// Tells the table which people are connected to it at another server.
    pub async fn hear_of(&self, server: u64, presence: TablePresence) {
        let TablePresence { seats, spectators, .. } = presence;
        let is_first = !self.known.has_company.swap(true, Ordering::Relaxed);
        let present = Input::PresentElsewhere { server, seats, spectators };
        drop(self.send(Mail::Elsewhere(Box::new(present))).await);
        if is_first {
            // The other server tells of its changes as soon as it knows that the table is awake here too.
            self.tell_presence().await;
        }
    }

    /// Makes the table report the people connected here again, if another server has it awake too.
    pub async fn repeat_presence(&self) {
        if self.known.has_company.load(Ordering::Relaxed) {
            self.tell_presence().await;
        }
    }

    /// Makes the table tell other servers which people are connected here.
    pub async fn tell_presence(&self) {
        drop(self.send(Mail::Elsewhere(Box::new(Input::TellPresence))).await);
    }

    /// Whether the table has gone to sleep.
    pub fn is_closed(&self) -> bool {
        self.mail.is_closed()
    }

    /// Asks the table for something.
    ///
    /// # Errors
    /// The table sleeps: wake it and ask again.
    pub async fn ask(&self, ask: Ask) -> Result<Result<Answer, Refusal>, Asleep> {
        let (answer, answered) = oneshot::channel();
        self.send(Mail::Ask { ask: Box::new(ask), answer }).await?;
        answered.await.map_err(|_| Asleep)
    }

    /// Opens a connection; messages for it go to `out`.
    ///
    /// # Errors
    /// The table sleeps: wake it and ask again.
    pub async fn connect(
        &self,
        session: Option<TokenHash>,
        address: IpAddr,
        out: Line,
    ) -> Result<Result<ConnectionId, Refusal>, Asleep> {
        let (answer, answered) = oneshot::channel();
        self.send(Mail::Connect(Box::new(Connecting { session, address, out, answer }))).await?;
        answered.await.map_err(|_| Asleep)
    }

    /// Closes a connection. A table that sleeps has forgotten it already.
    pub async fn disconnect(&self, connection: ConnectionId) {
        drop(self.send(Mail::Disconnect { connection }).await);
    }

    /// Hands over a message.
    ///
    /// # Errors
    /// The table sleeps.
    pub async fn message(
        &self,
        connection: ConnectionId,
        message: Box<ClientMessage>,
        arrived: Instant,
    ) -> Result<(), Asleep> {
        self.send(Mail::Message { connection, message, arrived }).await
    }

    /// Tells the table that the server stops; answered when all clients are notified.
    pub async fn stop(&self) -> Option<oneshot::Receiver<()>> {
        let (answer, answered) = oneshot::channel();
        self.send(Mail::Stop { answer }).await.ok().map(|()| answered)
    }

    async fn send(&self, mail: Mail) -> Result<(), Asleep> {
        self.mail.send(mail).await.map_err(|_| Asleep)
    }
}
