//! A\* with one slot for each state, in which no parent is stored.

mod states;

use std::hash::Hash;
use std::ops::Range;

use states::{States, report};

use super::{BATCHES_FROM, Evaluation, Sum};
use crate::frontier::{CostTable, Full, NumberQueue, OpenNumber, hash, make_room};
use crate::search::control::{Control, Halt, Stepwise, exhausted, list_limit};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::rank::Rank;
use crate::search::successors::Successors;
use crate::search::{Algorithm, End, Search};
use crate::{BidirectionalSpace, Cost, EventKind, Statistics};

/// A\* for many small states: a state and the cost of its path are in one slot of a table, and
/// parents are found again from the states.
///
/// It answers as [`GraphAStar`](super::GraphAStar) does, with less memory and fewer waits for it. A
/// look-up reads one place in memory, instead of a slot, a state and a node. When the solution is
/// read, the parent of a state is the predecessor from which its path is cheapest. So the space
/// must know the predecessors of a state, and states must be [`Copy`]: a slot holds the whole
/// state.
///
/// Growing the table moves all states. [`capacity`](Self::capacity) makes room for them at once,
/// which saves about a third of the time of a search of millions of states.
///
/// Among nodes of equal *f*, the lowest *h* comes first, and among equals the one generated last.
/// An *h* above the estimate of the initial state may count as equal to a lower one. If that
/// estimate is above 255, the one generated last comes first whatever its *h*. From 65,536 states
/// on, up to 16 nodes of equal *f* are expanded together, so that their look-ups wait for memory at
/// the same time. Which of several optimal solutions is found may depend on this.
///
/// # Guarantees
///
/// - **Optimal** if the heuristic is admissible; it need not be consistent. A state is expanded
///   again if a cheaper path to it is found.
/// - **Complete** if finitely many states can be reached. Then, if there is no solution, the search
///   ends with a proof. Also complete if there is a solution and finitely many states are reached
///   at each cost.
///
/// # Complexity
///
/// As [`GraphAStar`](super::GraphAStar). A node is expanded without its parent, so the way back
/// counts as a duplicate. Reading the path looks up all predecessors of each state on it.
///
/// # Memory
///
/// A slot takes 5 bytes and the state. With a [`capacity`](Self::capacity) from 210,000 states on,
/// there are 1.25 slots for each state; from 44,000 on, at most 1.5; below, at most 2.5. A table
/// that grows has up to 1.9 slots for each state from 210,000 states on, and more while it is
/// smaller. An open state takes 4 to 6 bytes more, or up to 18 if the range of *f* is wide.
///
/// A table takes no more than half of what a limit on bytes still permits each time that it grows,
/// and 4 bytes for each slot while states are moved. So about a quarter of the limit remains
/// unused, unless the capacity is given.
///
/// # Panics
///
/// Reading the path panics if a state on it has no predecessor that leads there at the cost of its
/// path: the space breaks the contract of [`BidirectionalSpace::for_each_predecessor`]. So does a
/// search that is [observed](crate::Observed).
///
/// If a state panics when it is hashed while the table grows, the search has lost states. It panics
/// when it is continued or its path is read, until it is restarted.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::CompactAStar;
/// use bestfirst::sliding_tiles::{Goal, Rectangle};
///
/// let space = Rectangle::new(3, 3, Goal::BlankLast).unwrap();
/// let start = space.arrangement([8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
/// let solver = Solver::builder_in(&space, start).algorithm(CompactAStar::new()).solve();
/// assert_eq!(solver.moves(), Some(31));
/// # }
/// ```
///
/// # Reference
///
/// E. Burns, M. Hatem, M. J. Leighton and W. Ruml, "Implementing fast heuristic search code",
/// *`SoCS`* 2012, measure what the details of an implementation are worth.
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct CompactAStar {
    capacity: usize,
}

impl CompactAStar {
    /// With a table that grows from a few states on.
    pub fn new() -> Self {
        Self::default()
    }

    /// With room for this many states from the start. The table cannot hold more than 3,435,973,836
    /// states, so a higher number is lowered to that. If the room takes more memory than the limit
    /// permits, the search stops at once, and can be resumed with a higher limit.
    ///
    /// The memory is kept when the search is restarted. Each search after the first begins with a
    /// small part of it, so that a short one costs little. Under a limit on bytes, each begins
    /// anew.
    pub fn capacity(self, states: usize) -> Self {
        Self { capacity: states.min(CostTable::<()>::MOST_STATES) }
    }
}

impl<P: BidirectionalSpace<State: Copy + Eq + Hash>> Algorithm<P> for CompactAStar {
    type Search = CompactSearch<P>;

    fn start(&self, space: P, initial: P::State) -> CompactSearch<P> {
        CompactSearch {
            space,
            wanted: self.capacity,
            capacity: self.capacity,
            states: States::new(initial),
            batch: Vec::new(),
            waiting: 0..0,
            root_estimate: 0,
            proven_f: 0,
            control: Control::default(),
        }
        .started(initial)
    }
}

/// A search in progress, started by [`CompactAStar`].
#[derive(Clone)]
pub struct CompactSearch<P: BidirectionalSpace<State: Copy>> {
    space: P,
    /// How many states the algorithm makes room for, and how many at the beginning of this search.
    wanted: usize,
    capacity: usize,
    /// Empty before the first step.
    states: States<P::State>,
    /// States of equal *f* that were taken off the open list together.
    batch: Vec<BatchNode<P::State>>,
    /// The part of the batch that is still to be expanded. The memory of the rest is used again.
    waiting: Range<usize>,
    root_estimate: Cost,
    /// The maximum over time of the lowest *f* in the open list.
    proven_f: Cost,
    control: Control,
}

/// A state that was taken off the open list to be expanded.
#[derive(Clone)]
struct BatchNode<S> {
    number: u32,
    state: S,
    path_cost: Cost,
    is_reported: bool,
    /// Its successors, with their hashes.
    successors: Successors<S>,
}

impl<S: Hash> BatchNode<S> {
    /// Collects the successors. They may use `allowance` bytes.
    #[inline]
    fn collect<P>(&mut self, space: &P, allowance: usize) -> Result<(), Full>
    where
        P: BidirectionalSpace<State = S>,
    {
        let Self { state, successors, .. } = self;
        successors.begin(allowance);
        space.for_each_successor(state, None, |next, step_cost| {
            let hash = hash(&next);
            successors.collect(space, next, step_cost, hash);
        });
        successors.end().map(|_| ())
    }
}

impl<P: BidirectionalSpace<State: Copy + Eq + Hash>> CompactSearch<P> {
    /// Makes the table, and opens the root.
    #[cold]
    fn begin(&mut self) -> Result<(), Full> {
        self.states.table.begin(self.capacity.max(1), self.allowance()?)?;
        self.states.open_root(self.root_estimate, self.open_limit()?)?;
        // To empty all slots again would cost more than a short search.
        self.capacity = 0;
        report(&self.space, EventKind::Generated, &self.states.initial, None, 0);
        Ok(())
    }

    /// Takes the next states off the open list. While the table fits into the cache, that is one.
    /// Otherwise it is several of equal *f*, so that the look-ups of their successors wait for
    /// memory at the same time.
    ///
    /// None of them leads to a later one at a lower cost, because the path cost of a later one is
    /// no higher.
    #[inline]
    fn take_batch(&mut self) -> Result<(), Halt> {
        let most =
            if self.states.table.len() < BATCHES_FROM { 1 } else { <Sum as Evaluation>::BATCH };
        if self.batch.len() < most {
            self.make_room_for_batch(most)?;
        }
        self.waiting = 0..0;
        let mut first = None;
        while self.waiting.end < most {
            let index = self.waiting.end;
            let States { table, open, .. } = &mut self.states;
            if let Some(first) = first {
                let highest = self.batch[index - 1].path_cost;
                let may_follow = |OpenNumber { number, f }| {
                    // An entry that is no longer open is taken off as well, and skipped.
                    let is_cheap = |(_, path_cost)| f == first && path_cost <= highest;
                    table.open_state(number).is_none_or(is_cheap)
                };
                if !open.peek().is_some_and(may_follow) {
                    break;
                }
            }
            let Some(OpenNumber { number, f }) = open.pop(true) else { break };
            let Some((state, path_cost)) = table.open_state(number) else { continue };
            (first, self.proven_f) = (Some(f), self.proven_f.max(f));
            self.waiting.end += 1;
            let allowance = self.allowance();
            let taken = &mut self.batch[index];
            (taken.number, taken.state, taken.path_cost) = (number, state, path_cost);
            taken.is_reported = false;
            // If the successors do not fit now, they may when the state is expanded.
            if allowance.and_then(|bytes| taken.collect(&self.space, bytes)).is_err() {
                break;
            }
        }
        if first.is_none() {
            self.proven_f = Cost::MAX;
            return Err(exhausted(self.states.overflowed).into());
        }
        if most > 1 {
            let waiting = self.batch[self.waiting.clone()].iter();
            let successors = waiting.flat_map(|taken| taken.successors.list());
            self.states.table.touch(successors.map(|successor| successor.packed_key));
        }
        Ok(())
    }

    #[cold]
    fn make_room_for_batch(&mut self, most: usize) -> Result<(), Full> {
        let (additional, mut allowance) = (most - self.batch.len(), self.allowance()?);
        let bytes = size_of::<BatchNode<P::State>>();
        make_room(&mut self.batch, additional, bytes, &mut allowance)?;
        let state = self.states.initial;
        self.batch.resize_with(most, || BatchNode {
            number: 0,
            state,
            path_cost: 0,
            is_reported: false,
            successors: Successors::new(),
        });
        Ok(())
    }

    /// Makes room for the successors of the next state, after they are collected.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self) -> Result<(), Halt> {
        let index = self.waiting.start;
        if !self.batch[index].successors.is_collected {
            let allowance = self.allowance()?;
            self.batch[index].collect(&self.space, allowance)?;
        }
        self.grow(self.batch[index].successors.list().len())
    }

    /// Makes room for `additional` states.
    #[cold]
    fn grow(&mut self, additional: usize) -> Result<(), Halt> {
        if additional <= self.states.table.room() {
            return Ok(());
        }
        let count = self.states.table.len();
        self.control.has_time_to_grow(count)?;
        let numbers = self.states.table.reserve(additional, self.allowance()?)?;
        self.states.open.renumber(|number| numbers.replace(number));
        let waiting = self.batch[self.waiting.clone()].iter_mut();
        waiting.for_each(|taken| taken.number = numbers.replace(taken.number));
        self.control.note_growth(count);
        Ok(())
    }

    /// Reports something about a state that was reached.
    fn report_reached(&self, kind: EventKind, state: &P::State, path_cost: Cost) {
        if P::IS_OBSERVED {
            let parent = self.states.parent(&self.space, state);
            report(&self.space, kind, state, parent.as_ref(), path_cost.into());
        }
    }

    /// How many more bytes may be used.
    #[inline]
    fn allowance(&self) -> Result<usize, Full> {
        self.control.allowance(|| self.bytes())
    }

    /// How many bytes the open list may use.
    #[inline]
    fn open_limit(&self) -> Result<usize, Full> {
        Ok(list_limit(self.allowance()?, || self.states.open.bytes()))
    }

    fn bytes(&self) -> usize {
        let successors: usize = self.batch.iter().map(|taken| taken.successors.bytes()).sum();
        self.states.bytes() + self.batch.capacity() * size_of::<BatchNode<P::State>>() + successors
    }
}

impl<P: BidirectionalSpace<State: Copy + Eq + Hash>> Stepwise for CompactSearch<P> {
    /// Expands the next state, if it is not a goal.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        self.states.assert_complete();
        if self.states.table.len() == 0 {
            self.begin()?;
        }
        if self.waiting.is_empty() {
            self.take_batch()?;
        }
        let index = self.waiting.start;
        let &BatchNode { state, path_cost, ref successors, .. } = &self.batch[index];
        let room = self.states.table.room();
        let is_ready = successors.is_collected && successors.list().len() <= room;
        if self.space.is_goal(&state) {
            self.report_reached(EventKind::Goal, &state, path_cost);
            (self.states.best, self.states.best_rank) = (state, Rank::new(path_cost, 0));
            return Err(End::Solved.into());
        }
        if !is_ready {
            self.make_room()?;
        }
        let open_limit = self.open_limit()?;
        if P::IS_OBSERVED && !self.batch[index].is_reported {
            self.report_reached(EventKind::Expanded, &state, path_cost);
            self.batch[index].is_reported = true;
        }
        let Self { space, states, batch, .. } = &mut *self;
        let BatchNode { number, successors, .. } = &mut batch[index];
        states.table.close(*number);
        successors.add_each(|next| states.add(space, (&state, path_cost), next, open_limit))?;
        self.states.counters.count_expansion();
        self.waiting.start += 1;
        Ok(())
    }

    answers!(|search| search; control);

    fn give_back(&mut self) {
        (self.states.table, self.states.open) = (CostTable::default(), NumberQueue::default());
        self.batch = Vec::new();
        self.capacity = self.wanted;
    }

    fn pause(&mut self) {
        if self.control.answer.is_none() && self.waiting.is_empty() {
            self.proven_f = self.proven_f.max(self.states.open.lowest_f().unwrap_or(0));
        }
    }
}

impl<P: BidirectionalSpace<State: Copy + Eq + Hash>> Search for CompactSearch<P> {
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        self.control.statistics(self.states.counters, self.bytes())
    }

    fn lower_bound(&self) -> Cost {
        self.control.lower_bound(self.proven_f.max(self.root_estimate), || self.cost())
    }

    fn path(&self) -> Vec<P::State> {
        self.states.path(&self.space).0
    }

    fn cost(&self) -> Cost {
        self.states.path(&self.space).1
    }

    fn has_solution(&self) -> bool {
        self.control.is_solved()
    }

    fn restart(&mut self, initial: P::State) {
        self.root_estimate = self.space.estimate(&initial);
        self.states.restart(initial, self.root_estimate);
        self.batch.iter_mut().for_each(|taken| taken.successors.clear());
        (self.waiting, self.proven_f) = (0..0, 0);
        self.control.restart();
        self.end_restart();
    }
}

reuse_and_debug!(
    [P: BidirectionalSpace<State: Copy + Eq + Hash>] CompactSearch<P>, BidirectionalSpace,
    space; wanted, capacity, states, batch, waiting, root_estimate, proven_f, control
);
