//! Spaces whose steps have names, so that a solution is a list of actions.

use crate::space::forward::forward;
use crate::{Cost, StateSpace, WorldState, Worlds};

/// A space whose steps have names: the moves of a puzzle, the roads of a map.
///
/// A search stores states only, so actions cost it nothing. They are reconstructed from the states
/// of the solution: [`Solution::actions_in`](crate::Solution::actions_in). If several actions lead
/// from one state to the next, the cheapest one is given.
///
/// ```
/// use bestfirst::search::GraphAStar;
/// use bestfirst::{ActionSpace, Solver, StateSpace};
///
/// /// From 1 to a goal, by adding 1 for 1 coin and doubling for 3.
/// struct Numbers {
///     goal: u32,
/// }
///
/// impl StateSpace for Numbers {
///     type State = u32;
///
///     fn estimate(&self, _: &u32) -> u32 {
///         0
///     }
///
///     fn is_goal(&self, &n: &u32) -> bool {
///         n == self.goal
///     }
///
///     fn for_each_successor(&self, n: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
///         self.for_each_action(n, |_, next, cost| visit(next, cost));
///     }
/// }
///
/// impl ActionSpace for Numbers {
///     type Action = &'static str;
///
///     fn for_each_action(&self, &n: &u32, mut visit: impl FnMut(&'static str, u32, u32)) {
///         visit("add 1", n + 1, 1);
///         visit("double", 2 * n, 3);
///     }
/// }
///
/// let numbers = Numbers { goal: 9 };
/// let solver = Solver::builder_in(&numbers, 1).algorithm(GraphAStar::new()).solve();
/// let actions = solver.actions_in(&numbers).unwrap();
/// assert_eq!(actions, ["add 1", "add 1", "add 1", "double", "add 1"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the steps of `{Self}` have no names",
    label = "this type does not implement `ActionSpace`",
    note = "`Problem::from_actions` takes steps with names; without names, `Solver::steps` gives \
            the states before and after each step"
)]
pub trait ActionSpace: StateSpace {
    /// The name of a step.
    type Action;

    /// Visits each action that can be taken in `state`, with the resulting state and the step cost.
    ///
    /// These must be all the steps of [`for_each_successor`](StateSpace::for_each_successor).
    fn for_each_action(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Action, Self::State, Cost),
    );
}

impl<P: ActionSpace> ActionSpace for &P {
    forward!(|outer| **outer; ActionSpace);
}

/// A state whose moves have names: the short form of [`ActionSpace`].
///
/// ```
/// use bestfirst::{ActionWorld, Solver, WorldState};
///
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Number(u32);
///
/// impl WorldState for Number {
///     fn estimated_distance_to_goal(&self) -> u32 {
///         u32::from(self.0 != 10)
///     }
///
///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
///         [Number(self.0 + 1), Number(self.0 * 2)]
///     }
/// }
///
/// impl ActionWorld for Number {
///     type Action = char;
///
///     fn for_each_action(&self, mut visit: impl FnMut(char, Self)) {
///         visit('+', Number(self.0 + 1));
///         visit('*', Number(self.0 * 2));
///     }
/// }
///
/// assert_eq!(Solver::new(Number(1)).actions().unwrap(), ['+', '*', '+', '*']);
/// ```
#[diagnostic::on_unimplemented(
    message = "the moves of `{Self}` have no names",
    label = "this type does not implement `ActionWorld`",
    note = "without names, `Solver::steps` gives the states before and after each move"
)]
pub trait ActionWorld: WorldState {
    /// The name of a move.
    type Action;

    /// Visits each move that can be made, with the resulting state. These must be all the
    /// neighbours.
    fn for_each_action(&self, visit: impl FnMut(Self::Action, Self));
}

impl<S: ActionWorld> ActionSpace for Worlds<S> {
    type Action = S::Action;

    fn for_each_action(&self, state: &S, mut visit: impl FnMut(S::Action, S, u32)) {
        state.for_each_action(|action, neighbor| visit(action, neighbor, 1));
    }
}

/// The action of this rank, counted from 0, among those that lead from one state to another, in
/// order of cost, if there is one.
pub(crate) fn by_rank<P>(space: &P, from: &P::State, to: &P::State, rank: u32) -> Option<P::Action>
where
    P: ActionSpace<State: PartialEq>,
{
    let mut parallel = Vec::new();
    space.for_each_action(from, |action, state, cost| {
        if state == *to {
            parallel.push((cost, action));
        }
    });
    parallel.sort_by_key(|&(cost, _)| cost);
    parallel.into_iter().nth(rank as usize).map(|(_, action)| action)
}
