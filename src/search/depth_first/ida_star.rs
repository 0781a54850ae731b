//! Iterative-deepening A\*: optimal, in very little memory.

use std::fmt;
use std::hash::Hash;
use std::mem;
use std::ops::ControlFlow;

use super::budget::Budget;
use super::cost_bounded::{CostBounded, Duplicates, Numbers, Progress};
use super::given::Given;
use super::iterations::{Iterations, next_bound};
use super::transpositions::Transpositions;
use crate::frontier::Full;
use crate::search::course::{Course, Stepwise};
use crate::search::{Algorithm, End, RestartIn, Search, fmt_search};
use crate::{Iteration, Limits, StateSpace, Statistics};

/// IDA\*: repeated depth-first searches up to a bound on *f = g + h*. The bound of each iteration
/// is the lowest *f* that exceeded the bound of the one before.
///
/// It stores only the current path. No other search here needs less memory or less time for each
/// node. Use it where few paths lead to the same state, as in the 15-puzzle.
///
/// If iterations grow by less than half, as they do if nearly every path has another cost, bounds
/// are raised further, so that iterations at least double. An iteration that gets too large by this
/// is broken off, and starts again with a lower bound. If one reaches a goal, it goes on until it
/// is proven that no path is cheaper. This is *budgeted tree search*.
///
/// # Guarantees
///
/// - **Optimal** if the heuristic is admissible; it need not be consistent.
/// - **Complete** if there is a solution and no cycle costs 0. If there is no solution, it ends
///   with a proof only if the space has no cycles; else it runs forever. Set
///   [limits](crate::Limits), or implement [`StateSpace::is_solvable`].
///
/// With a [transposition table](IdaStar::transposition_table), cycles of cost 0 do no harm.
///
/// Nodes are counted as in the literature: the root once, and each successor when it is generated,
/// one at a time.
///
/// # Complexity
///
/// It expands every path up to the cost of the solution, not every state. The time is exponential
/// in the length of the solution. There is no overhead if few paths lead to each state. If *n* paths
/// cost no more than the solution, all iterations together expand a small multiple of *n* nodes, and
/// O(*n* log *C*) at worst, where *C* is the cost of the solution.
///
/// # Memory
///
/// The states on the path: a few kilobytes. During the search they are on the call stack. Once they
/// take 64 KiB of it, the path moves to the heap, and the search continues from its end.
///
/// A successor function that collects all successors before it visits them keeps such a list for
/// each state on the path. These lists are not counted.
///
/// # Speed
///
/// About half of all successors are beyond the bound. A space that knows their estimates in advance
/// need not generate them: see [`StateSpace::offer_successors`].
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Worlds;
/// use bestfirst::search::{Algorithm, IdaStar, Search, End};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let mut search = IdaStar::new().start(Worlds::new(), board);
/// while search.advance(100_000) .is_none() {}
/// assert_eq!(search.cost(), 31);
/// let bounds: Vec<_> = search.iterations().iter().map(|iteration| iteration.bound).collect();
/// assert_eq!(bounds, [21, 23, 25, 27, 29, 31]);
/// # }
/// ```
///
/// # Reference
///
/// R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", *Artificial
/// Intelligence* 27, 1985. On the table: A. Reinefeld and T. A. Marsland, "Enhanced
/// iterative-deepening search", *IEEE Transactions on Pattern Analysis and Machine Intelligence*
/// 16(7), 1994. On raised bounds: M. Helmert, T. Lattimore, L. H. S. Lelis, L. Orseau and N. R.
/// Sturtevant, "Iterative budgeted exponential search", *IJCAI* 2019.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdaStar<T = NoTable, const PATHMAX: bool = false> {
    table: T,
    is_plain: bool,
}

/// No transposition table: every path is searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<S> Duplicates<S> for NoTable {
    const MAY_FIND: bool = false;

    #[inline]
    fn is_duplicate<'a>(&mut self, _: &S, _: u32, _: impl Iterator<Item = (&'a S, u32)>) -> bool
    where
        S: 'a,
    {
        false
    }
}

/// A transposition table: see [`IdaStar::transposition_table`].
#[derive(Clone, Copy, Debug)]
pub struct TranspositionTable {
    bytes: usize,
}

impl IdaStar {
    /// Without a transposition table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<const PATHMAX: bool> IdaStar<NoTable, PATHMAX> {
    /// With a transposition table of this many bytes. It stores states with the path costs at which
    /// they were reached. A path that reaches one of them at no lower cost is pruned in the same
    /// iteration.
    ///
    /// Newer states replace older ones, so any size is correct. The states must be `Hash + Eq`. A
    /// memory limit may make the table smaller.
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::Solver;
    /// use bestfirst::search::IdaStar;
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
    /// let without = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
    /// let table = IdaStar::new().transposition_table(1 << 20);
    /// let with = Solver::builder(board).algorithm(table).solve();
    /// assert_eq!(with.moves(), without.moves());
    /// assert!(with.statistics().expanded < without.statistics().expanded);
    /// # }
    /// ```
    #[must_use]
    pub fn transposition_table(self, bytes: usize) -> IdaStar<TranspositionTable, PATHMAX> {
        IdaStar { table: TranspositionTable { bytes }, is_plain: self.is_plain }
    }
}

impl<T, const PATHMAX: bool> IdaStar<T, PATHMAX> {
    /// Never raises a bound further than to the lowest *f* beyond the last one. The iterations are
    /// then those of Korf's paper, whatever the costs. With steps of many different costs they are
    /// many.
    #[must_use]
    pub fn plain(self) -> Self {
        Self { is_plain: true, ..self }
    }

    /// With *bidirectional pathmax*, for inconsistent heuristics. It needs steps that **can be undone
    /// at the same cost**; elsewhere, solutions may be missed.
    ///
    /// A high estimate is then passed up the path: if the goal is far from a successor, it is far
    /// from its parent too, less the cost of the step. Once a successor has raised the *f* of a node
    /// above the bound, the others need not be searched. With a consistent heuristic nothing is
    /// raised.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::IdaStar;
    ///
    /// // Squares of a plane. The estimate is exact at every third of them, and 0 elsewhere.
    /// let squares = |&(x, y): &(i32, i32)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
    /// let estimate = |&(x, y): &(i32, i32)| match (x + y) % 3 {
    ///     0 => x.abs_diff(5) + y.abs_diff(5),
    ///     _ => 0,
    /// };
    /// let plane = Problem::from_neighbors((0, 0), squares, |&square| square == (5, 5));
    /// let plane = plane.estimate(estimate);
    /// let without = plane.solver().algorithm(IdaStar::new()).solve();
    /// let with = IdaStar::new().bidirectional_pathmax();
    /// let with = plane.solver().algorithm(with).solve();
    /// assert_eq!(with.cost(), without.cost());
    /// assert!(with.statistics().expanded < without.statistics().expanded);
    /// ```
    ///
    /// Reference: A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant and Z. Zhang,
    /// "Inconsistent heuristics in theory and practice", *Artificial Intelligence* 175, 2011.
    #[must_use]
    pub fn bidirectional_pathmax(self) -> IdaStar<T, true> {
        IdaStar { table: self.table, is_plain: self.is_plain }
    }
}

impl<P: StateSpace, const PATHMAX: bool> Algorithm<P> for IdaStar<NoTable, PATHMAX> {
    type Search = IdaStarSearch<P, NoTable, PATHMAX>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        IdaStarSearch::new(space, initial, NoTable, self.is_plain)
    }
}

impl<P, const PATHMAX: bool> Algorithm<P> for IdaStar<TranspositionTable, PATHMAX>
where
    P: StateSpace<State: Hash + Eq>,
{
    type Search = IdaStarSearch<P, Transpositions<P::State>, PATHMAX>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let heap_bytes = space.heap_bytes(&initial);
        let table = Transpositions::new(self.table.bytes, heap_bytes);
        IdaStarSearch::new(space, initial, table, self.is_plain)
    }
}

/// An IDA\* search in progress. [`IdaStar`] starts one.
#[derive(Clone)]
pub struct IdaStarSearch<P: StateSpace, D = NoTable, const PATHMAX: bool = false> {
    space: P,
    duplicates: D,
    paths: CostBounded<P::State>,
    iterations: Iterations,
    budget: Budget,
    /// The cost of the best solution so far. `paths` has its path as the most promising one.
    solution: Option<u32>,
    /// Whether the path ends at a goal that is not yet kept, because cloning a state panicked.
    is_at_goal: bool,
    given: Given,
    course: Course,
}

impl<P: StateSpace, D, const PATHMAX: bool> IdaStarSearch<P, D, PATHMAX> {
    /// The iterations so far, in order. The last one is the current one. If the bound of an iteration
    /// is lower than that before it, the one before was broken off.
    #[must_use]
    pub fn iterations(&self) -> &[Iteration] {
        self.iterations.list()
    }
}

impl<P: StateSpace, const PATHMAX: bool> IdaStarSearch<P, NoTable, PATHMAX> {
    /// After a solution, goes on to the next one: another path, which costs no less. Does nothing if
    /// the search has not ended with a solution.
    ///
    /// [`advance`](Search::advance) then ends with [`End::Solved`] at the next solution, and with
    /// [`End::Exhausted`] if there is none. Solutions come in the order of their costs, if the
    /// heuristic is admissible. Each is a path to a goal that passes through no other goal. It may
    /// pass through a state more than once, but never goes back where it came from. So there may be
    /// solutions without end.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::{Algorithm, End, IdaStar, Search};
    ///
    /// // From 1 to 10, by adding 1 or trebling.
    /// let numbers = Problem::from_neighbors(1_u32, |&n| [n + 1, 3 * n], |&n| n == 10);
    /// let numbers = numbers.estimate(|&n| if n > 10 { bestfirst::DEAD_END } else { 0 });
    /// let mut search = IdaStar::new().start(&numbers, 1);
    /// let mut steps = Vec::new();
    /// while search.advance(u64::MAX) == Some(End::Solved) {
    ///     steps.push(search.path().len() - 1);
    ///     search.next_solution();
    /// }
    /// assert_eq!(steps, [3, 4, 6, 8, 9]);
    /// ```
    pub fn next_solution(&mut self) {
        let (Some(End::Solved), Some(cost)) = (self.course.answer, self.solution.take()) else {
            return;
        };
        self.course.answer = None;
        let is_first = matches!(self.given, Given::None);
        // Only at the lowest bound that is possible, the rest of the iteration has the next one.
        let bounds =
            [self.iterations.list().last().map(|last| last.bound), Some(self.paths.bound())];
        let will_return = is_first && bounds != [Some(cost); 2];
        if is_first {
            self.given = Given::first(cost, will_return);
            self.budget.stop_raising(cost);
        }
        if will_return {
            self.begin_iteration();
        } else {
            self.paths.skip();
        }
    }
}

#[expect(private_bounds, reason = "its methods are private")]
impl<P, D, const PATHMAX: bool> IdaStarSearch<P, D, PATHMAX>
where
    P: StateSpace,
    D: Duplicates<P::State>,
{
    fn new(space: P, initial: P::State, duplicates: D, is_plain: bool) -> Self {
        let mut search = Self {
            space,
            duplicates,
            paths: CostBounded::new(),
            iterations: Iterations::default(),
            budget: Budget::new(is_plain),
            solution: None,
            is_at_goal: false,
            given: Given::None,
            course: Course::new(),
        };
        search.restart(initial);
        search
    }

    /// Updates the record of the current iteration.
    fn record(&mut self) {
        let CostBounded { expanded, generated, .. } = self.paths;
        self.iterations.record(expanded, generated, self.course.elapsed);
    }

    /// The current iteration is complete. Starts the next one, unless this was the last.
    #[cold]
    fn deepen(&mut self) -> ControlFlow<End> {
        let beyond = self.paths.beyond();
        if self.solution.is_some_and(|cost| beyond.is_none_or(|f| f >= u64::from(cost))) {
            return ControlFlow::Break(End::Solved);
        }
        let lower = next_bound(beyond)?;
        self.make_room_for_iteration()?;
        self.given.end_iteration(self.paths.bound());
        self.budget.completed(self.paths.expanded, lower);
        self.begin_iteration();
        ControlFlow::Continue(())
    }

    /// The current iteration has too many nodes. Starts another one with a lower bound.
    #[cold]
    fn break_off(&mut self) -> ControlFlow<End> {
        self.make_room_for_iteration()?;
        self.budget.broken_off(self.paths.expanded);
        self.begin_iteration();
        ControlFlow::Continue(())
    }

    fn make_room_for_iteration(&mut self) -> ControlFlow<End> {
        match self.allowance().and_then(|bytes| self.iterations.make_room(bytes)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(full) => ControlFlow::Break(self.stopped(full)),
        }
    }

    fn begin_iteration(&mut self) {
        let bound = self.budget.bound();
        self.course.read_clock();
        self.record();
        self.iterations.begin(bound, self.statistics());
        self.duplicates.forget();
        self.paths.repeat(bound);
        self.paths.report_root(&self.space);
    }

    /// The path ends at a goal. It is a cheapest one, unless the bound was raised. Then only cheaper
    /// ones are searched for.
    #[cold]
    fn reach_goal(&mut self) -> ControlFlow<End> {
        let cost = self.paths.path_cost();
        if self.given.has(cost) {
            self.paths.skip();
            return ControlFlow::Continue(());
        }
        (self.solution, self.is_at_goal) = (None, true);
        self.paths.keep_goal();
        (self.solution, self.is_at_goal) = (Some(cost), false);
        if cost <= self.budget.lower() {
            return ControlFlow::Break(End::Solved);
        }
        self.budget.solution(cost);
        self.paths.set_bound(cost - 1);
        self.paths.skip();
        ControlFlow::Continue(())
    }

    fn allowance(&self) -> Result<usize, Full> {
        let growth = self.duplicates.reserved_bytes() - self.duplicates.bytes();
        self.course.allowance(self.bytes() + growth)
    }

    fn stopped(&self, full: Full) -> End {
        End::Stopped(self.course.stop_reason(full, self.bytes()))
    }

    #[cold]
    fn make_room(&mut self) -> ControlFlow<End> {
        match self.allowance().and_then(|allowance| self.paths.make_room(allowance)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(full) => ControlFlow::Break(self.stopped(full)),
        }
    }

    fn bytes(&self) -> usize {
        self.paths.bytes() + self.duplicates.bytes() + self.iterations.bytes()
    }
}

impl<P, D, const PATHMAX: bool> Stepwise for IdaStarSearch<P, D, PATHMAX>
where
    P: StateSpace,
    D: Duplicates<P::State>,
{
    const MOST_STEPS: u64 = 1 << 14;

    fn step(&mut self) -> ControlFlow<End> {
        self.steps(1)
    }

    fn steps(&mut self, mut count: u64) -> ControlFlow<End> {
        self.duplicates.allocate();
        if mem::take(&mut self.is_at_goal) {
            // It will be reached again, and is no duplicate then.
            self.duplicates.forget();
        }
        loop {
            let generated = self.iterations.before.generated.max(1);
            let most = self.course.generated_limit().saturating_sub(generated);
            self.paths.set_generated_limit(most);
            let budget = self.budget.limit() - self.paths.expanded;
            let mut steps = count.min(budget);
            count -= steps;
            let progress = self.paths.run::<P, D, PATHMAX>(
                &self.space,
                None,
                &mut self.duplicates,
                &mut steps,
            );
            count += steps;
            match progress {
                // At a limit on generated nodes, it may be that no node is left to be expanded.
                Progress::Paused
                    if self.paths.expanded >= self.budget.limit()
                        && self.paths.generated < most =>
                {
                    self.break_off()?;
                }
                Progress::Paused => return ControlFlow::Continue(()),
                Progress::Goal => self.reach_goal()?,
                Progress::Done => self.deepen()?,
                Progress::Full => self.make_room()?,
            }
        }
    }

    fn course(&mut self) -> &mut Course {
        &mut self.course
    }
}

impl<P, D, const PATHMAX: bool> Search for IdaStarSearch<P, D, PATHMAX>
where
    P: StateSpace,
    D: Duplicates<P::State>,
{
    type State = P::State;

    fn advance(&mut self, steps: u64) -> Option<End> {
        let step = self.advance_stepwise(steps);
        self.record();
        step
    }

    fn statistics(&self) -> Statistics {
        let (before, paths) = (&self.iterations.before, &self.paths);
        Statistics {
            expanded: before.expanded + paths.expanded,
            generated: before.generated.max(1) + paths.generated,
            duplicates: before.duplicates + paths.duplicates,
            bytes: self.bytes(),
            elapsed: self.course.elapsed,
            ..Statistics::default()
        }
    }

    fn lower_bound(&self) -> u32 {
        match self.course.answer {
            Some(End::Exhausted) => u32::MAX,
            Some(End::Solved) => self.cost(),
            _ => self.budget.lower(),
        }
    }

    fn path(&self) -> Vec<P::State> {
        self.paths.promising()
    }

    fn cost(&self) -> u32 {
        self.solution.unwrap_or_else(|| self.paths.best_rank().path_cost())
    }

    fn has_solution(&self) -> bool {
        self.solution.is_some()
    }

    fn restart(&mut self, initial: P::State) {
        let bound = self.space.estimate(&initial);
        let heap_bytes = self.space.heap_bytes(&initial);
        self.course.restart();
        self.duplicates.restart(heap_bytes);
        self.iterations.restart(bound);
        self.budget.restart(bound);
        (self.solution, self.given) = (None, Given::None);
        self.paths.begin(&self.space, initial, 0, bound);
        self.paths.set_numbers(Numbers::default());
        self.paths.report_root(&self.space);
    }

    fn set_limits(&mut self, limits: &Limits) {
        let bytes = limits.byte_limit();
        self.paths.set_offered_limit(bytes.map(|bytes| bytes / 4));
        // Half is left for the path and for the remaining successors along it.
        self.duplicates.set_byte_limit(bytes.map(|bytes| bytes / 2));
        self.course.set_limits(limits);
    }
}

impl<P, D, const PATHMAX: bool> RestartIn<P> for IdaStarSearch<P, D, PATHMAX>
where
    P: StateSpace,
    D: Duplicates<P::State>,
{
    fn restart_in(&mut self, space: P, initial: P::State) {
        self.space = space;
        self.restart(initial);
    }
}

impl<P, D, const PATHMAX: bool> fmt::Debug for IdaStarSearch<P, D, PATHMAX>
where
    P: StateSpace,
    D: Duplicates<P::State>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_search(f, "IdaStarSearch", self.course.answer, self)
    }
}
