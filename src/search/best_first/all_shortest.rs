//! All optimal solutions: how many there are, and which.

mod error;
mod graph;

use std::collections::hash_map::Entry;
use std::fmt;
use std::hash::Hash;
use std::iter;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

pub use error::{CountError, CountErrorKind};
use graph::{Graph, Node};

use super::{Evaluation, Sum};
use crate::frontier::{Arena, BucketQueue, Full, NodeId, make_room};
use crate::search::course::{Course, Stepwise};
use crate::search::impls::{restart_in_and_debug, stepwise};
use crate::search::rank::Rank;
use crate::search::reached::Reached;
use crate::search::status::Status;
use crate::search::successors::Successors;
use crate::search::{Algorithm, End, RestartIn, Search};
use crate::{EventKind, Limits, StateSpace, Statistics, StopReason};

/// All optimal solutions. After the first solution, graph-search A\* continues until no other
/// solution can be as cheap. For each state it keeps every parent on a cheapest path.
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
/// and steps on optimal solutions, however many solutions there are.
///
/// # Memory
///
/// Every state generated is stored: its size plus 20 bytes, and 5 to 12 bytes in the table. Each
/// further parent takes 8 bytes.
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

impl AllShortest {
    /// Creates the algorithm. It has no options.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for AllShortest {
    type Search = AllShortestSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = AllShortestSearch {
            space,
            graph: Graph {
                reached: Reached::new(),
                others: Arena::default(),
                open: BucketQueue::default(),
                outdated: 0,
            },
            goals: Vec::new(),
            successors: Successors::new(),
            taken: None,
            highest: 0,
            dequeued: 0,
        };
        search.restart(initial);
        search
    }
}

/// A search for all optimal solutions in progress. [`AllShortest`] starts one.
#[derive(Clone)]
pub struct AllShortestSearch<P: StateSpace> {
    space: P,
    graph: Graph<P::State>,
    /// The goals with the least cost, in the order in which they were found.
    goals: Vec<NodeId>,
    /// The successors of the node under expansion.
    successors: Successors<P::State>,
    /// The node that was taken off the open list, until it is expanded.
    taken: Option<NodeId>,
    /// The highest f taken off the open list.
    highest: u32,
    dequeued: u64,
}

impl<P: StateSpace<State: Hash + Eq>> AllShortestSearch<P> {
    /// The number of optimal solutions: 0 if there is none.
    ///
    /// # Errors
    ///
    /// [`CountError`] tells why the number is unknown or infinite.
    pub fn count(&self) -> Result<u128, CountError> {
        if self.graph.reached.course.answer.is_none() {
            return Err(CountErrorKind::Unfinished.into());
        }
        // The number of paths to each node; `None` until its parents are counted.
        let mut counts = FxHashMap::default();
        let mut sum = 0_u128;
        for &goal in &self.goals {
            let mut path = vec![(goal, self.graph.parents(goal))];
            counts.entry(goal).or_insert(None);
            while let Some((id, parents)) = path.last_mut() {
                let id = *id;
                if let Some(parent) = parents.next() {
                    match counts.entry(parent) {
                        Entry::Vacant(entry) => {
                            entry.insert(None);
                            path.push((parent, self.graph.parents(parent)));
                        }
                        // The parent is on the path that led here.
                        Entry::Occupied(entry) if entry.get().is_none() => {
                            return Err(CountErrorKind::ZeroCostCycle.into());
                        }
                        Entry::Occupied(_) => {}
                    }
                    continue;
                }
                path.pop();
                let mut parents = self.graph.parents(id).filter_map(|parent| counts[&parent]);
                let count = if id == NodeId::FIRST {
                    Some(1)
                } else {
                    parents.try_fold(0_u128, u128::checked_add)
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
        let Reached { table, .. } = &self.graph.reached;
        let mut goals = self.goals.iter();
        // The path from a goal back towards the initial state, with the parents left to try at each
        // node.
        let mut path: Vec<(NodeId, _)> = Vec::new();
        iter::from_fn(move || {
            loop {
                let Some((_, parents)) = path.last_mut() else {
                    let &goal = goals.next()?;
                    path.push((goal, self.graph.parents(goal)));
                    if goal == NodeId::FIRST {
                        return Some(vec![table.states[goal].clone()]);
                    }
                    continue;
                };
                let Some(parent) = parents.next() else {
                    path.pop();
                    continue;
                };
                if parent == NodeId::FIRST {
                    let ids = iter::once(parent).chain(path.iter().rev().map(|&(id, _)| id));
                    return Some(ids.map(|id| table.states[id].clone()).collect());
                }
                // Only a cycle of cost 0 leads back to the path.
                if !path.iter().any(|&(id, _)| id == parent) {
                    path.push((parent, self.graph.parents(parent)));
                }
            }
        })
    }

    fn cost_of_first(&self) -> Option<u32> {
        self.goals.first().map(|&goal| self.graph.reached.table.nodes[goal].path_cost)
    }

    /// Ends the search: no open node can lead to another optimal solution.
    #[cold]
    fn end(&mut self) -> End {
        if !self.goals.is_empty() {
            return End::Solved;
        }
        self.highest = u32::MAX;
        if self.graph.reached.overflowed {
            return End::Stopped(StopReason::PathCost);
        }
        End::Exhausted
    }

    /// Takes the next node off the open list that could lead to an optimal solution.
    #[inline]
    fn take_open(&mut self) -> Option<NodeId> {
        let first = self.cost_of_first();
        let Graph { reached, open, outdated, .. } = &mut self.graph;
        let nodes = &mut reached.table.nodes;
        loop {
            open.lowest_f().filter(|&lowest| first.is_none_or(|cost| lowest <= cost))?;
            let (id, priority) = open.pop(|id| nodes[id].link)?;
            if !nodes[id].is_outdated(id) {
                self.highest = self.highest.max(priority.f());
                nodes[id].close(id);
                return Some(id);
            }
            *outdated -= 1;
        }
    }

    /// Records a goal, unless a cheaper one is known.
    #[cold]
    fn add_goal(&mut self, id: NodeId) -> Result<(), StopReason> {
        let path_cost = self.graph.reached.table.nodes[id].path_cost;
        let first = self.cost_of_first();
        let beside = self.beside();
        let Self { graph: Graph { reached, .. }, goals, .. } = self;
        if first.is_none_or(|cost| path_cost <= cost) {
            let allowance = reached.allowance(beside);
            allowance
                .and_then(|mut bytes| make_room(goals, 1, size_of::<NodeId>(), &mut bytes))
                .map_err(|full| reached.stop_reason(full, beside))?;
            if first != Some(path_cost) {
                goals.clear();
                reached.best = id;
                // No node that is generated later is more promising.
                reached.best_rank = Rank::new(0, 0);
            }
            goals.push(id);
        }
        Ok(())
    }

    /// Collects the successors of a node, and makes room for them.
    #[inline]
    fn collect(&mut self, id: NodeId) -> Result<(), StopReason> {
        let beside = self.graph.beside() + self.goals.capacity() * size_of::<NodeId>();
        // The step back to the parent is not pruned: on an optimal solution it costs 0, and without
        // it a cycle of cost 0 would be missed.
        let Self { space, graph, successors, .. } = self;
        graph.reached.collect(space, (id, None), successors, (beside, graph.open.growth()))?;
        let count = successors.list().len();
        if count <= graph.others.room() { Ok(()) } else { self.reserve_others(count) }
    }

    #[cold]
    fn reserve_others(&mut self, count: usize) -> Result<(), StopReason> {
        let beside = self.beside();
        let Graph { reached, others, .. } = &mut self.graph;
        let reserved = reached.allowance(beside).and_then(|bytes| others.reserve(count, bytes));
        reserved.map_err(|full| reached.stop_reason(full, beside))
    }

    /// The memory in use outside of the table of states.
    fn beside(&self) -> usize {
        let goals = self.goals.capacity() * size_of::<NodeId>();
        self.graph.beside() + goals + self.successors.bytes()
    }

    #[cold]
    fn stop(&self, full: Full) -> ControlFlow<End> {
        let reason = self.graph.reached.stop_reason(full, self.beside());
        ControlFlow::Break(End::Stopped(reason))
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for AllShortestSearch<P> {
    /// Takes one node off the open list, and expands it unless it is a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<End> {
        let Some(id) = self.taken.or_else(|| self.take_open()) else {
            return ControlFlow::Break(self.end());
        };
        self.taken = Some(id);
        if self.space.is_goal(&self.graph.reached.table.states[id]) {
            if let Err(reason) = self.add_goal(id) {
                return ControlFlow::Break(End::Stopped(reason));
            }
            self.dequeued += 1;
            self.taken = None;
            self.graph.reached.report(&self.space, EventKind::Goal, id);
            return ControlFlow::Continue(());
        }
        if let Err(reason) = self.collect(id) {
            return ControlFlow::Break(End::Stopped(reason));
        }
        let open_limit = match self.graph.reached.allowance(self.beside()) {
            Ok(usize::MAX) => usize::MAX,
            Ok(allowance) => allowance + self.graph.open.bytes(),
            Err(full) => return self.stop(full),
        };
        let Self { space, graph, successors, .. } = self;
        let path_cost = graph.reached.table.nodes[id].path_cost;
        graph.reached.report_expansion(space, id);
        let (mut list, added) = successors.drain();
        let all_added = list.try_for_each(|successor| {
            graph.add(space, (id, path_cost), successor, open_limit)?;
            *added += 1;
            Ok(())
        });
        drop(list);
        if let Err(full) = all_added {
            return self.stop(full);
        }
        successors.finish();
        graph.reached.count_expansion(graph.open.len() - graph.outdated);
        self.dequeued += 1;
        self.taken = None;
        ControlFlow::Continue(())
    }

    fn course(&mut self) -> &mut Course {
        &mut self.graph.reached.course
    }

    fn give_back(&mut self) {
        let Graph { reached, open, others, .. } = &mut self.graph;
        reached.give_back(&self.space);
        let allowance = reached.allowance(0).unwrap_or(0);
        reached.table.nodes[NodeId::FIRST].link = open.renew(allowance);
        (*others, self.goals, self.successors) = (others.fresh(), Vec::new(), Successors::new());
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for AllShortestSearch<P> {
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        let Graph { reached, open, outdated, .. } = &self.graph;
        let open = open.len() - outdated + usize::from(self.taken.is_some());
        Statistics { dequeued: self.dequeued, ..reached.statistics(open, self.beside()) }
    }

    fn lower_bound(&self) -> u32 {
        let bound = self.highest.max(self.graph.reached.root_estimate);
        self.cost_of_first().map_or(bound, |cost| bound.min(cost))
    }

    fn path(&self) -> Vec<P::State> {
        self.graph.reached.path_to(self.graph.reached.best)
    }

    fn cost(&self) -> u32 {
        self.cost_of_first().unwrap_or(self.graph.reached.cost())
    }

    fn has_solution(&self) -> bool {
        !self.goals.is_empty()
    }

    fn restart(&mut self, initial: P::State) {
        let (parent, others) = (None, None);
        let root = Node { parent, others, path_cost: 0, link: None };
        self.successors.clear();
        let graph = &mut self.graph;
        graph.reached.restart(&self.space, initial, root);
        graph.others.clear();
        graph.outdated = 0;
        let link = graph.open.restart(NodeId::FIRST, Sum::LOW_H.root(graph.reached.root_estimate));
        graph.reached.table.nodes[NodeId::FIRST].link = link;
        self.goals.clear();
        self.taken = None;
        self.highest = 0;
        self.dequeued = 0;
        self.end_restart();
        self.graph.reached.report_root(&self.space);
    }
}

restart_in_and_debug!([P: StateSpace<State: Hash + Eq>] AllShortestSearch<P>, graph.reached.course);
