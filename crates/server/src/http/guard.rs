//! Checks for every request and headers of every answer: origin, limits, timeouts, headers.

use super::App;
use super::answers::Refused;
use super::bodies::Bodies;
use super::sessions::ClientAddress;
use crate::clock::Clock;
use crate::config::Config;
use crate::limits::{PLAIN_CONNECTIONS, REQUESTS_AT_ONCE};
use crate::work;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::TokenHash;
use capolinea_table::rate::{Buckets, Rate};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

/// The address a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Counts the requests of each address and session.
pub struct Guard {
    config: Config,
    clock: Clock,
    requests: Mutex<Buckets<IpAddr>>,
    new_tables: Mutex<Buckets<IpAddr>>,
    bodies: Bodies,
    connections: AtomicUsize,
    connections_by_address: Mutex<HashMap<IpAddr, usize>>,
    sockets_by_address: Mutex<HashMap<IpAddr, usize>>,
    sockets_by_session: Mutex<HashMap<TokenHash, usize>>,
    unnamed_proxy: Once,
}

fn too_many(words: &str) -> Refusal {
    Refusal::new(RefusalCode::TooMany, words)
}

impl Guard {
    fn take_one(&self, buckets: &Mutex<Buckets<IpAddr>>, address: IpAddr, rate: Rate) -> bool {
        buckets.lock().unwrap_or_else(PoisonError::into_inner).take(address, rate, self.clock.uptime())
    }

    /// All budgets are full.
    pub fn new(config: Config) -> Arc<Guard> {
        Arc::new(Guard {
            bodies: Bodies::new(&config.limits),
            config,
            clock: Clock::start(),
            requests: Mutex::default(),
            new_tables: Mutex::default(),
            connections: AtomicUsize::new(0),
            connections_by_address: Mutex::default(),
            sockets_by_address: Mutex::default(),
            sockets_by_session: Mutex::default(),
            unnamed_proxy: Once::new(),
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

    /// Warns once if a proxy seems to be in front of a server that is not configured for one: everybody would share the
    /// limits of one address.
    fn notice_proxy(&self, headers: &HeaderMap) {
        if !self.config.behind_proxy && headers.contains_key("x-forwarded-for") {
            self.unnamed_proxy.call_once(|| {
                tracing::warn!(
                    "a request has X-Forwarded-For, but the server is not configured to be behind a proxy: all people share the \
                     limits of one address (docs/HOSTING.md)"
                );
            });
        }
    }

    /// The room that bodies of requests take.
    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    fn check_request(&self, address: IpAddr) -> Result<(), Refused> {
        let per_second = f64::from(self.config.limits.requests_per_second);
        if self.take_one(&self.requests, address, Rate { size: per_second * REQUESTS_AT_ONCE, per_second }) {
            return Ok(());
        }
        Err(too_many("too many requests from this address; wait a few seconds").into())
    }

    /// Whether this address may make another table.
    ///
    /// # Errors
    /// It has made too many.
    pub fn check_new_table(&self, address: IpAddr) -> Result<(), Refused> {
        let size = f64::from(self.config.limits.tables_per_hour);
        if self.take_one(&self.new_tables, address, Rate { size, per_second: size / 3600.0 }) {
            return Ok(());
        }
        let another = Duration::from_secs_f64(3600.0 / size);
        Err(Refused::later(too_many("too many new tables from this address; wait some minutes"), another))
    }

    /// Counts a connection until the returned permit is dropped; `None` if there are too many.
    pub fn count_connection(self: &Arc<Self>, peer: Peer) -> Option<ConnectionPermit> {
        let limits = &self.config.limits;
        // Behind a proxy all connections come from its address; clients can be distinguished only by their requests.
        let address = (!self.config.behind_proxy).then(|| self.address(peer, &HeaderMap::new()));
        let most = limits.sockets_per_address.saturating_add(PLAIN_CONNECTIONS);
        if address.is_some_and(|address| !add(&self.connections_by_address, address, most)) {
            return None;
        }
        let before = self.connections.fetch_add(1, Ordering::Relaxed);
        // Dropping it ends the count.
        let connected = ConnectionPermit { guard: self.clone(), address };
        (before < limits.connections).then_some(connected)
    }

    /// Counts a socket until the returned permit is dropped.
    ///
    /// # Errors
    /// The address or the session has too many.
    pub fn count_socket(
        self: &Arc<Self>,
        address: IpAddr,
        session: Option<TokenHash>,
    ) -> Result<SocketPermit, Refusal> {
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
        Ok(SocketPermit { guard: self.clone(), address, session })
    }

    /// Whether a page of another site is behind the request. Programs send no origin, browsers always do.
    fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let origin = origin.to_str().unwrap_or_default();
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let is_own = match &self.config.public_url {
            Some(url) => origin.eq_ignore_ascii_case(&origin_of(url)),
            None => {
                is_this_machine(host) && (origin == format!("http://{host}") || origin == format!("https://{host}"))
            }
        };
        if is_own {
            return Ok(());
        }
        let words = "this request came from a page of another site; if it is this server's own, the server must be told its \
                     public address (docs/HOSTING.md)";
        Err(Refusal::new(RefusalCode::OtherOrigin, words))
    }

    /// The address of this server as its visitors know it, without a slash at its end.
    pub fn base_url(&self, headers: &HeaderMap) -> String {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let told = self.config.public_url.as_ref().map(|url| url.trim_end_matches('/').to_owned());
        told.unwrap_or_else(|| format!("http://{host}"))
    }

    /// Whether cookies may only travel encrypted.
    pub fn is_https(&self) -> bool {
        self.config.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

/// The origin of pages at this address, as browsers write it.
fn origin_of(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
    let host = rest.split('/').next().unwrap_or_default();
    let usual_port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    format!("{scheme}://{}", host.strip_suffix(usual_port).unwrap_or(host))
}

/// Whether a host is an IP address or this machine. The owner of any other name could point it here, and their pages would
/// count as the server's own.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name == "localhost" || number.parse::<IpAddr>().is_ok()
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

/// A connection that is counted.
pub struct ConnectionPermit {
    guard: Arc<Guard>,
    address: Option<IpAddr>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.guard.connections.fetch_sub(1, Ordering::Relaxed);
        if let Some(address) = self.address {
            remove(&self.guard.connections_by_address, address);
        }
    }
}

/// A socket that is counted.
pub struct SocketPermit {
    guard: Arc<Guard>,
    address: IpAddr,
    session: Option<TokenHash>,
}

impl SocketPermit {
    /// The address that it counts for.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        remove(&self.guard.sockets_by_address, self.address);
        if let Some(session) = self.session {
            remove(&self.guard.sockets_by_session, session);
        }
    }
}

/// The content security policy of documents.
const SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// The content security policy of workers that play games in the browser: they alone compile WebAssembly.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
    worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A worker has the policy that comes with its script (`web/src/local/worker.ts`, `thinker.ts` and `reviewer.ts`).
fn security_policy(path: &str) -> &'static str {
    let is_worker =
        ["/assets/worker-", "/assets/thinker-", "/assets/reviewer-"].iter().any(|script| path.starts_with(script));
    if is_worker { WORKER_POLICY } else { SECURITY_POLICY }
}

/// Checks a request, enforces the timeout, and adds the usual headers to the answer.
pub async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let io_timeout = app.tables.config.limits.io_timeout;
    let policy = security_policy(request.uri().path());
    let mut response = match checked(&app, &request) {
        // A client that has asked for too much waits before anything is read: its data stays in the socket.
        Ok(wait) => match tokio::time::timeout(io_timeout + wait, after(wait, next.run(request))).await {
            Ok(response) => response,
            Err(_) => Refused::from(Refusal::new(RefusalCode::TooSlow, "the request took too long")).into_response(),
        },
        Err(refused) => {
            app.tables.metrics.refused(refused.code());
            refused.into_response()
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn after<T>(wait: Duration, then: impl Future<Output = T>) -> T {
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    then.await
}

/// How long a request must wait before it is handled.
fn checked(app: &App, request: &Request) -> Result<Duration, Refused> {
    let changes_nothing = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_socket = request.headers().contains_key(header::UPGRADE);
    if !changes_nothing || is_socket {
        app.guard.check_origin(request.headers())?;
    }
    app.guard.notice_proxy(request.headers());
    let payer = ClientAddress::from_request(app, request.extensions(), request.headers()).payer(None);
    app.guard.check_request(payer.address)?;
    Ok(app.tables.work.admit(payer, work::REQUEST, &app.tables.metrics)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &'static str, origin: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        headers
    }

    #[test]
    fn only_pages_of_this_site_may_send() {
        for url in ["https://play.example.org", "https://play.example.org/", "https://Play.example.org:443"] {
            let guard = Guard::new(Config { public_url: Some(url.into()), ..Config::default() });
            assert!(guard.check_origin(&headers("10.0.0.1:8080", "https://play.example.org")).is_ok(), "{url}");
            for bad in [
                "null",
                "",
                "https://evil.example",
                "http://play.example.org",
                "http://10.0.0.1:8080",
                "https://10.0.0.1:8080",
                "https://play.example.org.evil.example",
            ] {
                assert!(guard.check_origin(&headers("10.0.0.1:8080", bad)).is_err(), "{bad}");
            }
            assert!(guard.check_origin(&HeaderMap::new()).is_ok());
        }
    }

    #[test]
    fn without_a_public_address_only_this_machine_is_its_own_site() {
        let guard = Guard::new(Config::default());
        for host in ["localhost:8321", "127.0.0.1:8321", "192.168.1.5:8321", "[::1]:8321", "localhost"] {
            let origin: &'static str = format!("http://{host}").leak();
            assert!(guard.check_origin(&headers(host, origin)).is_ok(), "{host}");
            assert!(guard.check_origin(&headers(host, "http://localhost:1")).is_err(), "{host}");
        }
        // A name that resolves to this server today and to another one tomorrow.
        assert!(guard.check_origin(&headers("evil.example:8321", "http://evil.example:8321")).is_err());
    }

    #[test]
    fn a_network_of_one_customer_counts_as_one_address() {
        let guard = Guard::new(Config::default());
        let address = |text: &str| guard.address(Peer(SocketAddr::new(text.parse().unwrap(), 1)), &HeaderMap::new());
        assert_eq!(address("2001:db8:1:2:3:4:5:6"), address("2001:db8:1:2:ffff::1"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:10.1.2.3"), IpAddr::from([10, 1, 2, 3]), "an IPv4 address in another notation");
        assert_ne!(address("10.1.2.3"), address("10.1.2.4"));
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
