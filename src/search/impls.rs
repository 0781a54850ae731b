//! What is the same in every search but for the names of its fields.

/// The methods of [`Search`](super::Search) that a search has because it is
/// [`Stepwise`](super::control::Stepwise).
macro_rules! stepwise {
    () => {
        fn advance(&mut self, steps: u64) -> Option<crate::search::End> {
            let end = self.advance_stepwise(steps);
            self.pause();
            end
        }

        fn set_limits(&mut self, limits: &crate::Limits) {
            self.limit(limits);
        }
    };
}

/// Methods of [`Search`](super::Search) that only return something, forwarded to a part of the
/// search: `answers!(|search| search.alone; statistics, lower_bound)`. `solution` stands for
/// `path`, `cost` and `has_solution`. `control`, of `Stepwise`, is the field of that name;
/// `give_back` also replaces the collected successors.
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
    (@control |$outer:ident| $inner:expr) => {
        fn control(&mut self) -> &mut crate::search::control::Control {
            let $outer = self;
            &mut $inner.control
        }
    };
    (@give_back |$outer:ident| $inner:expr) => {
        fn give_back(&mut self) {
            let $outer = self;
            $inner.give_back(&$outer.space);
            $outer.successors = crate::search::successors::Successors::new();
        }
    };
    (|$outer:ident| $inner:expr, $method:ident() -> $answer:ty) => {
        fn $method(&self) -> $answer {
            let $outer = self;
            $inner.$method()
        }
    };
}

/// [`Reuse`](super::Reuse) and `Debug` of a search, given its type parameters, the trait of its
/// space, and its fields. The first field is the space, or a search that has it: `search in space`,
/// or `search in space.0 as Form` if that search is in `Form(space)`.
macro_rules! reuse_and_debug {
    (
        $(#[$attribute:meta])?
        [$($parameters:tt)*] $name:ident<P $(, $parameter:ident)*>, $trait:ident,
        $space:ident $(in $($inner:tt).+)? $(as $form:ident)?; $($field:ident),*
    ) => {
        $(#[$attribute])?
        impl<$($parameters)*> $name<P $(, $parameter)*> {
            /// The same search in another space, in which it must be restarted.
            pub(crate) fn in_space<Q: $trait<State = P::State>>(
                self,
                space: Q,
            ) -> $name<Q $(, $parameter)*> {
                let Self { $space, $($field),* } = self;
                let $space = reuse_and_debug!(@moved $space, $($form)? (space) $(in $($inner).+)?);
                $name { $space, $($field),* }
            }
        }

        impl<$($parameters)*> crate::search::Reuse for $name<P $(, $parameter)*> {
            type Space = P;
            type Memory = $name<crate::search::NoSpace<P::State> $(, $parameter)*>;

            fn into_memory(self) -> Self::Memory {
                let mut memory = self.in_space(crate::search::NoSpace::new());
                // Without its space, the search has no answer and must not go on.
                let control = crate::search::control::Stepwise::control(&mut memory);
                control.answer = None;
                control.begin_restart();
                memory
            }

            fn from_memory(memory: Self::Memory, space: P, initial: P::State) -> Self {
                let mut search = memory.in_space(space);
                search.set_limits(&crate::Limits::none());
                search.restart(initial);
                search
            }
        }

        crate::space::debug::debug!(
            [$($parameters)*] $name<P $(, $parameter)*>,
            |search| has_solution: search.has_solution(), lower_bound: search.lower_bound(),
            statistics: search.statistics()
        );
    };
    (@moved $old:ident, ($space:ident)) => {{
        drop($old);
        $space
    }};
    (@moved $search:ident, $($form:ident)? ($space:ident) in $($inner:tt).+) => {
        $search.in_space($($form)? ($space))
    };
}

/// How an algorithm without options is made.
macro_rules! without_options {
    ($algorithm:ident) => {
        impl $algorithm {
            /// Creates the algorithm. It has no options.
            #[must_use]
            pub fn new() -> Self {
                Self
            }
        }
    };
}

/// The algorithm that is graph search by an evaluation, given its type and how it is made.
macro_rules! graph_search {
    ([$($parameters:tt)*] $algorithm:ty, $evaluation:ty: |$it:ident| $value:expr) => {
        impl<P, $($parameters)*> crate::search::Algorithm<P> for $algorithm
        where
            P: crate::StateSpace<State: std::hash::Hash + Eq>,
        {
            type Search = crate::search::GraphSearch<P, $evaluation>;

            fn start(&self, space: P, initial: P::State) -> Self::Search {
                let $it = self;
                crate::search::GraphSearch::new(space, initial, $value)
            }
        }
    };
}

pub(crate) use {answers, graph_search, reuse_and_debug, stepwise, without_options};
