//! A search of your own: depth-first branch-and-bound. Copy this file and change it.
//!
//! The search follows one path at a time, and prunes a path that cannot cost less than the best
//! solution so far. It stores little more than one path, and ends on finite spaces without cycles.
//! A\* on the same problem checks the answer.

use std::cmp::Reverse;
use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use bestfirst::search::{Algorithm, End, Search};
use bestfirst::{Cost, Limits, Problem, StateSpace, Statistics};

/// The algorithm. Its fields would be its options.
struct BranchAndBound;

impl<P: StateSpace> Algorithm<P> for BranchAndBound {
    type Search = BranchAndBoundSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        let mut search = BranchAndBoundSearch {
            space,
            open: Vec::new(),
            path: Vec::new(),
            best: (0, 0, Vec::new()),
            has_solution: false,
            bound: 0,
            limits: Limits::none(),
            counters: Statistics::default(),
        };
        search.restart(initial);
        search
    }
}

struct Node<S> {
    state: S,
    depth: usize,
    path_cost: Cost,
    estimate: Cost,
}

/// A search in progress.
struct BranchAndBoundSearch<P: StateSpace> {
    space: P,
    /// The open list, a stack.
    open: Vec<Node<P::State>>,
    /// The path to the node that was taken off last.
    path: Vec<P::State>,
    /// The best solution, or before there is one, the path to the most promising state: the
    /// estimate at its end, its cost and its states.
    best: (Cost, Cost, Vec<P::State>),
    has_solution: bool,
    bound: Cost,
    limits: Limits,
    counters: Statistics,
}

impl<P: StateSpace> BranchAndBoundSearch<P> {
    /// Takes a node off the open list, and expands it unless it is a goal or is pruned.
    fn step(&mut self) -> Option<End> {
        if self.open.is_empty() {
            self.bound = if self.has_solution { self.cost() } else { Cost::MAX };
            return Some(if self.has_solution { End::Solved } else { End::Exhausted });
        }
        if let Some(reason) = self.limits.met(&self.statistics()) {
            return Some(End::Stopped(reason));
        }
        let Node { state, depth, path_cost, estimate } = self.open.pop()?;
        if self.has_solution && path_cost.saturating_add(estimate) >= self.cost() {
            return None;
        }
        self.path.truncate(depth);
        self.path.push(state);
        let is_goal = self.space.is_goal(&self.path[depth]);
        if is_goal || !self.has_solution && (estimate, path_cost) < (self.best.0, self.best.1) {
            self.best = (estimate, path_cost, self.path.clone());
            self.has_solution = is_goal;
        }
        if is_goal {
            return None;
        }
        let first = self.open.len();
        let previous = depth.checked_sub(1).map(|parent| &self.path[parent]);
        self.space.for_each_successor(&self.path[depth], previous, |state, step_cost| {
            let path_cost = path_cost.checked_add(step_cost).expect("path costs fit into a Cost");
            let estimate = self.space.estimate(&state);
            self.open.push(Node { state, depth: depth + 1, path_cost, estimate });
        });
        // The successor with the lowest f is on top of the stack.
        let f = |node: &Node<_>| node.path_cost.saturating_add(node.estimate);
        self.open[first..].sort_by_key(|node| Reverse(f(node)));
        self.counters.expanded += 1;
        self.counters.generated += (self.open.len() - first) as u64;
        None
    }
}

impl<P: StateSpace> Search for BranchAndBoundSearch<P> {
    type State = P::State;

    fn advance(&mut self, steps: u64) -> Option<End> {
        let began = Instant::now();
        let end = (0..steps).find_map(|_| self.step());
        self.counters.elapsed += began.elapsed();
        end
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = self.counters;
        statistics.open = self.open.len() as u64;
        statistics.bytes = self.open.capacity() * size_of::<Node<P::State>>();
        statistics
    }

    fn lower_bound(&self) -> Cost {
        if self.has_solution { self.bound.min(self.cost()) } else { self.bound }
    }

    fn path(&self) -> Vec<P::State> {
        self.best.2.clone()
    }

    fn cost(&self) -> Cost {
        self.best.1
    }

    fn has_solution(&self) -> bool {
        self.has_solution
    }

    fn restart(&mut self, initial: P::State) {
        let estimate = self.space.estimate(&initial);
        self.best = (estimate, 0, vec![initial.clone()]);
        (self.has_solution, self.bound) = (false, estimate);
        self.open.clear();
        self.open.push(Node { state: initial, depth: 0, path_cost: 0, estimate });
        self.counters = Statistics::default();
        self.counters.generated = 1;
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }
}

fn main() -> ExitCode {
    let error = match run(&mut io::stdout().lock()) {
        Ok(status) => return status,
        Err(error) => error,
    };
    let message = match error.downcast_ref::<io::Error>() {
        // A reader such as `head` has seen enough.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Some(error) => format!("standard output: {error}"),
        None => error.to_string(),
    };
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(2)
}

fn run(out: &mut dyn Write) -> Result<ExitCode, Box<dyn Error>> {
    if env::args().len() > 1 {
        writeln!(out, "Usage: custom_search")?;
        writeln!(out, "Compares branch-and-bound with A* on a small problem. It has no options.")?;
        return Ok(ExitCode::SUCCESS);
    }
    // From 1 to 100, where adding 1 costs 1 and doubling costs 3.
    let steps = |&n: &u32| [(n + 1, 1), (2 * n, 3)].into_iter().filter(|&(next, _)| next <= 100);
    let problem = Problem::from_successors(1, steps, |&n| n == 100)
        // A step at most doubles the number.
        .estimate(|&n| 100_u32.div_ceil(n).next_power_of_two().ilog2());
    let solver = problem.algorithm(BranchAndBound).solve();
    let a_star = problem.solve();
    assert_eq!(solver.cost(), a_star.cost());
    writeln!(out, "{:?}", solver.solution())?;
    for (name, solver) in [("Branch-and-bound", solver), ("A*", a_star)] {
        let (cost, expanded) = (solver.cost().unwrap(), solver.statistics().expanded);
        writeln!(out, "{name}: cost {cost}, {expanded} nodes expanded")?;
    }
    Ok(ExitCode::SUCCESS)
}
