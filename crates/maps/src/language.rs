//! The languages that people read.

use capolinea_engine::map::Names;

/// A language that names are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// Italian.
    Italian,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::Italian];

    /// The code of ISO 639.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Italian => "it",
        }
    }

    /// The name in this language.
    pub fn name(self, names: &Names) -> &str {
        match self {
            Language::English => &names.en,
            Language::Italian => &names.it,
        }
    }
}
