//! The connection of two processes: messages, heartbeats, and what becomes of them.

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::frame::{BEAT, Kind, Reader, TICK, Waited, Writer};
use super::watch::{Watch, lock};
use super::{ClusterError, ClusterErrorKind, SILENCE, format};

/// How long the end of a connection may take after a fault.
const LINGER: Duration = Duration::from_secs(1);

/// The connection to another process.
pub(super) struct Link {
    process: usize,
    /// This process.
    own: usize,
    watch: Arc<Watch>,
    /// `None` once a message could not be written as a whole, and once the other process has left.
    writer: Mutex<Option<Writer>>,
    /// Messages of `timely`, of which an empty one is the end of a search; or problems of a batch.
    data: Mutex<Receiver<Vec<u8>>>,
    reports: Mutex<Receiver<Vec<u8>>>,
    is_closing: AtomicBool,
}

/// Where the messages of a connection go to.
struct Inbox {
    data: Sender<Vec<u8>>,
    reports: Sender<Vec<u8>>,
}

impl Link {
    /// Begins to read and to send heartbeats.
    pub(super) fn start(
        process: usize,
        own: usize,
        socket: TcpStream,
        watch: &Arc<Watch>,
    ) -> io::Result<(Arc<Self>, [JoinHandle<()>; 2])> {
        let reader = Reader::new(socket.try_clone()?);
        let ((data, data_out), (reports, reports_out)) = (channel(), channel());
        let link = Arc::new(Self {
            process,
            own,
            watch: Arc::clone(watch),
            writer: Mutex::new(Some(Writer::new(socket))),
            data: Mutex::new(data_out),
            reports: Mutex::new(reports_out),
            is_closing: AtomicBool::new(false),
        });
        let inbox = Inbox { data, reports };
        let name = |what| thread::Builder::new().name(format!("bestfirst {what} {process}"));
        let reading = Arc::clone(&link);
        let reading = name("read").spawn(move || reading.read(reader, &inbox))?;
        let beating = Arc::clone(&link);
        let beating = name("beat").spawn(move || beating.beat())?;
        watch.wake_at_fault(beating.thread().clone());
        Ok((link, [reading, beating]))
    }

    /// Takes leave: the connection ends once the other process has taken what was sent. The thread of
    /// the heartbeats sees this when it is woken up.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Release);
    }

    /// Sends a message. If that fails, the cluster has failed.
    pub(super) fn send(&self, kind: Kind, contents: &[u8]) {
        if !self.watch.has_failed() {
            let gives_up = || self.watch.has_failed();
            self.write(kind, contents, SILENCE, gives_up);
        }
    }

    /// Writes a message, unless nothing of it is taken for `most`, or this process gives up.
    fn write(&self, kind: Kind, contents: &[u8], most: Duration, gives_up: impl Fn() -> bool) {
        let mut writer = lock(&self.writer);
        let Some(open) = &mut *writer else { return };
        if let Err(error) = open.write(kind, contents, most, gives_up) {
            *writer = None;
            self.fail(&error, most);
        }
    }

    /// Ends the cluster, because the connection has failed. Nothing was read or taken for this time.
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

    /// What the other process tells all others.
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
        let (mut waited, process) = (Waited::default(), self.process);
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

    /// The thread of the heartbeats. It also tells the other process why this one ends.
    fn beat(&self) {
        let fault = loop {
            thread::park_timeout(BEAT);
            if let Some(fault) = self.watch.fault() {
                break Some(fault);
            }
            if self.is_closing.load(Ordering::Acquire) {
                break None;
            }
            self.send(Kind::Beat, &[]);
        };
        match fault {
            Some(fault) => {
                let contents = format::write(fault).unwrap_or_default();
                self.write(Kind::Fault, &contents, LINGER, || false);
            }
            None => self.write(Kind::Bye, &[], SILENCE, || self.watch.has_failed()),
        }
        self.end_writing();
    }

    /// The other process sees the end of what this one says.
    fn end_writing(&self) {
        let writer = lock(&self.writer).take();
        writer.into_iter().for_each(Writer::end);
    }

    /// The thread that reads. It ends with the connection, or soon after a fault.
    ///
    /// Who takes leave reads on until the other process has answered with its own leave or with the
    /// end of the connection. Until then it takes what was sent, or its heartbeats cease.
    fn read(&self, mut reader: Reader, inbox: &Inbox) {
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

    /// `None` if the contents cannot be read.
    fn deliver(&self, kind: Kind, contents: Vec<u8>, inbox: &Inbox) -> Option<()> {
        // A receiver that is gone is one that this process needs no more.
        match kind {
            Kind::Beat | Kind::Bye => {}
            Kind::Data => drop(inbox.data.send(contents)),
            Kind::Report => drop(inbox.reports.send(contents)),
            Kind::Ask => self.send(Kind::Data, &self.watch.next().to_le_bytes()),
            Kind::Least => {
                _ = self.watch.hear(u32::from_le_bytes(contents.try_into().ok()?));
            }
            Kind::Stop => self.watch.hear_stop(),
            Kind::Fault => {
                let kind: ClusterErrorKind = format::read(&contents).ok()?;
                self.watch.fail(kind.told_by(self.process, self.own));
            }
        }
        Some(())
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("process", &self.process).finish_non_exhaustive()
    }
}
