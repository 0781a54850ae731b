//! State-space search with proven answers. Describe a problem once. The answer is an optimal
//! solution, a proof that there is none, or what was proven when the search met your limit.
//!
//! # A first program
//!
//! Measure four litres with a jug of three and a jug of five. [`Problem`] is the shortest way: it
//! takes the initial state, the successors and the goal test as closures.
//!
//! ```
//! use bestfirst::Problem;
//!
//! let pour = |&(a, b): &(u32, u32)| {
//!     let (to_b, to_a) = (a.min(5 - b), b.min(3 - a));
//!     [(3, b), (a, 5), (0, b), (a, 0), (a - to_b, b + to_b), (a + to_a, b - to_a)]
//! };
//! let solver = Problem::from_neighbors((0, 0), pour, |&(a, b)| a == 4 || b == 4).solve();
//! assert_eq!(solver.moves(), Some(6));
//! ```
//!
//! # The same as a trait
//!
//! A state type of your own implements [`WorldState`]. Two methods are required: a heuristic and
//! the neighbours. The goal test follows from the heuristic unless you override it.
//!
//! ```
//! use bestfirst::{Solver, WorldState};
//!
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! struct Jugs(u32, u32);
//!
//! impl WorldState for Jugs {
//!     /// At least one move is needed as long as neither jug holds four litres.
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
//! [`WorldState`] fits states that need no shared data and moves that all cost 1. For shared
//! tables or weighted steps, implement [`StateSpace`] and start with [`Solver::builder_in`].
//!
//! # Three answers
//!
//! [`Solver::outcome`] is one of three:
//!
//! - [`Outcome::Solved`] has a path. If the heuristic is admissible and the search is optimal, as
//!   the default searches are, no path costs less.
//! - [`Outcome::Unsolvable`] is a proof that no goal can be reached.
//! - [`Outcome::Stopped`] has the limit that was met, a lower bound on the cost of any solution,
//!   and the path to the most promising state seen.
//!
//! Bad input is none of these. It is an error of the function that reads the input.
//!
//! # Limits
//!
//! **There are no limits unless you set them.** [`Problem`] starts with [graph-search
//! A\*](search::GraphAStar), and [`Solver`] with [tree-search A\*](search::TreeAStar). Both keep
//! every node that they generate. On an unsolvable problem, tree search does not end, unless
//! [`is_solvable`](WorldState::is_solvable) says so or the state space is a finite tree.
//!
//! [`Limits`] bound expansions, nodes, memory, time and cost, or let another thread cancel the
//! search. If the allocator refuses memory for more nodes, the search stops; it does not abort the
//! program.
//!
//! # Which part when
//!
//! | you want to | use |
//! |---|---|
//! | solve a problem in a few lines | [`Problem`] |
//! | solve a puzzle whose states are a type of your own | [`WorldState`], [`Solver::new`] |
//! | use weighted steps or shared tables | [`StateSpace`], [`Solver::builder_in`] |
//! | get the actions of a solution, not only its states | [`ActionWorld`], [`ActionSpace`], [`Problem::from_actions`] |
//! | choose the heuristic, limits, an observer | [`Solver::builder`] |
//! | combine, cache or replace heuristics | [`heuristic`] |
//! | say that no goal can be reached from a state | [`DEAD_END`] |
//! | use an inconsistent heuristic well | [`IdaStar::bidirectional_pathmax`](search::IdaStar::bidirectional_pathmax), [`GraphAStar::bidirectional_pathmax`](search::GraphAStar::bidirectional_pathmax) |
//! | choose another search: without duplicates, in little memory, within a ratio, for all solutions | [the table in `search`](search#which-search-when) |
//! | find the costs of the paths from one state to all others | [`search::Distances`] |
//! | give up on solutions above a cost | [`Limits::cost`] |
//! | answer many queries in the same memory | [`SolverBuilder::solve_in`], [`search::RestartIn`] |
//! | choose how ties between nodes of equal *f* are broken | [`TreeAStar::high_h_first`](search::TreeAStar::high_h_first), [`GraphAStar::high_h_first`](search::GraphAStar::high_h_first) and also `last_in_first`, `first_in_first` |
//! | use all cores, for one problem or for many | `search::ParallelIdaStar`, `search::ParallelBreadthFirst`, `solve_all` (feature `parallel`) |
//! | speed up IDA\* by giving estimates before successors are generated | [`Expansion`] |
//! | prune sequences of moves that others replace, without a closed list | [`moves`] |
//! | get one solution after another, in the order of their costs | [`IdaStarSearch::next_solution`](search::IdaStarSearch::next_solution) |
//! | know what a cost is, and its limits | [`Cost`] |
//! | use fractional costs | [`FixedPoint`] |
//! | step a search, inspect its open list, resume it | [`search`] |
//! | see each node that a search generates, expands or drops | [`SolverBuilder::on_event`], [`Event`] |
//! | find which of two instances is solvable | [`search::Lockstep`] |
//! | test a domain of your own | [`check`] |
//! | choose the open list | [`frontier`], [`TreeAStar::keyed`](search::TreeAStar::keyed) |
//!
//! # Features
//!
//! | feature | default | what |
//! |---|---|---|
//! | `sliding-tiles` | yes | `sliding_tiles::Board`: the n-puzzle on any N-by-N board |
//! | `word-ladder` | yes | `word_ladder::Dictionary`: ladders over any list of words |
//! | `grid-maps` | no | `grid_maps::GridMap`: shortest paths on maps of cells, step by step and by jump points |
//! | `rubiks-cube` | no | `rubiks_cube::Cube` and `rubiks_cube::PocketCube`: Rubik's Cube, 3×3×3 and 2×2×2, with the distances of all states of the latter; with `pattern-databases`, solvers for the former |
//! | `pattern-databases` | no | `pattern_database`: heuristics from tables that are built, saved and loaded; for the n-puzzle `sliding_tiles::TilePatterns` |
//! | `parallel` | no | several threads: `solve_all` for many problems at once, `search::ParallelIdaStar` and `search::ParallelBreadthFirst` for one |
//! | `rand` | no | random boards, maps and cubes, through the traits of the `rand` crate |
//! | `serde` | no | boards, statistics and answers in the formats of `serde` |
//!
//! The minimum supported Rust version is 1.85.
//!
//! # Licence
//!
//! MIT or Apache-2.0, at your option. One dependency, `priority-queue`, is under LGPL-3.0-or-later
//! or MPL-2.0, at your option. Under MPL-2.0, a program of any licence may contain it. If you
//! distribute the program, say where the source of `priority-queue` is, such as its page on
//! crates.io. If you change its files, publish them under MPL-2.0.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod actions;
pub mod check;
mod clock;
mod event;
mod fixed_point;
pub mod frontier;
#[cfg(feature = "grid-maps")]
pub mod grid_maps;
pub mod heuristic;
mod limits;
pub mod moves;
mod numbering;
mod outcome;
#[cfg(feature = "pattern-databases")]
pub mod pattern_database;
pub mod problem;
mod progress;
mod quantity;
#[cfg(feature = "rubiks-cube")]
pub mod rubiks_cube;
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
pub use event::{Event, EventKind, Observed};
pub use fixed_point::{FixedPoint, StepCostError, StepCostErrorKind};
pub use heuristic::{Heuristic, WithHeuristic};
pub use limits::Limits;
pub use numbering::NumberedSpace;
pub use outcome::{Outcome, Solution, StopReason, Stopped};
pub use problem::Problem;
pub use progress::Progress;
#[cfg(feature = "parallel")]
pub use solve_all::solve_all;
pub use solver::{Solver, SolverBuilder};
pub use state_space::{BidirectionalSpace, Expansion, StateSpace, Worlds};
pub use statistics::{Iteration, Statistics};
pub use world_state::{BidirectionalWorld, WorldState};

/// The cost of a step, a path or a solution, and the unit of estimates: a whole number.
///
/// - **Why 32 bits.** Every node stores a path cost and a priority. With 64 bits, a node of
///   16 bytes would take 24 to 32, and fewer nodes would fit into memory.
/// - **What is checked.** Sums never wrap. A path that costs more than [`u32::MAX`] is pruned. If
///   no other path leads to a goal, the search reports [`StopReason::PathCost`].
/// - **How to count in small units.** Choose a unit in which the most expensive solution stays
///   below 4,294,967,295: metres for a country, millimetres for a hall. [`FixedPoint`] turns
///   fractional costs into whole numbers and keeps estimates admissible.
pub type Cost = u32;

/// The estimate of a state from which no goal can be reached: a *dead end*.
///
/// Every search that uses estimates prunes such a state. If nothing else is left, the problem is
/// proven [unsolvable](Outcome::Unsolvable). Blind searches (uniform cost, breadth-first,
/// depth-first) ignore estimates, and this one too. [`Solver`] does not search at all if the initial
/// state is a dead end.
///
/// So an estimate that is too high for a [`Cost`] has to become `DEAD_END - 1`, as that of
/// [`FixedPoint::estimate`] does.
///
/// ```
/// use bestfirst::{DEAD_END, Outcome, Problem};
///
/// // Numbers that may grow for ever. Odd ones never become 100.
/// let numbers = Problem::from_neighbors(1_u64, |&n| [n + 2, n + 4], |&n| n == 100);
/// let numbers = numbers.estimate(|&n| if n % 2 == 1 { DEAD_END } else { 0 });
/// assert!(matches!(numbers.solver().solve().outcome(), Outcome::Unsolvable));
/// ```
pub const DEAD_END: Cost = u32::MAX;

/// Pages for readers who come from elsewhere. There is no code in this module.
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
pub mod guide {
    #[doc = include_str!("guide/from_the_assignment.md")]
    pub mod from_the_assignment {}
}

/// The programs in the README, compiled and run.
#[cfg(all(doctest, feature = "sliding-tiles", feature = "word-ladder"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// The programs for contributors, compiled and run.
#[cfg(all(doctest, feature = "sliding-tiles", feature = "word-ladder"))]
#[doc = include_str!("../CONTRIBUTING.md")]
struct Contributing;
