//! Computer players: the [`Bot`] trait, one file or folder per bot, and one table that lists them.
//!
//! # A game between bots
//!
//! An [`Entrant`] is a bot by its name, with a budget if it searches: `planner`, `searcher:300`, `searcher:50ms`. It makes a new
//! [`Player`] for each game.
//!
//! ```
//! use capolinea_bots::{Entrant, play_game};
//! use capolinea_engine::{FirstPlayer, Setup};
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let random: Entrant = "random".parse()?;
//! let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None };
//! let game = play_game(map, &setup, &mut [random.player(), random.player()])?;
//! assert!(game.state.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A bot of your own
//!
//! A bot of your own implements [`Bot`]: it gets a view, a budget and random numbers, and returns one of the legal actions.
//!
//! ```
//! use capolinea_bots::rand_chacha::ChaCha8Rng;
//! use capolinea_bots::{Bot, Budget, Player, play_game};
//! use capolinea_engine::{Action, FirstPlayer, Setup, View};
//!
//! /// Claims a route whenever it can, and takes the first legal action otherwise.
//! struct Builder;
//!
//! impl Bot for Builder {
//!     fn choose(&mut self, view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
//!         let legal = view.legal_actions();
//!         let claim = legal.iter().find(|action| matches!(action, Action::ClaimRoute { .. }));
//!         claim.or_else(|| legal.get(0)).expect("there is at least one")
//!     }
//! }
//!
//! let map = &capolinea_maps::find("berlin").expect("it is built in").map;
//! let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: None };
//! let game = play_game(map, &setup, &mut [Player::new(Builder), Player::new(Builder)])?;
//! println!("{:?}", game.state.final_scores(map));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Strength and search
//!
//! A duel of the crate `capolinea-arena` measures how strong a bot is; there the bot takes part as `Entrant::new("builder", || Builder)`.
//! For a bot that searches, [`worlds`] samples complete states that look the same from its seat. [`study`] examines one decision as the
//! searcher does, and reports its findings instead of choosing.

mod candidates;
mod choices;
mod costs;
mod entrant;
mod game;
mod greedy;
pub mod learned;
mod levels;
mod novice;
mod planner;
#[cfg(feature = "pool")]
mod pool;
mod random;
mod searcher;
pub mod study;
pub mod worlds;

pub use entrant::{Budget, Entrant, EntrantError, Limit, Player};
pub use game::{GameError, PlayedGame, game_seed, play_choosing, play_game, play_game_observed};
pub use levels::{LEVELS, Level};
pub use planner::{Planner, Tuned, Weights};
// For bots outside this workspace: the versions of the crates that appear in the signatures here.
pub use {rand_chacha, rand_core};

use capolinea_engine::{Action, View};
#[cfg(feature = "pool")]
use pool::Pooled;
use rand_chacha::ChaCha8Rng;

/// A computer player, for one game. It sees what a person at its seat would see, and nothing else.
pub trait Bot: Send + Sync {
    /// Chooses one of the view's legal actions; there is at least one.
    fn choose(&mut self, view: &View<'_>, budget: Budget, rng: &mut ChaCha8Rng) -> Action;
}

/// A bot in the list [`BOTS`].
#[derive(Clone, Copy, Debug)]
pub struct BotKind {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it plays, in one line.
    pub line: &'static str,
    /// Its default budget for a decision; [`Budget::NONE`] for a bot that answers at once.
    pub budget: Budget,
    make: fn() -> Box<dyn Bot>,
}

impl BotKind {
    /// Whether a budget changes how it plays.
    pub fn thinks(&self) -> bool {
        !self.budget.is_none()
    }
}

/// Every bot there is.
pub const BOTS: &[BotKind] = &[
    BotKind {
        name: "random",
        line: "plays any legal action, all equally likely",
        budget: Budget::NONE,
        make: || Box::new(random::Random),
    },
    BotKind {
        name: "greedy",
        line: "claims the most valuable route it can pay for, and hardly looks at its tickets",
        budget: Budget::NONE,
        make: || Box::new(greedy::Greedy),
    },
    BotKind {
        name: "planner",
        line: "plans paths for its tickets and claims their routes",
        budget: Budget::NONE,
        make: || Box::new(planner::Planner::new()),
    },
    BotKind {
        name: "searcher",
        line: "plays out many possible games, and deviates from the planner's move only on evidence",
        budget: Budget::milliseconds(50),
        make: || Box::new(searcher::Searcher::new()),
    },
    BotKind {
        name: "novice",
        line: "plans like a beginner and makes a mistake in one turn of three",
        budget: Budget::NONE,
        make: || Box::new(novice::Novice::new(35)),
    },
    BotKind {
        name: "amateur",
        line: "plans like a beginner and makes a mistake in one turn of ten",
        budget: Budget::NONE,
        make: || Box::new(novice::Novice::new(10)),
    },
    #[cfg(feature = "pool")]
    BotKind {
        name: "hungry",
        line: "draws many tickets early and joins them all by the shortest paths",
        budget: Budget::NONE,
        make: || Box::new(Pooled::new(pool::Hungry)),
    },
    #[cfg(feature = "pool")]
    BotKind {
        name: "path",
        line: "claims routes on the paths with the most points for their length",
        budget: Budget::NONE,
        make: || Box::new(Pooled::new(pool::Path)),
    },
    #[cfg(feature = "pool")]
    BotKind {
        name: "long_route_junkie",
        line: "claims the longest routes, preferably on the way to its few tickets",
        budget: Budget::NONE,
        make: || Box::new(Pooled::new(pool::LongRouteJunkie)),
    },
    #[cfg(feature = "pool")]
    BotKind {
        name: "one_step_thinker",
        line: "claims any route that brings a ticket nearer, one step at a time",
        budget: Budget::NONE,
        make: || Box::new(Pooled::new(pool::OneStepThinker)),
    },
    #[cfg(feature = "pool")]
    BotKind {
        name: "racer",
        line: "claims nothing but long routes and ends the game fast",
        budget: Budget::NONE,
        make: || Box::new(Pooled::new(pool::Racer)),
    },
    #[cfg(feature = "pool")]
    BotKind {
        name: "blocker",
        line: "builds its paths, and blocks those of others where that is cheap",
        budget: Budget::NONE,
        make: || Box::new(Pooled::new(pool::Blocker)),
    },
];
