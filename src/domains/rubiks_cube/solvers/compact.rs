//! Tables of two bits an entry, in two sizes.

mod layout;

use std::path::Path;

use super::axes::{AXES, Axes, INSIDE};
use super::coordinates::SPLITS;
use super::cosets::Coset;
use super::cube_space::Tables;
use super::near::FlipAndTwistDistances;
use super::{CompactCubeSpace, Cube, CubeState, Turn};
use crate::pattern_database::{PatternDatabase, PatternDatabaseBuilder, TableError, load_or_build};
use crate::space::debug::debug;
use crate::space::forward::forward;
use crate::tables::two_bits::TwoBits;
use crate::{Cost, Heuristic, StateSpace};
use layout::Layout;

/// The size of [`CompactCubeTables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CompactCubeSize {
    /// 35 MB: the cosets of [`CubeTables`](super::CubeTables), with four cases: a distance up to 8,
    /// of 9, of 10, and from 11 on.
    Small,
    /// 2.47 GB: also which places have the four corners of the upper face, with a distance up to 9,
    /// of 10, of 11, and from 12 on.
    Large,
}

impl CompactCubeSize {
    fn splits(self) -> usize {
        match self {
            Self::Small => 1,
            Self::Large => SPLITS,
        }
    }

    /// Distances up to this one are not distinguished.
    fn floor(self) -> u8 {
        match self {
            Self::Small => 8,
            Self::Large => 9,
        }
    }

    /// The name of the table in a file.
    fn name(self) -> &'static str {
        match self {
            Self::Small => "rubiks cube phase 1 half-turn metric",
            Self::Large => "rubiks cube phase 1 and corners of a face half-turn metric",
        }
    }
}

/// Tables of two bits an entry that solve Rubik's Cube with the fewest turns, in the half-turn
/// metric. Features `rubiks-cube` and `pattern-databases`. For the quarter-turn metric there are
/// only [`CubeTables`](super::CubeTables).
///
/// As in [`CubeTables`](super::CubeTables), an entry is for a coset of a subgroup, seen along one
/// axis of the cube. The small table has the same cosets. The subgroup of the large table is
/// smaller: the four corners of the upper face must be in that face, too. That makes 155 billion
/// cosets, or 9,863,588,700 entries without those that are symmetric.
///
/// Two bits distinguish only four cases, which [`CompactCubeSize`] lists. For near cosets there are
/// two small tables, by flips and slice, and by twists and slice. The space looks up the inverse of
/// a cube too, which needs as many turns.
///
/// | table | memory | build, CPU time | nodes generated for five cubes of 14 turns |
/// |---|---|---|---|
/// | `CompactCubeTables`, small | 35 MB | 4 s | 1,194,310 |
/// | [`CubeTables`](super::CubeTables) | 70 MB | 5 s | 2,632,177 |
/// | `CompactCubeTables`, large | 2.47 GB | 5 to 7 minutes | 57,346 |
///
/// # Guarantees
///
/// The estimate is admissible if every turn costs at least 1, but not consistent. As in
/// [`CubeTables`](super::CubeTables), the estimate is one more than the three distances if they are
/// equal and not 0: the turns of an axis are in its subgroup, for either size.
///
/// # Complexity
///
/// The search waits for memory most of the time. With pages of 4 KiB, each look-up in the large
/// table takes a second one in the page table. With `GLIBC_TUNABLES=glibc.malloc.hugetlb=1` in the
/// environment, glibc 2.35 or newer asks Linux for large pages, and one search took 48 s instead of
/// 133.
///
/// The build is a breadth-first search from block to block, as in
/// [`CubeTables`](super::CubeTables). A block of the large table has 153,090 entries.
///
/// # Example
///
/// ```no_run
/// use bestfirst::Solver;
/// use bestfirst::moves::PrunedMoves;
/// use bestfirst::pattern_database::PatternDatabase;
/// use bestfirst::rubiks_cube::{
///     self, CompactCubeSize, CompactCubeSpace, CompactCubeTables, Cube, Maneuver, Metric,
/// };
/// use bestfirst::search::IdaStar;
///
/// let mut builder = PatternDatabase::builder().on_progress(|progress| eprintln!("{progress}"));
/// let size = CompactCubeSize::Large;
/// let tables = CompactCubeTables::load_or_build(size, "tables/cube-large.pdb", &mut builder)?;
/// let automaton = rubiks_cube::move_automaton(Metric::HalfTurn, 3);
/// let space = PrunedMoves::new(CompactCubeSpace::new(&tables), &automaton);
///
/// let cube = Cube::SOLVED.after(&"R U2 F' D L B2 U' R2 F D2 L' U B R".parse()?);
/// let initial = space.initial(tables.state(&cube));
/// let solver = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).solve();
/// let solution = Maneuver::from(solver.actions_in(&space).unwrap());
/// assert!(cube.after(&solution).is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Reference
///
/// As for [`CubeTables`](super::CubeTables). T. Rokicki, H. Kociemba, M. Davidson and J. Dethridge,
/// "The diameter of the Rubik's Cube group is twenty", *SIAM Journal on Discrete Mathematics* 27,
/// 2013, on searches of this kind.
#[derive(Clone)]
pub struct CompactCubeTables {
    layout: Layout,
    near: FlipAndTwistDistances,
    residues: TwoBits,
}

impl CompactCubeTables {
    /// Builds the tables on the calling thread.
    ///
    /// # Errors
    ///
    /// As [`build_with`](Self::build_with).
    pub fn build(size: CompactCubeSize) -> Result<Self, TableError> {
        Self::build_with(size, &mut PatternDatabase::builder())
    }

    /// Builds the tables with this builder.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabaseBuilder::build`].
    pub fn build_with(
        size: CompactCubeSize,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        let layout = Layout::new(size);
        let residues = TwoBits::new(layout.numbers()?)?;
        layout.blocks().search(Some(size.floor().into()), &residues, &[], builder)?;
        Ok(Self::new(layout, residues))
    }

    /// Reads the table that [`save`](Self::save) wrote to a file.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`].
    pub fn load(size: CompactCubeSize, path: impl AsRef<Path>) -> Result<Self, TableError> {
        let layout = Layout::new(size);
        let residues = TwoBits::load(path.as_ref(), size.name(), layout.numbers()?)?;
        Ok(Self::new(layout, residues))
    }

    fn new(layout: Layout, residues: TwoBits) -> Self {
        Self { near: FlipAndTwistDistances::new(&layout.cosets.axes.turns), layout, residues }
    }

    /// Reads the table from a file. If there is no such file, builds the table and saves it there.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load_or_build`].
    pub fn load_or_build(
        size: CompactCubeSize,
        path: impl AsRef<Path>,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Self, TableError> {
        load_or_build(
            path.as_ref(),
            |path| Self::load(size, path),
            || Self::build_with(size, builder),
            |tables, path| tables.save(path),
        )
    }

    /// Writes the table to a file.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::save`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        self.residues.save(path.as_ref(), self.layout.size.name())
    }

    /// The number of cosets in each of the four cases that the table distinguishes, from near to
    /// far.
    ///
    /// Takes time linear in the number of entries.
    pub fn histogram(&self) -> [u64; 4] {
        let mut cosets = [0; 4];
        for (class, size) in self.layout.cosets.reduced.class_sizes().enumerate() {
            for entry in self.layout.entries(class) {
                cosets[usize::from(self.code(entry))] += size;
            }
        }
        cosets
    }

    /// The cube as a state of a [`CompactCubeSpace`].
    #[must_use]
    pub fn state(&self, cube: &Cube) -> CubeState {
        CubeState::new(self, cube)
    }
}

impl Tables for CompactCubeTables {
    type Entry = usize;

    fn axes(&self) -> &Axes {
        &self.layout.cosets.axes
    }

    fn inside(&self) -> [u32; 3] {
        match self.layout.size {
            CompactCubeSize::Small => INSIDE,
            CompactCubeSize::Large => AXES,
        }
    }

    forward! { |tables| tables.layout.size; fn floor() -> u8; }
    forward! { |tables| tables.layout; fn entry(coset: Coset) -> usize; }
    forward! { |tables| tables.residues; fn code(entry: usize) -> u8; }

    #[inline]
    fn after(&self, axis: usize, coset: Coset, turn: Turn) -> Coset {
        self.axes().all_after(axis, coset, turn)
    }

    #[inline]
    fn distance(&self, coset: Coset) -> u8 {
        match self.code(self.entry(coset)) {
            0 => self.near.distance(coset),
            code => self.floor() + code,
        }
    }
}

/// The estimate of [`CompactCubeSpace`].
impl Heuristic<Cube> for CompactCubeTables {
    fn estimate(&self, cube: &Cube) -> Cost {
        CompactCubeSpace::new(self).estimate(&self.state(cube))
    }
}

debug!(CompactCubeTables, |all| size: all.layout.size);
