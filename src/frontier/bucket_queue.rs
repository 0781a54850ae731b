//! The open list for all priorities: an array of stacks, a ring of stacks, and a heap.

use std::iter;

use super::ring_queue::RingQueue;
use super::{Full, NodeId, Priority, lower};

/// Priorities whose `f` or `h` is at least this have no stack in the array. So the array takes at
/// most 4 bytes times the square of this number.
const ROWS: u32 = 1 << 10;

/// An array of up to this many bytes takes almost no time to allocate. A larger one may take
/// [`NODE_BYTES`] for each node in its stacks.
const CHEAP_BYTES: usize = 1 << 18;

/// A node gets no row if its `f` exceeds twice the number of rows by more than this: a pop would
/// have to pass over many empty rows before it.
const SPARSE: usize = 1 << 6;

/// The number of bytes that the array may take for each node in its stacks.
const NODE_BYTES: usize = 1 << 4;

/// An array of up to this many bytes is made whenever the allowance permits. A larger one must take
/// no more than a quarter of the allowance.
const FIRST_BYTES: usize = 1 << 13;

/// The array has at least this many stacks.
const LEAST_STACKS: usize = 1 << 4;

/// The open list for all kinds of costs. It chooses by itself, node by node, where a node is kept:
///
/// - If priorities are small integers, such as solution lengths: in an array with one stack for
///   each priority, with a row for each `f` and a column for each `h`, both below 1,024. The stacks
///   are linked lists through the nodes.
/// - If priorities have a wide range, such as costs of 1000 and 1414 on a map: in a ring of up to
///   65,536 stacks, one for each `f` from the lowest one on. A stack is sorted when its turn comes.
/// - Otherwise, in a heap: if there are few nodes, if the steps cost more than the ring is long, or
///   if memory for stacks would be out of proportion to the number of nodes, or beyond what is
///   allowed.
///
/// The order is the same wherever a node is kept: the lowest `f` first, among equal `f` the lowest
/// `h`, and among equal priorities the node added last.
///
/// A stack of the array is a linked list through the nodes: [`push`](Self::push) returns a link to
/// store with the node, and other methods get it back from a function. A popped node is read
/// anyway, so reading its link costs no time. A link takes 4 bytes. A node is in the list at most
/// once.
///
/// ```
/// use bestfirst::frontier::{BucketQueue, NodeId, Priority};
///
/// let (mut open, mut links) = (BucketQueue::default(), Vec::new());
/// for (index, (f, h)) in [(7, 3), (5, 5), (5, 2)].into_iter().enumerate() {
///     let id = NodeId::from_index(index).unwrap();
///     links.push(open.push(id, Priority::new(f, h)));
/// }
/// let (first, priority) = open.pop(|id| links[id.index()]).unwrap();
/// assert_eq!((first.index(), priority.f()), (2, 5));
/// ```
///
/// **Complexity.** In the array, push and pop take constant time; a pop also passes over the empty
/// stacks between one priority and the next. In the ring, push takes constant time, and pop takes
/// time logarithmic in the number of nodes of equal `f`. In the heap, both take time logarithmic in
/// the number of nodes. **Memory.** 4 bytes for each stack, at most 4 MB for the array and 256 kB
/// for the ring; 16 bytes for each node in the ring or the heap; and the links, which are stored
/// with the nodes.
///
/// References: R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering",
/// *Communications of the ACM* 12(11), 1969. The stacks within a bucket are from E. Burns, M.
/// Hatem, M. J. Leighton and W. Ruml, "Implementing fast heuristic search code", *`SoCS`* 2012.
#[derive(Clone, Debug, Default)]
pub struct BucketQueue {
    /// The top node of each stack, row by row, which is the order of priority.
    tops: Vec<Option<NodeId>>,
    /// The base-2 logarithm of the number of columns.
    columns_log2: u32,
    /// All stacks before this one are empty.
    first: usize,
    /// The number of nodes in stacks.
    len: usize,
    /// The nodes without a stack.
    wide: RingQueue,
    has_wide: bool,
    /// How many rows the root would have needed, if it is kept elsewhere. Otherwise 0.
    expected_rows: usize,
    /// Whether nodes in `wide` may have an `f` below [`ROWS`]. If so, no stacks are added to the
    /// array, so that all nodes of one priority are in one place.
    is_fixed: bool,
}

impl BucketQueue {
    /// Whether nodes are in stacks. While none is, no link is in use, and a node of the list may be
    /// added again with a lower `f`.
    pub(crate) fn has_stacks(&self) -> bool {
        self.len > 0
    }

    /// The first non-empty stack.
    #[inline]
    fn lowest_stack(&self) -> Option<usize> {
        let tops = self.tops.get(self.first..)?;
        tops.iter().position(Option::is_some).map(|empty| self.first + empty)
    }

    /// Visits all nodes in the list, in any order. The function is not generic, so that programs
    /// need not compile it again.
    pub(crate) fn for_each(
        &self,
        link: &dyn Fn(NodeId) -> Option<NodeId>,
        visit: &mut dyn FnMut(NodeId, Priority),
    ) {
        for (stack, &top) in self.tops.iter().enumerate() {
            let nodes = iter::successors(top, |&id| link(id));
            nodes.for_each(|id| visit(id, self.priority_of(stack)));
        }
        self.wide.for_each(visit);
    }

    /// The priority of the nodes in a stack.
    #[expect(clippy::cast_possible_truncation, reason = "both are below `ROWS`")]
    #[inline]
    fn priority_of(&self, stack: usize) -> Priority {
        let f = stack >> self.columns_log2;
        let h = stack - (f << self.columns_log2);
        Priority::new(f as u32, h as u32)
    }

    /// The stack for a priority, if there is one.
    #[inline]
    fn stack_of(&self, priority: Priority) -> Option<usize> {
        let stack = (u64::from(priority.f()) << self.columns_log2) + u64::from(priority.h());
        let stack = usize::try_from(stack).ok()?;
        (stack < self.tops.len() && priority.h() >> self.columns_log2 == 0).then_some(stack)
    }

    /// Makes stacks for a priority and for those below it, if that takes at most `allowance` bytes.
    /// Returns whether it did.
    fn make_stacks(&mut self, priority: Priority, allowance: usize) -> bool {
        let (f, h) = (priority.f() as usize, priority.h() as usize);
        if priority.h() >= ROWS {
            return false;
        }
        let columns_log2 = self.columns_log2.max(usize::BITS - h.leading_zeros());
        let before = self.tops.len() >> self.columns_log2;
        // A few more rows than needed, because higher priorities will follow.
        let rows = before.max(f + 1 + f / 4).max(LEAST_STACKS >> columns_log2).min(ROWS as usize);
        let count = rows << columns_log2;
        let bytes = count * size_of::<Option<NodeId>>();
        let expected = before.max(self.expected_rows);
        let is_sparse = expected > 0 && f > 2 * expected + SPARSE;
        let is_worth_it = !is_sparse
            && bytes <= CHEAP_BYTES.max(NODE_BYTES * self.len)
            && (count <= self.tops.capacity()
                || bytes <= FIRST_BYTES.min(allowance).max(allowance / 4));
        if !is_worth_it || self.tops.try_reserve_exact(count - self.tops.len()).is_err() {
            return false;
        }
        self.tops.resize(count, None);
        // The last row first: no row is written over before it is moved.
        let columns = 1 << self.columns_log2;
        if columns_log2 > self.columns_log2 {
            for f in (1..before).rev() {
                let (row, moved) = (f << self.columns_log2, f << columns_log2);
                self.tops.copy_within(row..row + columns, moved);
                self.tops[row..row + columns].fill(None);
            }
        }
        (self.columns_log2, self.first) = (columns_log2, 0);
        true
    }

    /// Adds a node that has no stack. It is not inlined, so that those with a stack are added in
    /// few instructions.
    #[cold]
    #[inline(never)]
    fn push_wide(&mut self, id: NodeId, priority: Priority) -> Result<Option<NodeId>, Full> {
        if priority.f() < ROWS && !self.is_fixed {
            return Err(Full::Allowance);
        }
        self.wide.try_push(id, priority)?;
        self.has_wide = true;
        Ok(None)
    }

    /// Pops the lowest node without a stack, if it comes before those with a stack. Of equal `f`,
    /// nodes with a stack come first: those without one have an `h` that is beyond the columns.
    #[inline(never)]
    fn pop_wide(&mut self) -> Option<(NodeId, Priority)> {
        if self.len > 0 {
            self.first = self.lowest_stack().unwrap_or(self.tops.len());
            if self.wide.lowest_f()? >= self.priority_of(self.first).f() {
                return None;
            }
        }
        let popped = self.wide.pop();
        self.has_wide = self.wide.len() > 0;
        self.is_fixed &= self.has_wide;
        popped
    }

    /// Reserves room for a node with this priority, if that takes at most `allowance` more bytes.
    /// If not, the list is unchanged.
    #[cold]
    #[inline(never)]
    pub(crate) fn reserve(&mut self, priority: Priority, allowance: usize) -> Result<(), Full> {
        self.is_fixed &= self.has_wide;
        let may_have_stack = priority.f() < ROWS && !self.is_fixed;
        let has_stack = self.stack_of(priority).is_some();
        if has_stack || (may_have_stack && self.make_stacks(priority, allowance)) {
            return Ok(());
        }
        self.wide.reserve(priority, allowance)?;
        self.is_fixed |= may_have_stack;
        Ok(())
    }

    /// Adds a node that is not in the list, if there is [room](Self::reserve). Returns the link to
    /// store with the node.
    #[expect(clippy::inline_always, reason = "a part of the loop of every search")]
    #[inline(always)]
    pub(crate) fn try_push(
        &mut self,
        id: NodeId,
        priority: Priority,
    ) -> Result<Option<NodeId>, Full> {
        let stack = (u64::from(priority.f()) << self.columns_log2) + u64::from(priority.h());
        let stack = usize::try_from(stack).unwrap_or(usize::MAX);
        match self.tops.get_mut(stack) {
            Some(top) if priority.h() >> self.columns_log2 == 0 => {
                if stack < self.first {
                    self.first = stack;
                }
                self.len += 1;
                Ok(top.replace(id))
            }
            _ => self.push_wide(id, priority),
        }
    }

    /// As [`try_push`](Self::try_push), but allocates memory if needed, up to `limit` bytes for the
    /// whole list.
    #[inline]
    pub(crate) fn push_within(
        &mut self,
        id: NodeId,
        priority: Priority,
        limit: usize,
    ) -> Result<Option<NodeId>, Full> {
        if let Ok(link) = self.try_push(id, priority) {
            return Ok(link);
        }
        self.reserve(priority, limit.saturating_sub(self.bytes()))?;
        self.try_push(id, priority)
    }

    /// As [`try_push`](Self::try_push), but allocates memory if needed, as little as possible.
    pub(crate) fn push_tightly(
        &mut self,
        id: NodeId,
        priority: Priority,
    ) -> Result<Option<NodeId>, Full> {
        let mut pushed = self.try_push(id, priority);
        for log2 in 4..usize::BITS {
            if pushed != Err(Full::Allowance) {
                break;
            }
            pushed = self.push_within(id, priority, self.bytes().saturating_add(1 << log2));
        }
        pushed
    }

    /// Adds a node that is not in the list. Returns the link to store with the node.
    ///
    /// # Panics
    ///
    /// If the allocator refuses memory.
    pub fn push(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        self.push_within(id, priority, usize::MAX).expect("there is memory for a node")
    }

    /// Removes the first node. `link` gives the link of a node back.
    #[inline]
    pub fn pop(&mut self, link: impl Fn(NodeId) -> Option<NodeId>) -> Option<(NodeId, Priority)> {
        if let Some(popped) = self.has_wide.then(|| self.pop_wide()).flatten() {
            return Some(popped);
        }
        let stack = self.lowest_stack()?;
        let id = self.tops[stack]?;
        self.tops[stack] = link(id);
        self.first = stack;
        self.len -= 1;
        Some((id, self.priority_of(stack)))
    }

    /// Puts back the node that was popped last. The memory for the node is there already. If its
    /// priority has changed, more may be needed. Panics if the allocator refuses that.
    pub(crate) fn put_back(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        let put_back = if self.stack_of(priority).is_some() {
            self.try_push(id, priority)
        } else {
            // It was popped from there, even if nothing is left there.
            self.has_wide = true;
            self.is_fixed |= priority.f() < ROWS;
            self.wide.put_back(id, priority).map(|()| None)
        };
        put_back
            .or_else(|_| self.push_tightly(id, priority))
            .expect("there is memory for a node that was there")
    }

    /// Removes all nodes and adds the root of another search, using as little memory as possible.
    /// Panics if the allocator refuses that.
    pub(crate) fn restart(&mut self, root: NodeId, priority: Priority) -> Option<NodeId> {
        self.clear();
        // An empty list that has memory needs little more for one node.
        let little = self.bytes() + if self.bytes() == 0 { FIRST_BYTES } else { FIRST_BYTES / 128 };
        self.push_within(root, priority, little).unwrap_or_else(|_| self.push(root, priority))
    }

    /// Removes all nodes, keeps the memory, and expects nodes with about the `f` of the root, which
    /// is kept elsewhere.
    pub(crate) fn begin(&mut self, f: u32) {
        self.clear();
        self.expected_rows = LEAST_STACKS.max(f.min(ROWS) as usize + 1);
    }

    /// Makes no ring, or no longer one, until the list is cleared. A ring takes more time than a
    /// heap if nodes are often added with an `f` below the lowest one.
    pub(crate) fn make_no_ring(&mut self) {
        self.wide.fix_ring();
    }

    /// Replaces a list that holds the root alone by the list of a new search. If that takes more
    /// than `allowance` bytes, replaces it by a list that takes as little as possible. Returns the
    /// new link.
    pub(crate) fn renew(&mut self, allowance: usize) -> Option<NodeId> {
        let root = self.pop(|_| None);
        *self = Self::default();
        let (root, priority) = root?;
        let link = self.restart(root, priority);
        if self.bytes() <= allowance {
            return link;
        }
        *self = Self::default();
        let pushed = self.push_within(root, priority, FIRST_BYTES / 128);
        pushed.unwrap_or_else(|_| self.restart(root, priority))
    }

    /// The number of bytes that the list will probably allocate next.
    pub(crate) fn growth(&self) -> usize {
        self.bytes() / 2 + FIRST_BYTES / 32
    }

    /// Removes all nodes and keeps the memory. Takes time for those outside of the array only: the
    /// stacks of the array are made again as they are needed.
    pub fn clear(&mut self) {
        self.tops.clear();
        self.wide.clear();
        (self.columns_log2, self.first, self.len) = (0, 0, 0);
        (self.has_wide, self.is_fixed, self.expected_rows) = (false, false, 0);
    }

    /// The lowest `f` in the list. Takes constant time, amortized over the nodes popped.
    pub fn lowest_f(&mut self) -> Option<u32> {
        let mut in_stacks = None;
        if self.len > 0 {
            self.first = self.lowest_stack().unwrap_or(self.tops.len());
            in_stacks = Some(self.priority_of(self.first).f());
        }
        lower(in_stacks, self.wide.lowest_f())
    }

    /// The number of nodes in the list.
    #[inline]
    pub fn len(&self) -> usize {
        self.len + self.wide.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory in use in bytes, including spare capacity and excluding the links.
    pub fn bytes(&self) -> usize {
        self.tops.capacity() * size_of::<Option<NodeId>>() + self.wide.bytes()
    }

    /// All nodes in the list, in the order in which they would be popped.
    pub fn iter(
        &self,
        link: impl Fn(NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = (NodeId, Priority)> {
        let mut stacks = self.tops.iter().enumerate();
        let mut below = None;
        let mut priority = Priority::new(0, 0);
        let mut in_stacks = iter::from_fn(move || {
            while below.is_none() {
                let (stack, &top) = stacks.next()?;
                (below, priority) = (top, self.priority_of(stack));
            }
            let id = below?;
            below = link(id);
            Some((id, priority))
        })
        .peekable();
        let mut wide = self.wide.in_order().into_iter().peekable();
        iter::from_fn(move || match (in_stacks.peek(), wide.peek()) {
            (Some((_, stack)), Some((_, other))) if other < stack => wide.next(),
            (None, _) => wide.next(),
            _ => in_stacks.next(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::keyed::tests::Heap;
    use proptest::prelude::*;

    fn any_priority() -> impl Strategy<Value = Priority> {
        let f = prop_oneof![8 => 0..40u32, 4 => 0..ROWS + 10, 1 => 0..=u32::MAX];
        let h = prop_oneof![4 => 0..4u32, 4 => 0..40u32, 1 => 0..=u32::MAX];
        (f, h).prop_map(|(f, h)| Priority::new(f, h))
    }

    fn id(index: usize) -> NodeId {
        NodeId::from_index(index).unwrap()
    }

    /// With another priority, the node may need new memory. It is put back even beyond a limit.
    #[test]
    fn a_node_that_is_put_back_takes_little_memory() {
        for (f, h) in [(1 << 20, 7), (7, 1 << 20), (u32::MAX, 0)] {
            let mut buckets = BucketQueue::default();
            buckets.restart(id(0), Priority::new(3, 1));
            buckets.pop(|_| None).unwrap();
            let before = buckets.bytes();
            let priority = Priority::new(f, h);
            let link = buckets.put_back(id(0), priority);
            assert!(buckets.bytes() <= before + 64, "{before}, {}", buckets.bytes());
            assert_eq!(buckets.pop(|_| link), Some((id(0), priority)));
        }
    }

    proptest! {
        #[test]
        fn nodes_come_out_as_from_a_heap(
            operations in prop::collection::vec(
                (any_priority(), prop_oneof![3 => Just(0), 2 => 1..3usize]),
                1..200,
            ),
            limit in prop_oneof![Just(usize::MAX), 0..100_000usize, 0..5_000usize],
        ) {
            let mut links = Vec::new();
            let mut buckets = BucketQueue::default();
            let mut heap = Heap::default();
            for (index, (priority, pops)) in operations.into_iter().enumerate() {
                let pushed = buckets.push_within(id(index), priority, limit);
                if pushed.is_ok() {
                    heap.push(id(index), priority);
                }
                links.push(pushed.unwrap_or(None));
                prop_assert!(buckets.bytes() <= limit);
                if index % 16 == 15 {
                    let mut rest = heap.clone();
                    let nodes = buckets.iter(|id| links[id.index()]);
                    prop_assert!(nodes.eq(iter::from_fn(|| rest.pop())));
                }
                for _ in 0..pops {
                    prop_assert_eq!(buckets.lowest_f(), heap.lowest_f());
                    prop_assert_eq!(buckets.pop(|id| links[id.index()]), heap.pop());
                }
                prop_assert_eq!(buckets.len(), heap.len());
                if index % 97 == 96 {
                    buckets.clear();
                    heap.clear();
                    prop_assert_eq!(buckets.pop(|id| links[id.index()]), None);
                }
            }
        }
    }

    #[test]
    fn a_node_that_has_a_stack_needs_no_memory() {
        let mut queue = BucketQueue::default();
        queue.push(id(0), Priority::new(10, 4));
        // There is memory for one node without a stack, but not for more stacks.
        let limit = queue.bytes() + 64;
        queue.push_within(id(1), Priority::new(900, 900), limit).unwrap();
        assert_eq!(queue.reserve(Priority::new(10, 4), 0), Ok(()));
        assert_eq!(queue.reserve(Priority::new(10, 0), 0), Ok(()));
        assert_eq!(queue.reserve(Priority::new(10, 8), 0), Err(Full::Allowance));
        assert_eq!(queue.reserve(Priority::new(20, 0), 0), Err(Full::Allowance));
    }

    #[test]
    fn a_root_takes_little_memory() {
        for priority in [Priority::new(100, 100), Priority::new(5_000, 5_000)] {
            let mut queue = BucketQueue::default();
            queue.restart(id(0), priority);
            assert!((1..=1 << 13).contains(&queue.bytes()), "{} bytes", queue.bytes());
        }
        let mut queue = BucketQueue::default();
        queue.push(id(0), Priority::new(10, 4));
        let before = queue.bytes();
        for priority in [Priority::new(100, 100), Priority::new(5_000, 5_000)] {
            queue.restart(id(0), priority);
            assert!(queue.bytes() <= before + 64, "{before} to {} bytes", queue.bytes());
        }
    }

    #[test]
    fn no_rows_are_made_far_above_the_root_wherever_it_is_kept() {
        for (root, has_rows) in [(0, false), (400, true)] {
            let (mut without, mut with) = (BucketQueue::default(), BucketQueue::default());
            without.begin(root);
            with.restart(id(0), Priority::new(root, 0));
            for mut queue in [without, with] {
                let priority = Priority::new(800, 0);
                queue.push(id(1), priority);
                assert_eq!(queue.stack_of(priority).is_some(), has_rows);
            }
        }
    }
}
