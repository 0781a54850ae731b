//! A dataflow of `timely` on the threads of a cluster.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
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

type Panic = Box<dyn Any + Send>;

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
        let system = |error: std::io::Error| {
            self.watch.fail(ClusterErrorKind::System { reason: error.to_string() })
        };
        let (builders, network) =
            initialize_networking_from_sockets(local, wires, self.process, self.threads, hooks)
                .map_err(system)?;
        let start = &start;
        let results: Vec<_> = thread::scope(|scope| {
            let spawn = |(builder, part)| {
                let name = thread::Builder::new().name("bestfirst search".to_owned());
                name.spawn_scoped(scope, move || self.work(builder, part, start)).map_err(system)
            };
            let threads: Vec<_> = builders.into_iter().zip(parts).map(spawn).collect();
            let join = |thread: Result<thread::ScopedJoinHandle<_>, _>| match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| Ok(Err(panic))),
                Err(error) => Err(error),
            };
            threads.into_iter().map(join).collect()
        });
        // Joins the threads of the network.
        let network = catch_unwind(AssertUnwindSafe(|| drop(network)));
        let mut done = Vec::with_capacity(self.threads);
        for result in results {
            match result? {
                Ok(result) => done.push(result),
                Err(panic) => resume_unwind(panic),
            }
        }
        if let Err(panic) = network {
            return Err(self.panicked(&*panic));
        }
        self.watch.check()?;
        Ok(done)
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
    ) -> Result<Result<R, Panic>, ClusterError> {
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
