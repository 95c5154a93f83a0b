//! The project's developer tasks: `cargo xtask play`, `test`, `screenshots`, `bench`, `generate`.

mod against;
mod bench_server;
mod deny;
mod package;
mod python;
mod tools;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// The program takes the web client from a folder then.
const WITHOUT_CLIENT: &str = "--no-default-features";

const HELP: &str = "\
Capolinea's developer tasks:

cargo xtask play         build everything and open the front page
cargo xtask build        the web client and the program, target/release/capolinea
cargo xtask site         a website of plain files for any web host, into target/site: everything that works without a server
cargo xtask test         everything that must pass: formatting, licences, lints, tests, whole games in a real browser
cargo xtask licences     checks the Rust packages only: licences, sources, versions, known vulnerabilities
cargo xtask package      archives of all crates that can be published, with all their data
cargo xtask wheel        the Python package, into target/python/release
cargo xtask python       only the tests of the Python package
cargo xtask screenshots  pictures of every page, into target/screenshots
cargo xtask bench        the speed of the engine; with --counts also its instructions, counted by valgrind
cargo xtask bench --against REV
                         this tree and another revision, alternately: games and server; ratios with intervals
cargo xtask bench server load test: actions per second, latency, memory; with --postgres also with PostgreSQL and 1, 2 and 4 servers on it,
                         with --against REV the same server of another revision, alternately
cargo xtask bench flood  latency for others while one address sends all it can, and the memory of unfinished requests
cargo xtask bench fair   waiting times: waking long games, more experts than threads, tables that nobody looks at
cargo xtask bench memory whether the server's memory grows: ten minutes of game after game
cargo xtask bench browser the client in Chromium: first paint, updates, frames, memory
cargo xtask bench wasm   the engine in Chromium compared with the program: games per second, answers and clicks in a local game
cargo xtask bench python the Python package compared with other environments: decisions per second, memory over a million games
cargo xtask generate     the TypeScript types of all messages, from crates/protocol
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] | ["help"] | ["--help"] | ["-h"] => {
            print!("{HELP}");
            Ok(())
        }
        ["play"] => play(),
        ["build"] => build(),
        ["site"] => web::site(),
        ["test"] => test(),
        ["licences"] => deny::check(),
        ["wheel"] => python::wheel(),
        ["python"] => python::test(),
        ["package"] => package::check(),
        ["screenshots"] => in_browser("screenshots"),
        ["bench"] => bench(),
        ["bench", "server"] => {
            let scenarios =
                [["busy", "50", "10"], ["busy", "500", "10"], ["idle", "10000", "20"], ["wake", "100", "0"]];
            bench_server::run_all(&scenarios)
        }
        ["bench", "server", "--postgres"] => bench_server::postgres(),
        ["bench", "flood"] => {
            bench_server::run_all(&[["flood", "20", "20"], ["bodies", "1000000", "0"], ["bodies", "4000000", "0"]])
        }
        ["bench", "fair"] => bench_server::run_all(&[
            ["wake-long", "20", "1990"],
            ["experts", "10", "0"],
            ["experts", "2", "0"],
            ["experts", "2", "20"],
        ]),
        ["bench", "memory"] => bench_server::run_all(&[["busy", "20", "600"]]),
        ["bench", "browser"] => in_browser("bench"),
        ["bench", "wasm"] => bench_wasm(),
        ["bench", "python"] => python::bench(),
        ["bench", "--against", revision] => against::bench(revision),
        ["bench", "server", "--against", revision] => against::bench_server(revision),
        ["bench", "--counts"] => bench().and_then(|()| bench_counts()),
        ["generate"] => generate(),
        _ => {
            eprint!("xtask: there is no `cargo xtask {}`.\n\n{HELP}", words.join(" "));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the client, and the program with it inside, in release.
fn build() -> Result<(), String> {
    let build = ["build", "--release", "--package", "capolinea"];
    beside_client(wasm::Kind::Small, &[&build[..], &["--lib", WITHOUT_CLIENT]].concat())?;
    cargo(&build)
}

/// Builds the client, and at the same time something that does not contain it: a core is often idle meanwhile.
fn beside_client(engine: wasm::Kind, build: &[&str]) -> Result<(), String> {
    tools::check_node()?;
    std::thread::scope(|scope| {
        let other = scope.spawn(|| cargo(build));
        let client = web::build(engine);
        other.join().unwrap_or_else(|_| Err("the program could not be built".into()))?;
        client
    })
}

/// The engine in a browser beside the same code outside.
fn bench_wasm() -> Result<(), String> {
    build()?;
    cargo(&["build", "--release", "--package", "capolinea-wasm-search", "--example", "games"])?;
    web::in_browser("bench-wasm", "release")
}

/// Builds the client and the server, and opens the front page.
fn play() -> Result<(), String> {
    // The program takes the client from its folder, so that it need not wait for it.
    beside_client(wasm::Kind::Quick, &["build", "--profile", "play", "--package", "capolinea", WITHOUT_CLIENT])?;
    run(Command::new(program("play", "capolinea")).args(["play", "--web"]).arg(web::built()))
}

/// Format, licences, lints with warnings denied, tests of code and documents, the web client's checks.
fn test() -> Result<(), String> {
    let begun = Instant::now();
    // Report missing tools now rather than in a quarter of an hour.
    tools::check_rust_tools()?;
    tools::check_node()?;
    let has_python = python::is_there()?;
    tools::chromium()?;
    tools::postgres()?;
    tools::proxies()?;
    cargo(&["fmt", "--all", "--check"])?;
    deny::check()?;
    web::check()?;
    web::build(wasm::Kind::Small)?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    cargo(&["clippy", "--package", "capolinea", WITHOUT_CLIENT, "--", "--deny", "warnings"])?;
    let tests = ["test", "--workspace", "--lib", "--bins", "--tests", "--examples"];
    // The tests that play with a bot in Python have this word in their names.
    let skipped: &[&str] = if has_python { &[] } else { &["--", "--skip", "python"] };
    cargo(&[&tests, skipped].concat())?;
    cargo(&["test", "--workspace", "--doc"])?;
    package::check()?;
    if has_python {
        python::test()?;
    }
    cargo(&["build", "--package", "capolinea-test-database"])?;
    // With the program that the tests above have built, the web client in it.
    web::in_browser("browser", "debug")?;
    println!("xtask: everything passed in {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

/// Builds everything and runs a script of the web client that drives a browser.
fn in_browser(script: &str) -> Result<(), String> {
    web::build(wasm::Kind::Small)?;
    cargo(&["build", "--package", "capolinea", "--package", "capolinea-test-database"])?;
    web::in_browser(script, "debug")
}

/// Writes `web/src/protocol`.
fn generate() -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo)
        .args(["test", "--quiet", "--package", "capolinea-protocol", "--test", "it", "typescript::"])
        .env("UPDATE_EXPECT", "1"))
}

fn bench() -> Result<(), String> {
    cargo(&["bench", "--package", "capolinea", "--bench", "engine"])
}

/// Instructions instead of seconds: the same on every machine, whatever else it does.
fn bench_counts() -> Result<(), String> {
    cargo(&["build", "--profile", "bench", "--package", "capolinea"])?;
    let program = program("release", "capolinea");
    let out = target().join("callgrind.out");
    let simulate =
        ["simulate", "--map", "usa", "--bots", "random,random", "--games", "2000", "--seed", "1", "--threads", "1"];
    let valgrind = ["--tool=callgrind", &format!("--callgrind-out-file={}", out.display())].map(String::from);
    run(Command::new("valgrind").args(valgrind).arg(program).args(simulate))
        .map_err(|problem| format!("{problem}; valgrind comes with the system's packages (apt-get install valgrind)"))
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).args(arguments))
}

fn run(command: &mut Command) -> Result<(), String> {
    let words: Vec<String> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words = words.join(" ");
    eprintln!("xtask: {words}");
    // What cargo says of this package. Build scripts that look at it (ring's) would run again after each change between
    // `cargo xtask` and plain `cargo`, and what depends on them would be built again.
    for (name, _) in std::env::vars_os() {
        if ["CARGO_MANIFEST_", "CARGO_PKG_"].iter().any(|prefix| name.to_string_lossy().starts_with(prefix)) {
            command.env_remove(name);
        }
    }
    match command.current_dir(root()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{words}` failed ({status})")),
        Err(error) => Err(format!("`{words}` can't be run: {error}")),
    }
}

/// The project's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// A program as it was built.
fn program(profile: &str, name: &str) -> PathBuf {
    target().join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
