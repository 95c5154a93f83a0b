//! Mistakes in a map's folder.

use crate::warnings::{Warning, format_warnings};
use capolinea_engine::map::Mistake;
use std::path::PathBuf;

/// The largest file that is read, in bytes; the largest built-in one is about a fortieth of that.
pub const MAX_FILE_SIZE: u64 = 4 * 1024 * 1024;

/// Why a map could not be read.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// A file is not there or can't be opened.
    #[error("{} can't be read ({problem}); a map is a folder with a map.json and a board.json in it", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error message.
        problem: std::io::Error,
    },
    /// A file is larger than [`MAX_FILE_SIZE`].
    #[error("{} is too large; a map's file has at most {MAX_FILE_SIZE} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The files have mistakes.
    #[error("{}", list(map, board, warnings))]
    Mistakes {
        /// Those of the `map.json`.
        map: Vec<Mistake>,
        /// Those of the `board.json`.
        board: Vec<Mistake>,
        /// The warnings, as far as the map could be examined.
        warnings: Vec<Warning>,
    },
}

fn list(map: &[Mistake], board: &[Mistake], warnings: &[Warning]) -> String {
    let mut lines = Vec::new();
    for (file, mistakes) in [("map.json", map), ("board.json", board)] {
        for (index, Mistake { problem, .. }) in mistakes.iter().enumerate() {
            // A misspelt name is wrong wherever it is used, but reported once.
            if mistakes[..index].iter().all(|earlier| earlier.problem != *problem) {
                let alike = mistakes[index..].iter().filter(|later| later.problem == *problem);
                let paths: Vec<&str> = alike.map(|mistake| mistake.path.as_str()).collect();
                lines.push(format!("\n  {file}: {}: {problem}", together(&paths)));
            }
        }
    }
    let count = lines.len();
    let warnings = format_warnings(warnings);
    let warnings = if warnings.is_empty() { warnings } else { format!("\n{warnings}") };
    format!("{count} {}:{}{warnings}", if count == 1 { "mistake" } else { "mistakes" }, lines.concat())
}

/// Some of many places. Each that differs in more than its numbers is one of them: the others are like those.
fn together(paths: &[&str]) -> String {
    const FEW: usize = 3;
    const MOST: usize = 12;
    let kind = |path: &str| path.replace(|letter: char| letter.is_ascii_digit(), "");
    let is_new = |index: usize| paths[..index].iter().all(|earlier| kind(earlier) != kind(paths[index]));
    let named: Vec<&str> =
        (0..paths.len()).filter(|&index| index < FEW || is_new(index)).take(MOST).map(|index| paths[index]).collect();
    match paths.len() - named.len() {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
