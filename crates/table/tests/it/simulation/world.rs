//! The servers, the store between them, and time.

use super::people::{Person, expected_view, without_ways};
use capolinea_engine::{Seat, State, Viewer};
use capolinea_protocol::http::{CreateTable, SeatRequest, Sitter};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::{Pace, Settings, Status};
use capolinea_table::stored::{Done, Holder, StoredTable, Write};
use capolinea_table::{
    Answer, Ask, ConnectionId, Effect, Input, Loaded, Maps, Now, Question, SaveError, Shared, Table, TableConfig,
    TableId, TokenHash, new_table,
};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

const START: u64 = 1_700_000_000_000;
/// How long things fail, in milliseconds.
const FAULTY_FOR: u64 = 90_000;
/// A game is over by then, or will never be.
const LONGEST: u64 = 3_600_000;
const CLAIMED_FOR: u64 = 15_000;

/// Random numbers that a seed determines.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    pub(super) steps: u64,
    pub(super) acknowledged: u64,
    pub(super) conflicts: u64,
    pub(super) not_stored: u64,
    pub(super) failed_reads: u64,
    pub(super) lost_answers: u64,
    pub(super) late_writes: u64,
    pub(super) kills: u64,
    pub(super) pauses: u64,
    pub(super) moved_seats: u64,
}

impl Figures {
    pub(super) fn add(&mut self, other: &Figures) {
        self.steps += other.steps;
        self.acknowledged += other.acknowledged;
        self.conflicts += other.conflicts;
        self.not_stored += other.not_stored;
        self.failed_reads += other.failed_reads;
        self.lost_answers += other.lost_answers;
        self.late_writes += other.late_writes;
        self.kills += other.kills;
        self.pauses += other.pauses;
        self.moved_seats += other.moved_seats;
    }
}

/// One server's part in the table.
#[derive(Default)]
struct Server {
    table: Option<Table>,
    /// How often it was killed, or its table fell asleep.
    life: u64,
    paused_until: u64,
    /// Who is connected: the person, and whether it is an old session of theirs.
    connections: HashMap<ConnectionId, Peer>,
    requests: HashMap<u64, Peer>,
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer {
    pub(super) person: usize,
    pub(super) session: TokenHash,
}

pub(super) enum Event {
    Input { server: usize, life: u64, input: Input },
    Store { server: usize, life: u64, write: Option<Box<Write>>, is_late: bool },
    Ring { server: usize, life: u64 },
    Person(usize),
    Trouble,
    Compare,
    Claim,
}

pub(super) struct World {
    pub(super) dice: Dice,
    pub(super) now: u64,
    pub(super) stored: StoredTable,
    /// The true game at each revision.
    pub(super) states: Vec<State>,
    pub(super) people: Vec<Person>,
    pub(super) figures: Figures,
    shared: Arc<Shared>,
    id: TableId,
    servers: [Server; 3],
    queue: BTreeMap<(u64, u64), Event>,
    last_event: u64,
    last_request: u64,
    claimed_until: u64,
    /// Sessions that have lost a seat, and the revision at which they did.
    lost: HashMap<(TokenHash, Seat), u64>,
}

impl World {
    pub(super) fn new(seed: u64) -> World {
        let maps: Maps = [&capolinea_maps::find("berlin").unwrap().map].into_iter().collect();
        let config = TableConfig { shuffle_wait: Duration::ZERO, test_seed: Some(seed), ..TableConfig::default() };
        let shared = Arc::new(Shared { config, maps });
        let people = vec![Person::new(0), Person::new(1)];
        let seat = |name: &str| SeatRequest { who: Sitter::Here { name: name.into() }, color: None };
        let settings = Settings { pace: Pace::Instant, turn_limit: Some(60), ..Settings::default() };
        let asked =
            CreateTable { map: "berlin".into(), seats: vec![seat("Anna"), seat("Bruno")], settings, start: false };
        let id = TableId::from_random([5; 16]);
        let now = Now { uptime: Duration::ZERO, unix_ms: START };
        let mut new = new_table(&shared, id, people[0].session, asked, now).unwrap();
        new.seating.seats[1].holder = Holder::Person { session: people[1].session };
        let (created, seating, status) = (new.created, new.seating, new.status);
        let stored = StoredTable { created, version: 0, seating, status, steps: Vec::new() };
        let mut world = World {
            dice: Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            now: 0,
            stored,
            states: Vec::new(),
            people,
            figures: Figures::default(),
            shared,
            id,
            servers: Default::default(),
            queue: BTreeMap::new(),
            last_event: 0,
            last_request: 0,
            claimed_until: 0,
            lost: HashMap::new(),
        };
        world.start();
        world
    }

    /// Deals the game before anything fails.
    fn start(&mut self) {
        let host = self.people[0].session;
        self.ask(0, Peer { person: 0, session: host }, Ask::Start { session: host });
        while self.stored.seating.seed.is_none() {
            self.step();
        }
        let loaded = Loaded::new(&self.shared.maps, self.stored.clone()).unwrap();
        self.states.push(*loaded.game.unwrap().state());
        self.after(1, Event::Person(0));
        self.after(1, Event::Person(1));
        self.after(500, Event::Trouble);
        self.after(5000, Event::Compare);
        self.after(1000, Event::Claim);
    }

    /// Runs to the end of the game, and checks what is left.
    pub(super) fn run(mut self) -> Figures {
        while self.stored.status.status == Status::Playing {
            self.step();
            assert!(self.now < LONGEST, "the game does not end: {:?}", self.stored.status);
        }
        // Answers that are on their way still arrive.
        let end = self.now + 120_000;
        while self.now < end {
            self.step();
        }
        self.check_log();
        self.figures
    }

    fn is_faulty(&self) -> bool {
        self.now < FAULTY_FOR && !self.states.is_empty()
    }

    pub(super) fn after(&mut self, delay: u64, event: Event) {
        self.last_event += 1;
        self.queue.insert((self.now + delay, self.last_event), event);
    }

    /// How long a message takes.
    fn delay(&mut self) -> u64 {
        if self.is_faulty() && self.dice.chance(2) {
            return 1_000 + self.dice.roll(20_000);
        }
        let is_slow = self.dice.chance(25);
        1 + self.dice.roll(if is_slow { 200 } else { 10 })
    }

    fn step(&mut self) {
        let ((time, _), event) = self.queue.pop_first().expect("something always happens");
        self.now = self.now.max(time);
        match event {
            Event::Input { server, life, input } if self.servers[server].life == life => {
                if self.is_paused(server) {
                    let wait = self.servers[server].paused_until - self.now;
                    return self.after(wait, Event::Input { server, life, input });
                }
                self.feed(server, input);
            }
            Event::Ring { server, life } if self.servers[server].life == life => {
                if self.is_paused(server) {
                    let wait = self.servers[server].paused_until - self.now;
                    return self.after(wait, Event::Ring { server, life });
                }
                let uptime = Duration::from_millis(self.now);
                let is_due = |table: &Table| table.next_alarm().is_some_and(|at| at <= uptime);
                if self.servers[server].table.as_ref().is_some_and(is_due) {
                    self.feed(server, Input::Alarm);
                }
            }
            Event::Input { .. } | Event::Ring { .. } => {}
            Event::Store { server, life, write, is_late } => self.reach_store(server, life, write, is_late),
            Event::Person(person) => self.person_acts(person),
            Event::Trouble => self.trouble(),
            Event::Compare => {
                for server in 0..3 {
                    self.tell_changed(server);
                }
                self.after(5000, Event::Compare);
            }
            Event::Claim => self.claim_alarm(),
        }
    }

    fn is_paused(&self, server: usize) -> bool {
        self.servers[server].paused_until > self.now
    }

    /// A server is killed or paused now and then.
    fn trouble(&mut self) {
        if !self.is_faulty() {
            self.servers.iter_mut().for_each(|server| server.paused_until = 0);
            return;
        }
        let server = self.dice.roll(3) as usize;
        if self.dice.chance(30) {
            self.figures.kills += 1;
            let life = self.servers[server].life + 1;
            self.servers[server] = Server { life, ..Server::default() };
            self.people.iter_mut().for_each(|person| person.forget_server(server));
        } else if self.dice.chance(30) {
            self.figures.pauses += 1;
            self.servers[server].paused_until = self.now + 1 + self.dice.roll(60_000);
        }
        let next = 200 + self.dice.roll(6_000);
        self.after(next, Event::Trouble);
    }

    /// A sleeping table is woken for its alarm at one server.
    fn claim_alarm(&mut self) {
        let is_due = self.stored.status.wakes_at.is_some_and(|at| at + 2_000 <= START + self.now);
        if is_due && self.claimed_until <= self.now && self.stored.status.status == Status::Playing {
            self.claimed_until = self.now + CLAIMED_FOR;
            let server = self.dice.roll(3) as usize;
            self.send(server, Input::Alarm);
        }
        self.after(1000, Event::Claim);
    }

    /// An input on its way to a server.
    pub(super) fn send(&mut self, server: usize, input: Input) {
        let (life, delay) = (self.servers[server].life, self.delay());
        self.after(delay, Event::Input { server, life, input });
    }

    pub(super) fn ask(&mut self, server: usize, peer: Peer, ask: Ask) {
        self.last_request += 1;
        let request = self.last_request;
        self.servers[server].requests.insert(request, peer);
        self.send(server, Input::Request { request, ask });
    }

    pub(super) fn connect(&mut self, server: usize, peer: Peer) {
        self.last_request += 1;
        let request = self.last_request;
        self.servers[server].requests.insert(request, peer);
        let address = [127, 0, 0, 1].into();
        self.send(server, Input::Connect { request, session: Some(peer.session), address });
    }

    pub(super) fn disconnect(&mut self, server: usize, connection: ConnectionId) {
        if self.servers[server].connections.remove(&connection).is_some() {
            self.send(server, Input::Disconnect { connection });
        }
    }

    pub(super) fn is_connected(&self, server: usize, connection: ConnectionId) -> bool {
        self.servers[server].connections.contains_key(&connection)
    }

    /// Another server has changed the table: this one is told.
    fn tell_changed(&mut self, server: usize) {
        if self.servers[server].table.is_some() {
            let (version, revision) = (self.stored.version, self.stored.status.revision);
            self.send(server, Input::Changed { version, revision, chat: 0 });
        }
    }

    fn feed(&mut self, server: usize, input: Input) {
        // Both clocks of a server are a little off.
        let skew = server as u64 * 2;
        let now = Now { uptime: Duration::from_millis(self.now), unix_ms: START + self.now + skew };
        let mut table = match self.servers[server].table.take() {
            Some(table) => table,
            None if matches!(input, Input::Disconnect { .. } | Input::Saved(_) | Input::Loaded(_)) => return,
            None => {
                let loaded = Loaded::new(&self.shared.maps, self.stored.clone()).unwrap();
                Table::new(self.shared.clone(), self.id, loaded, Vec::new(), [9; 32], now)
            }
        };
        let is_failure = matches!(input, Input::Loaded(Err(_)));
        let effects = table.handle(now, input);
        let alarm = table.next_alarm();
        let is_at_once = alarm.is_some_and(|at| at <= now.uptime);
        assert!(!(is_failure && is_at_once), "a table tries again at once, and so for ever, while it can't be read");
        self.servers[server].table = Some(table);
        let life = self.servers[server].life;
        let sleeps = effects.iter().position(|effect| matches!(effect, Effect::Sleep { .. }));
        assert!(
            sleeps.is_none_or(|at| at + 1 == effects.len()),
            "a table that sleeps does something else: {effects:?}"
        );
        for effect in effects {
            self.execute(server, effect);
        }
        if let Some(at) = alarm {
            let wait = (at.as_millis() as u64 + 1).saturating_sub(self.now);
            self.after(wait, Event::Ring { server, life });
        }
    }

    fn execute(&mut self, server: usize, effect: Effect) {
        let life = self.servers[server].life;
        match effect {
            Effect::Save(write) => {
                let delay = self.delay();
                self.after(delay, Event::Store { server, life, write: Some(write), is_late: false });
            }
            Effect::Load => {
                let delay = self.delay();
                self.after(delay, Event::Store { server, life, write: None, is_late: false });
            }
            Effect::SaveChat(_) => self.send(server, Input::Saved(Ok(()))),
            Effect::LoadChat => self.send(server, Input::ChatLoaded(Ok(Vec::new()))),
            Effect::Send { to, message } => {
                for connection in to {
                    if let Some(&peer) = self.servers[server].connections.get(&connection) {
                        self.deliver(peer, &message);
                    }
                }
            }
            Effect::Close { connection } => drop(self.servers[server].connections.remove(&connection)),
            Effect::Answer { request, answer } => {
                let Some(peer) = self.servers[server].requests.remove(&request) else { return };
                if let Ok(Answer::Connected(connection)) = answer {
                    self.servers[server].connections.insert(connection, peer);
                    self.person_connected(peer, server, connection);
                } else if let Ok(Answer::Seated(_)) = answer {
                    self.person_moved(peer);
                }
            }
            Effect::AskBot(question) => self.decide(server, &question),
            Effect::Sleep { .. } => {
                let server = &mut self.servers[server];
                assert!(server.connections.is_empty(), "a table sleeps that somebody is connected to");
                server.table = None;
                // What is on its way to this table never reaches the one that wakes: people send it again.
                server.life += 1;
            }
            Effect::ForgetQuestion { .. }
            | Effect::List(_)
            | Effect::Present { .. }
            | Effect::Charge { .. }
            | Effect::Count(_) => {}
            Effect::Log(line) => assert!(!line.is_error || line.message == "a bot's action was not saved", "{line:?}"),
        }
    }

    fn decide(&mut self, server: usize, question: &Question) {
        let view = question.view();
        let legal = view.legal_actions();
        let action = legal.get(self.dice.roll(legal.len() as u64) as usize);
        self.send(server, Input::BotDecided { seat: question.seat, question: question.number, action });
    }

    /// A request reaches the store, which may fail before it or after it.
    fn reach_store(&mut self, server: usize, life: u64, write: Option<Box<Write>>, is_late: bool) {
        let failed = |code, words: &str| Err(SaveError::Failed(Refusal::new(code, words)));
        let Some(write) = write else {
            let is_away = self.is_faulty() && self.dice.chance(10);
            self.figures.failed_reads += u64::from(is_away);
            let loaded = if is_away {
                Err(Refusal::new(RefusalCode::NotSaved, "not read"))
            } else {
                Loaded::new(&self.shared.maps, self.stored.clone()).map(Box::new)
            };
            return self.reply(server, life, Input::Loaded(loaded));
        };
        if is_late {
            drop(self.commit(server, *write));
            return;
        }
        let fault = if self.is_faulty() { self.dice.roll(100) } else { 100 };
        let result = match fault {
            0..6 => {
                self.figures.not_stored += 1;
                failed(RefusalCode::NotSaved, "not stored")
            }
            6..12 => {
                self.figures.lost_answers += 1;
                drop(self.commit(server, *write));
                failed(RefusalCode::SaveUnknown, "the answer was lost")
            }
            12..16 => {
                self.figures.late_writes += 1;
                let delay = 1 + self.dice.roll(5_000);
                self.after(delay, Event::Store { server, life, write: Some(write), is_late: true });
                failed(RefusalCode::SaveUnknown, "stored later, perhaps")
            }
            _ => self.commit(server, *write),
        };
        self.reply(server, life, Input::Saved(result));
    }

    fn reply(&mut self, server: usize, life: u64, input: Input) {
        let delay = self.delay();
        self.after(delay, Event::Input { server, life, input });
    }

    /// Compares and writes, as every store does.
    fn commit(&mut self, server: usize, write: Write) -> Result<(), SaveError> {
        if (write.version, write.revision) != (self.stored.version, self.stored.status.revision) {
            self.figures.conflicts += 1;
            return Err(SaveError::Conflict);
        }
        assert!(write.is_consistent());
        if let Some(step) = &write.step {
            self.check_actor(step.done.seat(), step.id);
            let map = self.shared.maps.find("berlin").unwrap();
            let state = match step.done {
                Done::Action { seat, action } => {
                    let mut state = *self.states.last().unwrap();
                    state.apply(map, seat, action).expect("only legal actions are stored");
                    state
                }
                Done::Undo { back_to, .. } | Done::Takeback { back_to, .. } => self.states[back_to as usize],
                Done::Hint { .. } => *self.states.last().unwrap(),
            };
            self.states.push(state);
            self.figures.steps += 1;
        }
        if let Some(seating) = write.seating {
            for (index, (old, new)) in self.stored.seating.seats.iter().zip(&seating.seats).enumerate() {
                if let (Holder::Person { session }, true) = (&old.holder, old.holder != new.holder) {
                    self.lost.insert((*session, Seat(index as u8)), self.stored.status.revision);
                    self.figures.moved_seats += 1;
                }
            }
            self.stored.version += 1;
            self.stored.seating = seating;
        }
        self.stored.status = write.status;
        self.stored.steps.extend(write.step);
        self.claimed_until = self.now + CLAIMED_FOR;
        for other in (0..3).filter(|&other| other != server) {
            if self.dice.chance(70) {
                self.tell_changed(other);
            }
        }
        Ok(())
    }

    /// A person who has lost a seat can't act there.
    fn check_actor(&self, seat: Seat, id: Option<u64>) {
        let Some(id) = id else { return };
        let holder = &self.stored.seating.seats[seat.index()].holder;
        assert_eq!(
            *holder,
            Holder::Person { session: super::people::session_of_id(id) },
            "an action of an old session"
        );
    }

    /// Every screen shows what is true at its revision, and nothing that its session may not see.
    pub(super) fn check_screen(&mut self, session: TokenHash, message: &ServerMessage) {
        let update = match message {
            ServerMessage::Welcome { update: Some(update), .. } | ServerMessage::Update(update) => update,
            _ => return,
        };
        let state = self.states.get(update.revision as usize).expect("nothing is shown that is not stored");
        let own = update.view.own.as_ref();
        if let Some(own) = own {
            let lost_at = self.lost.get(&(session, own.seat));
            assert!(lost_at.is_none_or(|&lost| update.revision <= lost), "an old session sees something new");
        }
        if self.dice.chance(20) {
            let viewer = own.map_or(Viewer::Spectator, |own| Viewer::Seat(own.seat));
            let view = state.view(self.shared.maps.find("berlin").unwrap(), viewer);
            let (shown, expected) = (without_ways(&update.view), without_ways(&expected_view(&view)));
            assert_eq!(shown, expected, "a screen shows something else");
        }
    }

    fn check_log(&mut self) {
        let numbers: Vec<u64> = self.stored.steps.iter().map(|step| step.revision).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "no gaps");
        let mut ids: HashMap<u64, u32> = HashMap::new();
        self.stored.steps.iter().filter_map(|step| step.id).for_each(|id| *ids.entry(id).or_default() += 1);
        assert!(ids.values().all(|&count| count == 1), "an action was done twice");
        for person in &self.people {
            for id in &person.acknowledged {
                assert!(ids.contains_key(id), "the acknowledged action {id} is lost");
                self.figures.acknowledged += 1;
            }
            for id in &person.given_up {
                assert!(!ids.contains_key(id), "the action {id} was refused, but done");
            }
        }
        Loaded::new(&self.shared.maps, self.stored.clone()).expect("the game can be replayed");
    }
}
