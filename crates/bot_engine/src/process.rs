//! A running process: one line to it, one line from it, within a time limit. It never outlives its owner.

use crate::Forfeit;
use crate::messages::{MAX_LINE, Reply, request};
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines of an engine that are kept until they are asked for. One that writes more has to wait.
const MAX_WAITING_LINES: usize = 64;
/// How much of its standard error is kept.
const MAX_STDERR: usize = 4000;
/// How many lines of it a message has.
const MAX_LAST_LINES: usize = 6;
/// How often a process that does not answer is looked at: whether it is still there.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How long an engine has to end by itself after `quit`, before it is killed.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// A running engine.
pub(crate) struct Process {
    child: Child,
    /// To the thread that writes: an engine that does not read blocks that thread alone.
    requests: Option<Sender<String>>,
    /// From the thread that reads; disconnected when the engine has closed its standard output.
    replies: Receiver<Line>,
    stderr: Arc<Mutex<Vec<u8>>>,
    /// Disconnected when all of its standard error has been read.
    stderr_end: Receiver<()>,
}

struct Line {
    text: String,
    /// When it was complete.
    at: Instant,
}

impl Process {
    /// Starts a program with its arguments.
    pub(crate) fn start(words: &[String]) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, Ctrl-C at the terminal does not reach it, and its own children can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        running().insert(child.id());
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("the engine has no pipes"));
        };
        let (requests, to_write) = channel();
        let (lines, replies) = sync_channel(MAX_WAITING_LINES);
        let last = Arc::new(Mutex::new(Vec::new()));
        let (reads_stderr, stderr_end) = channel::<()>();
        let process = Process { child, requests: Some(requests), replies, stderr: last.clone(), stderr_end };
        thread::Builder::new().spawn(move || write_lines(stdin, &to_write))?;
        thread::Builder::new().spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(text) = read_line(&mut stdout) {
                if lines.send(Line { text, at: Instant::now() }).is_err() {
                    break;
                }
            }
        })?;
        thread::Builder::new().spawn(move || {
            keep_last(stderr, &last);
            drop(reads_stderr);
        })?;
        Ok(process)
    }

    /// Sends a line, whose first word is `request`, and waits for the answer. Returns it with the time it took.
    pub(crate) fn ask(
        &mut self,
        request: &'static str,
        line: String,
        expected: &'static str,
        limit: Duration,
    ) -> Result<(Reply, Duration), Forfeit> {
        expect_silence(&self.replies)?;
        let begun = Instant::now();
        if self.requests.as_ref().is_none_or(|requests| requests.send(line).is_err()) {
            return Err(self.crashed());
        }
        loop {
            let line = match self.replies.recv_timeout(limit.saturating_sub(begun.elapsed()).min(LOOK_EVERY)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if begun.elapsed() < limit => {
                    self.end_children();
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Forfeit::TimedOut { request, limit, stderr: self.last_words() });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
            };
            match Reply::parse(&line.text) {
                Some(Reply::Info) => {}
                Some(Reply::Error(message)) => return Err(Forfeit::GaveUp { message }),
                Some(reply) => return Ok((reply, line.at.saturating_duration_since(begun))),
                None => return Err(Forfeit::BadOutput { expected, line: shortened(&line.text) }),
            }
        }
    }

    /// Why there are no more answers.
    fn crashed(&mut self) -> Forfeit {
        let how = match self.wait(QUIT_LIMIT) {
            Some(status) => {
                // Its last output may still be in the pipe.
                let _ = self.stderr_end.recv_timeout(QUIT_LIMIT);
                format!("the process ended ({status})")
            }
            None => "it closed its standard output".into(),
        };
        Forfeit::Crashed { how, stderr: self.last_words() }
    }

    /// The end of its standard error, in one line.
    fn last_words(&self) -> String {
        let bytes = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&bytes);
        // The frames of a stack trace (JavaScript, Java) would hide the error above them.
        let tells = |line: &&str| !line.is_empty() && !line.starts_with("at ");
        let lines: Vec<&str> = text.lines().map(str::trim).filter(tells).collect();
        lines[lines.len().saturating_sub(MAX_LAST_LINES)..].join(" / ")
    }

    /// Ends it at once, with all processes that it started.
    pub(crate) fn kill(&mut self) {
        let mut running = running();
        if running.remove(&self.child.id()) {
            kill_group(self.child.id());
        }
        // An error means that it has ended; either way `wait` collects it.
        drop(self.child.kill());
        drop(self.child.wait());
    }

    /// Ends what it started, if it has ended itself: it would keep the pipes open, and a crash would not be noticed.
    fn end_children(&mut self) {
        if has_ended(&mut self.child) && running().contains(&self.child.id()) {
            kill_group(self.child.id());
        }
    }

    /// How it ended, if it does within the limit. Processes that it started end with it.
    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        while !has_ended(&mut self.child) {
            if begun.elapsed() >= limit {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let mut running = running();
        // Its number belongs to no other process until it is collected.
        if running.remove(&self.child.id()) {
            kill_group(self.child.id());
        }
        self.child.wait().ok()
    }
}

/// The numbers of all processes that were not collected yet.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all engines, for a program that ends at once. Games that still need them are lost.
pub fn kill_all() {
    running().iter().for_each(|&process| kill_group(process));
}

/// Kills a process that was not collected yet, and all that it started.
#[cfg(unix)]
fn kill_group(process: u32) {
    if let Some(group) = rustix::process::Pid::from_raw(process.cast_signed()) {
        // An error means that there is nothing left to kill.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Elsewhere processes have no groups; each ends when its standard input is closed.
#[cfg(not(unix))]
fn kill_group(_process: u32) {}

/// Whether a process has ended. It is not collected.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(process) = Pid::from_raw(child.id().cast_signed()) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // An error means that it was collected before.
    waitid(WaitId::Pid(process), options).map_or(true, |status| status.is_some())
}

/// Whether a process has ended.
#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    child.try_wait().map_or(true, |status| status.is_some())
}

/// Asks it to quit, and kills it if it does not.
impl Drop for Process {
    fn drop(&mut self) {
        let begun = Instant::now();
        if let Some(requests) = self.requests.take() {
            // If nobody reads it any more, the process is killed below.
            drop(requests.send(request::QUIT.into()));
        }
        // Lines that are not read would keep it from ending.
        while self.replies.recv_timeout(QUIT_LIMIT.saturating_sub(begun.elapsed())).is_ok() {}
        if self.wait(QUIT_LIMIT.saturating_sub(begun.elapsed())).is_none() {
            self.kill();
        }
    }
}

/// Nothing but information may have come before the engine is asked.
fn expect_silence(replies: &Receiver<Line>) -> Result<(), Forfeit> {
    loop {
        match replies.try_recv() {
            Ok(line) if Reply::parse(&line.text) == Some(Reply::Info) => {}
            Ok(line) => {
                return Err(Forfeit::Unasked { line: shortened(&line.text) });
            }
            // If it has ended, the next question finds out.
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => return Ok(()),
        }
    }
}

/// Writes until the owner or the engine is gone; then its standard input is closed.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// The next line, or as much of it as may be read; `None` at the end.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let count = input.take(MAX_LINE).read_until(b'\n', &mut line).ok()?;
    (count > 0).then(|| String::from_utf8_lossy(&line).into_owned())
}

/// Keeps the last bytes of a pipe.
fn keep_last(mut pipe: impl Read, last: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        last.extend_from_slice(&buffer[..count]);
        let excess = last.len().saturating_sub(MAX_STDERR);
        last.drain(..excess);
    }
}

/// A line for a message: its beginning, without control characters.
fn shortened(line: &str) -> String {
    const MAX_SHOWN: usize = 120;
    let line = line.trim_end();
    let shown: String = line.chars().filter(|letter| !letter.is_control()).take(MAX_SHOWN).collect();
    if line.chars().count() > MAX_SHOWN { format!("{shown}…") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_nobody_asked_for_is_bad_output() {
        let (lines, replies) = channel();
        let send =
            |text: &str| lines.send(Line { text: text.into(), at: Instant::now() }).expect("it is received below");
        assert!(expect_silence(&replies).is_ok());
        send("info thinking\n");
        assert!(expect_silence(&replies).is_ok());
        send("info more\n");
        send("action draw blind\n");
        assert_eq!(
            expect_silence(&replies).expect_err("it was not asked").to_string(),
            "bad output: it wrote `action draw blind` before it was asked"
        );
    }
}
