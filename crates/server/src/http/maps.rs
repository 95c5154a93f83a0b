//! The maps, each encoded once: compressed, and with an entity tag so that a browser need not fetch it twice.

use super::App;
use super::answers::{Path, Refused};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use capolinea_maps::GameMap;
use capolinea_protocol::map::{MapFilesInfo, MapInfo, MapSummary};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

/// Every map.
pub async fn list(State(app): State<App>) -> axum::Json<Vec<MapSummary>> {
    axum::Json(app.tables.maps.all().map(|map| MapSummary::new(&map.map)).collect())
}

/// A map ready to be sent.
struct Encoded {
    plain: Bytes,
    compressed: Bytes,
    tag: String,
}

/// The maps that were asked for, ready to be sent.
#[derive(Default)]
pub struct EncodedMaps {
    by_id: Mutex<HashMap<String, Arc<Encoded>>>,
}

/// Everything about one map.
pub async fn one(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Refused> {
    let map = app.tables.maps.find(&id).ok_or_else(unknown)?;
    let encoded = encoded(&app.encoded_maps, map).map_err(|error| {
        tracing::error!(%error, "a map could not be encoded");
        Refusal::new(RefusalCode::Internal, "the map could not be encoded")
    })?;
    let says = |name: header::HeaderName, wanted: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(wanted))
    };
    let common = [
        (header::ETAG, encoded.tag.clone()),
        (header::CACHE_CONTROL, "public, max-age=0, must-revalidate".into()),
        (header::VARY, "accept-encoding".into()),
        (header::CONTENT_TYPE, "application/json".into()),
    ];
    if says(header::IF_NONE_MATCH, &encoded.tag) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    if says(header::ACCEPT_ENCODING, "gzip") {
        return Ok((common, [(header::CONTENT_ENCODING, "gzip")], encoded.compressed.clone()).into_response());
    }
    Ok((common, encoded.plain.clone()).into_response())
}

/// The two files of a map, so that a browser can play it without a server.
pub async fn files(State(app): State<App>, Path(id): Path<String>) -> Result<axum::Json<MapFilesInfo>, Refused> {
    let map = app.tables.maps.find(&id).ok_or_else(unknown)?;
    Ok(axum::Json(MapFilesInfo { map: map.files.map_json.clone(), board: map.files.board_json.clone() }))
}

fn unknown() -> Refusal {
    Refusal::new(RefusalCode::NotFound, "there is no such map; GET /api/maps lists them")
}

fn encoded(maps: &EncodedMaps, map: &GameMap) -> std::io::Result<Arc<Encoded>> {
    let mut all = maps.by_id.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(encoded) = all.get(map.map.id()) {
        return Ok(encoded.clone());
    }
    let plain = serde_json::to_vec(&MapInfo::from(map))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&plain)?;
    let tag = format!("\"{}\"", &hex::encode(Sha256::digest(&plain))[..24]);
    let encoded = Arc::new(Encoded { plain: plain.into(), compressed: encoder.finish()?.into(), tag });
    all.insert(map.map.id().to_owned(), encoded.clone());
    Ok(encoded)
}
