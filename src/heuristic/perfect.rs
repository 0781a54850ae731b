//! The distances of all states of a small space.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::error::Error;
use std::fmt;
use std::hash::Hash;

use super::Heuristic;
use crate::StateSpace;
use crate::frontier::{NodeId, StateTable};

/// The true costs from all states of a small space to their nearest goals: the perfect estimate.
///
/// All states that can be reached from some given ones are visited; then the costs are found
/// backwards from all goals among them, along the steps that were seen. No predecessors need
/// to be known, and goals only by [`StateSpace::is_goal`].
///
/// Which states to begin with? Where every step can be undone, any one in each part of the
/// space, a goal for instance. Else those that searches will begin with.
///
/// # Guarantees
///
/// - For each state visited, exact: admissible and consistent. If no goal can be reached from it, the
///   estimate is `u32::MAX`, and [`distance`](Self::distance) is `None`. (A search from such a state
///   ends with [`StopReason::PathCost`](crate::StopReason::PathCost), not with a proof: the
///   proof is here.)
/// - For any other state the estimate is 0. No step leads there from a state that was visited.
///
/// # Complexity
///
/// With *n* states and *m* steps between them, O(*m* log *m*) time. It keeps the states and 10 to 16
/// bytes for each; while it is built, up to 24 bytes for each step as well.
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
    /// With the distance of each state; [`UNREACHABLE`] if there is none.
    known: StateTable<S, u32>,
}

const UNREACHABLE: u32 = u32::MAX;

struct StepSeen {
    to: NodeId,
    from: NodeId,
    cost: u32,
}

impl<S: Hash + Eq + Clone> Perfect<S> {
    /// Visits all states that can be reached from those of `initial`, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// [`PerfectError`] if there are more, or if there is no memory for them.
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
            steps.try_reserve(successors.len()).map_err(|_| PerfectError::OutOfMemory)?;
            for (state, cost) in successors.drain(..) {
                let to = perfect.number(state, limit)?;
                steps.push(StepSeen { to, from, cost });
            }
        }
        steps.sort_unstable_by_key(|step| step.to);
        perfect.spread_from_goals(&steps);
        Ok(perfect)
    }

    /// The number of a state, a new one if it is new.
    fn number(&mut self, state: S, limit: usize) -> Result<NodeId, PerfectError> {
        if self.known.room() == 0 {
            self.known.reserve(1, usize::MAX).map_err(|_| PerfectError::OutOfMemory)?;
        }
        let place = self.known.locate(&state);
        if let Some(id) = place.newest {
            return Ok(id);
        }
        if self.len() >= limit {
            return Err(PerfectError::TooLarge { limit });
        }
        let id = self.known.next_id();
        self.known.insert(place, state, UNREACHABLE);
        Ok(id)
    }

    /// Dijkstra's algorithm, against the direction of the steps, which are sorted by where they go to.
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
                let distance = distance.saturating_add(step.cost);
                let before = &mut distances[step.from];
                if distance < *before {
                    *before = distance;
                    open.push(Reverse((distance, step.from)));
                }
            }
        }
    }

    /// The cost of the cheapest path from `state` to a goal; `None` if there is no such path of a
    /// cost below `u32::MAX`, or if the state was not visited.
    pub fn distance(&self, state: &S) -> Option<u32> {
        self.find(state).filter(|&distance| distance != UNREACHABLE)
    }

    #[inline]
    fn find(&self, state: &S) -> Option<u32> {
        // An empty table has no place for any state.
        let id = if self.is_empty() { None } else { self.known.locate(state).newest };
        id.map(|id| self.known.nodes[id])
    }

    /// The number of states visited.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no state was visited, because none was given to begin with.
    #[must_use]
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

impl<S> fmt::Debug for Perfect<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Perfect").field("len", &self.known.nodes.len()).finish_non_exhaustive()
    }
}

/// Why there is no [`Perfect`] estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PerfectError {
    /// There are more states than allowed.
    TooLarge {
        /// How many were allowed.
        limit: usize,
    },
    /// The allocator gave no more memory.
    OutOfMemory,
}

impl fmt::Display for PerfectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { limit } => write!(f, "the space has more than {limit} states"),
            Self::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

impl Error for PerfectError {}
