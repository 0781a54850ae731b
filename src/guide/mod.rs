//! The guide: from a first puzzle to the largest. There is no code in this module.
//!
//! In order:
//!
//! 1. [Model a puzzle](model_a_puzzle): states, steps, a goal, an estimate.
//! 2. [Is it right?](is_it_right): find the faults of a problem before it answers wrongly.
//! 3. [Which search?](which_search)
//! 4. [Within memory and time](within_memory_and_time)
//! 5. [Better estimates](better_estimates)
//! 6. [Weights and maps](weights_and_maps)
//! 7. [For games](for_games): many units, a search in slices.
//! 8. [Moves and cubes](moves_and_cubes)
//! 9. [Whole spaces](whole_spaces): every state, at two bits each.
//! 10. [Several cores and machines](several_cores_and_machines)
//!
//! If you know another library or a course:
//!
//! - [From the assignment](from_the_assignment): the 8-puzzle and word ladders of algorithms courses.
//! - [From `pathfinding`](from_pathfinding)
//! - [From `petgraph`](from_petgraph)
//! - [From HOG2](from_hog2)
//!
//! And to look things up: [how it is fast](how_it_is_fast), and the [glossary].
//!
//! # Which item for which task
//!
//! | you want to | use |
//! |---|---|
//! | solve a problem in a few lines | [`Problem`](crate::Problem) |
//! | solve a puzzle whose states are a type of your own | [`WorldState`](crate::WorldState), [`Solver::new`](crate::Solver::new) |
//! | find cheapest paths in a graph that is stored as arcs | [`graphs::Graph`](crate::graphs::Graph) |
//! | use weighted steps or shared tables | [`StateSpace`](crate::StateSpace), [`Solver::builder_in`](crate::Solver::builder_in) |
//! | get the actions of a solution, not only its states | [`ActionWorld`](crate::ActionWorld), [`ActionSpace`](crate::ActionSpace), [`Problem::from_actions`](crate::Problem::from_actions) |
//! | choose the heuristic, limits, an observer | [`Solver::builder`](crate::Solver::builder) |
//! | combine or replace heuristics | [`heuristic`](crate::heuristic) |
//! | come as near as one can where no goal can be reached | [`Solver::best_path`](crate::Solver::best_path), [`SolverBuilder::find_nearest`](crate::SolverBuilder::find_nearest), [`GridMap::nearest_reachable`](crate::grid_maps::GridMap::nearest_reachable) |
//! | say that no goal can be reached from a state | [`DEAD_END`](crate::DEAD_END) |
//! | use an inconsistent heuristic well | [`IdaStar::bidirectional_pathmax`](crate::search::IdaStar::bidirectional_pathmax), [`GraphAStar::bidirectional_pathmax`](crate::search::GraphAStar::bidirectional_pathmax) |
//! | choose another search: without duplicates, in little memory, within a ratio, for all solutions | [the table in `search`](crate::search#which-search-when) |
//! | find the costs of the paths from one state to all others | [`search::Distances`](crate::search::Distances) |
//! | find how far all states of a space are, and the farthest | [`Enumeration`](crate::enumeration::Enumeration) (feature `enumeration`) |
//! | give up on solutions above a cost | [`Limits::cost`](crate::Limits::cost) |
//! | answer many queries in the same memory | [`SolverBuilder::solve_in`](crate::SolverBuilder::solve_in), [`search::Memory`](crate::search::Memory) |
//! | choose how ties between nodes of equal *f* are broken, or *f* itself | [`search::BestFirst`](crate::search::BestFirst), with an [`Evaluation`](crate::search::Evaluation) |
//! | use all cores, for one problem or for many | [the searches for many cores](crate::search#which-search-when), [`solve_all`](crate::solve_all()) (feature `parallel`) |
//! | use several machines | [`Cluster`](crate::distributed::Cluster) (feature `distributed`) |
//! | speed up IDA\* by giving estimates before successors are generated | [`Expansion`](crate::Expansion) |
//! | try only one of several sequences of moves with the same result | [`moves`](crate::moves) |
//! | get one solution after another, in the order of their costs | [`IdaStarSearch::next_solution`](crate::search::IdaStarSearch::next_solution) |
//! | know what a cost is, and its limits | [`Cost`](crate::Cost) |
//! | use fractional costs | [`FixedPoint`](crate::FixedPoint) |
//! | step a search, inspect its open list, resume it | [`search`](crate::search) |
//! | see each node that a search generates, expands or drops | [`SolverBuilder::on_event`](crate::SolverBuilder::on_event), [`Event`](crate::Event) |
//! | find which of two instances is solvable | [`search::Lockstep`](crate::search::Lockstep) |
//! | test a domain of your own | [`check`](crate::check) |
//! | write a search of your own | [`search::Search`](crate::search::Search), [`frontier`](crate::frontier) |

// With all features, each name is checked. With fewer, some of them lead nowhere.
#![cfg_attr(
    not(all(
        feature = "distributed",
        feature = "enumeration",
        feature = "external",
        feature = "grid-maps",
        feature = "parallel",
        feature = "pattern-databases",
        feature = "rand",
        feature = "rubiks-cube"
    )),
    allow(rustdoc::broken_intra_doc_links, reason = "they name what a feature adds")
)]

macro_rules! pages {
    ($($page:ident: $path:literal,)*) => {
        $(
            #[doc = include_str!($path)]
            pub mod $page {}
        )*
    };
}

pages! {
    better_estimates: "better_estimates.md",
    for_games: "for_games.md",
    from_hog2: "from_hog2.md",
    from_pathfinding: "from_pathfinding.md",
    from_petgraph: "from_petgraph.md",
    from_the_assignment: "from_the_assignment.md",
    glossary: "glossary.md",
    how_it_is_fast: "how_it_is_fast.md",
    is_it_right: "is_it_right.md",
    model_a_puzzle: "model_a_puzzle.md",
    moves_and_cubes: "moves_and_cubes.md",
    several_cores_and_machines: "several_cores_and_machines.md",
    weights_and_maps: "weights_and_maps.md",
    which_search: "which_search.md",
    whole_spaces: "whole_spaces.md",
    within_memory_and_time: "within_memory_and_time.md",
}
