//! The searches by name.

use std::sync::LazyLock;

use bestfirst::search::{Bidirectional, BidirectionalBreadthFirst, SearchKind, WeightedAStar};
#[cfg(feature = "parallel")]
use bestfirst::search::{ParallelBreadthFirst, ParallelGraphAStar, ParallelIdaStar};
use bestfirst::sliding_tiles::Board;
use bestfirst::{BidirectionalSpace, Solver, SolverBuilder};
use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::pictures::recording::ClosedLists;

/// A search by name: one for every space, or one that needs more from the space.
#[derive(Clone, Copy)]
pub(crate) enum Choice {
    Kind(SearchKind),
    Bidirectional,
    BidirectionalBreadthFirst,
    #[cfg(feature = "parallel")]
    ParallelBreadthFirst,
    #[cfg(feature = "parallel")]
    ParallelGraphAStar,
    #[cfg(feature = "parallel")]
    ParallelIdaStar,
}

impl Choice {
    /// Whether its nodes wait on an open list.
    pub(crate) fn has_open_list(self) -> bool {
        match self {
            Self::Kind(kind) => kind != SearchKind::IdaStar,
            Self::Bidirectional | Self::BidirectionalBreadthFirst => true,
            #[cfg(feature = "parallel")]
            Self::ParallelBreadthFirst | Self::ParallelGraphAStar | Self::ParallelIdaStar => false,
        }
    }

    pub(crate) fn closed_lists(self) -> ClosedLists {
        match self {
            Self::Kind(kind) => ClosedLists::of(kind),
            _ => ClosedLists::Two,
        }
    }

    /// Whether it reports what it does.
    pub(crate) fn can_be_observed(self) -> bool {
        match self {
            Self::Kind(_) | Self::Bidirectional | Self::BidirectionalBreadthFirst => true,
            #[cfg(feature = "parallel")]
            Self::ParallelBreadthFirst | Self::ParallelGraphAStar | Self::ParallelIdaStar => false,
        }
    }
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let mut all: Vec<_> = SearchKind::ALL.iter().copied().map(Choice::Kind).collect();
            all.extend([Choice::Bidirectional, Choice::BidirectionalBreadthFirst]);
            #[cfg(feature = "parallel")]
            all.extend([
                Choice::ParallelBreadthFirst,
                Choice::ParallelGraphAStar,
                Choice::ParallelIdaStar,
            ]);
            all
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Kind(kind) => kind.name(),
            Self::Bidirectional => "bidirectional",
            Self::BidirectionalBreadthFirst => "bidirectional-breadth-first",
            #[cfg(feature = "parallel")]
            Self::ParallelBreadthFirst => "parallel-breadth-first",
            #[cfg(feature = "parallel")]
            Self::ParallelGraphAStar => "parallel-graph-a-star",
            #[cfg(feature = "parallel")]
            Self::ParallelIdaStar => "parallel-ida-star",
        }))
    }
}

/// Solves a board with this search, or with weighted A* if there is a weight.
pub(crate) fn solve<P>(
    builder: SolverBuilder<P>,
    search: Choice,
    weight: Option<f64>,
) -> Solver<Board>
where
    P: BidirectionalSpace<State = Board> + Sync,
{
    match search {
        #[cfg(feature = "parallel")]
        Choice::ParallelBreadthFirst if weight.is_none() => {
            builder.algorithm(ParallelBreadthFirst::new()).solve()
        }
        #[cfg(feature = "parallel")]
        Choice::ParallelGraphAStar if weight.is_none() => {
            builder.algorithm(ParallelGraphAStar::new()).solve()
        }
        #[cfg(feature = "parallel")]
        Choice::ParallelIdaStar if weight.is_none() => {
            builder.algorithm(ParallelIdaStar::new()).solve()
        }
        search => solve_alone(builder, search, weight),
    }
}

/// The same on one thread, in a space that need not be shared: the search on one thread takes the
/// place of the parallel one.
pub(crate) fn solve_alone<P>(
    builder: SolverBuilder<P>,
    search: Choice,
    weight: Option<f64>,
) -> Solver<Board>
where
    P: BidirectionalSpace<State = Board>,
{
    if let Some(weight) = weight {
        return builder.algorithm(WeightedAStar::new(weight)).solve();
    }
    match search {
        Choice::Kind(kind) => builder.algorithm(kind).solve(),
        Choice::Bidirectional => builder.algorithm(Bidirectional::new()).solve(),
        Choice::BidirectionalBreadthFirst => {
            builder.algorithm(BidirectionalBreadthFirst::new()).solve()
        }
        #[cfg(feature = "parallel")]
        Choice::ParallelBreadthFirst => builder.algorithm(SearchKind::BreadthFirst).solve(),
        #[cfg(feature = "parallel")]
        Choice::ParallelGraphAStar => builder.algorithm(SearchKind::GraphAStar).solve(),
        #[cfg(feature = "parallel")]
        Choice::ParallelIdaStar => builder.algorithm(SearchKind::IdaStar).solve(),
    }
}
