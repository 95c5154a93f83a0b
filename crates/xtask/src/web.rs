//! The web client's chores: install what its lock file names, check, build, test in a real browser.

use crate::{program, root, run, target};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const NO_NODE: &str = "the web client is built with Node.js 20.19 or later and its npm, and no `npm` was found: install \
                       Node.js from your system's packages or https://nodejs.org, then run this again";

/// Installs the packages of the lock file, unless they are there already.
fn install() -> Result<(), String> {
    if !answers("npm") || !answers("node") {
        return Err(NO_NODE.into());
    }
    // npm writes its own copy of the lock file last of all.
    let changed = |path: PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let installed = changed(folder().join("node_modules/.package-lock.json"));
    if installed.is_some() && installed > changed(folder().join("package-lock.json")) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])
}

/// Builds the client into `web/dist`, from where the server takes it.
///
/// # Errors
/// No Node.js, or the build failed.
pub fn build() -> Result<(), String> {
    install()?;
    npm(&["run", "build"])
}

/// Types and unit tests.
///
/// # Errors
/// What failed.
pub fn check() -> Result<(), String> {
    install()?;
    npm(&["run", "check"])?;
    npm(&["run", "test"])
}

/// Runs a script that drives a browser against the program as it was built last.
///
/// # Errors
/// No Chromium, or what failed.
pub fn in_browser(script: &str) -> Result<(), String> {
    let browser = chromium()?;
    run(Command::new(npm_program())
        .arg("--prefix")
        .arg(folder())
        .args(["run", script])
        .env("CHROMIUM", browser)
        .env("CAPOLINEA_PROGRAM", program("debug"))
        .env("SCREENSHOTS", target().join("screenshots")))
}

/// The system's Chromium, installed first if there is none.
fn chromium() -> Result<PathBuf, String> {
    if let Some(browser) = find_chromium() {
        return Ok(browser);
    }
    eprintln!("xtask: no Chromium found, installing it from the system's packages");
    let ways: &[&[&str]] = &[
        &["apt-get", "install", "--yes", "--no-install-recommends", "chromium"],
        &["dnf", "install", "--assumeyes", "chromium"],
        &["pacman", "--sync", "--noconfirm", "chromium"],
        &["brew", "install", "--cask", "chromium"],
    ];
    let Some(way) = ways.iter().find(|way| find_program(way[0]).is_some()) else {
        return Err("the browser tests need Chromium: install it, or set CHROMIUM to its path".into());
    };
    if way[0] == "apt-get" {
        run(&mut as_root(&["apt-get", "update"]))?;
    }
    run(&mut if way[0] == "brew" { command(way) } else { as_root(way) })?;
    find_chromium().ok_or_else(|| "Chromium was installed but can't be found: set CHROMIUM to its path".into())
}

fn find_chromium() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Some(path.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let mac = Path::new("/Applications/Chromium.app/Contents/MacOS/Chromium");
    names.into_iter().find_map(find_program).or_else(|| mac.exists().then(|| mac.to_path_buf()))
}

/// With `sudo` where there is one and it is needed.
fn as_root(words: &[&str]) -> Command {
    let is_root = std::env::var_os("USER").is_some_and(|user| user == "root") || find_program("sudo").is_none();
    if is_root { command(words) } else { command(&[&["sudo"], words].concat()) }
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    run(Command::new(npm_program()).arg("--prefix").arg(folder()).args(arguments))
}

fn npm_program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

fn answers(program: &str) -> bool {
    let program = if program == "npm" { npm_program() } else { program };
    let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

fn folder() -> PathBuf {
    root().join("web")
}
