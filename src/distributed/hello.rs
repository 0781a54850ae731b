//! The first words of two processes: who they are, and whether they fit.

use std::io::{self, ErrorKind, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::frame::{TICK, read_exactly};
use super::{ClusterErrorKind, Part, format};

/// The first bytes of a connection: this, the version of the protocol in four bytes, the length of
/// the rest in two, both with the lowest byte first.
const MAGIC: [u8; 8] = *b"bestfrst";
/// To be raised with every change of what processes send each other.
pub(super) const PROTOCOL: u32 = 2;
/// How long the first words of a stranger may take.
pub(super) const MOST: Duration = Duration::from_secs(2);
/// The third word: the caller has heard the answer, and keeps this connection.
const KEPT: [u8; 1] = *b"k";

/// What a process says first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    version: String,
    machine: String,
    pub(super) processes: usize,
    pub(super) threads: usize,
    pub(super) process: usize,
}

/// Why the first words failed.
#[derive(Debug)]
pub(super) enum Refusal {
    /// Nothing was said, or not enough. Whoever it is may come again.
    Nothing,
    /// No other process can mend this.
    Fatal(ClusterErrorKind),
}

impl From<io::Error> for Refusal {
    fn from(_: io::Error) -> Self {
        Self::Nothing
    }
}

impl Hello {
    pub(super) fn new(processes: usize, threads: usize, process: usize) -> Self {
        let order = if cfg!(target_endian = "little") { "little" } else { "big" };
        let machine = format!("{} bits, {order}-endian", usize::BITS);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { version, machine, processes, threads, process }
    }

    /// Says this, and hears what the other process says, within `most`. `expected` is the process at
    /// the address that was called; without it, it is a later process than this one that calls.
    ///
    /// A connection counts for both or for neither: the caller may give up and call again, so who is
    /// called waits for a third word, for as long as `is_waiting`.
    pub(super) fn exchange(
        &self,
        socket: &mut TcpStream,
        expected: Option<usize>,
        most: Duration,
        is_waiting: impl Fn() -> bool,
    ) -> Result<usize, Refusal> {
        // A socket that was accepted may take this over from its listener.
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(TICK))?;
        socket.set_write_timeout(Some(TICK))?;
        let go_on = |yes| if yes { Ok(()) } else { Err(ErrorKind::TimedOut.into()) };
        let start = Instant::now();
        let in_time = |_| go_on(is_waiting() && start.elapsed() <= most);
        // Who calls speaks first.
        let there = if expected.is_some() {
            self.say(socket)?;
            hear(socket, expected, in_time)?
        } else {
            let heard = hear(socket, expected, in_time);
            match (&heard, self.say(socket)) {
                // A caller who did not hear this calls again.
                (Ok(_), Err(error)) => return Err(error.into()),
                _ => heard?,
            }
        };
        self.compare(&there, expected).map_err(Refusal::Fatal)?;
        if expected.is_some() {
            socket.write_all(&KEPT)?;
        } else {
            read_exactly(socket, &mut [0; KEPT.len()], |_| go_on(is_waiting()))?;
        }
        Ok(there.process)
    }

    fn say(&self, socket: &mut TcpStream) -> io::Result<()> {
        let contents = format::write(self).map_err(io::Error::other)?;
        let length = u16::try_from(contents.len()).map_err(io::Error::other)?;
        let head = [&MAGIC[..], &PROTOCOL.to_le_bytes(), &length.to_le_bytes()];
        socket.write_all(&[&head.concat()[..], &contents].concat())
    }

    fn compare(&self, there: &Self, expected: Option<usize>) -> Result<(), ClusterErrorKind> {
        let process = there.process;
        let is_expected = match expected {
            Some(expected) => process == expected,
            None => (self.process + 1..self.processes).contains(&process),
        };
        let expectation = expected
            .map_or_else(|| format!("more than {}", self.process), |process| process.to_string());
        let parts = [
            (Part::Version, self.version.clone(), there.version.clone()),
            (Part::Machine, self.machine.clone(), there.machine.clone()),
            (Part::Processes, self.processes.to_string(), there.processes.to_string()),
            (Part::Threads, self.threads.to_string(), there.threads.to_string()),
            (
                Part::Process,
                if is_expected { process.to_string() } else { expectation },
                process.to_string(),
            ),
        ];
        first_difference(process, parts)
    }
}

/// The first part that differs from that of another process.
pub(super) fn first_difference(
    process: usize,
    parts: impl IntoIterator<Item = (Part, String, String)>,
) -> Result<(), ClusterErrorKind> {
    match parts.into_iter().find(|(_, here, there)| here != there) {
        Some((part, here, there)) => {
            Err(ClusterErrorKind::Differs { process: Some(process), part, here, there })
        }
        None => Ok(()),
    }
}

fn hear(
    socket: &mut TcpStream,
    process: Option<usize>,
    in_time: impl Fn(bool) -> io::Result<()>,
) -> Result<Hello, Refusal> {
    let address = socket.peer_addr()?.to_string();
    let garbage = || Refusal::Fatal(ClusterErrorKind::NotAProcess { address: address.clone() });
    let (mut magic, mut protocol, mut length) = ([0; MAGIC.len()], [0; 4], [0; 2]);
    read_exactly(socket, &mut magic, &in_time)?;
    if magic != MAGIC {
        return Err(garbage());
    }
    read_exactly(socket, &mut protocol, &in_time)?;
    let protocol = u32::from_le_bytes(protocol);
    if protocol != PROTOCOL {
        // The rest of another protocol cannot be read.
        let (here, there) = (PROTOCOL.to_string(), protocol.to_string());
        let part = Part::Protocol;
        return Err(Refusal::Fatal(ClusterErrorKind::Differs { process, part, here, there }));
    }
    read_exactly(socket, &mut length, &in_time)?;
    let mut contents = vec![0; usize::from(u16::from_le_bytes(length))];
    read_exactly(socket, &mut contents, &in_time)?;
    format::read(&contents).map_err(|_| garbage())
}
