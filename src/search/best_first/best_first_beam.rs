//! Best-first beam search: an open list of bounded length.

use std::hash::Hash;

use super::{Evaluation, Sum};
use crate::frontier::{BoundedQueue, NodeId, Priority, discard};
use crate::search::control::{Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::key::unpacked_key;
use crate::search::rank::Rank;
use crate::search::reached::{Node, OtherMemory, Reached};
use crate::search::successors::{Successor, Successors};
use crate::search::{Algorithm, End, Search};
use crate::{EventKind, StateSpace, Statistics, StopReason};

/// Best-first beam search: graph search by *f = g + h* with a bounded open list. The list holds at
/// most as many nodes as the beam is wide. When there is one too many, the worst is left out.
///
/// A state is expanded at most once, by the cheapest path known at that time. A state that was left
/// out is put back on the open list if it is generated again and is good enough then.
///
/// This is not the beam search that goes layer by layer: the open list holds nodes of all depths.
///
/// # Guarantees
///
/// - **Not optimal**: the lower bound shows how far from the optimum the solution can be. It rises
///   as in [`GraphAStar`](crate::search::GraphAStar) until the first node is lost, and then stays.
/// - **Incomplete**: it may leave out the only way to a goal. Then it stops with
///   [`StopReason::Incomplete`], which proves nothing. It ends with the proof that there is no
///   solution only if it expanded every state that can be reached.
///
/// # Complexity
///
/// Each state is expanded at most once. A node takes time logarithmic in the width of the beam.
///
/// # Memory
///
/// About 120 to 230 bytes for each open node. Every state generated is kept, so that the search
/// does not run in circles: its size plus 12 bytes, and 5 to 12 bytes in the table.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Outcome, Solver, StopReason};
/// use bestfirst::search::BestFirstBeam;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board.clone()).algorithm(BestFirstBeam::new(100)).solve();
/// assert!(solver.moves() >= Some(31));
///
/// // Too narrow: the way to the goal was left out. That does not prove the board unsolvable.
/// let solver = Solver::builder(board).algorithm(BestFirstBeam::new(1)).solve();
/// let Outcome::Stopped(stopped) = solver.outcome() else { panic!() };
/// assert_eq!(stopped.reason, StopReason::Incomplete);
/// # }
/// ```
///
/// # Reference
///
/// E. Rich and K. Knight, *Artificial Intelligence*, 2nd edition, 1991. Under this name, in a
/// comparison with breadth-first beam search: C. Wilt, J. Thayer and W. Ruml, "A comparison of
/// greedy search algorithms", *`SoCS`* 2010.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstBeam {
    width: usize,
}

impl BestFirstBeam {
    /// With at most this many open nodes, and at least one.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self { width }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for BestFirstBeam {
    type Search = BestFirstBeamSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let (reached, open) = (Reached::new(), BoundedQueue::new(self.width));
        let beam = BeamNodes { reached, open, left_out: 0, is_lossless: true, enqueued: 0 };
        BestFirstBeamSearch { space, beam, successors: Successors::new(), taken: None, bound: 0 }
            .started(initial)
    }
}

/// Where a node is. There is one node for each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeStatus {
    Open,
    Closed,
    LeftOut,
}

/// The nodes, and which of them are open.
#[derive(Clone)]
struct BeamNodes<S> {
    reached: Reached<S, NodeStatus>,
    open: BoundedQueue,
    /// How many states are left out now.
    left_out: u64,
    /// Whether, so far, no node was left out, nor a cheaper path to an expanded state.
    is_lossless: bool,
    enqueued: u64,
}

/// A best-first beam search under way. [`BestFirstBeam`] starts one.
#[derive(Clone)]
pub struct BestFirstBeamSearch<P: StateSpace> {
    space: P,
    beam: BeamNodes<P::State>,
    /// The successors of the node that was taken off.
    successors: Successors<P::State>,
    /// The node that was taken off the open list, until it is expanded.
    taken: Option<NodeId>,
    /// The lower bound proven so far.
    bound: u32,
}

impl<P: StateSpace<State: Hash + Eq>> BestFirstBeamSearch<P> {
    #[cold]
    fn exhausted(&mut self) -> End {
        if self.beam.left_out > 0 {
            return End::Stopped(StopReason::Incomplete);
        }
        if !self.beam.reached.overflowed {
            self.bound = u32::MAX;
        }
        self.beam.reached.exhausted()
    }

    /// Puts the root on the open list. A search always has room for its root.
    fn open_root(&mut self) {
        let open = &mut self.beam.open;
        let _ = open.reserve(1, usize::MAX);
        open.push(NodeId::FIRST, Sum::LOW_H.root(self.bound));
    }

    /// Collects the successors of a node, and makes room for them.
    #[inline]
    fn collect(&mut self, id: NodeId) -> Result<(), Halt> {
        let Self { space, beam, successors, .. } = self;
        let other = OtherMemory::in_use(beam.open.bytes());
        beam.reached.collect(space, id, successors, other)?;
        let count = self.successors.list().len();
        if !self.beam.open.has_room(count) {
            let allowance = self.beam.reached.allowance(self.other_bytes())?;
            self.beam.open.reserve(count, allowance)?;
        }
        Ok(())
    }

    /// The memory in use besides the states reached.
    fn other_bytes(&self) -> usize {
        self.beam.open.bytes() + self.successors.bytes()
    }
}

impl<S: Hash + Eq + Clone> BeamNodes<S> {
    /// Adds a successor of a node, given with its path cost, unless its state is closed, or open
    /// with a path that costs no more. There must be room for it.
    #[inline]
    fn add<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        (parent, path_cost): (NodeId, u32),
        Successor { state, step_cost, packed_key }: Successor<S>,
    ) {
        let reached = &mut self.reached;
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let in_table = reached.table.locate(&state, unpacked_key(space, &state, packed_key));
        if let Some(known) = in_table.newest {
            let Node { path_cost: before, link: place, .. } = reached.table.nodes[known];
            let is_cheaper = path_cost < u64::from(before);
            if place == NodeStatus::Closed || (place == NodeStatus::Open && !is_cheaper) {
                self.is_lossless &= !is_cheaper;
                return reached.drop_duplicate(space, (Some(parent), known), path_cost, state);
            }
        }
        let estimate = space.estimate(&state);
        let (Some(priority), Ok(path_cost)) =
            (Sum::LOW_H.priority(path_cost, estimate), u32::try_from(path_cost))
        else {
            return reached.prune(space, Some(parent), path_cost, (state, estimate));
        };
        let heap_bytes = space.heap_bytes(&state);
        let node = Node { parent: Some(parent), path_cost, link: NodeStatus::Open };
        let id = in_table.newest.unwrap_or(reached.table.next_id());
        let rank = Rank::new(path_cost, estimate);
        if in_table.newest.is_some() {
            // The known node has not been expanded, so it is no other node's parent and can be
            // replaced.
            match reached.table.nodes[id].link {
                NodeStatus::LeftOut => {
                    self.left_out -= 1;
                    self.enqueued += 1;
                }
                _ => reached.counters.duplicates += 1,
            }
            reached.table.nodes[id] = node;
            self.open(id, priority, rank);
            self.reached.report(space, EventKind::Generated, id);
            discard(state);
        } else {
            reached.heap_bytes += heap_bytes;
            reached.table.insert(in_table, state, node, path_cost);
            self.enqueued += 1;
            self.open(id, priority, rank);
            self.reached.report(space, EventKind::Generated, id);
        }
    }

    /// Puts a node on the open list, which may leave out another one.
    #[inline]
    fn open(&mut self, id: NodeId, priority: Priority, rank: Rank) {
        let reached = &mut self.reached;
        if rank < reached.best_rank || reached.best == id {
            (reached.best, reached.best_rank) = (id, rank);
        }
        if let Some(worst) = self.open.push(id, priority) {
            reached.table.nodes[worst].link = NodeStatus::LeftOut;
            self.left_out += 1;
            self.is_lossless = false;
        }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for BestFirstBeamSearch<P> {
    /// Takes one node off the open list, and expands it if it is not a goal.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        let id = if let Some(id) = self.taken {
            id
        } else {
            let Some((id, priority)) = self.beam.open.pop() else {
                return Err(self.exhausted().into());
            };
            self.taken = Some(id);
            // As long as nothing was lost, the best path to a goal goes through a node that is
            // open.
            if self.beam.is_lossless {
                self.bound = self.bound.max(priority.f());
            }
            self.beam.reached.table.nodes[id].link = NodeStatus::Closed;
            id
        };
        let reached = &mut self.beam.reached;
        let path_cost = reached.table.nodes[id].path_cost;
        if self.space.is_goal(&reached.table.states[id]) {
            return Err(reached.solve(&self.space, id, path_cost).into());
        }
        self.collect(id)?;
        let Self { space, beam, successors, .. } = self;
        beam.reached.report_expansion(space, id);
        successors.add_all(|next| beam.add(space, (id, path_cost), next));
        beam.reached.count_expansion(beam.open.len());
        self.taken = None;
        Ok(())
    }

    answers!(|search| search.beam.reached; control);

    fn give_back(&mut self) {
        let BeamNodes { reached, open, .. } = &mut self.beam;
        reached.give_back(&self.space);
        *open = open.fresh();
        self.open_root();
        self.successors = Successors::new();
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for BestFirstBeamSearch<P> {
    type State = P::State;

    stepwise!();
    answers!(|search| search.beam.reached; solution);

    /// A node that was left out and comes back is generated and enqueued once more.
    fn statistics(&self) -> Statistics {
        let BeamNodes { reached, open, enqueued, .. } = &self.beam;
        let is_open = self.taken.is_some() && !reached.control.is_solved();
        Statistics {
            generated: enqueued + reached.counters.duplicates + reached.pruned,
            enqueued: *enqueued,
            ..reached.statistics(open.len() + usize::from(is_open), self.other_bytes())
        }
    }

    fn lower_bound(&self) -> u32 {
        self.beam.reached.lower_bound(self.bound)
    }

    fn restart(&mut self, initial: P::State) {
        let beam = &mut self.beam;
        beam.reached.restart(&self.space, initial, NodeStatus::Open, &mut self.successors);
        beam.open.clear();
        (beam.left_out, beam.is_lossless, beam.enqueued) = (0, true, 1);
        self.bound = beam.reached.root_estimate;
        self.open_root();
        self.taken = None;
        self.end_restart();
        self.beam.reached.report_root(&self.space);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>] BestFirstBeamSearch<P>, StateSpace,
    space; beam, successors, taken, bound
);
