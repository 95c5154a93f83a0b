//! The web client's files: from the program, or from a folder while it is being worked on.

use super::App;
use super::preview;
use super::sessions::ClientAddress;
use crate::config::WebClient;
use crate::work;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// The files of one web client.
pub struct ClientFiles {
    client: WebClient,
}

const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Capolinea</title>\
<h1>Capolinea</h1><p>The server runs, but this program was built without the web client.</p>\
<p>Build the client and then the program: <code>cargo xtask play</code> does both.</p></html>";

impl ClientFiles {
    /// Warns if the client's files are missing.
    pub fn new(client: WebClient) -> ClientFiles {
        let files = ClientFiles { client };
        if files.read("index.html").is_none() {
            tracing::warn!("this program was built without the web client: build that first, then rebuild the program");
        }
        files
    }

    /// A file's contents.
    pub(super) fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        if !is_inside(path) {
            return None;
        }
        match &self.client {
            WebClient::None => None,
            WebClient::Embedded(find) => find(path),
            WebClient::Folder(folder) => std::fs::read(folder.join(path)).ok().map(Cow::Owned),
        }
    }
}

/// Whether a path is a list of plain names, which stays inside the folder on any system: no drives, no devices, no other
/// separators, no `..`.
fn is_inside(path: &str) -> bool {
    path.split('/').all(is_plain_name)
}

fn is_plain_name(name: &str) -> bool {
    let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'.' | b'-' | b'_');
    // On Windows these are devices in every folder, whatever follows the first dot.
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_numbered = |device: &str| stem.strip_prefix(device).is_some_and(|number| number.len() == 1);
    let is_device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || is_numbered("com") || is_numbered("lpt");
    name.bytes().all(is_plain) && !name.is_empty() && !name.starts_with('.') && !name.ends_with('.') && !is_device
}

/// A file of the client; for any other path its start page, which knows what to show there.
pub async fn serve(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let (headers, by) = (request.headers(), ClientAddress::from_request(&app, request.extensions(), request.headers()));
    if let Some((response, length)) = file(&app.files, path, headers) {
        app.charge(by.payer(None), length / work::FILE_BYTES);
        return response;
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    }
    if let Some(response) = linked_page(&app, path, by, headers).await {
        return response;
    }
    file(&app.files, "index.html", headers)
        .map(|(response, _)| response)
        .unwrap_or_else(|| ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT).into_response())
}

/// The start page of the link of a table or a challenge, with a preview for chats.
async fn linked_page(app: &App, path: &str, by: ClientAddress, headers: &HeaderMap) -> Option<Response> {
    let target = preview::LinkTarget::at(path)?;
    let page = String::from_utf8(app.files.read("index.html")?.into_owned()).ok()?;
    let (head, rest) = page.split_once("</head>")?;
    let tags = preview::tags(app, target, by.0, headers).await;
    let common = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    Some((common, format!("{head}{tags}  </head>{rest}")).into_response())
}

/// A file as an answer, and how many bytes were read for it.
fn file(files: &ClientFiles, path: &str, headers: &HeaderMap) -> Option<(Response, usize)> {
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
    let tag = format!("\"{}\"", &hex::encode(Sha256::digest(&data))[..24]);
    // The build puts a hash of their contents into the names of these files.
    let caching = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, caching), (header::VARY, "accept-encoding")];
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if is_known {
        return Some(((StatusCode::NOT_MODIFIED, common).into_response(), data.len()));
    }
    let length = data.len();
    let mut response = (common, [(header::CONTENT_TYPE, content_type(path))], data.into_owned()).into_response();
    if let Some(encoding) = encoding {
        response.headers_mut().insert(header::CONTENT_ENCODING, axum::http::HeaderValue::from_static(encoding));
    }
    Some((response, length))
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
        "jpg" => "image/jpeg",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leads_out_of_the_folder_on_any_system() {
        for inside in ["index.html", "assets/index-DX_3kf-9.js", "assets/index.js.br", "a/b/c.woff2", "console.js"] {
            assert!(is_inside(inside), "{inside}");
        }
        for outside in [
            "",
            "/etc/passwd",
            "a//b",
            "../Cargo.toml",
            "a/../../b",
            ".git/config",
            "%2e%2e/Cargo.toml",
            "..%2fCargo.toml",
            "C:/Windows/win.ini",
            "c:/windows/win.ini",
            "C:",
            "C:win.ini",
            "a/C:/Windows/win.ini",
            "C%3a/Windows/win.ini",
            "C:\\Windows\\win.ini",
            "\\\\server\\share\\file",
            "\\Windows\\win.ini",
            "%5c%5cserver%5cshare",
            "..\\..\\Cargo.toml",
            "a/..\\..\\b",
            "index.html::$DATA",
            "index.html:stream",
            "NUL",
            "con",
            "aux.txt",
            "a/com1.js",
            "LPT9",
            "index.html.",
            "index.html ",
            "a\0b",
            "a|b",
            "a*b",
            "??/C:/Windows",
            "\u{ff23}:/Windows",
        ] {
            assert!(!is_inside(outside), "{outside:?}");
        }
    }
}
