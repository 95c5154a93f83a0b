//! One seeded game per map as readable text, under `tests/playthroughs/`. A change in the rules shows there as a diff.
//!
//! `UPDATE_EXPECT=1 cargo test -p capolinea --test it playthroughs::` rewrites the files.

use capolinea::narrate::{Narrator, describe_scores};
use capolinea_bots::{Entrant, game_seed, play_game_observed};
use capolinea_engine::record::{RecordError, SeatAction, Step};
use capolinea_engine::{FirstPlayer, GameRecord, Setup};
use std::path::{Path, PathBuf};

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

#[test]
fn every_map_has_a_playthrough_and_plays_it_alike() {
    for built_in in capolinea_maps::built_in() {
        let map = &built_in.map;
        let setup = Setup {
            players: 2 + map.max_players() % 2,
            first: FirstPlayer::Random,
            seed: game_seed(2026, 0),
            pieces: None,
        };
        let random: Entrant = "random".parse().expect("it is in the table");
        let mut bots: Vec<_> = (0..setup.players).map(|_| random.player()).collect();
        let names = ["Anna", "Bruno", "Carla"][..usize::from(setup.players)].iter().map(|name| name.to_string());
        let mut record = GameRecord::new(map, &setup, names.collect());
        let played = play_game_observed(map, &setup, &mut bots, &mut (), |_, seat, action| {
            record.actions.push(SeatAction { seat, action });
        })
        .expect("the map seats them");
        record.note_result(map, &played.state);
        let mut narrator = Narrator::new(map, &record.players);
        let mut story = String::new();
        let told = record.replay_observed(map, |step: Step<'_>| -> Result<(), RecordError> {
            story.push_str(&narrator.describe(step));
            Ok(())
        });
        let scores = told.expect("it replays").final_scores(map).expect("it is over");
        story.push_str(&describe_scores(map, &record.players, &scores));
        let file = tests_folder().join("playthroughs").join(format!("{}.txt", map.id()));
        expect_test::expect_file![file].assert_eq(&story);
    }
}

#[test]
fn every_recorded_game_replays_to_the_same_end() {
    let mut count = 0;
    for file in std::fs::read_dir(tests_folder().join("games")).expect("the folder is there") {
        let path = file.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("it is text");
        let find = |id: &str| capolinea_maps::find(id).map(|found| &found.map);
        let record = GameRecord::read(&text, find);
        let record = record.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let map = find(&record.map).expect("recorded games are on built-in maps");
        assert!(record.result.is_some(), "{} has no result to compare with", path.display());
        record.replay(map).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        count += 1;
    }
    assert!(count > 0, "no games under tests/games");
}
