//! Tools that the tasks need besides Rust: Node.js with its npm, Chromium, PostgreSQL, nginx, HAProxy. A missing one is named in a
//! sentence that says how to get it.

use crate::run;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Checks for the tools that build the web client.
///
/// # Errors
/// Node.js or npm is missing or too old.
pub fn check_node() -> Result<(), String> {
    let Some(version) = version_of("node") else {
        return Err(
            "the web client is built with Node.js 20.19 or later, and no `node` was found: install it from your \
                    system's packages or from https://nodejs.org, then run this again"
                .into(),
        );
    };
    if !builds_the_client(&version) {
        return Err(format!(
            "the web client is built with Node.js 20.19, 22.12 or later, and `node` is {version}: install a newer one, \
             from https://nodejs.org if your system's packages have none, then run this again"
        ));
    }
    if version_of(npm()).is_none() {
        return Err("Node.js is there, but its package manager `npm` isn't: install that too (Debian and Ubuntu: \
                    `apt-get install npm`), then run this again"
            .into());
    }
    Ok(())
}

/// Checks for the tools that `cargo xtask test` runs besides the compiler.
///
/// # Errors
/// Something is missing.
pub fn check_rust_tools() -> Result<(), String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    for tool in ["fmt", "clippy"] {
        let asked = Command::new(&cargo).args([tool, "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !asked.is_ok_and(|status| status.success()) {
            return Err(format!("`cargo {tool}` is missing: `rustup component add rustfmt clippy` installs it"));
        }
    }
    Ok(())
}

/// The program that runs the web client's scripts.
pub fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// The system's Chromium, installed first if there is none.
///
/// # Errors
/// There is none and it can't be installed.
pub fn chromium() -> Result<PathBuf, String> {
    if let Some(browser) = find_chromium()? {
        return Ok(browser);
    }
    let words = Missing { name: "Chromium", needed_by: "the browser tests", instead: "set CHROMIUM to its path" };
    install(&words, &["chromium", "chromium", "chromium", "--cask chromium"])?;
    find_chromium()?.ok_or_else(|| "Chromium was installed but can't be found: set CHROMIUM to its path".into())
}

/// PostgreSQL's programs, installed first if there are none. No server of it need run: tests start their own.
///
/// # Errors
/// There are none and they can't be installed.
pub fn postgres() -> Result<PathBuf, String> {
    let find = capolinea_test_database::find_programs;
    if let Some(folder) = find() {
        return Ok(folder);
    }
    let instead = "set POSTGRES_BIN to the folder with its programs";
    let words = Missing { name: "PostgreSQL", needed_by: "the tests of the server's storage", instead };
    install(&words, &["postgresql", "postgresql-server", "postgresql", "postgresql"])?;
    find().ok_or_else(|| format!("PostgreSQL was installed but can't be found: {instead}"))
}

/// The proxies that the tests of several servers put before them, installed first where they are missing.
///
/// # Errors
/// One is missing and can't be installed.
pub fn proxies() -> Result<(), String> {
    for (program, name, packages) in [
        ("nginx", "nginx", ["nginx-light", "nginx", "nginx", "nginx"]),
        ("haproxy", "HAProxy", ["haproxy", "haproxy", "haproxy", "haproxy"]),
    ] {
        // Debian keeps them in a folder that is only on root's path.
        let is_there = || find_program(program).is_some() || Path::new("/usr/sbin").join(program).is_file();
        if is_there() {
            continue;
        }
        install(
            &Missing { name, needed_by: "the tests of several servers", instead: "put it on the path" },
            &packages,
        )?;
        if !is_there() {
            return Err(format!("{name} was installed but can't be found: put it on the path"));
        }
    }
    Ok(())
}

/// A program that is missing.
struct Missing {
    name: &'static str,
    needed_by: &'static str,
    /// A hint for when it can't be installed.
    instead: &'static str,
}

/// Installs a program by the system's package manager; `packages` are its names for apt, dnf, pacman and brew.
fn install(missing: &Missing, packages: &[&str; 4]) -> Result<(), String> {
    let Missing { name, needed_by, instead } = missing;
    let ways: [&[&str]; 4] = [
        &["apt-get", "install", "--yes", "--no-install-recommends"],
        &["dnf", "install", "--assumeyes"],
        &["pacman", "--sync", "--noconfirm"],
        &["brew", "install"],
    ];
    let Some((way, package)) = ways.iter().zip(packages).find(|(way, _)| find_program(way[0]).is_some()) else {
        return Err(format!("{needed_by} need {name}: install it, or {instead}"));
    };
    let words: Vec<&str> = way.iter().copied().chain(package.split(' ')).collect();
    let before: &[&str] = match way[0] {
        "brew" => &[],
        _ if is_root() => &[],
        _ if find_program("sudo").is_some() => &["sudo"],
        _ => {
            return Err(format!(
                "{needed_by} need {name}, and only root can install it: `{}` as root, or {instead}",
                words.join(" ")
            ));
        }
    };
    eprintln!("xtask: no {name} found, installing it from the system's packages");
    if way[0] == "apt-get" {
        run(&mut command(before, &["apt-get", "update"]))?;
    }
    run(&mut command(before, &words))
}

fn find_chromium() -> Result<Option<PathBuf>, String> {
    if let Some(path) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        let is_there = path.is_file();
        return is_there.then_some(Some(path.clone())).ok_or_else(|| {
            format!("CHROMIUM is set to {}, and there is no such file: set it to Chromium's path", path.display())
        });
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let mac = Path::new("/Applications/Chromium.app/Contents/MacOS/Chromium");
    Ok(names.into_iter().find_map(find_program).or_else(|| mac.exists().then(|| mac.to_path_buf())))
}

fn is_root() -> bool {
    let asked = Command::new("id").arg("-u").output();
    asked.is_ok_and(|answer| answer.stdout.trim_ascii() == b"0")
}

fn command(before: &[&str], words: &[&str]) -> Command {
    let words = [before, words].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}

/// The version that a program reports, if it answers.
fn version_of(program: &str) -> Option<String> {
    let answer = Command::new(program).arg("--version").stderr(Stdio::null()).output().ok()?;
    answer.status.success().then(|| String::from_utf8_lossy(&answer.stdout).trim().to_string())
}

/// Whether this Node.js is one that `engines` in `web/package.json` allows.
fn builds_the_client(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let (major, minor) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    match major {
        20 => minor >= 19,
        22 => minor >= 12,
        _ => major > 22,
    }
}

fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_is_as_new_as_the_client_needs() {
        let wanted = std::fs::read_to_string(crate::root().join("web/package.json")).unwrap();
        assert!(wanted.contains(r#""node": "^20.19.0 || >=22.12.0""#), "change `builds_the_client` and its words too");
        for version in ["v20.19.0", "v20.20.2", "v22.12.0", "v24.0.1"] {
            assert!(builds_the_client(version), "{version}");
        }
        for version in ["v18.20.4", "v20.18.3", "v21.7.0", "v22.11.0", "", "nonsense"] {
            assert!(!builds_the_client(version), "{version}");
        }
    }
}
