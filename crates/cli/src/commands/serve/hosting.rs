//! The flags that `serve` and `play` share, and the server's settings from them.

use super::log::{self, LogFormat};
use crate::commands::read_maps;
use crate::console::Console;
use crate::web_client;
use anyhow::Context as _;
use capolinea_server::{Config, Limits, TableConfig, WebClient};
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The flags that `serve` and `play` share.
#[derive(Args)]
pub(super) struct Hosting {
    /// The address people use, as in https://play.example.org
    #[arg(long, value_name = "URL", env = "CAPOLINEA_PUBLIC_URL")]
    pub(super) public_url: Option<String>,
    /// Take the clients' addresses from X-Forwarded-For, which a reverse proxy sets
    #[arg(long, env = "CAPOLINEA_BEHIND_PROXY", value_parser = clap::builder::BoolishValueParser::new())]
    pub(super) behind_proxy: bool,
    /// A folder with the built web client, instead of the one in this program
    #[arg(long, value_name = "DIR", env = "CAPOLINEA_WEB")]
    web: Option<PathBuf>,
    /// A folder with maps of your own, each in a folder with a map.json and a board.json
    #[arg(long, value_name = "DIR", env = "CAPOLINEA_MAPS")]
    maps: Option<PathBuf>,
    /// Threads for bots [default: one per core]
    #[arg(long, value_name = "NUMBER", env = "CAPOLINEA_BOT_THREADS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    bot_threads: Option<u16>,
    /// Multiply the pauses of bots by this number, 0 to 100; 0 means no pauses
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "FACTOR",
        default_value_t = 1.0,
        value_parser = factor,
        env = "CAPOLINEA_BOT_DELAY"
    )]
    bot_delay: f64,
    /// Seconds until a table without people sleeps
    #[arg(long, value_name = "SECONDS", default_value_t = 30, env = "CAPOLINEA_SLEEP_AFTER", value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    sleep_after: u64,
    /// Seconds until the game of an idle table with people is dropped from memory; it stays on the disk
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
    /// How many sockets there may be in total
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().sockets, value_parser = at_least_one::<usize>, env = "CAPOLINEA_SOCKETS")]
    sockets: usize,
    /// How many other connections there may be in total
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().connections, value_parser = at_least_one::<usize>, env = "CAPOLINEA_CONNECTIONS")]
    connections: usize,
    /// How many tables one address may make per hour
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().tables_per_hour, value_parser = at_least_one::<u32>, env = "CAPOLINEA_TABLES_PER_HOUR")]
    tables_per_hour: u32,
    /// At how many active tables one browser may sit
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().tables_per_session, value_parser = at_least_one::<u32>, env = "CAPOLINEA_TABLES_PER_SESSION")]
    tables_per_session: u32,
    /// How many requests one address may send per second; bursts may have twenty times as many
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().requests_per_second, value_parser = at_least_one::<u32>, env = "CAPOLINEA_REQUESTS_PER_SECOND")]
    requests_per_second: u32,
    /// How much work is done for one address per second; bursts may have twenty times as much
    #[arg(long, value_name = "UNITS", default_value_t = Limits::default().work_per_second, value_parser = at_least_one::<u32>, env = "CAPOLINEA_WORK_PER_SECOND")]
    work_per_second: u32,
    /// How much memory incomplete requests may take in total, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().body_bytes / MEBIBYTE, value_parser = mebibytes, env = "CAPOLINEA_BODY_MEMORY")]
    body_memory: usize,
    /// How much memory incomplete requests of one address may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().body_bytes_per_address / MEBIBYTE, value_parser = mebibytes, env = "CAPOLINEA_BODY_MEMORY_PER_ADDRESS")]
    body_memory_per_address: usize,
    /// How many lines of chat one browser may send per minute
    #[arg(long, value_name = "NUMBER", default_value_t = TableConfig::default().chat_per_minute, value_parser = at_least_one::<u32>, env = "CAPOLINEA_CHAT_PER_MINUTE")]
    chat_per_minute: u32,
    /// How many messages a connection may send per second; bursts may have three times as many
    #[arg(long, value_name = "NUMBER", default_value_t = Limits::default().messages_per_second, value_parser = at_least_one::<u32>, env = "CAPOLINEA_MESSAGES_PER_SECOND")]
    messages_per_second: u32,
    /// Log level: error, warn, info, debug, trace or off, or as in warn,capolinea_server=debug
    #[arg(long, value_name = "FILTER", default_value = "info", env = "CAPOLINEA_LOG")]
    log: String,
    /// The format of the log
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "CAPOLINEA_LOG_FORMAT")]
    log_format: LogFormat,
}

/// A factor for pauses.
fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "write a number from 0 to 100, as in 0.5".into())
}

/// A limit of 0 would refuse everybody.
pub(super) fn at_least_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| *number >= N::from(1));
    number.ok_or_else(|| "write a whole number from 1 on".into())
}

/// Bytes in a MiB.
const MEBIBYTE: usize = 1024 * 1024;

/// A record takes 1 MiB, and records have three quarters of the room.
fn mebibytes(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (2..=1_000_000).contains(number));
    number.ok_or_else(|| "write a whole number of MiB, from 2 to 1000000".into())
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

impl Hosting {
    /// Starts the log, on the error stream.
    pub(super) fn start_log(&self, console: &Console) -> anyhow::Result<()> {
        log::start(&self.log, self.log_format, console)
    }

    /// The server's settings.
    pub(super) fn config(&self, listen: SocketAddr) -> anyhow::Result<Config> {
        if let Some(url) = &self.public_url {
            let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
            let host =
                host.with_context(|| format!("--public-url must begin with http:// or https://, not `{url}`"))?;
            anyhow::ensure!(
                is_host(host.trim_end_matches('/')),
                "--public-url is a host alone, as in https://play.example.org or https://play.example.org:8443; not `{url}`"
            );
        }
        if let Some(folder) = &self.web {
            let page = folder.join("index.html");
            anyhow::ensure!(
                page.is_file(),
                "{} has no index.html: name the folder of a built client",
                folder.display()
            );
        }
        let maps = self.maps.as_deref().map(read_maps).transpose()?.unwrap_or_default();
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
