//! The game at a table: its state, every step that led there, and what may be taken back. Knows no people and no time.

mod telling;

use crate::maps::ServedMap;
use crate::store::{Done, StoredStep};
use capolinea_engine::action::Action;
use capolinea_engine::analysis::Progress;
use capolinea_engine::event::Event;
use capolinea_engine::ids::{Seat, SeatSet};
use capolinea_engine::map::Map;
use capolinea_engine::phase::Phase;
use capolinea_engine::setup::Setup;
use capolinea_engine::state::State;
use capolinea_engine::view::{View, Viewer};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::Cause;

/// The most steps a game may have, those taken back included. Random games of five players on Germany, the longest there are,
/// have 498 on average; without an end a tunnel could be entered and left for ever.
pub const MAX_STEPS: u64 = 2000;

/// The most claims a player may undo in a row: everybody else waits meanwhile.
const MAX_UNDOS: usize = 10;

/// A running or finished game.
pub struct Game {
    served: &'static ServedMap,
    setup: Setup,
    state: State,
    /// What was done and not taken back.
    line: Vec<Played>,
    /// Everything that was done, taken back or not; step n is at place n - 1.
    steps: Vec<Past>,
    /// The revision at which the present phase of simultaneous choices began.
    choosing_since: u64,
    progress: Vec<Progress>,
}

#[derive(Clone, Copy)]
struct Played {
    revision: u64,
    seat: Seat,
    action: Action,
    can_undo: bool,
}

struct Past {
    at: u64,
    id: Option<u64>,
    done: Done,
    /// What it caused, for the history.
    events: Box<[Event]>,
}

/// What a step would change. Nothing has happened until [`Game::commit`].
pub struct Change {
    state: State,
    done: Done,
    /// What it causes.
    pub events: Vec<Event>,
}

/// Why a stored game can't be taken up again.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The stored steps break a rule.
    #[error("step {revision} can't be carried out: {problem}")]
    Step {
        /// Which.
        revision: u64,
        /// Why.
        problem: String,
    },
    /// The rules have changed since.
    #[error("step {revision} causes other events than it did: the rules or the map have changed since it was played")]
    OtherEvents {
        /// Which.
        revision: u64,
    },
    /// The game can't even begin.
    #[error("the game can't begin: {problem}")]
    Setup {
        /// Why.
        problem: String,
    },
}

impl Game {
    /// Deals a new game.
    ///
    /// # Errors
    /// The map is for more or fewer players.
    pub fn new(served: &'static ServedMap, setup: Setup) -> Result<Game, LoadError> {
        let state = State::new(served.map, &setup).map_err(|error| LoadError::Setup { problem: error.to_string() })?;
        let progress = vec![Progress::default(); usize::from(setup.players)];
        Ok(Game { served, setup, state, line: Vec::new(), steps: Vec::new(), choosing_since: 0, progress })
    }

    /// Takes up a stored game. Every step must cause what it caused when it was played.
    ///
    /// # Errors
    /// It does not.
    pub fn load(served: &'static ServedMap, setup: Setup, steps: &[StoredStep]) -> Result<Game, LoadError> {
        let mut game = Game::new(served, setup)?;
        // The state before each action that still counts, so that going back costs no second replay.
        let mut before: Vec<(u64, State)> = Vec::new();
        for step in steps {
            let wrong = |problem: Refusal| LoadError::Step { revision: step.revision, problem: problem.words };
            if step.revision != game.revision() + 1 {
                let problem = format!("step {} is missing", game.revision() + 1);
                return Err(LoadError::Step { revision: step.revision, problem });
            }
            let change = match step.done {
                Done::Action { seat, action } => {
                    before.push((step.revision, game.state));
                    game.act(seat, action).map_err(wrong)?
                }
                Done::Undo { back_to, .. } | Done::Takeback { back_to, .. } => {
                    game.place_after(back_to).map_err(wrong)?;
                    let mut state = game.state;
                    while let Some((_, earlier)) = before.pop_if(|(revision, _)| *revision > back_to) {
                        state = earlier;
                    }
                    Change { state, done: step.done, events: Vec::new() }
                }
            };
            if change.events_json() != step.events {
                return Err(LoadError::OtherEvents { revision: step.revision });
            }
            game.commit(change, step.at, step.id);
        }
        Ok(game)
    }

    /// The map.
    pub fn map(&self) -> &'static Map {
        self.served.map
    }

    /// The number of the last step; 0 after the deal.
    pub fn revision(&self) -> u64 {
        self.steps.len() as u64
    }

    /// Whose decision the game waits for.
    pub fn deciders(&self) -> SeatSet {
        self.state.deciders()
    }

    /// Where the game is.
    pub fn phase(&self) -> Phase {
        self.state.public().phase
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// The true state. Nobody but the table may see it.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The game as one viewer sees it.
    pub fn view(&self, viewer: Viewer) -> View<'_> {
        self.state.view(self.served.map, viewer)
    }

    /// Whether somebody who saw `revision` knows all that matters for a decision of `seat` now.
    pub fn is_fresh(&self, seat: Seat, revision: u64) -> bool {
        let chosen_at_once = self.phase().choosing_at_once().is_some_and(|waiting| waiting.contains(seat));
        let since = if chosen_at_once { self.choosing_since } else { self.revision() };
        (since..=self.revision()).contains(&revision)
    }

    /// What an action would change.
    ///
    /// # Errors
    /// The rule it would break.
    pub fn act(&self, seat: Seat, action: Action) -> Result<Change, Refusal> {
        if self.revision() >= MAX_STEPS {
            return Err(Refusal::new(
                RefusalCode::WrongStatus,
                format!("this game has gone on for {MAX_STEPS} steps and is given up"),
            ));
        }
        let mut state = self.state;
        let mut events = Vec::new();
        state.apply_observed(self.served.map, seat, action, &mut events)?;
        Ok(Change { state, done: Done::Action { seat, action }, events })
    }

    /// Whether `seat` may undo the last action: its own, one that told nobody anything new, and nobody acted since.
    pub fn can_undo(&self, seat: Seat) -> bool {
        !self.is_over() && self.line.last().is_some_and(|last| last.can_undo && last.seat == seat)
    }

    /// What an undo would change.
    ///
    /// # Errors
    /// There is nothing that may be undone.
    pub fn undo(&self, seat: Seat) -> Result<Change, Refusal> {
        let words =
            "only a claim that showed nobody a new card can be undone, by its player, until the next player acts";
        let last = self.line.last().filter(|_| self.can_undo(seat));
        let last = last.ok_or_else(|| Refusal::new(RefusalCode::CannotUndo, words))?;
        let own = self.steps.iter().rev().take_while(|past| past.done.seat() == seat);
        if own.filter(|past| matches!(past.done, Done::Undo { .. })).count() >= MAX_UNDOS {
            let words = format!("{MAX_UNDOS} claims were undone in this turn already");
            return Err(Refusal::new(RefusalCode::CannotUndo, words));
        }
        let back_to = last.revision - 1;
        self.go_back(back_to, Done::Undo { seat, back_to })
    }

    /// What taking the game back to an earlier revision would change.
    ///
    /// # Errors
    /// The game is over, or there was no such revision that still counts.
    pub fn take_back(&self, seat: Seat, back_to: u64) -> Result<Change, Refusal> {
        if self.is_over() {
            return Err(Refusal::new(RefusalCode::CannotUndo, "the game is over and everything is open"));
        }
        self.go_back(back_to, Done::Takeback { seat, back_to })
    }

    /// The place in the line of the action that follows a revision.
    fn place_after(&self, back_to: u64) -> Result<usize, Refusal> {
        let found =
            back_to.checked_add(1).and_then(|next| self.line.binary_search_by_key(&next, |one| one.revision).ok());
        found.ok_or_else(|| {
            Refusal::new(RefusalCode::CannotUndo, format!("no action that still counts follows revision {back_to}"))
        })
    }

    fn go_back(&self, back_to: u64, done: Done) -> Result<Change, Refusal> {
        let keep = self.place_after(back_to)?;
        let broken = || Refusal::new(RefusalCode::Internal, "the game could not be played again from its beginning");
        let mut state = State::new(self.served.map, &self.setup).map_err(|_| broken())?;
        #[cfg(test)]
        tests::REPLAYED.with(|count| count.set(count.get() + keep));
        for played in &self.line[..keep] {
            state.apply(self.served.map, played.seat, played.action).map_err(|_| broken())?;
        }
        Ok(Change { state, done, events: Vec::new() })
    }

    /// Makes a change happen. It must have been made from the game as it is now, and be stored by now.
    pub fn commit(&mut self, change: Change, at: u64, id: Option<u64>) {
        let before = self.phase();
        let revision = self.revision() + 1;
        match change.done {
            Done::Action { seat, action } => {
                let can_undo = self.is_harmless(action, &change.events);
                self.line.push(Played { revision, seat, action, can_undo });
            }
            Done::Undo { back_to, .. } | Done::Takeback { back_to, .. } => {
                let kept = self.line.partition_point(|played| played.revision <= back_to);
                self.line.truncate(kept);
            }
        }
        self.steps.push(Past { at, id, done: change.done, events: change.events.into_boxed_slice() });
        self.state = change.state;
        if std::mem::discriminant(&before) != std::mem::discriminant(&self.phase()) {
            self.choosing_since = self.revision();
        }
    }

    /// UX: a claim with all that belongs to it tells nobody anything new, unless cards were turned up.
    fn is_harmless(&self, action: Action, events: &[Event]) -> bool {
        let is_claim = match action {
            Action::ClaimRoute { .. }
            | Action::BuildStation { .. }
            | Action::TakePassenger { .. }
            | Action::LeavePassengers
            | Action::TakeTourist { .. } => true,
            Action::ChooseSplit { .. }
            | Action::KeepTickets { .. }
            | Action::PlaceTourists { .. }
            | Action::DrawOpen { .. }
            | Action::DrawBlind
            | Action::DrawTickets
            | Action::PayTunnel { .. }
            | Action::LeaveTunnel
            | Action::Pass => false,
        };
        is_claim && !events.iter().any(shows_something)
    }

    /// Whether a message that bears this id of the seat's client was carried out lately.
    pub fn is_done(&self, seat: Seat, id: u64) -> bool {
        self.steps.iter().rev().take(64).any(|past| past.id == Some(id) && past.seat() == seat)
    }
}

impl Change {
    /// The events as they are stored.
    pub fn events_json(&self) -> String {
        serde_json::to_string(&self.events).unwrap_or_default()
    }

    /// What is done.
    pub fn done(&self) -> Done {
        self.done
    }

    /// The state it leads to.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl Past {
    fn seat(&self) -> Seat {
        match self.done {
            Done::Action { seat, .. } | Done::Undo { seat, .. } | Done::Takeback { seat, .. } => seat,
        }
    }

    fn cause(&self) -> Cause {
        match self.done {
            Done::Action { seat, .. } => Cause::Action { seat, id: self.id },
            Done::Undo { seat, back_to } => Cause::Undo { seat, id: self.id, back_to },
            Done::Takeback { seat, back_to } => Cause::Takeback { seat, back_to },
        }
    }
}

/// Whether an event shows a card that nobody, or not everybody, had seen.
fn shows_something(event: &Event) -> bool {
    match event {
        Event::MarketRefilled { .. }
        | Event::MarketSwept { .. }
        | Event::DeckReshuffled { .. }
        | Event::TunnelRevealed { .. }
        | Event::TicketsOffered { .. }
        | Event::CardDrawn { .. }
        | Event::GameEnded => true,
        Event::StartChosen { .. }
        | Event::FirstPlayerChosen { .. }
        | Event::TicketsKept { .. }
        | Event::TouristsPlaced { .. }
        | Event::TurnBegan { .. }
        | Event::CardTaken { .. }
        | Event::TunnelLeft { .. }
        | Event::RouteClaimed { .. }
        | Event::StationBuilt { .. }
        | Event::PassengerTaken { .. }
        | Event::TouristTaken { .. }
        | Event::Passed { .. }
        | Event::LastRoundBegan { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::setup::FirstPlayer;
    use std::cell::Cell;

    thread_local! {
        /// How many actions were replayed to go back, on this thread.
        pub(super) static REPLAYED: Cell<usize> = const { Cell::new(0) };
    }

    fn stored(game: &Game) -> Vec<StoredStep> {
        let step = |(past, revision): (&Past, u64)| StoredStep {
            revision,
            at: past.at,
            id: past.id,
            done: past.done,
            events: serde_json::to_string(&past.events).unwrap(),
        };
        game.steps.iter().zip(1..).map(step).collect()
    }

    /// Plays to the limit of steps, taking back a third of the game again and again.
    fn much_taken_back() -> Game {
        let served = crate::maps::find("europe").unwrap();
        let setup = Setup { players: 3, first: FirstPlayer::Random, seed: [7; 32] };
        let mut game = Game::new(served, setup).unwrap();
        for number in 0.. {
            let Some(seat) = game.deciders().lowest() else { break };
            if game.revision() + 1 >= MAX_STEPS {
                break;
            }
            let change = if number % 10 == 9 {
                let back_to = game.line[game.line.len() * 2 / 3].revision - 1;
                game.take_back(seat, back_to).unwrap()
            } else {
                let legal = game.view(Viewer::Seat(seat)).legal_actions();
                let chosen = legal.get((number * 7919) % legal.len()).unwrap();
                game.act(seat, chosen).unwrap()
            };
            game.commit(change, number as u64, Some(number as u64));
        }
        game
    }

    #[test]
    fn a_game_of_many_takebacks_is_loaded_without_replaying_it_for_each() {
        let game = much_taken_back();
        assert_eq!(game.revision() + 1, MAX_STEPS, "as long as a game can be");
        REPLAYED.set(0);
        let loaded = Game::load(game.served, game.setup, &stored(&game)).unwrap();
        assert_eq!(REPLAYED.get(), 0, "every step is carried out once");
        assert_eq!((loaded.state, loaded.revision()), (game.state, game.revision()));
        let line = |game: &Game| game.line.iter().map(|played| (played.revision, played.can_undo)).collect::<Vec<_>>();
        assert_eq!(line(&loaded), line(&game));
        let eyes = Viewer::Seat(Seat(1));
        assert_eq!(
            serde_json::to_string(&loaded.history(eyes, 1, usize::MAX)).unwrap(),
            serde_json::to_string(&game.history(eyes, 1, usize::MAX)).unwrap()
        );
    }

    #[test]
    fn history_is_told_from_any_revision_and_says_what_was_taken_back() {
        let game = much_taken_back();
        let all = game.history(Viewer::Spectator, 1, usize::MAX);
        assert_eq!(all.len() as u64, game.revision());
        assert!(all.iter().any(|step| step.undone) && all.iter().any(|step| !step.undone));
        let part = game.history(Viewer::Spectator, 41, 5);
        assert_eq!(part.iter().map(|step| step.revision).collect::<Vec<_>>(), [41, 42, 43, 44, 45]);
        assert!(game.history(Viewer::Spectator, u64::MAX, 5).is_empty());
    }
}
