//! Features of all commands: errors, colours, quiet mode, completions and manual pages.

use crate::common::{capolinea, stdout};
use std::process::{Command, Output};

fn with_variable(name: &str, value: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_capolinea")).args(arguments).env(name, value).output().expect("the program runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Errors of the command line's parser, of a command, of a map, of a bot's name.
const WRONG: [&[&str]; 5] = [
    &["simulate", "--nonsense"],
    &["simulate", "--map", "atlantis"],
    &["duel", "--a", "hal", "--b", "random"],
    &["nonsense"],
    &["replay", "no/such/file"],
];

#[test]
fn every_error_has_the_same_prefix() {
    for wrong in WRONG {
        let output = capolinea(wrong);
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(stderr(&output).starts_with("capolinea: "), "{wrong:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("error:"), "{wrong:?}: {}", stderr(&output));
    }
}

#[test]
fn colours_are_used_when_asked_for_and_never_in_a_file() {
    for wrong in WRONG {
        let escape = |output: &Output| stderr(output).contains('\u{1b}');
        assert!(!escape(&capolinea(wrong)), "{wrong:?}: a file has no colours");
        assert!(!escape(&capolinea(&[wrong, &["--color", "never"]].concat())));
        let colored = capolinea(&[wrong, &["--color", "always"]].concat());
        assert!(stderr(&colored).starts_with("\u{1b}[1m\u{1b}[31mcapolinea:"), "{:?}", stderr(&colored));
        assert!(!escape(&with_variable("NO_COLOR", "1", wrong)));
        assert!(
            escape(&with_variable("NO_COLOR", "1", &[&["--color=always"], wrong].concat())),
            "the flag comes first"
        );
    }
    assert!(stderr(&capolinea(&["map", "list", "--color", "pink"])).starts_with("capolinea: invalid value 'pink'"));
}

#[test]
fn quiet_leaves_results_and_errors() {
    let output = capolinea(&["tune", "--map", "berlin", "--deals", "60", "--rounds", "10", "--quiet"]);
    assert!(output.status.success() && output.stderr.is_empty() && !output.stdout.is_empty());
    assert!(!stderr(&capolinea(&["tune", "--map", "berlin", "--deals", "60", "--rounds", "10"])).is_empty());
    assert!(
        stderr(&capolinea(&["--quiet", "simulate", "--map", "atlantis"])).starts_with("capolinea: no map is called")
    );
}

#[test]
fn every_shell_has_completions_with_every_command() {
    let commands =
        ["play", "serve", "simulate", "duel", "ladder", "replay", "map", "tune", "learn", "completions", "man"];
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        for command in commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
        assert!(script.contains("sprt") && script.contains("quiet"), "{shell}");
    }
}

/// A full disk, or a reader that has gone away.
#[test]
#[cfg(target_os = "linux")]
fn errors_and_notes_that_nobody_can_read_are_no_crash() {
    let run = |arguments: &[&str]| {
        let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let program = Command::new(env!("CARGO_BIN_EXE_capolinea")).args(arguments).stderr(full()).output();
        program.expect("the program runs")
    };
    for wrong in WRONG {
        let output = run(wrong);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{wrong:?}: {}", output.status);
    }
    let duel = run(&["duel", "--map", "berlin", "--a", "random", "--b", "greedy", "--deals", "20"]);
    assert!(duel.status.success(), "{}", duel.status);
    assert!(String::from_utf8_lossy(&duel.stdout).contains("20 deals of seed 1"));
}

/// Numbers that a flag does not take: the message names the flag, and says what to write.
#[test]
fn a_wrong_number_is_explained() {
    for (flag, value, words) in [
        ("--seed", "-1", "invalid value '-1' for '--seed <SEED>': write a whole number, 0 or more\n"),
        ("--seed", "1.5", "invalid value '1.5' for '--seed <SEED>': write a whole number, 0 or more\n"),
        ("--games", "1e6", "invalid value '1e6' for '--games <GAMES>': write a whole number, 0 or more\n"),
        ("--games", "", "invalid value '' for '--games <GAMES>': write a whole number, 0 or more\n"),
        (
            "--seed",
            "18446744073709551616",
            "invalid value '18446744073709551616' for '--seed <SEED>': the number is too large\n",
        ),
        ("--games", "0", "invalid value '0' for '--games <GAMES>': 0 is not in 1..=4294967295\n"),
    ] {
        let told = stderr(&capolinea(&["simulate", flag, value]));
        assert!(told.starts_with(&format!("capolinea: {words}")), "{told}");
    }
}

/// Asks bash itself to complete a command line.
#[test]
#[cfg(unix)]
fn bash_completes_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("capolinea.bash");
    std::fs::write(&script, stdout(&["completions", "bash"])).expect("a file");
    let ask = "source \"$0\"; COMP_WORDS=(capolinea duel --rec); COMP_CWORD=2; _capolinea capolinea --rec duel; echo \"${COMPREPLY[@]}\"";
    let output = Command::new("bash").args(["-c", ask]).arg(&script).output().expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "--records", "{}", stderr(&output));
}

#[test]
fn every_command_has_a_manual_page_with_its_examples() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("man1");
    stdout(&["man", path.to_str().expect("a plain path")]);
    for page in
        ["capolinea", "capolinea-simulate", "capolinea-duel", "capolinea-map", "capolinea-map-check", "capolinea-serve"]
    {
        let text = std::fs::read_to_string(path.join(format!("{page}.1"))).expect(page);
        assert!(text.contains(".TH ") && text.contains(".SH SYNOPSIS"), "{page}");
    }
    let simulate = std::fs::read_to_string(path.join("capolinea-simulate.1")).expect("a page");
    assert!(simulate.contains("capolinea simulate \\-\\-map europe"), "{simulate}");
    let examples = simulate.split_once(".SH EXAMPLES\n.nf\n").expect("examples keep their lines").1;
    assert!(examples.contains("\n.fi\n.SH VERSION"), "{simulate}");
    let file = path.join("capolinea.1");
    let wrong = capolinea(&["man", file.to_str().expect("a plain path")]);
    assert!(stderr(&wrong).starts_with("capolinea: can't make the folder"), "{}", stderr(&wrong));
}
