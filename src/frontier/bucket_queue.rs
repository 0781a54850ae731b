//! An open list for small priorities: an array of stacks.

use std::iter;

use super::ring_queue::RingQueue;
use super::{Full, NoRoom, NodeId, OpenList, Priority};

/// Priorities with `f` from here on go to the keyed queue. This bounds the array: it takes 4 bytes
/// times the square of this.
const ROWS: u32 = 1 << 10;

/// An array of up to this many bytes takes almost no time to allocate. A larger one must be small
/// compared with the nodes in the list.
const SMALL: usize = 1 << 18;

/// The number of bytes that the array may take for each node in the list.
const NODE: usize = 1 << 4;

/// An array of this many bytes is made whenever the allowance permits. A larger one must take no
/// more than a quarter of the allowance.
const LITTLE: usize = 1 << 13;

/// An open list with one stack for each priority, in an array with a row for each `f` and a column
/// for each `h`.
///
/// The stacks are linked lists through the nodes. Pushing and popping take a few instructions,
/// whatever the number of nodes. This is the right open list for priorities that are small
/// integers, such as solution lengths. Nodes whose `f` is 1,024 or more go to a [`KeyedQueue`]
/// beside the array. So do nodes whose stack would make the array too large for the number of nodes
/// in the list, or for the memory available. They come out in the same order, only more slowly.
///
/// **Complexity.** For `f` below 1,024, push and pop take constant time. A pop also passes over the
/// empty stacks between one priority and the next. For larger `f`, both take time logarithmic in
/// the number of nodes. **Memory.** 4 bytes for each stack, at most 4 MB; the memory of the keyed
/// queue for the nodes in it; and the links, which are stored with the nodes.
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
    /// Whether some of these may have an `f` below [`ROWS`]. If so, no stacks are added, so that
    /// all nodes of one priority are in one place.
    is_fixed: bool,
}

impl BucketQueue {
    /// The first non-empty stack.
    #[inline]
    fn lowest_stack(&self) -> Option<usize> {
        let tops = self.tops.get(self.first..)?;
        tops.iter().position(Option::is_some).map(|empty| self.first + empty)
    }

    /// The priority of the nodes in a stack.
    #[expect(clippy::cast_possible_truncation, reason = "both are below `ROWS`")]
    #[inline]
    fn priority_of(&self, stack: usize) -> Priority {
        let f = stack >> self.columns_log2;
        Priority::new(f as u32, (stack - (f << self.columns_log2)) as u32)
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
        let columns_log2 = self.columns_log2.max(usize::BITS - h.leading_zeros());
        let before = self.tops.len() >> self.columns_log2;
        // A few more rows than needed, because higher priorities will follow.
        let rows = before.max(f + 1 + f / 4).min(ROWS as usize);
        let count = rows << columns_log2;
        let bytes = count * size_of::<Option<NodeId>>();
        let is_worth_it = bytes <= SMALL.max(NODE * self.len)
            && (count <= self.tops.capacity() || bytes <= LITTLE.min(allowance).max(allowance / 4));
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

    /// Whether the lowest node without a stack comes before this stack.
    #[inline]
    fn is_wide_first(&mut self, stack: Option<usize>) -> bool {
        let Some(stack) = stack else { return true };
        let in_stack = self.priority_of(stack);
        self.wide.lowest_f().is_some_and(|f| {
            f < in_stack.f() || f == in_stack.f() && self.wide.lowest() < Some(in_stack)
        })
    }
}

impl OpenList for BucketQueue {
    #[cold]
    #[inline(never)]
    fn reserve(&mut self, priority: Priority, allowance: usize) -> Result<(), Full> {
        self.is_fixed &= !self.wide.is_empty();
        let may_have_stack = priority.f() < ROWS && !self.is_fixed;
        let has_stack = self.stack_of(priority).is_some();
        if has_stack || (may_have_stack && self.make_stacks(priority, allowance)) {
            return Ok(());
        }
        self.wide.reserve(priority, allowance)?;
        self.is_fixed |= may_have_stack;
        Ok(())
    }

    #[inline]
    fn try_push(&mut self, id: NodeId, priority: Priority) -> Result<Option<NodeId>, NoRoom> {
        let stack = (u64::from(priority.f()) << self.columns_log2) + u64::from(priority.h());
        let stack = usize::try_from(stack).unwrap_or(usize::MAX);
        match self.tops.get_mut(stack) {
            Some(top) if priority.h() >> self.columns_log2 == 0 => {
                self.first = self.first.min(stack);
                self.len += 1;
                Ok(top.replace(id))
            }
            _ if priority.f() < ROWS && !self.is_fixed => Err(NoRoom),
            _ => self.wide.try_push(id, priority),
        }
    }

    #[inline]
    fn pop(&mut self, link: impl Fn(NodeId) -> Option<NodeId>) -> Option<(NodeId, Priority)> {
        let lowest = self.lowest_stack();
        self.first = lowest.unwrap_or(self.tops.len());
        if !self.wide.is_empty() && self.is_wide_first(lowest) {
            let popped = self.wide.pop(link);
            self.is_fixed &= !self.wide.is_empty();
            return popped;
        }
        let stack = lowest?;
        let id = self.tops[stack]?;
        self.tops[stack] = link(id);
        self.len -= 1;
        Some((id, self.priority_of(stack)))
    }

    /// Takes constant time: the stacks are made again as they are needed.
    fn clear(&mut self) {
        self.tops.clear();
        self.wide.clear();
        (self.columns_log2, self.first, self.len, self.is_fixed) = (0, 0, 0, false);
    }

    #[inline]
    fn lowest_f(&mut self) -> Option<u32> {
        let lowest = self.lowest_stack();
        self.first = lowest.unwrap_or(self.tops.len());
        let in_stacks = lowest.map(|stack| self.priority_of(stack).f());
        in_stacks.into_iter().chain(self.wide.lowest_f()).min()
    }

    #[inline]
    fn len(&self) -> usize {
        self.len + self.wide.len()
    }

    fn bytes(&self) -> usize {
        self.tops.capacity() * size_of::<Option<NodeId>>() + self.wide.bytes()
    }

    fn iter(
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
        let mut wide = self.wide.iter(|_| None).peekable();
        iter::from_fn(move || match (in_stacks.peek(), wide.peek()) {
            (Some((_, stack)), Some((_, other))) if other < stack => wide.next(),
            (None, _) => wide.next(),
            _ => in_stacks.next(),
        })
    }
}
