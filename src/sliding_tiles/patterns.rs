//! Additive pattern databases for the n-puzzle.

mod numbering;
mod partition;
mod projection;
mod ranking;
mod regions;
mod space;

use std::path::{Path, PathBuf};

pub use partition::{Partition, PartitionError, PartitionErrorKind};
pub use space::{PatternSpace, PatternState};

use super::Board;
use super::reflection::{reflected_cell, reflected_tile};
use crate::Heuristic;
use crate::pattern_database::{PatternDatabase, PatternDatabaseBuilder, Projection, TableError};
use projection::TileProjection;
use ranking::Ranking;

/// Additive pattern databases for boards of 3 to 5 rows. For each pattern of a [`Partition`], a
/// table has the least number of moves that the tiles of the pattern need, whatever the other tiles
/// do.
///
/// Each move takes a tile one cell nearer to its place or one cell away. So the number of moves is
/// the Manhattan distance plus twice the number of moves away. The tables store only the moves
/// away, two entries to a byte: the number of moves is exact up to 30 above the Manhattan distance,
/// and admissible beyond. In the partition 7-8 it is at most 18 above.
///
/// A table counts only the moves of its own tiles. So the sum over the patterns is an admissible
/// estimate. It is not consistent in general, because the tables ignore the position of the blank.
/// Reflecting a board about its diagonal, and renaming its tiles to match, does not change its
/// distance from the goal. The estimate is the larger of the sums for the board and for its
/// reflection.
///
/// `TilePatterns` is a [`Heuristic`] for boards and works with any search. A search in a
/// [`PatternSpace`] is faster. For boards of another size or goal than the tables, the estimate is
/// the Manhattan distance.
///
/// # Example
///
/// ```
/// use bestfirst::{Heuristic, Solver};
/// use bestfirst::sliding_tiles::{Board, Goal, Partition, TilePatterns};
///
/// let partition = Partition::new(3, Goal::BlankLast, [[1, 2, 3, 4], [5, 6, 7, 8]])?;
/// let tables = TilePatterns::build(&partition)?;
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse()?;
/// assert!(tables.estimate(&board) > board.manhattan());
/// let solver = Solver::builder(board).with_heuristic(&tables).solve();
/// assert_eq!(solver.moves(), Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Reference
///
/// R. E. Korf and A. Felner, "Disjoint pattern database heuristics", *Artificial Intelligence*
/// 134, 2002. A. Felner, R. E. Korf and S. Hanan, "Additive pattern database heuristics",
/// *Journal of Artificial Intelligence Research* 22, 2004.
#[derive(Clone, Debug)]
pub struct TilePatterns {
    partition: Partition,
    rankings: Vec<Ranking>,
    tables: Vec<PatternDatabase>,
    /// For each tile, its pattern and its index in that pattern.
    places: [(u8, u8); 25],
    is_reflected: bool,
}

impl TilePatterns {
    /// Builds the tables on the calling thread.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`](crate::pattern_database::TableErrorKind::OutOfMemory).
    pub fn build(partition: &Partition) -> Result<Self, TableError> {
        Self::build_with(partition, &mut PatternDatabase::builder())
    }

    /// Builds the tables with this builder, one after the other.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabaseBuilder::build`].
    pub fn build_with(
        partition: &Partition,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        Self::with_tables(partition, |projection| builder.build(projection))
    }

    /// Reads the tables that [`save`](Self::save) wrote to a directory.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`].
    pub fn load(directory: impl AsRef<Path>, partition: &Partition) -> Result<Self, TableError> {
        Self::with_tables(partition, |projection| {
            PatternDatabase::load(path_in(directory.as_ref(), &projection.name()), projection)
        })
    }

    /// Reads the tables that are in the directory. Builds the others, and saves each as soon as it
    /// is built. Creates the directory if it does not exist. Reports a directory that cannot be
    /// written to before anything is built. Several programs may use the same directory at once.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`], except for a missing file; as
    /// [`PatternDatabaseBuilder::build`]; as [`PatternDatabase::save`]. A file that is damaged or
    /// belongs to other tables is an error and is not overwritten.
    pub fn load_or_build(
        directory: impl AsRef<Path>,
        partition: &Partition,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        let directory = directory.as_ref();
        Self::with_tables(partition, |projection| {
            let path = path_in(directory, &projection.name());
            PatternDatabase::load_or_build(path, projection, builder)
        })
    }

    /// Writes the tables to a directory, one file for each pattern.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::save`].
    pub fn save(&self, directory: impl AsRef<Path>) -> Result<(), TableError> {
        self.tables
            .iter()
            .try_for_each(|table| table.save(path_in(directory.as_ref(), table.name())))
    }

    fn with_tables(
        partition: &Partition,
        mut table: impl FnMut(&TileProjection<'_>) -> Result<PatternDatabase, TableError>,
    ) -> Result<Self, TableError> {
        let (size, goal) = (partition.size(), partition.goal());
        let patterns = partition.patterns();
        let projections = patterns.iter().map(|tiles| TileProjection::new(size, goal, tiles));
        let tables = projections.map(|projection| table(&projection)).collect::<Result<_, _>>()?;
        let mut places = [(0, 0); 25];
        for (pattern, tiles) in (0..).zip(patterns) {
            for (order, &tile) in (0..).zip(tiles) {
                places[usize::from(tile)] = (pattern, order);
            }
        }
        Ok(Self {
            partition: partition.clone(),
            rankings: patterns.iter().map(|tiles| Ranking::new(size * size, tiles.len())).collect(),
            tables,
            places,
            is_reflected: true,
        })
    }

    /// The same tables without the reflected board: half the look-ups, and a lower estimate.
    #[must_use]
    pub fn without_reflection(mut self) -> Self {
        self.is_reflected = false;
        self
    }

    /// The partition of the tiles into patterns.
    #[must_use]
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The tables, one for each pattern. An entry is the number of moves that take a tile of the
    /// pattern away from its place. Placements are numbered in lexicographic order of the cells of
    /// the tiles, which are in ascending order.
    #[must_use]
    pub fn tables(&self) -> &[PatternDatabase] {
        &self.tables
    }

    /// The name of a tile on the reflected board.
    fn mirrored(&self, tile: usize) -> usize {
        reflected_tile(tile, self.partition.size(), self.partition.goal())
    }

    /// For each tile, its cell on a board of these tiles and its cell on the reflected board.
    #[expect(clippy::cast_possible_truncation, reason = "cells are less than 25")]
    fn cells_of(&self, tiles: impl IntoIterator<Item = usize>) -> [[u8; 25]; 2] {
        let mut cells = [[0; 25]; 2];
        for (cell, tile) in tiles.into_iter().enumerate() {
            cells[0][tile] = cell as u8;
            cells[1][self.mirrored(tile)] = reflected_cell(cell, self.partition.size()) as u8;
        }
        cells
    }

    /// The table entry of a pattern whose tiles are on these cells.
    fn entry(&self, pattern: usize, cells: &[u8; 25]) -> u32 {
        let tiles = &self.partition.patterns()[pattern];
        self.rankings[pattern].rank(tiles.iter().map(|&tile| cells[usize::from(tile)]))
    }
}

impl Heuristic<Board> for TilePatterns {
    fn estimate(&self, board: &Board) -> u32 {
        self.estimate_up_to(board, u32::MAX)
    }

    /// Without the reflected board, if that is enough.
    fn estimate_up_to(&self, board: &Board, most: u32) -> u32 {
        if (board.size(), board.goal()) != (self.partition.size(), self.partition.goal()) {
            return board.manhattan();
        }
        let cells = self.cells_of(board.tiles().map(|tile| tile as usize));
        let away = |cells: &[u8; 25]| -> u32 {
            let tables = self.tables.iter().enumerate();
            tables.map(|(index, table)| table.distance(self.entry(index, cells) as usize)).sum()
        };
        let [plain, reflected] = &cells;
        let manhattan = board.manhattan();
        let plain = manhattan + 2 * away(plain);
        if self.is_reflected && plain <= most {
            plain.max(manhattan + 2 * away(reflected))
        } else {
            plain
        }
    }
}

fn path_in(directory: &Path, name: &str) -> PathBuf {
    directory.join(name.replace(' ', "-") + ".pdb")
}
