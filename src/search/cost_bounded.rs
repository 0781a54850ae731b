//! Depth-first search of all paths up to a bound on *f*: what iterative deepening repeats.

use std::iter;

use super::rank::Rank;
use crate::StateSpace;
use crate::frontier::{Full, make_room};

/// A node on the path, or one that is left for later.
#[derive(Clone, Debug)]
pub(super) struct Entry<S> {
    pub(super) state: S,
    rank: Rank,
    parent: u32,
    /// The node to come to after the last of the siblings and all that is below it; [`SIBLING`] if
    /// this is not the last one.
    after: u32,
}

/// In the place of a number of an entry: there is none. The first entry is never used.
const NONE: u32 = 0;
const ROOT: u32 = 1;

/// The node to come to is a sibling, and is in the entry before.
const SIBLING: u32 = u32::MAX;

/// So many entries may be left unused for speed.
const AMPLE: u32 = 1 << 10;

/// The difference of a node's f from the next bound, if the node is within the bound, wraps around
/// to this or more.
const WITHIN: u64 = 1 << 63;

impl<S> Entry<S> {
    #[inline]
    pub(super) fn path_cost(&self) -> u32 {
        self.rank.path_cost()
    }

    /// The number of the node to come to after this one, which has this number.
    #[inline]
    fn next(&self, number: u32) -> u32 {
        if self.after == SIBLING { number - 1 } else { self.after }
    }
}

impl<S: Eq> Entry<S> {
    /// Whether the path has come to this state before at the same cost.
    #[inline]
    pub(super) fn is_on_path<'a>(&self, ancestors: impl Iterator<Item = &'a Self>) -> bool
    where
        S: 'a,
    {
        // Costs never fall along a path: mostly it ends with the first one.
        let mut equal = ancestors.take_while(|above| above.path_cost() == self.path_cost());
        equal.any(|above| above.state == self.state)
    }
}

/// Tells which nodes need not be expanded, because a path to their state that costs no more is
/// followed elsewhere.
pub(super) trait Duplicates<S> {
    /// Whether there may be any.
    const MAY_FIND: bool = true;

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

/// Why the search goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// As many nodes were expanded as there should be.
    Paused,
    /// The path leads to a goal.
    Goal,
    /// Every path up to the bound was followed.
    Done,
    /// There is no room for the successors of the next node.
    Full,
}

/// A depth-first search up to a bound. It keeps the nodes on the path and their siblings.
///
/// The successors of a node are written behind it, the first one the furthest behind, so that those
/// left for later are always between the nodes on the path and what is free. Each is written
/// before it is known whether it is within the bound: a copy costs less than a branch that cannot be
/// foretold (so do E. Burns, M. Hatem, M. J. Leighton and W. Ruml, "Implementing fast heuristic
/// search code", *`SoCS`* 2012).
#[derive(Clone, Debug)]
pub(super) struct CostBounded<S> {
    /// All of it holds states, of which most are left over.
    entries: Vec<Entry<S>>,
    /// The entry to come to.
    next: u32,
    bound: u32,
    /// The lowest f beyond the bound that was met, less the bound and 1; [`WITHIN`] or more, if none.
    excess: u64,
    /// The places for the successors of a node, besides the one that those too many are written to.
    room: u32,
    /// The next node was found to be no duplicate before there was no room for its successors.
    is_checked: bool,
    /// The rank of the most promising node that the search came to.
    best_rank: Rank,
    /// That node, as long as the search goes on below it.
    best: u32,
    /// The states from the root to it, once the search has left it.
    promising: Vec<S>,
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
            next: NONE,
            bound: 0,
            excess: u64::MAX,
            room: 4,
            is_checked: false,
            best_rank: Rank::LAST,
            best: NONE,
            promising: Vec::new(),
            heap_bytes: 0,
            expanded: 0,
            generated: 0,
            duplicates: 0,
        }
    }

    /// Begins at a node, and forgets all others.
    pub(super) fn begin<P>(&mut self, space: &P, state: S, path_cost: u32, bound: u32)
    where
        P: StateSpace<State = S>,
    {
        let estimate = space.estimate(&state);
        self.heap_bytes = space.heap_bytes(&state);
        let rank = Rank::new(estimate, path_cost);
        let root = Entry { state, rank, parent: NONE, after: NONE };
        self.entries.resize(self.entries.len().max(2), root.clone());
        self.entries[ROOT as usize] = root;
        (self.best_rank, self.best) = (rank, ROOT);
        self.repeat(bound);
    }

    /// Begins at the same node again, with the counters at zero. The most promising path must have
    /// been [kept](Self::keep_promising), as it is at the end of an iteration.
    pub(super) fn repeat(&mut self, bound: u32) {
        (self.expanded, self.generated, self.duplicates) = (0, 0, 0);
        self.next = ROOT;
        self.bound = bound;
        self.excess = u64::MAX;
        self.is_checked = false;
    }

    pub(super) fn bound(&self) -> u32 {
        self.bound
    }

    /// The lowest f beyond the bound that was met; above `u32::MAX` if the costs are;
    /// `None` if no path went beyond the bound.
    pub(super) fn beyond(&self) -> Option<u64> {
        (self.excess < WITHIN).then(|| u64::from(self.bound) + 1 + self.excess)
    }

    /// An entry and those above it, up to the root.
    fn upwards(&self, from: u32) -> impl Iterator<Item = &Entry<S>> {
        upwards(&self.entries, from)
    }

    fn states_to(&self, entry: u32) -> Vec<S> {
        let mut states: Vec<_> = self.upwards(entry).map(|node| node.state.clone()).collect();
        states.reverse();
        states
    }

    /// The states from the root to the goal.
    pub(super) fn path(&self) -> Vec<S> {
        self.states_to(self.next)
    }

    /// The cost of the path to the goal.
    pub(super) fn path_cost(&self) -> u32 {
        self.entries[self.next as usize].path_cost()
    }

    /// The states from the root to the most promising one.
    pub(super) fn promising(&self) -> Vec<S> {
        if self.best == NONE { self.promising.clone() } else { self.states_to(self.best) }
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
        let mut after_path = 0;
        let mut number = self.next;
        while let Some(node) = self.upwards(self.entries[number as usize].parent).next() {
            let siblings = self.entries[..=number as usize].iter().rev();
            let later = siblings.take_while(|sibling| sibling.after == SIBLING).count();
            let previous = self.upwards(node.parent).next().map(|above| &above.state);
            let is_within = |state: &S, step_cost| {
                let path_cost = u64::from(node.path_cost()) + u64::from(step_cost);
                path_cost + u64::from(space.estimate(state)) <= u64::from(self.bound)
            };
            let mut kept = 0_usize;
            space.for_each_successor(&node.state, previous.or(before), |state, step_cost| {
                kept += usize::from(is_within(&state, step_cost));
            });
            let mut before_child = kept.saturating_sub(later + 1);
            let mut is_after = false;
            space.for_each_successor(&node.state, previous.or(before), |state, step_cost| {
                after_path += u64::from(is_after);
                if !is_after && is_within(&state, step_cost) {
                    is_after = before_child == 0;
                    before_child = before_child.saturating_sub(1);
                }
            });
            number = self.entries[number as usize].parent;
        }
        after_path
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * (size_of::<Entry<S>>() + self.heap_bytes)
            + self.promising.capacity() * (size_of::<S>() + self.heap_bytes)
    }

    /// Makes room to go on after [`Progress::Full`], if that takes at most `allowance` bytes.
    #[cold]
    pub(super) fn make_room(&mut self, mut allowance: usize) -> Result<(), Full> {
        let states = self.upwards(self.best).count();
        let state_bytes = size_of::<S>() + self.heap_bytes;
        let missing = states.saturating_sub(self.promising.len());
        make_room(&mut self.promising, missing, state_bytes, &mut allowance)?;

        let wanted = self.next as usize + self.room as usize + 3;
        u32::try_from(wanted).map_err(|_| Full::Ids)?;
        let missing = wanted.saturating_sub(self.entries.len());
        let entry_bytes = size_of::<Entry<S>>() + self.heap_bytes;
        make_room(&mut self.entries, missing, entry_bytes, &mut allowance)?;
        let root = self.entries[ROOT as usize].clone();
        self.entries.resize(self.entries.capacity().min(u32::MAX as usize), root);
        Ok(())
    }

    /// Keeps the path to the most promising node, before its entries are written over. If there is no
    /// room for it, [`make_room`](Self::make_room) makes it.
    #[cold]
    pub(super) fn keep_promising(&mut self) -> Result<(), Full> {
        if self.best == NONE {
            return Ok(());
        }
        let states = upwards(&self.entries, self.best).map(|node| &node.state);
        self.promising.clear();
        for state in states {
            if self.promising.len() == self.promising.capacity() {
                return Err(Full::Allocator);
            }
            self.promising.push(state.clone());
        }
        self.promising.reverse();
        self.best = NONE;
        Ok(())
    }

    /// Expands nodes, at most `steps`, and takes their number off. `before` is the state before the
    /// root.
    // It is compiled by itself, for the registers' sake.
    #[inline(never)]
    pub(super) fn run<P, D>(
        &mut self,
        space: &P,
        before: Option<&S>,
        duplicates: &mut D,
        steps: &mut u64,
    ) -> Progress
    where
        P: StateSpace<State = S>,
        D: Duplicates<S>,
    {
        let beyond_bound = u64::from(self.bound) + 1;
        let room = self.room as usize;
        let last = room - 1;
        loop {
            let current = self.next;
            if current < self.best && self.keep_promising().is_err() {
                return Progress::Full;
            }
            let Some((taken, free)) = self.entries.split_at_mut_checked(current as usize + 1)
            else {
                return Progress::Full;
            };
            let (Some(node), Some([surplus, free @ ..])) = (taken.last(), free.get_mut(..room + 2))
            else {
                return Progress::Full;
            };
            if current == NONE {
                return Progress::Done;
            }
            if *steps == 0 {
                return Progress::Paused;
            }
            let may_be_one = D::MAY_FIND && !self.is_checked;
            if may_be_one && duplicates.is_duplicate(node, upwards(taken, node.parent)) {
                self.duplicates += 1;
                self.next = node.next(current);
                continue;
            }
            if space.is_goal(&node.state) {
                self.generated -= self.count_after_path(space, before);
                return Progress::Goal;
            }
            if node.rank < self.best_rank {
                (self.best_rank, self.best) = (node.rank, current);
            }
            let previous = match node.parent {
                NONE => before,
                parent => Some(&taken[parent as usize].state),
            };
            let path_cost = node.path_cost();
            let rest = beyond_bound - u64::from(path_cost);
            let (mut place, mut generated, mut excess) = (last, 0, self.excess);
            space.for_each_successor(&node.state, previous, |state, step_cost| {
                generated += 1;
                let estimate = space.estimate(&state);
                let beyond = (u64::from(step_cost) + u64::from(estimate)).wrapping_sub(rest);
                excess = excess.min(beyond);
                // What overflows is beyond the bound.
                let rank = Rank::new(estimate, path_cost.wrapping_add(step_cost));
                let entry = Entry { state, rank, parent: current, after: SIBLING };
                *free.get_mut(place).unwrap_or(surplus) = entry;
                place = place.wrapping_sub(usize::from(beyond >= WITHIN));
            });
            let kept = last.wrapping_sub(place);
            if kept > room {
                self.room = u32::try_from(2 * kept).unwrap_or(u32::MAX);
                self.is_checked = true;
                return Progress::Full;
            }
            let next = node.next(current);
            if kept == 0 {
                self.next = next;
            } else {
                free[place.wrapping_add(1)].after = next;
                self.next = current + 1 + self.room;
                if current > AMPLE {
                    self.next -= move_up(&mut free[..=last], kept);
                }
            }
            self.excess = excess;
            self.generated += generated;
            self.expanded += 1;
            *steps -= 1;
            if D::MAY_FIND {
                self.is_checked = false;
            }
        }
    }
}

/// Moves the last entries, which are kept, to the front, and tells by how much.
#[cold]
fn move_up<S>(entries: &mut [Entry<S>], kept: usize) -> u32 {
    let unused = entries.len() - kept;
    let by = u32::try_from(unused).unwrap_or(u32::MAX);
    for place in 0..kept {
        entries.swap(place, place + unused);
    }
    by
}

/// An entry and those above it, up to the root.
fn upwards<S>(entries: &[Entry<S>], from: u32) -> impl Iterator<Item = &Entry<S>> {
    let above = move |id: u32| if id == NONE { None } else { entries.get(id as usize) };
    iter::successors(above(from), move |node| above(node.parent))
}
