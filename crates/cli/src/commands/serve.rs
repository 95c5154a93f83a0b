//! `capolinea serve` and `capolinea play`: the game server, for a host and for your own machine.

mod hosting;
mod log;
mod running;

use super::addresses::Addresses;
use crate::console::Console;
use crate::output::print;
use anyhow::Context as _;
use capolinea_server::store::postgres::PostgresOptions;
use clap::Args;
use hosting::{Hosting, at_least_one};
use running::{StorePlace, run};
use std::net::SocketAddr;
use std::path::PathBuf;

const SERVE_EXAMPLES: &str = "\
Examples:
  capolinea serve --data games                                             # for this machine
  capolinea serve --data games --listen 0.0.0.0:8321                       # for every network this machine is in, unencrypted
  capolinea serve --data games --public-url https://play.example.org --behind-proxy    # docs/HOSTING.md
  capolinea serve --database postgres://capolinea@db.example.org/capolinea             # in PostgreSQL instead of a folder
";

/// Run a game server for others: tables are reached by a link and saved on this machine
#[derive(Args)]
#[command(after_help = SERVE_EXAMPLES)]
pub(crate) struct ServeArguments {
    /// The address and port to listen on; 0.0.0.0:8321 stands for every network this machine is in
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
  capolinea play --maps my_maps           # also offers the maps in this folder
";

/// Play in the browser on this machine: starts the server and opens the page
#[derive(Args)]
#[command(after_help = PLAY_EXAMPLES)]
pub(crate) struct PlayArguments {
    /// The address to listen on [default: 127.0.0.1:8321, or a free port if that is taken]; 0.0.0.0:8321 lets others in your network join
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

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        "write an IP address and a port: 127.0.0.1:8321 for this machine alone, 0.0.0.0:8321 for every network it is in".into()
    })
}

/// The usual port of `capolinea play`.
const PORT: u16 = 8321;

pub(crate) fn serve(arguments: &ServeArguments, console: &Console) -> anyhow::Result<()> {
    arguments.hosting.start_log(console)?;
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
    arguments.hosting.start_log(console)?;
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
        say(&format!("Capolinea is at {here}   (games are kept in {}; Ctrl-C stops)", data.display()));
        let network = network.filter(|_| arguments.hosting.public_url.is_none());
        if let Some(network) = &network {
            say(&format!("Others in your network open {network}"));
        }
        // The links to send are those of the page that is open: opened by the network's address they lead friends here.
        if !arguments.no_browser && !open_browser(network.as_ref().unwrap_or(&here)) {
            say("No browser could be opened: open the address above yourself.");
        }
    })
}

/// Prints a line. If nobody can read it, the server serves all the same.
fn say(line: &str) {
    drop(print(&format!("{line}\n")));
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
