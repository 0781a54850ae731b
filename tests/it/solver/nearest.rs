//! The way to the nearest state where no goal can be reached, also if that is known at once.

use std::collections::BTreeMap;
use std::time::Duration;

use bestfirst::search::{self, Algorithm, Memory, Search, SearchKind};
use bestfirst::{DEAD_END, Limits, Outcome, Solver, StateSpace, Statistics};
use proptest::prelude::*;

use crate::common::graph::{Graph, any_graph, share};

/// A graph that knows without a search that no goal can be reached.
struct Refused<'g>(&'g Graph);

impl StateSpace for Refused<'_> {
    type State = usize;

    fn estimate(&self, state: &usize) -> u32 {
        self.0.estimate(state)
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.0.is_goal(state)
    }

    fn is_solvable(&self, _: &usize) -> bool {
        false
    }

    fn for_each_successor(
        &self,
        state: &usize,
        previous: Option<&usize>,
        visit: impl FnMut(usize, u32),
    ) {
        self.0.for_each_successor(state, previous, visit);
    }
}

proptest! {
    /// A search that is asked for the nearest state does what it does where nothing is known
    /// before, and the proof stays, whether the search ends or is stopped.
    #[test]
    fn a_refused_problem_is_searched_for_the_nearest_state(
        (mut graph, percents) in any_graph(0..10),
        is_dead_end in prop::bool::weighted(0.2),
    ) {
        graph.goals.clear();
        graph.estimates = percents.iter().map(|&percent| share(Some(5), percent)).collect();
        if is_dead_end {
            graph.estimates[0] = DEAD_END;
        }
        let limits = Limits::none().generated(300);
        for &kind in SearchKind::ALL {
            let mut alone = kind.start(&graph, 0);
            search::run(&mut alone, &limits, Duration::MAX, |_| {});
            let refused = || {
                Solver::builder_in(Refused(&graph), 0).algorithm(kind).limits(limits.clone())
            };
            let at_once = refused().solve();
            prop_assert_eq!(at_once.outcome(), &Outcome::Unsolvable);
            prop_assert_eq!(at_once.statistics(), Statistics::default());
            prop_assert_eq!(at_once.best_path(), &[0][..]);
            let mut memory = Memory::new();
            for solver in [
                refused().find_nearest().solve(),
                refused().find_nearest().solve_in(&mut memory),
                refused().find_nearest().solve_in(&mut memory),
            ] {
                prop_assert_eq!(solver.outcome(), &Outcome::Unsolvable, "{}", kind);
                prop_assert_eq!(solver.best_path(), alone.path(), "{}", kind);
            }
        }
        // The oracle: of the lowest estimate, and then as near to the start as can be.
        if !is_dead_end {
            let costs = costs_from_start(&graph);
            let ranked = costs.iter().map(|(&state, &cost)| (graph.estimates[state], cost));
            let nearest = Solver::builder_in(Refused(&graph), 0).find_nearest().solve();
            let path = nearest.best_path();
            let end = path[path.len() - 1];
            prop_assert_eq!(Some((graph.estimates[end], costs[&end])), ranked.min());
            graph.assert_path(path, costs[&end]);
        }
    }
}

/// The cost of the cheapest path from vertex 0 to each vertex that can be reached.
fn costs_from_start(graph: &Graph) -> BTreeMap<usize, u32> {
    let mut costs = BTreeMap::from([(0, 0)]);
    for _ in 0..graph.edges.len() {
        for (from, cost) in costs.clone() {
            for &(to, step) in &graph.edges[from] {
                let known = costs.entry(to).or_insert(u32::MAX);
                *known = (*known).min(cost + step);
            }
        }
    }
    costs
}

/// The search goes on where the estimates are of use again.
#[test]
fn a_dead_end_at_the_start_is_left() {
    let graph =
        Graph { edges: vec![vec![(1, 1)], vec![]], estimates: vec![DEAD_END, 3], goals: vec![] };
    for &kind in SearchKind::ALL {
        let solver = Solver::builder_in(&graph, 0).algorithm(kind).find_nearest().solve();
        assert_eq!(solver.is_solvable(), Some(false), "{kind}");
        assert_eq!(solver.best_path(), [0, 1], "{kind}");
    }
}

/// A space that is wrong about itself is corrected by the path that is found.
#[test]
fn a_goal_that_is_reached_refutes_the_refusal() {
    let graph = Graph { edges: vec![vec![(1, 5)], vec![]], estimates: vec![0; 2], goals: vec![1] };
    let solver = Solver::builder_in(Refused(&graph), 0).find_nearest().solve();
    assert_eq!((solver.solution(), solver.cost()), (&[0, 1][..], Some(5)));
}

/// Two tiles are exchanged, so that no board of a lower Manhattan distance than 2 can be reached.
#[cfg(feature = "sliding-tiles")]
#[test]
fn a_board_of_the_wrong_parity_comes_near() {
    use bestfirst::sliding_tiles::{Board, Goal};

    let board: Board = "1 3 2 / 4 5 6 / 7 0 8".parse().unwrap();
    assert!(!board.is_solvable());
    let solver =
        Solver::builder(board.clone()).algorithm(search::GraphAStar::new()).find_nearest().solve();
    assert_eq!(solver.is_solvable(), Some(false));
    assert_eq!(solver.statistics().expanded, 181_440);
    let path = solver.best_path();
    assert_eq!(path[0], board);
    assert!(path.windows(2).all(|pair| pair[0].neighbors().contains(&pair[1])));
    let end = &path[path.len() - 1];
    assert_eq!((end.manhattan(), path.len()), (2, 2));

    // There is no end of 4-by-4 boards. A limit stops the search, and the proof stays.
    let board = Board::solved(4, Goal::BlankLast).unwrap().twin();
    let limits = Limits::none().expansions(1_000);
    let solver = Solver::builder(board).algorithm(search::GraphAStar::new()).limits(limits);
    let solver = solver.find_nearest().solve();
    assert_eq!((solver.is_solvable(), solver.statistics().expanded), (Some(false), 1_000));
    assert_eq!(solver.best_path()[solver.best_path().len() - 1].manhattan(), 2);
}
