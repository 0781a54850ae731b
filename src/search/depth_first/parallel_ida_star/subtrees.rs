//! The subtrees that an iteration is cut into, in order.

use std::collections::VecDeque;

use crate::frontier::{Full, make_room};
use crate::search::NoTable;
use crate::search::cost_bounded::{CostBounded, Progress};
use crate::search::rank::Rank;
use crate::{Iteration, StateSpace};

/// The mean number of nodes in a subtree, had the iteration before been cut like this one: enough
/// for the handing out to cost nothing.
const NODES: u64 = 1 << 10;

/// An iteration that would have fewer subtrees is not cut.
const FEWEST: u64 = 1 << 4;

/// More subtrees are not wanted: the threads have long been busy to the end.
const MOST: u64 = 1 << 13;

/// Nodes, counted.
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

/// What lies below a node at the cut, or a goal above the cut.
#[derive(Clone, Debug)]
pub(super) struct Subtree<S> {
    /// Its number in the order of the search; [`NONE`] if only its memory is kept.
    pub(super) index: usize,
    /// The states from the initial one to the one above the subtree.
    pub(super) above: Vec<S>,
    /// What was counted above the cut before.
    before: Counts,
    pub(super) paths: CostBounded<S>,
    /// What a state takes, with what it owns on the heap.
    state_bytes: usize,
}

pub(super) const NONE: usize = usize::MAX;

impl<S: Clone> Subtree<S> {
    fn new() -> Self {
        let paths = CostBounded::new();
        let state_bytes = size_of::<S>();
        Self { index: NONE, above: Vec::new(), before: Counts::default(), paths, state_bytes }
    }

    /// Searches it, for at most so many steps, and takes off those that were done.
    pub(super) fn advance<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        steps: &mut u64,
    ) -> Progress {
        self.paths.run(space, self.above.last(), &mut NoTable, steps)
    }

    /// How promising its most promising node is; of equal ones, the first one.
    fn promise(&self) -> (Rank, usize) {
        (self.paths.best_rank(), self.index)
    }

    fn bytes(&self) -> usize {
        self.above.capacity() * self.state_bytes + self.paths.bytes()
    }
}

/// The subtrees of an iteration.
#[derive(Clone, Debug)]
pub(super) struct Subtrees<S> {
    /// The nodes above the cut.
    pub(super) top: CostBounded<S>,
    /// The depth of the cut.
    pub(super) depth: usize,
    /// Whether all subtrees were handed out.
    is_complete: bool,
    /// The number of the first one of `window`.
    first: usize,
    /// The subtrees that were handed out, from the first one that is not done on, with what was
    /// counted in those that are done.
    window: VecDeque<Option<Counts>>,
    /// What was counted in those before.
    done: Counts,
    /// The lowest f beyond the bound in those that are done.
    beyond: Option<u64>,
    /// The first one known to hold a solution. Later ones are forgotten.
    pub(super) solved: Option<Subtree<S>>,
    /// The one with the most promising node of those that are done, in any iteration.
    best: Option<Subtree<S>>,
    /// Those that no thread is at.
    idle: Vec<Subtree<S>>,
    /// How many are kept, here or by a thread.
    count: usize,
    /// The limit on what each search of paths keeps of what is offered along them, in bytes.
    offered_limit: Option<usize>,
    /// How many bytes more may be used.
    pub(super) allowance: usize,
    /// What there was no room for.
    pub(super) full: Option<Full>,
}

/// Makes room for a search to go on.
pub(super) fn grow<S: Clone>(
    paths: &mut CostBounded<S>,
    allowance: &mut usize,
) -> Result<(), Full> {
    let before = paths.bytes();
    paths.make_room(*allowance)?;
    *allowance = allowance.saturating_sub(paths.bytes() - before);
    Ok(())
}

impl<S: Clone> Subtrees<S> {
    pub(super) fn new() -> Self {
        Self {
            top: CostBounded::new(),
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

    /// Keeps within a limit on the bytes of the whole search: then nothing that is offered is kept.
    pub(super) fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.offered_limit = bytes.map(|_| 0);
        self.top.set_offered_limit(self.offered_limit);
    }

    /// Begins with the first iteration.
    pub(super) fn begin<P: StateSpace<State = S>>(&mut self, space: &P, initial: S, bound: u32) {
        self.top.begin(space, initial, 0, bound);
        self.depth = 0;
        self.idle.extend(self.best.take());
        self.repeat(bound);
    }

    /// Begins an iteration.
    pub(super) fn repeat(&mut self, bound: u32) {
        self.top.repeat(bound);
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
    }

    /// Chooses the depth of the cut by what the iteration that is over was like.
    pub(super) fn cut(&mut self, last: &Iteration) {
        let wanted = (last.expanded / NODES).min(MOST);
        if wanted < FEWEST {
            self.depth = 0;
            return;
        }
        if self.top.expanded > last.expanded / 4 {
            // Too little lies below the cut.
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

    /// Whether every subtree that matters is done.
    pub(super) fn is_over(&self) -> bool {
        self.window.is_empty() && (self.is_complete || self.solved.is_some())
    }

    /// The lowest f beyond the bound that was met, above the cut and below.
    pub(super) fn beyond(&self) -> Option<u64> {
        self.top.beyond().into_iter().chain(self.beyond).min()
    }

    /// Whether this one is not done, and none before it is known to hold a solution.
    fn matters(&self, index: usize) -> bool {
        index.wrapping_sub(self.first) < self.window.len()
    }

    /// The next subtree to search: one that was begun, or else a new one. To find a new one takes
    /// steps; when there are none left, `more` gives some.
    pub(super) fn take<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        steps: &mut u64,
        more: impl Fn() -> u64,
    ) -> Result<Option<Subtree<S>>, Full> {
        let indices = self.idle.iter().map(|subtree| subtree.index);
        let waiting = indices.enumerate().min_by_key(|&(_, index)| index);
        if let Some((place, _)) = waiting.filter(|&(_, index)| index != NONE) {
            return Ok(Some(self.idle.swap_remove(place)));
        }
        if self.solved.is_some() {
            return Ok(None);
        }
        while !self.is_complete {
            if *steps == 0 {
                *steps = more();
                if *steps == 0 {
                    break;
                }
            }
            match self.top.run(space, None, &mut NoTable, steps) {
                Progress::Paused => {}
                Progress::Done => self.is_complete = true,
                Progress::Full => grow(&mut self.top, &mut self.allowance)?,
                Progress::Goal => return self.hand_out(space).map(Some),
            }
        }
        Ok(None)
    }

    /// The subtree below the node where `top` is.
    fn hand_out<P>(&mut self, space: &P) -> Result<Subtree<S>, Full>
    where
        P: StateSpace<State = S>,
    {
        if self.window.len() == self.window.capacity() {
            let more = (self.window.len() / 2).max(16);
            let bytes = more * size_of::<Option<Counts>>();
            let allowance = self.allowance.checked_sub(bytes).ok_or(Full::Allowance)?;
            self.window.try_reserve_exact(more).map_err(|_| Full::Allocator)?;
            self.allowance = allowance;
        }
        let mut subtree = if let Some(subtree) = self.idle.pop() {
            subtree
        } else {
            // Each has its place among the idle ones.
            let bytes = size_of::<Subtree<S>>();
            make_room(&mut self.idle, self.count + 1, bytes, &mut self.allowance)?;
            self.count += 1;
            Subtree::new()
        };
        let bytes = subtree.bytes();
        subtree.paths.set_offered_limit(self.offered_limit);
        subtree.above = self.top.path();
        if let Some(root) = subtree.above.pop() {
            subtree.state_bytes = size_of::<S>() + space.heap_bytes(&root);
            subtree.paths.begin(space, root, self.top.path_cost(), self.top.bound());
        }
        let bytes = subtree.bytes().saturating_sub(bytes);
        let Some(allowance) = self.allowance.checked_sub(bytes) else {
            self.count -= 1;
            return Err(Full::Allowance);
        };
        self.allowance = allowance;
        subtree.before = Counts::of(&self.top);
        subtree.index = self.first + self.window.len();
        self.window.push_back(None);
        self.top.skip();
        Ok(subtree)
    }

    /// Takes one back that is not done.
    pub(super) fn put_back(&mut self, mut subtree: Subtree<S>) {
        if !self.matters(subtree.index) {
            subtree.index = NONE;
        }
        self.idle.push(subtree);
    }

    /// Takes one back without a solution.
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

    /// Takes one back with a solution, and forgets all that come later.
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

    /// Those that were begun, and that no thread is at.
    fn begun(&self) -> impl Iterator<Item = &Subtree<S>> {
        self.idle.iter().filter(|subtree| subtree.index != NONE).chain(&self.solved)
    }

    /// What is counted of this iteration.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = self.done;
        counts.add(self.solved.as_ref().map_or(Counts::of(&self.top), |solved| solved.before));
        self.window.iter().flatten().for_each(|&done| counts.add(done));
        self.begun().for_each(|subtree| counts.add(Counts::of(&subtree.paths)));
        counts
    }

    /// The way to the most promising node, and its rank.
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
