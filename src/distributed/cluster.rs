//! A cluster: processes that search together.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::connect::connect;
use super::hello::Hello;
use super::link::{Kind, Link};
use super::watch::Watch;
use super::{ClusterError, ClusterErrorKind};

/// The time to connect, unless another one is chosen.
const WITHIN: Duration = Duration::from_secs(7);

/// The processes that search together, as one of them sees them.
///
/// Every process makes one, and then calls the same methods in the same order with the same
/// arguments. Each of these calls returns the same answer in every process.
///
/// See [the module](super) for a program, for the faults that are found, and for what the network
/// must be.
pub struct Cluster {
    pub(super) process: usize,
    pub(super) threads: usize,
    /// In the order of the processes, with `None` for this one.
    pub(super) links: Vec<Option<Arc<Link>>>,
    pub(super) watch: Arc<Watch>,
    /// How long another process is waited for at the beginning of a search.
    patience: Duration,
    /// How many searches there were.
    pub(super) searches: u64,
    /// The threads that read, and those that send heartbeats, in the order of the links.
    helpers: Vec<[JoinHandle<()>; 2]>,
}

impl Cluster {
    /// A cluster of these hosts, with `process` as the index of this one. A host is a name or an
    /// address, and a port: `127.0.0.1:7401`, `node4:7401`, `[::1]:7401`.
    ///
    /// This process listens at its own address only. The order of the hosts must be the same
    /// everywhere.
    #[must_use]
    pub fn builder<H: Into<String>>(
        hosts: impl IntoIterator<Item = H>,
        process: usize,
    ) -> ClusterBuilder {
        let hosts = hosts.into_iter().map(Into::into).collect();
        ClusterBuilder { hosts, process, threads: 1, within: WITHIN, patience: None }
    }

    /// The number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.links.len()
    }

    /// The index of this process.
    #[must_use]
    pub fn process(&self) -> usize {
        self.process
    }

    /// The number of threads of each process.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The number of threads of all processes.
    pub(super) fn workers(&self) -> usize {
        self.processes() * self.threads
    }

    pub(super) fn links(&self) -> impl Iterator<Item = &Arc<Link>> {
        self.links.iter().flatten()
    }

    /// Tells all processes something, and hears what each of them tells, in their order.
    ///
    /// `patience` limits the time for that, for those who may not even have begun.
    pub(super) fn exchange<T: Serialize + DeserializeOwned>(
        &self,
        own: &T,
        patience: Option<Duration>,
    ) -> Result<Vec<T>, ClusterError> {
        let unreadable = || self.watch.fail(ClusterErrorKind::Unreadable { process: self.process });
        let own = bincode::serialize(own).map_err(|_| unreadable())?;
        self.links().for_each(|link| link.send(Kind::Report, &own));
        let hear = |link: &Option<Arc<Link>>| match link {
            Some(link) => {
                let report = link.report(patience)?;
                bincode::deserialize(&report).map_err(|_| link.unreadable())
            }
            None => bincode::deserialize(&own).map_err(|_| unreadable()),
        };
        self.links.iter().map(hear).collect()
    }

    /// Runs a search. A panic of the space ends the cluster, so that the others do not wait, and
    /// goes on here.
    pub(super) fn guard<R>(
        &mut self,
        search: impl FnOnce(&mut Self) -> Result<R, ClusterError>,
    ) -> Result<R, ClusterError> {
        catch_unwind(AssertUnwindSafe(|| search(self))).unwrap_or_else(|panic| {
            self.panicked(&*panic);
            resume_unwind(panic)
        })
    }

    /// How long the others may take to begin a search.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster")
            .field("process", &self.process)
            .field("processes", &self.processes())
            .field("threads", &self.threads)
            .field("fault", &self.watch.fault())
            .finish_non_exhaustive()
    }
}

/// Takes leave of the other processes. This takes a second at most.
impl Drop for Cluster {
    fn drop(&mut self) {
        for (link, [_, beating]) in self.links().zip(&self.helpers) {
            link.close(beating);
        }
        for helper in self.helpers.drain(..).flatten() {
            // These threads do not panic.
            let _ = helper.join();
        }
    }
}

/// The options of a [`Cluster`].
#[derive(Clone, Debug)]
pub struct ClusterBuilder {
    hosts: Vec<String>,
    process: usize,
    threads: usize,
    within: Duration,
    patience: Option<Duration>,
}

impl ClusterBuilder {
    /// The number of threads of each process, the same everywhere. 1 by default; 0 counts as 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The time for all processes to connect, 7 seconds by default. An attempt that is under way
    /// may take 2.5 seconds more.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.within = time;
        self
    }

    /// How long the other processes may take to begin a search after this one has begun it. By
    /// default as long as they may take to connect. Choose a longer time if processes prepare for
    /// different times, for example to build tables.
    #[must_use]
    pub fn patience(mut self, time: Duration) -> Self {
        self.patience = Some(time);
        self
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
            let kind = ClusterErrorKind::ProcessOutOfRange { process, processes };
            return Err(ClusterError::new(kind));
        }
        let hello = Hello::new(processes, threads, process);
        let sockets = connect(&hosts, &hello, within).map_err(ClusterError::new)?;
        let watch = Arc::new(Watch::default());
        let mut cluster = Cluster {
            process,
            threads,
            links: Vec::new(),
            watch,
            patience: patience.unwrap_or(within),
            searches: 0,
            helpers: Vec::new(),
        };
        for (other, socket) in sockets.into_iter().enumerate() {
            let link = socket.map(|socket| Link::start(other, process, socket, &cluster.watch));
            let link = link.transpose().map_err(|error| {
                cluster.watch.fail(ClusterErrorKind::System { reason: error.to_string() })
            })?;
            cluster.links.push(link.map(|(link, helpers)| {
                cluster.helpers.push(helpers);
                link
            }));
        }
        Ok(cluster)
    }
}
