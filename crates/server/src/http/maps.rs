//! The maps, each told once: compressed, and marked so that a browser need not ask twice.

use super::answers::{Path, Refused};
use crate::maps;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use capolinea_protocol::map::MapSummary;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Every map.
pub async fn list() -> axum::Json<Vec<MapSummary>> {
    axum::Json(maps::all().map(|served| MapSummary::of(served.map)).collect())
}

/// A map ready to be sent.
struct Told {
    plain: Bytes,
    compressed: Bytes,
    tag: String,
}

static TOLD: LazyLock<Mutex<HashMap<&'static str, Arc<Told>>>> = LazyLock::new(Mutex::default);

/// Everything about one map.
pub async fn one(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Refused> {
    let unknown = || Refusal::new(RefusalCode::NotFound, "there is no such map; GET /api/maps lists them");
    let served = maps::find(&id).ok_or_else(unknown)?;
    let told = told(served).map_err(|error| {
        tracing::error!(%error, "a map could not be told");
        Refusal::new(RefusalCode::Internal, "the map could not be told")
    })?;
    let says = |name: header::HeaderName, wanted: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(wanted))
    };
    let common = [
        (header::ETAG, told.tag.clone()),
        (header::CACHE_CONTROL, "public, max-age=0, must-revalidate".into()),
        (header::VARY, "accept-encoding".into()),
        (header::CONTENT_TYPE, "application/json".into()),
    ];
    if says(header::IF_NONE_MATCH, &told.tag) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    if says(header::ACCEPT_ENCODING, "gzip") {
        return Ok((common, [(header::CONTENT_ENCODING, "gzip")], told.compressed.clone()).into_response());
    }
    Ok((common, told.plain.clone()).into_response())
}

fn told(served: &'static maps::ServedMap) -> std::io::Result<Arc<Told>> {
    let mut all = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(told) = all.get(served.map.id.as_str()) {
        return Ok(told.clone());
    }
    let plain = serde_json::to_vec(&served.info())?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&plain)?;
    let tag = format!("\"{}\"", &crate::ids::hex(&Sha256::digest(&plain))[..24]);
    let told = Arc::new(Told { plain: plain.into(), compressed: encoder.finish()?.into(), tag });
    all.insert(&served.map.id, told.clone());
    Ok(told)
}
