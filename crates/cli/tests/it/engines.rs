//! Engines in the arena: bots of this program and of another language as processes, and engines that fail.

use crate::common::{capolinea, json, lines_of, start, stdout, wait_until};
use serde_json::Value;
use std::process::{Command, Stdio};

/// The program itself as an engine.
fn own(bot: &str) -> String {
    format!("exec:{} bot {bot}", env!("CARGO_BIN_EXE_capolinea"))
}

fn python() -> String {
    format!("exec:python3 {}/../../examples/engine_bot.py", env!("CARGO_MANIFEST_DIR"))
}

fn duel(map: &str, a: &str, b: &str, deals: &str) -> Value {
    json(&["duel", "--map", map, "--a", a, "--b", b, "--deals", deals, "--json"])
}

/// All that the seed decides.
fn results(report: &Value) -> [&Value; 7] {
    ["results", "pairs", "win_rate_a", "margin_mean", "scores", "tickets", "decisions_per_game"]
        .map(|field| &report[field])
}

#[test]
fn a_bot_plays_as_an_engine_what_it_plays_in_the_arena() {
    for map in ["usa", "europe", "germany", "san_francisco", "berlin"] {
        let report = duel(map, "planner", &own("planner"), "2");
        assert_eq!((&report["pairs"]["even"], &report["margin_mean"]), (&2.into(), &0.0.into()), "{map}");
        assert!(report["forfeits"].as_array().is_some_and(Vec::is_empty), "{map}: {}", report["forfeits"]);
    }
    // With its random numbers, its beliefs and its budget, named on either side.
    let here = duel("germany", "searcher:16", "random", "1");
    let engine = own("searcher");
    let told = duel("germany", &engine.replacen("exec:", "exec:16:", 1), "random", "1");
    assert_eq!(results(&told), results(&here));
    assert_eq!(results(&duel("germany", &own("searcher:16"), "random", "1")), results(&here));
}

#[test]
fn an_engine_in_python_plays_whole_games_on_every_map() {
    for map in ["usa", "europe", "germany", "san_francisco", "berlin"] {
        let report = duel(map, &python(), "random", "3");
        assert!(report["forfeits"].as_array().is_some_and(Vec::is_empty), "{map}: {}", report["forfeits"]);
        assert_eq!(report["games"], 6);
        // The seed decides this; where tickets matter less than routes, long routes win.
        let wins = report["win_rate_a"].as_f64();
        assert!(map != "usa" || wins.is_some_and(|rate| rate > 0.5), "{report}");
    }
}

#[test]
fn ladders_and_simulations_take_an_engine_in_python_too() {
    let bots = format!("random,{}", python());
    let ladder = json(&["ladder", "--map", "berlin", "--bots", &bots, "--deals", "3", "--json"]);
    assert_eq!(ladder["bots"][0]["bot"], python());
    assert_eq!(ladder["bots"][0]["forfeits"], 0);
    let simulated = json(&["simulate", "--map", "berlin", "--bots", &bots, "--games", "4", "--json"]);
    assert_eq!((&simulated["games"], &simulated["seats"][1]["bot"]), (&4.into(), &python().into()));
}

#[test]
fn an_engine_that_fails_loses_its_games_and_the_reason_is_told() {
    // It greets, knows the map and begins games, and then has no idea.
    let script = "while read word rest; do case $word in capolinea) echo engine lost;; decide) echo error no idea;; *) echo ready;; esac; done";
    let engine = format!("exec:sh -c \"{script}\"").replace('$', "\\$");
    let duel = ["duel", "--a", "random", "--b", &engine, "--deals", "2", "--map", "berlin"];
    let words = stdout(&duel);
    assert!(words.contains("A wins     100.0 %"), "{words}");
    assert!(words.contains("forfeits   B lost 4 games (gave up); deal 1, seat 2: gave up: no idea"), "{words}");
    let report = json(&[&duel[..], &["--json"]].concat());
    assert_eq!(report["results"]["wins"], 4);
    assert_eq!(report["forfeits"].as_array().map(Vec::len), Some(4));
    let simulated = capolinea(&["simulate", "--bots", &format!("random,{engine}"), "--games", "2", "--map", "berlin"]);
    let error = String::from_utf8_lossy(&simulated.stderr).into_owned();
    assert!(!simulated.status.success(), "{error}");
    assert!(error.contains("the engine in seat 2 lost without playing to the end: gave up: no idea"), "{error}");
}

#[test]
fn an_engine_that_can_not_play_is_refused_before_any_game() {
    let refused = |engine: &str| {
        let output = capolinea(&["duel", "--a", engine, "--b", "random"]);
        assert!(!output.status.success() && output.stdout.is_empty(), "{engine}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let error = refused("exec:./no-such-engine");
    assert!(error.starts_with("capolinea: the engine `./no-such-engine` can't play: can't start"), "{error}");
    let error = refused("exec:sh -c 'read line; echo I am ready'");
    assert!(error.contains("bad output: expected `engine NAME`, got `I am ready`"), "{error}");
    let error = refused("exec:");
    assert!(error.contains("no command after `exec:`; write `exec:python3 my_bot.py`"), "{error}");
    let error = refused("robot");
    assert!(
        error.contains("no bot is called `robot`") && error.contains("an engine of your own is `exec:COMMAND`"),
        "{error}"
    );
}

#[test]
#[cfg(unix)]
fn a_second_ctrl_c_leaves_no_engine_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let id = folder.path().join("id");
    // It hangs at its first decision, and does not care that its input is closed.
    let script = "read l; echo engine stuck; read l; echo ready; read l; echo ready; read l";
    let engine = format!("exec:sh -c '{script}; echo $$ > {}; sleep 1000'", id.display());
    for command in [
        &["duel", "--a", &engine, "--b", "random"][..],
        &["simulate", "--bots", &format!("random,{engine}")],
        &["ladder", "--bots", &format!("random,{engine}")],
    ] {
        let mut child = start(&[command, &["--map", "berlin", "--threads", "1"]].concat());
        wait_until(&mut child, || std::fs::read_to_string(&id).is_ok_and(|text| text.ends_with('\n')));
        let process = std::fs::read_to_string(&id).expect("it was written");
        std::fs::remove_file(&id).expect("it is there");
        let errors = lines_of(child.stderr.take().expect("it has a pipe"));
        let press = || Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a kill");
        press();
        let told = errors.iter().find(|line| line.starts_with("interrupted"));
        let words = "interrupted: ending the games that have begun (Ctrl-C again stops at once)";
        assert_eq!(told.as_deref(), Some(words));
        press();
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{command:?}");
        let is_there = || Command::new("kill").args(["-0", process.trim()]).stderr(Stdio::null()).status();
        while is_there().expect("there is a kill").success() && !is_zombie(process.trim()) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

/// Whether a process has ended and waits for a parent that is not ours.
#[cfg(unix)]
fn is_zombie(process: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", process]).output().expect("there is a ps");
    state.stdout.starts_with(b"Z")
}
