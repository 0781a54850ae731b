//! The files of landmarks.
//!
//! The title says how many numbers the space has. The second section has two counts: of the
//! landmarks with distances from them, and of those with distances to them, or 0 if both distances
//! are the same. The third has the distances, landmark by landmark and number by number, in 4 bytes
//! each.

use std::iter;
use std::path::Path;

use super::fault::FileFault;
use super::file::{self, Format, Sink, Source};
use super::pattern_database::{TableError, TableErrorKind};
use super::replacement;
use super::two_bits::filled;
use crate::search::{LandmarkTable, Landmarks};
use crate::{Cost, DEAD_END, NumberedSpace};

const FORMAT: Format = Format { magic: *b"\x89bfmrk\r\n", name: "a file of landmarks" };

fn title(numbers: usize) -> String {
    format!("landmarks of {numbers} numbers")
}

/// Files, with the feature `pattern-databases`.
impl Landmarks {
    /// Writes the landmarks and their distances to a file: 4 bytes for each distance. The file is
    /// replaced as a whole, as by
    /// [`PatternDatabase::save`](crate::pattern_database::PatternDatabase::save).
    ///
    /// # Errors
    ///
    /// [`FileFault::Io`], with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        replacement::replace(path.as_ref(), |file| {
            let tables = || iter::once(&self.from).chain(&self.to);
            let mut sink = Sink::new(file, &FORMAT, &title(self.from.numbers))?;
            let counts = tables().map(|table| table.count as u64).chain([0]);
            sink.numbers(counts.take(2))?;
            sink.check()?;
            for table in tables() {
                for index in 0..table.count {
                    let costs = table.column(index).flat_map(Cost::to_le_bytes);
                    sink.bytes(&costs.collect::<Vec<_>>())?;
                }
            }
            Ok(sink.end()?)
        })
    }

    /// Reads the landmarks of a space from a file.
    ///
    /// The landmarks are compared with each step of the space. So estimates are admissible and
    /// consistent also if the space has changed since: if a step costs less than the lower bound of
    /// the landmarks, they are refused.
    ///
    /// # Errors
    ///
    /// With the path: [`TableErrorKind::OutOfMemory`] and [`TableErrorKind::File`]. Landmarks of a
    /// space with more or fewer numbers, or of one where a step costs more, are
    /// [foreign](FileFault::Foreign).
    ///
    /// [`TableErrorKind::OutOfMemory`]: crate::pattern_database::TableErrorKind::OutOfMemory
    /// [`TableErrorKind::File`]: crate::pattern_database::TableErrorKind::File
    ///
    /// # Example
    ///
    /// ```no_run
    /// use bestfirst::graphs::Graph;
    /// use bestfirst::search::Landmarks;
    ///
    /// let graph = Graph::from_arcs(3, [(0, 1, 5), (1, 2, 7)])?;
    /// Landmarks::new(&graph.to(0), 0, 2).unwrap().save("roads.landmarks")?;
    /// let landmarks = Landmarks::load("roads.landmarks", &graph.to(0))?;
    /// assert_eq!(landmarks.between(0, 2), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load<P: NumberedSpace>(path: impl AsRef<Path>, space: &P) -> Result<Self, TableError> {
        file::load(path.as_ref(), |file| {
            let numbers = space.numbers();
            let mut source = Source::new(file, &FORMAT, &title(numbers))?;
            let (from, to) = (source.number()?, source.number()?);
            source.check()?;
            let mut column = || {
                let mut bytes = filled(4 * numbers, || 0)?;
                source.fill(&mut bytes)?;
                let costs = bytes.chunks_exact(4).map(|it| it.try_into().map(Cost::from_le_bytes));
                Ok::<Vec<_>, TableError>(costs.map(|cost| cost.unwrap_or(0)).collect())
            };
            let mut table = |count: usize| {
                let columns: Result<Vec<_>, _> = (0..count).map(|_| column()).collect();
                let refused = |_| TableErrorKind::OutOfMemory { bytes: 4 * numbers * count };
                Ok::<_, TableError>(LandmarkTable::of(numbers, &columns?).map_err(refused)?)
            };
            let (from, to) = (table(from)?, table(to)?);
            source.end()?;
            let landmarks = Self { from, to: Some(to).filter(|to| to.count > 0) };
            for number in 0..numbers {
                let mut fault = None;
                space.for_each_successor_number(number, |next, cost| {
                    if landmarks.between(number, next) > cost.min(DEAD_END - 1) {
                        let step = |costs| format!("step {number} to {next} costs {costs}");
                        fault = Some((step("more"), step(&cost.to_string())));
                    }
                });
                if let Some((found, expected)) = fault {
                    return Err(FileFault::Foreign { found, expected }.into());
                }
            }
            Ok(landmarks)
        })
    }
}
