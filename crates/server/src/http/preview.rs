//! What chats show of a table's link: Open Graph tags with its map's picture, written into the start page.

use super::App;
use axum::http::HeaderMap;
use capolinea_protocol::table::{SeatHolder, Status, TableView};
use capolinea_table::{Answer, Ask, TableId};
use std::net::IpAddr;

/// The table that a path leads to.
pub fn table_of(path: &str) -> Option<TableId> {
    path.strip_prefix("t/")?.trim_end_matches('/').parse().ok()
}

/// The tags of a table's page, or nothing if a stranger can't see the table.
pub async fn tags(app: &App, id: TableId, by: IpAddr, headers: &HeaderMap) -> String {
    let Ok(Answer::View(view)) = app.tables.ask(id, Ask::See { session: None }, by).await else { return String::new() };
    let map = app.tables.maps.find(&view.map).map_or(view.map.as_str(), |map| map.map.name().en.as_str());
    let picture = format!("pictures/{}.jpg", view.map);
    let has_picture = app.files.read(&picture).is_some();
    write(&view, map, &app.guard.base_url(headers), has_picture.then_some(&picture))
}

fn write(view: &TableView, map: &str, base: &str, picture: Option<&String>) -> String {
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
    let mut tags = String::new();
    let mut tag = |kind: &str, name: &str, content: &str| {
        tags.push_str(&format!("    <meta {kind}=\"{name}\" content=\"{}\" />\n", escape(content)));
    };
    tag("property", "og:type", "website");
    tag("property", "og:site_name", "Capolinea");
    tag("property", "og:title", &title);
    tag("property", "og:description", &words);
    tag("property", "og:url", &format!("{base}/t/{}", view.id));
    if let Some(picture) = picture {
        tag("property", "og:image", &format!("{base}/{picture}"));
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
