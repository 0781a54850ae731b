//! The limits of a run, what it reports on its way, and its answer. Plain values.

pub(crate) mod clock;
pub(crate) mod error;
pub(crate) mod first_error;
pub(crate) mod limits;
pub(crate) mod outcome;
pub(crate) mod progress;
pub(crate) mod quantity;
pub(crate) mod statistics;
