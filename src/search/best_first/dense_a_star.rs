//! A\* in an array, for spaces that number their states.

mod front;

use std::{iter, mem};

use front::{DenseNode, Front, report};

use super::closed::Closed;
use super::{Evaluation, Reopening, Sum};
use crate::frontier::{Full, NumberQueue, OpenNumber, Priority};
use crate::search::control::{Control, Halt, Stepwise, exhausted};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::rank::Rank;
use crate::search::reached::from_root;
use crate::search::{Algorithm, End, Search};
use crate::{Cost, DEAD_END, EventKind, NumberedSpace, Statistics};

/// Best-first search in an array, for spaces that [number their states](NumberedSpace): the node of
/// a state is kept at the number of the state.
///
/// [`DenseAStar`] is A\*, [`UniformCost::dense`](super::UniformCost::dense) Dijkstra's algorithm,
/// and [`WeightedAStar::dense`](super::WeightedAStar::dense) weighted A\*.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dense<E = Sum> {
    pub(super) evaluation: E,
}

/// A\* for a space that [numbers its states](NumberedSpace): the node of a state is kept in an
/// array, at the number of the state.
///
/// It answers as [`GraphAStar`](super::GraphAStar) does, but stores no states: a node takes 10
/// bytes. Use it for many queries in one space of up to some millions of states. On maps it is 1.4
/// to 2.4 times as fast.
///
/// Among nodes of equal *f*, the one generated last is expanded first.
///
/// # Guarantees
///
/// - **Optimal** if the heuristic is admissible; it need not be consistent. A state is expanded
///   again if a cheaper path to it is found.
/// - **Complete.** If there is no solution, the search ends with a proof.
///
/// # Complexity
///
/// As [`GraphAStar`](super::GraphAStar). The first query also takes time for every
/// [number](NumberedSpace::numbers) of the space, to make the array. Of later queries in the same
/// memory, only one in 32,767 does.
///
/// # Memory
///
/// 10 bytes for each number of the space, whether or not its state is reached, and 4 to 6 bytes for
/// each open node, or up to 18 if the range of *f* is wide.
///
/// # Panics
///
/// A search panics if a state has no number below [`numbers`](NumberedSpace::numbers), or if the
/// space gives no state for the number of a state: the space breaks its contract.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "grid-maps")] {
/// use bestfirst::Solver;
/// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
/// use bestfirst::search::{DenseAStar, Memory};
///
/// let map: GridMap = "
/// ....
/// .##.
/// ....
/// ".parse().unwrap();
/// let start = map.cell(0, 1).unwrap();
/// let mut memory = Memory::new();
/// let costs = [(3, 0), (3, 2), (0, 0)].map(|(x, y)| {
///     let space = GridSpace::new(&map, Steps::eight(), map.cell(x, y).unwrap());
///     let query = Solver::builder_in(space, start).algorithm(DenseAStar::new());
///     query.solve_in(&mut memory).cost()
/// });
/// assert_eq!(costs, [Some(4000), Some(4000), Some(1000)]);
/// # }
/// ```
///
/// # Reference
///
/// E. Burns, M. Hatem, M. J. Leighton and W. Ruml, "Implementing fast heuristic search code",
/// *`SoCS`* 2012, measure what the details of an implementation are worth.
pub type DenseAStar = Dense<Sum>;

impl Dense<Sum> {
    /// A\*, which has no options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<P: NumberedSpace, E: Evaluation> Algorithm<P> for Dense<E> {
    type Search = DenseSearch<P, E>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        DenseSearch::new(space, initial, self.evaluation)
    }
}

/// A search in progress, started by [`Dense`].
#[derive(Clone)]
pub struct DenseSearch<P: NumberedSpace, E = Sum> {
    pub(super) space: P,
    evaluation: E,
    initial: P::State,
    /// The node of each number.
    nodes: Vec<DenseNode>,
    /// The mark of each number. Marks are apart from the nodes, so that more of them are in the
    /// cache: most successors are new, and of these nothing else is read.
    marks: Vec<u16>,
    /// The mark of open nodes. Closed nodes have the next one, and nodes of earlier searches have
    /// lower ones. So only one restart in 32,767 clears them.
    mark: u16,
    front: Front,
    root_estimate: u32,
    /// The maximum over time of the lowest *f* in the open list.
    proven_f: u32,
    /// The number of the state that is expanded next, if memory ended or a state panicked when it
    /// was expanded before.
    waiting: Option<u32>,
    control: Control,
}

impl<P: NumberedSpace, E: Evaluation> DenseSearch<P, E> {
    /// Whether closed nodes may have to be put back on the open list.
    const PUTS_BACK: bool = matches!(E::REOPENING, Reopening::UnlessConsistent);

    pub(super) fn new(space: P, initial: P::State, evaluation: E) -> Self {
        Self {
            space,
            evaluation,
            initial: initial.clone(),
            nodes: Vec::new(),
            marks: Vec::new(),
            mark: 0,
            front: Front::new(NumberQueue::default(), Rank::LAST),
            root_estimate: 0,
            proven_f: 0,
            waiting: None,
            control: Control::default(),
        }
        .started(initial)
    }

    /// Makes the array, and opens the root.
    #[cold]
    fn begin(&mut self) -> Result<(), Full> {
        let numbers = self.space.numbers();
        u32::try_from(numbers).map_err(|_| Full::Ids)?;
        let needed = numbers.saturating_mul(size_of::<DenseNode>() + size_of::<u16>());
        let missing =
            needed.saturating_sub(self.array_bytes()).saturating_add(self.front.open.bytes());
        self.open_limit()?.checked_sub(missing).ok_or(Full::Allowance)?;
        let additional = numbers.saturating_sub(self.nodes.len());
        self.nodes.try_reserve_exact(additional).map_err(|_| Full::Allocator)?;
        self.marks.try_reserve_exact(additional).map_err(|_| Full::Allocator)?;
        self.nodes.resize(self.nodes.len() + additional, DenseNode::default());
        self.marks.resize(self.nodes.len(), 0);
        if self.mark > u16::MAX - 3 {
            self.marks.fill(0);
            self.mark = 0;
        }
        let root = number(&self.space, &self.initial);
        let priority = self.evaluation.root(self.root_estimate);
        self.front.open.set_columns(self.evaluation.highest_rank());
        self.push(root, priority)?;
        // An *f* of `u32::MAX` also stands for all higher ones.
        self.front.closed =
            if priority.f() == u32::MAX { Closed::Reopen } else { Closed::by::<E>() };
        self.mark += 2;
        self.set_root(root);
        self.front.best = Some(root);
        report(&self.space, EventKind::Generated, (root, None), (&self.initial, 0));
        Ok(())
    }

    /// Sets the node of an initial state.
    fn set_root(&mut self, number: u32) {
        self.nodes[number as usize] = DenseNode { path_cost: 0, parent: number };
        self.marks[number as usize] = self.mark;
    }

    /// Adds another initial state, right after a restart.
    pub(super) fn add_initial(&mut self, initial: &P::State) -> Result<(), Full> {
        self.control.begin();
        if self.front.best.is_none() {
            self.begin()?;
        }
        let number = number(&self.space, initial);
        if self.marks[number as usize] != self.mark {
            let priority = self.evaluation.root(self.space.estimate(initial));
            self.push(number, priority)?;
            self.set_root(number);
            let counters = &mut self.front.counters;
            counters.enqueued += 1;
            counters.open += 1;
            counters.largest_open = counters.open;
            report(&self.space, EventKind::Generated, (number, None), (initial, 0));
        }
        Ok(())
    }

    /// The path cost of a state, if it was reached.
    #[inline]
    pub(super) fn path_cost(&self, state: &P::State) -> Option<u32> {
        // If memory ended before the first step, the nodes are those of an earlier search.
        self.front.best?;
        let number = number(&self.space, state) as usize;
        let &mark = self.marks.get(number)?;
        (mark >= self.mark).then(|| self.nodes[number].path_cost)
    }

    /// The path cost of a state, if it is closed.
    pub(super) fn closed_cost(&self, number: u32) -> Option<u32> {
        let is_closed = self.marks[number as usize] > self.mark;
        is_closed.then(|| self.nodes[number as usize].path_cost)
    }

    /// Resets the counters, but keeps the expansions and the time of an earlier part of the work.
    pub(super) fn reset_counters(&mut self, before: Statistics) {
        let Statistics { expanded, elapsed, .. } = before;
        self.front.has_reopened |= self.front.counters.reopened > 0;
        let open = self.front.counters.open;
        let counters = Statistics { expanded, open, largest_open: open, ..Statistics::default() };
        self.front.counters = Statistics { enqueued: 1, ..counters };
        (self.front.enqueued_before, self.front.pruned) = (1, 0);
        self.control.elapsed = elapsed;
    }

    /// The same search by another evaluation function, restarted.
    pub(super) fn restarted_by(mut self, evaluation: E, initial: P::State) -> Self {
        self.evaluation = evaluation;
        self.started(initial)
    }

    /// The state before a state that was reached, unless it is an initial one.
    #[inline]
    pub(super) fn parent(&self, state: &P::State) -> Option<P::State> {
        self.parent_of(number(&self.space, state)).map(|parent| self.state(parent))
    }

    pub(super) fn path_from_root(&self, number: u32) -> Vec<P::State> {
        from_root(self.path_to(number), |number| self.state(number))
    }

    /// The states that were reached, each with its path cost.
    pub(super) fn reached(&self) -> impl Iterator<Item = (P::State, u32)> {
        let marks = self.front.best.map_or(&[][..], |_| &self.marks);
        let reached = (0..).zip(marks).filter(|&(_, &mark)| mark >= self.mark);
        reached.map(|(number, _)| (self.state(number), self.nodes[number as usize].path_cost))
    }

    /// The state of a number that the search has reached.
    #[inline]
    fn state(&self, number: u32) -> P::State {
        self.space.state(number as usize).expect("the number of a state has a state")
    }

    /// The numbers on the path to this one, back to the root.
    fn path_to(&self, number: u32) -> impl Iterator<Item = u32> + Clone {
        iter::successors(Some(number), |&number| self.parent_of(number))
    }

    /// The parent of a state that was reached, by their numbers. A root has none.
    #[inline]
    fn parent_of(&self, number: u32) -> Option<u32> {
        let DenseNode { parent, .. } = self.nodes[number as usize];
        (parent != number).then_some(parent)
    }

    /// The cost of the step from the parent of a state that was reached.
    fn step_cost(&self, number: u32) -> u32 {
        let DenseNode { parent, path_cost, .. } = self.nodes[number as usize];
        let mut least = path_cost.saturating_sub(self.nodes[parent as usize].path_cost);
        // If the parent was reopened, its path cost has become lower since it generated this state.
        // The parent may not have generated this state again, because successors may depend on the
        // state before the parent.
        let may_be_reopened = self.front.has_reopened || self.front.counters.reopened > 0;
        if may_be_reopened && parent != number {
            self.space.for_each_successor(&self.state(parent), None, |next, step_cost| {
                if self::number(&self.space, &next) == number {
                    least = least.min(step_cost);
                }
            });
        }
        least
    }

    /// Takes the next node off the open list.
    #[inline]
    fn take(&mut self) -> Result<Option<u32>, Full> {
        if Self::PUTS_BACK {
            self.put_back_closed()?;
        }
        loop {
            let Some(OpenNumber { number, f }) = self.front.open.pop(self.has_columns()) else {
                // Cheaper paths were dropped. With them, a path that was pruned for its cost may
                // cost less.
                let has_left_out = self.front.closed == Closed::StayAtHigherCost;
                if Self::PUTS_BACK && has_left_out && self.front.overflowed {
                    self.front.closed.end();
                    self.put_back_closed()?;
                    continue;
                }
                return Ok(None);
            };
            if self.marks[number as usize] == self.mark {
                self.proven_f = self.proven_f.max(f);
                return Ok(Some(number));
            }
        }
    }

    /// Puts closed nodes back on the open list, if that has begun. If memory ends or a state
    /// panics, the next call goes on from there.
    #[inline]
    fn put_back_closed(&mut self) -> Result<(), Full> {
        let Closed::PutBackFrom(first) = self.front.closed else { return Ok(()) };
        #[expect(clippy::cast_possible_truncation, reason = "a number has 32 bits")]
        for number in first as u32..self.nodes.len() as u32 {
            self.front.closed = Closed::PutBackFrom(number as usize);
            let Some(path_cost) = self.closed_cost(number) else { continue };
            let state = self.state(number);
            let estimate = self.space.estimate(&state);
            let priority = self.evaluation.priority(path_cost.into(), estimate);
            let priority = priority.unwrap_or_else(|| self.evaluation.root(estimate));
            self.push(number, priority)?;
            self.marks[number as usize] = self.mark;
            let counters = &mut self.front.counters;
            counters.enqueued += 1;
            counters.reopened += 1;
            counters.open += 1;
            self.front.closed = Closed::PutBackFrom(number as usize + 1);
            let parent = self.parent_of(number);
            report(&self.space, EventKind::Reopened, (number, parent), (&state, path_cost.into()));
        }
        self.front.closed = Closed::Reopen;
        Ok(())
    }

    /// Adds the successors of a node and closes it.
    #[inline]
    fn expand(&mut self, number: u32, state: &P::State) -> Result<(), Full> {
        let open_limit = self.open_limit()?;
        let DenseNode { path_cost, parent, .. } = self.nodes[number as usize];
        let previous = (parent != number).then(|| self.state(parent));
        let watches = Self::PUTS_BACK && !self.space.estimate_is_consistent_both_ways();
        let before = if watches { self.space.estimate(state) } else { 0 };
        let has_columns = self.has_columns();
        let Self { space, evaluation, nodes, marks, front, mark, .. } = self;
        let (space, evaluation, mark) = (&*space, *evaluation, *mark);
        // With equal lengths, one bounds check is enough for both.
        let (nodes, marks) = (&mut nodes[..marks.len()], &mut marks[..]);
        let (mut generated, mut pruned, mut refused) = (0, front.pruned_here, None);
        space.for_each_successor(state, previous.as_ref(), |next, step_cost| {
            generated += 1;
            let to = self::number(space, &next);
            let (node, node_mark) = (&mut nodes[to as usize], &mut marks[to as usize]);
            let known = if *node_mark >= mark { u64::from(node.path_cost) } else { u64::MAX };
            let cost = u64::from(path_cost) + u64::from(step_cost);
            let is_cheaper = cost < known;
            let estimate = if is_cheaper || watches { space.estimate(&next) } else { 0 };
            let may_end = watches && estimate != DEAD_END;
            if may_end && !evaluation.is_consistent(before, step_cost, estimate) {
                front.closed.end();
            }
            let is_dropped =
                !is_cheaper || (Self::PUTS_BACK && front.closed.drops_path(*node_mark > mark));
            let kind = if is_dropped {
                EventKind::Duplicate
            } else if refused.is_some() {
                return;
            } else if let Some(priority) = evaluation.priority(cost, estimate) {
                if let Err(full) = front.open.push_within(to, priority, has_columns, open_limit) {
                    refused = Some(full);
                    (front.reported, front.pruned_here) = (generated, pruned);
                    return;
                }
                #[expect(clippy::cast_possible_truncation, reason = "it has a priority")]
                let path_cost = cost as u32;
                *node = DenseNode { path_cost, parent: number };
                let mark_before = mem::replace(node_mark, mark);
                let rank = Rank::new(path_cost, estimate);
                front.note_opened::<E>(to, priority.f(), rank, mark_before, mark)
            } else {
                front.overflowed |= estimate < DEAD_END;
                // If the node is expanded once more, nothing is counted twice.
                pruned += u64::from(generated >= front.reported);
                EventKind::Pruned
            };
            // Nor is anything reported twice.
            if P::IS_OBSERVED && refused.is_none() && generated >= front.reported {
                let node = if kind == EventKind::Pruned { number } else { to };
                report(space, kind, (node, Some(number)), (&next, cost));
                (front.reported, front.pruned_here) = (generated + 1, pruned);
            }
        });
        drop(previous);
        if let Some(full) = refused {
            return Err(full);
        }
        marks[number as usize] = mark + 1;
        front.pruned_here = pruned;
        front.count_expansion(generated);
        Ok(())
    }

    /// Adds a number to the open list.
    fn push(&mut self, number: u32, priority: Priority) -> Result<(), Full> {
        let limit = self.open_limit()?;
        self.front.open.push_within(number, priority, self.has_columns(), limit)
    }

    /// Whether the open list has columns. Mostly this is a constant.
    #[inline]
    fn has_columns(&self) -> bool {
        self.evaluation.highest_rank() > 0
    }

    /// How many bytes the open list may use.
    #[inline]
    fn open_limit(&self) -> Result<usize, Full> {
        self.control.allowance(|| self.array_bytes())
    }

    fn array_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<DenseNode>() + self.marks.capacity() * size_of::<u16>()
    }

    fn bytes(&self) -> usize {
        self.array_bytes() + self.front.open.bytes()
    }
}

/// The number of a state.
#[inline]
pub(super) fn number<P: NumberedSpace>(space: &P, state: &P::State) -> u32 {
    // An index that no array has.
    let number = space.number(state).unwrap_or(usize::MAX);
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl<P: NumberedSpace, E: Evaluation> Stepwise for DenseSearch<P, E> {
    /// Expands the next node, if it is not a goal.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        if self.front.best.is_none() {
            self.begin()?;
        }
        if self.waiting.is_none() {
            self.waiting = self.take()?;
            let front = &mut self.front;
            (front.enqueued_before, front.pruned_here) = (front.counters.enqueued, 0);
            front.reported = 0;
        }
        let Some(number) = self.waiting else {
            self.proven_f = u32::MAX;
            return Err(exhausted(self.front.overflowed).into());
        };
        let state = self.state(number);
        let DenseNode { path_cost, .. } = self.nodes[number as usize];
        let report_as = |kind| {
            let parent = self.parent_of(number);
            report(&self.space, kind, (number, parent), (&state, path_cost.into()));
        };
        if self.space.is_goal(&state) {
            if self.front.reported == 0 {
                report_as(EventKind::Goal);
                self.front.reported = 1;
            }
            // If this panics, the search is not solved, and can be resumed.
            drop(state);
            self.front.best = Some(number);
            return Err(End::Solved.into());
        }
        if P::IS_OBSERVED && self.front.reported == 0 {
            report_as(EventKind::Expanded);
            self.front.reported = 1;
        }
        self.expand(number, &state)?;
        self.waiting = None;
        Ok(())
    }

    answers!(|search| search; control);

    fn give_back(&mut self) {
        self.front.open = NumberQueue::default();
        // The array is that of a new search, unless the space is another one.
        let is_right = self.nodes.len() == self.space.numbers();
        if !is_right || self.control.allowance(|| self.bytes()).is_err() {
            (self.nodes, self.marks) = (Vec::new(), Vec::new());
        }
    }

    fn pause(&mut self) {
        let is_complete = !matches!(self.front.closed, Closed::PutBackFrom(_));
        if self.control.answer.is_none() && self.waiting.is_none() && is_complete {
            self.proven_f = self.proven_f.max(self.front.open.lowest_f().unwrap_or(0));
        }
    }
}

impl<P: NumberedSpace, E: Evaluation> Search for DenseSearch<P, E> {
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        let Front { counters, pruned, .. } = self.front;
        let generated = counters.enqueued + counters.duplicates + pruned;
        self.control.statistics(Statistics { generated, ..counters }, self.bytes())
    }

    fn lower_bound(&self) -> Cost {
        let proven = self.evaluation.lower_bound(self.proven_f).max(self.root_estimate);
        self.control.lower_bound(proven, || self.cost())
    }

    fn path(&self) -> Vec<P::State> {
        let Some(best) = self.front.best else { return vec![self.initial.clone()] };
        self.path_from_root(best)
    }

    fn cost(&self) -> Cost {
        let path = self.front.best.into_iter().flat_map(|best| self.path_to(best));
        path.map(|number| self.step_cost(number)).sum()
    }

    fn has_solution(&self) -> bool {
        self.control.is_solved()
    }

    fn restart(&mut self, initial: P::State) {
        self.root_estimate = self.space.estimate(&initial);
        // Dropped at the end.
        let _before = mem::replace(&mut self.initial, initial);
        (self.proven_f, self.waiting) = (0, None);
        let mut open = mem::take(&mut self.front.open);
        open.clear();
        self.front = Front::new(open, Rank::new(0, self.root_estimate));
        self.control.restart();
        self.end_restart();
    }
}

reuse_and_debug!(
    [P: NumberedSpace, E: Evaluation] DenseSearch<P, E>, NumberedSpace,
    space; evaluation, initial, nodes, marks, mark, front, root_estimate, proven_f, waiting, control
);
