//! Warnings: legal but unlikely contents of a map. A map with warnings can be played.

mod board;
mod values;

use crate::GameMap;
use capolinea_engine::Map;
use std::fmt;

/// Something odd in a map's folder, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The name of the file.
    pub file: &'static str,
    /// The entry's path in the file, as in `tickets[3]`.
    pub path: String,
    /// The warning.
    pub problem: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.path, self.problem)
    }
}

/// The most warnings of one file.
const MAX_WARNINGS: usize = 200;

impl GameMap {
    /// The warnings about a map: first its facts, then its drawing.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut list = List::new("board.json");
        board::check(&self.map, &self.board, &mut list);
        let mut warnings = of_facts(&self.map);
        warnings.append(&mut list.warnings);
        warnings
    }
}

/// Warnings about a map's facts.
pub(crate) fn of_facts(map: &Map) -> Vec<Warning> {
    let mut list = List::new("map.json");
    values::check(map, &mut list);
    list.warnings
}

/// Warnings in words: how many, then one on each line. Nothing if there are none.
pub fn format_warnings(warnings: &[Warning]) -> String {
    let lines: String = warnings.iter().map(|warning| format!("\n  {warning}")).collect();
    match warnings.len() {
        0 => String::new(),
        1 => format!("1 warning:{lines}"),
        count => format!("{count} warnings:{lines}"),
    }
}

/// The warnings about one file.
struct List {
    file: &'static str,
    warnings: Vec<Warning>,
}

impl List {
    fn new(file: &'static str) -> Self {
        List { file, warnings: Vec::new() }
    }

    /// Whether further warnings are dropped.
    fn is_full(&self) -> bool {
        self.warnings.len() > MAX_WARNINGS
    }

    fn add(&mut self, path: impl Into<String>, problem: impl Into<String>) {
        let problem = match self.warnings.len() {
            ..MAX_WARNINGS => problem.into(),
            MAX_WARNINGS => "there are more warnings than listed here".into(),
            _ => return,
        };
        self.warnings.push(Warning { file: self.file, path: path.into(), problem });
    }
}
