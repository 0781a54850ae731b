//! Bidirectional breadth-first search.

use std::hash::Hash;

use super::ends::{BACKWARD, Ends, FORWARD};
use crate::frontier::NodeId;
use crate::search::control::{Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise, without_options};
use crate::search::key::key_hashed;
use crate::search::reached::{Node, OtherMemory};
use crate::search::successors::{Successor, Successors};
use crate::search::{Algorithm, End, Search};
use crate::{BidirectionalSpace, EventKind, StateSpace, Statistics};

/// Bidirectional breadth-first search: level by level from both ends, until they meet. The end with
/// fewer states on its next level goes first.
///
/// It is uninformed: estimates only determine the first lower bound, and which state is the most
/// promising.
///
/// # Guarantees
///
/// - **Fewest steps**: no solution has fewer. If all steps cost the same and
///   [`StateSpace::least_step_cost`] gives that cost, as it does for every
///   [`Worlds`](crate::Worlds), the solution is also the cheapest, and this is proven. If costs
///   differ, other solutions may cost less. The lower bound is then the number of steps times the
///   least step cost.
/// - **Complete** if finitely many states can be reached from one of the ends. Also complete if
///   there is a solution and no state has infinitely many neighbours. The search ends without a
///   solution when one end has no open node left.
/// - Paths that cost more than `u32::MAX` are pruned. After that the lower bound no longer rises,
///   and the solution may not have the fewest steps.
///
/// The goals are those of [`BidirectionalSpace::goals`]. [`StateSpace::is_goal`] is not called.
///
/// # Complexity
///
/// With branching factor *b* and a solution of *d* moves, O(*b*^(*d*/2)) nodes. Each takes a lookup
/// in both hash tables.
///
/// # Memory
///
/// Each end stores every state it reached: its size plus 8 bytes, and 5 to 12 bytes in the table.
/// The states are stored in the order in which they were reached, so they are also the queue.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::BidirectionalBreadthFirst;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(BidirectionalBreadthFirst::new()).solve();
/// assert_eq!(solver.moves(), Some(31));
/// // From one end it would be nearly all of the 181,440 boards.
/// assert!(solver.statistics().expanded < 30_000);
/// # }
/// ```
///
/// # Reference
///
/// I. Pohl, "Bi-directional search", *Machine Intelligence* 6, 1971.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct BidirectionalBreadthFirst;

without_options!(BidirectionalBreadthFirst);

impl<P: BidirectionalSpace<State: Eq + Hash>> Algorithm<P> for BidirectionalBreadthFirst {
    type Search = BidirectionalBreadthFirstSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let (ends, successors) = (Ends::new(), Successors::new());
        let (levels, end) = ([Level::default(); 2], BACKWARD);
        BidirectionalBreadthFirstSearch { space, ends, levels, successors, end, bound: 0 }
            .started(initial)
    }
}

/// The level of one end that is expanded now or next: a range of its nodes, by index.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    next: usize,
    end: usize,
    depth: u32,
}

/// A bidirectional breadth-first search in progress. [`BidirectionalBreadthFirst`] starts one.
#[derive(Clone)]
pub struct BidirectionalBreadthFirstSearch<P: StateSpace> {
    space: P,
    ends: Ends<P::State, ()>,
    levels: [Level; 2],
    /// The successors of the node under expansion.
    successors: Successors<P::State>,
    /// The end whose level is being expanded.
    end: usize,
    /// Every solution costs at least this much.
    bound: u32,
}

impl<P: BidirectionalSpace<State: Eq + Hash>> BidirectionalBreadthFirstSearch<P> {
    /// Expands a node, or adds the goals.
    fn expand(&mut self, end: usize, parent: Option<NodeId>) -> Result<(), Halt> {
        let Self { space, ends, successors, .. } = self;
        ends.collect(space, (end, parent), successors, || OtherMemory::in_use(0))?;
        ends.report_expansion(space, (end, parent));
        successors.add_all(|next| add(space, ends, (end, parent), next));
        ends.taken = None;
        Ok(())
    }

    /// Between two levels, chooses the end to expand next, and updates the lower bound.
    fn choose_end(&mut self) -> Result<(), Halt> {
        let least_step_cost = self.space.least_step_cost();
        for (end, level) in self.levels.iter_mut().enumerate() {
            if level.next == level.end {
                level.end = self.ends.table(end).len();
            }
        }
        if self.ends.report_meeting(&self.space) {
            return Err(End::Solved.into());
        }
        let [forward, backward] = self.levels.map(|level| level.end - level.next);
        if forward == 0 || backward == 0 {
            return Err(self.ends.forward.exhausted().into());
        }
        self.end = if forward <= backward { FORWARD } else { BACKWARD };
        // On any path with no more steps than both depths together, the ends would have met.
        if !self.ends.forward.overflowed {
            let [forward, backward] = self.levels.map(|level| level.depth);
            let steps = forward.saturating_add(backward).saturating_add(1);
            self.bound = self.bound.max(steps.saturating_mul(least_step_cost));
        }
        Ok(())
    }

    /// The number of open nodes.
    fn open(&self) -> usize {
        let ends = [FORWARD, BACKWARD].into_iter();
        ends.map(|end| self.ends.table(end).len() - self.levels[end].next).sum()
    }
}

/// Adds a state one step from a node, or a goal, unless its state was reached before.
#[inline]
fn add<P: BidirectionalSpace<State: Eq + Hash>>(
    space: &P,
    ends: &mut Ends<P::State, ()>,
    (end, parent): (usize, Option<NodeId>),
    Successor { state, step_cost, packed_key }: Successor<P::State>,
) {
    let table = ends.table(end);
    let key = key_hashed(space, &state, packed_key);
    let place = table.locate(&state, key);
    let so_far = parent.map_or(0, |id| table.nodes[id].path_cost);
    let path_cost = u64::from(so_far) + u64::from(step_cost);
    if place.newest.is_some() {
        return ends.drop_state(space, end, (parent, place.newest), (state, path_cost));
    }
    let Ok(path_cost) = u32::try_from(path_cost) else {
        ends.forward.overflowed = true;
        return ends.drop_state(space, end, (parent, None), (state, path_cost));
    };
    let opposite = ends.table(1 - end).locate(&state, key).newest;
    let estimate = if end == FORWARD { space.estimate(&state) } else { u32::MAX };
    ends.forward.heap_bytes += space.heap_bytes(&state);
    let id = ends.table(end).next_id();
    if end == FORWARD {
        ends.forward.rank(id, path_cost, estimate);
    }
    ends.insert(end, place, state, Node { parent, path_cost, link: () }, opposite);
    ends.report(space, EventKind::Generated, (end, id));
}

impl<P: BidirectionalSpace<State: Eq + Hash>> Stepwise for BidirectionalBreadthFirstSearch<P> {
    /// Expands one node.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        // The goals are added before the first node is expanded.
        if let Some((end, None)) = self.ends.taken {
            self.expand(end, None)?;
            self.ends.forward.note_open(self.open());
        }
        let Level { next, end, .. } = self.levels[self.end];
        if next == end {
            self.choose_end()?;
        }
        let end = self.end;
        let Some(id) = NodeId::from_index(self.levels[end].next) else {
            return Err(self.ends.forward.exhausted().into());
        };
        self.expand(end, Some(id))?;
        let level = &mut self.levels[end];
        level.next += 1;
        // Once all nodes of a level are expanded, the next level is complete.
        level.depth += u32::from(level.next == level.end);
        self.ends.forward.count_expansion(self.open());
        if self.ends.report_meeting(&self.space) { Err(End::Solved.into()) } else { Ok(()) }
    }

    answers!(|search| search.ends.forward; control);
    answers!(|search| search.ends; give_back);
}

impl<P: BidirectionalSpace<State: Eq + Hash>> Search for BidirectionalBreadthFirstSearch<P> {
    type State = P::State;

    stepwise!();
    answers!(|search| search.ends; solution);

    fn statistics(&self) -> Statistics {
        self.ends.statistics(self.open(), self.successors.bytes())
    }

    fn lower_bound(&self) -> u32 {
        if self.has_solution() { self.bound.min(self.cost()) } else { self.bound }
    }

    fn restart(&mut self, initial: P::State) {
        self.successors.clear();
        self.ends.restart(&self.space, initial, ());
        self.bound = self.ends.forward.root_estimate;
        self.levels = [Level::default(); 2];
        self.end = BACKWARD;
        self.end_restart();
        self.ends.report(&self.space, EventKind::Generated, (FORWARD, NodeId::FIRST));
    }
}

reuse_and_debug!(
    [P: BidirectionalSpace<State: Eq + Hash>]
    BidirectionalBreadthFirstSearch<P>, BidirectionalSpace,
    space; ends, levels, successors, end, bound
);
