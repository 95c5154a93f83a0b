//! Checks of the Rust packages: their licences, sources and versions, and whether one has a known vulnerability. `deny.toml`
//! has the rules and cargo-deny checks them. Without a network, checks that can't be made are reported as skipped, and nothing fails.

use crate::{cargo, root, run, target};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const VERSION: &str = "0.20.2";

/// How long the download of the list of vulnerabilities may take.
const FETCH_LIMIT: Duration = Duration::from_secs(90);

/// Checks the packages of the lock file.
///
/// # Errors
/// A problem with one of them.
pub fn check() -> Result<(), String> {
    let Some(program) = find_or_install() else {
        eprintln!(
            "xtask: SKIPPED the licences, sources and versions of Rust packages: cargo-deny is not installed and can't be now"
        );
        return Ok(());
    };
    // cargo-deny reads the packages of every platform, and a fresh machine has none of them yet.
    if let Err(problem) = cargo(&["fetch", "--locked", "--quiet"]) {
        eprintln!("xtask: SKIPPED the licences, sources and versions of Rust packages: {problem}");
        return Ok(());
    }
    run(deny(&program).args(["check", "licenses", "bans", "sources"]))?;
    fetch_advisories(&program);
    if !has_advisories() {
        eprintln!("xtask: SKIPPED the known vulnerabilities of Rust packages: their list can't be fetched now");
        return Ok(());
    }
    run(deny(&program).args(["check", "advisories"]))
}

/// The program, installed under `target` first if need be.
fn find_or_install() -> Option<PathBuf> {
    let folder = target().join("tools");
    let program = folder.join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let is_there = || {
        let asked = Command::new(&program).arg("--version").stderr(Stdio::null()).output();
        asked.is_ok_and(|answer| String::from_utf8_lossy(&answer.stdout).trim().ends_with(VERSION))
    };
    if !is_there() {
        let folder = folder.to_string_lossy();
        // Built without optimisation: that takes a minute instead of several, and a check a second.
        let how = ["--locked", "--debug", "--no-default-features", "--quiet", "--root", &folder];
        let install = [&["install", "cargo-deny", "--version", VERSION], &how[..]].concat();
        // Cargo has printed the reason.
        drop(cargo(&install));
    }
    is_there().then_some(program)
}

/// Never uses the network by itself.
fn deny(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg("--offline");
    command
}

/// Updates the list of vulnerabilities, if it can be reached.
fn fetch_advisories(program: &Path) {
    let quiet = |command: &mut Command| command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let fetching = quiet(Command::new(program).args(["fetch", "db"]).current_dir(root()));
    let Ok(mut fetching) = fetching else { return };
    let begun = Instant::now();
    while matches!(fetching.try_wait(), Ok(None)) {
        if begun.elapsed() > FETCH_LIMIT {
            // The older list is good enough.
            drop(fetching.kill());
            drop(fetching.wait());
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Whether a list of vulnerabilities is on this machine, today's or an older one.
fn has_advisories() -> bool {
    let own = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(cargo_home) = own.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))) else { return false };
    let Ok(lists) = std::fs::read_dir(cargo_home.join("advisory-dbs")) else { return false };
    lists.flatten().any(|list| list.path().join("crates").is_dir())
}
