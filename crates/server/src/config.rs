//! The server's configuration.

use capolinea_maps::GameMap;
use capolinea_table::TableConfig;
use std::borrow::Cow;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The address people use, if it is not the one listened at: `https://play.example.org`.
    pub public_url: Option<String>,
    /// Whether a reverse proxy gives the clients' addresses in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The web client.
    pub web: WebClient,
    /// Threads for bots.
    pub bot_threads: usize,
    /// Maps of the host's own, besides those that are built in.
    pub maps: Vec<Arc<GameMap>>,
    /// Settings of the tables.
    pub table: TableConfig,
    /// The limits for one client.
    pub limits: Limits,
}

/// Where the files of the web client are.
#[derive(Clone, Debug)]
pub enum WebClient {
    /// Nowhere: a page says so.
    None,
    /// In the program: a function finds a file by its path, such as `assets/index.js`.
    Embedded(fn(&str) -> Option<Cow<'static, [u8]>>),
    /// In a folder, where each request reads them.
    Folder(PathBuf),
}

/// The budget of one address or one session.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Sockets of one address.
    pub sockets_per_address: usize,
    /// Sockets of one session.
    pub sockets_per_session: usize,
    /// Sockets of all.
    pub sockets: usize,
    /// Connections of all that are not sockets.
    pub connections: usize,
    /// Tables that one address may make in an hour.
    pub tables_per_hour: u32,
    /// Tables at which one session may have a seat while something happens there.
    pub tables_per_session: u32,
    /// Requests of one address in a second, on average.
    pub requests_per_second: u32,
    /// Messages on one socket in a second, on average.
    pub messages_per_second: u32,
    /// Work done for one address per second, on average; a session gets a quarter. A unit is about the work to send one step of a game.
    pub work_per_second: u32,
    /// Bytes of request bodies in transit, of all clients.
    pub body_bytes: usize,
    /// Bytes of request bodies in transit, of one address.
    pub body_bytes_per_address: usize,
    /// How long a client may take to send a request or to take a message.
    pub io_timeout: Duration,
    /// How long a socket may be silent.
    pub idle_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sockets_per_address: 200,
            sockets_per_session: 20,
            sockets: 50_000,
            connections: 10_000,
            tables_per_hour: 120,
            tables_per_session: 100,
            requests_per_second: 50,
            messages_per_second: 20,
            work_per_second: 10_000,
            body_bytes: 64 * 1024 * 1024,
            body_bytes_per_address: 8 * 1024 * 1024,
            io_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(100),
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_url: None,
            behind_proxy: false,
            web: WebClient::None,
            bot_threads: std::thread::available_parallelism().map_or(1, usize::from),
            maps: Vec::new(),
            table: TableConfig::default(),
            limits: Limits::default(),
        }
    }
}
