//! New tables: their seats, names and colours.

use crate::limits::{LONGEST_TURN, NAME_LENGTH};
use crate::stored::{Holder, NewTable, SeatEntry, Seating, TableStatus};
use crate::{Now, Shared, TableConfig, TableId, TokenHash, levels, text};
use capolinea_engine::rules::RULES_VERSION;
use capolinea_engine::{Seat, SeatSet};
use capolinea_protocol::http::{CreateTable, SeatRequest, Sitter};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::{PlayerColor, Settings, Status};
use std::collections::BTreeSet;

/// A table as a client asks for it.
///
/// # Errors
/// The problem with the request.
pub fn new_table(
    shared: &Shared,
    id: TableId,
    host: TokenHash,
    asked: CreateTable,
    now: Now,
) -> Result<NewTable, Refusal> {
    let map = shared
        .maps
        .find(&asked.map)
        .ok_or_else(|| bad(format!("there is no map `{}`; GET /api/maps lists them", shortened(&asked.map))))?;
    let (min, max) = (usize::from(map.min_players()), usize::from(map.max_players()));
    if !(min..=max).contains(&asked.seats.len()) {
        return Err(bad(format!("this map is for {min} to {max} players, not for {}", asked.seats.len())));
    }
    check_settings(&shared.config, &asked.settings, asked.seats.len())?;
    map.check_pieces(asked.settings.pieces).map_err(|error| bad(error.to_string()))?;
    // One person against bots has nobody to be fair to.
    let people = asked.seats.iter().filter(|seat| !matches!(seat.who, Sitter::Bot { .. })).count();
    let is_solo = people == 1 && asked.seats.iter().all(|seat| seat.who != Sitter::Open);
    let settings = Settings { help: Some(asked.settings.help.unwrap_or(is_solo)), ..asked.settings };
    let mut seating = Seating::new(asked.map, map.digest().to_owned(), RULES_VERSION, host, settings);
    let named: Vec<PlayerColor> = asked.seats.iter().filter_map(|seat| seat.color).collect();
    for (index, color) in named.iter().enumerate() {
        if named[..index].contains(color) {
            return Err(Refusal::new(RefusalCode::Taken, "two seats have the same colour"));
        }
    }
    for SeatRequest { who, color } in asked.seats {
        let is_free = |color: &PlayerColor| {
            !named.contains(color) && seating.seats.iter().all(|seat: &SeatEntry| seat.color != *color)
        };
        let color = color.or_else(|| PlayerColor::ALL.into_iter().find(is_free)).unwrap_or(PlayerColor::Blue);
        let (holder, name) = sit(who, host)?;
        seating.seats.push(SeatEntry { holder, name, color, stand_in: None });
    }
    name_all(&mut seating)?;
    if asked.start {
        if seating.seats.iter().any(|seat| seat.holder == Holder::Open) {
            return Err(bad("a table with an open seat can't start at once".into()));
        }
        seating.auto_start = true;
    }
    Ok(NewTable { id, created: now.unix_ms, seating, status: waiting_status(now) })
}

/// The status of a table whose game has not begun.
pub(crate) fn waiting_status(now: Now) -> TableStatus {
    TableStatus {
        revision: 0,
        status: Status::Waiting,
        waiting: SeatSet::EMPTY,
        winners: SeatSet::EMPTY,
        deadline: None,
        wakes_at: None,
        updated: now.unix_ms,
    }
}

pub(crate) fn bad(words: String) -> Refusal {
    Refusal::new(RefusalCode::BadRequest, words)
}

pub(crate) fn shortened(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(40).collect()
}

fn check_settings(config: &TableConfig, settings: &Settings, seats: usize) -> Result<(), Refusal> {
    if settings.first.is_some_and(|seat| seat.index() >= seats) {
        return Err(bad(format!("the first player has no seat; there are {seats}")));
    }
    let (least, most) = (config.shortest_turn, LONGEST_TURN.as_secs() as u32);
    if settings.turn_limit.is_some_and(|limit| !(least..=most).contains(&limit)) {
        return Err(bad(format!("a turn limit is between {least} seconds and {most}")));
    }
    Ok(())
}

pub(crate) fn check_name(name: &str) -> Result<String, Refusal> {
    let words = format!("a name has 1 to {} visible characters, with a letter or digit among them", NAME_LENGTH);
    text::name(name).ok_or_else(|| bad(words))
}

pub(crate) fn sit(who: Sitter, session: TokenHash) -> Result<(Holder, String), Refusal> {
    Ok(match who {
        Sitter::Open => (Holder::Open, String::new()),
        Sitter::Here { name } => (Holder::Person { session }, check_name(&name)?),
        Sitter::Bot { level } => {
            let name = levels::name(&level)
                .ok_or_else(|| bad(format!("there is no level `{}`; GET /api/levels lists them", shortened(&level))))?;
            (Holder::Bot { level }, name.into())
        }
    })
}

/// Names the bots, and refuses names that could be confused with others at the table.
pub(crate) fn name_all(seating: &mut Seating) -> Result<(), Refusal> {
    let is_person = |seat: &SeatEntry| matches!(seat.holder, Holder::Person { .. });
    let people: Vec<String> =
        seating.seats.iter().filter(|seat| is_person(seat)).flat_map(|seat| text::looks(&seat.name)).collect();
    // Bots go by a first name, one per colour; the level is shown beside it. A person of the same name has precedence.
    for seat in &mut seating.seats {
        if matches!(seat.holder, Holder::Bot { .. }) {
            let name = bot_name(seat.color);
            let is_taken = text::looks(name).iter().any(|look| people.contains(look));
            seat.name = if is_taken { format!("{name} (bot)") } else { name.into() };
        }
    }
    let mut taken = BTreeSet::new();
    let mut names = seating.seats.iter().map(|seat| &seat.name).filter(|name| !name.is_empty());
    let is_new = |name: &String| {
        let looks = text::looks(name);
        let is_new = looks.iter().all(|look| !taken.contains(look));
        taken.extend(looks);
        is_new
    };
    if names.all(is_new) {
        return Ok(());
    }
    Err(name_taken())
}

pub(crate) fn name_taken() -> Refusal {
    let words = "somebody at this table has this name, or one that looks like it; choose another";
    Refusal::new(RefusalCode::NameTaken, words)
}

fn bot_name(color: PlayerColor) -> &'static str {
    match color {
        PlayerColor::Blue => "Ada",
        PlayerColor::Red => "Rosa",
        PlayerColor::Green => "Gino",
        PlayerColor::Yellow => "Otto",
        PlayerColor::Black => "Nora",
    }
}

/// Gives a seat another colour.
pub(crate) fn recolor(seating: &mut Seating, seat: Seat, color: PlayerColor) -> Result<(), Refusal> {
    let old = seating.seats[seat.index()].color;
    let other = seating.seats.iter().position(|place| place.color == color);
    match other {
        Some(other) if other != seat.index() => {
            // A free seat or a bot makes way.
            if matches!(seating.seats[other].holder, Holder::Person { .. }) {
                return Err(Refusal::new(RefusalCode::Taken, "somebody has this colour already"));
            }
            seating.seats[other].color = old;
        }
        Some(_) | None => {}
    }
    seating.seats[seat.index()].color = color;
    Ok(())
}
