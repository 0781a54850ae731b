//! The search for the Pareto set.

use std::cmp::Reverse;
use std::hash::Hash;
use std::{array, iter, mem};

use super::ParetoAStar;
use super::front::Front;
use crate::frontier::{Arena, Full, NodeId, QuickHeap, StateTable, discard, make_room};
use crate::search::control::{Control, Halt, Stepwise, exhausted};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::key::{key, unpacked_key};
use crate::search::rank::Rank;
use crate::search::reached::{Initial, OtherMemory, from_root, grow, report};
use crate::search::successors::{Successor, Successors};
use crate::search::{Algorithm, End, Search};
use crate::{Cost, DEAD_END, EventKind, MultiObjectiveSpace, StateSpace, Statistics};

/// A search for the Pareto set in progress, started by [`ParetoAStar`].
///
/// The nodes of this search are *labels*: a state has one for each vector of costs at which it was
/// reached and that is not dominated. Statistics count labels. The number of a node in an
/// [`Event`](crate::Event) is that of its state, in the order in which states were reached first.
#[derive(Clone)]
pub struct ParetoSearch<P: StateSpace, const D: usize> {
    pub(crate) space: P,
    options: ParetoAStar<D>,
    table: StateTable<P::State, Record<D>>,
    /// The labels that were expanded, and those of solutions. In A\*, also those that are open.
    labels: Arena<Label<D>>,
    open: QuickHeap<Open<D>>,
    /// The label under expansion.
    taken: Option<Label<D>>,
    /// The number of the label under expansion, once the label is stored.
    stored: Option<NodeId>,
    /// The states to add, each with the costs of its step. A state without costs is the one that
    /// the next state is compared by.
    successors: Successors<P::State, Option<[Cost; D]>>,
    /// The labels of the solutions, in the order in which they were found.
    found: Vec<NodeId>,
    solutions: Front<D>,
    /// Whether labels may come in another order than that of the first cost.
    compares_first: bool,
    /// The maximum over time of the lowest *f* in the open list, in lexicographic order.
    highest: [Cost; D],
    /// The most promising label seen.
    best: Label<D>,
    best_rank: Rank,
    /// The counters that are kept during the search. The open labels, the memory and the time are
    /// added when the statistics are read.
    counters: Statistics,
    /// Whether a path was pruned because a cost is too high for a `u32`.
    overflowed: bool,
    /// The heap memory of the states, and of the vectors in their records.
    heap_bytes: usize,
    control: Control,
}

/// What is known of a state.
#[derive(Clone, Debug)]
struct Record<const D: usize> {
    estimates: [Cost; D],
    /// The state that stands for all those with which this one is compared. Its record has the
    /// vectors of all of them.
    compared_by: NodeId,
    front: Front<D>,
}

/// A path to a state that was expanded.
#[derive(Clone, Copy, Debug)]
struct Label<const D: usize> {
    parent: Option<NodeId>,
    state: NodeId,
    costs: [Cost; D],
}

impl<const D: usize> Label<D> {
    const ROOT: Self = Self { parent: None, state: NodeId::FIRST, costs: [0; D] };
}

/// A path to a state. The lowest *f* comes first, and among equals the newest parent; in A\*, the
/// lowest estimate, and then the newest label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Open<const D: usize> {
    /// The costs of the path plus the estimates of the state.
    f: [Cost; D],
    /// The number of the parent. In A\*, by how much the estimate is less than the highest cost.
    rank: Reverse<u32>,
    /// The state. In A\*, the label, which is stored from now on.
    id: Reverse<NodeId>,
}

/// A vector of the Pareto set, with one of its paths.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParetoSolution<S, const D: usize> {
    /// The costs of the path.
    pub costs: [Cost; D],
    /// The states on it, both ends included.
    pub states: Vec<S>,
}

impl<P: MultiObjectiveSpace<D, State: Hash + Eq>, const D: usize> Algorithm<P> for ParetoAStar<D> {
    type Search = ParetoSearch<P, D>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        ParetoSearch {
            space,
            options: *self,
            table: StateTable::default(),
            labels: Arena::default(),
            open: QuickHeap::default(),
            taken: None,
            stored: None,
            successors: Successors::new(),
            found: Vec::new(),
            solutions: Front::default(),
            compares_first: D == 1 || P::HAS_DOMINANCE,
            highest: [0; D],
            best: Label::ROOT,
            best_rank: Rank::LAST,
            counters: Statistics::default(),
            overflowed: false,
            heap_bytes: 0,
            control: Control::default(),
        }
        .started(initial)
    }
}

impl<P: MultiObjectiveSpace<D, State: Hash + Eq>, const D: usize> ParetoSearch<P, D> {
    /// Whether the search is A\*: a label dominates others once it is added, not once it is
    /// expanded. So a state has one path, the cheapest.
    const IS_A_STAR: bool = D == 1 && !P::HAS_DOMINANCE;

    /// The vectors of the Pareto set that were found so far, in lexicographic order.
    pub fn costs(&self) -> impl ExactSizeIterator<Item = [Cost; D]> {
        self.found.iter().map(|&label| self.labels[label].costs)
    }

    /// The vectors that were found so far, each with a path.
    pub fn solutions(&self) -> impl ExactSizeIterator<Item = ParetoSolution<P::State, D>> {
        self.found.iter().map(|&id| {
            let label = &self.labels[id];
            ParetoSolution { costs: label.costs, states: self.path_to(label) }
        })
    }

    /// The proven lower bound: no vector that is still to be found is lower, in lexicographic
    /// order. All of its costs are `u32::MAX` once there are no more vectors.
    pub fn bound(&self) -> [Cost; D] {
        self.highest
    }

    /// The first solution. Before there is one, the most promising label seen.
    fn first(&self) -> &Label<D> {
        self.found.first().map_or(&self.best, |&id| &self.labels[id])
    }

    /// The states from the initial one to that of a label.
    fn path_to(&self, label: &Label<D>) -> Vec<P::State> {
        let parent = |label: &&Label<D>| label.parent.map(|id| &self.labels[id]);
        let labels = iter::successors(Some(label), parent);
        from_root(labels, |label| self.table.states[label.state].clone())
    }

    /// Whether a path to `state` at these costs, and with this *f*, is dominated: by a path to a
    /// state that is as good, which costs no more, or by a solution.
    #[inline]
    fn is_dominated(&self, state: NodeId, costs: &[Cost; D], f: &[Cost; D]) -> bool {
        let Self { space, options, table, solutions, compares_first, .. } = self;
        let is_as_good = |other| {
            other == state
                || P::HAS_DOMINANCE && space.dominates(&table.states[other], &table.states[state])
        };
        let front = &table.nodes[table.nodes[state].compared_by].front;
        let stretched = f.map(|f| options.factor.stretch(f));
        // No solution that is still to be found has a lower first cost.
        solutions.covers(&stretched, false, |_| true)
            || front.covers(costs, *compares_first, is_as_good)
    }

    /// Takes the next label off the open list. If it is dominated, it is dropped.
    #[inline]
    fn take(&mut self) -> Result<(), Halt> {
        let Some(&Open { f, rank: Reverse(rank), id: Reverse(id) }) = self.open.peek() else {
            self.highest = [Cost::MAX; D];
            let is_solved = self.has_solution();
            return Err(if is_solved { End::Solved } else { exhausted(self.overflowed) }.into());
        };
        let (parent, state) = if Self::IS_A_STAR {
            (self.labels[id].parent, self.labels[id].state)
        } else {
            (NodeId::from_number(rank), id)
        };
        let Record { estimates, front, .. } = &self.table.nodes[state];
        let costs = array::from_fn(|cost| f[cost] - estimates[cost]);
        let is_dominated = if Self::IS_A_STAR {
            !front.is_only(&costs)
        } else {
            self.is_dominated(state, &costs, &f)
        };
        self.open.pop();
        self.highest = self.highest.max(f);
        let label = Label { parent, state, costs };
        if is_dominated {
            self.counters.duplicates += 1;
            self.counters.dequeued += 1;
            self.report(EventKind::Duplicate, &label);
        } else {
            (self.taken, self.stored) = (Some(label), None);
        }
        Ok(())
    }

    /// Collects the successors of a label, and makes room to store their states.
    fn collect(&mut self, label: &Label<D>) -> Result<(), Halt> {
        let allowance = self.allowance()?;
        let Self { space, table, labels, successors, .. } = self;
        let StateTable { states, numbers, .. } = table;
        let previous = label.parent.map(|parent| &states[labels[parent].state]);
        successors.begin(allowance);
        space.for_each_step(&states[label.state], previous, |state, costs| {
            if P::HAS_DOMINANCE {
                successors.collect_for(space, numbers, space.comparable(&state), None);
            }
            successors.collect_for(space, numbers, state, Some(costs));
        });
        let count = successors.end()?;
        if count <= table.room() {
            return Ok(());
        }
        let other = OtherMemory::in_use(self.other_bytes());
        grow(&mut self.control, &mut self.table, count, other)
    }

    /// Stores a label that is to be expanded. From now on, paths to its state that cost no less are
    /// dominated.
    #[inline]
    fn store(&mut self, label: Label<D>) -> Result<NodeId, Full> {
        if Self::IS_A_STAR {
            return self.push_label(label);
        }
        let compared_by = self.table.nodes[label.state].compared_by;
        let allowance = self.allowance()?;
        let front = &mut self.table.nodes[compared_by].front;
        let before = front.bytes();
        let reserved = front.reserve(self.compares_first, allowance);
        self.heap_bytes += front.bytes() - before;
        reserved?;
        let id = self.push_label(label)?;
        let front = &mut self.table.nodes[compared_by].front;
        front.add(label.costs, self.compares_first, label.state);
        Ok(id)
    }

    #[inline]
    fn push_label(&mut self, label: Label<D>) -> Result<NodeId, Full> {
        if self.labels.room() == 0 {
            self.labels.reserve(1, self.allowance()?)?;
        }
        let id = self.labels.next_id();
        self.labels.push(label);
        Ok(id)
    }

    /// Notes a solution.
    #[cold]
    fn solve(&mut self, label: Label<D>) -> Result<(), Halt> {
        let mut allowance = self.allowance()?;
        make_room(&mut self.found, 1, size_of::<NodeId>(), &mut allowance)?;
        self.solutions.reserve(false, self.allowance()?)?;
        let id = self.push_label(label)?;
        self.found.push(id);
        // Solutions are compared whatever their states.
        self.solutions.add(label.costs, false, NodeId::FIRST);
        self.taken = None;
        self.counters.dequeued += 1;
        // With one cost there is no other.
        let is_last = self.options.is_first_enough || D == 1;
        self.control.answer = is_last.then_some(End::Solved);
        self.report(EventKind::Goal, &label);
        if is_last { Err(End::Solved.into()) } else { Ok(()) }
    }

    /// The number of a state, which is stored if it is new. There is room for it.
    #[inline]
    fn id_of(&mut self, state: P::State, packed_key: u64, compared_by: Option<NodeId>) -> NodeId {
        let place = self.table.locate(&state, unpacked_key(&self.space, &state, packed_key));
        if let Some(id) = place.newest {
            discard(state);
            return id;
        }
        let estimates = self.space.estimates(&state);
        self.heap_bytes += self.space.heap_bytes(&state);
        let id = self.table.next_id();
        let compared_by = compared_by.unwrap_or(id);
        let record = Record { estimates, compared_by, front: Front::default() };
        self.table.insert(place, state, record, 0);
        id
    }

    /// Adds a successor of a label to the open list, unless it is dominated or pruned. There is
    /// room for it.
    #[inline]
    fn add(&mut self, parent: &Label<D>, state: NodeId, step: [Cost; D]) {
        self.counters.generated += 1;
        let estimates = self.table.nodes[state].estimates;
        let (mut costs, mut f) = ([0; D], [0; D]);
        let (mut is_within, mut fits) = (true, true);
        for cost in 0..D {
            let sum = u64::from(parent.costs[cost]) + u64::from(step[cost]);
            let total = sum + u64::from(estimates[cost]);
            let most = self.options.most[cost];
            is_within &= estimates[cost] < DEAD_END && (total <= most.into() || most == Cost::MAX);
            fits &= total <= Cost::MAX.into();
            costs[cost] = u32::try_from(sum).unwrap_or(Cost::MAX);
            f[cost] = u32::try_from(total).unwrap_or(Cost::MAX);
        }
        let label = Label { parent: self.stored, state, costs };
        if !is_within {
            return self.report(EventKind::Pruned, &label);
        }
        let expected = self.table.nodes[parent.state].estimates[0];
        self.compares_first |= estimates[0].saturating_add(step[0]) < expected;
        if self.is_dominated(state, &costs, &f) {
            self.counters.duplicates += 1;
            return self.report(EventKind::Duplicate, &label);
        }
        if !fits {
            self.overflowed = true;
            return self.report(EventKind::Pruned, &label);
        }
        self.push_open(f, label);
        self.counters.enqueued += 1;
        let rank = Rank::new(costs[0], estimates[0]);
        if rank < self.best_rank {
            (self.best, self.best_rank) = (label, rank);
        }
        self.report(EventKind::Generated, &label);
    }

    /// Reports what happens to a label. What is pruned has the number of its parent.
    #[inline]
    fn report(&self, kind: EventKind, label: &Label<D>) {
        if P::IS_OBSERVED {
            let parent = label.parent.map(|parent| self.labels[parent].state.index());
            let node = parent.filter(|_| kind == EventKind::Pruned);
            let node = node.unwrap_or(label.state.index());
            let state = &self.table.states[label.state];
            report(&self.space, kind, (node, parent), (state, label.costs[0].into()));
        }
    }

    /// Adds a label to the open list. There is room for it.
    #[inline]
    fn push_open(&mut self, f: [Cost; D], label: Label<D>) {
        let Label { parent, state, costs } = label;
        let (mut rank, mut id) = (parent.map_or(0, NodeId::number), state);
        if Self::IS_A_STAR {
            let record = &mut self.table.nodes[state];
            record.front.add(costs, true, state);
            (rank, id) = (Cost::MAX - record.estimates[0], self.labels.next_id());
            self.labels.push(label);
        }
        self.open.push(Open { f, rank: Reverse(rank), id: Reverse(id) });
    }

    /// The label of the initial state. It is added whatever its estimates are.
    fn push_root(&mut self) {
        // A failure is ignored: memory for one node is assumed, as is memory for the search.
        let _ = self.open.reserve(usize::MAX).and_then(|()| self.labels.reserve(1, usize::MAX));
        let f = self.table.nodes[NodeId::FIRST].estimates;
        self.push_open(f, Label::ROOT);
    }

    fn allowance(&self) -> Result<usize, Full> {
        self.control.allowance(|| self.table.bytes() + self.other_bytes())
    }

    /// The memory in use outside of the table of states.
    fn other_bytes(&self) -> usize {
        let found = self.found.capacity() * size_of::<NodeId>() + self.solutions.bytes();
        let labels = self.labels.bytes() + self.open.bytes();
        self.heap_bytes + labels + found + self.successors.bytes()
    }
}

impl<P: MultiObjectiveSpace<D, State: Hash + Eq>, const D: usize> Stepwise for ParetoSearch<P, D> {
    /// Expands the next label, if it is neither dominated nor a solution.
    ///
    /// It stays `taken` until all of its successors are added: memory may be short, and the space
    /// or a state may panic. Then the rest is done at the next step.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        if self.taken.is_none() {
            self.take()?;
        }
        let Some(label) = self.taken else { return Ok(()) };
        if self.stored.is_none() && self.space.is_goal(&self.table.states[label.state]) {
            return self.solve(label);
        }
        self.collect(&label)?;
        if self.stored.is_none() {
            self.stored = Some(self.store(label)?);
            self.report(EventKind::Expanded, &label);
        }
        // After a panic, all successors are collected again. What was added before is then
        // dominated.
        let collected = self.successors.bytes();
        let allowance = |search: &Self| {
            search.control.allowance(|| search.table.bytes() + search.other_bytes() + collected)
        };
        let mut successors = mem::replace(&mut self.successors, Successors::new());
        let mut compared_by = None;
        let added = successors.add_each(|Successor { state, step_cost: step, packed_key }| {
            if self.open.room() == 0 {
                self.open.reserve(allowance(self)?)?;
            }
            if Self::IS_A_STAR && self.labels.room() == 0 {
                self.labels.reserve(1, allowance(self)?)?;
            }
            let id = self.id_of(state, packed_key, compared_by.take());
            match step {
                Some(step) => self.add(&label, id, step),
                None => compared_by = Some(id),
            }
            Ok::<(), Full>(())
        });
        self.successors = successors;
        added?;
        self.taken = None;
        self.counters.expanded += 1;
        self.counters.dequeued += 1;
        self.counters.largest_open = self.counters.largest_open.max(self.open.len() as u64);
        Ok(())
    }

    answers!(|search| search; control);

    fn give_back(&mut self) {
        self.table.renew(|root| key(&self.space, root));
        (self.labels, self.open) = (Arena::default(), QuickHeap::default());
        (self.successors, self.found) = (Successors::new(), Vec::new());
        self.solutions = Front::default();
        self.push_root();
    }

    fn pause(&mut self) {
        if self.control.answer.is_none() && self.taken.is_none() {
            let lowest = self.open.peek().map_or(self.highest, |open| open.f);
            self.highest = self.highest.max(lowest);
        }
    }
}

impl<P: MultiObjectiveSpace<D, State: Hash + Eq>, const D: usize> Search for ParetoSearch<P, D> {
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        let open = self.open.len() as u64 + u64::from(self.taken.is_some());
        let largest_open = self.counters.largest_open.max(open);
        let (bytes, elapsed) = (self.table.bytes() + self.other_bytes(), self.control.elapsed);
        Statistics { open, largest_open, bytes, elapsed, ..self.counters }
    }

    fn lower_bound(&self) -> Cost {
        if self.has_solution() { self.highest[0].min(self.cost()) } else { self.highest[0] }
    }

    fn path(&self) -> Vec<P::State> {
        self.path_to(self.first())
    }

    fn cost(&self) -> Cost {
        self.first().costs[0]
    }

    fn has_solution(&self) -> bool {
        !self.found.is_empty()
    }

    fn restart(&mut self, initial: P::State) {
        let initial = Initial::new(&self.space, initial);
        let estimates = self.space.estimates(&initial.state);
        self.successors.clear();
        self.control.begin_restart();
        self.labels.clear();
        self.open.clear();
        self.found.clear();
        self.solutions = Front::default();
        (self.taken, self.compares_first) = (None, D == 1 || P::HAS_DOMINANCE);
        self.highest = estimates;
        (self.best, self.best_rank) = (Label::ROOT, Rank::new(0, initial.estimate));
        (self.overflowed, self.heap_bytes) = (false, initial.heap_bytes);
        self.counters =
            Statistics { generated: 1, enqueued: 1, largest_open: 1, ..Statistics::default() };
        let record = Record { estimates, compared_by: NodeId::FIRST, front: Front::default() };
        self.table.restart(initial.state, initial.key, record, true);
        self.push_root();
        self.control.restart();
        self.end_restart();
        self.report(EventKind::Generated, &Label::ROOT);
    }
}

reuse_and_debug!(
    [P: MultiObjectiveSpace<D, State: Hash + Eq>, const D: usize] ParetoSearch<P, D>, StateSpace,
    space; options, table, labels, open, taken, stored, successors, found, solutions,
    compares_first, highest, best, best_rank, counters, overflowed, heap_bytes, control
);
