//! Anytime beam search: wider and wider beams, until a solution is good enough.

mod layers;

use std::hash::Hash;

use crate::frontier::NodeId;
use crate::heuristic::{self, FromFn, Zero};
use crate::search::control::{Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::rank::Rank;
use crate::search::reached::{Initial, OtherMemory};
use crate::search::successors::Successors;
use crate::search::{Algorithm, End, Search};
use crate::space::debug::debug;
use crate::space::derived::derived;
use crate::space::state_space::least_step_to;
use crate::{EventKind, Heuristic, Solution, StateSpace, Statistics, StopReason};
use layers::Layers;

/// Complete anytime beam search: [beam search](crate::search::Beam), again and again, each time
/// with a beam twice as wide.
///
/// A run goes on after a goal: it looks for a better solution, and leaves out nodes with an *f* of
/// at least the cost of the best one. The search ends when the best solution is proven to cost at
/// most the optimum times the requested ratio. If a limit stops it before, the best solution so far
/// is the answer, with what is proven of it. In between, [`AnytimeBeamSearch::best`] gives it.
///
/// On large instances with long solutions, [`Anytime`](crate::search::Anytime) runs out of memory
/// before it finds any. This search finds some that are good enough. Two things help it: a
/// [guide](Self::guided_by), and a [known solution](Self::known_solution).
///
/// # Guarantees
///
/// - At its end the solution is **within the ratio**, or **optimal** if no ratio was given, if the
///   estimate is admissible. At each moment the best solution costs at most [`Solution::ratio`]
///   times the optimum.
/// - **Complete**: with enough memory, it finds a solution if there is one, on infinite spaces as
///   well. On a finite space without a solution, it ends with the proof.
/// - The lower bound grows with the width. In a run it is the lowest *f* of the nodes left out and
///   of those in the layer.
///
/// # Complexity
///
/// A run of a beam that is *b* nodes wide expands at most *b* nodes in each layer, and at most
/// 16 *b* layers. The runs before the last one together take about as long as it.
///
/// # Memory
///
/// Every node that was in a layer of the run is kept: the state, 8 bytes, and 5 to 12 bytes in the
/// table. The successors of one layer are kept until the next one is chosen.
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
#[must_use]
pub struct AnytimeBeam<S, G = Zero> {
    width: usize,
    ratio: f64,
    guide: Option<G>,
    known: Option<Vec<S>>,
    /// Whether runs with wider beams follow the first one.
    widens: bool,
}

/// The most layers of a beam, in multiples of its width. Without a bound, it might never end in an
/// infinite space.
const DEPTH: u64 = 16;

impl<S> AnytimeBeam<S> {
    /// Down to the optimum, with a beam that is 100 nodes wide at first.
    pub fn new() -> Self {
        Self { width: 100, ratio: 1.0, guide: None, known: None, widens: true }
    }

    /// One run, to the first solution.
    pub(super) fn once(width: usize) -> Self {
        Self { widens: false, ..Self::new().width(width) }
    }
}

impl<S, G> AnytimeBeam<S, G> {
    /// Ends as soon as the best solution is proven to cost at most `ratio` times the optimum. A
    /// ratio below 1 counts as 1: the optimum itself.
    pub fn within(self, ratio: f64) -> Self {
        Self { ratio: ratio.max(1.0), ..self }
    }

    /// Starts with a beam of this width, of at least 1.
    pub fn width(self, width: usize) -> Self {
        Self { width: width.max(1), ..self }
    }

    /// Orders the nodes of a layer by *g* plus this estimate, which need not be admissible, and
    /// only has to be lower where the goal is closer. There are two runs for each width: one by the
    /// guide, which finds better solutions, and one by *f*, which ends once it can no longer raise
    /// the lower bound.
    pub fn guided_by<F: Fn(&S) -> u32>(self, guide: F) -> AnytimeBeam<S, FromFn<F>> {
        let Self { width, ratio, guide: _, known, widens } = self;
        AnytimeBeam { width, ratio, guide: Some(heuristic::from_fn(guide)), known, widens }
    }

    /// Starts with this path as its best solution, and looks only for cheaper ones. A path that
    /// does not lead from the initial state to a goal, step by step, is left out of account.
    pub fn known_solution(self, path: Vec<S>) -> Self {
        Self { known: Some(path), ..self }
    }
}

derived!(Default from new for [S] AnytimeBeam<S>);

debug!(
    [S, G] AnytimeBeam<S, G>,
    |it| width: it.width, ratio: it.ratio, is_guided: it.guide.is_some(),
    knows_a_solution: it.known.is_some(), widens: it.widens
);

impl<P: StateSpace<State: Hash + Eq>, G: Heuristic<P::State> + Clone> Algorithm<P>
    for AnytimeBeam<P::State, G>
{
    type Search = AnytimeBeamSearch<P, G>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        AnytimeBeamSearch {
            space,
            layers: Layers::new(),
            successors: Successors::new(),
            options: self.clone(),
            is_guided: false,
            best: None,
            promising: None,
        }
        .started(initial)
    }
}

/// An anytime beam search under way. [`AnytimeBeam`] starts one.
#[derive(Clone)]
pub struct AnytimeBeamSearch<P: StateSpace, G = Zero> {
    space: P,
    /// The run under way.
    layers: Layers<P::State>,
    /// The successors of the node under expansion.
    successors: Successors<P::State>,
    options: AnytimeBeam<P::State, G>,
    /// Whether this run is by the guide.
    is_guided: bool,
    best: Option<(Vec<P::State>, u32)>,
    /// The path to the most promising state of the runs before, if there is one beyond the initial
    /// state.
    promising: Option<(Vec<P::State>, Rank)>,
}

impl<P: StateSpace<State: Hash + Eq>, G: Heuristic<P::State>> AnytimeBeamSearch<P, G> {
    /// The best solution so far.
    pub fn best(&self) -> Option<Solution<P::State>> {
        let solution = || Solution::new(self.path(), self.cost(), self.lower_bound());
        self.has_solution().then(solution)
    }

    /// The width of the beam.
    pub fn width(&self) -> usize {
        self.layers.width
    }

    fn cost_of_best(&self) -> Option<u32> {
        self.best.as_ref().map(|&(_, cost)| cost)
    }

    fn is_good_enough(&self) -> bool {
        self.cost_of_best().is_some_and(|cost| {
            let bound = self.layers.bound;
            cost <= bound || f64::from(cost) / f64::from(bound) <= self.options.ratio
        })
    }

    /// The cost of a path, if it is a solution from `initial`.
    fn cost_of(&self, path: &[P::State], initial: &P::State) -> Option<u32> {
        let space = &self.space;
        let is_solution =
            path.first() == Some(initial) && path.last().is_some_and(|last| space.is_goal(last));
        let first = is_solution.then_some(0_u32)?;
        path.windows(2).try_fold(first, |cost, pair| {
            // A path may step back to the state before.
            cost.checked_add(least_step_to(space, &pair[0], |state| *state == pair[1])?)
        })
    }

    /// The rank of the most promising state of the earlier runs.
    fn promising_rank(&self) -> Rank {
        self.promising.as_ref().map_or(Rank::LAST, |&(_, rank)| rank)
    }

    /// From now on, only a better solution is looked for.
    fn set_best(&mut self, path: Vec<P::State>, cost: u32) {
        self.layers.limit = cost.into();
        self.best = Some((path, cost));
    }

    /// Whether this is the run by *f* of a search with a guide, and can no longer raise the lower
    /// bound.
    fn cannot_raise_bound(&self) -> bool {
        let is_unguided = self.options.guide.is_some() && !self.is_guided;
        is_unguided && self.layers.left_out.is_some_and(|least| least <= self.layers.bound)
    }

    /// Ends a run. If no node was left out, or if beams do not widen, the search ends. After a run
    /// by the guide, the next one is by *f*, with the same width; otherwise the beam of the next
    /// one is twice as wide.
    #[cold]
    fn end_run(&mut self) -> Result<(), Halt> {
        let promising_rank = self.promising_rank();
        let Layers { reached, left_out, bound, width, .. } = &mut self.layers;
        let Some(left_out) = *left_out else {
            *bound = u32::MAX;
            let end = if self.best.is_some() { End::Solved } else { reached.exhausted() };
            return Err(end.into());
        };
        if !self.options.widens {
            *bound = left_out.max(*bound);
            return Err(End::Stopped(StopReason::Incomplete).into());
        }
        let next_width = if self.is_guided { *width } else { width.saturating_mul(2) };
        if reached.best_rank < promising_rank && reached.best != NodeId::FIRST {
            self.promising = Some((reached.path_to(reached.best), reached.best_rank));
        }
        let initial = reached.table.states[NodeId::FIRST].clone();
        let initial = Initial::new(&self.space, initial);
        self.is_guided = !self.is_guided && self.options.guide.is_some();
        self.set_width(next_width);
        self.layers.begin(initial);
        self.layers.reached.report_root(&self.space);
        Ok(())
    }

    fn set_width(&mut self, width: usize) {
        self.layers.width = width;
        let most = DEPTH.saturating_mul(width as u64);
        self.layers.most_depth = if self.options.widens { most } else { u64::MAX };
    }

    /// Expands a node: its successors are candidates for the next layer, which is chosen by *g*
    /// plus the guide, or by *f* if this run has none.
    fn expand(&mut self, id: NodeId) -> Result<(), Halt> {
        let Self { space, layers, successors, options, is_guided, .. } = self;
        let guide = options.guide.as_ref().filter(|_| *is_guided);
        let path_cost = layers.reached.table.nodes[id].path_cost;
        let candidates = layers.candidate_bytes();
        layers.reached.collect(space, id, successors, OtherMemory::in_use(candidates))?;
        layers.make_room(successors.list().len(), candidates + successors.bytes())?;
        layers.reached.report_expansion(space, id);
        successors.add_all(|next| layers.add(space, guide, (id, path_cost), next));
        layers.end_expansion();
        Ok(())
    }
}

impl<P: StateSpace<State: Hash + Eq>, G: Heuristic<P::State>> Stepwise for AnytimeBeamSearch<P, G> {
    /// Expands the next node of the run. A goal is recorded if it is cheaper than the best solution
    /// so far.
    fn step(&mut self) -> Result<(), Halt> {
        if self.is_good_enough() {
            return Err(End::Solved.into());
        }
        let next = self.layers.next_node(&self.space, self.successors.bytes())?;
        // A new layer may prove more.
        if self.is_good_enough() {
            return Err(End::Solved.into());
        }
        let Some(id) = next.filter(|_| !self.cannot_raise_bound()) else {
            return self.end_run();
        };
        let reached = &mut self.layers.reached;
        if !self.space.is_goal(&reached.table.states[id]) {
            return self.expand(id);
        }
        let path_cost = reached.table.nodes[id].path_cost;
        if !self.options.widens {
            // The path needs no copy: the nodes stay.
            let solved = reached.solve(&self.space, id, path_cost);
            self.layers.pass();
            return Err(solved.into());
        }
        reached.report(&self.space, EventKind::Goal, id);
        if self.best.as_ref().is_none_or(|&(_, best)| path_cost < best) {
            let path = reached.path_to(id);
            self.set_best(path, path_cost);
        }
        self.layers.pass();
        Ok(())
    }

    answers!(|search| search.layers.reached; control);
    answers!(|search| search.layers; give_back);
}

impl<P: StateSpace<State: Hash + Eq>, G: Heuristic<P::State>> Search for AnytimeBeamSearch<P, G> {
    type State = P::State;

    stepwise!();

    /// The sums over all runs, but the open nodes and the memory of the current run alone.
    fn statistics(&self) -> Statistics {
        self.layers.statistics(self.successors.bytes())
    }

    fn lower_bound(&self) -> u32 {
        let bound = self.layers.bound;
        if self.has_solution() { bound.min(self.cost()) } else { bound }
    }

    fn path(&self) -> Vec<P::State> {
        match (&self.best, &self.promising) {
            (Some((path, _)), _) => path.clone(),
            (None, Some((path, rank))) if *rank <= self.layers.reached.best_rank => path.clone(),
            _ => self.layers.reached.path(),
        }
    }

    fn cost(&self) -> u32 {
        let rank = self.layers.reached.best_rank.min(self.promising_rank());
        self.cost_of_best().unwrap_or(rank.path_cost())
    }

    fn has_solution(&self) -> bool {
        self.best.is_some() || self.layers.reached.control.is_solved()
    }

    fn restart(&mut self, initial: P::State) {
        let known = self.options.known.as_ref();
        let best = known.and_then(|path| Some((path.clone(), self.cost_of(path, &initial)?)));
        let initial = Initial::new(&self.space, initial);
        self.successors.clear();
        self.control().begin_restart();
        // Dropped at the end.
        let _before = (self.best.take(), self.promising.take());
        self.is_guided = self.options.guide.is_some();
        self.set_width(self.options.width);
        self.layers.restart(initial);
        if let Some((path, cost)) = best {
            self.set_best(path, cost);
        }
        self.control().restart();
        self.end_restart();
        self.layers.reached.report_root(&self.space);
    }
}

reuse_and_debug!(
    [P: StateSpace<State: Hash + Eq>, G: Heuristic<P::State>] AnytimeBeamSearch<P, G>, StateSpace,
    space; layers, successors, options, is_guided, best, promising
);
