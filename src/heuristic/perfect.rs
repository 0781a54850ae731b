//! The distances of all states of a small space.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

use super::Heuristic;
use crate::answer::error::{error_of_kind, messages};
use crate::frontier::{Key, NodeId, StateTable, hash};
use crate::space::debug::debug;
use crate::{DEAD_END, StateSpace};

/// The exact cost from each state of a small space to its nearest goal: the perfect estimate.
///
/// First, all states that can be reached from the given initial states are generated. Then the
/// costs are computed backwards from all goals among them, along the steps that were seen. The
/// space need not know predecessors, and goals need only [`StateSpace::is_goal`].
///
/// If every step can be undone, one initial state in each connected part of the space is enough,
/// for example a goal. Otherwise give the states from which searches will start.
///
/// # Guarantees
///
/// - For each generated state the estimate is exact, so it is admissible and consistent. If no goal
///   can be reached from the state, the estimate is [`DEAD_END`](crate::DEAD_END) and
///   [`distance`](Self::distance) is `None`.
/// - For any other state the estimate is 0. No step leads to it from a generated state.
///
/// # Complexity
///
/// With *n* states and *m* steps between them, O(*m* log *m*) time. The memory is the states and 10
/// to 16 bytes for each. While the table is built, it takes up to 24 more bytes for each step.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Solver, Worlds};
/// use bestfirst::heuristic::Perfect;
/// use bestfirst::sliding_tiles::{Board, Goal};
///
/// let goal = Board::solved(3, Goal::BlankLast).unwrap();
/// let perfect = Perfect::new(Worlds::new(), [goal], 200_000).unwrap();
/// assert_eq!(perfect.len(), 181_440);
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// assert_eq!(perfect.distance(&board), Some(31));
/// assert_eq!(perfect.distance(&board.twin()), None);
///
/// let solver = Solver::builder(board).with_heuristic(&perfect).solve();
/// assert_eq!(solver.statistics().expanded, 31);
/// # }
/// ```
///
/// # Reference
///
/// E. W. Dijkstra, "A note on two problems in connexion with graphs", *Numerische Mathematik* 1,
/// 1959.
#[derive(Clone)]
pub struct Perfect<S> {
    /// Each state with its distance, or [`UNREACHABLE`], or [`TOO_FAR`].
    known: StateTable<S, u32>,
}

const UNREACHABLE: u32 = DEAD_END;

/// Farther than a path may be.
const TOO_FAR: u32 = DEAD_END - 1;

struct StepSeen {
    to: NodeId,
    from: NodeId,
    cost: u32,
}

impl<S: Hash + Eq + Clone> Perfect<S> {
    /// Generates all states that can be reached from `initial`, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// [`PerfectError`] if there are more states, or not enough memory.
    pub fn new<P: StateSpace<State = S>>(
        space: P,
        initial: impl IntoIterator<Item = S>,
        limit: usize,
    ) -> Result<Self, PerfectError> {
        let mut perfect = Self { known: StateTable::default() };
        for state in initial {
            perfect.number(state, limit)?;
        }
        let mut steps = Vec::new();
        let mut successors = Vec::new();
        let mut visited = 0;
        while let Some(from) = NodeId::from_index(visited).filter(|_| visited < perfect.len()) {
            let StateTable { states, nodes: distances, .. } = &mut perfect.known;
            let state = &states[from];
            if space.is_goal(state) {
                distances[from] = 0;
            }
            space.for_each_successor(state, None, |state, cost| successors.push((state, cost)));
            visited += 1;
            steps.try_reserve(successors.len()).map_err(|_| PerfectErrorKind::OutOfMemory)?;
            for (state, cost) in successors.drain(..) {
                let to = perfect.number(state, limit)?;
                steps.push(StepSeen { to, from, cost });
            }
        }
        steps.sort_unstable_by_key(|step| step.to);
        perfect.spread_from_goals(&steps);
        Ok(perfect)
    }

    /// The number of a state. A new state gets a new number.
    fn number(&mut self, state: S, limit: usize) -> Result<NodeId, PerfectError> {
        if self.known.room() == 0 {
            self.known.reserve(1, usize::MAX).map_err(|_| PerfectErrorKind::OutOfMemory)?;
        }
        let place = self.known.locate(&state, Key::Hash(hash(&state)));
        if let Some(id) = place.newest {
            return Ok(id);
        }
        if self.len() >= limit {
            return Err(PerfectErrorKind::TooLarge { limit }.into());
        }
        let id = self.known.next_id();
        self.known.insert(place, state, UNREACHABLE, 0);
        Ok(id)
    }

    /// Dijkstra's algorithm against the direction of the steps. `steps` is sorted by target.
    fn spread_from_goals(&mut self, steps: &[StepSeen]) {
        let ids = (0..self.len()).filter_map(NodeId::from_index);
        let distances = &mut self.known.nodes;
        let goals = ids.filter(|&id| distances[id] == 0);
        let mut open: BinaryHeap<_> = goals.map(|id| Reverse((0, id))).collect();
        while let Some(Reverse((distance, to))) = open.pop() {
            if distance > distances[to] {
                continue;
            }
            let first = steps.partition_point(|step| step.to < to);
            for step in steps[first..].iter().take_while(|step| step.to == to) {
                let distance = distance.saturating_add(step.cost).min(TOO_FAR);
                let before = &mut distances[step.from];
                if distance < *before {
                    *before = distance;
                    open.push(Reverse((distance, step.from)));
                }
            }
        }
    }

    /// The cost of a cheapest path from `state` to a goal. `None` if there is no such path that
    /// costs less than `DEAD_END - 1`, or if the state was not generated.
    pub fn distance(&self, state: &S) -> Option<u32> {
        self.find(state).filter(|&distance| distance < TOO_FAR)
    }

    #[inline]
    fn find(&self, state: &S) -> Option<u32> {
        // An empty table has no slots to probe.
        let id = self.known.find(state, Key::Hash(hash(state)));
        id.map(|id| self.known.nodes[id])
    }

    /// The number of states generated.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no state was generated, because there was no initial state.
    pub fn is_empty(&self) -> bool {
        self.known.len() == 0
    }
}

impl<S: Hash + Eq + Clone> Heuristic<S> for Perfect<S> {
    #[inline]
    fn estimate(&self, state: &S) -> u32 {
        self.find(state).unwrap_or(0)
    }
}

debug!([S] Perfect<S>, |it| len: it.known.nodes.len());

/// Why a [`Perfect`] estimate could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerfectError {
    kind: PerfectErrorKind,
}

error_of_kind!(PerfectError, PerfectErrorKind);

messages! {
    /// Why the perfect estimate could not be computed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum PerfectErrorKind {
        /// There are more states than allowed.
        TooLarge {
            /// The number of states allowed.
            limit: usize,
        } => ("the space has more than {limit} states"),
        /// The allocator refused more memory.
        OutOfMemory => ("out of memory"),
    }
}
