//! A table driven by hand: what it asks for, in which order, and what it does when the store fails.

#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails loudly and looks for few messages"
)]

mod simulation;

use capolinea_engine::{Seat, Viewer};
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::http::{CreateTable, SeatRequest, Sitter};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::{Pace, Settings, Status};
use capolinea_table::stored::{Done, StoredTable, Write};
use capolinea_table::{
    Answer, Ask, ConnectionId, Effect, Input, Loaded, Maps, Now, Question, SaveError, Shared, Table, TableConfig,
    TableId, TokenHash, levels, new_table,
};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

const ANNA: TokenHash = TokenHash([1; 32]);
const BRUNO: TokenHash = TokenHash([2; 32]);
const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A table with a store in memory and a clock that only the test moves.
struct Desk {
    shared: Arc<Shared>,
    table: Table,
    stored: StoredTable,
    now: Now,
    questions: Vec<Question>,
    sent: Vec<(ConnectionId, ServerMessage)>,
    log: Vec<String>,
    /// The outcome of the next write.
    next_save: Option<SaveError>,
    saves: usize,
}

impl Desk {
    /// Anna's table, with the others as they are named.
    fn new(others: &[Sitter], settings: Settings) -> Desk {
        let map = &capolinea_maps::find("berlin").unwrap().map;
        let maps: Maps = [map].into_iter().collect();
        let config = TableConfig { shuffle_wait: Duration::ZERO, test_seed: Some(3), ..TableConfig::default() };
        let shared = Arc::new(Shared { config, maps });
        let now = Now { uptime: Duration::from_secs(5), unix_ms: 1_700_000_000_000 };
        let seat = |who| SeatRequest { who, color: None };
        let seats = [Sitter::Here { name: "Anna".into() }].iter().chain(others).cloned().map(seat).collect();
        let asked = CreateTable { map: "berlin".into(), seats, settings, start: false };
        let id = TableId::from_random([5; 16]);
        let new = new_table(&shared, id, ANNA, asked, now).unwrap();
        let stored = StoredTable {
            created: new.created,
            version: 0,
            seating: new.seating.clone(),
            status: new.status,
            steps: Vec::new(),
        };
        let table = Table::new(shared.clone(), id, Loaded::unplayed(new), Vec::new(), [9; 32], now);
        let (questions, sent, log) = (Vec::new(), Vec::new(), Vec::new());
        Desk { shared, table, stored, now, questions, sent, log, next_save: None, saves: 0 }
    }

    fn against_a_bot(pace: Pace) -> Desk {
        let settings = Settings { pace, ..Settings::default() };
        Desk::new(&[Sitter::Bot { level: "skilled".into() }], settings)
    }

    /// Feeds an input and does what the table asks for; with the answers to requests.
    fn feed(&mut self, input: Input) -> Vec<Result<Answer, Refusal>> {
        let mut answers = Vec::new();
        let mut effects: Vec<Effect> = self.table.handle(self.now, input);
        while !effects.is_empty() {
            let mut next = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Save(write) => next.extend(self.save(*write)),
                    Effect::Load => {
                        let loaded = Loaded::new(&self.shared.maps, self.stored.clone()).map(Box::new);
                        next.extend(self.table.handle(self.now, Input::Loaded(loaded)));
                    }
                    Effect::Send { to, message } => self.sent.extend(to.into_iter().map(|id| (id, (*message).clone()))),
                    Effect::Answer { answer, .. } => answers.push(answer),
                    Effect::AskBot(question) => self.questions.push(*question),
                    Effect::ForgetQuestion { question } => self.questions.retain(|one| one.number != question),
                    Effect::Log(line) => self.log.push(line.message.into()),
                    Effect::SaveChat(_) => next.extend(self.table.handle(self.now, Input::Saved(Ok(())))),
                    Effect::LoadChat
                    | Effect::Close { .. }
                    | Effect::List(_)
                    | Effect::Present { .. }
                    | Effect::Charge { .. }
                    | Effect::Count(_)
                    | Effect::Sleep { .. } => {}
                }
            }
            effects = next;
        }
        answers
    }

    fn save(&mut self, write: Write) -> Vec<Effect> {
        self.saves += 1;
        let result = match self.next_save.take() {
            Some(error) => Err(error),
            None if (write.version, write.revision) != (self.stored.version, self.stored.status.revision) => {
                Err(SaveError::Conflict)
            }
            None => {
                assert!(write.is_consistent());
                if let Some(seating) = write.seating {
                    self.stored.version += 1;
                    self.stored.seating = seating;
                }
                self.stored.status = write.status;
                self.stored.steps.extend(write.step);
                Ok(())
            }
        };
        self.table.handle(self.now, Input::Saved(result))
    }

    fn connect(&mut self, session: TokenHash) -> ConnectionId {
        let answers = self.feed(Input::Connect { request: 1, session: Some(session), address: HOME });
        match answers.first() {
            Some(Ok(Answer::Connected(id))) => *id,
            other => panic!("{other:?}"),
        }
    }

    fn start(&mut self) {
        let answers = self.feed(Input::Request { request: 2, ask: Ask::Start { session: ANNA } });
        assert!(matches!(answers[..], [Ok(Answer::View(_))]), "{answers:?}");
    }

    fn wait(&mut self, time: Duration) {
        self.now.uptime += time;
        self.now.unix_ms += time.as_millis() as u64;
        while self.table.next_alarm().is_some_and(|at| at <= self.now.uptime) {
            self.feed(Input::Alarm);
        }
    }

    /// The first legal action of a seat is played by its owner.
    fn play_first(&mut self, connection: ConnectionId, seat: Seat, id: u64) {
        let loaded = Loaded::new(&self.shared.maps, self.stored.clone()).unwrap();
        let action = loaded.game.unwrap().view(Viewer::Seat(seat)).legal_actions().get(0).unwrap();
        let revision = self.stored.status.revision;
        let message = Box::new(ClientMessage::Play { id, seat, revision, action });
        self.feed(Input::Message { connection, message });
    }

    /// The bot's answer to its last question: the first legal action.
    fn answer_question(&mut self) {
        let question = self.questions.pop().unwrap();
        let action = question.view().legal_actions().get(0);
        self.feed(Input::BotDecided { seat: question.seat, question: question.number, action });
    }

    fn refusals(&self) -> Vec<RefusalCode> {
        let code = |(_, message): &(ConnectionId, ServerMessage)| match message {
            ServerMessage::Refused { refusal, .. } => Some(refusal.code),
            _ => None,
        };
        self.sent.iter().filter_map(code).collect()
    }
}

#[test]
fn how_long_a_bot_thought_does_not_show() {
    for thought in [0, 1, 700].map(Duration::from_millis) {
        let mut desk = Desk::against_a_bot(Pace::Normal);
        desk.connect(ANNA);
        desk.start();
        desk.wait(thought);
        desk.answer_question();
        assert_eq!(desk.stored.status.revision, 0, "the answer waits for its time");
        let due = desk.table.next_alarm().unwrap();
        desk.wait(due - desk.now.uptime - Duration::from_millis(1));
        assert_eq!(desk.stored.status.revision, 0);
        desk.wait(Duration::from_millis(1));
        assert_eq!(desk.stored.status.revision, 1);
        let (least, most) = (Duration::from_millis(900), Duration::from_millis(1800));
        assert!((least..=most).contains(&(due - Duration::from_secs(5))), "{due:?} after {thought:?} of thought");
    }
}

#[test]
fn nobody_is_told_before_it_is_saved() {
    let mut desk = Desk::against_a_bot(Pace::Instant);
    let anna = desk.connect(ANNA);
    desk.start();
    desk.sent.clear();
    desk.next_save = Some(SaveError::Failed(Refusal::new(RefusalCode::NotSaved, "the disk is full")));
    desk.play_first(anna, Seat(0), 7);
    assert_eq!(desk.refusals(), [RefusalCode::NotSaved]);
    assert!(desk.sent.iter().all(|(_, message)| !matches!(message, ServerMessage::Update(_))), "nothing has happened");
    desk.play_first(anna, Seat(0), 8);
    assert!(desk.sent.iter().any(|(_, message)| matches!(message, ServerMessage::Update(_))));
    assert_eq!(desk.stored.steps.len(), 1);
}

#[test]
fn a_bot_whose_action_is_not_saved_is_asked_again_later_and_nobody_waits_meanwhile() {
    let mut desk = Desk::against_a_bot(Pace::Instant);
    let anna = desk.connect(ANNA);
    desk.start();
    desk.next_save = Some(SaveError::Failed(Refusal::new(RefusalCode::NotSaved, "the disk is full")));
    desk.answer_question();
    assert_eq!(desk.log, ["a bot's action was not saved"]);
    assert!(desk.questions.is_empty(), "not at once");
    desk.sent.clear();
    desk.feed(Input::Message { connection: anna, message: Box::new(ClientMessage::Ping { at: 1 }) });
    assert!(matches!(desk.sent[..], [(_, ServerMessage::Pong { .. })]), "the table answers");
    desk.wait(Duration::from_millis(200));
    assert_eq!(desk.questions.len(), 1);
    desk.answer_question();
    assert_eq!(desk.stored.steps.len(), 1);
}

#[test]
fn after_a_conflict_the_table_shows_what_another_writer_has_done() {
    let mut desk = Desk::new(&[Sitter::Open], Settings::default());
    let anna = desk.connect(ANNA);
    let join = capolinea_protocol::http::Join { name: "Bruno".into(), seat: None, color: None };
    desk.feed(Input::Request { request: 3, ask: Ask::Join { session: BRUNO, join } });
    let bruno = desk.connect(BRUNO);
    desk.start();
    // Another server has given Bruno's seat to somebody else meanwhile.
    desk.stored.version += 1;
    desk.stored.seating.seats[1].holder = capolinea_table::stored::Holder::Person { session: TokenHash([3; 32]) };
    desk.sent.clear();
    desk.play_first(bruno, Seat(1), 9);
    assert_eq!(desk.refusals(), [RefusalCode::Stale]);
    assert!(desk.stored.steps.is_empty());
    let seen_by = |desk: &Desk, id| {
        let update = desk.sent.iter().rev().find_map(|(to, message)| match message {
            ServerMessage::Update(update) if *to == id => Some(update.view.own.is_some()),
            _ => None,
        });
        update.unwrap()
    };
    assert!(seen_by(&desk, anna), "Anna still sees her cards");
    assert!(!seen_by(&desk, bruno), "Bruno sees only what is public");
    desk.sent.clear();
    desk.play_first(bruno, Seat(1), 10);
    assert_eq!(desk.refusals(), [RefusalCode::NotYourSeat]);
}

#[test]
fn a_player_who_acts_while_a_bot_stands_in_takes_the_seat_back_with_the_action() {
    let settings = Settings { turn_limit: Some(60), pace: Pace::Instant, ..Settings::default() };
    let mut desk = Desk::new(&[Sitter::Bot { level: "skilled".into() }], settings);
    let anna = desk.connect(ANNA);
    desk.start();
    desk.wait(Duration::from_secs(61));
    assert_eq!(desk.stored.seating.seats[0].stand_in.as_deref(), Some(levels::STAND_IN));
    assert_eq!(desk.questions.len(), 2, "both bots choose their tickets");
    let before = desk.saves;
    desk.play_first(anna, Seat(0), 5);
    assert_eq!(desk.saves, before + 1, "one write for both");
    assert_eq!(desk.stored.seating.seats[0].stand_in, None);
    assert!(matches!(desk.stored.steps[0].done, Done::Action { seat: Seat(0), .. }));
    assert_eq!(desk.questions.len(), 1, "the bot that stood in is not asked any more");
}

#[test]
fn inputs_wait_in_their_order_while_the_store_writes() {
    let mut desk = Desk::against_a_bot(Pace::Instant);
    let anna = desk.connect(ANNA);
    let effects = desk.table.handle(desk.now, Input::Request { request: 2, ask: Ask::Start { session: ANNA } });
    let [Effect::Save(write)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(write.status.status, Status::Playing);
    for at in [1, 2] {
        let ping = Input::Message { connection: anna, message: Box::new(ClientMessage::Ping { at }) };
        assert!(desk.table.handle(desk.now, ping).is_empty(), "nothing is done meanwhile");
    }
    assert_eq!(desk.table.next_alarm(), None, "no alarm rings meanwhile");
    let effects = desk.table.handle(desk.now, Input::Saved(Ok(())));
    let pongs: Vec<u64> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Send { message, .. } => match **message {
                ServerMessage::Pong { at, .. } => Some(at),
                _ => None,
            },
            _ => None,
        })
        .collect();
    assert_eq!(pongs, [1, 2]);
}

#[test]
fn a_game_that_was_dropped_from_memory_is_read_when_it_is_needed() {
    let mut desk = Desk::against_a_bot(Pace::Instant);
    let anna = desk.connect(ANNA);
    desk.start();
    desk.answer_question();
    desk.wait(Duration::from_secs(400));
    let look = Input::Message { connection: anna, message: Box::new(ClientMessage::Look { seat: Some(Seat(0)) }) };
    let effects = desk.table.handle(desk.now, look);
    assert!(matches!(effects[..], [Effect::Load]), "{effects:?}");
    let broken = Refusal::new(RefusalCode::NotSaved, "the disk can't be read");
    let effects = desk.table.handle(desk.now, Input::Loaded(Err(broken)));
    let told = |effect: &Effect| matches!(effect, Effect::Send { message, .. } if matches!(**message, ServerMessage::Refused { .. }));
    assert!(effects.iter().any(told), "{effects:?}");
    desk.sent.clear();
    desk.feed(Input::Message { connection: anna, message: Box::new(ClientMessage::Look { seat: Some(Seat(0)) }) });
    assert!(matches!(desk.sent[..], [(_, ServerMessage::Update(_))]));
}
