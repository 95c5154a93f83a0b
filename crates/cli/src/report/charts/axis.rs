//! From numbers to places on a plot, and the round numbers along an axis.

use super::Chart;

/// Numbers from `from` to `to`, drawn from `left` to `right` (or, upwards, from bottom to top).
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    from: f64,
    to: f64,
    left: f64,
    right: f64,
    step: f64,
}

impl Scale {
    /// A scale with just these ends.
    pub(super) fn exact([from, to]: [f64; 2], [left, right]: [f64; 2]) -> Scale {
        Scale { from, to, left, right, step: step(to - from) }
    }

    /// A scale whose ends are round numbers, wide enough for all from `low` to `high`.
    pub(super) fn round([low, high]: [f64; 2], [left, right]: [f64; 2]) -> Scale {
        let step = step(high - low);
        let from = (low / step).floor() * step;
        let to = ((high / step).ceil() * step).max(from + step);
        Scale { from, to, left, right, step }
    }

    pub(super) fn place(&self, number: f64) -> f64 {
        let along = (number - self.from) / (self.to - self.from);
        self.left + along.clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// The last number on it.
    pub(super) fn end(&self) -> f64 {
        self.to
    }

    /// The round numbers on it.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let first = (self.from / self.step - 1e-9).ceil() as i64;
        let last = (self.to / self.step + 1e-9).floor() as i64;
        (first..=last).map(|tick| tick as f64 * self.step).collect()
    }

    /// Draws it along the bottom, with lines up to `top`.
    pub(super) fn draw_below(&self, chart: &mut Chart, [top, bottom]: [f64; 2], words: impl Fn(f64) -> String) {
        for tick in self.ticks() {
            let x = self.place(tick);
            chart.line([x, top], [x, bottom], "grid");
            chart.text(x, bottom + 15.0, "tick middle", &words(tick));
        }
    }

    /// Draws it along the left, with lines to `end`; the scale's ends are a bottom and a top.
    pub(super) fn draw_beside(&self, chart: &mut Chart, [start, end]: [f64; 2], words: impl Fn(f64) -> String) {
        for tick in self.ticks() {
            let y = self.place(tick);
            chart.line([start, y], [end, y], "grid");
            chart.text(start - 5.0, y + 4.0, "tick end", &words(tick));
        }
    }
}

/// A round step that divides `range` into four to eight parts.
fn step(range: f64) -> f64 {
    let rough = (range / 5.0).max(1e-6);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|&round| rough / power <= round + 1e-9);
    step.unwrap_or(10.0) * power
}

/// A whole number without a decimal, with a proper minus.
pub(super) fn whole(number: f64) -> String {
    format!("{:.0}", number + 0.0).replace('-', "−")
}

/// A round number with a decimal where it has one.
pub(super) fn format_tick(number: f64) -> String {
    let rounded = (number * 10.0).round() / 10.0 + 0.0;
    rounded.to_string().replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([5.0, 23.0, 100.0, 400.0].map(step), [1.0, 5.0, 20.0, 100.0]);
    }

    #[test]
    fn a_scale_has_round_ends_and_ticks_even_without_a_range() {
        let scale = Scale::round([-13.0, 97.0], [0.0, 200.0]);
        assert_eq!((scale.from, scale.to), (-50.0, 100.0));
        assert_eq!(scale.ticks(), [-50.0, 0.0, 50.0, 100.0]);
        assert_eq!(scale.place(25.0), 100.0);
        let point = Scale::round([7.0, 7.0], [0.0, 10.0]);
        assert!(point.to > point.from && point.place(7.0).is_finite());
        assert_eq!(Scale::round([-5.0, 5.0], [0.0, 1.0]).ticks(), [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0]);
        assert_eq!(Scale::exact([3.0, 17.0], [0.0, 1.0]).ticks(), [5.0, 10.0, 15.0]);
    }
}
