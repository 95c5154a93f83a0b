//! A decision under study: the moves that the searcher would try, and how whole games end after each of them.
//!
//! A [`Study`] looks at a decision with the eyes of the player who has to make it: its worlds are dealt from the view. [`Followers`]
//! follow a game and end it from complete states. In both, planners play on in every seat, to the end of the game. The same numbers give
//! the same games on every machine.
//!
//! ```
//! use capolinea_bots::study::Study;
//! use capolinea_engine::{FirstPlayer, Seat, Setup, State, Viewer};
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let state = State::new(map, &Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None })?;
//! let study = Study::new(state.view(map, Viewer::Seat(Seat(0)))).expect("the view is a player's");
//!
//! let moves = study.moves(&[1; 32]);
//! let endings = study.play_out(&[1; 32], 0, &moves).expect("a world can be dealt behind the view of a state");
//! for (action, ending) in moves.iter().zip(&endings) {
//!     println!("{action:?}: {} points ahead", ending.margin(Seat(0)));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::searcher::rollout::{Followers, Move};

use crate::candidates;
use crate::planner::Planner;
use crate::searcher::rollout::{Rollouts, Start, blend};
use crate::searcher::{COUNTED, wanted_by_others};
use crate::worlds::Worlds;
use crate::{Bot as _, Budget};
use capolinea_engine::ids::{BySeat, MAX_SEATS};
use capolinea_engine::{Action, Map, Own, Phase, RouteSet, Seat, SeatSet, State, View};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;

/// A victory counts as this many parts, so that any number of players can share it evenly.
pub const VICTORY: u32 = 60;

/// One decision, from its player's view.
pub struct Study<'a> {
    view: View<'a>,
    own: &'a Own,
    rollouts: Rollouts<'a>,
    worlds: Worlds<'a>,
}

/// The end of a game that was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How many play.
    pub players: u8,
    /// Everybody's points.
    pub totals: BySeat<i16>,
    /// The winners.
    pub winners: SeatSet,
    /// Everybody's routes.
    pub routes: BySeat<RouteSet>,
}

impl<'a> Study<'a> {
    /// The decision that a view waits for; `None` for a spectator's view.
    pub fn new(view: View<'a>) -> Option<Self> {
        let rollouts = Rollouts::whole(view.map, view.public.players);
        Some(Study { view, own: view.own?, rollouts, worlds: Worlds::believed(view)? })
    }

    /// The moves that the searcher would try, the planner's first. `key` is the key of the worlds in which it looks for routes that
    /// others want.
    pub fn moves(&self, key: &[u8; 32]) -> Vec<Action> {
        let mut planner = Planner::ready(self.view.map, self.view.public.players);
        // A planner asks for no random numbers.
        let planned = planner.choose(&self.view, Budget::NONE, &mut ChaCha8Rng::from_seed([0; 32]));
        if !matches!(self.view.public.phase, Phase::Turn { .. }) {
            return candidates::list(&self.view, self.own, planned, RouteSet::EMPTY, &[]);
        }
        let dealt: Vec<Start<'_>> = (0..COUNTED).map_while(|number| self.deal(key, number)).collect();
        let wanted = wanted_by_others(self.view.map, self.own.seat, dealt.iter());
        let plan = planner.plan(&self.view, self.own).routes;
        candidates::list(&self.view, self.own, planned, plan, &wanted)
    }

    /// Plays out each of these moves in world number `world` of a key; `None` if no world can be dealt, which does not happen
    /// with the view of a state, or if a move breaks a rule.
    pub fn play_out(&self, key: &[u8; 32], world: u64, moves: &[Action]) -> Option<Vec<Ending>> {
        let start = self.deal(key, world)?;
        let end = |&action: &Action| {
            let (state, _) = start.play_on(Some(Move { seat: self.own.seat, action }))?;
            Some(Ending::new(self.view.map, &state))
        };
        moves.iter().map(end).collect()
    }

    fn deal(&self, key: &[u8; 32], number: u64) -> Option<Start<'_>> {
        let mut rng = ChaCha8Rng::from_seed(*key);
        rng.set_stream(number);
        let world = self.worlds.sample_undecided(&mut rng).ok()?;
        Some(self.rollouts.start(world))
    }
}

/// The routes that the planner would plan to claim in a view's seat; none for a spectator.
pub fn planned_routes(view: &View<'_>) -> RouteSet {
    let mut planner = Planner::ready(view.map, view.public.players);
    view.own.map_or(RouteSet::EMPTY, |own| planner.plan(view, own).routes)
}

impl Ending {
    /// What everybody has in a state. A game that planners never end is counted as it stands.
    pub fn new(map: &Map, state: &State) -> Self {
        let tallies = state.tally(map);
        let public = state.public();
        Ending {
            players: public.players,
            totals: BySeat(tallies.0.map(|tally| tally.total)),
            winners: state.winners(map, &tallies),
            routes: BySeat(std::array::from_fn::<_, MAX_SEATS, _>(|seat| public.seats[Seat(seat as u8)].routes)),
        }
    }

    /// A player's share of the victory, in parts of [`VICTORY`].
    pub fn victory(&self, seat: Seat) -> u32 {
        if self.winners.contains(seat) { VICTORY / self.winners.len() as u32 } else { 0 }
    }

    /// A player's points less those of the best opponent.
    pub fn margin(&self, seat: Seat) -> i32 {
        let others = Map::seats(self.players).filter(|&other| other != seat);
        let best = others.map(|other| i32::from(self.totals[other])).max().unwrap_or(0);
        i32::from(self.totals[seat]) - best
    }

    /// The value to a player by which the searcher chooses, from 0 to 1: mostly the margin, through a curve that flattens so that a sure victory need not be larger;
    /// and the victory itself.
    pub fn worth(&self, seat: Seat) -> f64 {
        blend(f64::from(self.margin(seat)), f64::from(self.victory(seat)) / f64::from(VICTORY))
    }
}
