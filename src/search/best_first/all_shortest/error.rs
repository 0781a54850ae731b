//! Why optimal solutions cannot be counted.

use crate::answer::error::{error_of_kind, messages};

/// Why the optimal solutions cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountError {
    kind: CountErrorKind,
}

error_of_kind!(CountError, CountErrorKind);

messages! {
    /// Why solutions cannot be counted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum CountErrorKind {
        /// The search has not ended.
        Unfinished => ("the search has not ended"),
        /// A cycle of cost 0 lies on an optimal solution, so there are infinitely many.
        ZeroCostCycle => ("an optimal solution contains a cycle of cost 0"),
        /// There are more than `u128::MAX`.
        TooMany => ("there are more optimal solutions than a u128 can count"),
    }
}
