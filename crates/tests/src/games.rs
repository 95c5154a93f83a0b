//! Random games, action by action, between players with different habits, and random positions.

use capolinea_engine::record::SeatAction;
use capolinea_engine::{
    Action, Event, FirstPlayer, GameRecord, Map, Phase, Public, RouteId, RouteSet, Seat, SeatSet, Setup, State,
    TicketSet, View, Viewer,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// More decisions than any game may take.
pub const BOUND: usize = 5_000;

/// How a player chooses among the legal actions. Each habit leads to corners that the others rarely see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Any action, each as likely as any other.
    Uniform,
    /// Cards while there are any, then tickets, and a route only when nothing else is left: the deck runs out.
    Hoarder,
    /// A route whenever one can be claimed, cards otherwise.
    Claimer,
    /// Tickets whenever there are any, then as the claimer: the ticket decks run out.
    Collector,
    /// A station whenever one can be built, then as the claimer; pays with as few wilds as possible.
    Builder,
}

impl Habit {
    pub const ALL: [Habit; 5] = [Habit::Uniform, Habit::Hoarder, Habit::Claimer, Habit::Collector, Habit::Builder];

    /// Chooses one of the view's legal actions.
    pub fn choose(self, view: View<'_>, rng: &mut ChaCha8Rng) -> Action {
        let legal = view.legal_actions();
        let is_turn = matches!(view.public.phase, Phase::Turn { .. });
        if self == Habit::Uniform || !is_turn {
            return legal.get(below(rng, legal.len())).expect("a player who must decide has a legal action");
        }
        let best = legal.iter().map(|action| self.eagerness(action)).max().expect("there is an action");
        let wanted: Vec<Action> = legal.iter().filter(|&action| self.eagerness(action) == best).collect();
        wanted[below(rng, wanted.len())]
    }

    fn eagerness(self, action: Action) -> u8 {
        let [cards, tickets, claim, station] = match self {
            Habit::Uniform => [1, 1, 1, 1],
            Habit::Hoarder => [4, 3, 2, 2],
            Habit::Claimer => [3, 2, 4, 1],
            Habit::Collector => [2, 4, 3, 1],
            Habit::Builder => [2, 1, 3, 4],
        };
        match action {
            Action::DrawOpen { .. } | Action::DrawBlind => cards,
            Action::DrawTickets => tickets,
            Action::ClaimRoute { .. } => claim,
            Action::BuildStation { .. } => station,
            _ => 0,
        }
    }
}

/// A number from 0 to `count` - 1.
pub fn below(rng: &mut ChaCha8Rng, count: usize) -> usize {
    assert!(count > 0, "there is nothing to choose from");
    (rng.next_u64() % count as u64) as usize
}

/// Puts items in random order.
pub fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last + 1));
    }
}

/// Every map there is.
pub fn maps() -> impl Iterator<Item = &'static Map> {
    capolinea_maps::built_in().map(|game_map| &game_map.map)
}

/// Every map with every number of players.
pub fn tables() -> impl Iterator<Item = (&'static Map, u8)> {
    maps().flat_map(|map| (map.min_players()..=map.max_players()).map(move |players| (map, players)))
}

/// A game that is being played, with its record.
pub struct Game {
    pub map: &'static Map,
    pub habit: Habit,
    pub state: State,
    pub record: GameRecord,
    /// The events of the last action.
    pub events: Vec<Event>,
    pub rng: ChaCha8Rng,
}

impl Game {
    pub fn new(map: &'static Map, players: u8, habit: Habit, number: u64) -> Game {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let first = match below(&mut rng, 3) {
            0 => FirstPlayer::Named(Seat(below(&mut rng, usize::from(players)) as u8)),
            _ => FirstPlayer::Random,
        };
        let setup = Setup { players, first, seed, pieces: None };
        let names = (1..=players).map(|number| format!("Player {number}")).collect();
        let mut events = Vec::new();
        let state = State::new_observed(map, &setup, &mut events).expect("the map seats that many");
        Game { map, habit, state, record: GameRecord::new(map, &setup, names), events, rng }
    }

    /// A description of the game, for a failed assertion's message.
    pub fn name(&self) -> String {
        let (players, actions) = (self.state.public().players, self.record.actions.len());
        format!("{} with {players} {:?}s after {actions} actions: {:?}", self.map.id(), self.habit, self.record.seed)
    }

    /// The next decision: who and what. Where several are to decide, anybody may be the next.
    pub fn choose(&mut self) -> Option<SeatAction> {
        let waiting: SeatSet = self.state.deciders();
        let seat = waiting.nth(below(&mut self.rng, waiting.len().max(1)))?;
        let action = self.habit.choose(self.state.view(self.map, Viewer::Seat(seat)), &mut self.rng);
        Some(SeatAction { seat, action })
    }

    /// Carries out a decision.
    pub fn execute(&mut self, SeatAction { seat, action }: SeatAction) {
        self.events.clear();
        self.state.apply_observed(self.map, seat, action, &mut self.events).expect("listed actions are legal");
        self.record.actions.push(SeatAction { seat, action });
        assert!(self.record.actions.len() <= BOUND, "no end: {}", self.name());
    }

    /// Makes one decision; whether there was one to make.
    pub fn step(&mut self) -> bool {
        let Some(next) = self.choose() else {
            self.record.note_result(self.map, &self.state);
            return false;
        };
        self.execute(next);
        true
    }

    /// Plays to the end.
    pub fn finish(mut self) -> Game {
        while self.step() {}
        self
    }
}

/// So many games of each habit on every map with every number of players. `salt` makes them differ from test to test.
pub fn games(salt: u64, each: u64, habits: &[Habit]) -> impl Iterator<Item = Game> {
    let kinds = tables().flat_map(move |table| habits.iter().map(move |&habit| (table, habit)));
    kinds.flat_map(move |((map, players), habit)| {
        (0..each).map(move |number| Game::new(map, players, habit, salt << 32 | number << 8 | u64::from(players)))
    })
}

/// Gives every player random routes as far as the pieces go and `most` at most, by the rules of parallel routes (C23,
/// C24). The networks hang together mostly, as those of people do. Scores and pieces are made to fit.
pub fn scatter_routes(map: &Map, public: &mut Public, most: usize, rng: &mut ChaCha8Rng) {
    let mut rest: Vec<RouteId> = map.route_ids().collect();
    shuffle(rng, &mut rest);
    let mut taken = RouteSet::EMPTY;
    for turn in 0..usize::from(public.players) * most {
        let seat = Seat((turn % usize::from(public.players)) as u8);
        let player = &mut public.seats[seat];
        let own = player.routes;
        let wants_any = below(rng, 10) == 0;
        let may_take = |route: &RouteId| {
            let facts = map.route(*route);
            let closing = if public.players <= map.rules().single_lane_up_to { taken } else { own };
            let is_open = closing.intersection(facts.parallels).is_empty();
            let touched = map.location(facts.a).routes.union(map.location(facts.b).routes);
            let is_near = own.is_empty() || wants_any || !touched.intersection(own).is_empty();
            is_open && is_near && player.pieces[facts.fleet.index()] >= facts.spaces
        };
        let Some(place) = rest.iter().position(may_take) else { continue };
        let route = rest.remove(place);
        let facts = map.route(route);
        player.pieces[facts.fleet.index()] -= facts.spaces;
        player.routes.insert(route);
        player.score += i16::from(facts.points);
        taken.insert(route);
    }
}

/// Deals every player random tickets, `most` at most, and leaves no ticket anywhere else.
pub fn scatter_tickets(map: &Map, players: u8, most: usize, rng: &mut ChaCha8Rng) -> Vec<TicketSet> {
    let mut order: Vec<_> = map.ticket_ids().collect();
    shuffle(rng, &mut order);
    let mut rest = order.into_iter();
    (0..players).map(|_| rest.by_ref().take(below(rng, most + 1)).collect()).collect()
}
