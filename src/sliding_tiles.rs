//! The n-puzzle: numbered tiles on an N-by-N board, one cell blank, slid into order. Feature
//! `sliding-tiles`.
//!
//! A [`Board`] is read from text or made from rows, knows its estimates and its parity,
//! and is a [`WorldState`](crate::WorldState): [`Solver::new`](crate::Solver::new) solves it.
//!
//! Stronger estimates than Manhattan are [`LinearConflict`] and [`WalkingDistance`].
//!
//! ```
//! use bestfirst::Solver;
//! use bestfirst::sliding_tiles::Board;
//!
//! let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse()?;
//! assert_eq!((board.hamming(), board.manhattan()), (4, 4));
//! for board in Solver::new(board).solution() {
//!     println!("{board}\n");
//! }
//! # Ok::<(), bestfirst::sliding_tiles::BoardError>(())
//! ```

mod any_solution;
mod board;
mod direction;
mod error;
mod goal;
mod large;
mod linear_conflict;
mod packed;
#[cfg(feature = "pattern-databases")]
mod patterns;
#[cfg(feature = "rand")]
mod random;
#[cfg(feature = "serde")]
mod serde;
mod text;
mod walking_distance;

pub use any_solution::AnySolution;
pub use board::Board;
pub use direction::Direction;
pub use error::{BoardError, BoardErrorKind, Place};
pub use goal::Goal;
pub use linear_conflict::LinearConflict;
#[cfg(feature = "pattern-databases")]
pub use patterns::{Partition, PartitionError, PatternSpace, PatternState, TilePatterns};
pub use walking_distance::WalkingDistance;
