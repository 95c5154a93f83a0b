//! Requests about challenges and deals of the day.

use super::App;
use super::answers::{Json, LargeJson, Path, Query, Refused};
use super::records::{admit, refused, respond};
use super::sessions::{ClientAddress, session_needed, session_of, session_or_new};
use crate::challenges::{RecordedGame, compare as compare_games};
use crate::work;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use capolinea_engine::record::RecordError;
use capolinea_protocol::challenge::*;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::TableId;
use capolinea_table::limits::MAX_RECORD_ACTIONS;
use capolinea_table::replays::RecordText;
use serde::Deserialize;
use std::sync::Arc;

fn challenge_id(text: &str) -> Result<TableId, Refused> {
    let words = "there is no such challenge; perhaps the link is incomplete";
    text.parse().map_err(|_| Refusal::new(RefusalCode::NotFound, words).into())
}

/// Makes a challenge.
pub async fn create(
    State(app): State<App>,
    by: ClientAddress,
    headers: HeaderMap,
    LargeJson(asked, _room): LargeJson<CreateChallenge>,
) -> Result<Response, Refused> {
    let session = session_or_new(&app, &headers).await?;
    app.guard.check_new_table(by.0)?;
    let (host, name) = (session.hash, asked.name);
    let made = match asked.deal {
        ChallengeDeal::New { game } => app.challenges.make(host, name, game).await?,
        ChallengeDeal::Table { table } => {
            app.challenges.make_of_table(host, by.0, name, super::tables::table_id(&table)?).await?
        }
        ChallengeDeal::Record { game, record } => {
            let payer = by.payer(Some(host));
            admit(&app, payer, work::record_cost(record.len(), 1)).await?;
            let checking = app.clone();
            let checked = tokio::task::spawn_blocking(move || check_record(&checking, game, record)).await;
            let failed = |_| Refusal::new(RefusalCode::Internal, "the record could not be read");
            app.challenges.make_of_record(host, name, checked.map_err(failed)??).await?
        }
    };
    Ok(session.answer(axum::Json(made)))
}

fn check_record(app: &App, game: ChallengeGame, record: String) -> Result<RecordedGame, Refused> {
    let find = |id: &str| app.tables.maps.find(id).map(|map| &map.map);
    let text = RecordText::new(record.into_bytes()).map_err(|error| refused(&error))?;
    let record = text.read(find).map_err(|error| refused(&error))?;
    if record.actions.len() > MAX_RECORD_ACTIONS {
        return Err(Refusal::new(RefusalCode::BrokenRecord, "no game has so many actions").into());
    }
    let map = find(&record.map).ok_or_else(|| refused(&RecordError::UnknownMap { id: record.map.clone() }))?;
    Ok(RecordedGame::new(map, game, record)?)
}

/// A challenge as the client may see it.
pub async fn see(
    State(app): State<App>,
    Path(id): Path<String>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<axum::Json<ChallengeView>, Refused> {
    let session = session_of(&app, &headers).await?;
    let payer = by.payer(session);
    admit(&app, payer, work::REQUEST).await?;
    let view = app.challenges.view(challenge_id(&id)?, session).await?;
    app.charge(payer, view.begun as usize * work::LISTED_TABLE / 4);
    Ok(axum::Json(view))
}

/// Plays a challenge.
pub async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    by: ClientAddress,
    headers: HeaderMap,
    Json(asked): Json<PlayChallenge>,
) -> Result<Response, Refused> {
    let id = challenge_id(&id)?;
    let session = session_or_new(&app, &headers).await?;
    app.guard.check_new_table(by.0)?;
    let seated = app.challenges.play(id, session.hash, asked).await?;
    Ok(session.answer(axum::Json(seated)))
}

/// Closes a challenge.
pub async fn close(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<axum::Json<ChallengeView>, Refused> {
    let session = session_needed(&app, &headers).await?;
    Ok(axum::Json(app.challenges.close(challenge_id(&id)?, session).await?))
}

/// Which games are compared.
#[derive(Deserialize)]
pub struct Compared {
    a: String,
    b: String,
}

/// Two games of a challenge side by side.
pub async fn compare(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(Compared { a, b }): Query<Compared>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let session = session_of(&app, &headers).await?;
    let payer = by.payer(session);
    admit(&app, payer, work::record_cost(0, 4)).await?;
    let pair = app.challenges.pair(challenge_id(&id)?, [&a, &b], session).await?;
    let map_id = pair[0].0.map.clone();
    let map = app.tables.maps.find(&map_id).cloned();
    let map = Arc::clone(&map.ok_or_else(|| refused(&RecordError::UnknownMap { id: map_id }))?);
    app.charge(payer, pair.iter().map(|(record, _)| 2 * work::actions_cost(record.actions.len())).sum());
    respond(&app, payer, None, move || compare_games(&map.map, &pair)).await
}

/// Which day's deals.
#[derive(Deserialize)]
pub struct WantedDay {
    day: Option<String>,
}

/// The deals of a day.
pub async fn deals(
    State(app): State<App>,
    Query(WantedDay { day }): Query<WantedDay>,
    by: ClientAddress,
    headers: HeaderMap,
) -> Result<axum::Json<DealsOfTheDay>, Refused> {
    let session = session_of(&app, &headers).await?;
    let payer = by.payer(session);
    admit(&app, payer, work::REQUEST).await?;
    let deals = app.challenges.deals(day.as_deref(), session).await?;
    let games: usize = deals.deals.iter().map(|deal| 1 + deal.finished as usize / 4).sum();
    app.charge(payer, games * work::LISTED_TABLE);
    Ok(axum::Json(deals))
}
