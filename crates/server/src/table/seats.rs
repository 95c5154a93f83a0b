//! Who sits where, from an empty table to the first deal and the rematch.

use super::storing::{served_map, setup_of};
use super::*;
use crate::store::{NewTable, SharedShuffle, SheetSeat};
use crate::{ids, levels, maps, text};
use capolinea_engine::ids::SeatSet;
use capolinea_engine::record::RULES_VERSION;
use capolinea_protocol::http::{ChangeSeat, CreateTable, Join, SeatRequest, Seated, Sitter};
use capolinea_protocol::table::{PlayerColor, Settings, TableView};
use std::collections::BTreeSet;

/// The most people sent away from a table whom it remembers.
const SENT_AWAY: usize = 100;

/// A table as it is asked for, if that makes sense.
///
/// # Errors
/// What is wrong with it.
pub fn new_table(config: &crate::config::Config, host: TokenHash, asked: CreateTable) -> Result<NewTable, Refusal> {
    let served = maps::find(&asked.map)
        .ok_or_else(|| bad(format!("there is no map `{}`; GET /api/maps lists them", shortened(&asked.map))))?;
    let (min, max) = (usize::from(served.map.min_players), usize::from(served.map.max_players));
    if !(min..=max).contains(&asked.seats.len()) {
        return Err(bad(format!("this map is for {min} to {max} players, not for {}", asked.seats.len())));
    }
    check_settings(config, &asked.settings, asked.seats.len())?;
    let mut sheet = Sheet {
        map: asked.map,
        digest: served.map.digest.clone(),
        rules: RULES_VERSION,
        host,
        settings: asked.settings,
        seats: Vec::new(),
        seed: None,
        auto_start: false,
        rematch: None,
        sent_away: Vec::new(),
        shuffle: None,
        rounds: 0,
        votes: 0,
    };
    let named: Vec<PlayerColor> = asked.seats.iter().filter_map(|seat| seat.color).collect();
    for (index, color) in named.iter().enumerate() {
        if named[..index].contains(color) {
            return Err(Refusal::new(RefusalCode::Taken, "two seats have the same colour"));
        }
    }
    for SeatRequest { who, color } in asked.seats {
        let is_free = |color: &PlayerColor| {
            !named.contains(color) && sheet.seats.iter().all(|seat: &SheetSeat| seat.color != *color)
        };
        let color = color.or_else(|| PlayerColor::ALL.into_iter().find(is_free)).unwrap_or(PlayerColor::Blue);
        let (holder, name) = sit(who, host)?;
        sheet.seats.push(SheetSeat { holder, name, color, stand_in: None });
    }
    name_all(&mut sheet)?;
    if asked.start {
        if sheet.seats.iter().any(|seat| seat.holder == Holder::Open) {
            return Err(bad("a table with an open seat can't start at once".into()));
        }
        sheet.auto_start = true;
    }
    Ok(NewTable { id: new_id()?, created: clock::now(), sheet, head: empty_head() })
}

fn new_id() -> Result<TableId, Refusal> {
    TableId::random().map_err(|error| {
        tracing::error!(%error, "no random numbers");
        Refusal::new(RefusalCode::Internal, "the server has no random numbers")
    })
}

fn empty_head() -> Head {
    Head {
        revision: 0,
        status: Status::Waiting,
        waiting: SeatSet::EMPTY,
        winners: SeatSet::EMPTY,
        deadline: None,
        wakes_at: None,
        updated: clock::now(),
    }
}

fn bad(words: String) -> Refusal {
    Refusal::new(RefusalCode::BadRequest, words)
}

fn shortened(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(40).collect()
}

fn check_settings(config: &crate::config::Config, settings: &Settings, seats: usize) -> Result<(), Refusal> {
    if settings.first.is_some_and(|seat| seat.index() >= seats) {
        return Err(bad(format!("the first player has no seat; there are {seats}")));
    }
    let (least, most) = (config.shortest_turn, crate::config::LONGEST_TURN);
    if settings.turn_limit.is_some_and(|limit| !(least..=most).contains(&limit)) {
        return Err(bad(format!("a turn limit is between {least} seconds and {most}")));
    }
    Ok(())
}

pub(super) fn check_name(name: &str) -> Result<String, Refusal> {
    let words =
        format!("a name has 1 to {} characters that can be seen, a letter or digit among them", text::NAME_LENGTH);
    text::name(name).ok_or_else(|| bad(words))
}

fn sit(who: Sitter, session: TokenHash) -> Result<(Holder, String), Refusal> {
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

/// Names the bots, and refuses names that others at the table could be mistaken for.
fn name_all(sheet: &mut Sheet) -> Result<(), Refusal> {
    let is_person = |seat: &SheetSeat| matches!(seat.holder, Holder::Person { .. });
    let people: Vec<String> =
        sheet.seats.iter().filter(|seat| is_person(seat)).flat_map(|seat| text::looks(&seat.name)).collect();
    // Bots go by a first name, one a colour: the level is told besides. A person of the same name comes first.
    for seat in &mut sheet.seats {
        if matches!(seat.holder, Holder::Bot { .. }) {
            let name = bot_name(seat.color);
            let is_taken = text::looks(name).iter().any(|look| people.contains(look));
            seat.name = if is_taken { format!("{name} (bot)") } else { name.into() };
        }
    }
    let mut taken = BTreeSet::new();
    let mut names = sheet.seats.iter().map(|seat| &seat.name).filter(|name| !name.is_empty());
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

pub(super) fn name_taken() -> Refusal {
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

impl Table {
    fn check_waiting(&self) -> Result<(), Refusal> {
        if self.head.status == Status::Waiting {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::WrongStatus, "the game has begun; nobody can change seats any more"))
    }

    fn seated(&self, session: TokenHash) -> Seated {
        Seated { table: self.id.to_string(), seats: self.sheet.seats_of(session).collect() }
    }

    /// Stores a changed sheet before the game and tells everybody.
    async fn change_sheet(&mut self, sheet: Sheet) -> Result<(), Refusal> {
        let head = Head { updated: clock::now(), ..self.head };
        let holders = |sheet: &Sheet| sheet.seats.iter().map(|seat| seat.holder.clone()).collect::<Vec<_>>();
        let are_others = holders(&sheet) != holders(&self.sheet);
        self.save_sheet(sheet, head).await?;
        // Others play now: those who are there shuffle anew when the game is begun.
        if are_others && self.round.take().is_some() {
            self.start_if_all_are_there().await;
        }
        self.check_eyes();
        self.free_taken_names();
        self.tell_table();
        Ok(())
    }

    pub(super) async fn join(&mut self, session: TokenHash, join: Join) -> Result<Seated, Refusal> {
        // Joining twice (a resent request, a second tab) takes no second seat.
        let theirs = self.sheet.seats_of(session);
        if !theirs.is_empty() && join.seat.is_none_or(|seat| theirs.contains(seat)) {
            return Ok(self.seated(session));
        }
        self.check_waiting()?;
        // Whoever made the table may seat others at the same screen; anybody else has one seat.
        if session != self.sheet.host && !self.sheet.seats_of(session).is_empty() {
            return Err(Refusal::new(RefusalCode::Taken, "you have a seat here already"));
        }
        if self.sheet.sent_away.contains(&session) {
            return Err(Refusal::new(RefusalCode::NotAllowed, "who made this table has sent you away; you may watch"));
        }
        let name = check_name(&join.name)?;
        let is_open = |seat: &Seat| self.seat(*seat).is_some_and(|seat| seat.holder == Holder::Open);
        let mut open = (0..self.sheet.seats.len() as u8).map(Seat).filter(is_open);
        let found = match join.seat {
            Some(seat) => open.find(|&other| other == seat),
            None => open.next(),
        };
        let taken = || Refusal::new(RefusalCode::Taken, "the seat is taken; choose another, or watch");
        let seat = found.ok_or_else(taken)?;
        let mut sheet = self.sheet.clone();
        let place = &mut sheet.seats[seat.index()];
        (place.holder, place.name) = (Holder::Person { session }, name);
        if let Some(color) = join.color {
            recolor(&mut sheet, seat, color)?;
        }
        name_all(&mut sheet)?;
        self.tables.keep_session(session).await?;
        self.change_sheet(sheet).await?;
        Ok(self.seated(session))
    }

    pub(super) async fn change_seat(&mut self, session: TokenHash, change: ChangeSeat) -> Result<TableView, Refusal> {
        self.check_waiting()?;
        let found = self.seat(change.seat).ok_or_else(|| bad("there is no such seat".into()))?;
        let is_host = session == self.sheet.host;
        let mut sheet = self.sheet.clone();
        match &found.holder {
            Holder::Person { session: theirs } if is_host && *theirs != session && is_sent_away(&change) => {
                sheet.sent_away.truncate(SENT_AWAY - 1);
                sheet.sent_away.insert(0, *theirs);
            }
            Holder::Person { .. } => self.check_seat(Some(session), change.seat)?,
            Holder::Open | Holder::Bot { .. } if is_host => {}
            Holder::Open | Holder::Bot { .. } => {
                return Err(Refusal::new(RefusalCode::NotHost, "only who made the table may change this seat"));
            }
        }
        if let Some(who) = change.who {
            let (holder, name) = sit(who, session)?;
            if matches!(holder, Holder::Bot { .. }) && !is_host {
                return Err(Refusal::new(RefusalCode::NotHost, "only who made the table may seat a bot"));
            }
            let place = &mut sheet.seats[change.seat.index()];
            (place.holder, place.name) = (holder, name);
        }
        if let Some(color) = change.color {
            recolor(&mut sheet, change.seat, color)?;
        }
        name_all(&mut sheet)?;
        self.change_sheet(sheet).await?;
        Ok(self.table_view())
    }

    pub(super) async fn start(&mut self, session: TokenHash) -> Result<(), Refusal> {
        if session != self.sheet.host {
            return Err(Refusal::new(RefusalCode::NotHost, "only who made the table may start the game"));
        }
        self.check_waiting()?;
        self.begin().await
    }

    /// Begins as soon as everybody has come, if that was agreed.
    pub(super) async fn start_if_all_are_there(&mut self) {
        let is_person = |seat: &SheetSeat| matches!(seat.holder, Holder::Person { .. });
        let mut seats = self.sheet.seats.iter().enumerate();
        let is_there = |(index, seat): (usize, &SheetSeat)| {
            seat.holder != Holder::Open && (!is_person(seat) || self.is_connected(Seat(index as u8)))
        };
        if self.sheet.auto_start
            && self.head.status == Status::Waiting
            && seats.all(is_there)
            && let Err(refusal) = self.begin().await
        {
            tracing::warn!(table = ?self.id, problem = refusal.words, "a game could not begin");
        }
    }

    pub(super) fn check_seats_taken(&self) -> Result<(), Refusal> {
        if self.sheet.seats.iter().all(|seat| seat.holder != Holder::Open) {
            return Ok(());
        }
        let words = "a seat is still open; wait for somebody, or seat a bot";
        Err(Refusal::new(RefusalCode::WrongStatus, words))
    }

    /// Deals the game from a seed.
    pub(super) async fn deal(&mut self, seed: [u8; 32], shuffle: Option<SharedShuffle>) -> Result<(), Refusal> {
        self.check_waiting()?;
        let served = served_map(&self.sheet)?;
        let mut sheet = Sheet { shuffle, ..self.sheet.clone() };
        sheet.seed = Some(ids::hex(&seed));
        (sheet.digest, sheet.rules) = (served.map.digest.clone(), RULES_VERSION);
        let setup = setup_of(&sheet).ok_or_else(|| Refusal::new(RefusalCode::Internal, "no seed"))?;
        let game = Game::new(served, setup).map_err(|error| bad(error.to_string()))?;
        let now = clock::now();
        let deadline = sheet.settings.turn_limit.map(|seconds| now + u64::from(seconds) * 1000);
        let head = self.head_after(game.map(), game.state(), 0, deadline, now);
        self.save_sheet(sheet, head).await?;
        self.game = Some(Box::new(game));
        self.check_eyes();
        self.tell_table();
        self.send_updates(&[]);
        self.move_bots();
        Ok(())
    }

    pub(super) async fn rematch(&mut self, session: TokenHash) -> Result<Seated, Refusal> {
        if self.sheet.seats_of(session).is_empty() {
            return Err(Refusal::new(RefusalCode::NotYourSeat, "only who played here may ask for a rematch"));
        }
        if matches!(self.head.status, Status::Waiting | Status::Playing) {
            return Err(Refusal::new(RefusalCode::WrongStatus, "the game is not over yet"));
        }
        if self.sheet.rematch.is_none() {
            let mut sheet = Sheet {
                seed: None,
                shuffle: None,
                auto_start: true,
                rematch: None,
                host: session,
                ..self.sheet.clone()
            };
            sheet.seats.iter_mut().for_each(|seat| seat.stand_in = None);
            // Whoever was named to begin lets the next one begin.
            let seats = sheet.seats.len() as u8;
            sheet.settings.first = sheet.settings.first.map(|seat| Seat((seat.0 + 1) % seats));
            let table = NewTable { id: new_id()?, created: clock::now(), sheet, head: empty_head() };
            let id = table.id;
            self.tables.create(table, None).await?;
            let sheet = Sheet { rematch: Some(id.to_string()), ..self.sheet.clone() };
            self.save_sheet(sheet, self.head).await?;
            self.tell_table();
        }
        let table = self.sheet.rematch.clone().unwrap_or_default();
        Ok(Seated { table, seats: self.sheet.seats_of(session).collect() })
    }

    pub(super) async fn move_seat(
        &mut self,
        seat: Seat,
        owner: TokenHash,
        session: TokenHash,
    ) -> Result<Seated, Refusal> {
        let mut sheet = self.sheet.clone();
        let place = sheet.seats.get_mut(seat.index()).ok_or_else(|| bad("there is no such seat".into()))?;
        if place.holder == (Holder::Person { session }) {
            return Ok(self.seated(session));
        }
        if place.holder != (Holder::Person { session: owner }) {
            return Err(Refusal::new(RefusalCode::NotFound, "this link is for a seat that has changed hands"));
        }
        place.holder = Holder::Person { session };
        if sheet.host == owner && sheet.seats_of(owner).is_empty() {
            sheet.host = session;
        }
        self.tables.keep_session(session).await?;
        self.change_sheet(sheet).await?;
        // Whoever looked through these eyes sees what is public from now on.
        if self.sheet.seed.is_some() {
            self.need_game().await?;
        }
        self.send_updates(&[]);
        Ok(self.seated(session))
    }
}

/// Whether a change does nothing but free the seat.
fn is_sent_away(change: &ChangeSeat) -> bool {
    change.who == Some(Sitter::Open) && change.color.is_none()
}

fn recolor(sheet: &mut Sheet, seat: Seat, color: PlayerColor) -> Result<(), Refusal> {
    let old = sheet.seats[seat.index()].color;
    let other = sheet.seats.iter().position(|place| place.color == color);
    match other {
        Some(other) if other != seat.index() => {
            // A free seat or a bot makes way.
            if matches!(sheet.seats[other].holder, Holder::Person { .. }) {
                return Err(Refusal::new(RefusalCode::Taken, "somebody has this colour already"));
            }
            sheet.seats[other].color = old;
        }
        Some(_) | None => {}
    }
    sheet.seats[seat.index()].color = color;
    Ok(())
}
