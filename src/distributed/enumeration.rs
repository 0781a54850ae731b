//! Breadth-first enumeration of a space with numbered states, by rounds.

use std::cell::RefCell;
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::worker::Worker;

use super::checkpoints::Saved;
use super::link::Link;
use super::run::TICK;
use super::tally::{Tally, sum};
use super::watch::Watch;
use super::{Checkpoints, Cluster, ClusterError, ClusterErrorKind, fingerprint};
use crate::tables::two_bits::TwoBits;
use crate::{Limits, NumberedSpace, Statistics, StopReason};

/// How many successors a worker sends before it receives again.
const SLICE: usize = 1 << 15;

/// The number of states at each distance from the initial state.
///
/// The same in every process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    states: Vec<u64>,
    statistics: Statistics,
    stopped_by: Option<StopReason>,
}

impl Enumeration {
    /// The number of states at each distance, from 0 on. If a limit was met, only those at the
    /// distances that are complete.
    #[must_use]
    pub fn states(&self) -> &[u64] {
        &self.states
    }

    /// The number of states at all these distances.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.states.iter().sum()
    }

    /// The last of these distances. If no limit was met, it is the distance of the farthest states.
    #[must_use]
    pub fn radius(&self) -> usize {
        self.states.len().saturating_sub(1)
    }

    /// The reason why not all states were reached. `None` if all were.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// The counters of all processes together. The bytes are those of the tables; the time is the
    /// longest of a process.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// The states of one worker: those whose number, divided by the number of workers, leaves its
/// index.
struct Share<P> {
    space: Arc<P>,
    worker: usize,
    workers: usize,
    tally: Tally,
    watch: Arc<Watch>,
    links: Vec<Arc<Link>>,
    limits: Limits,
    start: Instant,
}

impl Cluster {
    /// Counts the states at each distance from `initial`, in steps, whatever they cost.
    /// Breadth-first search by rounds, with two bits for each number of the space.
    ///
    /// A step of cost 0 counts as any other. So a space that
    /// [has such steps](NumberedSpace::has_zero_cost_steps) has other counts here than in an
    /// `Enumeration` of the module `enumeration`, which counts costs.
    ///
    /// The number of a state tells its worker. `problem` is the name of the problem, which must be
    /// the same in all processes: put into it what distinguishes the space from others.
    ///
    /// # Limits
    ///
    /// The limits on expansions, generated nodes and bytes hold for all processes together, and each
    /// worker has an equal share of them. They are checked at least every 32,768 successors. Each
    /// process has its own clock and its own flag. The first process to meet a limit stops all.
    ///
    /// # Complexity
    ///
    /// A message of 8 bytes for each successor, to the worker of its number. A pass over the table
    /// for each distance. The table takes a quarter of a byte for each number, divided by the
    /// number of processes. Messages wait in memory until they are read; all workers read and write
    /// in turns, so this is little if they are equally fast.
    ///
    /// # Errors
    ///
    /// If the processes differ in their space, initial state or limits, if a process is lost, or if
    /// a state has no number.
    ///
    /// # Panics
    ///
    /// If the space panics in this process. The others return
    /// [`ClusterErrorKind::Panicked`].
    ///
    /// # Reference
    ///
    /// R. E. Korf and P. Schultze, "Large-scale parallel breadth-first search", *AAAI* 2005; there
    /// with delayed duplicate detection on disk. Two bits for each state: G. Cooperman and
    /// L. Finkelstein, "New methods for using Cayley graphs in interconnection networks", *Discrete
    /// Applied Mathematics* 37/38, 1992.
    pub fn enumerate<P>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
    ) -> Result<Enumeration, ClusterError>
    where
        P: NumberedSpace<State: Hash> + Send + Sync + 'static,
    {
        self.guard(|cluster| cluster.count(problem, space, initial, limits, None))
    }

    /// Counts as [`enumerate`](Self::enumerate), and saves a checkpoint at each distance, or goes on
    /// with one that the same numbers of processes and threads have saved.
    ///
    /// What was expanded, generated and spent before the checkpoint counts towards the limits.
    ///
    /// # Complexity
    ///
    /// All processes wait at each distance until each of them has written its table.
    ///
    /// # Errors
    ///
    /// As [`enumerate`](Self::enumerate), and in all processes
    /// [`ClusterErrorKind::Checkpoint`] if one of them cannot write, or has a checkpoint that is
    /// damaged, of another problem, or of other numbers of processes or threads.
    ///
    /// # Panics
    ///
    /// As [`enumerate`](Self::enumerate).
    pub fn enumerate_with<P>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
        checkpoints: &Checkpoints,
    ) -> Result<Enumeration, ClusterError>
    where
        P: NumberedSpace<State: Hash> + Send + Sync + 'static,
    {
        self.guard(|cluster| cluster.count(problem, space, initial, limits, Some(checkpoints)))
    }

    fn count<P>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
        checkpoints: Option<&Checkpoints>,
    ) -> Result<Enumeration, ClusterError>
    where
        P: NumberedSpace<State: Hash> + Send + Sync + 'static,
    {
        let name = format!("{problem}, {} numbers", space.numbers());
        let search = checkpoints.map_or("enumeration", Checkpoints::name);
        let sum_of_start = fingerprint::start_of(&**space, initial);
        self.begin(search, &name, sum_of_start, limits)?;
        let start = Instant::now();
        let numbers = space.numbers();
        let first = space.number(initial).filter(|&number| number < numbers);
        let first =
            first.ok_or_else(|| self.watch.fail(ClusterErrorKind::NoNumber { number: None }))?;
        // The tables come first, so that all processes know whether each of them has its memory.
        let tables = self.tables(numbers, limits);
        let refused = self.exchange(&tables.as_ref().err().copied(), None)?;
        let refused = refused.into_iter().flatten().next();
        let (Ok(tables), None) = (tables, refused) else {
            let statistics = Statistics { elapsed: start.elapsed(), ..Statistics::default() };
            return Ok(Enumeration { states: Vec::new(), statistics, stopped_by: refused });
        };
        let share = |(worker, tally)| {
            let mut share = Share {
                space: Arc::clone(space),
                worker,
                workers: self.workers(),
                tally,
                watch: Arc::clone(&self.watch),
                links: self.peers(),
                limits: limits.share(self.workers()),
                start,
            };
            if first % self.workers() == worker {
                share.receive(first, 0);
            }
            share
        };
        let shares = (self.process * self.threads..).zip(tables).map(share).collect();
        let shares = match checkpoints {
            None => self.run(shares, |worker, share| build(worker, share, 0..=usize::MAX))?,
            Some(checkpoints) => {
                let problem = format!("{name}, start {sum_of_start:016x}");
                self.rounds(shares, &Saved { checkpoints, cluster: self, problem })?
            }
        };
        let own = shares.into_iter().map(|share| share.tally.report).collect();
        let mut all = sum(self.exchange(&sum(own), None)?);
        all.states.truncate(all.complete);
        let statistics = all.statistics;
        let stopped_by = all.stopped_by.map(|reason| limits.of_all(reason, &statistics));
        Ok(Enumeration { states: all.states, statistics, stopped_by })
    }

    /// Counts with a checkpoint after each round. Each is a dataflow of its own: once it has ended,
    /// nothing is under way.
    fn rounds<P>(
        &self,
        mut shares: Vec<Share<P>>,
        saved: &Saved<'_>,
    ) -> Result<Vec<Share<P>>, ClusterError>
    where
        P: NumberedSpace + Send + Sync + 'static,
    {
        let (mut level, mut start) = (0, Instant::now());
        let tallies = shares.iter_mut().map(|share| &mut share.tally);
        if let Some((restored, elapsed)) = saved.restore(tallies)? {
            level = restored;
            start = start.checked_sub(elapsed).unwrap_or(start);
            for share in &mut shares {
                share.start = start;
            }
        }
        loop {
            shares = self.run(shares, |worker, share| build(worker, share, level..=level))?;
            level += 1;
            let has_more = shares.iter().any(|share| share.tally.has_states(level));
            let all = self.exchange(&(has_more, self.watch.is_stopped()), None)?;
            if all.iter().any(|all| all.1) || !all.iter().any(|all| all.0) {
                return Ok(shares);
            }
            let tallies: Vec<_> = shares.iter().map(|share| &share.tally).collect();
            saved.save((level, start.elapsed()), &tallies)?;
        }
    }

    /// The tables of the threads of this process, or the reason why there are none.
    fn tables(&self, numbers: usize, limits: &Limits) -> Result<Vec<Tally>, StopReason> {
        let workers = self.workers();
        let first = self.process * self.threads;
        let count = |worker| numbers.saturating_sub(worker).div_ceil(workers);
        let in_use = TwoBits::bytes(count(0)).saturating_mul(workers);
        if let Some(limit) = limits.byte_limit().filter(|&limit| in_use > limit) {
            return Err(StopReason::Bytes { limit, in_use });
        }
        let refused = StopReason::OutOfMemory { in_use: 0 };
        let tables = (first..first + self.threads).map(|worker| Tally::new(count(worker)));
        tables.collect::<Result<_, _>>().map_err(|_| refused)
    }
}

/// Builds the dataflow: an operator that receives the numbers of a distance, and sends those of
/// their successors to itself, in all workers. The time of a message is the distance. Only states
/// at these distances are expanded.
fn build<P>(
    worker: &mut Worker,
    share: Share<P>,
    distances: RangeInclusive<usize>,
) -> Rc<RefCell<Share<P>>>
where
    P: NumberedSpace + Send + Sync + 'static,
{
    let share = Rc::new(RefCell::new(share));
    let operator = Rc::clone(&share);
    worker.dataflow::<usize, _, _>(|scope| {
        let (handle, numbers) = scope.feedback::<Vec<usize>>(1);
        let workers = scope.peers();
        let to_owner = Exchange::new(move |number: &usize| (number % workers) as u64);
        let successors = numbers.unary_frontier(to_owner, "enumerate", |initial, info| {
            let activator = scope.activator_for(info.address);
            // The distances with open states, of which there are two at most.
            let mut open: Vec<Capability<usize>> = Vec::new();
            if operator.borrow().tally.has_states(*distances.start()) {
                open.push(initial.delayed(distances.start()));
            }
            let mut next = 0;
            move |(input, frontier), output| {
                let share = &mut *operator.borrow_mut();
                input.for_each_time(|time, messages| {
                    let distance = *time.time();
                    let reached = messages.flat_map(|message| message.drain(..));
                    let new = reached.filter(|&number| share.receive(number, distance)).count();
                    let is_first = open.last().is_none_or(|last| *last.time() < distance);
                    if new > 0 && is_first && distances.contains(&distance) {
                        open.push(time.retain(0));
                    }
                });
                if share.must_stop(open.is_empty()) {
                    open.clear();
                }
                // All states at a distance are known once none can come any more.
                let level = open.first().filter(|level| !frontier.less_equal(level.time()));
                let Some(level) = level else {
                    // As long as others have states, this worker looks for a reason to stop.
                    if !frontier.is_empty() {
                        activator.activate_after(TICK);
                    }
                    return;
                };
                share.tally.report.complete = *level.time() + 1;
                let mut session = output.session(level);
                let end = share.expand(next, *level.time(), |number| session.give(number));
                drop(session);
                next = end.unwrap_or(0);
                if end.is_none() {
                    open.remove(0);
                }
                activator.activate();
            }
        });
        successors.connect_loop(handle);
    });
    share
}

impl<P: NumberedSpace> Share<P> {
    /// Receives the number of a state at this distance. Returns whether it is new.
    fn receive(&mut self, number: usize, distance: usize) -> bool {
        self.tally.reach(number / self.workers, distance).unwrap_or_else(|| {
            self.watch.fail(ClusterErrorKind::NoNumber { number: Some(number as u64) });
            false
        })
    }

    /// Expands states at this distance, from the index `next` on. Returns where to go on, or `None`
    /// if no more are left.
    fn expand(
        &mut self,
        next: usize,
        distance: usize,
        mut give: impl FnMut(usize),
    ) -> Option<usize> {
        let &mut Self { ref space, worker, workers, ref mut tally, .. } = self;
        let (mut next, mut given) = (next, 0);
        let statistics = &tally.report.statistics;
        let end = statistics.expanded.saturating_add(self.limits.steps_left(statistics));
        while given < SLICE && tally.report.statistics.expanded < end {
            let index = tally.close_next(next, distance)?;
            space.for_each_successor_number(index * workers + worker, |successor, _| {
                give(successor);
                given += 1;
            });
            next = index + 1;
        }
        Some(next)
    }

    /// Whether a limit is met, here or elsewhere. Of a worker that is idle, only the flag and the
    /// clock count: others may need its part of the nodes.
    fn must_stop(&mut self, is_idle: bool) -> bool {
        let Self { watch, links, limits, tally: Tally { report, .. }, start, .. } = self;
        if watch.is_stopped() {
            watch.stop(links);
            return true;
        }
        report.statistics.elapsed = start.elapsed();
        report.stopped_by = if is_idle {
            limits.interruption(report.statistics.elapsed)
        } else {
            limits.met(&report.statistics)
        };
        if report.stopped_by.is_some() {
            watch.stop(links);
        }
        report.stopped_by.is_some()
    }
}
