//! Errors of enumerations.

use std::fmt;
use std::path::PathBuf;

use crate::Cost;
use crate::tables::fault::{FileFault, error_in_file};
use crate::tables::two_bits::Refused;

/// Why a space could not be enumerated, or a checkpoint not be written or read. `Display` names the
/// file, the fault and the place.
#[derive(Debug)]
pub struct EnumerationError {
    path: Option<PathBuf>,
    kind: EnumerationErrorKind,
}

impl From<Refused> for EnumerationError {
    fn from(Refused(bytes): Refused) -> Self {
        EnumerationErrorKind::OutOfMemory { bytes }.into()
    }
}

error_in_file!(EnumerationError, EnumerationErrorKind);

/// What is wrong with an enumeration.
#[derive(Debug)]
#[non_exhaustive]
pub enum EnumerationErrorKind {
    /// The table of two bits a number, or what must be in memory of it, is larger than the limit.
    MemoryLimit {
        /// The limit in bytes.
        limit: usize,
        /// The bytes that the table takes.
        bytes: usize,
    },
    /// The allocator refused the memory for the table.
    OutOfMemory {
        /// The bytes asked for.
        bytes: usize,
    },
    /// A source has no number, or one out of range.
    Source {
        /// Its number.
        number: Option<usize>,
        /// All numbers must be less than this.
        numbers: usize,
    },
    /// A successor has no number, which counts as [`usize::MAX`], or one out of range.
    Successor {
        /// The number of the state.
        state: usize,
        /// The number of its successor.
        successor: usize,
        /// All numbers must be less than this.
        numbers: usize,
    },
    /// The cost of a step is not 1; or not 0 or 1, if the space
    /// [has steps of cost 0](crate::NumberedSpace::has_zero_cost_steps).
    StepCost {
        /// The number of the state.
        state: usize,
        /// The number of its successor.
        successor: usize,
        /// The cost of the step.
        cost: Cost,
        /// The least cost that was expected: 0 or 1. The greatest is 1.
        least: Cost,
    },
    /// The space [has steps of cost 0](crate::NumberedSpace::has_zero_cost_steps), and an enumeration
    /// with its table in files takes steps of cost 1 only.
    ZeroCostSteps,
    /// What is wrong with the file.
    File(FileFault),
}

impl fmt::Display for EnumerationErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MemoryLimit { limit, bytes } => {
                write!(f, "the table needs {bytes} bytes, more than the limit of {limit}")
            }
            Self::OutOfMemory { bytes } => {
                write!(f, "out of memory: the table needs {bytes} bytes")
            }
            Self::Source { number: None, .. } => f.write_str("a source has no number"),
            Self::Source { number: Some(number), numbers } => {
                write!(f, "a source has the number {number}, but numbers are less than {numbers}")
            }
            Self::Successor { state, successor: usize::MAX, .. } => {
                write!(f, "a successor of state {state} has no number")
            }
            Self::Successor { state, successor, numbers } => write!(
                f,
                "state {state} has the successor {successor}, but numbers are less than {numbers}"
            ),
            Self::StepCost { state, successor, cost, least } => {
                let expected = if *least == 0 { "0 or 1" } else { "1" };
                write!(
                    f,
                    "the step from state {state} to {successor} costs {cost}, expected {expected}"
                )
            }
            Self::ZeroCostSteps => f.write_str(
                "the space has steps of cost 0, but with the table in files every step must cost 1",
            ),
            Self::File(fault) => fault.fmt(f),
        }
    }
}
