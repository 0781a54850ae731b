//! All shortest solutions: how many there are, and which.

use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;
use std::hash::Hash;
use std::iter;
use std::mem;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::course::{Course, Stepwise};
use super::evaluation::{Evaluation, Sum};
use super::rank::Rank;
use super::{Algorithm, Search, Step};
use crate::frontier::{
    Arena, BucketQueue, Full, NodeId, OpenList, StateTable, discard, is_cheap_to_clone, lay_by,
};
use crate::{StateSpace, Statistics, StopReason};

/// All shortest solutions: graph-search A\* that runs on after the first solution until no other
/// can be as cheap, and keeps of each state every parent on a cheapest path.
///
/// A solution is a sequence of states from the initial state to the first goal on it. Two steps of
/// the same cost between the same two states make no difference.
///
/// # Guarantees
///
/// - **Optimal**, and **all** solutions of that cost, if the estimate is admissible; it need not be
///   consistent. The first one is there, with the proof, before the search ends
///   ([`Search::has_solution`]).
/// - **Complete** on finite spaces: it ends, with the proof, when there is no solution.
/// - Where a cycle of cost 0 lies on a shortest solution, walks around it are as cheap, and there is
///   no end of them: they are [not counted](NotCounted::ZeroCostCycle), and the
///   [iterator](AllShortestSearch::solutions) gives those that repeat no state.
///
/// # Complexity
///
/// Every state with *f* up to the optimum is expanded, so usually some more than by
/// [`GraphAStar`](super::GraphAStar). Counting takes time linear in the number of states and
/// steps on shortest solutions, however many solutions they make.
///
/// # Memory
///
/// Every state generated is kept: its size plus 20 bytes, and 5 to 12 bytes in the table; and 8 bytes
/// for each further parent.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Worlds;
/// use bestfirst::search::{Algorithm, AllShortest, Search, Step};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "1 2 3 / 0 7 6 / 5 4 8".parse().unwrap();
/// let mut search = AllShortest.start(Worlds::new(), board);
/// assert_eq!(search.advance(u64::MAX), Step::Solved);
/// assert_eq!((search.cost(), search.count()), (7, Ok(2)));
/// for solution in search.solutions() {
///     assert_eq!(solution.len(), 8);
/// }
/// # }
/// ```
///
/// # Reference
///
/// The loop is that of [`GraphAStar`](super::GraphAStar). Counting along cheapest paths: U. Brandes,
/// "A faster algorithm for betweenness centrality", *Journal of Mathematical Sociology* 25(2),
/// 2001.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllShortest;

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for AllShortest {
    type Search = AllShortestSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = AllShortestSearch {
            space,
            graph: Graph {
                table: StateTable::default(),
                others: Arena::default(),
                open: BucketQueue::default(),
                outdated: 0,
                rest: Vec::new(),
                best: NodeId::FIRST,
                best_rank: Rank::new(0, 0),
                duplicates: 0,
                reopened: 0,
                overflows: 0,
            },
            goals: Vec::new(),
            unfinished: None,
            root_estimate: 0,
            highest: 0,
            expanded: 0,
            dequeued: 0,
            largest_open: 1,
            course: Course::new(),
        };
        search.restart(initial);
        search
    }
}

/// Why the shortest solutions are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCounted {
    /// The search has not come to its end.
    Unfinished,
    /// A cycle of cost 0 lies on a shortest solution, so there is no end of them.
    ZeroCostCycle,
    /// There are more than `u128::MAX`.
    TooMany,
}

impl fmt::Display for NotCounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unfinished => "the search has not come to its end",
            Self::ZeroCostCycle => "a cycle of cost 0 lies on a shortest solution",
            Self::TooMany => "there are more shortest solutions than can be counted",
        })
    }
}

impl Error for NotCounted {}

/// What is kept of a node besides its state. Its path cost never changes: for a cheaper path there
/// is a new node.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<NodeId>,
    /// Further parents on paths of the same cost.
    others: Option<NodeId>,
    path_cost: u32,
    /// What the open list keeps with an open node. A closed one points to itself.
    link: Option<NodeId>,
    /// Whether its state was reached more cheaply before it was expanded. It is passed over then.
    is_outdated: bool,
}

/// A further parent of a node, and the list of those that are left.
#[derive(Clone, Copy, Debug)]
struct Other {
    parent: NodeId,
    others: Option<NodeId>,
}

/// The nodes, and which of them are open.
#[derive(Clone)]
struct Graph<S> {
    table: StateTable<S, Node>,
    others: Arena<Other>,
    open: BucketQueue,
    /// How many outdated nodes are on the open list.
    outdated: usize,
    /// Successors of the node that was taken off last, for which there was no room yet, with their
    /// step costs.
    rest: Vec<(S, u32)>,
    /// The node with the lowest estimate, or, once found, the first goal.
    best: NodeId,
    best_rank: Rank,
    duplicates: u64,
    reopened: u64,
    /// How many paths were left out because they cost too much for a `u32`.
    overflows: u64,
}

/// A search for all shortest solutions under way. [`AllShortest`] starts one.
#[derive(Clone)]
pub struct AllShortestSearch<P: StateSpace> {
    space: P,
    graph: Graph<P::State>,
    /// The goals at the least cost, in the order in which they were found.
    goals: Vec<NodeId>,
    /// The node that was taken off last, if it has a rest of successors.
    unfinished: Option<NodeId>,
    root_estimate: u32,
    /// The highest f taken off the open list.
    highest: u32,
    expanded: u64,
    dequeued: u64,
    largest_open: usize,
    course: Course,
}

impl<P: StateSpace<State: Hash + Eq>> AllShortestSearch<P> {
    /// How many shortest solutions there are: 0 if there is none at all.
    ///
    /// # Errors
    ///
    /// [`NotCounted`] says why there is no such number, or why it is not known.
    pub fn count(&self) -> Result<u128, NotCounted> {
        if self.course.answer.is_none() {
            return Err(NotCounted::Unfinished);
        }
        // The number of paths to each node; none as long as its parents have not been counted.
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
                        // It is on the path that led here.
                        Entry::Occupied(entry) if entry.get().is_none() => {
                            return Err(NotCounted::ZeroCostCycle);
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
                counts.insert(id, Some(count.ok_or(NotCounted::TooMany)?));
            }
            let count = counts[&goal].unwrap_or(0);
            sum = sum.checked_add(count).ok_or(NotCounted::TooMany)?;
        }
        Ok(sum)
    }

    /// The shortest solutions, as far as they are known: all of them, once the search has
    /// ended. The order is always the same. Each is built only when it is asked for.
    pub fn solutions(&self) -> impl Iterator<Item = Vec<P::State>> {
        let Graph { table, .. } = &self.graph;
        let mut goals = self.goals.iter();
        // From a goal back to the initial state, and where to go on at each node.
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
        self.goals.first().map(|&goal| self.graph.table.nodes[goal].path_cost)
    }

    /// No node is left that could lead to another shortest solution.
    #[cold]
    fn end(&mut self) -> Step {
        if !self.goals.is_empty() {
            return Step::Solved;
        }
        self.highest = u32::MAX;
        if self.graph.overflows > 0 {
            return Step::Stopped(StopReason::PathCost);
        }
        Step::Exhausted
    }

    /// Adds the rest of the successors.
    fn finish(&mut self, id: NodeId) -> ControlFlow<Step> {
        let successors = self.graph.rest.len() + 1;
        self.course.most_successors = self.course.most_successors.max(successors);
        if !self.has_room() {
            if let Err(reason) = self.make_room() {
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let path_cost = self.graph.table.nodes[id].path_cost;
        let mut rest = mem::take(&mut self.graph.rest);
        for (state, step_cost) in rest.drain(..) {
            let heap_bytes = &mut self.course.heap_bytes;
            self.graph.add(&self.space, heap_bytes, (id, path_cost), state, step_cost);
        }
        // Its memory is used again.
        self.graph.rest = rest;
        self.unfinished = None;
        self.count_expansion();
        ControlFlow::Continue(())
    }

    fn count_expansion(&mut self) {
        self.expanded += 1;
        self.dequeued += 1;
        self.largest_open = self.largest_open.max(self.graph.open.len() - self.graph.outdated);
    }

    /// Whether there is room for the successors of the next node, as far as is known.
    #[inline]
    fn has_room(&self) -> bool {
        self.graph.room() >= self.course.most_successors
            && (self.course.heap_bytes == 0 || self.allowance().is_ok())
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.course.allowance(self.bytes(), self.graph.table.len())
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), StopReason> {
        self.reserve().map_err(|full| self.course.stop_reason(full, self.bytes()))
    }

    fn reserve(&mut self) -> Result<(), Full> {
        let count = self.course.most_successors;
        // As much as the open list has is kept back, for it may double.
        let open = self.graph.open.bytes();
        let allowance =
            |search: &Self| search.allowance()?.checked_sub(open).ok_or(Full::Allowance);
        let all = size_of::<P::State>() + size_of::<Node>() + size_of::<Other>();
        let share = allowance(self)? / all;
        self.graph.table.reserve(count, share * (size_of::<P::State>() + size_of::<Node>()))?;
        let for_others = allowance(self)?;
        self.graph.others.reserve(count, for_others)?;
        self.graph.open.reserve(self.graph.room(), self.allowance()?)
    }

    fn bytes(&self) -> usize {
        let Graph { table, others, open, rest, .. } = &self.graph;
        let rest = rest.capacity() * size_of::<(P::State, u32)>();
        let goals = self.goals.capacity() * size_of::<NodeId>();
        let kept = table.bytes() + others.bytes() + open.bytes();
        kept + rest + goals + self.course.heap_bytes
    }
}

impl<S: Hash + Eq> Graph<S> {
    /// How many more successors there is room for.
    #[inline]
    fn room(&self) -> usize {
        self.table.room().min(self.others.room())
    }

    /// The parents of a node on all its cheapest paths.
    fn parents(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let Node { parent, others, .. } = self.table.nodes[id];
        let others = iter::successors(others, |&other| self.others[other].others);
        parent.into_iter().chain(others.map(|other| self.others[other].parent))
    }

    /// Adds a successor of a node, given with its path cost, unless its state is known by a cheaper
    /// path; or lays it by if there is no room.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        heap_bytes: &mut usize,
        (parent, path_cost): (NodeId, u32),
        state: S,
        step_cost: u32,
    ) {
        if self.room() == 0 {
            return lay_by(&mut self.rest, state, step_cost);
        }
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let place = self.table.locate(&state);
        if let Some(known) = place.newest {
            let before = u64::from(self.table.nodes[known].path_cost);
            if before <= path_cost {
                self.duplicates += 1;
                if before == path_cost {
                    self.add_parent(known, parent);
                }
                return discard(state);
            }
        }
        let estimate = space.estimate(&state);
        let (Some(priority), Ok(path_cost)) =
            (Sum.priority(path_cost, estimate), u32::try_from(path_cost))
        else {
            self.overflows += 1;
            return discard(state);
        };
        *heap_bytes += space.heap_bytes(&state);
        let id = self.table.next_id();
        if let Some(known) = place.newest {
            if self.table.nodes[known].link == Some(known) {
                self.reopened += 1;
            } else {
                self.table.nodes[known].is_outdated = true;
                self.outdated += 1;
            }
        }
        let link = self.open.push(id, priority);
        let parent = Some(parent);
        let node = Node { parent, others: None, path_cost, link, is_outdated: false };
        self.table.insert(place, state, node);
        let rank = Rank::new(estimate, path_cost);
        if rank < self.best_rank {
            self.best = id;
            self.best_rank = rank;
        }
    }

    /// Adds a parent, unless it is the one that was added last: then it has two steps of the same
    /// cost to the node.
    fn add_parent(&mut self, id: NodeId, parent: NodeId) {
        let Node { parent: first, others, .. } = self.table.nodes[id];
        let last = others.map_or(first, |other| Some(self.others[other].parent));
        if last != Some(parent) {
            self.table.nodes[id].others = Some(self.others.next_id());
            self.others.push(Other { parent, others });
        }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for AllShortestSearch<P> {
    /// Takes one node off the open list, and expands it if it is not a goal.
    #[inline]
    fn step(&mut self) -> ControlFlow<Step> {
        if let Some(id) = self.unfinished {
            return self.finish(id);
        }
        if !self.has_room() {
            if let Err(reason) = self.make_room() {
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let first = self.cost_of_first();
        let Graph { table, open, outdated, .. } = &mut self.graph;
        let id = loop {
            let lowest = open.lowest().filter(|lowest| first.is_none_or(|cost| lowest.f() <= cost));
            let popped = lowest.and_then(|_| open.pop(|id| table.nodes[id].link));
            let Some((id, priority)) = popped else {
                return ControlFlow::Break(self.end());
            };
            if !table.nodes[id].is_outdated {
                self.highest = self.highest.max(priority.f());
                break id;
            }
            *outdated -= 1;
        };
        table.nodes[id].link = Some(id);
        let path_cost = table.nodes[id].path_cost;
        if self.space.is_goal(&table.states[id]) {
            self.dequeued += 1;
            if first.is_none_or(|cost| path_cost < cost) {
                self.goals.clear();
                self.graph.best = id;
                // Nothing that is generated from now on is more promising.
                self.graph.best_rank = Rank::new(0, 0);
            }
            if first.is_none_or(|cost| path_cost <= cost) {
                self.goals.push(id);
            }
            return ControlFlow::Continue(());
        }
        // A step back to the parent costs nothing, if it is on a shortest solution: it is not to be
        // left out, or a cycle of cost 0 would not be seen.
        let Self { space, graph, course, .. } = self;
        let states = &graph.table.states;
        if is_cheap_to_clone::<P::State>() {
            let state = states[id].clone();
            space.for_each_successor(&state, None, |successor, step_cost| {
                let heap_bytes = &mut course.heap_bytes;
                graph.add(space, heap_bytes, (id, path_cost), successor, step_cost);
            });
        } else {
            let rest = &mut graph.rest;
            space.for_each_successor(&states[id], None, |successor, step_cost| {
                rest.push((successor, step_cost));
            });
        }
        if self.graph.rest.is_empty() {
            self.count_expansion();
            return ControlFlow::Continue(());
        }
        self.unfinished = Some(id);
        self.finish(id)
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search<P::State> for AllShortestSearch<P> {
    fn advance(&mut self, steps: u64) -> Step {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let Graph { table, open, outdated, duplicates, reopened, overflows, .. } = &self.graph;
        let enqueued = table.len() as u64;
        Statistics {
            expanded: self.expanded,
            generated: enqueued + duplicates + overflows,
            enqueued,
            dequeued: self.dequeued,
            reopened: *reopened,
            duplicates: *duplicates,
            open: (open.len() - outdated) as u64 + u64::from(self.unfinished.is_some()),
            largest_open: self.largest_open as u64,
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
        }
    }

    fn lower_bound(&self) -> u32 {
        let bound = self.highest.max(self.root_estimate);
        self.cost_of_first().map_or(bound, |cost| bound.min(cost))
    }

    fn path(&self) -> Vec<P::State> {
        self.graph.table.path_to(self.graph.best, |node| node.parent)
    }

    fn cost(&self) -> u32 {
        self.cost_of_first().unwrap_or(self.graph.best_rank.path_cost())
    }

    fn has_solution(&self) -> bool {
        !self.goals.is_empty()
    }

    fn restart(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        self.course.restart();
        self.course.heap_bytes = self.space.heap_bytes(&initial);
        let graph = &mut self.graph;
        graph.others.clear();
        graph.open.clear();
        graph.rest.clear();
        graph.outdated = 0;
        graph.best = NodeId::FIRST;
        graph.best_rank = Rank::new(estimate, 0);
        (graph.duplicates, graph.reopened, graph.overflows) = (0, 0, 0);
        let link = graph.open.push(NodeId::FIRST, Sum.root(estimate));
        let (parent, others) = (None, None);
        let root = Node { parent, others, path_cost: 0, link, is_outdated: false };
        graph.table.restart(initial, root);
        self.goals.clear();
        self.unfinished = None;
        self.root_estimate = estimate;
        self.highest = 0;
        (self.expanded, self.dequeued) = (0, 0);
        self.largest_open = 1;
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
    }
}

impl<P: StateSpace<State: Hash + Eq>> fmt::Debug for AllShortestSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AllShortestSearch")
            .field("answer", &self.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
