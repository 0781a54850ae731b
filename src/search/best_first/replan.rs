//! Paths for an agent on a map that changes: A\* that learns from one search to the next.

mod guide;

use guide::Guide;

use super::dense_a_star::number;
use super::{DenseSearch, Sum};
use crate::answer::clock::Instant;
use crate::frontier::{NumberQueue, OpenNumber};
use crate::search::{End, NoSpace, Search, outcome};
use crate::space::debug::debug;
use crate::space::derived::derived;
use crate::{
    BidirectionalSpace, Cost, DEAD_END, Limits, NumberedSpace, Outcome, StateSpace, Statistics,
    StopReason, Stopped,
};

/// Paths to one goal for an agent that walks, on a map that changes: each search learns from those
/// before it.
///
/// Each search raises the estimates of the states that it expanded, and keeps its path. The next
/// search begins where the agent is by then. It uses these estimates, and ends where it reaches a
/// kept path that is still a cheapest one. An agent that follows its path while nothing is in its
/// way gets the rest of it without an expansion.
///
/// It holds no space. So one struct can own both it and the map, as with a
/// [`Memory`](crate::search::Memory). Changes must be reported:
///
/// | what happens | what to do before the next [`solve`](Self::solve) |
/// |---|---|
/// | a step becomes cheaper or dearer, appears or disappears | pass its state to [`changed`](Self::changed); on a map, the cell that was set |
/// | the agent moves, wherever to | nothing |
/// | the goal changes, or the estimate of any state | [`reset`](Self::reset) |
/// | the number of states changes | nothing: it begins anew |
///
/// A step that becomes cheaper lowers the estimates of the states before it. So the space needs
/// predecessors. If each step can be undone at the same cost, they are its successors.
///
/// Use it for one agent, or for several with the same goal. On maps of 1024×1024 cells it took 0.02
/// to 0.07 of the time of [`DenseAStar`](super::DenseAStar) in kept memory if 0.001% of the cells
/// changed at each step, 0.3 to 1.0 if 0.1% did, and 0.5 to 0.7 on maps that become known under
/// way. Where all weights are 1, [`JumpPoints`](crate#features) may be faster.
///
/// # Guarantees
///
/// - **Optimal** if the estimates are admissible on the map of each call; they need not be
///   consistent. If a change was not reported, nothing is guaranteed.
/// - **Complete.** If no goal can be reached, the call ends with a proof. The proof is kept: until
///   something changes, the next call from any of these states gives it at once. If
///   inconsistent estimates cause too many repeated expansions, nothing is kept.
/// - **Limits** are those of one call. If a limit stops the call, the next call goes on if it is
///   from the same state and nothing has changed. Otherwise the stopped search is lost, and a new
///   one begins with what was learnt before it. So under a low limit, report changes only after an
///   answer. A state passed to `changed` counts as an expansion, and so does an estimate that is
///   lowered. A kept path is followed to its end before limits are checked again.
///
/// Events are not reported.
///
/// # Complexity
///
/// Each call is one search by A\*. Before it, the estimates that have become too high are lowered,
/// in the order of Dijkstra's algorithm.
///
/// # Memory
///
/// As [`DenseAStar`](super::DenseAStar), and 16 bytes more for each number of the space.
/// Without memory for these, or under a [limit](Limits::bytes) of less than twice as much, it
/// learns nothing, and searches as `DenseAStar` does. The states of the path that is returned do
/// not count.
///
/// # Panics
///
/// `solve` panics if a state has no number below [`numbers`](NumberedSpace::numbers), or if the
/// space gives no state for the number of a state: the space breaks its contract. If the space
/// panics, and the panic is caught, the next call gives the right answer.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "grid-maps")] {
/// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
/// use bestfirst::search::Replan;
/// use bestfirst::{Limits, Outcome};
///
/// let mut map: GridMap = "
/// .....
/// .###.
/// .....
/// ".parse().unwrap();
/// let [mut unit, door, goal] = [(0, 0), (2, 0), (4, 0)].map(|(x, y)| map.cell(x, y).unwrap());
/// let mut replan = Replan::new();
/// let mut costs = Vec::new();
/// for is_open in [true, false, false, true] {
///     if map.is_open(door) != is_open {
///         map.set(door, is_open);
///         replan.changed([door]);
///     }
///     let space = GridSpace::new(&map, Steps::eight(), goal);
///     let Outcome::Solved(path) = replan.solve(space, unit, &Limits::none()) else { break };
///     costs.push(path.cost());
///     unit = path.states()[1];
/// }
/// assert_eq!(costs, [4000, 9000, 8000, 5000]);
/// # }
/// ```
///
/// # Reference
///
/// C. Hernández, R. Asín and J. Baier, "Reusing previously found A\* paths for fast goal-directed
/// navigation in dynamic terrain", AAAI 2015, where it is MPGAA\*.
#[derive(Clone)]
pub struct Replan<S: Clone> {
    knowledge: Knowledge,
    /// The last search, without its space.
    search: Option<DenseSearch<NoSpace<S>>>,
    /// If that search can go on: the number of its initial state, and the number of numbers of the
    /// space.
    began: Option<(u32, usize)>,
    /// States with steps that have changed.
    changed: Vec<S>,
    statistics: Statistics,
}

#[derive(Clone)]
struct Knowledge {
    /// What was learnt of each number.
    learnt: Vec<Learnt>,
    /// The current era. Entries of `learnt` with another era are forgotten.
    era: u32,
    /// The numbers that the last search has taken off its open list.
    taken: Vec<u32>,
    /// The numbers whose estimates have become lower, by estimate.
    lowered: NumberQueue,
    /// The number that was taken off `lowered` last, until its predecessors are updated.
    waiting: Option<u32>,
}

/// What was learnt of a number.
#[derive(Clone, Copy, Debug, Default)]
struct Learnt {
    era: u32,
    estimate: Cost,
    /// The next state on the last path that was found through this one, or [`NONE`].
    next: u32,
}

/// A number that no state has.
const NONE: u32 = u32::MAX;

impl<S: Clone> Replan<S> {
    /// Nothing is learnt yet. It takes nothing from the heap.
    #[must_use]
    pub fn new() -> Self {
        let (taken, lowered) = (Vec::new(), NumberQueue::default());
        let knowledge = Knowledge { learnt: Vec::new(), era: 1, taken, lowered, waiting: None };
        let (changed, statistics) = (Vec::new(), Statistics::default());
        Self { knowledge, search: None, began: None, changed, statistics }
    }

    /// Forgets what was learnt, and keeps the memory: for another goal, or other estimates.
    pub fn reset(&mut self) {
        self.began = None;
        self.knowledge.forget();
        self.changed.clear();
    }

    /// Reports that steps of these states change: steps from them or to them. Call it before or
    /// after the change, but before the next [`solve`](Self::solve).
    ///
    /// Steps from their predecessors to their successors may have changed too. So on a map of cells
    /// it is enough to report the cell that became open or a wall, or whose weight was set, though
    /// diagonal steps past it have changed as well.
    ///
    /// To report too many states only takes time. If more states are reported than there are, all
    /// is forgotten.
    pub fn changed(&mut self, states: impl IntoIterator<Item = S>) {
        for state in states {
            self.began = None;
            if self.changed.len() >= self.knowledge.learnt.len()
                || self.changed.try_reserve(1).is_err()
            {
                return self.reset();
            }
            self.changed.push(state);
        }
    }

    /// Finds a cheapest path from a state to the goal. The space may be passed by reference.
    pub fn solve<P>(&mut self, space: P, initial: S, limits: &Limits) -> Outcome<S>
    where
        P: NumberedSpace<State = S> + BidirectionalSpace,
    {
        self.statistics = Statistics::default();
        let began = (number(&space, &initial), space.numbers());
        let goes_on = self.began.take() == Some(began);
        if !goes_on {
            if let Err(reason) = self.prepare(&space, limits) {
                let (path, path_cost) = (vec![initial], 0);
                return Outcome::Stopped(Stopped { reason, lower_bound: 0, path, path_cost });
            }
            self.knowledge.taken.clear();
        }
        let Knowledge { learnt, taken, .. } = &mut self.knowledge;
        // One more than there are numbers, so the list is full only if some are taken twice.
        let missing = (learnt.len() + 1).saturating_sub(taken.len());
        if taken.try_reserve_exact(missing).is_err() {
            *learnt = Vec::new();
        }
        let (bytes, before) = (self.bytes(), self.statistics);
        let guide = Guide::new(space, &mut self.knowledge, 0);
        if !guide.space.is_solvable(&initial) || guide.estimate(&initial) == DEAD_END {
            return Outcome::Unsolvable;
        }
        let mut search = match self.search.take() {
            Some(search) if goes_on => search.in_space(guide),
            Some(search) => search.in_space(guide).restarted_by(Sum::LOW_H, initial),
            None => DenseSearch::new(guide, initial, Sum::LOW_H),
        };
        search.reset_counters(before);
        let byte_limit = limits.byte_limit().map(|limit| limit.saturating_sub(bytes));
        let mut end = search.run(&limits.with_byte_limit(byte_limit));
        if let End::Stopped(StopReason::Bytes { limit, in_use }) = &mut end {
            (*limit, *in_use) = (limits.byte_limit().unwrap_or(*limit), *in_use + bytes);
        }
        let outcome = if search.has_solution() {
            search.space.outcome(&search, limits)
        } else {
            if end == End::Exhausted {
                search.space.learn(&search, None, &[]);
            }
            outcome(&search, end)
        };
        let can_go_on = matches!(end, End::Stopped(_)) && !search.has_solution();
        self.began = can_go_on.then_some(began);
        self.statistics = search.statistics();
        self.statistics.bytes += bytes;
        self.search = Some(search.in_space(NoSpace::new()));
        outcome
    }

    /// The counters of the last call of [`solve`](Self::solve).
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Prepares a search: makes the array, and lowers the estimates that have become too high.
    fn prepare<P>(&mut self, space: &P, limits: &Limits) -> Result<(), StopReason>
    where
        P: NumberedSpace<State = S> + BidirectionalSpace,
    {
        let (numbers, byte_limit) = (space.numbers(), limits.byte_limit().unwrap_or(usize::MAX));
        let kept = |it: &Self| it.search.as_ref().map_or(0, |search| search.statistics().bytes);
        // The kept memory was taken under a higher limit.
        if self.bytes() + kept(self) > byte_limit {
            *self = Self::new();
        }
        let is_little = numbers < byte_limit / (2 * size_of::<(Learnt, u32)>());
        if self.knowledge.learnt.len() != if is_little { numbers } else { 0 } {
            self.reset();
            let Knowledge { learnt, taken, .. } = &mut self.knowledge;
            (*learnt, *taken) = (Vec::new(), Vec::new());
            if is_little && learnt.try_reserve_exact(numbers).is_ok() {
                learnt.resize(numbers, Learnt::default());
            }
        }
        let kept = kept(self);
        let began = Instant::now();
        loop {
            if self.statistics.expanded % 64 == 0 {
                self.statistics.elapsed = began.elapsed();
            }
            self.statistics.bytes = self.bytes() + kept;
            limits.met(&self.statistics).map_or(Ok(()), Err)?;
            let others = self.statistics.bytes - self.knowledge.lowered.bytes();
            let limit = byte_limit.saturating_sub(others);
            let lowered = if self.changed.is_empty() { self.knowledge.take() } else { None };
            let guide = Guide::new(space, &mut self.knowledge, limit);
            match (self.changed.last(), lowered) {
                (Some(state), _) => guide.begin_correction(state),
                (None, Some(number)) => guide.lower_before(number),
                (None, None) => break,
            }
            let is_full = guide.is_full.get();
            if self.changed.pop().is_none() {
                self.knowledge.waiting = None;
            }
            self.statistics.expanded += 1;
            if is_full {
                self.reset();
            }
        }
        // The search needs the room.
        if limits.byte_limit().is_some() {
            self.knowledge.lowered = NumberQueue::default();
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.knowledge.bytes() + self.changed.capacity() * size_of::<S>()
    }
}

impl Knowledge {
    fn forget(&mut self) {
        if self.era == u32::MAX {
            self.learnt.fill(Learnt::default());
            self.era = 0;
        }
        self.era += 1;
        self.waiting = None;
        self.lowered.clear();
    }

    /// Takes the next number off the list of those with lower estimates.
    fn take(&mut self) -> Option<u32> {
        while self.waiting.is_none() {
            let OpenNumber { number, f: estimate } = self.lowered.pop(false)?;
            let is_newest = self.learnt[number as usize].estimate == estimate;
            self.waiting = is_newest.then_some(number);
        }
        self.waiting
    }

    fn bytes(&self) -> usize {
        let taken = self.taken.capacity() * size_of::<u32>();
        self.learnt.capacity() * size_of::<Learnt>() + taken + self.lowered.bytes()
    }
}

derived!(Default from new for [S: Clone] Replan<S>);

debug!([S: Clone] Replan<S>, |it| bytes: it.bytes(), statistics: it.statistics);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::Graph;

    #[test]
    fn what_was_learnt_is_forgotten_before_eras_begin_again() {
        let far = Graph::from_arcs(4, [(0, 2, 1), (2, 3, 100), (0, 1, 50), (1, 3, 50)]).unwrap();
        let near = Graph::from_arcs(4, [(0, 2, 1), (2, 3, 1), (0, 1, 40), (1, 3, 1)]).unwrap();
        let mut replan = Replan::new();
        for (before, era, graph, cost) in [
            (1, 2, &far, 100),
            (u32::MAX - 2, u32::MAX - 1, &near, 2),
            (u32::MAX - 1, u32::MAX, &far, 100),
            (u32::MAX, 1, &near, 2),
            (1, 2, &near, 2),
        ] {
            replan.knowledge.era = before;
            replan.reset();
            assert_eq!(replan.knowledge.era, era);
            let outcome = replan.solve(graph.to(3), 0, &Limits::none());
            let Outcome::Solved(solution) = outcome else { panic!("{outcome}") };
            assert_eq!(solution.cost(), cost);
        }
    }
}
