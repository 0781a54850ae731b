//! The subtrees of an iteration, in order.

use std::collections::VecDeque;
use std::mem;

use crate::frontier::{Full, make_room};
use crate::search::NoTable;
use crate::search::cost_bounded::{CostBounded, Progress};
use crate::search::rank::Rank;
use crate::{Iteration, StateSpace};

/// The mean number of nodes in a subtree, had the last iteration been cut in the same way. It is
/// large enough to make the cost of assigning subtrees negligible.
const NODES: u64 = 1 << 10;

/// An iteration that would have fewer subtrees is not cut.
const FEWEST: u64 = 1 << 4;

/// More subtrees would not improve the balance between threads.
const MOST: u64 = 1 << 13;

/// Numbers of nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl Counts {
    fn of<S>(paths: &CostBounded<S>) -> Self {
        Self { expanded: paths.expanded, generated: paths.generated }
    }

    fn add(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// How much a thread may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quota {
    /// How many nodes it may expand.
    pub(super) steps: u64,
    /// How many nodes it may generate.
    pub(super) generated: u64,
}

impl Quota {
    pub(super) fn is_used_up(&self) -> bool {
        self.steps == 0 || self.generated == 0
    }

    /// Searches within the quota, and subtracts what that takes.
    pub(super) fn run<P: StateSpace>(
        &mut self,
        paths: &mut CostBounded<P::State>,
        space: &P,
        before: Option<&P::State>,
    ) -> Progress {
        let generated = paths.generated;
        paths.generated_limit = generated.saturating_add(self.generated);
        let progress = paths.run::<P, _, false>(space, before, &mut NoTable, &mut self.steps);
        self.generated = self.generated.saturating_sub(paths.generated - generated);
        progress
    }
}

/// The subtree below a node at the cut, or a goal above the cut.
#[derive(Clone, Debug)]
pub(super) struct Subtree<S> {
    /// Its number in the order of the search, or [`NONE`] if only its memory is kept.
    pub(super) index: usize,
    /// The states from the initial state to the parent of the subtree's root.
    pub(super) above: Vec<S>,
    /// The nodes counted above the cut before this subtree.
    before: Counts,
    pub(super) paths: CostBounded<S>,
    /// The size of a state, including its heap memory.
    state_bytes: usize,
}

pub(super) const NONE: usize = usize::MAX;

impl<S: Clone> Subtree<S> {
    fn new() -> Self {
        let paths = CostBounded::new();
        let state_bytes = size_of::<S>();
        Self { index: NONE, above: Vec::new(), before: Counts::default(), paths, state_bytes }
    }

    /// Begins the subtree below the node at which `top` has stopped.
    pub(super) fn begin<P: StateSpace<State = S>>(&mut self, space: &P, top: &CostBounded<S>) {
        let mut above = top.path();
        if let Some(root) = above.pop() {
            self.state_bytes = size_of::<S>() + space.heap_bytes(&root);
            self.paths.begin(space, root, top.path_cost(), top.bound);
        }
        self.above = above;
    }

    /// Searches the subtree within the quota.
    pub(super) fn advance<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        quota: &mut Quota,
    ) -> Progress {
        quota.run(&mut self.paths, space, self.above.last())
    }

    /// The rank of its most promising node. Among equals, the first subtree counts.
    fn promise(&self) -> (Rank, usize) {
        (self.paths.best_rank(), self.index)
    }

    pub(super) fn bytes(&self) -> usize {
        self.above.capacity() * self.state_bytes + self.paths.bytes()
    }
}

/// The subtrees of an iteration.
#[derive(Clone, Debug)]
pub(super) struct Subtrees<S> {
    /// The nodes above the cut.
    pub(super) top: CostBounded<S>,
    /// Whether a thread has these nodes.
    is_top_taken: bool,
    /// The depth of the cut.
    pub(super) depth: usize,
    /// Whether all subtrees were assigned to threads.
    pub(super) is_complete: bool,
    /// The number of the first subtree in `window`.
    first: usize,
    /// The assigned subtrees, from the first unfinished one on. Finished ones have their counts.
    window: VecDeque<Option<Counts>>,
    /// The counts of the subtrees before `window`.
    done: Counts,
    /// The lowest f above the bound in finished subtrees.
    beyond: Option<u64>,
    /// The first subtree known to have a solution. Later ones are dropped.
    pub(super) solved: Option<Subtree<S>>,
    /// The finished subtree with the most promising node, in any iteration.
    best: Option<Subtree<S>>,
    /// The subtrees that no thread is searching.
    idle: Vec<Subtree<S>>,
    /// How many subtrees exist, here or with a thread.
    count: usize,
    /// The memory limit, in bytes, of each list of remaining successors.
    offered_limit: Option<usize>,
    /// How many more bytes may be used.
    pub(super) allowance: usize,
    /// Why memory ran out.
    pub(super) full: Option<Full>,
}

/// Makes room for a search to continue.
pub(super) fn grow<S: Clone>(
    paths: &mut CostBounded<S>,
    allowance: &mut usize,
) -> Result<(), Full> {
    let before = paths.bytes();
    paths.make_room(*allowance, 1)?;
    *allowance = allowance.saturating_sub(paths.bytes() - before);
    Ok(())
}

impl<S: Clone> Subtrees<S> {
    pub(super) fn new() -> Self {
        Self {
            top: CostBounded::new(),
            is_top_taken: false,
            depth: 0,
            is_complete: false,
            first: 0,
            window: VecDeque::new(),
            done: Counts::default(),
            beyond: None,
            solved: None,
            best: None,
            idle: Vec::new(),
            count: 0,
            offered_limit: None,
            allowance: 0,
            full: None,
        }
    }

    /// With a memory limit for the whole search, remaining successors are not stored.
    pub(super) fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.offered_limit = bytes.map(|_| 0);
        self.top.set_offered_limit(self.offered_limit);
    }

    /// Starts the first iteration.
    pub(super) fn begin<P: StateSpace<State = S>>(&mut self, space: &P, initial: S, bound: u32) {
        self.depth = 0;
        self.idle.extend(self.best.take());
        self.top.begin(space, initial, 0, bound);
        self.repeat(bound);
    }

    /// Replaces the memory kept from an earlier search, before the first iteration.
    pub(super) fn give_back(&mut self) {
        self.top.give_back();
        (self.window, self.idle, self.count) = (VecDeque::new(), Vec::new(), 0);
    }

    /// Starts an iteration.
    pub(super) fn repeat(&mut self, bound: u32) {
        self.top.cut_at(self.depth);
        self.is_complete = false;
        self.first = 0;
        self.window.clear();
        self.done = Counts::default();
        self.beyond = None;
        self.idle.extend(self.solved.take());
        self.idle.iter_mut().for_each(|subtree| subtree.index = NONE);
        if let Some(best) = &mut self.best {
            best.index = 0;
        }
        // Drops states, so it comes last.
        self.top.repeat(bound);
    }

    /// Chooses the depth of the cut from the last iteration.
    pub(super) fn cut(&mut self, last: &Iteration) {
        let wanted = (last.expanded / NODES).min(MOST);
        if wanted < FEWEST {
            self.depth = 0;
            return;
        }
        if self.top.expanded > last.expanded / 4 {
            // Too few nodes were below the cut.
            self.depth /= 2;
            return;
        }
        let branching = (last.generated / last.expanded).max(2);
        let mut subtrees = self.first.max(1) as u64;
        while subtrees < wanted {
            subtrees = subtrees.saturating_mul(branching);
            self.depth += 1;
        }
        while self.depth > 0 && subtrees / branching > 4 * wanted {
            subtrees /= branching;
            self.depth -= 1;
        }
    }

    /// Whether every subtree that matters is finished.
    pub(super) fn is_over(&self) -> bool {
        self.window.is_empty() && (self.is_complete || self.solved.is_some())
    }

    /// The lowest f above the bound that was found, above the cut and below it.
    pub(super) fn beyond(&self) -> Option<u64> {
        self.top.beyond().into_iter().chain(self.beyond).min()
    }

    /// Whether this subtree is unfinished and no earlier one is known to have a solution.
    fn matters(&self, index: usize) -> bool {
        index.wrapping_sub(self.first) < self.window.len()
    }

    /// The first subtree that was started before, and that no thread is searching.
    pub(super) fn take_begun(&mut self) -> Option<Subtree<S>> {
        let indices = self.idle.iter().map(|subtree| subtree.index);
        let (place, index) = indices.enumerate().min_by_key(|&(_, index)| index)?;
        (index != NONE).then(|| self.idle.swap_remove(place))
    }

    /// Takes the nodes above the cut, to search them for the next subtree. `None` if another thread
    /// has them, or if no further subtree matters.
    pub(super) fn take_top(&mut self) -> Option<CostBounded<S>> {
        if self.is_top_taken || self.is_complete || self.solved.is_some() {
            return None;
        }
        self.is_top_taken = true;
        Some(mem::replace(&mut self.top, CostBounded::new()))
    }

    /// Returns the nodes above the cut.
    pub(super) fn put_back_top(&mut self, top: CostBounded<S>) {
        (self.top, self.is_top_taken) = (top, false);
    }

    /// A subtree of which only the memory is used, and room to [hand it out](Self::hand_out).
    pub(super) fn spare(&mut self) -> Result<Subtree<S>, Full> {
        if self.window.len() == self.window.capacity() {
            let more = (self.window.len() / 2).max(16);
            let bytes = more * size_of::<Option<Counts>>();
            let allowance = self.allowance.checked_sub(bytes).ok_or(Full::Allowance)?;
            self.window.try_reserve_exact(more).map_err(|_| Full::Allocator)?;
            self.allowance = allowance;
        }
        let mut subtree =
            if let Some(place) = self.idle.iter().position(|subtree| subtree.index == NONE) {
                self.idle.swap_remove(place)
            } else {
                // The list of idle subtrees must have room for all of them.
                let bytes = size_of::<Subtree<S>>();
                let missing = self.count + 1 - self.idle.len();
                make_room(&mut self.idle, missing, bytes, &mut self.allowance)?;
                self.count += 1;
                Subtree::new()
            };
        subtree.paths.set_offered_limit(self.offered_limit);
        Ok(subtree)
    }

    /// Makes the subtree below the node at which `top` has stopped the next one of the iteration.
    /// It has grown by this number of bytes. Returns whether it matters.
    pub(super) fn hand_out(
        &mut self,
        subtree: &mut Subtree<S>,
        bytes: usize,
        top: &CostBounded<S>,
    ) -> Result<bool, Full> {
        let Some(allowance) = self.allowance.checked_sub(bytes) else {
            self.count -= 1;
            return Err(Full::Allowance);
        };
        self.allowance = allowance;
        if self.solved.is_some() {
            return Ok(false);
        }
        subtree.before = Counts::of(top);
        subtree.index = self.first + self.window.len();
        self.window.push_back(None);
        Ok(true)
    }

    /// Returns a subtree that is not finished.
    pub(super) fn put_back(&mut self, mut subtree: Subtree<S>) {
        if !self.matters(subtree.index) {
            subtree.index = NONE;
        }
        self.idle.push(subtree);
    }

    /// Returns a finished subtree without a solution.
    pub(super) fn finish(&mut self, mut subtree: Subtree<S>) {
        if self.matters(subtree.index) {
            self.window[subtree.index - self.first] = Some(Counts::of(&subtree.paths));
            while let Some(&Some(counts)) = self.window.front() {
                self.window.pop_front();
                self.first += 1;
                self.done.add(counts);
            }
            self.beyond = self.beyond.into_iter().chain(subtree.paths.beyond()).min();
            if self.best.as_ref().is_none_or(|best| subtree.promise() < best.promise()) {
                let Some(best) = self.best.replace(subtree) else {
                    return;
                };
                subtree = best;
            }
        }
        subtree.index = NONE;
        self.idle.push(subtree);
    }

    /// Returns a subtree with a solution, and drops all later ones.
    pub(super) fn solve(&mut self, subtree: Subtree<S>) {
        if !self.matters(subtree.index) {
            return self.put_back(subtree);
        }
        self.window.truncate(subtree.index - self.first);
        self.idle.extend(self.solved.replace(subtree));
        for index in 0..self.idle.len() {
            if !self.matters(self.idle[index].index) {
                self.idle[index].index = NONE;
            }
        }
    }

    /// The subtrees that were started and that no thread is searching.
    fn begun(&self) -> impl Iterator<Item = &Subtree<S>> {
        self.idle.iter().filter(|subtree| subtree.index != NONE).chain(&self.solved)
    }

    /// The counts of this iteration.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = self.done;
        counts.add(self.solved.as_ref().map_or(Counts::of(&self.top), |solved| solved.before));
        self.window.iter().flatten().for_each(|&done| counts.add(done));
        self.begun().for_each(|subtree| counts.add(Counts::of(&subtree.paths)));
        counts
    }

    /// The rank of the most promising node, and the path to it.
    pub(super) fn promising(&self) -> (Rank, Vec<S>) {
        let below = self.begun().chain(&self.best).min_by_key(|subtree| subtree.promise());
        let below = below.filter(|below| below.paths.best_rank() < self.top.best_rank());
        below.map_or((self.top.best_rank(), self.top.promising()), |below| {
            (below.paths.best_rank(), [&below.above[..], &below.paths.promising()].concat())
        })
    }

    pub(super) fn bytes(&self) -> usize {
        let kept = self.idle.iter().chain(&self.solved).chain(&self.best);
        self.top.bytes()
            + kept.map(Subtree::bytes).sum::<usize>()
            + self.idle.capacity() * size_of::<Subtree<S>>()
            + self.window.capacity() * size_of::<Option<Counts>>()
    }
}
