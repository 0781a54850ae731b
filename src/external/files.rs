//! The directory of a search, and what its files take.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::{ExternalError, ExternalErrorKind};

/// The name of the file that is there as long as a search uses the directory.
const LOCK: &str = "in-use";

/// A directory that belongs to one search. All files are removed when it is dropped.
#[derive(Debug)]
pub(super) struct Files {
    directory: PathBuf,
    /// How many files were made.
    made: u64,
    limit: u64,
    in_use: u64,
    most: u64,
    written: u64,
}

impl Files {
    /// Makes the directory, unless it is there and empty.
    pub(super) fn new(directory: &Path, limit: u64) -> Result<Self, ExternalError> {
        let at = |kind| ExternalError::at(directory, kind);
        fs::create_dir_all(directory).map_err(|error| at(error.into()))?;
        match OpenOptions::new().write(true).create_new(true).open(directory.join(LOCK)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(at(ExternalErrorKind::InUse));
            }
            made => made.map_err(|error| at(error.into()))?,
        };
        let entries = fs::read_dir(directory).and_then(|mut entries| {
            entries
                .find(|entry| !matches!(entry, Ok(entry) if entry.file_name() == LOCK))
                .transpose()
        });
        let fault = match entries {
            Ok(None) => {
                let directory = directory.to_owned();
                return Ok(Self { directory, made: 0, limit, in_use: 0, most: 0, written: 0 });
            }
            Ok(Some(entry)) => {
                let entry = entry.file_name().to_string_lossy().into_owned();
                ExternalErrorKind::NotEmpty { entry }
            }
            Err(error) => error.into(),
        };
        let _ = fs::remove_file(directory.join(LOCK));
        Err(at(fault))
    }

    /// The path of the file with this number.
    pub(super) fn path(&self, number: u64) -> PathBuf {
        self.directory.join(format!("{number}.run"))
    }

    /// Makes a new file. Returns its number.
    pub(super) fn create(&mut self) -> Result<(u64, File), ExternalError> {
        let number = self.made;
        self.made += 1;
        let path = self.path(number);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        Ok((number, file.map_err(|error| ExternalError::at(&path, error))?))
    }

    /// Counts bytes that are to be written to the file with this number.
    pub(super) fn take(&mut self, number: u64, bytes: u64) -> Result<(), ExternalError> {
        let limit = self.limit;
        if bytes > limit.saturating_sub(self.in_use) {
            return Err(ExternalError::at(
                &self.path(number),
                ExternalErrorKind::DiskLimit { limit },
            ));
        }
        self.in_use += bytes;
        self.written += bytes;
        self.most = self.most.max(self.in_use);
        Ok(())
    }

    /// Removes a file of this length.
    pub(super) fn remove(&mut self, number: u64, bytes: u64) -> Result<(), ExternalError> {
        let path = self.path(number);
        fs::remove_file(&path).map_err(|error| ExternalError::at(&path, error))?;
        self.in_use = self.in_use.saturating_sub(bytes);
        Ok(())
    }

    /// The number of bytes written so far.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// The largest number of bytes that the files took at one time.
    pub(super) fn most(&self) -> u64 {
        self.most
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // The answer, or an earlier error, is what counts.
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|extension| extension == "run") {
                let _ = fs::remove_file(entry.path());
            }
        }
        let _ = fs::remove_file(self.directory.join(LOCK));
    }
}
