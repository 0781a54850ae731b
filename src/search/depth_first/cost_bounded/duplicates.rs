//! Duplicate detection of depth-first searches.

use std::borrow::Borrow;

/// Duplicate detection: finds nodes that need not be expanded, because another path to their state
/// costs no more and is searched too.
pub(crate) trait Duplicates<S> {
    /// Whether duplicates can be found at all.
    const MAY_FIND: bool = true;

    /// Whether this state, reached at this cost, is a duplicate. `ancestors` are the nodes above it
    /// on the path, nearest first.
    fn is_duplicate(
        &mut self,
        state: &S,
        path_cost: u32,
        ancestors: impl Iterator<Item = (impl Borrow<S>, u32)>,
    ) -> bool;

    /// Forgets all states, before the same paths are searched again.
    fn forget(&mut self) {}

    /// Restarts for another problem, whose states own `heap_bytes` bytes of heap memory each.
    fn restart(&mut self, _heap_bytes: usize) {}

    /// Allocates memory before the search continues: at most `allowance` bytes more.
    fn allocate(&mut self, _allowance: usize) {}

    /// Frees all memory.
    fn give_back(&mut self) {}

    /// The memory in use, in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// The memory in use once every place holds a state, in bytes.
    fn reserved_bytes(&self) -> usize {
        0
    }

    /// Limits the memory from now on.
    fn set_byte_limit(&mut self, _bytes: Option<usize>) {}
}

/// Whether this state is on the path already, at the same cost.
#[inline]
pub(crate) fn is_on_path<S: Eq>(
    state: &S,
    path_cost: u32,
    ancestors: impl Iterator<Item = (impl Borrow<S>, u32)>,
) -> bool {
    // Costs never decrease along a path. Usually the first ancestor costs less.
    let mut equal = ancestors.take_while(|&(_, cost)| cost == path_cost);
    equal.any(|(above, _)| above.borrow() == state)
}
