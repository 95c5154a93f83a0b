//! The web client's tasks: install the packages of its lock file, check, build, test in a real browser.

use crate::{program, root, run, target, tools, wasm};
use std::path::PathBuf;
use std::process::Command;

/// Installs the packages of the lock file, unless they are there already.
fn install() -> Result<(), String> {
    tools::check_node()?;
    // npm writes its own copy of the lock file last of all.
    let changed = |path: PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let installed = changed(folder().join("node_modules/.package-lock.json"));
    if installed.is_some() && installed > changed(folder().join("package-lock.json")) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])
}

/// Builds the client into `crates/cli/web_client`, from where the program takes it.
///
/// # Errors
/// No Node.js, or the build failed.
pub fn build(engine: wasm::Kind) -> Result<(), String> {
    wasm::build(engine)?;
    install()?;
    let mut build = Command::new(tools::npm());
    build.arg("--prefix").arg(folder()).args(["run", "build"]);
    if matches!(engine, wasm::Kind::Quick) {
        build.env("CAPOLINEA_QUICK", "1");
    }
    run(&mut build)
}

/// Where the client is built.
pub fn built() -> PathBuf {
    root().join("crates/cli/web_client")
}

/// Builds the client for a host of plain files, into `target/site`.
///
/// # Errors
/// The engine for browsers can't be built, or the build failed.
pub fn site() -> Result<(), String> {
    wasm::build(wasm::Kind::Small)?;
    if !wasm::is_built() {
        return Err("without the engine for browsers there is nothing to play on a host of plain files".into());
    }
    install()?;
    let site = target().join("site");
    run(Command::new(tools::npm())
        .arg("--prefix")
        .arg(folder())
        .args(["run", "build", "--", "--emptyOutDir", "--outDir"])
        .arg(&site)
        .env("CAPOLINEA_SITE", "1"))?;
    println!("xtask: {} can be put on any host of plain files, at any address", site.display());
    Ok(())
}

/// Types, lint, formatting and unit tests.
///
/// # Errors
/// The cause of the failure.
pub fn check() -> Result<(), String> {
    install()?;
    npm(&["run", "check"])?;
    npm(&["run", "lint"])?;
    npm(&["run", "test"])
}

/// Runs a script that drives a browser against the program as it was built last.
///
/// # Errors
/// There is no Chromium, or the script fails.
pub fn in_browser(script: &str, profile: &str) -> Result<(), String> {
    let browser = tools::chromium()?;
    run(Command::new(tools::npm())
        .arg("--prefix")
        .arg(folder())
        .args(["run", script])
        .env("CHROMIUM", browser)
        .env("CAPOLINEA_PROGRAM", program(profile, "capolinea"))
        .env("CAPOLINEA_TEST_DATABASE", program("debug", "capolinea-test-database"))
        .env("SCREENSHOTS", target().join("screenshots")))
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    run(Command::new(tools::npm()).arg("--prefix").arg(folder()).args(arguments))
}

fn folder() -> PathBuf {
    root().join("web")
}
