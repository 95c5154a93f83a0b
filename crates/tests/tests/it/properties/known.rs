//! The knowledge of a perfect memory from public events alone: the cards known to be in a hand, and the last
//! market that was swept.

use capolinea_engine::ids::BySeat;
use capolinea_engine::position::Position;
use capolinea_engine::{Card, CardCounts, Event, Map, Viewer};
use capolinea_tests::games::Game;

pub struct Memory {
    known: BySeat<CardCounts>,
    /// The cards laid for a tunnel that is not paid yet.
    laid: CardCounts,
    /// The last market swept.
    pub swept: Option<CardCounts>,
}

impl Memory {
    pub fn new() -> Memory {
        Memory { known: BySeat::default(), laid: CardCounts::NONE, swept: None }
    }

    /// Takes note of what the game's last action caused.
    pub fn look(&mut self, game: &Game) {
        for event in &game.events {
            match event.seen_by(Viewer::Spectator) {
                Event::CardTaken { seat, card, .. } => self.known[seat][card] += 1,
                Event::TunnelRevealed { seat, route, laid, cards, extra } => {
                    let colored = laid.kinds().find(|&(card, _)| card != Card::Wild);
                    let matching = colored.map_or(0, |(card, _)| cards[card]) + cards.wilds();
                    assert_eq!(extra, matching, "E03: {cards} for {laid}: {}", game.name());
                    assert_eq!(laid.total(), usize::from(game.map.route(route).cards), "C20: {}", game.name());
                    assert!(cards.total() <= 3, "E05: {}", game.name());
                    self.known[seat].take(laid);
                    self.laid = laid;
                }
                Event::TunnelLeft { seat, .. } => self.known[seat].add(std::mem::take(&mut self.laid)),
                Event::RouteClaimed { seat, mut paid, .. } => {
                    paid.take(std::mem::take(&mut self.laid));
                    self.known[seat].take(paid);
                }
                Event::StationBuilt { seat, paid, .. } => self.known[seat].take(paid),
                Event::MarketSwept { cards } => self.swept = Some(cards),
                Event::StartChosen { .. }
                | Event::TicketsOffered { .. }
                | Event::TicketsKept { .. }
                | Event::FirstPlayerChosen { .. }
                | Event::TouristsPlaced { .. }
                | Event::TurnBegan { .. }
                | Event::CardDrawn { .. }
                | Event::MarketRefilled { .. }
                | Event::DeckReshuffled { .. }
                | Event::PassengerTaken { .. }
                | Event::TouristTaken { .. }
                | Event::Passed { .. }
                | Event::LastRoundBegan { .. }
                | Event::GameEnded => {}
            }
        }
    }

    /// The state knows the same, and it is true.
    pub fn check(&self, game: &Game, position: &Position) {
        let public = game.state.public();
        for seat in Map::seats(public.players) {
            let (known, hand) = (public.seats[seat].known, position.own[seat].hand);
            assert_eq!(known, self.known[seat], "C34: what is known of {seat:?}'s hand: {}", game.name());
            assert!(known.0.iter().zip(hand.0).all(|(&known, held)| known <= held), "C34: {}", game.name());
        }
    }
}
