//! What is particular to beam search: it says when it left something out.

use bestfirst::search::{Algorithm, Beam, BreadthFirst, End, Search};
use bestfirst::{Outcome, Solver, StopReason};
use proptest::prelude::*;

use crate::common::graph::{Graph, any_graph, share};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn what_is_left_out_is_no_proof(
        (mut graph, percents) in any_graph(0..20), width in 1usize..5, pause in 1u64..4,
    ) {
        let distances = graph.distances();
        let optimum = distances[0];
        graph.estimates = distances.iter().zip(&percents).map(|(&d, &p)| share(d, p)).collect();
        let mut search = Beam::new(width).start(&graph, 0);
        let mut bound = 0;
        let step = loop {
            let step = search.advance(pause);
            graph.assert_path(&search.path(), search.cost());
            prop_assert!(search.lower_bound() >= bound);
            bound = search.lower_bound();
            prop_assert!(optimum.is_none_or(|optimum| bound <= optimum));
            if step.is_some() {
                break step;
            }
        };
        match step {
            Some(End::Solved) => prop_assert!(Some(search.cost()) >= optimum && optimum.is_some()),
            Some(End::Exhausted) => prop_assert_eq!(optimum, None),
            step => prop_assert_eq!(step, Some(End::Stopped(StopReason::Incomplete))),
        }
        // At its end it stays there.
        prop_assert_eq!(search.advance(pause), step);
        // A layer is no wider than the beam, and no longer than the way to its last state.
        let steps = search.path().len() as u64;
        if step == Some(End::Solved) {
            prop_assert!(search.statistics().expanded <= steps * width as u64);
        }
        let through = Solver::builder_in(&graph, 0).algorithm(Beam::new(width)).solve();
        prop_assert_eq!(search.statistics().expanded, through.statistics().expanded);
        if let Outcome::Solved(solution) = through.outcome() {
            prop_assert_eq!(solution.states(), search.path());
            prop_assert!(!solution.is_optimal() || Some(solution.cost()) == optimum);
        }

        // Wide enough, it takes as few steps as breadth-first search.
        let solver = Solver::builder_in(&graph, 0).algorithm(Beam::new(100)).solve();
        let expected = Solver::builder_in(&graph, 0).algorithm(BreadthFirst::new()).solve();
        prop_assert_eq!(solver.moves(), expected.moves());
        prop_assert_eq!(solver.outcome() == &Outcome::Unsolvable, optimum.is_none());
    }
}

/// The goal lies behind the state that looks worse.
#[test]
fn too_narrow_a_beam_misses_the_goal_and_says_so() {
    let graph = Graph {
        edges: vec![vec![(1, 1), (2, 1)], vec![], vec![(3, 1)], vec![]],
        estimates: vec![1, 0, 1, 0],
        goals: vec![3],
    };
    let solve = |width| Solver::builder_in(&graph, 0).algorithm(Beam::new(width)).solve();
    let Outcome::Stopped(stopped) = solve(1).outcome().clone() else { panic!() };
    assert_eq!((stopped.reason, stopped.lower_bound), (StopReason::Incomplete, 2));
    let Outcome::Solved(solution) = solve(2).outcome().clone() else { panic!() };
    assert_eq!(solution.states(), [0, 2, 3]);
    assert!(solution.is_optimal());
    // A width of 0 is one of 1.
    assert!(matches!(solve(0).outcome(), Outcome::Stopped(_)));
}

/// What is left out is the nodes that look worse: the better of two ways is taken.
#[test]
fn the_best_of_a_layer_are_kept() {
    let graph = Graph {
        edges: vec![vec![(1, 3), (2, 1)], vec![(3, 1)], vec![(3, 1)], vec![]],
        estimates: vec![0; 4],
        goals: vec![3],
    };
    let solver = Solver::builder_in(&graph, 0).algorithm(Beam::new(1)).solve();
    assert_eq!((solver.solution(), solver.cost()), (&[0, 2, 3][..], Some(2)));
}
