//! Anytime search: a solution soon, and then better ones.

mod graph;

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use graph::{Graph, NO_LIMIT, Node};

use super::closed::Closed;
use super::{Closing, Evaluation, Weighted};
use crate::frontier::{Full, NodeId};
use crate::search::course::{Course, Stepwise};
use crate::search::impls::stepwise;
use crate::search::status::Status;
use crate::search::successors::Successors;
use crate::search::{Algorithm, End, RestartIn, Search};
use crate::{EventKind, Limits, Solution, StateSpace, Statistics, StopReason};

/// Restarting weighted A\*: a first solution with a high weight, and then better ones with lower
/// and lower weights, down to the optimum.
///
/// Each run starts again from the initial state, with an empty open list. What was learned is kept:
/// a state takes the cheapest path that any run has found to it, and its estimate is not asked for
/// again. A run leaves out nodes with a *g + h* of at least the cost of the best solution so far.
///
/// While the estimate is consistent on each step seen so far, each run but the last expands a state
/// at most once, as [`WeightedAStar`](crate::search::WeightedAStar) does. A cheaper path to a state
/// that it has expanded is left to later runs. If the estimate turns out to be inconsistent, and
/// such paths were dropped, the run begins again.
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
/// Every state generated is kept, over all runs: its size plus 20 bytes, and 5 to 12 bytes in the
/// table. Nodes that were left out are not.
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
        let mut search = AnytimeSearch {
            space,
            weights: self.weights.iter().map(|&weight| Closing(Weighted::new(weight))).collect(),
            weight: 0,
            graph: Graph::new(),
            successors: Successors::new(),
            taken: None,
            highest: 0,
            bound: 0,
            best: None,
        };
        search.restart(initial);
        search
    }
}

/// An anytime search under way. [`Anytime`] starts one.
#[derive(Clone)]
pub struct AnytimeSearch<P: StateSpace> {
    space: P,
    weights: Vec<Closing>,
    /// The index of the weight of this run.
    weight: usize,
    graph: Graph<P::State>,
    /// The successors of the node that was taken off.
    successors: Successors<P::State>,
    /// The node that was taken off the open list, until it is expanded.
    taken: Option<NodeId>,
    /// The highest *f* taken off the open list in this run. Each solution costs at least this much,
    /// divided by the weight, or as much as the best one.
    highest: u32,
    /// What the runs that have ended have proven.
    bound: u32,
    best: Option<(Vec<P::State>, u32)>,
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

    /// The weight of this run.
    #[inline]
    fn weight(&self) -> Closing {
        self.weights[self.weight]
    }

    fn is_last_run(&self) -> bool {
        self.weight + 1 == self.weights.len()
    }

    /// Only the initial state is open.
    fn begin_run(&mut self) {
        let (weight, is_last) = (self.weight(), self.is_last_run());
        let Graph { reached, open, outdated, pending, run, closed, counters, .. } = &mut self.graph;
        // With the weight 1 and a consistent estimate, no cheaper path to a closed state is found.
        *closed = if is_last || !closed.stays() { Closed::Reopen } else { Closed::Stay };
        let link = open.restart(NodeId::FIRST, weight.root(reached.root_estimate));
        let root = &mut reached.table.nodes[NodeId::FIRST];
        (root.link, root.run) = (link, *run);
        (*outdated, *pending) = (0, None);
        counters.generated += 1;
        counters.enqueued += 1;
        reached.last_reported = None;
        (self.taken, self.highest) = (None, 0);
        self.successors.clear();
    }

    /// Ends this run, and begins one with this weight. What is proven stays proven.
    fn begin_next_run(&mut self, weight: usize) -> ControlFlow<End> {
        self.bound = self.lower_bound();
        self.graph.run += 1;
        self.weight = weight;
        self.begin_run();
        self.graph.reached.report_root(&self.space);
        ControlFlow::Continue(())
    }

    /// A goal was taken off the open list. If a state panics, the run ends anew.
    fn end_run(&mut self, goal: NodeId) -> ControlFlow<End> {
        let Graph { reached, .. } = &self.graph;
        reached.report(&self.space, EventKind::Goal, goal);
        let cost = reached.table.nodes[goal].path_cost;
        let path = reached.path_to(goal);
        // Dropped at the end.
        let _before = self.best.replace((path, cost));
        self.bound = self.lower_bound();
        self.graph.limit = cost.into();
        self.graph.counters.dequeued += 1;
        self.taken = None;
        if self.is_last_run() || cost <= self.bound {
            return ControlFlow::Break(End::Solved);
        }
        self.begin_next_run(self.weight + 1)
    }

    /// No node is open: no solution costs less than the best one. But if paths were dropped, others
    /// may have been left out only because they were too dear.
    #[cold]
    fn exhausted(&mut self) -> ControlFlow<End> {
        let Graph { reached, closed, .. } = &self.graph;
        let has_left_out = self.best.is_some() || reached.overflowed;
        if *closed == Closed::StayAtHigherCost && has_left_out {
            self.highest = self.highest.max(self.cost_of_best().unwrap_or(0));
            return self.begin_next_run(self.weight + 1);
        }
        if self.best.is_none() && reached.overflowed {
            return ControlFlow::Break(End::Stopped(StopReason::PathCost));
        }
        self.bound = u32::MAX;
        let is_solved = self.best.is_some();
        ControlFlow::Break(if is_solved { End::Solved } else { End::Exhausted })
    }

    /// Takes the first node off the open list.
    #[inline]
    fn take(&mut self) -> Option<NodeId> {
        let Graph { reached, open, outdated, closed, limit, .. } = &mut self.graph;
        let nodes = &reached.table.nodes;
        loop {
            let (id, priority) = open.pop(|id| nodes[id].link)?;
            if !nodes[id].is_outdated(id) {
                // A node of the best path may have been left out because a path to it that was
                // dropped would have been cheaper, by a factor of the weight at most.
                let has_dropped = *closed == Closed::StayAtHigherCost;
                let cap = u32::try_from(*limit).ok().filter(|_| has_dropped);
                self.highest = self.highest.max(priority.f().min(cap.unwrap_or(u32::MAX)));
                self.taken = Some(id);
                return self.taken;
            }
            *outdated -= 1;
        }
    }

    /// Expands the node that was taken off.
    fn expand(&mut self, id: NodeId) -> Result<(), StopReason> {
        let Self { space, graph, successors, .. } = &mut *self;
        let Node { parent, path_cost, .. } = graph.reached.table.nodes[id];
        let beside = (graph.open.bytes(), graph.open.growth());
        graph.reached.collect(space, (id, parent), successors, beside)?;
        let open_limit = self.open_limit()?;
        let weight = self.weight();
        let Self { space, graph, successors, .. } = &mut *self;
        graph.reached.report_expansion(space, id);
        graph.reached.table.nodes[id].close(id);
        let (list, added) = successors.drain();
        let mut result = Ok(());
        for successor in list {
            result = graph.add(space, weight, (id, path_cost), successor, open_limit);
            *added += 1;
            if result.is_err() {
                break;
            }
        }
        result.map_err(|full| self.stop_reason(full))?;
        self.successors.finish();
        self.taken = None;
        let open = self.open();
        let counters = &mut self.graph.counters;
        counters.expanded += 1;
        counters.dequeued += 1;
        counters.largest_open = counters.largest_open.max(open);
        Ok(())
    }

    /// How many bytes the open list may take.
    #[inline]
    fn open_limit(&self) -> Result<usize, StopReason> {
        let allowance = self.graph.reached.allowance(self.beside());
        let limit = allowance.map(|bytes| bytes.saturating_add(self.graph.open.bytes()));
        limit.map_err(|full| self.stop_reason(full))
    }

    #[cold]
    fn stop_reason(&self, full: Full) -> StopReason {
        self.graph.reached.stop_reason(full, self.beside())
    }

    /// The memory in use besides the states reached.
    fn beside(&self) -> usize {
        self.graph.open.bytes() + self.successors.bytes()
    }

    /// How many nodes are open.
    fn open(&self) -> u64 {
        let Graph { open, outdated, pending, .. } = &self.graph;
        let taken = usize::from(self.taken.is_some()) + usize::from(pending.is_some());
        (open.len() + taken - outdated) as u64
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for AnytimeSearch<P> {
    /// Takes one node off the open list, and expands it. A goal ends the run instead.
    #[inline]
    fn step(&mut self) -> ControlFlow<End> {
        if let Some((id, priority)) = self.graph.pending {
            let limit = self.open_limit();
            let put = limit.and_then(|limit| {
                let opened = self.graph.open(id, priority, limit);
                opened.map_err(|full| self.stop_reason(full))
            });
            if let Err(reason) = put {
                return ControlFlow::Break(End::Stopped(reason));
            }
        }
        let Some(id) = self.taken.or_else(|| self.take()) else {
            return self.exhausted();
        };
        if self.space.is_goal(&self.graph.reached.table.states[id]) {
            return self.end_run(id);
        }
        match self.expand(id) {
            Ok(()) if matches!(self.graph.closed, Closed::PutBackFrom(_)) => {
                self.begin_next_run(self.weight)
            }
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => ControlFlow::Break(End::Stopped(reason)),
        }
    }

    fn course(&mut self) -> &mut Course {
        &mut self.graph.reached.course
    }

    fn give_back(&mut self) {
        let Graph { reached, open, .. } = &mut self.graph;
        reached.give_back(&self.space);
        let allowance = reached.allowance(0).unwrap_or(0);
        reached.table.nodes[NodeId::FIRST].link = open.renew(allowance);
        self.successors = Successors::new();
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for AnytimeSearch<P> {
    type State = P::State;

    stepwise!();

    /// The sums of all runs; what is open, of the current one.
    fn statistics(&self) -> Statistics {
        let Graph { reached, counters, .. } = &self.graph;
        let open = self.open();
        Statistics {
            reopened: reached.reopened,
            duplicates: reached.duplicates,
            open,
            largest_open: counters.largest_open.max(open),
            bytes: reached.bytes() + self.beside(),
            elapsed: reached.course.elapsed,
            ..*counters
        }
    }

    fn lower_bound(&self) -> u32 {
        // Some node of the best path is open, unless that costs as much as the best solution.
        let bound = self.bound.max(self.weight().lower_bound(self.highest));
        self.cost_of_best().map_or(bound, |cost| bound.min(cost))
    }

    /// The best solution so far, or, as long as there is none, the path to the most promising
    /// state.
    fn path(&self) -> Vec<P::State> {
        let reached = &self.graph.reached;
        let best = self.best.as_ref();
        best.map_or_else(|| reached.path_to(reached.best), |(path, _)| path.clone())
    }

    fn cost(&self) -> u32 {
        self.cost_of_best().unwrap_or_else(|| self.graph.reached.cost())
    }

    fn has_solution(&self) -> bool {
        self.best.is_some()
    }

    fn restart(&mut self, initial: P::State) {
        self.successors.clear();
        let reached = &mut self.graph.reached;
        let root = Node { parent: None, path_cost: 0, estimate: 0, run: 0, link: None };
        reached.restart(&self.space, initial, root);
        let estimate = reached.root_estimate;
        reached.table.nodes[NodeId::FIRST].estimate = estimate;
        (self.graph.run, self.graph.limit, self.weight) = (0, NO_LIMIT, 0);
        self.graph.closed = Closed::Stay;
        self.graph.counters = Statistics { largest_open: 1, ..Statistics::default() };
        self.bound = estimate;
        let _before = self.best.take();
        self.begin_run();
        self.end_restart();
        self.graph.reached.report_root(&self.space);
    }
}

impl<P: StateSpace<State: Hash + Eq>> RestartIn<P> for AnytimeSearch<P> {
    fn restart_in(&mut self, space: P, initial: P::State) {
        self.space = space;
        self.restart(initial);
    }
}

impl<P: StateSpace<State: Hash + Eq>> fmt::Debug for AnytimeSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnytimeSearch")
            .field("answer", &self.graph.reached.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("cost_of_best", &self.cost_of_best())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
