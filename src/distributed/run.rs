//! A dataflow of `timely` on the threads of a cluster.

use std::any::Any;
use std::cell::RefCell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::communication::initialize::Hooks;
use timely::worker::Worker;

use super::wire::Wire;
use super::{Cluster, ClusterError, ClusterErrorKind};

/// How long a worker without work waits before it looks for a fault.
pub(super) const TICK: Duration = Duration::from_millis(10);

/// What a thread has done, unless the space has panicked, or the cluster is over.
pub(super) type Done<R> = Result<thread::Result<R>, ClusterError>;

/// What all threads have done. A panic goes on here.
pub(super) fn all_of<R>(results: Vec<Done<R>>) -> Result<Vec<R>, ClusterError> {
    let go_on = |result: Done<R>| Ok(result?.unwrap_or_else(|panic| resume_unwind(panic)));
    results.into_iter().map(go_on).collect()
}

impl Cluster {
    /// Runs a dataflow to its end on each thread of this process, together with the other
    /// processes. `start` builds it from the part of each thread. What it returns is returned, in
    /// the order of the threads, once the dataflow is gone.
    ///
    /// # Panics
    ///
    /// If `start` or an operator panics in this process.
    pub(super) fn run<T: Send, R: Send>(
        &self,
        parts: Vec<T>,
        start: impl Fn(&mut Worker, T) -> Rc<RefCell<R>> + Sync,
    ) -> Result<Vec<R>, ClusterError> {
        self.watch.check()?;
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(self.threads, hooks.refill.clone(), None);
        let wires = self.links.iter().map(|link| link.clone().map(Wire::new)).collect();
        let (builders, network) =
            initialize_networking_from_sockets(local, wires, self.process, self.threads, hooks)
                .map_err(|error| self.system(&error))?;
        let parts = builders.into_iter().zip(parts).collect();
        let results = self.on_threads(parts, |(builder, part)| self.work(builder, part, &start));
        // Joins the threads of the network.
        let network = catch_unwind(AssertUnwindSafe(|| drop(network)));
        let done = all_of(results)?;
        if let Err(panic) = network {
            return Err(self.panicked(&*panic));
        }
        self.watch.check()?;
        Ok(done)
    }

    /// Does `work` with each part, on a thread of its own. Waits for all of them.
    pub(super) fn on_threads<T: Send, R: Send>(
        &self,
        parts: Vec<T>,
        work: impl Fn(T) -> Done<R> + Sync,
    ) -> Vec<Done<R>> {
        let work = &work;
        thread::scope(|scope| {
            let spawn = |part| {
                let name = thread::Builder::new().name("bestfirst search".to_owned());
                name.spawn_scoped(scope, move || work(part))
            };
            let threads: Vec<_> = parts.into_iter().map(spawn).collect();
            let join = |thread: io::Result<ScopedJoinHandle<_>>| match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| Ok(Err(panic))),
                Err(error) => Err(self.system(&error)),
            };
            threads.into_iter().map(join).collect()
        })
    }

    fn system(&self, error: &io::Error) -> ClusterError {
        self.watch.fail(ClusterErrorKind::System { reason: error.to_string() })
    }

    /// Ends the cluster because of a panic in this process.
    pub(super) fn panicked(&self, panic: &(dyn Any + Send)) -> ClusterError {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        let message = text.unwrap_or_else(|| "no message".to_owned());
        self.watch.fail(ClusterErrorKind::Panicked { process: self.process, message })
    }

    /// The thread of a worker.
    fn work<T, R>(
        &self,
        builder: TcpBuilder,
        part: T,
        start: &(impl Fn(&mut Worker, T) -> Rc<RefCell<R>> + Sync),
    ) -> Done<R> {
        let allocator = Allocator::Tcp(builder.build());
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let result = start(&mut worker, part);
            while worker.has_dataflows() && !self.watch.has_failed() {
                worker.step_or_park(Some(TICK));
            }
            result
        }));
        if let Err(panic) = &searched {
            self.panicked(&**panic);
        }
        // A worker must not be dropped by a panic: `timely` then passes the panic on to the threads
        // of the network. So the operators are dropped apart, for their states may panic.
        let dropped = catch_unwind(AssertUnwindSafe(|| {
            for dataflow in worker.installed_dataflows() {
                worker.drop_dataflow(dataflow);
            }
        }));
        match (searched, dropped) {
            (Ok(result), Ok(())) => match Rc::try_unwrap(result) {
                Ok(result) => Ok(Ok(result.into_inner())),
                Err(_) => Err(self.watch.fail(ClusterErrorKind::System {
                    reason: "a dataflow was not dropped".to_owned(),
                })),
            },
            (Err(panic), _) | (_, Err(panic)) => Ok(Err(panic)),
        }
    }

    /// The connections to all other processes.
    pub(super) fn peers(&self) -> Vec<Arc<super::link::Link>> {
        self.links().cloned().collect()
    }
}
