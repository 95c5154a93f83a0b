//! One step of a replayed record, as a viewer saw it or with all hands open.

use crate::game::GameView;
use crate::http::ReplayStep;
use capolinea_engine::analysis::Progress;
use capolinea_engine::notation::write_action;
use capolinea_engine::record::Step;
use capolinea_engine::{Event, Map, Seat, Viewer};

impl ReplayStep {
    /// A step as `viewer` saw it, in this turn of the game.
    pub fn seen_by(viewer: Viewer, turn: u32, step: Step<'_>) -> ReplayStep {
        let done = step.done.map(|done| done.done);
        // The notation of a choice of tickets shows which were kept, and a choice before the first turn is secret.
        let is_open = |&event: &Event| !matches!(event, Event::StartChosen { .. }) && event.seen_by(viewer) == event;
        let shows_all = |seat: Seat| viewer == Viewer::Seat(seat) || step.events.iter().all(is_open);
        ReplayStep {
            step: step.number,
            turn,
            seat: done.map(|done| done.seat),
            notation: done.filter(|done| shows_all(done.seat)).map(|done| write_action(step.map, done.action)),
            events: step.events.iter().map(|event| event.seen_by(viewer)).collect(),
            view: view(viewer, step),
            hands: None,
        }
    }

    /// A step with all hands open, in this turn of the game.
    pub fn open(turn: u32, step: Step<'_>) -> ReplayStep {
        let done = step.done.map(|done| done.done);
        let hands = Map::seats(step.state.public().players).filter_map(|seat| view(Viewer::Seat(seat), step).own);
        ReplayStep {
            step: step.number,
            turn,
            seat: done.map(|done| done.seat),
            notation: done.map(|done| write_action(step.map, done.action)),
            events: step.events.to_vec(),
            hands: Some(hands.collect()),
            view: view(Viewer::Spectator, step),
        }
    }
}

fn view(viewer: Viewer, step: Step<'_>) -> GameView {
    let view = step.state.view(step.map, viewer);
    GameView::new(&view, &Progress::new(&view))
}
