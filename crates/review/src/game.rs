//! A finished game, replayed once: every state, and the facts about every move that need no games to be played out.

use crate::ReviewError;
use crate::report::ChanceEvent;
use capolinea_bots::study::{Followers, planned_routes};
use capolinea_engine::notation::write_action;
use capolinea_engine::record::{BranchCards, DoneAction, RecordError, Step};
use capolinea_engine::rules::MAX_DECKS;
use capolinea_engine::{Action, Event, FirstPlayer, GameRecord, Map, RouteSet, Seat, SeatSet, State, View, Viewer};

/// A replayed game.
pub(crate) struct ReplayedGame {
    /// By the rules that the game was played by.
    pub(crate) map: Map,
    pub(crate) players: u8,
    /// The state after each number of actions.
    pub(crate) states: Vec<State>,
    /// The facts about each of these states.
    pub(crate) facts: Vec<PositionFacts>,
    pub(crate) moves: Vec<PlayedMove>,
    /// The bots that play on from each of these states.
    pub(crate) followers: Vec<Followers>,
    /// The events of the deal, and then of each move.
    pub(crate) events: Vec<Vec<Event>>,
}

pub(crate) struct PositionFacts {
    /// How many turns have begun.
    pub(crate) turn: u32,
    pub(crate) scores: Vec<i16>,
    pub(crate) totals: Vec<i16>,
    /// How many tickets at the bottom of each ticket deck were given back: their order is known.
    pub(crate) given_back: [usize; MAX_DECKS],
}

/// A move of the record.
pub(crate) struct PlayedMove {
    pub(crate) seat: Seat,
    pub(crate) action: Action,
    pub(crate) turn: u32,
    pub(crate) has_choice: bool,
    /// Whether the bot that follows the game would have done the same.
    pub(crate) is_planned: bool,
    pub(crate) chance_event: Option<ChanceEvent>,
    /// The players whose plan needed a route that it took.
    pub(crate) blocks: SeatSet,
}

impl ReplayedGame {
    pub(crate) fn new(map: &Map, record: &GameRecord) -> Result<Self, ReviewError> {
        let (mut states, mut facts, mut moves, mut events) =
            (Vec::new(), Vec::<PositionFacts>::new(), Vec::new(), Vec::new());
        let (mut played_on, mut followers) = (None, Vec::<Followers>::new());
        let last = record.replay_observed(map, |step: Step<'_>| -> Result<(), RecordError> {
            let mut following = match followers.last() {
                Some(before) => before.clone(),
                None => Followers::new(step.map, step.state.public().players),
            };
            let turn = facts.last().map_or(0, |facts| facts.turn);
            if let Some(done) = &step.done {
                let mut played = PlayedMove::new(record.first, turn, done, &step, &mut following);
                if deals_again(record, moves.len() + 1) {
                    played.chance_event = Some(ChanceEvent::FreshDeal);
                }
                moves.push(played);
            } else {
                played_on = Some(step.map.clone());
            }
            facts.push(PositionFacts::new(facts.last(), &step));
            followers.push(following);
            states.push(*step.state);
            events.push(step.events.to_vec());
            Ok(())
        })?;
        if !last.is_over() {
            return Err(ReviewError::Unfinished { actions: record.actions.len() });
        }
        let map = played_on.unwrap_or_else(|| map.clone());
        Ok(ReplayedGame { map, players: last.public().players, states, facts, moves, followers, events })
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Map::seats(self.players)
    }

    pub(crate) fn notation(&self, action: Action) -> String {
        write_action(&self.map, action)
    }

    /// The information that a player had when making a move.
    pub(crate) fn view(&self, index: usize) -> View<'_> {
        self.states[index].view(&self.map, Viewer::Seat(self.moves[index].seat))
    }

    /// The end of the game.
    pub(crate) fn last(&self) -> &State {
        self.states.last().expect("a replay has at least the deal")
    }
}

impl PositionFacts {
    fn new(before: Option<&PositionFacts>, step: &Step<'_>) -> Self {
        let (turn, given_back) = before.map_or_else(Default::default, |facts| (facts.turn, facts.given_back));
        let public = step.state.public();
        let tallies = step.state.tally(step.map);
        let begun = step.events.iter().filter(|event| matches!(event, Event::TurnBegan { .. })).count();
        PositionFacts {
            turn: turn + begun as u32,
            scores: Map::seats(public.players).map(|seat| public.seats[seat].score).collect(),
            totals: Map::seats(public.players).map(|seat| tallies[seat].total).collect(),
            given_back: std::array::from_fn(|deck| given_back_to(deck, given_back[deck], step)),
        }
    }
}

/// Whether the record has a fresh deal after this many actions.
fn deals_again(record: &GameRecord, actions: usize) -> bool {
    record.branches.iter().any(|branch| branch.step == actions && matches!(branch.cards, BranchCards::Fresh { .. }))
}

/// How many tickets at the bottom of a deck were given back, if there were `known` before this step. A deck is drawn from its top.
fn given_back_to(deck: usize, known: usize, step: &Step<'_>) -> usize {
    let Some(done) = &step.done else { return 0 };
    let old = &done.before.to_position(step.map).ticket_decks[deck];
    let new = &step.state.to_position(step.map).ticket_decks[deck];
    let added = if new.starts_with(old) { new.len() - old.len() } else { 0 };
    (known + added).min(new.len())
}

impl PlayedMove {
    fn new(first: FirstPlayer, turn: u32, done: &DoneAction<'_>, step: &Step<'_>, followers: &mut Followers) -> Self {
        let (seat, action, before) = (done.done.seat, done.done.action, done.before);
        let (map, after) = (step.map, step.state);
        let view = before.view(map, Viewer::Seat(seat));
        let is_planned = followers.decide(&view).is_some_and(|planned| is_same(&view, planned, action));
        if !is_planned {
            followers.forget(seat);
        }
        PlayedMove {
            seat,
            action,
            turn,
            has_choice: view.legal_actions().get(1).is_some(),
            is_planned,
            chance_event: chance_event(first, action, before, step),
            blocks: blocked_by(map, seat, before, after),
        }
    }
}

/// Whether two moves come to the same: cards of one kind may lie in several places of the market.
pub(crate) fn is_same(view: &View<'_>, one: Action, other: Action) -> bool {
    let card = |action: Action| {
        let Action::DrawOpen { slot } = action else { return None };
        view.public.market.get(usize::from(slot)).copied().flatten()
    };
    one == other || card(one).is_some_and(|taken| card(other) == Some(taken))
}

/// What the move left to chance: it changed a deck or chose the first player.
fn chance_event(first: FirstPlayer, action: Action, before: &State, step: &Step<'_>) -> Option<ChanceEvent> {
    let map = step.map;
    let (old, new) = (before.to_position(map), step.state.to_position(map));
    let chooses_first = first == FirstPlayer::Random && old.public.first.is_none() && new.public.first.is_some();
    if step.events.iter().any(|event| matches!(event, Event::TicketsOffered { .. })) {
        return Some(ChanceEvent::Tickets);
    }
    if old.deck == new.deck && old.shuffles == new.shuffles {
        return chooses_first.then_some(ChanceEvent::FirstPlayer);
    }
    if action == Action::DrawBlind {
        return Some(ChanceEvent::Draw);
    }
    if let Action::ClaimRoute { route, .. } = action
        && map.route(route).is_tunnel
    {
        return Some(ChanceEvent::Tunnel);
    }
    // Cards that were paid may fill the market too, if the deck had run out.
    Some(ChanceEvent::Market)
}

/// The players whose planned routes became unavailable, with nothing beside them.
fn blocked_by(map: &Map, seat: Seat, before: &State, after: &State) -> SeatSet {
    let gone = after.public().unavailable.without(before.public().unavailable);
    if gone.is_empty() {
        return SeatSet::EMPTY;
    }
    let others = Map::seats(before.public().players).filter(|&other| other != seat);
    let is_blocked = |&other: &Seat| {
        let planned: RouteSet = planned_routes(&before.view(map, Viewer::Seat(other)));
        let mut lost = planned.intersection(gone).iter();
        lost.any(|route| map.route(route).parallels.without(after.public().unavailable).is_empty())
    };
    others.filter(is_blocked).collect()
}
