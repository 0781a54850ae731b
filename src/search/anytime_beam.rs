//! Anytime beam search: wider and wider beams, until a solution is as good as was asked for.

use std::fmt;
use std::hash::Hash;
use std::mem;
use std::ops::ControlFlow;

use super::course::{Course, Stepwise};
use super::rank::Rank;
use super::{Algorithm, Search, Step};
use crate::frontier::{Full, NodeId, StateTable, hash, make_room};
use crate::{Heuristic, Solution, StateSpace, Statistics, StopReason};

/// Complete anytime beam search: breadth-first search that keeps of each layer only the best nodes
/// by *f = g + h*, as many as the beam is wide; then again with a beam twice as wide, and so on.
///
/// It runs until the best solution is proven to cost at most so many times the optimum as was asked
/// for, or until a limit stops it: then the best solution so far is the answer, with what is proven
/// of it. In between, [`AnytimeBeamSearch::best`] gives it.
///
/// Where [`Anytime`](super::Anytime) drowns in memory, on large instances with long solutions, this
/// one comes to solutions that are good enough. Two things help it: a [guide](Self::guided_by), and
/// a [known solution](Self::known_solution).
///
/// # Guarantees
///
/// - **Within the ratio** at its end, optimal without one, if the estimate is admissible. At
///   each moment the best solution costs at most [`Solution::ratio`] times the optimum.
/// - **Complete**: as long as there is memory, it comes to a solution if there is one, on
///   infinite spaces as well; and on finite ones it ends, with the proof, when there is none.
/// - What is proven grows with the width: of what was left out, the lowest *f* counts.
///
/// # Complexity
///
/// A run expands at most as many nodes in each layer as the beam is wide, and at most 16 layers for
/// each node of the width. The runs before the last one together take about as long as it.
///
/// # Memory
///
/// Those nodes of a run that were in the beam: the state, 8 bytes, and 5 to 12 in the table; and the
/// successors of one layer.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::search::AnytimeBeam;
/// use bestfirst::sliding_tiles::{Board, LinearConflict};
///
/// let board: Board =
///     "14 5 9 2 18 / 8 23 19 12 17 / 15 0 10 20 4 / 6 11 21 1 7 / 24 3 16 22 13".parse().unwrap();
/// // A solution by construction is there at once, should a limit come early.
/// let mut known = vec![board.clone()];
/// for direction in board.any_solution().unwrap() {
///     known.extend(known[known.len() - 1].apply([direction]));
/// }
/// let search = AnytimeBeam::new().within(1.5).known_solution(known).guided_by(Board::disorder);
/// let estimate = LinearConflict::new(5, board.goal());
/// let solver = Solver::builder(board).with_heuristic(&estimate).algorithm(search).solve();
/// assert!(f64::from(solver.cost().unwrap()) <= 1.5 * 95.0);
/// # }
/// ```
///
/// # Reference
///
/// W. Zhang, "Complete anytime beam search", *AAAI* 1998.
#[derive(Clone)]
pub struct AnytimeBeam<S, G = fn(&S) -> u32> {
    width: usize,
    ratio: f64,
    guide: Option<G>,
    known: Option<Vec<S>>,
}

/// How many layers deep a beam goes, at most, for each node of its width: without a bound, one
/// that lost its way in an infinite space would never end.
const DEPTH: u64 = 16;

impl<S> AnytimeBeam<S> {
    /// Down to the optimum, with a beam that is 100 nodes wide at first.
    #[must_use]
    pub fn new() -> Self {
        Self { width: 100, ratio: 1.0, guide: None, known: None }
    }
}

impl<S, G> AnytimeBeam<S, G> {
    /// Ends as soon as the best solution is proven to cost at most `ratio` times the optimum. Less
    /// than 1 is 1: the optimum itself.
    #[must_use]
    pub fn within(self, ratio: f64) -> Self {
        Self { ratio: ratio.max(1.0), ..self }
    }

    /// Starts with a beam of this width, of at least 1.
    #[must_use]
    pub fn width(self, width: usize) -> Self {
        Self { width: width.max(1), ..self }
    }

    /// Orders the nodes of a layer by *g* plus this estimate, which need not be admissible, and only
    /// has to be lower where the goal is closer. Each width is run twice: by the guide, which
    /// finds better solutions, and by *f* for as long as that can prove more.
    #[must_use]
    pub fn guided_by<H: Heuristic<S>>(self, guide: H) -> AnytimeBeam<S, H> {
        let Self { width, ratio, guide: _, known } = self;
        AnytimeBeam { width, ratio, guide: Some(guide), known }
    }

    /// Starts with this path as its best solution, and looks only for cheaper ones. A path that
    /// does not lead from the initial state to a goal, step by step, is left out of account.
    #[must_use]
    pub fn known_solution(self, path: Vec<S>) -> Self {
        Self { known: Some(path), ..self }
    }
}

impl<S> Default for AnytimeBeam<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S, G> fmt::Debug for AnytimeBeam<S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnytimeBeam")
            .field("width", &self.width)
            .field("ratio", &self.ratio)
            .field("is_guided", &self.guide.is_some())
            .field("knows_a_solution", &self.known.is_some())
            .finish()
    }
}

impl<P, G> Algorithm<P> for AnytimeBeam<P::State, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State> + Clone,
{
    type Search = AnytimeBeamSearch<P, G>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = AnytimeBeamSearch {
            space,
            options: self.clone(),
            best: None,
            bound: 0,
            width: 0,
            is_guided: false,
            depth: 0,
            beam: Beam {
                table: StateTable::default(),
                candidates: Vec::new(),
                promising: NodeId::FIRST,
                rank: Rank::LAST,
                left_out: None,
                overflows: 0,
            },
            next: 0,
            unfinished: None,
            successors: Vec::new(),
            counters: Statistics::default(),
            course: Course::new(),
        };
        search.restart(initial);
        search
    }
}

/// What is kept of a node besides its state.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<NodeId>,
    path_cost: u32,
}

/// A node that may come into the next layer.
#[derive(Clone, Debug)]
struct Candidate<S> {
    /// What it is chosen by: *f*, or *g* plus the guide.
    key: u64,
    f: u32,
    path_cost: u32,
    parent: NodeId,
    hash: u64,
    state: S,
}

/// One run, with a beam of one width.
#[derive(Clone)]
struct Beam<S> {
    /// The states of all layers, one after the other. Of several nodes with a state, the newest has
    /// the cheapest path.
    table: StateTable<S, Node>,
    candidates: Vec<Candidate<S>>,
    /// The node with the lowest estimate.
    promising: NodeId,
    rank: Rank,
    /// The lowest *f* of the nodes that were left out.
    left_out: Option<u32>,
    /// How many paths were left out because they cost too much for a `u32`.
    overflows: u64,
}

/// An anytime beam search under way. [`AnytimeBeam`] starts one.
#[derive(Clone)]
pub struct AnytimeBeamSearch<P: StateSpace, G = fn(&<P as StateSpace>::State) -> u32> {
    space: P,
    options: AnytimeBeam<P::State, G>,
    best: Option<(Vec<P::State>, u32)>,
    /// What is proven so far.
    bound: u32,
    width: usize,
    /// Whether this run is by the guide.
    is_guided: bool,
    /// How many layers come before the one that is being expanded.
    depth: u64,
    beam: Beam<P::State>,
    /// The index of the node that is expanded next. Up to the last one they are of the same layer.
    next: usize,
    /// The node that was expanded last, if its successors are not yet candidates.
    unfinished: Option<NodeId>,
    /// Its successors, with their step costs.
    successors: Vec<(P::State, u32)>,
    counters: Statistics,
    course: Course,
}

impl<P, G> AnytimeBeamSearch<P, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State>,
{
    /// The best solution so far.
    #[must_use]
    pub fn best(&self) -> Option<Solution<P::State>> {
        let (path, cost) = self.best.as_ref()?;
        Some(Solution::new(path.clone(), *cost, self.lower_bound()))
    }

    /// The width of the beam.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    fn cost_of_best(&self) -> Option<u32> {
        self.best.as_ref().map(|&(_, cost)| cost)
    }

    fn is_good_enough(&self) -> bool {
        self.cost_of_best().is_some_and(|cost| {
            let bound = self.bound;
            cost <= bound || f64::from(cost) / f64::from(bound) <= self.options.ratio
        })
    }

    /// The cost of a path, if it is a solution from `initial`.
    fn cost_of(&self, path: &[P::State], initial: &P::State) -> Option<u32> {
        let is_solution = path.first() == Some(initial)
            && path.last().is_some_and(|last| self.space.is_goal(last));
        let mut previous = None;
        let mut cost = is_solution.then_some(0_u32)?;
        for pair in path.windows(2) {
            let mut least = None;
            self.space.for_each_successor(&pair[0], previous, |state, step_cost| {
                if state == pair[1] && least.is_none_or(|least| step_cost < least) {
                    least = Some(step_cost);
                }
            });
            cost = cost.checked_add(least?)?;
            previous = Some(&pair[0]);
        }
        Some(cost)
    }

    fn start_run(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        self.depth = 0;
        self.course.heap_bytes = self.space.heap_bytes(&initial);
        let beam = &mut self.beam;
        beam.candidates.clear();
        beam.promising = NodeId::FIRST;
        beam.rank = Rank::new(estimate, 0);
        beam.left_out = None;
        beam.overflows = 0;
        beam.table.restart(initial, Node { parent: None, path_cost: 0 });
        self.next = 0;
        self.counters.generated += 1;
        self.counters.enqueued += 1;
    }

    /// The layer has been expanded: the best candidates are the next one.
    fn next_layer(&mut self) -> Result<(), StopReason> {
        if self.beam.candidates.is_empty() {
            return Ok(());
        }
        let count = self.beam.candidates.len().min(self.width);
        if self.beam.table.room() < count {
            self.allowance()
                .and_then(|allowance| self.beam.table.reserve(count, allowance))
                .map_err(|full| self.course.stop_reason(full, self.bytes()))?;
        }
        self.depth += 1;
        let deepest = DEPTH.saturating_mul(self.width as u64);
        let width = if self.depth > deepest { 0 } else { self.width };
        let best = self.cost_of_best().unwrap_or(u32::MAX);
        let Self { space, beam, course, counters, .. } = self;
        let lowest = beam.choose(width, best, |state, is_duplicate| {
            course.heap_bytes -= space.heap_bytes(state);
            counters.duplicates += u64::from(is_duplicate);
        });
        let open = [lowest, beam.left_out, Some(best)];
        self.bound = self.bound.max(open.into_iter().flatten().min().unwrap_or(0));
        // A run by *f* beside one by the guide is there to prove more.
        let is_beside = self.options.guide.is_some() && !self.is_guided;
        if is_beside && beam.left_out.is_some_and(|least| least <= self.bound) {
            self.next = beam.table.len();
        }
        Ok(())
    }

    /// Nothing is left of the beam.
    #[cold]
    fn end_run(&mut self) -> ControlFlow<Step> {
        if self.beam.left_out.is_some() {
            let initial = self.beam.table.states[NodeId::FIRST].clone();
            if self.is_guided {
                self.is_guided = false;
            } else {
                self.is_guided = self.options.guide.is_some();
                self.width = self.width.saturating_mul(2);
            }
            self.start_run(initial);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(match self.cost_of_best() {
            Some(cost) => {
                self.bound = cost;
                Step::Solved
            }
            None if self.beam.overflows > 0 => Step::Stopped(StopReason::PathCost),
            None => {
                self.bound = u32::MAX;
                Step::Exhausted
            }
        })
    }

    /// Makes candidates of the successors.
    fn finish(&mut self, id: NodeId) -> ControlFlow<Step> {
        let count = self.successors.len();
        self.course.most_successors = self.course.most_successors.max(count);
        if let Err(full) = self.reserve_candidates(count) {
            let reason = self.course.stop_reason(full, self.bytes());
            return ControlFlow::Break(Step::Stopped(reason));
        }
        let path_cost = self.beam.table.nodes[id].path_cost;
        let best = self.cost_of_best().unwrap_or(u32::MAX);
        let Self { space, options, is_guided, beam, successors, course, counters, .. } = self;
        let guide = options.guide.as_ref().filter(|_| *is_guided);
        counters.generated += count as u64;
        for (state, step_cost) in successors.drain(..) {
            let path_cost = u64::from(path_cost) + u64::from(step_cost);
            let f = path_cost + u64::from(space.estimate(&state));
            let key = guide.map_or(f, |guide| path_cost + u64::from(guide.estimate(&state)));
            let (Ok(f), Ok(path_cost)) = (u32::try_from(f), u32::try_from(path_cost)) else {
                // What is known was reached at a cost that is not too much.
                let is_known = beam.table.locate(&state).newest.is_some();
                counters.duplicates += u64::from(is_known);
                beam.overflows += u64::from(!is_known);
                continue;
            };
            if f < best {
                course.heap_bytes += space.heap_bytes(&state);
                let hash = hash(&state);
                beam.candidates.push(Candidate { key, f, path_cost, parent: id, hash, state });
                counters.enqueued += 1;
            }
        }
        self.unfinished = None;
        self.counters.expanded += 1;
        self.counters.largest_open = self.counters.largest_open.max(self.open());
        ControlFlow::Continue(())
    }

    #[inline]
    fn reserve_candidates(&mut self, count: usize) -> Result<(), Full> {
        let candidates = &self.beam.candidates;
        let has_room = candidates.capacity() - candidates.len() >= count;
        if has_room && self.course.heap_bytes == 0 {
            return Ok(());
        }
        let mut allowance = self.allowance()?;
        let item_bytes = size_of::<Candidate<P::State>>();
        make_room(&mut self.beam.candidates, count, item_bytes, &mut allowance)
    }

    fn allowance(&self) -> Result<usize, Full> {
        let states = self.beam.table.len() + self.beam.candidates.len();
        self.course.allowance(self.bytes(), states)
    }

    fn bytes(&self) -> usize {
        let Beam { table, candidates, .. } = &self.beam;
        table.bytes()
            + candidates.capacity() * size_of::<Candidate<P::State>>()
            + self.successors.capacity() * size_of::<(P::State, u32)>()
            + self.course.heap_bytes
    }

    fn open(&self) -> u64 {
        let Beam { table, candidates, .. } = &self.beam;
        (table.len() - self.next + candidates.len()) as u64 + u64::from(self.unfinished.is_some())
    }
}

impl<S: Hash + Eq + Clone> Beam<S> {
    /// Adds the best candidates, so many as `width`, and leaves the others out. Those that are not
    /// added are shown to `dropped`, with whether their state was known. Gives the lowest *f* that
    /// was added.
    fn choose(
        &mut self,
        width: usize,
        best: u32,
        mut dropped: impl FnMut(&S, bool),
    ) -> Option<u32> {
        let mut candidates = mem::take(&mut self.candidates);
        // Of several paths to a state, the cheapest one comes first.
        candidates.sort_unstable_by_key(|next| (next.key, next.parent));
        let (mut chosen, mut lowest) = (0, None);
        for Candidate { f, path_cost, parent, hash, state, .. } in candidates.drain(..) {
            let least = if chosen < width { None } else { self.left_out };
            // A better solution may have been found in the meantime.
            if f >= best || least.is_some_and(|least| f >= least) {
                dropped(&state, false);
                continue;
            }
            let place = self.table.locate_hashed(&state, hash);
            if place.newest.is_some_and(|known| self.table.nodes[known].path_cost <= path_cost) {
                dropped(&state, true);
                continue;
            }
            if chosen == width {
                self.left_out = Some(f);
                dropped(&state, false);
                continue;
            }
            let rank = Rank::new(f - path_cost, path_cost);
            if rank < self.rank {
                (self.promising, self.rank) = (self.table.next_id(), rank);
            }
            self.table.insert(place, state, Node { parent: Some(parent), path_cost });
            chosen += 1;
            lowest = Some(lowest.map_or(f, |lowest: u32| lowest.min(f)));
        }
        self.candidates = candidates;
        lowest
    }

    fn path_to(&self, id: NodeId) -> Vec<S> {
        self.table.path_to(id, |node| node.parent)
    }
}

impl<P, G> Stepwise for AnytimeBeamSearch<P, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State>,
{
    fn step(&mut self) -> ControlFlow<Step> {
        if self.is_good_enough() {
            return ControlFlow::Break(Step::Solved);
        }
        if let Some(id) = self.unfinished {
            return self.finish(id);
        }
        if self.next == self.beam.table.len() {
            if let Err(reason) = self.next_layer() {
                return ControlFlow::Break(Step::Stopped(reason));
            }
        }
        let Some(id) = NodeId::from_index(self.next).filter(|_| self.next < self.beam.table.len())
        else {
            return self.end_run();
        };
        let Self { space, beam, successors, .. } = self;
        let (Node { parent, path_cost }, state) = (beam.table.nodes[id], &beam.table.states[id]);
        self.next += 1;
        self.counters.dequeued += 1;
        if space.is_goal(state) {
            if self.best.as_ref().is_none_or(|&(_, best)| path_cost < best) {
                self.best = Some((beam.path_to(id), path_cost));
            }
            return ControlFlow::Continue(());
        }
        let previous = parent.map(|parent| &beam.table.states[parent]);
        space.for_each_successor(state, previous, |successor, step_cost| {
            successors.push((successor, step_cost));
        });
        self.unfinished = Some(id);
        self.finish(id)
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P, G> Search<P::State> for AnytimeBeamSearch<P, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State>,
{
    fn advance(&mut self, steps: u64) -> Step {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            open: self.open(),
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
            ..self.counters
        }
    }

    fn lower_bound(&self) -> u32 {
        self.cost_of_best().map_or(self.bound, |cost| cost.min(self.bound))
    }

    fn path(&self) -> Vec<P::State> {
        match &self.best {
            Some((path, _)) => path.clone(),
            None => self.beam.path_to(self.beam.promising),
        }
    }

    fn cost(&self) -> u32 {
        self.cost_of_best().unwrap_or(self.beam.rank.path_cost())
    }

    fn has_solution(&self) -> bool {
        self.best.is_some()
    }

    fn restart(&mut self, initial: P::State) {
        self.course.restart();
        self.counters = Statistics { largest_open: 1, ..Statistics::default() };
        self.bound = self.space.estimate(&initial);
        let known = self.options.known.as_ref();
        self.best = known.and_then(|path| Some((path.clone(), self.cost_of(path, &initial)?)));
        self.unfinished = None;
        self.successors.clear();
        self.width = self.options.width;
        self.is_guided = self.options.guide.is_some();
        self.start_run(initial);
    }

    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        self.course.byte_limit = bytes;
    }
}

impl<P, G> fmt::Debug for AnytimeBeamSearch<P, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnytimeBeamSearch")
            .field("answer", &self.course.answer)
            .field("width", &self.width)
            .field("lower_bound", &self.lower_bound())
            .field("cost_of_best", &self.cost_of_best())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
