//! Two games of the same deal side by side, and where they diverged.

use super::Challenges;
use capolinea_engine::record::RecordError;
use capolinea_engine::{GameRecord, Map};
use capolinea_protocol::challenge::{ComparedGame, Comparison, Parted};
use capolinea_protocol::http::ReplayStep;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::table::PlayerColor;
use capolinea_table::replays::{Excerpt, Eyes, record_refusal, replay, usual_colors};
use capolinea_table::{TableId, TokenHash};

/// The records of two games, with their players' colours.
pub type Pair = [(GameRecord, Vec<PlayerColor>); 2];

impl Challenges {
    /// The records of two finished games of a challenge.
    ///
    /// # Errors
    /// The session may not know the deal, or there are no such games.
    pub async fn pair(&self, id: TableId, games: [&str; 2], session: Option<TokenHash>) -> Result<Pair, Refusal> {
        let whole = self.load(id).await?;
        if !whole.is_open_to(session) {
            return Err(Refusal::new(RefusalCode::Sealed, "finish the challenge yourself first"));
        }
        let mut found = Vec::new();
        for wanted in games {
            let unknown = || Refusal::new(RefusalCode::NotFound, "the challenge has no such finished game");
            let mut plays = whole.plays.iter().filter(|play| play.row.result.is_some());
            let play = plays.find(|play| play.row.game.as_str() == wanted).ok_or_else(unknown)?;
            found.push(match play.row.result.as_ref().and_then(|result| result.record.as_deref()) {
                Some(text) => {
                    let find = |id: &str| self.tables.maps.find(id).map(|map| &map.map);
                    let record = GameRecord::read(text, find).map_err(|error| record_refusal(&error))?;
                    let colors = usual_colors(&record);
                    (record, colors)
                }
                None => {
                    let loaded = self.tables.load(play.row.game).await?;
                    let names = loaded.seating.seats.iter().map(|seat| seat.name.clone()).collect();
                    let record = loaded.game.ok_or_else(unknown)?.record(names);
                    (record, loaded.seating.seats.iter().map(|seat| seat.color).collect())
                }
            });
        }
        found.try_into().map_err(|_| Refusal::new(RefusalCode::Internal, "there are not two games"))
    }
}

/// Compares two games of the same deal. Takes milliseconds.
///
/// # Errors
/// A record can't be replayed.
pub fn compare(map: &Map, pair: &Pair) -> Result<Comparison, RecordError> {
    let [(one, _), (other, _)] = pair;
    let same = one.actions.iter().zip(&other.actions).take_while(|(one, other)| one == other).count();
    let is_same = one.actions.len() == other.actions.len() && same == one.actions.len();
    // Step 0 is the deal.
    let step = same + 1;
    let [first, second] = pair;
    let steps = [step_of(map, first, step)?, step_of(map, second, step)?];
    let turn = steps.iter().flatten().map(|step| step.turn).min().unwrap_or(0);
    Ok(Comparison {
        map: one.map.clone(),
        games: [compared(map, first)?, compared(map, second)?],
        parted: (!is_same).then_some(Parted { step, turn, steps }),
    })
}

fn step_of(
    map: &Map,
    (record, colors): &(GameRecord, Vec<PlayerColor>),
    step: usize,
) -> Result<Option<ReplayStep>, RecordError> {
    let excerpt = Excerpt { viewer: Some(Eyes::All), from: step, count: Some(1) };
    Ok(replay(map, record, colors.clone(), excerpt)?.steps.into_iter().next())
}

fn compared(map: &Map, (record, colors): &(GameRecord, Vec<PlayerColor>)) -> Result<ComparedGame, RecordError> {
    let excerpt = Excerpt { viewer: Some(Eyes::All), from: record.actions.len(), count: Some(1) };
    let replayed = replay(map, record, colors.clone(), excerpt)?;
    let last = replayed.steps.into_iter().next().ok_or(RecordError::BrokenSeal)?;
    Ok(ComparedGame { players: replayed.players, colors: replayed.colors, last, end: replayed.end })
}
