//! The commands of the `capolinea` program, one file each.

#![warn(clippy::print_stdout, clippy::print_stderr)] // They panic when nobody can read them.

mod commands;
mod console;
mod interrupt;
mod mechanics;
pub mod narrate;
mod output;
mod report;
mod row_file;
mod saved_games;
mod web_client;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use commands::{bot, completions, duel, ladder, learn, man, map, migrate, replay, review, serve, simulate, tune};
use console::Console;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  capolinea play                                       # in the browser, alone, with bots or with friends
  capolinea simulate --bots planner,greedy             # a thousand games between bots
  capolinea duel --a searcher:50ms --b planner --deals 50
  capolinea help serve                                 # all settings for hosts
";

/// Five train board games: play them in the browser, serve them to friends, measure bots, review games, draw maps
#[derive(Parser)]
#[command(name = "capolinea", version, propagate_version = true, after_help = EXAMPLES)]
struct Program {
    #[command(flatten)]
    console: Console,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(serve::PlayArguments),
    Serve(serve::ServeArguments),
    Migrate(migrate::Arguments),
    Simulate(simulate::Arguments),
    Duel(duel::Arguments),
    Ladder(ladder::Arguments),
    Bot(bot::Arguments),
    Replay(replay::Arguments),
    Review(review::Arguments),
    Map(map::Arguments),
    Tune(tune::Arguments),
    Learn(learn::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// How a successful command ended.
enum Outcome {
    /// It has completed.
    Done,
    /// It was interrupted, and has printed the results so far.
    Interrupted,
}

/// Reads and executes the command line, and prints errors.
pub fn main() -> ExitCode {
    let color = console::color_choice(std::env::args_os());
    // A negative number is a wrong value, not an unknown flag.
    let mut command = Program::command().color(color).mut_subcommands(|command| command.allow_negative_numbers(true));
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let parsed =
        parsed.and_then(|matches| Program::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    let program = match parsed {
        Ok(program) => program,
        Err(message) => {
            console::print_parser_message(&message, color);
            return ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2));
        }
    };
    let outcome = program.run();
    interrupt::wait_if_ending();
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Interrupted) => ExitCode::from(interrupt::EXIT_CODE),
        Err(error) => {
            console::print_error(&error, color);
            ExitCode::FAILURE
        }
    }
}

impl Program {
    fn run(&self) -> anyhow::Result<Outcome> {
        let console = &self.console;
        let done = match &self.command {
            Command::Simulate(arguments) => return simulate::run(arguments, console),
            Command::Duel(arguments) => return duel::run(arguments, console),
            Command::Ladder(arguments) => return ladder::run(arguments, console),
            Command::Review(arguments) => return review::run(arguments, console),
            Command::Tune(arguments) => return tune::run(arguments, console),
            Command::Play(arguments) => serve::play(arguments, console),
            Command::Serve(arguments) => serve::serve(arguments, console),
            Command::Migrate(arguments) => migrate::run(arguments, console),
            Command::Bot(arguments) => bot::run(arguments),
            Command::Replay(arguments) => replay::run(arguments),
            Command::Map(arguments) => map::run(arguments),
            Command::Learn(arguments) => learn::run(arguments),
            Command::Completions(arguments) => completions::run(arguments, &mut Program::command()),
            Command::Man(arguments) => man::run(arguments, console, Program::command()),
        };
        done.map(|()| Outcome::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line of a text that is a command for this program.
    fn commands(text: &str) -> Vec<Vec<String>> {
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("capolinea "));
        // The rest is for the shell.
        let command = |line: &str| line.split(['#', '|', '>']).next().unwrap_or_default().to_owned();
        lines.map(|line| shlex::split(&command(line)).expect("quotation marks come in pairs")).collect()
    }

    fn takes(words: &[String]) {
        let taken = Program::try_parse_from(words).map(drop);
        let is_help = words.get(1).is_some_and(|word| word == "help");
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
        for name in [
            "README.md",
            "crates/cli/README.md",
            "CONTRIBUTING.md",
            "docs/HOSTING.md",
            "docs/BOTS.md",
            "docs/BOT_ENGINE.md",
            "docs/PERFORMANCE.md",
            "docs/REVIEW.md",
        ] {
            let text = document(name);
            let all = commands(&text);
            all.iter().for_each(|words| takes(words));
            count += all.len();
        }
        assert!(count > 10, "{count}");
    }
}
