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

/// What an open list may ask for to hold a single node, in bytes.
const LITTLE: usize = 1 << 13;

/// The nodes that have been generated and not yet expanded, ordered by [`Priority`]; of equal
/// priorities, the one added last.
///
/// An open list is created empty by [`Default`]. A node is in it once at most.
///
/// It may be *intrusive*, a linked list through the nodes: [`push`](Self::push) then gives a link
/// to keep with the node, and the other methods ask for it by `link`. A node that is taken
/// off is looked at anyway, so its link comes for free, and costs 4 bytes.
pub trait OpenList: Default {
    /// Makes room for a node with this priority, if that takes at most `allowance` bytes of memory
    /// more than are in use.
    ///
    /// # Errors
    ///
    /// [`Full`] if it takes more, or if the allocator has no more to give. The list stays as it
    /// was.
    fn reserve(&mut self, priority: Priority, allowance: usize) -> Result<(), Full>;

    /// Adds a node that is not in the list, and gives the link to keep with it.
    ///
    /// # Errors
    ///
    /// [`NoRoom`] if that takes more memory: [`reserve`](Self::reserve) asks for it.
    fn try_push(&mut self, id: NodeId, priority: Priority) -> Result<Option<NodeId>, NoRoom>;

    /// The same, with memory asked for if need be, up to `limit` bytes for the whole list.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is none for it.
    #[inline]
    fn push_within(
        &mut self,
        id: NodeId,
        priority: Priority,
        limit: usize,
    ) -> Result<Option<NodeId>, Full> {
        if let Ok(link) = self.try_push(id, priority) {
            return Ok(link);
        }
        self.reserve(priority, limit.saturating_sub(self.bytes()))?;
        self.try_push(id, priority).map_err(Full::from)
    }

    /// How many bytes the list may well ask for next.
    fn growth(&self) -> usize {
        self.bytes() / 2 + LITTLE / 32
    }

    /// Puts a node back that was taken off last, where there is memory for it already.
    ///
    /// # Panics
    ///
    /// If the priority is another one, and the allocator has no more memory.
    fn put_back(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        let limit = self.bytes();
        self.push_within(id, priority, limit).unwrap_or_else(|_| self.push(id, priority))
    }

    /// Takes out all nodes, and adds the root of another search, in as little memory as it can.
    ///
    /// # Panics
    ///
    /// If the allocator has no more memory.
    fn restart(&mut self, root: NodeId, priority: Priority) -> Option<NodeId> {
        self.clear();
        // Where there is memory already, it takes no more than a place in it.
        let little = self.bytes() + if self.bytes() == 0 { LITTLE } else { LITTLE / 128 };
        self.push_within(root, priority, little).unwrap_or_else(|_| self.push(root, priority))
    }

    /// The same as [`push_within`](Self::push_within), without a limit.
    ///
    /// # Panics
    ///
    /// If the allocator has no more memory.
    fn push(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        self.push_within(id, priority, usize::MAX).expect("there is memory for a node")
    }

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

/// There is no room for a node in an open list as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no room for another node")
    }
}

impl Error for NoRoom {}

impl From<NoRoom> for Full {
    fn from(_: NoRoom) -> Self {
        Self::Allowance
    }
}
