//! IDA\* on several threads.

mod subtrees;
use std::time::Duration;

use super::iterations::{Iterations, next_bound};
use crate::frontier::Full;
use crate::search::control::{Control, Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise, without_options};
use crate::search::{Algorithm, End, Search};
use crate::{Iteration, StateSpace, Statistics};
use subtrees::{Subtree, Subtrees};

/// IDA\* on several threads. Each iteration is cut at a shallow depth, and the subtrees below the
/// cut are searched in parallel.
///
/// It runs on the threads of the current [`rayon`] pool. Outside of a pool it uses the global one,
/// with one thread for each core. A long iteration has hundreds or thousands of subtrees. In each
/// round, some of them are searched for some thousand steps, by whichever thread comes first. Short
/// iterations are not cut.
///
/// To solve many problems at once, use [`solve_all`](crate::solve_all) with
/// [`IdaStar`](crate::search::IdaStar). It is simpler and has no overhead.
///
/// # Guarantees
///
/// As [`IdaStar`](crate::search::IdaStar), it is **optimal** if the heuristic is admissible, and
/// **complete** if there is a solution and no cycle costs 0.
///
/// **The number of threads does not affect** the solution, its cost, or the counters when it is
/// found: they are those of [plain `IdaStar`](crate::search::IdaStar::plain). So there are many
/// iterations unless costs are small whole numbers. Of several solutions within the bound, the
/// first one in the order of the successors is found. How many nodes of later subtrees were
/// expanded by then varies between runs; these nodes are not counted.
///
/// If the search is stopped, the counters of the current iteration and the most promising path may
/// vary between runs. Under a limit on expansions, the number of expansions does not vary.
///
/// # Complexity
///
/// The time of `IdaStar` divided by the number of threads, as long as there are many subtrees.
///
/// # Memory
///
/// The states on a path for each subtree under way, a few kilobytes. There are up to 64 of them for
/// each thread, or one under a limit on bytes or on generated nodes. In addition, 96 bytes for each
/// subtree that is done before an earlier one.
///
/// # Threads
///
/// The methods of the space and the states may use the same pool.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::{IdaStar, ParallelIdaStar};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "5 1 2 4 / 9 6 3 8 / 13 15 10 11 / 0 14 7 12".parse().unwrap();
/// let alone = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let solver = pool.install(|| Solver::builder(board).algorithm(ParallelIdaStar::new()).solve());
/// assert_eq!(solver.solution(), alone.solution());
/// assert_eq!(solver.statistics().generated, alone.statistics().generated);
/// # }
/// ```
///
/// # Reference
///
/// A. Reinefeld and V. Schnecke, "Work-load balancing in highly parallel depth-first search",
/// *Proceedings of the Scalable High Performance Computing Conference*, 1994. The first parallel
/// IDA\* is in V. N. Rao, V. Kumar and K. Ramesh, "A parallel implementation of
/// iterative-deepening-A\*", *Proceedings of AAAI*, 1987. There, an idle thread takes a part of the
/// path of another one.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ParallelIdaStar;

without_options!(ParallelIdaStar);

impl<P: StateSpace<State: Send> + Sync> Algorithm<P> for ParallelIdaStar {
    type Search = ParallelIdaStarSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let (subtrees, iterations) = (Subtrees::new(), Iterations::default());
        ParallelIdaStarSearch { space, subtrees, iterations, control: Control::default() }
            .started(initial)
    }
}

/// Less work than this is not worth waking other threads.
const WORTHWHILE: Duration = Duration::from_micros(100);

/// A parallel IDA\* search in progress. [`ParallelIdaStar`] starts one.
#[derive(Clone)]
pub struct ParallelIdaStarSearch<P: StateSpace> {
    space: P,
    subtrees: Subtrees<P::State>,
    iterations: Iterations,
    control: Control,
}

impl<P: StateSpace<State: Send> + Sync> ParallelIdaStarSearch<P> {
    /// The iterations so far, in order. The last one is the current one.
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations.list
    }

    /// Updates the record of the current iteration.
    fn record(&mut self) {
        self.iterations.record(&self.subtrees.counters(), self.control.elapsed);
    }

    /// Starts the next iteration. Ends the search if nothing exceeded the bound.
    fn deepen(&mut self) -> Result<(), Halt> {
        let bound = next_bound(self.subtrees.beyond())?;
        self.iterations.make_room(self.allowance()?)?;
        self.control.read_clock();
        self.record();
        if let Some(last) = self.iterations.list.last() {
            self.subtrees.cut(last);
        }
        self.iterations.begin(bound, self.statistics());
        self.subtrees.repeat(bound);
        Ok(())
    }

    /// The subtree with the solution, once it is known to be the first one.
    fn solved(&self) -> Option<&Subtree<P::State>> {
        self.subtrees.solved.as_ref().filter(|_| self.control.is_solved())
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.control.allowance(|| self.bytes())
    }

    fn bytes(&self) -> usize {
        self.subtrees.bytes() + self.iterations.bytes()
    }

    /// How many more nodes may be generated.
    fn generated_left(&self) -> u64 {
        match self.control.limits.generated_limit() {
            u64::MAX => u64::MAX,
            limit => limit.saturating_sub(self.statistics().generated),
        }
    }

    /// How many threads are worth using for this work, judged by the time of the steps so far.
    fn threads(&self, steps: u64) -> usize {
        let Statistics { expanded, elapsed, .. } = self.iterations.before;
        let expected = elapsed.as_nanos() * u128::from(steps) / u128::from(expanded.max(1));
        let is_worthwhile = self.subtrees.depth > 0 && expected >= WORTHWHILE.as_nanos();
        if is_worthwhile { rayon::current_num_threads() } else { 1 }
    }
}

impl<P: StateSpace<State: Send> + Sync> Stepwise for ParallelIdaStarSearch<P> {
    const MOST_STEPS: u64 = 1 << 20;

    fn steps(&mut self, count: u64) -> Result<(), Halt> {
        let mut left = count;
        // Another round is worth its overhead only if more than half of the steps are left.
        while left > count / 2 && self.generated_left() > 0 {
            let generated = self.generated_left();
            let (threads, allowance) = (self.threads(left), self.allowance()?);
            left = self.subtrees.round(&self.space, left, generated, threads, allowance)?;
            if self.subtrees.is_over() {
                if self.subtrees.solved.is_some() {
                    return Err(End::Solved.into());
                }
                self.deepen()?;
            }
        }
        Ok(())
    }

    answers!(|search| search; control);

    fn give_back(&mut self) {
        self.subtrees.give_back();
        self.iterations.give_back();
    }

    fn limited(&mut self) {
        self.subtrees.set_byte_limit(self.control.limits.byte_limit());
    }

    fn pause(&mut self) {
        self.record();
    }
}

impl<P: StateSpace<State: Send> + Sync> Search for ParallelIdaStarSearch<P> {
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        self.iterations.total(&self.subtrees.counters(), self.bytes(), self.control.elapsed)
    }

    fn lower_bound(&self) -> u32 {
        let is_exhausted = self.control.answer == Some(End::Exhausted);
        let proven = if is_exhausted { u32::MAX } else { self.subtrees.top.bound };
        self.control.lower_bound(proven, || self.cost())
    }

    fn path(&self) -> Vec<P::State> {
        self.solved().map_or_else(
            || self.subtrees.promising().1,
            |solved| [&solved.above[..], &solved.paths.path()].concat(),
        )
    }

    fn cost(&self) -> u32 {
        let promising = || self.subtrees.promising().0.path_cost();
        self.solved().map_or_else(promising, |solved| solved.paths.path_cost())
    }

    fn has_solution(&self) -> bool {
        self.control.is_solved()
    }

    fn restart(&mut self, initial: P::State) {
        let bound = self.space.estimate(&initial);
        self.control.begin_restart();
        self.iterations.restart(bound);
        self.subtrees.begin(&self.space, initial, bound);
        self.control.restart();
        self.end_restart();
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Send> + Sync] ParallelIdaStarSearch<P>, StateSpace,
    space; subtrees, iterations, control
);
