//! A space without the sequences of moves that an automaton forbids.

use super::automaton::FORBIDDEN;
use super::{MoveAutomaton, MoveSpace};
use crate::{ActionSpace, Cost, Event, Expansion, StateSpace};

/// A space without the sequences of moves that a [`MoveAutomaton`] forbids, for searches that keep
/// no closed list: [`IdaStar`](crate::search::IdaStar), `ParallelIdaStar` and
/// [`TreeAStar`](crate::search::TreeAStar). The automaton is asked before a move is made.
///
/// A state is a state of the space together with a node of the automaton, for which moves may follow
/// depends on the moves before. A search with a closed list finds shortest solutions too. But it
/// stores a state once for each node of the automaton, and gains nothing: it finds duplicates by
/// itself. Use the space without pruning there. **It would not be safe to look up only the state**:
/// the path that is found first may forbid the moves that lead on, and the paths that allow them
/// would be dropped as duplicates.
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
    node: u32,
}

impl<S> PrunedState<S> {
    /// The state of the space.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The state of the space.
    pub fn into_state(self) -> S {
        self.state
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
        PrunedState { state, node }
    }

    /// Visits the moves that are allowed, with their costs and the nodes of the automaton after
    /// them.
    #[inline]
    fn for_each_allowed(
        &self,
        state: &PrunedState<M::State>,
        mut visit: impl FnMut(M::Move, Cost, u32),
    ) {
        let (allowed, next) = self.automaton.row(state.node);
        self.space.for_each_allowed_move(&state.state, allowed, |step, cost| {
            let node = next[self.space.move_number(step)];
            if node != FORBIDDEN {
                visit(step, cost, node);
            }
        });
    }
}

impl<M: MoveSpace> StateSpace for PrunedMoves<'_, M> {
    type State = PrunedState<M::State>;

    #[inline]
    fn estimate(&self, state: &Self::State) -> Cost {
        self.space.estimate(&state.state)
    }

    #[inline]
    fn estimate_up_to(&self, state: &Self::State, most: Cost) -> Cost {
        self.space.estimate_up_to(&state.state, most)
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        self.space.is_goal(&state.state)
    }

    fn is_solvable(&self, state: &Self::State) -> bool {
        self.space.is_solvable(&state.state)
    }

    // The automaton forbids the move back.
    #[inline]
    fn for_each_successor(
        &self,
        state: &Self::State,
        _: Option<&Self::State>,
        mut visit: impl FnMut(Self::State, Cost),
    ) {
        self.for_each_allowed(state, |step, cost, node| {
            visit(PrunedState { state: self.space.apply(&state.state, step), node }, cost);
        });
    }

    #[inline]
    fn offer_successors(
        &self,
        state: &Self::State,
        _: Option<&Self::State>,
        mut expansion: impl Expansion<Self::State>,
    ) {
        self.for_each_allowed(state, |step, cost, node| {
            let mut after = After { expansion: &mut expansion, node };
            self.space.offer_move(&state.state, step, cost, &mut after);
        });
    }

    #[inline]
    fn heap_bytes(&self, state: &Self::State) -> usize {
        self.space.heap_bytes(&state.state)
    }

    const IS_OBSERVED: bool = M::IS_OBSERVED;

    fn observe(&self, event: &Event<'_, Self::State>) {
        self.space.observe(&event.with_state(&event.state.state));
    }
}

/// The moves, as the space gives them.
impl<M: MoveSpace> ActionSpace for PrunedMoves<'_, M> {
    type Action = M::Move;

    fn for_each_action(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(M::Move, Self::State, Cost),
    ) {
        self.for_each_allowed(state, |step, cost, node| {
            visit(step, PrunedState { state: self.space.apply(&state.state, step), node }, cost);
        });
    }
}

/// Adds the node of the automaton to a state that is offered.
struct After<'e, E> {
    expansion: &'e mut E,
    node: u32,
}

impl<S, E: Expansion<PrunedState<S>>> Expansion<S> for After<'_, E> {
    #[inline]
    fn offer(&mut self, step_cost: Cost, estimate: Cost, successor: impl FnOnce() -> S) {
        let node = self.node;
        self.expansion.offer(step_cost, estimate, move || PrunedState { state: successor(), node });
    }

    #[inline]
    fn most(&self, step_cost: Cost) -> Cost {
        self.expansion.most(step_cost)
    }
}
