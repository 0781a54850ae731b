//! Shortest paths in graphs, grids and puzzles, with proofs: A\*, Dijkstra's algorithm,
//! breadth-first search, IDA\* and [more](search#which-search-when). Describe a problem once. The
//! answer is a best solution, a proof that there is none, or what was proven when the search met
//! your limit.
//!
#![cfg_attr(
    all(feature = "sliding-tiles", feature = "word-ladder"),
    doc = include_str!("guide/front_page.md")
)]
//!
//! # A graph or a grid
//!
//! The arcs of a graph make a [`graphs::Graph`]:
//!
//! ```
//! use bestfirst::graphs::Graph;
//!
//! let roads = [(0, 1, 7), (0, 2, 1), (2, 1, 2)]; // from, to, kilometres
//! let solver = Graph::from_arcs(3, roads)?.shortest_path(0, 1);
//! assert_eq!((solver.cost(), solver.solution()), (Some(3), &[0, 2, 1][..]));
//! # Ok::<(), bestfirst::graphs::GraphError>(())
//! ```
//!
//! If steps are computed, give them as closures: a [`Problem`] takes the initial state, the steps
//! and the goal test. Here each step has a name and a cost:
//!
//! ```
//! use bestfirst::Problem;
//!
//! // To enter a cell costs its digit. From the top left to the bottom right:
//! let field = [b"11637", b"13813", b"21365", b"36949", b"74634"];
//! let steps = |&(x, y): &(usize, usize)| {
//!     let (left, up) = (x.wrapping_sub(1), y.wrapping_sub(1));
//!     let steps = [("right", x + 1, y), ("down", x, y + 1), ("left", left, y), ("up", x, up)];
//!     steps.into_iter().filter_map(|(name, x, y)| {
//!         let digit = field.get(y)?.get(x)?;
//!         Some((name, (x, y), u32::from(digit - b'0')))
//!     })
//! };
//! let problem = Problem::from_actions((0, 0), steps, |&cell| cell == (4, 4))
//!     .estimate(|&(x, y)| (8 - x - y) as u32); // never above the true cost
//! let solver = problem.solve();
//! assert_eq!(solver.cost(), Some(24));
//! println!("{:?}", solver.actions_in(&problem).unwrap());
//! ```
//!
//! If you store the closure in a variable, write the type of its argument, as here. For limits or
//! another search, write `problem.solver()` first: it is a [`SolverBuilder`].
//!
//! # A puzzle
//!
//! A state type of your own implements [`WorldState`]. Two methods are required: a heuristic and
//! the neighbours. The goal test follows from the heuristic unless you override it.
//!
//! ```
//! use bestfirst::{Solver, WorldState};
//!
//! /// Measure four litres with a jug of three litres and a jug of five.
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
//! [`Solver::new`] runs [A\*](search::AStar): tree search while it is small, and then graph search,
//! which drops duplicate states. [`Solver::builder`] takes limits, or another search.
//!
//! [`WorldState`] fits states that need no shared data and moves that all cost 1. For shared
//! tables or weighted steps, implement [`StateSpace`] and start with [`Solver::builder_in`].
//!
//! # Three answers
//!
//! [`Solver::outcome`] is [`Solved`](Outcome::Solved), with a path and what is proven of its cost;
//! [`Unsolvable`](Outcome::Unsolvable), which is a proof; or [`Stopped`](Outcome::Stopped), with a
//! lower bound on the cost of any solution. Bad input is an error of the function that reads it.
//!
//! **There are no limits unless you set them.** The default searches keep every node that they
//! generate. [`Limits`] bound expansions, nodes, memory, time and cost, or let another thread
//! cancel the search. If the allocator refuses memory, the search stops; it does not abort.
//!
//! # Features
//!
//! | feature | default | what |
//! |---|---|---|
//! | `sliding-tiles` | yes | `sliding_tiles::Board`: the n-puzzle on any N-by-N board |
//! | `word-ladder` | yes | `word_ladder::Dictionary`: ladders over any list of words |
//! | `grid-maps` | no | `grid_maps::GridMap`: shortest paths on maps of cells, step by step and by jump points |
//! | `rubiks-cube` | no | `rubiks_cube::Cube` and `rubiks_cube::PocketCube`: Rubik's Cube, 3×3×3 and 2×2×2, with the distances of all states of the latter; with `pattern-databases`, solvers for the former |
//! | `pattern-databases` | no | `pattern_database`: heuristics from tables that are built, saved and loaded; for the n-puzzle `sliding_tiles::TilePatterns`; files of `search::Landmarks` |
//! | `parallel` | no | several threads: `solve_all` for many problems at once, `search::ParallelGraphAStar` and other searches for one |
//! | `enumeration` | no | `enumeration`: all states of a space with two bits for each, with checkpoints |
//! | `external` | no | `external`: A\* on disk, for spaces that outgrow the memory |
//! | `distributed` | no | `distributed`: search over several processes, on one machine or many, on `timely`; needs Rust 1.86 |
//! | `rand` | no | random boards, maps and cubes, from the bits of any generator |
//! | `serde` | no | boards, statistics and answers in the formats of `serde` |
//!
//! The minimum supported Rust version is 1.85, and 1.86 for the feature `distributed`.
//!
//! # Licence
//!
//! MIT or Apache-2.0, at your option. One dependency, `priority-queue`, is under LGPL-3.0-or-later
//! or MPL-2.0, at your option. The [README](https://crates.io/crates/bestfirst) says what that
//! means for a program.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod answer;
pub mod check;
#[cfg(feature = "distributed")]
pub mod distributed;
mod domains;
#[cfg(feature = "external")]
pub mod external;
pub mod frontier;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
pub mod guide;
pub mod heuristic;
pub mod search;
mod solver;
mod space;
#[cfg(any(
    feature = "distributed",
    feature = "enumeration",
    feature = "external",
    feature = "pattern-databases"
))]
mod tables;

// Public modules in private rooms are exported here: the rooms are no part of public paths.

pub use answer::first_error::FirstError;
#[doc(alias("cancel", "deadline", "timeout"))]
pub use answer::limits::Limits;
pub use answer::outcome::{Outcome, Solution, StopReason, Stopped};
pub use answer::progress::Progress;
pub use answer::statistics::{Iteration, Statistics};
pub use domains::graphs;
#[cfg(feature = "grid-maps")]
pub use domains::grid_maps;
#[cfg(feature = "rubiks-cube")]
pub use domains::rubiks_cube;
#[cfg(feature = "sliding-tiles")]
pub use domains::sliding_tiles;
#[cfg(feature = "word-ladder")]
pub use domains::word_ladder;
#[doc(inline)]
pub use heuristic::{Heuristic, WithHeuristic};
#[doc(inline)]
#[doc(alias("closure", "graph"))]
pub use problem::Problem;
#[doc(alias("async", "pause", "resume", "step"))]
pub use solver::Running;
pub use solver::problem;
#[cfg(feature = "parallel")]
pub use solver::solve_all::solve_all;
pub use solver::{Solver, SolverBuilder};

/// The traits, and what every program needs: `use bestfirst::prelude::*`.
pub mod prelude {
    pub use crate::search::{Algorithm, Evaluation, Search};
    pub use crate::{
        ActionSpace, ActionWorld, BidirectionalSpace, BidirectionalWorld, Heuristic, Limits,
        NumberedSpace, Outcome, Problem, Solver, StateSpace, WorldState,
    };
}
pub use space::actions::{ActionSpace, ActionWorld};
pub use space::event::{Event, EventKind, Observed};
#[doc(alias("f64", "float", "fraction"))]
pub use space::fixed_point::FixedPoint;
pub use space::fixed_point::{StepCostError, StepCostErrorKind};
pub use space::moves;
pub use space::multi_objective::{ByCost, MultiObjective, MultiObjectiveSpace, WithHeuristics};
pub use space::numbering::{NumberedSpace, Reversed};
pub use space::state_space::{
    BidirectionalSpace, Expansion, StateSpace, SuccessorFunction, Worlds,
};
pub use space::turns::{Headed, WithTurns};
pub use space::world_state::{BidirectionalWorld, WorldState};
#[cfg(feature = "enumeration")]
pub use tables::enumeration;
#[cfg(any(
    feature = "distributed",
    feature = "enumeration",
    feature = "external",
    feature = "pattern-databases"
))]
pub use tables::fault::FileFault;
#[cfg(feature = "pattern-databases")]
pub use tables::pattern_database;

/// The cost of a step, a path or a solution, and the unit of estimates: a whole number.
///
/// - **Why 32 bits.** Every node stores a path cost and a priority. With 64 bits, a node of
///   16 bytes would take 24 to 32, and fewer nodes would fit into memory.
/// - **What is checked.** Sums never wrap. A path that costs more than [`u32::MAX`] is pruned. If
///   no other path leads to a goal, the search reports [`StopReason::PathCost`].
/// - **How to count in small units.** Choose a unit in which the most expensive solution stays
///   below 4,294,967,295: metres for a country, millimetres for a hall. [`FixedPoint`] turns
///   fractional costs into whole numbers and keeps estimates admissible.
/// - **Why a cost of type `i32`, `usize` or `f64` does not compile.** Where a step cost is
///   expected, the compiler says "expected `u32`". Convert it: `u32::try_from(cost)` says when it
///   does not fit, and `as u32` does not. For `f64` there is [`FixedPoint`].
/// - **Why no cost is negative.** A search is done with a state because further steps only add to
///   the cost of a path. The compiler proposes `-1i32` for `-1`, which does not help. To find the
///   *highest* sum of gains, let a step cost what it loses.
#[cfg_attr(
    all(feature = "sliding-tiles", feature = "word-ladder"),
    doc = "  The [guide](guide::a_best_score) shows how."
)]
#[doc(alias("negative", "maximize", "maximise", "weight"))]
pub type Cost = u32;

/// The estimate of a state from which no goal can be reached: a *dead end*.
///
/// Every search that uses estimates prunes such a state. If nothing else is left, the problem is
/// proven [unsolvable](Outcome::Unsolvable). Blind searches (uniform cost, breadth-first,
/// depth-first) ignore estimates, and this one too. [`Solver`] does not search at all if the
/// initial state is a dead end.
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

/// The programs in the README, compiled and run.
#[cfg(all(doctest, feature = "sliding-tiles", feature = "word-ladder"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// The programs for contributors, compiled and run.
#[cfg(all(doctest, feature = "sliding-tiles", feature = "word-ladder"))]
#[doc = include_str!("../CONTRIBUTING.md")]
struct Contributing;
