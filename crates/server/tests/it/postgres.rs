//! Requirements for the PostgreSQL store beyond the suite of all stores: broken connections, several servers, its form.

use capolinea_engine::{Action, Seat, SeatSet};
use capolinea_protocol::table::{PlayerColor, Settings, Status};
use capolinea_server::store::postgres::{OpenError, PostgresOptions, PostgresStore, SCHEMA_VERSION};
use capolinea_server::store::*;
use capolinea_server::{TableId, Token, TokenHash};
use capolinea_test_database::{Proxy, shared};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

fn someone() -> TokenHash {
    Token::random().unwrap().hash()
}

async fn open(url: &str) -> PostgresStore {
    PostgresStore::open(&PostgresOptions::new(url)).await.unwrap()
}

fn status(revision: u64) -> TableStatus {
    TableStatus {
        revision,
        status: Status::Playing,
        waiting: SeatSet(1),
        winners: SeatSet::EMPTY,
        deadline: None,
        wakes_at: None,
        updated: revision,
    }
}

async fn new_table(store: &dyn Store) -> TableId {
    let id = TableId::from_random(someone().0[..16].try_into().unwrap());
    let holder = Holder::Person { session: someone() };
    let seat = SeatEntry { holder, name: "Anna".into(), color: PlayerColor::Blue, stand_in: None };
    let seating =
        Seating { seats: vec![seat], ..Seating::new("usa".into(), "d".into(), 1, someone(), Settings::default()) };
    store.create(NewTable { id, created: 1, seating, status: status(0) }).await.unwrap();
    id
}

/// The step after `revision`, with an id of its own.
fn step(revision: u64, id: u64) -> Write {
    let done = Done::Action { seat: Seat(0), action: Action::DrawOpen { slot: 3 } };
    let step = StoredStep { revision: revision + 1, at: 7, id: Some(id), done, events: "[]".into() };
    let status = status(revision + 1);
    Write { version: 0, revision, seating: None, step: Some(step), status, session: None, rematch: None }
}

async fn ids_of(store: &dyn Store, id: TableId) -> Vec<u64> {
    store.load(id).await.unwrap().unwrap().steps.iter().filter_map(|step| step.id).collect()
}

#[tokio::test]
async fn a_step_whose_answer_is_lost_is_found_and_one_whose_request_is_lost_is_sent_again() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let proxy = Proxy::start(cluster.port()).unwrap();
    let store = open(&cluster.url(&name, proxy.port())).await;
    let id = new_table(&store).await;
    store.commit(id, step(0, 100)).await.unwrap();
    for round in 1..6 {
        proxy.lose_answers(1);
        assert_eq!(store.commit(id, step(2 * round - 1, 100 + 2 * round)).await, Ok(()), "it was written");
        proxy.lose_requests(1);
        assert_eq!(store.commit(id, step(2 * round, 101 + 2 * round)).await, Ok(()), "it was sent again");
    }
    let ids = ids_of(&open(&cluster.url(&name, cluster.port())).await, id).await;
    assert_eq!(ids, [100, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111]);
}

#[tokio::test]
async fn chat_and_new_tables_whose_answers_are_lost_are_there_once() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let proxy = Proxy::start(cluster.port()).unwrap();
    let store = open(&cluster.url(&name, proxy.port())).await;
    let id = new_table(&store).await;
    let line = |number: u64| ChatRow {
        line: capolinea_protocol::table::ChatLine { number, at: 5, seat: None, name: "A".into(), text: "ciao".into() },
        said: None,
    };
    store.add_chat(id, line(1)).await.unwrap();
    proxy.lose_answers(1);
    store.add_chat(id, line(2)).await.unwrap();
    assert_eq!(store.add_chat(id, line(2)).await, Err(StoreError::Conflict));
    proxy.lose_answers(1);
    let second = new_table(&store).await;
    assert!(store.load(second).await.unwrap().is_some());
    assert_eq!(store.chat(id, 10).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_database_that_is_away_is_said_to_be_and_comes_back() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let proxy = Proxy::start(cluster.port()).unwrap();
    let store = open(&cluster.url(&name, proxy.port())).await;
    let id = new_table(&store).await;
    store.commit(id, step(0, 1)).await.unwrap();
    proxy.close(true);
    // The first write may meet a connection that is just being cut; the database stays away, so it can't be found out.
    while !matches!(store.commit(id, step(1, 2)).await, Err(StoreError::Failed { .. })) {}
    assert!(matches!(store.load(id).await, Err(StoreError::Unreadable { .. })));
    assert!(store.check().await.is_err());
    proxy.close(false);
    while store.commit(id, step(1, 2)).await != Ok(()) {}
    assert_eq!(ids_of(&store, id).await, [1, 2]);
    assert_eq!(store.check().await, Ok(()));
}

/// Ends all connections to a database again and again until it is `over`, but each time only after something was done with them.
fn end_connections(name: &str, over: &AtomicBool, answered: &AtomicU32) {
    let end_all = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    );
    let mut last = 0;
    while !over.load(Ordering::SeqCst) {
        if answered.load(Ordering::SeqCst) >= last + 20 {
            last = answered.load(Ordering::SeqCst);
            shared().sql("postgres", &end_all).unwrap();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Makes a table and writes to it; returns the writes that were accepted.
async fn write_much(store: Arc<PostgresStore>, answered: Arc<AtomicU32>) -> (TableId, Vec<u64>) {
    let id = loop {
        // A table that can't be made because a connection has ended is made again.
        let store = store.clone();
        if let Ok(id) = tokio::spawn(async move { new_table(&*store).await }).await {
            break id;
        }
    };
    let (mut accepted, mut revision) = (Vec::new(), 0);
    for number in 0..40 {
        match store.commit(id, step(revision, number)).await {
            Ok(()) => {
                accepted.push(number);
                revision += 1;
            }
            Err(StoreError::Failed { .. }) => {}
            Err(other) => panic!("{other:?}"),
        }
        answered.fetch_add(1, Ordering::SeqCst);
    }
    (id, accepted)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_answered_for_is_kept_while_the_database_ends_connections() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let store = Arc::new(open(&cluster.url(&name, cluster.port())).await);
    let (over, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let killer = {
        let (over, answered) = (over.clone(), answered.clone());
        tokio::task::spawn_blocking(move || end_connections(&name, &over, &answered))
    };
    let players: Vec<_> = (0..20).map(|_| tokio::spawn(write_much(store.clone(), answered.clone()))).collect();
    let mut all = Vec::new();
    for player in players {
        all.push(player.await);
    }
    over.store(true, Ordering::SeqCst);
    killer.await.unwrap();
    let all: Vec<(TableId, Vec<u64>)> = all.into_iter().map(Result::unwrap).collect();
    for (id, accepted) in all {
        let found = loop {
            if let Ok(Some(found)) = store.load(id).await {
                break found;
            }
        };
        assert_eq!(found.steps.iter().filter_map(|step| step.id).collect::<Vec<_>>(), accepted);
    }
}

#[tokio::test]
async fn writes_of_many_tables_share_few_transactions() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let store = open(&cluster.url(&name, cluster.port())).await;
    let mut tables = Vec::new();
    for _ in 0..200 {
        tables.push(new_table(&store).await);
    }
    for revision in 0..5 {
        let writes: Vec<StoreFuture<()>> =
            tables.iter().map(|&id| store.commit(id, step(revision, revision))).collect();
        for write in writes {
            write.await.unwrap();
        }
    }
    let transactions = cluster.sql(&name, "SELECT count(DISTINCT xmin::text) FROM steps").unwrap();
    let transactions: u32 = transactions.trim().parse().unwrap();
    assert!(transactions <= 50, "{transactions} transactions for 1000 steps");
}

#[tokio::test]
async fn servers_that_start_together_prepare_the_database_once() {
    let url = shared().create_database().unwrap();
    let opened: Vec<_> = (0..4).map(|_| PostgresOptions::new(url.clone())).collect();
    let opened = futures_util::future::join_all(opened.iter().map(PostgresStore::open)).await;
    for store in opened {
        store.unwrap().close().await;
    }
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_used_only_if_it_may_be() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let url = cluster.url(&name, cluster.port());
    open(&url).await.close().await;
    // A change that older programs need not know.
    cluster.sql(&name, "UPDATE capolinea_schema SET version = 99").unwrap();
    open(&url).await.close().await;
    cluster.sql(&name, "UPDATE capolinea_schema SET oldest = 98").unwrap();
    let refused = PostgresStore::open(&PostgresOptions::new(url)).await.err().unwrap();
    assert!(matches!(refused, OpenError::Newer { found: 99, oldest: 98, known: SCHEMA_VERSION, .. }), "{refused}");
    assert!(refused.to_string().ends_with("Start a newer program"), "{refused}");
}

#[tokio::test]
async fn a_database_that_can_not_be_used_is_said_to_be() {
    let nobody = PostgresOptions::new("postgres://anna:secret@127.0.0.1:1/none?sslmode=disable");
    let problem = PostgresStore::open(&nobody).await.err().unwrap().to_string();
    assert!(problem.contains("127.0.0.1:1/none") && !problem.contains("secret"), "{problem}");
    for wrong in ["nonsense", "postgres://", "http://example.org"] {
        let problem = PostgresStore::open(&PostgresOptions::new(wrong)).await.err().unwrap().to_string();
        assert!(problem.contains("postgres://user:password@host:5432/name"), "{problem}");
    }
    for password in ["se@cret", "@cret", "s@e/cret", "s@e/c?cret=1", "s@e?cret"] {
        let unencoded = PostgresOptions::new(format!("postgres://anna:{password}@127.0.0.1:1/none"));
        let problem = PostgresStore::open(&unencoded).await.err().unwrap().to_string();
        assert!(problem.contains("%40") && !problem.contains("cret"), "{problem}");
    }
    let ca = Some("/nowhere/ca.pem".into());
    let problem = PostgresStore::open(&PostgresOptions { ca, ..nobody.clone() }).await.err().unwrap().to_string();
    assert!(problem.contains("/nowhere/ca.pem"), "{problem}");
    // Neither a folder nor a pipe: the pipe would be waited for.
    let ca = Some("/dev/null".into());
    let problem = PostgresStore::open(&PostgresOptions { ca, ..nobody }).await.err().unwrap().to_string();
    assert!(problem.contains("/dev/null can't be used: it is not a file"), "{problem}");
}
