//! The sections on scores and on victories, the first player's included.

use super::charts::{Dot, Ridge, dots, ridges};
use super::figures::{Mean, Rate, decimal, percent};
use super::notes::{LineUp, Notes, Results};
use super::part::Part;
use super::spread::Spread;
use super::table::{Column, HtmlCell, HtmlTable, Row};
use capolinea_engine::{Map, Seat};

/// A bot or a seat.
struct Contender {
    name: String,
    bot: usize,
    seats: Vec<Seat>,
}

/// The bots, if they are not simply the seats by another name.
fn bots(line_up: &LineUp) -> Option<Vec<Contender>> {
    let is_shared = line_up.bots.len() < line_up.players();
    is_shared.then(|| {
        let side = |(bot, name): (usize, &String)| {
            let all = seats(line_up).into_iter().filter(|side| side.bot == bot).flat_map(|side| side.seats).collect();
            Contender { name: name.clone(), bot, seats: all }
        };
        line_up.bots.iter().enumerate().map(side).collect()
    })
}

fn seats(line_up: &LineUp) -> Vec<Contender> {
    let side = |seat: Seat| {
        let bot = line_up.of_seat[seat.index()];
        Contender { name: format!("seat {}: {}", seat.0 + 1, line_up.bots[bot]), bot, seats: vec![seat] }
    };
    Map::seats(line_up.players() as u8).map(side).collect()
}

impl Contender {
    /// One result per game: a seat's own, or the sum of all a bot's seats.
    fn results(&self, notes: &Notes<'_>) -> Results {
        match self.seats[..] {
            [seat] => notes.seats[seat].places.into_iter().fold(Results::default(), Results::merge),
            _ => notes.bots[self.bot].results,
        }
    }

    /// The result when one of its seats has this place in the order of turns.
    fn results_at(&self, notes: &Notes<'_>, place: usize) -> Results {
        let results = self.seats.iter().map(|&seat| notes.seats[seat].places[place]);
        results.fold(Results::default(), Results::merge)
    }

    fn spread(&self, notes: &Notes<'_>) -> Spread {
        let mut spread = Spread::default();
        self.seats.iter().for_each(|&seat| spread.merge(&notes.seats[seat].scores));
        spread
    }

    fn mean(&self, notes: &Notes<'_>) -> Mean {
        Mean::new(&self.results(notes).score, self.seats.len())
    }

    fn rate(&self, notes: &Notes<'_>) -> Rate {
        Rate::new(&self.results(notes).share, self.seats.len())
    }
}

/// The section on scores.
pub(super) fn scores(notes: &Notes<'_>, part: &Part) -> String {
    let ridge = |side: &Contender| Ridge {
        name: side.name.clone(),
        bot: side.bot,
        spread: side.spread(notes),
        mean: side.mean(notes),
    };
    let figure = |id, title: &str, sides: &[Contender]| {
        let all: Vec<Ridge> = sides.iter().map(ridge).collect();
        format!("<figure><figcaption>{title}</figcaption>{}</figure>\n", ridges(&part.id(id), title, "Scores", &all))
    };
    let seats = seats(&notes.line_up);
    let bots = bots(&notes.line_up);
    let sides: Vec<&Contender> = bots.iter().flatten().chain(&seats).collect();
    let (by_seat, table) =
        (figure("scores-by-seat", "Scores by seat", &seats), score_table(notes, &sides, part).markup());
    let plots = match &bots {
        Some(bots) => {
            let by_bot = figure("scores-by-bot", "Scores by bot", bots);
            format!("<div class=\"pair\">\n{by_bot}{by_seat}</div>\n{table}")
        }
        None => format!("<div class=\"pair\">\n{by_seat}<div class=\"beside\">{table}</div>\n</div>\n"),
    };
    format!(
        "{}<p>A hill shows how often each score came up. The box below it holds the middle half, the line in the \
         box is the median, and the thin line reaches from the 5 % to the 95 % point. The dot is the mean; the thick line \
         through it, often hidden by the dot, is its 95 % interval.</p>\n{plots}</section>\n",
        part.section("scores", "Scores")
    )
}

fn score_table(notes: &Notes<'_>, sides: &[&Contender], part: &Part) -> HtmlTable {
    let row = |side: &&Contender| {
        let (spread, mean) = (side.spread(notes), side.mean(notes));
        let whole = |number: i32| HtmlCell::number(number.to_string().replace('-', "−"), number.into());
        let [least, greatest] = spread.ends();
        let mut cells = vec![HtmlCell::text(&*side.name), HtmlCell::number(mean.words(), mean.value)];
        cells.extend([0.05, 0.25, 0.5, 0.75, 0.95].map(|share| whole(spread.quantile(share))));
        cells.extend([whole(least), whole(greatest)]);
        Row::new(cells)
    };
    let columns =
        ["Who", "Mean ± 95\u{a0}%", "5\u{a0}%", "25\u{a0}%", "Median", "75\u{a0}%", "95\u{a0}%", "Min", "Max"];
    HtmlTable {
        caption: part.caption("Scores"),
        columns: columns.map(Column::plain).into(),
        rows: sides.iter().map(row).collect(),
        sorted_by: None,
    }
}

/// The section on victories.
pub(super) fn victories(notes: &Notes<'_>, part: &Part) -> String {
    let line_up = &notes.line_up;
    let par = 1.0 / line_up.players() as f64;
    let dot = |side: &Contender| Dot { name: side.name.clone(), bot: Some(side.bot), rate: side.rate(notes) };
    let figure = |id, title: &str, all: &[Dot]| {
        format!("<figure><figcaption>{title}</figcaption>{}</figure>\n", dots(&part.id(id), title, par, all))
    };
    let seats = seats(line_up);
    let everybody = seats.iter().collect::<Vec<_>>();
    let place = |place: usize| {
        let results = everybody.iter().map(|side| side.results_at(notes, place));
        let share = results.fold(Results::default(), Results::merge).share;
        Dot { name: format!("{} turn", ordinal(place)), bot: None, rate: Rate::new(&share, 1) }
    };
    let by_bot = bots(line_up).map_or_else(String::new, |bots| {
        figure("wins-by-bot", "Victories by bot, for each of its seats", &bots.iter().map(dot).collect::<Vec<_>>())
    });
    let by_seat = figure("wins-by-seat", "Victories by seat", &seats.iter().map(dot).collect::<Vec<_>>());
    let by_place =
        figure("wins-by-place", "Victories by order of turns", &(0..line_up.players()).map(place).collect::<Vec<_>>());
    format!(
        "{}<p>A victory shared by two counts half for each. Bars are 95 % intervals. The first player of each game is drawn \
         by lot, so the order of turns favours no bot.</p>\n\
         <div class=\"pair\">\n{by_bot}{by_seat}{by_place}</div>\n{}</section>\n",
        part.section("victories", "Victories"),
        place_table(notes, part).markup()
    )
}

/// How each bot fares with the first turn, the second, and so on.
fn place_table(notes: &Notes<'_>, part: &Part) -> HtmlTable {
    let line_up = &notes.line_up;
    let places = 0..line_up.players();
    let sides = bots(line_up).unwrap_or_else(|| seats(line_up));
    let all = Contender { name: "all".into(), bot: 0, seats: Map::seats(line_up.players() as u8).collect() };
    let mut columns = vec![Column::plain("Who")];
    for place in places.clone() {
        columns.push(Column::plain(format!("Wins, {} turn", ordinal(place))));
    }
    for place in places.clone() {
        columns.push(Column::plain(format!("Score, {} turn", ordinal(place))));
    }
    let row = |side: &Contender| {
        let results: Vec<Results> = places.clone().map(|place| side.results_at(notes, place)).collect();
        let mut cells = vec![HtmlCell::text(&*side.name)];
        cells.extend(results.iter().map(|results| {
            let rate = Rate::new(&results.share, 1);
            let cell = if rate.count == 0 {
                HtmlCell::unknown("–")
            } else {
                HtmlCell::number(percent(rate.value), rate.value)
            };
            cell.uncertain(rate.count < super::figures::FEW)
        }));
        cells.extend(results.iter().map(|results| {
            let mean = results.score.mean();
            let cell = if results.score.count() == 0 {
                HtmlCell::unknown("–")
            } else {
                HtmlCell::number(decimal(mean), mean)
            };
            cell.uncertain(results.score.count() < super::figures::FEW)
        }));
        Row::new(cells)
    };
    let rows = sides.iter().chain((sides.len() > 1).then_some(&all)).map(row).collect();
    HtmlTable { caption: part.caption("Victories and scores by order of turns"), columns, rows, sorted_by: None }
}

/// `1st`, `2nd`, `3rd`, `4th` for the places from 0.
fn ordinal(place: usize) -> String {
    let suffix = match place {
        0 => "st",
        1 => "nd",
        2 => "rd",
        _ => "th",
    };
    format!("{}{suffix}", place + 1)
}
