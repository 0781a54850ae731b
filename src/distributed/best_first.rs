//! Hash-distributed A\*, and breadth-first search as a case of it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::worker::Worker;

use super::run::TICK;
use super::share::{Address, Entry, Kind, Message, Report, Share, owner};
use super::{Cluster, ClusterError, ClusterErrorKind, fingerprint};
use crate::{
    Cost, DEAD_END, Limits, Outcome, Solution, StateSpace, Statistics, StopReason, Stopped,
};

/// How many nodes a worker expands before it receives again.
const SLICE: usize = 256;

impl Cluster {
    /// Finds a cheapest path from `initial` to a goal: hash-distributed A\*. A hash of a state
    /// tells its worker, which keeps its node and expands it.
    ///
    /// `problem` is the name of the problem, which must be the same in all processes: put into it
    /// what distinguishes the space from others.
    ///
    /// # Guarantees
    ///
    /// The same as of [`GraphAStar`](crate::search::GraphAStar): the solution is optimal if the
    /// estimate is admissible. It need not be consistent. If there is no solution, this is proven.
    ///
    /// A node is expanded only when no worker has one with a lower *f*, and no such node is under
    /// way. So no more nodes are expanded than with one thread, but for those whose *f* is the cost
    /// of the solution, and those that are reached by a cheaper path later.
    ///
    /// # Limits
    ///
    /// As in [`enumerate`](Self::enumerate); they are checked at least every 256 expansions. When
    /// one is met, the lower bound is what the progress tracking of `timely` has proven by then.
    ///
    /// # Memory
    ///
    /// Each state is kept once, in the process of its worker, with 20 bytes of its node, 4 to 6
    /// bytes in a table, and 8 bytes while it is open. Messages wait in memory until they are read.
    ///
    /// # Errors
    ///
    /// If the processes differ in their space, initial state or limits, or if a process is lost.
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
    pub fn a_star<P>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
    ) -> Result<(Outcome<P::State>, Statistics), ClusterError>
    where
        P: StateSpace<State: Hash + Eq + Serialize + DeserializeOwned + Send>
            + Send
            + Sync
            + 'static,
    {
        self.guard(|cluster| cluster.search(Kind::AStar, problem, space, initial, limits))
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
    pub fn breadth_first<P>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
    ) -> Result<(Outcome<P::State>, Statistics), ClusterError>
    where
        P: StateSpace<State: Hash + Eq + Serialize + DeserializeOwned + Send>
            + Send
            + Sync
            + 'static,
    {
        self.guard(|cluster| cluster.search(Kind::BreadthFirst, problem, space, initial, limits))
    }

    fn search<P>(
        &mut self,
        kind: Kind,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
    ) -> Result<(Outcome<P::State>, Statistics), ClusterError>
    where
        P: StateSpace<State: Hash + Eq + Serialize + DeserializeOwned + Send>
            + Send
            + Sync
            + 'static,
    {
        self.begin(kind.name(), problem, fingerprint::start_of(&**space, initial), limits)?;
        let start = Instant::now();
        let estimate = kind.estimate(&**space, initial);
        if !space.is_solvable(initial) || space.estimate(initial) == DEAD_END {
            return Ok((Outcome::Unsolvable, Statistics::default()));
        }
        let root = Message { state: initial.clone(), cost: 0, estimate, parent: None };
        let first = self.process * self.threads;
        let share = |worker| {
            let root = (owner(initial, self.workers()) == worker).then(|| root.clone());
            let limits = limits.share(self.workers());
            let (watch, peers) = (Arc::clone(&self.watch), self.peers());
            (Share::new(kind, Arc::clone(space), worker, limits, (watch, peers), start), root)
        };
        let shares = (first..first + self.threads).map(share).collect();
        let shares = self.run(shares, |worker, (share, root)| build(worker, share, root))?;
        let own = shares.iter().map(Share::report).reduce(Report::and).unwrap_or_default();
        let all = self.exchange(&own, None)?;
        let all = all.into_iter().reduce(Report::and).unwrap_or_default();
        let all = Report { lower_bound: all.lower_bound.max(estimate), ..all };
        let outcome = self.outcome(&all, initial, limits, &shares)?;
        Ok((outcome, Statistics { elapsed: start.elapsed(), ..all.statistics }))
    }

    /// The answer that follows from the reports of all workers.
    fn outcome<P>(
        &self,
        all: &Report,
        initial: &P::State,
        limits: &Limits,
        shares: &[Share<P>],
    ) -> Result<Outcome<P::State>, ClusterError>
    where
        P: StateSpace<State: Hash + Eq + Serialize + DeserializeOwned>,
    {
        let reason = all.stopped_by.map(|reason| limits.of_all(reason, &all.statistics));
        let goal = all.goal.map(|(_, node)| node);
        let last = goal.or(all.best.map(|(.., node)| node));
        let path = last.map(|node| self.path(node, shares)).transpose()?;
        // Without room for a single node, there is only the root.
        let path = path.unwrap_or_else(|| vec![initial.clone()]);
        let path_cost = shares.first().map_or(0, |share| share.path_cost(&path));
        let stopped = |reason, lower_bound, path| {
            Outcome::Stopped(Stopped { reason, lower_bound, path, path_cost })
        };
        if goal.is_some() {
            // Without a stop, all nodes with a lower f were expanded.
            let is_optimal = reason.is_none() || all.lower_bound >= path_cost;
            let lower_bound = if is_optimal { path_cost } else { all.lower_bound };
            if let Some(reason) = limits.is_too_costly(lower_bound) {
                return Ok(stopped(reason, lower_bound, path));
            }
            let solution = Solution::new(path, path_cost, lower_bound);
            return Ok(Outcome::Solved(match reason {
                Some(reason) if !is_optimal => solution.stopped(reason),
                _ => solution,
            }));
        }
        Ok(match reason {
            Some(reason) => stopped(reason, all.lower_bound, path),
            None if all.is_pruned => stopped(StopReason::PathCost, Cost::MAX, path),
            None => Outcome::Unsolvable,
        })
    }

    /// The path to a node. Each process gives the states that it has, until one leads to another
    /// process.
    fn path<P>(&self, node: Address, shares: &[Share<P>]) -> Result<Vec<P::State>, ClusterError>
    where
        P: StateSpace<State: Hash + Eq + Serialize + DeserializeOwned>,
    {
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
            let mut parts = self.exchange(&part, None)?;
            let (states, parent) = parts.swap_remove(worker as usize / self.threads);
            if states.is_empty() {
                let process = worker as usize / self.threads;
                return Err(self.watch.fail(ClusterErrorKind::Unreadable { process }));
            }
            path.extend(states);
            next = parent;
        }
        path.reverse();
        Ok(path)
    }
}

/// The *f* of a message is in the high half of its time. The low half counts the steps among nodes
/// of the same *f*, because `timely` wants the time to grow along every loop.
fn f_of(time: u64) -> Cost {
    (time >> 32) as Cost
}

/// The open nodes of one *f*, and the right to send their successors.
struct Open {
    capability: Capability<u64>,
    entries: Vec<Entry>,
}

/// Builds the dataflow: an operator that receives nodes, and sends the successors of nodes to
/// itself, in all workers.
fn build<P>(
    worker: &mut Worker,
    share: Share<P>,
    root: Option<Message<P::State>>,
) -> Rc<RefCell<Share<P>>>
where
    P: StateSpace<State: Hash + Eq + Serialize + DeserializeOwned + Send> + Send + Sync + 'static,
{
    let share = Rc::new(RefCell::new(share));
    let operator = Rc::clone(&share);
    worker.dataflow::<u64, _, _>(|scope| {
        let (handle, nodes) = scope.feedback::<Vec<Message<P::State>>>(1);
        let workers = scope.peers();
        let to_owner =
            Exchange::new(move |node: &Message<P::State>| owner(&node.state, workers) as u64);
        let successors = nodes.unary_frontier(to_owner, "search", |initial, info| {
            let activator = scope.activator_for(info.address);
            let mut open = BTreeMap::<Cost, Open>::new();
            if let Some(root) = root {
                let f = root.estimate;
                if let Some(entry) = operator.borrow_mut().receive(root, f) {
                    let capability = initial.delayed(&(u64::from(f) << 32));
                    open.insert(f, Open { capability, entries: vec![entry] });
                }
            }
            // The successors of a slice, by their f.
            let mut sent = BTreeMap::<Cost, Vec<Message<P::State>>>::new();
            move |(input, frontier), output| {
                let share = &mut *operator.borrow_mut();
                input.for_each_time(|time, messages| {
                    let f = f_of(*time.time());
                    for node in messages.flat_map(|message| message.drain(..)) {
                        if let Some(entry) = share.receive(node, f) {
                            let retain =
                                || Open { capability: time.retain(0), entries: Vec::new() };
                            open.entry(f).or_insert_with(retain).entries.push(entry);
                        }
                    }
                });
                // The progress tracking knows of all nodes, here and elsewhere.
                let least = frontier.frontier().iter().map(|&time| f_of(time)).min();
                let first = open.keys().next().copied();
                if let Some(f) = first {
                    share.prove(least.map_or(f, |least| least.min(f)));
                }
                if share.must_stop(first.is_none()) {
                    open.clear();
                    share.count_open(0);
                }
                let first = open.first_entry();
                let first = first.filter(|first| least.is_none_or(|least| least >= *first.key()));
                let Some(mut first) = first else {
                    // As long as others have nodes, this worker looks for a reason to stop.
                    if least.is_some() {
                        activator.activate_after(TICK);
                    }
                    return;
                };
                let f = *first.key();
                let Open { capability, entries } = first.get_mut();
                share.expand(f, entries, SLICE, |f, node| sent.entry(f).or_default().push(node));
                for (&f, nodes) in sent.iter_mut().filter(|(_, nodes)| !nodes.is_empty()) {
                    let time = (*capability.time()).max(u64::from(f) << 32);
                    output.session(&capability.delayed(&time)).give_iterator(nodes.drain(..));
                }
                // Lists of an f that is over are not kept.
                sent = sent.split_off(&f);
                if entries.is_empty() {
                    first.remove();
                }
                activator.activate();
            }
        });
        successors.connect_loop(handle);
    });
    share
}
