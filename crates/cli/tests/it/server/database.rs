//! The program with a PostgreSQL database: over TLS, with games copied from a folder, and while the database is away.

use super::program::Program;
use capolinea_test_database::{Proxy, shared};
use capolinea_tests::server::{Browser, Dice, Screen, one_action, two_players, until};
use serde_json::{Value, json};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capolinea")).args(arguments).output().unwrap()
}

/// What it prints, if it ends well.
fn migrate(from: &str, more: &[&str]) -> String {
    let output = run(&[&["migrate", "--from", from], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

async fn play(screens: &mut [Screen], actions: usize) {
    let mut dice = Dice(11);
    for _ in 0..actions {
        assert!(one_action(screens, &mut dice).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_kept_in_a_database_over_tls() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let (url, certificate) = (cluster.url_over_tls(&name), cluster.certificate());
    let ca = certificate.to_str().unwrap();
    let untrusted = run(&["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    let words = String::from_utf8_lossy(&untrusted.stderr).into_owned();
    assert!(!untrusted.status.success() && words.contains("certificate") && words.contains("--database-ca"), "{words}");

    let program = Program::start_on(&url, &["--database-ca", ca]);
    let (table, [anna, _], mut screens) = two_players(program.address, "berlin").await;
    play(&mut screens, 20).await;
    let encrypted = "SELECT bool_and(ssl), count(*) > 3 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                     WHERE datname = current_database() AND application_name = 'capolinea'";
    assert_eq!(cluster.sql(&name, encrypted).unwrap().trim(), "t|t", "every connection of the server is encrypted");
    let revision = screens.iter().map(Screen::revision).max().unwrap();
    assert!(program.stop());

    let program = Program::start_on(&url, &["--database-ca", ca]);
    let screen = Browser { address: program.address, ..anna }.sit(&table).await;
    assert_eq!(screen.revision(), revision);
    assert!(program.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_is_copied_to_a_database_again_and_again_and_its_games_go_on_there() {
    let (cluster, folder) = (shared(), tempfile::tempdir().unwrap());
    let name = cluster.create_named().unwrap();
    let (url, certificate) = (cluster.url_over_tls(&name), cluster.certificate());
    let ca = certificate.to_str().unwrap();
    let (from, to) = (folder.path().to_str().unwrap(), ["--to", &url, "--database-ca", ca]);
    let checked = "every table was read back, compared and replayed";
    let program = Program::start(folder.path(), &[]);
    let (table, browsers, mut screens) = two_players(program.address, "berlin").await;
    play(&mut screens, 10).await;
    assert!(program.stop());
    let words = migrate(from, &to);
    assert!(words.contains("1 new tables, 0 continued, 0 there already") && words.contains(checked), "{words}");

    // The folder is played on; the copy follows.
    let program = Program::start(folder.path(), &[]);
    let sit = async |program: &Program| {
        let [anna, bruno] = browsers.clone().map(|browser| Browser { address: program.address, ..browser });
        [anna.sit(&table).await, bruno.sit(&table).await]
    };
    play(&mut sit(&program).await, 10).await;
    assert!(program.stop());
    assert!(migrate(from, &to).contains("0 new tables, 1 continued, 0 there already"));
    assert!(migrate(from, &to).contains("0 new tables, 0 continued, 1 there already"));

    // The people find their seats again, and what they play there is not overwritten.
    let program = Program::start_on(&url, &["--database-ca", ca]);
    let mut screens = sit(&program).await;
    assert_eq!(screens[0].revision(), 20);
    play(&mut screens, 10).await;
    assert!(migrate(from, &to).contains("0 there already, 1 left alone"));
    assert_eq!(sit(&program).await[0].revision(), 30);
    assert!(program.stop());
}

#[test]
fn a_copy_that_can_not_be_made_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere");
    let failed = |from: &std::path::Path, to: &str| {
        let output = run(&["migrate", "--from", from.to_str().unwrap(), "--to", to]);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let words = failed(&nowhere, &shared().create_database().unwrap());
    assert!(words.starts_with("capolinea: there are no games in") && words.contains("nowhere"), "{words}");
    assert!(!nowhere.exists(), "nothing is made where nothing was");
    assert!(Program::start(folder.path(), &[]).stop());
    let words = failed(folder.path(), "http://example.org");
    assert!(words.contains("postgres://user:password@host:5432/name"), "{words}");
}

#[test]
fn a_program_that_is_too_old_for_the_database_does_not_start_and_says_so() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let url = cluster.url(&name, cluster.port());
    assert!(Program::start_on(&url, &[]).stop());
    cluster.sql(&name, "UPDATE capolinea_schema SET version = 99, oldest = 98").unwrap();
    let refused = run(&["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success());
    assert!(words.starts_with("capolinea: ") && words.contains("version 99"), "{words}");
    assert!(words.contains("Start a newer program"), "{words}");
    // Nothing was changed by the attempt.
    assert_eq!(cluster.sql(&name, "SELECT version, oldest FROM capolinea_schema").unwrap().trim(), "99|98");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_database_is_away_moves_are_refused_in_words_and_play_goes_on_when_it_is_back() {
    let cluster = shared();
    let name = cluster.create_named().unwrap();
    let proxy = Proxy::start(cluster.port()).unwrap();
    let mut program = Program::start_on(&cluster.url(&name, proxy.port()), &[]);
    let (_, [anna, _], mut screens) = two_players(program.address, "berlin").await;
    play(&mut screens, 6).await;
    let revision = screens.iter().map(Screen::revision).max().unwrap();
    for screen in &mut screens {
        screen.wait(|screen| screen.revision() == revision).await;
    }
    proxy.close(true);
    let seat = screens.iter().position(Screen::must_decide).unwrap();
    let action = screens[seat].choose(1).unwrap();
    let id = screens[seat].play(action.clone()).await;
    let answer = screens[seat].answer(id).await;
    assert_eq!(answer["type"], "refused", "{answer}");
    let code = answer["refusal"]["code"].as_str().unwrap();
    assert!(["not_saved", "save_unknown"].contains(&code), "{answer}");
    assert!(!answer["refusal"]["words"].as_str().unwrap().is_empty(), "{answer}");
    assert_eq!(anna.get("/healthz").await.status, 503);
    let games = anna.get("/api/games").await;
    assert_eq!((games.status, games.code()), (503, "not_saved".to_string()), "{}", games.text());

    // Sent again with the same number it is done once, as soon as the database is back.
    proxy.close(false);
    let message = json!({"type": "play", "id": id, "seat": seat, "revision": revision, "action": action});
    until(async || {
        screens[seat].send(message.clone()).await;
        screens[seat].answer(id).await["type"] != "refused"
    })
    .await;
    play(&mut screens, 6).await;
    let history = screens[0].ask(json!({"type": "history", "from": 1}), "history").await;
    let ids: Vec<&Value> = history["steps"].as_array().unwrap().iter().map(|step| &step["cause"]["id"]).collect();
    assert_eq!(ids.iter().filter(|&&one| *one == json!(id)).count(), 1, "{ids:?}");
    until(async || anna.get("/healthz").await.status == 200).await;
    assert!(program.is_running(), "no server ends because of it");
    assert!(program.stop());
}
