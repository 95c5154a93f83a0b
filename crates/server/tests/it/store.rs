//! The requirements for every store: one suite, run for each implementation.

use capolinea_engine::{Action, Seat, SeatSet};
use capolinea_protocol::challenge::ChallengeGame;
use capolinea_protocol::table::{ChatLine, PlayerColor, Settings, Status};
use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::postgres::{PostgresOptions, PostgresStore};
use capolinea_server::store::sqlite::{SCHEMA_VERSION, SqliteStore};
use capolinea_server::store::*;
use capolinea_server::{TableId, Token, TokenHash};
use capolinea_tests::server::until;
use std::sync::Arc;
use std::time::Duration;

fn someone() -> TokenHash {
    Token::random().unwrap().hash()
}

fn new_id() -> TableId {
    TableId::from_random(Token::random().unwrap().hash().0[..16].try_into().unwrap())
}

/// A write that changes nothing but what is named.
fn write(version: u64, revision: u64, status: TableStatus) -> Write {
    Write { version, revision, seating: None, step: None, status, session: None, rematch: None }
}

/// Appends a step at the revision before it.
fn append(store: &dyn Store, id: TableId, step: StoredStep, status: TableStatus) -> StoreFuture<()> {
    let before = step.revision - 1;
    store.commit(id, Write { step: Some(step), ..write(0, before, status) })
}

fn save_seating(
    store: &dyn Store,
    id: TableId,
    version: u64,
    seating: Seating,
    status: TableStatus,
) -> StoreFuture<()> {
    store.commit(id, Write { seating: Some(seating), ..write(version, 0, status) })
}

fn seating(host: TokenHash, listed: bool) -> Seating {
    let seat = |holder, name: &str, color| SeatEntry { holder, name: name.into(), color, stand_in: None };
    let settings = Settings { listed, ..Settings::default() };
    Seating {
        seats: vec![
            seat(Holder::Person { session: host }, "Anna", PlayerColor::Blue),
            seat(Holder::Open, "", PlayerColor::Red),
        ],
        ..Seating::new("usa".into(), "d".into(), 1, host, settings)
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// The status of a table at a revision.
fn status_at(revision: u64, status: Status) -> TableStatus {
    let winners = if status == Status::Finished { SeatSet(2) } else { SeatSet::EMPTY };
    TableStatus {
        revision,
        status,
        waiting: SeatSet(1),
        winners,
        deadline: None,
        wakes_at: None,
        updated: 5 + revision,
    }
}

fn step(revision: u64) -> StoredStep {
    let done = match revision % 3 {
        0 => Done::Undo { seat: Seat(1), back_to: revision - 2 },
        _ => Done::Action { seat: Seat(0), action: Action::DrawOpen { slot: 3 } },
    };
    StoredStep {
        revision,
        at: 1000 + revision,
        id: (revision != 2).then_some((1 << 53) - revision),
        done,
        events: "[]".into(),
    }
}

async fn new_table(store: &dyn Store, host: TokenHash, listed: bool) -> TableId {
    let id = new_id();
    let table = NewTable { id, created: 77, seating: seating(host, listed), status: status_at(0, Status::Playing) };
    store.create(table).await.unwrap();
    id
}

/// The suite.
async fn must_hold(store: Arc<dyn Store>) {
    what_is_kept_is_found(&*store).await;
    an_append_at_another_revision_is_a_conflict(&*store).await;
    of_racing_appends_one_wins(store.clone()).await;
    a_seating_is_replaced_only_at_its_version(&*store).await;
    a_step_is_appended_only_at_the_version_of_the_seating(&*store).await;
    a_change_is_written_with_all_that_belongs_to_it_or_not_at_all(&*store).await;
    lists_show_what_they_should(&*store).await;
    a_link_works_once(&*store).await;
    chat_and_sessions_are_kept(&*store).await;
    an_attempt_makes_one_table(&*store).await;
    a_seat_has_few_links(&*store).await;
    chat_is_kept_for_a_time(&*store).await;
    sessions_are_kept_while_they_are_needed(&*store).await;
    challenges_and_their_games_are_kept(&*store).await;
    what_is_forgotten_is_forgotten_in_parts(&*store).await;
}

/// Long after everything that the other tests have kept.
const LATER: u64 = 10_000 * 24 * 60 * 60 * 1000;

async fn forget_all(store: &dyn Store, now: u64) {
    while store.forget_old(now).await.unwrap() {}
}

async fn an_attempt_makes_one_table(store: &dyn Store) {
    let (key, session) = (someone(), someone());
    let make = |at| {
        let table = new_id();
        let row = AttemptRow { key, session, asked: [7; 32], table, seats: SeatSet(5), at };
        (
            NewTable {
                id: table,
                created: at,
                seating: seating(session, false),
                status: status_at(0, Status::Waiting),
            },
            row,
        )
    };
    assert_eq!(store.attempt(key).await, Ok(None));
    let ((first, made), (second, repeated)) = (make(LATER), make(LATER));
    store.create_once(first, made).await.unwrap();
    assert_eq!(store.create_once(second, repeated).await, Err(StoreError::Conflict));
    assert_eq!(store.attempt(key).await, Ok(Some(made)));
    assert_eq!(store.load(repeated.table).await, Ok(None), "no second table");
    forget_all(store, LATER + millis(ATTEMPT_KEPT_FOR) - 1).await;
    assert_eq!(store.attempt(key).await, Ok(Some(made)));
    forget_all(store, LATER + millis(ATTEMPT_KEPT_FOR)).await;
    assert_eq!(store.attempt(key).await, Ok(None));
    assert!(store.load(made.table).await.unwrap().is_some(), "the table stays");
}

async fn challenges_and_their_games_are_kept(store: &dyn Store) {
    let (all, id) = (store.challenges(), new_id());
    let game = ChallengeGame { map: "usa".into(), seats: vec![None, Some("casual".into())], first: None, pieces: None };
    let facts = ChallengeFacts {
        game,
        seed: "00".repeat(32),
        host: Some(someone()),
        by: Some("Anna".into()),
        day: None,
        origin: None,
    };
    let challenge = ChallengeRow { id, created: 100, closes: None, facts };
    assert_eq!(all.challenge(id).await, Ok(None));
    all.add_challenge(challenge.clone()).await.unwrap();
    all.add_challenge(ChallengeRow { created: 999, ..challenge.clone() }).await.unwrap();
    assert_eq!(all.challenge(id).await, Ok(Some(challenge.clone())), "the first one stays");
    all.close_challenge(id, 500).await.unwrap();
    all.close_challenge(id, 700).await.unwrap();
    assert_eq!(all.challenge(id).await.unwrap().unwrap().closes, Some(500));

    let session = someone();
    let table = new_table(store, session, false).await;
    let play = PlayRow { challenge: id, game: table, seat: Seat(0), session, name: "Anna".into(), at: 7, result: None };
    let result = PlayResult {
        scores: vec![3, -4],
        winners: vec![Seat(0)],
        ended: 9,
        sessions: vec![Some(session), None],
        record: None,
    };
    let elsewhere = PlayRow { game: new_id(), result: Some(result.clone()), ..play.clone() };
    assert_eq!(all.add_play(play.clone()).await, Ok(true));
    assert_eq!(all.add_play(elsewhere.clone()).await, Ok(true));
    let found = all.plays(id).await.unwrap();
    assert_eq!(found, [(play.clone(), Some(status_at(0, Status::Playing))), (elsewhere.clone(), None)]);
    all.note_result(id, table, result.clone()).await.unwrap();
    let later = PlayResult { ended: 99, ..result.clone() };
    all.note_result(id, table, later).await.unwrap();
    assert_eq!(all.plays(id).await.unwrap()[0].0.result, Some(result.clone()), "a result is noted once");

    let secret = all.secret([1; 32]).await.unwrap();
    assert_eq!(all.secret([2; 32]).await, Ok(secret), "the first secret is kept");

    forget_all(store, 100 + CHALLENGE_KEPT_FOR.as_millis() as u64 - 1).await;
    assert!(all.challenge(id).await.unwrap().is_some() && all.plays(id).await.unwrap().len() == 2);
    forget_all(store, 100 + CHALLENGE_KEPT_FOR.as_millis() as u64).await;
    assert!(all.challenge(id).await.unwrap().is_none() && all.plays(id).await.unwrap().is_empty());
}

async fn a_seat_has_few_links(store: &dyn Store) {
    let table = new_id();
    let link = |seat: u8, expires| SeatLinkRow {
        token: someone(),
        table,
        seat: Seat(seat),
        owner: someone(),
        expires,
        spent_by: None,
    };
    let other = link(1, LATER + 1);
    store.add_link(other).await.unwrap();
    let links: Vec<SeatLinkRow> = (0..LINKS_KEPT as u64 + 5).map(|number| link(0, LATER + number)).collect();
    for link in &links {
        store.add_link(*link).await.unwrap();
    }
    for (number, link) in links.iter().enumerate() {
        let is_kept = store.link(link.token, 0).await.unwrap().is_some();
        assert_eq!(is_kept, number >= 5, "the newest are kept: {number}");
    }
    assert!(store.link(other.token, 0).await.unwrap().is_some(), "each seat has its own");
}

async fn chat_is_kept_for_a_time(store: &dyn Store) {
    let id = new_table(store, someone(), false).await;
    let line = |number, at| ChatRow {
        line: ChatLine { number, at, seat: None, name: "Anna".into(), text: "ciao".into() },
        said: None,
    };
    store.add_chat(id, line(1, LATER)).await.unwrap();
    store.add_chat(id, line(2, LATER + 1)).await.unwrap();
    let numbers = async || store.chat(id, 10).await.unwrap().iter().map(|row| row.line.number).collect::<Vec<_>>();
    forget_all(store, LATER + millis(CHAT_KEPT_FOR) - 1).await;
    assert_eq!(numbers().await, [1, 2]);
    forget_all(store, LATER + millis(CHAT_KEPT_FOR)).await;
    assert_eq!(numbers().await, [2]);
    store.add_chat(id, line(3, LATER + millis(CHAT_KEPT_FOR))).await.unwrap();
    assert_eq!(numbers().await, [2, 3]);
}

async fn sessions_are_kept_while_they_are_needed(store: &dyn Store) {
    let now = LATER + millis(SESSION_KEPT_FOR);
    let sits = async |session, status, updated| {
        let id = new_id();
        let status = TableStatus { updated, ..status_at(0, status) };
        store.create(NewTable { id, created: 77, seating: seating(session, false), status }).await.unwrap();
    };
    let [alone, seen, playing, waiting, over, left] = std::array::from_fn(|_| someone());
    for session in [alone, seen, playing, waiting, over, left] {
        store.add_session(session, LATER).await.unwrap();
    }
    store.add_session(seen, LATER + 1).await.unwrap();
    store.add_session(seen, 5).await.unwrap();
    assert_eq!(store.session_seen(seen).await, Ok(Some(LATER + 1)), "a clock set back unsees nothing");
    sits(seen, Status::Finished, LATER).await;
    sits(playing, Status::Playing, LATER + 1).await;
    sits(waiting, Status::Waiting, LATER + 1).await;
    sits(over, Status::Finished, LATER + 1).await;
    sits(left, Status::Playing, LATER).await;
    forget_all(store, now - 1).await;
    let kept = async || {
        let mut kept = Vec::new();
        for session in [alone, seen, playing, waiting, over, left] {
            kept.push(store.session_seen(session).await.unwrap().is_some());
        }
        kept
    };
    assert_eq!(kept().await, [true; 6]);
    forget_all(store, now).await;
    assert_eq!(kept().await, [false, true, true, true, false, false]);
    assert!(store.tables_of(over, 10).await.unwrap().is_empty(), "where it sat is forgotten with it");
    assert_eq!(store.tables_of(seen, 10).await.unwrap().len(), 1);
}

async fn what_is_forgotten_is_forgotten_in_parts(store: &dyn Store) {
    let old: Vec<TokenHash> = (0..FORGOTTEN_AT_ONCE + 1).map(|_| someone()).collect();
    for session in &old {
        store.add_session(*session, LATER + 10).await.unwrap();
    }
    forget_all(store, LATER + millis(SESSION_KEPT_FOR) + 10).await;
    for session in &old {
        assert_eq!(store.session_seen(*session).await, Ok(None));
    }
}

async fn what_is_kept_is_found(store: &dyn Store) {
    assert_eq!(store.load(new_id()).await, Ok(None));
    let host = someone();
    let id = new_table(store, host, false).await;
    for revision in 1..=4 {
        append(store, id, step(revision), status_at(revision, Status::Playing)).await.unwrap();
    }
    let found = store.load(id).await.unwrap().unwrap();
    assert_eq!(found.created, 77);
    assert_eq!(found.version, 0);
    assert_eq!(found.seating, seating(host, false));
    assert_eq!(found.status, status_at(4, Status::Playing));
    assert_eq!(found.steps, (1..=4).map(step).collect::<Vec<_>>());
    let again = NewTable { id, created: 1, seating: seating(someone(), true), status: status_at(0, Status::Waiting) };
    assert_eq!(store.create(again).await, Err(StoreError::Conflict), "a table is never overwritten");
    assert_eq!(store.load(id).await.unwrap().unwrap(), found);
    assert_eq!(store.check().await, Ok(()));
}

async fn an_append_at_another_revision_is_a_conflict(store: &dyn Store) {
    let id = new_table(store, someone(), false).await;
    append(store, id, step(1), status_at(1, Status::Playing)).await.unwrap();
    let before = store.load(id).await.unwrap();
    for wrong in [0, 1, 3, 9] {
        let appended = append(store, id, step(wrong.max(1)), status_at(wrong, Status::Finished)).await;
        assert_eq!(appended, Err(StoreError::Conflict), "{wrong}");
    }
    assert_eq!(append(store, id, step(2), status_at(3, Status::Playing)).await, Err(StoreError::Conflict));
    assert_eq!(store.load(id).await.unwrap(), before, "a conflict changes nothing");
    let nowhere = new_id();
    assert_eq!(append(store, nowhere, step(1), status_at(1, Status::Playing)).await, Err(StoreError::NoSuchTable));
}

async fn of_racing_appends_one_wins(store: Arc<dyn Store>) {
    let id = new_table(&*store, someone(), false).await;
    for revision in 1..=20 {
        let racers: Vec<_> = (0..8)
            .map(|racer| {
                let store = store.clone();
                let step = StoredStep { id: Some(racer), ..step(revision) };
                tokio::spawn(async move { append(&*store, id, step, status_at(revision, Status::Playing)).await })
            })
            .collect();
        let mut winners = Vec::new();
        for (racer, appended) in racers.into_iter().enumerate() {
            match appended.await.unwrap() {
                Ok(()) => winners.push(racer as u64),
                Err(error) => assert_eq!(error, StoreError::Conflict),
            }
        }
        assert_eq!(winners.len(), 1);
        let found = store.load(id).await.unwrap().unwrap();
        assert_eq!(found.steps.len() as u64, revision);
        assert_eq!(found.steps.last().unwrap().id, Some(winners[0]), "what was told is what was kept");
    }
}

async fn a_seating_is_replaced_only_at_its_version(store: &dyn Store) {
    let (host, guest) = (someone(), someone());
    let id = new_table(store, host, false).await;
    let mut changed = seating(host, true);
    changed.seats[1].holder = Holder::Person { session: guest };
    save_seating(store, id, 0, changed.clone(), status_at(0, Status::Playing)).await.unwrap();
    let stale = save_seating(store, id, 0, seating(host, false), status_at(0, Status::Playing)).await;
    assert_eq!(stale, Err(StoreError::Conflict));
    let ahead = save_seating(store, id, 1, seating(host, false), status_at(1, Status::Playing)).await;
    assert_eq!(ahead, Err(StoreError::Conflict), "a seating can't move the revision");
    let found = store.load(id).await.unwrap().unwrap();
    assert_eq!((found.version, found.seating), (1, changed));
    let nowhere = save_seating(store, new_id(), 0, seating(host, false), status_at(0, Status::Waiting)).await;
    assert_eq!(nowhere, Err(StoreError::NoSuchTable));
}

async fn a_step_is_appended_only_at_the_version_of_the_seating(store: &dyn Store) {
    let (host, guest) = (someone(), someone());
    let id = new_table(store, host, false).await;
    let mut moved = seating(host, false);
    moved.seats[0].holder = Holder::Person { session: guest };
    save_seating(store, id, 0, moved, status_at(0, Status::Playing)).await.unwrap();
    let stale = append(store, id, step(1), status_at(1, Status::Playing)).await;
    assert_eq!(stale, Err(StoreError::Conflict), "the seat may have another owner by now");
    let both =
        Write { step: Some(step(1)), seating: Some(seating(host, true)), ..write(1, 0, status_at(1, Status::Playing)) };
    store.commit(id, both).await.unwrap();
    let found = store.load(id).await.unwrap().unwrap();
    assert_eq!((found.version, found.steps.len()), (2, 1));
}

async fn a_change_is_written_with_all_that_belongs_to_it_or_not_at_all(store: &dyn Store) {
    let (host, guest) = (someone(), someone());
    let id = new_table(store, host, false).await;
    let other = new_table(store, host, false).await;
    let rematch =
        |id| NewTable { id, created: 88, seating: seating(host, false), status: status_at(0, Status::Waiting) };
    let change = |rematch| Write {
        seating: Some(seating(host, true)),
        session: Some(guest),
        rematch: Some(rematch),
        ..write(0, 0, status_at(0, Status::Finished))
    };
    let taken = store.commit(id, change(rematch(other))).await;
    assert_eq!(taken, Err(StoreError::Conflict), "another table has this id");
    assert_eq!(store.load(id).await.unwrap().unwrap().version, 0);
    assert_eq!(store.session_seen(guest).await, Ok(None));
    let new = new_id();
    assert_eq!(store.commit(id, Write { version: 7, ..change(rematch(new)) }).await, Err(StoreError::Conflict));
    assert_eq!(store.load(new).await, Ok(None));
    store.commit(id, change(rematch(new))).await.unwrap();
    assert_eq!(store.load(id).await.unwrap().unwrap().version, 1);
    assert_eq!(store.load(new).await.unwrap().unwrap().created, 88);
    assert_eq!(store.session_seen(guest).await, Ok(Some(5)));
}

async fn lists_show_what_they_should(store: &dyn Store) {
    let host = someone();
    let hidden = new_table(store, host, false).await;
    let first = new_table(store, host, true).await;
    new_table(store, someone(), true).await;
    let over = new_table(store, host, true).await;
    let finished = TableStatus { wakes_at: Some(3), ..status_at(1, Status::Finished) };
    append(store, over, step(1), finished).await.unwrap();
    let mine: Vec<TableId> = store.tables_of(host, 1000).await.unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(mine, [over, first, hidden]);
    assert!(store.tables_of(someone(), 10).await.unwrap().is_empty());
    assert_eq!(store.count_open(host, 0).await, Ok(2), "what is over does not count");
    assert_eq!(store.count_open(host, 1000).await, Ok(0), "nothing has happened lately");
    let alarm = TableStatus { wakes_at: Some(4321), ..status_at(1, Status::Playing) };
    append(store, first, step(1), alarm).await.unwrap();
    let alarms = store.alarms().await.unwrap();
    assert!(alarms.contains(&Alarm { id: first, at: 4321, wait: 4321 - alarm.updated }));
    assert!(alarms.iter().all(|alarm| alarm.id != over), "what is over needs no waking");
}

async fn a_link_works_once(store: &dyn Store) {
    let table = new_id();
    let link =
        |expires| SeatLinkRow { token: someone(), table, seat: Seat(1), owner: someone(), expires, spent_by: None };
    let (good, late) = (link(100), link(50));
    store.add_link(good).await.unwrap();
    store.add_link(late).await.unwrap();
    assert_eq!(store.link(someone(), 60).await, Ok(None));
    assert_eq!(store.link(late.token, 60).await, Ok(None), "its time is over");
    assert_eq!(store.link(good.token, 60).await, Ok(Some(good)));
    assert_eq!(store.link(good.token, 60).await, Ok(Some(good)), "to look at it does not use it");
    store.forget_old(60).await.unwrap();
    assert_eq!(store.link(late.token, 0).await, Ok(None), "it was forgotten");
    let by = someone();
    store.spend_link(good.token, by).await.unwrap();
    let spent = SeatLinkRow { spent_by: Some(by), ..good };
    assert_eq!(store.link(good.token, 60).await, Ok(Some(spent)), "it is known by whom it was used");
}

async fn chat_and_sessions_are_kept(store: &dyn Store) {
    let id = new_table(store, someone(), false).await;
    let said = Some(Said { by: someone(), id: (1 << 53) - 1 });
    let line = |number| ChatRow {
        line: ChatLine { number, at: number, seat: None, name: "é <b>".into(), text: "\"\\ \u{1f682}".into() },
        said,
    };
    for number in 1..=5 {
        store.add_chat(id, line(number)).await.unwrap();
    }
    assert_eq!(store.add_chat(id, line(5)).await, Err(StoreError::Conflict));
    assert_eq!(store.add_chat(new_id(), line(1)).await, Err(StoreError::NoSuchTable));
    assert_eq!(store.chat(id, 3).await.unwrap(), [line(3), line(4), line(5)]);
    for number in 6..=CHAT_KEPT + 3 {
        store.add_chat(id, line(number)).await.unwrap();
    }
    let kept = store.chat(id, u32::MAX).await.unwrap();
    assert_eq!((kept.len() as u64, kept[0].line.number), (CHAT_KEPT, 4), "old lines are forgotten");
    let session = someone();
    assert_eq!(store.session_seen(session).await, Ok(None));
    store.add_session(session, 9).await.unwrap();
    store.add_session(session, 10).await.unwrap();
    assert_eq!(store.session_seen(session).await, Ok(Some(10)));
}

#[tokio::test]
async fn memory() {
    must_hold(Arc::new(MemoryStore::default())).await;
}

#[tokio::test]
async fn sqlite() {
    let folder = tempfile::tempdir().unwrap();
    must_hold(Arc::new(SqliteStore::open(folder.path()).unwrap())).await;
}

#[tokio::test]
async fn postgres() {
    let url = capolinea_test_database::shared().create_database().unwrap();
    must_hold(Arc::new(PostgresStore::open(&PostgresOptions::new(url)).await.unwrap())).await;
}

#[tokio::test]
async fn sqlite_keeps_everything_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let id = new_table(&store, someone(), false).await;
    append(&store, id, step(1), status_at(1, Status::Playing)).await.unwrap();
    let before = store.load(id).await.unwrap();
    store.close();
    let log = folder.path().join("capolinea.sqlite-wal");
    assert!(!log.exists(), "a database that is closed is one file, which can be copied");
    let store = SqliteStore::open(folder.path()).unwrap();
    assert_eq!(store.load(id).await.unwrap(), before);
}

#[tokio::test]
async fn the_documented_way_to_remove_old_games_leaves_nothing_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let mut tables = Vec::new();
    for status in [Status::Playing, Status::Finished, Status::Abandoned, Status::Finished] {
        let id = new_table(&store, someone(), false).await;
        append(&store, id, step(1), status_at(1, status)).await.unwrap();
        tables.push(id);
    }
    store.close();
    let database = rusqlite::Connection::open(folder.path().join("capolinea.sqlite")).unwrap();
    // All are old but the last.
    database.execute("UPDATE heads SET updated = 0", []).unwrap();
    let now = "UPDATE heads SET updated = 1000 * strftime('%s', 'now') WHERE key = (SELECT max(key) FROM heads)";
    database.execute(now, []).unwrap();
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/HOSTING.md")).unwrap();
    let commands = page.split("<<END\n").nth(1).and_then(|rest| rest.split("END\n").next()).unwrap();
    database.execute_batch(commands).unwrap();
    let with_keys = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%key INTEGER%'";
    let names: Vec<String> =
        database.prepare(with_keys).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    for name in names {
        let lost = format!("SELECT count(*) FROM {name} WHERE key NOT IN (SELECT key FROM tables)");
        let lost: u32 = database.query_row(&lost, [], |row| row.get(0)).unwrap();
        assert_eq!(lost, 0, "{name}");
    }
    drop(database);
    let store = SqliteStore::open(folder.path()).unwrap();
    for (id, is_kept) in tables.into_iter().zip([true, false, false, true]) {
        assert_eq!(store.load(id).await.unwrap().is_some(), is_kept);
    }
}

#[tokio::test]
async fn sqlite_says_what_to_do_when_it_can_not_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let message = |folder: &std::path::Path| SqliteStore::open(folder).map(drop).unwrap_err().to_string();
    let store = SqliteStore::open(folder.path()).unwrap();
    assert!(message(folder.path()).contains("in use by another server"));
    store.close();
    let file = folder.path().join("capolinea.sqlite");
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(message(folder.path()).contains("has version 99"), "{}", message(folder.path()));
    std::fs::write(&file, vec![7; 5000]).unwrap();
    assert!(message(folder.path()).contains("Restore it from a backup"), "{}", message(folder.path()));
    std::fs::write(&file, "cut").unwrap();
    assert!(message(folder.path()).contains("is not a database of this program"), "{}", message(folder.path()));
    std::fs::remove_file(&file).unwrap();
    rusqlite::Connection::open(&file).unwrap().execute_batch("CREATE TABLE of_another (program)").unwrap();
    assert!(message(folder.path()).contains("is not a database of this program"), "{}", message(folder.path()));
    std::fs::write(&file, "").unwrap();
    std::fs::write(folder.path().join("capolinea.sqlite-wal"), "what was to be added").unwrap();
    assert!(message(folder.path()).contains("its log"), "{}", message(folder.path()));
    std::fs::write(folder.path().join("capolinea.lock"), vec![7; 5000]).unwrap();
    std::fs::remove_file(folder.path().join("capolinea.sqlite-wal")).unwrap();
    assert!(message(folder.path()).contains("remove that file"), "{}", message(folder.path()));
    let not_a_folder = folder.path().join("file");
    std::fs::write(&not_a_folder, "").unwrap();
    assert!(message(&not_a_folder).contains("can't write to the folder"), "{}", message(&not_a_folder));
}

/// The scripts that have made databases of each version, from an empty one on.
const SCHEMAS: [&str; 9] = [
    include_str!("../../src/store/sqlite/schema.sql"),
    include_str!("../../src/store/sqlite/schema_2.sql"),
    include_str!("../../src/store/sqlite/schema_3.sql"),
    include_str!("../../src/store/sqlite/schema_4.sql"),
    include_str!("../../src/store/sqlite/schema_5.sql"),
    include_str!("../../src/store/sqlite/schema_6.sql"),
    include_str!("../../src/store/sqlite/schema_7.sql"),
    include_str!("../../src/store/sqlite/schema_8.sql"),
    include_str!("../../src/store/sqlite/schema_9.sql"),
];

/// Makes a database of a version, with what the first version kept: tables with three steps each, which came in turns.
fn make_old_database(folder: &std::path::Path, version: usize, tables: &[(TableId, Status)]) {
    let old = rusqlite::Connection::open(folder.join("capolinea.sqlite")).unwrap();
    old.execute_batch(SCHEMAS[0]).unwrap();
    for (key, (id, status)) in (1..).zip(tables) {
        let number = if *status == Status::Finished { 2 } else { 1 };
        let sheet = serde_json::to_string(&seating(someone(), true)).unwrap();
        let table = rusqlite::params![key, id.as_str(), sheet];
        old.execute("INSERT INTO tables VALUES (?1, ?2, 77, 0, 1, ?3)", table).unwrap();
        old.execute("INSERT INTO heads VALUES (?1, 3, ?2, 1, NULL, NULL, 8)", [key, number]).unwrap();
        let line = r#"{"number":1,"at":2,"seat":null,"name":"A","text":"x"}"#;
        old.execute("INSERT INTO chat VALUES (?1, 1, ?2)", rusqlite::params![key, line]).unwrap();
    }
    for revision in 1..=3 {
        for key in 1..=tables.len() {
            let StoredStep { at, id, done, events, .. } = step(revision);
            let (at, id, done) = (at as i64, id.map(|id| id as i64), serde_json::to_string(&done).unwrap());
            let values = rusqlite::params![key as i64, revision as i64, at, id, done, events];
            old.execute("INSERT INTO steps VALUES (?1, ?2, ?3, ?4, ?5, ?6)", values).unwrap();
        }
    }
    old.execute("INSERT INTO sessions VALUES (?1, 99)", [[7_u8; 32]]).unwrap();
    SCHEMAS[1..version].iter().for_each(|script| old.execute_batch(script).unwrap());
    old.pragma_update(None, "user_version", version as u32).unwrap();
}

#[tokio::test]
async fn sqlite_takes_up_a_database_of_every_earlier_version() {
    assert_eq!(SCHEMAS.len(), SCHEMA_VERSION as usize);
    for version in 1..SCHEMAS.len() {
        let folder = tempfile::tempdir().unwrap();
        let (over, open) = (new_id(), new_id());
        make_old_database(folder.path(), version, &[(over, Status::Finished), (open, Status::Playing)]);
        let store = SqliteStore::open(folder.path()).unwrap();
        let chat = store.chat(open, 10).await.unwrap();
        assert_eq!((chat.len(), chat[0].said), (1, None));
        let found = store.load(over).await.unwrap().unwrap();
        let status = TableStatus { winners: SeatSet::EMPTY, ..status_at(3, Status::Finished) };
        assert_eq!((found.created, found.status), (77, status), "of older games the winners are not known");
        assert_eq!(found.steps, [step(1), step(2), step(3)], "{version}");
        append(&store, open, step(4), status_at(4, Status::Playing)).await.unwrap();
        store.close();
        let store = SqliteStore::open(folder.path()).unwrap();
        assert_eq!(store.load(open).await.unwrap().unwrap().steps, [step(1), step(2), step(3), step(4)], "{version}");
        assert_eq!(store.session_seen(TokenHash([7; 32])).await, Ok(Some(99)), "seen when it was made");
        store.close();
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_databases_place_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("capolinea.sqlite");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (told, answer) = std::sync::mpsc::channel();
    let data = folder.path().to_path_buf();
    std::thread::spawn(move || told.send(SqliteStore::open(&data).map(drop).unwrap_err().to_string()));
    let words = answer.recv_timeout(Duration::from_secs(180)).expect("an answer at once");
    assert!(words.contains("is not a database of this program"), "{words}");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_on_the_machine_reads_the_database() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(folder.path().join("capolinea.sqlite"), "").unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    new_table(&store, someone(), false).await;
    for name in ["capolinea.sqlite", "capolinea.sqlite-wal", "capolinea.sqlite-shm"] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    store.close();
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_seems_saved_when_the_database_was_removed_or_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let id = new_table(&store, someone(), false).await;
    for (revision, name) in [(1, "capolinea.sqlite"), (2, "capolinea.sqlite-wal")] {
        let (file, away) = (folder.path().join(name), folder.path().join("away"));
        std::fs::rename(&file, &away).unwrap();
        let words = store.check().await.unwrap_err().to_string();
        assert!(words.contains(name) && words.contains("removed or replaced"), "{words}");
        std::fs::copy(&away, &file).unwrap();
        assert!(
            append(&store, id, step(revision), status_at(revision, Status::Playing)).await.is_err(),
            "a copy is another"
        );
        std::fs::rename(&away, &file).unwrap();
        append(&store, id, step(revision), status_at(revision, Status::Playing)).await.unwrap();
    }
    let before = store.load(id).await.unwrap();
    store.close();
    let store = SqliteStore::open(folder.path()).unwrap();
    assert_eq!(store.load(id).await.unwrap(), before);
}

/// How often the log beside the database was restarted: the fourth number of its header, in SQLite's file format.
fn log_restarts(folder: &std::path::Path) -> u32 {
    let log = std::fs::read(folder.join("capolinea.sqlite-wal")).unwrap();
    u32::from_be_bytes(log[12..16].try_into().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_does_not_grow_for_ever_where_somebody_always_writes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        writers.spawn(async move {
            for _ in 0..2500 {
                store.add_session(someone(), 1).await.unwrap();
            }
        });
    }
    writers.join_all().await;
    let restarts = log_restarts(folder.path());
    assert!(restarts >= 2, "it was restarted {restarts} times in 20000 writes");
}

#[tokio::test]
async fn what_was_written_is_soon_in_the_database_itself() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let id = new_table(&store, someone(), false).await;
    // Without the log, the database has everything but the last moments.
    let copy = folder.path().join("copy");
    let is_there = || {
        std::fs::copy(folder.path().join("capolinea.sqlite"), &copy).unwrap();
        let copied = rusqlite::Connection::open(&copy).unwrap();
        copied.query_row("SELECT id FROM tables", [], |row| row.get::<_, String>(0)).ok()
    };
    until(async || is_there() == Some(id.to_string())).await;
    store.close();
}

#[tokio::test]
async fn a_damaged_table_is_said_to_be_unreadable_and_the_others_are_well() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let (damaged, well) = (new_table(&store, someone(), false).await, new_table(&store, someone(), false).await);
    store.close();
    let file = rusqlite::Connection::open(folder.path().join("capolinea.sqlite")).unwrap();
    file.execute("UPDATE tables SET sheet = CAST(x'ff' AS TEXT) WHERE id = ?1", [damaged.as_str()]).unwrap();
    drop(file);
    let store = SqliteStore::open(folder.path()).unwrap();
    let error = store.load(damaged).await.unwrap_err();
    assert!(matches!(error, StoreError::Unreadable { .. }), "{error}");
    assert!(store.load(well).await.unwrap().is_some());
    append(&store, well, step(1), status_at(1, Status::Playing)).await.unwrap();
    store.close();
}

/// SQLite before 3.51.3 can lose what a log holds when one connection writes while another moves the log into the database.
#[test]
fn sqlite_is_new_enough_and_one_connection_alone_changes_the_database() {
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    #[cfg(target_os = "linux")]
    {
        let database = folder.path().canonicalize().unwrap().join("capolinea.sqlite");
        let flags = |number: &str| std::fs::read_to_string(format!("/proc/self/fdinfo/{number}")).unwrap_or_default();
        // Opened for writing: the last octal digit of its flags is 1 or 2.
        let can_write = |number: &str| {
            let flags = flags(number);
            flags.lines().any(|line| line.starts_with("flags:") && (line.ends_with('1') || line.ends_with('2')))
        };
        let open = std::fs::read_dir("/proc/self/fd").unwrap().filter_map(Result::ok).filter(|file| {
            let is_database = std::fs::read_link(file.path()).is_ok_and(|path| path == database);
            is_database && can_write(&file.file_name().to_string_lossy())
        });
        assert_eq!(open.count(), 1);
    }
    store.close();
}
