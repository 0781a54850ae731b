//! Methods that follow from others.

/// Writes a method or an implementation that follows from others. `from steps` takes the first of
/// several costs. `moves of` is for a `MoveSpace` whose moves all cost 1, given the set of the
/// moves of a state; the type of the moves must have `ALL`, `number` and `in_set`.
///
/// `for_each_successor:` takes the body of the method, with names for what it is given.
///
/// `Default` is what `new` makes. `Clone` and `Copy` are for types whose derived implementations
/// would ask the same of their parameters.
macro_rules! derived {
    (for_each_successor from actions) => {
        derived! { for_each_successor: |space, state, previous, visit|
            let mut visit = crate::space::derived::except(previous, visit);
            space.for_each_action(state, |_, successor, cost| visit(successor, cost));
        }
    };
    (for_each_successor from steps) => {
        derived! { for_each_successor: |space, state, previous, visit|
            let mut visit = visit;
            space.for_each_step(state, previous, |successor, costs| visit(successor, costs[0]));
        }
    };
    (for_each_successor from moves) => {
        derived! { for_each_successor: |space, state, previous, visit|
            let mut visit = crate::space::derived::except(previous, visit);
            space.for_each_move(state, |step, cost| visit(space.apply(state, step), cost));
        }
    };
    (for_each_successor from offers) => {
        derived! { for_each_successor: |space, state, previous, visit|
            space.offer_successors(state, previous, visit);
        }
    };
    (Default from new for [$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> Default for $type {
            fn default() -> Self {
                Self::new()
            }
        }
    };
    (Clone and Copy for [$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> Clone for $type {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($parameters)*> Copy for $type {}
    };
    (
        for_each_successor: |$space:ident, $state:ident, $previous:ident, $visit:ident|
        $($body:tt)+
    ) => {
        #[inline]
        fn for_each_successor(
            &self,
            $state: &Self::State,
            $previous: Option<&Self::State>,
            $visit: impl FnMut(Self::State, crate::Cost),
        ) {
            let $space = self;
            $($body)+
        }
    };
    (for_each_predecessor from successors of |$outer:ident| $inner:expr) => {
        #[inline]
        fn for_each_predecessor(
            &self,
            state: &Self::State,
            next: Option<&Self::State>,
            visit: impl FnMut(Self::State, crate::Cost),
        ) {
            let $outer = self;
            $inner.for_each_successor(state, next, visit);
        }
    };
    (moves of $move:ident, |$space:ident, $state:ident| $set:expr) => {
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

        #[inline]
        fn for_each_allowed_move(
            &self,
            state: &Self::State,
            allowed: u32,
            mut visit: impl FnMut($move, crate::Cost),
        ) {
            let ($space, $state) = (self, state);
            $move::in_set(allowed & $set).for_each(|step| visit(step, 1));
        }
    };
}

pub(crate) use derived;

/// Visits all but this state.
#[inline]
pub(crate) fn except<S: PartialEq, C>(
    left_out: Option<&S>,
    mut visit: impl FnMut(S, C),
) -> impl FnMut(S, C) {
    move |state, cost| {
        if Some(&state) != left_out {
            visit(state, cost);
        }
    }
}
