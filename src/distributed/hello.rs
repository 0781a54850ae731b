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
const PROTOCOL: u32 = 3;
/// How long the first words of a stranger may take.
pub(super) const MOST: Duration = Duration::from_secs(2);
/// The third word: the caller has heard the answer, and keeps this connection.
const KEPT: [u8; 1] = *b"k";

/// What a process says first.
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

    /// Says this, and hears what the other process says, within `most`. `expected` is the process at
    /// the address that was called; without it, it is a later process than this one that calls.
    ///
    /// Returns which process it is, or what no other process can mend. It fails if nothing was said,
    /// or not enough: whoever it is may come again.
    ///
    /// A connection counts for both or for neither: the caller may give up and call again, so who is
    /// called waits for a third word, for as long as `is_waiting`.
    pub(super) fn exchange(
        &self,
        socket: &mut TcpStream,
        expected: Option<usize>,
        most: Duration,
        is_waiting: impl Fn() -> bool,
    ) -> io::Result<Result<usize, ClusterErrorKind>> {
        // A socket that was accepted may take this over from its listener.
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(TICK))?;
        socket.set_write_timeout(Some(TICK))?;
        let go_on = |yes| if yes { Ok(()) } else { Err(ErrorKind::TimedOut.into()) };
        let start = Instant::now();
        let in_time = |_| go_on(is_waiting() && start.elapsed() <= most);
        // Who calls speaks first. Who is called answers whatever it hears.
        if expected.is_some() {
            self.say(socket)?;
        }
        let heard = hear(socket, expected, in_time)?;
        if expected.is_none() {
            let said = self.say(socket);
            // A caller who did not hear this calls again.
            if heard.is_ok() {
                said?;
            }
        }
        let there = heard.and_then(|there| self.compare(there, expected));
        if there.is_ok() {
            match expected {
                Some(_) => socket.write_all(&KEPT)?,
                None => read_exactly(socket, &mut [0; KEPT.len()], |_| go_on(is_waiting()))?,
            }
        }
        Ok(there)
    }

    fn say(&self, socket: &mut TcpStream) -> io::Result<()> {
        let contents = format::write(self).map_err(io::Error::other)?;
        let length = u16::try_from(contents.len()).map_err(io::Error::other)?;
        let head = [&MAGIC[..], &PROTOCOL.to_le_bytes(), &length.to_le_bytes()];
        socket.write_all(&[&head.concat()[..], &contents].concat())
    }

    /// Which process it is, if it fits.
    fn compare(&self, there: Self, expected: Option<usize>) -> Result<usize, ClusterErrorKind> {
        let process = there.process;
        compare(process, &self.parts, there.parts)?;
        let (is_expected, here) = match expected {
            Some(expected) => (process == expected, expected.to_string()),
            None => {
                let later = self.process + 1..self.processes;
                (later.contains(&process), format!("more than {}", self.process))
            }
        };
        if is_expected {
            return Ok(process);
        }
        let there = process.to_string();
        Err(ClusterErrorKind::Differs { process: Some(process), part: Part::Process, here, there })
    }
}

/// Whether a process has the same of these parts.
pub(super) fn compare<const N: usize>(
    process: usize,
    here: &[(Part, String); N],
    there: [(Part, String); N],
) -> Result<(), ClusterErrorKind> {
    match here.iter().cloned().zip(there).find(|(here, there)| here != there) {
        Some(((part, here), (_, there))) => {
            Err(ClusterErrorKind::Differs { process: Some(process), part, here, there })
        }
        None => Ok(()),
    }
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
    Ok(format::read(&contents).map_err(|_| garbage))
}
