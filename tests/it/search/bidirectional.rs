//! What is particular to the searches from both ends: the estimates backward, the goals named, the
//! distances between two states.

use bestfirst::search::{
    Algorithm, Bidirectional, BidirectionalBreadthFirst, BidirectionalSearch, End, Search,
};
use bestfirst::sliding_tiles::{Board, Goal};
use bestfirst::{
    BidirectionalSpace, BidirectionalWorld, DEAD_END, Limits, Outcome, Solver, StateSpace,
    StopReason, WorldState, Worlds,
};
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

use crate::common::boards::board;
use crate::common::files::{common_words, input};
use crate::common::graph::{Graph, any_graph, share};

/// A graph with estimates of the cost from vertex 0.
#[derive(Clone, Debug)]
struct TwoWay {
    graph: Graph,
    from_initial: Vec<u32>,
    least_step_cost: u32,
    is_consistent: bool,
}

impl StateSpace for TwoWay {
    type State = usize;

    fn estimate(&self, state: &usize) -> u32 {
        self.graph.estimate(state)
    }

    fn is_goal(&self, _: &usize) -> bool {
        unreachable!("goals are recognised by their names")
    }

    fn for_each_successor(
        &self,
        state: &usize,
        previous: Option<&usize>,
        visit: impl FnMut(usize, u32),
    ) {
        self.graph.for_each_successor(state, previous, visit);
    }

    fn least_step_cost(&self) -> u32 {
        self.least_step_cost
    }
}

impl BidirectionalSpace for TwoWay {
    fn goals(&self, initial: &usize) -> impl IntoIterator<Item = usize> {
        self.graph.goals(initial)
    }

    fn estimate_from_initial(&self, &initial: &usize, &state: &usize) -> u32 {
        assert_eq!(initial, 0);
        self.from_initial[state]
    }

    fn has_consistent_estimates(&self) -> bool {
        self.is_consistent
    }

    fn for_each_predecessor(
        &self,
        state: &usize,
        next: Option<&usize>,
        visit: impl FnMut(usize, u32),
    ) {
        self.graph.for_each_predecessor(state, next, visit);
    }
}

impl TwoWay {
    /// Estimates that are admissible, and in general not consistent: of each vertex another share
    /// of its distance.
    fn with_estimates(mut graph: Graph, percents: &[u64], least_step_cost: u32) -> Self {
        let reached = dijkstra_all(&0, |&vertex| graph.edges[vertex].clone());
        let from_initial = percents.iter().rev().enumerate().map(|(vertex, &percent)| {
            let distance = reached.get(&vertex).filter(|_| vertex != 0);
            share(distance.map(|&(_, cost)| cost), percent)
        });
        let from_initial = from_initial.collect();
        let pairs = graph.distances().into_iter().zip(percents);
        graph.estimates = pairs.map(|(distance, &percent)| share(distance, percent)).collect();
        Self { graph, from_initial, least_step_cost, is_consistent: false }
    }

    /// Consistent estimates: of each vertex the same share of its distance.
    fn with_consistent_estimates(graph: Graph, percents: [u64; 2]) -> Self {
        let [forward, backward] = percents.map(|percent| vec![percent; graph.edges.len()]);
        let to_goal = graph.distances();
        let mut space = Self::with_estimates(graph, &forward, 0);
        let from_initial = Self::with_estimates(space.graph.clone(), &backward, 0).from_initial;
        let reached = dijkstra_all(&0, |&vertex| space.graph.edges[vertex].clone());
        // Of vertices on no solution, a consistent estimate says so.
        for (vertex, distance) in to_goal.into_iter().enumerate() {
            if distance.is_none() {
                space.graph.estimates[vertex] = DEAD_END;
            }
        }
        let is_reached = |vertex: usize| vertex == 0 || reached.contains_key(&vertex);
        let estimates = from_initial.into_iter().enumerate();
        space.from_initial = estimates
            .map(|(vertex, estimate)| if is_reached(vertex) { estimate } else { DEAD_END })
            .collect();
        Self { is_consistent: true, ..space }
    }
}

/// Steps a search to its end, and checks what it says on the way. How many states it opened again.
fn assert_optimal<A>(space: &TwoWay, algorithm: &A, pause: u64) -> u64
where
    A: for<'a> Algorithm<&'a TwoWay>,
{
    let optimum = space.graph.distances()[0];
    let mut search = algorithm.start(space, 0);
    let mut bound = 0;
    loop {
        let step = search.advance(pause);
        assert!(search.lower_bound() >= bound);
        bound = search.lower_bound();
        assert!(optimum.is_none_or(|optimum| bound <= optimum));
        let (path, counted) = (search.path(), search.statistics());
        space.graph.assert_path(&path, search.cost());
        assert!(counted.largest_open >= counted.open);
        assert!(counted.enqueued >= counted.dequeued + counted.open);
        if step.is_none() {
            continue;
        }
        assert_eq!(search.advance(1), step, "the same answer again");
        if let Some(optimum) = optimum {
            assert_eq!((step, search.cost(), bound), (Some(End::Solved), optimum, optimum));
            assert!(space.graph.goals.contains(path.last().unwrap()));
        } else {
            assert_eq!(step, Some(End::Exhausted));
        }
        return counted.reopened;
    }
}

/// A graph with room for detours between its ends, and steps that cost nothing.
fn larger_graph() -> impl Strategy<Value = (Graph, Vec<u64>)> {
    let edges = prop::collection::vec((0..24usize, 0..24usize, 0..9u32), 36..90);
    let percents = prop::collection::vec(0u64..=100, 24);
    (edges, percents).prop_map(|(list, percents)| {
        let mut edges = vec![Vec::new(); 24];
        for (from, to, cost) in list {
            edges[from].push((to, cost));
        }
        (Graph { edges, estimates: vec![0; 24], goals: vec![23] }, percents)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn estimates_need_not_be_consistent_at_either_end(
        // Wide costs: some nodes are in the buckets, and some behind them.
        (graph, percents) in prop_oneof![any_graph(0..3), any_graph(5..1500), larger_graph()],
        pause in 1u64..4,
    ) {
        for least_step_cost in [0, graph.least_step_cost()] {
            let space = TwoWay::with_estimates(graph.clone(), &percents, least_step_cost);
            assert_optimal(&space, &Bidirectional::new(), pause);
        }
    }

    #[test]
    fn consistent_estimates_open_no_state_again(
        (graph, _) in prop_oneof![
            any_graph(0..3),
            any_graph(5..1500),
            any_graph(1 << 26..1 << 27),
            larger_graph(),
        ],
        percents in [0u64..=100, 0..=100],
        pause in 1u64..4,
    ) {
        let space = TwoWay::with_consistent_estimates(graph, percents);
        assert_eq!(assert_optimal(&space, &Bidirectional::new(), pause), 0);
    }
}

/// What the search cannot see, and why it has to be told: the step from 1 to 2 lowers the estimate
/// by more than it costs, and no end has expanded 1 or 2 when the dearer solution is found.
#[test]
fn estimates_that_are_wrongly_said_to_be_consistent_hide_the_best_solution() {
    let graph = Graph {
        edges: vec![vec![(1, 5), (3, 12)], vec![(2, 1)], vec![(3, 5)], vec![]],
        estimates: vec![0, 6, 0, 0],
        goals: vec![3],
    };
    for (is_consistent, cost) in [(false, 11), (true, 12)] {
        let from_initial = vec![0; 4];
        let space =
            TwoWay { graph: graph.clone(), from_initial, least_step_cost: 1, is_consistent };
        let solver = Solver::builder_in(&space, 0).algorithm(Bidirectional::new()).solve();
        assert_eq!(solver.cost(), Some(cost));
    }
}

/// The same estimates, once as those of boards, and once as a heuristic of which nothing is known.
#[test]
fn consistent_estimates_save_expansions() {
    let boards = walk(4, Goal::BlankLast, 160);
    let [told, untold] = [true, false].map(|is_told| {
        let solve = |board: &Board| {
            let builder = Solver::builder(board.clone()).algorithm(Bidirectional::new());
            let solver = if is_told {
                builder.solve()
            } else {
                builder.heuristic(|board: &Board| board.manhattan()).solve()
            };
            (solver.statistics().expanded, solver.cost())
        };
        let solved: Vec<_> = boards.iter().skip(40).step_by(10).map(solve).collect();
        let costs: Vec<_> = solved.iter().map(|(_, cost)| *cost).collect();
        (solved.iter().map(|(expanded, _)| expanded).sum::<u64>(), costs)
    });
    assert_eq!(told.1, untold.1);
    assert!(told.0 < untold.0, "{} and {}", told.0, untold.0);
}

/// A path with edges of these costs. Its estimates are 0.
fn line(costs: &[u32], goals: &[usize]) -> Graph {
    let mut edges: Vec<_> =
        costs.iter().enumerate().map(|(from, &cost)| vec![(from + 1, cost)]).collect();
    edges.push(Vec::new());
    let estimates = vec![0; edges.len()];
    Graph { edges, estimates, goals: goals.to_vec() }
}

/// The detour is cheaper, and its estimate is so high that its turn comes late.
#[test]
fn a_state_is_opened_again_when_a_cheaper_path_is_found() {
    let mut graph = line(&[10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], &[12]);
    graph.edges[0].push((13, 1));
    graph.edges.push(vec![(1, 1)]);
    graph.estimates.push(12);
    let space =
        TwoWay { graph, from_initial: vec![0; 14], least_step_cost: 0, is_consistent: false };
    assert!(assert_optimal(&space, &Bidirectional::new(), 1) > 0);

    // The same from the other end.
    let mut graph = line(&[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10], &[12]);
    graph.edges[11].push((13, 1));
    graph.edges.push(vec![(12, 1)]);
    graph.estimates.push(0);
    let mut from_initial = vec![0; 14];
    from_initial[13] = 12;
    let space = TwoWay { graph, from_initial, least_step_cost: 0, is_consistent: false };
    assert!(assert_optimal(&space, &Bidirectional::new(), 1) > 0);
}

#[test]
fn goals_at_the_root_and_no_goals_take_no_expansion() {
    fn solve<A: for<'a> Algorithm<&'a Graph>>(algorithm: &A) {
        for (goals, answer) in [(&[2, 0][..], Some(End::Solved)), (&[], Some(End::Exhausted))] {
            let graph = line(&[1, 1], goals);
            let mut search = algorithm.start(&graph, 0);
            assert_eq!(search.advance(1), answer);
            assert_eq!((search.path(), search.cost()), (vec![0], 0));
            assert_eq!(search.statistics().expanded, 0);
        }
    }
    solve(&Bidirectional::new());
    solve(&BidirectionalBreadthFirst::new());
}

#[test]
fn fewest_steps_are_not_said_to_be_cheapest() {
    let mut graph = line(&[1, 1], &[2]);
    graph.edges[0].push((2, 5));
    let solver = Solver::builder_in(&graph, 0).algorithm(BidirectionalBreadthFirst::new()).solve();
    let Outcome::Solved(solution) = solver.outcome() else { panic!("{solver:?}") };
    assert_eq!((solution.cost(), solution.lower_bound()), (5, 1));
    assert!(!solution.is_optimal());
}

#[test]
fn paths_above_u32_are_left_out_and_said_so() {
    fn solve<A: for<'a> Algorithm<&'a Graph> + Copy>(algorithm: A) {
        for costs in [[u32::MAX - 5, 5, 0, 0], [1, u32::MAX - 3, 1, 1]] {
            let graph = line(&costs, &[4]);
            let solver = Solver::builder_in(&graph, 0).algorithm(algorithm).solve();
            assert_eq!(solver.cost(), Some(u32::MAX));
        }
        for costs in [[u32::MAX - 5, 6, 0, 0], [1, 1, 1, u32::MAX - 2], [u32::MAX, 0, 0, u32::MAX]]
        {
            let graph = line(&costs, &[4]);
            let mut search = algorithm.start(&graph, 0);
            for _ in 0..2 {
                assert_eq!(search.advance(u64::MAX), Some(End::Stopped(StopReason::PathCost)));
            }
        }
    }
    solve(Bidirectional::new());
    solve(BidirectionalBreadthFirst::new());
    // A solution that is within reach is found all the same.
    let mut graph = line(&[u32::MAX, 1, 7], &[3]);
    graph.edges[0].push((2, 3));
    let solver = Solver::builder_in(&graph, 0).algorithm(Bidirectional::new()).solve();
    assert_eq!(solver.cost(), Some(10));
}

/// Boards along a walk from the solved one that turns differently at each step, and never back.
fn walk(size: usize, goal: Goal, steps: usize) -> Vec<Board> {
    let mut boards = vec![Board::solved(size, goal).unwrap()];
    for step in 0..steps {
        let mut neighbors = boards[step].neighbors().to_vec();
        neighbors.retain(|board| step == 0 || *board != boards[step - 1]);
        boards.push(neighbors[step * step * 7 % 11 % neighbors.len()].clone());
    }
    boards
}

#[test]
fn the_distance_between_boards_is_that_of_their_tiles() {
    let by_hand = |a: &Board, b: &Board| {
        let cell = |board: &Board, tile| {
            let cell = board.tiles().position(|other| other == tile).unwrap();
            (cell / board.size(), cell % board.size())
        };
        let tiles = 1..u32::try_from(a.size() * a.size()).unwrap();
        let distances = tiles.map(|tile| {
            let ((row, column), (other_row, other_column)) = (cell(a, tile), cell(b, tile));
            row.abs_diff(other_row) + column.abs_diff(other_column)
        });
        u32::try_from(distances.sum::<usize>()).unwrap()
    };
    for size in 2..=5 {
        for goal in [Goal::BlankLast, Goal::BlankFirst] {
            let boards = walk(size, goal, 40);
            let [solved] = boards[0].goals().into_iter().collect::<Vec<_>>().try_into().unwrap();
            assert!(solved.is_goal());
            for a in &boards {
                assert_eq!(solved.estimated_distance_from(a), a.manhattan());
                for b in boards.iter().step_by(7) {
                    assert_eq!(a.estimated_distance_from(b), by_hand(a, b), "{a:?} {b:?}");
                }
            }
            assert!(boards[40].manhattan() > 0);
        }
    }
    let (small, large) = (board("1 2 / 3 0"), board("1 2 3 / 4 5 6 / 7 8 0"));
    assert_eq!(small.estimated_distance_from(&large), 0);
}

/// Their states are on the heap: what is generated from one is added after all of it.
#[test]
fn large_boards_within_a_limit_are_solved_as_without() {
    fn solve<A: Algorithm<Worlds<Board>>>(algorithm: &A, board: &Board) {
        let mut through = algorithm.start(Worlds::new(), board.clone());
        assert_eq!(through.advance(u64::MAX), Some(End::Solved));
        let mut search = algorithm.start(Worlds::new(), board.clone());
        let (mut limit, mut stops) = (20_000, 0);
        loop {
            search.set_limits(&Limits::none().bytes(limit));
            let step = search.advance(u64::MAX);
            let in_use = search.statistics().bytes;
            assert!(in_use <= limit, "{in_use} of {limit}");
            if step == Some(End::Solved) {
                break;
            }
            assert_eq!(step, Some(End::Stopped(StopReason::Bytes { limit, in_use })));
            (limit, stops) = (limit + limit / 10, stops + 1);
        }
        assert!(stops > 2);
        assert_eq!((search.path(), search.cost()), (through.path(), through.cost()));
        assert_eq!(search.statistics().expanded, through.statistics().expanded);
        assert_eq!(search.statistics().generated, through.statistics().generated);
    }
    let boards = walk(5, Goal::BlankLast, 40);
    solve(&Bidirectional::new(), &boards[40]);
    solve(&BidirectionalBreadthFirst::new(), &boards[16]);
}

#[test]
fn a_4_by_4_board_of_42_moves() {
    let board = board(&input("puzzle4x4-42.txt"));
    let solver = Solver::builder(board).algorithm(Bidirectional::new()).solve();
    assert_eq!(solver.moves(), Some(42));
}

#[test]
fn a_heuristic_of_ones_own_goes_with_it() {
    let hard = board("8 6 7 / 2 5 4 / 3 0 1");
    let expanded = [Board::hamming, Board::manhattan].map(|heuristic| {
        let builder = Solver::builder(hard.clone()).heuristic(heuristic);
        let solver = builder.algorithm(Bidirectional::new()).solve();
        assert_eq!(solver.moves(), Some(31));
        solver.statistics().expanded
    });
    assert!(expanded[0] > expanded[1]);
}

#[test]
fn ladders_are_shortest() {
    let dictionary = common_words();
    for (from, to, moves) in [("horse", "nurse", 6), ("cube", "tubes", 2), ("stories", "shore", 3)]
    {
        let builder = || Solver::builder(dictionary.ladder(from, to).unwrap());
        for solver in [
            builder().algorithm(Bidirectional::new()).solve(),
            builder().algorithm(BidirectionalBreadthFirst::new()).solve(),
        ] {
            assert_eq!(solver.moves(), Some(moves), "{from} {to}");
            let solution = solver.solution();
            assert_eq!((solution[0].as_str(), solution[moves].as_str()), (from, to));
            for pair in solution.windows(2) {
                assert!(pair[0].neighbors().any(|word| word == pair[1]), "{pair:?}");
            }
        }
    }
}

#[test]
fn limits_stop_with_the_best_path_so_far() {
    fn solve<A: Algorithm<Worlds<Board>>>(algorithm: A) {
        let hard = board("8 6 7 / 2 5 4 / 3 0 1");
        let limits = Limits::none().expansions(500);
        let solver = Solver::builder(hard.clone()).algorithm(algorithm).limits(limits).solve();
        let Outcome::Stopped(stopped) = solver.outcome() else { panic!("{solver:?}") };
        assert_eq!(stopped.reason, StopReason::Expansions { limit: 500, expanded: 500 });
        assert_eq!(stopped.path.len() - 1, stopped.path_cost as usize);
        let last = stopped.path.last().unwrap();
        assert!(last.estimated_distance_to_goal() < hard.estimated_distance_to_goal());
    }
    solve(Bidirectional::new());
    solve(BidirectionalBreadthFirst::new());
}

#[test]
fn searches_are_values() {
    fn is_value<T: Send + Sync + Clone + std::fmt::Debug>() {}
    is_value::<BidirectionalSearch<Worlds<Board>>>();
    is_value::<Bidirectional>();
}
