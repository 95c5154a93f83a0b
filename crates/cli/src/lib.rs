//! What the `capolinea` program does: its commands, one file each.

mod commands;
pub mod narrate;
mod output;
mod report;
mod rows;
pub mod simulation;

use clap::{Parser, Subcommand};
use commands::{duel, ladder, learn, map, replay, serve, simulate, tune};

const EXAMPLES: &str = "\
Examples:
  capolinea play                                       # in the browser, alone, with bots or with friends
  capolinea simulate --bots planner,greedy             # a thousand games between bots
  capolinea duel --a searcher:50ms --b planner --deals 50
  capolinea help serve                                 # everything a host can set
";

/// Five train board games: play them in the browser, serve them to friends, measure bots at them, replay them, draw maps
#[derive(Parser)]
#[command(name = "capolinea", version, propagate_version = true, after_help = EXAMPLES)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(serve::PlayArguments),
    Serve(serve::ServeArguments),
    Simulate(simulate::Arguments),
    Duel(duel::Arguments),
    Ladder(ladder::Arguments),
    Replay(replay::Arguments),
    Map(map::Arguments),
    Tune(tune::Arguments),
    Learn(learn::Arguments),
}

/// An error as a person at a terminal reads it.
pub fn in_words(error: &anyhow::Error) -> String {
    output::harmless(&format!("{error:#}"))
}

/// Reads the command line and does what it says.
///
/// # Errors
/// What went wrong, in words for the person at the terminal.
pub fn run() -> anyhow::Result<()> {
    match Program::parse().command {
        Command::Play(arguments) => serve::play(&arguments),
        Command::Serve(arguments) => serve::serve(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Duel(arguments) => duel::run(&arguments),
        Command::Ladder(arguments) => ladder::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Map(arguments) => map::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    /// Every line of a text that is a command for this program.
    fn commands(text: &str) -> Vec<Vec<&str>> {
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("capolinea "));
        lines.map(|line| line.split('#').next().unwrap_or_default().split_whitespace().collect()).collect()
    }

    fn takes(words: &[&str]) {
        let taken = Program::try_parse_from(words).map(drop);
        let is_help = words.get(1) == Some(&"help");
        assert!(is_help || taken.is_ok(), "{}: {}", words.join(" "), taken.unwrap_err());
    }

    #[test]
    fn every_command_has_examples_that_it_takes() {
        let program = Program::command();
        for command in program.get_subcommands().chain([&program]) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = commands(&help);
            assert!(!examples.is_empty(), "{} has no examples", command.get_name());
            examples.iter().for_each(|words| takes(words));
            for part in command.get_subcommands() {
                let help = part.get_after_help().map(ToString::to_string).unwrap_or_default();
                commands(&help).iter().for_each(|words| takes(words));
            }
        }
    }

    fn document(name: &str) -> String {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        std::fs::read_to_string(root.join(name)).unwrap()
    }

    #[test]
    fn every_setting_of_a_host_is_documented() {
        let page = document("docs/HOSTING.md");
        let program = Program::command();
        let serve = program.find_subcommand("serve").unwrap();
        for argument in serve.get_arguments() {
            let (Some(flag), Some(variable)) = (argument.get_long(), argument.get_env()) else { continue };
            let row = page
                .lines()
                .find(|line| line.starts_with(&format!("| `--{flag}`")) || line.starts_with(&format!("| `--{flag} ")));
            let row = row.unwrap_or_else(|| panic!("docs/HOSTING.md has no row for --{flag}"));
            assert!(row.contains(&format!("| `{}` |", variable.display())), "{row}");
            for usual in argument.get_default_values().iter().filter(|usual| *usual != "false") {
                assert!(row.replace('`', "").contains(&format!("| {} |", usual.display())), "{row}");
            }
        }
    }

    #[test]
    fn every_command_in_the_documents_is_taken() {
        let mut count = 0;
        for name in ["README.md", "CONTRIBUTING.md", "docs/HOSTING.md", "docs/BOTS.md", "docs/PERFORMANCE.md"] {
            let text = document(name);
            let all = commands(&text);
            all.iter().for_each(|words| takes(words));
            count += all.len();
        }
        assert!(count > 10, "{count}");
    }
}
