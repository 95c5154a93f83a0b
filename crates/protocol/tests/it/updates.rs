//! Updates that are written part by part have the same text as others, for every viewer and at every moment of random games.

use crate::legal::play;
use capolinea_engine::analysis::Progress;
use capolinea_engine::{Map, Viewer};
use capolinea_protocol::game::{GameEnd, GameView};
use capolinea_protocol::server::{Cause, ServerMessage, Update};
use capolinea_protocol::updates::UpdateWriter;

#[test]
fn updates_are_written_as_other_messages_are() {
    let (mut writer, mut revision) = (UpdateWriter::default(), 0);
    play(3, |map, state| {
        revision += 1;
        let seats = Map::seats(state.public().players).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator]) {
            let view = state.view(map, viewer);
            let update = Update {
                revision,
                cause: Cause::Deal,
                events: Vec::new(),
                view: GameView::new(&view, &Progress::new(&view)),
                legal_actions: view.action_groups().into(),
                can_undo: revision % 2 == 0,
                can_take_back: revision % 3 == 0,
                deadline: (revision % 5 == 0).then_some(revision),
                end: GameEnd::if_over(map, state),
            };
            let expected = serde_json::to_string(&ServerMessage::Update(update.clone())).unwrap();
            let mut text = b"before".to_vec();
            writer.write(update, &mut text);
            assert_eq!(String::from_utf8(text).unwrap(), format!("before{expected}"));
        }
    });
}
