//! Anytime search: a solution soon, and then better ones.

use std::hash::Hash;

use super::closed::Closed;
use super::{Closing, Evaluation, GraphSearch, PriorityFunction, Reopening, Weighted};
use crate::frontier::{NodeId, Priority};
use crate::search::control::{Control, Halt, Stepwise};
use crate::search::impls::{reuse_and_debug, stepwise};
use crate::search::rank::Rank;
use crate::search::{Algorithm, End, Search};
use crate::{Solution, StateSpace, Statistics, StopReason};

/// Restarting weighted A\*: a first solution with a high weight, and then better ones with lower
/// and lower weights, down to the optimum.
///
/// Each run starts again from the initial state, in the memory of the run before. It leaves out
/// nodes with a *g + h* of at least the cost of the best solution so far.
///
/// While the estimate is consistent on each step seen so far, each run but the last expands a state
/// at most once, as [`WeightedAStar`](crate::search::WeightedAStar) does. A cheaper path to a state
/// that it has expanded is left to later runs. If the estimate turns out to be inconsistent, and
/// such paths were dropped, the states that were expanded are opened again.
///
/// The search ends when the best solution is proven to be optimal. If a limit stops it before, the
/// best solution so far is the answer, with what is proven of it. In between,
/// [`AnytimeSearch::best`] gives it.
///
/// # Guarantees
///
/// - **Optimal** at its end, if the estimate is admissible. At each moment the best solution costs
///   at most [`Solution::ratio`] times the optimum.
/// - **Complete** on finite spaces: it ends, with the proof, when there is no solution.
/// - Each solution costs less than the one before.
///
/// # Complexity
///
/// A run for each weight, each as in [`WeightedAStar`](crate::search::WeightedAStar). The last one
/// is A\* with the best solution as a bound, and usually takes more time than all the others.
///
/// # Memory
///
/// As [`GraphAStar`](crate::search::GraphAStar), for the states of one run. Nodes that were left
/// out are not kept. A limit on bytes does not count the path of the best solution.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Worlds;
/// use bestfirst::search::{Algorithm, Anytime, Search, End};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let mut search = Anytime::default().start(Worlds::new(), board);
/// let mut costs = Vec::new();
/// while search.advance(100).is_none() {
///     if let Some(best) = search.best() {
///         costs.push(best.cost());
///     }
/// }
/// assert!(costs.is_sorted_by(|a, b| a >= b));
/// assert_eq!(search.cost(), 31);
/// assert!(search.best().is_some_and(|best| best.is_optimal()));
/// # }
/// ```
///
/// # Reference
///
/// S. Richter, J. T. Thayer and W. Ruml, "The joy of forgetting: faster anytime search via
/// restarting", *ICAPS* 2010. That states may stay closed is from M. Likhachev, G. Gordon and S.
/// Thrun, "ARA\*: Anytime A\* with provable bounds on sub-optimality", *Advances in Neural
/// Information Processing Systems* 16, 2003.
#[derive(Clone, Debug)]
#[must_use]
pub struct Anytime {
    weights: Vec<f64>,
    function: PriorityFunction,
}

impl Default for Anytime {
    /// Weights 5, 3, 2, 1.5, 1.
    fn default() -> Self {
        Self::new([5.0, 3.0, 2.0, 1.5])
    }
}

impl Anytime {
    /// With these weights, one run after the other, and then 1. See
    /// [`WeightedAStar::new`](crate::search::WeightedAStar::new) for the range of weights.
    pub fn new(weights: impl IntoIterator<Item = f64>) -> Self {
        Self { weights: weights.into_iter().collect(), function: PriorityFunction::Sum }
    }

    /// With this *f* in each run but the last, instead of [`PriorityFunction::Sum`].
    ///
    /// On Korf's hundred 15-puzzles, with the weights of the default, the best solution after
    /// 100,000 expansions costs 1.18 times the optimum with `Sum`, 1.14 with `Convex` and 1.15 with
    /// `PiecewiseConvex`; after a million, 1.05, 1.06 and 1.09. On maps `Sum` needs the fewest
    /// expansions in all: `Convex` needs 0.98 to 1.11 times as many.
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::Solver;
    /// use bestfirst::search::{Anytime, PriorityFunction};
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
    /// let algorithm = Anytime::default().priority(PriorityFunction::Convex);
    /// assert_eq!(Solver::builder(board).algorithm(algorithm).solve().cost(), Some(31));
    /// # }
    /// ```
    pub fn priority(self, function: PriorityFunction) -> Self {
        Self { function, ..self }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for Anytime {
    type Search = AnytimeSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let run = |weight, function| Closing(Weighted { function, ..Weighted::new(weight) });
        let weighted = self.weights.iter().map(|&weight| run(weight, self.function));
        let weights: Vec<_> = weighted.chain([run(1.0, PriorityFunction::Sum)]).collect();
        let first = Bounded { weighted: weights[0], limit: NO_LIMIT };
        let search = GraphSearch::new(space, initial, first);
        let bound = search.lower_bound();
        AnytimeSearch {
            search,
            weights,
            run: 0,
            best: None,
            bound,
            earlier_runs: Statistics::default(),
        }
    }
}

/// More than the cost of any path that fits into a `u32`.
const NO_LIMIT: u64 = 1 << u32::BITS;

/// The evaluation function of one run.
#[derive(Clone, Copy, Debug)]
struct Bounded {
    weighted: Closing,
    /// Only nodes with a lower *g + h* than this are opened: the cost of the best solution.
    limit: u64,
}

impl Evaluation for Bounded {
    const REOPENING: Reopening = <Closing>::REOPENING;
    // With a high weight a goal is taken off soon. To test generated nodes, if their estimate is 0,
    // takes more time than it saves.
    const GOALS_FIRST: bool = false;

    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        let is_below = path_cost + u64::from(estimate) < self.limit;
        self.weighted.priority(path_cost, estimate).filter(|_| is_below)
    }

    fn root(self, estimate: u32) -> Priority {
        self.weighted.root(estimate)
    }

    #[inline]
    fn is_consistent(self, before: u32, step_cost: u32, after: u32) -> bool {
        self.weighted.is_consistent(before, step_cost, after)
    }

    fn lower_bound(self, f: u32) -> u32 {
        self.weighted.lower_bound(f)
    }
}

/// An anytime search under way. [`Anytime`] starts one.
#[derive(Clone)]
pub struct AnytimeSearch<P: StateSpace> {
    /// The run under way.
    search: GraphSearch<P, Bounded>,
    weights: Vec<Closing>,
    /// The index of the weight of this run.
    run: usize,
    best: Option<(Vec<P::State>, u32)>,
    /// The lower bound that the earlier runs have proven.
    bound: u32,
    /// The counters of the runs that have ended.
    earlier_runs: Statistics,
}

impl<P: StateSpace<State: Hash + Eq>> AnytimeSearch<P> {
    /// The best solution so far.
    pub fn best(&self) -> Option<Solution<P::State>> {
        let (path, cost) = self.best.as_ref()?;
        Some(Solution::new(path.clone(), *cost, self.lower_bound()))
    }

    fn cost_of_best(&self) -> Option<u32> {
        self.best.as_ref().map(|&(_, cost)| cost)
    }

    fn is_last_run(&self) -> bool {
        self.run + 1 == self.weights.len()
    }

    /// The counters of all runs.
    fn sum(&self) -> Statistics {
        let run = self.search.statistics();
        let largest_open = self.earlier_runs.largest_open.max(run.largest_open);
        let mut sum = Statistics { dequeued: run.expanded, ..run };
        sum.add(&self.earlier_runs);
        Statistics { largest_open, open: run.open, bytes: run.bytes, elapsed: run.elapsed, ..sum }
    }

    /// Ends a run when a goal was taken off the open list. If a state panics, this can be repeated.
    fn end_run(&mut self, goal: NodeId) -> Result<(), Halt> {
        let (path, cost) = (self.search.reached().path_to(goal), self.search.path_cost(goal));
        // Dropped at the end.
        let _before = self.best.replace((path, cost));
        self.bound = self.lower_bound();
        if self.is_last_run() || cost <= self.bound {
            self.search.set_promising((goal, Rank::new(cost, 0)));
            return Err(End::Solved.into());
        }
        self.begin_next_run(1);
        Ok(())
    }

    /// No node is open: no solution costs less than the best one. But if a cheaper path to a closed
    /// state was dropped, a path through that state may have been pruned only because its cost did
    /// not fit into a `u32`.
    #[cold]
    fn exhausted(&mut self, end: End) -> Result<(), Halt> {
        let has_dropped = self.search.closed() == Closed::StayAtHigherCost;
        if has_dropped && end != End::Exhausted {
            self.begin_next_run(0);
            return Ok(());
        }
        if self.best.is_none() {
            return Err(end.into());
        }
        self.bound = u32::MAX;
        Err(End::Solved.into())
    }

    /// Begins the next run, after `goals` goals were taken off the open list. What is proven stays
    /// proven.
    fn begin_next_run(&mut self, goals: u64) {
        let initial = self.search.state(NodeId::FIRST).clone();
        let initial = self.search.prepare_restart(initial);
        let sum = self.sum();
        self.earlier_runs = Statistics { dequeued: sum.dequeued + goals, ..sum };
        self.bound = self.lower_bound();
        self.run += 1;
        // With the weight 1 and a consistent estimate, no cheaper path to a closed state is found.
        let reopens = self.is_last_run() || !self.search.closed().stays();
        let closed = if reopens { Closed::Reopen } else { Closed::Stay };
        let limit = self.cost_of_best().map_or(NO_LIMIT, u64::from);
        let evaluation = Bounded { weighted: self.weights[self.run], limit };
        self.search.begin(evaluation, closed, initial);
        self.search.reached().report_root(&self.search.space);
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for AnytimeSearch<P> {
    /// Takes one node off the open list, and expands it. A goal ends the run instead.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        // Once there is a solution, another run is better than to reopen closed nodes in this one.
        let may_end = self.best.is_some() && !self.is_last_run();
        let is_exhausted = may_end && self.search.is_exhausted();
        let promising = self.search.promising();
        let flow =
            if is_exhausted { Err(self.search.exhausted().into()) } else { self.search.step() };
        match flow {
            Err(Halt::End(End::Solved)) => {
                let (goal, _) = self.search.set_promising(promising);
                self.end_run(goal)
            }
            Err(Halt::End(end @ (End::Exhausted | End::Stopped(StopReason::PathCost)))) => {
                self.exhausted(end)
            }
            flow => flow,
        }
    }

    fn control(&mut self) -> &mut Control {
        self.search.control()
    }

    fn give_back(&mut self) {
        self.search.give_back();
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for AnytimeSearch<P> {
    type State = P::State;

    stepwise!();

    /// The sums over all runs, but the open nodes of the current run alone.
    fn statistics(&self) -> Statistics {
        let sum = self.sum();
        Statistics { dequeued: sum.dequeued + u64::from(self.search.is_at_goal()), ..sum }
    }

    fn lower_bound(&self) -> u32 {
        // On a better path some node is open, or was left out because the known path to it costs
        // too much. That path costs at most the weight times the least, as cheaper ones may have
        // been dropped.
        let Bounded { weighted, limit } = self.search.evaluation;
        let most = weighted.lower_bound(u32::try_from(limit).unwrap_or(u32::MAX));
        let bound = self.bound.max(self.search.lower_bound().min(most));
        self.cost_of_best().map_or(bound, |cost| bound.min(cost))
    }

    /// The best solution so far, or, as long as there is none, the path to the most promising
    /// state.
    fn path(&self) -> Vec<P::State> {
        self.best.as_ref().map_or_else(|| self.search.path(), |(path, _)| path.clone())
    }

    fn cost(&self) -> u32 {
        self.cost_of_best().unwrap_or_else(|| self.search.cost())
    }

    fn has_solution(&self) -> bool {
        self.best.is_some()
    }

    fn restart(&mut self, initial: P::State) {
        let initial = self.search.prepare_restart(initial);
        let _best = self.best.take();
        (self.run, self.bound, self.earlier_runs) = (0, initial.estimate, Statistics::default());
        self.search.restart_by(Bounded { weighted: self.weights[0], limit: NO_LIMIT }, initial);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>] AnytimeSearch<P>, StateSpace,
    search in space; weights, run, best, bound, earlier_runs
);
