//! Depth-first search of all paths up to a bound on *f*: what iterative deepening repeats.

mod walk;

use std::mem;

use super::rank::Rank;
use crate::StateSpace;
use crate::frontier::{Full, make_room};
use walk::{Node, PathLength, Walk};

/// Tells which nodes need not be expanded, because a path to their state that costs no more is
/// followed elsewhere.
pub(super) trait Duplicates<S> {
    /// Whether there may be any.
    const MAY_FIND: bool = true;

    /// Whether this state, come to at this cost, is one of them. The ones above it on the path come
    /// from the nearest on.
    fn is_duplicate<'a>(
        &mut self,
        state: &S,
        path_cost: u32,
        ancestors: impl Iterator<Item = (&'a S, u32)>,
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

/// Whether the path has come to this state before at the same cost.
#[inline]
pub(super) fn is_on_path<'a, S: Eq + 'a>(
    state: &S,
    path_cost: u32,
    ancestors: impl Iterator<Item = (&'a S, u32)>,
) -> bool {
    // Costs never fall along a path: mostly it ends with the first one.
    let mut equal = ancestors.take_while(|&(_, cost)| cost == path_cost);
    equal.any(|(above, _)| above == state)
}

/// Why the search goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// As many nodes were expanded as there should be.
    Paused,
    /// The path leads to a goal, or to the depth of the cut.
    Goal,
    /// Every path up to the bound was followed.
    Done,
    /// There is no room for a longer path.
    Full,
}

/// A depth-first search up to a bound, which keeps the nodes on the path.
///
/// While it goes on they are on the call stack, for nothing is as fast as [recursion](Walk). To
/// break off it returns from all calls, and each node is put on the path, with the number of
/// its successors that are still to come. From there another recursion goes on, from the end.
#[derive(Clone, Debug)]
pub(super) struct CostBounded<S> {
    /// The nodes from the root on, as they were when the search was broken off.
    path: Vec<Suspended<S>>,
    /// How many of them there were when the last recursion began.
    base: usize,
    /// A recursion is under way; or the last one ended in a panic of a state.
    is_walking: bool,
    /// The search stops at nodes of this depth, in moves, as at a goal.
    cut: u32,
    bound: u32,
    /// The lowest f beyond the bound that was met.
    beyond: u64,
    promising: Promising<S>,
    /// What a state owns on the heap, as the root does.
    heap_bytes: usize,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) duplicates: u64,
}

/// A node that the search was broken off at, or below.
#[derive(Clone, Debug)]
struct Suspended<S> {
    state: S,
    path_cost: u32,
    /// How many successors are still to come: the last ones. [`ALL`] if it was not expanded.
    rest: u32,
}

const ALL: u32 = u32::MAX;

/// The most promising node that the search came to.
#[derive(Clone, Debug)]
struct Promising<S> {
    rank: Rank,
    /// The states from the root to it; none if it is the root.
    states: Vec<S>,
    /// How many nodes were expanded before it in this iteration, if it was come to in this one.
    expanded: Option<u64>,
}

impl<S: Clone> CostBounded<S> {
    pub(super) fn new() -> Self {
        Self {
            path: Vec::new(),
            base: 0,
            is_walking: false,
            cut: u32::MAX,
            bound: 0,
            beyond: u64::MAX,
            promising: Promising { rank: Rank::LAST, states: Vec::new(), expanded: None },
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
        self.heap_bytes = space.heap_bytes(&state);
        self.promising.rank = Rank::new(space.estimate(&state), path_cost);
        self.promising.states.clear();
        self.path.clear();
        self.path.push(Suspended { state, path_cost, rest: ALL });
        self.repeat(bound);
    }

    /// Begins at the same node again, with the counters at zero.
    pub(super) fn repeat(&mut self, bound: u32) {
        (self.expanded, self.generated, self.duplicates) = (0, 0, 0);
        self.promising.expanded = None;
        self.path.truncate(1);
        if let [root] = &mut self.path[..] {
            root.rest = ALL;
        }
        self.is_walking = false;
        self.bound = bound;
        self.beyond = u64::MAX;
    }

    /// From now on stops at nodes of this depth, in moves, as if each were a goal.
    #[cfg(feature = "parallel")]
    pub(super) fn cut_at(&mut self, depth: usize) {
        self.cut = number(depth);
    }

    /// Leaves out what is below the node that the search has stopped at.
    #[cfg(feature = "parallel")]
    pub(super) fn skip(&mut self) {
        if let Some(last) = self.path.last_mut() {
            last.rest = 0;
        }
    }

    pub(super) fn bound(&self) -> u32 {
        self.bound
    }

    /// The lowest f beyond the bound that was met; above `u32::MAX` if the costs are;
    /// `None` if no path went beyond the bound.
    pub(super) fn beyond(&self) -> Option<u64> {
        (self.beyond < u64::MAX).then_some(self.beyond)
    }

    /// The states from the root to the goal.
    pub(super) fn path(&self) -> Vec<S> {
        self.path.iter().map(|node| node.state.clone()).collect()
    }

    /// The cost of the path to the goal.
    pub(super) fn path_cost(&self) -> u32 {
        self.path.last().map_or(0, |node| node.path_cost)
    }

    /// The states from the root to the most promising one.
    pub(super) fn promising(&self) -> Vec<S> {
        if self.promising.states.is_empty() {
            return self.path.iter().take(1).map(|root| root.state.clone()).collect();
        }
        self.promising.states.clone()
    }

    pub(super) fn best_rank(&self) -> Rank {
        self.promising.rank
    }

    pub(super) fn bytes(&self) -> usize {
        self.path.capacity() * (size_of::<Suspended<S>>() + self.heap_bytes)
            + self.promising.states.capacity() * (size_of::<S>() + self.heap_bytes)
    }

    /// For how many nodes there is room on a path that goes on.
    fn room(&self) -> u32 {
        // One more has to be put on the path where the search is broken off.
        number(self.promising.states.capacity().min(self.path.capacity().saturating_sub(1)))
    }

    /// Makes room to go on after [`Progress::Full`], if that takes at most `allowance` bytes.
    #[cold]
    pub(super) fn make_room(&mut self, mut allowance: usize) -> Result<(), Full> {
        let states = &mut self.promising.states;
        let node_bytes = size_of::<Suspended<S>>() + self.heap_bytes;
        let state_bytes = size_of::<S>() + self.heap_bytes;
        let missing = self.path.capacity().saturating_sub(states.len());
        make_room(states, missing, state_bytes, &mut allowance)?;
        let missing = self.path.capacity() - self.path.len() + 1;
        make_room(&mut self.path, missing, node_bytes + state_bytes, &mut allowance)?;
        let missing = self.path.capacity().saturating_sub(states.len());
        states.try_reserve_exact(missing).map_err(|_| Full::Allocator)
    }

    /// Expands nodes, at most `steps`, and takes their number off. `before` is the state before the
    /// root.
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
        if mem::replace(&mut self.is_walking, true) {
            // What was done before the panic is done again.
            self.path.truncate(self.base);
            self.promising.expanded = None;
            duplicates.forget();
        }
        let progress = loop {
            match self.path.last() {
                Some(Suspended { rest: 1.., .. }) => {
                    if let Some(progress) = self.walk(space, before, duplicates, steps) {
                        break progress;
                    }
                }
                _ if self.path.len() <= 1 => break Progress::Done,
                _ => drop(self.path.pop()),
            }
        };
        self.is_walking = false;
        progress
    }

    /// Goes on from the end of the path, until all below that is done, or the search has to be broken
    /// off: `None` if only because the call stack is used up.
    fn walk<P, D>(
        &mut self,
        space: &P,
        before: Option<&S>,
        duplicates: &mut D,
        steps: &mut u64,
    ) -> Option<Progress>
    where
        P: StateSpace<State = S>,
        D: Duplicates<S>,
    {
        self.base = self.path.len();
        let (end, above) = self.path.split_last()?;
        let previous = above.last().map(|parent| &parent.state).or(before).cloned();
        let length = PathLength::new(number(self.base), end.path_cost);
        let (node, rest) = (Node::new(end.state.clone(), length, None), end.rest);
        Walk::new(self, space, duplicates, *steps).go_on(&node, previous.as_ref(), rest, steps)
    }
}

/// A number of nodes on a path.
fn number(nodes: usize) -> u32 {
    u32::try_from(nodes).unwrap_or(u32::MAX)
}
