//! Errors of searches on disk.

use crate::answer::error::error_of_kind;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a search on disk could not give an answer. `Display` names the file or directory, the fault
/// and the values.
#[derive(Debug)]
pub struct ExternalError {
    path: Option<PathBuf>,
    kind: ExternalErrorKind,
}

impl ExternalError {
    pub(super) fn at(path: &Path, kind: impl Into<ExternalErrorKind>) -> Self {
        Self::from(kind.into()).in_file(path)
    }
}

error_of_kind!(ExternalError, ExternalErrorKind, path);

/// What is wrong with a search on disk.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExternalErrorKind {
    /// Another search uses the directory, or was killed while it did. Then remove the directory.
    InUse,
    /// The directory has something in it.
    NotEmpty {
        /// The name of an entry.
        entry: String,
    },
    /// The limit on memory is too low for records of this length.
    MemoryLimit {
        /// The limit in bytes.
        limit: usize,
        /// The least number of bytes that it takes.
        bytes: usize,
    },
    /// The allocator refused memory.
    OutOfMemory {
        /// The bytes asked for.
        bytes: usize,
    },
    /// The files would take more than the limit.
    DiskLimit {
        /// The limit in bytes.
        limit: u64,
    },
    /// A file or a directory could not be made, read, written or removed. A full disk is
    /// [`io::ErrorKind::StorageFull`].
    Io(io::Error),
    /// A file is shorter than what was written to it.
    Truncated {
        /// The index of the block that is not whole, from 0.
        block: u64,
    },
    /// The checksum of a block does not match: what was read is not what was written.
    Corrupted {
        /// The index of the block in its file, from 0.
        block: u64,
    },
    /// A state has another number of bytes than the initial state.
    Length {
        /// The number of its bytes.
        found: usize,
        /// The number of bytes of the initial state.
        expected: usize,
    },
    /// [`decode`](super::Encode::decode) did not take the bytes that
    /// [`encode`](super::Encode::encode) has written.
    Decode {
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// No parent of a state on the solution was found again: the space gives other successors or
    /// estimates when asked again.
    Parent {
        /// The path cost of the state.
        path_cost: u32,
    },
}

impl From<io::Error> for ExternalErrorKind {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for ExternalErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse => f.write_str(
                "another search uses this directory; if that was killed, remove the directory",
            ),
            Self::NotEmpty { entry } => {
                write!(f, "the directory is not empty: it has {entry}")
            }
            Self::MemoryLimit { limit, bytes } => {
                write!(f, "the search needs {bytes} bytes, more than the limit of {limit}")
            }
            Self::OutOfMemory { bytes } => write!(f, "out of memory: {bytes} bytes were refused"),
            Self::DiskLimit { limit } => {
                write!(f, "the files would take more than the limit of {limit} bytes")
            }
            Self::Io(error) => error.fmt(f),
            Self::Truncated { block } => {
                write!(f, "the file is truncated: block {block} is not whole")
            }
            Self::Corrupted { block } => {
                write!(f, "the checksum of block {block} does not match: the file is corrupted")
            }
            Self::Length { found, expected } => write!(
                f,
                "a state was encoded in {found} bytes, but the initial state in {expected}"
            ),
            Self::Decode { bytes } => {
                write!(f, "the bytes {bytes:02x?} were encoded, but are not decoded")
            }
            Self::Parent { path_cost } => write!(
                f,
                "no parent of a state with path cost {path_cost} was found again: the successors \
                 or the estimates have changed"
            ),
        }
    }
}
