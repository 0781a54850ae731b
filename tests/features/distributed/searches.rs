//! What each search promises, on random graphs over several processes.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use bestfirst::distributed::Cluster;
use bestfirst::sliding_tiles::Board;
use bestfirst::{DEAD_END, Limits, NumberedSpace, Outcome, StateSpace, Statistics, StopReason};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::network::{Change, Way, each_through};
use super::{connected, each, together};
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

/// Graphs with cycles, steps that cost nothing or nearly all that can be counted, dead ends, and no
/// or several goals, which may be the initial state. Estimates are blind, perfect, or admissible
/// but not consistent.
fn graphs(count: usize) -> Vec<Graph> {
    let mut runner = TestRunner::deterministic();
    let any = prop_oneof![any_graph(1..2), any_graph(0..9), any_graph(0..900)];
    let mut graph = |number: usize| {
        let (mut graph, percents) = any.new_tree(&mut runner).unwrap().current();
        // Every other step costs so much that two of them cannot be counted, or not even one.
        let costs = graph.edges.iter_mut().flatten().map(|edge| &mut edge.1).step_by(2);
        match number % 5 {
            3 => costs.for_each(|cost| *cost = u32::MAX),
            4 => costs.for_each(|cost| *cost = u32::MAX - *cost),
            _ => {}
        }
        let estimate = |(distance, percent): (&Option<u32>, u64)| match (number % 4, distance) {
            (0, _) => 0,
            (1, None) => DEAD_END,
            (1, &distance) => share(distance, 100).min(DEAD_END - 1),
            (_, None) if percent > 50 => DEAD_END,
            (_, &distance) => share(distance, percent).min(DEAD_END - 1),
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
    P: StateSpace<State: Hash + Eq + Serialize + serde::de::DeserializeOwned + Send>
        + Send
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
    // A path that costs too much hides no solution that can be counted. Without one, it depends on
    // the order of messages whether it hides a state.
    let has_costly = costs.edges.iter().flatten().any(|edge| edge.1 > u32::MAX / 2);
    let may_be_hidden = has_costly && distance.is_none_or(|distance| distance == u32::MAX);
    let is_met = |reason: &StopReason| {
        let hidden = StopReason::PathCost;
        let expected = limit.into_iter().chain(may_be_hidden.then_some(&hidden));
        let mut expected = expected.map(std::mem::discriminant);
        expected.any(|expected| expected == std::mem::discriminant(reason))
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

/// Searches in a graph, without a limit and with one.
fn solve_as_promised(cluster: &mut Cluster, number: usize, graph: &Graph) {
    let kind = [Kind::AStar, Kind::BreadthFirst][number / 12 % 2];
    let mut costs = graph.clone();
    if let Kind::BreadthFirst = kind {
        costs.edges.iter_mut().flatten().for_each(|edge| edge.1 = 1);
    }
    let space = Arc::new(graph.clone());
    let (outcome, _) = search(cluster, kind, &space, &0, &Limits::none());
    judge(&costs, &outcome, None, u32::MAX);

    let few = (number / 24 % 8) as u64;
    let cost = costs.distances()[0].map_or(3, |cost| cost / 3 * 2);
    let none = Limits::none();
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
            // The flag of one process stops all, whichever it is.
            let is_set = number / 3 % cluster.processes() == cluster.process();
            (none.cancel(Arc::new(AtomicBool::new(is_set))), StopReason::Cancelled, u32::MAX)
        }
    };
    let (outcome, statistics) = search(cluster, kind, &space, &0, &limits);
    judge(&costs, &outcome, Some(&reason), most);
    assert!(number % 3 > 0 || statistics.expanded <= few, "{statistics}");
}

#[test]
fn graphs_are_solved_as_promised() {
    let graphs = graphs(1000);
    for (shape, count) in [((2, 1), 1000), ((3, 1), 300), ((1, 2), 60), ((3, 2), 60)] {
        together(shape, |cluster| {
            for (number, graph) in graphs.iter().take(count).enumerate() {
                solve_as_promised(cluster, number, graph);
            }
        });
    }
}

/// The network takes up to 2 ms for each piece, in each direction of each connection.
#[test]
fn graphs_are_solved_as_promised_over_slow_links() {
    let graphs = graphs(60);
    let slow = |process: usize, way: Way| -> Change {
        let mut random =
            ChaCha8Rng::seed_from_u64(process as u64 * 2 + u64::from(way == Way::Back));
        Box::new(move |_| thread::sleep(Duration::from_micros(random.random_range(0..2000))))
    };
    for shape in [(2, 1), (3, 1), (2, 2)] {
        each_through(shape.0, slow, |process, hosts| {
            connected(process, hosts, shape.1, |cluster| {
                for (number, graph) in graphs.iter().enumerate() {
                    solve_as_promised(cluster, number, graph);
                }
            });
        });
    }
}

/// Of two processes, all states belong to one, which takes its time.
#[derive(Debug)]
struct OneSided;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Alike(usize);

impl Hash for Alike {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(1);
    }
}

/// How many states there are.
const ALIKE: usize = 400;

impl StateSpace for OneSided {
    type State = Alike;

    fn estimate(&self, _: &Alike) -> u32 {
        0
    }

    fn is_goal(&self, _: &Alike) -> bool {
        false
    }

    fn for_each_successor(
        &self,
        &Alike(place): &Alike,
        _: Option<&Alike>,
        mut visit: impl FnMut(Alike, u32),
    ) {
        thread::sleep(Duration::from_millis(10));
        if place + 1 < ALIKE {
            visit(Alike(place + 1), 1);
        }
    }

    fn number(&self, &Alike(place): &Alike) -> Option<usize> {
        Some(2 * place)
    }
}

impl NumberedSpace for OneSided {
    fn numbers(&self) -> usize {
        2 * ALIKE
    }

    fn state(&self, number: usize) -> Option<Alike> {
        (number % 2 == 0).then_some(Alike(number / 2))
    }
}

#[test]
fn the_flag_of_a_process_without_open_states_stops_all() {
    for flagged in [0, 1] {
        each(2, |process, hosts| {
            connected(process, hosts, 1, |cluster| {
                let flag = Arc::new(AtomicBool::new(process == flagged));
                let limits = Limits::none().cancel(flag);
                let space = Arc::new(OneSided);
                for kind in [Kind::AStar, Kind::BreadthFirst] {
                    let (outcome, statistics) = search(cluster, kind, &space, &Alike(0), &limits);
                    let Outcome::Stopped(stopped) = outcome else { panic!("{outcome:?}") };
                    assert_eq!(stopped.reason, StopReason::Cancelled);
                    assert!(statistics.expanded < ALIKE as u64);
                }
                let counted = cluster.enumerate("", &space, &Alike(0), &limits).unwrap();
                assert_eq!(counted.stopped_by(), Some(StopReason::Cancelled));
                assert!(counted.states() < ALIKE as u64);
            });
        });
    }
}

#[test]
fn the_first_node_of_a_worker_may_cost_too_much() {
    let edges = (1..1000).map(|next| (next, u32::MAX)).collect();
    let edges = [vec![edges], vec![Vec::new(); 999]].concat();
    let graph = Arc::new(Graph { edges, estimates: vec![0; 1000], goals: vec![999] });
    for shape in [(1, 2), (2, 1)] {
        let outcome =
            together(shape, |cluster| search(cluster, Kind::AStar, &graph, &0, &Limits::none()).0);
        let Outcome::Stopped(stopped) = outcome else { panic!("{outcome:?}") };
        assert_eq!(stopped.reason, StopReason::PathCost);
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
