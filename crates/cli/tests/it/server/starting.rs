//! Starting where it can't start, stopping kindly, and sleeping over a restart.

use super::program::Program;
use capolinea_tests::server::Browser;
use serde_json::json;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capolinea")).args(arguments).output().unwrap()
}

#[track_caller]
fn says(output: &Output, words: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "it should have failed");
    assert!(error.starts_with("capolinea: ") && error.contains(words), "{error}");
    assert_eq!(error.trim().lines().count(), 1, "one sentence: {error}");
}

#[test]
fn a_port_that_is_taken_says_what_to_do() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    says(&run(&["serve", "--listen", &address, "--data", data]), "choose another address (the address: --listen)");
    says(
        &run(&["play", "--no-browser", "--listen", &address, "--data", data]),
        "choose another address (the address: --listen)",
    );
}

#[test]
fn a_folder_that_can_not_be_written_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let data = file.to_str().unwrap();
    says(&run(&["serve", "--listen", "127.0.0.1:0", "--data", data]), "(the folder: --data)");
    says(&run(&["serve", "--listen", "127.0.0.1:0", "--data", data, "--public-url", "play.org"]), "http://");
}

#[test]
fn a_disk_without_room_is_not_a_broken_database() {
    for kibibytes in [0, 4, 40] {
        let folder = tempfile::tempdir().unwrap();
        let limited = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$0\" \"$@\"");
        let mut full = Command::new("bash");
        full.args(["-c", &limited, env!("CARGO_BIN_EXE_capolinea"), "serve", "--listen", "127.0.0.1:0", "--data"]);
        says(&full.arg(folder.path()).output().unwrap(), "Make room on the disk");
        // With room again it starts.
        assert!(Program::start(folder.path(), &[]).stop());
    }
}

#[test]
fn flags_that_can_not_work_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let serve = |more: &[&str]| run(&[&["serve", "--listen", "127.0.0.1:0", "--data", data], more].concat());
    let wrong_hosts =
        ["play.example.org/games", "play .example.org", "play.example.org:99999", "me@play.example.org", ""];
    for wrong in wrong_hosts {
        says(&serve(&["--public-url", &format!("https://{wrong}")]), "a host alone");
    }
    says(&serve(&["--maps", data]), "name the folder that holds your maps' folders");
    for filter in ["a=b=c", "verbose", "", "info,"] {
        says(&serve(&["--log", filter]), "not a log filter; write error, warn, info");
    }
    for wrong in
        [["--bot-threads", "100000"], ["--sockets", "0"], ["--listen", "localhost:8321"], ["--bot-delay", "fast"]]
    {
        let output = run(&["serve", "--data", data, wrong[0], wrong[1]]);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(words.starts_with(&format!("capolinea: invalid value '{}' for '{}", wrong[1], wrong[0])), "{words}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn maps_of_ones_own_are_served_beside_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let maps = folder.path().join("maps");
    let own = maps.join("spree");
    std::fs::create_dir_all(&own).unwrap();
    let berlin = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/maps/berlin");
    for name in ["map.json", "board.json"] {
        let text = std::fs::read_to_string(berlin.join(name)).unwrap();
        std::fs::write(own.join(name), text.replacen("\"id\": \"berlin\"", "\"id\": \"spree\"", 1)).unwrap();
    }
    let program = Program::start(&folder.path().join("data"), &["--maps", maps.to_str().unwrap()]);
    let mut anna = Browser::new(program.address);
    let listed = anna.get("/api/maps").await.json();
    let ids: Vec<_> = listed.as_array().unwrap().iter().map(|map| map["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["berlin", "europe", "germany", "san_francisco", "spree", "usa"]);
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let table = anna.create(json!({"map": "spree", "seats": seats, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.update["view"]["deciders"] != json!([])).await;
    assert!(program.stop());

    std::fs::rename(&own, maps.join("berlin")).unwrap();
    for name in ["map.json", "board.json"] {
        std::fs::copy(berlin.join(name), maps.join("berlin").join(name)).unwrap();
    }
    let data = folder.path().join("data");
    let serve =
        ["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap(), "--maps", maps.to_str().unwrap()];
    says(&run(&serve), "there is already a map `berlin`");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_is_too_large_breaks_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["serve", "--data", folder.path().to_str().unwrap(), "--bot-threads", "99999999"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("--bot-threads") && error.contains("1..=1024"), "{error}");
    let most = usize::MAX.to_string();
    let program = Program::start(folder.path(), &["--sockets", &most, "--connections", &most]);
    assert_eq!(Browser::new(program.address).get("/healthz").await.status, 200);
    assert!(program.stop());
}

#[test]
fn nobody_plays_with_cards_that_anybody_can_know() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let public =
        ["serve", "--data", data, "--test-seed", "1", "--listen", "127.0.0.1:0", "--public-url", "https://a.org"];
    says(&run(&public), "--test-seed deals every game alike");
    says(
        &run(&["serve", "--data", data, "--test-seed", "1", "--listen", "0.0.0.0:0"]),
        "--test-seed deals every game alike",
    );
    assert_eq!(run(&["play", "--no-browser", "--data", data, "--test-seed", "1"]).status.code(), Some(2));
    let help = run(&["serve", "--help"]);
    assert!(!String::from_utf8_lossy(&help.stdout).contains("test-seed"));
}

#[test]
fn an_environment_says_yes_in_more_than_one_way() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let with = |value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_capolinea"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&file).env("CAPOLINEA_BEHIND_PROXY", value);
        command.output().unwrap()
    };
    for good in ["1", "true", "yes", "0", "false"] {
        says(&with(good), "(the folder: --data)");
    }
    let odd = with("perhaps");
    let error = String::from_utf8_lossy(&odd.stderr);
    assert!(!odd.status.success() && error.contains("perhaps") && error.contains("--behind-proxy"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kind_stop_tells_everybody_and_the_clock_goes_on_over_it() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), &[]);
    let mut anna = Browser::new(program.address);
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let settings = json!({"pace": "instant", "turn_limit": 600});
    let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.update["view"]["deciders"] == json!([0])).await;
    let deadline = screen.update["deadline"].clone();
    let mut others = Vec::new();
    for _ in 0..60 {
        others.push(Browser::new(program.address).sit(&table).await);
    }
    let stopping = std::thread::spawn(move || program.stop());
    screen.wait(|screen| screen.last["type"] == "goodbye").await;
    assert_eq!(screen.last["refusal"]["code"], "stopping");
    for mut other in others {
        other.wait(|screen| screen.last["type"] == "goodbye").await;
    }
    assert!(stopping.join().unwrap(), "it ended well");

    let program = Program::start(folder.path(), &[]);
    anna.address = program.address;
    let games = anna.get("/api/games").await.json();
    assert_eq!((&games["games"][0]["table"], &games["games"][0]["your_turn"]), (&json!(table), &json!(true)));
    assert_eq!(games["games"][0]["deadline"], deadline, "the clock went on");
    let screen = anna.sit(&table).await;
    assert_eq!(screen.update["deadline"], deadline);
    assert!(program.stop());
}
