//! The solver and its builder: the entry point for most users.

pub mod problem;
#[cfg(feature = "parallel")]
pub(crate) mod solve_all;

use std::fmt;
use std::time::Duration;

use crate::heuristic::{self, FromFn};
use crate::search::{
    self, AStar, Algorithm, End, GraphAStar, Kept, Memory, NoSpace, Reuse, Search,
};
use crate::space::debug::debug;
use crate::{
    ActionSpace, ActionWorld, Cost, DEAD_END, Event, Heuristic, Limits, Observed, Outcome,
    Progress, Solution, StateSpace, Statistics, WithHeuristic, WorldState, Worlds,
};

/// The answer to a problem: a solution, a proof that there is none, or how far the search got.
///
/// It is immutable. All work is done when it is created; its methods only read the result.
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
    /// The path to the most promising state of an unsolvable problem.
    nearest: Vec<S>,
    statistics: Statistics,
}

impl<S: WorldState> Solver<S> {
    /// Finds an optimal solution from `initial` by A\* ([`AStar`]), without limits.
    ///
    /// A\* begins as tree search, which never steps straight back to the state that it came from.
    /// From 40,000 nodes on, or from 128 expansions on if many paths lead to the same state, it
    /// drops duplicate states. So it ends, with a solution or a proof that there is none, if
    /// finitely many states can be reached; for other spaces, set [limits](SolverBuilder::limits).
    #[must_use]
    pub fn new(initial: S) -> Self {
        Self::builder(initial).solve()
    }

    /// A builder with all options. It starts with those of [`new`](Solver::new).
    pub fn builder<'a>(initial: S) -> SolverBuilder<'a, Worlds<S>> {
        SolverBuilder::new(Worlds::new(), initial, AStar::new())
    }
}

impl<S: Clone> Solver<S> {
    /// A builder for a state of a [`StateSpace`]. The space may be passed by reference.
    ///
    /// It starts with graph-search A\* ([`GraphAStar`]): most spaces are graphs, with many paths to
    /// each state. It ends if there is no solution and the space is finite. If states cannot be
    /// hashed, choose [`TreeAStar`](search::TreeAStar).
    pub fn builder_in<'a, P>(space: P, initial: S) -> SolverBuilder<'a, P, GraphAStar>
    where
        P: StateSpace<State = S>,
    {
        SolverBuilder::new(space, initial, GraphAStar::new())
    }
}

impl<S> Solver<S> {
    /// The number of moves of the solution, if one was found.
    pub fn moves(&self) -> Option<usize> {
        self.solved().map(Solution::moves)
    }

    /// The states of the solution, from the initial state to the goal, both included. Empty if no
    /// solution was found.
    pub fn solution(&self) -> &[S] {
        self.solved().map_or(&[], Solution::states)
    }

    /// The cost of the solution, if one was found: the number of moves where each costs 1.
    pub fn cost(&self) -> Option<Cost> {
        self.solved().map(Solution::cost)
    }

    /// The steps of the solution, each as the state before and the state after it. Empty if no
    /// solution was found.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (&S, &S)> + DoubleEndedIterator + Clone {
        self.solution().windows(2).map(|pair| (&pair[0], &pair[1]))
    }

    /// The actions of the solution, for states that name their own moves.
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
    pub fn actions(&self) -> Option<Vec<S::Action>>
    where
        S: ActionWorld,
    {
        self.actions_in(&Worlds::new())
    }

    /// The actions of the solution in `space`: see [`Solution::actions_in`]. `None` also if no
    /// solution was found.
    #[must_use]
    pub fn actions_in<P: ActionSpace<State = S>>(&self, space: &P) -> Option<Vec<P::Action>>
    where
        S: PartialEq,
    {
        self.solved()?.actions_in(space)
    }

    /// The answer.
    pub fn outcome(&self) -> &Outcome<S> {
        &self.outcome
    }

    /// The answer, by value.
    #[must_use]
    pub fn into_outcome(self) -> Outcome<S> {
        self.outcome
    }

    /// Whether a goal can be reached, or `None` if the search stopped before it knew.
    pub fn is_solvable(&self) -> Option<bool> {
        match self.outcome {
            Outcome::Solved(_) => Some(true),
            Outcome::Unsolvable => Some(false),
            Outcome::Stopped(_) => None,
        }
    }

    /// The solution, if one was found. Otherwise the path to the most promising state seen: the one
    /// with the lowest estimate and, among equal estimates, with the lowest path cost. Never empty.
    ///
    /// If a search proved that no goal can be reached, this is as near as one gets, by the
    /// estimate. If the problem was known to be unsolvable without a search, it is the initial
    /// state alone, unless the builder was told to [`find_nearest`](SolverBuilder::find_nearest).
    ///
    /// ```
    /// use bestfirst::Problem;
    ///
    /// // The bridge from 3 to 4 is closed.
    /// let roads = [&[(1, 2)][..], &[(2, 2), (3, 9)], &[(3, 4)], &[], &[(5, 1)], &[]];
    /// let steps = |&town: &usize| roads[town].to_vec();
    /// let map = Problem::from_successors(0, steps, |&town| town == 5)
    ///     .estimate(|&town| 5 - town as u32);
    /// let solver = map.solve();
    /// assert_eq!(solver.is_solvable(), Some(false));
    /// assert_eq!(solver.best_path(), [0, 1, 2, 3]);
    /// ```
    pub fn best_path(&self) -> &[S] {
        match &self.outcome {
            Outcome::Solved(solution) => solution.states(),
            Outcome::Unsolvable => &self.nearest,
            Outcome::Stopped(stopped) => &stopped.path,
        }
    }

    /// The counters of the search. All are zero if [`WorldState::is_solvable`] or
    /// [`StateSpace::is_solvable`] rejected the initial state, or its estimate is [`DEAD_END`], and
    /// there was no search to [`find_nearest`](SolverBuilder::find_nearest).
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn solved(&self) -> Option<&Solution<S>> {
        let Outcome::Solved(solution) = &self.outcome else { return None };
        Some(solution)
    }

    fn unsolvable(nearest: Vec<S>) -> Self {
        Self { outcome: Outcome::Unsolvable, nearest, statistics: Statistics::default() }
    }
}

/// Whether a space knows without a search that a state leads to no goal.
fn is_unsolvable<P: StateSpace>(space: &P, initial: &P::State) -> bool {
    !space.is_solvable(initial) || space.estimate(initial) == DEAD_END
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
#[must_use]
pub struct SolverBuilder<'a, P: StateSpace, A = AStar> {
    space: P,
    initial: P::State,
    algorithm: A,
    limits: Limits,
    finds_nearest: bool,
    observer: Option<Observer<'a>>,
    interval: Duration,
}

type Observer<'a> = Box<dyn FnMut(&Progress) + 'a>;

impl<'a, P: StateSpace, A> SolverBuilder<'a, P, A> {
    fn new(space: P, initial: P::State, algorithm: A) -> Self {
        let (limits, interval) = (Limits::none(), Duration::from_millis(100));
        Self { space, initial, algorithm, limits, finds_nearest: false, observer: None, interval }
    }

    /// Replaces the algorithm.
    pub fn algorithm<B>(self, algorithm: B) -> SolverBuilder<'a, P, B> {
        let Self { space, initial, algorithm: _, limits, finds_nearest, observer, interval } = self;
        SolverBuilder { space, initial, algorithm, limits, finds_nearest, observer, interval }
    }

    /// Replaces the heuristic by a function: a closure, or the path of a method. For a heuristic
    /// with tables, use [`with_heuristic`](Self::with_heuristic).
    ///
    /// The goal test does not change: it stays that of the state or space.
    pub fn heuristic<F>(self, estimate: F) -> SolverBuilder<'a, WithHeuristic<P, FromFn<F>>, A>
    where
        F: Fn(&P::State) -> Cost,
    {
        self.with_heuristic(heuristic::from_fn(estimate))
    }

    /// Replaces the heuristic by anything that implements [`Heuristic`].
    pub fn with_heuristic<H>(self, heuristic: H) -> SolverBuilder<'a, WithHeuristic<P, H>, A>
    where
        H: Heuristic<P::State>,
    {
        let Self { space, initial, algorithm, limits, finds_nearest, observer, interval } = self;
        let space = WithHeuristic::new(space, heuristic);
        SolverBuilder { space, initial, algorithm, limits, finds_nearest, observer, interval }
    }

    /// Tells `observer` each thing that the search does with a node, as an [`Event`]. Without an
    /// observer, events take no time.
    pub fn on_event<F>(self, observer: F) -> SolverBuilder<'a, Observed<P, F>, A>
    where
        F: Fn(&Event<'_, P::State>),
    {
        let space = Observed::new(self.space, observer);
        let Self { initial, algorithm, limits, finds_nearest, observer, interval, .. } = self;
        SolverBuilder { space, initial, algorithm, limits, finds_nearest, observer, interval }
    }

    /// Sets the limits. The default is none.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Asks for the path to the nearest state even where the problem is known to be unsolvable
    /// before it is searched: because [`StateSpace::is_solvable`] says so, or the initial state is
    /// a [`DEAD_END`]. The default is to answer at once, without a search.
    ///
    /// Then the search runs, and [`Solver::best_path`] leads to the lowest estimate that it found.
    /// The answer stays [`Unsolvable`](Outcome::Unsolvable), even if a limit stops the search.
    /// There may be very many states, so set [limits](Self::limits).
    ///
    /// ```
    /// # #[cfg(feature = "word-ladder")] {
    /// use bestfirst::Solver;
    /// use bestfirst::search::GraphAStar;
    /// use bestfirst::word_ladder::Dictionary;
    ///
    /// let words = ["cold", "cord", "card", "ward", "worm"];
    /// let dictionary: Dictionary = words.into_iter().collect();
    /// let ladder = dictionary.ladder("cold", "worm").unwrap();
    /// let solver = Solver::builder(ladder).algorithm(GraphAStar::new()).find_nearest().solve();
    /// assert_eq!(solver.is_solvable(), Some(false));
    /// // Two letters differ from `worm`. No other word that can be reached is nearer.
    /// let nearest: Vec<_> = solver.best_path().iter().map(|word| word.as_str()).collect();
    /// assert_eq!(nearest, ["cold", "cord"]);
    /// # }
    /// ```
    pub fn find_nearest(self) -> Self {
        Self { finds_nearest: true, ..self }
    }

    /// Reports the progress of a long search to `observer`. The default is ten times a second: see
    /// [`progress_interval`](Self::progress_interval).
    pub fn on_progress(self, observer: impl FnMut(&Progress) + 'a) -> Self {
        Self { observer: Some(Box::new(observer)), ..self }
    }

    /// Sets the least time between two reports. Reports are never closer than a few milliseconds.
    /// Without a clock (see [`Limits::time`]) there are none, unless this is zero.
    pub fn progress_interval(self, interval: Duration) -> Self {
        Self { interval, ..self }
    }

    /// Searches until there is an answer or a limit is met.
    #[must_use]
    pub fn solve(self) -> Solver<P::State>
    where
        A: Algorithm<P>,
    {
        let is_unsolvable = is_unsolvable(&self.space, &self.initial);
        if is_unsolvable && !self.finds_nearest {
            return Solver::unsolvable(vec![self.initial]);
        }
        self.start_by(is_unsolvable, A::start).solve()
    }

    /// Starts the search, which can then be stopped, looked at and continued.
    ///
    /// ```
    /// use bestfirst::{Limits, Outcome, Problem};
    ///
    /// let problem = Problem::from_neighbors(1, |&n: &u64| [2 * n, n + 3], |&n| n == 1_000);
    /// let mut running = problem.solver().limits(Limits::none().expansions(100)).start();
    /// let Outcome::Stopped(stopped) = running.solve().into_outcome() else { panic!() };
    /// println!("at least {} steps", stopped.lower_bound);
    ///
    /// running.set_limits(Limits::none());
    /// assert_eq!(running.solve().moves(), Some(13));
    /// ```
    #[must_use]
    pub fn start(self) -> Running<'a, A::Search>
    where
        A: Algorithm<P>,
    {
        let is_unsolvable = is_unsolvable(&self.space, &self.initial);
        self.start_by(is_unsolvable, A::start)
    }

    fn start_by<M>(
        self,
        is_unsolvable: bool,
        start: impl FnOnce(&A, P, P::State) -> M,
    ) -> Running<'a, M> {
        let Self { space, initial, algorithm, limits, finds_nearest, observer, interval } = self;
        let search = start(&algorithm, space, initial);
        Running { search, limits, finds_nearest, observer, interval, is_unsolvable, end: None }
    }

    /// Solves the problem in the memory of an earlier search: for many queries in a row.
    ///
    /// All queries must use the same algorithm with the same options: only the first query starts
    /// the algorithm, and the others restart its search. Under a [limit on bytes](Limits::bytes)
    /// the memory is not kept, as [`Search::restart`] says. If the space or the observer panics,
    /// the memory is lost.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::Memory;
    ///
    /// let roads = [vec![(1, 7), (2, 1)], vec![(0, 7), (2, 2)], vec![(0, 1), (1, 2)]];
    /// let mut memory = Memory::new();
    /// for (from, to, kilometres) in [(0, 1, 3), (1, 2, 2), (2, 0, 1)] {
    ///     let successors = |&town: &usize| roads[town].clone();
    ///     let map = Problem::from_successors(from, successors, |&town| town == to);
    ///     assert_eq!(map.solver().solve_in(&mut memory).cost(), Some(kilometres));
    /// }
    /// ```
    #[must_use]
    pub fn solve_in(self, memory: &mut Memory<P::State, A>) -> Solver<P::State>
    where
        A: Algorithm<NoSpace<P::State>>,
        A: Algorithm<P, Search: Reuse<Space = P, Memory = Kept<P::State, A>>>,
    {
        let is_unsolvable = is_unsolvable(&self.space, &self.initial);
        if is_unsolvable && !self.finds_nearest {
            return Solver::unsolvable(vec![self.initial]);
        }
        let mut running = self.start_by(is_unsolvable, |algorithm, space, initial| {
            memory.start(algorithm, space, initial)
        });
        let solver = running.solve();
        memory.keep(running.search);
        solver
    }

    /// Starts the search in the memory of an earlier search, as [`solve_in`](Self::solve_in) does.
    /// The memory is empty until it [keeps](Memory::keep) the search.
    ///
    /// ```
    /// use bestfirst::search::{Memory, Search};
    /// use bestfirst::{Limits, Problem};
    ///
    /// let mut memory = Memory::new();
    /// for goal in [1_000, 999] {
    ///     let problem = Problem::from_neighbors(1, |&n: &u64| [2 * n, n + 3], |&n| n == goal);
    ///     let builder = problem.limits(Limits::none().expansions(100));
    ///     let mut running = builder.start_in(&mut memory);
    ///     assert_eq!(running.solve().cost(), None);
    ///     assert!(running.search().lower_bound() > 5);
    ///     memory.keep(running.into_search());
    /// }
    /// ```
    #[must_use]
    pub fn start_in(
        self,
        memory: &mut Memory<P::State, A>,
    ) -> Running<'a, <A as Algorithm<P>>::Search>
    where
        A: Algorithm<NoSpace<P::State>>,
        A: Algorithm<P, Search: Reuse<Space = P, Memory = Kept<P::State, A>>>,
    {
        let is_unsolvable = is_unsolvable(&self.space, &self.initial);
        self.start_by(is_unsolvable, |algorithm, space, initial| {
            memory.start(algorithm, space, initial)
        })
    }
}

/// A search that [`SolverBuilder::start`] has started, with the limits and the observer of the
/// builder.
///
/// [`solve`](Self::solve) runs it until it ends or meets a limit, and goes on if it is called
/// again. To take single steps, use the [search](Self::search_mut) itself.
pub struct Running<'a, M> {
    search: M,
    limits: Limits,
    finds_nearest: bool,
    observer: Option<Observer<'a>>,
    interval: Duration,
    is_unsolvable: bool,
    /// How the search ended last.
    end: Option<End>,
}

impl<M: Search> Running<'_, M> {
    /// Runs the search until it ends or meets a limit, and returns what is known then.
    #[must_use]
    pub fn solve(&mut self) -> Solver<M::State> {
        self.solve_within(None)
    }

    fn solve_within(&mut self, others: Option<&Limits>) -> Solver<M::State> {
        let Self { search, limits, observer, interval, is_unsolvable, end, .. } = self;
        if *is_unsolvable && !self.finds_nearest {
            return Solver::unsolvable(search.path());
        }
        // What is known for good stays known, whatever the limits are now.
        let known = end.filter(|end| matches!(end, End::Solved | End::Exhausted));
        let report = |progress: &_| observer.iter_mut().for_each(|observer| observer(progress));
        let now = known
            .unwrap_or_else(|| search::run(search, others.unwrap_or(limits), *interval, report));
        *end = Some(now);
        let mut outcome = search::outcome(search, now);
        // It was known before the search.
        if *is_unsolvable && matches!(outcome, Outcome::Stopped(_)) {
            outcome = Outcome::Unsolvable;
        }
        let is_unsolvable = matches!(outcome, Outcome::Unsolvable);
        let nearest = if is_unsolvable { search.path() } else { Vec::new() };
        Solver { outcome, nearest, statistics: search.statistics() }
    }

    /// Runs the search for this much time more, for a program that has other things to do in
    /// between. The other limits hold, but not one on time.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use bestfirst::{Outcome, Problem};
    ///
    /// let problem = Problem::from_neighbors(1, |&n: &u64| [2 * n, n + 3], |&n| n == 1_000);
    /// let mut running = problem.solver().start();
    /// let solution = loop {
    ///     // In each frame, a millisecond.
    ///     let solver = running.solve_for(Duration::from_millis(1));
    ///     if let Outcome::Solved(solution) = solver.into_outcome() {
    ///         break solution;
    ///     }
    /// };
    /// assert_eq!(solution.cost(), 13);
    /// ```
    #[must_use]
    pub fn solve_for(&mut self, time: Duration) -> Solver<M::State> {
        let until = self.search.statistics().elapsed.saturating_add(time);
        self.solve_within(Some(&self.limits.clone().time(until)))
    }

    /// Sets other limits, for [`solve`](Self::solve) to go on with.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The search.
    pub fn search(&self) -> &M {
        &self.search
    }

    /// The search, by value.
    pub fn into_search(self) -> M {
        self.search
    }

    /// The search, to advance or to restart it.
    pub fn search_mut(&mut self) -> &mut M {
        (self.is_unsolvable, self.end) = (false, None);
        &mut self.search
    }
}

debug!([M: fmt::Debug] Running<'_, M>, |it| search: it.search, limits: it.limits);

debug!(
    [P: StateSpace<State: fmt::Debug>, A: fmt::Debug] SolverBuilder<'_, P, A>,
    |it| initial: it.initial, algorithm: it.algorithm, limits: it.limits
);
