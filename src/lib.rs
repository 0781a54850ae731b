//! State-space search.

pub mod frontier;
mod heuristic;
mod limits;
mod outcome;
mod progress;
pub mod search;
#[cfg(feature = "sliding-tiles")]
pub mod sliding_tiles;
mod solver;
mod state_space;
mod statistics;
#[cfg(feature = "word-ladder")]
pub mod word_ladder;
mod world_state;

pub use heuristic::{Heuristic, WithHeuristic};
pub use limits::Limits;
pub use outcome::{Outcome, Solution, StopReason, Stopped};
pub use progress::Progress;
pub use solver::{Solver, SolverBuilder};
pub use state_space::{StateSpace, Worlds};
pub use statistics::Statistics;
pub use world_state::WorldState;
