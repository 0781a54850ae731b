//! Methods of a space that follow from others: macros that write them.

/// Writes a method that says nothing new, or what a `MoveSpace` says of its moves if their type has
/// `ALL` and `number`, and the space its own `for_each_allowed_move`.
macro_rules! derived {
    (for_each_successor from moves) => {
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
    (for_each_successor from offers) => {
        #[inline]
        fn for_each_successor(
            &self,
            state: &Self::State,
            previous: Option<&Self::State>,
            visit: impl FnMut(Self::State, crate::Cost),
        ) {
            self.offer_successors(state, previous, visit);
        }
    };
    (for_each_predecessor from successors) => {
        fn for_each_predecessor(
            &self,
            state: &Self::State,
            next: Option<&Self::State>,
            visit: impl FnMut(Self::State, crate::Cost),
        ) {
            self.for_each_successor(state, next, visit);
        }
    };
    (moves of $move:ident) => {
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

pub(crate) use derived;
