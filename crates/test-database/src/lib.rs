//! A private PostgreSQL cluster for tests and benchmarks: it is created in a temporary folder, runs as a user other than root, listens on a
//! free port, and is removed when the program that started it has ended, for whatever reason.
//!
//! ```no_run
//! let cluster = capolinea_test_database::Cluster::start(capolinea_test_database::Durability::Fast)?;
//! let url = cluster.create_database()?;
//! # Ok::<(), String>(())
//! ```

mod proxy;

pub use proxy::Proxy;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long the database may take to start on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// Whether commits survive a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// They survive only the end of a process: for tests.
    Fast,
    /// They survive, as in production: for benchmarks.
    Durable,
}

/// A running PostgreSQL.
#[derive(Debug)]
pub struct Cluster {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
    supervisor: Mutex<Supervisor>,
    databases: AtomicU32,
}

#[derive(Debug)]
struct Supervisor {
    child: Child,
    words: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// One cluster for all tests of a program; it is started by the first that needs it.
///
/// # Panics
/// If it can't be started: a test that needs it can't continue.
pub fn shared() -> &'static Cluster {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(|| match Cluster::start(Durability::Fast) {
        Ok(cluster) => cluster,
        Err(problem) => panic!("{problem}"),
    })
}

/// Where PostgreSQL's programs are, if it is installed.
pub fn find_programs() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("POSTGRES_BIN").map(PathBuf::from) {
        return has_programs(&folder).then_some(folder);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).find(|folder| has_programs(folder));
    on_path.or_else(|| {
        // Debian keeps every version in a folder of its own, outside of the path.
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let number = |folder: &PathBuf| folder.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
        let mut folders: Vec<PathBuf> = versions.flatten().map(|entry| entry.path()).collect();
        folders.sort_by_key(number);
        folders.into_iter().rev().map(|folder| folder.join("bin")).find(|folder| has_programs(folder))
    })
}

fn has_programs(folder: &Path) -> bool {
    ["initdb", "postgres", "createdb"].iter().all(|name| folder.join(name).is_file())
}

impl Cluster {
    /// Starts one.
    ///
    /// # Errors
    /// PostgreSQL is not installed, or does not start.
    pub fn start(durability: Durability) -> Result<Cluster, String> {
        let bin = find_programs().ok_or(
            "PostgreSQL is not installed: `cargo xtask test` installs it, or set POSTGRES_BIN to the folder with initdb",
        )?;
        let folder = tempfile::Builder::new().prefix("capolinea-postgres-").tempdir();
        // The supervisor removes it.
        let folder = folder.map_err(|error| format!("no temporary folder: {error}"))?.keep();
        if is_root() {
            run(Command::new("chown").arg(server_user()).arg(&folder))?;
        }
        let data = folder.join("data");
        let fill = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"];
        run(as_user(&bin.join("initdb")).arg("--pgdata").arg(&data).args(fill).current_dir(&folder))?;
        use_tls(&data)?;
        let port = free_port()?;
        let fsync = if durability == Durability::Durable { "on" } else { "off" };
        let mut command = as_user(Path::new("/bin/sh"));
        // A signal to the whole group of the program must not reach it: it would leave the folder behind.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(["-c", include_str!("supervise.sh"), "supervise"])
            .args([bin.as_os_str(), folder.as_os_str()])
            .args([&port.to_string(), fsync])
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("PostgreSQL can't be started: {error}"))?;
        let (Some(words), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("PostgreSQL's supervisor has no pipes".into());
        };
        let supervisor = Supervisor { child, words: Some(words), answers: BufReader::new(answers) };
        let cluster = Cluster { bin, folder, port, supervisor: Mutex::new(supervisor), databases: AtomicU32::new(0) };
        cluster.wait_until_ready()?;
        Ok(cluster)
    }

    /// Its port at 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of a database; `port` may be that of a proxy.
    pub fn url(&self, database: &str, port: u16) -> String {
        format!("postgres://postgres@127.0.0.1:{port}/{database}?sslmode=disable")
    }

    /// The address of a database over TLS. Its certificate, [`Cluster::certificate`], is self-signed.
    pub fn url_over_tls(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}?sslmode=require", self.port)
    }

    /// The file of its TLS certificate.
    pub fn certificate(&self) -> PathBuf {
        self.folder.join("data").join(CERTIFICATE)
    }

    /// Creates an empty database and returns its name.
    ///
    /// # Errors
    /// It can't be created.
    pub fn create_named(&self) -> Result<String, String> {
        let name = format!("capolinea_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        run(self.client("createdb").arg(&name))?;
        Ok(name)
    }

    /// Creates an empty database and returns its address.
    ///
    /// # Errors
    /// It can't be created.
    pub fn create_database(&self) -> Result<String, String> {
        self.create_named().map(|name| self.url(&name, self.port))
    }

    /// Executes SQL in a database and returns the rows as text, columns separated by `|`.
    ///
    /// # Errors
    /// It fails.
    pub fn sql(&self, database: &str, sql: &str) -> Result<String, String> {
        let mut psql = self.client("psql");
        psql.args(["--no-psqlrc", "--tuples-only", "--no-align", "--dbname", database, "--command", sql]);
        run(&mut psql)
    }

    /// Stops the database as a power cut would, without notice.
    ///
    /// # Errors
    /// Its supervisor is gone.
    pub fn stop(&self) -> Result<(), String> {
        self.say("stop")
    }

    /// Starts it again.
    ///
    /// # Errors
    /// It does not start.
    pub fn start_again(&self) -> Result<(), String> {
        self.say("start")?;
        self.wait_until_ready()
    }

    fn client(&self, program: &str) -> Command {
        let mut command = Command::new(self.bin.join(program));
        command.args(["--host", "127.0.0.1", "--port", &self.port.to_string(), "--username", "postgres"]);
        command
    }

    fn say(&self, word: &str) -> Result<(), String> {
        let mut supervisor = self.supervisor.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = |error: std::io::Error| format!("PostgreSQL's supervisor is gone: {error}");
        if let Some(words) = &mut supervisor.words {
            writeln!(words, "{word}").map_err(gone)?;
        }
        let mut answer = String::new();
        supervisor.answers.read_line(&mut answer).map_err(gone)?;
        (answer.trim() == word).then_some(()).ok_or_else(|| "PostgreSQL's supervisor is gone".into())
    }

    fn wait_until_ready(&self) -> Result<(), String> {
        let begun = Instant::now();
        loop {
            let is_open = TcpStream::connect(("127.0.0.1", self.port)).is_ok();
            let problem = match is_open.then(|| self.sql("postgres", "SELECT 1")) {
                Some(Ok(_)) => return Ok(()),
                Some(Err(problem)) => problem,
                None => "nobody listens".into(),
            };
            if begun.elapsed() > START_TIMEOUT {
                let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL does not start: {problem}\n{log}"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let supervisor = self.supervisor.get_mut().unwrap_or_else(PoisonError::into_inner);
        // The end of its input ends it.
        supervisor.words = None;
        // It has ended either way.
        drop(supervisor.child.wait());
    }
}

const CERTIFICATE: &str = "server.crt";

/// Creates a self-signed certificate and its key for the database. PostgreSQL's packages bring `openssl` with them.
fn use_tls(data: &Path) -> Result<(), String> {
    let files = [data.join("server.key"), data.join(CERTIFICATE)];
    let kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    let names = ["-subj", "/CN=a database for tests", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
    let mut openssl = Command::new("openssl");
    openssl.arg("req").args(kind).args(names).args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    run(openssl.arg("-keyout").arg(&files[0]).arg("-out").arg(&files[1]))?;
    for file in files {
        run(Command::new("chmod").arg("600").arg(&file))?;
        if is_root() {
            run(Command::new("chown").arg(server_user()).arg(&file))?;
        }
    }
    Ok(())
}

/// PostgreSQL refuses to run as root.
fn as_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let user = server_user();
    let mut command = Command::new("setpriv");
    command.args([&format!("--reuid={user}"), "--clear-groups", &format!("--regid={}", group_of(user)), "--"]);
    command.arg(program);
    command
}

fn is_root() -> bool {
    let asked = Command::new("id").arg("-u").output();
    asked.is_ok_and(|answer| answer.stdout.trim_ascii() == b"0")
}

/// A user who is not root and exists.
fn server_user() -> &'static str {
    let exists = Command::new("id").args(["-u", "postgres"]).stderr(Stdio::null()).output();
    if exists.is_ok_and(|answer| answer.status.success()) { "postgres" } else { "nobody" }
}

fn group_of(user: &str) -> String {
    let asked = Command::new("id").args(["-g", user]).output();
    asked.map(|answer| String::from_utf8_lossy(&answer.stdout).trim().to_string()).unwrap_or_default()
}

fn free_port() -> Result<u16, String> {
    let found = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    found.map(|address| address.port()).map_err(|error| format!("no free port: {error}"))
}

/// Runs a program to its end and returns its output.
fn run(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = command.stdin(Stdio::null()).output().map_err(|error| format!("{name} can't be run: {error}"))?;
    if ended.status.success() {
        return Ok(String::from_utf8_lossy(&ended.stdout).into_owned());
    }
    Err(format!("{name} failed: {}", String::from_utf8_lossy(&ended.stderr)))
}
