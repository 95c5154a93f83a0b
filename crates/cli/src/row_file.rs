//! Where the rows of `simulate --csv` go: a file, standard output, or a pipe. They are written as they come.

use crate::output::{OutputFile, Unfinished};
use anyhow::Context as _;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Rows wait this long at most before a reader gets them.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// How many bytes are written at once.
const BUFFER: usize = 64 * 1024;

/// Where rows are written to.
pub(crate) struct RowFile {
    path: PathBuf,
    waiting: Vec<u8>,
    written_at: Instant,
    end: End,
}

enum End {
    /// A file that gets its name when all rows are in it.
    File(Unfinished),
    /// Standard output, or something else that is not a plain file.
    Stream(Box<dyn Write + Send>),
    /// The reader of a stream has gone away.
    Gone,
}

/// Whether this names standard output.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path.as_os_str() == *name)
}

impl RowFile {
    /// Opens a place for rows; a plain file stays as it is until [`RowFile::finish`].
    pub(crate) fn open(path: &Path) -> anyhow::Result<RowFile> {
        let end = if is_standard_output(path) {
            End::Stream(Box::new(std::io::stdout()))
        } else if path.exists() && !path.is_file() && !path.is_dir() {
            let opened = std::fs::OpenOptions::new().write(true).open(path);
            End::Stream(Box::new(opened.with_context(|| format!("can't write to {}", path.display()))?))
        } else {
            End::File(OutputFile::new(path)?.make()?)
        };
        Ok(RowFile { path: path.to_owned(), waiting: Vec::new(), written_at: Instant::now(), end })
    }

    /// Adds some rows; returns whether more are wanted.
    pub(crate) fn add(&mut self, rows: &str) -> anyhow::Result<bool> {
        self.waiting.extend_from_slice(rows.as_bytes());
        let is_stream = matches!(self.end, End::Stream(_));
        if self.waiting.len() >= BUFFER || is_stream && self.written_at.elapsed() >= LONGEST_WAIT {
            self.write()?;
        }
        Ok(!matches!(self.end, End::Gone))
    }

    /// Writes the rest, and gives a file its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.write()?;
        match self.end {
            End::File(file) => file.persist(&self.path),
            End::Stream(_) | End::Gone => Ok(()),
        }
    }

    fn write(&mut self) -> anyhow::Result<()> {
        let written = match &mut self.end {
            End::File(file) => file.write_all(&self.waiting),
            End::Stream(stream) => stream.write_all(&self.waiting).and_then(|()| stream.flush()),
            End::Gone => Ok(()),
        };
        self.waiting.clear();
        self.written_at = Instant::now();
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.end = End::Gone;
                Ok(())
            }
            written if is_standard_output(&self.path) => written.context("can't write to standard output"),
            written => written.with_context(|| format!("can't write to {}", self.path.display())),
        }
    }
}
