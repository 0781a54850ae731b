//! Searches that can be stepped, inspected, limited and resumed.
//!
//! An [`Algorithm`] is a choice of search with its options. Started on a space and an initial
//! state, it gives a [`Search`], which holds all that the search has generated.
//! [`Solver`](crate::Solver) starts a search and drives it. Use this module to step a search
//! yourself, to inspect its open list, or to resume it after a limit.
//!
//! # Which search when
//!
//! Most programs need one of these. The solution is optimal; that of [`WeightedAStar`] costs at
//! most *w* times as much.
//!
//! | you have | use | memory |
//! |---|---|---|
//! | a puzzle | [`AStar`] (the default for states) | that of `GraphAStar`, and at most 3 MB |
//! | many paths to a state: grids, maps, graphs | [`GraphAStar`] (the default for spaces) | 17 to 24 bytes and the state for each state reached |
//! | very little memory | [`IdaStar`] | the path |
//! | no heuristic | [`UniformCost`]; if all steps cost 1, [`BreadthFirst`] | every state reached |
//! | too little time for the optimum | [`WeightedAStar`] | every state reached |
//!
//! <details>
//! <summary>All other searches</summary>
//!
//! | you have | use | the solution is | memory |
//! |---|---|---|---|
//! | a tree, or states that cannot be hashed | [`TreeAStar`] | optimal | 8 bytes and the state for each node generated |
//! | a graph, and many cores | [`ParallelGraphAStar`] | optimal | that of `GraphAStar` |
//! | many queries in one space whose states are numbered: maps | [`DenseAStar`] | optimal | 10 bytes for each number |
//! | very many small states, and predecessors | [`CompactAStar`] | optimal | 1.25 to 1.9 times (the state and 5 bytes), and 4 to 6 bytes more while it is open |
//! | very little memory, and many cores | [`ParallelIdaStar`] | optimal | a path for each thread |
//! | a fixed amount of memory | [`BoundedMemory`] | optimal | up to the limit |
//! | known goals, and predecessors | [`Bidirectional`] | optimal | every state reached from either end |
//! | the same, and steps of cost 1 | [`BidirectionalBreadthFirst`] | fewest steps | every state reached from either end |
//! | no heuristic, and many cores | [`UniformCost::parallel`] | optimal | every state reached |
//! | the same, and steps of cost 1 | [`ParallelBreadthFirst`] | fewest steps | every state reached |
//! | too little time for the optimum, and many cores | [`WeightedAStar::parallel`] | at most *w* times the optimum | every state reached |
//! | too little time for the optimum, and steps that differ much in cost | [`Focal`] | at most *w* times the optimum | that of `GraphAStar`, and 16 or 32 bytes while it is open |
//! | a deadline | [`Anytime`] | improved over time, with a ratio | every state reached |
//! | a deadline, and a huge space | [`AnytimeBeam`] | improved over time, with a ratio | the beam width in each layer |
//! | a need for any solution | [`GreedyBestFirst`] | any | every state reached |
//! | a need for any solution, however long | [`DepthFirst`] | any | every state reached |
//! | a huge space, and no need for a guarantee | [`Beam`] | any, or none is found | the beam width in each layer |
//! | the same, where good states lie at different depths | [`BestFirstBeam`] | any, or none is found | the beam width, and every state generated |
//! | several costs for each step, such as time and money | [`ParetoAStar`] | the Pareto set, or optimal within a budget | every vector of costs that is not dominated, 16 bytes for two |
//! | a need for all optimal solutions | [`AllShortest`] | all optimal ones | every state reached |
//!
//! The searches for many cores need the feature `parallel`.
//!
//! </details>
//!
//! If there is no solution, a search proves it on a finite space, with these exceptions:
//! [`TreeAStar`], [`IdaStar`] and its parallel form end only if the space has no cycles but steps
//! straight back, or if `is_solvable` returns `false`; [`Beam`] and [`BestFirstBeam`] prove it only
//! if no node was left out. [`BoundedMemory`] takes long if the space does not fit into its memory.
//!
//! A solution is optimal if no solution costs less. The optimal searches guarantee this if the
//! heuristic is admissible; it need not be consistent. Every search can be stepped, limited,
//! stopped and resumed. [`Search::lower_bound`] is the bound proven so far. [`SearchKind`] selects
//! a search by name.
//!
//! Three algorithms have answers of their own: [`Distances`], from one state to all others,
//! [`KShortest`], the shortest paths one after the other, and [`Replan`], the paths of an agent on
//! a map that changes.
//!
//! # Example: step and inspect
//!
//! ```
//! # #[cfg(feature = "sliding-tiles")] {
//! use bestfirst::Worlds;
//! use bestfirst::search::{Algorithm, End, Search, TreeAStar};
//! use bestfirst::sliding_tiles::Board;
//!
//! let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
//! let mut search = TreeAStar::new().start(Worlds::new(), board);
//! let mut open = Vec::new();
//! loop {
//!     open.push(search.open_list().count());
//!     if search.advance(1).is_some() {
//!         break;
//!     }
//! }
//! assert_eq!(open, [1, 2, 3, 5, 6]);
//! assert_eq!(search.cost(), 4);
//! # }
//! ```

// Without the feature, these names lead to the table of features.
#![cfg_attr(
    not(feature = "parallel"),
    doc = "
[`ParallelBreadthFirst`]: crate#features
[`ParallelGraphAStar`]: crate#features
[`ParallelIdaStar`]: crate#features
[`UniformCost::parallel`]: crate#features
[`WeightedAStar::parallel`]: crate#features"
)]

// `README.md` in this folder follows one call from the builder to the answer.

mod best_first;
mod bidirectional;
mod breadth_first;
mod control;
mod depth_first;
mod impls;
mod key;
mod kind;
mod lockstep;
mod memory;
mod pareto;
#[cfg(feature = "parallel")]
mod phases;
mod rank;
mod reached;
mod status;
mod successors;

use std::time::Duration;

pub use best_first::*;
pub use bidirectional::*;
pub use breadth_first::*;
pub use depth_first::*;
pub use kind::{AnySearch, SearchKind, UnknownSearch};
pub use lockstep::{Lockstep, Side};
pub use memory::{Kept, Memory, NoSpace, Reuse};
pub use pareto::{ParetoSearch, ParetoSolution, ideal_point};

// Other names of the searches. The search box of the documentation finds an alias of an export, but
// not one of an item in a private module.
#[doc(alias("a*", "astar", "shortest path"))]
pub use best_first::AStar;
#[doc(alias("all paths", "astar_bag"))]
pub use best_first::AllShortest;
#[doc(alias("ara*", "deadline"))]
pub use best_first::Anytime;
#[doc(alias("dijkstra", "dijkstra_all", "flow field", "one to all"))]
pub use best_first::Distances;
#[doc(alias("a* epsilon", "bounded suboptimal", "focal list"))]
pub use best_first::Focal;
#[doc(alias("a*", "astar", "shortest path"))]
pub use best_first::GraphAStar;
#[doc(alias("alternative paths", "yen"))]
pub use best_first::KShortest;
#[doc(alias("d* lite", "dynamic", "incremental", "lpa*", "mpgaa*"))]
pub use best_first::Replan;
#[doc(alias("dijkstra", "ucs"))]
pub use best_first::UniformCost;
#[doc(alias = "nbs")]
pub use bidirectional::Bidirectional;
#[doc(alias = "bfs_bidirectional")]
pub use bidirectional::BidirectionalBreadthFirst;
#[doc(alias = "beam search")]
pub use breadth_first::Beam;
#[doc(alias = "bfs")]
pub use breadth_first::BreadthFirst;
#[doc(alias = "dfs")]
pub use depth_first::DepthFirst;
#[doc(alias("ida*", "idastar", "iddfs", "iterative deepening"))]
pub use depth_first::IdaStar;
#[doc(alias("budget", "constrained shortest path"))]
#[doc(alias("multi-objective", "resource constraints"))]
pub use pareto::ParetoAStar;

use crate::answer::clock::Instant;
use crate::{
    Cost, Limits, Outcome, Progress, Solution, StateSpace, Statistics, StopReason, Stopped,
};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A solution was found: [`Search::path`] and [`Search::cost`] give it.
    Solved,
    /// Every path was tried: there is no solution.
    Exhausted,
    /// The search cannot continue. Nothing is lost: it can be resumed with more memory or a higher
    /// limit.
    Stopped(StopReason),
}

/// A search in progress.
///
/// An [`Algorithm`] starts it. [`advance`](Search::advance) or [`run`] drives it. The other methods
/// may be called at any time between two calls of these.
///
/// If the space, a state or an observer panics and the panic is caught, a search of this crate can
/// go on, and still gives the right answer. There is one exception: if the panic interrupts a
/// restart that has begun to remove what was there, `advance` panics until the search is restarted
/// again.
///
/// The trait can be implemented outside of this crate; a `Solver` and [`Lockstep`] run any search.
/// The example `custom_search` is a template.
/// All methods but [`run`](Self::run) are required, because none has a default that is correct for
/// every search.
pub trait Search {
    /// The states of the space that is searched.
    type State;

    /// Takes at most `steps` steps. Returns how the search ended, or `None` if it can continue. A
    /// step takes one node off the open list, and expands it unless it is a goal.
    ///
    /// Once the search is solved or exhausted, further calls return the same answer.
    fn advance(&mut self, steps: u64) -> Option<End>;

    /// The counters so far.
    fn statistics(&self) -> Statistics;

    /// The lower bound that the search has proven: no solution costs less. This assumes that the
    /// heuristic is admissible; the bound then never decreases. With an inadmissible heuristic
    /// nothing is proven, and the bound is at most the cost of the solution found.
    fn lower_bound(&self) -> Cost;

    /// The path of the solution. Before there is one, the path to the most promising state seen:
    /// the lowest estimate, and among equals the lowest path cost.
    fn path(&self) -> Vec<Self::State>;

    /// The cost of [`path`](Search::path).
    fn cost(&self) -> Cost;

    /// Whether [`path`](Search::path) is a solution. It is after [`End::Solved`]. Some searches
    /// have a solution earlier, while they look for a better one or prove that there is none.
    fn has_solution(&self) -> bool;

    /// Restarts from another initial state in the same space. All counters are reset and the memory
    /// is kept, so solving many small problems in a row allocates almost nothing.
    ///
    /// Under a [limit on bytes](Limits::bytes), the memory is given back instead, because it would
    /// count. So a search never lacks memory that a new search would have. The same holds if such a
    /// limit is set after the restart, before the first step.
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::Worlds;
    /// use bestfirst::search::{Algorithm, End, Search, TreeAStar};
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let boards = ["0 1 3 / 4 2 5 / 7 8 6", "1 2 3 / 0 7 6 / 5 4 8"];
    /// let mut boards = boards.map(|text| text.parse::<Board>().unwrap()).into_iter();
    /// let mut search = TreeAStar::new().start(Worlds::new(), boards.next().unwrap());
    /// assert_eq!((search.advance(u64::MAX), search.cost()), (Some(End::Solved), 4));
    /// search.restart(boards.next().unwrap());
    /// assert_eq!((search.advance(u64::MAX), search.cost()), (Some(End::Solved), 7));
    /// # }
    /// ```
    fn restart(&mut self, initial: Self::State);

    /// Sets the limits on memory and time, and the flags that cancel. [`advance`](Search::advance)
    /// checks them and returns [`End::Stopped`]. At the start there are none.
    ///
    /// Limits on the number of nodes are checked by the caller that counts the steps, as [`run`]
    /// does.
    fn set_limits(&mut self, limits: &Limits);

    /// Runs the search until it ends or meets a limit: [`run`] without an observer.
    fn run(&mut self, limits: &Limits) -> End {
        run(self, limits, Duration::MAX, |_| {})
    }
}

/// A search algorithm with its options.
///
/// The trait bounds are on each implementation, because each algorithm requires different things of
/// the space and its states.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a search for the space `{P}`",
    label = "this type does not implement `Algorithm<{P}>`",
    note = "the searches are in `bestfirst::search`, for example `GraphAStar::new()`",
    note = "for a search by its name: `\"ida-star\".parse::<SearchKind>()`"
)]
pub trait Algorithm<P: StateSpace> {
    /// The search that the algorithm starts.
    type Search: Search<State = P::State>;

    /// Starts a search. `initial` is the root, and nothing has been expanded.
    fn start(&self, space: P, initial: P::State) -> Self::Search;
}

/// The time between two checks of the limits: long enough for the checks to cost nothing.
const TURN: Duration = Duration::from_millis(5);

/// The most steps between two checks, for platforms without a clock.
const MOST_TURN_STEPS: u64 = 1 << 16;

/// Drives a search until it ends or meets a limit. Call it again with higher limits to resume the
/// search.
///
/// It checks the limits every few milliseconds. It calls `on_progress` at most once in `interval`.
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use std::time::Duration;
/// use bestfirst::{Limits, Worlds};
/// use bestfirst::search::{self, Algorithm, Search, End, TreeAStar};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let mut search = TreeAStar::new().start(Worlds::new(), board);
///
/// let limits = Limits::none().expansions(1_000);
/// assert!(matches!(search.run(&limits), End::Stopped(_)));
/// assert_eq!(search.statistics().expanded, 1_000);
///
/// let second = Duration::from_secs(1);
/// let end = search::run(&mut search, &Limits::none(), second, |progress| println!("{progress}"));
/// assert_eq!(end, End::Solved);
/// assert_eq!(search.cost(), 31);
/// # }
/// ```
pub fn run(
    search: &mut (impl Search + ?Sized),
    limits: &Limits,
    interval: Duration,
    mut on_progress: impl FnMut(&Progress),
) -> End {
    search.set_limits(limits);
    let mut turn = 16;
    let (mut read, mut since_shown) = (None, Duration::ZERO);
    loop {
        let statistics = search.statistics();
        let met = limits.met(&statistics);
        if let Some(reason) = met.or_else(|| limits.is_too_costly(search.lower_bound())) {
            return End::Stopped(reason);
        }
        let steps = limits.steps_left(&statistics).min(turn);
        if let Some(end) = search.advance(steps) {
            let too_costly = limits.is_too_costly(search.lower_bound());
            let is_solved = matches!(end, End::Solved);
            return too_costly.filter(|_| is_solved).map_or(end, End::Stopped);
        }
        let now = Instant::now();
        // The time of the first turn comes from the search, so that a short search reads the clock
        // once less.
        let first = || search.statistics().elapsed.saturating_sub(statistics.elapsed);
        let took = read.replace(now).map_or_else(first, |before| now.duration_since(before));
        if took < TURN / 2 && steps == turn {
            let is_short = took < TURN.min(interval) / 64;
            turn = (turn * if is_short { 8 } else { 2 }).min(MOST_TURN_STEPS);
        } else if took > 4 * TURN {
            turn = (turn / 4).max(1);
        }
        since_shown += took;
        if since_shown >= interval {
            since_shown = Duration::ZERO;
            on_progress(&Progress {
                statistics: search.statistics(),
                lower_bound: search.lower_bound(),
                best_cost: search.has_solution().then(|| search.cost()),
            });
        }
    }
}

/// The answer of a search that ended with `end`.
pub(crate) fn outcome<S>(search: &impl Search<State = S>, end: End) -> Outcome<S> {
    let (lower_bound, path_cost) = (search.lower_bound(), search.cost());
    let solution = || Solution::new(search.path(), path_cost, lower_bound);
    let shows = |reason| search.has_solution() && !matches!(reason, StopReason::Cost { .. });
    match end {
        End::Solved => Outcome::Solved(solution()),
        End::Exhausted => Outcome::Unsolvable,
        End::Stopped(reason) if shows(reason) => Outcome::Solved(solution().stopped(reason)),
        End::Stopped(reason) => {
            Outcome::Stopped(Stopped { reason, lower_bound, path: search.path(), path_cost })
        }
    }
}
