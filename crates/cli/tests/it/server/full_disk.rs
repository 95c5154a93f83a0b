//! A disk that is full: no file of the server may grow any more. Nothing is half-saved, and with room again all go on.

use super::program::Program;
use capolinea_tests::server::{Dice, Screen, one_action, two_players};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_disk_is_full_actions_are_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start_limited(folder.path(), 1400);
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(two_players(program.address, "berlin").await);
    }
    let mut dice = Dice(5);
    let mut saved = vec![0; tables.len()];
    'playing: loop {
        for (number, (_, _, screens)) in tables.iter_mut().enumerate() {
            let newest = screens.iter().map(Screen::revision).max().unwrap();
            for screen in screens.iter_mut() {
                screen.wait(|screen| screen.revision() >= newest).await;
            }
            let decider = screens.iter().position(Screen::must_decide).expect("the disk is full before the end");
            let action = screens[decider].choose(dice.roll()).unwrap();
            let id = screens[decider].play(action).await;
            let answer = screens[decider].answer(id).await;
            if answer["type"] == "refused" {
                assert_eq!(answer["refusal"]["code"], "not_saved", "{answer}");
                assert_eq!(screens[decider].revision(), newest, "nothing has happened");
                break 'playing;
            }
            saved[number] = answer["revision"].as_u64().unwrap();
        }
    }
    assert!(saved.iter().sum::<u64>() > 20);
    // What is left may be room enough for a page or two.
    let (_, [anna, _], _) = &tables[0];
    let mut checks = 0;
    while anna.get("/healthz").await.status == 200 {
        checks += 1;
        assert!(checks < 100, "a server that can't save is not well");
    }
    program.kill();
    let program = Program::start(folder.path(), &[]);
    for ((table, browsers, _), saved) in tables.into_iter().zip(saved) {
        let mut screens = Vec::new();
        for mut browser in browsers {
            browser.address = program.address;
            screens.push(browser.sit(&table).await);
        }
        assert_eq!(screens[0].revision(), saved);
        while one_action(&mut screens, &mut dice).await {}
    }
    assert!(program.stop());
}
