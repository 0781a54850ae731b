//! The directory of a search, and what its files take.

use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{ExternalError, ExternalErrorKind};
use crate::tables::fault::InFile;

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
        Self::lock(directory).map_err(|error| error.in_file(directory))?;
        let directory = directory.to_owned();
        Ok(Self { directory, made: 0, limit, in_use: 0, most: 0, written: 0 })
    }

    /// Takes the directory for one search.
    fn lock(directory: &Path) -> Result<(), ExternalError> {
        fs::create_dir_all(directory)?;
        let lock = directory.join(LOCK);
        match File::create_new(&lock) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(ExternalErrorKind::InUse.into());
            }
            made => drop(made?),
        }
        let is_other =
            |entry: &io::Result<DirEntry>| !matches!(entry, Ok(entry) if entry.file_name() == LOCK);
        let fault = match fs::read_dir(directory).map(|mut entries| entries.find(is_other)) {
            Ok(None) => return Ok(()),
            Ok(Some(Ok(entry))) => {
                let entry = entry.file_name().to_string_lossy().into_owned();
                ExternalErrorKind::NotEmpty { entry }.into()
            }
            Ok(Some(Err(error))) | Err(error) => error.into(),
        };
        let _ = fs::remove_file(lock);
        Err(fault)
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
        let file = File::create_new(&path);
        Ok((number, file.map_err(|error| ExternalError::from(error).in_file(&path))?))
    }

    /// Counts bytes that are to be written to the file with this number.
    pub(super) fn take(&mut self, number: u64, bytes: u64) -> Result<(), ExternalError> {
        let limit = self.limit;
        if bytes > limit.saturating_sub(self.in_use) {
            let kind = ExternalErrorKind::DiskLimit { limit };
            return Err(ExternalError::from(kind).in_file(&self.path(number)));
        }
        self.in_use += bytes;
        self.written += bytes;
        self.most = self.most.max(self.in_use);
        Ok(())
    }

    /// Removes a file of this length.
    pub(super) fn remove(&mut self, number: u64, bytes: u64) -> Result<(), ExternalError> {
        let path = self.path(number);
        fs::remove_file(&path).map_err(|error| ExternalError::from(error).in_file(&path))?;
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
