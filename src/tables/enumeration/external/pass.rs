//! The expansion of a level, segment by segment.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use super::SHARE;
use super::manifest::{Manifest, SegmentFiles, segment_path};
use super::updates::{self, UPDATE, Updates};
use crate::answer::clock::Instant;
use crate::enumeration::EnumerationError;
use crate::enumeration::builder::breach;
use crate::enumeration::level::valid;
use crate::tables::fault::{FileFault, InFile};
use crate::tables::file::{self, Sink, Source};
use crate::tables::two_bits::{SET, TwoBits};
use crate::{Cost, Limits, NumberedSpace, StopReason};

/// The shares that are expanded between two looks at the clock.
const SHARES: usize = 256;

/// What passes through all levels have in common.
pub(super) struct Pass<'a, P> {
    pub(super) space: P,
    pub(super) limits: Limits,
    /// The segment in memory. A state is unreached, in the level that is expanded, in the next one,
    /// or closed.
    pub(super) segment: TwoBits,
    /// For the level after the one that is expanded.
    pub(super) updates: Updates,
    pub(super) directory: &'a Path,
}

/// What was found in a segment.
#[derive(Default)]
struct Found {
    /// States of the level that is expanded, which others had reached.
    now: u64,
    /// States of the next level in the same segment.
    next: u64,
    expanded: u64,
}

impl<P: NumberedSpace> Pass<'_, P> {
    /// Expands the level that the manifest names. Returns the manifest after it, or why it stopped.
    pub(super) fn run(
        &mut self,
        manifest: &Manifest,
        (before, start): (Duration, Instant),
    ) -> Result<Result<Manifest, StopReason>, EnumerationError> {
        let mut next = manifest.clone();
        let level = Cost::try_from(manifest.level).unwrap_or(Cost::MAX);
        next.level += 1;
        let mut sum = Found::default();
        for (index, files) in manifest.segments.iter().enumerate() {
            if !files.is_active && files.updates == 0 {
                continue;
            }
            let mut found = Found { now: self.load(manifest, index, level)?, ..Found::default() };
            for first in (0..self.segment.words().len()).step_by(SHARE) {
                if first % (SHARE * SHARES) == 0 {
                    let now = Instant::now();
                    if let Some(reason) = self.limits.interruption(before + (now - start)) {
                        return Ok(Err(reason));
                    }
                }
                self.expand(manifest, index, first, &mut found)?;
            }
            let path = segment_path(self.directory, next.level, index);
            next.segments[index] = SegmentFiles {
                written: Some(next.level),
                checksum: self.save(&path)?,
                is_active: found.next > 0,
                ..SegmentFiles::EMPTY
            };
            next.written += TwoBits::bytes(self.segment.numbers()) as u64;
            sum.now += found.now;
            sum.next += found.next;
            sum.expanded += found.expanded;
        }
        next.add_updates(&self.updates.finish()?);
        next.expanded += sum.expanded;
        if let Some(count) = next.histogram.last_mut() {
            *count += sum.now;
            next.is_complete = *count == 0;
        }
        if next.is_complete {
            next.histogram.pop();
        } else {
            next.histogram.push(sum.next);
        }
        Ok(Ok(next))
    }

    /// Loads a segment, and reaches the states in it that others have as successors. Returns their
    /// number.
    fn load(
        &mut self,
        manifest: &Manifest,
        index: usize,
        level: Cost,
    ) -> Result<u64, EnumerationError> {
        let files = manifest.segments[index];
        let Self { segment, directory, .. } = self;
        segment.clear(manifest.numbers_of(index));
        if let Some(written) = files.written {
            file::load(&segment_path(directory, written, index), |file| {
                let mut source = Source::bare(file);
                segment.read_from(&mut source)?;
                Ok::<_, EnumerationError>(source.end_bare(files.checksum)?)
            })?;
        }
        if files.updates == 0 {
            return Ok(0);
        }
        let path = updates::path(directory, manifest.level, index);
        let (mut found, mut is_sound) = (0, true);
        updates::read(&path, files.updates, files.updates_checksum, |set, states| {
            if (set as usize) < segment.words().len() {
                found += reach(segment, set as usize, states, level);
            } else {
                is_sound = false;
            }
        })?;
        if !is_sound {
            let fault = FileFault::Corrupted { before: files.updates * UPDATE as u64 };
            return Err(EnumerationError::from(fault).in_file(&path));
        }
        Ok(found)
    }

    /// Writes the segment to a file. Returns the checksum.
    fn save(&self, path: &Path) -> Result<u32, EnumerationError> {
        let save = || {
            let mut sink = Sink::bare(File::create(path)?);
            self.segment.write_to(&mut sink)?;
            sink.end_bare()
        };
        save().map_err(|error| EnumerationError::from(error).in_file(path))
    }

    /// Expands the states of a share.
    fn expand(
        &mut self,
        manifest: &Manifest,
        index: usize,
        first: usize,
        found: &mut Found,
    ) -> Result<(), EnumerationError> {
        let Self { space, segment, updates, .. } = self;
        let level = Cost::try_from(manifest.level).unwrap_or(Cost::MAX);
        let mut sets = [0; SHARE];
        let sets = &mut sets[..SHARE.min(segment.words().len() - first)];
        let mut count = 0;
        for (set, states) in (first..).zip(&mut *sets) {
            *states = segment.with(set, level % 2);
            count += u64::from(states.count_ones());
        }
        if count == 0 {
            return Ok(());
        }
        let (end, last) = valid(space.numbers());
        let base = manifest.first_set(index);
        let (mut is_sound, mut fault) = (true, None);
        space.for_each_successor_set(base + first, sets, |set, states, step_cost| {
            if step_cost != 1 || set >= end || (set + 1 == end && states & !last != 0) {
                is_sound = false;
                return;
            }
            let (other, place) = manifest.place(set);
            if other == index {
                found.next += reach(segment, place as usize, states, level + 1);
            } else if fault.is_none() {
                fault = updates.push(other, place, states).err();
            }
        });
        if !is_sound {
            return Err(breach(space, base + first..base + first + sets.len()).into());
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        for (set, &states) in (first..).zip(&*sets) {
            segment.close(set, states);
        }
        found.expanded += count;
        Ok(())
    }
}

/// Reaches those states of a set that were not reached. Returns their number.
#[inline]
fn reach(segment: &TwoBits, set: usize, states: u32, level: Cost) -> u64 {
    let new = states & !segment.reached(set);
    if new != 0 {
        segment.set(set, new, level % 2);
    }
    new.count_ones().into()
}

const _: () = assert!(UPDATE == 2 * size_of::<u32>() && SET == u32::BITS as usize);
