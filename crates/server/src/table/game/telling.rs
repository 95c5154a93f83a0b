//! What is told of a game: the present to each viewer, how it has come there, and the record.

use super::{Game, Past, Played};
use crate::store::Done;
use capolinea_engine::event::Event;
use capolinea_engine::record::{GameRecord, SeatAction};
use capolinea_engine::state::State;
use capolinea_engine::view::Viewer;
use capolinea_protocol::game::{GameEnd, GameView, LegalActions, Progress};
use capolinea_protocol::server::{Cause, HistoryStep, Update};

impl Game {
    /// How the game has come here: `tell` is called for every step, taken back or not, with what it caused.
    fn retell(&self, mut tell: impl FnMut(u64, &Past, &[Event], &State)) {
        let Ok(mut state) = State::new(self.served.map, &self.setup) else { return };
        // The state after each action that counts at that point of the story.
        let mut line: Vec<(u64, State)> = vec![(0, state)];
        let mut events = Vec::new();
        for (index, past) in self.steps.iter().enumerate() {
            let revision = index as u64 + 1;
            events.clear();
            match past.done {
                Done::Action { seat, action } => {
                    if state.apply_observed(self.served.map, seat, action, &mut events).is_err() {
                        return;
                    }
                    line.push((revision, state));
                }
                Done::Undo { back_to, .. } | Done::Takeback { back_to, .. } => {
                    line.retain(|(played, _)| *played <= back_to);
                    if let Some((_, last)) = line.last() {
                        state = *last;
                    }
                }
            }
            tell(revision, past, &events, &state);
        }
    }

    /// What happened from a revision on, at most `count` steps, as `viewer` may see it.
    pub fn history(&self, viewer: Viewer, from: u64, count: usize) -> Vec<HistoryStep> {
        let mut steps = Vec::new();
        self.retell(|revision, past, events, _| {
            if revision >= from && steps.len() < count {
                let is_action = matches!(past.done, Done::Action { .. });
                steps.push(HistoryStep {
                    revision,
                    cause: past.cause(),
                    at: past.at,
                    events: events.iter().map(|event| event.seen_by(viewer)).collect(),
                    undone: is_action && !self.line.iter().any(|played| played.revision == revision),
                });
            }
        });
        steps
    }

    /// Everything a viewer is sent about the present.
    pub fn update(&mut self, viewer: Viewer, events: &[Event], deadline: Option<u64>) -> Update {
        let (revision, cause) = (self.revision(), self.steps.last().map_or(Cause::Deal, Past::cause));
        let view = self.state.view(self.served.map, viewer);
        let can_undo = view.seat().is_some_and(|seat| self.can_undo(seat));
        let mut nobody = Progress::default();
        let progress = match view.seat() {
            Some(seat) => &mut self.progress[seat.index()],
            None => &mut nobody,
        };
        progress.bring_up_to(&view);
        Update {
            revision,
            cause,
            events: events.iter().map(|event| event.seen_by(viewer)).collect(),
            view: GameView::of(&view, progress),
            legal_actions: LegalActions::of(&view, &self.served.prices),
            can_undo,
            deadline,
            end: GameEnd::of(self.served.map, &self.state),
        }
    }

    /// The whole game as a record. Holds the seed: only for games that are over.
    pub fn record(&self, players: Vec<String>) -> GameRecord {
        let mut record = GameRecord::new(self.served.map, &self.setup, players);
        let actions = self.line.iter().map(|&Played { seat, action, .. }| SeatAction { seat, action });
        record.actions = actions.collect();
        record.note_result(self.served.map, &self.state);
        record
    }
}
