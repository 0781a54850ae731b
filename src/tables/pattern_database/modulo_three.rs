//! Distances modulo three, in two bits for each entry.

use std::fmt;
use std::path::Path;

use super::{PatternDatabase, Projection, TableError};
use crate::tables::residues;
use crate::tables::two_bits::TwoBits;

/// The distances of a [`PatternDatabase`] modulo 3, two bits for each entry.
///
/// A step changes the distance to the goal by -1, 0 or 1. So the distance of a state and the
/// residue of its neighbour give the distance of the neighbour:
/// [`distance_from`](Self::distance_from). The distance of a start is found by a descent to the
/// goal: [`distance`](Self::distance).
///
/// # Contract
///
/// Every step of the projection costs 1 and can be undone, and each entry holds the distance of one
/// abstract state: [`Projection::states`], [`entry`](Projection::entry) and
/// [`stored`](Projection::stored) are the default ones. Otherwise distances may be wrong.
///
/// # Guarantees
///
/// All distances are exact. An entry has no distance if no goal can be reached from it or if its
/// distance is [too far](super::TableFormat::farthest) for the table that it was made from.
///
/// # Complexity
///
/// [`distance_from`](Self::distance_from) takes constant time. [`distance`](Self::distance) expands
/// as many abstract states as the distance is.
///
/// # Example
///
/// Two wheels of ten digits. A step turns one of them by one.
///
/// ```
/// use bestfirst::pattern_database::{ModuloThree, PatternDatabase, Projection};
///
/// struct Wheels;
///
/// impl Projection for Wheels {
///     type Cursor = ();
///
///     fn name(&self) -> String {
///         "two wheels of ten digits, 0 0 wanted".to_owned()
///     }
///
///     fn entries(&self) -> usize {
///         100
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
///         let (first, second) = (wheels / 10, wheels % 10);
///         for turn in [1, 9] {
///             visit((first + turn) % 10 * 10 + second, 1);
///             visit(first * 10 + (second + turn) % 10, 1);
///         }
///     }
/// }
///
/// let residues = ModuloThree::new(&PatternDatabase::build(&Wheels)?)?;
/// let distance = residues.distance(&Wheels, 47).unwrap();
/// assert_eq!(distance, 7);
/// assert_eq!(residues.distance_from(distance, 37), Some(6));
/// assert_eq!(residues.distance_from(distance, 57), Some(8));
/// # Ok::<(), bestfirst::pattern_database::TableError>(())
/// ```
///
/// # Reference
///
/// G. Cooperman and L. Finkelstein, "New methods for using Cayley graphs in interconnection
/// networks", *Discrete Applied Mathematics* 37/38, 1992. T. M. Breyer and R. E. Korf, "1.6-bit
/// pattern databases", *AAAI* 2010.
#[derive(Clone, PartialEq, Eq)]
pub struct ModuloThree {
    name: String,
    residues: TwoBits,
}

impl ModuloThree {
    /// The distances of a table modulo 3.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`](super::TableErrorKind::OutOfMemory).
    pub fn new(table: &PatternDatabase) -> Result<Self, TableError> {
        let residues = TwoBits::new(table.entries())?;
        let farthest = table.format().farthest();
        for (entry, distance) in table.distances().enumerate() {
            if distance != farthest {
                residues.set_one(entry, distance % 3);
            }
        }
        Ok(Self { name: table.name().to_owned(), residues })
    }

    /// Writes the residues to a file, a quarter as long as that of a table in bytes.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::save`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        self.residues.save(path.as_ref(), &self.name)
    }

    /// Reads the residues for `projection` from a file that [`save`](Self::save) wrote.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`].
    pub fn load<P: Projection>(path: impl AsRef<Path>, projection: &P) -> Result<Self, TableError> {
        let name = projection.name();
        let residues = TwoBits::load(path.as_ref(), &name, projection.entries())?;
        Ok(Self { name, residues })
    }

    /// The [name](Projection::name) of the projection.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The distance of an entry, given that of a neighbour. `None` if the entry has no distance.
    ///
    /// # Panics
    ///
    /// If there is no such entry, as when indexing a slice.
    #[inline]
    #[must_use]
    pub fn distance_from(&self, known: u32, entry: usize) -> Option<u32> {
        self.residues.distance_from(known, entry)
    }

    /// The distance of an entry, found by going to a nearer neighbour until there is none. `None`
    /// if the entry has no distance.
    ///
    /// # Panics
    ///
    /// If there is no such entry, as when indexing a slice.
    #[must_use]
    pub fn distance<P: Projection>(&self, projection: &P, entry: usize) -> Option<u32> {
        let mut cursor = P::Cursor::default();
        let (mut entry, mut residue) = (entry, self.residues.residue(entry)?);
        // A table has no distance above 255. The end is a breach of the contract.
        for distance in 0..=u32::from(u8::MAX) {
            let nearer = residues::nearer(residue);
            let mut next = None;
            // Steps can be undone, so predecessors are neighbours.
            projection.for_each_predecessor(&mut cursor, entry, |neighbor, _| {
                if self.residues.residue(neighbor) == Some(nearer) {
                    next = Some(neighbor);
                }
            });
            // All neighbours of a goal have a distance of 0 or 1.
            let Some(next) = next else { return Some(distance) };
            (entry, residue) = (next, nearer);
        }
        None
    }

    /// The number of entries.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.residues.numbers()
    }
}

impl fmt::Debug for ModuloThree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModuloThree")
            .field("name", &self.name)
            .field("entries", &self.entries())
            .finish_non_exhaustive()
    }
}
