//! Files that are replaced as a whole.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use super::fault::InFile;

/// Writes a temporary file in the directory of `path`, and renames it when it is complete. So
/// `path` always has either the whole new file or the old one. `write` may be called again.
pub(crate) fn replace<E: InFile>(
    path: &Path,
    mut write: impl FnMut(&File) -> Result<(), E>,
) -> Result<(), E> {
    let mut replace = || {
        remove_partials(path);
        loop {
            let temporary = Temporary::create(path)?;
            write(&temporary.file)?;
            temporary.file.sync_all()?;
            match fs::rename(&temporary.path, path) {
                // A later call took this file for a leftover and removed it. Each such call does so
                // at most once, so the loop ends.
                Err(_) if matches!(temporary.path.try_exists(), Ok(false)) => {}
                renamed => return Ok(renamed?),
            }
        }
    };
    replace().map_err(|error: E| error.in_file(path))
}

/// The suffix of a temporary file, before 16 digits.
const PARTIAL: &str = ".partial-";

/// A temporary file in the directory of the final one. It is removed when dropped, unless it was
/// renamed.
pub(crate) struct Temporary {
    path: PathBuf,
    file: File,
}

impl Temporary {
    /// Creates a file under a name never used before. If another program removes the file, none may
    /// put its own in the same place.
    pub(crate) fn create(place: &Path) -> io::Result<Self> {
        let mut path = OsString::from(place);
        path.push(format!("{PARTIAL}{:016x}", RandomState::new().hash_one(place)));
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(Self { path: path.into(), file })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After a rename there is no file to remove. After another error, that error is the one to
        // report.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes leftover temporary files of the file at `place`. Errors are ignored.
fn remove_partials(place: &Path) {
    let (Some(directory), Some(name)) = (place.parent(), place.file_name()) else {
        return;
    };
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let found = entry.file_name();
        let rest = found.as_encoded_bytes().strip_prefix(name.as_encoded_bytes());
        let digits = rest.and_then(|rest| rest.strip_prefix(PARTIAL.as_bytes()));
        if digits.is_some_and(|it| it.len() == 16 && it.iter().all(u8::is_ascii_hexdigit)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
