//! The bounds of iterative deepening, and how many nodes an iteration may expand.

/// While each iteration has the lowest bound that is possible, all of them together may expand this
/// many times the nodes of the last one.
const ENOUGH: u64 = 3;

/// An iteration with a raised bound should expand at least this many times the nodes of the last
/// one that was large enough.
const LEAST: u64 = 2;

/// An iteration with a raised bound is broken off when it has expanded this many times the nodes of
/// the last one that was large enough.
const MOST: u64 = 8;

/// Chooses the bound of each iteration, so that iterations grow by a factor.
///
/// The bound of plain IDA\* is the lowest *f* beyond the last one. If every path has a different
/// cost, each iteration then has hardly more nodes than the one before, and the number of all
/// expansions grows as the square of that of the last iteration. Here, bounds are raised above the
/// lowest *f* as soon as iterations grow too slowly. The raise is doubled after each iteration that
/// is too small, and halved after one that is too large, which is broken off. So if the last
/// iteration of plain IDA\* has *n* nodes, about *n* log *C* are expanded, where *C* is the cost of
/// the solution.
///
/// Where plain iterations grow by half each time, bounds are never raised.
///
/// Reference: M. Helmert, T. Lattimore, L. H. S. Lelis, L. Orseau and N. R. Sturtevant, "Iterative
/// budgeted exponential search", *IJCAI* 2019.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    /// Whether no bound is raised.
    is_plain: bool,
    /// Whether no bound is raised until the next restart.
    is_plain_from_now: bool,
    /// No solution costs less.
    pub(super) lower: u32,
    /// How far the bound is raised above `lower`.
    raise: u32,
    /// An iteration with this bound is too large.
    too_large: u32,
    /// No bound is higher: a solution of the next higher cost is known.
    highest: u32,
    /// The nodes of the last iteration that was large enough.
    nodes: u64,
    /// The nodes of all iterations.
    total: u64,
}

impl Budget {
    pub(super) fn new(is_plain: bool) -> Self {
        let unknown = u32::MAX;
        Self {
            is_plain,
            is_plain_from_now: false,
            lower: 0,
            raise: 0,
            too_large: unknown,
            highest: unknown,
            nodes: 0,
            total: 0,
        }
    }

    /// Begins with the estimate of the initial state.
    pub(super) fn restart(&mut self, lower: u32) {
        *self = Self { lower, ..Self::new(self.is_plain) };
    }

    /// The bound of the current iteration.
    pub(super) fn bound(&self) -> u32 {
        self.lower.saturating_add(self.raise).min(self.highest)
    }

    /// The current iteration is broken off after this many expansions.
    pub(super) fn limit(&self) -> u64 {
        if self.bound() == self.lower { u64::MAX } else { MOST.saturating_mul(self.nodes) }
    }

    /// From now on, each iteration has the lowest bound that is possible. The first has this bound.
    pub(super) fn stop_raising(&mut self, bound: u32) {
        let highest = u32::MAX;
        *self = Self { lower: bound, raise: 0, highest, is_plain_from_now: true, ..*self };
    }

    /// A solution of this cost was found, which is above `lower`. Only cheaper ones are searched
    /// for.
    pub(super) fn solution(&mut self, cost: u32) {
        self.highest = cost - 1;
    }

    /// The current iteration is complete: it expanded this number of nodes, and no solution costs
    /// less than `lower`.
    pub(super) fn completed(&mut self, nodes: u64, lower: u32) {
        self.total += nodes;
        self.lower = lower;
        let (is_lowest, is_large) = (self.raise == 0, nodes >= LEAST * self.nodes);
        if is_large {
            self.too_large = u32::MAX;
        }
        if is_lowest || is_large {
            self.nodes = self.nodes.max(nodes);
        }
        let is_slow = if is_lowest { self.total > ENOUGH * nodes } else { !is_large };
        if is_slow && !self.is_plain && !self.is_plain_from_now {
            self.raise = self.raise.saturating_mul(2).max(1);
        }
        let room = self.too_large.saturating_sub(lower);
        if self.raise >= room {
            self.raise = room / 2;
        }
    }

    /// The current iteration was broken off after this number of expansions.
    pub(super) fn broken_off(&mut self, nodes: u64) {
        self.total += nodes;
        self.too_large = self.bound();
        self.raise = (self.too_large - self.lower) / 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deepens until `cost`, where an iteration with a bound has `nodes(bound)` nodes. Returns the
    /// bounds, the nodes of all iterations, and those of the last.
    fn deepen(cost: u32, step: u32, nodes: impl Fn(u32) -> u64) -> (Vec<u32>, u64, u64) {
        let mut budget = Budget::new(false);
        let (mut bounds, mut total) = (Vec::new(), 0);
        loop {
            let bound = budget.bound();
            assert!(bound >= budget.lower);
            bounds.push(bound);
            let expanded = nodes(bound.min(cost));
            if expanded > budget.limit() {
                total += budget.limit();
                budget.broken_off(budget.limit());
                continue;
            }
            total += expanded;
            if bound >= cost {
                return (bounds, total, expanded);
            }
            budget.completed(expanded, (bound / step + 1) * step);
        }
    }

    #[test]
    fn bounds_are_the_lowest_possible_where_iterations_double() {
        let (bounds, total, last) = deepen(20, 2, |bound| 1 << bound.min(60));
        assert_eq!(bounds, (0..=20).step_by(2).collect::<Vec<_>>());
        assert!(total < 2 * last);
    }

    #[test]
    fn iterations_double_where_every_bound_adds_few_nodes() {
        for (cost, step) in [(1_000, 1), (1_000_000, 1), (1_000_000, 7), (4_000_000_000, 1_000)] {
            let (bounds, total, last) = deepen(cost, step, |bound| u64::from(bound / step) + 1);
            assert!(total <= 8 * last, "{cost} by {step}: {total} nodes, {last} in the last");
            assert!(bounds.len() < 100, "{cost} by {step}: {} iterations", bounds.len());
        }
    }

    /// One bound more may multiply the nodes: the iteration is broken off, and bounds approach it.
    #[test]
    fn an_iteration_that_explodes_is_broken_off() {
        let cliff = |bound| if bound < 777 { u64::from(bound) + 1 } else { 1 << 40 };
        let (bounds, total, last) = deepen(776, 1, cliff);
        assert!(bounds.iter().any(|&bound| bound > 776), "{bounds:?}");
        assert!(total < 40 * last, "{total} nodes, {last} in the last");
    }
}
