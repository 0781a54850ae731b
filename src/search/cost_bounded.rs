//! Depth-first search of all paths up to a bound on *f*: what iterative deepening repeats.

use super::rank::Rank;
use crate::StateSpace;
use crate::frontier::{Full, make_room};

/// A node on the way or next to it.
#[derive(Clone, Debug)]
pub(super) struct Entry<S> {
    pub(super) state: S,
    pub(super) path_cost: u32,
}

/// The siblings at one depth.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The one that the path leads through; those before it are done.
    current: usize,
    end: usize,
}

impl<S: Eq> Entry<S> {
    /// Whether the path has come to this state before at the same cost.
    #[inline]
    pub(super) fn is_on_path<'a>(&self, ancestors: impl Iterator<Item = &'a Self>) -> bool
    where
        S: 'a,
    {
        // Costs never fall along a path: mostly it ends with the first one.
        let mut equal = ancestors.take_while(|above| above.path_cost == self.path_cost);
        equal.any(|above| above.state == self.state)
    }
}

/// Tells which nodes need not be expanded, because a path to their state that costs no more is
/// followed elsewhere.
pub(super) trait Duplicates<S> {
    /// Whether this node is one of them. The nodes above it come from the nearest one on.
    fn is_duplicate<'a>(
        &mut self,
        node: &Entry<S>,
        ancestors: impl Iterator<Item = &'a Entry<S>>,
    ) -> bool
    where
        S: 'a;

    /// Forgets all, before the same paths are followed again.
    fn forget(&mut self) {}

    /// The memory in use, in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// Uses no more than so many bytes from now on.
    fn shrink_to(&mut self, bytes: usize) {
        let _ = bytes;
    }
}

/// How the search stands after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// The node was expanded.
    Expanded,
    /// It was left out, or there are no more siblings.
    Left,
    /// The path leads to a goal.
    Goal,
    /// Every path up to the bound was followed.
    Done,
    /// There is no room for the successors of the next node.
    Full,
}

/// A depth-first search up to a bound. It keeps the nodes on the path and their siblings.
///
/// The siblings of each level lie one after the other in a block that has room for those of the
/// next level. A successor is written there before it is known whether it is within the bound: a
/// copy costs less than a branch that cannot be foretold (so do E. Burns, M. Hatem, M. J. Leighton
/// and W. Ruml, "Implementing fast heuristic search code", *`SoCS`* 2012).
#[derive(Clone, Debug)]
pub(super) struct CostBounded<S> {
    /// All of it holds states; those beyond the last level are left over.
    entries: Vec<Entry<S>>,
    levels: Vec<Level>,
    bound: u32,
    /// The lowest f beyond the bound that was met, or `u64::MAX`.
    beyond: u64,
    /// The most successors that a node had so far.
    most_successors: usize,
    /// The current node was found to be no duplicate before there was no room for its successors.
    is_checked: bool,
    /// The rank of the most promising node that was within the bound.
    best_rank: Rank,
    /// The states from the root to that node.
    promising: Vec<S>,
    /// How many of those are the first ones of the path as well.
    shared: usize,
    /// What a state owns on the heap, as the root does.
    heap_bytes: usize,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) duplicates: u64,
}

impl<S: Clone> CostBounded<S> {
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
            levels: Vec::new(),
            bound: 0,
            beyond: u64::MAX,
            most_successors: 4,
            is_checked: false,
            best_rank: Rank::LAST,
            promising: Vec::new(),
            shared: 0,
            heap_bytes: 0,
            expanded: 0,
            generated: 0,
            duplicates: 0,
        }
    }

    /// Begins at a node, and forgets all others.
    pub(super) fn begin<P>(&mut self, space: &P, root: Entry<S>, bound: u32)
    where
        P: StateSpace<State = S>,
    {
        self.heap_bytes = space.heap_bytes(&root.state);
        self.best_rank = Rank::new(space.estimate(&root.state), root.path_cost);
        self.promising.clear();
        self.promising.push(root.state.clone());
        match self.entries.first_mut() {
            Some(first) => *first = root,
            None => self.entries.push(root),
        }
        self.repeat(bound);
    }

    /// Begins at the same node again, with the counters at zero.
    pub(super) fn repeat(&mut self, bound: u32) {
        (self.expanded, self.generated, self.duplicates) = (0, 0, 0);
        self.levels.clear();
        self.levels.push(Level { current: 0, end: 1 });
        self.bound = bound;
        self.beyond = u64::MAX;
        self.is_checked = false;
        self.shared = 1;
    }

    pub(super) fn bound(&self) -> u32 {
        self.bound
    }

    /// The lowest f beyond the bound that was met; above `u32::MAX` if the costs are;
    /// `None` if no path went beyond the bound.
    pub(super) fn beyond(&self) -> Option<u64> {
        Some(self.beyond).filter(|&beyond| beyond < u64::MAX)
    }

    /// The nodes from the root to the current one.
    pub(super) fn path(&self) -> impl DoubleEndedIterator<Item = &Entry<S>> {
        self.levels.iter().map(|level| &self.entries[level.current])
    }

    /// The states from the root to the most promising one.
    pub(super) fn promising(&self) -> &[S] {
        &self.promising
    }

    pub(super) fn best_rank(&self) -> Rank {
        self.best_rank
    }

    /// Counts the successors that come after the path. A search that generates them one by one would
    /// not have come to them, and that is how nodes of IDA\* are counted in the literature.
    #[cold]
    fn count_after_path<P>(&self, space: &P, before: Option<&S>) -> u64
    where
        P: StateSpace<State = S>,
    {
        let mut count = 0;
        let mut previous = before;
        for pair in self.levels.windows(2) {
            let [above, below] = [pair[0], pair[1]];
            let node = &self.entries[above.current];
            // How many of the siblings that were kept come first.
            let mut kept = below.current - above.end;
            let mut is_after = false;
            space.for_each_successor(&node.state, previous, |state, step_cost| {
                count += u64::from(is_after);
                let path_cost = u64::from(node.path_cost) + u64::from(step_cost);
                let f = path_cost + u64::from(space.estimate(&state));
                if !is_after && f <= u64::from(self.bound) {
                    is_after = kept == 0;
                    kept = kept.saturating_sub(1);
                }
            });
            previous = Some(&node.state);
        }
        count
    }

    /// Keeps the path to a successor of the current node: what is new of it.
    #[cold]
    fn keep_promising(&mut self, successor: usize, rank: Rank) {
        self.best_rank = rank;
        self.promising.truncate(self.shared);
        let path = self.levels[self.shared..].iter().map(|level| &self.entries[level.current]);
        let path = path.chain([&self.entries[successor]]);
        self.promising.extend(path.map(|node| node.state.clone()));
        self.shared = self.levels.len();
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * (size_of::<Entry<S>>() + self.heap_bytes)
            + self.levels.capacity() * size_of::<Level>()
            + self.promising.capacity() * (size_of::<S>() + self.heap_bytes)
    }

    /// Makes room to go on after [`Progress::Full`], if that takes at most `allowance` bytes.
    #[cold]
    pub(super) fn make_room(&mut self, mut allowance: usize) -> Result<(), Full> {
        let end = self.levels.last().map_or(0, |level| level.end);
        let missing = (end + 2 * self.most_successors).saturating_sub(self.entries.len());
        let entry_bytes = size_of::<Entry<S>>() + self.heap_bytes;
        make_room(&mut self.entries, missing, entry_bytes, &mut allowance)?;
        if let Some(first) = self.entries.first().cloned() {
            self.entries.resize(self.entries.capacity(), first);
        }
        make_room(&mut self.levels, 1, size_of::<Level>(), &mut allowance)?;
        // The most promising node is at most one level further on.
        let states = self.levels.capacity() + 1 - self.promising.len();
        let state_bytes = size_of::<S>() + self.heap_bytes;
        make_room(&mut self.promising, states, state_bytes, &mut allowance)
    }

    /// Expands the current node, or leaves it. `before` is the state before the root.
    #[inline]
    pub(super) fn step<P, D>(
        &mut self,
        space: &P,
        before: Option<&S>,
        duplicates: &mut D,
    ) -> Progress
    where
        P: StateSpace<State = S>,
        D: Duplicates<S>,
    {
        let Some(&Level { current, end }) = self.levels.last() else {
            return Progress::Done;
        };
        if current == end {
            self.levels.pop();
            if let Some(above) = self.levels.last_mut() {
                above.current += 1;
            }
            self.shared = self.shared.min(self.levels.len().saturating_sub(1));
            return Progress::Left;
        }
        if self.entries.len() - end <= self.most_successors
            || self.levels.len() == self.levels.capacity()
        {
            return Progress::Full;
        }
        let (taken, free) = self.entries.split_at_mut(end);
        let (above, levels) = (self.levels.len() - 1, &self.levels);
        let node = &taken[current];
        if !self.is_checked {
            let ancestors = levels[..above].iter().rev().map(|level| &taken[level.current]);
            if duplicates.is_duplicate(node, ancestors) {
                self.duplicates += 1;
                self.levels[above].current += 1;
                self.shared = self.shared.min(above);
                return Progress::Left;
            }
        }
        if space.is_goal(&node.state) {
            self.generated -= self.count_after_path(space, before);
            return Progress::Goal;
        }

        let previous = match above.checked_sub(1) {
            Some(level) => Some(&taken[levels[level].current].state),
            None => before,
        };
        let bound = u64::from(self.bound);
        let (mut kept, mut generated, mut is_full) = (0, 0, false);
        let (mut beyond, mut best_rank, mut best) = (self.beyond, self.best_rank, 0);
        space.for_each_successor(&node.state, previous, |state, step_cost| {
            generated += 1;
            let path_cost = u64::from(node.path_cost) + u64::from(step_cost);
            let estimate = space.estimate(&state);
            let f = path_cost + u64::from(estimate);
            let is_within = f <= bound;
            beyond = beyond.min(if is_within { u64::MAX } else { f });
            #[expect(clippy::cast_possible_truncation, reason = "within the bound it fits")]
            let path_cost = path_cost as u32;
            let rank = Rank::new(estimate, path_cost);
            if is_within && rank < best_rank {
                (best_rank, best) = (rank, kept);
            }
            if let Some(place) = free.get_mut(kept) {
                *place = Entry { state, path_cost };
                kept += usize::from(is_within);
            } else {
                is_full = true;
            }
        });
        if is_full {
            self.most_successors = 2 * self.most_successors.max(kept);
            self.is_checked = true;
            return Progress::Full;
        }
        self.is_checked = false;
        self.beyond = beyond;
        self.expanded += 1;
        self.generated += generated;
        if best_rank < self.best_rank {
            self.keep_promising(end + best, best_rank);
        }
        if kept == 0 {
            self.levels[above].current += 1;
            self.shared = self.shared.min(above);
        } else {
            self.levels.push(Level { current: end, end: end + kept });
        }
        Progress::Expanded
    }
}
