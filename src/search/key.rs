//! The key of a state in the closed list: its number, if the space numbers it, or its hash.

use std::hash::Hash;

use crate::StateSpace;
use crate::frontier::{Full, Key, NumberTable, hash};

/// The key of a state.
#[inline]
pub(crate) fn key<P: StateSpace<State: Hash>>(space: &P, state: &P::State) -> Key {
    number(space, state).map_or_else(|| Key::Hash(hash(state)), Key::Number)
}

/// The key of a state with this hash.
#[inline]
pub(crate) fn key_hashed<P: StateSpace>(space: &P, state: &P::State, hash: u64) -> Key {
    number(space, state).map_or(Key::Hash(hash), Key::Number)
}

/// The key of a state as one word: the slot of its number, or its hash. A slot that is not there
/// yet is made, if that takes at most `allowance` bytes.
#[inline]
pub(crate) fn packed_key<P: StateSpace<State: Hash>>(
    space: &P,
    numbers: &mut NumberTable,
    state: &P::State,
    allowance: &mut usize,
) -> Result<u64, Full> {
    if let Some(number) = number(space, state) {
        return Ok(numbers.make_slot(number, allowance)? as u64);
    }
    numbers.is_hashing = true;
    Ok(hash(state))
}

/// The key of a state, given its [`packed_key`].
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it was the index of a slot")]
pub(crate) fn unpacked_key<P: StateSpace>(space: &P, state: &P::State, packed_key: u64) -> Key {
    number(space, state).map_or(Key::Hash(packed_key), |_| Key::Slot(packed_key as usize))
}

/// The number of a state, if the space numbers it and searches are to use the number.
#[inline]
pub(crate) fn number<P: StateSpace>(space: &P, state: &P::State) -> Option<usize> {
    if space.prefers_hashes() {
        return None;
    }
    space.number(state).filter(|&number| number < Key::NUMBERS)
}
