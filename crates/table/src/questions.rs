//! Questions about a game that change nothing: its history, why something is not possible, and the cheapest ways to tickets.

use crate::limits::{HISTORY_LENGTH, MAX_GOALS, MAX_TARGETS};
use crate::table::Table;
use crate::{ConnectionId, Effect};
use capolinea_engine::Viewer;
use capolinea_protocol::explain::{ActionTarget, Explanation};
use capolinea_protocol::plan::{Goal, PlanView};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;

impl Table {
    pub(crate) fn send_history(&mut self, to: ConnectionId, from: u64) {
        let first = from.max(1);
        let viewer = self.viewer(to);
        let (steps, revision) = match self.need_game() {
            Ok(game) => (game.history(viewer, first, HISTORY_LENGTH), game.revision()),
            Err(refusal) => return self.refuse(to, 0, refusal),
        };
        if let Some(connection) = self.connections.find(to) {
            let (address, session) = (connection.address, connection.session);
            self.emit(Effect::Charge { address, session, units: steps.len() });
        }
        self.send_to(to, ServerMessage::History { from: first, steps, revision });
    }

    pub(crate) fn explain(&mut self, to: ConnectionId, request: u64, targets: &[ActionTarget]) {
        if targets.len() > MAX_TARGETS {
            let words = format!("at most {MAX_TARGETS} targets at once");
            return self.refuse(to, request, Refusal::new(RefusalCode::BadRequest, words));
        }
        let viewer = self.viewer(to);
        let game = match self.need_game() {
            Ok(game) => game,
            Err(refusal) => return self.refuse(to, request, refusal),
        };
        let view = game.view(viewer);
        let answer = |&target: &ActionTarget| Explanation::new(&view, target);
        let (answers, revision) = (targets.iter().map(answer).collect(), game.revision());
        self.send_to(to, ServerMessage::Explained { request, revision, answers });
    }

    pub(crate) fn plan(&mut self, to: ConnectionId, request: u64, goals: Vec<Goal>) {
        let viewer = self.viewer(to);
        let game = match self.need_game() {
            Ok(game) => game,
            Err(refusal) => return self.refuse(to, request, refusal),
        };
        let view = game.view(viewer);
        let problem = if goals.len() > MAX_GOALS {
            Some(format!("at most {MAX_GOALS} goals at once"))
        } else if !goals.iter().all(|goal| goal.is_on(view.map)) {
            Some("the map has no such ticket or route".to_string())
        } else if view.own.is_none() {
            Some("plans are made for a player's hand; take a seat first".to_string())
        } else {
            None
        };
        if let Some(words) = problem {
            return self.refuse(to, request, Refusal::new(RefusalCode::BadRequest, words));
        }
        let plans = goals.into_iter().filter_map(|goal| PlanView::new(&view, goal)).collect();
        let revision = game.revision();
        self.send_to(to, ServerMessage::Planned { request, revision, plans });
    }

    /// The part of the game that a connection may see.
    fn viewer(&self, id: ConnectionId) -> Viewer {
        let seat = self.connections.find(id).and_then(|connection| connection.eyes);
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }
}
