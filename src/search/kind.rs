//! Searches selected by name at run time.

use std::error::Error;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use super::impls::answers;
use super::{
    AStar, Algorithm, AllShortest, Anytime, AnytimeBeam, Beam, BestFirstBeam, BoundedMemory,
    BreadthFirst, DepthFirst, End, GraphAStar, GreedyBestFirst, IdaStar, NoSpace, Reuse, Search,
    TreeAStar, UniformCost, WeightedAStar,
};
use crate::{Limits, StateSpace};

/// Writes everything that each kind of search needs, from one table.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $(<$state:ty>)?, $name:literal, $algorithm:expr;)+) => {
        /// A search selected at run time, by name and with its default options, as tools do.
        ///
        /// If the choice is known at compile time, use the algorithms themselves: they require less
        /// of the states and take options.
        ///
        /// [`ALL`](Self::ALL) names every search that runs on any [`StateSpace`] with hashable
        /// states. Some searches have no kind, because they need more:
        ///
        /// - [`DenseAStar`] needs a [`NumberedSpace`].
        /// - [`Bidirectional`] and [`BidirectionalBreadthFirst`] need a [`BidirectionalSpace`].
        /// - [`CompactAStar`] needs a [`BidirectionalSpace`], and states that are [`Copy`].
        /// - [`Focal`] needs an estimate of the steps.
        /// - [`ParetoAStar`] needs a [`MultiObjectiveSpace`].
        /// - `ParallelGraphAStar` and the other `ParallelBestFirst`, `ParallelIdaStar`
        ///   and `ParallelBreadthFirst` need a space that is `Sync`, and states that are `Send` and
        ///   `Sync`.
        ///
        /// If these had kinds, every space of a `SearchKind` would need predecessors and threads. A
        /// tool whose space has them can wrap `SearchKind` in an enum of its own, as the example
        /// `eight_puzzle` does.
        ///
        /// [`Bidirectional`]: super::Bidirectional
        /// [`BidirectionalBreadthFirst`]: super::BidirectionalBreadthFirst
        /// [`BidirectionalSpace`]: crate::BidirectionalSpace
        /// [`CompactAStar`]: super::CompactAStar
        /// [`DenseAStar`]: super::DenseAStar
        /// [`Focal`]: super::Focal
        /// [`MultiObjectiveSpace`]: crate::MultiObjectiveSpace
        /// [`NumberedSpace`]: crate::NumberedSpace
        /// [`ParetoAStar`]: super::ParetoAStar
        ///
        /// ```
        /// # #[cfg(feature = "sliding-tiles")] {
        /// use bestfirst::Solver;
        /// use bestfirst::search::SearchKind;
        /// use bestfirst::sliding_tiles::Board;
        ///
        /// let kind: SearchKind = "graph-a-star".parse().unwrap();
        /// let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
        /// assert_eq!(Solver::builder(board).algorithm(kind).solve().moves(), Some(4));
        /// # }
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[non_exhaustive]
        pub enum SearchKind {
            $($(#[$doc])* $kind,)+
        }

        impl SearchKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The name, as [`FromStr`] parses it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }

        impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for SearchKind {
            type Search = AnySearch<P>;

            fn start(&self, space: P, initial: P::State) -> AnySearch<P> {
                AnySearch(match self {
                    $(Self::$kind => Machine::$kind($algorithm.start(space, initial)),)+
                })
            }
        }

        // There is one value for each search, not one for each node, so a box would save nothing.
        #[derive(Clone)]
        enum Machine<P: StateSpace<State: Hash + Eq>> {
            $($kind(<$kind $(<$state>)? as Algorithm<P>>::Search),)+
        }

        impl<P: StateSpace<State: Hash + Eq>> AnySearch<P> {
            fn chosen(&self) -> &dyn Search<State = P::State> {
                match &self.0 {
                    $(Machine::$kind(search) => search,)+
                }
            }

            fn chosen_mut(&mut self) -> &mut dyn Search<State = P::State> {
                match &mut self.0 {
                    $(Machine::$kind(search) => search,)+
                }
            }
        }

        impl<P: StateSpace<State: Hash + Eq>> Reuse for AnySearch<P> {
            type Space = P;
            type Memory = AnySearch<NoSpace<P::State>>;

            fn into_memory(self) -> Self::Memory {
                AnySearch(match self.0 {
                    $(Machine::$kind(search) => Machine::$kind(search.into_memory()),)+
                })
            }

            fn from_memory(memory: Self::Memory, space: P, initial: P::State) -> Self {
                Self(match memory.0 {
                    $(Machine::$kind(memory) => {
                        Machine::$kind(Reuse::from_memory(memory, space, initial))
                    })+
                })
            }
        }

        impl<P: StateSpace<State: Hash + Eq>> fmt::Debug for AnySearch<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match &self.0 {
                    $(Machine::$kind(search) => search.fmt(f),)+
                }
            }
        }
    };
}

kinds! {
    /// [`AStar`], the default of [`Solver::builder`](crate::Solver::builder).
    AStar, "a-star", AStar::new();
    /// [`TreeAStar`].
    TreeAStar, "tree-a-star", TreeAStar::new();
    /// [`GraphAStar`].
    GraphAStar, "graph-a-star", GraphAStar::new();
    /// [`WeightedAStar`] with the weight 2.
    WeightedAStar, "weighted-a-star", WeightedAStar::new(2.0);
    /// [`Anytime`] with its default weights.
    Anytime, "anytime", Anytime::default();
    /// [`GreedyBestFirst`].
    GreedyBestFirst, "greedy-best-first", GreedyBestFirst::new();
    /// [`UniformCost`].
    UniformCost, "uniform-cost", UniformCost::new();
    /// [`IdaStar`] without a transposition table.
    IdaStar, "ida-star", IdaStar::new();
    /// [`BoundedMemory`].
    BoundedMemory, "bounded-memory", BoundedMemory::new();
    /// [`BestFirstBeam`] with a width of 1,000.
    BestFirstBeam, "best-first-beam", BestFirstBeam::new(1_000);
    /// [`Beam`] with a width of 1,000.
    Beam, "beam", Beam::new(1_000);
    /// [`AnytimeBeam`] without a guide, run until the solution is proven optimal.
    AnytimeBeam<P::State>, "anytime-beam", AnytimeBeam::new();
    /// [`AllShortest`].
    AllShortest, "all-shortest", AllShortest::new();
    /// [`DepthFirst`].
    DepthFirst, "depth-first", DepthFirst::new();
    /// [`BreadthFirst`].
    BreadthFirst, "breadth-first", BreadthFirst::new();
}

/// A search in progress that was selected by a [`SearchKind`].
#[derive(Clone)]
pub struct AnySearch<P: StateSpace<State: Hash + Eq>>(Machine<P>);

impl<P: StateSpace<State: Hash + Eq>> Search for AnySearch<P> {
    type State = P::State;

    fn advance(&mut self, steps: u64) -> Option<End> {
        self.chosen_mut().advance(steps)
    }

    answers!(|any| any.chosen(); statistics, lower_bound, solution);

    fn restart(&mut self, initial: P::State) {
        self.chosen_mut().restart(initial);
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.chosen_mut().set_limits(limits);
    }
}

impl fmt::Display for SearchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SearchKind {
    type Err = UnknownSearch;

    fn from_str(name: &str) -> Result<Self, UnknownSearch> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.name() == name).ok_or_else(|| UnknownSearch { name: name.into() })
    }
}

/// No search has this name. `Display` prints the valid names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSearch {
    name: String,
}

impl UnknownSearch {
    /// The name that was not found.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = SearchKind::ALL.iter().map(|kind| kind.name()).collect();
        write!(f, "unknown search {:?}; the valid names are {}", self.name, names.join(", "))
    }
}

impl Error for UnknownSearch {}
