//! The connection of two processes: messages in frames, heartbeats, and what becomes of them.
//!
//! A message is one frame or several. A frame is a head of [`HEAD`] bytes and its contents. The head
//! is a byte for the kind of the message, with [`MORE`] unless it is the last frame; the length of
//! the contents in two bytes; their CRC-32; and the CRC-32 of the head before it and of the number of
//! the frame, which is not sent. All numbers have the lowest byte first. So bytes or frames that are
//! changed, lost, doubled or exchanged on the way are noticed.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crc32fast::Hasher;

use super::watch::Watch;
use super::{ClusterError, ClusterErrorKind, SILENCE, format};

/// The time between two heartbeats.
const BEAT: Duration = Duration::from_secs(1);
/// How long a thread waits before it looks for a fault again.
pub(super) const TICK: Duration = Duration::from_millis(50);
/// How long the end of a connection may take after a fault.
const LINGER: Duration = Duration::from_secs(1);
/// The bytes before the contents of a frame.
const HEAD: usize = 11;
/// The mark of a frame after which its message goes on.
const MORE: u8 = 1 << 7;
/// The longest contents of a frame. They come within the time of a [`SILENCE`] on any link of more
/// than 11 kB per second.
const LONGEST: usize = u16::MAX as usize;

/// The kinds of messages.
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
    /// The sender has nothing more to say, and needs nothing more.
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
    /// The socket, and how many frames were written. `None` once one could not be written as a
    /// whole, and once the other process has left.
    writer: Mutex<Option<(TcpStream, u64)>>,
    /// Messages of `timely`. An empty one is the end of a search.
    data: Mutex<Receiver<Vec<u8>>>,
    reports: Mutex<Receiver<Vec<u8>>>,
    given: Mutex<Receiver<Vec<u8>>>,
    is_closing: AtomicBool,
}

/// Where the messages of a connection go to.
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
        let reader = Reader { socket: socket.try_clone()?, frames: 0 };
        let ((data, data_out), (reports, reports_out), (given, given_out)) =
            (channel(), channel(), channel());
        let link = Arc::new(Self {
            process,
            own,
            watch: Arc::clone(watch),
            writer: Mutex::new(Some((socket, 0))),
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
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((socket, frames)) = &mut *writer else { return };
        let mut rest = contents;
        let written = loop {
            let (now, later) = rest.split_at(rest.len().min(LONGEST));
            let mark = kind as u8 | if later.is_empty() { 0 } else { MORE };
            let frame = [&head(*frames, mark, now)[..], now].concat();
            *frames += 1;
            let written = write_all(socket, &frame, most, &gives_up);
            if later.is_empty() || written.is_err() {
                break written;
            }
            rest = later;
        };
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
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((socket, _)) = writer {
            let _ = socket.shutdown(Shutdown::Write);
        }
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
        let process = self.process;
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
                        self.watch.fail(match error.kind() {
                            ErrorKind::TimedOut => {
                                ClusterErrorKind::Silent { process, time: SILENCE }
                            }
                            ErrorKind::InvalidData => ClusterErrorKind::Damaged { process },
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

/// How long something was waited for. The time in which this process was stopped itself does not
/// count: a look that comes late counts as one that comes after [`BEAT`].
struct Waited {
    looked: Instant,
    time: Duration,
}

impl Default for Waited {
    fn default() -> Self {
        Self { looked: Instant::now(), time: Duration::ZERO }
    }
}

impl Waited {
    /// To be asked about every [`TICK`].
    fn time(&mut self) -> Duration {
        let now = Instant::now();
        self.time += now.duration_since(self.looked).min(BEAT);
        self.looked = now;
        self.time
    }
}

/// The head of a frame.
fn head(number: u64, mark: u8, contents: &[u8]) -> [u8; HEAD] {
    let mut head = [mark; HEAD];
    let [low, high, ..] = contents.len().to_le_bytes();
    head[1..3].copy_from_slice(&[low, high]);
    head[3..7].copy_from_slice(&crc32fast::hash(contents).to_le_bytes());
    let checksum = checksum_of_head(number, &head);
    head[7..].copy_from_slice(&checksum);
    head
}

fn checksum_of_head(number: u64, head: &[u8; HEAD]) -> [u8; 4] {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(&head[..7]);
    hasher.finalize().to_le_bytes()
}

fn is_tick(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// Writes everything, or fails if nothing is taken for `most`. The socket has a timeout of [`TICK`].
fn write_all(
    socket: &mut TcpStream,
    mut bytes: &[u8],
    most: Duration,
    gives_up: impl Fn() -> bool,
) -> io::Result<()> {
    let mut waited = Waited::default();
    while !bytes.is_empty() {
        match socket.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => {
                bytes = &bytes[count..];
                waited = Waited::default();
            }
            Err(error) if !is_tick(&error) => return Err(error),
            Err(_) if waited.time() > most || gives_up() => {
                return Err(ErrorKind::TimedOut.into());
            }
            Err(_) => {}
        }
    }
    Ok(())
}

/// Reads until `bytes` are full. As long as some are missing, `wait` decides whether to go on: at
/// least every [`TICK`], and with `true` if some have come. The socket has a timeout of [`TICK`].
pub(super) fn read_exactly(
    socket: &mut TcpStream,
    mut bytes: &mut [u8],
    mut wait: impl FnMut(bool) -> io::Result<()>,
) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = match socket.read(bytes) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Err(error) if !is_tick(&error) => return Err(error),
            read => read.unwrap_or(0),
        };
        bytes = &mut bytes[count..];
        // What is there is read before the time is looked at: this process may have been stopped.
        if !bytes.is_empty() {
            wait(count > 0)?;
        }
    }
    Ok(())
}

/// The side of a connection that reads.
struct Reader {
    socket: TcpStream,
    /// How many frames were read.
    frames: u64,
}

impl Reader {
    /// The next message.
    fn next(&mut self, is_over: &mut impl FnMut() -> bool) -> io::Result<(Kind, Vec<u8>)> {
        let mut message = Vec::new();
        loop {
            let (mark, contents) = self.frame(is_over)?;
            let kind = Kind::ALL.get(usize::from(mark & !MORE));
            let &kind = kind.ok_or(ErrorKind::InvalidData)?;
            if message.is_empty() {
                message = contents;
            } else {
                message.extend(contents);
            }
            if mark & MORE == 0 {
                return Ok((kind, message));
            }
        }
    }

    /// The mark and the contents of the next frame.
    fn frame(&mut self, is_over: &mut impl FnMut() -> bool) -> io::Result<(u8, Vec<u8>)> {
        let (mut silent, mut begun) = (Waited::default(), None);
        let mut wait = |has_come| {
            if has_come {
                silent = Waited::default();
                begun.get_or_insert_with(Waited::default);
            }
            if silent.time() > SILENCE || is_over() {
                return Err(ErrorKind::TimedOut.into());
            }
            // What goes on without an end has lost bytes, and takes heartbeats for its contents.
            let is_endless = begun.as_mut().is_some_and(|begun| begun.time() > SILENCE);
            if is_endless && silent.time() < 2 * BEAT {
                return Err(ErrorKind::InvalidData.into());
            }
            Ok(())
        };
        let mut head = [0; HEAD];
        read_exactly(&mut self.socket, &mut head, &mut wait)?;
        if head[7..] != checksum_of_head(self.frames, &head) {
            return Err(ErrorKind::InvalidData.into());
        }
        self.frames += 1;
        let mut contents = vec![0; usize::from(u16::from_le_bytes([head[1], head[2]]))];
        // The head has come.
        wait(true)?;
        read_exactly(&mut self.socket, &mut contents, wait)?;
        if head[3..7] != crc32fast::hash(&contents).to_le_bytes() {
            return Err(ErrorKind::InvalidData.into());
        }
        Ok((head[0], contents))
    }
}
