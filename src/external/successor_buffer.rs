//! Successors in memory, until they are written in sorted runs.

use std::collections::BTreeMap;

use super::ExternalError;
use super::run::{Files, Layout, Run, RunWriter};
use crate::tables::two_bits::try_with_capacity;
use crate::{Cost, Statistics};

/// The path cost and the estimate of all states in a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bucket {
    pub(super) path_cost: Cost,
    pub(super) estimate: Cost,
}

/// The sort key of a record: its bucket, and then the first bytes of its state. Most states differ
/// there, so that few records need to be read.
#[derive(Clone, Copy)]
struct Key {
    bucket: Bucket,
    first_bytes: u64,
    /// The index of the record.
    record: u32,
}

/// Records of several buckets, up to a fixed number.
pub(super) struct SuccessorBuffer {
    layout: Layout,
    capacity: usize,
    keys: Vec<Key>,
    records: Vec<u8>,
}

/// The runs of the states to expand, by *f* and then by path cost.
pub(super) type OpenRuns = BTreeMap<(Cost, Cost), Vec<Run>>;

impl SuccessorBuffer {
    /// The bytes that a record takes.
    pub(super) const fn bytes(layout: Layout) -> usize {
        layout.record() + size_of::<Key>()
    }

    pub(super) fn new(layout: Layout, capacity: usize) -> Result<Self, ExternalError> {
        let capacity = capacity.min(u32::MAX as usize);
        let records = try_with_capacity(capacity.saturating_mul(layout.record()))?;
        Ok(Self { layout, capacity, keys: try_with_capacity(capacity)?, records })
    }

    pub(super) fn is_full(&self) -> bool {
        self.keys.len() == self.capacity
    }

    /// Adds a record. The buffer must not be full.
    #[expect(clippy::cast_possible_truncation, reason = "the capacity is a `u32`")]
    pub(super) fn push(&mut self, bucket: Bucket, state: &[u8], parent: &[u8]) {
        let first_bytes = state.iter().take(8).fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        self.keys.push(Key { bucket, first_bytes, record: self.keys.len() as u32 });
        self.records.extend_from_slice(state);
        self.records.extend_from_slice(parent);
    }

    /// Writes a run for each bucket, and empties the buffer.
    pub(super) fn write(
        &mut self,
        files: &mut Files,
        open: &mut OpenRuns,
        statistics: &mut Statistics,
    ) -> Result<(), ExternalError> {
        let Self { layout, keys, records, .. } = self;
        let length = layout.record();
        let record = |key: &Key| &records[key.record as usize * length..][..length];
        let state = |key: &Key| &record(key)[..layout.state];
        keys.sort_unstable_by(|one, other| {
            let first = (one.bucket, one.first_bytes).cmp(&(other.bucket, other.first_bytes));
            first.then_with(|| state(one).cmp(state(other)))
        });
        for keys in keys.chunk_by(|one, other| one.bucket == other.bucket) {
            let mut run = RunWriter::new(files, *layout)?;
            for keys in keys.chunk_by(|one, other| state(one) == state(other)) {
                run.push(files, record(&keys[0]))?;
                statistics.duplicates += keys.len() as u64 - 1;
            }
            if let Some(run) = run.finish(files)? {
                let Bucket { path_cost, estimate } = keys[0].bucket;
                statistics.enqueued += run.records;
                statistics.open += run.records;
                open.entry((path_cost + estimate, path_cost)).or_default().push(run);
            }
        }
        statistics.largest_open = statistics.largest_open.max(statistics.open);
        self.keys.clear();
        self.records.clear();
        Ok(())
    }
}
