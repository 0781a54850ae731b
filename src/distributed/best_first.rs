//! Hash-distributed A\*, and breadth-first search as a case of it.

use std::sync::Arc;
use std::time::Instant;

use super::dataflow::Work;
use super::share::{Address, Findings, Message, SharedSpace, WorkerNodes};
use super::{Cluster, ClusterError, ClusterErrorKind, cluster};
use crate::{Cost, DEAD_END, Limits, Outcome, Solution, Statistics, StopReason, Stopped};

impl Cluster {
    /// Finds a cheapest path from `initial` to a goal: hash-distributed A\*. The hash of a state
    /// chooses the worker that keeps its node and expands it.
    ///
    /// `problem` is the name of the problem, which must be the same in all processes: put into it
    /// what distinguishes the space from others.
    ///
    /// # Guarantees
    ///
    /// The same as of [`GraphAStar`](crate::search::GraphAStar): the solution is optimal if the
    /// estimate is admissible. It need not be consistent. If there is no solution, this is proven.
    ///
    /// A node is expanded only when no node with a lower *f* is left, neither on a worker nor in a
    /// message. So only two kinds of nodes are expanded that one thread may not expand: nodes whose
    /// *f* is the cost of the solution, and nodes to which a cheaper path is found later.
    ///
    /// # Limits
    ///
    /// As in [`enumerate`](Self::enumerate); they are checked at least every 256 expansions. When
    /// one is met, the lower bound is what the progress tracking of `timely` has proven by then.
    ///
    /// # Memory
    ///
    /// Each state is kept once, in the process of its worker, with 20 bytes of its node, 5 to 12
    /// bytes in a table, and 8 bytes while it is open. Messages wait in memory until they are read.
    ///
    /// # Errors
    ///
    /// If the processes differ in their space, initial state or limits, if a process is lost, or if
    /// states cannot be serialized.
    ///
    /// # Panics
    ///
    /// If the space panics in this process. The others return
    /// [`ClusterErrorKind::Panicked`].
    ///
    /// # Reference
    ///
    /// A. Kishimoto, A. Fukunaga and A. Botea, "Evaluation of a simple, scalable, parallel
    /// best-first search strategy", *Artificial Intelligence* 195, 2013.
    pub fn a_star<P: SharedSpace>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
    ) -> Result<(Outcome<P::State>, Statistics), ClusterError> {
        self.guard(|cluster| cluster.search(problem, space, initial, limits, false))
    }

    /// Finds a path of the fewest steps from `initial` to a goal, whatever the steps cost:
    /// breadth-first search by rounds. Estimates are ignored. The cost of the solution is its
    /// number of steps.
    ///
    /// All else is as in [`a_star`](Self::a_star).
    ///
    /// # Errors
    ///
    /// As [`a_star`](Self::a_star).
    ///
    /// # Panics
    ///
    /// As [`a_star`](Self::a_star).
    pub fn breadth_first<P: SharedSpace>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
    ) -> Result<(Outcome<P::State>, Statistics), ClusterError> {
        self.guard(|cluster| cluster.search(problem, space, initial, limits, true))
    }

    /// With `counts_steps`, breadth-first search.
    fn search<P: SharedSpace>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
        counts_steps: bool,
    ) -> Result<(Outcome<P::State>, Statistics), ClusterError> {
        let name = if counts_steps { "breadth-first search" } else { "A*" };
        self.begin(name, problem, cluster::start_of(&**space, initial), limits)?;
        let start = Instant::now();
        let estimate = space.estimate(initial);
        if !space.is_solvable(initial) || estimate == DEAD_END {
            return Ok((Outcome::Unsolvable, Statistics::default()));
        }
        let estimate = if counts_steps { 0 } else { estimate };
        let shares = self.members(space, limits, start).map(|context| {
            let mut share = WorkerNodes::new(context, counts_steps);
            let root = Message { state: initial.clone(), cost: 0, estimate, parent: None };
            if WorkerNodes::<P>::owner(&root, self.workers()) == share.context.worker {
                share.receive(root, estimate);
            }
            share
        });
        let shares = self.run(shares.collect())?;
        let own = shares.iter().map(WorkerNodes::report);
        let (statistics, reason, found) = self.gather(own, limits)?;
        let found = found.into_iter().fold(Findings::default(), Findings::merged);
        let lower_bound = found.lower_bound.max(estimate);
        let outcome =
            self.outcome(Findings { lower_bound, ..found }, reason, initial, limits, &shares)?;
        Ok((outcome, Statistics { elapsed: start.elapsed(), ..statistics }))
    }

    /// The outcome of a search, from what all workers have found.
    fn outcome<P: SharedSpace>(
        &self,
        found: Findings,
        reason: Option<StopReason>,
        initial: &P::State,
        limits: &Limits,
        shares: &[WorkerNodes<P>],
    ) -> Result<Outcome<P::State>, ClusterError> {
        let Findings { goal, best, lower_bound, is_pruned } = found;
        let last = goal.map(|(_, node)| node).or(best.map(|(.., node)| node));
        // If no worker had room for a node, the path is the root alone.
        let path =
            last.map_or_else(|| Ok(vec![initial.clone()]), |node| self.path(node, shares))?;
        let path_cost = shares.first().map_or(0, |share| share.path_cost(&path));
        // If no worker was stopped, all nodes with a lower f were expanded.
        let is_optimal = goal.is_some() && (reason.is_none() || lower_bound >= path_cost);
        let lower_bound = match (reason, goal) {
            _ if is_optimal => path_cost,
            (None, None) => Cost::MAX,
            _ => lower_bound,
        };
        let no_answer = match goal {
            Some(_) => limits.is_too_costly(lower_bound),
            None => reason.or(is_pruned.then_some(StopReason::PathCost)),
        };
        if let Some(reason) = no_answer {
            return Ok(Outcome::Stopped(Stopped { reason, lower_bound, path, path_cost }));
        }
        if goal.is_none() {
            return Ok(Outcome::Unsolvable);
        }
        let solution = Solution::new(path, path_cost, lower_bound);
        Ok(Outcome::Solved(match reason {
            Some(reason) if !is_optimal => solution.stopped(reason),
            _ => solution,
        }))
    }

    /// The path to a node, in parts: each process sends the states up to the first parent that is
    /// on another process.
    fn path<P: SharedSpace>(
        &self,
        node: Address,
        shares: &[WorkerNodes<P>],
    ) -> Result<Vec<P::State>, ClusterError> {
        let first = self.process * self.threads;
        let (mut path, mut next) = (Vec::new(), Some(node));
        while let Some((worker, _)) = next {
            let mut part = (Vec::new(), next);
            while let Some((worker, node)) = part.1 {
                let share = (worker as usize).checked_sub(first).and_then(|it| shares.get(it));
                let Some((state, parent)) = share.and_then(|share| share.node(node)) else { break };
                part.0.push(state);
                part.1 = parent;
            }
            let process = worker as usize / self.threads;
            let (states, parent) = self.exchange(&part, None)?.swap_remove(process);
            if states.is_empty() {
                return Err(self.watch.fail(ClusterErrorKind::Unreadable { process }));
            }
            path.extend(states);
            next = parent;
        }
        path.reverse();
        Ok(path)
    }
}
