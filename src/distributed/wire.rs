//! The connections of a cluster as `timely` sees them: streams that never fail.
//!
//! The network threads of `timely` panic at an error of a stream, and at its early end. So after a
//! failure, a stream ends as if it had been closed in order, and accepts all that is written to it.
//! The workers conclude nothing from this: they see the fault, and stop.

use std::io::{self, Cursor, Read, Write};
use std::net::Shutdown;
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

use super::frame::Kind;
use super::link::Link;

/// The header that ends the messages of a process, as `timely` writes it: all fields are 0.
const LAST: [u8; 48] = [0; 48];

/// One connection, in one search.
pub(super) struct Wire {
    link: Arc<Link>,
    /// Whole messages that were received.
    received: Cursor<Vec<u8>>,
    /// Whether the last header is in `received`, or was read from it.
    has_ended: bool,
    /// The beginning of a message that was written in part.
    written: Vec<u8>,
}

impl Wire {
    pub(super) fn new(link: Arc<Link>) -> Self {
        Self { link, received: Cursor::default(), has_ended: false, written: Vec::new() }
    }
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let is_read = self.received.position() == self.received.get_ref().len() as u64;
        if is_read && !self.has_ended {
            // A frame holds whole messages. So after a fault, no message is left half read.
            let next = self.link.data();
            self.has_ended = next.is_none();
            self.received = Cursor::new(next.unwrap_or_else(|| LAST.to_vec()));
        }
        self.received.read(bytes)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        let mut whole = 0;
        while let Some(header) = MessageHeader::try_read(&self.written[whole..]) {
            // The last header is not sent: the other side makes it itself.
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
