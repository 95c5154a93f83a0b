//! The program as a person runs it.

use expect_test::Expect;
use serde_json::Value;
use std::process::{Command, Output};

/// Runs the program.
pub fn capolinea(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capolinea")).args(arguments).output().expect("the program runs")
}

/// What it prints when all goes well.
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
