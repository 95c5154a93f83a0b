//! The Python package: `cargo xtask wheel` builds it, `cargo xtask test` installs it into an environment of its own under
//! `target` and runs its tests. Nobody needs Python to play.

use crate::{root, run, target};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// Builds the package for this machine, for every CPython from 3.10 on.
///
/// # Errors
/// There is no Python, or the package can't be built.
pub fn wheel() -> Result<(), String> {
    environment()?;
    let folder = build("release")?;
    println!("xtask: the wheel is in {}", folder.display());
    Ok(())
}

/// Measures the package beside other environments, in one run.
///
/// # Errors
/// There is no Python, or a package can't be installed.
pub fn bench() -> Result<(), String> {
    environment()?;
    let folder = build("release")?;
    run(in_environment("pip").args(["install", "--quiet", "--requirement"]).arg(package().join("tests/peers.txt")))?;
    install(&folder)?;
    run(in_environment("python").arg(package().join("tests/speed.py")).arg("1000000"))
}

/// Whether the tests that need Python can be run.
///
/// # Errors
/// They can't, and `CI` is `true`. Otherwise it prints which tests are skipped.
pub fn is_there() -> Result<bool, String> {
    match check() {
        Ok(()) => Ok(true),
        Err(problem) if std::env::var("CI").is_ok_and(|ci| ci == "true") => Err(problem),
        Err(problem) => {
            eprintln!("xtask: SKIPPED the tests of the Python package and of bots in Python: {problem}");
            Ok(false)
        }
    }
}

/// Builds the package with the checks of a test build, installs it and runs its tests.
///
/// # Errors
/// There is no Python, or a test fails.
pub fn test() -> Result<(), String> {
    environment()?;
    let folder = build("dev")?;
    install(&folder)?;
    // Python's own checks are on: resources that are not closed and memory that is used wrongly are reported.
    run(in_environment("python").args(["-X", "dev", "-m", "pytest", "--quiet"]).arg(package().join("tests")))
}

/// Installs the wheel of a folder.
fn install(folder: &Path) -> Result<(), String> {
    let find = ["install", "--quiet", "--force-reinstall", "--no-deps", "--no-index", "--pre", "--find-links"];
    run(in_environment("pip").args(find).arg(folder).arg("capolinea"))
}

fn package() -> PathBuf {
    root().join("crates/python")
}

/// A program of the environment.
fn in_environment(program: &str) -> Command {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    Command::new(target().join("python/environment").join(folder).join(program))
}

/// Checks for a Python that can make an environment of its own.
fn check() -> Result<(), String> {
    let asked = Command::new(PYTHON).args(["-c", "import ensurepip, venv"]).stderr(Stdio::null()).status();
    let is_there = asked.is_ok_and(|status| status.success());
    is_there.then_some(()).ok_or_else(|| {
        format!(
            "there is no `{PYTHON}` with its module venv: install it from your system's packages (Debian and Ubuntu: \
             `apt-get install python3-venv`), then run this again"
        )
    })
}

/// Makes the environment, unless it is there with the same packages.
fn environment() -> Result<(), String> {
    let folder = target().join("python/environment");
    let list = package().join("requirements.txt");
    let wanted =
        std::fs::read_to_string(&list).map_err(|error| format!("{} can't be read: {error}", list.display()))?;
    let stamp = folder.join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    check()?;
    run(Command::new(PYTHON).args(["-m", "venv", "--clear"]).arg(&folder))?;
    run(in_environment("pip").args(["install", "--quiet", "--requirement"]).arg(&list))?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{} can't be written: {error}", stamp.display()))
}

/// Builds the package; returns the folder, which contains only its wheel.
fn build(profile: &str) -> Result<PathBuf, String> {
    let folder = target().join("python").join(profile);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{} can't be emptied: {error}", folder.display()))?;
    }
    let mut maturin = in_environment("maturin");
    maturin.args(["build", "--quiet", "--locked", "--profile", profile, "--out"]).arg(&folder);
    run(maturin.arg("--manifest-path").arg(package().join("Cargo.toml")))?;
    Ok(folder)
}
