//! A server from its start to its stop: listens, accepts connections, notifies clients of the end.

use crate::bot_pool::BotPool;
use crate::config::Config;
use crate::http::{self, Guard, Peer};
use crate::limits::{FULL_RETRY, STOP_WAIT};
use crate::maps::{DrawnMaps, IdTaken};
use crate::store::{Store, StoreError};
use crate::stream::TimedStream;
use crate::tables::Tables;
use axum::Router;
use axum::body::Body;
use capolinea_protocol::http::ErrorBody;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_service::Service as _;

/// Why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is taken.
    #[error("{address} is in use by another program. Stop that one, or choose another address")]
    AddressTaken {
        /// The address.
        address: SocketAddr,
    },
    /// The address can't be listened at.
    #[error("can't listen at {address}: {problem}. Choose another address")]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why.
        problem: std::io::Error,
    },
    /// A map of the host's own has the id of another.
    #[error(transparent)]
    Map(#[from] IdTaken),
    /// The store that several servers share does not provide the time.
    #[error("can't read the time from the database: {problem}. Make sure that it runs, then start again")]
    Clock {
        /// Why.
        problem: StoreError,
    },
    /// No threads for bots.
    #[error("can't start the threads that bots think on: {problem}")]
    Threads {
        /// Why.
        problem: std::io::Error,
    },
}

/// A running server.
pub struct Server {
    tables: Arc<Tables>,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
    /// Every connection holds a receiver; when none is left all are closed, or have become sockets.
    connections: watch::Sender<()>,
}

impl Server {
    /// Starts to listen and to serve.
    ///
    /// # Errors
    /// The address can't be listened at.
    pub async fn start(mut config: Config, store: Arc<dyn Store>) -> Result<Server, StartError> {
        if store.shared().is_some() {
            // Others go on while this one stops.
            config.table.goodbye_retry = Duration::ZERO;
        }
        let maps = DrawnMaps::new(&config.maps)?;
        let address = config.listen;
        let listener = TcpListener::bind(address).await.map_err(|problem| {
            if problem.kind() == std::io::ErrorKind::AddrInUse {
                return StartError::AddressTaken { address };
            }
            StartError::Address { address, problem }
        })?;
        let address = listener.local_addr().map_err(|problem| StartError::Address { address, problem })?;
        let bots = BotPool::start(config.bot_threads).map_err(|problem| StartError::Threads { problem })?;
        let tables = Tables::new(config.clone(), maps, store, bots);
        // Before anything is done: a server whose own clock is wrong would end turns too early or too late.
        tables.read_clock().await.map_err(|problem| StartError::Clock { problem })?;
        let (guard, io_timeout) = (Guard::new(config.clone()), config.limits.io_timeout);
        let router = http::router(tables.clone(), guard.clone());
        let (stop, stopped) = watch::channel(false);
        let (connections, _) = watch::channel(());
        let accepting = tokio::spawn(accept(listener, router, guard, io_timeout, stopped.clone(), connections.clone()));
        let ringing = tokio::spawn(tables.clone().keep_alarms());
        let forgetting = tokio::spawn(tables.clone().forget_old());
        let mut tasks = vec![accepting, ringing, forgetting];
        tasks.extend(tables.clone().follow_others());
        Ok(Server { tables, address, stop, tasks, connections })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops: accepts no new clients, notifies all clients, saves everything.
    pub async fn stop(self) {
        let Server { tables, stop, tasks, connections, .. } = self;
        stop.send_replace(true);
        tables.stop().await;
        // Goodbyes are on their way; a client that does not take them is not waited for.
        let all_are_gone = async {
            connections.closed().await;
            // A connection that has become a socket is counted there.
            while tables.metrics.sockets.load(Ordering::Relaxed) > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        drop(tokio::time::timeout(STOP_WAIT, all_are_gone).await);
        for task in tasks {
            task.abort();
        }
    }
}

async fn accept(
    listener: TcpListener,
    router: Router,
    guard: Arc<Guard>,
    io_timeout: Duration,
    mut stopped: watch::Receiver<bool>,
    connections: watch::Sender<()>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(counted) = guard.count_connection(Peer(peer)) else {
                    refuse(stream);
                    continue;
                };
                let (router, open, stopped) = (router.clone(), connections.subscribe(), stopped.clone());
                tokio::spawn(async move {
                    serve(stream, peer, router, io_timeout, stopped).await;
                    drop((open, counted));
                });
            }
            Err(error) => {
                // Out of file descriptors, most likely: wait for some to come back.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Tells a client that there is no room, if it takes that at once.
fn refuse(stream: TcpStream) {
    let refusal = Refusal::new(RefusalCode::TooMany, "the server is full; try again later");
    let body = serde_json::to_string(&ErrorBody { refusal }).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: {}\r\nConnection: close\r\n\r\n{body}",
        body.len(),
        FULL_RETRY.as_secs()
    );
    let told = stream.into_std().and_then(|mut stream| stream.write_all(answer.as_bytes()));
    if let Err(error) = told {
        tracing::debug!(%error, "a connection was dropped without an answer");
    }
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    io_timeout: Duration,
    mut stopped: watch::Receiver<bool>,
) {
    // Messages are small and people wait for them.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection may be slow");
    }
    // The server does not wait for clients that read nothing, request or socket.
    let stream = TimedStream::new(stream, io_timeout);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.clone().call(request.map(Body::new))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(io_timeout)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
