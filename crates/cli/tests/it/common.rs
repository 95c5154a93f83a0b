//! The program as a person runs it.

use expect_test::Expect;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Runs the program.
pub fn capolinea(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capolinea")).args(arguments).output().expect("the program runs")
}

/// Its output on success.
pub fn stdout(arguments: &[&str]) -> String {
    let output = capolinea(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// The one JSON object it prints.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).expect("it prints one JSON object")
}

/// Checks that the program refuses with these words and nothing on standard output.
pub fn refuses(arguments: &[&str], words: Expect) {
    let output = capolinea(arguments);
    assert!(!output.status.success(), "{arguments:?} was not refused");
    assert!(output.stdout.is_empty());
    words.assert_eq(&String::from_utf8_lossy(&output.stderr));
}

/// Starts the program; what it prints is kept.
pub fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_capolinea"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Presses Ctrl-C, and waits until the program has ended.
pub fn interrupt(child: &mut Child) -> Output {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("there is a kill").success());
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    child.stdout.take().map(|mut pipe| pipe.read_to_end(&mut stdout).expect("it can be read"));
    child.stderr.take().map(|mut pipe| pipe.read_to_end(&mut stderr).expect("it can be read"));
    Output { status: child.wait().expect("it ends"), stdout, stderr }
}

/// The lines that come through a pipe, as they come.
pub fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            // The test may have seen enough; the pipe must still be read.
            drop(sender.send(line));
        }
    });
    receiver
}

/// Waits for a condition that the running program brings about.
pub fn wait_until(child: &mut Child, condition: impl Fn() -> bool) {
    while !condition() {
        let ended = child.try_wait().expect("it can be asked");
        assert!(ended.is_none() || condition(), "the program ended too early: {ended:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
