//! How many slots a hash table has.

use super::Full;

/// A table with up to this many slots grows in large steps: filling it again would cost more time
/// than the saved memory is worth.
pub(super) const SMALL: usize = 1 << 16;
/// The sizes that the [first](FIRST) table grows to. The second one takes 96 KiB: glibc maps blocks
/// of 128 KiB and more, and so gets new pages for each search.
pub(super) const SIZES: [usize; 3] = [1 << 13, 3 << 13, SMALL];
/// A table for more than one state has at least this many slots, if they take no more than an
/// eighth of the allowance: most searches would soon need them.
pub(super) const FIRST: usize = 1 << 9;
/// A cleared table has at most this many slots, even if there is memory for more: emptying them
/// takes hardly any time.
pub(super) const RESTART_SLOTS: usize = 1 << 12;
/// From this many slots on, saving memory is worth more than saving time.
pub(super) const LARGE: usize = 1 << 18;

/// The number of states that a table of this many slots may hold. With more, probing takes long.
///
/// That is two fifths of the slots of a small table, because its memory is cheap; two thirds in a
/// larger one; and four fifths where memory matters most.
pub(super) const fn limit(slots: usize) -> usize {
    match slots {
        ..SMALL => slots / 5 * 2,
        SMALL..LARGE => slots / 3 * 2,
        LARGE.. => slots / 5 * 4,
    }
}

/// A number of slots that may hold `states` states.
pub(super) fn least(states: usize) -> usize {
    let slots = |full: usize, of| (states / full).saturating_mul(of).saturating_add(of);
    match (slots(2, 5), slots(2, 3)) {
        (few @ ..SMALL, _) => few.max(8),
        (_, some @ ..LARGE) => some.max(SMALL),
        _ => slots(4, 5).max(LARGE),
    }
}

/// The number of slots of a table for this many states, and what it leaves of the allowance.
#[inline]
pub(super) fn larger<T>(slots: &Vec<T>, states: usize, allowance: usize) -> Option<(usize, usize)> {
    larger_by_size(slots.len(), slots.capacity(), size_of::<T>(), states, allowance)
}

/// As [`larger`], for slots of this size. The function is not generic, so that programs need not
/// compile it again.
fn larger_by_size(
    len: usize,
    capacity: usize,
    slot_bytes: usize,
    states: usize,
    allowance: usize,
) -> Option<(usize, usize)> {
    let least = least(states);
    let wanted = match len {
        // After a panic of a state, the table may be large enough and only need filling.
        _ if states <= limit(len) => len,
        // The memory is there.
        _ if len < capacity => (8 * len).min(capacity).max(least),
        0 if states == 1 => least,
        0 => least.max(FIRST.min(allowance / 8 / slot_bytes)),
        1..SMALL => least.max(*SIZES.iter().find(|&&size| size >= 2 * len).unwrap_or(&(4 * len))),
        SMALL..LARGE => least.max(len * if len > SMALL { 2 } else { 4 }),
        _ => least.max(len / 2 * 3),
    };
    // If that is too much, half of the allowance: filling a table that grows by less, and so more
    // often, would take too long.
    let count = wanted.min(capacity.saturating_add(allowance / 2 / slot_bytes));
    let more = count.saturating_sub(capacity) * slot_bytes;
    (states <= limit(count)).then(|| (count, allowance - more))
}

/// Replaces a table by an empty one with this many slots. If the allocator refuses, there is no
/// table.
pub(super) fn replace(slots: &mut Vec<u32>, count: usize) -> Result<(), Full> {
    if count > slots.capacity() {
        // The states are entered again, so the old table is freed first.
        *slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| Full::Allocator)?;
    }
    empty(slots, count);
    Ok(())
}

/// Leaves this many slots, all of them empty. There is memory for them.
pub(super) fn empty(slots: &mut Vec<u32>, count: usize) {
    slots.clear();
    slots.resize(count, 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_of_slots_is_enough() {
        for states in (0..50_000).chain(150_000..250_000).chain([1 << 30]) {
            assert!(limit(least(states)) >= states, "{states}");
        }
        assert_eq!((least(4 << 20), least(usize::MAX)), ((5 << 20) + 5, usize::MAX));
    }
}
