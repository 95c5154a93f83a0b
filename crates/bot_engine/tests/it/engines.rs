//! Engines that crash, hang, talk nonsense or cheat: each loses with a reason, and leaves no process behind.

use crate::map;
use capolinea_bot_engine::{Engine, EngineError, Forfeit};
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_engine::Seat;
use capolinea_engine::State;
use capolinea_engine::Viewer;
use capolinea_engine::{FirstPlayer, Setup};
use std::path::Path;
use std::time::Duration;

/// Reads a line, and answers with another.
const GREET: &str = "read line; echo engine test;";
const READY: &str = "read line; echo ready;";

fn engine(script: &str) -> Engine {
    format!("sh -c '{script}'").parse().unwrap()
}

fn first_state() -> State {
    State::new(map("usa"), &Setup { players: 2, first: FirstPlayer::Random, seed: [1; 32], pieces: None }).unwrap()
}

/// Why the engine loses, at the latest at its second decision.
fn forfeit(engine: &Engine) -> Forfeit {
    let (map, mut state) = (map("usa"), first_state());
    let mut player = engine.player();
    for _ in 0..2 {
        let seat = Seat(0);
        match player.choose(&state.view(map, Viewer::Seat(seat)), &ChaCha8Rng::from_seed([3; 32])) {
            Ok(choice) => state.apply(map, seat, choice.action).unwrap(),
            Err(forfeit) => return forfeit,
        };
        // The other player keeps all tickets, so the next decision is a turn.
        while state.deciders().lowest() != Some(seat) {
            let other = state.deciders().lowest().unwrap();
            let action = state.view(map, Viewer::Seat(other)).legal_actions().get(0).unwrap();
            state.apply(map, other, action).unwrap();
        }
    }
    panic!("it has not lost")
}

fn in_game(script: &str) -> Engine {
    engine(&format!("{GREET} {READY} {READY} {script}"))
}

#[test]
fn an_engine_that_dies_in_the_middle_of_a_game_has_crashed_and_its_last_words_are_told() {
    let forfeit = forfeit(&in_game("read line; echo action keep 1 2 3; read line; echo out of cheese >&2; exit 7"));
    let Forfeit::Crashed { how, stderr } = &forfeit else { panic!("{forfeit}") };
    assert!(how.contains("exit status: 7"), "{how}");
    assert_eq!((&**stderr, forfeit.kind()), ("out of cheese", "crashed"));
}

#[test]
fn an_engine_that_closes_its_output_has_crashed() {
    let forfeit = forfeit(&in_game("exec >&-; sleep 1000"));
    assert!(matches!(&forfeit, Forfeit::Crashed { how, .. } if how == "it closed its standard output"), "{forfeit}");
}

#[test]
fn an_engine_that_hangs_is_timed_out_wherever_it_hangs() {
    let short = Duration::from_millis(50);
    let hangs = |script: &str| engine(script).with_timeout(short);
    for (script, asked) in [
        ("sleep 1000".to_owned(), "capolinea"),
        (format!("{GREET} sleep 1000"), "map"),
        (format!("{GREET} {READY} sleep 1000"), "game"),
        (format!("{GREET} {READY} {READY} sleep 1000"), "decide"),
    ] {
        // However slow the machine: it never answers. Only the steps before may be late, on a very busy one.
        let forfeit = forfeit(&hangs(&script));
        let Forfeit::TimedOut { request, limit, .. } = &forfeit else { panic!("{script}: {forfeit}") };
        let order = ["capolinea", "map", "game", "decide"];
        let place = |word: &str| order.iter().position(|other| *other == word);
        assert!(place(request) <= place(asked), "{script}: {forfeit}");
        assert_eq!(*limit, short);
    }
}

#[test]
fn bad_output_is_explained() {
    for (script, words) in [
        ("read line; echo draw blind", "bad output: expected `action ACTION`, got `draw blind`"),
        ("read line; echo ready", "bad output: expected `action ACTION`, got `ready`"),
        ("read line; echo", "bad output: expected `action ACTION`, got an empty line"),
        ("read line; echo error no idea", "gave up: no idea"),
        (
            "read line; echo action fly home",
            "bad output: `fly home` can't be read as an action: `fly` is not an action",
        ),
        ("read line; echo action pass", "illegal action: `pass` breaks rule "),
        ("read line; echo action keep", "illegal action: `keep` breaks rule "),
    ] {
        let forfeit = forfeit(&in_game(script)).to_string();
        assert!(forfeit.starts_with(words), "{script}: {forfeit}");
    }
}

#[test]
fn a_stack_trace_does_not_hide_the_error() {
    let frames = "echo \"    at run (bot.mjs:7)\"; ".repeat(9);
    let trace = format!("echo Error: boom; {frames} echo; echo Node.js");
    let forfeit = forfeit(&in_game(&format!("read line; {{ {trace}; }} >&2; exit 1")));
    let Forfeit::Crashed { stderr, .. } = &forfeit else { panic!("{forfeit}") };
    assert_eq!(stderr, "Error: boom / Node.js");
}

#[test]
fn a_time_limit_is_told_in_seconds() {
    let limit = |limit| Forfeit::TimedOut { request: "decide", limit, stderr: String::new() }.to_string();
    assert_eq!(limit(Duration::from_secs(30)), "timed out: no answer to `decide` in 30 s");
    assert_eq!(limit(Duration::from_millis(2050)), "timed out: no answer to `decide` in 2.05 s");
}

#[test]
fn a_line_without_an_end_is_cut() {
    let forfeit = forfeit(&in_game("read line; yes x | tr -d \"\\n\""));
    let Forfeit::BadOutput { line, .. } = &forfeit else { panic!("{forfeit}") };
    assert!(line.starts_with("xxx") && line.ends_with('…') && line.chars().count() == 121, "{line}");
}

#[test]
fn an_engine_that_never_reads_can_not_block_the_arena() {
    let forfeit = forfeit(&engine("yes ready"));
    assert_eq!(forfeit.kind(), "bad output", "{forfeit}");
}

#[test]
fn information_is_skipped_and_another_way_to_write_an_action_is_fine() {
    let forfeit =
        forfeit(&in_game("echo info thinking; read line; echo info more; echo action KEEP 3 1; read line; exit 0"));
    assert!(matches!(forfeit, Forfeit::Crashed { .. }), "the first decision was legal: {forfeit}");
}

#[test]
fn a_command_that_can_not_be_started_is_an_error_before_any_game() {
    let error = "no-such-program --fast".parse::<Engine>().unwrap().check(map("usa")).unwrap_err();
    let EngineError::NotReady { command, reason: Forfeit::NotStarted { .. } } = &error else { panic!("{error}") };
    assert_eq!(command, "no-such-program --fast");
    let error = engine("read line; echo hello").check(map("usa")).unwrap_err();
    assert!(error.to_string().contains("bad output: expected `engine NAME`, got `hello`"), "{error}");
    assert_eq!("".parse::<Engine>().unwrap_err(), EngineError::Empty);
    assert_eq!("50ms:".parse::<Engine>().unwrap_err(), EngineError::Empty);
    assert_eq!("sh 'x".parse::<Engine>().unwrap_err(), EngineError::Quotes("sh 'x".into()));
    let text = tempfile::NamedTempFile::new().unwrap();
    let error = text.path().display().to_string().parse::<Engine>().unwrap().check(map("usa")).unwrap_err();
    assert!(
        error.to_string().ends_with("make it executable, or name the program that runs it (`python3 my_bot.py`)"),
        "{error}"
    );
}

#[test]
fn a_budget_that_can_not_be_read_is_not_taken_for_a_command() {
    for (text, words) in [
        ("50msx:node bot.mjs", "`50msx` is not a valid budget; write a time"),
        ("1s*0:node bot.mjs", "`1s*0` is not a valid budget; write a time"),
        ("50ms", "no command after `exec:`"),
    ] {
        let error = text.parse::<Engine>().unwrap_err().to_string();
        assert!(error.starts_with(words), "{text}: {error}");
    }
}

#[test]
fn an_engine_is_written_as_it_was_read() {
    for text in ["python3 bot.py", "50ms:./bot 'two words'", "300:./bot"] {
        assert_eq!(text.parse::<Engine>().unwrap().to_string(), text);
    }
    let [plain, timed] = ["./bot", "50ms:./bot"].map(|text| text.parse::<Engine>().unwrap());
    assert!(plain.is_same_as(&plain.clone()) && !plain.is_same_as(&timed));
}

/// Waits until no process has this number, or only one that has ended and waits for a parent that is not ours.
fn wait_until_gone(id: &str) {
    loop {
        let Ok(stat) = std::fs::read_to_string(Path::new("/proc").join(id).join("stat")) else { return };
        if stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    let note = format!("echo $$ >> {0}; sleep 1000 & echo $! >> {0};", ids.display());
    // One that is killed with its child, and one that is asked to quit when the engine is dropped.
    let killed = engine(&format!("{note} {GREET} {READY} {READY} read line; echo nonsense; wait"));
    assert_eq!(forfeit(&killed).kind(), "bad output");
    let quits = format!("echo $$ >> {}; {GREET} {READY} read line; exit 0", ids.display());
    let quits = engine(&quits);
    quits.check(map("usa")).unwrap();
    drop(quits);
    // And children of engines that end by themselves: at a crash, and when they are asked to quit.
    let child = format!("sleep 1000 & echo $! >> {};", ids.display());
    let crashes = engine(&format!("{child} {GREET} {READY} {READY} read line; exit 1"));
    assert_eq!(forfeit(&crashes).kind(), "crashed");
    let quits = engine(&format!("{child} {GREET} {READY} read line; exit 0"));
    quits.check(map("usa")).unwrap();
    drop(quits);
    let text = std::fs::read_to_string(&ids).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
    let own: Vec<&str> = [0, 2].into_iter().filter_map(|line| text.lines().nth(line)).collect();
    if Path::new("/proc/self/stat").exists() {
        // Our own children are gone at once: not even a zombie is left.
        own.iter().for_each(|id| assert!(!Path::new("/proc").join(id).exists(), "{id}"));
        text.lines().for_each(wait_until_gone);
    }
}
