//! Sums of several parts below each other: gains to the right of zero, losses to the left.

use super::super::figures::{decimal, signed};
use super::axis::{Scale, whole};
use super::{Chart, WIDTH};

/// One of the sums.
pub(in super::super) struct Stack {
    pub(in super::super) name: String,
    /// Its parts, in the order of the names.
    pub(in super::super) parts: Vec<f64>,
}

const ROW: f64 = 52.0;
const SIDE: f64 = 20.0;

/// `names` are the parts' names; `classes` say how they look.
pub(in super::super) fn stack(id: &str, title: &str, names: &[&str], classes: &[&str], stacks: &[Stack]) -> String {
    let gained = |stack: &Stack| stack.parts.iter().filter(|part| **part > 0.0).sum::<f64>();
    let lost = |stack: &Stack| stack.parts.iter().filter(|part| **part < 0.0).sum::<f64>();
    let high = stacks.iter().map(gained).fold(0.0, f64::max);
    let low = stacks.iter().map(lost).fold(0.0, f64::min);
    let scale = Scale::exact([low, high.max(low + 1.0)], [SIDE, WIDTH - SIDE]);
    let words = stacks.iter().map(|stack| {
        let parts: Vec<String> =
            names.iter().zip(&stack.parts).map(|(name, part)| format!("{name} {}", signed(*part))).collect();
        format!("{}: {}.", stack.name, parts.join(", "))
    });
    let mut chart = Chart::new(id, title, words.collect::<Vec<_>>().join(" "));
    let bottom = ROW * stacks.len() as f64 + 4.0;
    scale.draw_below(&mut chart, [18.0, bottom], whole);
    for (row, stack) in stacks.iter().enumerate() {
        let top = row as f64 * ROW;
        chart.text(SIDE, top + 14.0, "name halo", &stack.name);
        let total = format!("{} in all", decimal(stack.parts.iter().sum()));
        chart.text(WIDTH - SIDE, top + 14.0, "label end halo", &total);
        let zero = scale.place(0.0);
        let [mut right, mut left] = [0.0, 0.0];
        for ((part, name), class) in stack.parts.iter().zip(names).zip(classes) {
            let edge = if *part < 0.0 { &mut left } else { &mut right };
            let (from, to) = (scale.place(*edge), scale.place(*edge + part));
            *edge += part;
            let (x, width) = (from.min(to), (to - from).abs());
            chart.rectangle(
                [x, top + 20.0],
                [width, 24.0],
                &format!("part {class}"),
                &format!("{name}: {}", signed(*part)),
            );
            let label = whole(*part);
            if width > 8.0 * label.chars().count() as f64 + 4.0 {
                chart.text(x + width / 2.0, top + 36.5, &format!("inside middle on-{class}"), &label);
            }
        }
        chart.line([zero, top + 18.0], [zero, top + 46.0], "zero");
    }
    chart.height = bottom + 22.0;
    chart.markup()
}
