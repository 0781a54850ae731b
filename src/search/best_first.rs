//! Best-first searches, and the evaluation functions that order their nodes.

mod a_star;
mod all_shortest;
mod anytime;
mod best_first_beam;
mod bounded_memory;
mod by_evaluation;
mod closed;
mod compact_a_star;
mod dense_a_star;
mod distances;
mod graph_a_star;
mod graph_search;
mod greedy_best_first;
mod k_shortest;
mod landmarks;
mod node;
#[cfg_attr(not(feature = "parallel"), expect(dead_code, reason = "one part needs few names"))]
mod numbering;
#[cfg(feature = "parallel")]
mod parallel_best_first;
#[cfg(feature = "parallel")]
mod parallel_graph_search;
mod replan;
mod tree_a_star;
mod tree_search;
mod uniform_cost;
mod weighted_a_star;

pub use a_star::{AStar, AStarSearch};
pub use all_shortest::{AllShortest, AllShortestSearch, CountError, CountErrorKind};
pub use anytime::{Anytime, AnytimeSearch};
pub use best_first_beam::{BestFirstBeam, BestFirstBeamSearch};
pub use bounded_memory::{BoundedMemory, BoundedMemorySearch};
pub use by_evaluation::BestFirst;
pub use compact_a_star::{CompactAStar, CompactSearch};
pub use dense_a_star::{Dense, DenseAStar, DenseSearch};
pub use distances::{DenseDistances, Distances, DistancesBuilder, DistancesMemory};
pub use graph_a_star::GraphAStar;
pub use graph_search::GraphSearch;
pub use greedy_best_first::GreedyBestFirst;
pub use k_shortest::KShortest;
pub use landmarks::Landmarks;
#[cfg(feature = "parallel")]
pub use parallel_best_first::{ParallelBestFirst, ParallelGraphAStar};
#[cfg(feature = "parallel")]
pub use parallel_graph_search::ParallelGraphSearch;
pub use replan::Replan;
pub use tree_a_star::TreeAStar;
pub use tree_search::TreeSearch;
pub use uniform_cost::UniformCost;
pub use weighted_a_star::WeightedAStar;

use crate::DEAD_END;
use crate::frontier::{NodeId, Priority};

/// From this many states on, a hash table does not fit into the cache.
const LARGE: usize = 1 << 16;

/// A node on the open list, for inspection.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpenNode<'a, S> {
    /// Its number in the order of generation. The root is the first.
    pub id: NodeId,
    /// Its parent; `None` for the root.
    pub parent: Option<NodeId>,
    /// Its state.
    pub state: &'a S,
    /// *f*: the priority, usually the path cost plus the estimate.
    pub priority: u32,
    /// *g*: the cost of the path from the root.
    pub path_cost: u32,
    /// *h*: the estimate of the remaining cost.
    pub estimate: u32,
}

/// What a search does when it finds a cheaper path to a closed state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reopening {
    /// It opens the state again, which is then expanded again.
    Always,
    /// It drops the path.
    Never,
    /// It drops the path as long as the estimate is consistent on every step seen so far. At the first
    /// step on which it is not, all closed states are opened again if a path was dropped. From then on
    /// it opens the state again, as with `Always`.
    ///
    /// To see that, the search also asks for the estimates of duplicates. *f* must be *g + w h*,
    /// rounded down, with [`Evaluation::lower_bound`] to match. Nodes of equal *f* must be taken in the
    /// order of what was rounded off.
    UnlessConsistent,
}

/// An evaluation function *f*. It computes the priority of a node from its path cost *g* and its
/// estimate *h*.
pub trait Evaluation: Copy {
    /// What to do when a cheaper path to a closed state is found.
    const REOPENING: Reopening = Reopening::Always;

    /// How many nodes of equal *f* may be expanded together. It is 1 for searches that should head
    /// straight for a goal. None of the nodes can lead to another one more cheaply: nodes of equal
    /// *f* are taken in the order of *h*, so the path cost of a later one is no higher.
    const BATCH: usize = 1;

    /// Whether the estimates of the successors raise one another, and so *f* too: bidirectional
    /// pathmax. *f* must then be *g + h*. See
    /// [`GraphAStar::bidirectional_pathmax`].
    const PATHMAX: bool = false;

    /// The priority of a node. `None` if a path through it costs more than `u32::MAX`, or if its
    /// estimate says that it is a [dead end](DEAD_END); the node is then pruned.
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority>;

    /// The priority of the root.
    #[inline]
    fn root(self, estimate: u32) -> Priority {
        self.priority(0, estimate).unwrap_or(Priority::new(u32::MAX, estimate))
    }

    /// The lower bound that is proven once every open node has a priority of at least `f`. It holds
    /// for every solution, if the heuristic is admissible.
    fn lower_bound(self, f: u32) -> u32;
}

/// *f = g + h*: A\*. With `PATHMAX`, [bidirectional pathmax](GraphAStar::bidirectional_pathmax) raises
/// *h*.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum<const PATHMAX: bool = false>;

/// *f = g + w h*, rounded down and at most `u32::MAX`: weighted A\*.
#[derive(Clone, Copy, Debug)]
pub struct Weighted {
    /// A multiple of 1 / `UNIT`.
    weight: u32,
}

/// As [`Weighted`], but states stay closed while the estimate is consistent.
///
/// Among equal *f*, the lowest *g + w h* before rounding comes first, and then the lowest *h*.
#[derive(Clone, Copy, Debug)]
pub struct Closing(pub(crate) Weighted);

/// *f = h*: greedy best-first search.
#[derive(Clone, Copy, Debug, Default)]
pub struct EstimateOnly;

/// *f = g*: uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathCostOnly;

impl Sum {
    /// *f = g + h*; among equal *f*, the lowest *h* first.
    pub const LOW_H: Self = Self;
}

impl<const PATHMAX: bool> Evaluation for Sum<PATHMAX> {
    const BATCH: usize = 16;
    const PATHMAX: bool = PATHMAX;

    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        let f = u32::try_from(path_cost + u64::from(estimate)).ok()?;
        Some(Priority::new(f, estimate))
    }

    #[inline]
    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}

impl Weighted {
    /// Weights are stored as multiples of 2⁻¹⁶.
    const UNIT: u32 = 1 << 16;

    /// A weight from 1 to 65,535. Other values are clamped to this range, and NaN becomes 1.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped, and rounding down keeps the bound"
    )]
    pub(crate) fn new(weight: f64) -> Self {
        let weight = if weight.is_nan() { 1.0 } else { weight.clamp(1.0, 65_535.0) };
        Self { weight: (weight * f64::from(Self::UNIT)) as u32 }
    }

    pub(crate) fn weight(self) -> f64 {
        f64::from(self.weight) / f64::from(Self::UNIT)
    }

    /// This many times a cost, rounded down, and at most `u32::MAX`.
    #[inline]
    pub(crate) fn stretch(self, cost: u32) -> u32 {
        u32::try_from(self.times(cost)).unwrap_or(u32::MAX)
    }

    #[inline]
    fn times(self, estimate: u32) -> u64 {
        u64::from(self.weight) * u64::from(estimate) / u64::from(Self::UNIT)
    }
}

impl Evaluation for Weighted {
    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        // Whether a path costs too much does not depend on the weight.
        Sum::LOW_H.priority(path_cost, estimate)?;
        let f = u32::try_from(path_cost + self.times(estimate)).unwrap_or(u32::MAX);
        Some(Priority::new(f, estimate))
    }

    /// A node on the cheapest path has a *g + w h* of at most *w* times the cost of that path.
    fn lower_bound(self, f: u32) -> u32 {
        let bound = (u64::from(f) * u64::from(Self::UNIT)).div_ceil(u64::from(self.weight));
        u32::try_from(bound).unwrap_or(u32::MAX)
    }
}

impl Evaluation for Closing {
    const REOPENING: Reopening = Reopening::UnlessConsistent;

    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        let priority = self.0.priority(path_cost, estimate)?;
        if self.0.weight % Weighted::UNIT == 0 {
            return Some(priority);
        }
        let rounded_off = self.0.weight.wrapping_mul(estimate) % Weighted::UNIT;
        // Ranks are either small, or all too large for an array of stacks.
        let zeros = self.0.weight.trailing_zeros();
        let rank = if zeros >= Weighted::UNIT.ilog2() - 2 {
            rounded_off >> zeros << 6 | estimate.min(0x3f)
        } else {
            1 << 31 | rounded_off << 15 | estimate.min(0x7fff)
        };
        Some(Priority::new(priority.f(), rank))
    }

    fn lower_bound(self, f: u32) -> u32 {
        self.0.lower_bound(f)
    }
}

impl Evaluation for EstimateOnly {
    const REOPENING: Reopening = Reopening::Never;

    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        u32::try_from(path_cost).ok()?;
        (estimate < DEAD_END).then_some(Priority::new(estimate, 0))
    }

    fn lower_bound(self, _: u32) -> u32 {
        0
    }
}

impl Evaluation for PathCostOnly {
    const BATCH: usize = 16;

    #[inline]
    fn priority(self, path_cost: u64, _: u32) -> Option<Priority> {
        Some(Priority::new(u32::try_from(path_cost).ok()?, 0))
    }

    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}
