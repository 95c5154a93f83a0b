//! Records as plain text: a few lines about the game, then one line per action.

use super::branch::Redealer;
use super::json::check_version;
use super::{Branch, BranchCards, FORMAT_VERSION, GameRecord, GameResult, RecordError, SeatAction, execute};
use super::{check_seal, seal, seed_from_hex};
use crate::ids::Seat;
use crate::map::Map;
use crate::notation::{parse_action, write_action};
use crate::rules::RULES_VERSION;
use crate::setup::FirstPlayer;
use crate::state::State;
use crate::view::Viewer;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const TITLE: &str = "capolinea record";

impl GameRecord {
    /// The record as text.
    pub fn to_text(&self, map: &Map) -> String {
        let first = match self.first {
            FirstPlayer::Random => "random".to_string(),
            FirstPlayer::Named(seat) => (u16::from(seat.0) + 1).to_string(),
        };
        // One name per line, so that a name may contain anything except a line break.
        let mut text = format!("{TITLE} {}\nrules {}\n", self.version(), self.rules);
        let mut line = |words: std::fmt::Arguments<'_>| {
            writeln!(text, "{words}").expect("writing to a string can't fail");
        };
        line(format_args!("map {} {}", self.map, self.map_digest));
        for name in &self.players {
            line(format_args!("player {}", name.replace(['\n', '\r'], " ")));
        }
        line(format_args!("first {first}"));
        line(format_args!("seed {}", hex::encode(self.seed)));
        line(format_args!("seal {}", seal(&self.seed)));
        if let Some(pieces) = self.pieces {
            line(format_args!("pieces {pieces}"));
        }
        for Branch { origin, step, seat, cards } in &self.branches {
            let cards = match cards {
                BranchCards::Same => "same".to_string(),
                BranchCards::Fresh { seed } => format!("fresh {}", hex::encode(seed)),
            };
            line(format_args!("branch {origin} {step} {} {cards}", u16::from(seat.0) + 1));
        }
        if let Some(help) = &self.help {
            let times: Vec<String> = help.iter().map(u16::to_string).collect();
            line(format_args!("help {}", times.join(" ")));
        }
        if let Some(result) = &self.result {
            let totals: Vec<String> = result.totals.iter().map(i16::to_string).collect();
            let winners: Vec<String> = result.winners.iter().map(|seat| (u16::from(seat.0) + 1).to_string()).collect();
            line(format_args!("scores {}", totals.join(" ")));
            line(format_args!("winners {}", winners.join(" ")));
        }
        line(format_args!(""));
        for SeatAction { seat, action } in &self.actions {
            line(format_args!("{} {}", u16::from(seat.0) + 1, write_action(map, *action)));
        }
        text
    }

    /// Reads a record from text and executes every action while reading. Lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// The first line that is wrong, with the rule it breaks.
    pub fn from_text<'m>(
        text: &str,
        find_map: impl FnOnce(&str) -> Option<&'m Map>,
    ) -> Result<GameRecord, RecordError> {
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
        let mut lines = lines.map(|(index, line)| (index + 1, line)).filter(|(_, line)| !line.starts_with('#'));
        let head = read_head(&mut lines)?;
        let map_name = head.one("map")?;
        let (id, digest) = map_name.split_once(' ').ok_or_else(|| unreadable(3, "write `map usa DIGEST`"))?;
        let map = find_map(id).ok_or_else(|| RecordError::UnknownMap { id: id.into() })?;
        let seed = seed_from_hex(head.one("seed")?)?;
        check_seal(&seed, head.one("seal")?)?;
        let mut record = GameRecord {
            rules: head.rules()?,
            map: id.into(),
            map_digest: digest.trim().into(),
            players: head.all("player").map(String::from).collect(),
            first: head.first_player()?,
            seed,
            pieces: head.pieces()?,
            branches: head.branches()?,
            help: head.help()?,
            actions: Vec::new(),
            result: head.result()?,
        };
        let map = &*record.map_played(map)?;
        let mut redealer = Redealer::new(&record);
        let mut events = Vec::new();
        let mut state = State::new_observed(map, &record.setup(), &mut events).map_err(RecordError::Setup)?;
        redealer.after(map, 0, &events, &mut state)?;
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let done = read_action(map, &state, number, line)?;
            let problem = |problem: RecordError| RecordError::Line { line: number, problem: problem.into() };
            events.clear();
            execute(map, &mut state, record.actions.len() + 1, done, &mut events).map_err(problem)?;
            record.actions.push(done);
            redealer.after(map, record.actions.len(), &events, &mut state).map_err(problem)?;
        }
        record.check_branches()?;
        Ok(record)
    }
}

fn unreadable(line: usize, problem: impl std::fmt::Display) -> RecordError {
    RecordError::Unreadable { problem: format!("line {line}: {problem}") }
}

fn read_action(map: &Map, state: &State, line: usize, text: &str) -> Result<SeatAction, RecordError> {
    let (seat, action) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let seat = seat_from(seat).ok_or_else(|| unreadable(line, "begin with the seat's number, as in `1 draw blind`"))?;
    let view = state.view(map, Viewer::Seat(seat));
    let action = parse_action(&view, action).map_err(|problem| RecordError::Notation { line, problem })?;
    Ok(SeatAction { seat, action })
}

fn seat_from(text: &str) -> Option<Seat> {
    text.parse::<u8>().ok()?.checked_sub(1).map(Seat)
}

/// The lines before the first empty one, by their first word.
struct Header(BTreeMap<String, Vec<String>>);

fn read_head<'t>(lines: &mut impl Iterator<Item = (usize, &'t str)>) -> Result<Header, RecordError> {
    let version = lines.next().and_then(|(_, title)| title.strip_prefix(TITLE)?.trim().parse().ok());
    let version = version.ok_or_else(|| unreadable(1, format_args!("a record begins with `{TITLE} 1`")))?;
    check_version("form", version, FORMAT_VERSION)?;
    let mut head = Header(BTreeMap::new());
    for (_, line) in lines.by_ref().take_while(|(_, line)| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        head.0.entry(word.into()).or_default().push(rest.into());
    }
    check_version("rules", head.rules()?, RULES_VERSION)?;
    const KNOWN: [&str; 11] =
        ["rules", "map", "player", "first", "seed", "seal", "pieces", "branch", "help", "scores", "winners"];
    match head.0.keys().find(|word| !KNOWN.contains(&word.as_str())) {
        Some(word) => Err(RecordError::Unreadable { problem: format!("`{word}` is not a line of a record's header") }),
        None => Ok(head),
    }
}

impl Header {
    fn all(&self, word: &str) -> impl Iterator<Item = &str> {
        self.0.get(word).into_iter().flatten().map(String::as_str)
    }

    fn one(&self, word: &str) -> Result<&str, RecordError> {
        let mut lines = self.all(word);
        match (lines.next(), lines.next()) {
            (Some(line), None) => Ok(line),
            (None, _) => Err(RecordError::Unreadable { problem: format!("the line `{word} …` is missing") }),
            (Some(_), Some(_)) => Err(RecordError::Unreadable { problem: format!("two lines say `{word} …`") }),
        }
    }

    fn rules(&self) -> Result<u32, RecordError> {
        Ok(self.one("rules")?.parse().unwrap_or(0))
    }

    /// The pieces of a short game; most records have no such line.
    fn pieces(&self) -> Result<Option<u8>, RecordError> {
        if self.all("pieces").next().is_none() {
            return Ok(None);
        }
        let problem = |_| RecordError::Unreadable { problem: "write the pieces of a short game as `pieces 12`".into() };
        self.one("pieces")?.parse().map(Some).map_err(problem)
    }

    /// The branches that led to this game, if it goes on from a record.
    fn branches(&self) -> Result<Vec<Branch>, RecordError> {
        let branch = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (origin, step, seat, cards) = match words[..] {
                [origin, step, seat, "same"] => (origin, step, seat, BranchCards::Same),
                [origin, step, seat, "fresh", seed] => {
                    (origin, step, seat, BranchCards::Fresh { seed: seed_from_hex(seed).ok()? })
                }
                _ => return None,
            };
            Some(Branch { origin: origin.into(), step: step.parse().ok()?, seat: seat_from(seat)?, cards })
        };
        let problem = "write `branch HASH 57 1 same` or `branch HASH 57 1 fresh SEED`";
        let unreadable = || RecordError::Unreadable { problem: problem.into() };
        self.all("branch").map(|line| branch(line).ok_or_else(unreadable)).collect()
    }

    /// How often each player asked for help; most records have no such line.
    fn help(&self) -> Result<Option<Vec<u16>>, RecordError> {
        if self.all("help").next().is_none() {
            return Ok(None);
        }
        let problem =
            |_| RecordError::Unreadable { problem: "write how often each player asked for help as `help 2 0`".into() };
        self.one("help")?
            .split_whitespace()
            .map(|times| times.parse().map_err(problem))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    fn first_player(&self) -> Result<FirstPlayer, RecordError> {
        let problem = || RecordError::Unreadable { problem: "write `first random` or `first 2`".into() };
        match self.one("first")? {
            "random" => Ok(FirstPlayer::Random),
            number => seat_from(number).map(FirstPlayer::Named).ok_or_else(problem),
        }
    }

    fn result(&self) -> Result<Option<GameResult>, RecordError> {
        if self.all("scores").next().is_none() && self.all("winners").next().is_none() {
            return Ok(None);
        }
        let problem = || RecordError::Unreadable { problem: "write `scores 98 -3` and `winners 1`".into() };
        let totals = self.one("scores")?.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        let winners: Option<Vec<Seat>> = self.one("winners")?.split_whitespace().map(seat_from).collect();
        match (totals, winners) {
            (Ok(totals), Some(winners)) => Ok(Some(GameResult { totals, winners })),
            (Err(_), _) | (_, None) => Err(problem()),
        }
    }
}
