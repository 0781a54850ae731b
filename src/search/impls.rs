//! What is the same in every search but for the names of its fields.

/// The methods of [`Search`](super::Search) that a search has because it is
/// [`Stepwise`](super::course::Stepwise).
macro_rules! stepwise {
    () => {
        fn advance(&mut self, steps: u64) -> Option<End> {
            self.advance_stepwise(steps)
        }

        fn set_limits(&mut self, limits: &Limits) {
            self.limit(limits);
        }
    };
}

/// The methods of [`Search`](super::Search) about the solution, of a search that leaves them to one of
/// its fields.
macro_rules! solution_of {
    ($($field:ident).+) => {
        fn path(&self) -> Vec<P::State> {
            self.$($field).+.path()
        }

        fn cost(&self) -> u32 {
            self.$($field).+.cost()
        }

        fn has_solution(&self) -> bool {
            self.$($field).+.has_solution()
        }
    };
}

/// [`RestartIn`](super::RestartIn) and `Debug` of a search with the field `space`, given its type
/// parameters and where its [`Course`](super::course::Course) is.
macro_rules! restart_in_and_debug {
    ([$($parameters:tt)*] $name:ident<$($parameter:ident),+>, $($course:ident).+) => {
        impl<$($parameters)*> RestartIn<P> for $name<$($parameter),+> {
            fn restart_in(&mut self, space: P, initial: P::State) {
                self.space = space;
                self.restart(initial);
            }
        }

        impl<$($parameters)*> fmt::Debug for $name<$($parameter),+> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                crate::search::fmt_search(f, stringify!($name), self.$($course).+.answer, self)
            }
        }
    };
}

pub(in crate::search) use {restart_in_and_debug, solution_of, stepwise};
