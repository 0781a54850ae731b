//! The first words of two processes: who they are, and whether they fit.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{ClusterErrorKind, Part};

/// The first bytes of a connection: this, the version of the protocol in four bytes, the length of
/// the rest in two, both with the lowest byte first.
const MAGIC: [u8; 8] = *b"bestfrst";
/// To be raised with every change of what processes send each other.
pub(super) const PROTOCOL: u32 = 1;
/// How long the first words may take.
const MOST: Duration = Duration::from_secs(2);

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

    /// Says this, and hears what the other process says. `expected` is the process at the address
    /// that was called; without it, it is a later process than this one that calls.
    pub(super) fn exchange(
        &self,
        socket: &mut TcpStream,
        expected: Option<usize>,
    ) -> Result<usize, Refusal> {
        // A socket that was accepted may take this over from its listener.
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(MOST))?;
        socket.set_write_timeout(Some(MOST))?;
        // Who calls speaks first.
        let there = if expected.is_some() {
            self.say(socket)?;
            hear(socket, expected)?
        } else {
            let heard = hear(socket, expected);
            match (&heard, self.say(socket)) {
                // A caller who did not hear this calls again.
                (Ok(_), Err(error)) => return Err(error.into()),
                _ => heard?,
            }
        };
        self.compare(&there, expected).map_err(Refusal::Fatal)?;
        Ok(there.process)
    }

    fn say(&self, socket: &mut TcpStream) -> io::Result<()> {
        let contents = bincode::serialize(self).map_err(io::Error::other)?;
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

fn hear(socket: &mut TcpStream, process: Option<usize>) -> Result<Hello, Refusal> {
    let address = socket.peer_addr()?.to_string();
    let garbage = || Refusal::Fatal(ClusterErrorKind::NotAProcess { address: address.clone() });
    let end = Instant::now() + MOST;
    let magic = hear_exactly(socket, MAGIC.len(), end, |heard| MAGIC.starts_with(heard))?;
    if magic.len() < MAGIC.len() {
        return Err(garbage());
    }
    let protocol = number(&hear_exactly(socket, 4, end, |_| true)?);
    if protocol != PROTOCOL {
        // The rest of another protocol cannot be read.
        let (here, there) = (PROTOCOL.to_string(), protocol.to_string());
        let part = Part::Protocol;
        return Err(Refusal::Fatal(ClusterErrorKind::Differs { process, part, here, there }));
    }
    let length = number(&hear_exactly(socket, 2, end, |_| true)?);
    let contents = hear_exactly(socket, length as usize, end, |_| true)?;
    bincode::deserialize(&contents).map_err(|_| garbage())
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Reads this many bytes, or fewer if they do not begin as they should.
fn hear_exactly(
    socket: &mut TcpStream,
    count: usize,
    end: Instant,
    is_right: impl Fn(&[u8]) -> bool,
) -> io::Result<Vec<u8>> {
    let (mut bytes, mut byte) = (Vec::with_capacity(count), [0]);
    while bytes.len() < count {
        if Instant::now() > end {
            return Err(ErrorKind::TimedOut.into());
        }
        socket.read_exact(&mut byte)?;
        bytes.push(byte[0]);
        if !is_right(&bytes) {
            return Ok(Vec::new());
        }
    }
    Ok(bytes)
}
