//! How the games of a challenge ended.

use super::Whole;
use crate::store::{Holder, PlayResult};
use crate::tables::Tables;
use capolinea_engine::{FinalScores, Seat};
use capolinea_protocol::challenge::ChallengeResult;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::{TableId, TokenHash};

/// The scores and the winners, by seat.
pub(super) fn scores_of(scores: &FinalScores) -> (Vec<i32>, Vec<Seat>) {
    (scores.sheets.iter().map(|sheet| i32::from(sheet.total)).collect(), scores.winners.iter().collect())
}

/// The result of a finished game at a table.
pub(super) async fn result_of(tables: &Tables, game: TableId) -> Result<PlayResult, Refusal> {
    let loaded = tables.load(game).await?;
    let not_over = || Refusal::new(RefusalCode::Internal, "a game of the challenge can't be read");
    let game = loaded.game.ok_or_else(not_over)?;
    let (scores, winners) = scores_of(&game.state().final_scores(game.map()).ok_or_else(not_over)?);
    let session = |holder: &Holder| match holder {
        Holder::Person { session } => Some(*session),
        Holder::Open | Holder::Bot { .. } => None,
    };
    let sessions = loaded.seating.seats.iter().map(|seat| session(&seat.holder)).collect();
    Ok(PlayResult { scores, winners, ended: loaded.status.updated, sessions, record: None })
}

/// All finished games, the best first.
pub(super) fn list(whole: &Whole, session: Option<TokenHash>) -> Vec<ChallengeResult> {
    let mut known: Vec<TokenHash> = Vec::new();
    let mut results = Vec::new();
    for play in &whole.plays {
        let is_new = !known.contains(&play.row.session);
        known.push(play.row.session);
        let Some(result) = &play.row.result else { continue };
        let (game, seat) = (play.row.game.to_string(), play.row.seat);
        let in_time = whole.row.closes.is_none_or(|closes| result.ended <= closes);
        results.push(ChallengeResult {
            replay: result.record.is_none(),
            origin: whole.row.facts.origin.as_ref() == Some(&game),
            name: play.row.name.clone(),
            scores: result.scores.clone(),
            won: result.winners.contains(&seat),
            first_try: is_new && in_time,
            yours: play.is_of(session),
            ended: result.ended,
            game,
            seat,
        });
    }
    let score = |result: &ChallengeResult| result.scores.get(result.seat.index()).copied().unwrap_or(i32::MIN);
    results.sort_by(|one, other| score(other).cmp(&score(one)).then(one.ended.cmp(&other.ended)));
    results
}
