//! Output for the person at the terminal: progress, notes, errors, colours.

use crate::output::strip_control_chars;
use clap::{Args, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

/// The prefix of the program's error messages.
const ERROR_PREFIX: &str = "capolinea:";

const BAR: &str = "{bar:40} {pos}/{len} {prefix}, {per_sec}, {eta} left";

fn bar_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Options of every command.
#[derive(Args, Clone, Copy)]
pub(crate) struct Console {
    /// Print only results and errors: no progress, no notes, no server log below warnings
    #[arg(long, short, global = true, help_heading = "Options of every command")]
    pub(crate) quiet: bool,
    /// Whether to use colours; auto: on a terminal, unless the variable NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true, help_heading = "Options of every command")]
    pub(crate) color: ColorChoice,
}

impl Console {
    /// Prints a note on standard error.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            print_stderr(&format!("{}\n", strip_control_chars(text)));
        }
    }

    /// Progress: how many of all things are done; shown at a terminal only.
    pub(crate) fn progress_bar(&self, count: u64, things: &'static str) -> ProgressBar {
        let target = if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
        let bar = ProgressBar::with_draw_target(Some(count), target);
        bar.set_style(bar_style(BAR));
        bar.set_prefix(things);
        bar.enable_steady_tick(Duration::from_millis(500));
        bar
    }

    /// A progress bar with its message on a line below.
    pub(crate) fn progress_bar_with_message(&self, count: u64, things: &'static str) -> ProgressBar {
        let bar = self.progress_bar(count, things);
        bar.set_style(bar_style(&format!("{BAR}\n{{msg}}")));
        bar
    }

    /// Whether standard error is written to in colours.
    pub(crate) fn has_colors(&self) -> bool {
        has_colors(self.color)
    }
}

fn has_colors(choice: ColorChoice) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => std::io::stderr().is_terminal() && !is_set("NO_COLOR") && !is_dumb(),
    }
}

/// The choice of colours on a command line that is not parsed yet: needed for the parser's own messages.
pub(crate) fn color_choice(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let mut arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let mut choice = ColorChoice::Auto;
    while let Some(argument) = arguments.next() {
        let value = match argument.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(value) => value.strip_prefix('=').map(str::to_owned),
            None if argument == "--" => break,
            None => None,
        };
        choice = value.and_then(|value| value.parse().ok()).unwrap_or(choice);
    }
    choice
}

/// Prints to standard error. A full disk or a reader that has gone away does not end a command that has results to print.
pub(crate) fn print_stderr(text: &str) {
    drop(std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Prints an error.
pub(crate) fn print_error(error: &anyhow::Error, color: ColorChoice) {
    let words = strip_control_chars(&format!("{error:#}"));
    if has_colors(color) {
        print_stderr(&format!("\u{1b}[1m\u{1b}[31m{ERROR_PREFIX}\u{1b}[0m {words}\n"));
    } else {
        print_stderr(&format!("{ERROR_PREFIX} {words}\n"));
    }
}

/// Prints the message of the command line's parser: help, a version, or an error with the prefix of all errors.
pub(crate) fn print_parser_message(message: &clap::Error, color: ColorChoice) {
    let rendered = message.render();
    let is_error = message.use_stderr() && rendered.to_string().starts_with("error:");
    if !is_error {
        // A reader that has gone away (`| head`) is not an error.
        drop(message.print());
        return;
    }
    let text = if has_colors(color) { rendered.ansi().to_string() } else { rendered.to_string() };
    print_stderr(&plain_numbers(&text.replacen("error:", ERROR_PREFIX, 1)));
}

/// What is wrong with a number, instead of the standard library's words for programmers.
fn plain_numbers(text: &str) -> String {
    const NO_NUMBER: &str = ": write a whole number, 0 or more\n";
    text.replacen(": invalid digit found in string\n", NO_NUMBER, 1)
        .replacen(": cannot parse integer from empty string\n", NO_NUMBER, 1)
        .replacen(": number too large to fit in target type\n", ": the number is too large\n", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_chosen_before_the_command_line_is_parsed() {
        let choice = |words: &str| color_choice(words.split(' ').map(OsString::from));
        assert_eq!(choice("simulate --color always --nonsense"), ColorChoice::Always);
        assert_eq!(choice("--color=never simulate"), ColorChoice::Never);
        assert_eq!(choice("simulate --color"), ColorChoice::Auto);
        assert_eq!(choice("simulate --color=pink --colored always"), ColorChoice::Auto);
        assert_eq!(choice("replay -- --color=always"), ColorChoice::Auto);
    }
}
