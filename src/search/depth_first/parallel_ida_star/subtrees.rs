//! The subtrees of an iteration, in order.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::frontier::{Full, make_room};
use crate::search::NoTable;
use crate::search::cost_bounded::{CostBounded, Progress};
use crate::search::rank::Rank;
use crate::{Iteration, StateSpace, Statistics};

/// The mean number of nodes in a subtree, had the last iteration been cut in the same way. It is
/// large enough to make the cost of beginning subtrees negligible.
const NODES_PER_SUBTREE: u64 = 1 << 11;

/// An iteration that would have fewer subtrees is not cut.
const FEWEST: u64 = 1 << 3;

/// More subtrees would not improve the balance between threads.
const MOST_SUBTREES: u64 = 1 << 13;

/// How many subtrees a round has for each thread: enough to keep all of them at work to its end.
const SUBTREES_PER_THREAD: usize = 1 << 6;

/// How many portions of steps a round takes in one subtree, at most.
const PORTIONS: u64 = 1 << 3;

/// The steps of a round that no thread has taken yet.
struct Steps {
    left: AtomicU64,
    /// How many a thread takes at a time: few, so that threads finish at about the same time.
    portion: u64,
}

impl Steps {
    fn take(&self) -> u64 {
        let take = |left: u64| Some(left.saturating_sub(self.portion));
        self.left.fetch_update(Relaxed, Relaxed, take).map_or(0, |left| left.min(self.portion))
    }
}

/// The subtree below a node at the cut, or a goal above the cut.
#[derive(Clone, Debug)]
pub(super) struct Subtree<S> {
    /// Its number in the order of the search.
    index: usize,
    /// The states from the initial state to the parent of the subtree's root.
    pub(super) above: Vec<S>,
    /// The nodes counted above the cut before this subtree.
    counters_above: Statistics,
    pub(super) paths: CostBounded<S>,
    /// How it ended the last round.
    progress: Progress,
}

impl<S: Clone> Subtree<S> {
    /// Begins the subtree below the node at which `top` has stopped.
    fn begin<P: StateSpace<State = S>>(&mut self, space: &P, top: &CostBounded<S>) {
        let mut above = top.path();
        if let Some(root) = above.pop() {
            self.paths.begin(space, root, top.path_cost(), top.bound);
        }
        self.above = above;
        self.counters_above = top.counters;
    }

    /// Takes some steps of a round.
    fn advance<P: StateSpace<State = S>>(&mut self, space: &P, steps: &Steps) {
        self.progress = Progress::Paused;
        for _ in 0..PORTIONS {
            let mut portion = steps.take();
            if portion == 0 {
                break;
            }
            let (paths, before) = (&mut self.paths, self.above.last());
            self.progress = paths.run::<P, _, false>(space, before, &mut NoTable, &mut portion);
            steps.left.fetch_add(portion, Relaxed);
            if self.progress != Progress::Paused {
                break;
            }
        }
    }

    /// The rank of its most promising node. Among equals, the first subtree counts.
    fn rank(&self) -> (Rank, usize) {
        (self.paths.best_rank(), self.index)
    }

    fn bytes(&self) -> usize {
        self.above.capacity() * self.paths.state_bytes() + self.paths.bytes()
    }
}

/// The subtrees of an iteration.
///
/// They are searched in rounds: some are begun, and then the threads take one after the other, and
/// search each for some thousand steps. Between two rounds, those that have ended are replaced.
#[derive(Clone, Debug)]
pub(super) struct Subtrees<S> {
    /// The nodes above the cut.
    pub(super) top: CostBounded<S>,
    /// The depth of the cut.
    pub(super) depth: usize,
    /// Whether all subtrees were begun.
    is_complete: bool,
    /// The subtrees that have begun and not ended, in order, and after them some that are kept for
    /// their memory alone.
    list: Vec<Subtree<S>>,
    /// How many subtrees of the list have begun and not ended, and how many have begun in this
    /// iteration.
    begun: usize,
    all_begun: usize,
    /// The counters of subtrees that have ended: their sum, but for those that come after one that
    /// has not ended, which are kept apart in `ended_early`.
    done: Statistics,
    ended_early: Vec<(usize, Statistics)>,
    /// The lowest f above the bound in subtrees that have ended.
    beyond: Option<u64>,
    /// The first subtree known to have a solution. Later ones are dropped.
    pub(super) solved: Option<Subtree<S>>,
    /// The subtree with the most promising node of those that have ended, in any iteration.
    best: Option<Subtree<S>>,
    /// The memory limit, in bytes, of each list of remaining successors.
    offered_limit: Option<usize>,
}

/// Moves a subtree from the list to `place`, and the one that was in `place` to the list.
fn exchange<S>(place: &mut Option<Subtree<S>>, list: &mut Vec<Subtree<S>>, at: usize) {
    match place {
        Some(before) => mem::swap(before, &mut list[at]),
        None => *place = Some(list.swap_remove(at)),
    }
}

/// Makes room for a search to continue.
fn grow<S: Clone>(paths: &mut CostBounded<S>, allowance: &mut usize) -> Result<(), Full> {
    let before = paths.bytes();
    paths.make_room(*allowance, 1)?;
    *allowance = allowance.saturating_sub(paths.bytes() - before);
    Ok(())
}

impl<S: Clone> Subtrees<S> {
    pub(super) fn new() -> Self {
        Self {
            top: CostBounded::new(),
            depth: 0,
            is_complete: false,
            list: Vec::new(),
            begun: 0,
            all_begun: 0,
            done: Statistics::default(),
            ended_early: Vec::new(),
            beyond: None,
            solved: None,
            best: None,
            offered_limit: None,
        }
    }

    /// With a memory limit for the whole search, remaining successors are not stored.
    pub(super) fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.offered_limit = bytes.map(|_| 0);
        self.top.set_offered_limit(self.offered_limit);
        self.list.iter_mut().for_each(|it| it.paths.set_offered_limit(self.offered_limit));
    }

    /// Starts the first iteration.
    pub(super) fn begin<P: StateSpace<State = S>>(&mut self, space: &P, initial: S, bound: u32) {
        self.depth = 0;
        self.list.extend(self.best.take());
        self.top.begin(space, initial, 0, bound);
        self.repeat(bound);
    }

    /// Replaces the memory kept from an earlier search, before the first iteration.
    pub(super) fn give_back(&mut self) {
        self.top.give_back();
        (self.list, self.ended_early) = (Vec::new(), Vec::new());
    }

    /// Starts an iteration.
    pub(super) fn repeat(&mut self, bound: u32) {
        self.top.cut = u32::try_from(self.depth).unwrap_or(u32::MAX);
        self.is_complete = false;
        (self.begun, self.all_begun) = (0, 0);
        self.done = Statistics::default();
        self.ended_early.clear();
        self.beyond = None;
        self.list.extend(self.solved.take());
        if let Some(best) = &mut self.best {
            best.index = 0;
        }
        // Drops states, so it comes last.
        self.top.repeat(bound);
    }

    /// Chooses the depth of the cut from the last iteration.
    pub(super) fn cut(&mut self, last: &Iteration) {
        let wanted = (last.expanded / NODES_PER_SUBTREE).min(MOST_SUBTREES);
        if wanted < FEWEST {
            self.depth = 0;
            return;
        }
        if self.top.counters.expanded > last.expanded / 4 {
            // Too few nodes were below the cut.
            self.depth /= 2;
            return;
        }
        let branching = (last.generated / last.expanded).max(2);
        let mut subtrees = self.all_begun.max(1) as u64;
        while subtrees < wanted {
            subtrees = subtrees.saturating_mul(branching);
            self.depth += 1;
        }
        while self.depth > 0 && subtrees / branching > 4 * wanted {
            subtrees /= branching;
            self.depth -= 1;
        }
    }

    /// Whether every subtree that matters has ended.
    pub(super) fn is_over(&self) -> bool {
        self.begun == 0 && self.has_begun_all()
    }

    /// Whether no further subtree matters.
    fn has_begun_all(&self) -> bool {
        self.is_complete || self.solved.is_some()
    }

    /// The lowest f above the bound that was found, above the cut and below it.
    pub(super) fn beyond(&self) -> Option<u64> {
        self.top.beyond().into_iter().chain(self.beyond).min()
    }

    /// Takes up to `steps` steps, and generates up to `generated` nodes. The rest of one expansion
    /// of each thread may exceed that. Returns how many steps are left.
    pub(super) fn round<P>(
        &mut self,
        space: &P,
        mut steps: u64,
        generated: u64,
        threads: usize,
        mut allowance: usize,
    ) -> Result<u64, Full>
    where
        P: StateSpace<State = S> + Sync,
        S: Send,
    {
        // The memory and the nodes of each subtree grow, so under a limit there are as few as
        // possible.
        let each =
            if generated == u64::MAX && allowance == usize::MAX { SUBTREES_PER_THREAD } else { 1 };
        let most = usize::try_from(steps.min(generated)).unwrap_or(usize::MAX);
        let count = (threads * each).min(most);
        while self.begun < count && !self.has_begun_all() {
            self.top.generated_limit = self.top.counters.generated.saturating_add(generated);
            match self.top.run::<P, _, false>(space, None, &mut NoTable, &mut steps) {
                Progress::Paused => return Ok(steps),
                Progress::Done => self.is_complete = true,
                Progress::Full => grow(&mut self.top, &mut allowance)?,
                Progress::Goal => match self.begin_next(space, &mut allowance) {
                    // The subtrees that have begun go on.
                    Err(_) if self.begun > 0 => break,
                    begun => begun?,
                },
            }
        }
        let count = self.begun.min(count);
        let begun = &mut self.list[..count];
        for Subtree { paths, .. } in &mut *begun {
            let share = (generated / count as u64).max(1);
            paths.generated_limit = paths.counters.generated.saturating_add(share);
        }
        let portion = (steps / (32 * threads as u64)).clamp(1, 1 << 10);
        let steps = Steps { left: AtomicU64::new(steps), portion };
        let advance = |subtree: &mut Subtree<S>| subtree.advance(space, &steps);
        // No thread waits for another one: a space may use the pool itself.
        if threads.min(count) < 2 {
            begun.iter_mut().for_each(advance);
        } else {
            begun.iter_mut().par_bridge().for_each(advance);
        }
        self.end_round(count, &mut allowance)?;
        Ok(steps.left.into_inner())
    }

    /// Begins the subtree below the node at which `top` has stopped.
    fn begin_next<P>(&mut self, space: &P, allowance: &mut usize) -> Result<(), Full>
    where
        P: StateSpace<State = S>,
    {
        let more = self.begun + 1;
        make_room(&mut self.ended_early, more, size_of::<(usize, Statistics)>(), allowance)?;
        let mut subtree = if self.begun < self.list.len() {
            self.list.swap_remove(self.begun)
        } else {
            // Also for `solved` and `best`, which may go back to the list.
            let more = 1 + self.solved.iter().chain(&self.best).count();
            make_room(&mut self.list, more, size_of::<Subtree<S>>(), allowance)?;
            let (index, above, counters_above) = Default::default();
            let (paths, progress) = (CostBounded::new(), Progress::Paused);
            Subtree { index, above, counters_above, paths, progress }
        };
        subtree.paths.set_offered_limit(self.offered_limit);
        let before = subtree.bytes();
        subtree.begin(space, &self.top);
        let taken = subtree.bytes().saturating_sub(before);
        // Dropped here if it does not fit.
        *allowance = allowance.checked_sub(taken).ok_or(Full::Allowance)?;
        subtree.index = self.all_begun;
        self.list.push(subtree);
        let last = self.list.len() - 1;
        self.list.swap(self.begun, last);
        self.begun += 1;
        self.all_begun += 1;
        self.top.skip();
        Ok(())
    }

    /// Takes those of the first `count` subtrees that have ended off the list.
    fn end_round(&mut self, count: usize, allowance: &mut usize) -> Result<(), Full> {
        let (mut kept, mut goal, mut grown) = (0, None, Ok(()));
        for at in 0..self.begun {
            match self.list[at].progress {
                Progress::Done if at < count => continue,
                Progress::Goal if at < count => {
                    goal = Some(at);
                    break;
                }
                Progress::Full if at < count => {
                    grown = grown.and_then(|()| grow(&mut self.list[at].paths, allowance));
                }
                _ => {}
            }
            // The subtrees that are kept stay in order. The others come after them.
            self.list.swap(kept, at);
            kept += 1;
        }
        let ended = kept..goal.unwrap_or(self.begun);
        // Those after a goal do not matter.
        self.begun = kept;
        if let Some(at) = goal {
            let index = self.list[at].index;
            self.ended_early.retain(|&(other, _)| other < index);
            exchange(&mut self.solved, &mut self.list, at);
        }
        ended.rev().for_each(|at| self.end(at));
        let first = self.list[..self.begun].first().map_or(self.all_begun, |first| first.index);
        let done = &mut self.done;
        self.ended_early.retain(|(index, counters)| {
            let waits = *index > first;
            if !waits {
                done.add(counters);
            }
            waits
        });
        grown
    }

    /// Records a subtree that has ended without a solution. Those after it on the list were
    /// recorded before.
    fn end(&mut self, at: usize) {
        let subtree = &self.list[at];
        self.ended_early.push((subtree.index, subtree.paths.counters));
        self.beyond = self.beyond.into_iter().chain(subtree.paths.beyond()).min();
        if self.best.as_ref().is_none_or(|best| subtree.rank() < best.rank()) {
            exchange(&mut self.best, &mut self.list, at);
        }
    }

    /// The subtrees that have begun and are neither done nor dropped.
    fn begun(&self) -> impl Iterator<Item = &Subtree<S>> {
        self.list[..self.begun].iter().chain(&self.solved)
    }

    /// The counters of this iteration.
    pub(super) fn counters(&self) -> Statistics {
        let mut counters = self.done;
        counters
            .add(self.solved.as_ref().map_or(&self.top.counters, |solved| &solved.counters_above));
        self.ended_early.iter().for_each(|(_, ended_early)| counters.add(ended_early));
        self.begun().for_each(|subtree| counters.add(&subtree.paths.counters));
        counters
    }

    /// The rank of the most promising node, and the path to it.
    pub(super) fn promising(&self) -> (Rank, Vec<S>) {
        let below = self.begun().chain(&self.best).min_by_key(|subtree| subtree.rank());
        let below = below.filter(|below| below.paths.best_rank() < self.top.best_rank());
        below.map_or((self.top.best_rank(), self.top.promising()), |below| {
            (below.paths.best_rank(), [&below.above[..], &below.paths.promising()].concat())
        })
    }

    pub(super) fn bytes(&self) -> usize {
        let kept = self.list.iter().chain(&self.solved).chain(&self.best);
        self.top.bytes()
            + kept.map(Subtree::bytes).sum::<usize>()
            + self.list.capacity() * size_of::<Subtree<S>>()
            + self.ended_early.capacity() * size_of::<(usize, Statistics)>()
    }
}
