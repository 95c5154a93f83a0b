//! Why an action was refused. A refusal changes nothing.

// Mechanics declare fields of any of these types.
use crate::cards::*;
use crate::ids::*;
use crate::mechanics::extend;
use crate::phase::Phase;

extend! { refusals:
    /// The rule an action would break, with the facts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "why", rename_all = "snake_case"))]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum IllegalAction {
        /// Another player is to decide.
        #[error("{}", whose_decision(*.waiting))]
        NotYourDecision {
            /// Whose decision it is.
            waiting: SeatSet,
        } = "C04",
        /// The action belongs to another moment.
        #[error("not now: {phase}")]
        NotNow {
            /// Where the game is.
            phase: Phase,
        } = "C10",
        /// Too few starting tickets kept.
        #[error("keep at least {needed} of the starting tickets; {kept} chosen")]
        TooFewStartingTickets {
            /// How many must be kept.
            needed: u8,
            /// How many would be.
            kept: u8,
        } = "C03",
        /// A starting ticket that was not offered.
        #[error("starting ticket number {number} was not offered; there are {offered}")]
        StartingTicketNotOffered {
            /// Its number, from 1.
            number: u8,
            /// How many were offered.
            offered: u8,
        } = "C03",
        /// Too few tickets kept.
        #[error("{needed} of the tickets drawn must be kept; {kept} chosen")]
        TooFewTickets {
            /// How many must be kept.
            needed: u8,
            /// How many would be.
            kept: u8,
        } = "C17",
        /// A ticket that was not offered.
        #[error("ticket number {number} was not offered; there are {offered}")]
        TicketNotOffered {
            /// Its number, from 1.
            number: u8,
            /// How many were offered.
            offered: u8,
        } = "C17",
        /// No such place in the market.
        #[error("the market has no place number {number}; places go from 1 to 5")]
        NoSuchSlot {
            /// The place, from 1.
            number: u16,
        } = "C11",
        /// An empty place in the market.
        #[error("no card lies at place {number} of the market")]
        SlotEmpty {
            /// The place, from 1.
            number: u16,
        } = "C11",
        /// A face-up wild as second card.
        #[error("a face-up wild can't be the second card")]
        WildAsSecondCard = "C11",
        /// Nothing to draw from.
        #[error("the deck is empty")]
        DeckEmpty = "C15",
        /// Face-up cards on a map that needs a deck to draw from.
        #[error("deck and discards are empty: on this map no card may be drawn then, not even a face-up one")]
        NothingButFaceUpCards = "C15",
        /// No tickets to draw.
        #[error("no tickets are left to draw")]
        NoTicketsLeft = "C17",
        /// A split of the wrong number of tickets.
        #[error("a split of {} is asked for; {asked} announced", several(*needed, "ticket"))]
        SplitOfOtherNumber {
            /// How many are to be drawn.
            needed: u8,
            /// How many were announced.
            asked: u16,
        } = "G02",
        /// More tickets than a deck has.
        #[error("the deck has {}; {asked} announced", several(*left, "ticket"))]
        SplitExceedsDeck {
            /// How many were announced.
            asked: u8,
            /// How many there are.
            left: u8,
        } = "G02",
        /// A location that is not on the map.
        #[error("the map has no such location")]
        NoSuchLocation = "C21",
        /// A route that is not on the map.
        #[error("the map has no such route")]
        NoSuchRoute = "C21",
        /// Somebody's route.
        #[error("the route is claimed already, by seat {}", .by.0 + 1)]
        RouteAlreadyClaimed {
            /// The player.
            by: Seat,
        } = "C21",
        /// A route parallel to one of the player's own.
        #[error("nobody may own two parallel routes")]
        ParallelRouteOwned = "C23",
        /// The closed parallel of somebody's route.
        #[error("with {players} players a claimed route closes those parallel to it")]
        ParallelRouteClosed {
            /// How many play.
            players: u8,
        } = "C24",
        /// Too few pieces, on a map with one kind.
        #[error("{} needed, {left} left", several(*needed, "piece"))]
        NotEnoughPieces {
            /// How many the route takes.
            needed: u8,
            /// How many are left.
            left: u8,
        } = "C22",
        /// Too few pieces of the right kind.
        #[error("{} of the route's kind needed, {left} left; the other kind can't stand in", several(*needed, "piece"))]
        NotEnoughOfThisPiece {
            /// How many the route takes.
            needed: u8,
            /// How many are left.
            left: u8,
        } = "B03",
        /// A colour that the route doesn't take.
        #[error("the route asks for {asked}, not {offered}")]
        WrongColor {
            /// The route's colour.
            asked: Color,
            /// The colour offered.
            offered: Color,
        } = "C20",
        /// Not as many cards as asked for.
        #[error("the price is {needed}, all of it paid in wilds if no colour is named")]
        WrongNumberOfCards {
            /// The price.
            needed: u8,
        } = "C20",
        /// Cards that the player does not have.
        #[error("{needed} {card} needed, {held} in hand")]
        NotEnoughCards {
            /// The kind of card.
            card: Card,
            /// How many the payment names.
            needed: u8,
            /// How many are in the hand.
            held: u8,
        } = "C20",
        /// Too few wilds for a ferry.
        #[error("the ferry asks for {}, {offered} offered", several(*needed, "wild"))]
        FerryNeedsWilds {
            /// How many it asks for.
            needed: u8,
            /// How many were offered.
            offered: u8,
        } = "E02",
        /// Passing with something to do.
        #[error("a player may pass only if no other action is possible")]
        CanDoSomething = "C18",
    }
}

fn several(number: u8, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

fn whose_decision(waiting: SeatSet) -> String {
    let seats: Vec<String> = waiting.iter().map(|seat| (seat.0 + 1).to_string()).collect();
    match &seats[..] {
        [] => "the game is over".into(),
        [one] => format!("it is the decision of seat {one}"),
        [..] => format!("it is the decision of seats {}", seats.join(", ")),
    }
}
