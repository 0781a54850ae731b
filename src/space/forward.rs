//! Methods that a space forwards to a space inside it.

/// Methods of a space, answered by the space inside it, which must have the type `P`:
/// `forward!(|outer| outer.space; NumberedSpace)` for those of a trait, and
/// `forward!(|outer| outer.space; estimate, number)` for some of them.
///
/// Methods that belong together have one name: `estimate` includes `estimate_up_to`, `is_goal`
/// includes `is_solvable`, `number` includes `prefers_hashes`, `observe` includes `IS_OBSERVED`,
/// `state` is all of `NumberedSpace` but the successors, `for_each_step` is all of
/// `MultiObjectiveSpace` but the estimates, `backward` is all of `BidirectionalSpace` but
/// `has_consistent_estimates`, and `apply` is all of `MoveSpace` but `offer_moves`. `by_state` is
/// for states whose field `state` is the state of the space inside: it forwards `estimate`,
/// `is_goal`, `heap_bytes`, `consistency`, `least_step_cost` and `observe`.
macro_rules! forward {
    (|$outer:ident| $inner:expr; $($methods:ident),+) => {
        $(forward!(@$methods |$outer| $inner);)+
    };
    (@StateSpace $($inner:tt)+) => {
        type State = P::State;

        forward!($($inner)+; estimate, consistency, is_goal, for_each_successor);
        forward!($($inner)+; offer_successors, number, heap_bytes, least_step_cost, observe);
    };
    (@estimate $($inner:tt)+) => {
        forward! { $($inner)+;
            fn estimate(state: &Self::State) -> crate::Cost;
            fn estimate_up_to(state: &Self::State, most: crate::Cost) -> crate::Cost;
        }
    };
    (@consistency $($inner:tt)+) => {
        forward! { $($inner)+; fn estimate_is_consistent_both_ways() -> bool; }
    };
    (@is_goal $($inner:tt)+) => {
        forward! { $($inner)+;
            fn is_goal(state: &Self::State) -> bool;
            fn is_solvable(state: &Self::State) -> bool;
        }
    };
    (@for_each_successor $($inner:tt)+) => {
        forward! { $($inner)+;
            fn for_each_successor(
                state: &Self::State,
                previous: Option<&Self::State>,
                visit: impl FnMut(Self::State, crate::Cost),
            );
        }
    };
    (@offer_successors $($inner:tt)+) => {
        forward! { $($inner)+;
            fn offer_successors(
                state: &Self::State,
                previous: Option<&Self::State>,
                expansion: impl crate::Expansion<Self::State>,
            );
        }
    };
    (@by_state |$outer:ident| $inner:expr) => {
        forward! { @by_state |$outer| $inner;
            estimate() -> crate::Cost, estimate_up_to(most: crate::Cost) -> crate::Cost,
            is_goal() -> bool, is_solvable() -> bool, heap_bytes() -> usize
        }
        forward!(|$outer| $inner; consistency, least_step_cost);

        const IS_OBSERVED: bool = P::IS_OBSERVED;

        fn observe(&self, event: &crate::Event<'_, Self::State>) {
            let $outer = self;
            $inner.observe(&event.with_state(&event.state.state));
        }
    };
    (
        @by_state |$outer:ident| $inner:expr;
        $($method:ident($($argument:ident: $type:ty)?) -> $answer:ty),+
    ) => {$(
        #[inline]
        fn $method(&self, state: &Self::State $(, $argument: $type)?) -> $answer {
            let $outer = self;
            $inner.$method(&state.state $(, $argument)?)
        }
    )+};
    (@number $($inner:tt)+) => {
        forward! { $($inner)+;
            fn number(state: &Self::State) -> Option<usize>;
            fn prefers_hashes() -> bool;
        }
    };
    (@heap_bytes $($inner:tt)+) => {
        forward! { $($inner)+; fn heap_bytes(state: &Self::State) -> usize; }
    };
    (@least_step_cost $($inner:tt)+) => {
        forward! { $($inner)+; fn least_step_cost() -> crate::Cost; }
    };
    (@observe $($inner:tt)+) => {
        const IS_OBSERVED: bool = P::IS_OBSERVED;

        forward! { $($inner)+; fn observe(event: &crate::Event<'_, Self::State>); }
    };
    (@NumberedSpace $($inner:tt)+) => {
        forward! { $($inner)+; state }
        forward! { $($inner)+;
            fn for_each_successor_number(number: usize, visit: impl FnMut(usize, crate::Cost));
            fn for_each_successor_set(
                first: usize,
                sets: &[u32],
                visit: impl FnMut(usize, u32, crate::Cost),
            );
        }
    };
    (@state $($inner:tt)+) => {
        forward! { $($inner)+;
            fn numbers() -> usize;
            fn state(number: usize) -> Option<Self::State>;
            fn has_zero_cost_steps() -> bool;
        }
    };
    (@ActionSpace $($inner:tt)+) => {
        type Action = P::Action;

        forward! { $($inner)+;
            fn for_each_action(
                state: &Self::State,
                visit: impl FnMut(Self::Action, Self::State, crate::Cost),
            );
        }
    };
    (@estimates $($inner:tt)+) => {
        forward! { $($inner)+; fn estimates(state: &Self::State) -> [crate::Cost; D]; }
    };
    (@for_each_step $($inner:tt)+) => {
        const HAS_DOMINANCE: bool = P::HAS_DOMINANCE;

        forward! { $($inner)+;
            fn for_each_step(
                state: &Self::State,
                previous: Option<&Self::State>,
                visit: impl FnMut(Self::State, [crate::Cost; D]),
            );
            fn comparable(state: &Self::State) -> Self::State;
            fn dominates(state: &Self::State, other: &Self::State) -> bool;
        }
    };
    (@BidirectionalSpace $($inner:tt)+) => {
        forward! { $($inner)+; backward }
        forward! { $($inner)+; fn has_consistent_estimates() -> bool; }
    };
    (@backward $($inner:tt)+) => {
        forward! { $($inner)+;
            fn goals(initial: &Self::State) -> impl IntoIterator<Item = Self::State>;
            fn estimate_from_initial(initial: &Self::State, state: &Self::State) -> crate::Cost;
            fn for_each_predecessor(
                state: &Self::State,
                next: Option<&Self::State>,
                visit: impl FnMut(Self::State, crate::Cost),
            );
        }
    };
    (@MoveSpace $($inner:tt)+) => {
        forward! { $($inner)+; apply }
        forward! { $($inner)+;
            fn offer_moves(
                state: &Self::State,
                allowed: u32,
                expansion: impl crate::moves::MoveExpansion<Self::State, Self::Move>,
            );
        }
    };
    (@apply $($inner:tt)+) => {
        type Move = P::Move;

        forward! { $($inner)+;
            fn move_count() -> usize;
            fn move_number(step: Self::Move) -> usize;
            fn for_each_move(state: &Self::State, visit: impl FnMut(Self::Move, crate::Cost));
            fn for_each_allowed_move(
                state: &Self::State,
                allowed: u32,
                visit: impl FnMut(Self::Move, crate::Cost),
            );
            fn apply(state: &Self::State, step: Self::Move) -> Self::State;
            fn context(state: &Self::State) -> usize;
        }
    };
    (
        |$outer:ident| $inner:expr;
        $(fn $method:ident($($argument:ident: $type:ty),* $(,)?) $(-> $answer:ty)?;)+
    ) => {$(
        #[inline]
        fn $method(&self, $($argument: $type),*) $(-> $answer)? {
            let $outer = self;
            $inner.$method($($argument),*)
        }
    )+};
}

pub(crate) use forward;
