//! The packages that could be published. A crate with `publish = false` is a tool and is left out.
//!
//! The archives are made and their contents checked, but not built: cargo treats a package of the same name and version as
//! unchanged and would build the crates of an earlier run.

use crate::{cargo, root};
use std::path::Path;
use std::process::Command;

/// Since this version cargo packages crates that depend on each other and are not published yet.
const NEEDED: (u32, u32) = (1, 90);

/// Files that are not Rust code and must be in an archive.
const DATA: [(&str, &[&str]); 3] = [
    ("capolinea-maps", &["maps/usa/map.json", "maps/usa/board.json"]),
    ("capolinea-bots", &["tuned.json", "values.json", "beliefs.json"]),
    ("capolinea", &["web_client/index.html"]),
];

/// Packages every crate that can be published.
///
/// # Errors
/// A crate can't be packaged, or its archive lacks something.
pub fn check() -> Result<(), String> {
    if cargo_version().is_some_and(|version| version < NEEDED) {
        let (major, minor) = NEEDED;
        eprintln!("xtask: SKIPPED the packages for publishing: this needs cargo {major}.{minor} or later");
        return Ok(());
    }
    // All dependencies were downloaded for the tests. Files that are not committed yet are packaged as they are.
    let mut arguments = vec!["package", "--workspace", "--offline", "--allow-dirty", "--quiet", "--no-verify"];
    let tools = tools()?;
    arguments.extend(tools.iter().flat_map(|name| ["--exclude", name.as_str()]));
    cargo(&arguments)?;
    DATA.iter().try_for_each(|(name, files)| check_files(name, files))
}

fn check_files(name: &str, files: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["package", "--list", "--allow-dirty", "--offline", "--package", name]).current_dir(root());
    let answer = command.output().map_err(|error| format!("cargo can't be run: {error}"))?;
    let listed = String::from_utf8_lossy(&answer.stdout).replace('\\', "/");
    let missing = files.iter().find(|&&file| !listed.lines().any(|line| line == file));
    missing.map_or(Ok(()), |file| Err(format!("the archive of {name} lacks {file}")))
}

/// The names of the crates with `publish = false`.
fn tools() -> Result<Vec<String>, String> {
    let crates = root().join("crates");
    let folders = std::fs::read_dir(&crates).map_err(|error| format!("{}: {error}", crates.display()))?;
    let mut names = Vec::new();
    for folder in folders.flatten() {
        names.extend(tool_name(&folder.path().join("Cargo.toml")));
    }
    Ok(names)
}

/// The name in a manifest that forbids publishing. A folder without a manifest is not a crate.
fn tool_name(manifest: &Path) -> Option<String> {
    let text = std::fs::read_to_string(manifest).ok()?;
    let is_tool = text.lines().any(|line| line.trim() == "publish = false");
    let name = text.lines().find_map(|line| line.strip_prefix("name = "))?;
    is_tool.then(|| name.trim().trim_matches('"').to_owned())
}

/// Major and minor, as in `cargo 1.95.0 (…)`.
fn cargo_version() -> Option<(u32, u32)> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let answer = Command::new(cargo).arg("--version").output().ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    let mut numbers = text.split_whitespace().nth(1)?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}
