//! The server's log.

use crate::console::Console;
use anyhow::Context as _;
use clap::ValueEnum;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

/// The format of the log.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object per line
    Json,
}

/// Starts the log, on the error stream.
pub(super) fn start(filter: &str, format: LogFormat, console: &Console) -> anyhow::Result<()> {
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let layer = match format {
        LogFormat::Text => layer.with_ansi(console.has_colors()).boxed(),
        LogFormat::Json => layer.json().boxed(),
    };
    let most = if console.quiet { LevelFilter::WARN } else { LevelFilter::TRACE };
    tracing_subscriber::registry().with(layer).with(log_filter(filter)?).with(most).init();
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
