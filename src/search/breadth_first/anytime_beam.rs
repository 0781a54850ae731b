//! Anytime beam search: wider and wider beams, until a solution is as good as was asked for.

use std::cmp::Reverse;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::frontier::{Full, NodeId, hash, make_room};
use crate::heuristic::{self, FromFn, Zero};
use crate::search::course::{Course, Stepwise};
use crate::search::rank::Rank;
use crate::search::reached::{self, Reached};
use crate::search::successors::{Successor, Successors};
use crate::search::{Algorithm, End, RestartIn, Search};
use crate::{Heuristic, Limits, Solution, StateSpace, Statistics, StopReason};

/// Complete anytime beam search: breadth-first search that keeps of each layer only the best nodes
/// by *f = g + h*, as many as the beam is wide; then again with a beam twice as wide, and so on.
///
/// It runs until the best solution is proven to cost at most so many times the optimum as was asked
/// for, or until a limit stops it: then the best solution so far is the answer, with what is proven
/// of it. In between, [`AnytimeBeamSearch::best`] gives it.
///
/// Where [`Anytime`](crate::search::Anytime) drowns in memory, on large instances with long solutions, this
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
pub struct AnytimeBeam<S, G = Zero> {
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
    pub fn guided_by<F: Fn(&S) -> u32>(self, guide: F) -> AnytimeBeam<S, FromFn<F>> {
        let Self { width, ratio, guide: _, known } = self;
        AnytimeBeam { width, ratio, guide: Some(heuristic::from_fn(guide)), known }
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
            promising: None,
            bound: 0,
            width: 0,
            is_guided: false,
            depth: 0,
            beam: Beam {
                reached: Reached::new(),
                candidates: Vec::new(),
                is_choosing: false,
                lowest: None,
                left_out: None,
                overflows: 0,
            },
            next: 0,
            end_of_layer: 0,
            successors: Successors::new(),
            counters: Statistics::default(),
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

impl reached::Node for Node {
    fn parent(&self) -> Option<NodeId> {
        self.parent
    }
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
    reached: Reached<S, Node>,
    /// While some of them are chosen, the best one last.
    candidates: Vec<Candidate<S>>,
    is_choosing: bool,
    /// The lowest *f* of those chosen for the next layer.
    lowest: Option<u32>,
    /// The lowest *f* of the nodes that were left out.
    left_out: Option<u32>,
    /// How many paths of this run were left out because they cost too much for a `u32`.
    overflows: u64,
}

/// An anytime beam search under way. [`AnytimeBeam`] starts one.
#[derive(Clone)]
pub struct AnytimeBeamSearch<P: StateSpace, G = Zero> {
    space: P,
    options: AnytimeBeam<P::State, G>,
    best: Option<(Vec<P::State>, u32)>,
    /// The path to the most promising state of the runs before, if it is more so than those of this one
    /// were at first.
    promising: Option<(Vec<P::State>, Rank)>,
    /// What is proven so far.
    bound: u32,
    width: usize,
    /// Whether this run is by the guide.
    is_guided: bool,
    /// How many layers come before the one that is being expanded.
    depth: u64,
    beam: Beam<P::State>,
    /// The index of the node that is expanded next, and the end of its layer.
    next: usize,
    end_of_layer: usize,
    /// Those of that node.
    successors: Successors<P::State>,
    counters: Statistics,
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
        let mut cost = is_solution.then_some(0_u32)?;
        for pair in path.windows(2) {
            let mut least = None;
            // It may go back and forth.
            self.space.for_each_successor(&pair[0], None, |state, step_cost| {
                if state == pair[1] && least.is_none_or(|least| step_cost < least) {
                    least = Some(step_cost);
                }
            });
            cost = cost.checked_add(least?)?;
        }
        Some(cost)
    }

    /// How promising the most promising state of the runs before was.
    fn promising_rank(&self) -> Rank {
        self.promising.as_ref().map_or(Rank::LAST, |&(_, rank)| rank)
    }

    /// What a path has to cost less than to be of use.
    fn limit(&self) -> u64 {
        self.cost_of_best().map_or(1 << u32::BITS, u64::from)
    }

    fn start_run(&mut self, initial: P::State) {
        let Beam { reached, candidates, is_choosing, lowest, left_out, overflows } = &mut self.beam;
        reached.restart(&self.space, initial, Node { parent: None, path_cost: 0 });
        candidates.clear();
        (*is_choosing, *lowest, *left_out, *overflows) = (false, None, None, 0);
        self.depth = 0;
        (self.next, self.end_of_layer) = (0, 1);
        self.successors.clear();
        self.counters.generated += 1;
        self.counters.enqueued += 1;
    }

    /// The layer has been expanded: the best candidates are the next one.
    fn next_layer(&mut self) -> Result<(), StopReason> {
        if self.beam.candidates.is_empty() && !self.beam.is_choosing {
            return Ok(());
        }
        if !self.beam.is_choosing {
            let count = self.beam.candidates.len().min(self.width);
            if self.beam.reached.table.room() < count {
                let beside = self.beside();
                self.beam.reached.grow(count, beside)?;
            }
            self.depth += 1;
            self.beam.begin_to_choose();
        }
        let deepest = DEPTH.saturating_mul(self.width as u64);
        let width = if self.depth > deepest { 0 } else { self.width };
        let limit = self.limit();
        self.beam.choose(&self.space, width, self.end_of_layer, limit, &mut self.counters);
        self.end_of_layer = self.beam.reached.table.len();
        let Beam { lowest, left_out, .. } = self.beam;
        let open = [lowest, left_out, Some(self.cost_of_best().unwrap_or(u32::MAX))];
        self.bound = self.bound.max(open.into_iter().flatten().min().unwrap_or(0));
        // A run by *f* beside one by the guide is there to prove more.
        let is_beside = self.options.guide.is_some() && !self.is_guided;
        if is_beside && left_out.is_some_and(|least| least <= self.bound) {
            self.next = self.end_of_layer;
        }
        Ok(())
    }

    /// Nothing is left of the beam.
    #[cold]
    fn end_run(&mut self) -> ControlFlow<End> {
        if self.beam.left_out.is_some() {
            let Reached { table, course, best, best_rank, .. } = &self.beam.reached;
            let (initial, course) = (table.states[NodeId::FIRST].clone(), course.clone());
            if *best_rank < self.promising_rank() && *best != NodeId::FIRST {
                self.promising = Some((self.beam.reached.path_to(*best), *best_rank));
            }
            self.start_run(initial);
            self.beam.reached.course = course;
            if self.is_guided {
                self.is_guided = false;
            } else {
                self.is_guided = self.options.guide.is_some();
                self.width = self.width.saturating_mul(2);
            }
            return ControlFlow::Continue(());
        }
        if let Some(cost) = self.cost_of_best() {
            self.bound = cost;
            return ControlFlow::Break(End::Solved);
        }
        self.bound = u32::MAX;
        ControlFlow::Break(if self.beam.overflows > 0 {
            End::Stopped(StopReason::PathCost)
        } else {
            End::Exhausted
        })
    }

    /// Expands a node: makes candidates of its successors.
    fn expand(&mut self, id: NodeId) -> Result<(), StopReason> {
        let Self { space, beam, successors, .. } = self;
        let Node { parent, path_cost } = beam.reached.table.nodes[id];
        let candidates = beam.candidates.capacity() * size_of::<Candidate<P::State>>();
        beam.reached.collect(space, (id, parent), successors, (candidates, 0))?;
        self.reserve_candidates()?;
        let limit = self.limit();
        let Self { space, options, is_guided, beam, successors, counters, .. } = self;
        let guide = options.guide.as_ref().filter(|_| *is_guided);
        let (list, added) = successors.drain();
        for successor in list {
            beam.add(space, guide, (id, path_cost), successor, limit, counters);
            *added += 1;
        }
        successors.finish();
        self.next += 1;
        self.counters.dequeued += 1;
        self.counters.expanded += 1;
        self.counters.largest_open = self.counters.largest_open.max(self.open());
        Ok(())
    }

    /// Makes room for the successors among the candidates.
    #[inline]
    fn reserve_candidates(&mut self) -> Result<(), StopReason> {
        let (count, candidates) = (self.successors.list().len(), &self.beam.candidates);
        if candidates.capacity() - candidates.len() >= count {
            return Ok(());
        }
        let beside = self.beside();
        let item_bytes = size_of::<Candidate<P::State>>();
        let Beam { reached, candidates, .. } = &mut self.beam;
        let made = reached
            .allowance(beside)
            .and_then(|mut allowance| make_room(candidates, count, item_bytes, &mut allowance));
        made.map_err(|full: Full| reached.stop_reason(full, beside))
    }

    /// The memory in use besides the states reached.
    fn beside(&self) -> usize {
        let candidates = self.beam.candidates.capacity() * size_of::<Candidate<P::State>>();
        candidates + self.successors.bytes()
    }

    fn open(&self) -> u64 {
        let Beam { reached, candidates, .. } = &self.beam;
        (reached.table.len() - self.next + candidates.len()) as u64
    }
}

impl<S: Hash + Eq + Clone> Beam<S> {
    /// Makes a candidate of a successor of a node, given with its path cost, if a path through it may
    /// cost less than `limit`. There must be room for it.
    fn add<P: StateSpace<State = S>, G: Heuristic<S>>(
        &mut self,
        space: &P,
        guide: Option<&G>,
        (parent, path_cost): (NodeId, u32),
        Successor { state, step_cost, .. }: Successor<S>,
        limit: u64,
        counters: &mut Statistics,
    ) {
        let path_cost = u64::from(path_cost) + u64::from(step_cost);
        let f = path_cost + u64::from(space.estimate(&state));
        let key = guide.map_or(f, |guide| path_cost + u64::from(guide.estimate(&state)));
        let (Ok(f), Ok(path_cost)) = (u32::try_from(f), u32::try_from(path_cost)) else {
            // What is known was reached at a cost that is not too much.
            let is_known = self.reached.table.locate(&state).newest.is_some();
            counters.generated += 1;
            counters.duplicates += u64::from(is_known);
            self.overflows += u64::from(!is_known);
            return;
        };
        let (hash, heap_bytes) = (hash(&state), space.heap_bytes(&state));
        counters.generated += 1;
        if u64::from(f) < limit {
            self.reached.heap_bytes += heap_bytes;
            self.candidates.push(Candidate { key, f, path_cost, parent, hash, state });
            counters.enqueued += 1;
        }
    }

    fn begin_to_choose(&mut self) {
        // Of several paths to a state, the cheapest one comes first, and the first one is the last.
        self.candidates.sort_unstable_by_key(|next| Reverse((next.key, next.parent)));
        self.is_choosing = true;
        self.lowest = None;
    }

    /// Adds the best candidates, so many as `width`, and leaves the others out. Those of the next
    /// layer come after `end_of_layer`.
    fn choose<P: StateSpace<State = S>>(
        &mut self,
        space: &P,
        width: usize,
        end_of_layer: usize,
        limit: u64,
        counters: &mut Statistics,
    ) {
        let Self { reached, candidates, lowest, left_out, .. } = self;
        // What could panic comes before the candidate is taken.
        while let Some(&Candidate { f, path_cost, parent, hash, ref state, .. }) = candidates.last()
        {
            let heap_bytes = space.heap_bytes(state);
            let is_full = reached.table.len() - end_of_layer >= width;
            let least = left_out.filter(|_| is_full);
            // A better solution may have been found in the meantime.
            let mut is_chosen = u64::from(f) < limit && least.is_none_or(|least| f < least);
            let mut place = None;
            if is_chosen {
                let found = reached.table.locate_hashed(state, hash);
                let nodes = &reached.table.nodes;
                if found.newest.is_some_and(|known| nodes[known].path_cost <= path_cost) {
                    is_chosen = false;
                    counters.duplicates += 1;
                } else if is_full {
                    is_chosen = false;
                    *left_out = Some(f);
                }
                place = Some(found);
            }
            let Some(Candidate { state, .. }) = candidates.pop() else {
                break;
            };
            if !is_chosen {
                reached.heap_bytes -= heap_bytes;
            } else if let Some(place) = place {
                reached.rank_next(f - path_cost, path_cost);
                reached.table.insert(place, state, Node { parent: Some(parent), path_cost });
                *lowest = Some(lowest.map_or(f, |lowest| lowest.min(f)));
            }
        }
        self.is_choosing = false;
    }
}

impl<P, G> Stepwise for AnytimeBeamSearch<P, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State>,
{
    fn step(&mut self) -> ControlFlow<End> {
        if self.is_good_enough() {
            return ControlFlow::Break(End::Solved);
        }
        if self.next == self.end_of_layer {
            if let Err(reason) = self.next_layer() {
                return ControlFlow::Break(End::Stopped(reason));
            }
            if self.is_good_enough() {
                return ControlFlow::Break(End::Solved);
            }
        }
        let Some(id) = NodeId::from_index(self.next).filter(|_| self.next < self.end_of_layer)
        else {
            return self.end_run();
        };
        let reached = &self.beam.reached;
        if self.space.is_goal(&reached.table.states[id]) {
            let path_cost = reached.table.nodes[id].path_cost;
            if self.cost_of_best().is_none_or(|best| path_cost < best) {
                self.best = Some((reached.path_to(id), path_cost));
            }
            self.next += 1;
            self.counters.dequeued += 1;
            return ControlFlow::Continue(());
        }
        match self.expand(id) {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => ControlFlow::Break(End::Stopped(reason)),
        }
    }

    fn course(&mut self) -> &mut Course {
        &mut self.beam.reached.course
    }
}

impl<P, G> Search for AnytimeBeamSearch<P, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State>,
{
    type State = P::State;

    fn advance(&mut self, steps: u64) -> Option<End> {
        self.advance_stepwise(steps)
    }

    fn statistics(&self) -> Statistics {
        let reached = &self.beam.reached;
        Statistics {
            open: self.open(),
            bytes: reached.bytes() + self.beside(),
            elapsed: reached.course.elapsed,
            ..self.counters
        }
    }

    fn lower_bound(&self) -> u32 {
        self.cost_of_best().map_or(self.bound, |cost| cost.min(self.bound))
    }

    fn path(&self) -> Vec<P::State> {
        let reached = &self.beam.reached;
        match (&self.best, &self.promising) {
            (Some((path, _)), _) => path.clone(),
            (None, Some((path, rank))) if *rank <= reached.best_rank => path.clone(),
            _ => reached.path_to(reached.best),
        }
    }

    fn cost(&self) -> u32 {
        let rank = self.beam.reached.best_rank.min(self.promising_rank());
        self.cost_of_best().unwrap_or(rank.path_cost())
    }

    fn has_solution(&self) -> bool {
        self.best.is_some()
    }

    fn restart(&mut self, initial: P::State) {
        let bound = self.space.estimate(&initial);
        let known = self.options.known.as_ref();
        let best = known.and_then(|path| Some((path.clone(), self.cost_of(path, &initial)?)));
        self.start_run(initial);
        (self.bound, self.best, self.promising) = (bound, best, None);
        let (generated, enqueued, largest_open) = (1, 1, 1);
        self.counters = Statistics { generated, enqueued, largest_open, ..Statistics::default() };
        self.width = self.options.width;
        self.is_guided = self.options.guide.is_some();
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.beam.reached.course.set_limits(limits);
    }
}

impl<P, G> RestartIn<P> for AnytimeBeamSearch<P, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State>,
{
    fn restart_in(&mut self, space: P, initial: P::State) {
        self.space = space;
        self.restart(initial);
    }
}

impl<P, G> fmt::Debug for AnytimeBeamSearch<P, G>
where
    P: StateSpace<State: Hash + Eq>,
    G: Heuristic<P::State>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnytimeBeamSearch")
            .field("answer", &self.beam.reached.course.answer)
            .field("width", &self.width)
            .field("lower_bound", &self.lower_bound())
            .field("cost_of_best", &self.cost_of_best())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}
