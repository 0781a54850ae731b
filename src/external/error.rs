//! Errors of searches on disk.

use std::fmt;
use std::path::PathBuf;

use crate::tables::fault::{FileFault, error_in_file};

/// Why a search on disk could not give an answer. `Display` names the file or directory, the fault
/// and the values.
#[derive(Debug)]
pub struct ExternalError {
    path: Option<PathBuf>,
    kind: ExternalErrorKind,
}

error_in_file!(ExternalError, ExternalErrorKind);

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
    /// What is wrong with a file or a directory.
    File(FileFault),
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
            Self::File(fault) => fault.fmt(f),
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
