//! What a search does, node by node.

use std::fmt;

use crate::forward::forward;
use crate::moves::{MoveExpansion, MoveSpace};
use crate::{ActionSpace, BidirectionalSpace, Cost, NumberedSpace, StateSpace};

/// One thing that a search does with a node. Pictures, animations and traces are made from events.
///
/// [`SolverBuilder::on_event`](crate::SolverBuilder::on_event) sends the events of a search to a
/// function, and [`Observed`] does so without a [`Solver`](crate::Solver). A search that nobody
/// observes spends no time on events.
///
/// # Numbers of nodes
///
/// A search that stores its nodes numbers them from 0 in the order in which it generates them. A
/// bidirectional search gives even numbers to the nodes of the forward search, and odd ones to
/// those of the backward search. In [`DenseAStar`](crate::search::DenseAStar), the number of a node
/// is that of its state. In [`CompactAStar`](crate::search::CompactAStar), it is a hash of its state.
///
/// [`IdaStar`](crate::search::IdaStar) stores the current path only. There the number of a node is
/// its depth in moves, and each node takes the number over from the last one of that depth. So the
/// parent is always the node that had the parent's number last.
///
/// # Which searches
///
/// All but the parallel ones.
///
/// # Example
///
/// ```
/// use std::cell::RefCell;
///
/// use bestfirst::{EventKind, Problem};
///
/// let expanded = RefCell::new(Vec::new());
/// let problem = Problem::from_neighbors(1, |&n: &u32| [2 * n, n + 3], |&n| n == 8);
/// let solver = problem.solver().on_event(|event| {
///     if event.kind == EventKind::Expanded {
///         expanded.borrow_mut().push(*event.state);
///     }
/// });
/// assert_eq!(solver.solve().solution(), [1, 4, 8]);
/// assert_eq!(expanded.into_inner(), [1, 4, 2, 5, 7]);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Event<'a, S> {
    /// What happens.
    pub kind: EventKind,
    /// The [number](Self#numbers-of-nodes) of the node.
    pub node: usize,
    /// The number of its parent. `None` for an initial state and for a goal from which a
    /// bidirectional search starts.
    pub parent: Option<usize>,
    /// The state of the node.
    pub state: &'a S,
    /// The cost *g* of the path to the node, or from it if it belongs to a backward search.
    pub path_cost: Cost,
    /// The estimate *h* of the state.
    pub estimate: Cost,
}

impl<S> Event<'_, S> {
    /// The sum *f* of the path cost and the estimate.
    #[must_use]
    pub fn f(&self) -> Cost {
        self.path_cost.saturating_add(self.estimate)
    }

    /// The same event of a node with another form of the state.
    #[must_use]
    pub fn with_state<T>(self, state: &T) -> Event<'_, T> {
        let Self { kind, node, parent, path_cost, estimate, .. } = self;
        Event { kind, node, parent, state, path_cost, estimate }
    }
}

// A derived implementation would require the same of `S`.
impl<S> Clone for Event<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Event<'_, S> {}

/// What a search does with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EventKind {
    /// It is generated, and open. Its state may be known already, by a path that costs more.
    ///
    /// A search that begins again from the initial state reports it as generated again: each
    /// iteration of `IdaStar`, each run of an anytime search.
    Generated,
    /// It is generated, and its state is opened again: it was expanded before, by a path that costs
    /// more.
    Reopened,
    /// It is dropped, because a path to its state is known that is as good. The number is that of
    /// the known node, and the parent and the path cost are those of the dropped one.
    ///
    /// `IdaStar` with a table reports it after [`Generated`](Self::Generated).
    Duplicate,
    /// It is dropped for another reason: a dead end, a path that costs too much, a node beyond the
    /// bound of the iteration or outside of the beam. It gets no number; the number is that of its
    /// parent.
    Pruned,
    /// It is expanded. The nodes generated until the next expansion are its successors, if the
    /// search stores its nodes.
    Expanded,
    /// It is a goal, and was taken to be expanded. In a bidirectional search, it is the node at
    /// which the ends of the best path meet.
    Goal,
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Generated => "generated",
            Self::Reopened => "reopened",
            Self::Duplicate => "duplicate",
            Self::Pruned => "pruned",
            Self::Expanded => "expanded",
            Self::Goal => "goal",
        })
    }
}

/// A space whose searches send their [events](Event) to a function. Everything else is answered by
/// the space.
///
/// Made by [`SolverBuilder::on_event`](crate::SolverBuilder::on_event).
#[derive(Clone, Copy)]
pub struct Observed<P, F> {
    space: P,
    observer: F,
}

impl<P: StateSpace, F: Fn(&Event<'_, P::State>)> Observed<P, F> {
    /// The same space, observed by `observer`.
    pub fn new(space: P, observer: F) -> Self {
        Self { space, observer }
    }
}

impl<P: fmt::Debug, F> fmt::Debug for Observed<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observed").field("space", &self.space).finish_non_exhaustive()
    }
}

impl<P: StateSpace, F: Fn(&Event<'_, P::State>)> StateSpace for Observed<P, F> {
    type State = P::State;

    const IS_OBSERVED: bool = true;

    fn observe(&self, event: &Event<'_, P::State>) {
        self.space.observe(event);
        (self.observer)(event);
    }

    forward!(space: estimate, estimate_up_to, is_goal, is_solvable, number, heap_bytes);
    forward!(space: for_each_successor, offer_successors);
}

impl<P, F> NumberedSpace for Observed<P, F>
where
    P: NumberedSpace,
    F: Fn(&Event<'_, P::State>),
{
    forward!(space: numbers, state, has_zero_cost_steps);
}

impl<P, F> ActionSpace for Observed<P, F>
where
    P: ActionSpace,
    F: Fn(&Event<'_, P::State>),
{
    type Action = P::Action;

    fn for_each_action(&self, state: &P::State, visit: impl FnMut(P::Action, P::State, Cost)) {
        self.space.for_each_action(state, visit);
    }
}

impl<P, F> BidirectionalSpace for Observed<P, F>
where
    P: BidirectionalSpace,
    F: Fn(&Event<'_, P::State>),
{
    fn goals(&self, initial: &P::State) -> impl IntoIterator<Item = P::State> {
        self.space.goals(initial)
    }

    fn estimate_from_initial(&self, initial: &P::State, state: &P::State) -> Cost {
        self.space.estimate_from_initial(initial, state)
    }

    fn for_each_predecessor(
        &self,
        state: &P::State,
        next: Option<&P::State>,
        visit: impl FnMut(P::State, Cost),
    ) {
        self.space.for_each_predecessor(state, next, visit);
    }

    fn least_step_cost(&self) -> Cost {
        self.space.least_step_cost()
    }
}

impl<P, F> MoveSpace for Observed<P, F>
where
    P: MoveSpace,
    F: Fn(&Event<'_, P::State>),
{
    type Move = P::Move;

    fn move_count(&self) -> usize {
        self.space.move_count()
    }

    fn move_number(&self, step: P::Move) -> usize {
        self.space.move_number(step)
    }

    fn for_each_move(&self, state: &P::State, visit: impl FnMut(P::Move, Cost)) {
        self.space.for_each_move(state, visit);
    }

    fn for_each_allowed_move(
        &self,
        state: &P::State,
        allowed: u32,
        visit: impl FnMut(P::Move, Cost),
    ) {
        self.space.for_each_allowed_move(state, allowed, visit);
    }

    fn apply(&self, state: &P::State, step: P::Move) -> P::State {
        self.space.apply(state, step)
    }

    fn offer_moves(
        &self,
        state: &P::State,
        allowed: u32,
        expansion: impl MoveExpansion<P::State, P::Move>,
    ) {
        self.space.offer_moves(state, allowed, expansion);
    }

    fn context(&self, state: &P::State) -> usize {
        self.space.context(state)
    }
}
