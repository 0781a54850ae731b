//! A cluster: processes that search together.

use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frame::{Kind, from_bytes, to_bytes};
use super::link::{Link, Watch};
use super::{ClusterError, ClusterErrorKind, Part, connect};
use crate::frontier::hash;
use crate::space::debug::debug;
use crate::{Limits, StateSpace};

/// The time to connect, unless another one is chosen.
const WITHIN: Duration = Duration::from_secs(7);

/// One of several processes that search together, with its connections to the others.
///
/// Every process makes one `Cluster`, and then calls the same methods in the same order with the
/// same arguments. Each of these calls returns the same answer in every process.
///
/// [The module](super) shows a program, and lists the faults that are found and the demands on the
/// network.
pub struct Cluster {
    pub(super) process: usize,
    pub(super) threads: usize,
    /// In the order of the processes, with `None` for this one.
    pub(super) links: Vec<Option<Arc<Link>>>,
    pub(super) watch: Arc<Watch>,
    /// How long another process is waited for at the beginning of a search.
    patience: Duration,
    /// How many searches there were.
    searches: u64,
    /// The thread that reads from each other process, and the one that sends heartbeats to it.
    pub(super) helpers: Vec<[JoinHandle<()>; 2]>,
}

impl Cluster {
    /// A cluster of these hosts, with `process` as the index of this one. A host is a name or an
    /// address, and a port: `127.0.0.1:7401`, `node4:7401`, `[::1]:7401`.
    ///
    /// This process listens at its own address only. The order of the hosts must be the same
    /// everywhere.
    ///
    /// The address `0.0.0.0`, or `[::]`, is that of all networks of a machine: whoever reaches it
    /// by any of them can take part. Name the address in the network of the cluster.
    pub fn builder<H: Into<String>>(
        hosts: impl IntoIterator<Item = H>,
        process: usize,
    ) -> ClusterBuilder {
        let hosts = hosts.into_iter().map(Into::into).collect();
        ClusterBuilder { hosts, process, threads: 1, within: WITHIN, patience: None }
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.links.len()
    }

    /// The index of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// The number of threads of all processes.
    pub(super) fn workers(&self) -> usize {
        self.processes() * self.threads
    }

    pub(super) fn links(&self) -> impl Iterator<Item = &Arc<Link>> {
        self.links.iter().flatten()
    }

    /// Sends a value to all processes. Returns the values of all processes, in their order.
    ///
    /// `patience` limits the wait for a process, which may not even have begun the search.
    pub(super) fn exchange<T: Serialize + DeserializeOwned>(
        &self,
        own: &T,
        patience: Option<Duration>,
    ) -> Result<Vec<T>, ClusterError> {
        let bytes = to_bytes(own).map_err(|reason| self.not_serializable(reason))?;
        // If this process cannot read the bytes back, no other process can read them.
        let own = from_bytes(&bytes).map_err(|reason| self.not_serializable(reason))?;
        self.links().for_each(|link| link.send(Kind::Report, &bytes));
        let hear =
            |link: &Arc<Link>| from_bytes(&link.report(patience)?).map_err(|_| link.unreadable());
        let mut all = self.links().map(hear).collect::<Result<Vec<_>, _>>()?;
        all.insert(self.process, own);
        Ok(all)
    }

    pub(super) fn not_serializable(&self, reason: String) -> ClusterError {
        self.watch.fail(ClusterErrorKind::NotSerializable { process: self.process, reason })
    }

    /// Runs a search. A panic of the space ends the cluster, so that other processes do not wait,
    /// and is then passed on.
    pub(super) fn guard<R>(
        &mut self,
        search: impl FnOnce(&mut Self) -> Result<R, ClusterError>,
    ) -> Result<R, ClusterError> {
        catch_unwind(AssertUnwindSafe(|| search(self))).unwrap_or_else(|panic| {
            self.panicked(&*panic);
            resume_unwind(panic)
        })
    }

    /// Begins a search: waits until all processes have begun it, and compares its name, its start
    /// and its limits.
    pub(super) fn begin(
        &mut self,
        search: &str,
        problem: &str,
        start: u64,
        limits: &Limits,
    ) -> Result<(), ClusterError> {
        self.watch.check()?;
        self.searches += 1;
        let own = [
            (Part::Search, format!("search {}, {search}", self.searches)),
            (Part::Problem, problem.to_owned()),
            (Part::Start, format!("checksum {start:016x}")),
            (Part::Limits, limits.in_common()),
        ];
        // No other process sends a solution or a stop in this search before it has received what
        // this process sends now.
        self.watch.begin();
        for (process, there) in self.exchange(&own, Some(self.patience))?.into_iter().enumerate() {
            connect::compare(process, &own, there).map_err(|kind| self.watch.fail(kind))?;
        }
        Ok(())
    }
}

/// A checksum of the initial state, its estimate, whether it is a goal and solvable, and its
/// successors with their step costs and estimates.
pub(super) fn start_of<P: StateSpace<State: Hash>>(space: &P, initial: &P::State) -> u64 {
    let said = (space.estimate(initial), space.is_goal(initial), space.is_solvable(initial));
    let mut sum = hash(&(hash(initial), said));
    space.for_each_successor(initial, None, |successor, step_cost| {
        sum = hash(&(sum, hash(&successor), step_cost, space.estimate(&successor)));
    });
    sum
}

debug!(
    Cluster,
    |all| process: all.process, processes: all.processes(), threads: all.threads,
    fault: all.watch.fault.get()
);

/// Closes the connections. Waits until the other processes have received all that was sent to them,
/// or until nothing has come from them for 6 seconds. After a fault, this takes a second at most.
impl Drop for Cluster {
    fn drop(&mut self) {
        self.links().for_each(|link| link.close());
        for [_, beating] in &self.helpers {
            beating.thread().unpark();
        }
        for helper in self.helpers.drain(..).flatten() {
            // These threads do not panic.
            let _ = helper.join();
        }
    }
}

/// The options of a [`Cluster`].
#[derive(Clone, Debug)]
#[must_use]
pub struct ClusterBuilder {
    hosts: Vec<String>,
    process: usize,
    threads: usize,
    within: Duration,
    patience: Option<Duration>,
}

impl ClusterBuilder {
    /// The number of threads of each process, the same everywhere. 1 by default; 0 counts as 1.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The time for all processes to connect, 7 seconds by default. An attempt that is under way
    /// may take half a second more. A time that is too long for the clock never ends.
    pub fn within(self, time: Duration) -> Self {
        Self { within: time, ..self }
    }

    /// How long the other processes may take to begin a search after this one has begun it. By
    /// default as long as they may take to connect. Choose a longer time if processes prepare for
    /// different times, for example to build tables.
    pub fn patience(self, time: Duration) -> Self {
        Self { patience: Some(time), ..self }
    }

    /// Connects with all other processes.
    ///
    /// # Errors
    ///
    /// If a host has no address, if this process cannot listen at its own, if a process does not
    /// come in time, is of another version, or has other numbers of processes or threads, or if
    /// something else than a process connects.
    pub fn connect(self) -> Result<Cluster, ClusterError> {
        let Self { hosts, process, threads, within, patience } = self;
        let processes = hosts.len();
        if process >= processes {
            return Err(ClusterErrorKind::ProcessOutOfRange { process, processes }.into());
        }
        let (links, watch, helpers) = (vec![None; processes], Arc::default(), Vec::new());
        let patience = patience.unwrap_or(within);
        let mut cluster =
            Cluster { process, threads, links, watch, patience, searches: 0, helpers };
        cluster.connect_all(&hosts, within).map_err(|kind| cluster.watch.fail(kind))?;
        Ok(cluster)
    }
}
