//! The nodes of the recursion, and the lengths of the paths to them.

/// A node on the path. It lives in the call that expands it.
pub(super) struct PathNode<'a, S> {
    pub(super) state: S,
    pub(super) length: PathLength,
    pub(super) parent: Option<&'a Self>,
}

/// The length of the path to a node: its number of nodes, both ends included, and its cost. Packed
/// into one word, so that one addition extends both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PathLength(u64);

impl PathLength {
    /// Shorter than every path.
    pub(super) const NONE: Self = Self(0);
    /// At least as long as every path.
    pub(super) const LAST: Self = Self(u64::MAX);

    #[inline]
    pub(super) fn new(nodes: u32, cost: u32) -> Self {
        Self(u64::from(nodes) << 32 | u64::from(cost))
    }

    #[inline]
    pub(super) fn nodes(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    #[inline]
    pub(super) fn cost(self) -> u32 {
        self.0 as u32
    }

    /// The length after a step of this cost, or one of the greatest cost that fits into a `u32`.
    pub(super) fn after_or_last(self, step_cost: u32) -> Self {
        Self::new(self.nodes() + 1, self.cost().saturating_add(step_cost))
    }

    /// The length after a step of this cost. The path cost must still fit into a `u32`.
    #[inline]
    pub(super) fn after(self, step_cost: u32) -> Self {
        Self(self.0 + Self::new(1, step_cost).0)
    }
}
