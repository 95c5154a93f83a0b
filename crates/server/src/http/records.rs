//! Records of games, and replays of them as any viewer saw them.

use super::App;
use super::answers::{Path, Query, Refused};
use super::bodies::{self, Kind, Read, Room};
use super::sessions::{ClientAddress, session_of};
use super::tables::{table_id, unexpected};
use crate::limits::REPLAY_RETRY;
use crate::work::{self, Payer};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use capolinea_engine::record::RecordError;
use capolinea_protocol::http::Replay;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::replays::{self, Excerpt, MAX_RECORD_ACTIONS, RecordText, record_refusal, usual_colors};
use capolinea_table::{Answer, Ask, RecordAnswer};

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
            app.charge(payer, work::of_actions(record.actions.len()));
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
    admit(&app, payer, work::of_record(0, wanted.views())).await?;
    match ask_record(&app, &id, payer).await? {
        RecordAnswer::Whole { record, colors } => {
            let found = app.tables.maps.find(&record.map).cloned();
            let map = found.ok_or_else(|| refused(&RecordError::UnknownMap { id: record.map.clone() }))?;
            app.charge(payer, work::of_actions(record.actions.len()));
            tell(&app, payer, None, move || replays::replay(&map.map, &record, colors, wanted)).await
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
    let Read { bytes, room } = bodies::read(&app, request, Kind::Record).await?;
    admit(&app, payer, work::of_record(bytes.len(), wanted.views())).await?;
    let tables = app.tables.clone();
    tell(&app, payer, Some(room), move || {
        let find = |id: &str| tables.maps.find(id).map(|map| &map.map);
        // A text is carried out as it is read, so that it is counted first.
        let text = RecordText::new(bytes)?;
        tables.work.charge(payer, work::of_actions(text.lines()), &tables.metrics);
        let record = text.read(find)?;
        tables.work.charge(payer, work::of_actions(record.actions.len().min(MAX_RECORD_ACTIONS)), &tables.metrics);
        let map = find(&record.map).ok_or_else(|| RecordError::UnknownMap { id: record.map.clone() })?;
        replays::replay(map, &record, usual_colors(&record), wanted)
    })
    .await
}

async fn ask_record(app: &App, id: &str, payer: Payer) -> Result<RecordAnswer, Refused> {
    let Payer { address, session } = payer;
    let answer = app.tables.ask(table_id(id)?, Ask::Record { session }, address).await?;
    if let Answer::Record(record) = answer { Ok(record) } else { Err(unexpected(&answer)) }
}

fn refused(error: &RecordError) -> Refused {
    record_refusal(error).into()
}

/// Charges for work that is about to be done, and waits as long as that takes.
async fn admit(app: &App, payer: Payer, units: usize) -> Result<(), Refused> {
    let wait = app.tables.work.admit(payer, units, &app.tables.metrics)?;
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    Ok(())
}

/// Works away from the threads that serve sockets, in turns by address. The turn and the body's room are given back when
/// the work is done, even if nobody waits for it any more.
async fn tell(
    app: &App,
    payer: Payer,
    room: Option<Room>,
    work: impl FnOnce() -> Result<Replay, RecordError> + Send + 'static,
) -> Result<Response, Refused> {
    let too_many = || Refused::full("too many replays are waiting; try again in a few seconds", REPLAY_RETRY);
    let turn = app.turns.wait(payer.address).await.ok_or_else(too_many)?;
    let told = tokio::task::spawn_blocking(move || {
        let told = work().map(|replay| serde_json::to_vec(&replay));
        drop((turn, room));
        told
    });
    let failed = || Refused::from(Refusal::new(RefusalCode::Internal, "the replay failed"));
    let told = told.await.map_err(|_| failed())?.map_err(|error| refused(&error))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], told.map_err(|_| failed())?).into_response())
}
