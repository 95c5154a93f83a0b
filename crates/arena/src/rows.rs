//! One row for each seat of each game, for a spreadsheet or a notebook.

use crate::{Contestant, Finished, GameOutcome};
use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::scoring::Gain;
use capolinea_engine::{Map, Seat};
use std::fmt::{self, Write as _};

/// The value in one column of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Fraction(f64),
    /// Letters and digits: never a comma, a quotation mark or a line break, unless a bot's name has one.
    Text(String),
}

/// The form of comma-separated values.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Integer(number) => number.fmt(f),
            Cell::Fraction(number) => write!(f, "{number:.3}"),
            Cell::Text(text) if text.contains([',', '"', '\n', '\r']) => write!(f, "\"{}\"", text.replace('"', "\"\"")),
            Cell::Text(text) => text.fmt(f),
        }
    }
}

/// A column that every map has.
struct Column {
    name: &'static str,
    line: &'static str,
}

const COLUMNS: &[Column] = &[
    Column { name: "game", line: "the number of the game, from 1; the number of its record too" },
    Column { name: "seed", line: "the seed of the game's shuffles: 64 hexadecimal digits, as in its record" },
    Column { name: "map", line: "the map's id" },
    Column { name: "seat", line: "the seat, from 1" },
    Column { name: "bot", line: "the bot in this seat, with its budget" },
    Column { name: "first", line: "1 if this seat had the first turn, else 0" },
    Column { name: "won", line: "1 for a victory, 1/k for one shared by k players, else 0" },
    Column { name: "score", line: "the final score: the sum of all columns that end in _points" },
    Column { name: "decisions", line: "how many decisions all players of the game made" },
    Column { name: "routes", line: "how many routes the player claimed" },
    Column { name: "route_points", line: "the points for them" },
    Column { name: "route_ids", line: "their ids, in increasing order" },
    Column { name: "tickets_completed", line: "how many tickets were completed" },
    Column { name: "tickets_failed", line: "how many tickets were kept and not completed" },
    Column { name: "ticket_points", line: "the points for completed tickets minus those for failed ones" },
    Column { name: "completed_ids", line: "the ids of the completed tickets, in increasing order" },
    Column { name: "failed_ids", line: "the ids of the failed tickets, in increasing order" },
];

/// The column in which a mechanic counts; none for a mechanic that gives no points.
fn counted(mechanic: MechanicKind) -> Option<Column> {
    let (name, line) = match mechanic {
        MechanicKind::Tunnels => return None,
        MechanicKind::Stations => ("stations_left", "stations not built"),
        MechanicKind::LongestPath => ("longest_path", "the length of the longest path"),
        MechanicKind::Globetrotter => ("globetrotter", "completed tickets, which count for the bonus"),
        MechanicKind::Tourists => ("tourists", "different kinds of tourist tokens"),
        MechanicKind::Passengers => ("passengers", "passengers taken"),
    };
    Some(Column { name, line })
}

/// The mechanics of a map that have columns.
fn mechanics(map: &Map) -> impl Iterator<Item = MechanicKind> {
    let kinds = map.rules().mechanics.iter().map(|mechanic| mechanic.kind());
    kinds.filter(|&kind| counted(kind).is_some())
}

/// Every column of every map in words: its name and what it holds.
pub fn columns_help() -> String {
    let mut text = String::from("Columns of the CSV file, one row for each seat of each game:\n");
    let mut add = |name: &str, line: &str| {
        writeln!(text, "  {name:<22}{line}").expect("writing to a string can't fail");
    };
    COLUMNS.iter().for_each(|column| add(column.name, column.line));
    for &mechanic in MechanicKind::ALL {
        if let Some(Column { name, line }) = counted(mechanic) {
            add(name, &format!("{line}; only on maps with this rule"));
            add(&format!("{}_points", mechanic.as_str()), "the points for that");
        }
    }
    text.push_str(
        "Ids are numbers from 0 in the order of the map's routes or tickets in its map.json, with spaces between; records and\n\
         the protocol use the same.\n",
    );
    text
}

/// The names of a map's columns, in order.
pub fn columns(map: &Map) -> Vec<String> {
    let names = COLUMNS.iter().map(|column| column.name.to_owned());
    let of_mechanic = |kind: MechanicKind| Some([counted(kind)?.name.to_owned(), format!("{}_points", kind.as_str())]);
    names.chain(mechanics(map).filter_map(of_mechanic).flatten()).collect()
}

/// The rows of a game, one for each seat; each has a cell for each of the map's [`columns`].
pub fn rows(map: &Map, bots: &[Contestant], finished: &Finished<'_>) -> Vec<Vec<Cell>> {
    let Finished { ending: GameOutcome { first, tallies, winners, decisions }, state, .. } = finished;
    let row = |(seat, bot): (Seat, &Contestant)| {
        let tally = &tallies[seat];
        let routes = state.public().seats[seat].routes;
        let mut row = vec![
            integer(finished.game + 1),
            Cell::Text(hex::encode(finished.seed)),
            Cell::Text(map.id().into()),
            integer(seat.0 + 1),
            Cell::Text(bot.to_string()),
            integer(*first == seat),
            Cell::Fraction(if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 }),
            integer(tally.total),
            integer(*decisions),
            integer(routes.len() as u32),
            integer(tally.routes),
            ids(routes.iter().map(|route| route.0)),
            integer(tally.completed.len() as u32),
            integer(tally.failed.len() as u32),
            integer(tally.tickets),
            ids(tally.completed.iter().map(|ticket| ticket.0)),
            ids(tally.failed.iter().map(|ticket| ticket.0)),
        ];
        for mechanic in mechanics(map) {
            let Gain { count, points } = tally.gain(mechanic);
            row.extend([integer(count), integer(points)]);
        }
        row
    };
    Map::seats(bots.len() as u8).zip(bots).map(row).collect()
}

fn integer(number: impl Into<i64>) -> Cell {
    Cell::Integer(number.into())
}

fn ids(ids: impl Iterator<Item = u8>) -> Cell {
    Cell::Text(ids.map(|id| id.to_string()).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_of_every_map_is_in_the_help_and_none_that_the_map_lacks() {
        let help = columns_help();
        let named: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
        for built_in in capolinea_maps::built_in() {
            let map = &built_in.map;
            let names = columns(map);
            for column in &names {
                assert!(named.contains(&&**column), "{column}");
            }
            let header = names.join(",");
            assert_eq!(header.contains("stations"), map.stations().is_some(), "{}", map.id());
            assert_eq!(header.contains("passengers"), map.passengers().is_some(), "{}", map.id());
            assert_eq!(header.contains("tourists"), map.tourists().is_some(), "{}", map.id());
        }
    }

    #[test]
    fn a_name_with_a_comma_stays_one_value() {
        let name = Cell::Text("exec:bot --say \"a,b\"".into());
        assert_eq!(name.to_string(), "\"exec:bot --say \"\"a,b\"\"\"");
        assert_eq!(Cell::Fraction(1.0 / 3.0).to_string(), "0.333");
    }
}
