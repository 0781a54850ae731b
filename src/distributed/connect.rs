//! How processes find each other.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::hello::{Hello, Refusal};
use super::{ClusterErrorKind, Part};

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);
/// How long one attempt may take.
const ATTEMPT: Duration = Duration::from_millis(500);

type Found = Result<(usize, TcpStream), ClusterErrorKind>;

/// Connects with every other process: calls those before this one, and waits for calls of those
/// after it. The result is in the order of the processes, with `None` for this one.
pub(super) fn connect(
    hosts: &[String],
    hello: &Hello,
    within: Duration,
) -> Result<Vec<Option<TcpStream>>, ClusterErrorKind> {
    let own = hello.process;
    let addresses: Vec<_> = hosts.iter().map(|host| addresses(host)).collect::<Result<_, _>>()?;
    let bind = |error: std::io::Error| {
        let (address, reason) = (hosts[own].clone(), error.to_string());
        ClusterErrorKind::Bind { address, reason }
    };
    let listener = TcpListener::bind(&addresses[own][..]).map_err(bind)?;
    listener.set_nonblocking(true).map_err(bind)?;
    let end = Instant::now() + within;
    let is_over = AtomicBool::new(false);
    let is_waiting = || !is_over.load(Ordering::Relaxed) && Instant::now() < end;
    let mut sockets: Vec<_> = hosts.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let (found, finds) = channel();
        for (process, addresses) in addresses.iter().enumerate().take(own) {
            let found = found.clone();
            scope.spawn(move || call(process, addresses, hello, &found, is_waiting));
        }
        let mut result = Ok(());
        while result.is_ok() && sockets.iter().flatten().count() + 1 < hosts.len() {
            if !is_waiting() {
                let mut missing = sockets.iter().enumerate().filter(|(_, socket)| socket.is_none());
                let process = missing.find(|&(process, _)| process != own).map_or(0, |(it, _)| it);
                let host = hosts[process].clone();
                result = Err(ClusterErrorKind::NotReached { process, host, within });
                break;
            }
            match listener.accept() {
                Ok((socket, _)) => {
                    let found = found.clone();
                    scope.spawn(move || answer(socket, hello, &found));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
                // The caller has gone again.
                Err(_) => {}
            }
            for find in finds.try_iter() {
                result = result.and(find.and_then(|find| place(find, &mut sockets)));
            }
        }
        is_over.store(true, Ordering::Relaxed);
        result
    })?;
    Ok(sockets)
}

fn addresses(host: &str) -> Result<Vec<SocketAddr>, ClusterErrorKind> {
    let error = |reason: String| ClusterErrorKind::Host { host: host.to_owned(), reason };
    let addresses: Vec<_> =
        host.to_socket_addrs().map_err(|reason| error(reason.to_string()))?.collect();
    if addresses.is_empty() { Err(error("no address".to_owned())) } else { Ok(addresses) }
}

fn place(
    (process, socket): (usize, TcpStream),
    sockets: &mut [Option<TcpStream>],
) -> Result<(), ClusterErrorKind> {
    if sockets[process].is_some() {
        let (here, there) = (format!("{process} is taken"), process.to_string());
        let process = Some(process);
        return Err(ClusterErrorKind::Differs { process, part: Part::Process, here, there });
    }
    sockets[process] = Some(socket);
    Ok(())
}

/// Calls an earlier process until it answers.
fn call(
    process: usize,
    addresses: &[SocketAddr],
    hello: &Hello,
    found: &Sender<Found>,
    is_waiting: impl Fn() -> bool,
) {
    for address in addresses.iter().cycle() {
        if !is_waiting() {
            return;
        }
        thread::sleep(PAUSE);
        let socket = TcpStream::connect_timeout(address, ATTEMPT);
        // The system may give the port that is called to the caller, who then calls itself.
        let other = |socket: &TcpStream| socket.local_addr().ok() != socket.peer_addr().ok();
        if let Some(mut socket) = socket.ok().filter(other) {
            let find = match hello.exchange(&mut socket, Some(process)) {
                Ok(process) => Ok((process, socket)),
                Err(Refusal::Fatal(kind)) => Err(kind),
                Err(Refusal::Nothing) => continue,
            };
            // If nobody waits for it any more, another connection has failed.
            let _ = found.send(find);
            return;
        }
    }
}

/// Answers a caller.
fn answer(mut socket: TcpStream, hello: &Hello, found: &Sender<Found>) {
    let find = match hello.exchange(&mut socket, None) {
        Ok(process) => Ok((process, socket)),
        Err(Refusal::Fatal(kind)) => Err(kind),
        Err(Refusal::Nothing) => return,
    };
    let _ = found.send(find);
}
