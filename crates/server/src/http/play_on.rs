//! Tables whose game goes on from a moment of a record that was sent along.

use super::App;
use super::answers::{Refused, check_json, unreadable};
use super::bodies::{self, Kind, ReceivedBody};
use super::records::{admit, work_aside};
use super::sessions::ClientAddress;
use super::tables::create_once;
use crate::ids;
use crate::tables::no_random_numbers;
use crate::work;
use axum::extract::{Request, State};
use axum::response::Response;
use capolinea_protocol::http::PlayOn;
use capolinea_table::limits::MAX_RECORD_ACTIONS;
use capolinea_table::{fresh_seed, play_on_table};
use sha2::{Digest, Sha256};

/// How often the record is replayed: as it is read, as it is checked, and up to the step.
const REPLAYED: usize = 3;

/// Makes such a table.
pub async fn create(State(app): State<App>, by: ClientAddress, request: Request) -> Result<Response, Refused> {
    let headers = request.headers().clone();
    check_json(&headers)?;
    let payer = by.payer(None);
    let ReceivedBody { bytes, room } = bodies::read(&app, request, Kind::Record).await?;
    admit(&app, payer, work::record_cost(bytes.len(), 0)).await?;
    let wanted = Sha256::digest(&bytes).into();
    let (tables, worker) = (app.tables.clone(), app.clone());
    create_once(&app, by, &headers, wanted, move |id, host, now| async move {
        let random = ids::random().map_err(|_| no_random_numbers())?;
        let seed = fresh_seed(&tables.shared.config, random);
        work_aside(&worker, payer, Some(room), move || {
            let asked: PlayOn =
                serde_json::from_slice(&bytes).map_err(|error| unreadable("body", &error.to_string()))?;
            // Each action names its seat, or has a line.
            let actions = asked.record.matches("\"seat\"").count() + asked.record.lines().count();
            let actions = actions.min(MAX_RECORD_ACTIONS);
            tables.work.charge(payer, work::actions_cost(actions) * REPLAYED, &tables.metrics);
            play_on_table(&tables.shared, id, host, asked, seed, now)
        })
        .await
    })
    .await
}
