//! Why optimal solutions cannot be counted.

use crate::answer::error::error_of_kind;
use std::fmt;

/// Why the optimal solutions cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountError {
    kind: CountErrorKind,
}

error_of_kind!(CountError, CountErrorKind);

/// Why solutions cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountErrorKind {
    /// The search has not ended.
    Unfinished,
    /// A cycle of cost 0 lies on an optimal solution, so there are infinitely many.
    ZeroCostCycle,
    /// There are more than `u128::MAX`.
    TooMany,
}

impl fmt::Display for CountErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unfinished => "the search has not ended",
            Self::ZeroCostCycle => "an optimal solution contains a cycle of cost 0",
            Self::TooMany => "there are more optimal solutions than a u128 can count",
        })
    }
}
