//! What tells one space from another.

use crate::NumberedSpace;

/// What a file is of.
pub(super) fn title<P: NumberedSpace>(space: &P, fingerprint: u64) -> String {
    let numbers = space.numbers();
    format!("a space of {numbers} numbers, steps and sources with fingerprint {fingerprint:016x}")
}

/// The number of states whose steps are part of the fingerprint.
const SAMPLES: usize = 256;

/// A hash of how many numbers there are, of the sources, and of the steps from some states, which
/// are spread evenly over all numbers.
///
/// It is the hash FNV-1a, as files need one that stays the same.
pub(super) fn fingerprint<P: NumberedSpace>(space: &P, sources: &[usize]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut add = |value: usize| {
        for byte in (value as u64).to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let (numbers, has_zero_cost_steps) = (space.numbers(), space.has_zero_cost_steps());
    add(numbers);
    add(sources.len());
    for &source in sources {
        add(source);
    }
    for number in (0..numbers).step_by((numbers / SAMPLES).max(1)) {
        space.for_each_successor_number(number, |successor, cost| {
            add(successor);
            // Otherwise it is always 1.
            if has_zero_cost_steps {
                add(cost as usize);
            }
        });
        add(number);
    }
    hash
}
