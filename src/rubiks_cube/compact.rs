//! Tables of two bits an entry: small ones, and those that are large in spite of that.

mod build;
mod layout;
mod space;

use std::fmt;

use super::axes::{CubeState, axes};
use super::coordinates::{self, SPLITS};
use super::{Cube, Turn};
use crate::pattern_database::{PatternDatabase, PatternDatabaseBuilder, TableError};
use crate::residues::{Residues, nearer};
use crate::{Cost, Heuristic};
use layout::{Layout, View};
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
}

/// Tables.
pub struct CompactCubeTables {
    layout: Layout,
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
        Ok(Self { layout, residues })
    }

    /// The coordinates of a cube.
    #[must_use]
    pub fn state(&self, cube: &Cube) -> CompactCubeState {
        let state = CubeState::of(cube);
        let splits = axes().map(|axis| coordinates::split(&axis.cube(cube)) as u8);
        let mut distances = [0; 3];
        for (axis, distance) in distances.iter_mut().enumerate() {
            *distance = self.distance(View { coset: state.axes[axis], split: splits[axis] });
        }
        CompactCubeState { state, splits, distances }
    }

    /// The distance of a neighbour of an entry with this distance.
    #[inline]
    fn distance_from(&self, known: u8, view: View) -> u8 {
        self.residues.distance_from(known.into(), self.layout.entry(view)).unwrap_or(0) as u8
    }

    /// The distance of a view, found by going to a nearer neighbour until there is none.
    fn distance(&self, mut view: View) -> u8 {
        let residue = |view| self.residues.residue(self.layout.entry(view)).unwrap_or(0);
        let mut distance = 0;
        loop {
            let nearer = nearer(residue(view));
            let mut neighbors = Turn::ALL.into_iter().map(|turn| self.layout.after(view, turn));
            let Some(next) = neighbors.find(|&neighbor| residue(neighbor) == nearer) else {
                return distance;
            };
            view = next;
            distance += 1;
        }
    }
}

/// The estimate of [`CompactCubeSpace`].
impl Heuristic<Cube> for CompactCubeTables {
    fn estimate(&self, cube: &Cube) -> Cost {
        super::cube_tables::combined(self.state(cube).distances.map(Cost::from))
    }
}

impl fmt::Debug for CompactCubeTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompactCubeTables")
            .field("size", &self.layout.size())
            .finish_non_exhaustive()
    }
}
