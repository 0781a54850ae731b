//! A space without its numbers.

use crate::{Cost, StateSpace};

/// A space whose states are not numbered: threads share a table by the hashes of states.
#[derive(Clone)]
pub(super) struct Hashed<P>(pub(super) P);

impl<P: StateSpace> StateSpace for Hashed<P> {
    type State = P::State;

    #[inline]
    fn estimate(&self, state: &P::State) -> Cost {
        self.0.estimate(state)
    }

    #[inline]
    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }

    #[inline]
    fn for_each_successor(
        &self,
        state: &P::State,
        previous: Option<&P::State>,
        visit: impl FnMut(P::State, Cost),
    ) {
        self.0.for_each_successor(state, previous, visit);
    }

    #[inline]
    fn heap_bytes(&self, state: &P::State) -> usize {
        self.0.heap_bytes(state)
    }
}
