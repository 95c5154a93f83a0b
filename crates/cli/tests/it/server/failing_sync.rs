//! A disk that takes what is written and then fails to sync it: nobody is told that something is certain which is not.

use super::program::Program;
use capolinea_tests::server::{Dice, Screen, one_action, two_players};
use std::path::Path;
use std::process::Command;

/// Compiles the library that lets syncs fail.
fn failing_syncs(folder: &Path) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/server/failing_sync.c");
    let library = folder.join("failing_sync.so");
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
    assert!(compiled.unwrap().success(), "the C compiler that SQLite needs is there");
    library.to_str().unwrap().into()
}

/// Plays a few actions, lets the syncs fail as the file says, and plays one more: the code of its refusal, the last revision
/// that was acknowledged, and the revision after the program was killed and started again.
async fn after_a_failed_sync(file: &str) -> (String, u64, u64) {
    let folder = tempfile::tempdir().unwrap();
    let (faults, data) = (folder.path().join("faults"), folder.path().join("data"));
    std::fs::create_dir(&faults).unwrap();
    let library = failing_syncs(folder.path());
    let environment = [("LD_PRELOAD", library.as_str()), ("FAIL_SYNC", faults.to_str().unwrap())];
    let program = Program::start_in(&data, &environment);
    let (table, [anna, _], mut screens) = two_players(program.address, "berlin").await;
    let mut dice = Dice(5);
    for _ in 0..6 {
        one_action(&mut screens, &mut dice).await;
    }
    let newest = screens.iter().map(Screen::revision).max().unwrap();
    for screen in &mut screens {
        screen.wait(|screen| screen.revision() == newest).await;
    }
    let decider = screens.iter().position(Screen::must_decide).unwrap();
    let action = screens[decider].choose(dice.roll()).unwrap();
    std::fs::write(faults.join(file), "").unwrap();
    let id = screens[decider].play(action).await;
    let answer = screens[decider].answer(id).await;
    program.kill();
    let program = Program::start(&data, &[]);
    let mut anna = anna;
    anna.address = program.address;
    let revision = anna.sit(&table).await.revision();
    assert!(program.stop());
    (answer["refusal"]["code"].as_str().unwrap_or("done").to_string(), newest, revision)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_said_to_be_unsaved_is_not_there_after_a_crash() {
    let (code, before, after) = after_a_failed_sync("once").await;
    assert_eq!((code.as_str(), after), ("not_saved", before));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_can_be_made_certain_nothing_is_said_to_be() {
    let (code, before, after) = after_a_failed_sync("always").await;
    assert_eq!(code, "save_unknown");
    assert!((before..=before + 1).contains(&after), "{before} {after}");
}
