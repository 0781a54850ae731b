//! Messages on a connection, in frames with checksums.
//!
//! A message is one frame or several. A frame is a head of [`HEAD`] bytes and its contents. The
//! head is a byte for the kind of the message, with [`MORE`] unless it is the last frame; the
//! length of the contents in two bytes; their CRC-32; and the CRC-32 of the head before it and of
//! the number of the frame, which is not sent. All numbers have the lowest byte first. So bytes or
//! frames that are changed, lost, doubled or exchanged on the way are noticed.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::SILENCE;

/// The time between two heartbeats.
pub(super) const BEAT: Duration = Duration::from_secs(1);
/// How long a thread waits before it looks for a fault again: the timeout of each socket.
pub(super) const TICK: Duration = Duration::from_millis(50);
/// The bytes before the contents of a frame.
const HEAD: usize = 11;
/// The mark of a frame that is not the last one of its message.
const MORE: u8 = 1 << 7;
/// The longest contents of a frame. On any link of more than 11 kB per second they arrive within
/// [`SILENCE`].
const LONGEST: usize = u16::MAX as usize;

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// Says that the process is alive.
    Beat,
    /// Messages of `timely`; without contents, the end of the messages in this search. In a batch,
    /// the number of the problem that was [asked](Self::Ask) for.
    Data,
    /// The value of the sender in an exchange of all processes.
    Report,
    /// The cost of a solution.
    Least,
    /// A limit was met.
    Stop,
    /// Asks process 0 for the next problem.
    Ask,
    /// A fault: the sender ends.
    Fault,
    /// The sender sends nothing more, and needs nothing more.
    Bye,
}

/// The bytes of a value, or why it has none.
pub(super) fn to_bytes<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, String> {
    postcard::to_allocvec(value).map_err(|error| error.to_string())
}

/// The value of exactly these bytes. A wrong length of a list makes it take room for at most as
/// many items as there are bytes.
pub(super) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, more)) => Err(format!("{} bytes too many", more.len())),
        Err(error) => Err(error.to_string()),
    }
}

/// How long this process has waited for something. Time in which the process itself was stopped
/// does not count: from one look at the clock to the next, at most [`BEAT`] is added.
pub(super) struct Waited {
    looked: Instant,
    time: Duration,
}

impl Waited {
    pub(super) fn new() -> Self {
        Self { looked: Instant::now(), time: Duration::ZERO }
    }

    /// The time waited. Call this about every [`TICK`].
    pub(super) fn time(&mut self) -> Duration {
        let now = Instant::now();
        self.time += now.duration_since(self.looked).min(BEAT);
        self.looked = now;
        self.time
    }
}

/// The checksum of a frame's number and of the part of its head that comes before the checksum.
fn checksum_of_head(number: u64, head: &[u8]) -> [u8; 4] {
    crc32fast::hash(&[&number.to_le_bytes()[..], head].concat()).to_le_bytes()
}

fn is_tick(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// Writes everything. Fails if nothing is taken for `most`, or if `gives_up` is true while nothing
/// is taken.
fn write_all(
    socket: &mut TcpStream,
    mut bytes: &[u8],
    most: Duration,
    gives_up: impl Fn() -> bool,
) -> io::Result<()> {
    let mut waited = Waited::new();
    while !bytes.is_empty() {
        match socket.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => {
                bytes = &bytes[count..];
                waited = Waited::new();
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

/// Fills `bytes`. As long as some are missing, `wait` decides whether to go on. It is called at
/// least every [`TICK`], with `true` if some have come.
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
        // Reads what has arrived before it looks at the time: this process may have been stopped.
        if !bytes.is_empty() {
            wait(count > 0)?;
        }
    }
    Ok(())
}

/// The side of a connection that writes, or the one that reads.
pub(super) struct Frames {
    socket: TcpStream,
    /// How many frames were written or read.
    count: u64,
}

impl Frames {
    pub(super) fn new(socket: TcpStream) -> Self {
        Self { socket, count: 0 }
    }

    /// Writes a message. Fails if the other side takes nothing for `most`, or if `gives_up` is true
    /// meanwhile. After a failure, nothing more must be written.
    pub(super) fn write(
        &mut self,
        kind: Kind,
        contents: &[u8],
        most: Duration,
        gives_up: impl Fn() -> bool,
    ) -> io::Result<()> {
        let frames = contents.len().div_ceil(LONGEST).max(1);
        for index in 0..frames {
            let contents = contents.chunks(LONGEST).nth(index).unwrap_or_default();
            let mut frame = vec![kind as u8 | if index + 1 < frames { MORE } else { 0 }];
            frame.extend(&contents.len().to_le_bytes()[..2]);
            frame.extend(crc32fast::hash(contents).to_le_bytes());
            frame.extend(checksum_of_head(self.count, &frame));
            frame.extend(contents);
            self.count += 1;
            write_all(&mut self.socket, &frame, most, &gives_up)?;
        }
        Ok(())
    }

    /// Ends the stream to the other side.
    pub(super) fn end(self) {
        let _ = self.socket.shutdown(Shutdown::Write);
    }

    /// The kind and the contents of the next message. Fails with [`ErrorKind::InvalidData`] if they
    /// were damaged, and with [`ErrorKind::TimedOut`] if nothing comes for too long or `is_over` is
    /// true.
    pub(super) fn next(
        &mut self,
        is_over: &mut impl FnMut() -> bool,
    ) -> io::Result<(Kind, Vec<u8>)> {
        let (mut mark, mut message) = self.frame(is_over)?;
        while mark & MORE != 0 {
            let (next, contents) = self.frame(is_over)?;
            mark = next;
            message.extend(contents);
        }
        let kind = from_bytes(&[mark]).map_err(|_| ErrorKind::InvalidData)?;
        Ok((kind, message))
    }

    /// The mark and the contents of the next frame.
    fn frame(&mut self, is_over: &mut impl FnMut() -> bool) -> io::Result<(u8, Vec<u8>)> {
        let (mut silent, mut begun) = (Waited::new(), None);
        let mut wait = |has_come| {
            if has_come {
                silent = Waited::new();
                begun.get_or_insert_with(Waited::new);
            }
            if silent.time() > SILENCE || is_over() {
                return Err(ErrorKind::TimedOut.into());
            }
            // A frame without an end has lost bytes: heartbeats are taken for its contents.
            let is_endless = begun.as_mut().is_some_and(|begun| begun.time() > SILENCE);
            if is_endless && silent.time() < 2 * BEAT {
                return Err(ErrorKind::InvalidData.into());
            }
            Ok(())
        };
        let mut head = [0; HEAD];
        read_exactly(&mut self.socket, &mut head, &mut wait)?;
        if head[7..] != checksum_of_head(self.count, &head[..7]) {
            return Err(ErrorKind::InvalidData.into());
        }
        self.count += 1;
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
