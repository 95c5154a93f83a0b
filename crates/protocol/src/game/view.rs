//! The current game as one viewer may see it.

use super::tickets::OwnTicket;
use capolinea_engine::analysis::Progress;
use capolinea_engine::cards::ByColor;
use capolinea_engine::ids::TouristSet;
use capolinea_engine::record::seal;
use capolinea_engine::{
    Card, CardCounts, Color, FinalScores, LocationId, Map, Phase, RouteSet, Seat, SeatSet, State, TicketId, View,
};
use serde::Serialize;

/// The current view.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameView {
    /// The decision that the game waits for.
    pub phase: Phase,
    /// Whose decision it is: several before the first turn, none at the end.
    pub deciders: SeatSet,
    /// The player with the first turn; null until that is chosen, on some maps after the starting tickets.
    pub first: Option<Seat>,
    /// The five places of the market.
    pub market: [Option<Card>; 5],
    /// How many cards the deck has.
    pub deck: u8,
    /// The discards.
    pub discards: CardCounts,
    /// The cards turned up for a tunnel, until the end of the turn.
    pub revealed: CardCounts,
    /// How many tickets each deck has.
    pub ticket_decks: Vec<u8>,
    /// Turns left, once the last round has begun.
    pub turns_left: Option<u8>,
    /// The public state of each player, by seat.
    pub players: Vec<PlayerView>,
    /// Routes that nobody owns and nobody can claim any more.
    pub closed: RouteSet,
    /// The passengers that still wait; locations without any are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<WaitingPassengers>>"))]
    pub passengers: Vec<WaitingPassengers>,
    /// The stacks of tourist tokens, by kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Stack>>"))]
    pub tourists: Vec<Stack>,
    /// The viewer's private state; none for a spectator.
    pub own: Option<OwnView>,
}

/// The public state of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerView {
    /// Points so far.
    pub score: i16,
    /// The pieces left, by kind.
    pub pieces: Vec<u8>,
    /// How many cards are in the hand.
    pub hand: u8,
    /// Cards everybody knows to be in the hand: taken openly and not paid since.
    pub known: CardCounts,
    /// How many tickets are kept, by deck; where the backs are alike, all count for the first.
    pub tickets: Vec<u8>,
    /// The routes claimed.
    pub routes: RouteSet,
    /// Where stations stand, in the order built.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<LocationId>>"))]
    pub stations: Vec<LocationId>,
    /// The passengers taken.
    #[serde(skip_serializing_if = "is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<CardCounts>"))]
    pub passengers: CardCounts,
    /// The kinds of tourist tokens taken.
    #[serde(skip_serializing_if = "no_tokens")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<TouristSet>"))]
    pub tourists: TouristSet,
}

fn is_empty(counts: &CardCounts) -> bool {
    *counts == CardCounts::NONE
}

fn no_tokens(kinds: &TouristSet) -> bool {
    kinds.is_empty()
}

/// The passengers at a location.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WaitingPassengers {
    /// Where.
    pub location: LocationId,
    /// Their colours.
    pub colors: Vec<Color>,
}

/// The tourist tokens of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stack {
    /// Where they stand; nowhere before they are placed.
    pub location: Option<LocationId>,
    /// How many are left.
    pub left: u8,
}

/// The private state of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OwnView {
    /// The player.
    pub seat: Seat,
    /// The cards in hand.
    pub hand: CardCounts,
    /// The tickets kept, with how far they are.
    pub tickets: Vec<OwnTicket>,
    /// The tickets to choose from, in the order of the bits of `keep_tickets`.
    pub offer: Vec<TicketId>,
    /// The split announced before the first turn, until all have announced theirs.
    pub split: Option<[u8; 2]>,
    /// The price of the next station, in cards of one colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub station_price: Option<u8>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameEnd {
    /// The scores, line by line, each with the routes and tickets it is made of.
    pub scores: FinalScores,
    /// The seed of every shuffle, in hexadecimal.
    pub seed: String,
    /// Its SHA-256, as shown when the game began.
    pub seal: String,
}

impl GameEnd {
    /// The end of a game that is over.
    pub fn if_over(map: &Map, state: &State) -> Option<GameEnd> {
        let scores = state.final_scores(map)?;
        let seed = state.to_position(map).seed;
        let digits = seed.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let seed_text = digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect();
        Some(GameEnd { scores, seed: seed_text, seal: seal(&seed) })
    }
}

impl GameView {
    /// The contents of `view`. `progress` is that of the viewer's own tickets.
    pub fn new(view: &View<'_>, progress: &Progress) -> GameView {
        let (map, public) = (view.map, view.public);
        let mut owned = RouteSet::EMPTY;
        for seat in Map::seats(public.players) {
            owned = owned.union(public.seats[seat].routes);
        }
        GameView {
            phase: public.phase,
            deciders: public.phase.deciders(),
            first: public.first,
            market: public.market,
            deck: public.deck_size,
            discards: public.discards,
            revealed: public.revealed,
            ticket_decks: public.ticket_decks[..map.decks().len()].to_vec(),
            turns_left: public.turns_left,
            players: Map::seats(public.players).map(|seat| player(view, seat)).collect(),
            closed: public.unavailable.without(owned),
            passengers: waiting_passengers(view),
            tourists: stacks(view),
            own: view.own.map(|own| OwnView {
                seat: own.seat,
                hand: own.hand,
                tickets: progress.tickets().iter().map(OwnTicket::from).collect(),
                offer: own.offer.tickets().to_vec(),
                split: own.split,
                station_price: view.next_station_price().map(|price| price.cards),
            }),
        }
    }
}

fn player(view: &View<'_>, seat: Seat) -> PlayerView {
    let (map, player) = (view.map, &view.public.seats[seat]);
    PlayerView {
        score: player.score,
        pieces: player.pieces[..map.rules().fleets.len()].to_vec(),
        hand: player.hand_size,
        known: player.known,
        tickets: player.tickets[..map.decks().len()].to_vec(),
        routes: player.routes,
        stations: player.stations.into_iter().flatten().collect(),
        passengers: counts(player.passengers),
        tourists: player.tourists,
    }
}

fn counts(by_color: ByColor<u8>) -> CardCounts {
    let mut counts = CardCounts::NONE;
    for color in Color::ALL {
        counts[Card::Color(color)] = by_color[color];
    }
    counts
}

fn waiting_passengers(view: &View<'_>) -> Vec<WaitingPassengers> {
    if view.map.passengers().is_none() {
        return Vec::new();
    }
    let at = |location| WaitingPassengers { location, colors: view.public.passengers_at(view.map, location).collect() };
    view.map.location_ids().map(at).filter(|waiting| !waiting.colors.is_empty()).collect()
}

fn stacks(view: &View<'_>) -> Vec<Stack> {
    let kinds = view.map.tourists().map_or(0, |tourists| tourists.kinds.len());
    let stacks = view.public.tourists[..kinds].iter();
    stacks.map(|stack| Stack { location: stack.location, left: stack.left }).collect()
}
