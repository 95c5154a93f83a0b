//! Distributions below each other on one axis: a histogram each, with quartiles, and the mean with its interval.

use super::super::figures::{Mean, decimal};
use super::super::spread::Spread;
use super::axis::{Scale, whole};
use super::{Chart, WIDTH};
use capolinea_maps::svg::short;

/// One of the distributions.
pub(in super::super) struct Ridge {
    pub(in super::super) name: String,
    /// The place of its colour among the bots'.
    pub(in super::super) bot: usize,
    pub(in super::super) spread: Spread,
    pub(in super::super) mean: Mean,
}

const ROW: f64 = 84.0;
const HILL: f64 = 38.0;
const SIDE: f64 = 14.0;

/// `things` are what the numbers count, as in `Scores`.
pub(in super::super) fn ridges(id: &str, title: &str, things: &str, ridges: &[Ridge]) -> String {
    let all = ridges.iter().map(|ridge| ridge.spread.ends());
    let low = all.clone().map(|[low, _]| low).min().unwrap_or(0);
    let high = all.map(|[_, high]| high).max().unwrap_or(0);
    let width = bin_width(high - low);
    let [from, to] = [low.div_euclid(width) * width, (high.div_euclid(width) + 1) * width].map(f64::from);
    let scale = Scale::exact([from, to], [SIDE, WIDTH - SIDE]);
    let words: Vec<String> =
        ridges.iter().map(|ridge| format!("{}: mean {}", ridge.name, ridge.mean.words())).collect();
    let mut chart = Chart::new(id, title, format!("{things} from {low} to {high}. {}.", words.join("; ")));
    let bottom = ROW * ridges.len() as f64 + 6.0;
    scale.draw_below(&mut chart, [18.0, bottom], whole);
    for (row, ridge) in ridges.iter().enumerate() {
        draw(ridge, scale, width, row as f64 * ROW, &mut chart);
    }
    chart.height = bottom + 22.0;
    chart.markup()
}

/// A round width with which there are at most some forty bins.
fn bin_width(range: i32) -> i32 {
    [1, 2, 5, 10, 20, 50].into_iter().find(|width| range / width <= 44).unwrap_or(100)
}

fn draw(ridge: &Ridge, scale: Scale, width: i32, top: f64, chart: &mut Chart) {
    let Ridge { name, bot, spread, mean } = ridge;
    chart.text(SIDE, top + 13.0, "name", name);
    chart.text(WIDTH - SIDE, top + 13.0, "label end", &format!("mean {}", mean.words()));
    let base = top + 20.0 + HILL;
    let bins = spread.bins(spread.ends(), width);
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1) as f64;
    let place = |number: i32| short(scale.place(f64::from(number)));
    let mut path = format!("M{} {}", place(bins.first().map_or(0, |bin| bin.from)), short(base));
    for bin in &bins {
        let y = short(base - HILL * bin.count as f64 / most);
        path.push_str(&format!("V{y}H{}", place(bin.from + width)));
    }
    chart.push(&format!("<path d=\"{path}V{}Z\" class=\"hill bot-{bot}\"/>", short(base)));
    let [p5, p25, p50, p75, p95] = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| spread.quantile(share));
    let at = |number: i32| scale.place(f64::from(number));
    let y = base + 10.0;
    chart.push("<g>");
    chart.push(&format!(
        "<title>5 %: {p5}, quarter: {p25}, median: {p50}, three quarters: {p75}, 95 %: {p95}, mean: {}</title>",
        decimal(mean.value)
    ));
    chart.line([at(p5), y], [at(p95), y], "whisker");
    chart.rectangle([at(p25), y - 4.5], [at(p75) - at(p25), 9.0], &format!("box bot-{bot}"), "");
    chart.line([at(p50), y - 4.5], [at(p50), y + 4.5], "median");
    let x = scale.place(mean.value);
    if let Some(reach) = mean.reach {
        chart.line([scale.place(mean.value - reach), y], [scale.place(mean.value + reach), y], "interval");
    }
    chart.circle([x, y], 3.4, "mean");
    chart.push("</g>");
}
