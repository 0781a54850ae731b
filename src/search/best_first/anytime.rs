//! Anytime search: a solution soon, and then better ones.

use std::fmt;
use std::hash::Hash;

use super::GraphSearch;
use super::Weighted;
use crate::frontier::BucketQueue;
use crate::search::{Algorithm, End, RestartIn, Search};
use crate::{Limits, Solution, StateSpace, Statistics};

/// Restarting weighted A\*: a first solution with a high weight, and then, with lower and lower
/// weights, better ones, down to the optimum.
///
/// It runs until the best solution is proven to be optimal, or until a limit stops it: then the
/// best solution so far is the answer, with what is proven of it. In between,
/// [`AnytimeSearch::best`] gives it.
///
/// # Guarantees
///
/// - **Optimal** at its end, if the estimate is admissible. At each moment the best solution costs
///   at most [`Solution::ratio`] times the optimum.
/// - **Complete** on finite spaces: it ends, with the proof, when there is no solution.
///
/// # Complexity and memory
///
/// A run for each weight, each as in [`WeightedAStar`](crate::search::WeightedAStar), one after the other in
/// the same memory. The last one is [`GraphAStar`](crate::search::GraphAStar), and usually takes more time
/// than all the others.
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
/// while search.advance(100) .is_none() {
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
/// restarting", *ICAPS* 2010.
#[derive(Clone, Debug)]
pub struct Anytime {
    weights: Vec<f64>,
}

impl Default for Anytime {
    /// Weights 5, 3, 2, 1.5, 1.
    fn default() -> Self {
        Self::new([5.0, 3.0, 2.0, 1.5])
    }
}

impl Anytime {
    /// With these weights, one run after the other, and then 1. See
    /// [`WeightedAStar::new`](crate::search::WeightedAStar::new) for what weights there are.
    #[must_use]
    pub fn new(weights: impl IntoIterator<Item = f64>) -> Self {
        Self { weights: weights.into_iter().chain([1.0]).collect() }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for Anytime {
    type Search = AnytimeSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let first = Weighted::new(self.weights[0]);
        AnytimeSearch {
            initial: initial.clone(),
            run: GraphSearch::new(space, initial, first),
            weights: self.weights.clone(),
            runs: 0,
            best: None,
            lower_bound: 0,
            answer: None,
            before: Statistics::default(),
        }
    }
}

/// An anytime search under way. [`Anytime`] starts one.
#[derive(Clone)]
pub struct AnytimeSearch<P: StateSpace> {
    initial: P::State,
    run: GraphSearch<P, BucketQueue, Weighted>,
    weights: Vec<f64>,
    /// How many runs have ended.
    runs: usize,
    best: Option<(Vec<P::State>, u32)>,
    lower_bound: u32,
    answer: Option<End>,
    /// The sums of the runs that have ended.
    before: Statistics,
}

impl<P: StateSpace<State: Hash + Eq>> AnytimeSearch<P> {
    /// The best solution so far.
    #[must_use]
    pub fn best(&self) -> Option<Solution<P::State>> {
        let (path, cost) = self.best.as_ref()?;
        Some(Solution::new(path.clone(), *cost, self.lower_bound()))
    }

    fn cost_of_best(&self) -> Option<u32> {
        self.best.as_ref().map(|&(_, cost)| cost)
    }

    /// Whether the best solution is proven to be optimal.
    fn is_done(&self) -> bool {
        self.cost_of_best().is_some_and(|cost| cost <= self.lower_bound())
    }

    /// If a state panics, the run ends anew.
    fn end_run(&mut self) {
        if self.cost_of_best().is_none_or(|best| self.run.cost() < best) {
            self.best = Some((self.run.path(), self.run.cost()));
        }
        self.lower_bound = self.lower_bound();
        let runs = self.runs + 1;
        if let (false, Some(&weight)) = (self.is_done(), self.weights.get(runs)) {
            let before = self.statistics();
            self.run.restart_by(Weighted::new(weight), self.initial.clone());
            self.run.set_elapsed(before.elapsed);
            self.before = before;
        }
        self.runs = runs;
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for AnytimeSearch<P> {
    type State = P::State;

    /// Comes back early when a run ends.
    fn advance(&mut self, steps: u64) -> Option<End> {
        if let Some(answer) = self.answer {
            return Some(answer);
        }
        let end = self.run.advance(steps)?;
        if end == End::Solved {
            self.end_run();
            if !self.is_done() {
                return None;
            }
        }
        if matches!(end, End::Solved | End::Exhausted) {
            self.answer = Some(end);
        }
        Some(end)
    }

    /// The sums of all runs; what is open and in use, of the current one.
    fn statistics(&self) -> Statistics {
        let (before, run) = (&self.before, self.run.statistics());
        Statistics {
            expanded: before.expanded + run.expanded,
            generated: before.generated + run.generated,
            enqueued: before.enqueued + run.enqueued,
            dequeued: before.dequeued + run.dequeued,
            reopened: before.reopened + run.reopened,
            duplicates: before.duplicates + run.duplicates,
            largest_open: before.largest_open.max(run.largest_open),
            ..run
        }
    }

    fn lower_bound(&self) -> u32 {
        let bound = self.lower_bound.max(self.run.lower_bound());
        self.cost_of_best().map_or(bound, |cost| bound.min(cost))
    }

    /// The best solution so far, or, as long as there is none, the path to the most promising state.
    fn path(&self) -> Vec<P::State> {
        self.best.as_ref().map_or_else(|| self.run.path(), |(path, _)| path.clone())
    }

    fn cost(&self) -> u32 {
        self.cost_of_best().unwrap_or_else(|| self.run.cost())
    }

    fn has_solution(&self) -> bool {
        self.best.is_some() || self.run.has_solution()
    }

    fn restart(&mut self, initial: P::State) {
        self.initial = initial.clone();
        self.run.restart_by(Weighted::new(self.weights[0]), initial);
        self.runs = 0;
        self.best = None;
        self.lower_bound = 0;
        self.answer = None;
        self.before = Statistics::default();
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.run.set_limits(limits);
    }
}

impl<P: StateSpace<State: Hash + Eq>> RestartIn<P> for AnytimeSearch<P> {
    fn restart_in(&mut self, space: P, initial: P::State) {
        self.run.set_space(space);
        self.restart(initial);
    }
}

impl<P: StateSpace<State: Hash + Eq>> fmt::Debug for AnytimeSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnytimeSearch")
            .field("answer", &self.answer)
            .field("lower_bound", &self.lower_bound())
            .field("cost_of_best", &self.cost_of_best())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
