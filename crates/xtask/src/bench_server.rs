//! Load tests: the program is started with a fresh folder or database and loaded with real sockets on the same machine.

use crate::against::report;
use crate::{cargo, program, run, target};
use capolinea_test_database::{Cluster, Durability};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Flags that let one client create all of the load.
pub const NO_LIMITS: [&str; 14] = [
    "--away-after",
    "0",
    "--sockets-per-address",
    "1000000",
    "--sockets",
    "1000000",
    "--connections",
    "1000000",
    "--requests-per-second",
    "1000000000",
    "--messages-per-second",
    "1000000000",
    "--work-per-second",
    "1000000000",
];

/// The first port at which servers are loaded.
const FIRST_PORT: u16 = 8329;

/// How many servers share a database.
const SERVERS: [u16; 3] = [1, 2, 4];

/// The tables of each of them.
const TABLES: &str = "24";

/// How often a server is killed, and the tables at it.
const KILLS: usize = 8;
const TABLES_OF_KILLED: &str = "50";

/// Where games are kept.
#[derive(Clone, Copy)]
pub enum Keep<'a> {
    /// In a fresh folder.
    Folder,
    /// In the database at this address.
    Database(&'a str),
}

/// A server that is being loaded.
struct LoadedServer {
    child: Child,
    id: String,
    address: String,
}

impl LoadedServer {
    /// Starts a server at port number `number` after the first.
    fn start(program: &Path, keep: Keep<'_>, number: u16, limits: &[&str]) -> Result<LoadedServer, String> {
        let folder = target().join("bench-server");
        let address = format!("127.0.0.1:{}", FIRST_PORT + number);
        let mut command = Command::new(program);
        command.args(["serve", "--listen", &address, "--log", "warn", "--sleep-after", "2"]);
        match keep {
            Keep::Folder => {
                // Removes the folder of the last run, if there is one.
                drop(std::fs::remove_dir_all(&folder));
                command.arg("--data").arg(&folder);
            }
            Keep::Database(url) => drop(command.args(["--database", url])),
        }
        command.args(["--tables-per-hour", "1000000000", "--tables-per-session", "1000000000"]).args(limits);
        let child = command.spawn().map_err(|error| format!("the server can't be started: {error}"))?;
        let begun = Instant::now();
        while std::net::TcpStream::connect(&address).is_err() && begun.elapsed().as_secs() < 10 {
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(LoadedServer { id: child.id().to_string(), child, address })
    }

    /// The load program, with the server's process and address.
    fn load(&self) -> Command {
        let mut command = Command::new(target().join("release/examples/load"));
        command.args([&self.id, &self.address]);
        command
    }

    fn stop(mut self) -> Result<(), String> {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        ended.map(drop).map_err(|error| format!("the server can't be ended: {error}"))
    }
}

/// Builds the program and the load program.
fn build() -> Result<(), String> {
    cargo(&["build", "--release", "--package", "capolinea"])?;
    cargo(&["build", "--release", "--package", "capolinea-server", "--example", "load"])
}

/// Starts the program with a fresh folder for each scenario.
///
/// # Errors
/// Something can't be built or run.
pub fn run_all(scenarios: &[[&str; 3]]) -> Result<(), String> {
    build()?;
    scenarios.iter().try_for_each(|scenario| {
        // This measures the default limits.
        let has_usual_limits = matches!(scenario.first(), Some(&"flood" | &"bodies"));
        let limits = if has_usual_limits { &["--away-after", "0"][..] } else { &NO_LIMITS };
        let server = LoadedServer::start(&program("release", "capolinea"), Keep::Folder, 0, limits)?;
        let done = run(server.load().args(scenario));
        done.and(server.stop())
    })
}

/// SQLite and a PostgreSQL that syncs to the disk, alternately; then several servers on one database, each with as many tables; then
/// two, of which one is killed.
///
/// # Errors
/// PostgreSQL is not installed, or something can't be built or run.
pub fn postgres() -> Result<(), String> {
    build()?;
    let cluster = Cluster::start(Durability::Durable)?;
    let program = program("release", "capolinea");
    println!("ratios of actions per second of the servers' own processor time, over 1 is better; 95 % intervals");
    report("PostgreSQL against SQLite, 50 tables", || {
        let sqlite = at_50_tables(&program, Keep::Folder, &NO_LIMITS)?.actions;
        let url = cluster.create_database()?;
        let postgres = at_50_tables(&program, Keep::Database(&url), &NO_LIMITS)?.actions;
        println!("    SQLite {sqlite:.0}, PostgreSQL {postgres:.0}");
        Ok(postgres / sqlite)
    })?;
    for servers in SERVERS.into_iter().skip(1) {
        report(&format!("{servers} servers against 1"), || {
            let one = together(&program, &cluster.create_database()?, 1)?;
            let several = together(&program, &cluster.create_database()?, servers)?;
            println!("    1: {one:.0}, {servers}: {several:.0}");
            Ok(several / one)
        })?;
    }
    (0..KILLS).try_for_each(|_| fail_over(&program, &cluster.create_database()?))
}

/// Two servers; people play at one until it is killed, then at the other.
fn fail_over(program: &Path, url: &str) -> Result<(), String> {
    let start = |number| LoadedServer::start(program, Keep::Database(url), number, &NO_LIMITS);
    let (first, second) = (start(0)?, start(1)?);
    let done = run(first.load().args(["failover", TABLES_OF_KILLED, &second.address]));
    done.and(first.stop()).and(second.stop())
}

/// Several servers on one database, all loaded at the same time: the actions per second of their processor time.
fn together(program: &Path, url: &str, servers: u16) -> Result<f64, String> {
    let start = |number| LoadedServer::start(program, Keep::Database(url), number, &NO_LIMITS);
    let servers = (0..servers).map(start).collect::<Result<Vec<_>, String>>()?;
    let loaded: Vec<_> = std::thread::scope(|scope| {
        let loads = servers.iter().map(|server| scope.spawn(|| figures(server.load().args(["busy", TABLES, "5"]))));
        loads.collect::<Vec<_>>().into_iter().map(|load| load.join()).collect()
    });
    servers.into_iter().try_for_each(LoadedServer::stop)?;
    let count = loaded.len() as f64;
    let mut costs = 0.0;
    for load in loaded {
        costs += 1.0 / load.map_err(|_| "a load test ended in a panic")??.actions;
    }
    Ok(count / costs)
}

/// The figures of a load test.
#[derive(Clone, Copy)]
pub struct Figures {
    /// The actions per second of the server's processor time.
    pub actions: f64,
    /// How long 99 % of actions take at most, from sending to the own update, in milliseconds.
    pub p99: f64,
}

/// The figures of one server with 50 tables.
///
/// # Errors
/// The server or the load can't be run.
pub fn at_50_tables(program: &Path, keep: Keep<'_>, limits: &[&str]) -> Result<Figures, String> {
    let server = LoadedServer::start(program, keep, 0, limits)?;
    let found = figures(server.load().args(["busy", "50", "4"]));
    server.stop()?;
    found
}

fn figures(load: &mut Command) -> Result<Figures, String> {
    let output = load.output().map_err(|error| format!("the load can't be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let figure = |name: &str| {
        let line = text.lines().find(|line| line.contains(name))?;
        line.split_whitespace().find_map(|word| word.parse().ok())
    };
    let found = figure("actions a second of server CPU").zip(figure("send to own update, p99"));
    let (actions, p99) = found.ok_or_else(|| {
        format!("the load test printed no figures:\n{text}{}", String::from_utf8_lossy(&output.stderr))
    })?;
    Ok(Figures { actions, p99 })
}
