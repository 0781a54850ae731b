//! The machine of IDA\*: its iterations, and what ends them.

use std::mem;

use super::super::budget::Budget;
use super::super::cost_bounded::{CostBounded, Duplicates, EventNumbers, Progress};
use super::super::given::SolutionsGiven;
use super::super::iterations::{Iterations, next_bound};
use super::NoTable;
use crate::frontier::Full;
use crate::search::control::{Control, Halt, Stepwise};
use crate::search::impls::{answers, reuse_and_debug, stepwise};
use crate::search::{End, Search};
use crate::{Iteration, StateSpace, Statistics};

/// An IDA\* search in progress. [`IdaStar`](super::IdaStar) starts one.
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
    given: SolutionsGiven,
    control: Control,
}

impl<P: StateSpace, D, const PATHMAX: bool> IdaStarSearch<P, D, PATHMAX> {
    /// The iterations so far, in order. The last one is the current one. If the bound of an
    /// iteration is lower than that before it, the one before was broken off.
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations.list
    }
}

impl<P: StateSpace, const PATHMAX: bool> IdaStarSearch<P, NoTable, PATHMAX> {
    /// After a solution, goes on to the next one: another path, which costs no less. Does nothing
    /// if the search has not ended with a solution.
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
        let (Some(End::Solved), Some(cost)) = (self.control.answer, self.solution.take()) else {
            return;
        };
        self.control.answer = None;
        let is_first = matches!(self.given, SolutionsGiven::None);
        // The rest of the iteration has the next solution only if the bound of the iteration is
        // this cost.
        let bounds = [self.iterations.list.last().map(|last| last.bound), Some(self.paths.bound)];
        let restarts_iteration = is_first && bounds != [Some(cost); 2];
        if is_first {
            self.given = SolutionsGiven::first(cost, restarts_iteration);
            self.budget.stop_raising(cost);
        }
        if restarts_iteration {
            self.begin_iteration();
        } else {
            self.paths.skip();
        }
    }
}

#[expect(private_bounds, reason = "its methods are private")]
impl<P: StateSpace, D: Duplicates<P::State>, const PATHMAX: bool> IdaStarSearch<P, D, PATHMAX> {
    pub(super) fn new(space: P, initial: P::State, duplicates: D, is_plain: bool) -> Self {
        Self {
            space,
            duplicates,
            paths: CostBounded::new(),
            iterations: Iterations::default(),
            budget: Budget::new(is_plain),
            solution: None,
            is_at_goal: false,
            given: SolutionsGiven::None,
            control: Control::default(),
        }
        .started(initial)
    }

    /// Updates the record of the current iteration.
    fn record(&mut self) {
        self.iterations.record(&self.paths.counters, self.control.elapsed);
    }

    /// The current iteration is complete. Starts the next one, unless this was the last.
    #[cold]
    fn deepen(&mut self) -> Result<(), Halt> {
        let beyond = self.paths.beyond();
        if self.solution.is_some_and(|cost| beyond.is_none_or(|f| f >= u64::from(cost))) {
            return Err(End::Solved.into());
        }
        let lower = next_bound(beyond)?;
        self.make_room_for_iteration()?;
        self.given.end_iteration(self.paths.bound);
        self.budget.completed(self.paths.counters.expanded, lower);
        self.begin_iteration();
        Ok(())
    }

    /// The current iteration has too many nodes. Starts another one with a lower bound.
    #[cold]
    fn break_off(&mut self) -> Result<(), Halt> {
        self.make_room_for_iteration()?;
        self.budget.broken_off(self.paths.counters.expanded);
        self.begin_iteration();
        Ok(())
    }

    fn make_room_for_iteration(&mut self) -> Result<(), Full> {
        let allowance = self.allowance()?.saturating_sub(self.paths.kept_back());
        self.iterations.make_room(allowance)
    }

    fn begin_iteration(&mut self) {
        let bound = self.budget.bound();
        self.control.read_clock();
        self.record();
        self.duplicates.forget();
        self.iterations.begin(bound, self.statistics());
        self.paths.repeat(bound);
        self.paths.report_root(&self.space);
    }

    /// The path ends at a goal. It is a cheapest one, unless the bound was raised: then the search
    /// goes on for cheaper ones.
    #[cold]
    fn reach_goal(&mut self) -> Result<(), Halt> {
        let cost = self.paths.path_cost();
        if self.given.has(cost) {
            self.paths.skip();
            return Ok(());
        }
        (self.solution, self.is_at_goal) = (None, true);
        self.paths.keep_goal();
        (self.solution, self.is_at_goal) = (Some(cost), false);
        if cost <= self.budget.lower {
            return Err(End::Solved.into());
        }
        self.budget.solution(cost);
        self.paths.bound = cost - 1;
        self.paths.skip();
        Ok(())
    }

    fn allowance(&self) -> Result<usize, Full> {
        let growth = self.duplicates.reserved_bytes() - self.duplicates.bytes();
        self.control.allowance(|| self.bytes() + growth)
    }

    fn bytes(&self) -> usize {
        self.paths.bytes() + self.duplicates.bytes() + self.iterations.bytes()
    }
}

impl<P: StateSpace, D: Duplicates<P::State>, const PATHMAX: bool> Stepwise
    for IdaStarSearch<P, D, PATHMAX>
{
    const MOST_STEPS: u64 = 1 << 14;

    fn steps(&mut self, mut count: u64) -> Result<(), Halt> {
        let allowance = self.allowance().unwrap_or(0);
        self.duplicates.allocate(allowance);
        if mem::take(&mut self.is_at_goal) {
            // It will be reached again, and is no duplicate then.
            self.duplicates.forget();
        }
        loop {
            let generated = self.iterations.before.generated.max(1);
            let most = self.control.limits.generated_limit().saturating_sub(generated);
            self.paths.generated_limit = most;
            let budget = self.budget.limit() - self.paths.counters.expanded;
            let mut steps = count.min(budget);
            count -= steps;
            let (space, duplicates) = (&self.space, &mut self.duplicates);
            let progress = self.paths.run::<P, D, PATHMAX>(space, None, duplicates, &mut steps);
            count += steps;
            match progress {
                // At a limit on generated nodes, it may be that no node is left to be expanded.
                Progress::Paused
                    if self.paths.counters.expanded >= self.budget.limit()
                        && self.paths.counters.generated < most =>
                {
                    self.break_off()?;
                }
                Progress::Paused => return Ok(()),
                Progress::Goal => self.reach_goal()?,
                Progress::Done => self.deepen()?,
                Progress::Full => self.paths.make_room(self.allowance()?, 1)?,
            }
        }
    }

    answers!(|search| search; control);

    fn give_back(&mut self) {
        self.paths.give_back();
        self.duplicates.give_back();
        self.iterations.give_back();
    }

    fn limited(&mut self) {
        let bytes = self.control.limits.byte_limit();
        self.paths.set_offered_limit(bytes.map(|bytes| bytes / 4));
        // Half is left for the path and for the remaining successors along it.
        self.duplicates.set_byte_limit(bytes.map(|bytes| bytes / 2));
    }

    fn pause(&mut self) {
        self.record();
    }
}

impl<P: StateSpace, D: Duplicates<P::State>, const PATHMAX: bool> Search
    for IdaStarSearch<P, D, PATHMAX>
{
    type State = P::State;

    stepwise!();

    fn statistics(&self) -> Statistics {
        self.iterations.total(&self.paths.counters, self.bytes(), self.control.elapsed)
    }

    fn lower_bound(&self) -> u32 {
        match self.control.answer {
            Some(End::Exhausted) => u32::MAX,
            Some(End::Solved) => self.cost(),
            _ => self.budget.lower,
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
        self.control.begin_restart();
        self.duplicates.restart(heap_bytes);
        self.iterations.restart(bound);
        self.budget.restart(bound);
        (self.solution, self.is_at_goal, self.given) = (None, false, SolutionsGiven::None);
        self.paths.begin(&self.space, initial, 0, bound);
        self.paths.numbers = Some(EventNumbers::default());
        self.control.restart();
        self.paths.report_root(&self.space);
        self.end_restart();
    }
}

reuse_and_debug!(
    #[expect(private_bounds, reason = "users do not name the bound, and the method is private")]
    [P: StateSpace, D: Duplicates<P::State>, const PATHMAX: bool]
    IdaStarSearch<P, D, PATHMAX>, StateSpace,
    space; duplicates, paths, iterations, budget, solution, is_at_goal, given, control
);
