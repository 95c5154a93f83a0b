//! `capolinea serve` and `capolinea play`: the game server, for a host and for one's own machine.

use anyhow::Context as _;
use capolinea_server::store::sqlite::SqliteStore;
use capolinea_server::{Config, Limits, Server};
use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Serve games to people: tables by link, saved on this machine
#[derive(Args)]
pub(crate) struct ServeArguments {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8321", env = "CAPOLINEA_LISTEN")]
    listen: SocketAddr,
    /// The folder that keeps all games
    #[arg(long, value_name = "DIR", env = "CAPOLINEA_DATA")]
    data: PathBuf,
    #[command(flatten)]
    hosting: Hosting,
}

/// Play in the browser on this machine: starts the server and opens the page
#[derive(Args)]
pub(crate) struct PlayArguments {
    /// Where to listen; a free port if this one is taken and none was named
    #[arg(long, value_name = "ADDRESS", env = "CAPOLINEA_LISTEN")]
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
    /// A reverse proxy tells the clients' addresses in X-Forwarded-For
    #[arg(long, env = "CAPOLINEA_BEHIND_PROXY", value_parser = clap::builder::BoolishValueParser::new())]
    behind_proxy: bool,
    /// A folder with the built web client, instead of the one in this program
    #[arg(long, value_name = "DIR", env = "CAPOLINEA_WEB")]
    web: Option<PathBuf>,
    /// Threads for bots to think on [default: one a core]
    #[arg(long, value_name = "NUMBER", env = "CAPOLINEA_BOT_THREADS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    bot_threads: Option<u16>,
    /// What bots' pauses are multiplied with; 0: no pauses
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, env = "CAPOLINEA_BOT_DELAY")]
    bot_delay: f64,
    /// Seconds until a table without people sleeps
    #[arg(long, value_name = "SECONDS", default_value_t = 30, env = "CAPOLINEA_SLEEP_AFTER", value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    sleep_after: u64,
    /// Seconds until an idle table with people leaves its game on disk
    #[arg(long, value_name = "SECONDS", default_value_t = 300, env = "CAPOLINEA_DOZE_AFTER", value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    doze_after: u64,
    /// Sockets of one address
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().sockets_per_address, env = "CAPOLINEA_SOCKETS_PER_ADDRESS")]
    sockets_per_address: usize,
    /// Sockets of one session
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().sockets_per_session, env = "CAPOLINEA_SOCKETS_PER_SESSION")]
    sockets_per_session: usize,
    /// Sockets of all
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().sockets, env = "CAPOLINEA_SOCKETS")]
    sockets: usize,
    /// Other connections of all
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().connections, env = "CAPOLINEA_CONNECTIONS")]
    connections: usize,
    /// Tables that one address may make in an hour
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().tables_per_hour, env = "CAPOLINEA_TABLES_PER_HOUR")]
    tables_per_hour: u32,
    /// Tables where one session may sit while something happens there
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().tables_per_session, env = "CAPOLINEA_TABLES_PER_SESSION")]
    tables_per_session: u32,
    /// Requests of one address in a second
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().requests_per_second, env = "CAPOLINEA_REQUESTS_PER_SECOND")]
    requests_per_second: u32,
    /// Lines of chat of one session in a minute
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().chat_per_minute, env = "CAPOLINEA_CHAT_PER_MINUTE")]
    chat_per_minute: u32,
    /// Messages on one connection in a second
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().messages_per_second, env = "CAPOLINEA_MESSAGES_PER_SECOND")]
    messages_per_second: u32,
    /// What to log: error, warn, info, debug, or as in capolinea_server=debug
    #[arg(long, value_name = "FILTER", default_value = "info", env = "CAPOLINEA_LOG")]
    log: String,
    /// The form of the log
    #[arg(long, value_enum, default_value_t = LogForm::Text, env = "CAPOLINEA_LOG_FORM")]
    log_form: LogForm,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogForm {
    /// A line a person reads
    Text,
    /// One JSON object a line
    Json,
}

/// Files that are open besides connections: the database, the web client's, the system's own.
const OTHER_FILES: usize = 100;

/// The usual port of `capolinea play`.
const PORT: u16 = 8321;

pub(crate) fn serve(arguments: &ServeArguments) -> anyhow::Result<()> {
    start_log(&arguments.hosting)?;
    let config = arguments.hosting.config(arguments.listen)?;
    run(config, &arguments.data, None, |address| {
        tracing::info!(%address, data = %arguments.data.display(), "serving");
    })
}

pub(crate) fn play(arguments: &PlayArguments) -> anyhow::Result<()> {
    start_log(&arguments.hosting)?;
    let data = match &arguments.data {
        Some(folder) => folder.clone(),
        None => data_folder().context("there is no data folder for this user; name one with --data")?,
    };
    let listen = arguments.listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], PORT)));
    let config = arguments.hosting.config(listen)?;
    // Without a named address any free port will do.
    let other = arguments.listen.is_none().then_some(SocketAddr::from(([127, 0, 0, 1], 0)));
    run(config, &data, other, |address| {
        let url = arguments.hosting.public_url.clone().unwrap_or_else(|| format!("http://{address}/"));
        println!("Capolinea is at {url}   (games are kept in {}; Ctrl-C stops)", data.display());
        if !arguments.no_browser && !open_browser(&url) {
            println!("No browser could be opened: open the address above yourself.");
        }
    })
}

impl Hosting {
    fn config(&self, listen: SocketAddr) -> anyhow::Result<Config> {
        if let Some(url) = &self.public_url {
            let is_url = url.starts_with("http://") || url.starts_with("https://");
            anyhow::ensure!(is_url, "--public-url must begin with http:// or https://, not `{url}`");
            let has_path = url.splitn(4, '/').nth(3).is_some_and(|path| !path.is_empty());
            anyhow::ensure!(
                !has_path,
                "--public-url must be a whole site, as in https://play.example.org, not `{url}`"
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
        let config = Config::default();
        Ok(Config {
            listen,
            public_url: self.public_url.clone(),
            behind_proxy: self.behind_proxy,
            web: self.web.clone(),
            bot_threads: self.bot_threads.map_or(config.bot_threads, usize::from),
            bot_delay: self.bot_delay,
            sleep_after: Duration::from_secs(self.sleep_after),
            doze_after: Duration::from_secs(self.doze_after),
            limits: Limits {
                sockets_per_address: self.sockets_per_address,
                sockets_per_session: self.sockets_per_session,
                sockets: self.sockets,
                connections: self.connections,
                tables_per_hour: self.tables_per_hour,
                tables_per_session: self.tables_per_session,
                chat_per_minute: self.chat_per_minute,
                requests_per_second: self.requests_per_second,
                messages_per_second: self.messages_per_second,
                ..config.limits
            },
            ..config
        })
    }
}

fn start_log(hosting: &Hosting) -> anyhow::Result<()> {
    let filter = tracing_subscriber::EnvFilter::try_new(&hosting.log)
        .with_context(|| format!("`{}` is no log filter; write info, debug or capolinea_server=debug", hosting.log))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match hosting.log_form {
        LogForm::Text => log.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr())).init(),
        LogForm::Json => log.json().init(),
    }
    Ok(())
}

fn run(
    config: Config,
    data: &std::path::Path,
    other: Option<SocketAddr>,
    started: impl FnOnce(SocketAddr),
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("can't start threads")?;
    let sqlite = Arc::new(SqliteStore::open(data)?);
    let store = sqlite.clone();
    let limits = config.limits;
    runtime.block_on(async move {
        let server = match (Server::start(config.clone(), store.clone()).await, other) {
            (Err(capolinea_server::StartError::AddressTaken { .. }), Some(listen)) => {
                Server::start(Config { listen, ..config }, store).await?
            }
            (started, _) => started?,
        };
        raise_open_files(&limits);
        started(server.address());
        wait_for_the_end().await?;
        tracing::info!("stopping");
        server.stop().await;
        anyhow::Ok(())
    })?;
    // Every task that could still write has ended with the runtime.
    runtime.shutdown_timeout(Duration::from_secs(2));
    if let Some(sqlite) = Arc::into_inner(sqlite) {
        sqlite.close();
    }
    tracing::info!("stopped");
    Ok(())
}

/// Every connection is a file to the system, which often allows few: as many as the limits call for, if they may be had.
fn raise_open_files(limits: &Limits) {
    let wanted = limits.sockets.saturating_add(limits.connections).saturating_add(OTHER_FILES) as u64;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(allowed) if allowed < wanted => {
            tracing::warn!(allowed, wanted, "the system allows fewer open files than there may be connections");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the limit of open files could not be raised"),
    }
}

/// Ctrl-C, or what a system sends to stop a service.
async fn wait_for_the_end() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).context("can't listen for SIGTERM")?;
        tokio::select! {
            ended = tokio::signal::ctrl_c() => ended.context("can't listen for Ctrl-C"),
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.context("can't listen for Ctrl-C")
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
