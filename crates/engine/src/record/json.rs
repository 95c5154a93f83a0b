//! Records as JSON documents.

use super::{Branch, BranchCards, FORMAT_VERSION, GameRecord, GameResult, RecordError, SeatAction};
use super::{check_seal, seal, seed_from_hex};
use crate::ids::Seat;
use crate::rules::RULES_VERSION;
use crate::setup::FirstPlayer;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;

const FORMAT: &str = "capolinea record";

/// The document.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u32,
    rules: u32,
    map: MapName,
    players: Vec<String>,
    /// The seat that begins, if the people at the table named it.
    first: Option<Seat>,
    seed: String,
    seal: String,
    /// Only in a short game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pieces: Option<u8>,
    /// Only in a game that goes on from another one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    branches: Vec<BranchPoint>,
    /// Only where help was allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    help: Option<Vec<u16>>,
    actions: Vec<SeatAction>,
    result: Option<GameResult>,
}

/// The game that this one goes on from, and the step.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BranchPoint {
    /// The hash of the other record.
    origin: String,
    step: usize,
    seat: Seat,
    /// The seed of a fresh deal; the same cards without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
}

impl From<&Branch> for BranchPoint {
    fn from(branch: &Branch) -> BranchPoint {
        let seed = match branch.cards {
            BranchCards::Same => None,
            BranchCards::Fresh { seed } => Some(hex::encode(seed)),
        };
        BranchPoint { origin: branch.origin.clone(), step: branch.step, seat: branch.seat, seed }
    }
}

impl TryFrom<BranchPoint> for Branch {
    type Error = RecordError;

    fn try_from(point: BranchPoint) -> Result<Branch, RecordError> {
        let BranchPoint { origin, step, seat, seed } = point;
        let cards = match seed {
            Some(seed) => BranchCards::Fresh { seed: seed_from_hex(&seed)? },
            None => BranchCards::Same,
        };
        Ok(Branch { origin, step, seat, cards })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapName {
    id: String,
    digest: String,
}

/// The fields that are read first, whatever else a later version may have.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
    rules: u32,
}

impl GameRecord {
    /// The record as a JSON document.
    pub fn to_json(&self) -> String {
        let document = Document {
            format: FORMAT.into(),
            version: self.version(),
            rules: self.rules,
            map: MapName { id: self.map.clone(), digest: self.map_digest.clone() },
            players: self.players.clone(),
            first: match self.first {
                FirstPlayer::Random => None,
                FirstPlayer::Named(seat) => Some(seat),
            },
            seed: hex::encode(self.seed),
            seal: seal(&self.seed),
            pieces: self.pieces,
            branches: self.branches.iter().map(BranchPoint::from).collect(),
            help: self.help.clone(),
            actions: self.actions.clone(),
            result: self.result.clone(),
        };
        serde_json::to_string(&document).expect("a record has nothing that JSON can't say")
    }

    /// Reads a JSON document. Checks its form, versions and seal; [`GameRecord::replay`] checks the rest.
    ///
    /// # Errors
    /// The problem with it.
    pub fn from_json(text: &str) -> Result<GameRecord, RecordError> {
        let text = text.trim_start_matches('\u{feff}');
        let head: Header = serde_json::from_slice(text.as_bytes()).map_err(unreadable)?;
        if head.format != FORMAT {
            let problem = format!("its format is `{}`, not `{FORMAT}`", head.format);
            return Err(RecordError::Unreadable { problem });
        }
        check_version("form", head.version, FORMAT_VERSION)?;
        check_version("rules", head.rules, RULES_VERSION)?;
        let document: Document = serde_json::from_slice(text.as_bytes()).map_err(unreadable)?;
        let seed = seed_from_hex(&document.seed)?;
        check_seal(&seed, &document.seal)?;
        Ok(GameRecord {
            rules: document.rules,
            map: document.map.id,
            map_digest: document.map.digest,
            players: document.players,
            first: document.first.map_or(FirstPlayer::Random, FirstPlayer::Named),
            seed,
            pieces: document.pieces,
            branches: document.branches.into_iter().map(Branch::try_from).collect::<Result<_, _>>()?,
            help: document.help,
            actions: document.actions,
            result: document.result,
        })
    }
}

/// What is wrong with a document, and where, in plain words.
fn unreadable(error: serde_json::Error) -> RecordError {
    let words = error.to_string();
    // They end with the place.
    let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
    let problem = match error.classify() {
        Category::Eof => "the text ends too early: a part of the record is missing".into(),
        Category::Data => wrong_part(words),
        Category::Syntax | Category::Io => format!("not JSON: {words}"),
    };
    RecordError::Unreadable { problem: format!("line {}, column {}: {problem}", error.line(), error.column()) }
}

/// The words of the parser about JSON that is no record, without the names of this program's types.
fn wrong_part(words: &str) -> String {
    let whole = words.split(", expected ").next().unwrap_or(words);
    let mut shortened: String = whole.chars().take(80).collect();
    if shortened.len() < whole.len() {
        shortened.push('…');
    }
    let Some((kind, rest)) = shortened.split_once(['`', ':']) else { return shortened };
    let name = rest.trim_end_matches('`');
    match kind {
        "missing field " => format!("`{name}` is missing"),
        "unknown field " => format!("no record has `{name}` here"),
        "duplicate field " => format!("`{name}` is there twice"),
        "unknown variant " => format!("`{name}` is not known here"),
        "invalid type" | "invalid value" => {
            let found = match rest.trim_start() {
                "map" => "an object",
                "sequence" => "a list",
                other => other,
            };
            format!("{found} can't be here")
        }
        _ => shortened,
    }
}

pub(super) fn check_version(what: &'static str, found: u32, known: u32) -> Result<(), RecordError> {
    if (1..=known).contains(&found) { Ok(()) } else { Err(RecordError::Version { what, found, known }) }
}
