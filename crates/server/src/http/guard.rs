//! What every request must pass, and what every answer carries: origin, limits, patience, headers.

use super::App;
use super::answers::Refused;
use crate::config::Config;
use crate::ids::TokenHash;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The address a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Counts what each address and session asks for.
pub struct Guard {
    config: Config,
    requests: Mutex<HashMap<IpAddr, Bucket>>,
    new_tables: Mutex<HashMap<IpAddr, Bucket>>,
    sockets_by_address: Mutex<HashMap<IpAddr, usize>>,
    sockets_by_session: Mutex<HashMap<TokenHash, usize>>,
}

/// So many at once, so many again with time.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    filled: Instant,
}

impl Bucket {
    /// A full one.
    pub fn full(size: f64) -> Bucket {
        Bucket { left: size, filled: Instant::now() }
    }

    /// Takes one out; whether there was one.
    pub fn take(&mut self, size: f64, per_second: f64) -> bool {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.filled).as_secs_f64() * per_second).min(size);
        self.filled = now;
        let is_there = self.left >= 1.0;
        if is_there {
            self.left -= 1.0;
        }
        is_there
    }
}

/// From so many addresses on, those that have been quiet are forgotten.
const FORGET_FROM: usize = 10_000;

fn take_one(buckets: &Mutex<HashMap<IpAddr, Bucket>>, address: IpAddr, size: f64, per_second: f64) -> bool {
    let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
    if buckets.len() > FORGET_FROM {
        buckets.retain(|_, bucket| bucket.filled.elapsed().as_secs_f64() * per_second < size);
    }
    buckets.entry(address).or_insert_with(|| Bucket::full(size)).take(size, per_second)
}

fn too_many(words: &str) -> Refusal {
    Refusal::new(RefusalCode::TooMany, words)
}

impl Guard {
    /// Nobody has asked for anything yet.
    pub fn new(config: Config) -> Arc<Guard> {
        Arc::new(Guard {
            config,
            requests: Mutex::default(),
            new_tables: Mutex::default(),
            sockets_by_address: Mutex::default(),
            sockets_by_session: Mutex::default(),
        })
    }

    /// The address whose limits count. A whole IPv6 network of one customer counts as one.
    pub fn address(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        // The proxy itself wrote the last entry of the last line; the others are the client's own claims.
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| self.config.behind_proxy);
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        match last.unwrap_or(peer.0.ip()).to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        }
    }

    fn check_request(&self, address: IpAddr) -> Result<(), Refusal> {
        let rate = f64::from(self.config.limits.requests_per_second);
        if take_one(&self.requests, address, rate * 4.0, rate) {
            return Ok(());
        }
        Err(too_many("too many requests from this address; wait a few seconds"))
    }

    /// Whether this address may make another table.
    ///
    /// # Errors
    /// It has made too many.
    pub fn check_new_table(&self, address: IpAddr) -> Result<(), Refusal> {
        let most = f64::from(self.config.limits.tables_per_hour);
        if take_one(&self.new_tables, address, most, most / 3600.0) {
            return Ok(());
        }
        Err(too_many("too many new tables from this address; wait some minutes"))
    }

    /// Counts a socket as long as the answer is kept.
    ///
    /// # Errors
    /// The address or the session has too many.
    pub fn count_socket(self: &Arc<Self>, address: IpAddr, session: Option<TokenHash>) -> Result<Counted, Refusal> {
        let limits = &self.config.limits;
        let words = "too many connections; close some pages of this site";
        if !add(&self.sockets_by_address, address, limits.sockets_per_address) {
            return Err(too_many(words));
        }
        if let Some(session) = session
            && !add(&self.sockets_by_session, session, limits.sockets_per_session)
        {
            remove(&self.sockets_by_address, address);
            return Err(too_many(words));
        }
        Ok(Counted { guard: self.clone(), address, session })
    }

    /// Whether a page of another site is behind the request. Programs send no origin, browsers always do.
    fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let origin = origin.to_str().unwrap_or_default();
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let is_own = match &self.config.public_url {
            Some(url) => origin == url.trim_end_matches('/'),
            None => false,
        };
        let is_host = !host.is_empty() && (origin == format!("http://{host}") || origin == format!("https://{host}"));
        if is_own || is_host {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::OtherOrigin, "this request came from a page of another site"))
    }

    /// Whether cookies may only travel encrypted.
    pub fn is_https(&self) -> bool {
        self.config.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

fn add<K: Eq + Hash>(counts: &Mutex<HashMap<K, usize>>, key: K, most: usize) -> bool {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    let count = counts.entry(key).or_default();
    let fits = *count < most;
    if fits {
        *count += 1;
    }
    fits
}

fn remove<K: Eq + Hash>(counts: &Mutex<HashMap<K, usize>>, key: K) {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(count) = counts.get_mut(&key) {
        *count = count.saturating_sub(1);
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

/// A socket that is counted.
pub struct Counted {
    guard: Arc<Guard>,
    address: IpAddr,
    session: Option<TokenHash>,
}

impl Counted {
    /// The address that it counts for.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        remove(&self.guard.sockets_by_address, self.address);
        if let Some(session) = self.session {
            remove(&self.guard.sockets_by_session, session);
        }
    }
}

const SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Checks a request, has it answered within the time, and puts the usual headers on the answer.
pub async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = match checked(&app, &request) {
        Ok(()) => {
            let patience = app.tables.config.limits.patience;
            match tokio::time::timeout(patience, next.run(request)).await {
                Ok(response) => response,
                Err(_) => Refused(Refusal::new(RefusalCode::TooSlow, "the request took too long")).into_response(),
            }
        }
        Err(refusal) => {
            app.tables.metrics.refused(refusal.code);
            Refused(refusal).into_response()
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn checked(app: &App, request: &Request) -> Result<(), Refusal> {
    let peer = request.extensions().get::<Peer>().copied();
    if let Some(peer) = peer {
        app.guard.check_request(app.guard.address(peer, request.headers()))?;
    }
    let changes_nothing = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_socket = request.headers().contains_key(header::UPGRADE);
    if changes_nothing && !is_socket { Ok(()) } else { app.guard.check_origin(request.headers()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let mut bucket = Bucket::full(2.0);
        assert!(bucket.take(2.0, 0.001) && bucket.take(2.0, 0.001) && !bucket.take(2.0, 0.001));
        bucket.filled -= std::time::Duration::from_secs(1000);
        assert!(bucket.take(2.0, 0.001) && !bucket.take(2.0, 0.001));
    }

    #[test]
    fn only_pages_of_this_site_may_send() {
        let guard = Guard::new(Config { public_url: Some("https://play.example.org".into()), ..Config::default() });
        let headers = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("10.0.0.1:8080"));
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            headers
        };
        for good in ["http://10.0.0.1:8080", "https://10.0.0.1:8080", "https://play.example.org"] {
            assert!(guard.check_origin(&headers(good)).is_ok(), "{good}");
        }
        for bad in ["null", "https://evil.example", "http://10.0.0.1", "https://play.example.org.evil.example", ""] {
            assert!(guard.check_origin(&headers(bad)).is_err(), "{bad}");
        }
        assert!(guard.check_origin(&HeaderMap::new()).is_ok());
    }

    #[test]
    fn only_a_proxy_that_was_named_may_tell_addresses() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("1.2.3.4, 5.6.7.8"));
        let peer = Peer(SocketAddr::from(([9, 9, 9, 9], 1)));
        let alone = Guard::new(Config::default());
        assert_eq!(alone.address(peer, &headers), IpAddr::from([9, 9, 9, 9]));
        let behind = Guard::new(Config { behind_proxy: true, ..Config::default() });
        assert_eq!(behind.address(peer, &headers), IpAddr::from([5, 6, 7, 8]));
    }
}
