//! The `capolinea` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    match capolinea::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("capolinea: {}", capolinea::in_words(&error));
            ExitCode::FAILURE
        }
    }
}
