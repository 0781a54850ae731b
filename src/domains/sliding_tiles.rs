//! The n-puzzle: an N-by-N board of numbered tiles and one blank. The goal is to slide the tiles
//! into order. Feature `sliding-tiles`.
//!
//! A [`Board`] is read from text or made from rows. It computes its own estimates and its parity.
//! It implements [`WorldState`](crate::WorldState), so [`Solver::new`](crate::Solver::new) solves
//! it.
//!
//! [`LinearConflict`] and [`WalkingDistance`] are stronger estimates than the Manhattan distance.
//! A [`Goal`] has the tiles in order; with a [`Renaming`], any arrangement is the goal.
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
#[cfg(feature = "external")]
mod encode;
mod error;
mod goal;
mod large;
mod line;
mod line_tables;
mod linear_conflict;
mod moves;
mod packed;
#[cfg(feature = "pattern-databases")]
mod patterns;
#[cfg(feature = "rand")]
mod random;
mod rectangle;
mod reflection;
mod renaming;
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
pub use moves::move_automaton;
#[cfg(feature = "pattern-databases")]
pub use patterns::{
    Partition, PartitionError, PartitionErrorKind, PatternSpace, PatternState, TilePatterns,
};
pub use rectangle::{Arrangement, Rectangle};
pub use renaming::Renaming;
pub use text::BoardReader;
pub use walking_distance::WalkingDistance;
