//! Bidirectional A\*: near-optimal bidirectional search.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::course::{Course, Stepwise};
use super::ends::{BACKWARD, Ends, FORWARD, Node};
use super::{Algorithm, Search, Step};
use crate::frontier::{BucketQueue, Full, KeyedQueue, NodeId, OpenList, Priority};
use crate::{BidirectionalSpace, StateSpace, Statistics};

/// Bidirectional A\*, by the algorithm NBS: two searches, one from the initial state and one from
/// the goals, that meet.
///
/// No path through a node *u* open forward and a node *v* open backward costs less than
/// max(*f*(*u*), *f*(*v*), *g*(*u*) + *g*(*v*) + ε), where ε is the least cost of a step. NBS expands
/// both nodes of a pair for which that is lowest, and ends when the cheapest path found costs no
/// more. It is the right search where estimates are weak and the goal is known; where they are
/// strong, a search from one end often has less to do.
///
/// # Guarantees
///
/// - **Optimal** if both estimates are admissible and ε is no more than any step costs
///   ([`BidirectionalSpace::least_step_cost`]). The estimates need not be consistent: a state that
///   is reached by a cheaper path is opened again, however often. As long as the cheapest
///   path *P* is not found, some *u* and *v* on *P*, in this order, are open with the cheapest
///   path costs; so the lowest bound on a pair never is above the cost of *P*, and the
///   highest that it ever was is the lower bound.
/// - **Complete** if finitely many states can be reached from one of the ends, or if there is a
///   solution and finitely many states are reached at each cost. It ends without a solution
///   when one of the two searches has nothing left.
/// - With consistent estimates it expands at most twice as many nodes as any admissible
///   search from both ends must.
///
/// A goal is what [`BidirectionalSpace::goals`] names: [`StateSpace::is_goal`] is not asked.
///
/// # Complexity
///
/// With branching factor *b*, a solution of *d* moves and no estimates, O(*b*^(*d*/2)) nodes;
/// for each, one look into either hash table, and constant time with small costs (see
/// [`BucketQueue`]). With inconsistent estimates a state may be expanded more than once.
///
/// # Memory
///
/// Every state reached is kept, for each end apart: its size plus 12 bytes, and 5 to 12 bytes in the
/// table. A cheaper path to a state takes a further node.
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
/// search with near-optimal node expansions", *IJCAI* 2017.
pub struct Bidirectional<Q = BucketQueue> {
    open_list: PhantomData<fn() -> Q>,
}

impl Bidirectional {
    /// With open lists for small whole numbers, the [`BucketQueue`].
    #[must_use]
    pub fn new() -> Self {
        Self { open_list: PhantomData }
    }
}

impl Bidirectional<KeyedQueue> {
    /// With open lists for costs that range widely, the [`KeyedQueue`].
    #[must_use]
    pub fn keyed() -> Self {
        Self { open_list: PhantomData }
    }
}

impl Default for Bidirectional {
    fn default() -> Self {
        Self::new()
    }
}

// Written out, because derived ones would ask the same of `Q`.
impl<Q> Clone for Bidirectional<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q> Copy for Bidirectional<Q> {}

impl<Q> fmt::Debug for Bidirectional<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bidirectional")
    }
}

impl<P, Q> Algorithm<P> for Bidirectional<Q>
where
    P: BidirectionalSpace<State: Eq + Hash>,
    Q: OpenList,
{
    type Search = BidirectionalSearch<P, Q>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = BidirectionalSearch {
            space,
            ends: Ends::new(),
            fronts: [Front::default(), Front::default()],
            chosen: [None, None],
            bound: 0,
            expanded: 0,
            largest_open: 1,
        };
        search.restart(initial);
        search
    }
}

/// The open nodes of one end.
///
/// An outdated node is its own parent: its state was reached more cheaply before it was expanded, and
/// it is passed over when it comes off the list. The link of an expanded node points to itself.
#[derive(Clone, Debug, Default)]
struct Front<Q> {
    /// Those whose *f* is above the bound, by *f*.
    waiting: Q,
    /// The others, by *g*.
    ready: Q,
    /// How many of either are outdated.
    outdated: usize,
    /// How many closed nodes were opened again.
    reopened: u64,
}

impl<Q: OpenList> Front<Q> {
    fn len(&self) -> usize {
        self.waiting.len() + self.ready.len() - self.outdated
    }

    fn bytes(&self) -> usize {
        self.waiting.bytes() + self.ready.bytes()
    }

    fn clear(&mut self) {
        self.waiting.clear();
        self.ready.clear();
        (self.outdated, self.reopened) = (0, 0);
    }

    /// Adds a state one step from a node, or a goal, unless it leads to nothing better than is
    /// known.
    #[inline]
    fn add<P: BidirectionalSpace<State: Eq + Hash>>(
        &mut self,
        space: &P,
        ends: &mut Ends<P::State, Option<NodeId>>,
        (end, parent): (usize, Option<NodeId>),
        state: P::State,
        step_cost: u32,
    ) {
        let reached = &ends.reached[end];
        let path_cost = parent.map_or(0, |id| u64::from(reached.nodes[id].path_cost));
        let path_cost = path_cost + u64::from(step_cost);
        let place = reached.locate(&state);
        let known = place.newest;
        if known.is_some_and(|id| u64::from(reached.nodes[id].path_cost) <= path_cost) {
            return ends.count_duplicate(state);
        }
        let estimate = if end == FORWARD {
            space.estimate(&state)
        } else {
            let initial = &ends.reached[FORWARD].states[NodeId::FIRST];
            space.estimate_from_initial(initial, &state)
        };
        let sum = path_cost + u64::from(estimate);
        let (Ok(f), Ok(path_cost)) = (u32::try_from(sum), u32::try_from(path_cost)) else {
            ends.overflowed = true;
            return ends.leave_out(state);
        };
        // Whatever goes through it costs no less than what is found.
        if ends.meeting.is_some_and(|meeting| meeting.cost <= f) {
            return ends.leave_out(state);
        }

        if let Some(known) = known {
            let node = &mut ends.reached[end].nodes[known];
            if node.link == Some(known) {
                self.reopened += 1;
            } else {
                node.parent = Some(known);
                self.outdated += 1;
            }
        }
        if end == FORWARD {
            ends.rank_next(estimate, path_cost);
        }
        ends.course.heap_bytes += space.heap_bytes(&state);
        let id = ends.reached[end].next_id();
        let link = self.waiting.push(id, Priority::new(f, estimate));
        ends.insert(end, place, state, Node { parent, path_cost, link });
    }
}

/// A bidirectional A\* under way. [`Bidirectional`] starts one.
///
/// Its [`path`](Search::path) is the cheapest solution found so far, even while a
/// cheaper one is not ruled out; as long as there is none, the path to the most promising state
/// reached from the initial one.
#[derive(Clone)]
pub struct BidirectionalSearch<P: StateSpace, Q = BucketQueue> {
    space: P,
    ends: Ends<P::State, Option<NodeId>>,
    fronts: [Front<Q>; 2],
    /// The pair under expansion, as far as it has not been expanded.
    chosen: [Option<NodeId>; 2],
    /// Every solution that is not found yet costs at least this much.
    bound: u32,
    expanded: u64,
    largest_open: usize,
}

impl<P, Q> BidirectionalSearch<P, Q>
where
    P: BidirectionalSpace<State: Eq + Hash>,
    Q: OpenList,
{
    /// Adds the neighbours for which there was no room before.
    fn finish(&mut self, end: usize, parent: Option<NodeId>) -> ControlFlow<Step> {
        self.make_room(end)?;
        let Self { space, ends, fronts, .. } = self;
        ends.finish(|ends, state, step_cost| {
            fronts[end].add(space, ends, (end, parent), state, step_cost);
        });
        self.largest_open = self.largest_open.max(self.open());
        ControlFlow::Continue(())
    }

    /// Makes room for the neighbours of the next node.
    #[inline]
    fn make_room(&mut self, end: usize) -> ControlFlow<Step> {
        if self.ends.has_room(end, 2 * self.open_bytes()) {
            return ControlFlow::Continue(());
        }
        match self.reserve(end) {
            Ok(()) => ControlFlow::Continue(()),
            Err(full) => self.stopped(full),
        }
    }

    #[inline]
    fn end_expansion(&mut self, end: usize) -> ControlFlow<Step> {
        self.chosen[end] = None;
        self.expanded += 1;
        self.largest_open = self.largest_open.max(self.open());
        if self.is_proven() { ControlFlow::Break(self.end()) } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn reserve(&mut self, end: usize) -> Result<(), Full> {
        // As much as the open lists have is kept back, for they may double.
        self.ends.reserve(end, 2 * self.open_bytes())?;
        let allowance = self.ends.allowance(self.open_bytes())?;
        self.fronts[end].waiting.reserve(self.ends.reached[end].room(), allowance)
    }

    #[cold]
    fn stopped(&self, full: Full) -> ControlFlow<Step> {
        let in_use = self.ends.bytes() + self.open_bytes();
        ControlFlow::Break(Step::Stopped(self.ends.course.stop_reason(full, in_use)))
    }

    /// Chooses a pair of nodes with the lowest bound on the cost of a path through both.
    fn choose(&mut self) -> ControlFlow<Step> {
        loop {
            if self.is_proven() || self.fronts.iter().any(|front| front.len() == 0) {
                return ControlFlow::Break(self.end());
            }
            for end in [FORWARD, BACKWARD] {
                if let Err(full) = self.make_ready(end) {
                    return self.stopped(full);
                }
            }
            let pair = [self.take_ready(FORWARD), self.take_ready(BACKWARD)];
            let [forward, backward] = pair.map(|taken| Some(u64::from(taken?.1.f())));
            let sum =
                forward.zip(backward).map(|(u, v)| u + v + u64::from(self.space.least_step_cost()));
            if sum.is_some_and(|sum| sum <= u64::from(self.bound)) {
                self.chosen = pair.map(|taken| Some(taken?.0));
                return ControlFlow::Continue(());
            }
            for (end, taken) in pair.into_iter().enumerate() {
                if let Some((id, priority)) = taken {
                    // Last in, first out: put back, it will be the next one off again.
                    let link = self.fronts[end].ready.push(id, priority);
                    self.ends.reached[end].nodes[id].link = link;
                }
            }
            let waiting = self.fronts.iter().filter_map(|front| front.waiting.lowest());
            let next = waiting.map(|priority| u64::from(priority.f())).chain(sum).min();
            match next.map(u32::try_from) {
                Some(Ok(next)) => self.bound = next,
                Some(Err(_)) => {
                    self.ends.overflowed = true;
                    return ControlFlow::Break(self.end());
                }
                // All that was left was outdated.
                None => {}
            }
        }
    }

    /// Makes the nodes ready whose *f* is not above the bound.
    fn make_ready(&mut self, end: usize) -> Result<(), Full> {
        while self.fronts[end].waiting.lowest().is_some_and(|lowest| lowest.f() <= self.bound) {
            let allowance = self.ends.allowance(2 * self.open_bytes())?;
            let nodes = &mut self.ends.reached[end].nodes;
            let Front { waiting, ready, outdated, .. } = &mut self.fronts[end];
            ready.reserve(1, allowance)?;
            if let Some((id, priority)) = waiting.pop(|id| nodes[id].link) {
                let node = &mut nodes[id];
                if node.parent == Some(id) {
                    *outdated -= 1;
                } else {
                    node.link = ready.push(id, Priority::new(node.path_cost, priority.h()));
                }
            }
        }
        Ok(())
    }

    /// Takes the node with the lowest path cost off a ready list.
    fn take_ready(&mut self, end: usize) -> Option<(NodeId, Priority)> {
        let nodes = &self.ends.reached[end].nodes;
        let Front { ready, outdated, .. } = &mut self.fronts[end];
        loop {
            let (id, priority) = ready.pop(|id| nodes[id].link)?;
            if nodes[id].parent != Some(id) {
                return Some((id, priority));
            }
            *outdated -= 1;
        }
    }

    /// Whether no path can cost less than the one that is found.
    #[inline]
    fn is_proven(&self) -> bool {
        self.ends.meeting.is_some_and(|meeting| meeting.cost <= self.bound)
    }

    /// What there is to say once no path can cost less than the one found, if one is.
    #[cold]
    fn end(&mut self) -> Step {
        let Some(meeting) = self.ends.meeting else {
            self.bound = u32::MAX;
            return self.ends.exhausted();
        };
        self.bound = meeting.cost;
        Step::Solved
    }

    /// How many nodes are open.
    fn open(&self) -> usize {
        let lists: usize = self.fronts.iter().map(Front::len).sum();
        lists + self.chosen.iter().flatten().count()
    }

    fn open_bytes(&self) -> usize {
        self.fronts.iter().map(Front::bytes).sum()
    }
}

impl<P, Q> Stepwise for BidirectionalSearch<P, Q>
where
    P: BidirectionalSpace<State: Eq + Hash>,
    Q: OpenList,
{
    /// Expands one node of a pair.
    #[inline]
    fn step(&mut self) -> ControlFlow<Step> {
        if let Some((end, parent)) = self.ends.unfinished {
            self.finish(end, parent)?;
            if parent.is_some() {
                return self.end_expansion(end);
            }
        }
        if self.chosen == [None, None] {
            self.choose()?;
        }
        let end = if self.chosen[FORWARD].is_some() { FORWARD } else { BACKWARD };
        let Some(id) = self.chosen[end] else {
            return ControlFlow::Continue(());
        };
        self.make_room(end)?;
        let Self { space, ends, fronts, .. } = self;
        ends.reached[end].nodes[id].link = Some(id);
        ends.expand(space, end, id, |ends, state, step_cost| {
            fronts[end].add(space, ends, (end, Some(id)), state, step_cost);
        });
        if self.ends.unfinished.is_some() {
            self.finish(end, Some(id))?;
        }
        self.end_expansion(end)
    }

    fn course(&mut self) -> &mut Course {
        &mut self.ends.course
    }
}

impl<P, Q> Search<P::State> for BidirectionalSearch<P, Q>
where
    P: BidirectionalSpace<State: Eq + Hash>,
    Q: OpenList,
{
    fn advance(&mut self, steps: u64) -> Step {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.expanded,
            generated: self.ends.generated(),
            enqueued: self.ends.len() as u64,
            dequeued: self.expanded,
            reopened: self.fronts.iter().map(|front| front.reopened).sum(),
            duplicates: self.ends.duplicates(),
            open: self.open() as u64,
            largest_open: self.largest_open as u64,
            bytes: self.ends.bytes() + self.open_bytes(),
            elapsed: self.ends.course.elapsed,
        }
    }

    fn lower_bound(&self) -> u32 {
        self.bound
    }

    fn path(&self) -> Vec<P::State> {
        self.ends.path()
    }

    fn cost(&self) -> u32 {
        self.ends.cost()
    }

    fn has_solution(&self) -> bool {
        self.ends.meeting.is_some()
    }

    fn restart(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        self.fronts.iter_mut().for_each(Front::clear);
        let priority = Priority::new(estimate, estimate);
        let link = self.fronts[FORWARD].waiting.push(NodeId::FIRST, priority);
        self.ends.restart(&self.space, initial, link);
        self.chosen = [None, None];
        self.bound = 0;
        self.expanded = 0;
        self.largest_open = 1;
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.ends.course.byte_limit = bytes;
    }
}

impl<P, Q> fmt::Debug for BidirectionalSearch<P, Q>
where
    P: BidirectionalSpace<State: Eq + Hash>,
    Q: OpenList,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BidirectionalSearch")
            .field("answer", &self.ends.course.answer)
            .field("lower_bound", &self.lower_bound())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
