//! An open list for small priorities: an array of stacks.

use super::{Arena, Full, KeyedQueue, NodeId, OpenList, Priority};

/// Priorities `f` from here on go to the keyed queue. It bounds the memory of the bucket heads:
/// 4 bytes times half its square.
const BUCKETS: u32 = 1 << 11;

/// An open list that keeps a bucket for each `f`, and in it a stack for each `h`.
///
/// The stacks are linked lists through one array of 4 bytes a node, so pushing and popping are
/// a few instructions, whatever the number of nodes. That is the right list for priorities
/// that are small whole numbers, as the lengths of solutions are. Nodes whose `f` is 2,048 or more
/// are kept in a [`KeyedQueue`] behind the buckets, so wide-ranging priorities are slower, but
/// in order all the same.
///
/// **Complexity.** Push and pop take constant time for `f` below 2,048, plus, for a pop, the
/// number of empty buckets between one priority and the next; beyond that, time logarithmic
/// in the number of nodes. **Memory.** 4 bytes for each node ever pushed, at most 8 MB for the
/// heads of the stacks, and the keyed queue's for the rest.
///
/// Reference: R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering",
/// *Communications of the ACM* 12(11), 1969; the stacks within a bucket are those of E. Burns,
/// M. Hatem, M. J. Leighton and W. Ruml, "Implementing fast heuristic search code", *`SoCS`* 2012.
#[derive(Clone, Debug, Default)]
pub struct BucketQueue {
    /// By f.
    buckets: Vec<Bucket>,
    /// No bucket before this one holds a node.
    first: usize,
    /// How many nodes are in buckets.
    len: usize,
    /// For each node, by its index, the one below it in its stack.
    below: Arena<Option<NodeId>>,
    /// The nodes whose f has no bucket.
    wide: KeyedQueue,
    /// The memory for the tops of all stacks, in bytes.
    stack_bytes: usize,
}

#[derive(Clone, Debug, Default)]
struct Bucket {
    /// By h, the node on top of the stack.
    tops: Vec<Option<NodeId>>,
    /// No stack before this one holds a node.
    first: usize,
    len: usize,
}

impl BucketQueue {
    /// The place of the lowest priority among the buckets. There must be a node in one.
    #[inline]
    fn lowest_bucket(&self) -> (usize, usize) {
        let mut f = self.first;
        while self.buckets[f].len == 0 {
            f += 1;
        }
        let bucket = &self.buckets[f];
        let mut h = bucket.first;
        while bucket.tops[h].is_none() {
            h += 1;
        }
        (f, h)
    }

    #[inline]
    fn set_below(&mut self, id: NodeId, below: Option<NodeId>) {
        // Searches number nodes in the order in which they add them.
        if self.below.len() == id.index() {
            self.below.push(below);
            return;
        }
        while self.below.len() <= id.index() {
            self.below.push(None);
        }
        self.below[id] = below;
    }

    #[cold]
    fn add_stacks(&mut self, f: usize, h: usize) {
        if self.buckets.len() <= f {
            self.buckets.resize_with(f + 1, Bucket::default);
        }
        let tops = &mut self.buckets[f].tops;
        let before = tops.capacity();
        tops.resize(h + 1, None);
        self.stack_bytes += (tops.capacity() - before) * size_of::<Option<NodeId>>();
    }
}

/// The priority of the nodes in a stack.
#[expect(clippy::cast_possible_truncation, reason = "both are below `BUCKETS`")]
#[inline]
fn priority_at(f: usize, h: usize) -> Priority {
    Priority::new(f as u32, h as u32)
}

impl OpenList for BucketQueue {
    #[inline]
    fn reserve(&mut self, additional: usize, allowance: usize) -> Result<(), Full> {
        self.below.reserve(additional, allowance)
    }

    #[inline]
    fn push(&mut self, id: NodeId, priority: Priority) {
        if priority.f() >= BUCKETS {
            self.set_below(id, None);
            self.wide.push(id, priority);
            return;
        }
        let (f, h) = (priority.f() as usize, priority.h() as usize);
        if self.buckets.get(f).is_none_or(|bucket| bucket.tops.len() <= h) {
            self.add_stacks(f, h);
        }
        let top = self.buckets[f].tops[h].replace(id);
        self.set_below(id, top);
        let bucket = &mut self.buckets[f];
        bucket.first = bucket.first.min(h);
        bucket.len += 1;
        self.first = self.first.min(f);
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<(NodeId, Priority)> {
        if self.len == 0 {
            return self.wide.pop();
        }
        let (f, h) = self.lowest_bucket();
        let bucket = &mut self.buckets[f];
        let id = bucket.tops[h]?;
        bucket.tops[h] = self.below[id];
        bucket.first = h;
        bucket.len -= 1;
        self.first = f;
        self.len -= 1;
        Some((id, priority_at(f, h)))
    }

    fn lowest(&self) -> Option<Priority> {
        if self.len == 0 {
            return self.wide.lowest();
        }
        let (f, h) = self.lowest_bucket();
        Some(priority_at(f, h))
    }

    #[inline]
    fn len(&self) -> usize {
        self.len + self.wide.len()
    }

    fn bytes(&self) -> usize {
        let buckets = self.buckets.capacity() * size_of::<Bucket>();
        self.below.bytes() + buckets + self.stack_bytes + self.wide.bytes()
    }

    fn iter(&self) -> impl Iterator<Item = (NodeId, Priority)> {
        let stacks = self.buckets.iter().enumerate().flat_map(|(f, bucket)| {
            bucket.tops.iter().enumerate().map(move |(h, &top)| (priority_at(f, h), top))
        });
        stacks
            .flat_map(|(priority, top)| {
                std::iter::successors(top, |&id| self.below[id]).map(move |id| (id, priority))
            })
            .chain(self.wide.iter())
    }
}
