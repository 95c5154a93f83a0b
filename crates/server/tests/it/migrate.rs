//! A folder copied to PostgreSQL: whole, checked, and again without harm.

use capolinea_server::store::Store as _;
use capolinea_server::store::copy::{Copied, CopyError, copy};
use capolinea_server::store::postgres::{PostgresOptions, PostgresStore};
use capolinea_server::store::sqlite::SqliteStore;
use capolinea_test_database::shared;
use capolinea_tests::server::*;
use serde_json::json;
use std::sync::Arc;

#[tokio::test]
async fn a_folder_is_copied_and_played_on_in_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = server_with(config(), sqlite.clone()).await;
    let mut dice = Dice(5);
    let (table, [mut anna, bruno], mut screens) = two_players(server.address(), "berlin").await;
    for _ in 0..20 {
        one_action(&mut screens, &mut dice).await;
    }
    screens[0].send(json!({"type": "chat", "id": 5, "text": "ciao"})).await;
    screens[0].answer(5).await;
    anna.post(&format!("/api/tables/{table}/seats/0/link"), json!({})).await;
    let (other, ..) = two_players(server.address(), "usa").await;
    drop(screens);
    server.stop().await;
    let options = PostgresOptions::new(shared().create_database().unwrap());
    // A server that has the folder keeps the copy out.
    let refused = copy(folder.path(), &options, &[], |_, _| {}).await;
    assert!(matches!(refused, Err(CopyError::Folder(_))), "{refused:?}");
    close(sqlite).await;
    let copied = copy(folder.path(), &options, &[], |_, _| {}).await.unwrap();
    assert_eq!((copied.new, copied.same, copied.broken), (2, 0, Vec::new()));
    let copied = copy(folder.path(), &options, &[], |_, _| {}).await.unwrap();
    assert_eq!(copied, Copied { same: 2, sessions: copied.sessions, ..Copied::default() });

    // Everybody finds their game, and plays on.
    let postgres = Arc::new(PostgresStore::open(&options).await.unwrap());
    let server = server_with(config(), postgres.clone()).await;
    let at = |browser: &Browser| Browser { address: server.address(), ..browser.clone() };
    let (anna, bruno) = (at(&anna), at(&bruno));
    let mut screens = [anna.sit(&table).await, bruno.sit(&table).await];
    assert_eq!(screens[0].revision(), 20);
    assert_eq!(screens[0].welcome["chat"][0]["text"], "ciao");
    for _ in 0..4 {
        one_action(&mut screens, &mut dice).await;
    }
    server.stop().await;
    let revision = postgres.load(table.parse().unwrap()).await.unwrap().unwrap().status.revision;
    assert_eq!(revision, 24);

    // Whatever was played there is not undone by another copy.
    let copied = copy(folder.path(), &options, &[], |_, _| {}).await.unwrap();
    assert_eq!((copied.newer, copied.same), (1, 1));
    assert_eq!(postgres.load(table.parse().unwrap()).await.unwrap().unwrap().status.revision, revision);
    assert!(postgres.load(other.parse().unwrap()).await.unwrap().is_some());

    // A game that was played on in the folder is continued.
    let behind = PostgresOptions::new(shared().create_database().unwrap());
    copy(folder.path(), &behind, &[], |_, _| {}).await.unwrap();
    let sqlite = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let server = server_with(config(), sqlite.clone()).await;
    let at = |browser: &Browser| Browser { address: server.address(), ..browser.clone() };
    let mut screens = [at(&anna).sit(&table).await, at(&bruno).sit(&table).await];
    one_action(&mut screens, &mut dice).await;
    server.stop().await;
    close(sqlite).await;
    let copied = copy(folder.path(), &behind, &[], |_, _| {}).await.unwrap();
    assert_eq!((copied.continued, copied.same), (1, 1));
}

/// Closes a store once the server's last task has let go of it.
async fn close(mut store: Arc<SqliteStore>) {
    loop {
        match Arc::try_unwrap(store) {
            Ok(store) => return store.close(),
            Err(shared) => store = shared,
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
