//! Partitions of the tiles of a board into patterns.

use std::slice;

use super::super::Goal;
use crate::answer::error::{error_of_kind, messages};

/// The tiles of a board of 3 to 5 rows, each in exactly one pattern.
///
/// ```
/// use bestfirst::sliding_tiles::{Goal, Partition};
///
/// let partition = Partition::new(3, Goal::BlankLast, [[1, 2, 3, 4], [5, 6, 7, 8]])?;
/// assert_eq!(
///     Partition::new(3, Goal::BlankLast, [[1, 2, 3], [4, 5, 6]]).unwrap_err().to_string(),
///     "tile 7 is in no pattern",
/// );
/// # Ok::<(), bestfirst::sliding_tiles::PartitionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Partition {
    size: usize,
    goal: Goal,
    patterns: Vec<Vec<u8>>,
}

impl Partition {
    /// Divides the tiles 1 to N² - 1 into these patterns.
    ///
    /// # Errors
    ///
    /// [`PartitionError`] if the size is not 3, 4 or 5, if the patterns do not contain each of the
    /// tiles 1 to N² - 1 exactly once, or if a pattern is so large that its table would be too
    /// large.
    pub fn new<R: AsRef<[u32]>>(
        size: usize,
        goal: Goal,
        patterns: impl IntoIterator<Item = R>,
    ) -> Result<Self, PartitionError> {
        if !(3..=5).contains(&size) {
            return Err(PartitionErrorKind::SizeOutOfRange { size }.into());
        }
        let most = if size == 5 { 7 } else { 9 };
        let mut missing = (1u32 << (size * size)) - 2;
        let goal = goal.on(size * size);
        let mut partition = Self { size, goal, patterns: Vec::new() };
        for tiles in patterns {
            let mut pattern = Vec::new();
            for &tile in tiles.as_ref() {
                let bit = 1u32.checked_shl(tile).unwrap_or(0);
                if missing & bit == 0 {
                    let is_tile = (1..size * size).contains(&(tile as usize));
                    return Err(if is_tile {
                        PartitionErrorKind::RepeatedTile { tile }.into()
                    } else {
                        PartitionErrorKind::TileOutOfRange { tile, size }.into()
                    });
                }
                missing &= !bit;
                pattern.push(u8::try_from(tile).unwrap_or(u8::MAX));
            }
            if pattern.len() > most {
                return Err(PartitionErrorKind::TooManyTiles { found: pattern.len(), most }.into());
            }
            pattern.sort_unstable();
            partition.patterns.push(pattern);
        }
        partition.patterns.retain(|pattern| !pattern.is_empty());
        match missing {
            0 => Ok(partition),
            _ => Err(PartitionErrorKind::MissingTile { tile: missing.trailing_zeros() }.into()),
        }
    }

    /// One pattern of all eight tiles of the 3-by-3 board: the estimate is the exact distance. The
    /// table takes 181 kB.
    pub fn eight(goal: Goal) -> Self {
        Self::for_goal(3, goal, &[&[1, 2, 3, 4, 5, 6, 7, 8]])
    }

    /// Three patterns of five tiles for the 4-by-4 board. The tables take 0.8 MB. Building them
    /// takes a fraction of a second.
    pub fn five_five_five(goal: Goal) -> Self {
        Self::for_goal(4, goal, &[&[1, 2, 4, 5, 6], &[3, 7, 10, 11, 15], &[8, 9, 12, 13, 14]])
    }

    /// Two patterns of six tiles and one of three for the 4-by-4 board. The tables take 5.8 MB.
    /// Building them takes seconds.
    pub fn six_six_three(goal: Goal) -> Self {
        Self::for_goal(4, goal, &[&[1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11], &[13, 14, 15]])
    }

    /// One pattern of seven tiles and one of eight for the 4-by-4 board. The tables take 288 MB.
    /// Building them takes minutes and 0.94 GB of memory.
    pub fn seven_eight(goal: Goal) -> Self {
        Self::for_goal(4, goal, &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]])
    }

    /// Four patterns of six tiles for the 5-by-5 board. The tables take 255 MB. Building them takes
    /// minutes.
    pub fn six_six_six_six(goal: Goal) -> Self {
        Self::for_goal(5, goal, &SIXES[0])
    }

    /// Three partitions of the 5-by-5 board into four patterns of six tiles. The first is
    /// [`six_six_six_six`](Self::six_six_six_six), and the others were chosen to prune most of what
    /// it leaves. They have ten different patterns. The tables take 638 MB. Building them takes
    /// minutes.
    pub fn six_six_six_six_catalogue(goal: Goal) -> [Self; 3] {
        SIXES.map(|patterns| Self::for_goal(5, goal, &patterns))
    }

    /// The partition with these tiles for the goal with the blank first, rotated for the goal with
    /// the blank last. For any other goal, the patterns have the same cells, with the top left
    /// corner in place of the cell of the blank.
    fn for_goal(size: usize, goal: Goal, patterns: &[&[u8]]) -> Self {
        let cells = u8::try_from(size * size).unwrap_or(u8::MAX);
        let goal = goal.on(size * size);
        let turned = |&tile: &u8| match goal {
            Goal::BlankFirst => tile,
            Goal::BlankLast => cells - tile,
            // The tile 1 belongs into the corner.
            Goal::BlankAt(blank) if blank == tile.into() => 1,
            Goal::BlankAt(blank) => tile + u8::from(u32::from(tile) < blank),
        };
        let sorted = |pattern: &&[u8]| {
            let mut tiles: Vec<u8> = pattern.iter().map(turned).collect();
            tiles.sort_unstable();
            tiles
        };
        Self { size, goal, patterns: patterns.iter().map(sorted).collect() }
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The tiles of each pattern, in ascending order.
    pub fn patterns(&self) -> &[Vec<u8>] {
        &self.patterns
    }
}

/// The catalogue for the goal with the blank first.
const SIXES: [[&[u8]; 4]; 3] = {
    let left: &[u8] = &[10, 11, 15, 16, 20, 21];
    [
        [&[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], left, &[17, 18, 19, 22, 23, 24]],
        [&[1, 2, 3, 4, 5, 6], &[7, 8, 12, 13, 17, 18], left, &[9, 14, 19, 22, 23, 24]],
        [&[1, 2, 3, 5, 6, 7], &[12, 13, 17, 18, 22, 23], left, &[4, 8, 9, 14, 19, 24]],
    ]
};

/// A slice of one, for functions that take several partitions.
impl AsRef<[Partition]> for Partition {
    fn as_ref(&self) -> &[Partition] {
        slice::from_ref(self)
    }
}

/// Why a partition is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionError {
    kind: PartitionErrorKind,
}

error_of_kind!(PartitionError, PartitionErrorKind);

messages! {
    /// What is wrong with a partition.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum PartitionErrorKind {
        /// A size that is not 3, 4 or 5.
        SizeOutOfRange {
            /// The size.
            size: usize,
        } => ("board size {size} is out of range: it must be from 3 to 5"),
        /// A tile that is not from 1 to N² - 1.
        TileOutOfRange {
            /// The tile.
            tile: u32,
            /// The size N of the board.
            size: usize,
        } => (
            "tile {tile} is out of range: a {size}-by-{size} board has the tiles 1 to {}",
            size * size - 1,
        ),
        /// A tile that occurs a second time.
        RepeatedTile {
            /// The tile.
            tile: u32,
        } => ("tile {tile} appears twice"),
        /// A tile that is in no pattern.
        MissingTile {
            /// The tile.
            tile: u32,
        } => ("tile {tile} is in no pattern"),
        /// A pattern whose table would have more than 2³² entries.
        TooManyTiles {
            /// The number of tiles in the pattern.
            found: usize,
            /// The largest number of tiles allowed.
            most: usize,
        } => ("a pattern has {found} tiles, more than the limit of {most}"),
    }
}
