//! How processes find each other.

use std::collections::BTreeSet;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::hello::{Hello, MOST, Refusal};
use super::watch::Watch;
use super::{ClusterErrorKind, Part};

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);
/// How long it may take until a call is taken.
const ATTEMPT: Duration = Duration::from_millis(500);
/// How many callers are listened to at a time. Others wait, so that strangers who are silent cannot
/// use up all threads.
const CALLERS: usize = 64;

type Found = Result<(usize, TcpStream), ClusterErrorKind>;

/// Connects with every other process: calls those before this one, and waits for calls of those
/// after it. `join` gets each as soon as it is found. A fault that `watch` has ends this.
pub(super) fn connect(
    hosts: &[String],
    hello: &Hello,
    within: Duration,
    watch: &Watch,
    mut join: impl FnMut(usize, TcpStream) -> io::Result<()>,
) -> Result<(), ClusterErrorKind> {
    let own = hello.process;
    let addresses: Vec<_> = hosts.iter().map(|host| addresses(host)).collect::<Result<_, _>>()?;
    let bind = |error: io::Error| {
        let (address, reason) = (hosts[own].clone(), error.to_string());
        ClusterErrorKind::Bind { address, reason }
    };
    let system = |error: io::Error| ClusterErrorKind::System { reason: error.to_string() };
    let listener = TcpListener::bind(&addresses[own][..]).map_err(bind)?;
    listener.set_nonblocking(true).map_err(bind)?;
    // A time that is too long for the clock never ends.
    let end = Instant::now().checked_add(within);
    let is_over = AtomicBool::new(false);
    let is_waiting = || {
        let in_time = end.is_none_or(|end| Instant::now() < end);
        in_time && !is_over.load(Ordering::Relaxed) && !watch.has_failed()
    };
    let mut missing: BTreeSet<_> = (0..hosts.len()).filter(|&process| process != own).collect();
    let mut place = |(process, socket)| {
        if missing.remove(&process) {
            join(process, socket).map_err(system)?;
        } else {
            let (here, there) = (format!("{process} is taken"), process.to_string());
            let process = Some(process);
            return Err(ClusterErrorKind::Differs { process, part: Part::Process, here, there });
        }
        Ok(missing.first().copied())
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
            let mut next = (0..hosts.len()).find(|&process| process != own);
            while let Some(process) = next {
                if let Some(fault) = watch.fault() {
                    return Err(fault.clone());
                }
                if !is_waiting() {
                    let host = hosts[process].clone();
                    return Err(ClusterErrorKind::NotReached { process, host, within });
                }
                callers.retain(|caller: &thread::ScopedJoinHandle<_>| !caller.is_finished());
                let socket = if callers.len() < CALLERS { listener.accept().ok() } else { None };
                if let Some((socket, _)) = socket {
                    let found = found.clone();
                    let answer = move || answer(socket, hello, &found, is_waiting);
                    // Without a thread, this caller has to call again.
                    callers.extend(thread::Builder::new().spawn_scoped(scope, answer));
                } else {
                    // Nobody calls, or the system has no means for one more.
                    thread::sleep(PAUSE);
                }
                for find in finds.try_iter() {
                    next = place(find?)?;
                }
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
            let _ = place(find);
        }
    }
    result
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
        if let Some(mut socket) = socket.ok().filter(other) {
            let start = Instant::now();
            let find = match hello.exchange(&mut socket, Some(process), most, &is_waiting) {
                Ok(process) => Ok((process, socket)),
                Err(Refusal::Fatal(kind)) => Err(kind),
                Err(Refusal::Nothing) => {
                    // It may be stopped, or far away. The next call may take longer.
                    if start.elapsed() >= most {
                        most *= 2;
                    }
                    continue;
                }
            };
            // If nobody waits for it any more, another connection has failed.
            let _ = found.send(find);
            return;
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
    let find = match hello.exchange(&mut socket, None, MOST, is_waiting) {
        Ok(process) => Ok((process, socket)),
        Err(Refusal::Fatal(kind)) => Err(kind),
        Err(Refusal::Nothing) => return,
    };
    let _ = found.send(find);
}
