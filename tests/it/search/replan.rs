//! `Replan` on graphs and maps that change, compared with searches that know nothing of it.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bestfirst::search::Replan;
use bestfirst::{
    BidirectionalSpace, Cost, DEAD_END, Limits, NumberedSpace, Outcome, StateSpace, StopReason,
};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::common::graph::{Graph, share};
use crate::common::seeds::for_each_seed;

/// A graph whose steps appear, disappear and change their cost, and which can panic at a chosen
/// call.
struct World {
    graph: Graph,
    /// Each edge with the least that it may cost, and whether it may be missing.
    edges: Vec<(usize, usize, Cost)>,
    /// The index of each edge in the graph now, or `None`.
    costs: Vec<Option<Cost>>,
    /// A percentage of the true distance for each vertex.
    percents: Vec<u64>,
    most: Cost,
    /// How many calls are answered before one panics.
    answers: Cell<u64>,
}

/// The payload of a panic of a world.
struct Sprung;

impl World {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let count = rng.random_range(1..14_usize);
        let most = [1, 3, 10, 1_000, Cost::MAX / 4][rng.random_range(0..5)];
        let edges = (0..rng.random_range(0..4 * count)).map(|_| {
            let cost = if rng.random_ratio(1, 8) { 0 } else { rng.random_range(0..=most) };
            (rng.random_range(0..count), rng.random_range(0..count), cost)
        });
        let edges: Vec<_> = edges.collect();
        let costs = edges.iter().map(|edge| rng.random_ratio(3, 4).then_some(edge.2)).collect();
        let any = [0, rng.random_range(0..=100), 100][rng.random_range(0..3)];
        let is_consistent = rng.random();
        let percent = |_| if is_consistent { any } else { rng.random_range(0..=100) };
        let percents = (0..count).map(percent).collect();
        let graph = Graph { edges: vec![Vec::new(); count], estimates: vec![], goals: vec![] };
        let answers = Cell::new(u64::MAX);
        let mut world = Self { graph, edges, costs, percents, most, answers };
        world.set_goals(rng);
        world
    }

    /// Chooses goals, and estimates that hold whatever the steps cost.
    fn set_goals(&mut self, rng: &mut ChaCha8Rng) {
        let count = self.percents.len();
        self.graph.goals =
            (0..rng.random_range(0..3)).map(|_| rng.random_range(0..count)).collect();
        let costs = self.costs.clone();
        self.costs = self.edges.iter().map(|edge| Some(edge.2)).collect();
        self.set_edges();
        let dead_ends = rng.random_ratio(1, 3);
        let distances = self.graph.distances().into_iter().zip(&self.percents);
        let estimates = distances.map(|(distance, &percent)| match distance {
            None if dead_ends => DEAD_END,
            distance => share(distance, percent),
        });
        self.graph.estimates = estimates.collect();
        self.costs = costs;
        self.set_edges();
    }

    fn set_edges(&mut self) {
        self.graph.edges.iter_mut().for_each(Vec::clear);
        for (&(from, to, _), cost) in self.edges.iter().zip(&self.costs) {
            self.graph.edges[from].extend(cost.map(|cost| (to, cost)));
        }
    }

    /// Changes some steps, and returns what has to be told.
    fn change(&mut self, rng: &mut ChaCha8Rng) -> Vec<usize> {
        let mut changed = Vec::new();
        for _ in 0..rng.random_range(0..4) {
            if self.edges.is_empty() {
                break;
            }
            let edge = rng.random_range(0..self.edges.len());
            let (from, to, least) = self.edges[edge];
            self.costs[edge] = match rng.random_range(0..3) {
                0 => None,
                1 => Some(least),
                _ => Some(least.saturating_add(rng.random_range(0..=self.most))),
            };
            changed.push(*[from, to].choose(rng).unwrap());
        }
        self.set_edges();
        changed
    }

    fn ask(&self) {
        let answers = self.answers.get();
        if answers == 0 {
            self.answers.set(u64::MAX);
            panic::resume_unwind(Box::new(Sprung));
        }
        self.answers.set(answers - 1);
    }

    /// The cost of a path, step by step.
    fn cost_of(&self, path: &[usize]) -> Cost {
        let steps = path.windows(2).map(|pair| {
            let costs = self.graph.edges[pair[0]].iter().filter(|edge| edge.0 == pair[1]);
            costs.map(|edge| edge.1).min().expect("a step that exists")
        });
        steps.sum()
    }

    /// That an answer is right. Returns the path, if it is final.
    fn assert_right(&self, at: usize, outcome: &Outcome<usize>) -> Option<Vec<usize>> {
        let distance = self.graph.distances()[at];
        match outcome {
            Outcome::Solved(solution) => {
                assert_eq!(Some(solution.cost()), distance);
                assert_eq!(
                    (solution.lower_bound(), solution.stopped_by()),
                    (solution.cost(), None)
                );
                let path = solution.states();
                assert_eq!((path[0], self.cost_of(path)), (at, solution.cost()));
                assert!(self.graph.goals.contains(path.last().unwrap()));
                Some(path.to_vec())
            }
            Outcome::Unsolvable => {
                assert_eq!(distance, None);
                Some(vec![at])
            }
            Outcome::Stopped(stopped) => {
                assert!(distance.is_none_or(|distance| stopped.lower_bound <= distance));
                assert_eq!(stopped.path[0], at);
                // Of two steps between the same vertices it may have seen the dearer one alone.
                assert!(self.cost_of(&stopped.path) <= stopped.path_cost);
                if stopped.reason == StopReason::PathCost {
                    assert!(distance.is_none_or(|distance| distance == Cost::MAX));
                    return Some(vec![at]);
                }
                None
            }
        }
    }
}

impl StateSpace for World {
    type State = usize;

    fn estimate(&self, vertex: &usize) -> Cost {
        self.ask();
        self.graph.estimate(vertex)
    }

    fn is_goal(&self, vertex: &usize) -> bool {
        self.ask();
        self.graph.is_goal(vertex)
    }

    fn for_each_successor(
        &self,
        vertex: &usize,
        previous: Option<&usize>,
        mut visit: impl FnMut(usize, Cost),
    ) {
        self.ask();
        self.graph.for_each_successor(vertex, previous, |next, cost| {
            visit(next, cost);
            self.ask();
        });
    }

    fn number(&self, &vertex: &usize) -> Option<usize> {
        self.ask();
        Some(vertex)
    }
}

impl NumberedSpace for World {
    fn numbers(&self) -> usize {
        self.ask();
        self.percents.len()
    }

    fn state(&self, number: usize) -> Option<usize> {
        self.ask();
        Some(number)
    }
}

impl BidirectionalSpace for World {
    fn goals(&self, vertex: &usize) -> impl IntoIterator<Item = usize> {
        BidirectionalSpace::goals(&self.graph, vertex)
    }

    fn for_each_predecessor(
        &self,
        vertex: &usize,
        next: Option<&usize>,
        mut visit: impl FnMut(usize, Cost),
    ) {
        self.ask();
        self.graph.for_each_predecessor(vertex, next, |before, cost| {
            visit(before, cost);
            self.ask();
        });
    }
}

/// Lets an agent walk while the world changes. `solve` gets an answer, in one call or in several.
/// If it learns, it has the same answer again without a search.
fn walk(
    rng: &mut ChaCha8Rng,
    learns: bool,
    solve: impl Fn(&mut Replan<usize>, &World, usize, &mut ChaCha8Rng) -> Outcome<usize>,
) {
    let mut world = World::random(rng);
    let count = world.percents.len();
    let mut replan = Replan::new();
    let mut at = rng.random_range(0..count);
    for _ in 0..rng.random_range(1..20) {
        let outcome = solve(&mut replan, &world, at, rng);
        let path = world.assert_right(at, &outcome).expect("no limit");
        // A search that opens states again may be too long to learn from.
        let learns = learns && replan.statistics().reopened == 0;
        if rng.random_ratio(7, 8) {
            let again = replan.solve(&world, at, &Limits::none());
            assert_eq!(world.assert_right(at, &again).map(|path| path.len()), Some(path.len()));
            if learns && !matches!(again, Outcome::Stopped(_)) {
                assert_eq!(replan.statistics().expanded, 0, "it is known");
            }
        }
        at = match rng.random_range(0..4) {
            0 => rng.random_range(0..count),
            1 => at,
            _ => path[rng.random_range(0..path.len())],
        };
        if rng.random_ratio(1, 8) {
            world.set_goals(rng);
            replan.reset();
        }
        // A search that was stopped does not go on in another world.
        if rng.random_ratio(1, 4) {
            let stopped =
                replan.solve(&world, at, &Limits::none().expansions(rng.random_range(0..4)));
            world.assert_right(at, &stopped);
        }
        // To tell too much does no harm, nor does it to tell before the change.
        if rng.random_ratio(1, 8) {
            replan.changed((0..rng.random_range(0..3 * count)).map(|at| at % count));
        }
        let changed = world.change(rng);
        replan.changed(changed);
    }
}

#[test]
fn each_path_is_a_cheapest_one_of_the_graph_as_it_is() {
    for_each_seed(4_000, |rng| {
        walk(rng, true, |replan, world, at, _| replan.solve(world, at, &Limits::none()));
    });
}

#[test]
fn it_goes_on_after_each_limit() {
    for_each_seed(2_000, |rng| {
        let kind = rng.random_range(0..6);
        walk(rng, true, |replan, world, at, rng| {
            let cost = rng.random_range(0..20);
            let limits = Limits::none();
            let mut stops = 0..if kind < 2 { 10_000 } else { 2 };
            let mut limits = match kind {
                0 => limits.expansions(1),
                1 => limits.generated(rng.random_range(2..4)),
                2 => limits.expansions(rng.random_range(0..4)),
                3 => limits.time(Duration::ZERO),
                4 => limits.cancel(Arc::new(AtomicBool::new(true))),
                _ => limits.cost(cost),
            };
            loop {
                let outcome = replan.solve(world, at, &limits);
                if world.assert_right(at, &outcome).is_some() {
                    assert!(stops.is_empty() || kind != 3 && kind != 4);
                    return outcome;
                }
                let Outcome::Stopped(stopped) = outcome else { unreachable!() };
                let is_expected = match stopped.reason {
                    StopReason::Expansions { limit, expanded } => {
                        kind % 2 == 0 && expanded == limit
                    }
                    StopReason::Generated { limit, generated } => kind == 1 && generated >= limit,
                    StopReason::Time { .. } => kind == 3,
                    StopReason::Cancelled => kind == 4,
                    StopReason::Cost { limit, .. } => kind == 5 && limit == cost,
                    _ => false,
                };
                assert!(is_expected, "{kind} {stopped:?}");
                if stops.next().is_none() {
                    limits = Limits::none();
                }
            }
        });
    });
}

#[test]
fn little_memory_only_makes_it_slower() {
    for_each_seed(2_000, |rng| {
        walk(rng, false, |replan, world, at, rng| {
            let mut bytes = rng.random_range(0..1_000);
            loop {
                let outcome = replan.solve(world, at, &Limits::none().bytes(bytes));
                let in_use = replan.statistics().bytes;
                if world.assert_right(at, &outcome).is_some() {
                    return outcome;
                }
                let Outcome::Stopped(stopped) = outcome else { unreachable!() };
                let is_expected = matches!(
                    stopped.reason,
                    StopReason::Bytes { limit, in_use: used } if limit == bytes && used == in_use
                );
                assert!(is_expected, "{stopped:?}");
                bytes += [1, 100, 3_000][rng.random_range(0..3)];
            }
        });
    });
}

/// What many changes take is given back before the search.
#[test]
fn many_changes_leave_room_for_the_search() {
    let count = 3_000;
    let arcs = (1..count).flat_map(|at| [(at - 1, at, 1), (at, at - 1, 1)]);
    let row = bestfirst::graphs::Graph::from_arcs(count, arcs).unwrap();
    let space = row.to(count - 1);
    let mut replan = Replan::new();
    let outcome = replan.solve(&space, 0, &Limits::none());
    assert!(matches!(outcome, Outcome::Solved(_)), "{outcome}");
    let limit = replan.statistics().bytes.max(41 * count as usize);
    for round in 0..6 {
        // Another goal has nothing to do with the memory.
        if round == 3 {
            replan.reset();
        }
        replan.changed(0..count);
        let outcome = replan.solve(&space, 0, &Limits::none().bytes(limit));
        assert!(matches!(&outcome, Outcome::Solved(path) if path.cost() == count - 1), "{outcome}");
        assert!(replan.statistics().bytes <= limit);
    }
    // Under a lower limit it begins anew.
    let little = limit / 2;
    let outcome = replan.solve(&space, 0, &Limits::none().bytes(little));
    assert!(matches!(outcome, Outcome::Solved(_)), "{outcome}");
    assert!(replan.statistics().bytes <= little);
}

#[test]
fn after_a_panic_in_any_call_it_gives_the_right_answer() {
    for_each_seed(1_000, |rng| {
        walk(rng, true, |replan, world, at, rng| {
            for answers in 0.. {
                // Each panic comes to what was before, or to what the panics before have left.
                let mut copy = replan.clone();
                world.answers.set(answers);
                let solved = panic::catch_unwind(AssertUnwindSafe(|| {
                    copy.solve(world, at, &Limits::none())
                }));
                world.answers.set(u64::MAX);
                if let Ok(outcome) = solved {
                    *replan = copy;
                    return outcome;
                }
                if rng.random_ratio(1, 4) {
                    *replan = copy.clone();
                }
                if rng.random() {
                    let outcome = copy.solve(world, at, &Limits::none());
                    world.assert_right(at, &outcome).expect("no limit");
                }
            }
            unreachable!()
        });
    });
}

#[test]
fn spaces_of_other_sizes_begin_anew() {
    for_each_seed(300, |rng| {
        let mut replan = Replan::new();
        for _ in 0..10 {
            let world = World::random(rng);
            let at = rng.random_range(0..world.percents.len());
            replan.reset();
            let outcome = replan.solve(&world, at, &Limits::none().expansions(2));
            world.assert_right(at, &outcome);
            let outcome = replan.solve(&world, at, &Limits::none());
            world.assert_right(at, &outcome).expect("no limit");
        }
    });
}

/// Rooms in a row, with doors between them. The goal is the last one.
struct Row<'d>(&'d [bool]);

impl StateSpace for Row<'_> {
    type State = usize;

    fn estimate(&self, &room: &usize) -> Cost {
        u32::try_from(self.0.len() - room).unwrap()
    }

    fn is_goal(&self, &room: &usize) -> bool {
        room == self.0.len()
    }

    fn for_each_successor(
        &self,
        &room: &usize,
        _: Option<&usize>,
        mut visit: impl FnMut(usize, Cost),
    ) {
        if room > 0 && self.0[room - 1] {
            visit(room - 1, 1);
        }
        if self.0.get(room) == Some(&true) {
            visit(room + 1, 1);
        }
    }

    fn number(&self, &room: &usize) -> Option<usize> {
        Some(room)
    }
}

impl NumberedSpace for Row<'_> {
    fn numbers(&self) -> usize {
        self.0.len() + 1
    }

    fn state(&self, number: usize) -> Option<usize> {
        Some(number)
    }
}

impl BidirectionalSpace for Row<'_> {
    fn goals(&self, _: &usize) -> impl IntoIterator<Item = usize> {
        [self.0.len()]
    }

    fn for_each_predecessor(
        &self,
        room: &usize,
        next: Option<&usize>,
        visit: impl FnMut(usize, Cost),
    ) {
        self.for_each_successor(room, next, visit);
    }
}

#[test]
fn what_is_known_takes_no_expansions() {
    let mut doors = [true; 99];
    let mut replan = Replan::new();
    let mut solve = |doors: &[bool], room, changed: Option<usize>| {
        replan.changed(changed);
        let outcome = replan.solve(Row(doors), room, &Limits::none());
        let cost = match outcome {
            Outcome::Solved(solution) => Some(solution.cost()),
            Outcome::Unsolvable => None,
            Outcome::Stopped(_) => unreachable!(),
        };
        (cost, replan.statistics().expanded)
    };
    assert_eq!(solve(&doors, 40, None), (Some(59), 59));
    // On the path there is nothing to do, and beside it little.
    assert_eq!(solve(&doors, 70, None), (Some(29), 0));
    assert_eq!(solve(&doors, 30, None), (Some(69), 10));
    // No room leads out, and all know it after the first search.
    doors[90] = false;
    let (cost, expanded) = solve(&doors, 50, Some(90));
    assert!(cost.is_none() && expanded > 90);
    assert_eq!(solve(&doors, 50, None), (None, 0));
    assert_eq!(solve(&doors, 0, None), (None, 0));
    assert_eq!(solve(&doors, 91, None), (Some(8), 0));
    // With the door open, all have the exact distance again.
    doors[90] = true;
    let (cost, expanded) = solve(&doors, 50, Some(90));
    assert!(cost == Some(49) && expanded > 90);
    assert_eq!(solve(&doors, 0, None), (Some(99), 50));
}
