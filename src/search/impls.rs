//! What is the same in every search but for the names of its fields.

/// [`reached::Node`](super::reached::Node) of a node with the fields `parent` and `path_cost`.
macro_rules! node {
    ($node:ty) => {
        impl crate::search::reached::Node for $node {
            fn parent(&self) -> Option<NodeId> {
                self.parent
            }

            fn path_cost(&self) -> u32 {
                self.path_cost
            }
        }
    };
}

/// [`Status`](super::status::Status) of a node with the fields `link` and `parent`, of which an
/// outdated one has no further use.
macro_rules! status {
    ($node:ty) => {
        impl crate::search::status::Status for $node {
            #[inline]
            fn is_closed(&self, id: NodeId) -> bool {
                self.link == Some(id)
            }

            #[inline]
            fn close(&mut self, id: NodeId) {
                self.link = Some(id);
            }

            #[inline]
            fn is_outdated(&self, name: NodeId) -> bool {
                self.parent == Some(name)
            }

            #[inline]
            fn make_outdated(&mut self, name: NodeId) {
                self.parent = Some(name);
            }
        }
    };
}

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

/// These methods, and those about the solution, of a search whose solution is the most promising
/// node of a [`Reached`](super::reached::Reached).
macro_rules! with_closed_list {
    ($($reached:ident).+) => {
        crate::search::impls::stepwise!();

        fn path(&self) -> Vec<P::State> {
            self.$($reached).+.path_to(self.$($reached).+.best)
        }

        fn cost(&self) -> u32 {
            self.$($reached).+.cost()
        }

        fn has_solution(&self) -> bool {
            self.$($reached).+.course.is_solved()
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

pub(in crate::search) use {node, restart_in_and_debug, status, stepwise, with_closed_list};
