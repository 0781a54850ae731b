//! What is the same in every search but for the names of its fields.

/// The methods of [`Search`](super::Search) that a search has because it is
/// [`Stepwise`](super::course::Stepwise).
macro_rules! stepwise {
    () => {
        fn advance(&mut self, steps: u64) -> Option<crate::search::End> {
            self.advance_stepwise(steps)
        }

        fn set_limits(&mut self, limits: &crate::Limits) {
            self.limit(limits);
        }
    };
}

/// The methods of [`Search`](super::Search) that only tell something, or some of them, answered by what
/// a search has inside: `answers!(|search| search.alone; statistics, lower_bound)`. `solution` stands for
/// `path`, `cost` and `has_solution`.
macro_rules! answers {
    (|$outer:ident| $inner:expr; $($methods:ident),+) => {
        $(answers!(@$methods |$outer| $inner);)+
    };
    (@solution $($inner:tt)+) => {
        answers!($($inner)+, path() -> Vec<Self::State>);
        answers!($($inner)+, cost() -> crate::Cost);
        answers!($($inner)+, has_solution() -> bool);
    };
    (@statistics $($inner:tt)+) => {
        answers!($($inner)+, statistics() -> crate::Statistics);
    };
    (@lower_bound $($inner:tt)+) => {
        answers!($($inner)+, lower_bound() -> crate::Cost);
    };
    (|$outer:ident| $inner:expr, $method:ident() -> $answer:ty) => {
        fn $method(&self) -> $answer {
            let $outer = self;
            $inner.$method()
        }
    };
}

/// [`RestartIn`](super::RestartIn) and `Debug` of a search, given its type parameters and where its
/// space is.
macro_rules! restart_in_and_debug {
    ([$($parameters:tt)*] $name:ident<$($parameter:ident),+>, $($space:tt).+) => {
        impl<$($parameters)*> crate::search::RestartIn<P> for $name<$($parameter),+> {
            fn restart_in(&mut self, space: P, initial: P::State) {
                // If the space panics before the restart begins, the nodes are those of another one.
                crate::search::course::Stepwise::course(self).begin_restart();
                self.$($space).+ = space;
                self.restart(initial);
            }
        }

        impl<$($parameters)*> std::fmt::Debug for $name<$($parameter),+> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("has_solution", &self.has_solution())
                    .field("lower_bound", &self.lower_bound())
                    .field("statistics", &self.statistics())
                    .finish_non_exhaustive()
            }
        }
    };
}

pub(in crate::search) use {answers, restart_in_and_debug, stepwise};
