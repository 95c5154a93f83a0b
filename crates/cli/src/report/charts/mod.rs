//! Plots in plain SVG: narrow enough for a phone, painted by the page's style sheet, each with a title and a description.

mod axis;
mod bars;
mod dots;
mod ridges;
mod scatter;
mod stack;

pub(super) use bars::bars;
pub(super) use dots::{Dot, dots};
pub(super) use ridges::{Ridge, ridges};
pub(super) use scatter::{Line, Mark, Plane, scatter};
pub(super) use stack::{Stack, stack};

use capolinea_maps::svg::{escape, short};

/// How wide every plot is, in its own units.
const WIDTH: f64 = 380.0;

/// A plot as it grows downwards.
struct Chart {
    id: String,
    title: String,
    description: String,
    body: String,
    height: f64,
}

impl Chart {
    fn new(id: &str, title: impl Into<String>, description: impl Into<String>) -> Chart {
        Chart { id: id.into(), title: title.into(), description: description.into(), body: String::new(), height: 0.0 }
    }

    fn push(&mut self, markup: &str) {
        self.body.push_str(markup);
    }

    /// Writes a line of text; `class` sets its look and its alignment to `x`.
    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.push(&format!("<text x=\"{}\" y=\"{}\" class=\"{class}\">{}</text>", short(x), short(y), escape(text)));
    }

    /// Writes a line of text beside `x`, on the side with more room.
    fn remark(&mut self, x: f64, y: f64, text: &str) {
        if x > WIDTH / 2.0 { self.text(x - 4.0, y, "tick end", text) } else { self.text(x + 4.0, y, "tick", text) }
    }

    fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(short);
        self.push(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" class=\"{class}\"/>"));
    }

    fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], class: &str, title: &str) {
        let [x, y, width, height] = [x, y, width.max(0.0), height.max(0.0)].map(short);
        let title = if title.is_empty() { String::new() } else { format!("<title>{}</title>", escape(title)) };
        self.push(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"{class}\">{title}</rect>"
        ));
    }

    fn circle(&mut self, [x, y]: [f64; 2], radius: f64, class: &str) {
        let [x, y, radius] = [x, y, radius].map(short);
        self.push(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" class=\"{class}\"/>"));
    }

    fn markup(self) -> String {
        let Chart { id, title, description, body, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-description\">\n<title id=\"{id}-title\">{}</title>\n\
             <desc id=\"{id}-description\">{}</desc>\n{body}\n</svg>\n",
            short(WIDTH),
            short(height),
            escape(&title),
            escape(&description)
        )
    }
}
