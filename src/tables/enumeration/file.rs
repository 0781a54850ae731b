//! The files of enumerations.
//!
//! The title has the number of numbers and the fingerprint of the space and the sources. The second
//! section: the phase (0, 1 or 2, see below), states expanded, microseconds spent, number of
//! counts, the counts, and twice: how many states were found at one of the last two distances and
//! their numbers, or 2<sup>64</sup> - 1 if there are too many.
//!
//! The third section: the distances modulo 3, a word for each 32 numbers; and unless the
//! enumeration is complete, a byte for each 128 words, with a bit if they have states to expand: at
//! even and at odd distances by steps of cost 1, and by steps of cost 0 in this sweep and the next
//! (bits 0 to 3).

use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::level::Newest;
use super::{Enumeration, EnumerationBuilder, EnumerationError};
use crate::NumberedSpace;
use crate::tables::counts;
use crate::tables::file::{self, Format, Sink, Source};
use crate::tables::replacement;

const FORMAT: Format = Format { magic: *b"\x89bfenu\r\n", name: "a checkpoint of an enumeration" };

/// States are expanded by steps of cost 1.
const UNIT_COST: u64 = 0;
/// All states are found.
const COMPLETE: u64 = 1;
/// States are expanded by steps of cost 0.
const ZERO_COST: u64 = 2;

/// Stands for more numbers than are kept.
const TOO_MANY: u64 = u64::MAX;

/// Saving and loading. What is loaded is exactly the enumeration that was saved, or an error. An
/// enumeration that is not complete can be saved too.
impl<P: NumberedSpace> Enumeration<P> {
    /// Writes the enumeration: two bits for each number, and little else.
    ///
    /// # Errors
    ///
    /// [`FileFault::Io`](crate::FileFault::Io).
    pub fn write_to(&self, writer: impl Write) -> Result<(), EnumerationError> {
        let mut sink = Sink::new(writer, &FORMAT, &title(&self.space, &self.sources))?;
        let phase = match (self.is_complete, self.step_cost) {
            (true, _) => COMPLETE,
            (false, 0) => ZERO_COST,
            (false, _) => UNIT_COST,
        };
        let micros = u64::try_from(self.statistics.elapsed.as_micros()).unwrap_or(u64::MAX);
        let counts = self.histogram.len() as u64;
        sink.numbers([phase, self.statistics.expanded, micros, counts])?;
        sink.numbers(self.histogram.iter().copied())?;
        for Newest(numbers) in &self.newest {
            sink.numbers([numbers.as_ref().map_or(TOO_MANY, |numbers| numbers.len() as u64)])?;
            sink.numbers(numbers.iter().flatten().map(|&number| number as u64))?;
        }
        sink.check()?;
        sink.two_bits(&self.marks.residues)?;
        let active = self.marks.active.iter().map(|active| active.load(Relaxed));
        sink.bytes(&active.collect::<Vec<_>>())?;
        Ok(sink.end()?)
    }

    /// Writes the enumeration to a file.
    ///
    /// It is first written to a temporary file in the same directory, whose name ends in
    /// `.partial-` and 16 digits, and then renamed. So `path` always has either the whole new file
    /// or its old contents, even if the program is killed. Temporary files that a killed program
    /// left behind are removed.
    ///
    /// # Errors
    ///
    /// [`FileFault::Io`](crate::FileFault::Io), with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), EnumerationError> {
        replacement::replace(path.as_ref(), |file| self.write_to(file))
    }

    /// Reads an enumeration of this space from these sources, as
    /// [`EnumerationBuilder::read_from`], without a limit on memory.
    ///
    /// # Errors
    ///
    /// As [`EnumerationBuilder::read_from`], with the path.
    pub fn load(
        path: impl AsRef<Path>,
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<Self, EnumerationError> {
        EnumerationBuilder::new().load(path, space, sources)
    }
}

impl EnumerationBuilder<'_> {
    /// Reads an enumeration of this space from these sources, within the limit on memory. To go on
    /// with it, [`resume`](Self::resume) it. The reader must end after the enumeration.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build) for the sources and the memory.
    /// [`File`](super::EnumerationErrorKind::File) if the file is damaged, too short or too long,
    /// or of another space or other sources. Spaces are distinguished by the steps of a few hundred
    /// states.
    pub fn read_from<P: NumberedSpace>(
        &self,
        reader: impl Read,
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<Enumeration<P>, EnumerationError> {
        let marks = self.marks(&space)?;
        let mut enumeration = Enumeration::start(space, sources, marks)?;
        let mut source =
            Source::new(reader, &FORMAT, &title(&enumeration.space, &enumeration.sources))?;
        let phase = source.number()?;
        enumeration.statistics.expanded = source.number()?;
        enumeration.statistics.elapsed = Duration::from_micros(source.number()?);
        let counts = source.number()?;
        enumeration.histogram = source.numbers(counts)?;
        for newest in &mut enumeration.newest {
            *newest = Newest(match source.number()? {
                TOO_MANY => None,
                count => Some(source.numbers(count)?),
            });
        }
        source.check()?;
        let mut newest = enumeration.newest.iter().flat_map(|newest| &newest.0).flatten();
        let is_sound = newest.all(|&number| number < enumeration.space.numbers());
        let counted = counts::sum(&enumeration.histogram).filter(|_| is_sound);
        enumeration.statistics.generated = counted.ok_or_else(|| source.corrupted())?;
        (enumeration.is_complete, enumeration.step_cost) = match phase {
            UNIT_COST => (false, 1),
            COMPLETE => (true, 1),
            ZERO_COST if enumeration.space.has_zero_cost_steps() => (false, 0),
            _ => return Err(source.corrupted().into()),
        };
        source.two_bits(&enumeration.marks.residues)?;
        if enumeration.is_complete {
            enumeration.marks.close();
        }
        let shares = &enumeration.marks.active;
        let mut bytes = vec![0; shares.len()];
        source.fill(&mut bytes)?;
        for (active, byte) in shares.iter().zip(bytes) {
            active.store(byte, Relaxed);
        }
        let before = enumeration.histogram.split_last().map_or(&[][..], |(_, before)| before);
        if !enumeration.is_complete && counts::sum(before) > Some(enumeration.marks.reached()) {
            return Err(source.corrupted().into());
        }
        source.end()?;
        enumeration.marks.reopen(enumeration.level());
        Ok(enumeration)
    }

    /// As [`read_from`](Self::read_from), from a file.
    ///
    /// # Errors
    ///
    /// As [`read_from`](Self::read_from), with the path.
    pub fn load<P: NumberedSpace>(
        &self,
        path: impl AsRef<Path>,
        space: P,
        sources: impl IntoIterator<Item = P::State>,
    ) -> Result<Enumeration<P>, EnumerationError> {
        file::load(path.as_ref(), |file| self.read_from(file, space, sources))
    }
}

/// The number of states whose steps are part of the fingerprint.
const SAMPLES: usize = 256;

/// The title of a file: the number of numbers of the space, and a hash of this, of the sources, and
/// of the steps from some states, which are spread evenly over all numbers.
///
/// The hash is FNV-1a, because files need one that never changes.
pub(super) fn title<P: NumberedSpace>(space: &P, sources: &[usize]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut add = |value: usize| {
        for byte in (value as u64).to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let (numbers, has_zero_cost_steps) = (space.numbers(), space.has_zero_cost_steps());
    add(numbers);
    add(sources.len());
    for &source in sources {
        add(source);
    }
    for number in (0..numbers).step_by((numbers / SAMPLES).max(1)) {
        space.for_each_successor_number(number, |successor, cost| {
            add(successor);
            // Otherwise the cost is always 1.
            if has_zero_cost_steps {
                add(cost as usize);
            }
        });
        add(number);
    }
    format!("a space of {numbers} numbers, steps and sources with fingerprint {hash:016x}")
}
