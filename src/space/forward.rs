//! What a space that contains another one leaves to it.

/// The methods of [`StateSpace`](crate::StateSpace) or [`NumberedSpace`](crate::NumberedSpace) with
/// these names, answered by the space in a field. `number` includes `prefers_hashes`. `observe`
/// includes `IS_OBSERVED`, and needs the type of the space to be `P`.
macro_rules! forward {
    ($field:tt: $($method:ident),+) => {
        $(crate::space::forward::forward!(@$method $field);)+
    };
    (@estimate $field:tt) => {
        #[inline]
        fn estimate(&self, state: &Self::State) -> crate::Cost {
            self.$field.estimate(state)
        }
    };
    (@estimate_up_to $field:tt) => {
        #[inline]
        fn estimate_up_to(&self, state: &Self::State, most: crate::Cost) -> crate::Cost {
            self.$field.estimate_up_to(state, most)
        }
    };
    (@is_goal $field:tt) => {
        #[inline]
        fn is_goal(&self, state: &Self::State) -> bool {
            self.$field.is_goal(state)
        }
    };
    (@is_solvable $field:tt) => {
        fn is_solvable(&self, state: &Self::State) -> bool {
            self.$field.is_solvable(state)
        }
    };
    (@for_each_successor $field:tt) => {
        #[inline]
        fn for_each_successor(
            &self,
            state: &Self::State,
            previous: Option<&Self::State>,
            visit: impl FnMut(Self::State, crate::Cost),
        ) {
            self.$field.for_each_successor(state, previous, visit);
        }
    };
    (@offer_successors $field:tt) => {
        #[inline]
        fn offer_successors(
            &self,
            state: &Self::State,
            previous: Option<&Self::State>,
            expansion: impl crate::Expansion<Self::State>,
        ) {
            self.$field.offer_successors(state, previous, expansion);
        }
    };
    (@number $field:tt) => {
        #[inline]
        fn number(&self, state: &Self::State) -> Option<usize> {
            self.$field.number(state)
        }

        #[inline]
        fn prefers_hashes(&self) -> bool {
            self.$field.prefers_hashes()
        }
    };
    (@heap_bytes $field:tt) => {
        #[inline]
        fn heap_bytes(&self, state: &Self::State) -> usize {
            self.$field.heap_bytes(state)
        }
    };
    (@least_step_cost $field:tt) => {
        #[inline]
        fn least_step_cost(&self) -> crate::Cost {
            self.$field.least_step_cost()
        }
    };
    (@observe $field:tt) => {
        const IS_OBSERVED: bool = P::IS_OBSERVED;

        fn observe(&self, event: &crate::Event<'_, Self::State>) {
            self.$field.observe(event);
        }
    };
    (@numbers $field:tt) => {
        fn numbers(&self) -> usize {
            self.$field.numbers()
        }
    };
    (@state $field:tt) => {
        #[inline]
        fn state(&self, number: usize) -> Option<Self::State> {
            self.$field.state(number)
        }
    };
    (@has_zero_cost_steps $field:tt) => {
        #[inline]
        fn has_zero_cost_steps(&self) -> bool {
            self.$field.has_zero_cost_steps()
        }
    };
}

pub(crate) use forward;
