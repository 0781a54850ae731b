//! Problems in closures, steps with names, and distances from one to all.

use std::cell::Cell;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use allocation_counter::measure;
use bestfirst::search::{
    Algorithm, Anytime, AnytimeBeam, Bidirectional, CompactAStar, DenseAStar, Distances,
    GraphAStar, IdaStar, Memory, Reuse, Search, SearchKind, TreeAStar, UniformCost,
};
use bestfirst::{
    ActionSpace, FirstError, Limits, NumberedSpace, Outcome, Problem, Solver, StateSpace,
    StopReason,
};
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

use crate::common::graph::{Graph, any_graph};

/// The graph in closures, with the number of the edge as the name of the step.
fn in_closures<'a>(
    graph: &'a Graph,
    goals: &'a [usize],
) -> impl ActionSpace<State = usize, Action = (usize, usize)> + Clone {
    let edges = |&state: &usize| {
        let edges = graph.edges[state].iter().enumerate();
        edges.map(move |(index, &(to, cost))| ((state, index), to, cost))
    };
    Problem::from_actions(0, edges, |state| goals.contains(state))
        .estimate(|&state| graph.estimates[state])
}

proptest! {
    /// A problem in closures is the same problem for every search.
    #[test]
    fn closures_are_as_good_as_a_trait((graph, _) in any_graph(0..20)) {
        let problem = in_closures(&graph, &graph.goals);
        for &kind in SearchKind::ALL {
            let limits = || Limits::none().expansions(3_000);
            let expected = Solver::builder_in(&graph, 0).algorithm(kind).limits(limits()).solve();
            let solver = Solver::builder_in(&problem, 0).algorithm(kind).limits(limits()).solve();
            match (solver.outcome(), expected.outcome()) {
                (Outcome::Solved(solution), Outcome::Solved(expected)) => {
                    prop_assert_eq!(solution.states(), expected.states());
                    prop_assert_eq!(solution.cost(), expected.cost());
                    // Closures with costs do not know the least cost of a step.
                    prop_assert!(solution.lower_bound() <= expected.lower_bound());
                }
                (outcome, expected) => prop_assert_eq!(outcome.clone(), expected.clone()),
            }
        }
    }

    /// With predecessors, alone or beside numbers and heap memory, a search from both ends finds
    /// what one from the start finds, and so does one that keeps no parents.
    #[test]
    fn closures_can_be_searched_backward((graph, _) in any_graph(0..20)) {
        let after = |&state: &usize| graph.edges[state].iter().copied();
        let before = |&state: &usize| {
            let arcs = (0..).zip(&graph.edges).flat_map(|(from, arcs)| {
                arcs.iter().map(move |&(to, cost)| (from, to, cost))
            });
            arcs.filter(move |arc| arc.1 == state).map(|(from, _, cost)| (from, cost))
        };
        let is_goal = |state: &usize| graph.goals.contains(state);
        let goals = graph.goals.clone();
        let problem = Problem::from_successors(0, after, is_goal).backward(goals, before);
        let expected = problem.solve();
        let both_ends = problem.algorithm(Bidirectional::new()).solve();
        prop_assert_eq!(both_ends.is_solvable(), expected.is_solvable());
        prop_assert_eq!(both_ends.cost(), expected.cost());
        if let Some(cost) = both_ends.cost() {
            graph.assert_path(both_ends.solution(), cost);
        }
        let compact = problem.algorithm(CompactAStar::new()).solve();
        prop_assert_eq!(compact.cost(), expected.cost());
        let numbered = problem.heap_bytes(|_| 0).numbered(graph.edges.len(), |&n| n, |n| n);
        for cost in [
            numbered.algorithm(Bidirectional::new()).solve().cost(),
            numbered.algorithm(DenseAStar::new()).solve().cost(),
        ] {
            prop_assert_eq!(cost, expected.cost());
        }
    }

    /// Numbers take the place of hashes and change nothing. Only the initial state may be hashed.
    #[test]
    fn closures_can_number_states((graph, _) in any_graph(0..20)) {
        #[derive(Clone, Debug, PartialEq, Eq)]
        struct Numbered(usize);
        impl Hash for Numbered {
            fn hash<H: Hasher>(&self, _: &mut H) {
                assert_eq!(self.0, 0, "hashed");
            }
        }
        let edges = |&Numbered(state): &Numbered| {
            graph.edges[state].iter().map(|&(to, cost)| (cost, Numbered(to), cost))
        };
        let problem = Problem::from_actions(Numbered(0), edges, |state| graph.goals.contains(&state.0))
            .number(|state| state.0);
        let solver = problem.solve();
        let expected = Solver::builder_in(&graph, 0).algorithm(UniformCost::new()).solve();
        prop_assert_eq!(solver.cost(), expected.cost());
        prop_assert_eq!(solver.actions_in(&problem).map(|costs| costs.iter().sum()), expected.cost());
    }

    /// The actions lead along the states of the solution, each by the cheapest edge there is.
    #[test]
    fn actions_are_the_cheapest_steps((graph, _) in any_graph(0..20)) {
        let problem = in_closures(&graph, &graph.goals);
        let solver = Solver::builder_in(&problem, 0).algorithm(UniformCost::new()).solve();
        let Some(actions) = solver.actions_in(&problem) else {
            prop_assert!(solver.cost().is_none());
            return Ok(());
        };
        let mut sum = 0;
        let mut state = 0;
        for (from, index) in actions {
            prop_assert_eq!(from, state);
            let (to, cost) = graph.edges[from][index];
            (state, sum) = (to, sum + cost);
        }
        prop_assert!(graph.goals.contains(&state));
        prop_assert_eq!(Some(sum), solver.cost());
    }

    /// The distances to all states, within a cost, and to some states are those of another crate.
    #[test]
    fn distances_are_right(
        (graph, _) in any_graph(0..20),
        within in 0_u32..60,
        target in 0_usize..20,
    ) {
        let blind = |&state: &usize| graph.edges[state].clone();
        let mut expected = vec![None; graph.edges.len()];
        expected[0] = Some(0);
        for (state, (_, cost)) in dijkstra_all(&0, blind) {
            expected[state] = Some(cost);
        }
        let all = Distances::from(&graph, 0).compute();
        let some = Distances::from(&graph, 0).within(within).compute();
        let target = target % graph.edges.len();
        let one = Distances::from(&graph, 0).to([target, 0]).compute();
        for (state, &distance) in expected.iter().enumerate() {
            prop_assert_eq!(all.cost(&state), distance);
            prop_assert_eq!(some.cost(&state), distance.filter(|&cost| cost <= within));
            if let Some(cost) = one.cost(&state) {
                prop_assert_eq!(Some(cost), distance);
            }
            for distances in [&all, &some, &one] {
                let path = distances.path(&state);
                prop_assert_eq!(path.is_some(), distances.cost(&state).is_some());
                if let (Some(path), Some(cost)) = (path, distances.cost(&state)) {
                    prop_assert_eq!(path.last(), Some(&state));
                    graph.assert_path(&path, cost);
                }
            }
        }
        prop_assert_eq!(one.cost(&target), expected[target]);
        let reached: HashSet<_> = all.iter().map(|(&state, cost)| (state, cost)).collect();
        prop_assert_eq!(reached.len(), all.iter().count());
        prop_assert_eq!(reached.len(), expected.iter().flatten().count());
        for distances in [&all, &some, &one] {
            prop_assert_eq!(distances.stopped_by(), None);
        }
    }

    /// From several states, the nearest one counts.
    #[test]
    fn distances_from_several_states_are_those_from_the_nearest(
        (graph, _) in any_graph(0..20),
        other in 0_usize..20,
    ) {
        let other = other % graph.edges.len();
        let from = [0, other].map(|initial| Distances::from(&graph, initial).compute());
        let nearest = Distances::from(&graph, 0).and_from([other, 0, other]).compute();
        for state in 0..graph.edges.len() {
            let cost = from.iter().filter_map(|distances| distances.cost(&state)).min();
            prop_assert_eq!(nearest.cost(&state), cost);
            if let (Some(path), Some(cost)) = (nearest.path(&state), cost) {
                prop_assert_eq!(path.last(), Some(&state));
                prop_assert!([0, other].contains(&path[0]));
                let distances = if path[0] == 0 { &from[0] } else { &from[1] };
                prop_assert_eq!(distances.cost(&state), Some(cost));
                prop_assert!(path.iter().skip(1).all(|&state| state != path[0]));
            }
        }
    }
}

#[test]
fn distances_stop_at_a_limit_with_what_they_have() {
    let line = Problem::from_successors(0_u32, |&n| [(n + 1, 2)], |_| false);
    let distances = Distances::from(&line, 0).limits(Limits::none().expansions(10)).compute();
    let reason = StopReason::Expansions { limit: 10, expanded: 10 };
    assert_eq!(distances.stopped_by(), Some(reason));
    // The next one is on the open list, and none comes before it.
    assert_eq!((distances.cost(&10), distances.cost(&11)), (Some(20), None));
    assert_eq!(distances.iter().count(), 11);
}

/// A ring of numbers, to be gone round in steps of 1 and 7, with a goal of its own for each query.
#[derive(Clone, Copy)]
struct Ring {
    goal: u32,
}

impl Ring {
    const LENGTH: u32 = 1_400;
}

impl StateSpace for Ring {
    type State = u32;

    fn estimate(&self, &n: &u32) -> u32 {
        let away = (self.goal + Self::LENGTH - n) % Self::LENGTH;
        away.min(Self::LENGTH - away).div_ceil(7)
    }

    fn is_goal(&self, &n: &u32) -> bool {
        n == self.goal
    }

    fn for_each_successor(&self, &n: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        for step in [1, 7, Self::LENGTH - 1, Self::LENGTH - 7] {
            visit((n + step) % Self::LENGTH, 1);
        }
    }
}

/// With another goal a search uses the memory that it has, and finds what a fresh one finds.
#[test]
fn another_goal_takes_no_new_memory() {
    for &kind in SearchKind::ALL {
        // They keep copies of paths.
        let is_anytime = matches!(kind, SearchKind::Anytime | SearchKind::AnytimeBeam);
        // Depth first it is a long way, and a tree of this ring is large.
        if matches!(kind, SearchKind::TreeAStar | SearchKind::IdaStar) {
            continue;
        }
        // Of all goals one of the farthest, and one that is found last depth first, so that none
        // takes more.
        let mut search = kind.start(Ring { goal: 697 }, 0);
        while search.advance(u64::MAX).is_none() {}
        search = Reuse::from_memory(search.into_memory(), Ring { goal: 1_392 }, 0);
        while search.advance(u64::MAX).is_none() {}
        let mut search = Some(search);
        let mut costs = Vec::with_capacity(100);
        let queries = || {
            (0..100_u32).map(|query| (Ring { goal: (500 + query * 7) % Ring::LENGTH }, query * 13))
        };
        let allocated = measure(|| {
            for (ring, start) in queries() {
                let memory = search.take().map(Reuse::into_memory).unwrap();
                let search = search.insert(Reuse::from_memory(memory, ring, start));
                while search.advance(u64::MAX).is_none() {}
                costs.push((search.cost(), search.statistics().expanded));
            }
        });
        if !is_anytime {
            assert_eq!(allocated.count_total, 0, "{kind}");
        }
        for ((ring, start), found) in queries().zip(costs) {
            let mut fresh = kind.start(ring, start);
            while fresh.advance(u64::MAX).is_none() {}
            assert_eq!(found, (fresh.cost(), fresh.statistics().expanded), "{kind}");
        }
    }
}

#[test]
fn solvers_can_share_memory() {
    let mut memory = Memory::new();
    let algorithm = GraphAStar::new();
    for goal in [700, 3, 1_000, 699] {
        let alone = Solver::builder_in(Ring { goal }, 0).algorithm(algorithm).solve();
        let builder = Solver::builder_in(Ring { goal }, 0).algorithm(algorithm);
        let solver = builder.solve_in(&mut memory);
        assert_eq!(solver.outcome(), alone.outcome());
    }
}

/// They start again in another space, whatever they are.
#[test]
fn every_kind_of_search_starts_again() {
    fn check<A: Algorithm<Ring, Search: Reuse<Space = Ring>>>(algorithm: &A) {
        let mut search = algorithm.start(Ring { goal: 30 }, 0);
        search.advance(3);
        search = Reuse::from_memory(search.into_memory(), Ring { goal: 15 }, 1);
        while search.advance(u64::MAX).is_none() {}
        assert_eq!((search.cost(), search.path().last()), (2, Some(&15)));
    }
    check(&TreeAStar::new());
    check(&IdaStar::new());
    check(&Anytime::default());
    check(&AnytimeBeam::new());
}

/// A path that costs too much does not matter where a cheaper one leads to the same state.
#[test]
fn distances_are_complete_if_every_state_has_a_path_that_can_be_counted() {
    for (last, is_complete) in [(1, true), (u32::MAX, false)] {
        let roads = [vec![(1_usize, 5_u32), (3, 10)], vec![(2, u32::MAX)], vec![], vec![(2, last)]];
        let map = Problem::from_successors(0, |&town: &usize| roads[town].clone(), |_| false);
        let from_0 = Distances::from(&map, 0);
        let reason = (!is_complete).then_some(StopReason::PathCost);
        let check = |distances: Distances<_>| {
            assert_eq!(distances.cost(&2), is_complete.then_some(11));
            assert_eq!(distances.stopped_by(), reason);
        };
        check(from_0.compute());
    }
}

/// What states own counts against a limit on bytes, whatever else is said of the problem.
#[test]
fn a_problem_may_say_what_its_states_own() {
    // Lists of 1,000 bytes, of which a binary number counts up.
    let next = |list: &Vec<u8>| {
        (0..2)
            .map(|bit| {
                let mut next = list.clone();
                next.rotate_right(1);
                next[0] = bit;
                next
            })
            .collect::<Vec<_>>()
    };
    let problem = Problem::from_neighbors(vec![0_u8; 1_000], next, |_| false);
    let owning = problem.heap_bytes(Vec::capacity).estimate(|_| 0);
    let limit = 1 << 20;
    for kind in [SearchKind::TreeAStar, SearchKind::GraphAStar, SearchKind::BreadthFirst] {
        let mut bytes = 0;
        let allocated = measure(|| {
            let builder = owning.solver().algorithm(kind).limits(Limits::none().bytes(limit));
            let solver = builder.solve();
            bytes = solver.statistics().bytes;
        });
        assert!((limit * 3 / 4..=limit).contains(&bytes), "{kind}: {bytes} bytes");
        assert!(allocated.bytes_max < 2 << 20, "{kind}: {} bytes", allocated.bytes_max);
    }
    let numbered = owning.number(|list| usize::from(list[0]) + 2 * usize::from(list[1]));
    assert_eq!(StateSpace::number(&numbered, &vec![1; 1_000]), Some(3));
    assert_eq!(StateSpace::heap_bytes(&numbered, &vec![1; 1_000]), 1_000);
}

/// A builder's search that is stopped again and again does what it does in one go.
#[test]
fn a_started_search_goes_on_where_it_was_stopped() {
    let problem = Problem::from_neighbors(1, |&n: &u64| [2 * n, n + 3], |&n| n == 1_000);
    let solver = problem.solve();
    let mut reports = 0;
    let builder = problem.limits(Limits::none().expansions(10)).progress_interval(Duration::ZERO);
    let mut running = builder.on_progress(|_| reports += 1).start();
    let mut stops = 0;
    let again = loop {
        let solver = running.solve();
        let Outcome::Stopped(stopped) = solver.outcome() else { break solver };
        let limit = 10 * (stops + 1);
        assert_eq!(stopped.reason, StopReason::Expansions { limit, expanded: limit });
        assert_eq!(stopped.lower_bound, running.search().lower_bound());
        stops += 1;
        running.set_limits(Limits::none().expansions(10 * (stops + 1)));
    };
    assert!(stops > 10, "{stops}");
    assert_eq!((again.solution(), again.cost()), (solver.solution(), solver.cost()));
    assert_eq!(again.statistics().expanded, solver.statistics().expanded);
    // It stays solved.
    assert_eq!(running.solve().moves(), solver.moves());
    drop(running);
    assert!(reports > 0);
}

/// No time is left in a slice of none, whatever time has passed before; the other limits hold.
#[test]
fn a_search_in_slices_keeps_its_limits() {
    let problem = Problem::from_neighbors(1, |&n: &u64| [2 * n, n + 3], |&n| n == 1_000);
    let mut running = problem.limits(Limits::none().expansions(7)).start();
    let stopped_by = |solver: Solver<u64>| match solver.into_outcome() {
        Outcome::Stopped(stopped) => stopped.reason,
        outcome => panic!("{outcome:?}"),
    };
    let hour = Duration::from_secs(3_600);
    assert!(matches!(stopped_by(running.solve_for(Duration::ZERO)), StopReason::Time { .. }));
    assert!(matches!(stopped_by(running.solve_for(hour)), StopReason::Expansions { .. }));
    assert_eq!(running.search().statistics().expanded, 7);
    running.set_limits(Limits::none());
    assert!(matches!(stopped_by(running.solve_for(Duration::ZERO)), StopReason::Time { .. }));
    assert_eq!(running.solve().cost(), Some(13));
}

#[test]
fn a_problem_with_numbers_runs_in_an_array() {
    let neighbors =
        |&cell: &usize| [cell + 1, cell + 7, 3 * cell].into_iter().filter(|&to| to < 50);
    let problem = Problem::from_neighbors(1, neighbors, |&cell| cell == 49);
    let numbered = problem.numbered(50, |&cell| cell, |number| number);
    let dense = numbered.algorithm(DenseAStar::new()).solve();
    assert_eq!(dense.cost(), problem.solve().cost());
    assert_eq!((numbered.numbers(), NumberedSpace::state(&numbered, 50)), (50, None));
    let distances = Distances::from(&numbered, 1).compute_dense();
    assert_eq!(distances.cost(&49), dense.cost());
}

/// What is proven stays proven, whatever the limits are afterwards, and another problem is another
/// one.
#[test]
fn a_search_that_has_ended_keeps_its_answer_until_it_is_restarted() {
    let neighbors = |&cell: &u32| [cell + 2].into_iter().filter(|&to| to < 20);
    let problem = Problem::from_neighbors(1, neighbors, |&cell| cell == 8);
    let mut running = problem.solver().start();
    assert_eq!(running.solve().outcome(), &Outcome::Unsolvable);
    running.set_limits(Limits::none().expansions(3));
    assert_eq!(running.solve().outcome(), &Outcome::Unsolvable);
    assert_eq!(running.solve_for(Duration::ZERO).outcome(), &Outcome::Unsolvable);
    running.search_mut().restart(2);
    running.set_limits(Limits::none());
    assert_eq!(running.solve().moves(), Some(3));
}

/// Once an anytime search has a solution, its progress shows what the best one costs.
#[test]
fn progress_has_the_cost_of_the_best_solution() {
    let steps = |&n: &u32| [(n + 1, 1), (2 * n, 3)].into_iter().filter(|&(to, _)| to <= 1_000);
    let problem = Problem::from_successors(1, steps, |&n| n == 1_000)
        .estimate(|&n| u32::from(n < 1_000) + u32::from(n <= 500) * 3);
    let mut shown = Vec::new();
    let builder = problem.algorithm(Anytime::default()).progress_interval(Duration::ZERO);
    let solver = builder
        .on_progress(|progress| {
            let Some(cost) = progress.best_cost else { return };
            assert!(progress.lower_bound <= cost);
            let range = format!("cost {} to {cost}, ", progress.lower_bound);
            assert!(progress.to_string().starts_with(&range), "{progress}");
            shown.push(cost);
        })
        .solve();
    assert!(shown.is_sorted_by(|a, b| a >= b) && !shown.is_empty(), "{shown:?}");
    assert!(shown.last().copied() >= solver.cost());
}

/// The first error ends a search that would have no end, and comes back as it was.
#[test]
fn a_step_that_fails_ends_the_search() {
    #[derive(Debug, PartialEq)]
    struct Unreadable(u64);
    for &kind in SearchKind::ALL {
        let (error, first) = (FirstError::new(), Cell::new(None));
        let read = |n: u64| {
            if n < 100 {
                return Ok([n + 1, n + 1_000]);
            }
            first.set(first.get().or(Some(n)));
            Err(Unreadable(n))
        };
        // Each state after the first error fails, too, and there is always one more.
        let line = |&n: &u64| error.catch(read(n)).chain([n + 7]);
        let problem = Problem::from_neighbors(0, line, |_| false);
        let solver = problem.algorithm(kind).limits(error.limits(Limits::none())).solve();
        assert_eq!(solver.cost(), None, "{kind}");
        assert_eq!(error.or(()).unwrap_err(), Unreadable(first.get().unwrap()), "{kind}");
    }
    let error = FirstError::<Unreadable>::new();
    let problem = Problem::from_neighbors(0, |&n: &u64| error.catch(Ok([n + 1])), |&n| n == 9);
    let moves = problem.solve().moves();
    assert_eq!(error.or(moves), Ok(Some(9)));
}
