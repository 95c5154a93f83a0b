//! A table for the tests: arranged by hand (`arrange.rs`), then a few actions, then questions.
//!
//! A [`Game`] starts bare: empty hands, no tickets held, five different colours face up, every other card in the deck,
//! seat 0 to move. Whatever a test asks for is taken from the deck, so that the cards always add up.

use capolinea_engine::ids::DeckId;
pub use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::scoring::{Gain, Tally};
use capolinea_engine::{
    Action, Card, CardCounts, Color, Event, FinalScores, FirstPlayer, IllegalAction, LocationId, Map, Observer, Offer,
    Own, Payment, Phase, Public, PublicSeat, RouteId, Seat, Setup, State, TicketId, TicketSet, Viewer,
};

/// The maps, by id.
pub const MAPS: [&str; 5] = ["usa", "europe", "germany", "san_francisco", "berlin"];

/// A built-in map.
pub fn map(id: &str) -> &'static Map {
    &capolinea_maps::find(id).expect("the map is built in").map
}

/// The cards of a text: `"red 2 wild"` is one red card and two wilds, in this order.
pub fn cards(text: &str) -> Vec<Card> {
    let (mut cards, mut count) = (Vec::new(), 1);
    for word in text.split_whitespace() {
        if let Ok(number) = word.parse() {
            count = number;
        } else {
            cards.extend(std::iter::repeat_n(word.parse::<Card>().expect("a kind of card"), count));
            count = 1;
        }
    }
    cards
}

/// The same, counted.
pub fn counts(text: &str) -> CardCounts {
    cards(text).into_iter().collect()
}

/// A payment: `"red"` is red cards only, `"red 2 wild"` red ones and two wilds, `"3 wild"` wilds alone.
pub fn payment(text: &str) -> Payment {
    let cards = cards(text);
    let color = cards.iter().find_map(|&card| if let Card::Color(color) = card { Some(color) } else { None });
    Payment { color, wilds: cards.iter().filter(|&&card| card == Card::Wild).count() as u8 }
}

/// The actions of drawing cards, in few words.
pub fn open(slot: u8) -> Action {
    Action::DrawOpen { slot }
}

/// Keeps the tickets whose bits are set.
pub fn keep(offered: u8) -> Action {
    Action::KeepTickets { offered }
}

/// Takes notes of events, and gives up when there is no end of them.
struct Notes<'a>(&'a mut Vec<Event>);

impl Observer for Notes<'_> {
    fn on_event(&mut self, event: Event) {
        assert!(self.0.len() < 10_000, "this never ends: {event:?}");
        self.0.push(event);
    }
}

/// A game on a built-in map.
#[derive(Clone)]
pub struct Game {
    pub map: &'static Map,
    pub state: State,
    /// All events since the start of the test.
    pub events: Vec<Event>,
}

impl Game {
    /// A game as it is really dealt; seat 0 begins.
    pub fn dealt(id: &str, players: u8, seed: u8) -> Game {
        Game::with(id, Setup { players, first: FirstPlayer::Named(Seat(0)), seed: [seed; 32], pieces: None })
    }

    /// A game as it is really dealt.
    pub fn with(id: &str, setup: Setup) -> Game {
        Game::deal(map(id), setup)
    }

    fn deal(map: &'static Map, setup: Setup) -> Game {
        let mut events = Vec::new();
        let state = State::new_observed(map, &setup, &mut Notes(&mut events)).expect("the map seats so many");
        Game { map, state, events }
    }

    /// A bare table, seat 0 to move.
    pub fn new(id: &str, players: u8) -> Game {
        Game::on(map(id), players)
    }

    /// A bare table on a map of the test's own, seat 0 to move.
    pub fn on(map: &'static Map, players: u8) -> Game {
        let setup = Setup { players, first: FirstPlayer::Named(Seat(0)), seed: [1; 32], pieces: None };
        let mut game = Game::deal(map, setup).edit(|position, map| {
            position.public.phase = Phase::Turn { seat: Seat(0) };
            position.public.market = [None; 5];
            position.public.discards = CardCounts::NONE;
            let all = map.rules().cards;
            position.deck =
                all.kinds().flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count))).collect();
            // The wilds to the bottom: where a test says nothing, colours come.
            position.deck.reverse();
            for own in &mut position.own.0 {
                *own = Own { hand: CardCounts::NONE, tickets: TicketSet::EMPTY, offer: Offer::NONE, ..*own };
            }
            position.ticket_decks = [0, 1].map(|deck| match map.rules().draw.decks.contains(&DeckId(deck)) {
                true => map.deck_tickets(DeckId(deck)).collect(),
                false => Vec::new(),
            });
            if let Some(tourists) = map.tourists() {
                for (kind, stack) in position.public.tourists[..tourists.kinds.len()].iter_mut().enumerate() {
                    stack.location = tourists.start_locations.get(kind).copied();
                    stack.left = tourists.stack_height[usize::from(players)];
                }
            }
        });
        game.events.clear();
        game.market("purple blue orange green black")
    }

    /// Carries an action out. It must be listed as legal, and cards, tickets and routes must still add up.
    #[track_caller]
    pub fn act(&mut self, seat: u8, action: Action) -> &mut Game {
        assert!(self.lists(seat, action), "{action:?} is not listed for seat {seat} in {:?}", self.phase());
        if let Err(error) = self.state.apply_observed(self.map, Seat(seat), action, &mut Notes(&mut self.events)) {
            panic!("{action:?} of seat {seat} was refused: {error}");
        }
        let again = State::from_position(self.map, &self.state.to_position(self.map)).expect("all adds up");
        assert_eq!(again.public(), self.state.public(), "what follows from the rest was kept up");
        self
    }

    /// A turn that draws two cards blind.
    #[track_caller]
    pub fn draw_two(&mut self, seat: u8) -> &mut Game {
        self.act(seat, Action::DrawBlind).act(seat, Action::DrawBlind)
    }

    /// The refusal of an action that changes nothing, tells nothing and is not listed.
    #[track_caller]
    pub fn refuse(&mut self, seat: u8, action: Action) -> IllegalAction {
        let (before, told) = (self.state, self.events.len());
        let result = self.state.apply_observed(self.map, Seat(seat), action, &mut Notes(&mut self.events));
        assert_eq!(self.state, before, "a refusal changes nothing");
        assert_eq!(self.events.len(), told, "a refusal tells nothing");
        assert!(!self.lists(seat, action), "{action:?} is listed");
        result.expect_err("the action is against the rules")
    }

    /// Whether the action is listed as legal.
    pub fn lists(&self, seat: u8, action: Action) -> bool {
        self.state.view(self.map, Viewer::Seat(Seat(seat))).legal_actions().iter().any(|listed| listed == action)
    }

    /// Everything listed for a seat.
    pub fn legal(&self, seat: u8) -> Vec<Action> {
        self.state.view(self.map, Viewer::Seat(Seat(seat))).legal_actions().iter().collect()
    }

    /// Claims a route.
    #[track_caller]
    pub fn claim(&mut self, seat: u8, route: &str, paid: &str) -> &mut Game {
        let action = self.claiming(route, paid);
        self.act(seat, action)
    }

    /// The action of claiming a route.
    pub fn claiming(&self, route: &str, paid: &str) -> Action {
        Action::ClaimRoute { route: self.route(route), payment: payment(paid) }
    }

    /// The action of building a station.
    pub fn building(&self, city: &str, paid: &str) -> Action {
        Action::BuildStation { location: self.location(city), payment: payment(paid) }
    }

    /// A location, by its id.
    pub fn location(&self, name: &str) -> LocationId {
        self.map.find_location(name).unwrap_or_else(|| panic!("no location {name}"))
    }

    /// A route, by its ends: `"a-b"`; of several the first, or `"a-b red"` by colour, or `"a-b 2"` by number.
    pub fn route(&self, name: &str) -> RouteId {
        let (ends, which) = name.split_once(' ').unwrap_or((name, "1"));
        let (a, b) = ends.split_once('-').expect("two ends");
        let (a, b) = (self.location(a), self.location(b));
        let mut between = self.map.route_ids().filter(|&id| {
            let facts = self.map.route(id);
            facts.touches(a) && facts.touches(b)
        });
        let found = between.find(|&id| {
            let facts = self.map.route(id);
            which.parse().map_or_else(|_| facts.color == which.parse::<Color>().ok(), |lane: u8| facts.lane == lane)
        });
        found.unwrap_or_else(|| panic!("no route {name}"))
    }

    /// A ticket, by its ends.
    pub fn ticket(&self, name: &str) -> TicketId {
        let (a, b) = name.split_once('-').expect("two ends");
        let ends = [self.location(a), self.location(b)];
        let found = self.map.ticket_ids().find(|&id| [self.map.ticket(id).a, self.map.ticket(id).b] == ends);
        found.unwrap_or_else(|| panic!("no ticket {name}"))
    }

    /// Where the game is.
    pub fn phase(&self) -> Phase {
        self.state.public().phase
    }

    /// The public state.
    pub fn public(&self) -> &Public {
        self.state.public()
    }

    /// The public state of a seat.
    pub fn seat(&self, seat: u8) -> &PublicSeat {
        &self.state.public().seats[Seat(seat)]
    }

    /// The private state of a seat.
    pub fn own(&self, seat: u8) -> Own {
        *self.state.view(self.map, Viewer::Seat(Seat(seat))).own.expect("the seat is taken")
    }

    /// The deck, the next card first.
    pub fn deck_cards(&self) -> Vec<Card> {
        self.state.to_position(self.map).deck.into_iter().rev().collect()
    }

    /// The market as text, a dash for an empty place.
    pub fn market_text(&self) -> String {
        let word = |card: &Option<Card>| card.map_or("-", Card::as_str);
        self.public().market.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// Whether it is the beginning of this seat's turn.
    pub fn is_turn(&self, seat: u8) -> bool {
        self.phase() == Phase::Turn { seat: Seat(seat) }
    }

    /// The score of a seat if the game ended now.
    pub fn tally(&self, seat: u8) -> Tally {
        self.state.tally(self.map)[Seat(seat)]
    }

    /// The gain of a seat from a mechanic if the game ended now.
    pub fn gain(&self, seat: u8, mechanic: MechanicKind) -> Gain {
        self.tally(seat).gain(mechanic)
    }

    /// The final scores if the game ended now.
    pub fn scores(&self) -> FinalScores {
        let over = self.clone().edit(|position, _| position.public.phase = Phase::Over);
        over.state.final_scores(self.map).expect("the game is over")
    }

    /// The ranking if the game ended now, one line per player.
    pub fn ranking(&self) -> String {
        let line = |standing: &capolinea_engine::scoring::Standing| {
            let decided = standing.behind_by.map_or(String::new(), |by| format!(", behind by {}", by.as_str()));
            format!("{}. seat {}: {}{decided}\n", standing.place, standing.seat.0, standing.total)
        };
        self.scores().ranking.iter().map(line).collect()
    }

    /// The seats that win if the game ended now.
    pub fn winners(&self) -> Vec<u8> {
        self.scores().winners.iter().map(|seat| seat.0).collect()
    }

    /// How many events of a kind there were.
    pub fn told(&self, is_meant: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| is_meant(event)).count()
    }
}
