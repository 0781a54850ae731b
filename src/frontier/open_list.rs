//! The interface of open lists.

use std::error::Error;
use std::fmt;

use super::NodeId;

/// The priority of a node: lower `f` first, and of equal `f`, lower `h` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority {
    // The order of the fields is the order of comparison.
    f: u32,
    h: u32,
}

impl Priority {
    /// A priority with these two parts. An `h` above `f` counts as `f`: an estimate is a part of
    /// the sum that it is added to.
    #[inline]
    #[must_use]
    pub fn new(f: u32, h: u32) -> Self {
        Self { f, h: h.min(f) }
    }

    /// What nodes are ordered by first: for A\*, the path cost so far plus the estimate.
    #[inline]
    #[must_use]
    pub fn f(self) -> u32 {
        self.f
    }

    /// What nodes of equal `f` are ordered by: the estimate.
    #[inline]
    #[must_use]
    pub fn h(self) -> u32 {
        self.h
    }
}

/// The nodes that have been generated and not yet expanded, ordered by [`Priority`]; of equal
/// priorities, last in, first out.
///
/// An open list is created empty by [`Default`]. A node is in it once at most.
///
/// It may be *intrusive*, a linked list through the nodes: [`push`](Self::push) then gives a link
/// to keep with the node, and the other methods ask for it by `link`. A node that is taken
/// off is looked at anyway, so its link comes for free, and costs 4 bytes.
pub trait OpenList: Default {
    /// Makes room for `additional` more nodes, if that takes at most `allowance` bytes of
    /// memory more than are in use.
    ///
    /// # Errors
    ///
    /// [`Full`] if it takes more, or if the allocator has no more to give. The list stays as it
    /// was.
    fn reserve(&mut self, additional: usize, allowance: usize) -> Result<(), Full>;

    /// Adds a node that is not in the list, and gives the link to keep with it. Allocates if no
    /// room was reserved.
    fn push(&mut self, id: NodeId, priority: Priority) -> Option<NodeId>;

    /// Takes out the node with the lowest priority, the last one added if there are several.
    fn pop(&mut self, link: impl Fn(NodeId) -> Option<NodeId>) -> Option<(NodeId, Priority)>;

    /// Takes out all nodes, and keeps the memory.
    fn clear(&mut self);

    /// The lowest priority in the list.
    fn lowest(&self) -> Option<Priority>;

    /// The number of nodes in the list.
    fn len(&self) -> usize;

    /// Whether no node is in the list.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory in use, in bytes, room for further nodes included, the links not.
    fn bytes(&self) -> usize;

    /// All nodes in the list, in the order in which they would be taken out.
    fn iter(
        &self,
        link: impl Fn(NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = (NodeId, Priority)>;
}

/// Why there is no room for another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Full {
    /// All node ids are taken.
    Ids,
    /// More memory would be needed than allowed.
    Allowance,
    /// The allocator has no more memory.
    Allocator,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ids => "all node ids are taken",
            Self::Allowance => "more memory is needed than allowed",
            Self::Allocator => "the allocator has no more memory",
        })
    }
}

impl Error for Full {}
