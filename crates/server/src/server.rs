//! A server from its start to its stop: listening, accepting, saying goodbye.

use crate::bot_pool::BotPool;
use crate::config::Config;
use crate::http::{self, Guard, Peer};
use crate::store::Store;
use crate::tables::Tables;
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_service::Service as _;

/// Why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is taken.
    #[error("{address} is in use by another program. Stop that one, or choose another address with --listen")]
    AddressTaken {
        /// The address.
        address: SocketAddr,
    },
    /// The address can't be listened at.
    #[error("can't listen at {address}: {problem}. Choose another address with --listen")]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why.
        problem: std::io::Error,
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
    /// Every connection holds a receiver; when none is left all are closed.
    connections: watch::Sender<()>,
}

impl Server {
    /// Starts to listen and to serve.
    ///
    /// # Errors
    /// The address can't be listened at.
    pub async fn start(config: Config, store: Arc<dyn Store>) -> Result<Server, StartError> {
        let address = config.listen;
        let listener = TcpListener::bind(address).await.map_err(|problem| {
            if problem.kind() == std::io::ErrorKind::AddrInUse {
                return StartError::AddressTaken { address };
            }
            StartError::Address { address, problem }
        })?;
        let address = listener.local_addr().map_err(|problem| StartError::Address { address, problem })?;
        let bots = BotPool::start(config.bot_threads).map_err(|problem| StartError::Threads { problem })?;
        let tables = Tables::new(config.clone(), store, bots);
        let router = http::router(tables.clone(), Guard::new(config));
        let (stop, stopped) = watch::channel(false);
        let (connections, _) = watch::channel(());
        let accepting = tokio::spawn(accept(listener, router, stopped.clone(), connections.clone()));
        let alarms = tables.clone();
        let ringing = tokio::spawn(async move {
            if let Err(error) = alarms.keep_alarms().await {
                tracing::error!(%error, "sleeping tables will only be woken by people");
            }
        });
        Ok(Server { tables, address, stop, tasks: vec![accepting, ringing], connections })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops: nobody new is let in, everybody is told, everything is saved.
    pub async fn stop(self) {
        let Server { tables, stop, tasks, connections, .. } = self;
        stop.send_replace(true);
        tables.stop().await;
        // Goodbyes are on their way; a client that does not take them is not waited for.
        drop(tokio::time::timeout(Duration::from_secs(5), connections.closed()).await);
        for task in tasks {
            task.abort();
        }
    }
}

async fn accept(
    listener: TcpListener,
    router: Router,
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
                let (router, open, stopped) = (router.clone(), connections.subscribe(), stopped.clone());
                tokio::spawn(async move {
                    serve(stream, peer, router, stopped).await;
                    drop(open);
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

async fn serve(stream: TcpStream, peer: SocketAddr, router: Router, mut stopped: watch::Receiver<bool>) {
    // Messages are small and people wait for them.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection may be slow");
    }
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.clone().call(request.map(Body::new))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(30))
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
