//! A space without the sequences of moves that an automaton forbids.

use super::automaton::BITS;
use super::{MoveAutomaton, MoveExpansion, MoveSpace};
use crate::space::derived::derived;
use crate::space::forward::forward;
use crate::{ActionSpace, Cost, Expansion, StateSpace};

/// A space without the sequences of moves that a [`MoveAutomaton`] forbids, for searches that keep
/// no closed list: [`IdaStar`](crate::search::IdaStar), `ParallelIdaStar` and
/// [`TreeAStar`](crate::search::TreeAStar). The automaton is asked before a move is made.
///
/// A state is a state of the space together with a node of the automaton, for which moves may
/// follow depends on the moves before. A search with a closed list finds shortest solutions too.
/// But it stores a state once for each node of the automaton, and gains nothing: it finds
/// duplicates by itself. Use the space without pruning there. **It would not be safe to look up
/// only the state**: the path that is found first may forbid the moves that lead on, and the paths
/// that allow them would be dropped as duplicates.
///
/// Solutions are read as moves: [`Solver::actions_in`](crate::Solver::actions_in).
#[derive(Clone, Copy, Debug)]
pub struct PrunedMoves<'a, M> {
    space: M,
    automaton: &'a MoveAutomaton,
}

/// A state of a [`PrunedMoves`] space. [`PrunedMoves::initial`] makes the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrunedState<S> {
    state: S,
    /// The row of the node of the automaton.
    row: u32,
    /// The moves that are allowed at the node, one bit each.
    allowed: u32,
}

impl<S> PrunedState<S> {
    #[inline]
    fn new(state: S, node: u32, automaton: &MoveAutomaton) -> Self {
        Self { state, row: automaton.row(node), allowed: automaton.allowed(node) }
    }

    /// The state of the space.
    pub fn state(&self) -> &S {
        &self.state
    }
}

impl<'a, M: MoveSpace> PrunedMoves<'a, M> {
    /// The space without the sequences that the automaton forbids.
    pub fn new(space: M, automaton: &'a MoveAutomaton) -> Self {
        Self { space, automaton }
    }

    /// The space with all moves.
    pub fn space(&self) -> &M {
        &self.space
    }

    /// The state to start from. From there, every move may be made.
    pub fn initial(&self, state: M::State) -> PrunedState<M::State> {
        let node = self.automaton.initial(self.space.context(&state));
        PrunedState::new(state, node, self.automaton)
    }
}

impl<P: MoveSpace> StateSpace for PrunedMoves<'_, P> {
    type State = PrunedState<P::State>;

    forward!(|outer| outer.space; by_state);

    // The automaton forbids the move back.
    derived! { for_each_successor: |moves, state, _previous, visit|
        let mut visit = visit;
        moves.for_each_action(state, |_, successor, cost| visit(successor, cost));
    }

    #[inline]
    fn offer_successors(
        &self,
        state: &Self::State,
        _: Option<&Self::State>,
        expansion: impl Expansion<Self::State>,
    ) {
        let Self { ref space, automaton } = *self;
        let after = After { expansion, space, automaton, row: state.row };
        space.offer_moves(&state.state, state.allowed, after);
    }
}

/// The moves, as the space gives them.
impl<M: MoveSpace> ActionSpace for PrunedMoves<'_, M> {
    type Action = M::Move;

    #[inline]
    fn for_each_action(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(M::Move, Self::State, Cost),
    ) {
        let Self { ref space, automaton } = *self;
        space.for_each_allowed_move(&state.state, state.allowed, |step, cost| {
            let number = space.move_number(step);
            if number < BITS || automaton.is_allowed_by_row(state.row, number) {
                let node = automaton.next(state.row, number);
                let successor = space.apply(&state.state, step);
                visit(step, PrunedState::new(successor, node, automaton), cost);
            }
        });
    }
}

/// Adds the node of the automaton to a state that is offered. It is looked up only if the state is
/// needed.
struct After<'a, M, E> {
    expansion: E,
    space: &'a M,
    automaton: &'a MoveAutomaton,
    /// The row of the node before the moves.
    row: u32,
}

impl<M: MoveSpace, E: Expansion<PrunedState<M::State>>> MoveExpansion<M::State, M::Move>
    for After<'_, M, E>
{
    #[inline]
    fn offer(
        &mut self,
        step: M::Move,
        cost: Cost,
        estimate: Cost,
        successor: impl FnOnce() -> M::State,
    ) {
        let Self { ref mut expansion, space, automaton, row } = *self;
        let number = space.move_number(step);
        // Moves with a bit are not offered if they are not allowed.
        if number < BITS || automaton.is_allowed_by_row(row, number) {
            expansion.offer(cost, estimate, move || {
                let node = automaton.next(row, number);
                PrunedState::new(successor(), node, automaton)
            });
        }
    }

    forward! { |after| after.expansion; fn most(cost: Cost) -> Cost; }
}
