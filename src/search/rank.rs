//! Which of the states seen is the most promising.

/// How promising a node is: by lower estimate, then by lower path cost. Packed into one word, so
/// that a comparison is one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(u64);

impl Rank {
    /// Less promising than any node.
    pub(crate) const LAST: Self = Self(u64::MAX);

    /// At least as promising as any node.
    pub(crate) const FIRST: Self = Self(0);

    /// The rank of a node. The arguments are in the order of those of
    /// [`Evaluation::priority`](super::Evaluation::priority).
    #[inline]
    pub(crate) fn new(path_cost: u32, estimate: u32) -> Self {
        Self(u64::from(estimate) << 32 | u64::from(path_cost))
    }

    #[inline]
    pub(crate) fn estimate(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    #[inline]
    pub(crate) fn path_cost(self) -> u32 {
        self.0 as u32
    }
}
