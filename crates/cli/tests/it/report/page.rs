//! Reads a report's page.

use roxmltree::{Document, Node, ParsingOptions};

/// The page as XML.
pub fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).expect("it is well-formed")
}

/// The table with this caption, cell by cell.
pub fn table(document: &Document<'_>, caption: &str) -> Vec<Vec<String>> {
    let is_it = |node: &Node<'_, '_>| {
        node.has_tag_name("table")
            && node.descendants().any(|part| part.has_tag_name("caption") && part.text() == Some(caption))
    };
    let table = document.descendants().find(|node| is_it(node)).unwrap_or_else(|| panic!("no table `{caption}`"));
    let rows = table.descendants().filter(|node| node.has_tag_name("tr"));
    rows.map(cells).collect()
}

/// The cells of a row.
pub fn cells(row: Node<'_, '_>) -> Vec<String> {
    row.children().filter(Node::is_element).map(|cell| cell.text().unwrap_or_default().into()).collect()
}

/// The column with this head, as numbers; what is less sure than a number counts as 0.
pub fn column(table: &[Vec<String>], head: &str) -> Vec<f64> {
    let place = table[0].iter().position(|cell| cell == head).unwrap_or_else(|| panic!("no column `{head}`"));
    table[1..].iter().map(|row| number(&row[place])).collect()
}

/// The number a cell begins with.
pub fn number(cell: &str) -> f64 {
    let first = cell.replace('−', "-").replace(',', "");
    first.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
}
