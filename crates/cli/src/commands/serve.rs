//! `capolinea serve` and `capolinea play`: the game server, for a host and for your own machine.

use super::addresses::Addresses;
use super::warnings_notice;
use crate::console::Console;
use crate::interrupt::StopSignals;
use crate::web_client;
use anyhow::Context as _;
use capolinea_maps::GameMap;
use capolinea_server::store::Store;
use capolinea_server::store::postgres::{PostgresOptions, PostgresStore};
use capolinea_server::store::sqlite::SqliteStore;
use capolinea_server::{Config, Limits, Server, StartError, TableConfig, WebClient};
use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

const SERVE_EXAMPLES: &str = "\
Examples:
  capolinea serve --data games                                             # for this machine
  capolinea serve --data games --listen 0.0.0.0:8321                       # for every network it is in, unencrypted
  capolinea serve --data games --public-url https://play.example.org --behind-proxy    # docs/HOSTING.md
  capolinea serve --database postgres://capolinea@db.example.org/capolinea             # in PostgreSQL instead of a folder
";

/// Serve games to people: tables by link, saved on this machine
#[derive(Args)]
#[command(after_help = SERVE_EXAMPLES)]
pub(crate) struct ServeArguments {
    /// Where to listen: this machine's address and a port; 0.0.0.0:8321 is every network it is in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8321", env = "CAPOLINEA_LISTEN", value_parser = address)]
    listen: SocketAddr,
    /// The folder that keeps all games
    #[arg(
        long,
        value_name = "DIR",
        env = "CAPOLINEA_DATA",
        required_unless_present = "database",
        conflicts_with = "database"
    )]
    data: Option<PathBuf>,
    /// The PostgreSQL database that keeps all games, instead of a folder
    #[arg(long, value_name = "URL", env = "CAPOLINEA_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// A file with the certificates to trust for the database, in PEM form, instead of those that the system trusts
    #[arg(long, value_name = "FILE", env = "CAPOLINEA_DATABASE_CA", requires = "database")]
    database_ca: Option<PathBuf>,
    /// How many connections to the database may read at the same time; four more are for writing and listening
    #[arg(long, value_name = "NUMBER", default_value_t = 8, value_parser = at_least_one::<u32>, env = "CAPOLINEA_DATABASE_CONNECTIONS")]
    database_connections: u32,
    /// For tests alone: deals every game from this seed, and bots' random numbers too
    #[arg(long, value_name = "NUMBER", hide = true)]
    test_seed: Option<u64>,
    #[command(flatten)]
    hosting: Hosting,
}

const PLAY_EXAMPLES: &str = "\
Examples:
  capolinea play
  capolinea play --listen 0.0.0.0:8321    # friends in your network may join
  capolinea play --maps my_maps           # the maps in this folder too
";

/// Play in the browser on this machine: starts the server and opens the page
#[derive(Args)]
#[command(after_help = PLAY_EXAMPLES)]
pub(crate) struct PlayArguments {
    /// Where to listen [default: 127.0.0.1:8321, or a free port if that is taken]; 0.0.0.0:8321 lets others in your network in
    #[arg(long, value_name = "ADDRESS", env = "CAPOLINEA_LISTEN", value_parser = address)]
    listen: Option<SocketAddr>,
    /// The folder that keeps all games, instead of the user's data folder
    #[arg(long, value_name = "DIR", env = "CAPOLINEA_DATA")]
    data: Option<PathBuf>,
    /// Don't open the browser
    #[arg(long)]
    no_browser: bool,
    #[command(flatten)]
    hosting: Hosting,
}

#[derive(Args)]
struct Hosting {
    /// The address people use, as in https://play.example.org
    #[arg(long, value_name = "URL", env = "CAPOLINEA_PUBLIC_URL")]
    public_url: Option<String>,
    /// A reverse proxy gives the clients' addresses in X-Forwarded-For
    #[arg(long, env = "CAPOLINEA_BEHIND_PROXY", value_parser = clap::builder::BoolishValueParser::new())]
    behind_proxy: bool,
    /// A folder with the built web client, instead of the one in this program
    #[arg(long, value_name = "DIR", env = "CAPOLINEA_WEB")]
    web: Option<PathBuf>,
    /// A folder with maps of your own, each in a folder with a map.json and a board.json
    #[arg(long, value_name = "DIR", env = "CAPOLINEA_MAPS")]
    maps: Option<PathBuf>,
    /// Threads for bots [default: one per core]
    #[arg(long, value_name = "NUMBER", env = "CAPOLINEA_BOT_THREADS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    bot_threads: Option<u16>,
    /// Multiply the pauses of bots by this number, 0 to 100; 0: no pauses
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "FACTOR",
        default_value_t = 1.0,
        env = "CAPOLINEA_BOT_DELAY"
    )]
    bot_delay: f64,
    /// Seconds until a table without people sleeps
    #[arg(long, value_name = "SECONDS", default_value_t = 30, env = "CAPOLINEA_SLEEP_AFTER", value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    sleep_after: u64,
    /// Seconds until an idle table with people leaves its game on disk
    #[arg(long, value_name = "SECONDS", default_value_t = 300, env = "CAPOLINEA_DOZE_AFTER", value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    doze_after: u64,
    /// Seconds until a player whose connection is lost counts as away
    #[arg(long, value_name = "SECONDS", default_value_t = 60, env = "CAPOLINEA_AWAY_AFTER", value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    away_after: u64,
    /// How many sockets one address may have
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().sockets_per_address, value_parser = at_least_one::<usize>, env = "CAPOLINEA_SOCKETS_PER_ADDRESS")]
    sockets_per_address: usize,
    /// How many sockets one browser may have
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().sockets_per_session, value_parser = at_least_one::<usize>, env = "CAPOLINEA_SOCKETS_PER_SESSION")]
    sockets_per_session: usize,
    /// How many sockets there may be in all
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().sockets, value_parser = at_least_one::<usize>, env = "CAPOLINEA_SOCKETS")]
    sockets: usize,
    /// How many other connections there may be in all
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().connections, value_parser = at_least_one::<usize>, env = "CAPOLINEA_CONNECTIONS")]
    connections: usize,
    /// How many tables one address may make per hour
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().tables_per_hour, value_parser = at_least_one::<u32>, env = "CAPOLINEA_TABLES_PER_HOUR")]
    tables_per_hour: u32,
    /// At how many active tables one browser may sit
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().tables_per_session, value_parser = at_least_one::<u32>, env = "CAPOLINEA_TABLES_PER_SESSION")]
    tables_per_session: u32,
    /// How many requests one address may send per second; twenty times that at once
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().requests_per_second, value_parser = at_least_one::<u32>, env = "CAPOLINEA_REQUESTS_PER_SECOND")]
    requests_per_second: u32,
    /// How much work is done for one address per second; twenty times that at once
    #[arg(long, value_name = "UNITS", default_value_t = Limits::default().work_per_second, value_parser = at_least_one::<u32>, env = "CAPOLINEA_WORK_PER_SECOND")]
    work_per_second: u32,
    /// How much memory incomplete requests may take in all, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().body_bytes / MEBIBYTE, value_parser = mebibytes, env = "CAPOLINEA_BODY_MEMORY")]
    body_memory: usize,
    /// How much memory incomplete requests of one address may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().body_bytes_per_address / MEBIBYTE, value_parser = mebibytes, env = "CAPOLINEA_BODY_MEMORY_PER_ADDRESS")]
    body_memory_per_address: usize,
    /// How many lines of chat one browser may send per minute
    #[arg(long, value_name = "NUMBER", default_value_t = TableConfig::default().chat_per_minute, value_parser = at_least_one::<u32>, env = "CAPOLINEA_CHAT_PER_MINUTE")]
    chat_per_minute: u32,
    /// How many messages a connection may send per second; three times that at once
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().messages_per_second, value_parser = at_least_one::<u32>, env = "CAPOLINEA_MESSAGES_PER_SECOND")]
    messages_per_second: u32,
    /// Log level: error, warn, info, debug, trace or off, or as in warn,capolinea_server=debug
    #[arg(long, value_name = "FILTER", default_value = "info", env = "CAPOLINEA_LOG")]
    log: String,
    /// The form of the log
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "CAPOLINEA_LOG_FORMAT")]
    log_format: LogFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object per line
    Json,
}

/// Files that are open besides connections: the database, the web client's, the system's own.
const OTHER_FILES: usize = 100;

/// A limit of 0 would refuse everybody.
fn at_least_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| *number >= N::from(1));
    number.ok_or_else(|| "write a whole number from 1 on".into())
}

const MEBIBYTE: usize = 1024 * 1024;

/// A record takes 1 MiB, and records have three quarters of the room.
fn mebibytes(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (2..=1_000_000).contains(number));
    number.ok_or_else(|| "write a whole number of MiB, from 2 to 1000000".into())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        "write an IP address and a port: 127.0.0.1:8321 for this machine alone, 0.0.0.0:8321 for every network it is in".into()
    })
}

/// Whether this is a host as browsers write it in an origin, with a port or without.
fn is_host(text: &str) -> bool {
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        Some(_) | None => (text, None),
    };
    let is_number = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'))
        .is_some_and(|number| number.parse::<std::net::Ipv6Addr>().is_ok());
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || b"-._".contains(&letter);
    let is_name = !name.is_empty() && name.bytes().all(is_letter);
    (is_name || is_number) && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

/// The usual port of `capolinea play`.
const PORT: u16 = 8321;

pub(crate) fn serve(arguments: &ServeArguments, console: &Console) -> anyhow::Result<()> {
    start_log(&arguments.hosting, console)?;
    let test_seed = arguments.test_seed;
    if test_seed.is_some() {
        let Hosting { public_url, behind_proxy, .. } = &arguments.hosting;
        anyhow::ensure!(
            arguments.listen.ip().is_loopback() && public_url.is_none() && !behind_proxy,
            "--test-seed deals every game alike, so that anybody can know all cards: it is for tests on this machine, with \
             --listen 127.0.0.1 and without --public-url and --behind-proxy"
        );
        tracing::warn!("EVERY GAME HAS THE SAME DEAL (--test-seed): for tests only, anybody can know all cards");
    }
    let mut config = arguments.hosting.config(arguments.listen)?;
    config.table.test_seed = test_seed;
    let place = match (&arguments.database, &arguments.data) {
        (Some(url), _) => StorePlace::Database(PostgresOptions {
            ca: arguments.database_ca.clone(),
            readers: arguments.database_connections as usize,
            ..PostgresOptions::new(url)
        }),
        (None, Some(folder)) => StorePlace::Folder(folder.clone()),
        (None, None) => anyhow::bail!("name the folder that keeps all games with --data"),
    };
    run(config, &place, None, |address| match &arguments.data {
        Some(folder) => tracing::info!(%address, data = %folder.display(), "serving"),
        None => tracing::info!(%address, "serving from a database"),
    })
}

pub(crate) fn play(arguments: &PlayArguments, console: &Console) -> anyhow::Result<()> {
    start_log(&arguments.hosting, console)?;
    let data = match &arguments.data {
        Some(folder) => folder.clone(),
        None => data_folder().context("there is no data folder for this user; name one with --data")?,
    };
    let listen = arguments.listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], PORT)));
    let config = arguments.hosting.config(listen)?;
    // Without --listen any free port is used.
    let other = arguments.listen.is_none().then_some(SocketAddr::from(([127, 0, 0, 1], 0)));
    run(config, &StorePlace::Folder(data.clone()), other, |address| {
        let Addresses { here, network } = Addresses::new(address);
        let here = arguments.hosting.public_url.clone().unwrap_or(here);
        println!("Capolinea is at {here}   (games are kept in {}; Ctrl-C stops)", data.display());
        let network = network.filter(|_| arguments.hosting.public_url.is_none());
        if let Some(network) = &network {
            println!("Others in your network open {network}");
        }
        // The links to send are those of the page that is open: opened by the network's address they lead friends here.
        if !arguments.no_browser && !open_browser(network.as_ref().unwrap_or(&here)) {
            println!("No browser could be opened: open the address above yourself.");
        }
    })
}

impl Hosting {
    fn config(&self, listen: SocketAddr) -> anyhow::Result<Config> {
        if let Some(url) = &self.public_url {
            let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
            let host =
                host.with_context(|| format!("--public-url must begin with http:// or https://, not `{url}`"))?;
            anyhow::ensure!(
                is_host(host.trim_end_matches('/')),
                "--public-url is a host alone, as in https://play.example.org or https://play.example.org:8443; not `{url}`"
            );
        }
        anyhow::ensure!((0.0..=100.0).contains(&self.bot_delay), "--bot-delay is a number from 0 to 100");
        if let Some(folder) = &self.web {
            let page = folder.join("index.html");
            anyhow::ensure!(
                page.is_file(),
                "{} has no index.html: name the folder of a built client",
                folder.display()
            );
        }
        let maps = self.maps.as_deref().map(read_folders).transpose()?.unwrap_or_default();
        let config = Config::default();
        Ok(Config {
            listen,
            public_url: self.public_url.clone(),
            behind_proxy: self.behind_proxy,
            web: self.web.clone().map_or_else(web_client::embedded, WebClient::Folder),
            bot_threads: self.bot_threads.map_or(config.bot_threads, usize::from),
            maps: maps.into_iter().map(Arc::new).collect(),
            table: TableConfig {
                bot_delay: self.bot_delay,
                sleep_after: Duration::from_secs(self.sleep_after),
                away_after: Duration::from_secs(self.away_after),
                doze_after: Duration::from_secs(self.doze_after),
                chat_per_minute: self.chat_per_minute,
                ..config.table
            },
            limits: Limits {
                sockets_per_address: self.sockets_per_address,
                sockets_per_session: self.sockets_per_session,
                sockets: self.sockets,
                connections: self.connections,
                tables_per_hour: self.tables_per_hour,
                tables_per_session: self.tables_per_session,
                requests_per_second: self.requests_per_second,
                work_per_second: self.work_per_second,
                body_bytes: self.body_memory * MEBIBYTE,
                body_bytes_per_address: self.body_memory_per_address * MEBIBYTE,
                messages_per_second: self.messages_per_second,
                ..config.limits
            },
        })
    }
}

/// Every map in a folder of maps.
pub(super) fn read_folders(folder: &Path) -> anyhow::Result<Vec<GameMap>> {
    let listed = std::fs::read_dir(folder).with_context(|| format!("--maps {} can't be read", folder.display()))?;
    let mut folders: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("map.json").is_file());
    folders.sort();
    anyhow::ensure!(
        !folders.is_empty(),
        "--maps {} has no map in it: name the folder that holds your maps' folders",
        folder.display()
    );
    let read = |folder: &PathBuf| {
        let map = capolinea_maps::read_folder(folder);
        let map = map.with_context(|| format!("the map in {} can't be used", folder.display()))?;
        if let Some(notice) = warnings_notice(&map, folder) {
            tracing::warn!("{notice}");
        }
        Ok(map)
    };
    folders.iter().map(read).collect()
}

fn start_log(hosting: &Hosting, console: &Console) -> anyhow::Result<()> {
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let layer = match hosting.log_format {
        LogFormat::Text => layer.with_ansi(console.has_colors()).boxed(),
        LogFormat::Json => layer.json().boxed(),
    };
    let most = if console.quiet { LevelFilter::WARN } else { LevelFilter::TRACE };
    tracing_subscriber::registry().with(layer).with(log_filter(&hosting.log)?).with(most).init();
    Ok(())
}

/// A word alone must be a level: `Targets` would take any other for a part of the program, and nothing would be logged.
fn log_filter(words: &str) -> anyhow::Result<Targets> {
    let is_level = |word: &str| !word.is_empty() && word.parse::<LevelFilter>().is_ok();
    let sensible = words.split(',').all(|word| word.contains('=') || is_level(word));
    words.parse().ok().filter(|_| sensible).with_context(|| {
        format!(
            "`{words}` is not a log filter; write error, warn, info, debug, trace or off, or as in capolinea_server=debug"
        )
    })
}

/// The place where games are kept.
enum StorePlace {
    Folder(PathBuf),
    Database(PostgresOptions),
}

/// A store that is open.
enum OpenStore {
    Folder(Arc<SqliteStore>),
    Database(Arc<PostgresStore>),
}

impl OpenStore {
    fn open(place: &StorePlace, runtime: &tokio::runtime::Runtime) -> anyhow::Result<OpenStore> {
        match place {
            StorePlace::Folder(folder) => {
                let store =
                    SqliteStore::open(folder).map_err(|error| anyhow::anyhow!("{error} (the folder: --data)"))?;
                Ok(OpenStore::Folder(Arc::new(store)))
            }
            StorePlace::Database(options) => {
                let store = runtime.block_on(PostgresStore::open(options));
                let store = store.map_err(|error| anyhow::anyhow!("{error} (the database: --database)"))?;
                Ok(OpenStore::Database(Arc::new(store)))
            }
        }
    }

    fn store(&self) -> Arc<dyn Store> {
        match self {
            OpenStore::Folder(store) => store.clone(),
            OpenStore::Database(store) => store.clone(),
        }
    }
}

fn run(
    config: Config,
    place: &StorePlace,
    other: Option<SocketAddr>,
    started: impl FnOnce(SocketAddr),
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("can't start threads")?;
    let open = OpenStore::open(place, &runtime)?;
    let store = open.store();
    let limits = config.limits;
    let own_maps: Vec<String> = config.maps.iter().map(|map| map.map.id().to_owned()).collect();
    runtime.block_on(async move {
        // Before the address is printed: a program that reads it may stop the server at once.
        let mut stop = StopSignals::listen()?;
        let server = match (Server::start(config.clone(), store.clone()).await, other) {
            (Err(StartError::AddressTaken { .. }), Some(listen)) => {
                Server::start(Config { listen, ..config }, store).await
            }
            (started, _) => started,
        };
        let server = server.map_err(with_flag)?;
        for map in own_maps {
            tracing::info!(map, "a map of your own");
        }
        raise_open_files(&limits);
        started(server.address());
        stop.wait().await;
        tracing::info!("stopping");
        server.stop().await;
        anyhow::Ok(())
    })?;
    match open {
        OpenStore::Folder(sqlite) => {
            // Every task that could still write has ended with the runtime.
            runtime.shutdown_timeout(Duration::from_secs(2));
            if let Some(sqlite) = Arc::into_inner(sqlite) {
                sqlite.close();
            }
        }
        OpenStore::Database(postgres) => {
            // Its connections live in the runtime.
            if let Some(postgres) = Arc::into_inner(postgres) {
                let closed = async { tokio::time::timeout(Duration::from_secs(5), postgres.close()).await };
                if runtime.block_on(closed).is_err() {
                    tracing::warn!("the database did not take leave in time");
                }
            }
            runtime.shutdown_timeout(Duration::from_secs(2));
        }
    }
    tracing::info!("stopped");
    Ok(())
}

/// The error of a server that did not start, with the flag to change.
fn with_flag(error: StartError) -> anyhow::Error {
    match error {
        StartError::AddressTaken { .. } | StartError::Address { .. } => {
            anyhow::anyhow!("{error} (the address: --listen)")
        }
        StartError::Map(_) => anyhow::anyhow!("{error} (your own maps: --maps)"),
        StartError::Clock { .. } => anyhow::anyhow!("{error} (the database: --database)"),
        StartError::Threads { .. } => anyhow::anyhow!("{error} (their number: --bot-threads)"),
    }
}

/// This many open files are enough for all but the busiest sites.
const FEW_FILES: u64 = 10_000;

/// Every connection is a file to the system, which often allows few: as many as the limits need, if the system allows it.
fn raise_open_files(limits: &Limits) {
    let wanted = limits.sockets.saturating_add(limits.connections).saturating_add(OTHER_FILES) as u64;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(allowed) if allowed < wanted.min(FEW_FILES) => {
            tracing::warn!(allowed, wanted, "the system allows fewer open files than there may be connections");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the limit of open files could not be raised"),
    }
}

/// Where programs of this system keep a user's data.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library/Application Support")
    } else {
        folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?
    };
    Some(base.join("capolinea"))
}

/// Opens the page in the user's browser; whether that could be tried.
fn open_browser(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let quiet = || std::process::Stdio::null();
    let opened = std::process::Command::new(program).args(arguments).arg(url).stdout(quiet()).stderr(quiet()).spawn();
    opened.is_ok()
}
