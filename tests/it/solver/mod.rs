//! The solver, and problems as closures.

mod memory;
mod nearest;
mod new_user;
mod problem;

#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod answers;
