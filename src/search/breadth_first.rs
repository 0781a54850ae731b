//! Breadth-first search: level by level.

mod anytime_beam;
mod beam;
#[cfg(feature = "parallel")]
mod parallel;

use std::hash::Hash;

pub use anytime_beam::{AnytimeBeam, AnytimeBeamSearch};
pub use beam::{Beam, BeamSearch};
#[cfg(feature = "parallel")]
pub use parallel::{ParallelBreadthFirst, ParallelBreadthFirstSearch};

use super::control::{Halt, Stepwise};
use super::impls::{answers, reuse_and_debug, stepwise, without_options};
use super::reached::{Node, OtherMemory, Reached, add_as_generated};
use super::successors::Successors;
use super::{Algorithm, End, Search};
#[cfg(feature = "parallel")]
use crate::frontier::Full;
use crate::frontier::NodeId;
use crate::{StateSpace, Statistics};

/// Breadth-first search: expands all states one step away, then all states two steps away, and so
/// on. Step costs and estimates do not affect the order.
///
/// # Guarantees
///
/// - The solution has the **fewest steps**. It is **optimal** if all steps cost the same. If costs
///   differ, another solution may cost less; [`UniformCost`](super::UniformCost) finds it. The
///   proven bound on the cost is [`Solution::lower_bound`](crate::Solution::lower_bound). To prove
///   that the solution is optimal, the search needs [`StateSpace::least_step_cost`], which is 1 for
///   [`Worlds`](crate::Worlds) and for
///   [`Problem::from_neighbors`](crate::Problem::from_neighbors): the last step of another solution
///   may not be generated yet.
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
///
/// # Complexity
///
/// Each state is expanded at most once. That takes constant time, and a table lookup for each
/// successor. A goal is recognised when it is generated, so no state is expanded after that.
///
/// # Memory
///
/// Every state generated is stored: its size plus 8 bytes, and 5 to 12 bytes in the table. The
/// states are stored in the order of generation, so they are also the queue.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::BreadthFirst;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(BreadthFirst::new()).solve();
/// assert_eq!(solver.moves(), Some(4));
/// # }
/// ```
///
/// # Reference
///
/// E. F. Moore, "The shortest path through a maze", *Proceedings of the International Symposium on
/// the Theory of Switching*, 1959.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct BreadthFirst;

without_options!(BreadthFirst);

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for BreadthFirst {
    type Search = BreadthFirstSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        BreadthFirstSearch {
            space,
            reached: Reached::new(),
            successors: Successors::new(),
            next: 0,
            depth: 0,
            end_of_level: 1,
            bound: 0,
            round_bytes: 0,
        }
        .started(initial)
    }
}

/// A breadth-first search in progress. [`BreadthFirst`] starts one.
#[derive(Clone)]
pub struct BreadthFirstSearch<P: StateSpace> {
    pub(crate) space: P,
    pub(crate) reached: Reached<P::State>,
    /// The successors of the next node.
    pub(crate) successors: Successors<P::State>,
    /// The index of the next node: all before it have been expanded.
    pub(crate) next: usize,
    /// The depth of the next node, and the index at which the nodes of that depth end.
    depth: u32,
    pub(crate) end_of_level: usize,
    /// The proven lower bound.
    bound: u32,
    /// The buffers of the parallel search, in bytes.
    pub(crate) round_bytes: usize,
}

impl<P: StateSpace<State: Hash + Eq>> BreadthFirstSearch<P> {
    /// Moves past `count` expanded nodes of this level.
    pub(crate) fn end_turns(&mut self, count: usize) {
        self.next += count;
        if self.next == self.end_of_level {
            let reached = &self.reached;
            self.end_of_level = reached.table.len();
            self.depth = self.depth.saturating_add(1);
            // The first `depth` steps of every solution leave expanded states, so each one
            // costs at least `lowest_step`. This fails if a state at this depth was pruned for its
            // cost.
            if !reached.overflowed {
                self.bound = self.bound.max(self.depth.saturating_mul(reached.lowest_step));
            }
        }
    }

    /// Ends the search at a goal. If a report panics, this can be repeated.
    #[cold]
    fn solve(&mut self, goal: NodeId) -> End {
        let reached = &self.reached;
        let Node { parent, path_cost, .. } = reached.table.nodes[goal];
        if parent.is_some_and(|parent| parent.index() == self.next) {
            if !reached.overflowed {
                // Every solution has more than `depth` steps, and all before the last one leave
                // expanded states.
                let before = self.depth.saturating_mul(reached.lowest_step);
                let all = before.saturating_add(self.space.least_step_cost());
                self.bound = self.bound.max(all);
            }
            // Unlike `end_turns`, this ends no level: not all successors were generated.
            self.count_expansion();
            self.next += 1;
        }
        self.reached.solve(&self.space, goal, path_cost)
    }

    #[inline]
    fn count_expansion(&mut self) {
        let reached = &mut self.reached;
        reached.count_expansion(reached.table.len() - self.next - 1);
    }

    /// The memory in use outside of the table of states.
    fn other_bytes(&self) -> usize {
        self.successors.bytes() + self.round_bytes
    }

    /// How many more bytes may be used.
    #[cfg(feature = "parallel")]
    pub(crate) fn allowance(&self) -> Result<usize, Full> {
        self.reached.allowance(self.other_bytes())
    }
}

impl<P: StateSpace<State: Hash + Eq>> Stepwise for BreadthFirstSearch<P> {
    /// Expands the next node, up to the first successor that is a goal.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        // A goal was generated, and then a report or the space panicked.
        if let Some(goal) = self.reached.goal {
            return Err(self.solve(goal).into());
        }
        let Some(id) = NodeId::from_index(self.next).filter(|_| self.next < self.end_of_level)
        else {
            return Err(self.reached.exhausted().into());
        };
        let Self { space, reached, successors, .. } = self;
        let Node { parent, path_cost, .. } = reached.table.nodes[id];
        if parent.is_none() && space.is_goal(&reached.table.states[id]) {
            return Err(self.solve(id).into());
        }
        let parent = (id, path_cost);
        let add =
            |reached: &mut Reached<_>, next| reached.add_if_new(space, parent, next, |_, _| ());
        let mut added = Ok(false);
        if reached.may_add_as_generated(successors) {
            reached.report_expansion(space, id);
            added =
                add_as_generated(space, id, successors, reached, |reached| &mut reached.table, add);
        }
        if added == Ok(false) {
            reached.collect(space, id, successors, OtherMemory::in_use(self.round_bytes))?;
            reached.report_expansion(space, id);
            added = successors.add_each(|next| add(reached, next)).map(|()| true);
        }
        if let Err(goal) = added {
            return Err(self.solve(goal).into());
        }
        self.count_expansion();
        self.end_turns(1);
        Ok(())
    }

    answers!(|search| search.reached; control, give_back);
}

impl<P: StateSpace<State: Hash + Eq>> Search for BreadthFirstSearch<P> {
    type State = P::State;

    stepwise!();
    answers!(|search| search.reached; solution);

    fn statistics(&self) -> Statistics {
        let reached = &self.reached;
        let open = reached.table.len() - self.next - usize::from(reached.control.is_solved());
        reached.statistics(open, self.other_bytes())
    }

    fn lower_bound(&self) -> u32 {
        self.reached.lower_bound(self.bound)
    }

    fn restart(&mut self, initial: P::State) {
        self.reached.restart(&self.space, initial, (), &mut self.successors);
        (self.next, self.depth, self.end_of_level) = (0, 0, 1);
        self.bound = self.reached.root_estimate;
        self.end_restart();
        self.reached.report_root(&self.space);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>] BreadthFirstSearch<P>, StateSpace,
    space; reached, successors, next, depth, end_of_level, bound, round_bytes
);
