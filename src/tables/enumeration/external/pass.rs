//! The expansion of a level, segment by segment.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use super::SHARE;
use super::manifest::{Manifest, SegmentFiles, UPDATE, Updates, segment_path, updates_path};
use crate::enumeration::EnumerationError as Error;
use crate::enumeration::level::{first_breach, set_bounds};
use crate::tables::fault::InFile;
use crate::tables::file::{self, Sink, Source};
use crate::tables::two_bits::{SET, TwoBits};
use crate::{Cost, Limits, NumberedSpace, StopReason};

/// The number of shares that are expanded between two looks at the clock.
const SHARES: usize = 256;

/// The data that the passes over all levels have in common.
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

/// What is found in a level.
#[derive(Default)]
struct Found {
    /// States of the level that is expanded, which other segments had reached.
    now: u64,
    /// States of the next level that were reached from their own segment.
    next: u64,
    expanded: u64,
}

impl<P: NumberedSpace> Pass<'_, P> {
    /// Expands the level that the manifest names. Returns the manifest after it, or why it stopped.
    pub(super) fn run(
        &mut self,
        manifest: &Manifest,
        elapsed: impl Fn() -> Duration,
    ) -> Result<Result<Manifest, StopReason>, Error> {
        let mut next = manifest.clone();
        next.level += 1;
        let mut found = Found::default();
        for (index, files) in manifest.segments.iter().enumerate() {
            if !files.is_active && files.updates == 0 {
                continue;
            }
            let before = found.next;
            self.load(manifest, index, &mut found)?;
            for first in (0..self.segment.words().len()).step_by(SHARE) {
                let is_due = first % (SHARE * SHARES) == 0;
                let reason = is_due.then(|| self.limits.interruption(elapsed())).flatten();
                if let Some(reason) = reason {
                    return Ok(Err(reason));
                }
                self.expand(manifest, index, first, &mut found)?;
            }
            let written = next.level.into();
            next.segments[index] = SegmentFiles {
                written: Some(written),
                checksum: self.save(&segment_path(self.directory, written, index))?,
                is_active: found.next > before,
                ..SegmentFiles::default()
            };
        }
        self.updates.finish(&mut next)?;
        next.counts.statistics.expanded += found.expanded;
        let count = next.counts.histogram.pop().unwrap_or(0) + found.now;
        next.is_complete = count == 0;
        if count > 0 {
            next.counts.histogram.extend([count, found.next]);
        }
        Ok(Ok(next))
    }

    /// Loads a segment, and reaches the states in it that are successors of states in other
    /// segments.
    #[expect(clippy::cast_possible_truncation, reason = "each is half of the word")]
    fn load(&mut self, manifest: &Manifest, index: usize, found: &mut Found) -> Result<(), Error> {
        let files = manifest.segments[index];
        let Self { segment, directory, .. } = self;
        segment.clear(manifest.numbers_of(index));
        if let Some(written) = files.written {
            file::load(&segment_path(directory, written, index), |file| {
                let mut source = Source::bare(file);
                source.two_bits(segment)?;
                Ok::<_, Error>(source.end_bare(files.checksum)?)
            })?;
        }
        if files.updates == 0 {
            return Ok(());
        }
        file::load(&updates_path(directory, manifest.level, index), |file| {
            let mut source = Source::bare(file);
            let count = usize::try_from(files.updates).map_err(|_| source.corrupted())?;
            let mut is_sound = true;
            source.words(count, |_, update| {
                let (set, states) = (update as u32 as usize, (update >> 32) as u32);
                if set < segment.words().len() {
                    found.now += reach(segment, set, states, manifest.level);
                } else {
                    is_sound = false;
                }
            })?;
            if !is_sound {
                return Err(source.corrupted().into());
            }
            Ok(source.end_bare(files.updates_checksum)?)
        })
    }

    /// Writes the segment to a file. Returns the checksum.
    fn save(&self, path: &Path) -> Result<u32, Error> {
        let save = || {
            let mut sink = Sink::bare(File::create(path)?);
            sink.two_bits(&self.segment)?;
            sink.end_bare()
        };
        save().map_err(|error| Error::from(error).in_file(path))
    }

    /// Expands the states of a share.
    fn expand(
        &mut self,
        manifest: &Manifest,
        index: usize,
        first: usize,
        found: &mut Found,
    ) -> Result<(), Error> {
        let Self { space, segment, updates, .. } = self;
        let level = manifest.level;
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
        let (end, last) = set_bounds(space.numbers());
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
            return Err(first_breach(space, base + first..base + first + sets.len()).into());
        }
        fault.map_or(Ok(()), Err)?;
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
