//! Searches as machines that can be stepped, inspected, limited and resumed.
//!
//! An [`Algorithm`] is a choice with its options; started on a space and a state it gives a
//! [`Search`], the machine. [`Solver`](crate::Solver) starts and drives one; come here to step
//! it yourself, to look into its open list, or to go on after a limit.
//!
//! # Which search when
//!
//! | you have | use | the solution is | ends without a solution | memory |
//! |---|---|---|---|---|
//! | a puzzle with few ways to a state | [`TreeAStar`] (the default) | optimal | no, unless the state knows | 8 bytes and the state for each node generated |
//! | many ways to a state: grids, maps, ladders | [`GraphAStar`] | optimal | yes, with the proof | 17 to 24 bytes and the state for each state reached |
//! | no memory to speak of | [`IdaStar`] | optimal | only on spaces without cycles | the path |
//! | the same, and many cores | `ParallelIdaStar` (feature `parallel`) | optimal | only on spaces without cycles | that for each thread |
//! | so much memory and no more | [`BoundedMemory`] | optimal | yes, if the space fits, else late | what the limit allows |
//! | a goal that is known, and steps back | [`Bidirectional`] | optimal | yes, with the proof | every state reached from either end |
//! | no estimate | [`UniformCost`] | optimal | yes, with the proof | every state reached |
//! | no estimate, unit steps | [`BreadthFirst`], [`BidirectionalBreadthFirst`] | fewest steps | yes, with the proof | every state reached |
//! | the same, and many cores | `ParallelBreadthFirst` (feature `parallel`) | fewest steps | yes, with the proof | every state reached |
//! | too little time for the optimum | [`WeightedAStar`] | at most *w* times the optimum | yes, with the proof | every state reached |
//! | a deadline | [`Anytime`] | better and better, with the ratio | yes, with the proof | every state reached |
//! | a deadline, and a huge space | [`AnytimeBeam`] | better and better, with the ratio | yes, with the proof | the width in each layer |
//! | any solution will do | [`GreedyBestFirst`] | some | yes, with the proof | every state reached |
//! | any solution, however long | [`DepthFirst`] | some | yes, with the proof | every state reached |
//! | a huge space, and luck | [`Beam`] | some, or none is found | only if nothing was left out | the width in each layer |
//! | the same, where depths differ | [`BestFirstBeam`] | some, or none is found | only if nothing was left out | the width, and every state generated |
//! | a wish for all of them | [`AllShortest`] | all that are optimal | yes, with the proof | every state reached |
//!
//! Optimal means: of the least cost, if the estimate is admissible; it need not be consistent.
//! Every search can be stepped, limited, stopped and resumed, and says what it has proven by
//! then: [`Search::lower_bound`]. [`SearchKind`] chooses one by name.
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

mod best_first;
mod bidirectional;
mod breadth_first;
mod course;
mod depth_first;
mod kind;
mod lockstep;
mod rank;
mod reached;
mod successors;

use std::time::Duration;

pub use best_first::*;
pub use bidirectional::*;
pub use breadth_first::*;
pub use depth_first::*;
pub use kind::{AnySearch, SearchKind, UnknownSearch};
pub use lockstep::{Lockstep, Side};

use crate::clock::Instant;
use crate::{Cost, Limits, Progress, StateSpace, Statistics, StopReason};

/// How a search came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A solution was found: [`Search::path`] and [`Search::cost`] give it.
    Solved,
    /// Every path was tried: there is no solution.
    Exhausted,
    /// The search cannot go on. Nothing is lost: with more memory or a higher limit it can.
    Stopped(StopReason),
}

/// A search under way.
///
/// An [`Algorithm`] starts one. It is driven by [`advance`](Search::advance), or by [`run`], and
/// answers the other questions at any time between two calls.
///
/// The trait can be implemented outside of this crate: a `Solver` runs any search, and so does
/// [`Lockstep`]. All methods are required, for none of them has an answer that is right for every
/// search.
pub trait Search {
    /// The states of the space that it searches.
    type State;

    /// Does at most this many steps, and gives the end if it was reached; `None` means that there is
    /// more to do. A step takes one node off the open list and expands it, or finds that it is a
    /// goal.
    ///
    /// Once the search is solved or exhausted, further calls give the same answer.
    fn advance(&mut self, steps: u64) -> Option<End>;

    /// The counters so far.
    fn statistics(&self) -> Statistics;

    /// What is proven so far: every solution costs at least this much, if the estimate is
    /// admissible. It never decreases then. If the estimate is not admissible, nothing is proven, and
    /// this is no more than the cost of the solution.
    fn lower_bound(&self) -> Cost;

    /// The path of the solution, or, as long as there is none, to the most promising state seen:
    /// of those with the lowest estimate, the one with the lowest path cost.
    fn path(&self) -> Vec<Self::State>;

    /// The cost of [`path`](Search::path).
    fn cost(&self) -> Cost;

    /// Whether [`path`](Search::path) is a solution: after [`End::Solved`], and in some searches
    /// before, while they look for a better one or for the proof that there is none.
    fn has_solution(&self) -> bool;

    /// Starts anew from another state of the same space, with all counters at zero, and with the
    /// memory that it has: solving many small problems in a row then allocates next to nothing.
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

    /// Keeps to these limits from now on, as far as they are on memory and time, and looks at the flag
    /// to cancel: [`advance`](Search::advance) then gives [`End::Stopped`]. At first there are none.
    ///
    /// Those on nodes are kept by whoever counts the steps, as [`run`] does.
    fn set_limits(&mut self, limits: &Limits);
}

/// A search that can start anew in another space: all of this crate can.
///
/// ```
/// use bestfirst::StateSpace;
/// use bestfirst::search::{Algorithm, End, GraphAStar, RestartIn, Search};
///
/// /// The way from one number to another by adding 3 and subtracting 1.
/// struct Numbers {
///     goal: u32,
/// }
///
/// impl StateSpace for Numbers {
///     type State = u32;
///
///     fn estimate(&self, _: &u32) -> u32 {
///         0
///     }
///
///     fn is_goal(&self, &number: &u32) -> bool {
///         number == self.goal
///     }
///
///     fn for_each_successor(
///         &self,
///         &number: &u32,
///         _: Option<&u32>,
///         mut visit: impl FnMut(u32, u32),
///     ) {
///         visit(number + 3, 1);
///         visit(number.saturating_sub(1), 1);
///     }
/// }
///
/// let mut search = GraphAStar::new().start(Numbers { goal: 7 }, 0);
/// assert_eq!((search.advance(u64::MAX), search.cost()), (Some(End::Solved), 5));
/// search.restart_in(Numbers { goal: 9 }, 4);
/// assert_eq!((search.advance(u64::MAX), search.cost()), (Some(End::Solved), 3));
/// ```
pub trait RestartIn<P: StateSpace>: Search<State = P::State> {
    /// Starts anew in another space, or in the same one with another goal, with the memory that it has.
    fn restart_in(&mut self, space: P, initial: P::State);
}

/// A search algorithm with its options.
///
/// Each algorithm asks of the space and its states only what it needs: the bounds are
/// on the implementation.
pub trait Algorithm<P: StateSpace> {
    /// The machine that runs it.
    type Search: Search<State = P::State>;

    /// The machine at its start: `initial` is the root, and nothing has been expanded.
    fn start(&self, space: P, initial: P::State) -> Self::Search;
}

/// The time between two looks at a search: long enough to cost nothing.
const TURN: Duration = Duration::from_millis(5);

/// The most steps between two looks, for where there is no clock.
const MOST_STEPS: u64 = 1 << 16;

/// Drives a search until it ends or meets a limit. Called again with higher limits, it goes on
/// where it stopped.
///
/// Between turns of some milliseconds it looks at the limits, and at most once in
/// `interval` it calls `on_progress`.
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
/// let end = search::run(&mut search, &limits, Duration::MAX, |_| {});
/// assert!(matches!(end, End::Stopped(_)));
/// assert_eq!(search.statistics().expanded, 1_000);
///
/// let end = search::run(&mut search, &Limits::none(), Duration::MAX, |_| {});
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
    let mut turn_began = Instant::now();
    let mut shown = turn_began;
    loop {
        let statistics = search.statistics();
        if let Some(reason) = limits.met(&statistics) {
            return End::Stopped(reason);
        }
        if let Some(reason) = limits.is_too_costly(search.lower_bound()) {
            return End::Stopped(reason);
        }
        let steps = limits.steps_left(&statistics).min(turn);
        if let Some(end) = search.advance(steps) {
            let too_costly = limits.is_too_costly(search.lower_bound());
            let is_solved = end == End::Solved;
            return too_costly.filter(|_| is_solved).map_or(end, End::Stopped);
        }
        let now = Instant::now();
        let took = now - turn_began;
        if took < TURN / 2 && steps == turn {
            turn = (2 * turn).min(MOST_STEPS);
        } else if took > 4 * TURN {
            turn = (turn / 4).max(1);
        }
        turn_began = now;
        if now - shown >= interval {
            shown = now;
            on_progress(&Progress {
                statistics: search.statistics(),
                lower_bound: search.lower_bound(),
            });
        }
    }
}
