//! Graphs of arcs, compared with the algorithm of Bellman and Ford and with a list of all paths.

use std::iter;

use bestfirst::graphs::{Graph, GraphErrorKind};
use bestfirst::search::{
    Bidirectional, CompactAStar, DenseAStar, Distances, GraphAStar, KShortest, UniformCost,
};
use bestfirst::{
    BidirectionalSpace, Cost, DEAD_END, FixedPoint, NumberedSpace, Outcome, Reversed, Solution,
    Solver, StateSpace, StepCostErrorKind,
};
use proptest::prelude::*;

type Arc = (u32, u32, Cost);

/// A problem: how many nodes there are, the arcs, the node to start from, the goals, and for each
/// pair of nodes the percentage of the distance that is the estimate.
#[derive(Clone, Debug)]
struct Case {
    nodes: u32,
    arcs: Vec<Arc>,
    start: u32,
    goals: Vec<u32>,
    percents: Vec<u32>,
}

/// Few nodes, so that many arcs are parallel, or lead from a node to itself.
fn any_case() -> impl Strategy<Value = Case> {
    (1_u32..7).prop_flat_map(|nodes| {
        let count = nodes as usize;
        let arc = (0..nodes, 0..nodes, prop_oneof![0..4_u32, 0..1_000_u32]);
        let arcs = prop::collection::vec(arc, 0..3 * count);
        let goals = prop::collection::vec(0..nodes, 0..3);
        let percents = prop::collection::vec(0..=100_u32, count * count);
        (arcs, 0..nodes, goals, percents).prop_map(move |(arcs, start, goals, percents)| Case {
            nodes,
            arcs,
            start,
            goals,
            percents,
        })
    })
}

impl Case {
    fn graph(&self) -> Graph {
        Graph::from_arcs(self.nodes, self.arcs.iter().copied()).unwrap()
    }

    /// The same with each arc in both directions.
    fn undirected(&self) -> Self {
        let back = self.arcs.iter().map(|&arc| reversed(arc));
        Self { arcs: self.arcs.iter().copied().chain(back).collect(), ..self.clone() }
    }

    /// The lowest cost from a node to each, by the algorithm of Bellman and Ford.
    fn distances(&self, start: u32) -> Vec<Option<Cost>> {
        let mut distances = vec![None; self.nodes as usize];
        distances[start as usize] = Some(0);
        for _ in 0..self.nodes {
            for &(from, to, cost) in &self.arcs {
                let sum = distances[from as usize].map(|distance| distance + cost);
                let known = &mut distances[to as usize];
                *known = [sum, *known].into_iter().flatten().min();
            }
        }
        distances
    }

    fn estimate(&self, from: u32, to: u32) -> Cost {
        let distance = self.distances(from)[to as usize];
        let percent = self.percents[(from * self.nodes + to) as usize];
        distance.map_or(DEAD_END, |distance| distance * percent / 100)
    }

    fn optimum(&self) -> Option<Cost> {
        let distances = self.distances(self.start);
        self.goals.iter().filter_map(|&goal| distances[goal as usize]).min()
    }

    /// The cost of the cheapest arc.
    fn arc(&self, from: u32, to: u32) -> Option<Cost> {
        let between = self.arcs.iter().filter(|arc| (arc.0, arc.1) == (from, to));
        between.map(|arc| arc.2).min()
    }

    fn assert_path(&self, path: &[u32], cost: Cost) {
        assert_eq!(path[0], self.start);
        assert!(self.goals.contains(path.last().unwrap()), "{path:?}");
        let costs = path.windows(2).map(|pair| self.arc(pair[0], pair[1]).unwrap());
        assert_eq!(costs.sum::<Cost>(), cost, "{path:?}");
    }

    /// That each of these searches gives a cheapest path, or proves that there is none.
    fn assert_solved(&self, space: &(impl NumberedSpace<State = u32> + BidirectionalSpace)) {
        let builder = || Solver::builder_in(space, self.start);
        for solver in [
            builder().algorithm(GraphAStar::new()).solve(),
            builder().algorithm(UniformCost::new()).solve(),
            builder().algorithm(UniformCost::new().dense()).solve(),
            builder().algorithm(DenseAStar::new()).solve(),
            builder().algorithm(Bidirectional::new()).solve(),
            builder().algorithm(CompactAStar::new()).solve(),
        ] {
            match solver.outcome() {
                Outcome::Solved(solution) => {
                    assert_eq!(Some(solution.cost()), self.optimum());
                    self.assert_path(solution.states(), solution.cost());
                }
                Outcome::Unsolvable => assert_eq!(self.optimum(), None),
                Outcome::Stopped(stopped) => panic!("{stopped}"),
            }
        }
    }

    /// The costs of all paths without loops that begin like this one, and end at their first goal.
    fn paths(&self, path: &mut Vec<u32>, cost: Cost, found: &mut Vec<Cost>) {
        let last = *path.last().unwrap();
        if self.goals.contains(&last) {
            found.push(cost);
            return;
        }
        for next in 0..self.nodes {
            if let Some(step) = self.arc(last, next).filter(|_| !path.contains(&next)) {
                path.push(next);
                self.paths(path, cost + step, found);
                path.pop();
            }
        }
    }
}

fn reversed((from, to, cost): Arc) -> Arc {
    (to, from, cost)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn paths_are_cheapest(case in any_case()) {
        for (case, graph) in
            [(case.clone(), case.graph()), (case.undirected(), case.graph().undirected())]
        {
            let space = graph.to_any(case.goals.iter().copied());
            case.assert_solved(&space);
            case.assert_solved(&space.estimate_by(|&(from, to)| case.estimate(from, to)));
            if let &[goal] = &case.goals[..] {
                prop_assert_eq!(graph.shortest_path(case.start, goal).cost(), case.optimum());
            }
        }
    }

    #[test]
    fn distances_are_lowest_in_both_directions(case in any_case()) {
        for (case, graph) in
            [(case.clone(), case.graph()), (case.undirected(), case.graph().undirected())]
        {
            let [by_hash, back] = [&graph, graph.reversed()]
                .map(|graph| graph.distances_from(case.start).compute());
            let dense = graph.distances_from(case.start).compute_dense();
            let space = Reversed::new(graph.to(case.start));
            let also_back = Distances::from(space, case.start).compute_dense();
            let distances = case.distances(case.start);
            for node in graph.nodes() {
                let distance = distances[node as usize];
                prop_assert_eq!((by_hash.cost(&node), dense.cost(&node)), (distance, distance));
                let distance = case.distances(node)[case.start as usize];
                prop_assert_eq!((back.cost(&node), also_back.cost(&node)), (distance, distance));
            }
        }
    }

    #[test]
    fn all_paths_come_in_the_order_of_their_costs(case in any_case()) {
        let graph = case.graph();
        let space = graph.to_any(case.goals.iter().copied());
        let mut expected = Vec::new();
        case.paths(&mut vec![case.start], 0, &mut expected);
        expected.sort_unstable();
        let paths: Vec<_> = KShortest::from(&space, case.start).collect();
        prop_assert_eq!(paths.iter().map(Solution::cost).collect::<Vec<_>>(), expected);
        for path in paths {
            case.assert_path(path.states(), path.cost());
        }
    }

    /// Costs are rounded up, and no path costs a unit for each step more than it should.
    #[test]
    fn fractional_costs_are_read_back(case in any_case(), bits in 0..12_u8) {
        let fixed = FixedPoint::with_fraction_bits(bits);
        let arcs = case.arcs.iter().map(|&(from, to, cost)| (from, to, f64::from(cost) / 1_000.0));
        let graph = Graph::from_fractional_arcs(case.nodes, fixed, arcs).unwrap();
        prop_assert_eq!(graph.fixed_point(), fixed);
        for node in graph.nodes() {
            let cost = graph.shortest_path(case.start, node).cost();
            let distance = case.distances(case.start)[node as usize];
            let expected = distance.map(|distance| f64::from(distance) / 1_000.0);
            prop_assert_eq!(cost.is_some(), expected.is_some());
            if let (Some(cost), Some(expected)) = (cost, expected) {
                let (cost, most) = (fixed.to_f64(cost), fixed.to_f64(case.nodes - 1));
                prop_assert!((-1e-9..=most + 1e-9).contains(&(cost - expected)), "{}", cost);
            }
        }
    }

    /// No arc is lost, and none changes its cost or its place among those of its node.
    #[test]
    fn arcs_are_sorted_by_the_node_that_they_leave(
        mut arcs in prop::collection::vec((0..9_u32, 0..9_u32, any::<Cost>()), 0..40),
    ) {
        let graph = Graph::from_arcs(9, arcs.iter().copied()).unwrap();
        let mut back: Vec<_> = arcs.iter().map(|&arc| reversed(arc)).collect();
        back.sort_unstable();
        arcs.sort_by_key(|arc| arc.0);
        prop_assert_eq!(graph.arcs().collect::<Vec<_>>(), &arcs[..]);
        let mut reversed: Vec<_> = graph.reversed().arcs().collect();
        reversed.sort_unstable();
        prop_assert_eq!(reversed, &back[..]);

        let mut both = [&arcs[..], &back[..]].concat();
        both.sort_unstable();
        let loops = arcs.iter().filter(|arc| arc.0 == arc.1).count();
        let undirected = graph.undirected();
        let mut found: Vec<_> = undirected.arcs().collect();
        prop_assert_eq!(found.len(), both.len() - loops);
        prop_assert_eq!(undirected.reversed().arcs().collect::<Vec<_>>(), &found[..]);
        // A loop is its own reverse, and is not there twice for it.
        found.extend(arcs.iter().filter(|arc| arc.0 == arc.1));
        found.sort_unstable();
        prop_assert_eq!(found, both);
    }
}

#[test]
fn bad_arcs_are_named() {
    for (nodes, arcs, message) in [
        (3, &[(0, 1, 1), (3, 1, 1)][..], "arc 1: node 3 is not below 3, the number of nodes"),
        (1, &[(0, u32::MAX, 1)], "arc 0: node 4294967295 is not below 1, the number of nodes"),
        (0, &[(0, 0, 1)], "arc 0: node 0 is not below 0, the number of nodes"),
    ] {
        let error = Graph::from_arcs(nodes, arcs.iter().copied()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let fixed = FixedPoint::with_fraction_bits(2);
    for (cost, message) in [
        (f64::NAN, "is not a number"),
        (-0.5, "is negative: -0.5"),
        (f64::NEG_INFINITY, "is negative: -inf"),
        (f64::INFINITY, "is inf, above the maximum of 1073741823.75"),
        (1_073_741_824.0, "is 1073741824, above the maximum of 1073741823.75"),
    ] {
        let arcs = [(0, 1, 0.0), (1, 0, cost)];
        let error = Graph::from_fractional_arcs(2, fixed, arcs).unwrap_err();
        assert_eq!(error.to_string(), format!("arc 1: the cost of a step {message}"));
    }
    // The first fault ends it, and is told.
    let error = Graph::from_arcs(4, iter::repeat((1, 4, 0))).unwrap_err();
    assert_eq!(*error.kind(), GraphErrorKind::UnknownNode { arc: 0, node: 4, nodes: 4 });
    let arcs = [(0, 1, 1.0), (0, 1, -2.0), (7, 8, f64::NAN)];
    let error = Graph::from_fractional_arcs(2, fixed, arcs).unwrap_err();
    let kind = StepCostErrorKind::Negative { cost: -2.0 };
    assert_eq!(*error.kind(), GraphErrorKind::Cost { arc: 1, kind });
}

/// A number without a node is an answer, not a panic, and takes no search.
#[test]
fn no_path_leads_from_or_to_a_node_that_is_not_there() {
    let graph = Graph::from_arcs(2, [(0, 1, 1), (1, 0, 1)]).unwrap();
    let empty = Graph::from_arcs(0, []).unwrap();
    for (graph, from, to) in [
        (&graph, 0, 2),
        (&graph, 2, 0),
        (&graph, 2, 2),
        (&graph, u32::MAX, u32::MAX),
        (&empty, 0, 0),
    ] {
        let builder = || Solver::builder_in(graph.to(to), from);
        for solver in [
            graph.shortest_path(from, to),
            builder().algorithm(DenseAStar::new()).solve(),
            builder().algorithm(Bidirectional::new()).solve(),
            builder().algorithm(CompactAStar::new()).solve(),
        ] {
            assert_eq!(solver.is_solvable(), Some(false), "{from} {to}");
            assert_eq!(solver.statistics().expanded, 0);
        }
        assert_eq!(graph.to(to).state(graph.nodes().len()), None);
    }
    let nowhere = Solver::builder_in(graph.to_any([]), 0).solve();
    assert_eq!((nowhere.is_solvable(), nowhere.statistics().expanded), (Some(false), 0));
    let distances = graph.distances_from(7).compute();
    assert_eq!((distances.cost(&7), distances.cost(&0)), (Some(0), None));
    assert_eq!(graph.arcs_from(u32::MAX), []);
}

#[test]
fn a_space_knows_its_cheapest_arc() {
    for (arcs, least) in [(&[(0, 1, 5), (1, 0, 3)][..], 3), (&[(0, 1, 5), (1, 1, 0)], 0), (&[], 0)]
    {
        let graph = Graph::from_arcs(2, arcs.iter().copied()).unwrap();
        let space = graph.to(1);
        assert_eq!((space.least_step_cost(), space.has_zero_cost_steps()), (least, least == 0));
        let both_ways = graph.clone().undirected();
        assert_eq!(both_ways.to(1).least_step_cost(), least);
    }
}
