//! Questions about a game that change nothing: its history, and why something is not possible.

use crate::table::Table;
use crate::{ConnectionId, Effect};
use capolinea_engine::Viewer;
use capolinea_protocol::explain::{Explanation, Target};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;

/// The most revisions in one answer.
const HISTORY_LENGTH: usize = 500;
/// The most targets that are explained at once.
const MAX_TARGETS: usize = 256;

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

    pub(crate) fn explain(&mut self, to: ConnectionId, request: u64, targets: &[Target]) {
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
        let answer = |&target: &Target| Explanation::new(&view, target);
        let (answers, revision) = (targets.iter().map(answer).collect(), game.revision());
        self.send_to(to, ServerMessage::Explained { request, revision, answers });
    }

    /// What a connection may see of the game.
    fn viewer(&self, id: ConnectionId) -> Viewer {
        let seat = self.connections.find(id).and_then(|connection| connection.eyes);
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }
}
