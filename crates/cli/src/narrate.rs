//! A game as English text, one line per turn.

use crate::mechanics::{self, path_name};
use capolinea_engine::record::{Step, seal};
use capolinea_engine::rules::MAX_DECKS;
use capolinea_engine::scoring::{ScoreLine, Standing};
use capolinea_engine::{Card, Event, FinalScores, LocationId, Map, RouteId, Seat, TicketId};
use std::fmt::Write as _;

/// Describes the steps of a game as they come.
pub struct Narrator<'a> {
    map: &'a Map,
    players: &'a [String],
    turn: u32,
    line: Line,
}

/// How far the line of a turn has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    None,
    /// Only the player's name is written so far.
    Begun,
    /// Some words are written.
    GoesOn,
}

impl<'a> Narrator<'a> {
    /// A narrator for a game on `map`.
    pub fn new(map: &'a Map, players: &'a [String]) -> Self {
        Narrator { map, players, turn: 0, line: Line::None }
    }

    /// The text of one step: nothing, or the rest of a line, or some lines.
    pub fn describe(&mut self, step: Step<'_>) -> String {
        let mut text = String::new();
        if step.done.is_none() {
            line(&mut text, format_args!("{}, {} players", self.map.name().en, step.state.public().players));
        }
        for &event in step.events {
            self.describe_event(&mut text, event);
        }
        if step.done.is_none() {
            self.beginning(&mut text, step);
        }
        if step.state.is_over() {
            self.end_line(&mut text);
        }
        text
    }

    fn beginning(&self, text: &mut String, step: Step<'_>) {
        let public = step.state.public();
        let position = step.state.to_position(self.map);
        line(text, format_args!("Seal of the seed: {}", seal(&position.seed)));
        for seat in Map::seats(public.players) {
            let begins = if Some(seat) == public.first { ", begins" } else { "" };
            line(text, format_args!("{}: {}{begins}", self.name(seat), position.own[seat].hand));
        }
        let market: Vec<&str> = public.market.iter().flatten().map(|card| card.as_str()).collect();
        line(text, format_args!("Market: {}\n", market.join(", ")));
    }

    fn name(&self, seat: Seat) -> String {
        player_name(self.players, seat)
    }

    /// Goes on with the line of a turn.
    fn more(&mut self, text: &mut String, words: std::fmt::Arguments<'_>) {
        match self.line {
            Line::None => return line(text, words),
            Line::Begun => self.line = Line::GoesOn,
            Line::GoesOn => text.push_str(", "),
        }
        text.write_fmt(words).expect("writing to a string can't fail");
    }

    fn end_line(&mut self, text: &mut String) {
        if self.line != Line::None {
            text.push('\n');
            self.line = Line::None;
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "`mechanics::describe_event` names the events of mechanics")]
    fn describe_event(&mut self, text: &mut String, event: Event) {
        let map = self.map;
        match event {
            Event::StartChosen { .. } | Event::MarketRefilled { .. } => {}
            Event::TicketsOffered { seat, by_deck, .. } => {
                let drawn = if map.rules().draw.is_split() { announced(map, by_deck) } else { "tickets".to_string() };
                if self.turn > 0 {
                    self.more(text, format_args!("draws {drawn}"));
                } else if map.rules().draw.is_split() {
                    line(text, format_args!("{} draws {drawn}", self.name(seat)));
                }
            }
            Event::TicketsKept { seat, tickets, returned, .. } => {
                let kept: Vec<String> = tickets.into_iter().flatten().map(|ticket| ticket_name(map, ticket)).collect();
                let kept = kept.join("; ");
                if self.turn == 0 {
                    line(text, format_args!("{} keeps {kept}; returns {returned}", self.name(seat)));
                } else {
                    self.more(text, format_args!("keeps {kept}, returns {returned}"));
                }
            }
            Event::FirstPlayerChosen { seat } => line(text, format_args!("{} begins", self.name(seat))),
            Event::TurnBegan { seat } => {
                self.end_line(text);
                self.turn += 1;
                write!(text, "{:>4}  {}: ", self.turn, self.name(seat)).expect("writing to a string can't fail");
                self.line = Line::Begun;
            }
            Event::CardTaken { card, .. } => self.more(text, format_args!("takes {card}")),
            Event::CardDrawn { card, .. } => {
                self.more(text, format_args!("draws {}", card.map_or("a card", Card::as_str)));
            }
            Event::MarketSwept { cards } => self.more(text, format_args!("the market is swept ({cards})")),
            Event::DeckReshuffled { cards } => {
                if self.turn > 0 {
                    self.more(text, format_args!("{cards} discards become the new deck"));
                }
            }
            Event::RouteClaimed { route, paid, points, .. } => {
                let (route, points) = (route_name(map, route), format_points(i16::from(points)));
                self.more(text, format_args!("claims {route} with {paid} for {points}"));
            }
            Event::Passed { .. } => self.more(text, format_args!("passes")),
            Event::LastRoundBegan { .. } => self.more(text, format_args!("the last round begins")),
            Event::GameEnded => {}
            _ => self.describe_mechanic_event(text, event),
        }
    }

    fn describe_mechanic_event(&mut self, text: &mut String, event: Event) {
        let Some((seat, words)) = mechanics::describe_event(self.map, event) else { return };
        if self.turn == 0 {
            line(text, format_args!("{} {words}", self.name(seat)));
        } else {
            self.more(text, format_args!("{words}"));
        }
    }
}

/// The final scores, line by line.
pub fn describe_scores(map: &Map, players: &[String], scores: &FinalScores) -> String {
    let mut text = String::from("\nScores\n");
    for sheet in &scores.sheets {
        line(&mut text, format_args!("{}", player_name(players, sheet.seat)));
        for score in &sheet.lines {
            line(&mut text, format_args!("{:>6}  {}", score.points(), explain(map, score)));
        }
        line(&mut text, format_args!("{:>6}  in all", sheet.total));
    }
    text.push('\n');
    for Standing { seat, place, total, behind_by } in &scores.ranking {
        let reason =
            behind_by.map(|tie_break| format!(", {}", mechanics::explain_tie_break(tie_break))).unwrap_or_default();
        let points = format_points(*total);
        line(&mut text, format_args!("{place}. {}, {points}{reason}", player_name(players, *seat)));
    }
    if scores.winners.len() > 1 {
        text.push_str("The victory is shared.\n");
    }
    text
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`mechanics::explain` names the lines of mechanics")]
fn explain(map: &Map, score: &ScoreLine) -> String {
    match score {
        ScoreLine::Routes { routes, .. } => count_of(routes.len(), "route"),
        ScoreLine::FailedTicket { ticket, .. } => format!("ticket {}, not completed", ticket_name(map, *ticket)),
        ScoreLine::CompletedTicket { ticket, path, borrowed, .. } => {
            let lent: Vec<RouteId> = borrowed.into_iter().collect();
            let lent = if lent.is_empty() { String::new() } else { format!("; borrowed: {}", path_name(map, &lent)) };
            format!("ticket {}, by {}{lent}", ticket_name(map, *ticket), path_name(map, path))
        }
        _ => mechanics::explain(map, score).unwrap_or_default(),
    }
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    writeln!(text, "{words}").expect("writing to a string can't fail");
}

pub(crate) fn player_name(players: &[String], seat: Seat) -> String {
    format!("{} ({})", players.get(seat.index()).map_or("?", String::as_str), seat.0 + 1)
}

fn format_points(points: i16) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}

pub(crate) fn count_of(count: usize, thing: &str) -> String {
    match count {
        0 => format!("no {thing}s"),
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

pub(crate) fn place_name(map: &Map, location: LocationId) -> &str {
    &map.location(location).name.en
}

pub(crate) fn route_name(map: &Map, route: RouteId) -> String {
    let route = map.route(route);
    format!("{}–{}", place_name(map, route.a), place_name(map, route.b))
}

/// How many tickets of each deck a player announced (G02): "3 short and 1 long tickets".
fn announced(map: &Map, by_deck: [u8; MAX_DECKS]) -> String {
    let counts: Vec<String> = map.decks().iter().zip(by_deck).map(|(deck, count)| format!("{count} {deck}")).collect();
    format!("{} tickets", counts.join(" and "))
}

fn ticket_name(map: &Map, ticket: TicketId) -> String {
    let ticket = map.ticket(ticket);
    format!("{}–{} ({})", place_name(map, ticket.a), place_name(map, ticket.b), ticket.points)
}
