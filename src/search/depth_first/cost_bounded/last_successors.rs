//! The last successors of a node: all are counted, and then the first ones skipped.

use crate::Expansion;

/// Counts successors.
pub(super) struct Count<'a>(pub(super) &'a mut u32);

impl<S> Expansion<S> for Count<'_> {
    fn offer(&mut self, _: u32, _: u32, _: impl FnOnce() -> S) {
        *self.0 += 1;
    }
}

/// Skips the first successors.
pub(super) struct Last<E> {
    pub(super) passed: u32,
    pub(super) successors: E,
}

impl<S, E: Expansion<S>> Expansion<S> for Last<E> {
    fn most(&self, step_cost: u32) -> u32 {
        self.successors.most(step_cost)
    }

    fn offer(&mut self, step_cost: u32, estimate: u32, successor: impl FnOnce() -> S) {
        if self.passed > 0 {
            self.passed -= 1;
        } else {
            self.successors.offer(step_cost, estimate, successor);
        }
    }
}
