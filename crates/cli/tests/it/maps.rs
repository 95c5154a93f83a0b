//! Maps of one's own at the command line: begun, copied, checked with warnings, played.

use crate::common::{capolinea, json, refuses, stdout};
use expect_test::expect;
use std::path::Path;
use std::process::Command;

/// A folder that goes away, and a path in it.
fn path_in(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("a plain path").into()
}

fn read(folder: &str, name: &str) -> String {
    std::fs::read_to_string(Path::new(folder).join(name)).expect("it is there")
}

fn change(folder: &str, name: &str, from: &str, to: &str) {
    let text = read(folder, name);
    assert!(text.contains(from), "{from}");
    std::fs::write(Path::new(folder).join(name), text.replacen(from, to, 1)).expect("a file");
}

/// The program's output on standard error.
fn stderr(arguments: &[&str]) -> String {
    String::from_utf8(capolinea(arguments).stderr).expect("it prints text")
}

#[test]
fn a_new_map_is_right_and_can_be_played_and_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let [maps, tuscany] = ["my/maps", "my/maps/new_york"].map(|name| path_in(&folder, name));
    let told = stdout(&["map", "new", "new_york", "--in", &maps]);
    assert!(told.contains(&format!("capolinea play --maps {maps}")), "{told}");
    assert_eq!(
        stdout(&["map", "check", &tuscany]),
        format!("{tuscany}: no mistakes. New York, 2–4 players, 9 locations, 19 routes, 18 tickets.\n")
    );
    assert_eq!(json(&["map", "check", "--json", &tuscany]), serde_json::json!({"mistakes": [], "warnings": []}));
    for bots in ["planner,greedy", "planner,greedy,random", "planner,planner,greedy,random"] {
        let played = json(&["simulate", "--map", &tuscany, "--bots", bots, "--games", "100", "--json"]);
        let won: u64 = (0..2).filter_map(|seat| played["seats"][seat]["wins"].as_u64()).sum();
        assert!(won > 0, "{played}");
    }
    assert!(stdout(&["map", "show", &tuscany, "--svg", "-", "--language", "it"]).contains("Kingsford"));
}

#[test]
fn nothing_is_ever_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let maps = path_in(&folder, "maps");
    let [tuscany, usa] = ["maps/tuscany", "maps/usa"].map(|name| path_in(&folder, name));
    stdout(&["map", "new", "tuscany", "--in", &maps]);
    stdout(&["map", "export", "usa", &maps]);
    change(&tuscany, "map.json", "Tuscany", "Changed");
    for arguments in [
        &["map", "new", "tuscany", "--in", &maps][..],
        &["map", "export", "usa", &maps],
        &["map", "export", "usa", &maps, "--as", "tuscany"],
    ] {
        let output = capolinea(arguments);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && words.contains("already exists and is not overwritten"), "{words}");
    }
    assert!(read(&tuscany, "map.json").contains("Changed"));
    // A file that stands in the way is no folder to write to.
    std::fs::write(folder.path().join("file"), "mine").expect("a file");
    let file = path_in(&folder, "file");
    assert!(stderr(&["map", "new", "tuscany", "--in", &file]).contains("can't make the folder"));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "mine");
    assert!(read(&usa, "board.json").contains("\"usa\""));
}

/// A disk without room: the next attempt does not find half a map in its way.
#[test]
#[cfg(unix)]
fn a_map_that_can_not_be_written_leaves_no_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec {} map new x --in .", env!("CARGO_BIN_EXE_capolinea"));
    let output =
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().expect("there is a shell");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.starts_with("capolinea: can't write ./x/map.json"), "{words}");
    assert!(!folder.path().join("x").exists());
}

#[test]
fn a_copy_under_another_id_says_what_is_left_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let maps = path_in(&folder, "maps");
    let told = stdout(&["map", "export", "berlin", &maps, "--as", "city"]);
    assert!(told.contains("Its `name` is still that of the other: change it in map.json"), "{told}");
    let steps: Vec<&str> = told.lines().filter(|line| line.starts_with("  capolinea ")).collect();
    assert_eq!(steps.len(), 2, "{told}");
    assert_eq!(steps[0].find('#'), steps[1].find('#'), "{told}");
}

#[test]
fn an_exported_map_is_the_built_in_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let maps = path_in(&folder, "maps");
    for id in capolinea_maps::built_in_ids() {
        stdout(&["map", "export", id, &maps]);
        for name in ["map.json", "board.json"] {
            let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/maps").join(id).join(name);
            assert_eq!(read(&format!("{maps}/{id}"), name), std::fs::read_to_string(own).expect("it is there"));
        }
        let copy = format!("my_{id}");
        stdout(&["map", "export", id, &maps, "--as", &copy]);
        let checked = json(&["map", "check", "--json", &format!("{maps}/{copy}")]);
        assert_eq!(checked, serde_json::json!({"mistakes": [], "warnings": []}));
    }
}

#[test]
fn a_folder_of_maps_is_not_taken_for_a_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let maps = path_in(&folder, "maps");
    stdout(&["map", "new", "tuscany", "--in", &maps]);
    stdout(&["map", "export", "berlin", &maps]);
    let words = format!("{maps} is a folder of maps: name one of them, {maps}/berlin or {maps}/tuscany");
    assert_eq!(stderr(&["map", "check", &maps]), format!("capolinea: {words}\n"));
}

#[test]
fn a_drawing_goes_into_a_new_folder_or_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = path_in(&folder, "drawn/berlin.svg");
    stdout(&["map", "show", "berlin", "--svg", &file]);
    let drawn = std::fs::read_to_string(&file).expect("it was written");
    for name in ["-", "/dev/stdout"] {
        assert_eq!(stdout(&["map", "show", "berlin", "--svg", name]), drawn);
    }
    assert!(stderr(&["map", "show", "berlin", "--svg", "/"]).contains("/ is a folder: name a file in it"));
}

#[test]
fn ids_that_can_not_be_a_maps_are_refused() {
    refuses(
        &["map", "new", "New York"],
        expect![[r#"
        capolinea: `New York` can't be a map's id: write lowercase letters, digits and _, as in new_york
    "#]],
    );
    refuses(
        &["map", "new", "../tuscany"],
        expect![[r#"
        capolinea: `../tuscany` can't be a map's id: write lowercase letters, digits and _, as in new_york
    "#]],
    );
    refuses(
        &["map", "new", "usa"],
        expect![[r#"
        capolinea: `usa` is the id of a built-in map: choose another, so that the two can be distinguished
    "#]],
    );
    refuses(
        &["map", "export", "usa", "--as", "europe"],
        expect![[r#"
        capolinea: `europe` is the id of a built-in map: choose another, so that the two can be distinguished
    "#]],
    );
    refuses(
        &["map", "export", "atlantis"],
        expect![[r#"
        capolinea: no built-in map is called `atlantis`; there are berlin, europe, germany, san_francisco, usa
    "#]],
    );
}

#[test]
fn warnings_are_told_everywhere_and_fail_nowhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let [maps, tuscany] = ["maps", "maps/tuscany"].map(|name| path_in(&folder, name));
    stdout(&["map", "new", "tuscany", "--in", &maps]);
    change(&tuscany, "map.json", "\"b\": \"kingsford\", \"points\": 6", "\"b\": \"kingsford\", \"points\": 60");
    let place = "\"x\": 110, \"y\": 360";
    let label = format!("{place}, \"label\": {{\"x\": 150, \"y\": 370, \"anchor\": \"start\"}}");
    change(&tuscany, "board.json", place, &label);
    let told = stdout(&["map", "check", &tuscany]).replace(&tuscany, "tuscany");
    expect![[r#"
        tuscany: no mistakes. Tuscany, 2–4 players, 9 locations, 19 routes, 18 tickets.
        2 warnings:
          map.json: tickets[0].points: worth 60, more than twice the 6 cards of the cheapest path from `westport` to `kingsford`
          board.json: locations.westport.label: the name `Westport` (en) covers spaces of route 1 (westport to millbrook)
        The map can still be played.
    "#]]
    .assert_eq(&told);
    let checked = json(&["map", "check", "--json", &tuscany]);
    assert_eq!(checked["mistakes"], serde_json::json!([]));
    assert_eq!(checked["warnings"][1]["path"], "locations.westport.label");
    let notice = format!("capolinea: {tuscany} has 2 warnings; `capolinea map check {tuscany}` lists them\n");
    assert_eq!(stderr(&["simulate", "--map", &tuscany, "--games", "1"]), notice);
    assert_eq!(stderr(&["map", "show", &tuscany, "--svg", "-"]), notice);
    // A server looks at its maps before it finds out that it can't listen.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let data = path_in(&folder, "data");
    let log = stderr(&["serve", "--listen", &address, "--data", &data, "--maps", &maps]);
    assert!(log.contains("maps/tuscany has 2 warnings; `capolinea map check "), "{log}");
    // Beside mistakes they are told too.
    change(&tuscany, "board.json", "{\"route\": 18}", "{\"route\": 17}");
    let words = stderr(&["map", "check", &tuscany]);
    assert!(words.contains("2 mistakes:") && words.contains("1 warning:"), "{words}");
    let output = capolinea(&["map", "check", "--json", &tuscany]);
    let checked: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(!output.status.success());
    assert_eq!(
        (checked["mistakes"].as_array().map(Vec::len), checked["warnings"].as_array().map(Vec::len)),
        (Some(2), Some(1))
    );
}
