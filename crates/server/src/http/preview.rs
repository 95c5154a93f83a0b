//! Link previews of tables and challenges for chats: Open Graph tags with the map's picture, written into the start page.

use super::App;
use axum::http::HeaderMap;
use capolinea_protocol::challenge::ChallengeView;
use capolinea_protocol::table::{SeatHolder, Status, TableView};
use capolinea_table::{Answer, Ask, TableId};
use std::net::IpAddr;

/// The page that a link leads to, if it has a preview.
#[derive(Clone, Copy)]
pub enum LinkTarget {
    /// A table's.
    Table(TableId),
    /// A challenge's.
    Challenge(TableId),
}

impl LinkTarget {
    /// The page that a path leads to.
    pub fn at(path: &str) -> Option<LinkTarget> {
        let id = |prefix: &str| path.strip_prefix(prefix)?.trim_end_matches('/').parse().ok();
        id("t/").map(LinkTarget::Table).or_else(|| id("c/").map(LinkTarget::Challenge))
    }
}

/// The tags of a page, or nothing if a stranger can't see it.
pub async fn tags(app: &App, target: LinkTarget, by: IpAddr, headers: &HeaderMap) -> String {
    let name_of = |map: &str| app.tables.maps.find(map).map_or_else(|| map.to_owned(), |map| map.map.name().en.clone());
    let (map, path, words) = match target {
        LinkTarget::Table(id) => {
            let asked = app.tables.ask(id, Ask::See { session: None }, by).await;
            let Ok(Answer::View(view)) = asked else { return String::new() };
            let words = table_words(&view, &name_of(&view.map));
            (view.map, format!("t/{id}"), words)
        }
        LinkTarget::Challenge(id) => {
            let Ok(view) = app.challenges.view(id, None).await else { return String::new() };
            let words = challenge_words(&view, &name_of(&view.game.map));
            (view.game.map, format!("c/{id}"), words)
        }
    };
    let base = app.guard.base_url(headers);
    let picture = format!("pictures/{map}.jpg");
    let picture = app.files.read(&picture).map(|_| format!("{base}/{picture}"));
    write(words, &name_of(&map), &format!("{base}/{path}"), picture.as_deref())
}

fn challenge_words(view: &ChallengeView, map: &str) -> (String, String) {
    let title = match (&view.day, &view.by) {
        (Some(day), _) => format!("Deal of the day: {map}, {day} · Capolinea"),
        (None, Some(name)) => format!("{name} challenges you: {map} · Capolinea"),
        (None, None) => format!("Challenge: {map} · Capolinea"),
    };
    let words = if view.closed {
        "This challenge is closed. Open the link to see how it went."
    } else {
        "Same map, same deal, same opponents. Open the link to play; no account is needed."
    };
    (title, words.into())
}

fn table_words(view: &TableView, map: &str) -> (String, String) {
    let is_person = |who: &SeatHolder| matches!(who, SeatHolder::Person);
    let people: Vec<&str> =
        view.seats.iter().filter(|seat| is_person(&seat.who)).map(|seat| seat.name.as_str()).collect();
    let title = match people.as_slice() {
        [] => format!("{map} · Capolinea"),
        [one] => format!("{map} with {one} · Capolinea"),
        [first @ .., last] => format!("{map} with {} and {last} · Capolinea", first.join(", ")),
    };
    let free = view.seats.iter().filter(|seat| matches!(seat.who, SeatHolder::Open)).count();
    let words = match (view.status, free) {
        (Status::Waiting, 0) => "All seats are taken; the game begins soon.".into(),
        (Status::Waiting, 1) => "One seat is free. Open the link to join; no account is needed.".into(),
        (Status::Waiting, free) => format!("{free} seats are free. Open the link to join; no account is needed."),
        (Status::Playing, _) => "The game is being played. Open the link to watch.".into(),
        (Status::Finished, _) => "The game is over. Open the link to see it again, move by move.".to_owned(),
        (Status::Abandoned, _) => "The game was abandoned.".into(),
    };
    (title, words)
}

fn write((title, words): (String, String), map: &str, url: &str, picture: Option<&str>) -> String {
    let mut tags = String::new();
    let mut tag = |kind: &str, name: &str, content: &str| {
        tags.push_str(&format!("    <meta {kind}=\"{name}\" content=\"{}\" />\n", escape(content)));
    };
    tag("property", "og:type", "website");
    tag("property", "og:site_name", "Capolinea");
    tag("property", "og:title", &title);
    tag("property", "og:description", &words);
    tag("property", "og:url", url);
    if let Some(picture) = picture {
        tag("property", "og:image", picture);
        tag("property", "og:image:width", "1200");
        tag("property", "og:image:height", "630");
        tag("property", "og:image:alt", &format!("The map {map}"));
        tag("name", "twitter:card", "summary_large_image");
    }
    tags
}

/// Text as part of an attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
