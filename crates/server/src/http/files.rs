//! The web client's files: from the program itself, or from a folder while it is being worked on.

use super::App;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::path::PathBuf;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// Where the files are.
pub struct Files {
    folder: Option<PathBuf>,
}

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Capolinea</title>\
<h1>Capolinea</h1><p>The server runs, but this program was built without the web client.</p>\
<p>Build the client and then the program: <code>cargo xtask play</code> does both.</p></html>";

impl Files {
    /// From a folder, or else from the program.
    pub fn new(folder: Option<PathBuf>) -> Files {
        let files = Files { folder };
        if files.read("index.html").is_none() {
            tracing::warn!("this program was built without the web client: build that first, then the program anew");
        }
        files
    }

    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        // A path is a list of plain names: nothing leads out of the folder.
        if path.split('/').any(|part| part.is_empty() || part.starts_with('.')) || path.contains(['\\', '\0']) {
            return None;
        }
        match &self.folder {
            Some(folder) => std::fs::read(folder.join(path)).ok().map(Cow::Owned),
            None => Built::get(path).map(|file| file.data),
        }
    }
}

/// A file of the client; for any other path its start page, which knows what to show there.
pub async fn serve(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let headers = request.headers();
    if let Some(response) = file(&app.files, path, headers) {
        return response;
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    }
    file(&app.files, "index.html", headers)
        .unwrap_or_else(|| ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT).into_response())
}

fn file(files: &Files, path: &str, headers: &HeaderMap) -> Option<Response> {
    let accepts = |encoding: &str| {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        accepted.split(',').any(|one| one.trim().split(';').next() == Some(encoding))
    };
    let encodings = [("br", "br"), ("gzip", "gz")].into_iter().filter(|(encoding, _)| accepts(encoding));
    let mut compressed = encodings
        .filter_map(|(encoding, ending)| files.read(&format!("{path}.{ending}")).map(|data| (data, Some(encoding))));
    let (data, encoding) = match compressed.next() {
        Some(found) => found,
        None => (files.read(path)?, None),
    };
    let tag = format!("\"{}\"", &crate::ids::hex(&Sha256::digest(&data))[..24]);
    // The build puts a hash of their contents into the names of these files.
    let caching = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, caching), (header::VARY, "accept-encoding")];
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if is_known {
        return Some((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let mut response = (common, [(header::CONTENT_TYPE, content_type(path))], data.into_owned()).into_response();
    if let Some(encoding) = encoding {
        response.headers_mut().insert(header::CONTENT_ENCODING, axum::http::HeaderValue::from_static(encoding));
    }
    Some(response)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
