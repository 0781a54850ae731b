//! Errors of pattern databases.

use std::fmt;
use std::path::PathBuf;

use crate::tables::fault::{FileFault, error_in_file};
use crate::tables::two_bits::Refused;

/// Why a table could not be built, written or read. `Display` names the file and the fault.
#[derive(Debug)]
pub struct TableError {
    path: Option<PathBuf>,
    kind: TableErrorKind,
}

error_in_file!(TableError, TableErrorKind);

impl From<Refused> for TableError {
    fn from(Refused(bytes): Refused) -> Self {
        TableErrorKind::OutOfMemory { bytes }.into()
    }
}

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
    /// What is wrong with the file.
    File(FileFault),
}

impl fmt::Display for TableErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("the build was cancelled"),
            Self::OutOfMemory { bytes } => {
                write!(f, "out of memory: the table needs {bytes} bytes")
            }
            Self::File(fault) => fault.fmt(f),
        }
    }
}
