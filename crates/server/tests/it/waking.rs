//! Waking tables: a long game that is being read keeps nobody waiting who does not ask for it, and one address that wakes many
//! waits for itself.

use super::failing_store::{Faulty, Held};
use capolinea_server::store::Store as _;
use capolinea_server::{Server, TableId};
use capolinea_tests::server::*;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// Tables of one host that sleep.
async fn sleeping(host: &mut Browser, count: usize) -> Vec<String> {
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let mut tables = Vec::new();
    for _ in 0..count {
        // A table that nobody has looked at has never been awake.
        tables.push(host.create(json!({"map": "usa", "seats": seats})).await);
    }
    tables
}

/// From now on every game that is read waits for the test.
fn hold(store: &Faulty) -> mpsc::UnboundedReceiver<Held> {
    let (told, held) = mpsc::unbounded_channel();
    *store.holding.lock().unwrap() = Some(told);
    held
}

async fn look(at: &Server, from: u8, table: &str) -> u16 {
    Browser::from(at.address(), from).get(&format!("/api/tables/{table}")).await.status
}

/// Asks for tables from one address, all at once.
fn wake_all(asking: &mut JoinSet<u16>, server: &Arc<Server>, from: u8, tables: &[String]) {
    for table in tables {
        let (server, table) = (server.clone(), table.clone());
        asking.spawn(async move { look(&server, from, &table).await });
    }
}

#[tokio::test]
async fn games_that_are_being_read_keep_no_other_table_waiting() {
    let store = Faulty::new();
    let mut config = config();
    config.limits.io_timeout = Duration::from_secs(600);
    let server = Arc::new(server_with(config, store.clone()).await);
    let (table, [mut anna, _], [mut screen, _]) = two_players(server.address(), "usa").await;
    let asleep = sleeping(&mut anna, 10).await;
    let mut held = hold(&store);
    let mut asking = JoinSet::new();
    wake_all(&mut asking, &server, 1, &asleep);
    let mut being_read = Vec::new();
    for _ in 0..2 {
        being_read.push(held.recv().await.unwrap());
    }
    // Tables that are awake answer, and new ones are made.
    assert_eq!(screen.ask(json!({"type": "ping", "at": 7}), "pong").await["at"], 7);
    let actions = one_action(&mut [screen], &mut Dice(1)).await;
    assert!(actions, "a move is accepted");
    assert_eq!(anna.get(&format!("/api/tables/{table}")).await.status, 200);
    sleeping(&mut anna, 1).await;
    assert!(held.try_recv().is_err(), "no more than two games are read at the same time");
    // One after the other is read and answered for.
    let mut read = 2;
    while let Some((_, go_on)) = being_read.pop() {
        go_on.send(()).unwrap();
        if read < asleep.len() {
            being_read.push(held.recv().await.unwrap());
            read += 1;
            assert!(held.try_recv().is_err(), "one for one");
        }
    }
    assert_eq!(asking.join_all().await, [200; 10]);
    Arc::into_inner(server).unwrap().stop().await;
}

#[tokio::test]
async fn an_address_that_wakes_many_tables_waits_for_itself() {
    let store = Faulty::new();
    let mut config = config();
    config.limits.io_timeout = Duration::from_secs(600);
    let server = Arc::new(server_with(config, store.clone()).await);
    let mut host = Browser::new(server.address());
    let many = sleeping(&mut host, 30).await;
    let wanted = sleeping(&mut host, 1).await;
    let mut held = hold(&store);
    let mut asking = JoinSet::new();
    wake_all(&mut asking, &server, 2, &many);
    let mut being_read = vec![held.recv().await.unwrap(), held.recv().await.unwrap()];
    // All others of this address stand in line before anybody else comes.
    let asked = async || Browser::from(server.address(), 9).get("/metrics").await.text();
    until(async || asked().await.contains("capolinea_tables_waking 30\n")).await;
    wake_all(&mut asking, &server, 3, &wanted);
    until(async || asked().await.contains("capolinea_tables_waking 31\n")).await;
    let theirs: TableId = wanted[0].parse().unwrap();
    let (mut before, mut received) = (0, 2);
    while let Some((id, go_on)) = being_read.pop() {
        if id == theirs {
            assert!(before <= 3, "{before} games of another address were read first");
        }
        before += 1;
        go_on.send(()).unwrap();
        if received < many.len() + 1 {
            being_read.push(held.recv().await.unwrap());
            received += 1;
        }
    }
    drop(held);
    assert!(asking.join_all().await.iter().all(|&status| status == 200));
    assert!(store.inner.load(theirs).await.unwrap().is_some());
    Arc::into_inner(server).unwrap().stop().await;
}
