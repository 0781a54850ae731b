//! Dropping states out of the way.

use std::mem;

/// Whether a clone is as cheap as a move: no more than two words, or nothing on the heap.
pub(crate) const fn is_cheap_to_clone<S>() -> bool {
    size_of::<S>() <= 2 * size_of::<usize>() || !mem::needs_drop::<S>()
}

/// Drops a state.
///
/// Dropping takes its address. In a function of its own, a search need not keep the state in memory
/// a second time for that.
#[inline]
pub(crate) fn discard<S>(state: S) {
    #[cold]
    #[inline(never)]
    fn out_of_the_way<S>(state: S) {
        drop(state);
    }
    if mem::needs_drop::<S>() {
        out_of_the_way(state);
    }
}
