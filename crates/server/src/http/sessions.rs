//! The client of a request: an address whose limits count, and a browser's session, known by an unguessable cookie of which only the hash is kept.

use super::App;
use super::answers::Refused;
use super::guard::Peer;
use crate::ids::Token;
use crate::limits::{COOKIE_LIFETIME, SEEN_EVERY};
use crate::work::Payer;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::TokenHash;
use std::convert::Infallible;
use std::net::IpAddr;

/// The cookie's name. Under `https` browsers take the second from this very host only, not from its neighbours.
const COOKIES: [&str; 2] = ["capolinea", "__Host-capolinea"];
/// A client without a cookie may choose its token itself and name it here: if the answer with the cookie is lost, it asks
/// again and is known.
const ATTEMPT: &str = "capolinea-attempt";

/// The address whose limits count for a request.
#[derive(Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The client that pays for the work of a request.
    pub fn payer(self, session: Option<TokenHash>) -> Payer {
        Payer { address: self.0, session }
    }

    /// The client that sent a request.
    pub fn from_request(app: &App, extensions: &Extensions, headers: &HeaderMap) -> ClientAddress {
        let peer = extensions.get::<Peer>().copied();
        // Every connection has one.
        ClientAddress(peer.map_or(IpAddr::from([0, 0, 0, 0]), |peer| app.guard.address(peer, headers)))
    }
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(ClientAddress::from_request(app, &parts.extensions, &parts.headers))
    }
}

/// A session, and the cookie to be set if it is new.
pub struct Session {
    /// Its hash.
    pub hash: TokenHash,
    cookie: Option<HeaderValue>,
}

impl Session {
    /// Puts the cookie on an answer, if the browser does not have it yet.
    pub fn answer(self, response: impl IntoResponse) -> Response {
        let mut response = response.into_response();
        if let Some(cookie) = self.cookie {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// The session of the request, if there is one. A cookie that this server never issued does not count.
pub async fn session_of(app: &App, headers: &HeaderMap) -> Result<Option<TokenHash>, Refused> {
    let Some(hash) = token(app, headers).map(|token| token.hash()) else { return Ok(None) };
    let Some(seen) = app.tables.session_seen(hash).await? else { return Ok(None) };
    // Written once a day at most. If the write fails, the next request tries again.
    let now = app.tables.clock.unix_ms();
    if seen.saturating_add(SEEN_EVERY.as_millis() as u64) <= now {
        drop(app.tables.keep_session(hash).await);
    }
    Ok(Some(hash))
}

/// The session of the request; a new one if there is none. It is saved just before it gets its first seat.
pub async fn session_or_new(app: &App, headers: &HeaderMap) -> Result<Session, Refused> {
    if let Some(hash) = session_of(app, headers).await? {
        return Ok(Session { hash, cookie: None });
    }
    let internal = |words: &str| Refused::from(Refusal::new(RefusalCode::Internal, words));
    let token = match headers.get(ATTEMPT) {
        Some(attempt) => attempt.to_str().ok().and_then(Token::read).ok_or_else(bad_attempt)?,
        None => Token::random().map_err(|_| internal("the server can't get random numbers"))?,
    };
    let hash = token.hash();
    let secure = if app.guard.is_https() { "; Secure" } else { "" };
    let max_age = COOKIE_LIFETIME.as_secs();
    let cookie = format!("{}={}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}", name(app), token.reveal());
    let mut cookie = HeaderValue::try_from(cookie).map_err(|_| internal("the cookie can't be written"))?;
    cookie.set_sensitive(true);
    Ok(Session { hash, cookie: Some(cookie) })
}

/// The key of an attempt that may be repeated, if the client has named one.
pub fn attempt_key(headers: &HeaderMap) -> Result<Option<TokenHash>, Refused> {
    let Some(attempt) = headers.get(ATTEMPT) else { return Ok(None) };
    let token = attempt.to_str().ok().and_then(Token::read).ok_or_else(bad_attempt)?;
    Ok(Some(token.hash()))
}

/// The session of the request.
///
/// # Errors
/// There is none: the client has no seat anywhere.
pub async fn session_needed(app: &App, headers: &HeaderMap) -> Result<TokenHash, Refused> {
    let words = "this browser has no seat at any table; join one first";
    session_of(app, headers).await?.ok_or_else(|| Refusal::new(RefusalCode::NotYourSeat, words).into())
}

fn bad_attempt() -> Refused {
    let words = "the header Capolinea-Attempt must have 64 random hexadecimal digits, in lowercase letters";
    Refusal::new(RefusalCode::BadRequest, words).into()
}

fn name(app: &App) -> &'static str {
    COOKIES[usize::from(app.guard.is_https())]
}

fn token(app: &App, headers: &HeaderMap) -> Option<Token> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name(app)).and_then(|(_, value)| Token::read(value))
}
