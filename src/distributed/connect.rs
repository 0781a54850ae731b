//! How processes find each other, and refuse those that do not fit.

use std::io::{self, ErrorKind, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::frame::{TICK, from_bytes, read_exactly, to_bytes};
use super::link::Link;
use super::{Cluster, ClusterErrorKind, Part};

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);
/// The longest that one attempt to connect may take.
const ATTEMPT: Duration = Duration::from_millis(500);
/// The most callers that are answered at a time, each on a thread. Others wait, so that silent
/// strangers cannot use up all threads.
const CALLERS: usize = 64;

type Connection = Result<(usize, TcpStream), ClusterErrorKind>;

impl Cluster {
    /// Connects with every other process: calls those with a lower index, and waits for calls of
    /// those with a higher one. Connected processes exchange heartbeats and faults while they wait
    /// for the rest. A fault of one process ends the wait.
    pub(super) fn connect_all(
        &mut self,
        hosts: &[String],
        within: Duration,
    ) -> Result<(), ClusterErrorKind> {
        let own = self.process;
        let hello = &Hello::new(hosts.len(), self.threads, own);
        let addresses: Vec<_> =
            hosts.iter().map(|host| addresses(host)).collect::<Result<_, _>>()?;
        let bind = |error: io::Error| {
            let (address, reason) = (hosts[own].clone(), error.to_string());
            ClusterErrorKind::Bind { address, reason }
        };
        let listener = TcpListener::bind(&addresses[own][..]).map_err(bind)?;
        listener.set_nonblocking(true).map_err(bind)?;
        // A time that is too long for the clock never ends.
        let end = Instant::now().checked_add(within);
        let (is_over, watch) = (AtomicBool::new(false), Arc::clone(&self.watch));
        let is_waiting = || {
            let in_time = end.is_none_or(|end| Instant::now() < end);
            in_time && !is_over.load(Ordering::Relaxed) && !watch.has_failed()
        };
        let (found, finds) = channel::<Connection>();
        let result = thread::scope(|scope| {
            let mut search = || {
                for (process, addresses) in addresses.iter().enumerate().take(own) {
                    let found = found.clone();
                    let call = move || call(process, addresses, hello, &found, is_waiting);
                    thread::Builder::new()
                        .spawn_scoped(scope, call)
                        .map_err(|error| system(&error))?;
                }
                let mut callers = Vec::new();
                while let Some(process) = self.missing() {
                    watch.fault.get().map_or(Ok(()), |fault| Err(fault.clone()))?;
                    if !is_waiting() {
                        let host = hosts[process].clone();
                        return Err(ClusterErrorKind::NotReached { process, host, within });
                    }
                    callers.retain(|caller: &thread::ScopedJoinHandle<_>| !caller.is_finished());
                    let socket =
                        if callers.len() < CALLERS { listener.accept().ok() } else { None };
                    if let Some((socket, _)) = socket {
                        let found = found.clone();
                        let answer = move || {
                            let mut socket = socket;
                            if let Ok(there) =
                                hello.exchange(&mut socket, None, HELLO_TIMEOUT, is_waiting)
                            {
                                let _ = found.send(there.map(|process| (process, socket)));
                            }
                        };
                        // If the system refuses a thread, this caller has to call again.
                        callers.extend(thread::Builder::new().spawn_scoped(scope, answer));
                    } else {
                        // Nobody calls, too many callers are being answered, or the system refuses
                        // one more.
                        thread::sleep(PAUSE);
                    }
                    finds.try_iter().try_for_each(|find| self.join(find?))?;
                }
                Ok(())
            };
            let result = search();
            is_over.store(true, Ordering::Relaxed);
            result
        });
        // Processes that were found at the last moment are told of the fault, too.
        if result.is_err() {
            for find in finds.try_iter().flatten() {
                let _ = self.join(find);
            }
        }
        result
    }

    /// The first process that is not connected.
    fn missing(&self) -> Option<usize> {
        (0..self.links.len()).find(|&other| other != self.process && self.links[other].is_none())
    }

    fn join(&mut self, (process, socket): (usize, TcpStream)) -> Result<(), ClusterErrorKind> {
        if self.links[process].is_some() {
            let (here, there) = (format!("{process} is taken"), process.to_string());
            let (process, part) = (Some(process), Part::Process);
            return Err(ClusterErrorKind::Differs { process, part, here, there });
        }
        let (link, helpers) = Link::start(process, self.process, socket, &self.watch)
            .map_err(|error| system(&error))?;
        self.links[process] = Some(link);
        self.helpers.push(helpers);
        Ok(())
    }
}

fn system(error: &io::Error) -> ClusterErrorKind {
    ClusterErrorKind::System { reason: error.to_string() }
}

fn addresses(host: &str) -> Result<Vec<SocketAddr>, ClusterErrorKind> {
    let error = |reason: String| ClusterErrorKind::Host { host: host.to_owned(), reason };
    let found: Vec<_> = host.to_socket_addrs().map_err(|it| error(it.to_string()))?.collect();
    if found.is_empty() { Err(error("no address".to_owned())) } else { Ok(found) }
}

/// Calls an earlier process until it answers.
fn call(
    process: usize,
    addresses: &[SocketAddr],
    hello: &Hello,
    found: &Sender<Connection>,
    is_waiting: impl Fn() -> bool,
) {
    let mut most = HELLO_TIMEOUT;
    for address in addresses.iter().cycle() {
        if !is_waiting() {
            return;
        }
        thread::sleep(PAUSE);
        let socket = TcpStream::connect_timeout(address, ATTEMPT);
        // The system may give the caller the very port that it calls. Then it is connected with
        // itself.
        let other = |socket: &TcpStream| socket.local_addr().ok() != socket.peer_addr().ok();
        let Some(mut socket) = socket.ok().filter(other) else { continue };
        let start = Instant::now();
        if let Ok(there) = hello.exchange(&mut socket, Some(process), most, &is_waiting) {
            // This does not fail: the receiver outlives this thread. If another connection has
            // failed, this one is still told of the fault.
            let _ = found.send(there.map(|process| (process, socket)));
            return;
        }
        // The process may be stopped, or far away. So the next call may take longer.
        if start.elapsed() >= most {
            most *= 2;
        }
    }
}

/// A connection begins with these bytes. Then come the version of the protocol in four bytes and
/// the length of the rest in two, both with the lowest byte first.
const MAGIC: [u8; 8] = *b"bestfrst";
/// Raise this with every change of what processes send each other.
const PROTOCOL: u32 = 3;
/// The time for the first messages of a stranger.
pub(super) const HELLO_TIMEOUT: Duration = Duration::from_secs(2);
/// The third message: the caller has read the answer, and keeps this connection.
const CONFIRM: [u8; 1] = *b"k";

/// The first message of a process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    process: usize,
    processes: usize,
    parts: [(Part, String); 4],
}

impl Hello {
    pub(super) fn new(processes: usize, threads: usize, process: usize) -> Self {
        let order = if cfg!(target_endian = "little") { "little" } else { "big" };
        let parts = [
            (Part::Version, env!("CARGO_PKG_VERSION").to_owned()),
            (Part::Machine, format!("{} bits, {order}-endian", usize::BITS)),
            (Part::Processes, processes.to_string()),
            (Part::Threads, threads.to_string()),
        ];
        Self { process, processes, parts }
    }

    /// Sends this, and reads what the other process sends, within `most`. A caller passes
    /// `expected`, the process at the address that it called. If it is `None`, the other process is
    /// the caller, and must have a higher index than this one.
    ///
    /// Returns the index of the other process, or a fault that calling again cannot mend. Fails if
    /// nothing was sent, or not enough: then the caller may call again.
    ///
    /// A connection counts for both processes or for neither. The caller may stop waiting and call
    /// again. So the process that is called waits for a third message, for as long as `is_waiting`.
    pub(super) fn exchange(
        &self,
        socket: &mut TcpStream,
        expected: Option<usize>,
        most: Duration,
        is_waiting: impl Fn() -> bool,
    ) -> io::Result<Result<usize, ClusterErrorKind>> {
        // An accepted socket may inherit the setting of its listener.
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(TICK))?;
        socket.set_write_timeout(Some(TICK))?;
        let go_on = |yes| if yes { Ok(()) } else { Err(ErrorKind::TimedOut.into()) };
        let start = Instant::now();
        let in_time = |_| go_on(is_waiting() && start.elapsed() <= most);
        // The caller sends first. The process that is called answers whatever it receives.
        if expected.is_some() {
            self.say(socket)?;
        }
        let heard = hear(socket, expected, in_time)?;
        if expected.is_none() {
            let said = self.say(socket);
            // A caller that did not receive this calls again.
            if heard.is_ok() {
                said?;
            }
        }
        let there = heard.and_then(|there| self.compare(there, expected));
        if there.is_ok() {
            match expected {
                Some(_) => socket.write_all(&CONFIRM)?,
                None => read_exactly(socket, &mut [0; CONFIRM.len()], |_| go_on(is_waiting()))?,
            }
        }
        Ok(there)
    }

    fn say(&self, socket: &mut TcpStream) -> io::Result<()> {
        let contents = to_bytes(self).map_err(io::Error::other)?;
        let length = u16::try_from(contents.len()).map_err(io::Error::other)?;
        let head = [&MAGIC[..], &PROTOCOL.to_le_bytes(), &length.to_le_bytes()];
        socket.write_all(&[&head.concat()[..], &contents].concat())
    }

    /// The index of the other process, if it matches.
    fn compare(&self, there: Self, expected: Option<usize>) -> Result<usize, ClusterErrorKind> {
        let process = there.process;
        compare(process, &self.parts, there.parts)?;
        let later = self.process + 1..self.processes;
        let is_expected = expected.map_or(later.contains(&process), |it| it == process);
        let more = || format!("more than {}", self.process);
        let here = expected.map_or_else(more, |expected| expected.to_string());
        if is_expected {
            return Ok(process);
        }
        let there = process.to_string();
        Err(ClusterErrorKind::Differs { process: Some(process), part: Part::Process, here, there })
    }
}

/// Fails if a process differs in one of these parts.
pub(super) fn compare<const N: usize>(
    process: usize,
    here: &[(Part, String); N],
    there: [(Part, String); N],
) -> Result<(), ClusterErrorKind> {
    let differs = here.iter().cloned().zip(there).find(|(here, there)| here != there);
    differs.map_or(Ok(()), |((part, here), (_, there))| {
        Err(ClusterErrorKind::Differs { process: Some(process), part, here, there })
    })
}

fn hear(
    socket: &mut TcpStream,
    process: Option<usize>,
    in_time: impl Fn(bool) -> io::Result<()>,
) -> io::Result<Result<Hello, ClusterErrorKind>> {
    let garbage = ClusterErrorKind::NotAProcess { address: socket.peer_addr()?.to_string() };
    let (mut magic, mut protocol, mut length) = ([0; MAGIC.len()], [0; 4], [0; 2]);
    read_exactly(socket, &mut magic, &in_time)?;
    if magic != MAGIC {
        return Ok(Err(garbage));
    }
    read_exactly(socket, &mut protocol, &in_time)?;
    let protocol = u32::from_le_bytes(protocol);
    if protocol != PROTOCOL {
        // The rest of another protocol cannot be read.
        let (part, here, there) = (Part::Protocol, PROTOCOL.to_string(), protocol.to_string());
        return Ok(Err(ClusterErrorKind::Differs { process, part, here, there }));
    }
    read_exactly(socket, &mut length, &in_time)?;
    let mut contents = vec![0; usize::from(u16::from_le_bytes(length))];
    read_exactly(socket, &mut contents, &in_time)?;
    Ok(from_bytes(&contents).map_err(|_| garbage))
}
