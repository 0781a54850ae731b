//! Prunes the beginnings of paths that lead to symmetric states.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;

use super::automaton::{Counted, FORBIDDEN, FREE};
use super::{MoveAutomaton, MoveSpace};

impl MoveAutomaton {
    /// The automaton for paths **from one initial state**: of the sequences of up to `depth` moves
    /// that lead to symmetric states, only the first is left.
    ///
    /// `image` says which states are symmetric: those that it maps to the same image, for instance
    /// the lower of a board and its reflection. From symmetric states, a cheapest path to a goal
    /// must have the same cost and the same number of moves.
    ///
    /// It pays if the initial state itself is symmetric: then most moves from it lead to states
    /// that are symmetric to one another.
    ///
    /// The result differs from this automaton only for paths that begin in the
    /// [context](MoveSpace::context) of the initial state. Of the states of that context, use it
    /// from the initial state alone.
    ///
    /// # Guarantees
    ///
    /// If a goal can be reached from the initial state, a cheapest path to one remains. A forbidden
    /// sequence has no fewer moves and no lower cost than one before it that leads to a symmetric
    /// state. So there is a solution that begins with the other one and is as good. Unlike a
    /// [learned](Self::learn) automaton, this one does not leave a path to every state.
    ///
    /// # Complexity
    ///
    /// Time and memory are proportional to the number of sequences that are left, times the number
    /// of moves.
    ///
    /// # Panics
    ///
    /// If a move has a number that is not below [`MoveSpace::move_count`].
    ///
    /// # Example
    ///
    /// A board that is its own reflection in the diagonal. If the blank goes left first, there is
    /// as good a solution in which it goes up first:
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::moves::PrunedMoves;
    /// use bestfirst::search::IdaStar;
    /// use bestfirst::sliding_tiles::{self, Board};
    /// use bestfirst::{Solver, Worlds};
    ///
    /// let board: Board = "5 4 7 / 2 1 8 / 3 6 0".parse().unwrap();
    /// assert_eq!(board.reflected(), board);
    /// let lower = |board: &Board| {
    ///     let tiles = |board: &Board| board.tiles().collect::<Vec<_>>();
    ///     tiles(board).min(tiles(&board.reflected()))
    /// };
    /// let plain = sliding_tiles::move_automaton(3, 12).unwrap();
    /// let automaton = plain.without_symmetric(&Worlds::new(), &board, 3, lower);
    /// let expanded = [plain, automaton].map(|automaton| {
    ///     let space = PrunedMoves::new(Worlds::new(), &automaton);
    ///     let initial = space.initial(board.clone());
    ///     let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
    ///     solver.statistics().expanded
    /// });
    /// assert!(expanded[1] < expanded[0]);
    /// # }
    /// ```
    #[must_use]
    pub fn without_symmetric<M: MoveSpace, K: Hash + Eq>(
        &self,
        space: &M,
        initial: &M::State,
        depth: u32,
        image: impl Fn(&M::State) -> K,
    ) -> Self {
        let Counted { moves, mut next, mut roots } = self.counted();
        // The new nodes are a tree. Below its leaves, every path goes on as from an initial state.
        let plain = roots.clone();
        let context = space.context(initial);
        roots.resize(roots.len().max(context + 1), FREE);
        // The sequences of moves from the initial state that are not forbidden: where they lead,
        // and what they cost.
        let mut level = Vec::new();
        let add = |next: &mut Vec<u32>| {
            let node = u32::try_from(next.len() / moves.max(1)).ok()?;
            next.resize(next.len() + moves, FREE);
            Some(node)
        };
        if let Some(node) = add(&mut next) {
            roots[context] = node;
            level.push((node, initial.clone(), 0));
        }
        let mut known = HashMap::from([(image(initial), 0)]);
        for length in 0..=depth {
            for (node, state, cost) in mem::take(&mut level) {
                let root = plain.get(space.context(&state)).copied().unwrap_or(FREE);
                space.for_each_move(&state, |step, step_cost| {
                    let number = space.move_number(step);
                    let (state, cost) = (space.apply(&state, step), cost + u64::from(step_cost));
                    let image = image(&state);
                    let after = if known.get(&image).is_some_and(|&least| least <= cost) {
                        FORBIDDEN
                    } else if length == depth {
                        // The state is not recorded as known: after this path, moves may be
                        // forbidden that a path which it would replace needs.
                        next[root as usize * moves..][..moves][number]
                    } else {
                        known.insert(image, cost);
                        let node = add(&mut next).unwrap_or(FREE);
                        if node != FREE {
                            level.push((node, state, cost));
                        }
                        node
                    };
                    next[node as usize * moves..][..moves][number] = after;
                });
            }
        }
        Self::new(&next, moves, &roots)
    }
}
