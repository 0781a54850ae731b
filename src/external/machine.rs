//! The buckets of a search, and the expansion of one after the other.

use std::collections::BTreeMap;

use super::encode::Encode;
use super::run::{CHECKSUM, Files, Layout, Merge, Run, RunReader, RunWriter};
use super::successor_buffer::{Bucket, OpenRuns, SuccessorBuffer};
use super::{ExternalError, ExternalErrorKind};
use crate::answer::clock::Instant;
use crate::{Cost, DEAD_END, Limits, StateSpace, Statistics, StopReason};

/// The most runs that are read together.
const FAN_IN: usize = 32;

/// The blocks that are in memory at one time: one for each run that is read, one for the run of
/// expanded states, and one for a run of successors.
const BLOCKS: usize = FAN_IN + 2;

/// The most bytes of a block. Longer blocks are not read faster.
const LONGEST_BLOCK: usize = 1 << 20;

/// The most records that are merged or expanded between two checks of the limits.
const CHECK_INTERVAL: u64 = 256;

/// A state with its parent, and its bucket.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) bucket: Bucket,
    record: Vec<u8>,
}

/// Why a search does not go on.
pub(super) enum End {
    Solved(Node),
    Exhausted,
    Stopped(StopReason),
    Failed(ExternalError),
}

impl From<ExternalError> for End {
    fn from(error: ExternalError) -> Self {
        Self::Failed(error)
    }
}

/// What a search has in memory and on disk.
pub(super) struct Machine<'a, P> {
    space: P,
    limits: &'a Limits,
    /// Duplicates are looked for among closed states whose path cost is lower by at most this much.
    locality: Cost,
    layout: Layout,
    pub(super) files: Files,
    successors: SuccessorBuffer,
    /// The runs of the states to expand, by *f* and then by path cost.
    open: OpenRuns,
    /// The runs of expanded states, with their path costs, by estimate.
    closed: BTreeMap<Cost, Vec<(Cost, Run)>>,
    statistics: Statistics,
    pub(super) lower_bound: Cost,
    /// Whether a path was left out because its *f* exceeds [`Cost::MAX`].
    is_overflowed: bool,
    /// The expanded node with the lowest estimate, and among these with the lowest path cost.
    pub(super) best: Option<Node>,
    start: Instant,
    /// The number of records before the limits are checked again.
    until_check: u64,
}

impl<'a, P: StateSpace<State: Encode>> Machine<'a, P> {
    /// A search with only the initial state open. `memory` is the number of bytes for all buffers.
    pub(super) fn new(
        space: P,
        initial: &P::State,
        (limits, locality): (&'a Limits, Cost),
        memory: usize,
        make_files: impl FnOnce() -> Result<Files, ExternalError>,
    ) -> Result<Self, ExternalError> {
        let start = Instant::now();
        let mut state = Vec::new();
        initial.encode(&mut state);
        // A state may have no bytes, if it is the only one.
        let mut layout = Layout { state: state.len(), block: 1 };
        let record = layout.record().max(1);
        let least = BLOCKS * (record + CHECKSUM) + SuccessorBuffer::bytes(layout);
        if memory < least {
            return Err(ExternalErrorKind::MemoryLimit { limit: memory, bytes: least }.into());
        }
        let block = (memory / 2 / BLOCKS).min(LONGEST_BLOCK).saturating_sub(CHECKSUM);
        layout.block = (block / record).max(1);
        let rest = memory - BLOCKS * layout.block_bytes();
        let successors = SuccessorBuffer::new(layout, rest / SuccessorBuffer::bytes(layout))?;
        let mut machine = Self {
            space,
            limits,
            locality,
            layout,
            files: make_files()?,
            successors,
            open: BTreeMap::new(),
            closed: BTreeMap::new(),
            statistics: Statistics { generated: 1, bytes: memory, ..Statistics::default() },
            lower_bound: 0,
            is_overflowed: false,
            best: None,
            start,
            until_check: 0,
        };
        let estimate = machine.space.estimate(initial);
        if estimate < DEAD_END {
            machine.successors.push(Bucket { path_cost: 0, estimate }, &state, &state);
            machine.write_successors()?;
        }
        Ok(machine)
    }

    pub(super) fn statistics(&self) -> Statistics {
        Statistics { elapsed: self.start.elapsed(), ..self.statistics }
    }

    /// Expands the next bucket: that with the lowest *f*, and among these with the lowest path
    /// cost.
    pub(super) fn expand_next(&mut self) -> Result<(), End> {
        let Some(((f, path_cost), mut runs)) = self.open.pop_first() else {
            let hidden = self.is_overflowed.then_some(End::Stopped(StopReason::PathCost));
            return Err(hidden.unwrap_or(End::Exhausted));
        };
        // With an inconsistent estimate, a later bucket may have a lower f.
        self.lower_bound = self.lower_bound.max(f);
        if let Some(reason) = self.limits.is_too_costly(self.lower_bound) {
            return Err(End::Stopped(reason));
        }
        self.statistics.open -= runs.iter().map(|run| run.records).sum::<u64>();
        let bucket = Bucket { path_cost, estimate: f - path_cost };
        let closed = self.closed.get(&bucket.estimate).into_iter().flatten();
        // A state that was expanded with a higher path cost is expanded again.
        let costs = path_cost.saturating_sub(self.locality)..=path_cost;
        let closed = closed.filter(|(cost, _)| costs.contains(cost)).map(|&(_, run)| run);
        let mut closed: Vec<Run> = closed.collect();
        // Merges runs until they can be read together with the closed ones.
        while runs.len() >= FAN_IN {
            let first: Vec<Run> = runs.drain(..FAN_IN).collect();
            runs.extend(self.merged(&[], &first, None)?);
        }
        while closed.len() + runs.len() > FAN_IN {
            let first: Vec<Run> = closed.drain(..FAN_IN - runs.len()).collect();
            runs = self.merged(&first, &runs, None)?.into_iter().collect();
        }
        if let Some(run) = self.merged(&closed, &runs, Some(bucket))? {
            self.closed.entry(bucket.estimate).or_default().push((path_cost, run));
        }
        Ok(self.write_successors()?)
    }

    /// Merges `runs` into one run, without the states in closed runs. If a bucket is given, each
    /// state is expanded as it is merged.
    fn merged(
        &mut self,
        closed: &[Run],
        runs: &[Run],
        bucket: Option<Bucket>,
    ) -> Result<Option<Run>, End> {
        let mut merge = Merge::new(&self.files, self.layout, closed, runs)?;
        let mut merged = RunWriter::new(&mut self.files, self.layout)?;
        while let Some(record) = merge.next()? {
            self.check_limits()?;
            if let Some(bucket) = bucket {
                self.expand(bucket, record)?;
            }
            merged.push(&mut self.files, record)?;
        }
        self.statistics.duplicates += merge.duplicates;
        drop(merge);
        let merged = merged.finish(&mut self.files)?;
        for run in runs {
            run.remove(&mut self.files, self.layout)?;
        }
        Ok(merged)
    }

    fn check_limits(&mut self) -> Result<(), End> {
        if self.until_check == 0 {
            self.statistics = self.statistics();
            if let Some(reason) = self.limits.met(&self.statistics) {
                return Err(End::Stopped(reason));
            }
            self.until_check = self.limits.steps_left(&self.statistics).min(CHECK_INTERVAL);
        }
        self.until_check -= 1;
        Ok(())
    }

    /// Expands a node, unless it is a goal.
    fn expand(&mut self, bucket: Bucket, record: &[u8]) -> Result<(), End> {
        let (state_bytes, parent_bytes) = record.split_at(self.layout.state);
        let state: P::State = decode(state_bytes)?;
        self.statistics.dequeued += 1;
        if self.space.is_goal(&state) {
            return Err(End::Solved(Node { bucket, record: record.to_vec() }));
        }
        let rank = |bucket: Bucket| (bucket.estimate, bucket.path_cost);
        if self.best.as_ref().is_none_or(|best| rank(bucket) < rank(best.bucket)) {
            self.best = Some(Node { bucket, record: record.to_vec() });
        }
        let parent = if is_root(bucket, record) { None } else { Some(decode(parent_bytes)?) };
        self.statistics.expanded += 1;
        let Self { space, layout, files, successors, open, statistics, is_overflowed, .. } = self;
        let mut bytes = Vec::with_capacity(layout.state);
        let mut fault = None;
        space.for_each_successor(&state, parent.as_ref(), |successor, step_cost| {
            if fault.is_some() {
                return;
            }
            statistics.generated += 1;
            let estimate = space.estimate(&successor);
            if estimate == DEAD_END {
                return;
            }
            let sum = bucket.path_cost.checked_add(step_cost);
            let Some(path_cost) = sum.filter(|sum| sum.checked_add(estimate).is_some()) else {
                *is_overflowed = true;
                return;
            };
            bytes.clear();
            successor.encode(&mut bytes);
            if bytes.len() != layout.state {
                let kind = ExternalErrorKind::Length { found: bytes.len(), expected: layout.state };
                fault = Some(kind.into());
                return;
            }
            if successors.is_full() {
                fault = successors.write(files, open, statistics).err();
            }
            if fault.is_none() {
                successors.push(Bucket { path_cost, estimate }, &bytes, state_bytes);
            }
        });
        fault.map_or(Ok(()), |fault| Err(End::Failed(fault)))
    }

    fn write_successors(&mut self) -> Result<(), ExternalError> {
        self.successors.write(&mut self.files, &mut self.open, &mut self.statistics)
    }

    /// The states from the initial one to this one. Reads one closed bucket for each.
    pub(super) fn path(&self, mut node: Node) -> Result<Vec<P::State>, ExternalError> {
        let mut path = vec![decode(&node.record[..self.layout.state])?];
        while !is_root(node.bucket, &node.record) {
            node = self.parent(&node)?;
            path.push(decode(&node.record[..self.layout.state])?);
        }
        path.reverse();
        Ok(path)
    }

    /// The closed node from which this one was generated.
    fn parent(&self, node: &Node) -> Result<Node, ExternalError> {
        let (state, parent_bytes) = node.record.split_at(self.layout.state);
        let parent = decode(parent_bytes)?;
        let estimate = self.space.estimate(&parent);
        let (mut path_costs, mut bytes) = (Vec::new(), Vec::new());
        self.space.for_each_successor(&parent, None, |successor, step_cost| {
            bytes.clear();
            successor.encode(&mut bytes);
            if bytes == state {
                path_costs.extend(node.bucket.path_cost.checked_sub(step_cost));
            }
        });
        let closed = self.closed.get(&estimate).into_iter().flatten();
        for &(path_cost, run) in closed.filter(|(cost, _)| path_costs.contains(cost)) {
            if let Some(record) = self.find(run, parent_bytes)? {
                return Ok(Node { bucket: Bucket { path_cost, estimate }, record });
            }
        }
        Err(ExternalErrorKind::Parent { path_cost: node.bucket.path_cost }.into())
    }

    /// The record of a state in a run.
    fn find(&self, run: Run, state: &[u8]) -> Result<Option<Vec<u8>>, ExternalError> {
        let mut reader = RunReader::new(&self.files, self.layout, run)?;
        while reader.state() < state {
            if !reader.advance()? {
                return Ok(None);
            }
        }
        Ok((reader.state() == state).then(|| reader.record().to_vec()))
    }
}

/// Whether a record is that of the root, which is stored as its own parent. At path cost 0, no
/// other record has its state as the parent: a state that generates itself is closed by then.
fn is_root(bucket: Bucket, record: &[u8]) -> bool {
    let (state, parent) = record.split_at(record.len() / 2);
    bucket.path_cost == 0 && state == parent
}

fn decode<S: Encode>(bytes: &[u8]) -> Result<S, ExternalError> {
    let mut rest = bytes;
    let state = S::decode(&mut rest).filter(|_| rest.is_empty());
    state.ok_or_else(|| ExternalErrorKind::Decode { bytes: bytes.to_vec() }.into())
}
