//! Records of games, and replays of them as any viewer saw them.

use super::App;
use super::answers::{Path, Query, Refused};
use super::bodies::{self, Kind, ReceivedBody, Room};
use super::sessions::{ClientAddress, session_of};
use super::tables::{table_id, unexpected};
use crate::limits::REPLAY_RETRY;
use crate::work::{self, Payer};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use capolinea_engine::record::RecordError;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::limits::MAX_RECORD_ACTIONS;
use capolinea_table::replays::{self, Excerpt, RecordText, record_refusal, usual_colors};
use capolinea_table::{Answer, Ask, RecordAnswer};
use serde::Serialize;

/// The record of a table's game.
pub async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let session = session_of(&app, &headers).await?;
    let payer = Payer { address, session };
    admit(&app, payer, 0).await?;
    match ask_record(&app, &id, payer).await? {
        RecordAnswer::Whole { record, .. } => {
            app.charge(payer, work::actions_cost(record.actions.len()));
            let name = format!("attachment; filename=\"capolinea-{}-{}.json\"", record.map, &id[..6]);
            let head = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, &name)];
            Ok((head, record.to_json()).into_response())
        }
        RecordAnswer::Seen(seen) => {
            app.charge(payer, seen.steps.len());
            Ok(axum::Json(seen).into_response())
        }
    }
}

/// Steps of a finished game.
pub async fn replay(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(wanted): Query<Excerpt>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let session = session_of(&app, &headers).await?;
    let payer = Payer { address, session };
    admit(&app, payer, work::record_cost(0, wanted.views())).await?;
    match ask_record(&app, &id, payer).await? {
        RecordAnswer::Whole { record, colors } => {
            let found = app.tables.maps.find(&record.map).cloned();
            let map = found.ok_or_else(|| refused(&RecordError::UnknownMap { id: record.map.clone() }))?;
            app.charge(payer, work::actions_cost(record.actions.len()));
            respond(&app, payer, None, move || replays::replay(&map.map, &record, colors, wanted)).await
        }
        RecordAnswer::Seen(_) => {
            Err(Refusal::new(RefusalCode::WrongStatus, "the game is not over; it can't be replayed yet").into())
        }
    }
}

/// Steps of a game whose record was sent along.
pub async fn replay_file(
    State(app): State<App>,
    Query(wanted): Query<Excerpt>,
    ClientAddress(address): ClientAddress,
    request: Request,
) -> Result<Response, Refused> {
    let payer = Payer { address, session: None };
    let ReceivedBody { bytes, room } = bodies::read(&app, request, Kind::Record).await?;
    admit(&app, payer, work::record_cost(bytes.len(), wanted.views())).await?;
    let tables = app.tables.clone();
    respond(&app, payer, Some(room), move || {
        let find = |id: &str| tables.maps.find(id).map(|map| &map.map);
        // A record in text form is executed as it is read, so it is charged first.
        let text = RecordText::new(bytes)?;
        tables.work.charge(payer, work::actions_cost(text.lines()), &tables.metrics);
        let record = text.read(find)?;
        tables.work.charge(payer, work::actions_cost(record.actions.len().min(MAX_RECORD_ACTIONS)), &tables.metrics);
        let map = find(&record.map).ok_or_else(|| RecordError::UnknownMap { id: record.map.clone() })?;
        replays::replay(map, &record, usual_colors(&record), wanted)
    })
    .await
}

async fn ask_record(app: &App, id: &str, payer: Payer) -> Result<RecordAnswer, Refused> {
    let Payer { address, session } = payer;
    let id = table_id(id)?;
    let ask = |knows_deal| app.tables.ask(id, Ask::Record { session, knows_deal }, address);
    let answer = match ask(false).await {
        // Somebody else's game of a challenge, which this client may have finished too.
        Err(refusal) if refusal.code == RefusalCode::Sealed && app.challenges.knows_deal(id, session).await? => {
            ask(true).await?
        }
        answered => answered?,
    };
    if let Answer::Record(record) = answer { Ok(record) } else { Err(unexpected(&answer)) }
}

pub fn refused(error: &RecordError) -> Refused {
    record_refusal(error).into()
}

/// Charges for work that is about to be done, and waits if the client has used up its budget.
pub async fn admit(app: &App, payer: Payer, units: usize) -> Result<(), Refused> {
    let wait = app.tables.work.admit(payer, units, &app.tables.metrics)?;
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    Ok(())
}

/// Replays on other threads than those that serve sockets, and writes the answer.
pub async fn respond<T: Serialize + Send + 'static>(
    app: &App,
    payer: Payer,
    room: Option<Room>,
    work: impl FnOnce() -> Result<T, RecordError> + Send + 'static,
) -> Result<Response, Refused> {
    let told = work_aside(app, payer, room, move || {
        let replay = work().map_err(|error| record_refusal(&error))?;
        serde_json::to_vec(&replay).map_err(|_| Refusal::new(RefusalCode::Internal, "the replay failed"))
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], told.await?).into_response())
}

/// Works on other threads than those that serve sockets, in turns by address. The turn and the memory of the body are released
/// when the work is done, even if nobody waits for it any more.
pub async fn work_aside<T: Send + 'static>(
    app: &App,
    payer: Payer,
    room: Option<Room>,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refused> {
    let too_many = || Refused::full("too many replays are waiting; try again in a few seconds", REPLAY_RETRY);
    let turn = app.turns.wait(payer.address).await.ok_or_else(too_many)?;
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        drop((turn, room));
        done
    });
    let failed = |_| Refused::from(Refusal::new(RefusalCode::Internal, "the replay failed"));
    Ok(done.await.map_err(failed)??)
}
