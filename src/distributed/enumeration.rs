//! Breadth-first enumeration of a space with numbered states, by rounds.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Instant;

use super::checkpoints::Saved;
use super::dataflow::{Work, WorkerContext};
use super::levels::WorkerLevels;
use super::{Checkpoints, Cluster, ClusterError, ClusterErrorKind, cluster};
use crate::tables::counts::LevelCounts;
use crate::tables::two_bits::{Refused, TwoBits};
use crate::{Cost, Limits, NumberedSpace, Statistics, StopReason};

impl Cluster {
    /// Counts the states at each distance from `initial`, in steps, whatever they cost.
    /// Breadth-first search by rounds, with two bits for each number of the space.
    ///
    /// A step of cost 0 counts as any other. So a space that
    /// [has such steps](NumberedSpace::has_zero_cost_steps) has other counts here than in an
    /// `Enumeration` of the module `enumeration`, which counts costs.
    ///
    /// The number of a state chooses its worker. `problem` is the name of the problem, which must
    /// be the same in all processes: put into it what distinguishes the space from others.
    ///
    /// # Limits
    ///
    /// The limits on expansions, generated nodes and bytes hold for all processes together, and
    /// each worker has an equal share of them. They are checked at least every 32,768 successors.
    /// Each process has its own clock and its own flag. The first process to meet a limit stops
    /// all.
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
    pub fn enumerate<P: NumberedSpace<State: Hash> + Send + Sync + 'static>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
    ) -> Result<LevelCounts, ClusterError> {
        self.guard(|cluster| cluster.count(problem, space, initial, limits, None))
    }

    /// Counts as [`enumerate`](Self::enumerate), and saves a checkpoint at each distance, or goes
    /// on with one that the same numbers of processes and threads have saved.
    ///
    /// Expansions, generated states and time before the checkpoint count towards the limits.
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
    pub fn enumerate_with<P: NumberedSpace<State: Hash> + Send + Sync + 'static>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
        checkpoints: &Checkpoints,
    ) -> Result<LevelCounts, ClusterError> {
        self.guard(|cluster| cluster.count(problem, space, initial, limits, Some(checkpoints)))
    }

    fn count<P: NumberedSpace<State: Hash> + Send + Sync + 'static>(
        &mut self,
        problem: &str,
        space: &Arc<P>,
        initial: &P::State,
        limits: &Limits,
        checkpoints: Option<&Checkpoints>,
    ) -> Result<LevelCounts, ClusterError> {
        let numbers = space.numbers();
        let name = format!("{problem}, {numbers} numbers");
        let search = checkpoints.map_or("enumeration", Checkpoints::name);
        let sum_of_start = cluster::start_of(&**space, initial);
        self.begin(search, &name, sum_of_start, limits)?;
        let start = Instant::now();
        let first = space.number(initial).filter(|&number| number < numbers);
        let first =
            first.ok_or_else(|| self.watch.fail(ClusterErrorKind::NoNumber { number: None }))?;
        // Allocates the tables first, so that all processes know whether each of them has enough
        // memory.
        let shares = self.shares(space, limits, start);
        let refused = self.exchange(&shares.as_ref().err().copied(), None)?;
        let refused = refused.into_iter().flatten().next();
        let (Ok(mut shares), None) = (shares, refused) else {
            let statistics = Statistics { elapsed: start.elapsed(), ..Statistics::default() };
            let histogram = Vec::new();
            return Ok(LevelCounts { histogram, stopped_by: refused, statistics });
        };
        let owner = WorkerLevels::<P>::owner(&first, self.workers());
        if let Some(share) = shares.iter_mut().find(|share| share.context.worker == owner) {
            share.receive(first, 0);
        }
        let shares = match checkpoints {
            None => self.run(shares)?,
            Some(checkpoints) => {
                let problem = format!("{name}, start {sum_of_start:016x}");
                self.rounds(shares, &Saved { checkpoints, cluster: self, problem })?
            }
        };
        let report = |WorkerLevels { context, states, complete, .. }: WorkerLevels<P>| {
            (context.statistics, context.stopped_by, (states, complete))
        };
        let own = shares.into_iter().map(report);
        let (statistics, stopped_by, found) = self.gather(own, limits)?;
        let complete = found.iter().map(|(_, complete)| *complete).max().unwrap_or(0);
        let at = |distance| found.iter().filter_map(|(states, _)| states.get(distance)).sum();
        let histogram = (0..complete).map(at).collect();
        Ok(LevelCounts { histogram, stopped_by, statistics })
    }

    /// Counts with a checkpoint after each round. Each round is a search of its own: once it has
    /// ended, no message is left.
    fn rounds<P: NumberedSpace + Send + Sync + 'static>(
        &self,
        mut shares: Vec<WorkerLevels<P>>,
        saved: &Saved<'_>,
    ) -> Result<Vec<WorkerLevels<P>>, ClusterError> {
        let mut level = 0;
        if let Some((restored, elapsed)) = saved.restore(&mut shares)? {
            level = restored;
            for WorkerLevels { context: WorkerContext { start, .. }, .. } in &mut shares {
                *start = start.checked_sub(elapsed).unwrap_or(*start);
            }
        }
        loop {
            for share in &mut shares {
                share.levels = level..=level;
            }
            shares = self.run(shares)?;
            level += 1;
            let has_more = shares.iter().any(|share| share.has_states(level));
            let all = self.exchange(&(has_more, self.watch.is_stopped()), None)?;
            if all.iter().any(|all| all.1) || !all.iter().any(|all| all.0) {
                return Ok(shares);
            }
            saved.save(level, &shares)?;
        }
    }

    /// The workers of this process with their tables, or the reason why there are none.
    fn shares<P: NumberedSpace>(
        &self,
        space: &Arc<P>,
        limits: &Limits,
        start: Instant,
    ) -> Result<Vec<WorkerLevels<P>>, StopReason> {
        let workers = self.workers();
        let count = |worker| space.numbers().saturating_sub(worker).div_ceil(workers);
        let in_use = TwoBits::bytes(count(0)).saturating_mul(workers);
        if let Some(limit) = limits.byte_limit().filter(|&limit| in_use > limit) {
            return Err(StopReason::Bytes { limit, in_use });
        }
        let share = |mut context: WorkerContext<P>| {
            let marks = TwoBits::new(count(context.worker))?;
            context.statistics.bytes = TwoBits::bytes(marks.numbers());
            let (states, levels) = (Vec::new(), 0..=Cost::MAX);
            Ok(WorkerLevels { context, states, complete: 0, marks, next: 0, levels })
        };
        let shares: Result<_, Refused> = self.members(space, limits, start).map(share).collect();
        shares.map_err(|_| StopReason::OutOfMemory { in_use: 0 })
    }
}
