//! What goes to the terminal and to files.

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

/// The largest record that is read.
const MAX_RECORD_SIZE: u64 = 16 * 1024 * 1024;

/// Text without letters that steer a terminal: names come from files, and files from anybody.
pub(crate) fn harmless(text: &str) -> String {
    text.replace(|letter: char| letter.is_control() && letter != '\n', "\u{fffd}")
}

/// Prints to standard output; a reader that has gone away (`| head`) is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(harmless(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("can't write to standard output"),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints one JSON object.
pub(crate) fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value).context("can't write this as JSON")?;
    print(&format!("{text}\n"))
}

/// How many of so many things are done; shown at a terminal only.
pub(crate) fn progress_bar(count: u64, things: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr_with_hz(5)).with_message(things);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Writes a file that does not exist yet.
pub(crate) fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).with_context(|| {
        format!("can't make {}: name a folder that can be written to and has no such file yet", path.display())
    })?;
    file.write_all(text.as_bytes()).with_context(|| format!("can't write {}", path.display()))
}

/// Reads a text file of moderate size.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let open = std::fs::File::open(path).with_context(|| format!("can't open {}", path.display()))?;
    let mut text = String::new();
    let size = open
        .take(MAX_RECORD_SIZE + 1)
        .read_to_string(&mut text)
        .with_context(|| format!("can't read {} as text", path.display()))?;
    anyhow::ensure!(size as u64 <= MAX_RECORD_SIZE, "{} is larger than any game: not a record", path.display());
    Ok(text)
}
