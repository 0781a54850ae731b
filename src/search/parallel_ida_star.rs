//! IDA\* on several threads.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, mem, thread};

use super::cost_bounded::{CostBounded, Duplicates, Entry, Progress};
use super::course::Course;
use super::iterations::{Iterations, next_bound};
use super::rank::Rank;
use super::{Algorithm, NoTable, Search, Step};
use crate::frontier::{Full, make_room};
use crate::{Iteration, StateSpace, Statistics};

/// IDA\* on several threads: each iteration is cut at a shallow depth, and the subtrees below are
/// searched side by side.
///
/// It runs on the threads of the [`rayon`] pool that it is called in; outside of one, on
/// the global pool, with a thread for each core. A long iteration has hundreds or thousands of
/// subtrees, and a thread that has done with one takes the next. Short iterations are not cut.
///
/// To solve many boards at once, [`solve_all`](crate::solve_all) with [`IdaStar`](super::IdaStar)
/// is simpler and loses nothing.
///
/// # Guarantees
///
/// Those of [`IdaStar`](super::IdaStar): **optimal** if the estimate is admissible, **complete** where
/// a solution exists, if no cycle costs 0.
///
/// **The number of threads makes no difference** to the solution, its cost, and the counters when it
/// is found: they are those of `IdaStar`. Of several solutions within the bound it is the one that
/// comes first in the order of the successors. How many nodes of later subtrees are expanded until
/// then depends on chance; they are not counted. If the search is stopped, so do the counters of the
/// iteration under way, apart from a limit on expansions, and the most promising path.
///
/// # Complexity
///
/// That of `IdaStar`, divided by the number of threads, as long as the subtrees are many.
///
/// # Memory
///
/// For each thread the states on a path and their siblings, a few kilobytes; and 24 bytes for each
/// subtree that is done before an earlier one is.
///
/// # Threads
///
/// What the space and the states do must not wait for other threads of the same pool.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::{IdaStar, ParallelIdaStar};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "5 1 2 4 / 9 6 3 8 / 13 15 10 11 / 0 14 7 12".parse().unwrap();
/// let alone = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let solver = pool.install(|| Solver::builder(board).algorithm(ParallelIdaStar::new()).solve());
/// assert_eq!(solver.solution(), alone.solution());
/// assert_eq!(solver.statistics().generated, alone.statistics().generated);
/// # }
/// ```
///
/// # Reference
///
/// A. Reinefeld and V. Schnecke, "Work-load balancing in highly parallel depth-first search",
/// *Proceedings of the Scalable High Performance Computing Conference*, 1994. The first: V. N. Rao,
/// V. Kumar and K. Ramesh, "A parallel implementation of iterative-deepening-A\*", *Proceedings of
/// AAAI*, 1987, where a thread without work takes a part of the path of another one.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParallelIdaStar;

impl ParallelIdaStar {
    /// On the threads of the pool that the search is advanced in.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl<P: StateSpace<State: Send> + Sync> Algorithm<P> for ParallelIdaStar {
    type Search = ParallelIdaStarSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = ParallelIdaStarSearch {
            space,
            subtrees: Subtrees::new(),
            iterations: Iterations::default(),
            course: Course::new(),
        };
        search.restart(initial);
        search
    }
}

/// The mean number of nodes in a subtree, had the iteration before been cut like this one: enough
/// for the handing out to cost nothing.
const NODES: u64 = 1 << 10;

/// An iteration that would have fewer subtrees is not cut.
const FEWEST: u64 = 1 << 4;

/// More subtrees are not wanted: the threads have long been busy to the end.
const MOST: u64 = 1 << 13;

/// The steps that a thread takes at a time, at most.
const PORTION: u64 = 1 << 10;

/// What takes less time is not worth waking other threads for.
const WORTHWHILE: Duration = Duration::from_micros(100);

/// Nodes, counted.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    expanded: u64,
    generated: u64,
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
struct Subtree<S> {
    /// Its number in the order of the search; [`NONE`] if only its memory is kept.
    index: usize,
    /// The states from the initial one to the one above the subtree.
    above: Vec<S>,
    /// What was counted above the cut before.
    before: Counts,
    paths: CostBounded<S>,
    /// What a state takes, with what it owns on the heap.
    state_bytes: usize,
}

const NONE: usize = usize::MAX;

impl<S: Clone> Subtree<S> {
    fn new() -> Self {
        let paths = CostBounded::new();
        let state_bytes = size_of::<S>();
        Self { index: NONE, above: Vec::new(), before: Counts::default(), paths, state_bytes }
    }

    /// Searches it, for at most so many steps, and takes off those that were done.
    fn advance<P: StateSpace<State = S>>(&mut self, space: &P, steps: &mut u64) -> Progress {
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
struct Subtrees<S> {
    /// The nodes above the cut.
    top: CostBounded<S>,
    /// The depth of the cut.
    depth: usize,
    /// Whether the node where `top` is was handed out.
    is_taken: bool,
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
    solved: Option<Subtree<S>>,
    /// The one with the most promising node of those that are done, in any iteration.
    best: Option<Subtree<S>>,
    /// Those that no thread is at.
    idle: Vec<Subtree<S>>,
    /// How many are kept, here or by a thread.
    count: usize,
    /// How many bytes more may be used.
    allowance: usize,
    /// What there was no room for.
    full: Option<Full>,
}

/// Stops at the cut, as if each node there were a goal.
struct AboveCut<'a, P> {
    space: &'a P,
    is_reached: &'a Cell<bool>,
    /// Whether the successors that come after the path to that goal are visited again, to be counted.
    is_exact: bool,
}

impl<P: StateSpace> StateSpace for AboveCut<'_, P> {
    type State = P::State;

    fn estimate(&self, state: &P::State) -> u32 {
        self.space.estimate(state)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.is_reached.get() || self.space.is_goal(state)
    }

    fn for_each_successor(
        &self,
        state: &P::State,
        previous: Option<&P::State>,
        visit: impl FnMut(P::State, u32),
    ) {
        if self.is_exact || !self.is_reached.get() {
            self.space.for_each_successor(state, previous, visit);
        }
    }
}

/// Tells what is at the cut, and what was there already.
struct Cut<'a> {
    depth: usize,
    is_reached: &'a Cell<bool>,
    is_taken: &'a mut bool,
}

impl<S> Duplicates<S> for Cut<'_> {
    fn is_duplicate<'a>(
        &mut self,
        _: &Entry<S>,
        ancestors: impl Iterator<Item = &'a Entry<S>>,
    ) -> bool
    where
        S: 'a,
    {
        let is_taken = mem::take(self.is_taken);
        self.is_reached.set(!is_taken && ancestors.count() == self.depth);
        is_taken
    }
}

/// Makes room for a search to go on.
fn grow<S: Clone>(paths: &mut CostBounded<S>, allowance: &mut usize) -> Result<(), Full> {
    let before = paths.bytes();
    paths.make_room(*allowance)?;
    *allowance = allowance.saturating_sub(paths.bytes() - before);
    Ok(())
}

impl<S: Clone> Subtrees<S> {
    fn new() -> Self {
        Self {
            top: CostBounded::new(),
            depth: 0,
            is_taken: false,
            is_complete: false,
            first: 0,
            window: VecDeque::new(),
            done: Counts::default(),
            beyond: None,
            solved: None,
            best: None,
            idle: Vec::new(),
            count: 0,
            allowance: 0,
            full: None,
        }
    }

    /// Begins with the first iteration.
    fn begin<P: StateSpace<State = S>>(&mut self, space: &P, initial: S, bound: u32) {
        self.top.begin(space, initial, 0, bound);
        self.depth = 0;
        self.idle.extend(self.best.take());
        self.repeat(bound);
    }

    /// Begins an iteration.
    fn repeat(&mut self, bound: u32) {
        self.top.repeat(bound);
        (self.is_taken, self.is_complete) = (false, false);
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
    fn cut(&mut self, last: &Iteration) {
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
    fn is_over(&self) -> bool {
        self.window.is_empty() && (self.is_complete || self.solved.is_some())
    }

    /// Whether this one is not done, and none before it is known to hold a solution.
    fn matters(&self, index: usize) -> bool {
        index.wrapping_sub(self.first) < self.window.len()
    }

    /// The next subtree to search: one that was begun, or else a new one.
    fn take<P: StateSpace<State = S>>(
        &mut self,
        round: &Round<'_, P>,
        steps: &mut u64,
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
                *steps = round.take_steps();
                if *steps == 0 {
                    break;
                }
            }
            let generated = self.top.generated;
            match self.step_above(round.space, false, steps) {
                Progress::Paused => {}
                Progress::Done => self.is_complete = true,
                Progress::Full => grow(&mut self.top, &mut self.allowance)?,
                Progress::Goal => {
                    let before = Counts::of(&self.top);
                    self.top.generated = generated;
                    return self.hand_out(round.space, before).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// A step above the cut, which is taken off `steps` if it was one.
    fn step_above<P>(&mut self, space: &P, is_exact: bool, steps: &mut u64) -> Progress
    where
        P: StateSpace<State = S>,
    {
        let is_reached = &Cell::new(false);
        let mut cut = Cut { depth: self.depth, is_reached, is_taken: &mut self.is_taken };
        let space = AboveCut { space, is_reached, is_exact };
        let mut left = 1;
        let progress = self.top.run(&space, None, &mut cut, &mut left);
        *steps -= 1 - left;
        progress
    }

    /// Comes to the subtree with the solution once more, to count what a search in order generates
    /// above the cut. Counting it for each subtree would take long where states have many successors.
    fn recount<P: StateSpace<State = S>>(&mut self, space: &P) -> Result<(), Full> {
        let mut between = self.solved.as_ref().map_or(0, |solved| solved.index);
        self.top.repeat(self.top.bound());
        self.is_taken = false;
        loop {
            let generated = self.top.generated;
            match self.step_above(space, between == 0, &mut 1) {
                Progress::Paused => {}
                Progress::Goal if between > 0 => {
                    between -= 1;
                    self.top.generated = generated;
                    self.is_taken = true;
                }
                Progress::Full => grow(&mut self.top, &mut self.allowance)?,
                Progress::Goal | Progress::Done => break,
            }
        }
        if let Some(solved) = &mut self.solved {
            solved.before = Counts::of(&self.top);
        }
        Ok(())
    }

    /// The subtree below the node where `top` is.
    fn hand_out<P>(&mut self, space: &P, before: Counts) -> Result<Subtree<S>, Full>
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
        subtree.before = before;
        subtree.index = self.first + self.window.len();
        self.window.push_back(None);
        self.is_taken = true;
        Ok(subtree)
    }

    /// Takes one back that is not done.
    fn put_back(&mut self, mut subtree: Subtree<S>) {
        if !self.matters(subtree.index) {
            subtree.index = NONE;
        }
        self.idle.push(subtree);
    }

    /// Takes one back without a solution.
    fn finish(&mut self, mut subtree: Subtree<S>) {
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
    fn solve(&mut self, subtree: Subtree<S>) {
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
    fn counts(&self) -> Counts {
        let mut counts = self.done;
        counts.add(self.solved.as_ref().map_or(Counts::of(&self.top), |solved| solved.before));
        self.window.iter().flatten().for_each(|&done| counts.add(done));
        self.begun().for_each(|subtree| counts.add(Counts::of(&subtree.paths)));
        counts
    }

    /// The way to the most promising node, and its rank.
    fn promising(&self) -> (Rank, Vec<S>) {
        let below = self.begun().chain(&self.best).min_by_key(|subtree| subtree.promise());
        let below = below.filter(|below| below.paths.best_rank() < self.top.best_rank());
        below.map_or((self.top.best_rank(), self.top.promising()), |below| {
            (below.paths.best_rank(), [&below.above[..], &below.paths.promising()].concat())
        })
    }

    fn bytes(&self) -> usize {
        let kept = self.idle.iter().chain(&self.solved).chain(&self.best);
        self.top.bytes()
            + kept.map(Subtree::bytes).sum::<usize>()
            + self.idle.capacity() * size_of::<Subtree<S>>()
            + self.window.capacity() * size_of::<Option<Counts>>()
    }
}

/// The subtrees while threads are at them.
struct Round<'a, P: StateSpace> {
    space: &'a P,
    subtrees: Mutex<&'a mut Subtrees<P::State>>,
    /// The steps that no thread has taken yet.
    steps: AtomicU64,
    /// How many of them a thread takes at a time.
    portion: u64,
    /// The first subtree known to hold a solution.
    solved: AtomicUsize,
    is_stopped: AtomicBool,
}

impl<'a, P: StateSpace> Round<'a, P> {
    fn work(&self) {
        let mut steps = self.take_steps();
        while steps > 0 && !self.is_stopped.load(Relaxed) {
            let Some(held) = self.take(&mut steps) else {
                break;
            };
            held.search(&mut steps);
            if steps == 0 {
                steps = self.take_steps();
            }
        }
        self.steps.fetch_add(steps, Relaxed);
    }

    fn take(&self, steps: &mut u64) -> Option<Held<'_, 'a, P>> {
        let mut subtrees = self.lock();
        match subtrees.take(self, steps) {
            Ok(subtree) => subtree.map(|subtree| Held { round: self, subtree: Some(subtree) }),
            Err(full) => {
                subtrees.full = Some(full);
                self.is_stopped.store(true, Relaxed);
                None
            }
        }
    }

    fn take_steps(&self) -> u64 {
        if self.is_stopped.load(Relaxed) {
            return 0;
        }
        let take = |steps: u64| Some(steps.saturating_sub(self.portion));
        self.steps.fetch_update(Relaxed, Relaxed, take).map_or(0, |before| before.min(self.portion))
    }

    /// After a panic of a state as well: it comes between two changes.
    fn lock(&self) -> MutexGuard<'_, &'a mut Subtrees<P::State>> {
        self.subtrees.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A subtree that a thread is at. It is put back even if a state panics.
struct Held<'r, 'a, P: StateSpace> {
    round: &'r Round<'a, P>,
    subtree: Option<Subtree<P::State>>,
}

impl<P: StateSpace> Held<'_, '_, P> {
    fn search(mut self, steps: &mut u64) {
        let Some(subtree) = &mut self.subtree else {
            return;
        };
        let round = self.round;
        let end = loop {
            if *steps == 0 {
                *steps = round.take_steps();
            }
            if *steps == 0 || round.solved.load(Relaxed) < subtree.index {
                break None;
            }
            match subtree.advance(round.space, steps) {
                Progress::Paused => {}
                end @ (Progress::Done | Progress::Goal) => break Some(end),
                Progress::Full => {
                    let mut subtrees = round.lock();
                    if let Err(full) = grow(&mut subtree.paths, &mut subtrees.allowance) {
                        subtrees.full = Some(full);
                        round.is_stopped.store(true, Relaxed);
                        break None;
                    }
                }
            }
        };
        let Some(end) = end else {
            return;
        };
        if let Some(subtree) = self.subtree.take() {
            if end == Progress::Goal {
                round.solved.fetch_min(subtree.index, Relaxed);
                round.lock().solve(subtree);
            } else {
                round.lock().finish(subtree);
            }
        }
    }
}

impl<P: StateSpace> Drop for Held<'_, '_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.round.is_stopped.store(true, Relaxed);
        }
        if let Some(subtree) = self.subtree.take() {
            self.round.lock().put_back(subtree);
        }
    }
}

/// An IDA\* under way on several threads. [`ParallelIdaStar`] starts one.
#[derive(Clone)]
pub struct ParallelIdaStarSearch<P: StateSpace> {
    space: P,
    subtrees: Subtrees<P::State>,
    iterations: Iterations,
    course: Course,
}

impl<P: StateSpace> ParallelIdaStarSearch<P> {
    /// The iterations so far, in order, the one under way last.
    #[must_use]
    pub fn iterations(&self) -> &[Iteration] {
        self.iterations.list()
    }

    /// Brings the record of the iteration under way up to date.
    fn record(&mut self) {
        let Counts { expanded, generated } = self.subtrees.counts();
        self.iterations.record(expanded, generated, self.course.elapsed);
    }

    /// Begins an iteration, or ends the search if there is nothing beyond the bound.
    fn deepen(&mut self) -> ControlFlow<Step> {
        let Subtrees { top, beyond, .. } = &self.subtrees;
        let bound = next_bound(top.beyond().into_iter().chain(*beyond).min())?;
        if let Err(full) = self.allowance().and_then(|bytes| self.iterations.make_room(bytes)) {
            return ControlFlow::Break(self.stopped(full));
        }
        self.course.read_clock();
        self.record();
        if let Some(last) = self.iterations.list().last() {
            self.subtrees.cut(last);
        }
        self.iterations.begin(bound, self.counters());
        self.subtrees.repeat(bound);
        ControlFlow::Continue(())
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.course.allowance(self.bytes(), 1)
    }

    fn stopped(&self, full: Full) -> Step {
        Step::Stopped(self.course.stop_reason(full, self.bytes()))
    }

    fn counters(&self) -> Statistics {
        let (before, counts) = (&self.iterations.before, self.subtrees.counts());
        Statistics {
            expanded: before.expanded + counts.expanded,
            generated: before.generated.max(1) + counts.generated,
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
            ..Statistics::default()
        }
    }

    fn bytes(&self) -> usize {
        self.subtrees.bytes() + self.iterations.bytes()
    }
}

impl<P: StateSpace<State: Send> + Sync> ParallelIdaStarSearch<P> {
    /// How many threads are worth their while for so many steps, by the time that they took so far.
    fn threads(&self, steps: u64) -> usize {
        let Statistics { expanded, elapsed, .. } = self.iterations.before;
        let expected = elapsed.as_nanos() * u128::from(steps) / u128::from(expanded.max(1));
        if self.subtrees.depth == 0 || expected < WORTHWHILE.as_nanos() {
            return 1;
        }
        rayon::current_num_threads().min(usize::try_from(steps).unwrap_or(usize::MAX))
    }

    /// Takes steps up to a number, or to the end of the iteration. How many are left.
    fn search(&mut self, steps: u64) -> u64 {
        let threads = self.threads(steps);
        let solved = self.subtrees.solved.as_ref().map_or(NONE, |subtree| subtree.index);
        let round = Round {
            space: &self.space,
            subtrees: Mutex::new(&mut self.subtrees),
            steps: AtomicU64::new(steps),
            // The last ones to be done are few beside all.
            portion: (steps / (32 * threads as u64)).clamp(1, PORTION),
            solved: AtomicUsize::new(solved),
            is_stopped: AtomicBool::new(false),
        };
        if threads == 1 {
            round.work();
        } else {
            rayon::scope(|scope| {
                (1..threads).for_each(|_| scope.spawn(|_| round.work()));
                round.work();
            });
        }
        round.steps.into_inner()
    }

    fn advance_by(&mut self, mut steps: u64) -> ControlFlow<Step> {
        while steps > 0 {
            self.subtrees.allowance = match self.allowance() {
                Ok(allowance) => allowance,
                Err(full) => return ControlFlow::Break(self.stopped(full)),
            };
            steps = self.search(steps);
            if let Some(full) = self.subtrees.full.take() {
                return ControlFlow::Break(self.stopped(full));
            }
            if self.subtrees.is_over() {
                if self.subtrees.solved.is_some() {
                    return ControlFlow::Break(match self.subtrees.recount(&self.space) {
                        Ok(()) => Step::Solved,
                        Err(full) => self.stopped(full),
                    });
                }
                self.deepen()?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<P: StateSpace<State: Send> + Sync> Search<P::State> for ParallelIdaStarSearch<P> {
    fn advance(&mut self, steps: u64) -> Step {
        if let Some(answer) = self.course.answer {
            return answer;
        }
        self.course.began = Some(Instant::now());
        let step = match self.advance_by(steps) {
            ControlFlow::Continue(()) => Step::Continue,
            ControlFlow::Break(step) => step,
        };
        self.course.read_clock();
        self.course.began = None;
        if matches!(step, Step::Solved | Step::Exhausted) {
            self.course.answer = Some(step);
        }
        self.record();
        step
    }

    fn statistics(&self) -> Statistics {
        self.counters()
    }

    fn lower_bound(&self) -> u32 {
        let bound = self.subtrees.top.bound();
        match self.course.answer {
            Some(Step::Exhausted) => u32::MAX,
            Some(Step::Solved) => bound.min(self.cost()),
            _ => bound,
        }
    }

    fn path(&self) -> Vec<P::State> {
        if let Some(solved) = self.subtrees.solved.as_ref().filter(|_| self.course.is_solved()) {
            [&solved.above[..], &solved.paths.path()].concat()
        } else {
            self.subtrees.promising().1
        }
    }

    fn cost(&self) -> u32 {
        if let Some(solved) = self.subtrees.solved.as_ref().filter(|_| self.course.is_solved()) {
            solved.paths.path_cost()
        } else {
            self.subtrees.promising().0.path_cost()
        }
    }

    fn restart(&mut self, initial: P::State) {
        let bound = self.space.estimate(&initial);
        self.course.restart();
        self.iterations.restart(bound);
        self.subtrees.begin(&self.space, initial, bound);
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
    }
}

impl<P: StateSpace> fmt::Debug for ParallelIdaStarSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParallelIdaStarSearch")
            .field("answer", &self.course.answer)
            .field("iterations", &self.iterations.list())
            .finish_non_exhaustive()
    }
}
