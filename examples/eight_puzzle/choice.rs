//! The searches by name.

use std::sync::LazyLock;

use bestfirst::search::{
    Bidirectional, BidirectionalBreadthFirst, PriorityFunction, SearchKind, WeightedAStar,
};
#[cfg(feature = "parallel")]
use bestfirst::search::{ParallelBreadthFirst, ParallelGraphAStar, ParallelIdaStar, UniformCost};
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
    Parallel(Parallel),
}

/// A search on several threads.
#[cfg(feature = "parallel")]
#[derive(Clone, Copy)]
pub(crate) enum Parallel {
    BreadthFirst,
    GraphAStar,
    IdaStar,
    UniformCost,
    WeightedAStar,
}

#[cfg(feature = "parallel")]
impl Parallel {
    const ALL: [Self; 5] = [
        Self::BreadthFirst,
        Self::GraphAStar,
        Self::IdaStar,
        Self::UniformCost,
        Self::WeightedAStar,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::BreadthFirst => "parallel-breadth-first",
            Self::GraphAStar => "parallel-graph-a-star",
            Self::IdaStar => "parallel-ida-star",
            Self::UniformCost => "parallel-uniform-cost",
            Self::WeightedAStar => "parallel-weighted-a-star",
        }
    }

    /// The same on one thread.
    fn alone(self) -> SearchKind {
        match self {
            Self::BreadthFirst => SearchKind::BreadthFirst,
            Self::GraphAStar => SearchKind::GraphAStar,
            Self::IdaStar => SearchKind::IdaStar,
            Self::UniformCost => SearchKind::UniformCost,
            Self::WeightedAStar => SearchKind::WeightedAStar,
        }
    }
}

impl Choice {
    /// Whether its nodes wait on an open list.
    pub(crate) fn has_open_list(self) -> bool {
        match self {
            Self::Kind(kind) => kind != SearchKind::IdaStar,
            Self::Bidirectional | Self::BidirectionalBreadthFirst => true,
            #[cfg(feature = "parallel")]
            Self::Parallel(_) => false,
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
            Self::Parallel(_) => false,
        }
    }

    pub(crate) fn is_weighted(self) -> bool {
        matches!(self, Self::Kind(SearchKind::WeightedAStar))
    }
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let mut all: Vec<_> = SearchKind::ALL.iter().copied().map(Choice::Kind).collect();
            all.extend([Choice::Bidirectional, Choice::BidirectionalBreadthFirst]);
            #[cfg(feature = "parallel")]
            all.extend(Parallel::ALL.map(Choice::Parallel));
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
            Self::Parallel(search) => search.name(),
        }))
    }
}

/// The evaluation functions of weighted A* by name.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Priority {
    Sum,
    Convex,
    PiecewiseConvex,
    Concave,
}

impl From<Priority> for PriorityFunction {
    fn from(priority: Priority) -> Self {
        match priority {
            Priority::Sum => Self::Sum,
            Priority::Convex => Self::Convex,
            Priority::PiecewiseConvex => Self::PiecewiseConvex,
            Priority::Concave => Self::Concave,
        }
    }
}

/// Solves a board with this search, or with weighted A* if there is a weight.
pub(crate) fn solve<P>(
    builder: SolverBuilder<P>,
    search: Choice,
    weighted: Option<WeightedAStar>,
) -> Solver<Board>
where
    P: BidirectionalSpace<State = Board> + Sync,
{
    match search {
        #[cfg(feature = "parallel")]
        Choice::Parallel(search) if weighted.is_none() => match search {
            Parallel::BreadthFirst => builder.algorithm(ParallelBreadthFirst::new()).solve(),
            Parallel::GraphAStar => builder.algorithm(ParallelGraphAStar::new()).solve(),
            Parallel::IdaStar => builder.algorithm(ParallelIdaStar::new()).solve(),
            Parallel::UniformCost => builder.algorithm(UniformCost::new().parallel()).solve(),
            Parallel::WeightedAStar => {
                builder.algorithm(WeightedAStar::new(2.0).parallel()).solve()
            }
        },
        search => solve_alone(builder, search, weighted),
    }
}

/// The same on one thread, in a space that need not be shared: the search on one thread takes the
/// place of the parallel one.
pub(crate) fn solve_alone<P>(
    builder: SolverBuilder<P>,
    search: Choice,
    weighted: Option<WeightedAStar>,
) -> Solver<Board>
where
    P: BidirectionalSpace<State = Board>,
{
    if let Some(weighted) = weighted {
        return builder.algorithm(weighted).solve();
    }
    match search {
        Choice::Kind(kind) => builder.algorithm(kind).solve(),
        Choice::Bidirectional => builder.algorithm(Bidirectional::new()).solve(),
        Choice::BidirectionalBreadthFirst => {
            builder.algorithm(BidirectionalBreadthFirst::new()).solve()
        }
        #[cfg(feature = "parallel")]
        Choice::Parallel(search) => builder.algorithm(search.alone()).solve(),
    }
}
