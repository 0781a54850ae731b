//! The connection of two processes, with its messages and heartbeats; and [`Watch`], which all
//! threads of a process share: the first fault, and what other processes have reported.

use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

use super::frame::{BEAT, Frames, Kind, TICK, Waited, from_bytes, to_bytes};
use super::{ClusterError, ClusterErrorKind, SILENCE};
use crate::Cost;

/// How long the end of a connection may take after a fault.
const LINGER: Duration = Duration::from_secs(1);

/// The connection to another process.
pub(super) struct Link {
    process: usize,
    /// This process.
    own: usize,
    watch: Arc<Watch>,
    /// `None` once a message could not be written as a whole, and once the other process has left.
    writer: Mutex<Option<Frames>>,
    /// Messages of `timely`, of which an empty one is the end of a search; or problems of a batch.
    data: Mutex<Receiver<Vec<u8>>>,
    reports: Mutex<Receiver<Vec<u8>>>,
    is_closing: AtomicBool,
}

/// Where messages of the kinds `Data` and `Report` go to.
type Inbox = [Sender<Vec<u8>>; 2];

impl Link {
    /// Begins to read and to send heartbeats.
    pub(super) fn start(
        process: usize,
        own: usize,
        socket: TcpStream,
        watch: &Arc<Watch>,
    ) -> io::Result<(Arc<Self>, [JoinHandle<()>; 2])> {
        let reader = Frames::new(socket.try_clone()?);
        let ((data, data_out), (reports, reports_out)) = (channel(), channel());
        let link = Arc::new(Self {
            process,
            own,
            watch: Arc::clone(watch),
            writer: Mutex::new(Some(Frames::new(socket))),
            data: Mutex::new(data_out),
            reports: Mutex::new(reports_out),
            is_closing: AtomicBool::new(false),
        });
        let inbox = [data, reports];
        let name = |what| thread::Builder::new().name(format!("bestfirst {what} {process}"));
        let reading = Arc::clone(&link);
        let reading = name("read").spawn(move || reading.read(reader, &inbox))?;
        let beating = Arc::clone(&link);
        let beating = name("beat").spawn(move || beating.beat())?;
        lock(&watch.sleepers).push(beating.thread().clone());
        Ok((link, [reading, beating]))
    }

    /// Closes the connection once the other process has received what was sent. The thread of the
    /// heartbeats does so when it is woken up.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Release);
    }

    /// Sends a message. If that fails, the cluster has failed. After a fault, only the message with
    /// the fault is sent.
    pub(super) fn send(&self, kind: Kind, contents: &[u8]) {
        let gives_up = || kind != Kind::Fault && self.watch.has_failed();
        let most = if kind == Kind::Fault { LINGER } else { SILENCE };
        if gives_up() {
            return;
        }
        let mut writer = lock(&self.writer);
        let Some(open) = &mut *writer else { return };
        if let Err(error) = open.write(kind, contents, most, gives_up) {
            *writer = None;
            self.fail(&error, most);
        }
    }

    /// Ends the cluster, because the connection has failed. `time` is how long nothing was read or
    /// taken.
    fn fail(&self, error: &io::Error, time: Duration) {
        let process = self.process;
        self.watch.fail(match error.kind() {
            ErrorKind::TimedOut => ClusterErrorKind::Silent { process, time },
            ErrorKind::InvalidData => ClusterErrorKind::Damaged { process },
            _ => ClusterErrorKind::Lost { process },
        });
    }

    /// The next message of `timely`, or `None` at the end of the search or of the cluster.
    pub(super) fn data(&self) -> Option<Vec<u8>> {
        self.receive(&lock(&self.data), None).ok().filter(|message| !message.is_empty())
    }

    /// The value of the other process in an exchange of all processes.
    pub(super) fn report(&self, patience: Option<Duration>) -> Result<Vec<u8>, ClusterError> {
        self.receive(&lock(&self.reports), patience)
    }

    /// The next problem of a batch, from process 0.
    pub(super) fn ask(&self) -> Result<u64, ClusterError> {
        let given = lock(&self.data);
        self.send(Kind::Ask, &[]);
        let problem = self.receive(&given, None)?;
        problem.try_into().map(u64::from_le_bytes).map_err(|_| self.unreadable())
    }

    pub(super) fn unreadable(&self) -> ClusterError {
        self.watch.fail(ClusterErrorKind::Unreadable { process: self.process })
    }

    fn receive(
        &self,
        from: &Receiver<Vec<u8>>,
        patience: Option<Duration>,
    ) -> Result<Vec<u8>, ClusterError> {
        let (mut waited, process) = (Waited::new(), self.process);
        loop {
            match from.recv_timeout(TICK) {
                Ok(contents) => return Ok(contents),
                // All that was sent is read before the end of the connection is seen.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.watch.fail(ClusterErrorKind::Lost { process }));
                }
                Err(RecvTimeoutError::Timeout) => self.watch.check()?,
            }
            if let Some(time) = patience.filter(|&patience| waited.time() > patience) {
                return Err(self.watch.fail(ClusterErrorKind::Late { process, time }));
            }
        }
    }

    /// The thread of the heartbeats. It also sends the fault with which this process ends.
    fn beat(&self) {
        loop {
            thread::park_timeout(BEAT);
            if let Some(fault) = self.watch.fault.get() {
                self.send(Kind::Fault, &to_bytes(fault).unwrap_or_default());
                break;
            }
            if self.is_closing.load(Ordering::Acquire) {
                self.send(Kind::Bye, &[]);
                break;
            }
            self.send(Kind::Beat, &[]);
        }
        self.end_writing();
    }

    /// Ends the stream to the other process.
    fn end_writing(&self) {
        let writer = lock(&self.writer).take();
        writer.into_iter().for_each(Frames::end);
    }

    /// The thread that reads. It ends with the connection, or soon after a fault.
    ///
    /// A process that has sent [`Kind::Bye`] reads on until the other one answers with its own
    /// `Bye` or ends the connection. Meanwhile the other one reads what was sent, or stops, and
    /// then its heartbeats cease.
    fn read(&self, mut reader: Frames, inbox: &Inbox) {
        let mut ending = None;
        let mut is_over = || {
            self.watch.has_failed() && ending.get_or_insert_with(Instant::now).elapsed() > LINGER
        };
        loop {
            match reader.next(&mut is_over) {
                Ok((Kind::Bye, _)) => return self.end_writing(),
                Ok((kind, contents)) => {
                    if self.deliver(kind, contents, inbox).is_none() {
                        self.unreadable();
                    }
                }
                Err(error) => {
                    if !self.is_closing.load(Ordering::Acquire) && !is_over() {
                        self.fail(&error, SILENCE);
                    }
                    return;
                }
            }
        }
    }

    /// Handles a message. `None` if its contents cannot be read.
    fn deliver(&self, kind: Kind, contents: Vec<u8>, [data, reports]: &Inbox) -> Option<()> {
        // If a receiver is gone, this process does not need the message any more.
        match kind {
            Kind::Beat | Kind::Bye => {}
            Kind::Data => drop(data.send(contents)),
            Kind::Report => drop(reports.send(contents)),
            Kind::Ask => self.send(Kind::Data, &self.watch.next().to_le_bytes()),
            Kind::Least => {
                _ = self.watch.note_solution(u32::from_le_bytes(contents.try_into().ok()?));
            }
            Kind::Stop => self.watch.note_stop(),
            Kind::Fault => {
                let kind: ClusterErrorKind = from_bytes(&contents).ok()?;
                self.watch.fail(kind.told_by(self.process, self.own));
            }
        }
        Some(())
    }
}

/// Locks a mutex, even after a panic: no holder leaves its value half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The condition of a cluster, from what this process has received and done.
#[derive(Debug, Default)]
pub(super) struct Watch {
    pub(super) fault: OnceLock<ClusterErrorKind>,
    /// Set after `fault`.
    pub(super) has_failed: Arc<AtomicBool>,
    /// The threads to wake up at a fault.
    sleepers: Mutex<Vec<Thread>>,
    /// The cost of the cheapest solution that any process has reported.
    least_cost: AtomicU32,
    /// Whether any process has met a limit.
    is_stopped: AtomicBool,
    /// Whether this process has sent a stop to the others.
    has_passed_on_stop: Mutex<bool>,
    /// The number of the next problem of a batch. Used by process 0 only.
    next: AtomicU64,
}

impl Watch {
    /// Ends the cluster. Only the first fault counts: the others follow from it.
    pub(super) fn fail(&self, kind: ClusterErrorKind) -> ClusterError {
        let first = self.fault.get_or_init(|| kind);
        self.has_failed.store(true, Ordering::Release);
        lock(&self.sleepers).iter().for_each(Thread::unpark);
        first.clone().into()
    }

    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Acquire)
    }

    pub(super) fn check(&self) -> Result<(), ClusterError> {
        self.fault.get().map_or(Ok(()), |kind| Err(kind.clone().into()))
    }

    /// Clears what was reported in the last search.
    pub(super) fn begin(&self) {
        self.least_cost.store(Cost::MAX, Ordering::Relaxed);
        self.is_stopped.store(false, Ordering::Relaxed);
        *lock(&self.has_passed_on_stop) = false;
        self.next.store(0, Ordering::Relaxed);
    }

    /// The cost of the cheapest solution known, [`Cost::MAX`] if there is none.
    pub(super) fn least_cost(&self) -> Cost {
        self.least_cost.load(Ordering::Relaxed)
    }

    /// Takes note of a solution of this cost. Returns whether it is the cheapest so far.
    pub(super) fn note_solution(&self, cost: Cost) -> bool {
        self.least_cost.fetch_min(cost, Ordering::Relaxed) > cost
    }

    /// Whether any process has met a limit. Then workers drop what they have.
    ///
    /// Before it drops anything, a worker has to [pass this on](Self::stop). Otherwise another
    /// worker may conclude that what was dropped is done.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Acquire)
    }

    /// Takes note that a process has met a limit.
    pub(super) fn note_stop(&self) {
        self.is_stopped.store(true, Ordering::Release);
    }

    /// Sends the cost of a solution to all processes, if it is the cheapest so far.
    pub(super) fn offer(&self, cost: Cost, links: &[Arc<Link>]) {
        if self.note_solution(cost) {
            for link in links {
                link.send(Kind::Least, &cost.to_le_bytes());
            }
        }
    }

    /// Sends to all processes that a limit was met, here or elsewhere. Once this has returned, they
    /// receive this message before anything that is sent later.
    pub(super) fn stop(&self, links: &[Arc<Link>]) {
        let mut has_passed_on_stop = lock(&self.has_passed_on_stop);
        if !*has_passed_on_stop {
            self.note_stop();
            for link in links {
                link.send(Kind::Stop, &[]);
            }
            *has_passed_on_stop = true;
        }
    }

    pub(super) fn next(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }
}
