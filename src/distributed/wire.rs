//! The connections of a cluster as `timely` sees them: streams that never fail.
//!
//! The network threads of `timely` panic at an error of a stream, and at its early end. So the
//! stream of a connection that has failed ends as one that was closed in order, and takes all that
//! is written to it. Nothing is concluded from this: the workers see the fault, and leave.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

use super::frame::Kind;
use super::link::Link;

/// The header that ends the messages of a process, as `timely` writes it: all fields are 0.
const LAST: [u8; 48] = [0; 48];

/// One connection, in one search.
#[derive(Debug)]
pub(super) struct Wire {
    link: Arc<Link>,
    /// Whole messages that were received, and how many of their bytes are read.
    received: (Vec<u8>, usize),
    /// Whether the last header is in `received`, or was read from it.
    has_ended: bool,
    /// The beginning of a message that was written in part.
    written: Vec<u8>,
}

impl Wire {
    pub(super) fn new(link: Arc<Link>) -> Self {
        Self { link, received: (Vec::new(), 0), has_ended: false, written: Vec::new() }
    }
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.received.1 == self.received.0.len() {
            // A frame holds whole messages. So after a fault, no message is left half read.
            let next = if self.has_ended { None } else { self.link.data() };
            self.received = match next {
                Some(messages) => (messages, 0),
                None if self.has_ended => return Ok(0),
                None => (LAST.to_vec(), 0),
            };
            self.has_ended = self.received.0 == LAST;
        }
        let (received, done) = &mut self.received;
        let count = bytes.len().min(received.len() - *done);
        bytes[..count].copy_from_slice(&received[*done..*done + count]);
        *done += count;
        Ok(count)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        let mut whole = 0;
        while let Some(header) = MessageHeader::try_read(&self.written[whole..]) {
            // The other side makes the last header itself.
            if header.length > 0 {
                whole += header.required_bytes();
            } else {
                self.written.truncate(whole);
            }
        }
        if whole > 0 {
            self.link.send(Kind::Data, &self.written[..whole]);
            self.written.drain(..whole);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(Arc::clone(&self.link)))
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    /// Ends the messages of this search. The connection stays.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        self.link.send(Kind::Data, &[]);
        Ok(())
    }
}
