//! All optimal solutions: how many there are, and which.

use std::hash::Hash;
use std::{iter, mem};

use rustc_hash::FxHashMap;

use super::{Evaluation, GraphSearch, Sum};
use crate::answer::error::{error_of_kind, messages};
use crate::frontier::{NodeId, Priority};
use crate::search::control::{Control, Halt, Stepwise};
use crate::search::impls::{reuse_and_debug, stepwise, without_options};
use crate::search::rank::Rank;
use crate::search::{Algorithm, End, Search};
use crate::{StateSpace, Statistics, StopReason};

/// All optimal solutions. After the first solution, graph-search A\* continues until no other
/// solution can be as cheap. The solutions are then read off the path costs of the states.
///
/// A solution is a sequence of states from the initial state to the first goal on it. Parallel
/// steps of equal cost between two states count once.
///
/// # Guarantees
///
/// - **Optimal**, and **all** solutions of that cost, if the heuristic is admissible; it need not
///   be consistent. The first solution is known, and proven optimal, before the search ends
///   ([`Search::has_solution`]).
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
/// - A cycle of cost 0 on an optimal solution allows infinitely many solutions of equal cost. They
///   are [not counted](CountErrorKind::ZeroCostCycle), and
///   [the iterator](AllShortestSearch::solutions) gives those that repeat no state.
///
/// # Complexity
///
/// Every state with *f* up to the optimum is expanded, usually a few more than in
/// [`GraphAStar`](crate::search::GraphAStar). Counting takes time linear in the number of states
/// expanded and their successors, which it generates once more, however many solutions there are.
/// So do [`states`](AllShortestSearch::states) and [`steps`](AllShortestSearch::steps).
///
/// # Memory
///
/// As [`GraphAStar`](crate::search::GraphAStar). While solutions are counted or given, 8 bytes more
/// for each state, and 16 for each step on a cheapest path to a state. To count takes a hash table
/// of the states on solutions as well.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Worlds;
/// use bestfirst::search::{Algorithm, AllShortest, Search, End};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "1 2 3 / 0 7 6 / 5 4 8".parse().unwrap();
/// let mut search = AllShortest::new().start(Worlds::new(), board);
/// assert_eq!(search.advance(u64::MAX), Some(End::Solved));
/// assert_eq!((search.cost(), search.count()), (7, Ok(2)));
/// for solution in search.solutions() {
///     assert_eq!(solution.len(), 8);
/// }
/// # }
/// ```
///
/// # Reference
///
/// The search is that of [`GraphAStar`](crate::search::GraphAStar). On counting cheapest paths: U.
/// Brandes, "A faster algorithm for betweenness centrality", *Journal of Mathematical Sociology*
/// 25(2), 2001.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct AllShortest;

without_options!(AllShortest);

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for AllShortest {
    type Search = AllShortestSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let search = GraphSearch::new(space, initial, ToAllGoals);
        AllShortestSearch { search, first: None, goals: 0 }
    }
}

/// *f = g + h*. The nodes of the *f* of a goal are expanded too.
#[derive(Clone, Copy, Debug)]
struct ToAllGoals;

impl Evaluation for ToAllGoals {
    const BATCH: usize = <Sum>::BATCH;
    const GOALS_FIRST: bool = false;

    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        Sum::LOW_H.priority(path_cost, estimate)
    }

    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}

/// A search for all optimal solutions in progress. [`AllShortest`] starts one.
#[derive(Clone)]
pub struct AllShortestSearch<P: StateSpace> {
    search: GraphSearch<P, ToAllGoals>,
    /// The first goal with the least cost.
    first: Option<NodeId>,
    /// How many goals were taken off the open list.
    goals: u64,
}

/// The parents of each node on all cheapest paths to its state.
struct Parents {
    /// The index of the last entry of each node, or 0 if it has none.
    last: Vec<usize>,
    /// A parent of a node, and the index of the entry before it of the same node, or 0.
    entries: Vec<(NodeId, usize)>,
    /// The goals with the least cost.
    goals: Vec<NodeId>,
}

impl Parents {
    fn of(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let some = |&index: &usize| index > 0;
        let last = Some(self.last[id.index()]).filter(some);
        let entries =
            iter::successors(last, move |&index| Some(self.entries[index].1).filter(some));
        entries.map(|index| self.entries[index].0)
    }
}

impl<P: StateSpace<State: Hash + Eq>> AllShortestSearch<P> {
    /// The number of optimal solutions: 0 if there is none.
    ///
    /// # Errors
    ///
    /// [`CountError`] says why the number is unknown or infinite.
    pub fn count(&self) -> Result<u128, CountError> {
        if self.search.reached().control.answer.is_none() {
            return Err(CountErrorKind::Unfinished.into());
        }
        let parents = self.parents();
        // The number of paths to each node; `None` until its parents are counted.
        let mut counts = FxHashMap::default();
        let mut sum = 0_u128;
        for &goal in &parents.goals {
            let mut path = vec![(goal, parents.of(goal))];
            counts.entry(goal).or_insert(None);
            while let Some((id, above)) = path.last_mut() {
                let id = *id;
                if let Some(parent) = above.next() {
                    match counts.get(&parent) {
                        None => {
                            counts.insert(parent, None);
                            path.push((parent, parents.of(parent)));
                        }
                        // The parent is on the path that led here.
                        Some(None) => return Err(CountErrorKind::ZeroCostCycle.into()),
                        Some(Some(_)) => {}
                    }
                    continue;
                }
                path.pop();
                let mut above = parents.of(id).filter_map(|parent| counts[&parent]);
                let count = if id == NodeId::FIRST {
                    Some(1)
                } else {
                    above.try_fold(0_u128, u128::checked_add)
                };
                counts.insert(id, Some(count.ok_or(CountErrorKind::TooMany)?));
            }
            let count = counts[&goal].unwrap_or(0);
            sum = sum.checked_add(count).ok_or(CountErrorKind::TooMany)?;
        }
        Ok(sum)
    }

    /// The optimal solutions known so far: all of them, once the search has ended. The order is
    /// always the same. Each is built when the iterator reaches it.
    pub fn solutions(&self) -> impl Iterator<Item = Vec<P::State>> {
        let mut parents = self.parents();
        parents.goals.reverse();
        // The path from a goal back towards the initial state, with the parents left to try at each
        // node.
        let mut path: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
        let state = |id| self.search.state(id).clone();
        iter::from_fn(move || {
            loop {
                let next = match path.last_mut() {
                    None => Some(parents.goals.pop()?),
                    Some((_, above)) => above.pop(),
                };
                let Some(next) = next else {
                    path.pop();
                    continue;
                };
                if next == NodeId::FIRST {
                    let ids = iter::once(next).chain(path.iter().rev().map(|&(id, _)| id));
                    return Some(ids.map(state).collect());
                }
                // Only a cycle of cost 0 leads back to the path.
                if !path.iter().any(|&(id, _)| id == next) {
                    path.push((next, parents.of(next).collect()));
                }
            }
        })
    }

    /// The states that lie on an optimal solution, each once, however many solutions there are.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::AllShortest;
    ///
    /// // From corner to corner of a field of 50 by 50 cells. Each cell lies on a shortest path.
    /// let next = |&(x, y): &(u32, u32)| {
    ///     [(x + 1, y), (x, y + 1)].into_iter().filter(|cell| cell.0 < 50 && cell.1 < 50)
    /// };
    /// let problem = Problem::from_neighbors((0, 0), next, |&cell| cell == (49, 49));
    /// let mut running = problem.algorithm(AllShortest::new()).start();
    /// assert_eq!(running.solve().moves(), Some(98));
    /// assert_eq!(running.search().states().count(), 2_500);
    /// assert_eq!(running.search().count(), Ok(25_477_612_258_980_856_902_730_428_600));
    /// ```
    pub fn states(&self) -> impl Iterator<Item = &P::State> {
        let (_, ids) = self.on_solutions();
        ids.into_iter().map(|id| self.search.state(id))
    }

    /// The steps from state to state on optimal solutions, each once.
    pub fn steps(&self) -> impl Iterator<Item = (&P::State, &P::State)> {
        let (parents, ids) = self.on_solutions();
        let state = |id| self.search.state(id);
        ids.into_iter().flat_map(move |id| {
            let steps = parents.of(id).map(|parent| (state(parent), state(id)));
            steps.collect::<Vec<_>>()
        })
    }

    /// The nodes on optimal solutions, with their parents.
    fn on_solutions(&self) -> (Parents, Vec<NodeId>) {
        let parents = self.parents();
        let (mut ids, mut is_found) = (parents.goals.clone(), vec![false; parents.last.len()]);
        for id in &ids {
            is_found[id.index()] = true;
        }
        let mut next = 0;
        while let Some(&id) = ids.get(next) {
            next += 1;
            ids.extend(
                parents.of(id).filter(|parent| !mem::replace(&mut is_found[parent.index()], true)),
            );
        }
        (parents, ids)
    }

    /// Generates the successors of all states once more. A step belongs to a cheapest path if the
    /// path costs of its states differ by what it costs.
    fn parents(&self) -> Parents {
        let search = &self.search;
        let (last, entries) = (vec![0; search.len()], vec![(NodeId::FIRST, 0)]);
        let mut parents = Parents { last, entries, goals: Vec::new() };
        let Some(most) = self.cost_of_first() else { return parents };
        let mut open = vec![NodeId::FIRST];
        while let Some(id) = open.pop() {
            let (state, path_cost) = (search.state(id), search.path_cost(id));
            if path_cost == most && search.space.is_goal(state) {
                parents.goals.push(id);
                continue;
            }
            if !search.reached().table.nodes[id].is_closed(id) {
                continue;
            }
            // Without a previous state, so that the step back to the parent is generated too: if it
            // costs 0, it is on a cycle of cost 0.
            search.space.for_each_successor(state, None, |state, step_cost| {
                let path_cost = path_cost.checked_add(step_cost).filter(|&cost| cost <= most);
                let found = path_cost.and_then(|cost| Some((search.find(&state)?, cost)));
                let Some((to, _)) = found.filter(|&(to, cost)| search.path_cost(to) == cost) else {
                    return;
                };
                let last = &mut parents.last[to.index()];
                if *last == 0 && to != NodeId::FIRST {
                    open.push(to);
                }
                // Parallel steps count once.
                if *last == 0 || parents.entries[*last].0 != id {
                    parents.entries.push((id, *last));
                    *last = parents.entries.len() - 1;
                }
            });
        }
        parents
    }

    fn cost_of_first(&self) -> Option<u32> {
        self.first.map(|goal| self.search.path_cost(goal))
    }

    /// Records a goal, unless a cheaper one is known.
    #[cold]
    fn add_goal(&mut self, goal: NodeId) {
        let cost = self.search.path_cost(goal);
        if self.cost_of_first().is_none_or(|first| cost < first) {
            self.first = Some(goal);
        }
        self.goals += 1;
        self.search.close_goal();
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for AllShortestSearch<P> {
    /// Takes one node off the open list, and expands it unless it is a goal.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        // A node with a higher f leads to no other optimal solution.
        let flow = self.search.step_within(self.cost_of_first().unwrap_or(u32::MAX));
        match (flow, self.first) {
            (Err(Halt::End(End::Solved)), _) => {
                let (goal, _) = self.search.promising();
                self.add_goal(goal);
                Ok(())
            }
            (Err(Halt::End(End::Exhausted | End::Stopped(StopReason::PathCost))), Some(goal)) => {
                self.search.set_promising((goal, Rank::new(self.search.path_cost(goal), 0)));
                Err(End::Solved.into())
            }
            (flow, _) => flow,
        }
    }

    fn control(&mut self) -> &mut Control {
        self.search.control()
    }

    fn give_back(&mut self) {
        self.search.give_back();
    }

    fn pause(&mut self) {
        self.search.pause();
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for AllShortestSearch<P> {
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        let statistics = self.search.statistics();
        Statistics { dequeued: statistics.expanded + self.goals, ..statistics }
    }

    fn lower_bound(&self) -> u32 {
        let bound = self.search.lower_bound();
        self.cost_of_first().map_or(bound, |cost| bound.min(cost))
    }

    fn path(&self) -> Vec<P::State> {
        self.first.map_or_else(|| self.search.path(), |goal| self.search.reached().path_to(goal))
    }

    fn cost(&self) -> u32 {
        self.cost_of_first().unwrap_or_else(|| self.search.cost())
    }

    fn has_solution(&self) -> bool {
        self.first.is_some()
    }

    fn restart(&mut self, initial: P::State) {
        let initial = self.search.prepare_restart(initial);
        (self.first, self.goals) = (None, 0);
        self.search.restart_by(ToAllGoals, initial);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>] AllShortestSearch<P>, StateSpace,
    search in space; first, goals
);

/// Why the optimal solutions cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountError {
    kind: CountErrorKind,
}

error_of_kind!(CountError, CountErrorKind);

messages! {
    /// Why solutions cannot be counted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum CountErrorKind {
        /// The search has not ended.
        Unfinished => ("the search has not ended"),
        /// A cycle of cost 0 lies on an optimal solution, so there are infinitely many.
        ZeroCostCycle => ("an optimal solution contains a cycle of cost 0"),
        /// There are more than `u128::MAX`.
        TooMany => ("there are more optimal solutions than a u128 can count"),
    }
}
