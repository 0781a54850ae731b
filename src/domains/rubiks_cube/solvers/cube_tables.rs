//! The tables of the solvers: turns of coordinates, and distances of cosets.

use std::path::Path;

use super::axes::{Axes, combined, cosets_of};
use super::blocks::Blocks;
use super::coordinates::TWISTS;
use super::cosets::{CLASSES, Coset, Cosets};
use super::cube_space::Tables;
use super::{Cube, CubeState, Metric};
use crate::pattern_database::{
    PatternDatabase, PatternDatabaseBuilder, TableError, TableFormat, load_or_build, nibble,
};
use crate::space::debug::debug;
use crate::tables::file;
use crate::{Cost, Heuristic};

/// The tables that solve Rubik's Cube with the fewest turns, in one metric. Features `rubiks-cube`
/// and `pattern-databases`.
///
/// The main table has the least number of turns that lead to the subgroup ⟨U, D, R2, F2, L2, B2⟩:
/// the twists of the corners, the flips of the edges and the places of the four edges between up
/// and down become those of the solved cube, whatever the rest is. That is a lower bound, and so
/// are the same numbers for the other two axes of the cube. The estimate is the largest of the
/// three, or one more if all three are equal and not 0. In the quarter-turn metric it is rounded up
/// to the parity of the permutation of the corners.
///
/// # Guarantees
///
/// The estimate is admissible and consistent if every turn costs at least as much as in the metric
/// of the tables. For "one more" where the three are equal, let *n* be the distance of a cube that
/// is not solved, and look at the last turn of a shortest solution. It is in the subgroup of its
/// own axis, which the cube has therefore entered before it. So for that axis the number is *n* - 1
/// at most, and *n* is more than the smallest of the three. The estimate stays consistent: a turn
/// changes each number by 1 at most, and enters no subgroup of its own axis. All of this holds for
/// halves as for quarters.
///
/// A quarter is an odd permutation of the corners. So in the quarter-turn metric, a distance has
/// the parity of the permutation, and an estimate *e* may be rounded up to a number *r* that has
/// it. It stays consistent: after a quarter, the estimate is at least *e* - 1 before it is rounded,
/// which is *r* - 1 or *r* - 2, and the parity is that of *r* - 1. So it becomes *r* - 1 at least.
///
/// # Complexity
///
/// There are 2,217,093,120 cosets of the subgroup. Of those that are the same but for one of the 16
/// symmetries that keep the axis, the table has one: 140,908,410 entries of half a byte, 70 MB. The
/// other tables take 10 MB and are made anew each time. The build takes some five seconds of one
/// core, for which a [builder](PatternDatabase::builder) may use several threads, and 120 MB. To
/// load the table takes half a second. A table in a file is for one metric, and refused for the
/// other.
///
/// The build is a breadth-first search from block to block: after a turn, the 2,187 entries of a
/// class of flips and slices are all in one other class. Once most entries are known, it goes from
/// each other entry to the first neighbour that is known.
///
/// # Example
///
/// ```no_run
/// use bestfirst::Solver;
/// use bestfirst::moves::PrunedMoves;
/// use bestfirst::pattern_database::PatternDatabase;
/// use bestfirst::rubiks_cube::{self, Cube, CubeSpace, CubeTables, Maneuver, Metric};
/// use bestfirst::search::IdaStar;
///
/// let mut builder = PatternDatabase::builder().on_progress(|progress| eprintln!("{progress}"));
/// let metric = Metric::HalfTurn;
/// let tables = CubeTables::load_or_build(metric, "tables/cube.pdb", &mut builder)?;
/// let automaton = rubiks_cube::move_automaton(metric, 3);
/// let space = PrunedMoves::new(CubeSpace::new(&tables), &automaton);
///
/// let cube = Cube::SOLVED.after(&"R U2 F' D L B2 U' R2 F D2 L' U".parse()?);
/// let initial = space.initial(tables.state(&cube));
/// let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
/// let solution = Maneuver::from(solver.actions_in(&space).unwrap());
/// assert!(cube.after(&solution).is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Reference
///
/// H. Kociemba, "Cube Explorer", <https://kociemba.org/cube.htm>: the coordinates, and the table of
/// the first phase of his algorithm. The search along three axes at once is that of the optimal
/// solver of M. Reid. R. E. Korf, "Finding optimal solutions to Rubik's Cube using pattern
/// databases", *AAAI* 1997.
#[derive(Clone)]
pub struct CubeTables {
    metric: Metric,
    cosets: Cosets,
    distances: PatternDatabase,
}

impl CubeTables {
    /// Builds the tables for this metric on the calling thread.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`](crate::pattern_database::TableErrorKind::OutOfMemory).
    pub fn build(metric: Metric) -> Result<Self, TableError> {
        Self::build_with(metric, &mut PatternDatabase::builder())
    }

    /// Builds the tables with this builder.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabaseBuilder::build`].
    pub fn build_with(
        metric: Metric,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        let cosets = Cosets::new();
        let (turns, twist) = (metric.unit_turns(), &cosets.axes.turns.twist);
        let (reduced, first_after) = (&cosets.reduced, cosets.first_after());
        let distances = Blocks::new(turns, reduced, first_after, twist, 1, |_, _, _| 0)
            .distances(builder)
            .map(|distances| table(metric, distances))?;
        Ok(Self { metric, cosets, distances })
    }

    /// Reads the table that [`save`](Self::save) wrote to a file.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`].
    pub fn load(metric: Metric, path: impl AsRef<Path>) -> Result<Self, TableError> {
        let read = |file| table(metric, Vec::new()).filled_from(file);
        let distances = file::load(path.as_ref(), read)?;
        Ok(Self { metric, cosets: Cosets::new(), distances })
    }

    /// Reads the table from a file. If there is no such file, builds the table and saves it there.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load_or_build`].
    pub fn load_or_build(
        metric: Metric,
        path: impl AsRef<Path>,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        load_or_build(
            path.as_ref(),
            |path| Self::load(metric, path),
            || Self::build_with(metric, builder),
            |tables, path| tables.save(path),
        )
    }

    /// Writes the table to a file.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::save`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        self.distances.save(path)
    }

    /// The metric of the distances.
    #[inline]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The table of distances.
    pub fn table(&self) -> &PatternDatabase {
        &self.distances
    }

    /// The number of cosets at each distance, of all 2,217,093,120. The greatest distance is 12 in
    /// the half-turn metric and 13 in the quarter-turn metric.
    ///
    /// Takes time linear in the number of entries.
    pub fn histogram(&self) -> Vec<u64> {
        let mut cosets = Vec::new();
        for (class, size) in self.cosets.reduced.class_sizes().enumerate() {
            for entry in class * TWISTS..(class + 1) * TWISTS {
                let distance = self.distances.distance(entry) as usize;
                cosets.resize(cosets.len().max(distance + 1), 0);
                cosets[distance] += size;
            }
        }
        cosets
    }

    /// The cube as a state of a [`CubeSpace`](super::CubeSpace).
    #[must_use]
    pub fn state(&self, cube: &Cube) -> CubeState {
        CubeState::new(self, cube)
    }
}

/// The name of the table of the distances in a metric.
pub(super) fn table_name(metric: Metric) -> String {
    format!("rubiks cube phase 1 {metric}")
}

/// The table of the distances in a metric, with these entries in nibbles.
fn table(metric: Metric, table: Vec<u8>) -> PatternDatabase {
    let (name, format) = (table_name(metric), TableFormat::Nibbles);
    PatternDatabase { name, format, entries: CLASSES * TWISTS, table }
}

impl Tables for CubeTables {
    type Entry = usize;

    fn axes(&self) -> &Axes {
        &self.cosets.axes
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    #[inline]
    fn entry(&self, coset: Coset) -> usize {
        self.cosets.number(coset)
    }

    #[inline]
    fn code(&self, entry: usize) -> u8 {
        nibble(self.distances.as_bytes(), entry)
    }
}

impl Heuristic<Cube> for CubeTables {
    fn estimate(&self, cube: &Cube) -> Cost {
        let distances = cosets_of(cube).map(|coset| self.distance(coset));
        self.metric.rounded(combined(distances), cube.corners.is_odd())
    }
}

debug!(CubeTables, |all| metric: all.metric, table: all.distances);
