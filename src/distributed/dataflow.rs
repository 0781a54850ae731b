//! The dataflow of a search: in each worker an operator of `timely` that receives what the
//! operators of all workers send.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::communication::initialize::Hooks;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::worker::Worker;
use timely::{ExchangeData, WorkerConfig};

use super::link::{Link, Watch};
use super::wire::Wire;
use super::{Cluster, ClusterError, ClusterErrorKind};
use crate::{Cost, Limits, Statistics, StopReason};

/// How long a worker without work waits before it looks for a fault or a reason to stop.
const TICK: Duration = Duration::from_millis(10);

/// The part of a worker that all searches have in common.
pub(super) struct WorkerContext<P> {
    pub(super) space: Arc<P>,
    /// The index among all workers, and their number.
    pub(super) worker: usize,
    pub(super) workers: usize,
    /// The share of this worker.
    pub(super) limits: Limits,
    pub(super) watch: Arc<Watch>,
    links: Vec<Arc<Link>>,
    pub(super) start: Instant,
    pub(super) statistics: Statistics,
    pub(super) stopped_by: Option<StopReason>,
}

impl<P> WorkerContext<P> {
    /// Whether a limit is met, here or elsewhere. For an idle worker, only the flag and the clock
    /// count: it needs no more of its share of the other limits. `other` is another reason to stop.
    pub(super) fn must_stop(&mut self, is_idle: bool, other: Option<StopReason>) -> bool {
        let Self { limits, statistics, .. } = self;
        statistics.elapsed = self.start.elapsed();
        let met = limits.met(statistics).or(other).filter(|_| !is_idle);
        let reason = met.or_else(|| limits.interruption(statistics.elapsed));
        self.is_stopped() || reason.map(|reason| self.stop(reason)).is_some()
    }

    /// Stops all workers.
    pub(super) fn stop(&mut self, reason: StopReason) {
        self.stopped_by = self.stopped_by.or(Some(reason));
        self.watch.stop(&self.links);
    }

    /// Whether all workers stop. Then they drop messages that still arrive.
    pub(super) fn is_stopped(&self) -> bool {
        let is_stopped = self.watch.is_stopped();
        if is_stopped {
            self.watch.stop(&self.links);
        }
        is_stopped
    }

    /// Sends the cost of a solution to all processes, if it is the cheapest so far.
    pub(super) fn offer(&self, cost: Cost) {
        self.watch.offer(cost, &self.links);
    }
}

/// A worker's part of a search. States are at levels, which are expanded from the lowest on.
pub(super) trait Work: Send + 'static {
    /// The message by which a worker sends a successor.
    type Message: ExchangeData;

    /// Whether a level is expanded only once all of its states are known. Then each message belongs
    /// to the next level. Otherwise it belongs to the level that it is sent with.
    const IN_ROUNDS: bool;

    /// The worker that a message is for.
    fn owner(message: &Self::Message, workers: usize) -> usize;

    /// The level that is open before anything is received.
    fn first_level(&self) -> Option<Cost>;

    /// Receives a message of a level. Returns whether there is something to expand at that level.
    fn receive(&mut self, message: Self::Message, level: Cost) -> bool;

    /// Whether a limit is met, here or elsewhere. Then the open states of this worker are dropped.
    /// No worker has anything below the level `least`, which is `None` if this worker is idle.
    fn must_stop(&mut self, least: Option<Cost>) -> bool;

    /// Expands some of a level, and sends successors. Returns whether there is more at this level.
    fn expand(&mut self, level: Cost, send: impl FnMut(Cost, Self::Message)) -> bool;
}

/// The level of a message is in the high half of its time. The low half counts the steps within a
/// level, because `timely` requires that the time grows along every loop.
fn level_of(time: u64) -> Cost {
    (time >> 32) as Cost
}

fn time_of(level: Cost) -> u64 {
    u64::from(level) << 32
}

/// Builds the dataflow: in each worker an operator that receives messages, and sends the messages
/// of successors to the operators of all workers.
fn build<W: Work>(worker: &mut Worker, work: W) -> Rc<RefCell<W>> {
    let work = Rc::new(RefCell::new(work));
    let operator = Rc::clone(&work);
    worker.dataflow::<u64, _, _>(|scope| {
        let step = if W::IN_ROUNDS { time_of(1) } else { 1 };
        let (handle, messages) = scope.feedback::<Vec<W::Message>>(step);
        let workers = scope.peers();
        let to_owner = Exchange::new(move |message| W::owner(message, workers) as u64);
        let successors = messages.unary_frontier(to_owner, "search", |initial, info| {
            let activator = scope.activator_for(info.address);
            // The open levels, each with the right to send successors of its states.
            let mut open = BTreeMap::<Cost, Capability<u64>>::new();
            let first = operator.borrow().first_level();
            open.extend(first.map(|level| (level, initial.delayed(&time_of(level)))));
            // The successors of a slice of work, by their levels.
            let mut sent = BTreeMap::<Cost, Vec<W::Message>>::new();
            move |(input, frontier), output| {
                let work = &mut *operator.borrow_mut();
                input.for_each_time(|time, messages| {
                    let level = level_of(*time.time());
                    for message in messages.flat_map(|messages| messages.drain(..)) {
                        if work.receive(message, level) {
                            open.entry(level).or_insert_with(|| time.retain(0));
                        }
                    }
                });
                // The progress tracking covers all messages, here and elsewhere.
                let least = frontier.frontier().iter().map(|&time| level_of(time)).min();
                let first = open.keys().next().copied();
                if work.must_stop(first.map(|first| least.map_or(first, |it| it.min(first)))) {
                    open.clear();
                }
                let is_known =
                    |level| least.is_none_or(|it| it > level || !W::IN_ROUNDS && it == level);
                let first = open.first_entry().filter(|first| is_known(*first.key()));
                let Some(first) = first else {
                    // As long as others have work, this worker looks for a reason to stop.
                    if least.is_some() {
                        activator.activate_after(TICK);
                    }
                    return;
                };
                let (level, capability) = (*first.key(), first.get());
                let has_more = if W::IN_ROUNDS {
                    let mut session = output.session(capability);
                    work.expand(level, |_, message| session.give(message))
                } else {
                    let list = |level, message| sent.entry(level).or_default().push(message);
                    work.expand(level, list)
                };
                for (&level, messages) in sent.iter_mut().filter(|(_, it)| !it.is_empty()) {
                    let time = (*capability.time()).max(time_of(level));
                    output.session(&capability.delayed(&time)).give_iterator(messages.drain(..));
                }
                // Lists of levels that are over are not kept.
                sent = sent.split_off(&level);
                if !has_more {
                    first.remove();
                }
                activator.activate();
            }
        });
        successors.connect_loop(handle);
    });
    work
}

impl Cluster {
    /// The workers of this process.
    pub(super) fn members<P>(
        &self,
        space: &Arc<P>,
        limits: &Limits,
        start: Instant,
    ) -> impl Iterator<Item = WorkerContext<P>> {
        let first = self.process * self.threads;
        (first..first + self.threads).map(move |worker| WorkerContext {
            space: Arc::clone(space),
            worker,
            workers: self.workers(),
            limits: limits.share(self.workers()),
            watch: Arc::clone(&self.watch),
            links: self.links().cloned().collect(),
            start,
            statistics: Statistics::default(),
            stopped_by: None,
        })
    }

    /// The counters of all workers of all processes, why they stopped, and what each has found.
    pub(super) fn gather<R: Serialize + DeserializeOwned>(
        &self,
        own: impl Iterator<Item = (Statistics, Option<StopReason>, R)>,
        limits: &Limits,
    ) -> Result<(Statistics, Option<StopReason>, Vec<R>), ClusterError> {
        let (mut statistics, mut stopped_by, mut found) = (Statistics::default(), None, Vec::new());
        let all = self.exchange(&own.collect::<Vec<_>>(), None)?;
        for (part, reason, one) in all.into_iter().flatten() {
            statistics.add(&part);
            stopped_by = stopped_by.or(reason);
            found.push(one);
        }
        let stopped_by = stopped_by.map(|reason| limits.with_total_counts(reason, &statistics));
        Ok((statistics, stopped_by, found))
    }

    /// Searches to the end on each thread of this process, together with the other processes.
    ///
    /// # Panics
    ///
    /// If the space panics in this process.
    pub(super) fn run<W: Work>(&self, parts: Vec<W>) -> Result<Vec<W>, ClusterError> {
        self.watch.check()?;
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(self.threads, hooks.refill.clone(), None);
        let wires = self.links.iter().map(|link| link.clone().map(Wire::new)).collect();
        let (builders, network) =
            initialize_networking_from_sockets(local, wires, self.process, self.threads, hooks)
                .map_err(|error| self.system(&error))?;
        let parts = builders.into_iter().zip(parts).collect();
        let done = self.on_threads(parts, |(builder, part)| self.work(builder, part));
        // Joins the threads of the network.
        let network = catch_unwind(AssertUnwindSafe(|| drop(network)));
        let done = done.unwrap_or_else(|panic| resume_unwind(panic))?;
        network.map_err(|panic| self.panicked(&*panic))?;
        self.watch.check()?;
        Ok(done)
    }

    /// Does `work` with each part, on a thread of its own. Waits for all of them. A panic ends the
    /// cluster at once.
    pub(super) fn on_threads<T: Send, R: Send>(
        &self,
        parts: Vec<T>,
        work: impl Fn(T) -> Result<R, ClusterError> + Sync,
    ) -> thread::Result<Result<Vec<R>, ClusterError>> {
        let work = |part| {
            let done = catch_unwind(AssertUnwindSafe(|| work(part)));
            done.inspect_err(|panic| drop(self.panicked(&**panic)))
        };
        let work = &work;
        thread::scope(|scope| {
            let spawn = |part| {
                let name = thread::Builder::new().name("bestfirst search".to_owned());
                name.spawn_scoped(scope, move || work(part)).map_err(|error| self.system(&error))
            };
            let threads: Vec<_> = parts.into_iter().map(spawn).collect();
            let mut refused = None;
            let done = threads.into_iter().map(|thread| match thread {
                Ok(thread) => thread.join().unwrap_or_else(Err),
                Err(error) => Ok(Err(refused.insert(error).clone())),
            });
            // A refused thread is reported first, and then a panic: the errors of other threads
            // follow from these.
            let done: Vec<_> = done.collect();
            if let Some(error) = refused {
                return Ok(Err(error));
            }
            let done: thread::Result<Vec<_>> = done.into_iter().collect();
            done.map(|done| done.into_iter().collect())
        })
    }

    fn system(&self, reason: &dyn ToString) -> ClusterError {
        self.watch.fail(ClusterErrorKind::System { reason: reason.to_string() })
    }

    /// Ends the cluster because of a panic in this process.
    pub(super) fn panicked(&self, panic: &(dyn Any + Send)) -> ClusterError {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("no message").to_owned();
        self.watch.fail(ClusterErrorKind::Panicked { process: self.process, message })
    }

    /// The thread of a worker.
    fn work<W: Work>(&self, builder: TcpBuilder, work: W) -> Result<W, ClusterError> {
        let allocator = Allocator::Tcp(builder.build());
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let work = build(&mut worker, work);
            while worker.has_dataflows() && !self.watch.has_failed() {
                worker.step_or_park(Some(TICK));
            }
            work
        }));
        if let Err(panic) = &searched {
            self.panicked(&**panic);
        }
        // A worker must not be dropped by a panic: `timely` then passes the panic on to the threads
        // of the network. So the operators are dropped separately, because their states may panic.
        let dropped = catch_unwind(AssertUnwindSafe(|| {
            for dataflow in worker.installed_dataflows() {
                worker.drop_dataflow(dataflow);
            }
        }));
        drop(worker);
        let work = searched.and_then(|work| dropped.map(|()| work));
        let work = Rc::try_unwrap(work.unwrap_or_else(|panic| resume_unwind(panic)));
        work.map(RefCell::into_inner).map_err(|_| self.system(&"a dataflow was not dropped"))
    }
}
