//! What can be wrong with a map's folder.

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
        /// What the system says.
        problem: std::io::Error,
    },
    /// A file is larger than [`MAX_FILE_SIZE`].
    #[error("{} is too large; a map's file has at most {MAX_FILE_SIZE} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The files have mistakes.
    #[error("{}", list(map, board))]
    Mistakes {
        /// Those of the `map.json`.
        map: Vec<Mistake>,
        /// Those of the `board.json`.
        board: Vec<Mistake>,
    },
}

fn list(map: &[Mistake], board: &[Mistake]) -> String {
    let count = map.len() + board.len();
    let mut text = format!("{count} {}:", if count == 1 { "mistake" } else { "mistakes" });
    for (file, mistakes) in [("map.json", map), ("board.json", board)] {
        for mistake in mistakes {
            text.push_str(&format!("\n  {file}: {mistake}"));
        }
    }
    text
}
