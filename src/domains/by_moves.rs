//! What follows from the moves of a space: macros that write it.

/// Methods that say nothing new.
///
/// - `for_each_successor` and `for_each_action`, for a `MoveSpace`.
/// - Moves of a type with `ALL` and `number`: what a `MoveSpace` says of them, if it has its own
///   `for_each_allowed_move`.
macro_rules! by_moves {
    (for_each_successor) => {
        #[inline]
        fn for_each_successor(
            &self,
            state: &Self::State,
            previous: Option<&Self::State>,
            mut visit: impl FnMut(Self::State, crate::Cost),
        ) {
            self.for_each_move(state, |step, cost| {
                let successor = self.apply(state, step);
                if Some(&successor) != previous {
                    visit(successor, cost);
                }
            });
        }
    };
    (for_each_action) => {
        fn for_each_action(
            &self,
            state: &Self::State,
            mut visit: impl FnMut(Self::Action, Self::State, crate::Cost),
        ) {
            self.for_each_move(state, |step, cost| visit(step, self.apply(state, step), cost));
        }
    };
    ($move:ident) => {
        type Move = $move;

        #[inline]
        fn move_count(&self) -> usize {
            $move::ALL.len()
        }

        #[inline]
        fn move_number(&self, step: $move) -> usize {
            step.number()
        }

        #[inline]
        fn for_each_move(&self, state: &Self::State, visit: impl FnMut($move, crate::Cost)) {
            self.for_each_allowed_move(state, u32::MAX, visit);
        }
    };
}

pub(crate) use by_moves;
