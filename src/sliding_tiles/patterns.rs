//! Additive pattern databases for the n-puzzle.

mod partition;
mod projection;
mod ranking;
mod space;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use partition::{Partition, PartitionError};
pub use space::{PatternSpace, PatternState};

use super::Board;
use crate::Heuristic;
use crate::pattern_database::{
    PatternDatabase, PatternDatabaseBuilder, Projection, TableError, TableErrorKind,
};
use projection::TileProjection;
use ranking::Ranking;

/// Additive pattern databases for boards of 3 to 5 rows: for each pattern of a [`Partition`], how
/// many moves its tiles need at least, however the other tiles are placed.
///
/// Only moves of the pattern's own tiles count, so the sum over the patterns is an admissible
/// estimate. It is not consistent in general: where the blank is, is left out of the tables. A board
/// reflected about its diagonal, with the tiles renamed as their places are, is as
/// far from the goal; the estimate is the larger one of the two sums.
///
/// It is a [`Heuristic`] for boards, with any search. A search is faster on a [`PatternSpace`].
/// For boards of another size or goal than the tables the estimate is the Manhattan distance.
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
    /// By tile, its pattern, and its place in that.
    places: [(u8, u8); 25],
    is_reflected: bool,
}

impl TilePatterns {
    /// Builds the tables on this thread.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`].
    pub fn build(partition: &Partition) -> Result<Self, TableError> {
        Self::build_with(partition, &mut PatternDatabase::builder())
    }

    /// Builds the tables, one after the other.
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

    /// Reads the tables that [`save`](Self::save) has written to a directory.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`].
    pub fn load(directory: impl AsRef<Path>, partition: &Partition) -> Result<Self, TableError> {
        Self::with_tables(partition, |projection| {
            PatternDatabase::load(path_in(directory.as_ref(), &projection.name()), projection)
        })
    }

    /// Reads those tables that are there, and builds and saves the others, each as soon as it
    /// is built. The directory is made if there is none; one that cannot be written to is
    /// found before anything is built. Several programs may do so in the same directory at once.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`], unless there is no such file, [`PatternDatabaseBuilder::build`]
    /// and [`PatternDatabase::save`]. A file that is damaged or for something else is an
    /// error, and stays as it is.
    pub fn load_or_build(
        directory: impl AsRef<Path>,
        partition: &Partition,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        let directory = directory.as_ref();
        Self::with_tables(partition, |projection| {
            let path = path_in(directory, &projection.name());
            match PatternDatabase::load(&path, projection) {
                Err(error) if is_not_found(&error) => {}
                loaded => return loaded,
            }
            fs::create_dir_all(directory)
                .map_err(|error| TableError::from(error).in_file(directory))?;
            PatternDatabase::check_place(&path)?;
            let table = builder.build(projection)?;
            table.save(path)?;
            Ok(table)
        })
    }

    /// Writes the tables to a directory, a file for each pattern.
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

    /// Without looking at the reflected board: half the look-ups, and a lower estimate.
    #[must_use]
    pub fn without_reflection(mut self) -> Self {
        self.is_reflected = false;
        self
    }

    /// The patterns.
    #[must_use]
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The table of each pattern.
    #[must_use]
    pub fn tables(&self) -> &[PatternDatabase] {
        &self.tables
    }

    /// The tile that a tile becomes when the board is reflected: the one that belongs to the
    /// reflected place.
    fn mirrored(&self, tile: usize) -> usize {
        let (size, goal) = (self.partition.size(), self.partition.goal());
        let place = goal.cell_of(tile, size * size);
        goal.tile_of(reflected(place, size), size * size)
    }

    /// By tile, its cell on a board of these tiles, and its cell on the reflected board.
    #[expect(clippy::cast_possible_truncation, reason = "cells are less than 25")]
    fn cells_of(&self, tiles: impl IntoIterator<Item = usize>) -> [[u8; 25]; 2] {
        let mut cells = [[0; 25]; 2];
        for (cell, tile) in tiles.into_iter().enumerate() {
            cells[0][tile] = cell as u8;
            cells[1][self.mirrored(tile)] = reflected(cell, self.partition.size()) as u8;
        }
        cells
    }

    /// The entry of a pattern for tiles on these cells.
    fn entry(&self, pattern: usize, cells: &[u8; 25]) -> u32 {
        let tiles = &self.partition.patterns()[pattern];
        self.rankings[pattern].rank(tiles.iter().map(|&tile| cells[usize::from(tile)]))
    }
}

impl Heuristic<Board> for TilePatterns {
    fn estimate(&self, board: &Board) -> u32 {
        if (board.size(), board.goal()) != (self.partition.size(), self.partition.goal()) {
            return board.manhattan();
        }
        let cells = self.cells_of(board.tiles().map(|tile| tile as usize));
        let sum = |cells: &[u8; 25]| -> u32 {
            let tables = self.tables.iter().enumerate();
            tables.map(|(index, table)| table.distance(self.entry(index, cells) as usize)).sum()
        };
        if self.is_reflected { sum(&cells[0]).max(sum(&cells[1])) } else { sum(&cells[0]) }
    }
}

/// A cell reflected about the diagonal from the top left.
fn reflected(cell: usize, size: usize) -> usize {
    cell % size * size + cell / size
}

fn path_in(directory: &Path, name: &str) -> PathBuf {
    directory.join(name.replace(' ', "-") + ".pdb")
}

fn is_not_found(error: &TableError) -> bool {
    matches!(error.kind(), TableErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound)
}
