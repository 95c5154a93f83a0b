//! Rollouts: the value of a move in one world when planners play on.

use super::value::ValueFunction;
use crate::planner::Planner;
use crate::study::Ending;
use crate::{Bot as _, Budget};
use arrayvec::ArrayVec;
use capolinea_engine::ids::MAX_SEATS;
use capolinea_engine::{Action, Map, Phase, RouteSet, Seat, State, View, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;

/// The data that all rollouts of a decision share.
pub(crate) struct Rollouts<'a> {
    map: &'a Map,
    planner: Planner,
    value: Option<ValueFunction>,
}

/// A player's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The player.
    pub seat: Seat,
    /// What is done.
    pub action: Action,
}

/// One planner per player.
pub(crate) type Planners = ArrayVec<Planner, MAX_SEATS>;

/// One world, from which every move is tried.
pub(crate) struct Start<'a> {
    map: &'a Map,
    world: State,
    planners: Planners,
    /// The routes that each player plans to claim.
    planned: ArrayVec<RouteSet, MAX_SEATS>,
    value: Option<&'a ValueFunction>,
}

/// Where there is a learned value, a rollout lasts this many decisions per player before its result is estimated
/// by it. There is one only where that plays better: with two players a few points decide, and fewer whole games say more than
/// many short ones.
const DECISIONS: usize = 12;
/// No game between planners is longer. If one should never end, the score so far counts.
const MAX_DECISIONS: usize = 2000;

impl<'a> Rollouts<'a> {
    pub(super) fn new(view: &View<'a>) -> Self {
        let players = view.public.players;
        let planner = Planner::ready(view.map, players);
        Rollouts { map: view.map, planner, value: ValueFunction::for_game(view.map.id(), players) }
    }

    /// Rollouts that last to the end of the game, whatever was learned.
    pub(crate) fn whole(map: &'a Map, players: u8) -> Self {
        Rollouts { map, planner: Planner::ready(map, players), value: None }
    }

    /// A world to start from, with everybody's plans made.
    pub(crate) fn start(&self, world: State) -> Start<'_> {
        let seats = Map::seats(world.public().players);
        let plans = seats.map(|seat| {
            let mut planner = self.planner.clone();
            let view = world.view(self.map, Viewer::Seat(seat));
            let planned = view.own.map_or(RouteSet::EMPTY, |own| planner.plan(&view, own).routes);
            (planner, planned)
        });
        let (planners, planned) = plans.unzip();
        Start { map: self.map, world, planners, planned, value: self.value.as_ref() }
    }
}

impl Start<'_> {
    /// The routes that players other than `seat` plan to claim.
    pub(crate) fn planned_by_others(&self, seat: Seat) -> RouteSet {
        let others = self.planned.iter().enumerate().filter(|(other, _)| *other != seat.index());
        others.fold(RouteSet::EMPTY, |all, (_, &planned)| all.union(planned))
    }

    /// The value to `seat` of beginning with this move, if any, and going on with this planner.
    pub(super) fn play_out(&self, seat: Seat, action: Option<Action>, own: &Planner) -> f64 {
        let mut planners = self.planners.clone();
        planners[seat.index()] = own.clone();
        let first = action.map(|action| Move { seat, action });
        let Some((state, mut planners)) = play(self.map, self.world, planners, first, self.most()) else { return 0.0 };
        match self.value {
            Some(value) if !state.is_over() => value.worth(self.map, &state, &mut planners, seat),
            Some(_) | None => Ending::new(self.map, &state).worth(seat),
        }
    }

    /// The game after this move, if any, and then the planners' moves; `None` if it breaks a rule.
    pub(crate) fn play_on(&self, first: Option<Move>) -> Option<(State, Planners)> {
        play(self.map, self.world, self.planners.clone(), first, self.most())
    }

    /// How many decisions a rollout lasts.
    fn most(&self) -> usize {
        if self.value.is_some() { DECISIONS * self.planners.len() } else { MAX_DECISIONS }
    }
}

/// The game after a move, if any, and then the planners' moves: to its end, or after this many to the next turn. `None`
/// if the move breaks a rule.
fn play(
    map: &Map,
    mut state: State,
    mut planners: Planners,
    first: Option<Move>,
    most: usize,
) -> Option<(State, Planners)> {
    if let Some(Move { seat, action }) = first {
        state.apply(map, seat, action).ok()?;
    }
    // Planners ask for no random numbers.
    let mut rng = ChaCha8Rng::from_seed([0; 32]);
    let mut decisions = 0;
    while let Some(decider) = state.deciders().lowest() {
        let is_enough = decisions >= most && matches!(state.public().phase, Phase::Turn { .. });
        if is_enough || decisions >= MAX_DECISIONS {
            break;
        }
        let view = state.view(map, Viewer::Seat(decider));
        let action = planners[decider.index()].choose(&view, Budget::NONE, &mut rng);
        if state.apply(map, decider, action).is_err() {
            break;
        }
        decisions += 1;
    }
    Some((state, planners))
}

/// Planners that follow a game, one in each seat, and can play it to its end from where it is.
///
/// Each decides whenever its player does, and keeps to its plan if the player did the same; otherwise it is told to forget. So what they would do next
/// does not depend on where one begins to play out.
#[derive(Clone)]
pub struct Followers {
    fresh: Planner,
    planners: Planners,
}

impl Followers {
    /// For a game of this many players that has just begun.
    pub fn new(map: &Map, players: u8) -> Self {
        let fresh = Planner::ready(map, players);
        Followers { planners: Map::seats(players).map(|_| fresh.clone()).collect(), fresh }
    }

    /// What the planner in the view's seat would do; `None` for a spectator's view.
    pub fn decide(&mut self, view: &View<'_>) -> Option<Action> {
        let planner = self.planners.get_mut(view.own?.seat.index())?;
        // Planners ask for no random numbers.
        Some(planner.choose(view, Budget::NONE, &mut ChaCha8Rng::from_seed([0; 32])))
    }

    /// The player in this seat did something else: its planner makes a new plan at its next decision.
    pub fn forget(&mut self, seat: Seat) {
        if let Some(planner) = self.planners.get_mut(seat.index()) {
            *planner = self.fresh.clone();
        }
    }

    /// Plays a game to its end, after `first` if a player's move is given; `None` if that breaks a rule. The world may be another
    /// than that of the game they follow, if all players see the same in both.
    pub fn end(&self, map: &Map, world: State, first: Option<Move>) -> Option<Ending> {
        let (state, _) = play(map, world, self.planners.clone(), first, MAX_DECISIONS)?;
        Some(Ending::new(map, &state))
    }
}

/// The combined value of a margin and a chance of victory: mostly the margin, through a curve that flattens so that a sure victory need not be larger.
pub(crate) fn blend(margin: f64, victory: f64) -> f64 {
    0.7 / (1.0 + libm::exp(-margin / 25.0)) + 0.3 * victory
}
