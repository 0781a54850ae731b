//! What each search promises, on random graphs over several processes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bestfirst::distributed::Cluster;
use bestfirst::sliding_tiles::Board;
use bestfirst::{DEAD_END, Limits, Outcome, StateSpace, Statistics, StopReason};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::together;
use crate::common::boards::board;
use crate::common::graph::{Graph, any_graph, share};

/// Boards that do not know their parity.
struct Anyway;

impl StateSpace for Anyway {
    type State = Board;

    fn estimate(&self, board: &Board) -> u32 {
        board.manhattan()
    }

    fn is_goal(&self, board: &Board) -> bool {
        board.is_goal()
    }

    fn for_each_successor(
        &self,
        board: &Board,
        previous: Option<&Board>,
        mut visit: impl FnMut(Board, u32),
    ) {
        for neighbor in board.neighbors() {
            if Some(&neighbor) != previous {
                visit(neighbor, 1);
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    AStar,
    BreadthFirst,
}

/// Graphs with cycles, steps that cost nothing, dead ends, and no or several goals, which may be
/// the initial state. Estimates are blind, perfect, or admissible but not consistent.
fn graphs(count: usize) -> Vec<Graph> {
    let mut runner = TestRunner::deterministic();
    let any = prop_oneof![any_graph(1..2), any_graph(0..9), any_graph(0..900)];
    let mut graph = |number: usize| {
        let (mut graph, percents) = any.new_tree(&mut runner).unwrap().current();
        let estimate = |(distance, percent): (&Option<u32>, u64)| match (number % 4, distance) {
            (0, _) => 0,
            (1, None) => DEAD_END,
            (1, &distance) => share(distance, 100),
            (_, None) if percent > 50 => DEAD_END,
            (_, &distance) => share(distance, percent),
        };
        graph.estimates = graph.distances().iter().zip(percents).map(estimate).collect();
        graph
    };
    (0..count).map(&mut graph).collect()
}

fn search<P>(
    cluster: &mut Cluster,
    kind: Kind,
    space: &Arc<P>,
    initial: &P::State,
    limits: &Limits,
) -> (Outcome<P::State>, Statistics)
where
    P: StateSpace<
            State: std::hash::Hash + Eq + serde::Serialize + serde::de::DeserializeOwned + Send,
        > + Send
        + Sync
        + 'static,
{
    match kind {
        Kind::AStar => cluster.a_star("", space, initial, limits),
        Kind::BreadthFirst => cluster.breadth_first("", space, initial, limits),
    }
    .unwrap()
}

/// Judges the outcome of a search with this limit, if there is one. `costs` has the edges of
/// `space` with the costs that the search goes by.
fn judge(costs: &Graph, outcome: &Outcome<usize>, limit: Option<&StopReason>, most: u32) {
    let distance = costs.distances()[0];
    let is_met = |reason: &StopReason| {
        limit.is_some_and(|limit| std::mem::discriminant(limit) == std::mem::discriminant(reason))
    };
    match outcome {
        Outcome::Solved(solution) => {
            let distance = distance.expect("only what is solvable is solved");
            costs.assert_path(solution.states(), solution.cost());
            assert!(costs.goals.contains(solution.states().last().unwrap()));
            assert!(solution.lower_bound() <= distance && distance <= solution.cost());
            assert!(solution.lower_bound() <= most, "{solution:?}");
            match solution.stopped_by() {
                Some(reason) => assert!(is_met(&reason), "{reason:?}"),
                None => assert!(solution.is_optimal(), "{solution:?} in {costs:?}"),
            }
        }
        Outcome::Unsolvable => assert_eq!(distance, None, "{costs:?}"),
        Outcome::Stopped(stopped) => {
            assert!(is_met(&stopped.reason), "{stopped:?} in {costs:?}");
            assert!(distance.is_none_or(|distance| stopped.lower_bound <= distance));
            costs.assert_path(&stopped.path, stopped.path_cost);
            if let StopReason::Cost { lower_bound, .. } = stopped.reason {
                assert!(lower_bound == stopped.lower_bound && lower_bound > most);
            }
        }
    }
}

#[test]
fn graphs_are_solved_as_promised() {
    let graphs = graphs(1000);
    for (shape, count) in [((2, 1), 1000), ((3, 1), 300), ((1, 2), 60), ((3, 2), 60)] {
        together(shape, |cluster| {
            for (number, graph) in graphs.iter().take(count).enumerate() {
                let kind = [Kind::AStar, Kind::BreadthFirst][number / 12 % 2];
                let mut costs = graph.clone();
                if let Kind::BreadthFirst = kind {
                    costs.edges.iter_mut().flatten().for_each(|edge| edge.1 = 1);
                }
                let space = Arc::new(graph.clone());
                let (outcome, _) = search(cluster, kind, &space, &0, &Limits::none());
                judge(&costs, &outcome, None, u32::MAX);

                let few = (number / 24 % 8) as u64;
                let cost = costs.distances()[0].map_or(3, |cost| cost * 2 / 3);
                let none = Limits::none();
                // The flag of one process stops all.
                let is_last = cluster.process() + 1 == cluster.processes();
                let (limits, reason, most) = match number % 3 {
                    0 => {
                        let reason = StopReason::Expansions { limit: few, expanded: few };
                        (none.expansions(few), reason, u32::MAX)
                    }
                    1 => {
                        let reason = StopReason::Cost { limit: cost, lower_bound: cost };
                        (none.cost(cost), reason, cost)
                    }
                    _ => {
                        let flag = Arc::new(AtomicBool::new(is_last));
                        (none.cancel(flag), StopReason::Cancelled, u32::MAX)
                    }
                };
                let (outcome, statistics) = search(cluster, kind, &space, &0, &limits);
                judge(&costs, &outcome, Some(&reason), most);
                assert!(number % 3 > 0 || statistics.expanded <= few, "{statistics}");
            }
        });
    }
}

/// Round a cycle costs become too high to be counted, but only on the way to what is known.
#[test]
fn a_cycle_that_costs_too_much_hides_no_solution() {
    let cycle = |more: &[(usize, u32)]| {
        let back = [&[(0, 1 << 31)], more].concat();
        let edges = vec![vec![(1, 1 << 31)], vec![(2, 1 << 30)], back, vec![]];
        Arc::new(Graph { edges, estimates: vec![0; 4], goals: vec![3] })
    };
    for shape in [(1, 2), (2, 1), (3, 1)] {
        together(shape, |cluster| {
            let mut solve =
                |more: &[_]| search(cluster, Kind::AStar, &cycle(more), &0, &Limits::none()).0;
            assert_eq!(solve(&[]), Outcome::Unsolvable);
            let Outcome::Solved(solution) = solve(&[(3, 1 << 30), (3, 5)]) else { panic!() };
            assert_eq!(solution.cost(), (1 << 31) + (1 << 30) + 5);
            // The highest cost stands for those that are too high.
            for too_much in [(1 << 30) - 1, 1 << 30, 1 << 31] {
                let Outcome::Stopped(stopped) = solve(&[(3, too_much)]) else { panic!() };
                assert_eq!(stopped.reason, StopReason::PathCost);
            }
        });
    }
}

#[test]
fn an_unsolvable_board_is_proven_so() {
    for shape in [(2, 1), (3, 1)] {
        together(shape, |cluster| {
            for kind in [Kind::AStar, Kind::BreadthFirst] {
                let unsolvable = board("1 2 / 3 0").twin();
                let (outcome, statistics) =
                    search(cluster, kind, &Arc::new(Anyway), &unsolvable, &Limits::none());
                assert_eq!(outcome, Outcome::Unsolvable);
                assert_eq!((statistics.expanded, statistics.open), (12, 0));
            }
        });
    }
}
