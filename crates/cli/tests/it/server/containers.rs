//! No container engine runs where the tests do: whatever the files for one name must exist, and their commands must work.

use super::program::Program;
use crate::common::stdout;
use capolinea_test_database::shared;
use capolinea_tests::server::Browser;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use yaml_rust2::{Yaml, YamlLoader};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The instructions of the Containerfile, each on one line.
fn instructions() -> Vec<(String, String)> {
    let text = read("Containerfile").replace("\\\n", " ");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let split = |line: &str| {
        let (word, rest) = line.split_once(' ').unwrap_or_else(|| panic!("`{line}` is not an instruction"));
        (word.to_string(), rest.trim().to_string())
    };
    lines.map(split).collect()
}

fn instruction(word: &str) -> String {
    let all = instructions();
    all.iter().rev().find(|(found, _)| found == word).unwrap_or_else(|| panic!("no {word}")).1.clone()
}

/// A command as a list of words.
fn words(text: &str) -> Vec<String> {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn compose() -> Yaml {
    YamlLoader::load_from_str(&read("compose.yaml")).unwrap().remove(0)
}

fn strings(list: &Yaml) -> Vec<&str> {
    list.as_vec().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

/// Every flag of a command line is one of the program's.
fn check_flags(command: &[&str]) {
    assert_eq!(command[0], "serve");
    let help = stdout(&["serve", "--help"]);
    let known: HashSet<&str> = help.split([' ', '\n', ',']).filter(|word| word.starts_with("--")).collect();
    let flags: Vec<&&str> = command.iter().filter(|word| word.starts_with("--")).collect();
    assert!(flags.len() >= 2, "{command:?}");
    for flag in flags {
        assert!(known.contains(*flag), "`capolinea serve` has no {flag}");
    }
}

#[test]
fn the_containerfile_names_stages_commands_and_flags_that_exist() {
    let known = ["FROM", "COPY", "RUN", "WORKDIR", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"];
    let mut stages = HashSet::new();
    for (word, rest) in instructions() {
        assert!(known.contains(&word.as_str()), "{word}");
        if let Some((_, name)) = rest.split_once(" AS ").filter(|_| word == "FROM") {
            stages.insert(name.to_string());
        }
        if let Some(from) = rest.strip_prefix("--from=").filter(|_| word == "COPY") {
            let stage = from.split(' ').next().unwrap();
            assert!(stages.contains(stage), "there is no stage {stage}");
        }
    }
    let xtask = instructions().iter().find_map(|(_, rest)| Some(rest.strip_prefix("cargo xtask ")?.to_string()));
    let chore = xtask.expect("it builds by the project's own command");
    assert!(read("crates/xtask/src/main.rs").contains(&format!("[\"{chore}\"] =>")), "there is no cargo xtask {chore}");
    assert_ne!(instruction("USER"), "root");
    assert_eq!(words(&instruction("ENTRYPOINT")), ["capolinea"]);
    let command = words(&instruction("CMD"));
    check_flags(&command.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(command.contains(&instruction("VOLUME")), "games are kept in the volume");
    assert!(command.contains(&format!("0.0.0.0:{}", instruction("EXPOSE"))));
    let base = read("Cargo.toml");
    let rust =
        instructions().iter().find_map(|(_, rest)| Some(rest.strip_prefix("rust:")?.split('-').next()?.to_string()));
    let needed = base.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"')).unwrap();
    let minor = |version: &str| version.split('.').nth(1).unwrap().parse::<u32>().unwrap();
    assert!(minor(&rust.unwrap()) >= minor(needed), "Rust {needed} or later");
}

#[test]
fn the_images_health_check_tells_a_server_that_works_from_one_that_does_not() {
    let health = instruction("HEALTHCHECK");
    let check = words(health.split_once("CMD ").unwrap().1);
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), &[]);
    let port = program.address.port().to_string();
    let run = || {
        let arguments = check[1..].iter().map(|word| word.replace(&instruction("EXPOSE"), &port));
        Command::new(&check[0]).args(arguments).stderr(std::process::Stdio::null()).status().unwrap().success()
    };
    assert!(run());
    assert!(program.stop());
    assert!(!run());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_composed_site_names_files_and_flags_that_exist_and_its_server_starts() {
    let compose = compose();
    let services = compose["services"].as_hash().unwrap();
    let names: HashSet<&str> = services.keys().map(|name| name.as_str().unwrap()).collect();
    let mut nodes = 0;
    for (name, service) in services {
        if let Some(file) = service["build"]["dockerfile"].as_str() {
            assert!(root().join(service["build"]["context"].as_str().unwrap()).join(file).is_file(), "{file}");
            check_flags(&strings(&service["command"]));
            nodes += 1;
        }
        for volume in service["volumes"].as_vec().into_iter().flatten() {
            let source = volume.as_str().unwrap().split(':').next().unwrap();
            let is_known = root().join(source).is_file() || !compose["volumes"][source].is_badvalue();
            assert!(is_known, "there is no {source}");
        }
        let (list, map) = (service["depends_on"].as_vec(), service["depends_on"].as_hash());
        let needed = list.into_iter().flatten().chain(map.into_iter().flat_map(|map| map.keys()));
        let needed: Vec<&str> = needed.filter_map(Yaml::as_str).collect();
        assert!(needed.iter().all(|one| names.contains(one)), "{name:?} needs {needed:?}");
    }
    assert_eq!(nodes, 2, "two servers");
    for name in ["capolinea-1", "capolinea-2"] {
        assert!(names.contains(name) && read("deploy/nginx.conf").contains(&format!("server {name}:8321 ")), "{name}");
    }
    // The very command, with a database and an address that exist here.
    let database = shared().create_database().unwrap();
    let command = strings(&compose["services"]["capolinea-1"]["command"]);
    let here = command.iter().map(|word| match *word {
        "0.0.0.0:8321" => "127.0.0.1:0".to_string(),
        "${PUBLIC_URL:-http://localhost:8080}" => "http://localhost:8080".to_string(),
        word if word.starts_with("postgres://") => database.clone(),
        word => word.to_string(),
    });
    let program = Program::start_as(&here.collect::<Vec<_>>());
    assert_eq!(Browser::new(program.address).get("/healthz").await.status, 200);
    assert!(program.stop());
}
