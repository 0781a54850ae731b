//! Errors of maps and scenarios: what is wrong, and where.

use std::error::Error;

use super::layout::MAX_SIDE;
use super::{GridMap, Steps};
use crate::answer::error::{error_of_kind, messages};
use crate::answer::quantity::Count;

/// The error of a map or a scenario file that could not be read, or of a map that could not be
/// made.
///
/// ```
/// use bestfirst::grid_maps::{GridMap, GridMapErrorKind};
///
/// let error = "####\n#..#\n#?.#\n####".parse::<GridMap>().unwrap_err();
/// assert_eq!((error.line(), error.column()), (Some(3), Some(2)));
/// assert!(matches!(error.kind(), GridMapErrorKind::UnknownTerrain { found: '?', .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridMapError {
    place: Option<(usize, usize)>,
    kind: GridMapErrorKind,
}

error_of_kind!(@kind GridMapError, GridMapErrorKind);
error_of_kind!(@shown GridMapError, |it| {
    it.place.map(|(line, column)| format!("line {line}, column {column}"))
});

impl GridMapError {
    /// The place is the line and the column, counted from 1.
    pub(super) fn new(place: Option<(usize, usize)>, kind: GridMapErrorKind) -> Self {
        Self { place, kind }
    }

    /// The line of the text at fault, counted from 1. `None` if the map does not come from a text.
    pub fn line(&self) -> Option<usize> {
        self.place.map(|(line, _)| line)
    }

    /// The character in the line, counted from 1.
    pub fn column(&self) -> Option<usize> {
        self.place.map(|(_, column)| column)
    }
}

impl Error for GridMapError {}

messages! {
    /// Why there are no jump points: which of their two conditions does not hold.
    ///
    /// ```
    /// use bestfirst::grid_maps::{GridMap, JumpPoints, NoJumpPoints, Steps};
    ///
    /// let mut map = GridMap::new(3, 3)?;
    /// let goal = map.cell(2, 2).unwrap();
    /// map.set_weight(goal, 5);
    /// assert_eq!(JumpPoints::new(&map, Steps::eight(), goal).err(), Some(NoJumpPoints::Weights));
    /// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum NoJumpPoints {
        /// The steps are not those of [`Steps::eight`], whatever they cost. With four neighbours,
        /// or if corners may be cut, a path may have to turn at other cells.
        Steps => ("jump points are for eight neighbours without cutting corners"),
        /// Not all weights of open cells are 1. Paths that differ in the order of their steps lead
        /// over different cells. So they may differ in cost, and it is wrong to keep only one of
        /// them.
        Weights => ("jump points are for maps where all weights are 1"),
    }
}

impl NoJumpPoints {
    pub(super) fn unless_allowed(map: &GridMap, steps: Steps) -> Result<(), Self> {
        if !steps.allow_jumps() {
            Err(Self::Steps)
        } else if !map.is_uniform() {
            Err(Self::Weights)
        } else {
            Ok(())
        }
    }
}

impl Error for NoJumpPoints {}

messages! {
    /// What is wrong with a map or a scenario file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum GridMapErrorKind {
        /// A maze without cells.
        Empty => ("the map is empty"),
        /// Not what the format requires at this place.
        Unexpected {
            /// The text found, shortened if it is long. Empty at the end of the line or text.
            found: String,
            /// A description of what the format requires.
            expected: &'static str,
        } => (
            "expected {expected}, found {}",
            if found.is_empty() { "nothing".to_owned() } else { format!("{found:?}") },
        ),
        /// A side that is not from 1 to 32,767.
        SizeOutOfRange {
            /// The side or the sides.
            size: String,
        } => ("map size {size} is out of range: each side must be from 1 to {MAX_SIDE}"),
        /// A character that is not a terrain.
        UnknownTerrain {
            /// The character.
            found: char,
            /// The characters that a map in this form may have.
            expected: &'static str,
        } => ("{found:?} is not a terrain character: expected {expected}"),
        /// A row that is longer or shorter than the header or the first row requires.
        RowLength {
            /// Its number of cells.
            found: usize,
            /// The number of cells required.
            expected: usize,
        } => ("this row has {}, expected {expected}", Count(*found as u64, "cell")),
        /// Fewer or more rows than the header says.
        RowCount {
            /// The number of rows read.
            found: usize,
            /// The number in the header.
            expected: usize,
        } => (
            "{}",
            match Count(*found as u64, "row") {
                rows if found < expected => {
                    format!("the map ends after {rows}, expected {expected}")
                }
                _ => format!("expected {}, found more", Count(*expected as u64, "row")),
            },
        ),
    }
}
