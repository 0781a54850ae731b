//! State-space search with proven answers: write down a puzzle once, in a trait with two methods,
//! and get a shortest solution, or the proof that there is none, or how far the search came
//! and what it had proven when it met your limit.
//!
//! # A first program
//!
//! Four litres from a jug of three and a jug of five:
//!
//! ```
//! use bestfirst::{Solver, WorldState};
//!
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! struct Jugs(u32, u32);
//!
//! impl WorldState for Jugs {
//!     /// At most one move is missing as long as neither jug holds four litres.
//!     fn estimated_distance_to_goal(&self) -> u32 {
//!         u32::from(self.0 != 4 && self.1 != 4)
//!     }
//!
//!     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
//!         let &Jugs(a, b) = self;
//!         let (to_b, to_a) = (a.min(5 - b), b.min(3 - a));
//!         [
//!             Jugs(3, b),
//!             Jugs(a, 5),
//!             Jugs(0, b),
//!             Jugs(a, 0),
//!             Jugs(a - to_b, b + to_b),
//!             Jugs(a + to_a, b - to_a),
//!         ]
//!     }
//! }
//!
//! let solver = Solver::new(Jugs(0, 0));
//! assert_eq!(solver.moves(), Some(6));
//! assert_eq!(solver.solution().last(), Some(&Jugs(3, 4)));
//! ```
//!
//! [`WorldState`] is for states that know everything themselves and moves that cost 1. For
//! shared tables or weighted steps implement [`StateSpace`], and start with
//! [`Solver::builder_in`].
//!
//! # Three answers
//!
//! [`Solver::outcome`] is one of three, each with its own type: [`Outcome::Solved`],
//! with a path whose cost is proven to be the least if the estimate is admissible;
//! [`Outcome::Unsolvable`], which is proven as well; and [`Outcome::Stopped`], with the limit that was
//! met, a proven lower bound on the cost of any solution, and the path to the most promising
//! state seen. Bad input is none of them: it is an error of the function that reads it.
//!
//! # Limits
//!
//! **No limit is set unless you ask for one.** By default the search is [tree-search
//! A\*](search::TreeAStar): it keeps every node it generates, and on an unsolvable instance that
//! does not know it is unsolvable it does not end. [`Limits`] bound expansions, nodes, memory and
//! time, or let another thread cancel. When the allocator refuses more memory for nodes, that is
//! a stop as well and not an abort.
//!
//! # Which part when
//!
//! | you want to | use |
//! |---|---|
//! | solve a puzzle | [`Solver::new`] |
//! | choose estimate, limits, observer | [`Solver::builder`] |
//! | combine, cache or replace estimates | [`heuristic`] |
//! | another search: without duplicates, in no memory, within a ratio, of all solutions | [the table in `search`](search#which-search-when) |
//! | use all cores, for one problem or for many | `search::ParallelIdaStar`, `search::ParallelBreadthFirst`, `solve_all` (feature `parallel`) |
//! | know estimates before successors are made, for a faster IDA\* | [`Expansion`] |
//! | weighted steps, shared tables | [`StateSpace`], [`Solver::builder_in`] |
//! | fractional costs | [`FixedPoint`] |
//! | step a search, look into its open list, resume it | [`search`] |
//! | find which of two instances is solvable | [`search::Lockstep`] |
//! | test whether a domain of your own is right | [`check`] |
//! | choose the open list | [`frontier`], [`TreeAStar::keyed`](search::TreeAStar::keyed) |
//!
//! # Features
//!
//! | feature | default | what |
//! |---|---|---|
//! | `sliding-tiles` | yes | `sliding_tiles::Board`: the n-puzzle on any N-by-N board |
//! | `word-ladder` | yes | `word_ladder::Dictionary`: ladders over any list of words |
//! | `pattern-databases` | no | `pattern_database`: estimates from tables that are built, saved and read back; for the n-puzzle `sliding_tiles::TilePatterns` |
//! | `parallel` | no | on several threads: `solve_all` for many problems at once, `search::ParallelIdaStar` and `search::ParallelBreadthFirst` for one |
//! | `rand` | no | random boards, through the traits of the `rand` crate |
//! | `serde` | no | boards, statistics and answers to and from the formats of `serde` |
//!
//! The minimum supported Rust version is 1.85.

mod actions;
pub mod check;
mod clock;
mod fixed_point;
pub mod frontier;
pub mod heuristic;
mod limits;
mod outcome;
#[cfg(feature = "pattern-databases")]
pub mod pattern_database;
pub mod problem;
mod progress;
pub mod search;
#[cfg(feature = "sliding-tiles")]
pub mod sliding_tiles;
#[cfg(feature = "parallel")]
mod solve_all;
mod solver;
mod state_space;
mod statistics;
#[cfg(feature = "word-ladder")]
pub mod word_ladder;
mod world_state;

pub use actions::{ActionSpace, ActionWorld};
pub use fixed_point::{FixedPoint, StepCostError, StepCostErrorKind};
pub use heuristic::{Heuristic, WithHeuristic};
pub use limits::Limits;
pub use outcome::{Outcome, Solution, StopReason, Stopped};
pub use problem::Problem;
pub use progress::Progress;
#[cfg(feature = "parallel")]
pub use solve_all::solve_all;
pub use solver::{Solver, SolverBuilder};
pub use state_space::{BidirectionalSpace, Expansion, StateSpace, Worlds};
pub use statistics::{Iteration, Statistics};
pub use world_state::{BidirectionalWorld, WorldState};

/// What steps, paths and solutions cost, and what estimates are made in: a whole number.
///
/// - **Why 32 bits.** Every node of a search holds a path cost and a priority. With 64 bits a node of
///   16 bytes would take 24 to 32, and searches would come less far in the same memory.
/// - **What is checked.** Sums never wrap. A path that costs more than [`u32::MAX`] is left out, and if
///   no other path leads to a goal, the search says so: [`StopReason::PathCost`].
/// - **How to count in small units.** Choose the unit so that the costliest solution stays below
///   4,294,967,295: metres for a country, millimetres for a hall. [`FixedPoint`] turns fractional costs
///   into whole numbers, and keeps estimates admissible.
pub type Cost = u32;

/// The programs in the README, compiled and run.
#[cfg(all(doctest, feature = "sliding-tiles", feature = "word-ladder"))]
#[doc = include_str!("../README.md")]
struct Readme;
