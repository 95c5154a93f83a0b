//! The two files of a map as text, to be written to a folder.

/// The files of a map's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapFiles {
    /// The `map.json`.
    pub map_json: String,
    /// The `board.json`.
    pub board_json: String,
}

impl MapFiles {
    /// The same files for a map with another id. Nothing else in them changes.
    #[must_use]
    pub fn renamed(self, from: &str, to: &str) -> MapFiles {
        // A file says its id before it names any location.
        let rename = |text: String| text.replacen(&format!("\"id\": \"{from}\""), &format!("\"id\": \"{to}\""), 1);
        MapFiles { map_json: rename(self.map_json), board_json: rename(self.board_json) }
    }
}
