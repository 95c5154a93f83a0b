//! A table's game as a record: all of it once it is over; before, what the asker has seen.

use super::storing::setup_of;
use super::*;
use capolinea_engine::analysis::Progress;
use capolinea_engine::record::seal;
use capolinea_engine::view::Viewer as Eyes;
use capolinea_protocol::game::GameView;
use capolinea_protocol::http::SeenRecord;

impl Table {
    pub(super) async fn record(&mut self, session: Option<TokenHash>) -> Result<RecordAnswer, Refusal> {
        self.may_see(session)?;
        let players: Vec<String> = self.sheet.seats.iter().map(|seat| seat.name.clone()).collect();
        let colors = self.sheet.seats.iter().map(|seat| seat.color).collect();
        let seat = session.and_then(|session| self.sheet.seats_of(session).lowest());
        let (map, digest) = (self.sheet.map.clone(), self.sheet.digest.clone());
        let setup = setup_of(&self.sheet);
        let game = self.need_game().await?;
        if game.is_over() {
            return Ok(RecordAnswer::Whole { record: Box::new(game.record(players)), colors });
        }
        let eyes = seat.map_or(Eyes::Spectator, Eyes::Seat);
        let view = game.view(eyes);
        Ok(RecordAnswer::Seen(Box::new(SeenRecord {
            format: "capolinea seen record".into(),
            version: 1,
            map,
            digest,
            players,
            seal: setup.map(|setup| seal(&setup.seed)).unwrap_or_default(),
            seat,
            steps: game.history(eyes, 1, usize::MAX),
            view: GameView::of(&view, &Progress::new(&view)),
        })))
    }
}
