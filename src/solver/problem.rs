//! Problems written as closures.

use std::fmt;
use std::hash::Hash;

use crate::heuristic::{self, FromFn, Zero};
use crate::search::GraphAStar;
use crate::space::debug::debug;
use crate::space::derived::except;
use crate::space::forward::forward;
use crate::{
    ActionSpace, BidirectionalSpace, Cost, Heuristic, Limits, NumberedSpace, Progress, Solver,
    SolverBuilder, StateSpace,
};

/// A problem written as closures: an initial state, its successors and the goal test.
///
/// It is the shortest way to state a problem that is solved in one place. There is no trait to
/// implement. It is a [`StateSpace`] like any other: every search runs on it, at the same speed.
///
/// | successors are given as | by |
/// |---|---|
/// | states, each one step of cost 1 away | [`from_neighbors`](Problem::from_neighbors) |
/// | states with step costs | [`from_successors`](Problem::from_successors) |
/// | names of steps, with states and step costs | [`from_actions`](Problem::from_actions) |
///
/// The types are inferred from the initial state. The estimate is 0 until
/// [`estimate`](Problem::estimate) sets one. For several goals, let the goal test accept each.
///
/// # Example
///
/// ```
/// use bestfirst::Problem;
///
/// // From 1 to 100 by adding 1 and doubling, in the fewest steps.
/// let solver = Problem::from_neighbors(1_u32, |&n| [n + 1, 2 * n], |&n| n == 100).solve();
/// assert_eq!(solver.solution(), [1, 2, 3, 6, 12, 24, 25, 50, 100]);
///
/// // The same where doubling costs 3 and adding costs 1, with the steps by name.
/// let steps = |&n: &u32| [("add", n + 1, 1), ("double", 2 * n, 3)];
/// let problem = Problem::from_actions(1, steps, |&n| n == 10);
/// let solver = problem.solve();
/// assert_eq!(solver.cost(), Some(7));
/// assert_eq!(solver.actions_in(&problem).unwrap(), ["add", "add", "add", "add", "double"]);
/// ```
///
/// The options are those of [`SolverBuilder`], and any search can be chosen:
///
/// ```
/// use bestfirst::search::IdaStar;
/// use bestfirst::{Limits, Problem};
///
/// let roads = [vec![(1, 7), (2, 1)], vec![(0, 7), (2, 2)], vec![(0, 1), (1, 2)]];
/// let kilometres = [2, 0, 1];
/// let problem = Problem::from_successors(0, |&town| roads[town].clone(), |&town| town == 1)
///     .estimate(|&town| kilometres[town]);
/// let solver = problem.solver().algorithm(IdaStar::new()).limits(Limits::none()).solve();
/// assert_eq!((solver.cost(), solver.solution()), (Some(3), &[0, 2, 1][..]));
/// ```
#[derive(Clone, Copy)]
pub struct Problem<S, N, G, H = Zero, D = Details> {
    initial: S,
    steps: N,
    is_goal: G,
    heuristic: H,
    details: D,
}

/// The successor function of a [`Problem`].
///
/// It is implemented by the wrappers that [`Problem`] puts around a closure: [`Neighbors`],
/// [`Successors`] and [`Actions`].
pub trait Steps<S> {
    /// A lower bound on the cost of a step, as in [`StateSpace::least_step_cost`].
    const LEAST_COST: Cost = 0;

    /// Visits each successor with its step cost.
    fn visit(&self, state: &S, visit: impl FnMut(S, Cost));
}

/// Successors of cost 1 each.
#[derive(Clone, Copy)]
pub struct Neighbors<N>(N);

/// Successors with their step costs.
#[derive(Clone, Copy)]
pub struct Successors<N>(N);

/// Actions, with their successors and step costs.
#[derive(Clone, Copy)]
pub struct Actions<N>(N);

/// What a [`Problem`] knows of its states besides the estimate. `()` stands for what it was not
/// given.
#[derive(Clone, Copy, Debug)]
pub struct Details<F = (), M = (), B = ()> {
    numbers: F,
    memory: M,
    backward: B,
}

type Detailed<S, N, G, H, F, M, B> = Problem<S, N, G, H, Details<F, M, B>>;

/// A property of states that a [`Problem`] may be given: [`Numbered`] or [`Owning`], or `()` for
/// none.
pub trait Detail<S> {
    /// The number of a state, as in [`StateSpace::number`].
    #[inline]
    fn number(&self, state: &S) -> Option<usize> {
        let _ = state;
        None
    }

    /// The heap memory of a state, as in [`StateSpace::heap_bytes`].
    #[inline]
    fn heap_bytes(&self, state: &S) -> usize {
        let _ = state;
        0
    }
}

impl<S> Detail<S> for () {}

/// The states have numbers. Unless `T` is `()`, a function gives the state of each number below a
/// count.
#[derive(Clone, Copy)]
pub struct Numbered<F, T = ()> {
    number: F,
    count: usize,
    state: T,
}

/// The states own heap memory.
#[derive(Clone, Copy)]
pub struct Owning<F>(F);

/// The steps are known backward, too.
#[derive(Clone, Copy)]
pub struct Backward<B, G> {
    predecessors: B,
    goals: G,
}

/// What searches from the goal need: the goals and the predecessors. [`Backward`] has them.
pub trait Predecessors<S> {
    /// Every goal.
    fn goals(&self) -> impl IntoIterator<Item = S>;

    /// Visits each predecessor with its step cost.
    fn for_each_predecessor(&self, state: &S, visit: impl FnMut(S, Cost));
}

impl<S, N: Fn(&S) -> I, I: IntoIterator<Item = S>> Steps<S> for Neighbors<N> {
    const LEAST_COST: Cost = 1;

    #[inline]
    fn visit(&self, state: &S, mut visit: impl FnMut(S, Cost)) {
        self.0(state).into_iter().for_each(|neighbor| visit(neighbor, 1));
    }
}

impl<S, N: Fn(&S) -> I, I: IntoIterator<Item = (S, Cost)>> Steps<S> for Successors<N> {
    #[inline]
    fn visit(&self, state: &S, mut visit: impl FnMut(S, Cost)) {
        self.0(state).into_iter().for_each(|(successor, cost)| visit(successor, cost));
    }
}

impl<S, A, N: Fn(&S) -> I, I: IntoIterator<Item = (A, S, Cost)>> Steps<S> for Actions<N> {
    #[inline]
    fn visit(&self, state: &S, mut visit: impl FnMut(S, Cost)) {
        self.0(state).into_iter().for_each(|(_, successor, cost)| visit(successor, cost));
    }
}

impl<S, F: Fn(&S) -> usize, T> Detail<S> for Numbered<F, T> {
    #[inline]
    fn number(&self, state: &S) -> Option<usize> {
        Some((self.number)(state))
    }
}

impl<S, F: Fn(&S) -> usize> Detail<S> for Owning<F> {
    #[inline]
    fn heap_bytes(&self, state: &S) -> usize {
        self.0(state)
    }
}

impl<S, B, I, G> Predecessors<S> for Backward<B, G>
where
    B: Fn(&S) -> I,
    I: IntoIterator<Item = (S, Cost)>,
    G: IntoIterator<Item = S> + Clone,
{
    fn goals(&self) -> impl IntoIterator<Item = S> {
        self.goals.clone()
    }

    #[inline]
    fn for_each_predecessor(&self, state: &S, mut visit: impl FnMut(S, Cost)) {
        (self.predecessors)(state).into_iter().for_each(|(state, cost)| visit(state, cost));
    }
}

impl<S, N, G> Problem<S, N, G> {
    fn new(initial: S, steps: N, is_goal: G) -> Self {
        let details = Details { numbers: (), memory: (), backward: () };
        Self { initial, steps, is_goal, heuristic: Zero, details }
    }
}

impl<S, N, G> Problem<S, Neighbors<N>, G> {
    /// A problem whose steps all cost 1. `neighbors` gives the states one step away.
    pub fn from_neighbors<I>(initial: S, neighbors: N, is_goal: G) -> Self
    where
        N: Fn(&S) -> I,
        I: IntoIterator<Item = S>,
        G: Fn(&S) -> bool,
    {
        Self::new(initial, Neighbors(neighbors), is_goal)
    }
}

impl<S, N, G> Problem<S, Successors<N>, G> {
    /// A problem with weighted steps. `successors` gives each successor with its step cost, which
    /// is a `u32`: [`Cost`] says how to convert others.
    pub fn from_successors<I>(initial: S, successors: N, is_goal: G) -> Self
    where
        N: Fn(&S) -> I,
        I: IntoIterator<Item = (S, Cost)>,
        G: Fn(&S) -> bool,
    {
        Self::new(initial, Successors(successors), is_goal)
    }
}

impl<S, N, G> Problem<S, Actions<N>, G> {
    /// A problem whose steps have names. `actions` gives each action with the resulting state and
    /// the step cost, which is a `u32`: [`Cost`] says how to convert others.
    pub fn from_actions<A, I>(initial: S, actions: N, is_goal: G) -> Self
    where
        N: Fn(&S) -> I,
        I: IntoIterator<Item = (A, S, Cost)>,
        G: Fn(&S) -> bool,
    {
        Self::new(initial, Actions(actions), is_goal)
    }
}

impl<S, N, G, H, F, M, B> Detailed<S, N, G, H, F, M, B>
where
    S: Clone + PartialEq,
    N: Steps<S>,
    G: Fn(&S) -> bool,
    H: Heuristic<S>,
    F: Detail<S>,
    M: Detail<S>,
{
    /// The same problem with other details.
    fn with<D>(self, details: impl FnOnce(Details<F, M, B>) -> D) -> Problem<S, N, G, H, D> {
        let Self { initial, steps, is_goal, heuristic, details: before } = self;
        Problem { initial, steps, is_goal, heuristic, details: details(before) }
    }

    /// Sets the heuristic: a lower bound on the cost from a state to a goal.
    pub fn estimate<E: Fn(&S) -> Cost>(self, estimate: E) -> Detailed<S, N, G, FromFn<E>, F, M, B> {
        let Self { initial, steps, is_goal, heuristic: _, details } = self;
        Problem { initial, steps, is_goal, heuristic: heuristic::from_fn(estimate), details }
    }

    /// Numbers the states: different states have different numbers, from 0 to not much more than
    /// there are states. Searches with a closed list then use arrays instead of hash tables. See
    /// [`StateSpace::number`].
    ///
    /// ```
    /// use bestfirst::Problem;
    ///
    /// // A knight's way from corner to corner.
    /// let moves = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    /// let is_inside = |&(x, y): &(i32, i32)| (0..8).contains(&x) && (0..8).contains(&y);
    /// let neighbors =
    ///     |&(x, y): &(i32, i32)| moves.map(|(dx, dy)| (x + dx, y + dy)).into_iter().filter(is_inside);
    /// let problem = Problem::from_neighbors((0, 0), neighbors, |&square| square == (7, 7))
    ///     .number(|&(x, y)| (8 * y + x) as usize);
    /// assert_eq!(problem.solve().moves(), Some(6));
    /// ```
    pub fn number<C: Fn(&S) -> usize>(self, number: C) -> Detailed<S, N, G, H, Numbered<C>, M, B> {
        let numbers = Numbered { number, count: 0, state: () };
        self.with(|Details { memory, backward, .. }| Details { numbers, memory, backward })
    }

    /// Numbers the states from 0 to `count - 1`, and tells the state of each number. Then the
    /// searches that work in an array alone run on the problem, too: see [`NumberedSpace`]. Call it
    /// last.
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::DenseAStar;
    ///
    /// // A field of 100 by 100 cells without walls.
    /// let neighbors = |&(x, y): &(usize, usize)| {
    ///     let cells = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    ///     cells.into_iter().filter(|cell| cell.0 < 100 && cell.1 < 100)
    /// };
    /// let problem = Problem::from_neighbors((0, 0), neighbors, |&cell| cell == (99, 42))
    ///     .numbered(10_000, |&(x, y)| 100 * y + x, |number| (number % 100, number / 100));
    /// assert_eq!(problem.algorithm(DenseAStar::new()).solve().moves(), Some(141));
    /// ```
    pub fn numbered<C: Fn(&S) -> usize, T: Fn(usize) -> S>(
        self,
        count: usize,
        number: C,
        state: T,
    ) -> Detailed<S, N, G, H, Numbered<C, T>, M, B> {
        let numbers = Numbered { number, count, state };
        self.with(|Details { memory, backward, .. }| Details { numbers, memory, backward })
    }

    /// Tells how much heap memory a state owns, in bytes, without the size of the state itself. A
    /// [limit on bytes](crate::Limits::bytes) counts it. Without this, only the states themselves
    /// are counted: a `Vec` counts as 24 bytes, however long it is. See [`StateSpace::heap_bytes`].
    ///
    /// ```
    /// use bestfirst::{Limits, Outcome, Problem, StopReason};
    ///
    /// // All lists of the numbers 0 to 2, of which none sums up to 1,000.
    /// let with = |list: &[u8], n| [list, &[n]].concat();
    /// let longer = |list: &Vec<u8>| (0..3).map(|n| with(list, n)).collect::<Vec<_>>();
    /// let is_goal = |list: &Vec<u8>| list.iter().map(|&n| u32::from(n)).sum::<u32>() == 1_000;
    /// let lists = Problem::from_neighbors(vec![0; 1_000], longer, is_goal)
    ///     .heap_bytes(|list| list.capacity());
    /// let solver = lists.solver().limits(Limits::none().bytes(1 << 20)).solve();
    /// let Outcome::Stopped(stopped) = solver.outcome() else { panic!("it has no end") };
    /// assert!(matches!(stopped.reason, StopReason::Bytes { .. }));
    /// // There is room for no more than a thousand lists of a thousand numbers.
    /// assert!(solver.statistics().enqueued <= 1_048);
    /// ```
    pub fn heap_bytes<C>(self, heap_bytes: C) -> Detailed<S, N, G, H, F, Owning<C>, B>
    where
        C: Fn(&S) -> usize,
    {
        let memory = Owning(heap_bytes);
        self.with(|Details { numbers, backward, .. }| Details { numbers, memory, backward })
    }

    /// Tells the goals, and the predecessors of a state with their step costs. Then the searches
    /// that begin at the goals, too, run on the problem: see [`BidirectionalSpace`].
    ///
    /// ```
    /// use bestfirst::Problem;
    /// use bestfirst::search::Bidirectional;
    ///
    /// // From 1 to a million by adding 1 and doubling, which costs 3.
    /// let next = |&n: &u32| [(n + 1, 1), (2 * n, 3)];
    /// let before = |&n: &u32| {
    ///     let half = (n % 2 == 0).then_some((n / 2, 3));
    ///     n.checked_sub(1).map(|less| (less, 1)).into_iter().chain(half)
    /// };
    /// let problem = Problem::from_successors(1, next, |&n| n == 1_000_000);
    /// let problem = problem.backward([1_000_000], before);
    /// let solver = problem.algorithm(Bidirectional::new()).solve();
    /// assert_eq!(solver.cost(), problem.solve().cost());
    /// ```
    pub fn backward<I, L, C>(
        self,
        goals: L,
        predecessors: C,
    ) -> Detailed<S, N, G, H, F, M, Backward<C, L>>
    where
        L: IntoIterator<Item = S> + Clone,
        C: Fn(&S) -> I,
        I: IntoIterator<Item = (S, Cost)>,
    {
        let backward = Backward { predecessors, goals };
        self.with(|Details { numbers, memory, .. }| Details { numbers, memory, backward })
    }

    /// A solver builder for this problem. It starts with graph-search A\*.
    pub fn solver(&self) -> SolverBuilder<'_, &Self, GraphAStar> {
        Solver::builder_in(self, self.initial.clone())
    }

    /// As [`solver`](Problem::solver), but takes the problem by value.
    pub fn into_solver<'a>(self) -> SolverBuilder<'a, Self, GraphAStar> {
        let initial = self.initial.clone();
        Solver::builder_in(self, initial)
    }

    /// A solver builder with this search.
    pub fn algorithm<A>(&self, algorithm: A) -> SolverBuilder<'_, &Self, A> {
        self.solver().algorithm(algorithm)
    }

    /// A solver builder with these limits. Its search is graph-search A\*.
    pub fn limits(&self, limits: Limits) -> SolverBuilder<'_, &Self, GraphAStar> {
        self.solver().limits(limits)
    }

    /// A solver builder whose search by graph-search A\* reports its progress to `observer`.
    pub fn on_progress<'a>(
        &'a self,
        observer: impl FnMut(&Progress) + 'a,
    ) -> SolverBuilder<'a, &'a Self, GraphAStar> {
        self.solver().on_progress(observer)
    }

    /// Solves it by graph-search A\*, without limits.
    pub fn solve(&self) -> Solver<S>
    where
        S: Hash + Eq,
    {
        self.solver().solve()
    }
}

impl<S, N, G, H, F, M, B> StateSpace for Detailed<S, N, G, H, F, M, B>
where
    S: Clone + PartialEq,
    N: Steps<S>,
    G: Fn(&S) -> bool,
    H: Heuristic<S>,
    F: Detail<S>,
    M: Detail<S>,
{
    type State = S;

    forward!(|problem| problem.heuristic; estimate);
    forward!(|problem| problem.details.memory; heap_bytes);
    forward! { |problem| problem.details.numbers; fn number(state: &S) -> Option<usize>; }

    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        (self.is_goal)(state)
    }

    #[inline]
    fn for_each_successor(&self, state: &S, previous: Option<&S>, visit: impl FnMut(S, Cost)) {
        self.steps.visit(state, except(previous, visit));
    }

    #[inline]
    fn least_step_cost(&self) -> Cost {
        N::LEAST_COST
    }
}

impl<S, A, N, I, G, H, F, M, B> ActionSpace for Detailed<S, Actions<N>, G, H, F, M, B>
where
    Self: StateSpace<State = S>,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (A, S, Cost)>,
{
    type Action = A;

    fn for_each_action(&self, state: &S, mut visit: impl FnMut(A, S, Cost)) {
        let actions = (self.steps.0)(state).into_iter();
        actions.for_each(|(action, successor, cost)| visit(action, successor, cost));
    }
}

impl<S, N, G, H, F, M, B> BidirectionalSpace for Detailed<S, N, G, H, F, M, B>
where
    Self: StateSpace<State = S>,
    S: PartialEq,
    B: Predecessors<S>,
{
    fn goals(&self, _: &S) -> impl IntoIterator<Item = S> {
        self.details.backward.goals()
    }

    #[inline]
    fn for_each_predecessor(&self, state: &S, next: Option<&S>, visit: impl FnMut(S, Cost)) {
        self.details.backward.for_each_predecessor(state, except(next, visit));
    }
}

impl<S, N, G, H, C, T, M, B> NumberedSpace for Detailed<S, N, G, H, Numbered<C, T>, M, B>
where
    Self: StateSpace<State = S>,
    N: Steps<S>,
    T: Fn(usize) -> S,
{
    #[inline]
    fn numbers(&self) -> usize {
        self.details.numbers.count
    }

    #[inline]
    fn state(&self, number: usize) -> Option<S> {
        let Numbered { count, state, .. } = &self.details.numbers;
        (number < *count).then(|| state(number))
    }

    fn has_zero_cost_steps(&self) -> bool {
        N::LEAST_COST == 0
    }
}

debug!([S: fmt::Debug, N, G, H, D] Problem<S, N, G, H, D>, |it| initial: it.initial);
debug!([N] Neighbors<N>, |_it|);
debug!([N] Successors<N>, |_it|);
debug!([N] Actions<N>, |_it|);
debug!([F, T] Numbered<F, T>, |it| count: it.count);
debug!([F] Owning<F>, |_it|);
debug!([B, G] Backward<B, G>, |_it|);
