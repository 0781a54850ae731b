//! Focal search: solutions of bounded cost, led by an estimate of the steps.

use std::hash::Hash;
use std::num::NonZeroU32;

use super::{Evaluation, Sum, Weighted};
use crate::frontier::{Full, Keyed, NodeId, Priority, QuickHeap};
use crate::search::control::{Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::key::unpacked_key;
use crate::search::reached::{Node, OtherMemory, Reached, generated};
use crate::search::successors::{Successor, Successors};
use crate::search::{Algorithm, Search};
use crate::space::debug::debug;
use crate::{StateSpace, Statistics};

/// Focal search: it finds a solution of bounded cost, guided by a second estimate, of how many
/// *steps* remain. That pays where steps differ much in cost: a goal that is cheap to reach may be
/// many steps away, and each step takes an expansion.
///
/// The *focal list* has the open nodes whose *f = g + h* is at most *w* times the lowest one.
/// The bound holds whichever of them is expanded. Two nodes are taken in turn: the one with the
/// lowest depth + 3 *d*, where *d* is the estimate of the steps; and the one with the lowest *f*,
/// which raises the lower bound, so that the list gets longer. (A\*-epsilon takes the lowest *d*
/// each time, and may come back again and again to nodes close to the root.)
///
/// Where all steps cost the same, or a problem is small, [`WeightedAStar`] is better. On Korf's
/// hundred 15-puzzles, where a move costs the inverse of the tile, and *d* is the Manhattan
/// distance, within a million expansions:
///
/// | | *w* | solved | expansions on those that both solve | cost of these |
/// |---|---|---|---|---|
/// | [`WeightedAStar`], `Sum` | 1.5 | 42 | 1 | 1 |
/// | `Focal` | 1.5 | 99 | 0.05 | 1.12 |
/// | [`WeightedAStar`], `Sum` | 2 | 21 | 1 | 1 |
/// | `Focal` | 2 | 100 | 0.03 | 1.12 |
///
/// [`WeightedAStar`]: crate::search::WeightedAStar
///
/// # Guarantees
///
/// - **Bounded**: if the heuristic of the space is admissible, the solution costs at most *w* times
///   the optimum. It need not be consistent. The estimate of the steps may be anything.
///   [`Solution::ratio`](crate::Solution::ratio) is often better.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
///
/// # Complexity
///
/// A node takes time logarithmic in the number of open nodes. A state is expanded again when a
/// cheaper path to it is found.
///
/// # Memory
///
/// As [`GraphAStar`](crate::search::GraphAStar), and 16 bytes for each open node, or 32 if it
/// is on the focal list.
///
/// # Example
///
/// To move tile *n* costs 360,360 / *n*:
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::search::{Focal, WeightedAStar};
/// use bestfirst::sliding_tiles::Board;
/// use bestfirst::{Outcome, Problem};
///
/// let board: Board = "0 12 9 13 / 15 11 10 14 / 3 7 5 6 / 4 8 2 1".parse().unwrap();
/// let neighbors = |board: &Board| {
///     let tiles: Vec<u32> = board.tiles().collect();
///     board.neighbors().into_iter().map(move |next| {
///         let moved = tiles.iter().zip(next.tiles()).find(|(before, after)| **before != *after);
///         let cost = moved.map_or(0, |(before, after)| 360_360 / before.max(&after));
///         (next, cost)
///     })
/// };
/// let estimate = |board: &Board| {
///     let tiles = (0..).zip(board.tiles()).filter(|&(_, tile)| tile > 0);
///     let estimates = tiles.map(|(cell, tile)| {
///         let (row, column) = ((tile - 1) / 4, (tile - 1) % 4);
///         (row.abs_diff(cell / 4) + column.abs_diff(cell % 4)) * (360_360 / tile)
///     });
///     estimates.sum()
/// };
///
/// let problem = Problem::from_successors(board, neighbors, Board::is_goal).estimate(estimate);
/// let solver = problem.algorithm(Focal::new(1.5, Board::manhattan)).solve();
/// let Outcome::Solved(solution) = solver.outcome() else { panic!() };
/// assert!(solution.ratio() <= 1.5);
/// let weighted = problem.algorithm(WeightedAStar::new(1.5)).solve();
/// assert!(4 * solver.statistics().expanded < weighted.statistics().expanded);
/// # }
/// ```
///
/// # Reference
///
/// J. Pearl and J. H. Kim, "Studies in semi-admissible heuristics", *IEEE Transactions on Pattern
/// Analysis and Machine Intelligence* 4(4), 1982. Nodes of several lists in turn: M. Fickert, T. Gu
/// and W. Ruml, "New results in bounded-suboptimal search", *AAAI* 2022.
#[derive(Clone, Copy)]
pub struct Focal<D> {
    weight: Weighted,
    steps: D,
}

impl<D> Focal<D> {
    /// With this weight, as in [`WeightedAStar::new`](crate::search::WeightedAStar::new), and this
    /// estimate of the number of steps from a state to a goal.
    #[must_use]
    pub fn new<S>(weight: f64, steps: D) -> Self
    where
        D: Fn(&S) -> u32,
    {
        Self { weight: Weighted::new(weight), steps }
    }
}

/// How much an estimated step counts against one that was made.
const STEP_WEIGHT: u32 = 3;

/// At most this many nodes go to the focal list before the clock may be read.
const MOST_AT_ONCE: usize = 1 << 10;

debug!([D] Focal<D>, |it| weight: it.weight.weight());

impl<P: StateSpace<State: Hash + Eq>, D: Fn(&P::State) -> u32 + Clone> Algorithm<P> for Focal<D> {
    type Search = FocalSearch<P, D>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let Self { weight, steps } = self.clone();
        let (graph, successors) = (FocalNodes::new(), Successors::new());
        FocalSearch { space, weight, steps, graph, successors, taken: None, proven_f: 0 }
            .started(initial)
    }
}

/// How many states are on the path to an open node. `None` once the node is closed, or outdated by
/// a cheaper path to its state.
type PathLength = Option<NonZeroU32>;

/// The nodes, and lists of the open nodes. Nodes on a list that are no longer open are skipped.
#[derive(Clone)]
struct FocalNodes<S> {
    reached: Reached<S, PathLength>,
    /// The nodes that are not on the focal list, by *f*.
    waiting: QuickHeap<Keyed>,
    /// The focal list by *f*.
    by_cost: QuickHeap<Keyed>,
    /// The focal list by the steps.
    by_steps: QuickHeap<Keyed>,
    /// Whether the last node was taken by the steps.
    was_by_steps: bool,
    /// How many nodes are open.
    open: usize,
}

/// A focal search under way. [`Focal`] starts one.
#[derive(Clone)]
pub struct FocalSearch<P: StateSpace, D> {
    space: P,
    weight: Weighted,
    steps: D,
    graph: FocalNodes<P::State>,
    /// The successors of the node that was taken.
    successors: Successors<P::State>,
    /// The node that was taken, until it is expanded, and the length of the path to it.
    taken: Option<(NodeId, NonZeroU32)>,
    /// The maximum over time of the lowest *f* of an open node.
    proven_f: u32,
}

/// Among nodes of equal priority, the one generated last comes first.
#[inline]
fn keyed(id: NodeId, priority: Priority) -> Keyed {
    Keyed::new(id.number(), priority, id.number())
}

/// The first node of a list that is open, and its priority there.
#[inline]
fn first_open<S: Hash + Eq>(
    reached: &Reached<S, PathLength>,
    list: &mut QuickHeap<Keyed>,
) -> Option<(NodeId, Priority)> {
    loop {
        let (id, priority) = list.peek()?.node()?;
        if reached.table.nodes[id].link.is_some() {
            return Some((id, priority));
        }
        list.pop();
    }
}

impl<S: Hash + Eq + Clone> FocalNodes<S> {
    fn new() -> Self {
        let (waiting, by_cost, by_steps) = Default::default();
        Self { reached: Reached::new(), waiting, by_cost, by_steps, was_by_steps: false, open: 0 }
    }

    /// The lowest *f* of an open node.
    #[inline]
    fn lowest_f(&mut self) -> Option<u32> {
        let Self { reached, waiting, by_cost, .. } = self;
        let firsts = [waiting, by_cost].map(|list| first_open(reached, list));
        firsts.into_iter().flatten().map(|(_, priority)| priority.f()).min()
    }

    /// Puts the waiting nodes with at most this *f* on the focal list, or some if they are many.
    /// Returns whether there are no more. `other_bytes` are in use outside of this struct.
    #[inline]
    fn extend_focal_list(
        &mut self,
        most: u32,
        steps: impl Fn(&S) -> u32,
        other_bytes: usize,
    ) -> Result<bool, Full> {
        for _ in 0..MOST_AT_ONCE {
            let first = first_open(&self.reached, &mut self.waiting);
            let Some((id, priority)) = first.filter(|(_, priority)| priority.f() <= most) else {
                return Ok(true);
            };
            if self.by_cost.room().min(self.by_steps.room()) == 0 {
                self.by_cost.reserve(self.allowance(other_bytes)?)?;
                self.by_steps.reserve(self.allowance(other_bytes)?)?;
            }
            let Reached { table, .. } = &self.reached;
            // If this panics, nothing has changed.
            let steps = steps(&table.states[id]);
            let length = table.nodes[id].link.map_or(0, NonZeroU32::get);
            let weighted = steps.saturating_mul(STEP_WEIGHT).saturating_add(length);
            self.waiting.pop();
            self.by_cost.push(keyed(id, priority));
            self.by_steps.push(keyed(id, Priority::new(weighted, steps)));
        }
        Ok(false)
    }

    /// Takes a node off the focal list, and returns it with the length of the path to it.
    #[inline]
    fn take(&mut self) -> Option<(NodeId, NonZeroU32)> {
        let Self { reached, by_cost, by_steps, was_by_steps, .. } = self;
        let list = if *was_by_steps { by_cost } else { by_steps };
        let (id, _) = first_open(reached, list)?;
        list.pop();
        *was_by_steps = !*was_by_steps;
        self.open -= 1;
        Some((id, reached.table.nodes[id].link.take()?))
    }

    /// Adds a successor of a node, given with the length of the path to it, unless a path to its
    /// state is known that costs no more. The table must have room. `other_bytes` are in use
    /// outside of this struct.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        (parent, length): (NodeId, NonZeroU32),
        Successor { state, step_cost, packed_key }: Successor<S>,
        other_bytes: usize,
    ) -> Result<(), Full> {
        if self.waiting.room() == 0 {
            self.waiting.reserve(self.allowance(other_bytes)?)?;
        }
        let Self { reached, waiting, open, .. } = self;
        let path_cost = u64::from(reached.table.nodes[parent].path_cost) + u64::from(step_cost);
        let place = reached.table.locate(&state, unpacked_key(space, &state, packed_key));
        let before = place.newest.map(|known| (known, reached.table.nodes[known]));
        if let Some((known, Node { path_cost: before, .. })) = before {
            if path_cost >= before.into() {
                reached.drop_duplicate(space, (Some(parent), known), path_cost, state);
                return Ok(());
            }
        }
        let estimate = space.estimate(&state);
        let (Some(priority), Ok(path_cost)) =
            (Sum::LOW_H.priority(path_cost, estimate), u32::try_from(path_cost))
        else {
            reached.prune(space, Some(parent), path_cost, (state, estimate));
            return Ok(());
        };
        reached.heap_bytes += space.heap_bytes(&state);
        let mut is_reopened = false;
        if let Some((known, Node { link, .. })) = before {
            is_reopened = link.is_none();
            reached.counters.reopened += u64::from(is_reopened);
            *open -= usize::from(!is_reopened);
            reached.table.nodes[known].link = None;
        }
        let id = reached.table.next_id();
        reached.rank(id, path_cost, estimate);
        let link = Some(length.saturating_add(1));
        let node = Node { parent: Some(parent), path_cost, link };
        reached.table.insert(place, state, node, path_cost);
        waiting.push(keyed(id, priority));
        *open += 1;
        reached.report(space, generated(is_reopened), id);
        Ok(())
    }

    fn lists(&mut self) -> [&mut QuickHeap<Keyed>; 3] {
        [&mut self.waiting, &mut self.by_cost, &mut self.by_steps]
    }

    /// How many more bytes may be used.
    fn allowance(&self, other_bytes: usize) -> Result<usize, Full> {
        self.reached.allowance(self.bytes() + other_bytes)
    }

    /// The memory in use besides the states reached.
    fn bytes(&self) -> usize {
        self.waiting.bytes() + self.by_cost.bytes() + self.by_steps.bytes()
    }
}

impl<P: StateSpace<State: Hash + Eq>, D: Fn(&P::State) -> u32> Stepwise for FocalSearch<P, D> {
    /// Takes a node, and expands it if it is not a goal; or puts some on the focal list, if many
    /// belong there.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        if self.taken.is_none() {
            if let Some(lowest) = self.graph.lowest_f() {
                self.proven_f = self.proven_f.max(lowest);
                let most = self.weight.stretch(self.proven_f);
                let other_bytes = self.successors.bytes();
                if !self.graph.extend_focal_list(most, &self.steps, other_bytes)? {
                    return Ok(());
                }
            }
            self.taken = self.graph.take();
        }
        let Self { space, graph, successors, .. } = self;
        let Some((id, length)) = self.taken else {
            self.proven_f = u32::MAX;
            return Err(graph.reached.exhausted().into());
        };
        let Reached { table, .. } = &graph.reached;
        let path_cost = table.nodes[id].path_cost;
        if space.is_goal(&table.states[id]) {
            return Err(graph.reached.solve(space, id, path_cost).into());
        }
        let lists = graph.bytes();
        graph.reached.collect(space, id, successors, OtherMemory::in_use(lists))?;
        graph.reached.report_expansion(space, id);
        let other_bytes = successors.bytes();
        successors.add_each(|next| graph.add(space, (id, length), next, other_bytes))?;
        graph.reached.count_expansion(graph.open);
        self.taken = None;
        Ok(())
    }

    answers!(|search| search.graph.reached; control);

    fn give_back(&mut self) {
        let graph = &mut self.graph;
        graph.reached.give_back(&self.space);
        for list in graph.lists() {
            *list = QuickHeap::default();
        }
        self.successors = Successors::new();
    }
}

impl<P: StateSpace<State: Hash + Eq>, D: Fn(&P::State) -> u32> Search for FocalSearch<P, D> {
    type State = P::State;

    stepwise!();
    answers!(|search| search.graph.reached; solution);

    fn statistics(&self) -> Statistics {
        let FocalNodes { reached, open, .. } = &self.graph;
        let is_open = self.taken.is_some() && !reached.control.is_solved();
        let other_bytes = self.graph.bytes() + self.successors.bytes();
        reached.statistics(open + usize::from(is_open), other_bytes)
    }

    fn lower_bound(&self) -> u32 {
        self.graph.reached.lower_bound(self.proven_f)
    }

    fn restart(&mut self, initial: P::State) {
        let graph = &mut self.graph;
        graph.reached.restart(&self.space, initial, None, &mut self.successors);
        graph.lists().into_iter().for_each(QuickHeap::clear);
        (graph.was_by_steps, graph.open) = (false, 0);
        self.proven_f = graph.reached.root_estimate;
        self.taken = Some((NodeId::FIRST, NonZeroU32::MIN));
        self.end_restart();
        self.graph.reached.report_root(&self.space);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>, D: Fn(&P::State) -> u32] FocalSearch<P, D>, StateSpace,
    space; weight, steps, graph, successors, taken, proven_f
);
