//! Bidirectional A\*: the algorithms BAE\* and NBS, which differ in the order of the open nodes.

mod breadth_first;
mod ends;
mod front;

use std::hash::Hash;

pub use breadth_first::{BidirectionalBreadthFirst, BidirectionalBreadthFirstSearch};

use super::control::{Halt, Stepwise, list_limit};
use super::impls::{answers, reuse_and_debug, stepwise, without_options};
use super::reached::{OtherMemory, add_as_generated};
use super::successors::Successors;
use super::{Algorithm, End, Search};
use crate::frontier::{BucketQueue, Full, NodeId, Priority};
use crate::{BidirectionalSpace, EventKind, Reversed, StateSpace, Statistics};
use ends::{BACKWARD, Ends, FORWARD};
use front::{Front, Order};

/// Bidirectional A\*: a forward search from the initial state and a backward search from the goals,
/// until they meet. The algorithm is BAE\* if the space says that [its estimates are
/// consistent](BidirectionalSpace::has_consistent_estimates), and NBS otherwise.
///
/// Each end has an estimate *h* of what is still to come, and the other end's estimate *h'* of what
/// lies behind. Let *u* be a node that is open forward, *v* one that is open backward, and ε the
/// least step cost. What does a path through both cost at least?
///
/// - **NBS**: max(*f*(*u*), *f*(*v*), *g*(*u*) + *g*(*v*) + ε).
/// - **BAE\***: (*b*(*u*) + *b*(*v*)) / 2 rounded up, where *b* = *f* + *d* and *d* = *g* - *h'*.
///   So *d* is the error of *h'* so far: how much too low it was. The reason is as follows.
///   *h*(*u*) and *h'*(*v*) are the same estimate, and no step lowers it by more than the step
///   costs. So it costs at least *h*(*u*) - *h'*(*v*) to get from *u* to *v*, and the whole path
///   costs at least *f*(*u*) + *d*(*v*). In the same way it costs at least *f*(*v*) + *d*(*u*), and
///   so at least the mean of both.
///
/// Both algorithms expand the two nodes of a pair with the lowest bound. They end when the cheapest
/// path found costs no more than that bound. Use this search if the heuristics are weak and the
/// goals are known. With a strong heuristic, a search from one end often expands fewer nodes.
///
/// # Guarantees
///
/// - **Optimal** if both heuristics are admissible, and consistent where the space says so, and ε
///   is at most the cost of any step ([`StateSpace::least_step_cost`]). If an estimate is not
///   consistent, a state is reopened whenever a cheaper path to it is found. The reason is as
///   follows. Let *P* be a cheapest solution that is not found yet. Then some *u* and *v* on *P*,
///   in this order, are open with their cheapest path costs. So the lowest bound of a pair is never
///   above the cost of *P*. The highest of these bounds so far is the lower bound of the search.
/// - **Complete** if finitely many states can be reached from one of the ends. Also complete if
///   there is a solution and finitely many states are reached at each cost. The search ends without
///   a solution when one end has no open node left.
/// - With consistent heuristics, NBS expands at most twice the nodes that any bidirectional search
///   must expand if it does not know that they are consistent. BAE\* has no such guarantee, but
///   reopens nothing.
///
/// The space has to say it, because no search can find out that its estimates are consistent. Let
/// *u* and *v* be open, and let one step lead from *u* to *v*. Neither end has seen this step, as
/// neither node is expanded. If it lowers the estimate by more than it costs, BAE\* may take a
/// solution that does not use it for the best one, and end.
///
/// The goals are those of [`BidirectionalSpace::goals`]. [`StateSpace::is_goal`] is not called.
///
/// # Complexity
///
/// With branching factor *b*, a solution of *d* moves and no heuristic, O(*b*^(*d*/2)) nodes. Each
/// takes a lookup in both hash tables and, if costs are small, constant time (see [`BucketQueue`]).
/// With BAE\*, it also takes the estimate of the other end, and each state is expanded at most once
/// from each end. With NBS, a state may be expanded more than once if an estimate is inconsistent.
///
/// # Memory
///
/// Each end stores every state it reached: its size plus 12 bytes, and 5 to 12 bytes in the table.
/// A cheaper path to a state takes another node.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::Bidirectional;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(Bidirectional::new()).solve();
/// assert_eq!(solver.moves(), Some(31));
/// # }
/// ```
///
/// # Reference
///
/// J. Chen, R. C. Holte, S. Zilles and N. R. Sturtevant, "Front-to-end bidirectional heuristic
/// search with near-optimal node expansions", *IJCAI* 2017, on NBS. S. K. Sadhukhan, "A new
/// approach to bidirectional heuristic search using error functions", *CSI Journal of Computing* 1,
/// 2012, on BAE\*. V. Alcázar, P. J. Riddle and M. W. Barley, "A unifying view on individual bounds
/// and heuristic inaccuracies in bidirectional search", *AAAI* 2020, on its bound.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Bidirectional;

without_options!(Bidirectional);

impl<P: BidirectionalSpace<State: Eq + Hash>> Algorithm<P> for Bidirectional {
    type Search = BidirectionalSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let (ends, fronts, successors) = (Ends::new(), Default::default(), Successors::new());
        let (chosen, bound, is_ready, order) = ([None, None], 0, false, Order::PathCost);
        BidirectionalSearch { space, ends, fronts, successors, chosen, bound, is_ready, order }
            .started(initial)
    }
}

/// A bidirectional A\* search in progress. [`Bidirectional`] starts one.
///
/// Its [`path`](Search::path) is the cheapest solution found so far, which may not be proven
/// optimal yet. Before there is one, it is the path to the most promising state that the forward
/// search has reached.
#[derive(Clone)]
pub struct BidirectionalSearch<P: StateSpace> {
    space: P,
    ends: Ends<P::State, Option<NodeId>>,
    fronts: [Front; 2],
    /// The successors of the node under expansion.
    successors: Successors<P::State>,
    /// The nodes of the chosen pair that are still to be expanded.
    chosen: [Option<NodeId>; 2],
    /// Every solution that is not found yet costs at least this much.
    bound: u32,
    /// Whether no node with an *f* of at most the bound is waiting.
    is_ready: bool,
    order: Order,
}

impl<P: BidirectionalSpace<State: Eq + Hash>> BidirectionalSearch<P> {
    /// Expands a node, or adds the goals.
    fn expand(&mut self, end: usize, parent: Option<NodeId>) -> Result<(), Halt> {
        if !parent.is_some_and(|id| self.add_as_generated(end, id)) {
            self.add_collected(end, parent)?;
        }
        self.ends.taken = None;
        Ok(())
    }

    /// Adds the successors of a node as they are generated. Returns whether all were added.
    fn add_as_generated(&mut self, end: usize, id: NodeId) -> bool {
        // For states without numbers, it takes as much time to collect them first.
        let is_hashing = self.ends.table(end).numbers.is_hashing;
        if is_hashing || !self.ends.forward.may_add_as_generated(&self.successors) {
            return false;
        }
        let from = self.close(end, Some(id));
        let Self { space, ends, fronts, successors, order, bound, .. } = self;
        let (front, by, limit) = (&mut fronts[end], (*order, *bound), usize::MAX);
        // Two calls, so that each is compiled for its end.
        let added = if end == FORWARD {
            let add = |ends: &mut _, next| front.add(space, ends, (FORWARD, from), next, by, limit);
            add_as_generated(space, id, successors, ends, |ends| ends.table_mut(FORWARD), add)
        } else {
            let (from, reversed) = ((BACKWARD, from), Reversed::new(&*space));
            let add = |ends: &mut _, next| front.add(space, ends, from, next, by, limit);
            add_as_generated(&reversed, id, successors, ends, |ends| ends.table_mut(BACKWARD), add)
        };
        added.unwrap_or(false)
    }

    /// Adds the successors of a node that were not added before, or the goals.
    fn add_collected(&mut self, end: usize, parent: Option<NodeId>) -> Result<(), Halt> {
        let Self { space, ends, fronts, successors, .. } = self;
        let other = || OtherMemory { in_use: open_bytes(fronts), kept_back: fronts[end].growth() };
        ends.collect(space, (end, parent), successors, other)?;
        let allowance = ends.allowance(|| open_bytes(fronts) + successors.bytes())?;
        let limit = list_limit(allowance, || fronts[end].bytes());
        let from = self.close(end, parent);
        let Self { space, ends, fronts, successors, order, bound, .. } = self;
        let (front, by) = (&mut fronts[end], (*order, *bound));
        // Two closures, so that each is compiled for its end.
        if end == FORWARD {
            successors.add_each(|next| front.add(space, ends, (FORWARD, from), next, by, limit))?;
        } else {
            successors
                .add_each(|next| front.add(space, ends, (BACKWARD, from), next, by, limit))?;
        }
        Ok(())
    }

    /// Closes the node under expansion, if there is one, and reports it. Returns it with its path
    /// cost.
    #[inline]
    fn close(&mut self, end: usize, id: Option<NodeId>) -> (Option<NodeId>, u32) {
        let so_far = id.map_or(0, |id| {
            let node = &mut self.ends.table_mut(end).nodes[id];
            node.close(id);
            node.path_cost
        });
        self.ends.report_expansion(&self.space, (end, id));
        (id, so_far)
    }

    /// Chooses a pair of nodes with the lowest bound on the cost of a path through both.
    fn choose(&mut self) -> Result<(), Halt> {
        let least_step_cost = self.space.least_step_cost();
        loop {
            if self.is_proven() || self.fronts.iter().any(|front| front.len() == 0) {
                return Err(self.end().into());
            }
            if !self.is_ready {
                for end in [FORWARD, BACKWARD] {
                    self.make_ready(end)?;
                }
                self.is_ready = true;
            }
            let pair = [self.take_ready(FORWARD), self.take_ready(BACKWARD)];
            let both = pair[FORWARD].zip(pair[BACKWARD]);
            let sum = both.map(|((_, u), (_, v))| self.order.bound([u, v], least_step_cost));
            if sum.is_none_or(|sum| sum > self.bound) {
                let waiting = self.fronts.iter_mut().filter_map(|front| front.waiting.lowest_f());
                // If there is none, the remaining nodes were all outdated.
                if let Some(next) = waiting.chain(sum).min() {
                    self.bound = self.bound.max(next);
                    self.is_ready = false;
                }
            }
            if sum.is_some_and(|sum| sum <= self.bound) && !self.is_proven() {
                self.chosen = pair.map(|taken| Some(taken?.0));
                return Ok(());
            }
            for (end, taken) in pair.into_iter().enumerate() {
                if let Some((id, priority)) = taken {
                    // Last in, first out: the node will be the next one taken off.
                    let link = self.fronts[end].ready.put_back(id, priority);
                    self.ends.table_mut(end).nodes[id].link = link;
                }
            }
        }
    }

    /// Moves the nodes whose *f* is at most the bound to the ready list.
    fn make_ready(&mut self, end: usize) -> Result<(), Full> {
        // Nodes become ready in the order of *f*, whatever their *g*.
        if self.order == Order::PathCost {
            self.fronts[end].ready.make_no_ring();
        }
        if self.fronts[end].waiting.is_empty() {
            return Ok(());
        }
        let allowance = self.ends.allowance(|| self.other_bytes())?;
        let nodes = &mut self.ends.table_mut(end).nodes;
        let Front { waiting, ready, outdated, .. } = &mut self.fronts[end];
        let limit = allowance.saturating_add(ready.bytes());
        while waiting.lowest_f().is_some_and(|lowest| lowest <= self.bound) {
            let Some((id, priority)) = waiting.pop(|id| nodes[id].link) else {
                break;
            };
            let node = &mut nodes[id];
            if node.is_outdated(id) {
                *outdated -= 1;
                continue;
            }
            let by_order = self.order.priority(priority.f(), priority.h());
            let pushed = ready.push_within(id, by_order, limit);
            // If that failed: last in, first out, so the node will be the next one taken off.
            node.link = pushed.unwrap_or_else(|_| waiting.put_back(id, priority));
            pushed?;
        }
        Ok(())
    }

    /// Takes the first node, in the order of the search, off the ready list.
    fn take_ready(&mut self, end: usize) -> Option<(NodeId, Priority)> {
        let nodes = &self.ends.table(end).nodes;
        let Front { ready, outdated, .. } = &mut self.fronts[end];
        loop {
            let (id, priority) = ready.pop(|id| nodes[id].link)?;
            if !nodes[id].is_outdated(id) {
                return Some((id, priority));
            }
            *outdated -= 1;
        }
    }

    /// Whether no path can be cheaper than the one found.
    #[inline]
    fn is_proven(&self) -> bool {
        self.ends.meeting.is_some_and(|meeting| meeting.cost <= self.bound)
    }

    /// The end of the search, once no path can be cheaper than the one found, if there is one.
    #[cold]
    fn end(&mut self) -> End {
        let Some(meeting) = self.ends.meeting else {
            self.bound = u32::MAX;
            return self.ends.forward.exhausted();
        };
        self.bound = meeting.cost;
        self.ends.report_meeting(&self.space);
        End::Solved
    }

    /// The number of open nodes.
    fn open(&self) -> usize {
        let lists: usize = self.fronts.iter().map(Front::len).sum();
        lists + self.chosen.iter().flatten().count()
    }

    /// The memory in use outside of the tables of states.
    fn other_bytes(&self) -> usize {
        open_bytes(&self.fronts) + self.successors.bytes()
    }
}

fn open_bytes([forward, backward]: &[Front; 2]) -> usize {
    forward.bytes() + backward.bytes()
}

impl<P: BidirectionalSpace<State: Eq + Hash>> Stepwise for BidirectionalSearch<P> {
    /// Expands one node of a pair.
    #[inline]
    fn step(&mut self) -> Result<(), Halt> {
        loop {
            if self.ends.taken.is_none() && self.chosen == [None, None] {
                self.choose()?;
            }
            let next = if self.chosen[FORWARD].is_some() { FORWARD } else { BACKWARD };
            let (end, id) = *self.ends.taken.get_or_insert((next, self.chosen[next]));
            self.expand(end, id)?;
            self.ends.forward.note_open(self.open());
            // The goals are added before the first pair is chosen.
            if id.is_some() {
                self.chosen[end] = None;
                self.ends.forward.counters.expanded += 1;
                break;
            }
        }
        if self.is_proven() { Err(self.end().into()) } else { Ok(()) }
    }

    answers!(|search| search.ends.forward; control);

    fn give_back(&mut self) {
        self.ends.give_back(&self.space);
        let allowance = self.ends.allowance(|| 0).unwrap_or(0);
        let links = self.fronts.each_mut().map(|Front { waiting, ready, .. }| {
            *ready = BucketQueue::default();
            waiting.renew(allowance)
        });
        self.ends.forward.table.nodes[NodeId::FIRST].link = links[FORWARD];
        self.successors = Successors::new();
    }
}

impl<P: BidirectionalSpace<State: Eq + Hash>> Search for BidirectionalSearch<P> {
    type State = P::State;

    stepwise!();
    answers!(|search| search.ends; solution);

    fn statistics(&self) -> Statistics {
        let reopened = self.fronts.iter().map(|front| front.reopened).sum();
        Statistics { reopened, ..self.ends.statistics(self.open(), self.other_bytes()) }
    }

    fn lower_bound(&self) -> u32 {
        self.bound
    }

    fn restart(&mut self, initial: P::State) {
        self.successors.clear();
        let is_consistent = self.space.has_consistent_estimates();
        self.ends.restart(&self.space, initial, None);
        self.order = if is_consistent { Order::Error } else { Order::PathCost };
        self.fronts.iter_mut().for_each(Front::clear);
        let estimate = self.ends.forward.root_estimate;
        let priority = Priority::new(estimate, 0);
        let link = self.fronts[FORWARD].waiting.restart(NodeId::FIRST, priority);
        self.ends.forward.table.nodes[NodeId::FIRST].link = link;
        self.chosen = [None, None];
        (self.bound, self.is_ready) = (0, false);
        self.end_restart();
        self.ends.report(&self.space, EventKind::Generated, (FORWARD, NodeId::FIRST));
    }
}

reuse_and_debug!(
    [P: BidirectionalSpace<State: Eq + Hash>] BidirectionalSearch<P>, BidirectionalSpace,
    space; ends, fronts, successors, chosen, bound, is_ready, order
);
