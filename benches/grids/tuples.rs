//! Steps on a plane as one would write them first: tuples, and a `Vec` of successors.

use bestfirst::Cost;

/// A column and a row.
pub(crate) type Place = (i32, i32);

/// Straight steps of cost 1.
#[inline]
pub(crate) fn four((x, y): Place, is_open: impl Fn(Place) -> bool) -> Vec<(Place, Cost)> {
    let mut successors = Vec::with_capacity(4);
    for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
        if is_open(next) {
            successors.push((next, 1));
        }
    }
    successors
}

/// Straight steps of cost 1000, and diagonal ones of 1414 that cut no corner.
#[inline]
pub(crate) fn eight((x, y): Place, is_open: impl Fn(Place) -> bool) -> Vec<(Place, Cost)> {
    let mut successors = Vec::with_capacity(8);
    for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
        if is_open(next) {
            successors.push((next, 1000));
        }
    }
    for next in [(x + 1, y + 1), (x - 1, y + 1), (x + 1, y - 1), (x - 1, y - 1)] {
        if is_open(next) && is_open((next.0, y)) && is_open((x, next.1)) {
            successors.push((next, 1414));
        }
    }
    successors
}
