//! The game at a table: its state, and every step that led there. It knows nothing of people or time.

mod beginning;
mod messages;
mod undoing;

pub use beginning::Beginning;

use crate::limits::MAX_STEPS;
use crate::stored::{Done, StoredStep};
use capolinea_engine::analysis::Progress;
use capolinea_engine::{Action, Event, Map, Phase, Seat, SeatSet, Setup, State, View, Viewer};
use capolinea_protocol::hint::HintKind;
use capolinea_protocol::json;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::Cause;
use std::sync::Arc;

/// A running or finished game.
#[derive(Debug)]
pub struct Game {
    map: Arc<Map>,
    beginning: Beginning,
    state: State,
    /// The actions since the beginning that were not undone.
    line: Vec<Played>,
    /// Everything that was done, taken back or not; step n is at place n - 1.
    steps: Vec<Past>,
    /// The revision at which the present phase of simultaneous choices began.
    choosing_since: u64,
    progress: Vec<Progress>,
}

#[derive(Clone, Copy, Debug)]
struct Played {
    revision: u64,
    seat: Seat,
    action: Action,
    begins_turn: bool,
}

#[derive(Debug)]
struct Past {
    at: u64,
    id: Option<u64>,
    done: Done,
    /// Its events, for the history.
    events: Box<[Event]>,
}

/// The changes that a step would make. They take effect in [`Game::commit`].
#[derive(Debug)]
pub struct Change {
    state: State,
    done: Done,
    /// The events that it causes.
    pub events: Vec<Event>,
}

/// Why a stored game can't be resumed.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The stored steps break a rule.
    #[error("step {revision} can't be executed: {problem}")]
    Step {
        /// The first such step.
        revision: u64,
        /// Why.
        problem: String,
    },
    /// The rules have changed since.
    #[error("step {revision} causes other events than it did: the rules or the map have changed since it was played")]
    OtherEvents {
        /// The first such step.
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
    pub fn new(map: Arc<Map>, setup: Setup) -> Result<Game, LoadError> {
        let beginning = Beginning::deal(&map, &setup)?;
        Ok(Game::begin(map, beginning))
    }

    /// A game at its beginning.
    pub fn begin(map: Arc<Map>, beginning: Beginning) -> Game {
        let state = *beginning.state();
        let progress = vec![Progress::default(); usize::from(state.public().players)];
        Game { map, beginning, state, line: Vec::new(), steps: Vec::new(), choosing_since: 0, progress }
    }

    /// Resumes a stored game. Every step must cause the same events as when it was played.
    ///
    /// # Errors
    /// Some step does not.
    pub fn load(map: Arc<Map>, beginning: Beginning, steps: &[StoredStep]) -> Result<Game, LoadError> {
        let mut game = Game::begin(map, beginning);
        // The state before each action that was not undone, so that going back needs no second replay.
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
                Done::Hint { seat, kind } => game.note_hint(seat, kind),
            };
            if change.events_json() != step.events {
                return Err(LoadError::OtherEvents { revision: step.revision });
            }
            game.commit(change, step.at, step.id);
        }
        Ok(game)
    }

    /// Forgets how far tickets are: the next update computes it anew.
    pub fn forget_progress(&mut self) {
        self.progress.fill_with(Progress::default);
    }

    /// The map.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
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

    /// How many actions that were not undone come before a decision of `seat`. Where several choose at once, none of their
    /// choices comes before another's.
    pub fn actions_before(&self, seat: Seat) -> u64 {
        let at_once = self.phase().choosing_at_once().is_some_and(|waiting| waiting.contains(seat));
        let chosen = |played: &&Played| at_once && played.revision > self.choosing_since;
        (self.line.len() - self.line.iter().filter(chosen).count()) as u64
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
        self.state.view(&self.map, viewer)
    }

    /// Whether somebody who saw `revision` knows everything that matters for a decision of `seat` now.
    pub fn is_fresh(&self, seat: Seat, revision: u64) -> bool {
        let chosen_at_once = self.phase().choosing_at_once().is_some_and(|waiting| waiting.contains(seat));
        let since = if chosen_at_once { self.choosing_since } else { self.revision() };
        (since..=self.revision()).contains(&revision)
    }

    /// The changes that an action would make.
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
        state.apply_observed(&self.map, seat, action, &mut events)?;
        Ok(Change { state, done: Done::Action { seat, action }, events })
    }

    /// Notes that a player asked for help: nothing else changes.
    pub fn note_hint(&self, seat: Seat, kind: HintKind) -> Change {
        Change { state: self.state, done: Done::Hint { seat, kind }, events: Vec::new() }
    }

    /// How often each player has asked for help, by seat.
    pub fn hints(&self) -> Vec<u16> {
        let asked = |seat: Seat| {
            let by = |past: &&Past| matches!(past.done, Done::Hint { seat: by, .. } if by == seat);
            u16::try_from(self.steps.iter().filter(by).count()).unwrap_or(u16::MAX)
        };
        Map::seats(self.state.public().players).map(asked).collect()
    }

    /// The index of the action that follows a revision.
    fn place_after(&self, back_to: u64) -> Result<usize, Refusal> {
        let found =
            back_to.checked_add(1).and_then(|next| self.line.binary_search_by_key(&next, |one| one.revision).ok());
        found.ok_or_else(|| {
            Refusal::new(RefusalCode::CannotUndo, format!("every action after revision {back_to} was undone"))
        })
    }

    fn go_back(&self, back_to: u64, done: Done) -> Result<Change, Refusal> {
        let keep = self.place_after(back_to)?;
        let broken = || Refusal::new(RefusalCode::Internal, "the game could not be played again from its beginning");
        let mut state = *self.beginning.state();
        #[cfg(test)]
        tests::REPLAYED.with(|count| count.set(count.get() + keep));
        for played in &self.line[..keep] {
            state.apply(&self.map, played.seat, played.action).map_err(|_| broken())?;
        }
        Ok(Change { state, done, events: Vec::new() })
    }

    /// Applies a change. It must have been made from the current game, and it must be stored already.
    pub fn commit(&mut self, change: Change, at: u64, id: Option<u64>) {
        let before = self.phase();
        let revision = self.revision() + 1;
        match change.done {
            Done::Action { seat, action } => {
                let begins_turn = before.begins_turn();
                self.line.push(Played { revision, seat, action, begins_turn });
            }
            Done::Undo { back_to, .. } | Done::Takeback { back_to, .. } => {
                let kept = self.line.partition_point(|played| played.revision <= back_to);
                self.line.truncate(kept);
            }
            Done::Hint { .. } => {}
        }
        self.steps.push(Past { at, id, done: change.done, events: change.events.into_boxed_slice() });
        self.state = change.state;
        if std::mem::discriminant(&before) != std::mem::discriminant(&self.phase()) {
            self.choosing_since = self.revision();
        }
    }

    /// Whether a message with this id of the seat's client was executed recently.
    pub fn is_done(&self, seat: Seat, id: u64) -> bool {
        self.steps.iter().rev().take(64).any(|past| past.id == Some(id) && past.seat() == seat)
    }
}

impl Change {
    /// The events as they are stored.
    pub fn events_json(&self) -> String {
        let mut text = Vec::new();
        json::write(&mut text, &self.events).expect("events have nothing that JSON can't say");
        String::from_utf8(text).expect("JSON is text")
    }

    /// The action.
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
            Done::Action { seat, .. }
            | Done::Undo { seat, .. }
            | Done::Takeback { seat, .. }
            | Done::Hint { seat, .. } => seat,
        }
    }

    fn cause(&self) -> Cause {
        match self.done {
            Done::Action { seat, .. } => Cause::Action { seat, id: self.id },
            Done::Undo { seat, back_to } => Cause::Undo { seat, id: self.id, back_to },
            Done::Takeback { seat, back_to } => Cause::Takeback { seat, back_to },
            Done::Hint { seat, kind } => Cause::Hint { seat, id: self.id, kind },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::FirstPlayer;
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

    /// Plays to the limit of steps, undoing a third of the game again and again.
    fn much_taken_back() -> Game {
        let maps: crate::Maps = [&capolinea_maps::find("europe").unwrap().map].into_iter().collect();
        let map = maps.find("europe").unwrap().clone();
        let setup = Setup { players: 3, first: FirstPlayer::Random, seed: [7; 32], pieces: None };
        let mut game = Game::new(map, setup).unwrap();
        for number in 0.. {
            let Some(seat) = game.deciders().lowest() else { break };
            if game.revision() + 1 >= MAX_STEPS {
                break;
            }
            let change = if number % 10 == 9 {
                let back_to = game.line[game.line.len() * 2 / 3].revision - 1;
                game.go_back(back_to, Done::Takeback { seat, back_to }).unwrap()
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
        let loaded = Game::load(game.map.clone(), game.beginning.clone(), &stored(&game)).unwrap();
        assert_eq!(REPLAYED.get(), 0, "every step is executed once");
        assert_eq!((loaded.state, loaded.revision()), (game.state, game.revision()));
        let line =
            |game: &Game| game.line.iter().map(|played| (played.revision, played.begins_turn)).collect::<Vec<_>>();
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
