//! How processes find each other.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::hello::{Hello, MOST};
use super::link::Link;
use super::{Cluster, ClusterErrorKind, Part};

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);
/// How long it may take until a call is taken.
const ATTEMPT: Duration = Duration::from_millis(500);
/// How many callers are listened to at a time. Others wait, so that strangers who are silent cannot
/// use up all threads.
const CALLERS: usize = 64;

type Found = Result<(usize, TcpStream), ClusterErrorKind>;

impl Cluster {
    /// Connects with every other process: calls those before this one, and waits for calls of those
    /// after it. Those who are connected hear from each other while they wait for the rest. A fault
    /// of one ends this.
    pub(super) fn meet(
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
        let (found, finds) = channel::<Found>();
        let result = thread::scope(|scope| {
            let mut search = || {
                for (process, addresses) in addresses.iter().enumerate().take(own) {
                    let found = found.clone();
                    let call = move || call(process, addresses, hello, &found, is_waiting);
                    thread::Builder::new().spawn_scoped(scope, call).map_err(system)?;
                }
                let mut callers = Vec::new();
                while let Some(process) = self.missing() {
                    if let Some(fault) = watch.fault() {
                        return Err(fault.clone());
                    }
                    if !is_waiting() {
                        let host = hosts[process].clone();
                        return Err(ClusterErrorKind::NotReached { process, host, within });
                    }
                    callers.retain(|caller: &thread::ScopedJoinHandle<_>| !caller.is_finished());
                    let socket =
                        if callers.len() < CALLERS { listener.accept().ok() } else { None };
                    if let Some((socket, _)) = socket {
                        let found = found.clone();
                        let answer = move || answer(socket, hello, &found, is_waiting);
                        // Without a thread, this caller has to call again.
                        callers.extend(thread::Builder::new().spawn_scoped(scope, answer));
                    } else {
                        // Nobody calls, or the system has no means for one more.
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
        // Those who were found at the last moment hear of the fault too.
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
        let (link, helpers) =
            Link::start(process, self.process, socket, &self.watch).map_err(system)?;
        self.links[process] = Some(link);
        self.helpers.push(helpers);
        Ok(())
    }
}

fn system(error: io::Error) -> ClusterErrorKind {
    ClusterErrorKind::System { reason: error.to_string() }
}

fn addresses(host: &str) -> Result<Vec<SocketAddr>, ClusterErrorKind> {
    let error = |reason: String| ClusterErrorKind::Host { host: host.to_owned(), reason };
    let addresses: Vec<_> =
        host.to_socket_addrs().map_err(|reason| error(reason.to_string()))?.collect();
    if addresses.is_empty() { Err(error("no address".to_owned())) } else { Ok(addresses) }
}

/// Calls an earlier process until it answers.
fn call(
    process: usize,
    addresses: &[SocketAddr],
    hello: &Hello,
    found: &Sender<Found>,
    is_waiting: impl Fn() -> bool,
) {
    let mut most = MOST;
    for address in addresses.iter().cycle() {
        if !is_waiting() {
            return;
        }
        thread::sleep(PAUSE);
        let socket = TcpStream::connect_timeout(address, ATTEMPT);
        // The system may give the port that is called to the caller, who then calls itself.
        let other = |socket: &TcpStream| socket.local_addr().ok() != socket.peer_addr().ok();
        let Some(mut socket) = socket.ok().filter(other) else { continue };
        let start = Instant::now();
        if let Ok(there) = hello.exchange(&mut socket, Some(process), most, &is_waiting) {
            // If nobody waits for it any more, another connection has failed.
            let _ = found.send(there.map(|process| (process, socket)));
            return;
        }
        // It may be stopped, or far away. The next call may take longer.
        if start.elapsed() >= most {
            most *= 2;
        }
    }
}

/// Answers a caller.
fn answer(
    mut socket: TcpStream,
    hello: &Hello,
    found: &Sender<Found>,
    is_waiting: impl Fn() -> bool,
) {
    if let Ok(there) = hello.exchange(&mut socket, None, MOST, is_waiting) {
        let _ = found.send(there.map(|process| (process, socket)));
    }
}
