//! Many sorted runs as one, without duplicates.

use super::ExternalError;
use super::files::Files;
use super::run::{Layout, Run, RunReader};

/// Reads sorted runs together, in order. Of the records of a state it gives the first, and none if
/// the state is in a closed run.
pub(super) struct Merge {
    layout: Layout,
    /// The closed runs come first.
    readers: Vec<RunReader>,
    closed: usize,
    /// The readers that have records left, as a binary heap by the state in front. Of equal states,
    /// a closed one comes first.
    heap: Vec<usize>,
    /// How many of these are not closed.
    open: usize,
    /// The record that was taken last.
    record: Vec<u8>,
    /// The number of records that were dropped.
    pub(super) duplicates: u64,
}

impl Merge {
    pub(super) fn new(
        files: &Files,
        layout: Layout,
        closed: &[Run],
        runs: &[Run],
    ) -> Result<Self, ExternalError> {
        let readers: Result<Vec<RunReader>, ExternalError> =
            closed.iter().chain(runs).map(|&run| RunReader::new(files, layout, run)).collect();
        let mut merge = Self {
            layout,
            readers: readers?,
            closed: closed.len(),
            heap: (0..closed.len() + runs.len()).collect(),
            open: runs.len(),
            record: Vec::new(),
            duplicates: 0,
        };
        for place in (0..merge.heap.len() / 2).rev() {
            merge.sift_down(place);
        }
        Ok(merge)
    }

    /// The next record of a state that is not closed.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, ExternalError> {
        // What is left in closed runs is of no interest.
        while self.open > 0 {
            let is_closed = self.heap[0] < self.closed;
            self.record.clear();
            self.record.extend_from_slice(self.readers[self.heap[0]].record());
            self.advance()?;
            while self.open > 0 && self.state(self.heap[0]) == &self.record[..self.layout.state] {
                self.duplicates += u64::from(self.heap[0] >= self.closed);
                self.advance()?;
            }
            if !is_closed {
                return Ok(Some(&self.record));
            }
        }
        Ok(None)
    }

    /// Passes over the record in front.
    #[inline]
    fn advance(&mut self) -> Result<(), ExternalError> {
        let front = self.heap[0];
        if !self.readers[front].advance()? {
            self.open -= usize::from(front >= self.closed);
            self.heap.swap_remove(0);
        }
        self.sift_down(0);
        Ok(())
    }

    #[inline]
    fn state(&self, reader: usize) -> &[u8] {
        &self.readers[reader].record()[..self.layout.state]
    }

    #[inline]
    fn is_before(&self, one: usize, other: usize) -> bool {
        (self.state(one), one) < (self.state(other), other)
    }

    #[inline]
    fn sift_down(&mut self, mut place: usize) {
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                return;
            }
            let next = child + 1;
            if next < self.heap.len() && self.is_before(self.heap[next], self.heap[child]) {
                child = next;
            }
            if !self.is_before(self.heap[child], self.heap[place]) {
                return;
            }
            self.heap.swap(place, child);
            place = child;
        }
    }
}
