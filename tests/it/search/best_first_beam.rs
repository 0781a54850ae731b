//! What is particular to best-first beam search: it says when it left something out.

use bestfirst::search::{Algorithm, BestFirstBeam, End, Search};
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
        let mut search = BestFirstBeam::new(width).start(&graph, 0);
        let mut bound = 0;
        let step = loop {
            let step = search.advance(pause);
            let statistics = search.statistics();
            prop_assert!(statistics.largest_open <= width as u64);
            prop_assert!(statistics.expanded <= graph.edges.len() as u64);
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
        let through = Solver::builder_in(&graph, 0).algorithm(BestFirstBeam::new(width)).solve();
        prop_assert_eq!(search.statistics().expanded, through.statistics().expanded);
        if let Outcome::Solved(solution) = through.outcome() {
            prop_assert_eq!(solution.states(), search.path());
            prop_assert!(!solution.is_optimal() || Some(solution.cost()) == optimum);
        }

        // Wide enough: consistent estimates then give what A* gives, with the proof.
        graph.estimates = distances.iter().map(|&d| share(d, percents[0])).collect();
        graph.estimates.iter_mut().for_each(|h| *h = if percents[0] < 50 { 0 } else { *h });
        if percents[0] < 50 || percents[0] == 100 {
            let solver = Solver::builder_in(&graph, 0).algorithm(BestFirstBeam::new(100)).solve();
            match solver.outcome() {
                Outcome::Solved(solution) => {
                    prop_assert_eq!(Some(solution.cost()), optimum);
                    prop_assert!(solution.is_optimal());
                }
                outcome => prop_assert!(outcome == &Outcome::Unsolvable && optimum.is_none()),
            }
        }
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
    let solve = |width| Solver::builder_in(&graph, 0).algorithm(BestFirstBeam::new(width)).solve();
    let Outcome::Stopped(stopped) = solve(1).outcome().clone() else { panic!() };
    assert_eq!((stopped.reason, stopped.lower_bound), (StopReason::Incomplete, 1));
    let Outcome::Solved(solution) = solve(2).outcome().clone() else { panic!() };
    assert_eq!(solution.states(), [0, 2, 3]);
    assert!(solution.is_optimal());
    // A width of 0 is one of 1.
    assert!(matches!(solve(0).outcome(), Outcome::Stopped(_)));
}
