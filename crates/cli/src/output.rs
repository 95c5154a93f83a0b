//! What goes to standard output and to files.

use anyhow::Context as _;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::Path;

/// The largest record that is read.
const MAX_RECORD_SIZE: u64 = 16 * 1024 * 1024;

/// Prints to standard output; a reader that has gone away (`| head`) is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("can't write to standard output"),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints one JSON object.
pub(crate) fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value).context("can't write this as JSON")?;
    print(&format!("{text}\n"))
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
