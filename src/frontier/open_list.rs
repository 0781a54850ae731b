//! The open list trait.

use std::error::Error;
use std::fmt;

use super::NodeId;

/// The priority of a node: lower `f` first and, among equal `f`, lower `h` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority {
    // The order of the fields is the order of comparison.
    pub(super) f: u32,
    pub(super) h: u32,
}

impl Priority {
    /// A priority with these parts. Usually `h` is a part of the sum `f`, but it need not be.
    #[inline]
    #[must_use]
    pub fn new(f: u32, h: u32) -> Self {
        Self { f, h }
    }

    /// The first criterion. For A\*, the path cost so far plus the estimate.
    #[inline]
    #[must_use]
    pub fn f(self) -> u32 {
        self.f
    }

    /// The tie-breaker among equal `f`: the estimate.
    #[inline]
    #[must_use]
    pub fn h(self) -> u32 {
        self.h
    }
}

/// The number of bytes that an open list may allocate to hold a single node.
const LITTLE: usize = 1 << 13;

/// The nodes that were generated and not yet expanded, in order of [`Priority`]. The list decides the
/// order among equal priorities: usually, the node added last comes first.
///
/// [`Default`] creates an empty open list. A node is in the list at most once.
///
/// An open list may be *intrusive*: a linked list through the nodes. Then [`push`](Self::push)
/// returns a link to store with the node, and other methods get it back through `link`. A popped
/// node is read anyway, so reading its link costs no time. The link takes 4 bytes.
pub trait OpenList: Default {
    /// Reserves room for a node with this priority, if that takes at most `allowance` more bytes.
    ///
    /// # Errors
    ///
    /// [`Full`] if it takes more, or if the allocator refuses. The list is unchanged.
    fn reserve(&mut self, priority: Priority, allowance: usize) -> Result<(), Full>;

    /// Adds a node that is not in the list. Returns the link to store with the node.
    ///
    /// # Errors
    ///
    /// [`NoRoom`] if that takes more memory. [`reserve`](Self::reserve) allocates it.
    fn try_push(&mut self, id: NodeId, priority: Priority) -> Result<Option<NodeId>, NoRoom>;

    /// As [`try_push`](Self::try_push), but allocates memory if needed, up to `limit` bytes for the
    /// whole list.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room and the memory cannot be had.
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

    /// The number of bytes that the list will probably allocate next.
    fn growth(&self) -> usize {
        self.bytes() / 2 + LITTLE / 32
    }

    /// Puts back the node that was popped last. The memory for it is there already.
    ///
    /// # Panics
    ///
    /// If the priority has changed, more memory is needed, and the allocator refuses it.
    fn put_back(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        let limit = self.bytes();
        self.push_within(id, priority, limit).unwrap_or_else(|_| self.push(id, priority))
    }

    /// Removes all nodes and adds the root of another search, using as little memory as possible.
    ///
    /// # Panics
    ///
    /// If the allocator refuses memory.
    fn restart(&mut self, root: NodeId, priority: Priority) -> Option<NodeId> {
        self.clear();
        // An empty list that has memory needs little more for one node.
        let little = self.bytes() + if self.bytes() == 0 { LITTLE } else { LITTLE / 128 };
        self.push_within(root, priority, little).unwrap_or_else(|_| self.push(root, priority))
    }

    /// As [`push_within`](Self::push_within), without a limit.
    ///
    /// # Panics
    ///
    /// If the allocator refuses memory.
    fn push(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        self.push_within(id, priority, usize::MAX).expect("there is memory for a node")
    }

    /// Removes the node with the lowest priority. Among equal priorities, the list decides.
    fn pop(&mut self, link: impl Fn(NodeId) -> Option<NodeId>) -> Option<(NodeId, Priority)>;

    /// Removes all nodes and keeps the memory.
    fn clear(&mut self);

    /// The lowest `f` in the list. Takes constant time, amortized over the nodes popped.
    fn lowest_f(&mut self) -> Option<u32>;

    /// The number of nodes in the list.
    fn len(&self) -> usize;

    /// Whether the list is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory in use in bytes, including spare capacity and excluding the links.
    fn bytes(&self) -> usize;

    /// All nodes in the list, in the order in which they would be popped.
    fn iter(
        &self,
        link: impl Fn(NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = (NodeId, Priority)>;
}

/// Replaces an open list that has the root alone by that of a new search; or by one that takes as
/// little as possible, if that is more than `allowance` bytes. Returns the new link.
pub(crate) fn renew<Q: OpenList>(open: &mut Q, allowance: usize) -> Option<NodeId> {
    let root = open.pop(|_| None);
    *open = Q::default();
    let (root, priority) = root?;
    let link = open.restart(root, priority);
    if open.bytes() <= allowance {
        return link;
    }
    *open = Q::default();
    open.push_within(root, priority, LITTLE / 128).unwrap_or_else(|_| open.restart(root, priority))
}

/// The reason why there is no room for another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Full {
    /// All node ids are in use.
    Ids,
    /// More memory is needed than allowed.
    Allowance,
    /// The allocator refused more memory.
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

/// An open list has no room for a node in its present memory.
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
