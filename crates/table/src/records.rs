//! A table's game as a record: all of it once it is over; before that, what the asker has seen.

use crate::loading::seal_of;
use crate::table::Table;
use crate::{RecordAnswer, TokenHash};
use capolinea_engine::analysis::Progress;
use capolinea_engine::{GameRecord, Viewer};
use capolinea_protocol::game::GameView;
use capolinea_protocol::http::SeenRecord;
use capolinea_protocol::refusal::Refusal;
use capolinea_protocol::table::Status;

impl Table {
    /// The record as far as a session may have it. `knows_deal`: it has finished this challenge itself, so that a finished game
    /// of somebody else shows it nothing new.
    pub(crate) fn record(&self, session: Option<TokenHash>, knows_deal: bool) -> Result<RecordAnswer, Refusal> {
        if !(knows_deal && self.seating.deal.is_some() && self.status.status == Status::Finished) {
            self.may_see(session)?;
        }
        let players = self.names();
        let game = self.need_game()?;
        if game.is_over() {
            let colors = self.seating.seats.iter().map(|seat| seat.color).collect();
            let mut record = Box::new(game.record(players));
            record.help = self.allows_help().then(|| game.hints());
            return Ok(RecordAnswer::Whole { record, colors });
        }
        let seat = self.seats_of(session).lowest();
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let view = game.view(viewer);
        Ok(RecordAnswer::Seen(Box::new(SeenRecord {
            format: "capolinea seen record".into(),
            version: 1,
            map: self.seating.map.clone(),
            digest: self.seating.digest.clone(),
            players,
            seal: seal_of(&self.seating).unwrap_or_default(),
            seat,
            steps: game.history(viewer, 1, usize::MAX),
            view: GameView::new(&view, &Progress::new(&view)),
        })))
    }

    /// The record of the game so far, with its seed: for a shell that asks a bot elsewhere, never for a client.
    pub fn record_so_far(&self) -> Option<GameRecord> {
        Some(self.game.as_ref()?.record(self.names()))
    }

    /// The names of the seats.
    fn names(&self) -> Vec<String> {
        self.seating.seats.iter().map(|seat| seat.name.clone()).collect()
    }
}
