//! Beam search: breadth-first, with the best nodes of each layer and no others.

mod layers;

use std::hash::Hash;
use std::ops::ControlFlow;

use layers::{Layers, NO_LIMIT};

use crate::frontier::NodeId;
use crate::heuristic::Zero;
use crate::search::course::{Course, OrStop, Stepwise};
use crate::search::impls::{answers, restart_in_and_debug, stepwise};
use crate::search::reached::{Initial, Node};
use crate::search::successors::Successors;
use crate::search::{Algorithm, End, Search};
use crate::{Heuristic, StateSpace, Statistics, StopReason};

/// Beam search: breadth-first search that keeps only the best nodes of each layer, as many as the
/// beam is wide.
///
/// A layer holds the nodes that are the same number of steps from the initial state. All its nodes
/// are expanded. Of their successors, those with the lowest *f = g + h* are the next layer, and the
/// others are left out. A successor is no candidate if its state was in a layer before, unless this
/// path to it is cheaper.
///
/// The search ends with the first goal that it would expand. [`AnytimeBeam`] goes on from there,
/// with wider beams.
///
/// # Guarantees
///
/// - **Not optimal**: the lower bound tells how far from the optimum the solution can be. It is the
///   lowest *f* of the nodes left out and of those in the layer.
/// - **Incomplete**: it may leave out the only way to a goal. Then it stops with
///   [`StopReason::Incomplete`], which proves nothing. It ends with the proof that there is no
///   solution only if nothing was left out. On an infinite space it may never end without a limit.
/// - As long as nothing is left out, the solution has the **fewest steps**.
///
/// # Complexity
///
/// A layer takes time linear in the width, besides sorting its successors by *f*.
///
/// # Memory
///
/// Every node that was in a layer is kept: the state, 8 bytes, and 5 to 12 bytes in the table. The
/// successors of one layer are kept until the next one is chosen.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Outcome, Solver, StopReason};
/// use bestfirst::search::Beam;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board.clone()).algorithm(Beam::new(100)).solve();
/// assert!(solver.moves() >= Some(31));
///
/// // Too narrow: the way to the goal was left out. That does not prove the board unsolvable.
/// let solver = Solver::builder(board).algorithm(Beam::new(1)).solve();
/// let Outcome::Stopped(stopped) = solver.outcome() else { panic!() };
/// assert_eq!(stopped.reason, StopReason::Incomplete);
/// # }
/// ```
///
/// # Reference
///
/// B. T. Lowerre, *The HARPY speech recognition system*, Carnegie Mellon University, 1976.
/// R. Bisiani, "Beam search", *Encyclopedia of Artificial Intelligence*, 1987.
///
/// [`AnytimeBeam`]: crate::search::AnytimeBeam
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    width: usize,
}

impl Beam {
    /// With at most this many nodes in a layer, and at least one.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self { width }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for Beam {
    type Search = BeamSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        BeamSearch::new(space, self.width).started(initial)
    }
}

/// A beam search under way. [`Beam`] starts one.
#[derive(Clone)]
pub struct BeamSearch<P: StateSpace> {
    pub(super) space: P,
    pub(super) layers: Layers<P::State>,
    pub(super) width: usize,
    /// How many layers there are before the one that is being expanded, and how many there may be.
    depth: u64,
    pub(super) most_layers: u64,
    /// The index of the node that is expanded next, and the end of its layer.
    next: usize,
    end_of_layer: usize,
    /// The successors of that node.
    successors: Successors<P::State>,
    /// What is proven so far, by all runs.
    pub(super) bound: u32,
}

impl<P: StateSpace<State: Hash + Eq>> BeamSearch<P> {
    /// It begins with a [restart](Search::restart).
    pub(in crate::search) fn new(space: P, width: usize) -> Self {
        Self {
            space,
            layers: Layers::new(),
            width: width.max(1),
            depth: 0,
            most_layers: u64::MAX,
            next: 0,
            end_of_layer: 0,
            successors: Successors::new(),
            bound: 0,
        }
    }

    /// Runs from the initial state, which alone is in a layer. What is counted and what is proven
    /// stays. Old states are dropped at the end.
    pub(in crate::search) fn begin(&mut self, initial: Initial<P::State>) {
        self.depth = 0;
        (self.next, self.end_of_layer) = (0, 1);
        self.layers.begin(initial);
    }

    /// The node whose turn is next. If all of the layer were expanded, it is the first of the next
    /// layer. There is none if that is empty.
    pub(in crate::search) fn next_node(&mut self) -> Result<Option<NodeId>, StopReason> {
        if self.next == self.end_of_layer && self.layers.has_candidates() {
            self.choose_next_layer()?;
        }
        Ok(NodeId::from_index(self.next).filter(|_| self.next < self.end_of_layer))
    }

    /// The best candidates are the next layer.
    fn choose_next_layer(&mut self) -> Result<(), StopReason> {
        if !self.layers.is_choosing {
            let count = self.layers.candidates.len().min(self.width);
            if self.layers.reached.table.room() < count {
                let beside = self.beside();
                self.layers.reached.grow(count, beside)?;
            }
            self.depth += 1;
            self.layers.begin_to_choose();
        }
        let width = if self.depth > self.most_layers { 0 } else { self.width };
        self.layers.choose(&self.space, width, self.end_of_layer);
        self.end_of_layer = self.layers.reached.table.len();
        self.bound = self.bound.max(self.layers.lowest_open());
        Ok(())
    }

    /// The node whose turn it was is a goal, and not expanded.
    pub(in crate::search) fn pass_goal(&mut self) {
        self.next += 1;
        self.layers.counters.dequeued += 1;
    }

    /// Expands the node whose turn it is: its successors are candidates for the next layer, which
    /// is chosen by *g* plus the guide, or by *f* if there is none.
    pub(in crate::search) fn expand<G: Heuristic<P::State>>(
        &mut self,
        id: NodeId,
        guide: Option<&G>,
    ) -> Result<(), StopReason> {
        let Self { space, layers, successors, .. } = self;
        let Node { parent, path_cost, .. } = layers.reached.table.nodes[id];
        let candidates = layers.candidate_bytes();
        layers.reached.collect(space, (id, parent), successors, (candidates, 0))?;
        layers.make_room(successors.list().len(), candidates + successors.bytes())?;
        layers.reached.report_expansion(space, id);
        successors.add_all(|next| layers.add(space, guide, (id, path_cost), next));
        self.next += 1;
        let open = self.open();
        let counters = &mut self.layers.counters;
        counters.dequeued += 1;
        counters.expanded += 1;
        counters.largest_open = counters.largest_open.max(open);
        Ok(())
    }

    /// The memory in use besides the states reached.
    fn beside(&self) -> usize {
        self.layers.candidate_bytes() + self.successors.bytes()
    }

    fn open(&self) -> u64 {
        (self.layers.reached.table.len() - self.next + self.layers.candidates.len()) as u64
    }

    /// Nothing is left of the beam.
    #[cold]
    fn end(&mut self) -> End {
        if let Some(left_out) = self.layers.left_out {
            self.bound = self.bound.max(left_out);
            return End::Stopped(StopReason::Incomplete);
        }
        self.exhausted()
    }

    /// Nothing is left, and nothing was left out.
    pub(in crate::search) fn exhausted(&mut self) -> End {
        self.bound = u32::MAX;
        self.layers.reached.exhausted()
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for BeamSearch<P> {
    /// Expands the next node if it is not a goal.
    fn step(&mut self) -> ControlFlow<End> {
        let Some(id) = self.next_node().or_stop()? else {
            return ControlFlow::Break(self.end());
        };
        let reached = &mut self.layers.reached;
        if self.space.is_goal(&reached.table.states[id]) {
            let solved = reached.solve(&self.space, id, reached.table.nodes[id].path_cost);
            self.pass_goal();
            return ControlFlow::Break(solved);
        }
        let by_f = None::<&Zero>;
        self.expand(id, by_f).or_stop()
    }

    fn course(&mut self) -> &mut Course {
        &mut self.layers.reached.course
    }

    fn give_back(&mut self) {
        self.layers.give_back(&self.space);
        self.successors = Successors::new();
    }
}

impl<P: StateSpace<State: Hash + Eq>> Search for BeamSearch<P> {
    type State = P::State;

    stepwise!();
    answers!(|search| search.layers.reached; solution);

    fn statistics(&self) -> Statistics {
        let Layers { reached, counters, .. } = &self.layers;
        let open = self.open();
        Statistics {
            open,
            largest_open: counters.largest_open.max(open),
            bytes: reached.bytes() + self.beside(),
            elapsed: reached.course.elapsed,
            ..*counters
        }
    }

    fn lower_bound(&self) -> u32 {
        self.layers.reached.lower_bound(self.bound)
    }

    fn restart(&mut self, initial: P::State) {
        self.successors.clear();
        let initial = Initial::new(&self.space, initial);
        self.course().begin_restart();
        self.layers.counters = Statistics { largest_open: 1, ..Statistics::default() };
        self.layers.limit = NO_LIMIT;
        self.begin(initial);
        self.bound = self.layers.reached.root_estimate;
        self.course().restart();
        self.end_restart();
        self.layers.reached.report_root(&self.space);
    }
}

restart_in_and_debug!([P: StateSpace<State: Hash + Eq>] BeamSearch<P>, space);
