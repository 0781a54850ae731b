//! The nodes that are taken off the open list together.

use std::ops::Range;
use std::{iter, mem};

use crate::frontier::{Full, NodeId, Priority, make_room};
use crate::search::successors::Successors;

/// A node that was taken off the open list to be expanded.
#[derive(Clone, Debug)]
pub(super) struct Taken<S> {
    pub(super) id: NodeId,
    pub(super) priority: Priority,
    /// With pathmax: its estimate, as its successors have raised it so far. Those that were added
    /// before memory ended are not collected again.
    pub(super) raised: u32,
    /// Its successors, with what their states are found by.
    pub(super) successors: Successors<S>,
}

impl<S> Taken<S> {
    fn new() -> Self {
        let (id, priority) = (NodeId::FIRST, Priority::new(0, 0));
        Self { id, priority, raised: 0, successors: Successors::new() }
    }
}

/// Nodes of equal *f* that were taken off the open list together. They are expanded one by one.
#[derive(Clone, Debug)]
pub(super) struct Batch<S> {
    /// The node that is expanded next, if any is waiting. Most batches are of one node, and need
    /// no more memory.
    pub(super) next: Taken<S>,
    /// The node with index `i` in the batch is at `i - 1`. The memory of those that do not wait is
    /// used again.
    pub(super) others: Vec<Taken<S>>,
    /// The indices of the nodes that are still to be expanded.
    pub(super) waiting: Range<usize>,
}

impl<S> Batch<S> {
    /// Without nodes.
    pub(super) fn new() -> Self {
        Self { next: Taken::new(), others: Vec::new(), waiting: 0..0 }
    }

    /// The nodes that are waiting.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Taken<S>> {
        let others = match self.waiting {
            Range { start, end } if start < end => &self.others[start..end - 1],
            _ => &[],
        };
        iter::once(&self.next).take(self.waiting.len()).chain(others)
    }

    /// The last node.
    pub(super) fn last(&self) -> Option<(NodeId, Priority)> {
        self.iter().next_back().map(|taken| (taken.id, taken.priority))
    }

    /// The node with this index, which is waiting.
    #[inline]
    pub(super) fn at(&mut self, index: usize) -> &mut Taken<S> {
        if index == self.waiting.start { &mut self.next } else { &mut self.others[index - 1] }
    }

    /// Adds a place for a node, for which there is room. It still says what an earlier node was.
    #[inline]
    pub(super) fn push(&mut self) -> &mut Taken<S> {
        self.waiting.end += 1;
        self.at(self.waiting.end - 1)
    }

    /// Removes the last node.
    pub(super) fn pop(&mut self) {
        self.waiting.end -= 1;
        self.at(self.waiting.end).successors.clear();
    }

    /// Goes on to the node after the next one.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.waiting.start += 1;
        if !self.waiting.is_empty() {
            mem::swap(&mut self.next, &mut self.others[self.waiting.start - 1]);
        }
    }

    /// Goes on to the node after the next one, which is not expanded.
    pub(super) fn skip(&mut self) {
        self.advance();
        let Range { start, end } = self.waiting;
        let skipped = if start < end { &mut self.others[start - 1] } else { &mut self.next };
        skipped.successors.clear();
    }

    /// The successors of all places.
    pub(super) fn successors(&mut self) -> impl Iterator<Item = &mut Successors<S>> {
        iter::once(&mut self.next).chain(&mut self.others).map(|taken| &mut taken.successors)
    }

    /// Makes room for batches of this many nodes, if that takes at most `allowance` bytes.
    #[cold]
    pub(super) fn make_room(&mut self, most: usize, mut allowance: usize) -> Result<(), Full> {
        let additional = most - 1 - self.others.len();
        make_room(&mut self.others, additional, size_of::<Taken<S>>(), &mut allowance)?;
        self.others.resize_with(most - 1, Taken::new);
        Ok(())
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let successors = self.others.iter().map(|taken| taken.successors.bytes()).sum::<usize>();
        self.others.capacity() * size_of::<Taken<S>>() + self.next.successors.bytes() + successors
    }
}
