//! The web client's chores: install what its lock file names, check, build, test in a real browser.

use crate::{cargo, program, root, run, target, tools};
use std::path::PathBuf;
use std::process::Command;

/// Installs the packages of the lock file, unless they are there already.
///
/// # Errors
/// No Node.js, or the installation failed.
pub fn install() -> Result<(), String> {
    tools::check_node()?;
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

/// Types, unit tests, build, and games in a real browser.
///
/// # Errors
/// What failed.
pub fn test() -> Result<(), String> {
    install()?;
    npm(&["run", "check"])?;
    npm(&["run", "test"])?;
    npm(&["run", "build"])?;
    in_browser("browser")
}

/// Pictures of every page, into `docs/pictures` and `target/screenshots`.
///
/// # Errors
/// What failed.
pub fn screenshots() -> Result<(), String> {
    build()?;
    in_browser("screenshots")
}

/// Runs a script that drives a browser against the real server.
fn in_browser(script: &str) -> Result<(), String> {
    let browser = tools::chromium()?;
    cargo(&["build", "--package", "capolinea"])?;
    run(Command::new(tools::npm())
        .arg("--prefix")
        .arg(folder())
        .args(["run", script])
        .env("CHROMIUM", browser)
        .env("CAPOLINEA_PROGRAM", program("debug"))
        .env("SCREENSHOTS", target().join("screenshots")))
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    run(Command::new(tools::npm()).arg("--prefix").arg(folder()).args(arguments))
}

fn folder() -> PathBuf {
    root().join("web")
}
