//! Graphs. An instance is its arcs, as `a>b:3`, or `a-b:3` for both ways; then `from` a node and
//! `to` a node, or several with commas; then perhaps `with` and estimates, as `a=2`.
//!
//! Figures:
//!
//! - `cost`: the cheapest path. All optimal searches have to agree;
//! - `paths`: the costs of the loopless paths, the cheapest first;
//! - `solutions`: how many paths are cheapest;
//! - `distances`: from the first node to all, in the order in which their names come in the arcs;
//! - `expanded:a-star` and `reopened:a-star`: how often that search expands a node, and how often
//!   again;
//! - `refused`: why there is no such graph.

use std::collections::BTreeMap;

use bestfirst::graphs::{Graph, GraphErrorKind};
use bestfirst::heuristic::from_fn;
use bestfirst::search::{Bidirectional, DenseAStar, KShortest, SearchKind};
use bestfirst::{
    Cost, FixedPoint, Heuristic, Limits, Outcome, Solver, StepCostErrorKind, WithHeuristic,
};

use crate::rules::{self, Instance, Rules};

struct Network {
    /// In the order of their numbers.
    names: Vec<String>,
    arcs: Vec<(u32, u32, f64)>,
    from: u32,
    goals: Vec<u32>,
    /// By the number of the node.
    estimates: BTreeMap<u32, Cost>,
}

pub(crate) fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    let (arcs, ends) = text.split_once(" from ").ok_or("there is no from")?;
    let (ends, estimates) = ends.split_once(" with ").unwrap_or((ends, ""));
    let (from, goals) = ends.split_once(" to ").ok_or("there is no to")?;
    let mut network = Network {
        names: Vec::new(),
        arcs: Vec::new(),
        from: 0,
        goals: Vec::new(),
        estimates: BTreeMap::new(),
    };
    for arc in arcs.split(' ') {
        let bad = || format!("{arc:?} is no arc");
        let (ends, cost) = arc.split_once(':').ok_or_else(bad)?;
        let cost = cost.parse().map_err(|_| bad())?;
        let (from, to) = ends.split_once(['>', '-']).ok_or_else(bad)?;
        let [from, to] = [from, to].map(|name| network.number(name));
        network.arcs.push((from, to, cost));
        if ends.contains('-') {
            network.arcs.push((to, from, cost));
        }
    }
    network.from = network.number(from);
    network.goals = goals.split(',').map(|name| network.number(name)).collect();
    for estimate in estimates.split_whitespace() {
        let bad = || format!("{estimate:?} is no estimate");
        let (name, estimate) = estimate.split_once('=').ok_or_else(bad)?;
        let node = network.number(name);
        network.estimates.insert(node, estimate.parse().map_err(|_| bad())?);
    }
    Ok(Box::new(network))
}

/// The searches whose solutions are optimal. The last three may not end without one.
const OPTIMAL: [SearchKind; 9] = [
    SearchKind::AStar,
    SearchKind::GraphAStar,
    SearchKind::UniformCost,
    SearchKind::AllShortest,
    SearchKind::Anytime,
    SearchKind::AnytimeBeam,
    SearchKind::BoundedMemory,
    SearchKind::IdaStar,
    SearchKind::TreeAStar,
];

impl Network {
    fn number(&mut self, name: &str) -> u32 {
        let known = self.names.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        number as u32
    }

    fn graph(&self) -> Result<Graph, GraphErrorKind> {
        let whole = FixedPoint::with_fraction_bits(0);
        let nodes = self.names.len() as u32;
        let arcs = self.arcs.iter().copied();
        Graph::from_fractional_arcs(nodes, whole, arcs).map_err(|error| *error.kind())
    }

    fn estimate(&self) -> impl Heuristic<u32> + Clone {
        from_fn(|node| self.estimates.get(node).copied().unwrap_or(0))
    }

    /// Optimal searches have to find it, all the same.
    fn cost(&self, graph: &Graph) -> Result<String, String> {
        let space = || WithHeuristic::new(graph.to_any(self.goals.clone()), self.estimate());
        let builder = || Solver::builder_in(space(), self.from);
        let cost = rules::solution(self, &builder().solve(), |&node| node)?;
        let agree = |name: &str, solver: &Solver<u32>| {
            let found = rules::solution(self, solver, |&node| node)?;
            let differs = || format!("{cost}, but {found} by {name}");
            if found == cost { Ok(()) } else { Err(differs()) }
        };
        let limits = Limits::none().expansions(100_000);
        for kind in OPTIMAL {
            let solver = builder().algorithm(kind).limits(limits.clone()).solve();
            let may_stop = OPTIMAL[6..].contains(&kind);
            if let (Outcome::Stopped(stopped), true) = (solver.outcome(), may_stop) {
                if cost.parse().is_ok_and(|cost: Cost| stopped.lower_bound > cost) {
                    return Err(format!("{cost}, but more by {kind}"));
                }
                continue;
            }
            agree(kind.name(), &solver)?;
        }
        agree("dense", &builder().algorithm(DenseAStar::new()).solve())?;
        agree("bidirectional", &builder().algorithm(Bidirectional::new()).solve())?;
        Ok(cost)
    }
}

impl Instance for Network {
    fn figure(&self, name: &str, most: Option<usize>) -> Result<String, String> {
        let graph = match (self.graph(), name) {
            (Err(GraphErrorKind::Cost { kind, .. }), "refused") => {
                return match kind {
                    StepCostErrorKind::Negative { .. } => Ok("negative".to_owned()),
                    StepCostErrorKind::NotANumber => Ok("not-a-number".to_owned()),
                    StepCostErrorKind::TooLarge { .. } => Ok("too-large".to_owned()),
                    _ => Err(kind.to_string()),
                };
            }
            (graph, _) => graph.map_err(|kind| kind.to_string())?,
        };
        let space = WithHeuristic::new(graph.to_any(self.goals.clone()), self.estimate());
        if let Some((counter, search)) = name.split_once(':') {
            let kind: SearchKind = search.parse().map_err(|error| format!("{error}"))?;
            let solver = Solver::builder_in(&space, self.from).algorithm(kind).solve();
            return match counter {
                "expanded" => Ok(solver.statistics().expanded.to_string()),
                "reopened" => Ok(solver.statistics().reopened.to_string()),
                _ => Err(format!("nothing is called {counter:?}")),
            };
        }
        match name {
            "cost" => self.cost(&graph),
            "paths" => {
                let paths = KShortest::from(&space, self.from);
                let paths = paths.take(most.map_or(usize::MAX, |most| most + 1));
                Ok(rules::listed(&paths.map(|path| path.cost()).collect::<Vec<_>>()))
            }
            "solutions" => rules::solutions(&space, self.from),
            "distances" => {
                let distances = graph.distances_from(self.from).compute();
                let cost =
                    |node| distances.cost(&node).map_or("none".to_owned(), |c| c.to_string());
                Ok(rules::listed(&graph.nodes().map(cost).collect::<Vec<_>>()))
            }
            _ => rules::of_growth(name, &rules::growth(&space, self.from, most)),
        }
    }

    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String> {
        match name {
            "paths" | "solutions" => {
                let mut costs = Vec::new();
                self.all_paths(&mut vec![self.from], 0, &mut costs);
                costs.sort_unstable();
                if name == "solutions" {
                    let cheapest = costs.iter().filter(|&&cost| cost == costs[0]).count();
                    return Some(cheapest.to_string());
                }
                costs.truncate(most.map_or(usize::MAX, |most| most + 1));
                Some(rules::listed(&costs))
            }
            "distances" => Some(rules::listed(&self.relaxed())),
            _ => rules::by_brute_force(self, name, most),
        }
    }
}

impl Network {
    /// The costs of all loopless paths that go on from this one.
    fn all_paths(&self, path: &mut Vec<u32>, cost: Cost, costs: &mut Vec<Cost>) {
        let here = path[path.len() - 1];
        if self.is_solved(&here) {
            return costs.push(cost);
        }
        let mut cheapest = BTreeMap::new();
        for (next, step) in self.next(&here) {
            cheapest
                .entry(next)
                .and_modify(|least: &mut Cost| *least = step.min(*least))
                .or_insert(step);
        }
        for (next, step) in cheapest {
            if !path.contains(&next) {
                path.push(next);
                self.all_paths(path, cost + step, costs);
                path.pop();
            }
        }
    }

    /// The distances of all nodes, by going through all arcs as often as there are nodes.
    fn relaxed(&self) -> Vec<String> {
        let mut costs = vec![None; self.names.len()];
        costs[self.from as usize] = Some(0.0);
        for _ in &self.names {
            for &(from, to, step) in &self.arcs {
                let Some(cost) = costs[from as usize].map(|cost: f64| cost + step) else {
                    continue;
                };
                let known = &mut costs[to as usize];
                *known = Some(known.map_or(cost, |known| cost.min(known)));
            }
        }
        costs.iter().map(|cost| cost.map_or("none".to_owned(), |cost| cost.to_string())).collect()
    }
}

/// The position is the node.
impl Rules for Network {
    type Position = u32;

    fn start(&self) -> u32 {
        self.from
    }

    fn is_solved(&self, node: &u32) -> bool {
        self.goals.contains(node)
    }

    #[expect(clippy::cast_sign_loss, reason = "there is no graph with negative costs")]
    fn next(&self, node: &u32) -> Vec<(u32, Cost)> {
        let arcs = self.arcs.iter().filter(|(from, ..)| from == node);
        arcs.map(|&(_, to, cost)| (to, cost.ceil() as Cost)).collect()
    }
}
