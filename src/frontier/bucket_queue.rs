//! An open list for small priorities: an array of stacks.

use std::iter;

use super::{Full, KeyedQueue, NodeId, OpenList, Priority};

/// Priorities `f` from here on go to the keyed queue. It bounds the memory of the array: 4 bytes
/// times its square.
const ROWS: u32 = 1 << 10;

/// An open list that keeps a stack for each priority, in an array with a row for each `f` and
/// a column for each `h`.
///
/// The stacks are linked lists through the nodes, so pushing and popping are a few instructions,
/// whatever the number of nodes. That is the right list for priorities that are small whole
/// numbers, as the lengths of solutions are. Nodes whose `f` is 1,024 or more are kept in a
/// [`KeyedQueue`] behind the array, so wide-ranging priorities are slower, but in order all the
/// same.
///
/// **Complexity.** Push and pop take constant time for `f` below 1,024, plus, for a pop, the
/// number of empty stacks between one priority and the next; beyond that, time logarithmic
/// in the number of nodes. **Memory.** 4 bytes for each stack, at most 4 MB; the keyed queue's
/// for nodes in it; and the links, which are kept with the nodes.
///
/// Reference: R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering",
/// *Communications of the ACM* 12(11), 1969; the stacks within a bucket are those of E. Burns,
/// M. Hatem, M. J. Leighton and W. Ruml, "Implementing fast heuristic search code", *`SoCS`* 2012.
#[derive(Clone, Debug, Default)]
pub struct BucketQueue {
    /// The node on top of each stack, row by row: in order of priority.
    tops: Vec<Option<NodeId>>,
    /// The number of columns, as a power of two.
    columns_log2: u32,
    /// No stack before this one holds a node.
    first: usize,
    /// How many nodes are in stacks.
    len: usize,
    /// The nodes whose f has no row.
    wide: KeyedQueue,
}

impl BucketQueue {
    /// The first stack that holds a node.
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

    /// Adds a node for which there is no stack yet.
    #[cold]
    #[inline(never)]
    fn push_beyond(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        if priority.f() >= ROWS {
            return self.wide.push(id, priority);
        }
        let (f, h) = (priority.f() as usize, priority.h() as usize);
        if h >> self.columns_log2 > 0 {
            self.widen(h);
        }
        let end = (f + 1) << self.columns_log2;
        if self.tops.len() < end {
            self.tops.resize(end, None);
        }
        self.push(id, priority)
    }

    /// Adds columns up to `h`.
    fn widen(&mut self, h: usize) {
        let columns = 1 << self.columns_log2;
        let rows = self.tops.len() / columns;
        self.columns_log2 = h.ilog2() + 1;
        let mut tops = vec![None; rows << self.columns_log2];
        for (f, row) in self.tops.chunks(columns).enumerate() {
            tops[f << self.columns_log2..][..columns].copy_from_slice(row);
        }
        self.tops = tops;
        self.first = 0;
    }
}

impl OpenList for BucketQueue {
    fn reserve(&mut self, additional: usize, allowance: usize) -> Result<(), Full> {
        // Twice the rows: more than one expansion adds, unless its costs are far from the others.
        let rows = 2 * self.tops.len();
        let bytes = rows.saturating_sub(self.tops.capacity()) * size_of::<Option<NodeId>>();
        let Some(allowance) = allowance.checked_sub(bytes) else {
            return Err(Full::Allowance);
        };
        self.tops.try_reserve_exact(self.tops.len()).map_err(|_| Full::Allocator)?;
        if self.wide.is_empty() { Ok(()) } else { self.wide.reserve(additional, allowance) }
    }

    #[inline]
    fn push(&mut self, id: NodeId, priority: Priority) -> Option<NodeId> {
        let stack = (u64::from(priority.f()) << self.columns_log2) + u64::from(priority.h());
        let stack = usize::try_from(stack).unwrap_or(usize::MAX);
        match self.tops.get_mut(stack) {
            Some(top) if priority.h() >> self.columns_log2 == 0 => {
                self.first = self.first.min(stack);
                self.len += 1;
                top.replace(id)
            }
            _ => self.push_beyond(id, priority),
        }
    }

    #[inline]
    fn pop(&mut self, link: impl Fn(NodeId) -> Option<NodeId>) -> Option<(NodeId, Priority)> {
        let Some(stack) = self.lowest_stack() else {
            self.first = self.tops.len();
            return self.wide.pop(link);
        };
        let id = self.tops[stack]?;
        self.tops[stack] = link(id);
        self.first = stack;
        self.len -= 1;
        Some((id, self.priority_of(stack)))
    }

    fn clear(&mut self) {
        self.tops.fill(None);
        self.first = 0;
        self.len = 0;
        self.wide.clear();
    }

    fn lowest(&self) -> Option<Priority> {
        match self.lowest_stack() {
            Some(stack) => Some(self.priority_of(stack)),
            None => self.wide.lowest(),
        }
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
        iter::from_fn(move || {
            while below.is_none() {
                let (stack, &top) = stacks.next()?;
                (below, priority) = (top, self.priority_of(stack));
            }
            let id = below?;
            below = link(id);
            Some((id, priority))
        })
        .chain(self.wide.iter(|_| None))
    }
}
