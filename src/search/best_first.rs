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
mod focal;
mod graph_a_star;
mod graph_search;
mod greedy_best_first;
mod k_shortest;
mod landmarks;
#[cfg(feature = "parallel")]
mod parallel_graph_search;
#[cfg_attr(not(any(test, feature = "parallel")), expect(dead_code, reason = "for many parts"))]
mod parts;
mod replan;
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
pub use focal::{Focal, FocalSearch};
pub use graph_a_star::GraphAStar;
pub use graph_search::GraphSearch;
pub use greedy_best_first::GreedyBestFirst;
pub use k_shortest::KShortest;
pub use landmarks::Landmarks;
#[cfg(feature = "pattern-databases")]
pub(crate) use landmarks::Table as LandmarkTable;
#[cfg(feature = "parallel")]
pub use parallel_graph_search::{ParallelBestFirst, ParallelGraphAStar, ParallelGraphSearch};
pub use replan::Replan;
pub use tree_search::{TreeAStar, TreeSearch};
pub use uniform_cost::UniformCost;
pub use weighted_a_star::{PriorityFunction, WeightedAStar};

use crate::DEAD_END;
use crate::frontier::{NodeId, Priority};

/// A node of a graph search. Its link is that of the open list. A closed node points to itself.
type Node = super::reached::Node<Option<NodeId>>;

/// From this many nodes on, a hash table does not fit into the cache.
pub(super) const BATCHES_FROM: usize = 1 << 16;

/// A node on the open list, for inspection.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpenNode<'a, S> {
    /// Its number. Nodes are numbered as they are made, the root first. A node may get a cheaper
    /// path later.
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
    /// It drops the path as long as the estimate is consistent on every step seen so far. At the
    /// first step on which it is not, all closed states are opened again if a path was dropped.
    /// From then on it opens the state again, as with `Always`.
    ///
    /// To test for consistency, the search also computes the estimates of duplicates and of the
    /// nodes that it expands, unless the space says that [the estimate is consistent both
    /// ways](crate::StateSpace::estimate_is_consistent_both_ways). *f* must be a
    /// [`PriorityFunction`], rounded down, and [`Evaluation::is_consistent`] and
    /// [`Evaluation::lower_bound`] must match it. Among nodes of equal *f*, the one with the lowest
    /// *f* before rounding must be taken first, to as many binary digits after the point as the
    /// weight has.
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

    /// Whether nodes of different *f* may be expanded together as well. *f* must then be the path
    /// cost. If a successor comes before nodes that were taken but not yet expanded, these are put
    /// back on the open list. That is rare.
    const LOOKS_AHEAD: bool = false;

    /// Whether the estimates of the successors raise one another, and so *f* too: bidirectional
    /// pathmax. *f* must then be *g + h*. See
    /// [`GraphAStar::bidirectional_pathmax`].
    const PATHMAX: bool = false;

    /// Whether a goal whose estimate is 0 comes first among the nodes of its *f*. The search then
    /// also calls [`is_goal`](crate::StateSpace::is_goal) when such a node is generated. While the
    /// goal is open, it prunes nodes whose *f* is no lower, unless with [`PATHMAX`](Self::PATHMAX).
    /// A cheaper path to the goal itself is never pruned for this.
    const GOALS_FIRST: bool = true;

    /// The priority of a node, always the same for the same numbers. `None` if a path through it
    /// costs more than `u32::MAX`, or if its estimate says that it is a [dead end](DEAD_END); the
    /// node is then pruned.
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority>;

    /// The priority of the root.
    #[inline]
    fn root(self, estimate: u32) -> Priority {
        self.priority(0, estimate).unwrap_or(Priority::new(u32::MAX, estimate))
    }

    /// With [`Reopening::UnlessConsistent`]: whether the estimate changes along a step, from
    /// `before` to `after`, by no more than this *f* allows.
    #[inline]
    fn is_consistent(self, before: u32, step_cost: u32, after: u32) -> bool {
        u64::from(before) <= u64::from(step_cost) + u64::from(after)
    }

    /// [`Dense`] breaks ties by the second number of a [`Priority`]. A number above this one may
    /// count as equal to a lower one. A value above 255 counts as 0.
    #[inline]
    fn highest_rank(self) -> u32 {
        0
    }

    /// The lower bound that is proven once every open node has a priority of at least `f`. It holds
    /// for every solution, if the heuristic is admissible.
    fn lower_bound(self, f: u32) -> u32;
}

/// *f = g + h*: A\*. With `PATHMAX`, [bidirectional pathmax](GraphAStar::bidirectional_pathmax)
/// raises *h*.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum<const PATHMAX: bool = false>;

/// *f* by a [`PriorityFunction`], rounded down and at most `u32::MAX`: weighted A\*.
#[derive(Clone, Copy, Debug)]
pub struct Weighted {
    /// A multiple of 1 / `UNIT`.
    weight: u32,
    /// How many binary digits the weight has after the point.
    digits: u32,
    function: PriorityFunction,
}

/// As [`Weighted`], but states stay closed while the estimate is consistent.
///
/// Among equal *f*, the lowest one before rounding comes first, and then the lowest *h*, unless
/// nodes are in an array.
#[derive(Clone, Copy, Debug)]
pub struct Closing<const IS_DENSE: bool = false>(pub(crate) Weighted);

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
        (f < u32::MAX || estimate < DEAD_END).then_some(Priority::new(f, estimate))
    }

    #[inline]
    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}

impl Weighted {
    /// Weights are stored as multiples of 2⁻¹⁶.
    const UNIT: u32 = 1 << 16;

    /// With a weight from 1 to 65,535. Other values are clamped to this range, and NaN becomes 1.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped, and rounding down keeps the bound"
    )]
    pub(crate) fn new(weight: f64) -> Self {
        let weight = if weight.is_nan() { 1.0 } else { weight.clamp(1.0, 65_535.0) };
        Self::by((weight * f64::from(Self::UNIT)) as u32, PriorityFunction::default())
    }

    fn by(weight: u32, function: PriorityFunction) -> Self {
        let digits = Self::UNIT.ilog2().saturating_sub(weight.trailing_zeros());
        Self { weight, digits, function }
    }

    /// With a weight of at most 8 digits after the point.
    pub(crate) fn shortened(self) -> Self {
        Self::by(self.weight >> 8 << 8, self.function)
    }

    pub(crate) fn weight(self) -> f64 {
        f64::from(self.weight) / f64::from(Self::UNIT)
    }

    /// This many times a cost, rounded down, and at most `u32::MAX`.
    #[inline]
    pub(crate) fn stretch(self, cost: u32) -> u32 {
        let product = u64::from(self.weight) * u64::from(cost);
        u32::try_from(product / u64::from(Self::UNIT)).unwrap_or(u32::MAX)
    }

    /// *f* rounded down, and the binary digits that are rounded off: as many as the weight has
    /// after the point. `None` if a path costs too much, whatever the weight.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the digits after the point matter")]
    fn rounded(self, path_cost: u64, estimate: u32) -> Option<(u32, u32)> {
        Sum::LOW_H.priority(path_cost, estimate)?;
        let digits = self.digits;
        if self.function == PriorityFunction::Sum {
            // In 64 bits.
            let product = u64::from(self.weight) * u64::from(estimate);
            let f = path_cost + product / u64::from(Self::UNIT);
            let rounded_off = (product as u32 % Self::UNIT) >> (Self::UNIT.ilog2() - digits);
            return Some((u32::try_from(f).unwrap_or(u32::MAX), rounded_off));
        }
        let exact = self.exact(path_cost, estimate);
        let f = u32::try_from(exact >> digits).unwrap_or(u32::MAX);
        Some((f, exact as u32 & ((1 << digits) - 1)))
    }

    /// *f* with as many binary digits after the point as the weight has, rounded down. If *w h*
    /// takes more than 48 bits in this form, `u64::MAX`: the whole part of *f* then does not fit
    /// into 32 bits.
    ///
    /// The weight times a cost is exact in this form. So what is rounded off may change the order
    /// of nodes, but the bound holds.
    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "the root of a number below 2^52, or of one below 2^102"
    )]
    fn exact(self, g: u64, estimate: u32) -> u64 {
        let (one, h) = (1_u64 << self.digits, u64::from(estimate));
        let w = u64::from(self.weight >> (Self::UNIT.ilog2() - self.digits));
        // Each of the functions is at least *w h*. If that fits, so do all of the terms.
        let Some(stretched) = w.checked_mul(h).filter(|product| product >> 48 == 0) else {
            return u64::MAX;
        };
        // Below 2^52 the rounded root is exact, and it takes a third of the time.
        let root = |square: u128| match square >> 52 {
            0 => (square as u64 as f64).sqrt() as u64,
            _ => square.isqrt() as u64,
        };
        let product = |one: u64, other: u64| u128::from(one) * u128::from(other);
        match self.function {
            PriorityFunction::Sum => one * g + stretched,
            PriorityFunction::Convex => {
                let difference = one * g.abs_diff(h);
                let square = product(difference, difference) + product(4 * one * g, stretched);
                (one * g + 2 * stretched - one * h).midpoint(root(square))
            }
            PriorityFunction::PiecewiseConvex if g < h => w * (g + h),
            PriorityFunction::PiecewiseConvex => one * g + 2 * stretched - one * h,
            PriorityFunction::Concave => {
                let (sum, rise) = (one * (g + h), 4 * (stretched - one * h));
                sum.midpoint(root(product(rise, stretched) + product(sum, sum)))
            }
        }
    }
}

impl Evaluation for Weighted {
    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        let (f, _) = self.rounded(path_cost, estimate)?;
        Some(Priority::new(f, estimate))
    }

    /// A node on the cheapest path has an *f* of at most *w* times the cost of that path.
    fn lower_bound(self, f: u32) -> u32 {
        let bound = (u64::from(f) * u64::from(Self::UNIT)).div_ceil(u64::from(self.weight));
        u32::try_from(bound).unwrap_or(u32::MAX)
    }
}

impl<const IS_DENSE: bool> Evaluation for Closing<IS_DENSE> {
    const REOPENING: Reopening = Reopening::UnlessConsistent;

    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        let digits = self.0.digits;
        let (f, rounded_off) = self.0.rounded(path_cost, estimate)?;
        // Ranks are either small, or all too large for an array of stacks.
        let rank = match digits {
            _ if IS_DENSE => rounded_off,
            0 => estimate,
            1 | 2 => rounded_off << 6 | estimate.min(0x3f),
            _ => 1 << 31 | rounded_off << 15 | estimate.min(0x7fff),
        };
        Some(Priority::new(f, rank))
    }

    #[inline]
    fn is_consistent(self, before: u32, step_cost: u32, after: u32) -> bool {
        let falls = |from: u32, to: u32| u64::from(from) <= u64::from(step_cost) + u64::from(to);
        let is_convex =
            matches!(self.0.function, PriorityFunction::Convex | PriorityFunction::PiecewiseConvex);
        falls(before, after) && (!is_convex || falls(after, before))
    }

    fn highest_rank(self) -> u32 {
        (1 << self.0.digits) - 1
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
    const LOOKS_AHEAD: bool = true;

    #[inline]
    fn priority(self, path_cost: u64, _: u32) -> Option<Priority> {
        Some(Priority::new(u32::try_from(path_cost).ok()?, 0))
    }

    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}
