//! The states of a search without parents: how they are reached, and by which path.

use std::collections::HashSet;
use std::hash::Hash;

use crate::frontier::{CostTable, Full, NumberQueue, hash};
use crate::search::best_first::{Evaluation, Sum};
use crate::search::rank::Rank;
use crate::search::reached::{self, generated};
use crate::search::successors::Successor;
use crate::{BidirectionalSpace, Cost, DEAD_END, EventKind, Statistics};

/// The states reached, the open list, and the counters of the search.
#[derive(Clone)]
pub(super) struct States<S: Copy> {
    pub(super) initial: S,
    pub(super) table: CostTable<S>,
    /// The numbers of open states. A state to which a cheaper path was found is there more than
    /// once. Its entry with the lowest *f* comes first; when the others come, the state is closed,
    /// and they are skipped.
    pub(super) open: NumberQueue,
    /// The most promising state. Once solved, the goal.
    pub(super) best: S,
    pub(super) best_rank: Rank,
    pub(super) counters: Statistics,
    /// Whether a path was pruned for its cost.
    pub(super) overflowed: bool,
}

impl<S: Copy + Eq + Hash> States<S> {
    pub(super) fn new(initial: S) -> Self {
        let (table, open) = (CostTable::default(), NumberQueue::default());
        let (best, best_rank, counters) = (initial, Rank::LAST, Statistics::default());
        Self { initial, table, open, best, best_rank, counters, overflowed: false }
    }

    /// Removes all states and keeps the memory. The root is counted already.
    pub(super) fn restart(&mut self, initial: S, estimate: Cost) {
        self.table.clear();
        self.open.clear();
        self.initial = initial;
        (self.best, self.best_rank) = (initial, Rank::new(0, estimate));
        let none = Statistics::default();
        self.counters = Statistics { generated: 1, enqueued: 1, open: 1, largest_open: 1, ..none };
        self.overflowed = false;
    }

    /// Opens the initial state. There must be room in the table.
    pub(super) fn open_root(&mut self, estimate: Cost, open_limit: usize) -> Result<(), Full> {
        let initial = self.initial;
        let (number, _) = self.table.locate(&initial, hash(&initial));
        self.open.set_columns(estimate);
        self.open.push_within(number, Sum::LOW_H.root(estimate), true, open_limit)?;
        self.table.open(number, initial, 0);
        Ok(())
    }

    /// Adds a successor of `parent`, to which there is a path of this cost. There must be room in
    /// the table. The open list may use up to `open_limit` bytes.
    #[inline]
    pub(super) fn add<P: BidirectionalSpace<State = S>>(
        &mut self,
        space: &P,
        (parent, path_cost): (&S, Cost),
        Successor { state, step_cost, packed_key: hash }: Successor<S>,
        open_limit: usize,
    ) -> Result<(), Full> {
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let (number, before) = self.table.locate(&state, hash);
        if before.is_some_and(|before| u64::from(before.path_cost) <= path_cost) {
            self.counters.generated += 1;
            self.counters.duplicates += 1;
            report(space, EventKind::Duplicate, &state, Some(parent), path_cost);
            return Ok(());
        }
        let estimate = space.estimate(&state);
        let Some(priority) = Sum::LOW_H.priority(path_cost, estimate) else {
            self.counters.generated += 1;
            self.overflowed |= estimate < DEAD_END;
            report(space, EventKind::Pruned, &state, Some(parent), path_cost);
            return Ok(());
        };
        self.open.push_within(number, priority, true, open_limit)?;
        #[expect(clippy::cast_possible_truncation, reason = "a node with a priority has a cost")]
        let cost = path_cost as u32;
        self.table.open(number, state, cost);
        let is_reopened = before.is_some_and(|before| !before.is_open);
        self.counters.generated += 1;
        self.counters.enqueued += 1;
        self.counters.reopened += u64::from(is_reopened);
        self.counters.open += u64::from(before.is_none() || is_reopened);
        let rank = Rank::new(cost, estimate);
        if rank < self.best_rank {
            (self.best, self.best_rank) = (state, rank);
        }
        report(space, generated(is_reopened), &state, Some(parent), path_cost);
        Ok(())
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.open.bytes()
    }

    /// The states from the initial one to the most promising one, and what the path costs. That is
    /// at most the cost in the table: a cheaper path to a state before it may have been found
    /// since.
    pub(super) fn path<P: BidirectionalSpace<State = S>>(&self, space: &P) -> (Vec<S>, Cost) {
        self.assert_complete();
        let (mut path, mut cost) = (vec![self.best], 0);
        // Before the first step, there is only the initial state.
        while path.last() != Some(&self.initial) {
            cost += self.extend_back(space, &mut path);
        }
        path.reverse();
        (path, cost)
    }

    /// The parent of a state that was reached. `None` if it is the initial state.
    pub(super) fn parent<P: BidirectionalSpace<State = S>>(
        &self,
        space: &P,
        state: &S,
    ) -> Option<S> {
        let mut path = vec![*state];
        if *state != self.initial {
            self.extend_back(space, &mut path);
        }
        path.get(1).copied()
    }

    /// Panics if a state panicked while the table grew.
    pub(super) fn assert_complete(&self) {
        assert!(
            !self.table.lacks_states,
            "a state panicked before, while it was hashed to grow the table: restart the search"
        );
    }

    /// Extends a path, which ends where it begins, to a state with a lower path cost or to the
    /// initial state. Returns the cost of these steps.
    ///
    /// That is one step, unless steps may cost nothing. Then states of the same path cost may lead
    /// to one another, so these are searched breadth-first.
    fn extend_back<P: BidirectionalSpace<State = S>>(&self, space: &P, path: &mut Vec<S>) -> Cost {
        let last = path[path.len() - 1];
        let path_cost = |state: &S| self.table.find(state).map(|reached| reached.path_cost);
        let limit = path_cost(&last).unwrap_or(Cost::MAX);
        // States that lead to `last` at no cost, each with the index of the next one.
        let (mut equal, mut seen) = (vec![(last, 0)], HashSet::from([last]));
        let mut index = 0;
        while let Some(&(state, _)) = equal.get(index) {
            let mut parent: Option<(u64, S, Cost)> = None;
            space.for_each_predecessor(&state, None, |before, step_cost| {
                let Some(cost) = path_cost(&before) else { return };
                let through = u64::from(cost) + u64::from(step_cost);
                if through > limit.into() {
                    return;
                }
                if cost < limit || before == self.initial {
                    if parent.is_none_or(|(least, ..)| through < least) {
                        parent = Some((through, before, step_cost));
                    }
                } else if seen.insert(before) {
                    equal.push((before, index));
                }
            });
            if let Some((_, parent, step_cost)) = parent {
                let mut steps = vec![parent];
                while index > 0 {
                    steps.push(equal[index].0);
                    index = equal[index].1;
                }
                path.extend(steps.into_iter().rev());
                return step_cost;
            }
            index += 1;
        }
        panic!("a state on the path has no predecessor that was reached: see `BidirectionalSpace`")
    }
}

/// Reports something about a state. The number of a node is the hash of its state.
#[inline]
pub(super) fn report<P: BidirectionalSpace<State: Hash>>(
    space: &P,
    kind: EventKind,
    state: &P::State,
    parent: Option<&P::State>,
    path_cost: u64,
) {
    #[expect(clippy::cast_possible_truncation, reason = "some bits of the hash do as well")]
    fn number(state: &impl Hash) -> usize {
        hash(state) as usize
    }
    if P::IS_OBSERVED {
        let parent = parent.map(number);
        let node = if kind == EventKind::Pruned { parent } else { None };
        let node = node.unwrap_or_else(|| number(state));
        reached::report(space, kind, (node, parent), (state, path_cost));
    }
}
