//! `ParetoAStar` on random graphs, compared with a simple oracle.
//!
//! `BESTFIRST_GRAPHS=100000` runs so many graphs instead of some hundred, from the seed
//! `BESTFIRST_SEED` on. A failure names its seed.

mod graph;

use std::array;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bestfirst::search::{
    Algorithm, End, GraphAStar, Memory, ParetoAStar, ParetoSearch, Reuse, Search, ideal_point,
};
use bestfirst::{
    Cost, Event, EventKind, Limits, MultiObjective, MultiObjectiveSpace, Observed, Outcome, Solver,
    StateSpace, StopReason, WithHeuristics, heuristic,
};
use graph::{Graph, Sprung, Vectors};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::common::seeds::for_each_seed;

fn found<P: MultiObjectiveSpace<D, State = u32>, const D: usize>(
    search: &ParetoSearch<P, D>,
) -> Vec<[Cost; D]> {
    search.costs().collect()
}

/// Checks the end of a search, and that it has found this and no more.
fn assert_found<P, const D: usize>(
    graph: &Graph<D>,
    search: &ParetoSearch<P, D>,
    end: End,
    expected: &Vectors<D>,
) where
    P: MultiObjectiveSpace<D, State = u32>,
{
    assert!(found(search).iter().eq(expected), "{:?}, not {expected:?}", found(search));
    match end {
        End::Solved => assert!(!expected.is_empty()),
        // It was a path that was left out.
        End::Stopped(reason) => assert_eq!((reason, expected.len()), (StopReason::PathCost, 0)),
        End::Exhausted => assert!(expected.is_empty()),
    }
    for solution in search.solutions() {
        assert!(graph.can_cost(&solution.states, solution.costs), "{solution:?}");
        assert!(graph.goals[*solution.states.last().unwrap() as usize]);
    }
    let statistics = search.statistics();
    // With one cost, what is left open is not looked at.
    if D > 1 || end != End::Solved {
        assert_eq!(search.bound(), [Cost::MAX; D]);
        assert_eq!((statistics.open, statistics.enqueued), (0, statistics.dequeued));
    }
    if let Some(first) = expected.first() {
        assert_eq!((search.cost(), search.lower_bound()), (first[0], first[0]));
        assert!(search.has_solution());
    }
}

fn run<P: MultiObjectiveSpace<D, State = u32>, const D: usize>(
    search: &mut ParetoSearch<P, D>,
) -> End {
    search.run(&Limits::none())
}

/// The set, budgets, and the part of the set that is as good within a factor.
fn answers<const D: usize>(rng: &mut ChaCha8Rng) {
    let graph = Graph::<D>::random(rng);
    let all = graph.oracle(0, [Cost::MAX; D]);
    let mut search = ParetoAStar::new().start(&graph, 0);
    let end = run(&mut search);
    assert_found(&graph, &search, end, &all);
    assert_eq!(search.path().first(), Some(&0));

    let near = |rng: &mut ChaCha8Rng, cost: Cost| match rng.random_range(0..4) {
        0 => Cost::MAX,
        1 => cost,
        2 => cost.saturating_sub(1),
        _ => cost.saturating_add(1),
    };
    let any: Vec<_> = all.iter().copied().chain([[0; D], [9; D]]).collect();
    let budget = any[rng.random_range(0..any.len())].map(|cost| near(rng, cost));
    let within = graph.oracle(0, budget);
    let mut search = ParetoAStar::new().within(budget).start(&graph, 0);
    let end = run(&mut search);
    assert_found(&graph, &search, end, &within);

    let cheapest = ParetoAStar::new().within(budget).cheapest();
    let mut search = cheapest.start(&graph, 0);
    let end = run(&mut search);
    assert_eq!(search.costs().next().as_ref(), within.first());
    assert_eq!(end == End::Solved, !within.is_empty());
    // A cost that is limited cannot be too high for a number, so the answer is a proof.
    if budget.iter().all(|&cost| cost < Cost::MAX) {
        assert!(matches!(end, End::Solved | End::Exhausted), "{end:?}");
    }
    let solver = Solver::builder_in(&graph, 0).algorithm(cheapest).solve();
    assert_eq!(solver.cost(), within.first().map(|costs| costs[0]));
    let is_unsolvable = matches!(solver.outcome(), Outcome::Unsolvable);
    assert_eq!(is_unsolvable, end == End::Exhausted);

    let epsilon = [0.0, 0.01, 0.5, 10.0, 65_534.0][rng.random_range(0..5)];
    let mut search = ParetoAStar::new().approximate(epsilon).start(&graph, 0);
    run(&mut search);
    let part: Vectors<D> = search.costs().collect();
    assert!(part.is_subset(&all));
    for costs in &all {
        let is_near = |by: &[Cost; D]| {
            by.iter()
                .zip(costs)
                .all(|(&by, &cost)| f64::from(by) <= f64::from(cost) * (1.0 + epsilon))
        };
        assert!(part.contains(costs) || part.iter().any(is_near), "{part:?}, {all:?}");
    }
}

#[test]
fn sets_and_budgets_equal_the_oracle() {
    for_each_seed(400, answers::<1>);
    for_each_seed(400, answers::<2>);
    for_each_seed(400, answers::<3>);
    for_each_seed(200, answers::<5>);
}

/// Stopped by limits and resumed, a search gives the same, and what it has found before is the
/// beginning of it.
fn limits<const D: usize>(rng: &mut ChaCha8Rng) {
    let graph = Graph::<D>::random(rng);
    let all = graph.oracle(0, [Cost::MAX; D]);
    let mut whole = ParetoAStar::new().start(&graph, 0);
    run(&mut whole);
    for kind in 0..4 {
        let mut search = ParetoAStar::new().start(&graph, 0);
        let (mut limit, mut bound) = (1, [0; D]);
        let end = loop {
            let end = match kind {
                0 => search.advance(rng.random_range(0..4)),
                1 => Some(search.run(&Limits::none().expansions(limit))),
                2 => Some(search.run(&Limits::none().generated(limit))),
                _ => Some(search.run(&Limits::none().bytes(50 * usize::try_from(limit).unwrap()))),
            };
            assert!(found(&search).iter().eq(all.iter().take(search.costs().len())));
            assert!(search.bound() >= bound);
            bound = search.bound();
            let below = all.iter().filter(|&&costs| costs < bound).count();
            assert!(below <= search.costs().len(), "all below the bound are known");
            let statistics = search.statistics();
            assert!(statistics.dequeued + statistics.open <= statistics.enqueued);
            if let Some(End::Stopped(StopReason::Expansions { limit, expanded })) = end {
                assert_eq!((limit, expanded), (statistics.expanded, statistics.expanded));
            }
            match end {
                None
                | Some(End::Stopped(
                    StopReason::Bytes { .. }
                    | StopReason::Expansions { .. }
                    | StopReason::Generated { .. },
                )) => {}
                Some(end) => break end,
            }
            limit += 1 + limit / 8;
        };
        assert_found(&graph, &search, end, &all);
        let count = |search: &ParetoSearch<_, D>| {
            let statistics = search.statistics();
            (statistics.expanded, statistics.generated, statistics.duplicates)
        };
        assert_eq!(count(&search), count(&whole), "{kind}");
    }
    // Above the limit on cost there is nothing to find.
    let limit = rng.random_range(0..20);
    let mut search = ParetoAStar::new().start(&graph, 0);
    let end = search.run(&Limits::none().cost(limit));
    if all.first().is_some_and(|first| first[0] > limit) {
        assert!(matches!(end, End::Stopped(StopReason::Cost { .. })), "{end:?}");
    } else if !all.is_empty() {
        assert_eq!(end, End::Solved);
    }
}

#[test]
fn limits_are_met_and_raised() {
    for_each_seed(150, limits::<1>);
    for_each_seed(150, limits::<2>);
    for_each_seed(150, limits::<3>);
}

/// After a panic in any method of the space, a search goes on and gives the same.
fn panics<const D: usize>(rng: &mut ChaCha8Rng) {
    let graph = Graph::<D>::random(rng);
    let all = graph.oracle(0, [Cost::MAX; D]);
    let mut search = ParetoAStar::new().start(&graph, 0);
    for restarts in [false, true] {
        let mut answers = 0;
        let mut has_panicked = true;
        while has_panicked {
            if !restarts {
                search.restart(0);
            }
            graph.answers.set(answers);
            let sprung = panic::catch_unwind(AssertUnwindSafe(|| {
                if restarts {
                    search.restart(0);
                }
                run(&mut search)
            }));
            has_panicked = sprung.is_err();
            graph.answers.set(u64::MAX);
            assert!(sprung.map_or_else(|payload| payload.is::<Sprung>(), |_| true));
            if restarts && search.statistics().enqueued == 0 {
                search.restart(0);
            }
            let end = run(&mut search);
            assert!(found(&search).iter().eq(&all));
            assert!(!matches!(end, End::Solved) || !all.is_empty());
            for solution in search.solutions() {
                assert!(graph.can_cost(&solution.states, solution.costs));
            }
            answers += 1 + answers / 16;
        }
    }
}

#[test]
fn panics_are_survived() {
    for_each_seed(60, panics::<1>);
    for_each_seed(60, panics::<2>);
    for_each_seed(60, panics::<3>);
}

/// From start to start on one machine, and in the memory of a search in another graph.
fn restarts<const D: usize>(rng: &mut ChaCha8Rng) {
    let graphs = [Graph::<D>::random(rng), Graph::<D>::random(rng)];
    let mut memory = None;
    for _ in 0..3 {
        for graph in &graphs {
            let start = |rng: &mut ChaCha8Rng| {
                rng.random_range(0..u32::try_from(graph.arcs.len()).unwrap())
            };
            let first = start(rng);
            let mut search = match memory.take() {
                Some(memory) => ParetoSearch::from_memory(memory, graph, first),
                None => ParetoAStar::new().start(graph, first),
            };
            search.advance(rng.random_range(0..10));
            let start = start(rng);
            search.restart(start);
            let end = run(&mut search);
            assert_found(graph, &search, end, &graph.oracle(start, [Cost::MAX; D]));
            let mut fresh = ParetoAStar::new().start(graph, start);
            run(&mut fresh);
            assert_eq!(search.statistics().generated, fresh.statistics().generated);
            memory = Some(search.into_memory());
        }
    }
}

#[test]
fn memory_serves_the_next_search() {
    for_each_seed(150, restarts::<1>);
    for_each_seed(150, restarts::<2>);
    for_each_seed(100, restarts::<4>);
}

/// With one cost the same states are expanded in the same order, whatever the ties and the
/// estimates, also those that are inconsistent. But A\* takes a goal first among the nodes of its
/// *f*.
#[test]
fn with_one_cost_it_is_a_star() {
    for_each_seed(400, |rng| {
        let most_nodes = [6, 12, 12, 100][rng.random_range(0..4)];
        let graph = Graph::<1>::with_nodes(rng.random_range(1..most_nodes), rng);
        let expanded = RefCell::new(Vec::new());
        let note = |event: &Event<'_, u32>| {
            if event.kind == EventKind::Expanded {
                expanded.borrow_mut().push((*event.state, event.f()));
            }
        };
        let answer = |search: &mut dyn Search<State = u32>| {
            let end = search.run(&Limits::none());
            let cost = search.has_solution().then(|| search.cost());
            let expanded = expanded.take();
            assert_eq!(search.statistics().expanded, expanded.len() as u64);
            (end, cost, expanded)
        };
        let a_star = answer(&mut GraphAStar::new().start(Observed::new(&graph, note), 0));
        let mut pareto = ParetoAStar::new().start(Observed::new(&graph, note), 0);
        let first = answer(&mut pareto);
        let (end, cost, expanded) = &first;
        assert_eq!((end, cost), (&a_star.0, &a_star.1));
        assert!(expanded.starts_with(&a_star.2));
        let others = &expanded[a_star.2.len()..];
        assert!(others.iter().all(|&(_, f)| cost.is_some_and(|cost| f <= cost)));
        pareto.restart(0);
        assert_eq!(answer(&mut pareto), first);
    });
}

/// The set of a graph with two costs, with further costs of 0.
fn wider<const D: usize>(graph: &Graph<2>) -> Vec<[Cost; 2]> {
    let widen = |[a, b]: [Cost; 2]| array::from_fn(|cost| [a, b, 0][cost.min(2)]);
    let steps =
        |&at: &u32| graph.arcs[at as usize].iter().map(move |&(to, costs)| (to, widen(costs)));
    let space = MultiObjective::new(steps, |&at: &u32| graph.goals[at as usize]);
    let heuristics: [_; D] = array::from_fn(|cost| {
        heuristic::from_fn(move |&at: &u32| widen(graph.estimates[at as usize])[cost])
    });
    let space = WithHeuristics::new(space, heuristics);
    let mut search = ParetoAStar::<D>::new().start(&space, 0);
    search.run(&Limits::none());
    search.costs().map(|costs| [costs[0], costs[1]]).collect()
}

/// Costs that are the same for all paths make three or more costs of two.
#[test]
fn two_costs_equal_the_general_case() {
    for_each_seed(300, |rng| {
        let graph = Graph::<2>::random(rng);
        let mut two = ParetoAStar::new().start(&graph, 0);
        run(&mut two);
        assert_eq!(found(&two), wider::<3>(&graph));
        assert_eq!(found(&two), wider::<4>(&graph));
    });
}

/// The charge of a battery is a part of the state. It may be charged at some nodes, for a price.
struct Battery<'g, const D: usize> {
    graph: &'g Graph<D>,
    has_charger: u32,
    price: Cost,
}

impl<const D: usize> StateSpace for Battery<'_, D> {
    type State = (u32, u8);

    fn estimate(&self, state: &(u32, u8)) -> Cost {
        self.graph.estimate(&state.0)
    }

    fn is_goal(&self, state: &(u32, u8)) -> bool {
        self.graph.is_goal(&state.0)
    }

    fn for_each_successor(
        &self,
        state: &(u32, u8),
        previous: Option<&(u32, u8)>,
        mut visit: impl FnMut((u32, u8), Cost),
    ) {
        self.for_each_step(state, previous, |next, costs| visit(next, costs[0]));
    }
}

/// With dominance, or without it.
struct Compared<P, const IS: bool>(P);

impl<P: StateSpace, const IS: bool> StateSpace for Compared<P, IS> {
    type State = P::State;

    fn estimate(&self, state: &P::State) -> Cost {
        self.0.estimate(state)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }

    fn for_each_successor(
        &self,
        state: &P::State,
        previous: Option<&P::State>,
        visit: impl FnMut(P::State, Cost),
    ) {
        self.0.for_each_successor(state, previous, visit);
    }
}

impl<const D: usize> MultiObjectiveSpace<D> for Battery<'_, D> {
    fn estimates(&self, state: &(u32, u8)) -> [Cost; D] {
        self.graph.estimates(&state.0)
    }

    fn for_each_step(
        &self,
        &(at, charge): &(u32, u8),
        _: Option<&(u32, u8)>,
        mut visit: impl FnMut((u32, u8), [Cost; D]),
    ) {
        if charge < 5 && self.has_charger >> at & 1 == 1 {
            visit((at, 5), [self.price; D]);
        }
        if let Some(left) = charge.checked_sub(1) {
            self.graph.for_each_step(&at, None, |next, costs| visit((next, left), costs));
        }
    }
}

impl<const D: usize, const IS: bool> MultiObjectiveSpace<D> for Compared<Battery<'_, D>, IS> {
    fn estimates(&self, state: &(u32, u8)) -> [Cost; D] {
        self.0.estimates(state)
    }

    fn for_each_step(
        &self,
        state: &(u32, u8),
        previous: Option<&(u32, u8)>,
        visit: impl FnMut((u32, u8), [Cost; D]),
    ) {
        self.0.for_each_step(state, previous, visit);
    }

    const HAS_DOMINANCE: bool = IS;

    fn comparable(&self, &(at, _): &(u32, u8)) -> (u32, u8) {
        self.0.graph.ask();
        (at, 0)
    }

    fn dominates(&self, state: &(u32, u8), other: &(u32, u8)) -> bool {
        self.0.graph.ask();
        assert_eq!(state.0, other.0);
        state.1 >= other.1
    }
}

/// States that are dominated are pruned, and nothing else changes. A panic or a limit loses
/// nothing.
fn dominance<const D: usize>(rng: &mut ChaCha8Rng, saved: &Cell<i64>) {
    let graph = Graph::<D>::random(rng);
    let (has_charger, price) = (rng.random(), rng.random_range(0..2));
    let battery = || Battery { graph: &graph, has_charger, price };
    let mut all = ParetoAStar::new().start(Compared::<_, false>(battery()), (0, 4));
    all.run(&Limits::none());
    let mut pruned = ParetoAStar::new().start(Compared::<_, true>(battery()), (0, 4));
    pruned.run(&Limits::none());
    assert!(pruned.costs().eq(all.costs()));
    let expanded = pruned.statistics().expanded;
    saved.set(
        saved.get() + i64::try_from(all.statistics().expanded).unwrap()
            - i64::try_from(expanded).unwrap(),
    );

    pruned.restart((0, 4));
    let mut limit = 40;
    while let End::Stopped(StopReason::Bytes { .. }) = pruned.run(&Limits::none().bytes(50 * limit))
    {
        limit += 1;
    }
    assert!(pruned.costs().eq(all.costs()));
    assert_eq!(pruned.statistics().expanded, expanded);

    let mut answers = 0;
    let mut has_panicked = true;
    while has_panicked {
        pruned.restart((0, 4));
        graph.answers.set(answers);
        let run = || pruned.run(&Limits::none());
        has_panicked = panic::catch_unwind(AssertUnwindSafe(run)).is_err();
        graph.answers.set(u64::MAX);
        pruned.run(&Limits::none());
        assert!(pruned.costs().eq(all.costs()));
        answers += 1 + answers / 4;
    }
}

#[test]
fn dominated_states_are_pruned() {
    let saved = Cell::new(0);
    for_each_seed(100, |rng| dominance::<1>(rng, &saved));
    for_each_seed(100, |rng| dominance::<2>(rng, &saved));
    for_each_seed(60, |rng| dominance::<3>(rng, &saved));
    // Among equal costs, a single search may be unlucky.
    assert!(saved.get() > 0);
}

/// The ideal point has the costs of the cheapest paths. What is known of it at a limit is
/// admissible.
#[test]
fn the_ideal_point_is_exact_for_each_cost() {
    for_each_seed(200, |rng| {
        let mut graph = Graph::<3>::random(rng);
        graph.goals.fill(false);
        let goal = rng.random_range(0..graph.goals.len());
        graph.goals[goal] = true;
        graph.estimates.fill([0; 3]);
        let mut reversed = vec![Vec::new(); graph.arcs.len()];
        for (from, arcs) in (0..).zip(&graph.arcs) {
            for &(to, costs) in arcs {
                reversed[to as usize].push((from, costs));
            }
        }
        let back = MultiObjective::new(|&at: &u32| reversed[at as usize].clone(), |_| false);
        let goal = u32::try_from(goal).unwrap();
        let ideal = ideal_point(&back, &goal, &Limits::none());
        for (cost, distances) in ideal.iter().enumerate() {
            for (node, exact) in (0..).zip(graph.distances(cost)) {
                let exact = exact.and_then(|exact| u32::try_from(exact).ok());
                assert_eq!(distances.cost(&node), exact);
            }
        }
        let mut guided = ParetoAStar::new().start(WithHeuristics::new(&graph, ideal), 0);
        let end = run(&mut guided);
        assert_found(&graph, &guided, end, &graph.oracle(0, [Cost::MAX; 3]));

        let most = rng.random_range(0..4);
        let part = ideal_point(&back, &goal, &Limits::none().expansions(most));
        assert!(part.iter().all(|distances| distances.statistics().expanded <= most));
        let mut guided = ParetoAStar::new().start(WithHeuristics::new(&graph, part), 0);
        let end = run(&mut guided);
        assert_found(&graph, &guided, end, &graph.oracle(0, [Cost::MAX; 3]));
    });
}

/// Also while the many successors of a node are added.
#[test]
fn no_more_bytes_are_used_than_the_limit() {
    let fan = MultiObjective::new(
        |&n: &u32| (1..=1_000).filter(move |_| n == 0).map(|next| (next, [next, 1_001 - next])),
        |_| false,
    );
    let mut search = ParetoAStar::new().start(&fan, 0);
    for limit in (search.statistics().bytes..).step_by(100) {
        let end = search.run(&Limits::none().bytes(limit));
        let in_use = search.statistics().bytes;
        assert!(in_use <= limit, "{in_use} bytes, not {limit}");
        if end == End::Exhausted {
            break;
        }
    }
    assert_eq!(search.statistics().expanded, 1_001);
}

/// A flag is read also while one label after the other is outdated.
#[test]
fn outdated_labels_do_not_delay_a_stop() {
    let many = |&n: &u32| (1..=10_000).filter(move |_| n == 0).map(|cost| (1, [cost, 1]));
    let space = MultiObjective::new(many, |_| false);
    let (flag, outdated) = (Arc::new(AtomicBool::new(false)), Cell::new(0));
    let observed = Observed::new(&space, |event: &Event<'_, u32>| {
        if event.kind == EventKind::Duplicate {
            flag.store(true, Ordering::Relaxed);
            outdated.set(outdated.get() + 1);
        }
    });
    let mut search = ParetoAStar::new().start(observed, 0);
    let end = search.run(&Limits::none().cancel(Arc::clone(&flag)));
    assert_eq!(end, End::Stopped(StopReason::Cancelled));
    assert!(outdated.get() < 100, "{} labels were dropped", outdated.get());
    assert_eq!((search.run(&Limits::none()), outdated.get()), (End::Exhausted, 9_999));
}

/// Each solution is reported once, and each label that is expanded.
#[test]
fn events_are_those_of_the_statistics() {
    let seen = Cell::new([0_u64; 3]);
    let steps = |&n: &u32| [(n + 1, [2, 1]), (n + 1, [1, 2]), (n + 2, [3, 3])];
    let walk = MultiObjective::new(steps, |&n| n >= 10);
    let observed = Observed::new(&walk, |event: &Event<'_, u32>| {
        let index = match event.kind {
            EventKind::Goal => 0,
            EventKind::Expanded => 1,
            EventKind::Generated => 2,
            _ => return,
        };
        let mut counts = seen.get();
        counts[index] += 1;
        seen.set(counts);
    });
    let mut search = ParetoAStar::new().start(observed, 0);
    search.run(&Limits::none());
    let statistics = search.statistics();
    let solutions = search.costs().len() as u64;
    assert_eq!(seen.get(), [solutions, statistics.expanded, statistics.enqueued]);
}

/// A solver, in one memory for all queries.
#[test]
fn a_solver_finds_the_cheapest_path_within_a_budget() {
    let mut memory: Memory<u32, ParetoAStar<2>> = Memory::new();
    let steps = |&n: &u32| [(n + 1, [2, 1]), (n + 1, [1, 2])];
    let walk = MultiObjective::new(steps, |&n| n == 10);
    for (start, budget, cost) in [(0, 13, Some(17)), (0, 9, None), (4, 13, Some(6))] {
        let algorithm = ParetoAStar::new().within([Cost::MAX, budget]).cheapest();
        let limits = Limits::none().time(Duration::from_secs(60));
        let fresh = Solver::builder_in(&walk, start).algorithm(algorithm).limits(limits).solve();
        assert_eq!(fresh.cost(), cost);
        if budget == 13 {
            let solver =
                Solver::builder_in(&walk, start).algorithm(algorithm).solve_in(&mut memory);
            assert_eq!((solver.cost(), solver.is_solvable()), (cost, Some(true)));
        }
    }
}
