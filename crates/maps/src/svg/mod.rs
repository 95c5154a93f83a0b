//! Draws a map's board, empty or with figures on its routes, as one self-contained SVG: no fonts, pictures or scripts
//! from elsewhere.

mod ground;
mod labels;
mod marks;
mod routes;
mod symbols;
mod words;

use crate::board::Board;
use crate::{GameMap, Language};
pub use marks::{Mark, Marks};
pub use symbols::{color_symbol, wild_symbol};

/// Condensed faces first: the boards' labels are measured for one.
const FONTS: &str = "'Roboto Condensed','Barlow Semi Condensed','Fira Sans Condensed','Archivo Narrow',\
                     'DejaVu Sans Condensed','Liberation Sans Narrow','Arial Narrow',sans-serif";

/// The empty board of a map with names in `language`, as an SVG document.
pub fn draw(game_map: &GameMap, language: Language) -> String {
    let title = language.name(game_map.map.name());
    compose(game_map, language, [title, &words::description(&game_map.map, language)], None)
}

/// The board of a map with a mark on each route instead of its colour, as an SVG document.
pub fn draw_marked(game_map: &GameMap, language: Language, marks: &Marks) -> String {
    compose(game_map, language, [&marks.title, &marks.description], Some(marks))
}

fn compose(game_map: &GameMap, language: Language, words: [&str; 2], marks: Option<&Marks>) -> String {
    let prefix = marks.map_or_else(String::new, |marks| marks.prefix.clone());
    let mut drawing = Drawing { text: String::new(), prefix };
    begin(game_map, language, words, &mut drawing);
    match marks {
        Some(_) => marks::define(game_map.board.space, &mut drawing),
        None => routes::define(game_map, &mut drawing),
    }
    drawing.push("</defs>\n");
    draw_frame(game_map, language, &mut drawing);
    ground::draw(&game_map.board, &mut drawing);
    routes::draw_lines(game_map, &mut drawing);
    match marks {
        Some(marks) => marks::draw(game_map, language, marks, &mut drawing),
        None => routes::draw(game_map, language, &mut drawing),
    }
    labels::draw(game_map, language, &mut drawing);
    drawing.push("</svg>\n");
    drawing.text
}

/// How wide the frame is.
fn margin(board: &Board) -> f64 {
    (board.view.width.min(board.view.height) * 0.036).round()
}

/// The document's head, with the definitions left open.
fn begin(game_map: &GameMap, language: Language, [title, description]: [&str; 2], drawing: &mut Drawing) {
    let board = &game_map.board;
    let margin = margin(board);
    drawing.push(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" lang=\"{}\" role=\"img\" \
         aria-labelledby=\"{} {}\" font-family=\"{FONTS}\" font-stretch=\"condensed\">\n",
        short(-margin),
        short(-margin),
        short(board.view.width + 2.0 * margin),
        short(board.view.height + 2.0 * margin),
        language.code(),
        drawing.id("title"),
        drawing.id("description")
    ));
    drawing.push(&format!("<title id=\"{}\">", drawing.id("title")));
    drawing.text(title);
    drawing.push(&format!("</title>\n<desc id=\"{}\">", drawing.id("description")));
    drawing.text(description);
    drawing.push("</desc>\n<defs>\n");
    ground::define(board, drawing);
}

/// The frame round the board, with its name above and where it comes from below.
fn draw_frame(game_map: &GameMap, language: Language, drawing: &mut Drawing) {
    let (map, board) = (&game_map.map, &game_map.board);
    let margin = margin(board);
    let (width, height) = (board.view.width + 2.0 * margin, board.view.height + 2.0 * margin);
    let rectangle = |inset: f64, attributes: &str| {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>\n",
            short(inset - margin),
            short(inset - margin),
            short(width - 2.0 * inset),
            short(height - 2.0 * inset)
        )
    };
    let middle = short(width / 2.0 - margin);
    drawing.push(&format!("<g id=\"{}\" text-anchor=\"middle\" fill=\"#e9d5a5\">\n", drawing.id("frame")));
    drawing.push(&rectangle(0.0, "rx=\"10\" fill=\"#3b2a20\""));
    drawing.push(&rectangle(margin - 3.0, "fill=\"none\" stroke=\"#c9a864\" stroke-width=\"2\""));
    drawing.push(&format!(
        "<text x=\"{middle}\" y=\"{}\" font-size=\"{}\" font-weight=\"700\" letter-spacing=\".3em\">",
        short(-margin * 0.32),
        short(margin * 0.52)
    ));
    drawing.text(&language.name(map.name()).to_uppercase());
    // The first sentence names the board; the rest is in the description.
    let origin = map.provenance().split_inclusive(". ").next().unwrap_or_default().trim_end();
    // A letter is about half as wide as high: this fits any text on one line.
    let letters = origin.chars().count().max(1) as f64;
    let size = (width * 0.94 / (letters * 0.5)).min(margin * 0.36);
    drawing.push(&format!(
        "</text>\n<text x=\"{middle}\" y=\"{}\" font-size=\"{}\" fill-opacity=\".8\" lang=\"en\">",
        short(height - margin * 1.38),
        short(size)
    ));
    drawing.text(origin);
    drawing.push("</text>\n</g>\n");
}

/// The document as it grows.
struct Drawing {
    text: String,
    /// The prefix of each id.
    prefix: String,
}

impl Drawing {
    /// An id of this drawing, in full.
    fn id(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Adds markup.
    fn push(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    /// Adds text from a map's file, which may contain anything.
    fn text(&mut self, text: &str) {
        self.text.push_str(&escape(text));
    }

    /// Adds an element with text only.
    fn element(&mut self, name: &str, text: &str) {
        self.push(&format!("<{name}>"));
        self.text(text);
        self.push(&format!("</{name}>"));
    }
}

/// Escapes any text for XML and HTML, between tags or in quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // XML has no other control characters, not even escaped.
            '\t' | '\n' | '\r' => escaped.push(' '),
            control if control.is_control() || matches!(control, '\u{fffe}' | '\u{ffff}') => {}
            other => escaped.push(other),
        }
    }
    escaped
}

/// A number as short as it can be written with two decimals.
pub fn short(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // Adding zero makes -0 a 0.
    (rounded + 0.0).to_string()
}
