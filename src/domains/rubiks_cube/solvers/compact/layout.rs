//! How entries are numbered: a block for each class of flips and slices.

use std::ops::Range;

use super::super::blocks::{self, Blocks};
use super::super::coordinates::{SPLITS, TWISTS, quarters};
use super::super::cosets::{Coset, CosetTurns, Cosets, GROUP};
use super::super::moves::ALL_TURNS;
use super::super::reduced::{MOST_SYMMETRIES, carried_back};
use super::CompactCubeSize;
use crate::pattern_database::{TableError, TableErrorKind};

/// The numbers of the entries.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) cosets: Cosets,
    /// For each symmetry and each split, the split that it carries to this one.
    preimages: Box<[[u16; SPLITS]; MOST_SYMMETRIES]>,
    pub(super) size: CompactCubeSize,
    /// The number of entries of a block, rounded up to whole sets.
    block: usize,
}

impl Layout {
    pub(super) fn new(size: CompactCubeSize) -> Self {
        let cosets = Cosets::new();
        let preimages = match size {
            CompactCubeSize::Small => [[0; SPLITS]; MOST_SYMMETRIES],
            CompactCubeSize::Large => carried_back(&GROUP, &quarters(), &cosets.axes.turns.split),
        };
        let block = blocks::block_length(size.splits() * TWISTS);
        Self { cosets, preimages: Box::new(preimages), size, block }
    }

    /// The number of entries, with those that round up the blocks.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`] where no address has enough bits for the large table.
    pub(super) fn numbers(&self) -> Result<usize, TableError> {
        let too_many = TableErrorKind::OutOfMemory { bytes: usize::MAX };
        Ok(self.cosets.reduced.classes().checked_mul(self.block).ok_or(too_many)?)
    }

    /// The entries of a block that are in use.
    pub(super) fn entries(&self, class: usize) -> Range<usize> {
        class * self.block..class * self.block + self.size.splits() * TWISTS
    }

    /// An entry of the coset. A few cosets have several.
    #[inline]
    pub(super) fn entry(&self, coset: Coset) -> usize {
        let (class, symmetry) = self.cosets.class(coset);
        let split = self.preimages[symmetry][usize::from(coset.split)];
        let twist = self.cosets.reduced.preimages[symmetry][usize::from(coset.twist)];
        class * self.block + usize::from(split) * TWISTS + usize::from(twist)
    }

    /// The entries of the table.
    pub(super) fn blocks(&self) -> Blocks<'_, TWISTS> {
        let Cosets { axes, reduced } = &self.cosets;
        let CosetTurns { twist, split, .. } = &axes.turns;
        let split = |value, turn: Option<_>, symmetry: usize| {
            let value = turn.map_or(value, |turn| split.after(value, turn));
            self.preimages[symmetry][usize::from(value)]
        };
        let (first, splits) = (self.cosets.first_after(), self.size.splits());
        Blocks::new(ALL_TURNS, reduced, first, twist, splits, split)
    }
}

/// No test builds the large table. It is right if its entries are, so these are tested.
#[cfg(test)]
mod tests {
    use super::super::super::blocks::Place;
    use super::super::super::{Cube, Turn};
    use super::*;

    /// An entry has the same neighbours as each cube that it stands for.
    #[test]
    fn turns_lead_from_entry_to_entry() {
        let layout = Layout::new(CompactCubeSize::Large);
        let (cosets, blocks) = (&layout.cosets, layout.blocks());
        let is_single = |class: usize| cosets.reduced.stabilizer(class).next().is_none();
        let (mut cube, mut number, mut compared) = (Cube::SOLVED, 1_u64, 0);
        for _ in 0..2_000 {
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            cube = cube.turned(Turn::ALL[(number >> 33) as usize % Turn::ALL.len()]);
            let coset = Coset::of(&cube);
            let (class, place) =
                (layout.entry(coset) / layout.block, layout.entry(coset) % layout.block);
            let mut after: Vec<_> = (blocks.turns(class))
                .map(|(block, step)| block + step.apply(Place::of::<TWISTS>(place)))
                .collect();
            // Some classes have several entries for one coset.
            let mut classes = after.iter().map(|entry| entry / layout.block).chain([class]);
            if !classes.all(is_single) {
                continue;
            }
            let mut expected =
                Turn::ALL.map(|turn| layout.entry(cosets.axes.all_after(0, coset, turn)));
            expected.sort_unstable();
            after.sort_unstable();
            assert_eq!(after, expected, "{cube:?}");
            compared += 1;
        }
        assert!(compared > 1_000, "{compared}");
    }
}
