//! The guide: from a first puzzle to the largest. There is no code in this module.
//!
//! In order:
//!
//! 1. [Model a puzzle](model_a_puzzle): states, steps, a goal, an estimate.
//! 2. [Is it right?](is_it_right) How to find faults before they give wrong answers.
//! 3. [Which search?](which_search) Five questions about the problem.
//! 4. [Within memory and time](within_memory_and_time): limits, and what is proven then.
//! 5. [Stop and go on](stop_and_go_on): deadlines, cancel, progress, slices, async, the web.
//! 6. [Better estimates](better_estimates): they do more than faster code.
//! 7. [Weights and maps](weights_and_maps): graphs, many queries, maps of cells.
//! 8. [A best score](a_best_score): maximise, and why no step has a negative cost.
//! 9. [Several costs](several_costs): the Pareto set, budgets, resources.
//! 10. [Recipes](recipes): visit several places, a second criterion, the longest path.
//! 11. [For games](for_games): many units, a search in slices.
//! 12. [Moves and cubes](moves_and_cubes): lists of moves, and Rubik's Cube.
//! 13. [Whole spaces](whole_spaces): every state, at two bits each.
//! 14. [Several cores and machines](several_cores_and_machines): what they are good for.
//!
//! If you know a course or another library:
//!
//! - [From the assignment](from_the_assignment): the 8-puzzle and word ladders of algorithms
//!   courses.
//! - [From another library](from_another_library): `pathfinding`, `petgraph` and HOG2.
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
//! | find the highest score, not the lowest cost | [a best score](a_best_score) |
//! | weigh time against money, or find the cheapest path within a budget | [`search::ParetoAStar`](crate::search::ParetoAStar), [several costs](several_costs) |
//! | visit all of several places, or find the longest path, or paths that differ | [recipes] |
//! | reach the nearest of several goals | a goal test that accepts each, [`Graph::to_any`](crate::graphs::Graph::to_any), or [`DistancesBuilder::to_any`](crate::search::DistancesBuilder::to_any) |
//! | find every state that lies on a cheapest path | [`AllShortestSearch::states`](crate::search::AllShortestSearch::states) |
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
//! | estimate without coordinates, on a map that is searched often | [`search::Landmarks`](crate::search::Landmarks) |
//! | let a successor function fail | [`FirstError`](crate::FirstError) |
//! | use fractional costs | [`FixedPoint`](crate::FixedPoint) |
//! | stop a search, show what is known, and go on | [`SolverBuilder::start`](crate::SolverBuilder::start), [`Running`](crate::Running) |
//! | search in slices: a game, an event loop, a web page | [`Running::solve_for`](crate::Running::solve_for), [stop and go on](stop_and_go_on) |
//! | step a search, and inspect its open list | [`search`](crate::search) |
//! | see each node that a search generates, expands or drops | [`SolverBuilder::on_event`](crate::SolverBuilder::on_event), [`Event`](crate::Event) |
//! | find which of two instances is solvable | [`search::Lockstep`](crate::search::Lockstep) |
//! | test a domain of your own | [`check`](crate::check) |
//! | write a search of your own | [`search::Search`](crate::search::Search), [`frontier`](crate::frontier) |

// The features that the guide itself needs are no news on each page.
#![cfg_attr(docsrs, doc(auto_cfg = false))]
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
    ($($page:ident: $path:literal $([$($alias:literal),+])?,)*) => {
        $(
            #[doc = include_str!($path)]
            $(#[doc(alias($($alias),+))])?
            pub mod $page {}
        )*
    };
}

// In the order in which they are to be read.
pages! {
    model_a_puzzle: "model_a_puzzle.md" ["tutorial", "lifetime"],
    is_it_right: "is_it_right.md",
    which_search: "which_search.md",
    within_memory_and_time: "within_memory_and_time.md" ["timeout", "out of memory"],
    stop_and_go_on: "stop_and_go_on.md" ["async", "cancel", "progress bar", "wasm"],
    better_estimates: "better_estimates.md",
    weights_and_maps: "weights_and_maps.md",
    a_best_score: "a_best_score.md" ["maximum", "maximize", "negative", "profit"],
    several_costs: "several_costs.md" ["knapsack", "pareto", "skyline"],
    recipes: "recipes.md" ["longest path", "salesman", "tsp", "waypoints"],
    for_games: "for_games.md" ["crowd", "flow field", "replanning"],
    moves_and_cubes: "moves_and_cubes.md" ["symmetry"],
    whole_spaces: "whole_spaces.md",
    several_cores_and_machines: "several_cores_and_machines.md",
    from_the_assignment: "from_the_assignment.md",
    from_another_library: "from_another_library.md" ["hog2", "pathfinding", "petgraph"],
    how_it_is_fast: "how_it_is_fast.md",
    glossary: "glossary.md",
}
