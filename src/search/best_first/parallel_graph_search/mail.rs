//! Successors on the way to the parts that own their states.

use crate::StateSpace;
use crate::frontier::{Full, NodeId, discard, make_room};
use crate::search::best_first::parts::Numbering;

/// A successor on the way to the part that owns its state.
#[derive(Clone, Debug)]
pub(super) struct Message<S> {
    pub(super) state: S,
    /// The hash of the state, or 0 if the space numbers it.
    pub(super) hash: u64,
    /// The cost of the path to the state, which may be more than a `u32` can hold.
    pub(super) path_cost: u64,
    /// The name of the node that was expanded; `None` for an initial state.
    pub(super) parent: Option<NodeId>,
}

/// Messages from one part to another.
#[derive(Clone, Debug)]
pub(super) struct Mail<S> {
    pub(super) messages: Vec<Message<S>>,
    /// The heap memory of the states, in bytes.
    heap_bytes: usize,
}

impl<S> Mail<S> {
    /// Removes all messages, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.messages.clear();
        self.heap_bytes = 0;
    }

    /// The memory in use in bytes, including spare capacity and the heap memory of the states.
    pub(super) fn bytes(&self) -> usize {
        self.messages.capacity() * size_of::<Message<S>>() + self.heap_bytes
    }

    /// Adds a message whose state has this heap memory, if `allowance` bytes suffice. Subtracts
    /// what it takes from them.
    #[inline]
    pub(super) fn push(
        &mut self,
        message: Message<S>,
        heap_bytes: usize,
        allowance: &mut usize,
    ) -> Result<(), Full> {
        let is_full = self.messages.len() == self.messages.capacity();
        if is_full || heap_bytes > 0 {
            if let Err(full) = self.make_room(heap_bytes, allowance) {
                discard(message);
                return Err(full);
            }
        }
        self.messages.push(message);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, heap_bytes: usize, allowance: &mut usize) -> Result<(), Full> {
        let mut left = allowance.checked_sub(heap_bytes).ok_or(Full::Allowance)?;
        let missing = if self.messages.capacity() == 0 { 4 } else { 1 };
        make_room(&mut self.messages, missing, size_of::<Message<S>>(), &mut left)?;
        *allowance = left;
        self.heap_bytes += heap_bytes;
        Ok(())
    }

    /// Removes the last message, whose state has this heap memory.
    #[inline]
    pub(super) fn pop(&mut self, heap_bytes: usize) -> Option<Message<S>> {
        self.heap_bytes -= heap_bytes;
        self.messages.pop()
    }

    /// Removes the successors of a node whose expansion ended early. They were added last.
    pub(super) fn take_back<P: StateSpace<State = S>>(&mut self, space: &P, parent: NodeId) {
        let is_its_own = |message: &&Message<S>| message.parent == Some(parent);
        while let Some(message) = self.messages.last().filter(is_its_own) {
            let heap_bytes = space.heap_bytes(&message.state);
            drop(self.pop(heap_bytes));
        }
    }
}

/// One empty mail for each of the parts.
pub(super) fn to_each<S>(numbering: Numbering) -> Vec<Mail<S>> {
    (0..numbering.count).map(|_| Mail { messages: Vec::new(), heap_bytes: 0 }).collect()
}
