//! The program, started with a folder or a database for its games.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server in a process of its own.
pub struct Program {
    child: Child,
    pub address: SocketAddr,
}

impl Program {
    /// Starts it and waits until it serves.
    pub fn start(data: &Path, more: &[&str]) -> Program {
        Program::run(Command::new(env!("CARGO_BIN_EXE_capolinea")), &in_folder(data), more)
    }

    /// Starts it with the database at this address.
    pub fn start_on(database: &str, more: &[&str]) -> Program {
        Program::run(Command::new(env!("CARGO_BIN_EXE_capolinea")), &["--database".as_ref(), database.as_ref()], more)
    }

    /// Starts it so that no file of its own can grow beyond so many kibibytes.
    pub fn start_limited(data: &Path, kibibytes: u32) -> Program {
        let mut command = Command::new("bash");
        let limited = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$0\" \"$@\"");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_capolinea")]);
        Program::run(command, &in_folder(data), &[])
    }

    /// Starts it with these variables in its environment.
    pub fn start_in(data: &Path, environment: &[(&str, &str)]) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_capolinea"));
        command.envs(environment.iter().copied());
        Program::run(command, &in_folder(data), &[])
    }

    /// Starts it with exactly these arguments.
    pub fn start_as(arguments: &[String]) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_capolinea"));
        command.args(arguments);
        Program::spawn(command)
    }

    fn run(mut command: Command, place: &[&OsStr], more: &[&str]) -> Program {
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--bot-delay", "0", "--test-seed", "7"])
            .args(place)
            .args(["--sockets-per-address", "100000", "--tables-per-hour", "1000000"])
            .args(["--requests-per-second", "1000000", "--messages-per-second", "1000000"])
            .args(["--work-per-second", "1000000000"])
            .args(["--tables-per-session", "1000000"])
            .args(more);
        Program::spawn(command)
    }

    /// Starts it and waits until its log, in either form, tells the address.
    fn spawn(mut command: Command) -> Program {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = |line: &str| {
            let (_, after) = line.split_once("address=").or_else(|| line.split_once("\"address\":\""))?;
            after.split([' ', '"']).next()?.parse().ok()
        };
        let address = lines.by_ref().map(Result::unwrap).find_map(|line| address(&line));
        let address = address.expect("the log tells the address");
        // The log goes on; somebody must read it.
        std::thread::spawn(move || lines.for_each(drop));
        Program { child, address }
    }

    /// Sends it a signal, by its name.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Ends it as a power cut would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, and waits until it has; whether it ended well.
    pub fn stop(mut self) -> bool {
        self.signal("TERM");
        self.child.wait().unwrap().success()
    }
}

fn in_folder(data: &Path) -> [&OsStr; 2] {
    ["--data".as_ref(), data.as_ref()]
}

/// A test that fails leaves no server behind.
impl Drop for Program {
    fn drop(&mut self) {
        // After a stop there is nothing left to kill.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
