//! New tables whose game goes on from a moment of a recorded game: one person against bots.

use crate::create::{bad, new_table};
use crate::random::fixed;
use crate::replays::{RecordText, record_refusal};
use crate::stored::{NewTable, StoredBranch};
use crate::{Now, Shared, TableConfig, TableId, TokenHash};
use capolinea_engine::record::{BranchCards, GameRecord, RecordError, seal};
use capolinea_engine::{FirstPlayer, Map, Seat};
use capolinea_protocol::http::{CreateTable, PlayOn, SeatRequest, Sitter};
use capolinea_protocol::refusal::Refusal;
use capolinea_protocol::table::{PlayOnCards, PlayedOn};

/// A table as a client asks for it. `seed` is for a fresh deal: it must be unpredictable.
///
/// # Errors
/// The problem with the request or the record.
pub fn play_on_table(
    shared: &Shared,
    id: TableId,
    host: TokenHash,
    asked: PlayOn,
    seed: [u8; 32],
    now: Now,
) -> Result<NewTable, Refusal> {
    let PlayOn { record, step, seat, cards, .. } = &asked;
    let find = |id: &str| shared.maps.find(id).map(|map| &**map);
    let text = RecordText::new(record.clone().into_bytes()).map_err(|error| record_refusal(&error))?;
    let origin = text.read(find).map_err(|error| record_refusal(&error))?;
    let unknown = || record_refusal(&RecordError::UnknownMap { id: origin.map.clone() });
    let map: &Map = find(&origin.map).ok_or_else(unknown)?;
    let cards = match cards {
        PlayOnCards::Same => BranchCards::Same,
        PlayOnCards::Fresh => BranchCards::Fresh { seed },
    };
    let branch = origin.branch(map, (*step, *seat), cards, origin.players.clone());
    let branch = branch.map_err(|error| record_refusal(&error))?;
    let mut table = new_table(shared, id, host, as_new(&branch, asked)?, now)?;
    let origin = PlayedOn::of_record(&branch).ok_or_else(|| bad("the record has no origin".into()))?;
    let stored = StoredBranch { origin, seal: seal(branch.last_seed()), record: branch.to_json() };
    table.seating.played_on = Some(Box::new(stored));
    Ok(table)
}

/// The seed of a fresh deal: these random bytes, or with a test seed always the same.
pub fn fresh_seed(config: &TableConfig, random: [u8; 32]) -> [u8; 32] {
    config.test_seed.map_or(random, |seed| fixed(&seed.to_le_bytes(), "fresh deal", &[]))
}

/// The same people, bots and settings as for a new game.
fn as_new(branch: &GameRecord, asked: PlayOn) -> Result<CreateTable, Refusal> {
    let players = branch.players.len();
    if asked.bots.len() + 1 != players {
        return Err(bad(format!(
            "`bots` names the levels of the {} other seats, not of {}",
            players - 1,
            asked.bots.len()
        )));
    }
    if asked.colors.as_ref().is_some_and(|colors| colors.len() != players) {
        return Err(bad(format!("`colors` has one colour per seat: {players}")));
    }
    let mut bots = asked.bots.into_iter();
    let mut name = Some(asked.name);
    let mut seats = Vec::new();
    for index in 0..players {
        let who = if asked.seat == Seat(index as u8) {
            Sitter::Here { name: name.take().unwrap_or_default() }
        } else {
            Sitter::Bot { level: bots.next().unwrap_or_default() }
        };
        let color = asked.colors.as_ref().and_then(|colors| colors.get(index).copied());
        seats.push(SeatRequest { who, color });
    }
    let mut settings = asked.settings;
    settings.listed = false;
    settings.pieces = branch.pieces;
    settings.first = match branch.first {
        FirstPlayer::Random => None,
        FirstPlayer::Named(seat) => Some(seat),
    };
    Ok(CreateTable { map: branch.map.clone(), seats, settings, start: true })
}
