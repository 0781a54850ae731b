//! What a network does between two processes: it is slow, it delays, it damages.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use super::{each_of, hosts};

/// What becomes of the bytes of one direction of a connection. It may change them, or take its
/// time.
pub(super) type Change = Box<dyn FnMut(&mut Vec<u8>) + Send>;

/// The way of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// From who calls to who is called.
    There,
    Back,
}

/// Runs each process with its index. Calls of process 0 and so on, up to the last but one, go
/// through a network that makes a change for each direction of each connection to the process
/// called.
pub(super) fn each_through<R: Send>(
    processes: usize,
    change: impl Fn(usize, Way) -> Change + Clone + Send + 'static,
    run: impl Fn(usize, &[String]) -> R + Sync,
) -> Vec<R> {
    let listen = |_| TcpListener::bind("127.0.0.1:0").unwrap();
    let listeners: Vec<_> = (1..processes).map(listen).collect();
    let called: Vec<_> = listeners.iter().map(|it| it.local_addr().unwrap().to_string()).collect();
    let real = hosts(processes);
    for ((process, host), listener) in real.iter().cloned().enumerate().zip(listeners) {
        let change = change.clone();
        thread::spawn(move || forward(&listener, &host, |way| change(process, way)));
    }
    let seen = (0..processes).map(|process| [&called[..process], &real[process..]].concat());
    each_of(&seen.collect::<Vec<_>>(), run)
}

fn forward(listener: &TcpListener, host: &str, change: impl Fn(Way) -> Change) {
    while let Ok((caller, _)) = listener.accept() {
        // If nobody listens yet, the call fails.
        if let Ok(called) = TcpStream::connect(host) {
            let pair = |from: &TcpStream, to: &TcpStream| {
                (from.try_clone().unwrap(), to.try_clone().unwrap())
            };
            let ways = [(pair(&caller, &called), Way::There), (pair(&called, &caller), Way::Back)];
            for (sockets, way) in ways {
                let change = change(way);
                thread::spawn(move || carry(sockets, change));
            }
        }
    }
}

fn carry((mut from, mut to): (TcpStream, TcpStream), mut change: Change) {
    let mut bytes = vec![0; 1 << 14];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let mut piece = bytes[..count].to_vec();
        change(&mut piece);
        if to.write_all(&piece).is_err() {
            break;
        }
    }
    // The end of one direction is not that of the other, unless a side is gone.
    let _ = from.shutdown(Shutdown::Read);
    let _ = to.shutdown(Shutdown::Write);
}
