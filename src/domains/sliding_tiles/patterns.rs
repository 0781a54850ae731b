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

use super::reflection::{reflected_cell, reflected_tile};
use super::{Board, Goal};
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
/// reflection. If a goal has the blank off the diagonal, there is no such reflection, and the sum
/// for the board counts alone.
///
/// With several partitions, the estimate is the largest of these sums. Each partition groups the
/// tiles differently. A pattern that several partitions have in common takes one table.
///
/// `TilePatterns` is a [`Heuristic`] for boards and works with any search. A search in a
/// [`PatternSpace`] is faster. For a board, the partitions of its size and goal count. If there is
/// none, the estimate is the Manhattan distance.
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
/// *Journal of Artificial Intelligence Research* 22, 2004. R. Clausecker and A. Reinefeld,
/// "Zero-aware pattern databases with 1-bit compression for sliding tile puzzles", *Symposium on
/// Combinatorial Search*, 2019: a catalogue of several partitions.
#[derive(Clone, Debug)]
pub struct TilePatterns {
    sums: Vec<Sum>,
    /// A table that several partitions have in common is here once.
    tables: Vec<PatternDatabase>,
    is_reflected: bool,
}

/// The sum of the entries for the patterns of a partition.
#[derive(Clone, Debug)]
struct Sum {
    partition: Partition,
    /// For each pattern, the index of its table.
    tables: Vec<usize>,
    rankings: Vec<Ranking>,
    /// For each tile, its pattern and its index in that pattern.
    places: [(u8, u8); 25],
}

impl TilePatterns {
    /// Builds the tables of one or several partitions on the calling thread.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`](crate::pattern_database::TableErrorKind::OutOfMemory).
    pub fn build(partitions: impl AsRef<[Partition]>) -> Result<Self, TableError> {
        Self::build_with(partitions, &mut PatternDatabase::builder())
    }

    /// Builds the tables with this builder, one after the other.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabaseBuilder::build`].
    pub fn build_with(
        partitions: impl AsRef<[Partition]>,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        Self::with_tables(partitions.as_ref(), |projection| builder.build(projection))
    }

    /// Reads the tables that [`save`](Self::save) wrote to a directory.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`].
    pub fn load(
        directory: impl AsRef<Path>,
        partitions: impl AsRef<[Partition]>,
    ) -> Result<Self, TableError> {
        Self::with_tables(partitions.as_ref(), |projection| {
            PatternDatabase::load(path_in(&directory, &projection.name()), projection)
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
        partitions: impl AsRef<[Partition]>,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        Self::with_tables(partitions.as_ref(), |projection| {
            let path = path_in(&directory, &projection.name());
            PatternDatabase::load_or_build(path, projection, builder)
        })
    }

    /// Writes the tables to a directory, one file for each pattern.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::save`].
    pub fn save(&self, directory: impl AsRef<Path>) -> Result<(), TableError> {
        self.tables.iter().try_for_each(|table| table.save(path_in(&directory, table.name())))
    }

    fn with_tables(
        partitions: &[Partition],
        mut new_table: impl FnMut(&TileProjection<'_>) -> Result<PatternDatabase, TableError>,
    ) -> Result<Self, TableError> {
        let mut tables: Vec<PatternDatabase> = Vec::new();
        let mut sums = Vec::new();
        for partition in partitions {
            let (size, goal) = (partition.size(), partition.goal());
            let patterns = partition.patterns();
            let mut sum = Sum {
                partition: partition.clone(),
                tables: Vec::new(),
                rankings: Vec::new(),
                places: [(0, 0); 25],
            };
            for (pattern, tiles) in (0..).zip(patterns) {
                for (order, &tile) in (0..).zip(tiles) {
                    sum.places[usize::from(tile)] = (pattern, order);
                }
                sum.rankings.push(Ranking::new(size * size, tiles.len()));
                let projection = TileProjection::new(size, goal, tiles);
                let name = projection.name();
                let known = tables.iter().position(|table| table.name() == name);
                sum.tables.push(known.unwrap_or(tables.len()));
                if known.is_none() {
                    tables.push(new_table(&projection)?);
                }
            }
            sums.push(sum);
        }
        // With the blank off the diagonal, the reflected board has another goal.
        let is_reflected = partitions
            .iter()
            .all(|partition| partition.goal().reflected(partition.size()) == partition.goal());
        Ok(Self { sums, tables, is_reflected })
    }

    /// The same tables without the reflected board: half the look-ups, and a lower estimate.
    #[must_use]
    pub fn without_reflection(self) -> Self {
        Self { is_reflected: false, ..self }
    }

    /// 2 if estimates are those of the board and of its reflection, else 1.
    fn views(&self) -> usize {
        1 + usize::from(self.is_reflected)
    }

    /// The partitions of the tiles into patterns.
    pub fn partitions(&self) -> impl ExactSizeIterator<Item = &Partition> {
        self.sums.iter().map(|sum| &sum.partition)
    }

    /// The tables, one for each pattern, in the order of the partitions. A pattern of several
    /// partitions has one table. An entry is the number of moves that take a tile of the pattern
    /// away from its place. Placements are numbered in lexicographic order of the cells of the
    /// tiles, which are in ascending order.
    pub fn tables(&self) -> &[PatternDatabase] {
        &self.tables
    }
}

impl Sum {
    fn is_for(&self, size: usize, goal: Goal) -> bool {
        (self.partition.size(), self.partition.goal()) == (size, goal)
    }

    /// For each pattern, its table and its entry there, if these are the cells of the tiles.
    fn entries<'a>(
        &'a self,
        tables: &'a [PatternDatabase],
        cells: &'a [u8; 25],
    ) -> impl Iterator<Item = (&'a PatternDatabase, u32)> {
        let patterns = self.partition.patterns().iter().zip(&self.rankings);
        patterns.zip(&self.tables).map(|((tiles, ranking), &table)| {
            (&tables[table], ranking.rank(tiles.iter().map(|&tile| cells[usize::from(tile)])))
        })
    }
}

impl Heuristic<Board> for TilePatterns {
    fn estimate(&self, board: &Board) -> u32 {
        self.estimate_up_to(board, u32::MAX)
    }

    /// Stops at the first partition, or reflected board, that is enough.
    fn estimate_up_to(&self, board: &Board, most: u32) -> u32 {
        let manhattan = board.manhattan();
        let mut sums =
            self.sums.iter().filter(|sum| sum.is_for(board.size(), board.goal())).peekable();
        if sums.peek().is_none() {
            return manhattan;
        }
        let cells = cells_of(board);
        let mut estimate = manhattan;
        for sum in sums {
            for cells in &cells[..self.views()] {
                let entries = sum.entries(&self.tables, cells);
                let away: u32 = entries.map(|(table, entry)| table.distance(entry as usize)).sum();
                estimate = estimate.max(manhattan + 2 * away);
                if estimate > most {
                    return estimate;
                }
            }
        }
        estimate
    }
}

/// For each tile, its cell on the board and its cell on the reflected board. The board has at most
/// 5 rows.
#[expect(clippy::cast_possible_truncation, reason = "cells are less than 25")]
fn cells_of(board: &Board) -> [[u8; 25]; 2] {
    let (size, goal) = (board.size(), board.goal());
    let mut cells = [[0; 25]; 2];
    for (cell, tile) in board.tiles().enumerate() {
        cells[0][tile as usize] = cell as u8;
        let tile = reflected_tile(tile as usize, size, goal);
        cells[1][tile] = reflected_cell(cell, size) as u8;
    }
    cells
}

fn path_in(directory: &impl AsRef<Path>, name: &str) -> PathBuf {
    directory.as_ref().join(name.replace(' ', "-") + ".pdb")
}
