//! Tables of two bits an entry: small ones, and those that are large in spite of that.

mod back;
mod build;
mod layout;
mod near;
mod space;

use std::fmt;
use std::path::Path;

use super::axes::axes;
use super::coordinates::SPLITS;
use super::Cube;
use crate::pattern_database::{PatternDatabase, PatternDatabaseBuilder, TableError, found};
use crate::residues::Residues;
use crate::{Cost, Heuristic, StateSpace};
use back::Back;
use layout::{Layout, View};
use near::Near;
pub use space::{CompactCubeSpace, CompactCubeState};

/// The size of [`CompactCubeTables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CompactCubeSize {
    /// 35 MB.
    Small,
    /// 2.47 GB.
    Large,
}

impl CompactCubeSize {
    fn splits(self) -> usize {
        match self {
            Self::Small => 1,
            Self::Large => SPLITS,
        }
    }

    /// Distances up to this one are not told apart.
    fn floor(self) -> u32 {
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

/// Tables.
pub struct CompactCubeTables {
    layout: Layout,
    near: Near,
    back: Back,
    residues: Residues,
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
        let residues = build::build(&layout, builder)?;
        Ok(Self::new(layout, residues))
    }

    /// Reads the table that [`save`](Self::save) wrote to a file.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::load`].
    pub fn load(size: CompactCubeSize, path: impl AsRef<Path>) -> Result<Self, TableError> {
        let layout = Layout::new(size);
        let residues = Residues::load(path.as_ref(), size.name(), layout.numbers())?;
        Ok(Self::new(layout, residues))
    }

    fn new(layout: Layout, residues: Residues) -> Self {
        Self { near: Near::new(&layout.axes.cosets), back: Back::new(), layout, residues }
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
        let path = path.as_ref();
        if let Some(tables) = found(Self::load(size, path), path)? {
            return Ok(tables);
        }
        let tables = Self::build_with(size, builder)?;
        tables.save(path)?;
        Ok(tables)
    }

    /// Writes the table to a file.
    ///
    /// # Errors
    ///
    /// As [`PatternDatabase::save`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        self.residues.save(path.as_ref(), self.layout.size().name())
    }

    /// The coordinates of a cube.
    #[must_use]
    pub fn state(&self, cube: &Cube) -> CompactCubeState {
        let views = axes().map(|axis| View::of(&axis.cube(cube)));
        let back = self.back.views(cube).map(|view| self.distance(view));
        CompactCubeState { cube: *cube, views, back }
    }

    /// A lower bound of the distance of a view.
    #[inline]
    fn distance(&self, view: View) -> u8 {
        let floor = self.layout.size().floor() as u8;
        match self.residues.residue(self.layout.entry(view)) {
            Some(0) => self.near.distance(view.coset),
            Some(more) => floor + more as u8,
            None => floor + 3,
        }
    }
}

/// The estimate of [`CompactCubeSpace`].
impl Heuristic<Cube> for CompactCubeTables {
    fn estimate(&self, cube: &Cube) -> Cost {
        CompactCubeSpace::new(self).estimate(&self.state(cube))
    }
}

impl fmt::Debug for CompactCubeTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompactCubeTables")
            .field("size", &self.layout.size())
            .finish_non_exhaustive()
    }
}
