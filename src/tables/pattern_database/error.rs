//! Errors of pattern databases.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::TableFormat;
use crate::answer::error::error_of_kind;

/// Why a table could not be built, written or read. `Display` names the file and the fault.
#[derive(Debug)]
pub struct TableError {
    path: Option<PathBuf>,
    kind: TableErrorKind,
}

error_of_kind!(TableError, TableErrorKind, path);

/// What is wrong with a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableErrorKind {
    /// The build was cancelled.
    Cancelled,
    /// The allocator refused the memory for the table.
    OutOfMemory {
        /// The bytes asked for.
        bytes: usize,
    },
    /// The file could not be read or written.
    Io(io::Error),
    /// The file is not a table.
    NotATable,
    /// The table has another version of the format.
    Version {
        /// The version of the file.
        found: u32,
        /// The version supported.
        expected: u32,
    },
    /// The table has another name.
    Foreign {
        /// The name in the file.
        found: String,
        /// The name expected.
        expected: String,
    },
    /// The name is right, but the number of entries is not.
    Length {
        /// The number of entries in the file.
        found: u64,
        /// The number expected.
        expected: u64,
    },
    /// The entries of the table are too short for the distances expected.
    Format {
        /// How the file stores an entry.
        found: TableFormat,
        /// How the [projection](super::Projection::format) stores an entry.
        expected: TableFormat,
    },
    /// The file ends too early.
    Truncated {
        /// The length of the file in bytes.
        found: u64,
        /// The length of the whole table in bytes.
        expected: u64,
    },
    /// The file continues after the end of the table.
    TrailingBytes {
        /// The length of the whole table in bytes.
        expected: u64,
    },
    /// A checksum does not match.
    Corrupted,
}

impl fmt::Display for TableErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("the build was cancelled"),
            Self::OutOfMemory { bytes } => {
                write!(f, "out of memory: the table needs {bytes} bytes")
            }
            Self::Io(error) => error.fmt(f),
            Self::NotATable => f.write_str("not a pattern database: the signature is missing"),
            Self::Version { found, expected } => {
                write!(f, "format version {found} is not supported, expected {expected}")
            }
            Self::Foreign { found, expected } => {
                write!(f, "the table is for {found:?}, not for {expected:?}")
            }
            Self::Length { found, expected } => {
                write!(f, "the table has {found} entries, expected {expected}")
            }
            Self::Format { found, expected } => {
                write!(f, "the table is stored in {found}, expected {expected}")
            }
            Self::Truncated { found, expected } => {
                write!(f, "the file is truncated: it has {found} bytes, expected {expected}")
            }
            Self::TrailingBytes { expected } => {
                write!(f, "the file continues after the {expected} bytes of the table")
            }
            Self::Corrupted => f.write_str("the checksum does not match: the file is corrupted"),
        }
    }
}
