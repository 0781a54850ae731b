//! How many tiles of a row or column have to leave it.

use smallvec::SmallVec;

/// The tiles of one line that belong in it, in their order.
#[derive(Clone, Default)]
pub(super) struct Line {
    /// For each length, the lowest rank with which an increasing subsequence of that length can
    /// end.
    ends: SmallVec<[u32; 6]>,
    /// The number of tiles that have to leave the line so that the others are in order.
    pub(super) leaving: u32,
}

impl Line {
    /// Adds a tile, given its goal position in the line.
    #[inline]
    pub(super) fn push(&mut self, rank: u32) {
        // Nothing to look for while the tiles are in order.
        if self.ends.last().is_none_or(|last| *last < rank) {
            self.ends.push(rank);
        } else {
            let length = self.ends.partition_point(|end| *end < rank);
            self.ends[length] = rank;
            self.leaving += 1;
        }
    }
}
