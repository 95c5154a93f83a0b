//! Output to the terminal and to files.

use anyhow::Context as _;
use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// The largest record that is read.
const MAX_RECORD_SIZE: u64 = 16 * 1024 * 1024;

/// Text without control characters and changes of the writing direction, for a terminal: names come from files, which may come from anybody.
pub(crate) fn strip_control_chars(text: &str) -> String {
    let turns = |letter| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(|letter: char| letter.is_control() && letter != '\n' || turns(letter), "\u{fffd}")
}

/// Prints to standard output; a reader that has gone away (`| head`) is not an error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(strip_control_chars(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("can't write to standard output"),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints one JSON object.
pub(crate) fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value).context("can't write this as JSON")?;
    print(&format!("{text}\n"))
}

/// Writes a file that does not exist yet: all of it or nothing.
pub(crate) fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = OutputFile { path, folder }.make()?;
    file.write_all(text.as_bytes()).with_context(|| format!("can't write {shown}"))?;
    file.persist_noclobber(path).map_err(|error| {
        if error.kind() == ErrorKind::AlreadyExists {
            return anyhow::anyhow!("{shown} already exists: name a new folder");
        }
        anyhow::anyhow!("can't make {shown}: {error}; name a folder that can be written to")
    })
}

/// The files that are being written under a temporary name. They are deleted automatically, unless the program ends at once.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes files that would otherwise be left behind.
pub(crate) fn remove_unfinished_files() {
    let files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for file in files.iter() {
        // The program ends now; a file that stays does no harm.
        drop(std::fs::remove_file(file));
    }
}

/// A file with a temporary name, which gets its own when it is complete.
pub(crate) struct Unfinished {
    file: Option<NamedTempFile>,
    path: PathBuf,
}

impl Unfinished {
    fn new(file: NamedTempFile) -> Unfinished {
        let path = file.path().to_owned();
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone());
        Unfinished { file: Some(file), path }
    }

    fn file(&mut self) -> std::io::Result<&mut NamedTempFile> {
        self.file.as_mut().ok_or_else(|| std::io::Error::other("the file is closed"))
    }

    /// Gives the file its name, and replaces an older one.
    pub(crate) fn persist(mut self, path: &Path) -> anyhow::Result<()> {
        let failed = || format!("can't write {}", path.display());
        let file = self.file.take().with_context(failed)?;
        file.as_file().sync_all().with_context(failed)?;
        file.persist(path).with_context(failed)?;
        Ok(())
    }

    fn persist_noclobber(mut self, path: &Path) -> Result<(), std::io::Error> {
        let file = self.file.take().ok_or_else(|| std::io::Error::other("the file is closed"))?;
        file.persist_noclobber(path).map(drop).map_err(|failed| failed.error)
    }
}

impl Write for Unfinished {
    // The file alone: an error of the temporary file would name it, and the user does not know that name.
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file()?.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file()?.as_file_mut().flush()
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
    }
}

/// The place where a file will be written, checked beforehand. Its folder is made unless it is there.
pub(crate) struct OutputFile<'a> {
    path: &'a Path,
    folder: &'a Path,
}

impl<'a> OutputFile<'a> {
    /// Checks whether `path` can be written.
    pub(crate) fn new(path: &'a Path) -> anyhow::Result<Self> {
        let is_folder = path.is_dir() || path.file_name().is_none();
        anyhow::ensure!(!is_folder, "{} is a folder: name a file in it", path.display());
        // A device or a pipe must not be replaced.
        let is_free = path.is_file() || !path.exists();
        anyhow::ensure!(is_free, "{} is not a regular file: name one, or a new file", path.display());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).with_context(|| format!("can't make the folder {}", folder.display()))?;
        let target = OutputFile { path, folder };
        target.make().map(|_| target)
    }

    /// Writes the whole file or none of it; an older one is replaced.
    pub(crate) fn write(&self, text: &str) -> anyhow::Result<()> {
        let mut file = self.make()?;
        file.write_all(text.as_bytes()).with_context(|| format!("can't write {}", self.path.display()))?;
        file.persist(self.path)
    }

    /// A temporary file in the same folder, which is deleted automatically.
    pub(crate) fn make(&self) -> anyhow::Result<Unfinished> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".capolinea-");
        #[cfg(unix)]
        {
            // The usual permissions of the user's files: the system applies its umask.
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        // The error names the temporary file, which the user does not know.
        builder.tempfile_in(self.folder).map(Unfinished::new).map_err(|error| {
            let path = self.path.display();
            let reason = error.kind();
            anyhow::anyhow!("can't write {path}: {reason}; name a file in a folder that can be written to")
        })
    }
}

/// Reads a text file of moderate size; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    anyhow::ensure!(!path.is_dir(), "{} is a folder: name a record in it", path.display());
    let open: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).with_context(|| format!("can't open {}", path.display()))?)
    };
    let mut text = String::new();
    let size = open
        .take(MAX_RECORD_SIZE + 1)
        .read_to_string(&mut text)
        .with_context(|| format!("can't read {} as text", path.display()))?;
    anyhow::ensure!(size as u64 <= MAX_RECORD_SIZE, "{} is larger than any game: not a record", path.display());
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_not_change_what_stands_around_it() {
        let shown = strip_control_chars("\u{1b}[2Ja\u{202e}b\u{2066}c\r\0\n\u{200d}é 猫 🚂");
        assert_eq!(shown, "\u{fffd}[2Ja\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}\n\u{200d}é 猫 🚂");
    }
}
