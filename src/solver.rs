//! The solver and its builder: the facade.

use std::fmt;
use std::time::Duration;

use crate::heuristic::{self, FromFn};
use crate::search::{self, Algorithm, End, RestartIn, Search, TreeAStar};
use crate::{
    ActionSpace, ActionWorld, Cost, Heuristic, Limits, Outcome, Progress, Solution, StateSpace,
    Statistics, StopReason, Stopped, WithHeuristic, WorldState, Worlds,
};

/// A solved problem, or the proof that it cannot be solved, or how far the search came.
///
/// It is immutable: all work is done when it is made, and its methods give the same answers any
/// number of times, in any order.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Solver;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
/// let solver = Solver::new(board);
/// assert_eq!(solver.moves(), Some(4));
/// assert_eq!(solver.solution().len(), 5); // the initial board counts
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Solver<S> {
    outcome: Outcome<S>,
    statistics: Statistics,
}

impl<S: WorldState> Solver<S> {
    /// Finds a shortest solution from `initial` by tree-search A\* ([`TreeAStar`]), without
    /// limits.
    ///
    /// **This may not end** on a state from which no goal can be reached and that does not know it
    /// ([`WorldState::is_solvable`]): tree search then goes round in circles, and its memory
    /// grows. Where that may happen, set [limits](SolverBuilder::limits).
    #[must_use]
    pub fn new(initial: S) -> Self {
        Self::builder(initial).solve()
    }

    /// Everything that can be chosen, starting with what [`new`](Solver::new) would take.
    pub fn builder<'a>(initial: S) -> SolverBuilder<'a, Worlds<S>> {
        Self::builder_in(Worlds::new(), initial)
    }
}

impl<S: Clone> Solver<S> {
    /// The same for a state of a [`StateSpace`]. A space may be given by reference.
    pub fn builder_in<'a, P: StateSpace<State = S>>(space: P, initial: S) -> SolverBuilder<'a, P> {
        SolverBuilder {
            space,
            initial,
            algorithm: TreeAStar::new(),
            limits: Limits::none(),
            observer: None,
            interval: Duration::from_millis(100),
        }
    }
}

impl<S> Solver<S> {
    /// The answer.
    #[must_use]
    pub fn outcome(&self) -> &Outcome<S> {
        &self.outcome
    }

    /// The answer, by value.
    #[must_use]
    pub fn into_outcome(self) -> Outcome<S> {
        self.outcome
    }

    /// The number of moves of the solution, if one was found.
    #[must_use]
    pub fn moves(&self) -> Option<usize> {
        self.solved().map(Solution::moves)
    }

    /// The cost of the solution, if one was found: the number of moves where each costs 1.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.solved().map(Solution::cost)
    }

    /// The states of the solution from the initial one to the goal, both included; empty if none
    /// was found.
    #[must_use]
    pub fn solution(&self) -> &[S] {
        self.solved().map_or(&[], Solution::states)
    }

    /// The steps of the solution, each as the state before and the state after it; none if no solution
    /// was found.
    #[must_use]
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (&S, &S)> + DoubleEndedIterator + Clone {
        self.solution().windows(2).map(|pair| (&pair[0], &pair[1]))
    }

    /// The actions of the solution in a space: see [`Solution::actions_in`]. `None` also if no
    /// solution was found.
    #[must_use]
    pub fn actions_in<P>(&self, space: &P) -> Option<Vec<P::Action>>
    where
        S: PartialEq,
        P: ActionSpace<State = S>,
    {
        self.solved()?.actions_in(space)
    }

    /// The same, where the states name the moves themselves.
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::Solver;
    /// use bestfirst::sliding_tiles::{Board, Direction};
    ///
    /// let board: Board = "1 2 3 / 4 5 6 / 0 7 8".parse().unwrap();
    /// assert_eq!(Solver::new(board).actions().unwrap(), [Direction::Right; 2]);
    /// # }
    /// ```
    #[must_use]
    pub fn actions(&self) -> Option<Vec<S::Action>>
    where
        S: ActionWorld,
    {
        self.actions_in(&Worlds::new())
    }

    /// Whether a goal can be reached, or `None` if the search stopped before it knew.
    #[must_use]
    pub fn is_solvable(&self) -> Option<bool> {
        match self.outcome {
            Outcome::Solved(_) => Some(true),
            Outcome::Unsolvable => Some(false),
            Outcome::Stopped(_) => None,
        }
    }

    /// What the search did. All zero if the initial state knew itself to be unsolvable.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn solved(&self) -> Option<&Solution<S>> {
        match &self.outcome {
            Outcome::Solved(solution) => Some(solution),
            Outcome::Unsolvable | Outcome::Stopped(_) => None,
        }
    }
}

/// The options of a [`Solver`]: algorithm, heuristic, limits, observer.
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Limits, Outcome, Solver};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board)
///     .heuristic(Board::hamming)
///     .limits(Limits::none().expansions(10_000).bytes(128 << 20))
///     .on_progress(|progress| eprintln!("{progress}"))
///     .solve();
/// match solver.outcome() {
///     Outcome::Solved(solution) => println!("{} moves", solution.moves()),
///     Outcome::Unsolvable => println!("no solution"),
///     Outcome::Stopped(stopped) => {
///         assert_eq!(stopped.to_string(), "stopped after 10000 nodes expanded (limit 10000)");
///         assert!(stopped.lower_bound <= 31);
///     }
/// }
/// # }
/// ```
pub struct SolverBuilder<'a, P: StateSpace, A = TreeAStar> {
    space: P,
    initial: P::State,
    algorithm: A,
    limits: Limits,
    observer: Option<Observer<'a>>,
    interval: Duration,
}

type Observer<'a> = Box<dyn FnMut(&Progress) + 'a>;

impl<'a, P: StateSpace, A> SolverBuilder<'a, P, A> {
    /// Replaces the algorithm.
    #[must_use]
    pub fn algorithm<B>(self, algorithm: B) -> SolverBuilder<'a, P, B> {
        let Self { space, initial, algorithm: _, limits, observer, interval } = self;
        SolverBuilder { space, initial, algorithm, limits, observer, interval }
    }

    /// Replaces the estimate by a function: a closure, or a method by its path. Tables come in
    /// by [`with_heuristic`](Self::with_heuristic).
    ///
    /// What is a goal remains with the state.
    #[must_use]
    pub fn heuristic<F>(self, estimate: F) -> SolverBuilder<'a, WithHeuristic<P, FromFn<F>>, A>
    where
        F: Fn(&P::State) -> Cost,
    {
        self.with_heuristic(heuristic::from_fn(estimate))
    }

    /// Replaces the estimate by anything that implements [`Heuristic`].
    #[must_use]
    pub fn with_heuristic<H>(self, heuristic: H) -> SolverBuilder<'a, WithHeuristic<P, H>, A>
    where
        H: Heuristic<P::State>,
    {
        let Self { space, initial, algorithm, limits, observer, interval } = self;
        let space = WithHeuristic::new(space, heuristic);
        SolverBuilder { space, initial, algorithm, limits, observer, interval }
    }

    /// Replaces the limits. Without this there are none.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Shows the progress of a long search to `observer`, ten times a second unless
    /// [`progress_interval`](Self::progress_interval) says otherwise.
    #[must_use]
    pub fn on_progress(mut self, observer: impl FnMut(&Progress) + 'a) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// Shows progress at most once in this time. It is shown no more often than every few
    /// milliseconds.
    #[must_use]
    pub fn progress_interval(mut self, interval: Duration) -> Self {
        self.interval = interval;
        self
    }

    /// Searches until there is an answer or a limit is met.
    #[must_use]
    pub fn solve(self) -> Solver<P::State>
    where
        A: Algorithm<P>,
    {
        let Self { space, initial, algorithm, limits, observer, interval } = self;
        if !space.is_solvable(&initial) {
            return Solver::unsolvable();
        }
        let mut search = algorithm.start(space, initial);
        Solver::run(&mut search, &limits, observer, interval)
    }

    /// The same, in the memory of the search before: for many queries one after the other.
    ///
    /// At first `memory` is `None`. Every search must be of the same algorithm with the same options,
    /// for only the first one is started by it.
    ///
    /// ```
    /// use bestfirst::search::GraphAStar;
    /// use bestfirst::{Problem, Solver};
    ///
    /// let roads = [vec![(1, 7), (2, 1)], vec![(0, 7), (2, 2)], vec![(0, 1), (1, 2)]];
    /// let mut memory = None;
    /// for (from, to, kilometres) in [(0, 1, 3), (1, 2, 2), (2, 0, 1)] {
    ///     let map = Problem::from_successors(from, |&town| roads[town].clone(), move |&t| t == to);
    ///     let solver = map.into_solver().solve_in(&mut memory);
    ///     assert_eq!(solver.cost(), Some(kilometres));
    /// }
    /// ```
    #[must_use]
    pub fn solve_in(self, memory: &mut Option<A::Search>) -> Solver<P::State>
    where
        A: Algorithm<P, Search: RestartIn<P>>,
    {
        let Self { space, initial, algorithm, limits, observer, interval } = self;
        if !space.is_solvable(&initial) {
            return Solver::unsolvable();
        }
        let search = match memory {
            Some(search) => {
                search.restart_in(space, initial);
                search
            }
            None => memory.insert(algorithm.start(space, initial)),
        };
        Solver::run(search, &limits, observer, interval)
    }
}

impl<S> Solver<S> {
    fn unsolvable() -> Self {
        Self { outcome: Outcome::Unsolvable, statistics: Statistics::default() }
    }

    /// The answer of a search that was just started.
    fn run(
        search: &mut impl Search<State = S>,
        limits: &Limits,
        mut observer: Option<Observer<'_>>,
        interval: Duration,
    ) -> Self {
        let end = search::run(search, limits, interval, |progress| {
            if let Some(observer) = &mut observer {
                observer(progress);
            }
        });
        let (lower_bound, path_cost) = (search.lower_bound(), search.cost());
        let solution = || Solution::new(search.path(), path_cost, lower_bound);
        let outcome = match end {
            End::Solved => Outcome::Solved(solution()),
            End::Exhausted => Outcome::Unsolvable,
            End::Stopped(reason)
                if search.has_solution() && !matches!(reason, StopReason::Cost { .. }) =>
            {
                Outcome::Solved(solution().stopped(reason))
            }
            End::Stopped(reason) => {
                Outcome::Stopped(Stopped { reason, lower_bound, path: search.path(), path_cost })
            }
        };
        Self { outcome, statistics: search.statistics() }
    }
}

impl<P, A> fmt::Debug for SolverBuilder<'_, P, A>
where
    P: StateSpace<State: fmt::Debug>,
    A: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverBuilder")
            .field("initial", &self.initial)
            .field("algorithm", &self.algorithm)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
