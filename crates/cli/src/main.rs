//! The `capolinea` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    match capolinea::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A file's own words may be part of the message: none of them is to steer the terminal.
            let words = format!("{error:#}").replace(|letter: char| letter.is_control() && letter != '\n', "\u{fffd}");
            eprintln!("capolinea: {words}");
            ExitCode::FAILURE
        }
    }
}
