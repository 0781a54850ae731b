//! Many searches in one memory, which holds no space.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use allocation_counter::measure;
use bestfirst::search::{
    CompactAStar, Distances, DistancesMemory, End, Memory, Reuse, Search, SearchKind,
};
use bestfirst::{Heuristic, Limits, Problem, Solver, StateSpace};
use proptest::prelude::*;

use crate::common::graph::{Graph, Numbered, any_graph, share};

const SIDE: usize = 64;

type Place = (usize, usize);

/// A game in which walls come and go. The memory stands beside the map.
struct Game {
    is_wall: Vec<bool>,
    memory: Memory<Place>,
}

/// The free cells beside one.
fn beside(is_wall: &[bool], (x, y): Place) -> impl Iterator<Item = Place> {
    let cells = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    let is_free = |&(x, y): &Place| x < SIDE && y < SIDE && !is_wall[y * SIDE + x];
    cells.into_iter().filter(is_free)
}

impl Game {
    fn moves(&mut self, from: Place, to: Place) -> Option<u32> {
        let Self { is_wall, memory } = self;
        let problem = Problem::from_neighbors(from, |&at| beside(is_wall, at), |&at| at == to)
            .estimate(|&(x, y)| u32::try_from(x.abs_diff(to.0) + y.abs_diff(to.1)).unwrap());
        let mut running = problem.solver().start_in(memory);
        // Without the path: it would be allocated.
        let end = running.search_mut().run(&Limits::none());
        let search = running.into_search();
        let cost = (end == End::Solved).then(|| search.cost());
        memory.keep(search);
        cost
    }

    /// By a search of its own.
    fn distance(&self, from: Place, to: Place) -> Option<u32> {
        let mut distances = vec![None; SIDE * SIDE];
        distances[from.1 * SIDE + from.0] = Some(0);
        let mut waiting = VecDeque::from([from]);
        while let Some(at) = waiting.pop_front() {
            let distance = distances[at.1 * SIDE + at.0];
            for next in beside(&self.is_wall, at) {
                let known = &mut distances[next.1 * SIDE + next.0];
                if known.is_none() {
                    *known = distance.map(|distance: u32| distance + 1);
                    waiting.push_back(next);
                }
            }
        }
        distances[to.1 * SIDE + to.0]
    }
}

#[test]
fn a_game_searches_in_one_memory_while_its_map_changes() {
    let mut game = Game { is_wall: vec![false; SIDE * SIDE], memory: Memory::new() };
    let (from, to) = ((0, 0), (SIDE - 1, SIDE - 1));
    let mut seed = 1_u64;
    let mut number = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(seed >> 33).unwrap() % below
    };
    // A goal outside of the map without walls: no later frame takes more memory.
    assert_eq!(game.moves(from, (SIDE, SIDE)), None);
    let (mut solved, mut blocked) = (0, 0);
    for frame in 0..200 {
        let mut moves = None;
        let allocated = measure(|| moves = game.moves(from, to)).count_total;
        assert!(frame < 3 || allocated == 0, "{allocated} allocations in frame {frame}");
        assert_eq!(moves, game.distance(from, to), "frame {frame}");
        if moves.is_some() {
            solved += 1;
        } else {
            blocked += 1;
        }
        for _ in 0..40 {
            let cell = 1 + number(SIDE * SIDE - 2);
            game.is_wall[cell] = number(5) < 2;
        }
    }
    assert!(solved > 20 && blocked > 20, "{solved} and {blocked}");
}

proptest! {
    /// Spaces of different types take turns in it: with numbers and without, with another estimate.
    #[test]
    fn spaces_of_all_types_take_turns_in_one_memory(
        (mut graphs, percents) in prop::collection::vec(any_graph(0..20), 2..6)
            .prop_map(|list| list.into_iter().unzip::<Graph, Vec<u64>, Vec<_>, Vec<_>>()),
    ) {
        for (graph, percents) in graphs.iter_mut().zip(percents) {
            let shares = graph.distances().into_iter().zip(percents);
            graph.estimates = shares.map(|(distance, percent)| share(distance, percent)).collect();
        }
        for &kind in SearchKind::ALL {
            // They may not end without a solution.
            if matches!(kind, SearchKind::TreeAStar | SearchKind::IdaStar) {
                continue;
            }
            let mut memory = Memory::new();
            for (index, graph) in graphs.iter().enumerate() {
                fn check<P: StateSpace<State = usize> + Copy>(
                    space: P,
                    kind: SearchKind,
                    memory: &mut Memory<usize, SearchKind>,
                ) -> Solver<usize> {
                    let builder = || Solver::builder_in(space, 0).algorithm(kind);
                    let solver = builder().solve_in(memory);
                    assert_eq!(solver.outcome(), builder().solve().outcome(), "{kind}");
                    solver
                }
                let solver = if index % 2 == 0 {
                    check(graph, kind, &mut memory)
                } else {
                    check(Numbered(graph), kind, &mut memory)
                };
                if let Some(cost) = solver.cost() {
                    graph.assert_path(solver.solution(), cost);
                }
            }
        }
    }

    /// Distances by hash in one memory, of spaces with numbers and without, gone on with to each
    /// vertex, and stopped at the nearest of several.
    #[test]
    fn distances_go_on_and_leave_their_memory(
        graphs in prop::collection::vec(any_graph(0..20), 2..6),
        limit in prop_oneof![Just(u64::MAX), 0..6_u64],
    ) {
        let mut memory = DistancesMemory::new();
        for (index, (graph, _)) in graphs.iter().enumerate() {
            fn check<P: StateSpace<State = usize> + Copy>(
                space: P,
                graph: &Graph,
                limit: u64,
                memory: DistancesMemory<usize>,
            ) -> DistancesMemory<usize> {
                let count = graph.edges.len();
                let all = Distances::from(space, 0).compute();
                let limits = Limits::none().expansions(limit);
                let mut some =
                    Distances::from(space, 0).limits(limits).to([count - 1]).reusing(memory).compute();
                for vertex in (0..count).rev() {
                    let cost = some.reach(&vertex);
                    let is_stopped = some.stopped_by().is_some();
                    assert!(cost == all.cost(&vertex) || is_stopped && cost.is_none());
                    assert!(!is_stopped || limit < u64::MAX);
                    assert!(some.estimate(&vertex) <= all.estimate(&vertex));
                    if let (Some(cost), Some(path)) = (cost, some.path(&vertex)) {
                        graph.assert_path(&path, cost);
                    }
                }
                let targets = [count - 1, count / 2];
                let any = Distances::from(space, 0).to_any(targets).compute();
                let known = |of: &Distances<P>| targets.iter().filter_map(|to| of.cost(to)).min();
                assert_eq!(known(&any), known(&all));
                assert!(any.statistics().expanded <= all.statistics().expanded);
                some.into_memory()
            }
            let before = mem::take(&mut memory);
            memory = if index % 2 == 0 {
                check(graph, graph, limit, before)
            } else {
                check(Numbered(graph), graph, limit, before)
            };
        }
    }
}

/// Limits and flags are those of one query, and not of the next one in its memory.
#[test]
fn limits_of_the_query_before_are_gone() {
    for &kind in SearchKind::ALL {
        let mut memory = Memory::new();
        let problem = Problem::from_neighbors(0_u32, |&n| [n + 1, n + 2], |&n| n == 9);
        let flag = Arc::new(AtomicBool::new(true));
        let limits = Limits::none().cancel(flag).bytes(1).time(Duration::ZERO);
        let stopped = problem.algorithm(kind).limits(limits).solve_in(&mut memory);
        assert_eq!(stopped.cost(), None, "{kind}");
        let mut running = problem.algorithm(kind).start_in(&mut memory);
        let end = running.search_mut().advance(10_000);
        assert!(!matches!(end, Some(End::Stopped(_))), "{kind}: {end:?}");
    }
}

/// What is kept of a solved search can be printed.
#[test]
fn what_is_kept_has_no_answer() {
    let next = |&n: &u32| (n < 100).then_some((n + 1, 1));
    let problem = Problem::from_successors(0_u32, next, |&n| n == 9)
        .backward([9], |&n: &u32| n.checked_sub(1).map(|n| (n, 1)));
    let mut running = problem.algorithm(CompactAStar::new()).start();
    assert_eq!(running.solve().cost(), Some(9));
    let kept = running.into_search().into_memory();
    assert!(format!("{kept:?}").contains("has_solution: false"), "{kept:?}");
}
