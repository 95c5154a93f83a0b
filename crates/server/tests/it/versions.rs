//! A site is upgraded server by server: programs of two neighbouring versions share a database, and one that is too old does not start.

use capolinea_server::Server;
use capolinea_server::store::postgres::{OpenError, PostgresOptions, PostgresStore, SCHEMA_VERSION, SCRIPTS, Script};
use capolinea_test_database::shared;
use capolinea_tests::server::*;
use serde_json::json;
use std::sync::Arc;

/// What the next program changes: columns and a table that this one knows nothing of.
const NEXT: Script = Script {
    sql: "ALTER TABLE heads ADD COLUMN of_the_next int NOT NULL DEFAULT 5; \
          ALTER TABLE seatings ADD COLUMN of_the_next text; \
          ALTER TABLE steps ADD COLUMN of_the_next text; \
          CREATE INDEX steps_of_the_next ON steps (of_the_next); \
          CREATE TABLE of_the_next (id bigint PRIMARY KEY)",
    oldest: 1,
};

/// And the one after that: programs must know the next one's form.
const AFTER_NEXT: Script = Script { sql: "DROP TABLE of_the_next", oldest: SCHEMA_VERSION + 1 };

/// The program that knows as many versions more than this one.
async fn open(url: &str, more: &[Script]) -> Result<PostgresStore, OpenError> {
    PostgresStore::open_as(&PostgresOptions::new(url), &[&SCRIPTS, more].concat()).await
}

async fn start(url: &str, more: &[Script]) -> Server {
    server_with(config(), Arc::new(open(url, more).await.unwrap())).await
}

/// Plays at two servers, each of which has one of the players.
async fn play(screens: &mut [Screen; 2], actions: usize, dice: &mut Dice) {
    for _ in 0..actions {
        let newest = screens.iter().map(Screen::revision).max().unwrap();
        for screen in &mut *screens {
            screen.wait(|screen| screen.revision() >= newest).await;
        }
        assert!(one_action(screens, dice).await);
    }
}

#[tokio::test]
async fn neighbouring_versions_serve_one_table_side_by_side() {
    let url = shared().create_database().unwrap();
    let this = start(&url, &[]).await;
    let (table, [anna, bruno], mut screens) = two_players(this.address(), "berlin").await;
    let mut dice = Dice(7);
    play(&mut screens, 10, &mut dice).await;
    // The next program changes the form under the feet of this one, which goes on.
    let next = start(&url, &[NEXT]).await;
    play(&mut screens, 4, &mut dice).await;
    let [first, _] = screens;
    let bruno = Browser { address: next.address(), ..bruno };
    let mut screens = [first, bruno.sit(&table).await];
    play(&mut screens, 16, &mut dice).await;
    screens[1].send(json!({"type": "chat", "id": 7, "text": "ciao"})).await;
    screens[0].wait(|screen| screen.last["line"]["text"] == "ciao").await;
    // One of this version can still start, wake the table and make another.
    let again = start(&url, &[]).await;
    let anna = Browser { address: again.address(), ..anna };
    this.stop().await;
    let [_, second] = screens;
    let mut screens = [anna.sit(&table).await, second];
    assert!(screens[0].revision() >= 29, "{}", screens[0].revision());
    play(&mut screens, 8, &mut dice).await;
    let (other, ..) = two_players(again.address(), "usa").await;
    assert_eq!(bruno.get(&format!("/api/tables/{other}")).await.status, 200);
    for server in [again, next] {
        server.stop().await;
    }
}

#[tokio::test]
async fn a_program_that_is_too_old_is_told_to_be() {
    let url = shared().create_database().unwrap();
    for (more, says) in [(&[NEXT, AFTER_NEXT][..], None), (&[NEXT], None), (&[], Some("Start a newer program"))] {
        match (open(&url, more).await, says) {
            (Ok(store), None) => store.close().await,
            (Err(refused), Some(words)) => {
                let found = refused.to_string();
                assert!(
                    found.contains(&format!("has version {}", SCHEMA_VERSION + 2)) && found.ends_with(words),
                    "{found}"
                );
            }
            (opened, says) => panic!("{} more: {:?}, and {says:?} was expected", more.len(), opened.err()),
        }
    }
}
