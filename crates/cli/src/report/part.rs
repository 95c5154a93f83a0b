//! The place of some games' sections on the page. A page about several sets of games has the same sections for each.

/// The place and the subject of sections.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// The prefix of every id.
    prefix: String,
    /// How deep its headings are below those of a page about one set of games.
    depth: u8,
    /// Its subject; empty on a page about one set of games.
    subject: String,
}

impl Part {
    /// The part of a page about several sets of games that is about the one with this number and name.
    pub(super) fn numbered(number: usize, subject: String) -> Part {
        Part { prefix: format!("games-{number}-"), depth: 1, subject }
    }

    /// An id of the page.
    pub(super) fn id(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// The start of a section with its heading.
    pub(super) fn section(&self, id: &str, heading: &str) -> String {
        format!("<section id=\"{}\">{}\n", self.id(id), self.heading(2, heading))
    }

    /// A heading, of level 2 or 3 on a page about one set of games.
    pub(super) fn heading(&self, level: u8, text: &str) -> String {
        let level = level + self.depth;
        format!("<h{level}>{text}</h{level}>")
    }

    /// A table's caption, which names what it is about.
    pub(super) fn caption(&self, text: &str) -> String {
        if self.subject.is_empty() { text.into() } else { format!("{text}: {}", self.subject) }
    }
}
