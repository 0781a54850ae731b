//! Why a checkpoint is refused.

use std::fmt;
use std::io::{self, ErrorKind};

use serde::{Deserialize, Serialize};

/// Why a checkpoint was not written, or the search cannot continue from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// The system refused to read or write.
    Io {
        /// The reason of the system.
        reason: String,
    },
    /// There is a checkpoint, but the search is not to continue from it.
    Exists,
    /// Some processes have checkpoints, but there is no level that all of them have. Either a
    /// directory is the wrong one, or the cluster ended while it saved the first level: then remove
    /// these files.
    NoLevel,
    /// The file is not a checkpoint.
    NotACheckpoint,
    /// The checkpoint has another version of the format.
    Version {
        /// The version of the file.
        found: u32,
        /// The version supported.
        expected: u32,
    },
    /// The checkpoint is of another problem.
    Foreign {
        /// The fingerprint in the file.
        found: u64,
        /// The fingerprint of the problem.
        expected: u64,
    },
    /// The checkpoint is of another number of processes.
    Processes {
        /// The number in the file.
        found: usize,
        /// The number of processes.
        expected: usize,
    },
    /// The checkpoint is of another number of threads of each process.
    Threads {
        /// The number in the file.
        found: usize,
        /// The number of threads.
        expected: usize,
    },
    /// The checkpoint is of another process or level than its name says.
    Misnamed {
        /// The process in the file.
        process: usize,
        /// The level in the file.
        level: usize,
    },
    /// The file ends too early.
    Truncated,
    /// The file continues after the end of the checkpoint.
    TrailingBytes,
    /// A checksum does not match.
    Corrupted,
}

/// An end that comes too early is one of the file.
impl From<io::Error> for CheckpointFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::Io { reason: error.to_string() },
        }
    }
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { reason } => f.write_str(reason),
            Self::Exists => f.write_str("exists; go on with it, or remove it"),
            Self::NoLevel => f.write_str("there is no level that all processes have saved"),
            Self::NotACheckpoint => f.write_str("not a checkpoint"),
            Self::Version { found, expected } => {
                write!(f, "the checkpoint has version {found}, but expected version {expected}")
            }
            Self::Foreign { found, expected } => {
                let problem = "the checkpoint is of another problem";
                write!(f, "{problem}: fingerprint {found:016x}, but expected {expected:016x}")
            }
            Self::Processes { found, expected } => {
                write!(f, "the checkpoint is of {found} processes, but there are {expected}")
            }
            Self::Threads { found, expected } => {
                let threads = "threads of each process";
                write!(f, "the checkpoint is of {found} {threads}, but there are {expected}")
            }
            Self::Misnamed { process, level } => {
                write!(f, "the checkpoint is that of process {process} at level {level}")
            }
            Self::Truncated => f.write_str("the checkpoint ends too early"),
            Self::TrailingBytes => f.write_str("the file continues after the checkpoint"),
            Self::Corrupted => f.write_str("the checkpoint is damaged: a checksum does not match"),
        }
    }
}
