//! Whether a node is open, closed or outdated.

use super::reached::Node;
use crate::frontier::NodeId;

/// The status of a node of a search that gives a state a new node if it finds a better path to it.
///
/// A node is open until it is expanded, and then closed. If its state gets a new node before that,
/// it is *outdated*. A node that is outdated or closed is skipped when it is taken off the open
/// list.
///
/// The status needs no field. A closed node is not on the open list, so its link points to itself.
/// An outdated node no longer needs its parent, so it is stored as its own parent.
impl Node<Option<NodeId>> {
    #[inline]
    pub(crate) fn is_closed(&self, id: NodeId) -> bool {
        self.link == Some(id)
    }

    #[inline]
    pub(crate) fn close(&mut self, id: NodeId) {
        self.link = Some(id);
    }

    /// `name` is the number by which successors refer to this node: its id, or in a parallel
    /// search, its name among the nodes of all parts.
    #[inline]
    pub(crate) fn is_outdated(&self, name: NodeId) -> bool {
        self.parent == Some(name)
    }

    #[inline]
    pub(crate) fn make_outdated(&mut self, name: NodeId) {
        self.parent = Some(name);
    }

    /// The state of this node gets a new node. Counts this node as reopened if it is closed;
    /// otherwise makes it outdated and counts it as that. Returns whether it is closed.
    #[inline]
    pub(crate) fn replace(
        &mut self,
        (id, name): (NodeId, NodeId),
        reopened: &mut u64,
        outdated: &mut usize,
    ) -> bool {
        let is_closed = self.is_closed(id);
        if is_closed {
            *reopened += 1;
        } else {
            self.make_outdated(name);
            *outdated += 1;
        }
        is_closed
    }
}
