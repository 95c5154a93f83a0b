//! One table: an actor that alone owns its game. Whatever happens there comes through its channel, one thing after the
//! other: people's messages, bots' decisions, requests, the clock.

mod bot_seats;
mod chat;
pub mod game;
mod play;
mod records;
mod seats;
mod viewers;
mod votes;

use crate::bot_pool::Decided;
use crate::clock;
use crate::ids::{TableId, TokenHash, from_hex};
use crate::maps::{self, ServedMap};
use crate::store::{ChatRow, Head, Holder, Sheet, StoreError, StoredTable};
use crate::tables::Tables;
use axum::extract::ws::Utf8Bytes;
use bot_seats::BotSeat;
use capolinea_engine::ids::Seat;
use capolinea_engine::record::GameRecord;
use capolinea_engine::setup::{FirstPlayer, Setup};
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::http::{ChangeSeat, Join, Seated, SeenRecord};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::{PlayerColor, Status, TableView};
use chat::Talk;
use game::Game;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use viewers::Viewer;
use votes::OpenVote;

pub use chat::CHAT_SHOWN;
pub use seats::new_table;
pub(crate) use viewers::to_text;
pub use viewers::{ViewerId, seat_infos};

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// What a table can be asked.
pub enum Command {
    /// A socket was opened.
    Connect {
        /// Whose it is.
        session: Option<TokenHash>,
        /// Where it comes from.
        address: IpAddr,
        /// Where messages to it go.
        out: mpsc::Sender<Utf8Bytes>,
        /// Tells the viewer's number.
        answer: Reply<ViewerId>,
    },
    /// A socket was closed.
    Disconnect {
        /// Which.
        viewer: ViewerId,
    },
    /// A message came.
    Message {
        /// From which socket.
        viewer: ViewerId,
        /// The message.
        message: Box<ClientMessage>,
        /// When.
        arrived: Instant,
    },
    /// Somebody looks at the table without a socket.
    See {
        /// Who.
        session: Option<TokenHash>,
        /// Tells what there is to see.
        answer: Reply<TableView>,
    },
    /// Somebody takes a seat.
    Join {
        /// Who.
        session: TokenHash,
        /// Which, and how.
        join: Join,
        /// Tells the seats.
        answer: Reply<Seated>,
    },
    /// A seat is changed before the game.
    ChangeSeat {
        /// By whom.
        session: TokenHash,
        /// How.
        change: ChangeSeat,
        /// Tells the outcome.
        answer: Reply<TableView>,
    },
    /// The game is to begin.
    Start {
        /// Who says so.
        session: TokenHash,
        /// Tells the outcome.
        answer: Reply<TableView>,
    },
    /// The same people want another game.
    Rematch {
        /// Who says so.
        session: TokenHash,
        /// Tells the new table.
        answer: Reply<Seated>,
    },
    /// Somebody wants a link that moves a seat: is it theirs?
    OwnsSeat {
        /// Who.
        session: TokenHash,
        /// Which.
        seat: Seat,
        /// Tells that it is.
        answer: Reply<()>,
    },
    /// Such a link was used.
    MoveSeat {
        /// Which seat.
        seat: Seat,
        /// Who made the link.
        owner: TokenHash,
        /// Whose it is now.
        session: TokenHash,
        /// Tells the seats.
        answer: Reply<Seated>,
    },
    /// The record is asked for.
    Record {
        /// By whom.
        session: Option<TokenHash>,
        /// Tells it.
        answer: Reply<RecordAnswer>,
    },
    /// A bot has decided.
    Decided {
        /// For which seat.
        seat: Seat,
        /// The number of the question.
        ask: u64,
        /// What.
        decided: Option<Decided>,
    },
    /// The server stops.
    Stop {
        /// Tells that all is done.
        answer: oneshot::Sender<()>,
    },
}

/// A record as the asker may have it.
pub enum RecordAnswer {
    /// All of it: the game is over.
    Whole {
        /// The record.
        record: Box<GameRecord>,
        /// The players' colours.
        colors: Vec<PlayerColor>,
    },
    /// What the asker has seen.
    Seen(Box<SeenRecord>),
}

/// A table that is awake.
pub struct Table {
    tables: Arc<Tables>,
    id: TableId,
    created: u64,
    version: u64,
    sheet: Sheet,
    head: Head,
    /// The game, once it has begun; left out of memory while nothing happens.
    game: Option<Box<Game>>,
    viewers: Vec<Viewer>,
    last_viewer: ViewerId,
    chat: VecDeque<ChatRow>,
    talk: Talk,
    vote: Option<OpenVote>,
    last_vote: u32,
    bots: Vec<BotSeat>,
    last_ask: u64,
    /// The deadline before the last action, for when that is undone.
    deadline_before: Option<u64>,
    /// When everybody is to be told who is there.
    tell_at: Option<Instant>,
    /// When something last happened.
    touched: Instant,
    own: mpsc::WeakSender<Command>,
}

impl Table {
    /// A table as it was stored.
    ///
    /// # Errors
    /// The stored game can't be taken up.
    pub fn new(
        tables: Arc<Tables>,
        id: TableId,
        stored: StoredTable,
        chat: Vec<ChatRow>,
        own: mpsc::WeakSender<Command>,
    ) -> Result<Table, Refusal> {
        let StoredTable { created, version, sheet, head, steps } = stored;
        let game = load_game(&sheet, &steps)?;
        let bots = sheet.seats.iter().map(|_| BotSeat::default()).collect();
        Ok(Table {
            tables,
            id,
            created,
            version,
            sheet,
            head,
            game,
            viewers: Vec::new(),
            last_viewer: 0,
            chat: chat.into(),
            talk: Talk::default(),
            vote: None,
            last_vote: 0,
            bots,
            last_ask: 0,
            deadline_before: None,
            tell_at: None,
            touched: Instant::now(),
            own,
        })
    }

    /// Lives until nobody needs it any more.
    pub async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.tables.metrics.tables.fetch_add(1, Ordering::Relaxed);
        self.move_bots();
        loop {
            self.keep_to_limit();
            let alarm = self.next_alarm();
            let rings = async {
                match alarm {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(Command::Stop { answer }) => {
                        self.say_goodbye();
                        self.tables.put_to_sleep(self.id, self.wakes_at());
                        // Whoever stops the server may have stopped waiting.
                        let _told = answer.send(());
                        break;
                    }
                    Some(command) => self.carry_out(command).await,
                    None => break,
                },
                () = rings => {
                    if self.ring().await {
                        self.tables.put_to_sleep(self.id, self.wakes_at());
                        break;
                    }
                }
            }
        }
        // What was sent in the last moment is dropped unread: whoever sent it wakes the table and asks again.
        commands.close();
        self.tables.metrics.tables.fetch_sub(1, Ordering::Relaxed);
    }

    async fn carry_out(&mut self, command: Command) {
        self.touched = Instant::now();
        // An answer that nobody waits for any more is dropped throughout: its socket or request is gone.
        match command {
            Command::Connect { session, address, out, answer } => {
                let connected = self.connect(session, address, out).await;
                let viewer = connected.as_ref().ok().copied();
                if answer.send(connected).is_err()
                    && let Some(viewer) = viewer
                {
                    self.disconnect(viewer);
                }
            }
            Command::Disconnect { viewer } => self.disconnect(viewer),
            Command::Message { viewer, message, arrived } => self.message(viewer, *message, arrived).await,
            Command::See { session, answer } => {
                let seen = self.may_see(session).map(|()| self.table_view());
                drop(answer.send(seen));
            }
            Command::Join { session, join, answer } => drop(answer.send(self.join(session, join).await)),
            Command::ChangeSeat { session, change, answer } => {
                drop(answer.send(self.change_seat(session, change).await));
            }
            Command::Start { session, answer } => {
                let started = self.start(session).await.map(|()| self.table_view());
                drop(answer.send(started));
            }
            Command::Rematch { session, answer } => drop(answer.send(self.rematch(session).await)),
            Command::OwnsSeat { session, seat, answer } => drop(answer.send(self.check_seat(Some(session), seat))),
            Command::MoveSeat { seat, owner, session, answer } => {
                drop(answer.send(self.move_seat(seat, owner, session).await));
            }
            Command::Record { session, answer } => drop(answer.send(self.record(session).await)),
            Command::Decided { seat, ask, decided } => self.bot_decided(seat, ask, decided).await,
            // Handled where the table ends.
            Command::Stop { .. } => {}
        }
    }

    /// When the table must look up even if nobody asks for anything.
    fn next_alarm(&self) -> Option<Instant> {
        let deadline = self.head.deadline.filter(|_| self.is_playing());
        let deadline = deadline.map(|at| Instant::now() + clock::until(at).min(clock::LOOK_AGAIN));
        let rest = if self.is_needed() {
            self.game.as_ref().filter(|_| !self.is_bot_thinking()).map(|_| self.touched + self.config().doze_after)
        } else {
            Some(self.touched + self.config().sleep_after)
        };
        [deadline, rest, self.tell_at].into_iter().flatten().min()
    }

    /// A clock that was set back gives nobody more time than was agreed.
    fn keep_to_limit(&mut self) {
        let (Some(deadline), Some(limit)) = (self.head.deadline, self.sheet.settings.turn_limit) else { return };
        let latest = clock::now() + u64::from(limit) * 1000;
        if deadline <= latest {
            return;
        }
        let wakes_at = self.head.wakes_at.map(|at| at.min(latest));
        self.head = Head { deadline: Some(latest), wakes_at, ..self.head };
        self.send_updates(&[]);
    }

    /// Does what is due; whether the table may sleep now.
    async fn ring(&mut self) -> bool {
        let now = Instant::now();
        if self.tell_at.is_some_and(|at| at <= now) {
            self.tell_table();
        }
        if self.is_playing() && self.head.deadline.is_some_and(|at| at <= clock::now()) {
            self.time_is_up().await;
        }
        if !self.is_needed() {
            return self.touched + self.config().sleep_after <= now;
        }
        if !self.is_bot_thinking() && self.touched + self.config().doze_after <= now {
            // It is read again from the store when something happens.
            self.game = None;
            self.touched = now;
        }
        false
    }

    /// Whether somebody is there, or a bot is about to move.
    fn is_needed(&self) -> bool {
        !self.viewers.is_empty() || self.is_bot_thinking()
    }

    /// When the table must be woken though nobody comes. Bots among themselves sleep until somebody looks.
    fn wakes_at(&self) -> Option<u64> {
        self.head.wakes_at.filter(|_| self.sheet.has_people())
    }

    fn is_playing(&self) -> bool {
        self.head.status == Status::Playing
    }

    fn config(&self) -> &crate::config::Config {
        &self.tables.config
    }

    fn seat(&self, seat: Seat) -> Option<&crate::store::SheetSeat> {
        self.sheet.seats.get(seat.index())
    }

    /// Whether a bot plays this seat now.
    fn is_bot(&self, seat: Seat) -> bool {
        self.seat(seat).is_some_and(|seat| matches!(seat.holder, Holder::Bot { .. }) || seat.stand_in.is_some())
    }

    /// Whether the seat belongs to who asks.
    ///
    /// # Errors
    /// It is not.
    fn check_seat(&self, session: Option<TokenHash>, seat: Seat) -> Result<(), Refusal> {
        let is_theirs = session.is_some_and(|session| self.sheet.seats_of(session).contains(seat));
        if is_theirs { Ok(()) } else { Err(Refusal::new(RefusalCode::NotYourSeat, "this seat is not yours")) }
    }

    /// The game, read again if it was left out of memory.
    ///
    /// # Errors
    /// There is none yet, or it can't be read.
    async fn need_game(&mut self) -> Result<&mut Game, Refusal> {
        if self.game.is_none() && self.sheet.seed.is_some() {
            self.reload().await?;
        }
        match &mut self.game {
            Some(game) => Ok(game),
            None => Err(Refusal::new(RefusalCode::WrongStatus, "the game has not begun")),
        }
    }

    /// Takes everything from the store: after a doze, or when somebody else has written there.
    async fn reload(&mut self) -> Result<(), Refusal> {
        let stored = self.tables.store.load(self.id).await.map_err(|error| self.tables.store_failed(&error))?;
        let StoredTable { created, version, sheet, head, steps } = stored.ok_or_else(crate::tables::not_found)?;
        self.game = load_game(&sheet, &steps).inspect_err(|refusal| {
            tracing::error!(table = ?self.id, problem = refusal.words, "a stored game can't be taken up");
        })?;
        (self.created, self.version, self.sheet, self.head) = (created, version, sheet, head);
        Ok(())
    }

    /// Stores a changed sheet; if that fails nothing has changed.
    async fn save_sheet(&mut self, sheet: Sheet, head: Head) -> Result<(), Refusal> {
        match self.tables.store.save_sheet(self.id, self.version, sheet.clone(), head).await {
            Ok(()) => {
                self.version += 1;
                (self.sheet, self.head) = (sheet, head);
                Ok(())
            }
            Err(error) => Err(self.not_stored(error).await),
        }
    }

    /// What a failed write means. After a conflict the table is read anew, for somebody else has written, and everybody is
    /// told what is true now.
    async fn not_stored(&mut self, error: StoreError) -> Refusal {
        if error == StoreError::Conflict {
            if let Err(refusal) = self.reload().await {
                return refusal;
            }
            self.vote = None;
            self.check_eyes();
            self.tell_table();
            self.send_updates(&[]);
            self.move_bots();
        }
        self.tables.store_failed(&error)
    }
}

fn load_game(sheet: &Sheet, steps: &[crate::store::StoredStep]) -> Result<Option<Box<Game>>, Refusal> {
    let Some(setup) = setup_of(sheet) else { return Ok(None) };
    let broken = |words: String| Refusal::new(RefusalCode::Internal, words);
    let served = served_map(sheet)?;
    if served.map.digest != sheet.digest {
        return Err(broken(format!("the map `{}` has changed since this game was played", sheet.map)));
    }
    let game = Game::load(served, setup, steps).map_err(|error| broken(format!("this game can't be read: {error}")))?;
    Ok(Some(Box::new(game)))
}

fn served_map(sheet: &Sheet) -> Result<&'static ServedMap, Refusal> {
    let unknown = || Refusal::new(RefusalCode::Internal, format!("the map `{}` is not known here", sheet.map));
    maps::find(&sheet.map).ok_or_else(unknown)
}

/// What decided the game, once it has begun.
fn setup_of(sheet: &Sheet) -> Option<Setup> {
    let seed = from_hex(sheet.seed.as_deref()?)?;
    let first = sheet.settings.first.map_or(FirstPlayer::Random, FirstPlayer::Named);
    Some(Setup { players: sheet.seats.len() as u8, first, seed })
}

/// How long presence may change before everybody is told, all at once.
const TELL_AFTER: Duration = Duration::from_millis(150);
