//! What a state is found by in the closed list: its number, if the space numbers it, or its hash.

use std::hash::Hash;

use crate::StateSpace;
use crate::frontier::{Full, Key, StateTable, hash};

/// What a state is found by.
#[inline]
pub(in crate::search) fn key<P: StateSpace<State: Hash>>(space: &P, state: &P::State) -> Key {
    number(space, state).map_or_else(|| Key::Hash(hash(state)), Key::Number)
}

/// What a state with this hash is found by.
#[inline]
pub(in crate::search) fn key_hashed<P: StateSpace>(space: &P, state: &P::State, hash: u64) -> Key {
    number(space, state).map_or(Key::Hash(hash), Key::Number)
}

/// What a state is found by, in a word: the slot of its number, which is 0 if there is none yet, or
/// its hash.
#[inline]
pub(in crate::search) fn word<P: StateSpace<State: Hash + Eq>, N>(
    space: &P,
    table: &StateTable<P::State, N>,
    state: &P::State,
) -> u64 {
    match number(space, state) {
        Some(number) => table.slot(number).unwrap_or(0) as u64,
        None => hash(state),
    }
}

/// Whether the table lacks a slot for the number of a state, or must first make slots by hash.
#[inline]
pub(in crate::search) fn lacks_slot<P: StateSpace<State: Hash + Eq>, N>(
    space: &P,
    table: &StateTable<P::State, N>,
    state: &P::State,
) -> bool {
    number(space, state).map_or(!table.is_hashing(), |number| table.slot(number).is_none())
}

/// What the state of this [`word`] is found by.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it was the index of a slot")]
pub(in crate::search) fn key_of_word<P: StateSpace>(space: &P, state: &P::State, word: u64) -> Key {
    number(space, state).map_or(Key::Hash(word), |_| Key::Slot(word as usize))
}

/// The number of a state, if the space numbers it and searches are to use the number.
#[inline]
pub(in crate::search) fn number<P: StateSpace>(space: &P, state: &P::State) -> Option<usize> {
    if space.prefers_hashes() {
        return None;
    }
    space.number(state).filter(|&number| number < Key::NUMBERS)
}

/// Makes slots for the numbers of these states, and lets hashed ones have slots by hash, if that
/// takes at most `allowance` bytes.
pub(in crate::search) fn make_slots<'a, P: StateSpace<State: Hash + Eq + 'a>, N>(
    space: &P,
    table: &mut StateTable<P::State, N>,
    states: impl Iterator<Item = &'a P::State>,
    mut allowance: usize,
) -> Result<(), Full> {
    for state in states {
        match number(space, state) {
            Some(number) => allowance -= table.reserve_number(number, allowance)?,
            None => table.begin_hashing(),
        }
    }
    Ok(())
}
