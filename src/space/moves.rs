//! Spaces given by their moves, and pruning of sequences of moves.
//!
//! In most puzzles many sequences of moves lead to the same state: turns of opposite faces of a
//! cube commute, and tiles can go round a square in both ways. A closed list finds such duplicates,
//! but needs memory for every state. IDA\* and tree search have none, and search each of them.
//!
//! A [`MoveAutomaton`] finds most of them with a small table instead. It is learned once for all
//! states of a puzzle: [`MoveAutomaton::learn`] generates all short sequences of moves, and forbids
//! each one that another one replaces. [`PrunedMoves`] is the space without the forbidden
//! sequences.
//!
//! ```
//! # #[cfg(feature = "sliding-tiles")] {
//! use bestfirst::moves::PrunedMoves;
//! use bestfirst::search::IdaStar;
//! use bestfirst::sliding_tiles::{self, Board};
//! use bestfirst::{Solver, Worlds};
//!
//! let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
//! let plain = Solver::builder(board.clone()).algorithm(IdaStar::new()).solve();
//!
//! let automaton = sliding_tiles::move_automaton(3, 14).unwrap();
//! let space = PrunedMoves::new(Worlds::new(), &automaton);
//! let pruned = Solver::builder_in(&space, space.initial(board)).algorithm(IdaStar::new()).solve();
//! assert_eq!(pruned.moves(), plain.moves());
//! assert!(pruned.statistics().expanded < plain.statistics().expanded);
//!
//! let moves = pruned.actions_in(&space).unwrap();
//! assert_eq!(moves.len(), 31);
//! # }
//! ```

mod automaton;
mod learning;
mod pruned;
mod symmetric;

pub use automaton::MoveAutomaton;
pub use pruned::{PrunedMoves, PrunedState};

use crate::space::forward::forward;
use crate::{Cost, StateSpace};

/// A space given by its moves.
///
/// The successors of a state are those that its moves lead to. A move is small and can be copied: a
/// direction, the turn of a face. Each has a number, so that a table can be indexed by it.
///
/// # Contract
///
/// - [`for_each_move`](Self::for_each_move) and [`apply`](Self::apply) give the steps of
///   [`for_each_successor`](StateSpace::for_each_successor).
/// - Different moves of a state have different [numbers](Self::move_number) below
///   [`move_count`](Self::move_count).
/// - In all states with the same [`context`](Self::context), the same sequences of moves can be
///   made and cost the same. If two of them lead to the same state from one of these states, they
///   do so from all.
///
/// The last point is what [pruning](MoveAutomaton::learn) rests on. If it does not hold, solutions
/// are missed. [`check::pruning`](crate::check::pruning) tests it.
///
/// # Example
///
/// The pancake puzzle: a spatula turns over the upper part of a stack, which is to be sorted.
///
/// ```
/// use bestfirst::moves::{MoveAutomaton, MoveSpace, PrunedMoves};
/// use bestfirst::search::IdaStar;
/// use bestfirst::{Solver, StateSpace};
///
/// struct Pancakes;
///
/// impl StateSpace for Pancakes {
///     type State = [u8; 6];
///
///     /// The gap heuristic (Helmert, 2010): neighbours in the stack that do not belong together.
///     fn estimate(&self, stack: &[u8; 6]) -> u32 {
///         let plate = stack[5] != 6;
///         let gaps = stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) != 1);
///         gaps.count() as u32 + u32::from(plate)
///     }
///
///     fn is_goal(&self, stack: &[u8; 6]) -> bool {
///         stack.is_sorted()
///     }
///
///     fn for_each_successor(
///         &self,
///         stack: &[u8; 6],
///         previous: Option<&[u8; 6]>,
///         mut visit: impl FnMut([u8; 6], u32),
///     ) {
///         self.for_each_move(stack, |count, cost| {
///             let turned = self.apply(stack, count);
///             if Some(&turned) != previous {
///                 visit(turned, cost);
///             }
///         });
///     }
/// }
///
/// impl MoveSpace for Pancakes {
///     /// How many pancakes are turned over.
///     type Move = usize;
///
///     fn move_count(&self) -> usize {
///         5
///     }
///
///     fn move_number(&self, count: usize) -> usize {
///         count - 2
///     }
///
///     fn for_each_move(&self, _: &[u8; 6], mut visit: impl FnMut(usize, u32)) {
///         (2..=6).for_each(|count| visit(count, 1));
///     }
///
///     fn apply(&self, stack: &[u8; 6], count: usize) -> [u8; 6] {
///         let mut stack = *stack;
///         stack[..count].reverse();
///         stack
///     }
/// }
///
/// // All stacks have the same context, so one is enough to learn from.
/// let automaton = MoveAutomaton::learn(&Pancakes, [[1, 2, 3, 4, 5, 6]], 6);
/// let space = PrunedMoves::new(&Pancakes, &automaton);
/// let stack = space.initial([4, 6, 2, 5, 1, 3]);
/// let solver = Solver::builder_in(&space, stack).algorithm(IdaStar::new()).solve();
/// assert_eq!(solver.actions_in(&space).unwrap(), [2, 3, 4, 2, 6, 3, 2]);
/// ```
pub trait MoveSpace: StateSpace {
    /// A move.
    type Move: Copy;

    /// The number of different moves in the whole space.
    fn move_count(&self) -> usize;

    /// The number of a move, from 0 to less than [`move_count`](Self::move_count).
    fn move_number(&self, step: Self::Move) -> usize;

    /// Visits the moves of `state` with their costs, the move back to the previous state included.
    fn for_each_move(&self, state: &Self::State, visit: impl FnMut(Self::Move, Cost));

    /// Visits the moves of `state` as [`for_each_move`](Self::for_each_move) does, without those
    /// whose bit in `allowed` is 0. The bit of a move is that of its number; from number 32 on,
    /// moves have no bit, and all are visited.
    ///
    /// Override this method if a state keeps its moves as bits. That saves a test of each move that
    /// is hard to predict.
    #[inline]
    fn for_each_allowed_move(
        &self,
        state: &Self::State,
        allowed: u32,
        mut visit: impl FnMut(Self::Move, Cost),
    ) {
        self.for_each_move(state, |step, cost| {
            let number = self.move_number(step);
            if number >= 32 || allowed >> number & 1 == 1 {
                visit(step, cost);
            }
        });
    }

    /// The state after a move. `step` is one of the moves of `state`.
    fn apply(&self, state: &Self::State, step: Self::Move) -> Self::State;

    /// What decides which sequences of moves can be made in `state`, and which of them lead to the
    /// same state, as a small number: the cell of the blank, for a sliding puzzle. The default is 0
    /// for all states: every move can always be made, and has the same effect.
    fn context(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Offers the states after the moves that
    /// [`for_each_allowed_move`](Self::for_each_allowed_move) visits, in the same order. By
    /// default, each state is generated first. Override this method if the estimate after a move is
    /// known before: a state that the search would prune is then never generated. See
    /// [`Expansion`](crate::Expansion).
    #[inline]
    fn offer_moves(
        &self,
        state: &Self::State,
        allowed: u32,
        mut expansion: impl MoveExpansion<Self::State, Self::Move>,
    ) {
        self.for_each_allowed_move(state, allowed, |step, cost| {
            let successor = self.apply(state, step);
            let estimate = self.estimate_up_to(&successor, expansion.most(cost));
            expansion.offer(step, cost, estimate, || successor);
        });
    }
}

/// Receives the states after the moves of a state, one by one: an [`Expansion`](crate::Expansion)
/// that is told the moves. [`PrunedMoves`] implements it for searches, and spaces call it in
/// [`MoveSpace::offer_moves`].
pub trait MoveExpansion<S, M> {
    /// Offers the state after a move, with the cost of the move and the estimate of the state. If
    /// the state is needed, `successor` is called once, before this method returns; otherwise it is
    /// not called.
    fn offer(&mut self, step: M, cost: Cost, estimate: Cost, successor: impl FnOnce() -> S);

    /// The highest estimate with which a state after a move of this cost is of use: see
    /// [`Expansion::most`](crate::Expansion::most). It is the same for all moves of a state that
    /// cost the same.
    fn most(&self, cost: Cost) -> Cost;
}

impl<P: MoveSpace> MoveSpace for &P {
    forward!(|outer| **outer; MoveSpace);
}
