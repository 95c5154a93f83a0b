//! A histogram.

use super::super::figures::{Mean, counted, grouped, share};
use super::super::spread::Spread;
use super::axis::{Scale, format_tick, whole};
use super::{Chart, WIDTH};

const LEFT: f64 = 44.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 22.0;
const BOTTOM: f64 = 190.0;

/// The distribution of a count in `unit`, with its mean.
pub(in super::super) fn bars(id: &str, title: &str, unit: &str, spread: &Spread, mean: Mean) -> String {
    let [low, high] = spread.ends();
    let width = [1, 2, 5, 10, 20, 50].into_iter().find(|width| (high - low) / width <= 40).unwrap_or(100);
    let bins = spread.bins([low, high], width);
    let count = spread.count();
    let [first, last] = [bins.first(), bins.last()].map(|bin| bin.map_or(0, |bin| bin.from));
    let ends = [first, last + width].map(|end| f64::from(end) - 0.5);
    let across = Scale::exact(ends, [LEFT, RIGHT]);
    let most = bins.iter().map(|bin| 100.0 * share(bin.count, count)).fold(0.0, f64::max);
    let up = Scale::round([0.0, most], [BOTTOM, TOP]);
    let description = format!(
        "{} from {low} to {high} {unit}; median {}, mean {}.",
        counted(count, "game"),
        spread.quantile(0.5),
        mean.words()
    );
    let mut chart = Chart::new(id, title, description);
    up.draw_beside(&mut chart, [LEFT, RIGHT], |tick| format!("{} %", format_tick(tick)));
    across.draw_below(&mut chart, [BOTTOM, BOTTOM + 4.0], whole);
    for bin in &bins {
        let (left, right) = (across.place(f64::from(bin.from) - 0.5), across.place(f64::from(bin.from + width) - 0.5));
        let top = up.place(100.0 * share(bin.count, count));
        let numbers =
            if width == 1 { bin.from.to_string() } else { format!("{} to {}", bin.from, bin.from + width - 1) };
        let title = format!("{numbers} {unit}: {} of {}", grouped(bin.count), counted(count, "game"));
        let gap = ((right - left) * 0.1).min(1.0);
        chart.rectangle([left + gap, top], [right - left - 2.0 * gap, BOTTOM - top], "bar", &title);
    }
    let x = across.place(mean.value);
    chart.line([x, TOP - 6.0], [x, BOTTOM], "par");
    chart.remark(x, TOP - 8.0, &format!("mean {}", mean.words()));
    chart.text((LEFT + RIGHT) / 2.0, BOTTOM + 34.0, "tick middle", unit);
    chart.height = BOTTOM + 42.0;
    chart.markup()
}
