//! Turns that cost: a space whose states also know the last step.

use std::fmt;

use crate::space::debug::debug;
use crate::space::derived::derived;
use crate::space::forward::forward;
use crate::{ActionSpace, Cost, NumberedSpace, StateSpace};

/// A space in which a step may cost more after some steps than after others: a robot that turns, a
/// plane that climbs.
///
/// A state is a state of the space inside together with the last step, as a [`Headed`]. Steps are
/// told apart by their [actions](ActionSpace::Action). After an action, the next one costs what it
/// costs in the space inside, and the cost of the turn. The first step from [`WithTurns::initial`]
/// turns at no cost.
///
/// # Guarantees
///
/// Turns only add costs. So the estimates of the space inside stay admissible and consistent, and
/// its goals are goals after any step. If it [numbers its states](NumberedSpace), these have
/// numbers as well: for each state inside, one for each action and one for none.
///
/// # Which spaces
///
/// The successors must be those of the actions, whatever the state before. Spaces such as
/// `JumpPoints`, which leave out steps by the state before, have no actions.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "grid-maps")] {
/// use bestfirst::grid_maps::{Direction, GridMap, GridSpace, Steps};
/// use bestfirst::{Solver, WithTurns};
///
/// let map: GridMap = "
/// ...
/// #..
/// #..
/// ".parse().unwrap();
/// let (start, goal) = (map.cell(0, 0).unwrap(), map.cell(2, 2).unwrap());
/// let space = GridSpace::new(&map, Steps::four(), goal);
/// // A turn costs as much as ten steps, and turning back as much as twenty.
/// let cost = |&before: &Direction, &next: &Direction| 5 * before.turns_to(next);
/// let robot = WithTurns::new(&space, Direction::ALL, cost);
/// let solver = Solver::builder_in(&robot, robot.initial(start)).solve();
/// assert_eq!(solver.cost(), Some(4 + 10));
/// let cells: Vec<_> = solver.solution().iter().map(|at| map.position(*at.state())).collect();
/// assert_eq!(cells, [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]);
/// # }
/// ```
#[derive(Clone)]
pub struct WithTurns<P: ActionSpace> {
    space: P,
    actions: Box<[P::Action]>,
    /// The cost of each turn: a row for each heading before, of the headings after.
    costs: Box<[Cost]>,
}

/// A state of [`WithTurns`]: a state of the space inside, and the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Headed<S> {
    state: S,
    /// One more than the index of the last action, or 0.
    heading: u32,
}

impl<S> Headed<S> {
    /// The state of the space inside.
    pub fn state(&self) -> &S {
        &self.state
    }
}

impl<P: ActionSpace<Action: PartialEq>> WithTurns<P> {
    /// The space where an action costs `turn` more after another one. `turn` is called once for
    /// each pair of `actions`: the one before, and the next.
    ///
    /// An action that is not among them turns at no cost, and so does the next one after it.
    pub fn new(
        space: P,
        actions: impl IntoIterator<Item = P::Action>,
        turn: impl Fn(&P::Action, &P::Action) -> Cost,
    ) -> Self {
        let actions: Box<[_]> = actions.into_iter().collect();
        let headings = || [None].into_iter().chain(actions.iter().map(Some));
        let pairs = headings().flat_map(|before| headings().map(move |next| before.zip(next)));
        let costs = pairs.map(|pair| pair.map_or(0, |(before, next)| turn(before, next))).collect();
        Self { space, actions, costs }
    }

    /// The space inside.
    pub fn space(&self) -> &P {
        &self.space
    }

    /// The state to start from, without a step before.
    pub fn initial(&self, state: P::State) -> Headed<P::State> {
        Headed { state, heading: 0 }
    }

    /// The state to start from, as if after this action: the robot faces there.
    pub fn facing(&self, state: P::State, action: &P::Action) -> Headed<P::State> {
        Headed { state, heading: self.heading(action) }
    }

    /// The last action on the way to a state. `None` if there is none, or one that is not listed.
    pub fn last_action(&self, state: &Headed<P::State>) -> Option<&P::Action> {
        self.actions.get((state.heading as usize).checked_sub(1)?)
    }

    fn headings(&self) -> usize {
        self.actions.len() + 1
    }

    #[inline]
    fn heading(&self, action: &P::Action) -> u32 {
        let known = (1..).zip(&self.actions).find(|(_, known)| *known == action);
        known.map_or(0, |(heading, _)| heading)
    }
}

debug!(
    [P: ActionSpace<Action: fmt::Debug> + fmt::Debug] WithTurns<P>,
    |it| space: it.space, actions: it.actions
);

impl<P: ActionSpace<State: PartialEq, Action: PartialEq>> StateSpace for WithTurns<P> {
    type State = Headed<P::State>;

    forward!(|outer| outer.space; by_state);
    forward! { |outer| outer.space; fn prefers_hashes() -> bool; }

    derived!(for_each_successor from actions);

    #[inline]
    fn number(&self, state: &Self::State) -> Option<usize> {
        let number = self.space.number(&state.state)?.checked_mul(self.headings())?;
        number.checked_add(state.heading as usize)
    }
}

/// The actions of the space inside.
impl<P: ActionSpace<State: PartialEq, Action: PartialEq>> ActionSpace for WithTurns<P> {
    type Action = P::Action;

    #[inline]
    fn for_each_action(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(P::Action, Self::State, Cost),
    ) {
        let row = state.heading as usize * self.headings();
        self.space.for_each_action(&state.state, |action, next, cost| {
            let heading = self.heading(&action);
            let turn = self.costs.get(row + heading as usize).map_or(0, |&turn| turn);
            let cost = cost.saturating_add(turn);
            visit(action, Headed { state: next, heading }, cost);
        });
    }
}

impl<P: ActionSpace<State: PartialEq, Action: PartialEq> + NumberedSpace> NumberedSpace
    for WithTurns<P>
{
    fn numbers(&self) -> usize {
        self.space.numbers().saturating_mul(self.headings())
    }

    #[inline]
    fn state(&self, number: usize) -> Option<Self::State> {
        let state = self.space.state(number / self.headings())?;
        let heading = u32::try_from(number % self.headings()).ok()?;
        Some(Headed { state, heading })
    }

    forward! { |outer| outer.space; fn has_zero_cost_steps() -> bool; }
}
