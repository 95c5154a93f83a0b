//! `cargo xtask bench --against REV`: this tree and another revision, built in the same way and measured alternately on the same machine.
//! Noise hits both sides alike, so their ratio can be trusted where the figures alone can't.

use crate::bench_server::{Figures, Keep, NO_LIMITS, at_50_tables};
use crate::{cargo, program, run, target};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// How often everything is measured on both sides.
const ROUNDS: usize = 8;
/// Student's t for a two-sided 95 % interval of that many measurements.
const T_95: f64 = 2.365;

/// A measurement: its name, and the arguments of `capolinea simulate`. The games are long enough for the coarse clock of
/// processor time, some seconds each.
const SIMULATIONS: [(&str, &str); 4] = [
    ("random games, usa", "--map usa --bots random,random --games 60000"),
    ("random games, germany, 4 players", "--map germany --bots random,random,random,random --games 20000"),
    ("planner games, usa", "--map usa --bots planner,planner --games 20000"),
    ("searcher:300 games, europe", "--map europe --bots searcher:300,planner --games 6"),
];

/// The programs that are compared.
struct Sides {
    new: PathBuf,
    old: PathBuf,
}

/// Builds and measures everything.
///
/// # Errors
/// The revision is unknown, or one of the sides can't be built or run.
pub fn bench(revision: &str) -> Result<(), String> {
    let sides = build(revision)?;
    for (name, words) in SIMULATIONS {
        report(name, || Ok(simulate(&sides.old, words)? / simulate(&sides.new, words)?))?;
    }
    bench_servers(&sides)
}

/// Builds, and measures the servers only.
///
/// # Errors
/// The revision is unknown, or one of the sides can't be built or run.
pub fn bench_server(revision: &str) -> Result<(), String> {
    bench_servers(&build(revision)?)
}

fn bench_servers(sides: &Sides) -> Result<(), String> {
    let mut waits = Vec::new();
    report("server, actions per CPU second", || {
        let (old, new) = (serve(&sides.old)?, serve(&sides.new)?);
        println!("    {:.0} and {:.0}, p99 {:.2} and {:.2} ms", old.actions, new.actions, old.p99, new.p99);
        waits.push(new.p99 / old.p99);
        Ok(new.actions / old.actions)
    })?;
    let mut waits = waits.into_iter();
    report("server, p99; below 1 is better", || waits.next().ok_or_else(|| "too few rounds".into()))
}

fn build(revision: &str) -> Result<Sides, String> {
    let there = check_out(revision)?;
    cargo(&["build", "--release", "--package", "capolinea"])?;
    cargo(&["build", "--release", "--package", "capolinea-server", "--example", "load"])?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--release", "--package", "capolinea", "--manifest-path"]).arg(there.join("Cargo.toml"));
    // Cargo reads this tree's settings there too, but a variable that is set already stays.
    build.env("LIBSQLITE3_FLAGS", sqlite_flags(&there));
    run(build.env("CARGO_TARGET_DIR", there.join("target")))?;
    let new = program("release", "capolinea");
    let old = there.join("target/release").join(format!("capolinea{}", std::env::consts::EXE_SUFFIX));
    println!("this tree against {revision}: speed as a ratio, over 1 is faster; 95 % intervals of {ROUNDS} rounds");
    Ok(Sides { new, old })
}

/// The other revision in a work tree of its own.
fn check_out(revision: &str) -> Result<PathBuf, String> {
    let folder = target().join("against");
    if !folder.join(".git").exists() {
        run(Command::new("git").args(["worktree", "add", "--detach", "--force"]).arg(&folder).arg(revision))?;
    }
    run(Command::new("git").arg("-C").arg(&folder).args(["checkout", "--quiet", "--detach", "--force", revision]))?;
    Ok(folder)
}

/// The flags with which a tree compiles SQLite.
fn sqlite_flags(tree: &Path) -> String {
    let settings = std::fs::read_to_string(tree.join(".cargo/config.toml")).unwrap_or_default();
    let flags = settings.lines().find_map(|line| line.strip_prefix("LIBSQLITE3_FLAGS = \"")?.strip_suffix('"'));
    flags.unwrap_or_default().to_string()
}

/// Measures in rounds and prints the ratio with its interval.
///
/// # Errors
/// The first failure of a measurement.
pub fn report(name: &str, mut measure: impl FnMut() -> Result<f64, String>) -> Result<(), String> {
    let logarithms = (0..ROUNDS).map(|_| measure().map(f64::ln)).collect::<Result<Vec<f64>, String>>()?;
    let (mean, margin) = mean_and_margin(&logarithms);
    println!("  {name:<34} {:.3}  ({:.3} to {:.3})", mean.exp(), (mean - margin).exp(), (mean + margin).exp());
    Ok(())
}

fn mean_and_margin(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, T_95 * (variance / count).sqrt())
}

/// The processor time that some games take, in seconds.
fn simulate(program: &Path, words: &str) -> Result<f64, String> {
    let before = children_time();
    let begun = Instant::now();
    let mut command = Command::new(program);
    command.arg("simulate").args(words.split(' ')).args(["--seed", "1", "--threads", "1"]);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !status.as_ref().is_ok_and(std::process::ExitStatus::success) {
        return Err(format!("`{} simulate {words}` failed ({status:?})", program.display()));
    }
    Ok(match (before, children_time()) {
        (Some(before), Some(after)) => after - before,
        _ => begun.elapsed().as_secs_f64(),
    })
}

/// The processor time of all processes that this one has waited for, in seconds, where the system gives it.
fn children_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in brackets, may hold spaces.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok());
    Some((ticks(13)? + ticks(14)?) / TICKS_PER_SECOND)
}

/// Linux counts in hundredths of a second for programs, whatever it does itself.
const TICKS_PER_SECOND: f64 = 100.0;

/// The figures of a program's server.
fn serve(program: &Path) -> Result<Figures, String> {
    let help = Command::new(program).args(["serve", "--help"]).output();
    let help = help.map_err(|error| format!("{} can't be run: {error}", program.display()))?;
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    // An older program may lack a flag, and then has no such limit.
    let known = NO_LIMITS.chunks(2).filter(|flag| help.contains(flag[0])).flatten().copied();
    at_50_tables(program, Keep::Folder, &known.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_as_wide_as_the_spread() {
        let (mean, margin) = mean_and_margin(&[1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0]);
        assert!((mean - 2.0).abs() < 1e-9);
        // The standard deviation is sqrt(8/7); over sqrt(8) measurements.
        assert!((margin - T_95 / 7.0_f64.sqrt()).abs() < 1e-9, "{margin}");
    }
}
