//! Tables beside the plots. Those with many rows can be sorted and scroll by themselves.

use capolinea_maps::svg::{escape, short};
use std::fmt::Write as _;

/// A table of a page.
pub(super) struct HtmlTable {
    pub(super) caption: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
    /// For a table that can be sorted: the column that it is sorted by, the greatest first.
    pub(super) sorted_by: Option<usize>,
}

/// A column: its title, and an explanation if the title is not enough.
pub(super) struct Column {
    pub(super) title: String,
    pub(super) meaning: &'static str,
}

/// A row; `link` ties it to its marks on the boards and plots.
pub(super) struct Row {
    pub(super) link: Option<Link>,
    pub(super) cells: Vec<HtmlCell>,
}

/// The subject of a row or of a mark in a plot.
#[derive(Clone, Copy)]
pub(super) enum Link {
    Route(usize),
    Ticket(usize),
}

impl Link {
    /// As an attribute.
    pub(super) fn attribute(self) -> String {
        match self {
            Link::Route(index) => format!(" data-route=\"{index}\""),
            Link::Ticket(index) => format!(" data-ticket=\"{index}\""),
        }
    }
}

/// A cell: text, and the number it is sorted by if it is one.
pub(super) struct HtmlCell {
    text: String,
    number: Option<f64>,
    is_uncertain: bool,
}

impl HtmlCell {
    pub(super) fn text(text: impl Into<String>) -> HtmlCell {
        HtmlCell { text: text.into(), number: None, is_uncertain: false }
    }

    pub(super) fn number(text: impl Into<String>, number: f64) -> HtmlCell {
        HtmlCell { text: text.into(), number: Some(number), is_uncertain: false }
    }

    /// A figure with too few cases; sorted after every number.
    pub(super) fn unknown(text: impl Into<String>) -> HtmlCell {
        HtmlCell::number(text, f64::NAN)
    }

    pub(super) fn uncertain(self, is_uncertain: bool) -> HtmlCell {
        HtmlCell { is_uncertain, ..self }
    }
}

impl Column {
    pub(super) fn new(title: impl Into<String>, meaning: &'static str) -> Column {
        Column { title: title.into(), meaning }
    }

    pub(super) fn plain(title: impl Into<String>) -> Column {
        Column::new(title, "")
    }
}

impl HtmlTable {
    /// With its rows in the order of the column it is sorted by: the greatest first, unknown figures last.
    #[must_use]
    pub(super) fn sorted(mut self) -> HtmlTable {
        if let Some(column) = self.sorted_by {
            let key = |row: &Row| row.cells.get(column).and_then(|cell| cell.number).filter(|number| !number.is_nan());
            let key = |row: &Row| key(row).unwrap_or(f64::NEG_INFINITY);
            self.rows.sort_by(|one, other| key(other).total_cmp(&key(one)));
        }
        self
    }

    /// As markup.
    pub(super) fn markup(&self) -> String {
        let caption = escape(&self.caption);
        let class = if self.sorted_by.is_some() { "sortable" } else { "plain" };
        let mut text = format!(
            "<div class=\"scroll {class}\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\n\
             <table class=\"{class}\"><caption>{caption}</caption>\n<thead><tr>"
        );
        for (index, column) in self.columns.iter().enumerate() {
            text.push_str(&self.head(index, column));
        }
        text.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            text.push_str(&row.markup());
        }
        text.push_str("</tbody></table></div>\n");
        text
    }

    fn head(&self, index: usize, column: &Column) -> String {
        let is_number =
            self.rows.first().and_then(|row| row.cells.get(index)).is_some_and(|cell| cell.number.is_some());
        let class = if is_number { " class=\"number\"" } else { "" };
        let meaning =
            if column.meaning.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(column.meaning)) };
        let sorted = if self.sorted_by == Some(index) { " aria-sort=\"descending\"" } else { "" };
        format!("<th scope=\"col\"{class}{meaning}{sorted}>{}</th>", escape(&column.title))
    }
}

impl Row {
    pub(super) fn new(cells: Vec<HtmlCell>) -> Row {
        Row { link: None, cells }
    }

    fn markup(&self) -> String {
        let mut text = format!("<tr{}>", self.link.map_or_else(String::new, Link::attribute));
        for (index, cell) in self.cells.iter().enumerate() {
            let tag = if index == 0 { "th scope=\"row\"" } else { "td" };
            let mut attributes = String::new();
            if let Some(number) = cell.number {
                let sorted = if number.is_finite() { short(number) } else { String::new() };
                write!(attributes, " data-value=\"{sorted}\"").expect("a string takes everything");
            }
            let class = match (cell.number.is_some(), cell.is_uncertain) {
                (true, true) => " class=\"number uncertain\"",
                (true, false) => " class=\"number\"",
                (false, true) => " class=\"uncertain\"",
                (false, false) => "",
            };
            text.push_str(&format!("<{tag}{class}{attributes}>{}</{}>", escape(&cell.text), &tag[..2]));
        }
        text.push_str("</tr>\n");
        text
    }
}
