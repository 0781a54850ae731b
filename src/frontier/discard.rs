//! Dropping states outside the hot code.

use std::mem;

/// Whether a clone is as cheap as a move: the state has at most two words, or owns nothing on the
/// heap.
pub(crate) const fn is_cheap_to_clone<S>() -> bool {
    size_of::<S>() <= 2 * size_of::<usize>() || !mem::needs_drop::<S>()
}

/// Drops a state.
///
/// Dropping needs the address of the state. In a function of its own, this does not force a search
/// to keep a second copy of the state in memory. Moved into a pair, the state has another address
/// there, so that the compiler can keep it in registers here.
#[inline]
pub(crate) fn discard<S>(state: S) {
    #[cold]
    #[inline(never)]
    fn out_of_the_way<S>(state: (S, bool)) {
        drop(state);
    }
    if mem::needs_drop::<S>() {
        out_of_the_way((state, true));
    }
}
