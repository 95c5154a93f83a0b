//! One table: an actor that alone owns its game. Whatever happens there comes through its channel, one thing after the
//! other: people's messages, bots' decisions, requests, the clock.

mod bot_seats;
mod chat;
mod command;
pub mod game;
mod play;
mod presence;
mod records;
mod seats;
mod shuffle;
mod storing;
mod viewers;
mod votes;

use crate::clock;
use crate::ids::{TableId, TokenHash};
use crate::store::{ChatRow, Head, Holder, Sheet};
use crate::tables::Tables;
use bot_seats::BotSeat;
use capolinea_engine::ids::Seat;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::Status;
use chat::Talk;
use game::Game;
use presence::Presence;
use shuffle::Round;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;
use viewers::Viewer;
use votes::OpenVote;

pub use chat::CHAT_SHOWN;
pub use command::{Command, RecordAnswer};
pub use seats::new_table;
pub use storing::Loaded;
pub(crate) use viewers::to_text;
pub use viewers::{ViewerId, seat_infos};

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
    presence: Presence,
    last_viewer: ViewerId,
    chat: VecDeque<ChatRow>,
    talk: Talk,
    /// The shuffle that is under way.
    round: Option<Round>,
    vote: Option<OpenVote>,
    /// When somebody's last proposal was turned down.
    turned_down: HashMap<TokenHash, Instant>,
    bots: Vec<BotSeat>,
    last_ask: u64,
    /// The deadline at each revision since the table woke up, for when the game goes back there.
    deadlines: HashMap<u64, u64>,
    /// When everybody is to be told who is there.
    tell_at: Option<Instant>,
    /// When something last happened.
    touched: Instant,
    own: mpsc::WeakSender<Command>,
}

impl Table {
    /// A table as it was stored.
    pub fn new(
        tables: Arc<Tables>,
        id: TableId,
        loaded: Loaded,
        chat: Vec<ChatRow>,
        own: mpsc::WeakSender<Command>,
    ) -> Table {
        let Loaded { created, version, sheet, head, game } = loaded;
        let bots = sheet.seats.iter().map(|_| BotSeat::default()).collect();
        Table {
            tables,
            id,
            created,
            version,
            sheet,
            head,
            game,
            viewers: Vec::new(),
            presence: Presence::new(),
            last_viewer: 0,
            chat: chat.into(),
            talk: Talk::default(),
            round: None,
            vote: None,
            turned_down: HashMap::new(),
            bots,
            last_ask: 0,
            deadlines: HashMap::new(),
            tell_at: None,
            touched: Instant::now(),
            own,
        }
    }

    /// Lives until nobody needs it any more.
    pub async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.tables.metrics.tables.fetch_add(1, Ordering::Relaxed);
        self.move_bots();
        loop {
            self.keep_to_limit().await;
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
            Some(self.sleeps_at())
        };
        let shuffle = self.round.as_ref().map(|round| round.deadline);
        [deadline, rest, self.tell_at, shuffle].into_iter().flatten().min()
    }

    /// A clock that was set back gives nobody more time than was agreed.
    async fn keep_to_limit(&mut self) {
        let (Some(deadline), Some(limit)) = (self.head.deadline, self.sheet.settings.turn_limit) else { return };
        let latest = clock::now() + u64::from(limit) * 1000;
        if deadline <= latest {
            return;
        }
        let wakes_at = self.head.wakes_at.map(|at| at.min(latest));
        let kept = |head: Head| Head { deadline: Some(latest), wakes_at, ..head };
        // Stored, or a table that sleeps meanwhile would count anew whenever it wakes.
        if let Err(refusal) = self.save_sheet(self.sheet.clone(), kept(self.head)).await {
            tracing::warn!(table = ?self.id, problem = refusal.words, "a turn's new end could not be saved");
            self.head = kept(self.head);
        }
        self.send_updates(&[]);
    }

    /// Does what is due; whether the table may sleep now.
    async fn ring(&mut self) -> bool {
        let now = Instant::now();
        if self.tell_at.is_some_and(|at| at <= now) {
            self.tell_table();
        }
        if self.round.as_ref().is_some_and(|round| round.deadline <= now) {
            self.next_stage().await;
        }
        if self.is_playing() && self.head.deadline.is_some_and(|at| at <= clock::now()) {
            self.time_is_up().await;
        }
        if !self.is_needed() {
            return self.sleeps_at() <= now;
        }
        if !self.is_bot_thinking() && self.touched + self.config().doze_after <= now {
            // It is read again from the store when something happens.
            self.game = None;
            self.touched = now;
        }
        false
    }

    /// When a table that nobody needs sleeps: not while somebody who has just left counts as there.
    fn sleeps_at(&self) -> Instant {
        let rested = self.touched + self.config().sleep_after;
        self.next_away().map_or(rested, |away| rested.max(away))
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
}

/// How long presence may change before everybody is told, all at once.
const TELL_AFTER: Duration = Duration::from_millis(150);
