//! The connection of two processes: frames, heartbeats, and what becomes of them.
//!
//! A frame is a byte for its kind, its length in four bytes with the lowest first, and its
//! contents.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::watch::Watch;
use super::{ClusterError, ClusterErrorKind, SILENCE};

/// The time between two heartbeats.
const BEAT: Duration = Duration::from_secs(1);
/// How long a thread waits before it looks for a fault again.
const TICK: Duration = Duration::from_millis(50);
/// How long the end of a connection may take.
const LINGER: Duration = Duration::from_secs(1);
/// The longest frame. A longer one is not of this crate.
const LONGEST: u32 = 1 << 30;

/// The kinds of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Says that the process is alive.
    Beat,
    /// Messages of `timely`.
    Data,
    /// The end of the messages of `timely` in this search.
    End,
    /// A part of what all processes tell each other.
    Report,
    /// The cost of a solution.
    Least,
    /// A limit was met.
    Stop,
    /// Asks process 0 for the next problem.
    Ask,
    /// The next problem.
    Give,
    /// A fault: the sender ends.
    Fault,
    /// The sender has nothing more to say.
    Bye,
}

impl Kind {
    const ALL: [Self; 10] = [
        Self::Beat,
        Self::Data,
        Self::End,
        Self::Report,
        Self::Least,
        Self::Stop,
        Self::Ask,
        Self::Give,
        Self::Fault,
        Self::Bye,
    ];
}

/// The connection to another process.
pub(super) struct Link {
    process: usize,
    /// This process.
    own: usize,
    watch: Arc<Watch>,
    /// `None` once a frame could not be written as a whole.
    writer: Mutex<Option<TcpStream>>,
    /// Messages of `timely`. An empty one is the end of a search.
    data: Mutex<Receiver<Vec<u8>>>,
    reports: Mutex<Receiver<Vec<u8>>>,
    given: Mutex<Receiver<Vec<u8>>>,
    is_closing: AtomicBool,
}

/// Where the frames of a connection go to.
struct Inbox {
    data: Sender<Vec<u8>>,
    reports: Sender<Vec<u8>>,
    given: Sender<Vec<u8>>,
}

impl Link {
    /// Begins to read and to send heartbeats.
    pub(super) fn start(
        process: usize,
        own: usize,
        socket: TcpStream,
        watch: &Arc<Watch>,
    ) -> io::Result<(Arc<Self>, [JoinHandle<()>; 2])> {
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(TICK))?;
        socket.set_write_timeout(Some(TICK))?;
        let reader = socket.try_clone()?;
        let ((data, data_out), (reports, reports_out), (given, given_out)) =
            (channel(), channel(), channel());
        let link = Arc::new(Self {
            process,
            own,
            watch: Arc::clone(watch),
            writer: Mutex::new(Some(socket)),
            data: Mutex::new(data_out),
            reports: Mutex::new(reports_out),
            given: Mutex::new(given_out),
            is_closing: AtomicBool::new(false),
        });
        let inbox = Inbox { data, reports, given };
        let name = |what| thread::Builder::new().name(format!("bestfirst {what} {process}"));
        let reading = Arc::clone(&link);
        let reading = name("read").spawn(move || reading.read(reader, &inbox))?;
        let beating = Arc::clone(&link);
        let beating = name("beat").spawn(move || beating.beat())?;
        watch.wake_at_fault(beating.thread().clone());
        Ok((link, [reading, beating]))
    }

    /// Ends the connection soon. `beating` is the thread of the heartbeats.
    pub(super) fn close(&self, beating: &JoinHandle<()>) {
        self.is_closing.store(true, Ordering::Release);
        beating.thread().unpark();
    }

    /// Sends a frame. If that fails, the cluster has failed.
    pub(super) fn send(&self, kind: Kind, contents: &[u8]) {
        if !self.watch.has_failed() {
            let gives_up = || self.watch.has_failed();
            self.write(kind, contents, SILENCE, gives_up);
        }
    }

    /// Writes a frame, unless nothing of it is taken for `most`, or this process gives up.
    fn write(&self, kind: Kind, contents: &[u8], most: Duration, gives_up: impl Fn() -> bool) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(socket) = &mut *writer else { return };
        let length = u32::try_from(contents.len()).ok().filter(|&length| length <= LONGEST);
        let written = length.ok_or(ErrorKind::InvalidData.into()).and_then(|length| {
            let mut head = [kind as u8; 5];
            head[1..].copy_from_slice(&length.to_le_bytes());
            // Small frames leave as one packet.
            if contents.len() < 1 << 12 {
                write_all(socket, &[&head, contents].concat(), most, gives_up)
            } else {
                write_all(socket, &head, most, &gives_up)?;
                write_all(socket, contents, most, gives_up)
            }
        });
        if let Err(error) = written {
            *writer = None;
            let process = self.process;
            self.watch.fail(match error.kind() {
                ErrorKind::TimedOut => ClusterErrorKind::Silent { process, time: most },
                _ => ClusterErrorKind::Lost { process },
            });
        }
    }

    /// The next message of `timely`, or `None` at the end of the search or of the cluster.
    pub(super) fn data(&self) -> Option<Vec<u8>> {
        let data = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        self.receive(&data, None).ok().filter(|message| !message.is_empty())
    }

    /// What the other process tells all others.
    pub(super) fn report(&self, patience: Option<Duration>) -> Result<Vec<u8>, ClusterError> {
        let reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        self.receive(&reports, patience)
    }

    /// The next problem of a batch, from process 0.
    pub(super) fn ask(&self) -> Result<u64, ClusterError> {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
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
        let (start, process) = (Instant::now(), self.process);
        loop {
            match from.recv_timeout(TICK) {
                Ok(contents) => return Ok(contents),
                // All that was sent is read before the end of the connection is seen.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.watch.fail(ClusterErrorKind::Lost { process }));
                }
                Err(RecvTimeoutError::Timeout) => self.watch.check()?,
            }
            if let Some(time) = patience.filter(|&patience| start.elapsed() > patience) {
                return Err(self.watch.fail(ClusterErrorKind::Late { process, time }));
            }
        }
    }

    /// The thread of the heartbeats. It also tells the other process why this one ends.
    fn beat(&self) {
        let contents = loop {
            thread::park_timeout(BEAT);
            if let Some(kind) = self.watch.fault() {
                break Some(bincode::serialize(kind).unwrap_or_default());
            }
            if self.is_closing.load(Ordering::Acquire) {
                break None;
            }
            self.send(Kind::Beat, &[]);
        };
        let kind = if contents.is_some() { Kind::Fault } else { Kind::Bye };
        self.write(kind, &contents.unwrap_or_default(), LINGER, || false);
        if let Some(socket) = &*self.writer.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = socket.shutdown(Shutdown::Write);
        }
    }

    /// The thread that reads. It ends with the connection, or soon after this process ends.
    fn read(&self, mut socket: TcpStream, inbox: &Inbox) {
        let mut ending = None;
        let mut is_over = || {
            let ends = self.watch.has_failed() || self.is_closing.load(Ordering::Acquire);
            ends && ending.get_or_insert_with(Instant::now).elapsed() > LINGER
        };
        let process = self.process;
        loop {
            match read_frame(&mut socket, &mut is_over) {
                Ok((Kind::Bye, _)) => return,
                Ok((kind, contents)) => {
                    if self.deliver(kind, contents, inbox).is_none() {
                        self.unreadable();
                    }
                }
                Err(error) => {
                    if !is_over() {
                        self.watch.fail(match error.kind() {
                            ErrorKind::TimedOut => {
                                ClusterErrorKind::Silent { process, time: SILENCE }
                            }
                            ErrorKind::InvalidData => ClusterErrorKind::Unreadable { process },
                            _ => ClusterErrorKind::Lost { process },
                        });
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
            Kind::End => drop(inbox.data.send(Vec::new())),
            Kind::Report => drop(inbox.reports.send(contents)),
            Kind::Give => drop(inbox.given.send(contents)),
            Kind::Ask => self.send(Kind::Give, &self.watch.next().to_le_bytes()),
            Kind::Least => {
                _ = self.watch.hear(u32::from_le_bytes(contents.try_into().ok()?));
            }
            Kind::Stop => self.watch.hear_stop(),
            Kind::Fault => {
                let kind: ClusterErrorKind = bincode::deserialize(&contents).ok()?;
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

fn is_tick(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// Writes everything, or fails if nothing is taken for `most`.
fn write_all(
    socket: &mut TcpStream,
    mut bytes: &[u8],
    most: Duration,
    gives_up: impl Fn() -> bool,
) -> io::Result<()> {
    let mut taken = Instant::now();
    while !bytes.is_empty() {
        match socket.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => {
                bytes = &bytes[count..];
                taken = Instant::now();
            }
            Err(error) if !is_tick(&error) => return Err(error),
            Err(_) if taken.elapsed() > most || gives_up() => {
                return Err(ErrorKind::TimedOut.into());
            }
            Err(_) => {}
        }
    }
    Ok(())
}

fn read_frame(
    socket: &mut TcpStream,
    is_over: &mut impl FnMut() -> bool,
) -> io::Result<(Kind, Vec<u8>)> {
    let head = read_exactly(socket, 5, is_over)?;
    let kind = Kind::ALL.get(usize::from(head[0]));
    let length = head[1..].try_into().map_or(u32::MAX, u32::from_le_bytes);
    match kind {
        Some(&kind) if length <= LONGEST => {
            Ok((kind, read_exactly(socket, length as usize, is_over)?))
        }
        _ => Err(ErrorKind::InvalidData.into()),
    }
}

/// Reads this many bytes, or fails if nothing comes for too long.
fn read_exactly(
    socket: &mut TcpStream,
    count: usize,
    is_over: &mut impl FnMut() -> bool,
) -> io::Result<Vec<u8>> {
    // A length that is wrong does not take more memory than what comes.
    let mut bytes = Vec::with_capacity(count.min(1 << 20));
    let mut heard = Instant::now();
    while bytes.len() < count {
        let before = bytes.len();
        let more = (count - before).min(1 << 20);
        bytes.resize(before + more, 0);
        let read = socket.read(&mut bytes[before..]);
        bytes.truncate(before + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(_) => heard = Instant::now(),
            Err(error) if !is_tick(&error) => return Err(error),
            Err(_) if heard.elapsed() > SILENCE || is_over() => {
                return Err(ErrorKind::TimedOut.into());
            }
            Err(_) => {}
        }
    }
    Ok(bytes)
}
