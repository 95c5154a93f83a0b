//! Rates below each other on one axis, each a dot with its interval, and a line at par.

use super::super::figures::{Rate, percent};
use super::axis::{Scale, whole};
use super::{Chart, WIDTH};

/// One of the rates.
pub(in super::super) struct Dot {
    pub(in super::super) name: String,
    /// The index of its colour among the bots'; none if it is not about one bot.
    pub(in super::super) bot: Option<usize>,
    pub(in super::super) rate: Rate,
}

const ROW: f64 = 40.0;
const TOP: f64 = 18.0;
const SIDE: f64 = 20.0;

pub(in super::super) fn dots(id: &str, title: &str, par: f64, dots: &[Dot]) -> String {
    let highest = dots.iter().map(|dot| dot.rate.interval.map_or(dot.rate.value, |interval| interval.high));
    let highest = highest.fold(par, f64::max);
    let scale = Scale::round([0.0, (100.0 * highest).min(100.0)], [SIDE, WIDTH - SIDE]);
    let words: Vec<String> = dots.iter().map(|dot| format!("{}: {}", dot.name, dot.rate.words())).collect();
    let mut chart = Chart::new(id, title, format!("Par is {}. {}.", percent(par), words.join("; ")));
    let bottom = TOP + ROW * dots.len() as f64;
    scale.draw_below(&mut chart, [bottom - 4.0, bottom], |tick| format!("{} %", whole(tick)));
    let x = scale.place(100.0 * par);
    chart.remark(x, TOP - 5.0, &format!("par {}", percent(par)));
    for (row, dot) in dots.iter().enumerate() {
        let top = TOP + row as f64 * ROW;
        let class = dot.bot.map_or_else(|| "bot-none".into(), |bot| format!("bot-{bot}"));
        chart.text(SIDE, top + 16.0, "name halo", &dot.name);
        chart.text(WIDTH - SIDE, top + 16.0, "label end halo", &dot.rate.words());
        let y = top + 28.0;
        chart.line([x, y - 7.0], [x, y + 7.0], "par");
        chart.line([SIDE, y], [WIDTH - SIDE, y], "grid");
        let place = |share: f64| scale.place(100.0 * share);
        if let Some(interval) = dot.rate.interval {
            let (low, high) = (place(interval.low), place(interval.high));
            chart.rectangle([low, y - 3.0], [(high - low).max(1.0), 6.0], &format!("reach {class}"), "");
        }
        if dot.rate.count > 0 {
            chart.circle([place(dot.rate.value), y], 5.0, &format!("dot {class}"));
        }
    }
    chart.height = bottom + 22.0;
    chart.markup()
}
