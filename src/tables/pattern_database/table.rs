//! Tables of distances, one entry for each abstract state or group of states.

use super::{PatternDatabaseBuilder, Projection, TableError};
use crate::Cost;
use crate::answer::error::messages;
use crate::heuristic::{FromFn, from_fn};
use crate::space::debug::debug;

messages! {
    /// How the entries of a [`PatternDatabase`] are stored.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum TableFormat {
        /// An entry is a byte.
        Bytes => ("bytes"),
        /// An entry is half a byte: the table takes half the memory and half the room on disk.
        Nibbles => ("nibbles"),
    }
}

impl TableFormat {
    /// The largest number that an entry can hold: 255 or 15. It stands for that distance, for all
    /// larger ones, and for states from which no goal can be reached. So the table is exact up to
    /// this distance, and admissible beyond.
    pub fn farthest(self) -> u32 {
        match self {
            Self::Bytes => u8::MAX.into(),
            Self::Nibbles => LARGEST_NIBBLE.into(),
        }
    }

    /// The number of bytes that `entries` entries take.
    pub(super) fn bytes_for(self, entries: usize) -> usize {
        match self {
            Self::Bytes => entries,
            Self::Nibbles => entries.div_ceil(2),
        }
    }
}

/// The distances from all abstract states of a [`Projection`] to the goal.
///
/// An entry takes a byte or half a byte, as [`Projection::format`] says.
#[derive(Clone, PartialEq, Eq)]
pub struct PatternDatabase {
    pub(crate) name: String,
    pub(crate) format: TableFormat,
    pub(crate) entries: usize,
    pub(crate) table: Vec<u8>,
}

impl PatternDatabase {
    /// Builds the table on the calling thread, without a limit.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`](super::TableErrorKind::OutOfMemory).
    ///
    /// # Panics
    ///
    /// As [`PatternDatabaseBuilder::build`].
    pub fn build<P: Projection + Sync>(projection: &P) -> Result<Self, TableError> {
        Self::builder().build(projection)
    }

    /// A builder with all options: threads, observer, cancellation.
    pub fn builder<'a>() -> PatternDatabaseBuilder<'a> {
        PatternDatabaseBuilder::new()
    }

    /// The distance stored in an entry. [`farthest`](TableFormat::farthest) stands for that
    /// distance, for all larger ones, and for states from which no goal can be reached. It is a
    /// lower bound in each case.
    ///
    /// # Panics
    ///
    /// If there is no such entry, as when indexing a slice.
    #[inline]
    pub fn distance(&self, entry: usize) -> u32 {
        match self.format {
            TableFormat::Bytes => self.table[entry].into(),
            TableFormat::Nibbles => {
                assert!(entry < self.entries, "no entry {entry} in a table of {}", self.entries);
                nibble(&self.table, entry).into()
            }
        }
    }

    /// The estimates of this table, where `entry` returns the entry of a state.
    ///
    /// # Guarantees
    ///
    /// The estimate is admissible if the projection is right and `entry` maps each state to the
    /// entry of its abstract state. It is consistent if each entry stands for one abstract state
    /// and no distance is [too far](TableFormat::farthest) for the table.
    ///
    /// # Panics
    ///
    /// The estimate panics as [`distance`](Self::distance) does, if there is no such entry.
    ///
    /// # Example
    ///
    /// A lock of four wheels with six digits each. A step turns one wheel by one. The table covers
    /// the first two wheels.
    ///
    /// ```
    /// use bestfirst::heuristic::from_fn;
    /// use bestfirst::pattern_database::{PatternDatabase, Projection};
    /// use bestfirst::{Heuristic, Problem};
    ///
    /// struct TwoWheels;
    ///
    /// impl Projection for TwoWheels {
    ///     type Cursor = ();
    ///
    ///     fn name(&self) -> String {
    ///         "two wheels of six digits, 0 0 wanted".to_owned()
    ///     }
    ///
    ///     fn entries(&self) -> usize {
    ///         36
    ///     }
    ///
    ///     fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
    ///         visit(0);
    ///     }
    ///
    ///     fn for_each_predecessor(
    ///         &self,
    ///         (): &mut (),
    ///         wheels: usize,
    ///         mut visit: impl FnMut(usize, u32),
    ///     ) {
    ///         let (first, second) = (wheels / 6, wheels % 6);
    ///         for turn in [1, 5] {
    ///             visit((first + turn) % 6 * 6 + second, 1);
    ///             visit(first * 6 + (second + turn) % 6, 1);
    ///         }
    ///     }
    /// }
    ///
    /// let table = PatternDatabase::build(&TwoWheels)?;
    /// let entry = |wheels: &[usize; 4]| wheels[0] * 6 + wheels[1];
    /// assert_eq!(table.heuristic(entry).estimate(&[3, 5, 2, 2]), 4);
    ///
    /// let turned = |wheels: &[usize; 4]| {
    ///     let wheels = *wheels;
    ///     (0..4).flat_map(move |wheel| {
    ///         [1, 5].map(|turn| {
    ///             let mut next = wheels;
    ///             next[wheel] = (next[wheel] + turn) % 6;
    ///             next
    ///         })
    ///     })
    /// };
    /// let problem = Problem::from_neighbors([3, 5, 2, 2], turned, |wheels| *wheels == [0; 4]);
    /// // This heuristic owns its table.
    /// let owned = from_fn(move |wheels: &[usize; 4]| table.distance(entry(wheels)));
    /// let solver = problem.solver().with_heuristic(owned).solve();
    /// assert_eq!(solver.moves(), Some(8));
    /// # Ok::<(), bestfirst::pattern_database::TableError>(())
    /// ```
    pub fn heuristic<S>(&self, entry: impl Fn(&S) -> usize) -> FromFn<impl Fn(&S) -> Cost> {
        from_fn(move |state: &S| self.distance(entry(state)))
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The distances of all entries, in order.
    pub fn distances(&self) -> impl ExactSizeIterator<Item = u32> {
        (0..self.entries).map(|entry| self.distance(entry))
    }

    /// The number of entries at each distance, from 0 to the largest one in the table.
    ///
    /// The last count may be that of [`farthest`](TableFormat::farthest), which stands for all
    /// larger distances too. From the histogram of a table one can predict the number of nodes
    /// that IDA\* expands (R. E. Korf, M. Reid and S. Edelkamp, "Time complexity of
    /// iterative-deepening-A\*", *Artificial Intelligence* 129, 2001).
    ///
    /// Takes time linear in the number of entries.
    ///
    /// ```
    /// use bestfirst::pattern_database::{PatternDatabase, Projection};
    ///
    /// /// The hours of a clock, a step of one hour either way, and noon as the goal.
    /// struct Clock;
    ///
    /// impl Projection for Clock {
    ///     type Cursor = ();
    ///
    ///     fn name(&self) -> String {
    ///         "a clock".to_owned()
    ///     }
    ///
    ///     fn entries(&self) -> usize {
    ///         12
    ///     }
    ///
    ///     fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
    ///         visit(0);
    ///     }
    ///
    ///     fn for_each_predecessor(
    ///         &self,
    ///         (): &mut (),
    ///         hour: usize,
    ///         mut visit: impl FnMut(usize, u32),
    ///     ) {
    ///         visit((hour + 1) % 12, 1);
    ///         visit((hour + 11) % 12, 1);
    ///     }
    /// }
    ///
    /// let table = PatternDatabase::build(&Clock)?;
    /// assert_eq!(table.histogram(), [1, 2, 2, 2, 2, 2, 1]);
    /// # Ok::<(), bestfirst::pattern_database::TableError>(())
    /// ```
    pub fn histogram(&self) -> Vec<usize> {
        let mut counts = Vec::new();
        for distance in self.distances() {
            let distance = distance as usize;
            counts.resize(counts.len().max(distance + 1), 0);
            counts[distance] += 1;
        }
        counts
    }

    /// How the entries are stored.
    pub fn format(&self) -> TableFormat {
        self.format
    }

    /// The entries as they are stored. In [nibbles](TableFormat::Nibbles), entry *e* is in byte *e*
    /// / 2: in its low half if *e* is even, in its high half if *e* is odd.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.table
    }

    /// The [name](Projection::name) of the table.
    pub fn name(&self) -> &str {
        &self.name
    }
}

const LARGEST_NIBBLE: u8 = 15;

/// Packs these distances in place. What is larger than 15 becomes 15.
pub(super) fn nibbles(mut distances: Vec<u8>) -> Vec<u8> {
    let nibble = |distance: u8| distance.min(LARGEST_NIBBLE);
    let length = TableFormat::Nibbles.bytes_for(distances.len());
    for index in 0..length {
        let high = distances.get(2 * index + 1).map_or(0, |&distance| nibble(distance));
        distances[index] = nibble(distances[2 * index]) | high << 4;
    }
    distances.truncate(length);
    distances.shrink_to_fit();
    distances
}

/// An entry of a table in nibbles.
#[inline]
pub(crate) fn nibble(table: &[u8], entry: usize) -> u8 {
    table[entry / 2] >> (entry % 2 * 4) & 15
}

debug!(PatternDatabase, |all| name: all.name, format: all.format, entries: all.entries);
