//! States lent out of an arena, while the arena takes on more.

use std::mem;

/// Whether a clone is as cheap as a move: no more than two words, or nothing on the heap.
pub(crate) const fn is_cheap_to_clone<S>() -> bool {
    size_of::<S>() <= 2 * size_of::<usize>() || !mem::needs_drop::<S>()
}

/// A state to look at while the arena that it is in takes on more: a clone where that is cheap, or
/// else the state itself, with a spare one in its place.
#[inline]
pub(crate) fn lend<S: Clone>(place: &mut S, spares: &mut Vec<S>) -> S {
    if is_cheap_to_clone::<S>() {
        return place.clone();
    }
    let spare = spares.pop().unwrap_or_else(|| place.clone());
    mem::replace(place, spare)
}

/// Puts a state that was lent back into its place. A clone that was [cheap](is_cheap_to_clone) is
/// better dropped where it is.
#[inline]
pub(crate) fn take_back<S>(state: S, place: &mut S, spares: &mut Vec<S>) {
    spares.push(mem::replace(place, state));
}

/// Drops a state.
#[inline]
pub(crate) fn discard<S>(state: S) {
    if mem::needs_drop::<S>() {
        out_of_the_way(|| drop(state));
    }
}

/// Keeps a successor for later.
#[inline]
pub(crate) fn lay_by<S>(rest: &mut Vec<(S, u32)>, state: S, step_cost: u32) {
    if mem::needs_drop::<S>() {
        out_of_the_way(|| rest.push((state, step_cost)));
    } else {
        rest.push((state, step_cost));
    }
}

/// Does what takes the address of a state that has to be dropped: the search then has no use for it,
/// and need not keep the state in memory a second time. Other states are best left in registers.
#[cold]
#[inline(never)]
fn out_of_the_way(act: impl FnOnce()) {
    act();
}
