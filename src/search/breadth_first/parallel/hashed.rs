//! A space without its numbers.

use crate::StateSpace;
use crate::space::forward::forward;

/// A space whose states are not numbered: threads share a table by the hashes of states.
#[derive(Clone)]
pub(super) struct Hashed<P>(pub(super) P);

impl<P: StateSpace> StateSpace for Hashed<P> {
    type State = P::State;

    forward!(|outer| outer.0; estimate, consistency, is_goal, for_each_successor, heap_bytes);
    forward!(|outer| outer.0; least_step_cost);
}
