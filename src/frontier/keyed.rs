//! What is in a heap: a number with its priority.

use super::{NodeId, Priority};

/// A number with its priority, as one integer: from the highest bits to the lowest, `f`, `h`, the
/// complement of the count of numbers added before, and the number. So of numbers with equal
/// priority, the one added last is the lowest. One comparison of integers is fast.
///
/// The count of numbers added may wrap after 2^32. Then numbers of equal priority may come out in
/// another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Keyed(u128);

#[expect(clippy::cast_possible_truncation, reason = "each quarter is one number")]
impl Keyed {
    #[inline]
    pub(crate) fn new(number: u32, priority: Priority, added: u32) -> Self {
        let low = u64::from(!added) << 32 | u64::from(number);
        Self(u128::from(priority.f()) << 96 | u128::from(priority.h()) << 64 | u128::from(low))
    }

    #[inline]
    pub(super) fn priority(self) -> Priority {
        Priority::new((self.0 >> 96) as u32, (self.0 >> 64) as u32)
    }

    /// The node of this number, and its priority.
    #[inline]
    pub(crate) fn node(self) -> Option<(NodeId, Priority)> {
        Some((NodeId::from_number(self.0 as u32)?, self.priority()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use super::*;

    /// A binary heap, as a model for the tests of open lists.
    #[derive(Clone, Default)]
    pub(crate) struct Heap {
        nodes: BinaryHeap<Reverse<(Priority, Reverse<usize>, NodeId)>>,
        added: usize,
    }

    impl Heap {
        pub(crate) fn push(&mut self, id: NodeId, priority: Priority) {
            self.nodes.push(Reverse((priority, Reverse(self.added), id)));
            self.added += 1;
        }

        pub(crate) fn pop(&mut self) -> Option<(NodeId, Priority)> {
            self.nodes.pop().map(|Reverse((priority, _, id))| (id, priority))
        }

        pub(crate) fn lowest_f(&self) -> Option<u32> {
            self.nodes.peek().map(|Reverse((priority, ..))| priority.f())
        }

        pub(crate) fn len(&self) -> usize {
            self.nodes.len()
        }

        pub(crate) fn clear(&mut self) {
            self.nodes.clear();
        }
    }
}
