//! Messages about a game: the view of each viewer, the history, and the record.

use super::{Game, Past, Played};
use crate::stored::Done;
use capolinea_engine::analysis::Progress;
use capolinea_engine::record::SeatAction;
use capolinea_engine::{Event, GameRecord, SeatSet, Viewer};
use capolinea_protocol::game::{GameEnd, GameView};
use capolinea_protocol::server::{Cause, HistoryStep, Update};

impl Game {
    /// The steps from a revision on, at most `count` of them, as `viewer` may see it.
    pub fn history(&self, viewer: Viewer, from: u64, count: usize) -> Vec<HistoryStep> {
        let first = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        let numbered = self.steps.iter().zip(1..).skip(first).take(count);
        let tell = |(past, revision): (&Past, u64)| HistoryStep {
            revision,
            cause: past.cause(),
            at: past.at,
            events: past.events.iter().map(|event| event.seen_by(viewer)).collect(),
            undone: matches!(past.done, Done::Action { .. })
                && self.line.binary_search_by_key(&revision, |played| played.revision).is_err(),
        };
        numbered.map(tell).collect()
    }

    /// The update for a viewer. `bots` are the seats whose moves are undone together with a person's.
    pub fn update(&mut self, viewer: Viewer, bots: SeatSet, events: &[Event], deadline: Option<u64>) -> Update {
        let (revision, cause) = (self.revision(), self.steps.last().map_or(Cause::Deal, Past::cause));
        let view = self.state.view(&self.map, viewer);
        let can_undo = view.seat().is_some_and(|seat| self.can_undo(seat, bots));
        let can_take_back = view.seat().is_some_and(|seat| self.can_take_back(seat));
        let mut nobody = Progress::default();
        let progress = match view.seat() {
            Some(seat) => &mut self.progress[seat.index()],
            None => &mut nobody,
        };
        progress.refresh(&view);
        Update {
            revision,
            cause,
            events: events.iter().map(|event| event.seen_by(viewer)).collect(),
            view: GameView::new(&view, progress),
            legal_actions: view.action_groups().into(),
            can_undo,
            can_take_back,
            deadline,
            end: GameEnd::if_over(&self.map, &self.state),
        }
    }

    /// The whole game as a record. Holds the seed: only for games that are over.
    pub fn record(&self, players: Vec<String>) -> GameRecord {
        let mut record = self.beginning.record(players);
        record.actions.extend(self.line.iter().map(|&Played { seat, action, .. }| SeatAction { seat, action }));
        record.note_result(&self.map, &self.state);
        record
    }
}
