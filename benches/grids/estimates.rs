//! Estimates on a plane as one would write them first.

use bestfirst::Cost;

use super::tuples::Place;

/// The cost of the way to a goal if all places were open, by [`four`](super::tuples::four).
pub(crate) fn manhattan((x, y): Place, goal: Place) -> Cost {
    x.abs_diff(goal.0) + y.abs_diff(goal.1)
}

/// The same by [`eight`](super::tuples::eight).
pub(crate) fn octile((x, y): Place, goal: Place) -> Cost {
    let (dx, dy) = (x.abs_diff(goal.0), y.abs_diff(goal.1));
    1000 * dx.max(dy) + 414 * dx.min(dy)
}
