//! Why an action was refused. A refusal changes nothing.

use crate::cards::{Card, Color};
use crate::ids::{Seat, SeatSet};
use crate::phase::Phase;
use serde::Serialize;

/// The rule an action would break, with the facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum IllegalAction {
    /// Another player is to decide.
    #[error("{}", whose_decision(*.waiting))]
    NotYourDecision {
        /// Whose decision it is.
        waiting: SeatSet,
    },
    /// The action belongs to another moment.
    #[error("not now: {phase}")]
    NotNow {
        /// Where the game is.
        phase: Phase,
    },
    /// Too few starting tickets kept.
    #[error("keep at least {needed} of the starting tickets; {kept} chosen")]
    TooFewStartingTickets {
        /// How many must be kept.
        needed: u8,
        /// How many would be.
        kept: u8,
    },
    /// A starting ticket that was not offered.
    #[error("starting ticket number {number} was not offered; there are {offered}")]
    StartingTicketNotOffered {
        /// Its number, from 1.
        number: u8,
        /// How many were offered.
        offered: u8,
    },
    /// Too few tickets kept.
    #[error("{needed} of the tickets drawn must be kept; {kept} chosen")]
    TooFewTickets {
        /// How many must be kept.
        needed: u8,
        /// How many would be.
        kept: u8,
    },
    /// A ticket that was not offered.
    #[error("ticket number {number} was not offered; there are {offered}")]
    TicketNotOffered {
        /// Its number, from 1.
        number: u8,
        /// How many were offered.
        offered: u8,
    },
    /// No such place in the market.
    #[error("the market has no place number {number}; places go from 1 to 5")]
    NoSuchSlot {
        /// The place, from 1.
        number: u16,
    },
    /// An empty place in the market.
    #[error("no card lies at place {number} of the market")]
    SlotEmpty {
        /// The place, from 1.
        number: u16,
    },
    /// A face-up wild as second card.
    #[error("a face-up wild can't be the second card")]
    WildAsSecondCard,
    /// Nothing to draw from.
    #[error("the deck is empty")]
    DeckEmpty,
    /// Face-up cards on a map that needs a deck to draw from.
    #[error("deck and discards are empty: on this map no card may be drawn then, not even a face-up one")]
    NothingButFaceUpCards,
    /// No tickets to draw.
    #[error("no tickets are left to draw")]
    NoTicketsLeft,
    /// A split of the wrong number of tickets.
    #[error("a split of {} is asked for; {asked} announced", several(*needed, "ticket"))]
    SplitOfOtherNumber {
        /// How many are to be drawn.
        needed: u8,
        /// How many were announced.
        asked: u16,
    },
    /// More tickets than a deck has.
    #[error("the deck has {}; {asked} announced", several(*left, "ticket"))]
    SplitExceedsDeck {
        /// How many were announced.
        asked: u8,
        /// How many there are.
        left: u8,
    },
    /// A location that the map hasn't.
    #[error("the map has no such location")]
    NoSuchLocation,
    /// A route that the map hasn't.
    #[error("the map has no such route")]
    NoSuchRoute,
    /// Somebody's route.
    #[error("the route is claimed already, by seat {}", .by.0 + 1)]
    RouteAlreadyClaimed {
        /// Whose it is.
        by: Seat,
    },
    /// The parallel of an own route.
    #[error("nobody may own two parallel routes")]
    ParallelRouteOwned,
    /// The closed parallel of somebody's route.
    #[error("with {players} players a claimed route closes those parallel to it")]
    ParallelRouteClosed {
        /// How many play.
        players: u8,
    },
    /// Too few pieces, on a map with one kind.
    #[error("{} needed, {left} left", several(*needed, "piece"))]
    NotEnoughPieces {
        /// How many the route takes.
        needed: u8,
        /// How many are left.
        left: u8,
    },
    /// Too few pieces of the right kind.
    #[error("{} of the route's kind needed, {left} left; the other kind can't stand in", several(*needed, "piece"))]
    NotEnoughOfThisPiece {
        /// How many the route takes.
        needed: u8,
        /// How many are left.
        left: u8,
    },
    /// A colour that the route doesn't take.
    #[error("the route asks for {asked}, not {offered}")]
    WrongColor {
        /// The route's colour.
        asked: Color,
        /// The colour offered.
        offered: Color,
    },
    /// Not as many cards as asked for.
    #[error("the price is {needed}, all of it paid in wilds if no colour is named")]
    WrongNumberOfCards {
        /// The price.
        needed: u8,
    },
    /// Cards the player hasn't got.
    #[error("{needed} {card} needed, {held} in hand")]
    NotEnoughCards {
        /// The kind of card.
        card: Card,
        /// How many the payment names.
        needed: u8,
        /// How many are in the hand.
        held: u8,
    },
    /// Too few wilds for a ferry.
    #[error("the ferry asks for {}, {offered} offered", several(*needed, "wild"))]
    FerryNeedsWilds {
        /// How many it asks for.
        needed: u8,
        /// How many were offered.
        offered: u8,
    },
    /// The wrong cards for a tunnel laid with wilds only.
    #[error("a tunnel laid with wilds only takes {}", several(*needed, "more wild"))]
    TunnelNeedsWilds {
        /// How many it asks for.
        needed: u8,
    },
    /// More wilds than a tunnel asks for.
    #[error("the tunnel asks for {}, {} offered", several(*needed, "more card"), several(*offered, "wild"))]
    TooManyForTunnel {
        /// How many it asks for.
        needed: u8,
        /// How many were offered.
        offered: u8,
    },
    /// A map without stations.
    #[error("there are no stations on this map")]
    NoStationsHere,
    /// No station left.
    #[error("no station is left: {} built already", several(*built, "station"))]
    NoStationLeft {
        /// How many there were.
        built: u8,
    },
    /// Another station.
    #[error("the city has a station already")]
    StationAlreadyHere,
    /// A country.
    #[error("a station stands in a city, not in a country")]
    StationInCountry,
    /// A location that is no end of the route, or whose turn is past.
    #[error("no passenger is to be taken there: it is no end of the route just claimed, or one was taken already")]
    NotAnEndOfTheRoute,
    /// Nobody of that colour.
    #[error("no {color} passenger waits there")]
    NoSuchPassenger {
        /// The colour.
        color: Color,
    },
    /// A stack that is not to be placed.
    #[error("this kind of tourists is not to be placed")]
    TouristsNotInReserve,
    /// A stack on a stack.
    #[error("tourists stand there already")]
    TouristsAlreadyHere,
    /// A token that can't be taken.
    #[error("no token to take there: it is no end of the route, has no stack, or the player holds this kind")]
    NoTouristToTake,
    /// Passing with something to do.
    #[error("passing is for a player who can do nothing else")]
    CanDoSomething,
}

fn several(number: u8, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

fn whose_decision(waiting: SeatSet) -> String {
    let seats: Vec<String> = waiting.map(|seat| (seat.0 + 1).to_string()).collect();
    match &seats[..] {
        [] => "the game is over".into(),
        [one] => format!("it is the decision of seat {one}"),
        [..] => format!("it is the decision of seats {}", seats.join(", ")),
    }
}

impl IllegalAction {
    /// The id of the rule in the project's list of rules.
    pub const fn rule(self) -> &'static str {
        match self {
            IllegalAction::NotYourDecision { .. } => "C04",
            IllegalAction::NotNow { .. } => "C10",
            IllegalAction::TooFewStartingTickets { .. } | IllegalAction::StartingTicketNotOffered { .. } => "C03",
            IllegalAction::TooFewTickets { .. }
            | IllegalAction::TicketNotOffered { .. }
            | IllegalAction::NoTicketsLeft => "C17",
            IllegalAction::NoSuchSlot { .. } | IllegalAction::SlotEmpty { .. } | IllegalAction::WildAsSecondCard => {
                "C11"
            }
            IllegalAction::DeckEmpty | IllegalAction::NothingButFaceUpCards => "C15",
            IllegalAction::SplitOfOtherNumber { .. } | IllegalAction::SplitExceedsDeck { .. } => "G02",
            IllegalAction::NoSuchLocation | IllegalAction::NoSuchRoute | IllegalAction::RouteAlreadyClaimed { .. } => {
                "C21"
            }
            IllegalAction::ParallelRouteOwned => "C23",
            IllegalAction::ParallelRouteClosed { .. } => "C24",
            IllegalAction::NotEnoughPieces { .. } => "C22",
            IllegalAction::NotEnoughOfThisPiece { .. } => "B03",
            IllegalAction::WrongColor { .. }
            | IllegalAction::WrongNumberOfCards { .. }
            | IllegalAction::NotEnoughCards { .. } => "C20",
            IllegalAction::FerryNeedsWilds { .. } => "E02",
            IllegalAction::TunnelNeedsWilds { .. } | IllegalAction::TooManyForTunnel { .. } => "E03",
            IllegalAction::NoStationsHere
            | IllegalAction::NoStationLeft { .. }
            | IllegalAction::StationAlreadyHere
            | IllegalAction::StationInCountry => "E06",
            IllegalAction::NotAnEndOfTheRoute | IllegalAction::NoSuchPassenger { .. } => "G04",
            IllegalAction::TouristsNotInReserve | IllegalAction::TouristsAlreadyHere => "S02",
            IllegalAction::NoTouristToTake => "S03",
            IllegalAction::CanDoSomething => "C18",
        }
    }
}
