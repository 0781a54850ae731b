//! A search under observation: the invariants that hold at every moment, and at the end.

use std::time::Duration;

use bestfirst::search::{self, End, Search};
use bestfirst::{Limits, Statistics, StopReason};

use super::contender::Trait::{AdaptsToBytes, Blind, FromBothEnds, Walks};
use super::contender::{Contender, Promise};
use super::findings::Log;
use super::oracle;
use super::problem::Problem;
use super::space::{Space, State};

/// The answer of a search, and its counters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) step: Option<End>,
    pub(crate) path: Vec<u32>,
    pub(crate) cost: u32,
    pub(crate) bound: u32,
    pub(crate) counters: [u64; 8],
}

impl Answer {
    /// Whether the search has ended.
    pub(crate) fn is_final(&self) -> bool {
        self.step.is_some() && !is_limit(self.step)
    }
}

/// All counters except time and memory.
pub(crate) fn counters(statistics: &Statistics) -> [u64; 8] {
    let &Statistics { expanded, generated, enqueued, dequeued, .. } = statistics;
    let &Statistics { reopened, duplicates, open, largest_open, .. } = statistics;
    [expanded, generated, enqueued, dequeued, reopened, duplicates, open, largest_open]
}

/// Whether a limit stopped the search, so that it can be resumed.
pub(crate) fn is_limit(step: Option<End>) -> bool {
    use StopReason::{Bytes, Cancelled, Expansions, Generated, Time};
    let Some(End::Stopped(reason)) = step else { return false };
    matches!(reason, Expansions { .. } | Generated { .. } | Bytes { .. } | Time { .. } | Cancelled)
}

/// Sets the limit on bytes.
pub(crate) fn limit_bytes<S>(search: &mut dyn Search<State = S>, bytes: Option<usize>) {
    search.set_limits(&bytes.map_or(Limits::none(), |bytes| Limits::none().bytes(bytes)));
}

/// Runs a search within limits.
#[expect(clippy::unnecessary_wraps, reason = "it is what `advance` gives")]
pub(crate) fn run<S>(search: &mut dyn Search<State = S>, limits: &Limits) -> Option<End> {
    Some(search::run(search, limits, Duration::MAX, |_| {}))
}

/// Watches one search on one problem.
pub(crate) struct Watch<'a, S: State> {
    pub(crate) log: &'a Log,
    contender: &'a Contender<S>,
    space: &'a Space<S>,
    /// The number of the problem.
    problem: usize,
    bound: u32,
    solution: Option<u32>,
    /// The lowest estimate of a most promising state so far.
    estimate: u32,
}

impl<'a, S: State> Watch<'a, S> {
    pub(crate) fn new(
        log: &'a Log,
        contender: &'a Contender<S>,
        space: &'a Space<S>,
        problem: usize,
    ) -> Self {
        let Problem { estimates, start, .. } = &space.problems()[problem];
        let estimate = estimates[*start as usize];
        log.set_problem(problem);
        Self { log, contender, space, problem, bound: 0, solution: None, estimate }
    }

    pub(crate) fn enough(&self) -> u64 {
        self.contender.enough()
    }

    fn problem(&self) -> &'a Problem {
        &self.space.problems()[self.problem]
    }

    /// Whether the estimates that the search uses are admissible.
    fn is_admissible(&self) -> bool {
        let truth = &self.problem().truth;
        truth.is_admissible && (truth.is_admissible_backward || !self.contender.is(FromBothEnds))
    }

    /// Checks what holds at every moment. Returns the answer so far.
    pub(crate) fn look(&mut self, search: &dyn Search<State = S>, step: Option<End>) -> Answer {
        let problem = self.problem();
        let (cost, bound, statistics) = (search.cost(), search.lower_bound(), search.statistics());
        let states = search.path();
        let path = self.space.nodes(self.problem, &states).unwrap_or_default();
        self.log.ensure(
            path.first() == Some(&problem.start),
            "the path begins at the start",
            || format!("{states:?} from {}", problem.start),
        );
        self.log.ensure(
            oracle::is_path(&problem.edges, &path, cost),
            "the path costs its cost",
            || format!("{path:?} for {cost}, {step:?}"),
        );

        let optimum = problem.truth.optimum;
        if self.is_admissible() {
            let is_below = optimum.is_none_or(|optimum| u64::from(bound) <= optimum);
            self.log.ensure(is_below, "the lower bound is not above the optimum", || {
                format!("{bound} of {optimum:?}, {step:?}")
            });
        }
        // If estimates are too high, nothing is proven. The bound falls once a solution is found.
        if self.is_admissible() {
            self.log.ensure(bound >= self.bound, "the lower bound never falls", || {
                format!("{} to {bound}, {step:?}", self.bound)
            });
        }
        self.bound = bound;

        let last = path.last().copied().unwrap_or_default();
        let ends_in_goal = problem.goals.contains(&last);
        let has_solution = search.has_solution();
        if has_solution || step == Some(End::Solved) {
            self.log.ensure(ends_in_goal, "a solution ends in a goal", || {
                format!("{path:?}, {step:?}")
            });
            let is_no_worse = self.solution.is_none_or(|before| cost <= before);
            self.log.ensure(is_no_worse, "solutions only become better", || {
                format!("{:?} to {cost}", self.solution)
            });
            self.solution = Some(cost);
        } else {
            self.log.ensure(self.solution.is_none(), "a solution is not forgotten", || {
                format!("{:?}, {step:?}", self.solution)
            });
            let is_from_both_ends = self.contender.is(FromBothEnds) && path.len() > 1;
            self.log.ensure(
                !(ends_in_goal && is_from_both_ends),
                "has_solution, between limits",
                || format!("{path:?}, {step:?}"),
            );
            let estimate = problem.estimates[last as usize];
            let start = problem.estimates[problem.start as usize];
            self.log.ensure(
                estimate <= start,
                "the most promising state is no worse than the start",
                || format!("{path:?}: {estimate}, but {start}, {step:?}"),
            );
            self.log.ensure(estimate <= self.estimate, "the most promising state is kept", || {
                format!("{path:?}: {estimate}, but {} before, {step:?}", self.estimate)
            });
            self.estimate = estimate;
        }
        let Statistics { enqueued, dequeued, open, largest_open, .. } = statistics;
        self.log.ensure(open <= largest_open, "no more are open than at most", || {
            format!("{statistics:?}, {step:?}")
        });
        self.log.ensure(
            enqueued == 0 || dequeued + open <= enqueued,
            "no node is lost or doubled",
            || format!("{statistics:?}"),
        );
        Answer { step, path, cost, bound, counters: counters(&statistics) }
    }

    /// Checks this, and what holds at the end.
    pub(crate) fn judge(&mut self, search: &dyn Search<State = S>, step: Option<End>) -> Answer {
        let answer = self.look(search, step);
        let optimum = self.problem().truth.optimum;
        match step {
            Some(End::Solved) => {
                let has_solution = search.has_solution();
                self.log.ensure(has_solution, "has_solution when solved", || format!("{answer:?}"));
                self.judge_solution(&answer);
            }
            Some(End::Exhausted) => {
                self.log.ensure(optimum.is_none(), "unsolvable is what has no solution", || {
                    format!("{answer:?}, optimum {optimum:?}")
                });
            }
            Some(End::Stopped(reason)) => self.judge_stop(&answer, reason),
            _ => {}
        }
        answer
    }

    fn judge_solution(&self, answer: &Answer) {
        let truth = &self.problem().truth;
        let &Answer { cost, bound, .. } = answer;
        let detail = || format!("{answer:?}, optimum {:?}", truth.optimum);
        let optimum = truth.optimum.unwrap_or(u64::MAX);
        self.log.ensure(
            u64::from(cost) >= optimum,
            "no solution costs less than the optimum",
            detail,
        );
        let steps = answer.path.len() as u64 - 1;
        match self.contender.promise {
            Promise::Optimal if self.is_admissible() || self.contender.is(Blind) => {
                self.log.ensure(u64::from(cost) == optimum, "the solution is optimal", detail);
                let is_proven = bound == cost || !self.is_admissible();
                self.log.ensure(is_proven, "an optimal solution is proven", detail);
            }
            Promise::Within(ratio) if self.is_admissible() => {
                let within = |cost: f64, of: f64| cost <= ratio * of * (1.0 + 1e-9);
                #[expect(clippy::cast_precision_loss, reason = "of no more than 32 bits")]
                let is_within = within(f64::from(cost), optimum as f64);
                self.log.ensure(is_within, "the solution is within the ratio", detail);
                let is_proven = within(f64::from(cost), f64::from(bound));
                self.log.ensure(is_proven, "a solution within the ratio is proven", detail);
            }
            Promise::FewestSteps if !self.may_overflow(answer) => self.log.ensure(
                Some(steps) == truth.fewest_steps,
                "the solution has the fewest steps",
                || format!("{answer:?}, fewest {:?}", truth.fewest_steps),
            ),
            _ => {}
        }
    }

    /// Whether the cost of a path that the search could follow exceeds a `u32`.
    fn may_overflow(&self, answer: &Answer) -> bool {
        let truth = &self.problem().truth;
        if self.contender.is(Walks) || self.contender.is(AdaptsToBytes) {
            let longest = truth.highest_step * (answer.counters[0] + 1);
            return longest + truth.highest_estimate > u64::from(u32::MAX);
        }
        let is_from_both_ends = self.contender.is(FromBothEnds);
        let highest =
            if is_from_both_ends { truth.highest_cost_between } else { truth.highest_cost };
        highest > u64::from(u32::MAX)
    }

    fn judge_stop(&self, answer: &Answer, reason: StopReason) {
        let truth = &self.problem().truth;
        let detail = || format!("{answer:?}, optimum {:?}", truth.optimum);
        let promise = self.contender.promise;
        match reason {
            StopReason::PathCost => {
                let may_overflow = self.may_overflow(answer);
                self.log.ensure(may_overflow, "path costs overflow only where they do", detail);
                let is_within = self.is_admissible()
                    && truth.optimum.is_some_and(|optimum| u32::try_from(optimum).is_ok())
                    && matches!(promise, Promise::Optimal | Promise::Within(_));
                self.log.ensure(!is_within, "what can be said in a u32 is found", detail);
            }
            StopReason::Incomplete => self.log.ensure(
                promise == Promise::Incomplete,
                "only a narrow beam is incomplete",
                detail,
            ),
            _ if is_limit(answer.step) => {}
            _ => self.log.ensure(false, "there is no such reason to stop", detail),
        }
    }
}
