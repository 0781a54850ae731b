//! How entries are numbered: a block for each class of flips and slices.

use super::super::axes::Axes;
use super::super::coordinates::{self, SPLITS, TWISTS, TurnTable, narrow};
use super::super::cosets::{Coset, GROUP, quarters};
use super::super::reduced::{MOST_SYMMETRIES, carried_back};
use super::super::{Cube, Turn};
use super::CompactCubeSize;
use crate::pattern_database::{TableError, TableErrorKind};
use crate::residues::SET;

/// A coset, and the set of places of the four corners of the upper face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct View {
    pub(super) coset: Coset,
    pub(super) split: u16,
}

impl View {
    /// What is seen of a cube from above.
    pub(super) fn of(cube: &Cube) -> Self {
        Self { coset: Coset::of(cube), split: narrow(coordinates::split(cube)) }
    }
}

/// The numbers of the entries, and the turns between them.
///
/// After a turn, all entries of a block are in one other block. So a search that goes from block to
/// block stays in the cache.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) axes: Axes,
    splits: TurnTable,
    /// For each symmetry and each split, the first entry in a block of the split that it carries to
    /// this one.
    before: Box<[[u32; SPLITS]; MOST_SYMMETRIES]>,
    size: CompactCubeSize,
    /// The number of entries of a block, rounded up to whole sets.
    block: usize,
}

impl Layout {
    pub(super) fn new(size: CompactCubeSize) -> Self {
        let splits = TurnTable::new(SPLITS, &Turn::ALL, coordinates::split);
        let carried = carried_back::<SPLITS>(&GROUP, &quarters(), &splits);
        let mut before = Box::new([[0; SPLITS]; MOST_SYMMETRIES]);
        // In the small table there is only one.
        if size == CompactCubeSize::Large {
            for (before, carried) in before.iter_mut().zip(carried.iter()) {
                *before = carried.map(|split| u32::from(split) * u32::from(narrow(TWISTS)));
            }
        }
        let block = (size.splits() * TWISTS).next_multiple_of(SET);
        Self { axes: Axes::new(), splits, before, size, block }
    }

    pub(super) fn size(&self) -> CompactCubeSize {
        self.size
    }

    /// The number of entries, with those that round up the blocks.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::OutOfMemory`] where no address has enough bits for the large table.
    pub(super) fn numbers(&self) -> Result<usize, TableError> {
        let too_many = TableErrorKind::OutOfMemory { bytes: usize::MAX };
        Ok(self.axes.cosets.classes().checked_mul(self.block).ok_or(too_many)?)
    }

    /// The number of entries of a block that are in use.
    pub(super) fn used(&self) -> usize {
        self.size.splits() * TWISTS
    }

    /// The number of sets of a block.
    pub(super) fn sets(&self) -> usize {
        self.block / SET
    }

    /// The first entry of a block.
    pub(super) fn block(&self, class: usize) -> usize {
        class * self.block
    }

    /// The entry of a view. A few have several.
    #[inline]
    pub(super) fn entry(&self, view: View) -> usize {
        let (class, symmetry, twist) = self.axes.cosets.class(view.coset);
        let split = self.before[symmetry][usize::from(view.split)] as usize;
        class * self.block + split + twist
    }

    /// What is seen along an axis after a turn.
    #[inline]
    pub(super) fn after(&self, view: View, turn: Turn) -> View {
        View {
            coset: self.axes.cosets.after(view.coset, turn),
            split: self.splits.after(view.split, turn),
        }
    }

    /// How a symmetry carries the entries of a block back.
    pub(super) fn carried_back(&self, symmetry: usize) -> Step {
        let twists = self.axes.cosets.twists_before(symmetry);
        let splits = &self.before[symmetry][..self.size.splits()];
        Step { twists: twists.to_vec(), splits: splits.to_vec() }
    }

    /// How a turn moves the entries of a block, if this symmetry carries the representative of the
    /// next class to the one after the turn.
    pub(super) fn step(&self, turn: Turn, symmetry: usize) -> Step {
        let cosets = &self.axes.cosets;
        let before = cosets.twists_before(symmetry);
        let twist = |twist| before[usize::from(cosets.twist_after(twist, turn))];
        let split = |split| self.before[symmetry][usize::from(self.splits.after(split, turn))];
        Step {
            twists: (0..narrow(TWISTS)).map(twist).collect(),
            splits: (0..narrow(self.size.splits())).map(split).collect(),
        }
    }
}

/// How the entries of one block become those of another: for each twist the twist, and for each split
/// the first entry of the split.
pub(super) struct Step {
    twists: Vec<u16>,
    splits: Vec<u32>,
}

impl Step {
    /// The number in the other block.
    #[inline]
    pub(super) fn apply(&self, (twist, split): (u16, u16)) -> usize {
        self.splits[usize::from(split)] as usize + usize::from(self.twists[usize::from(twist)])
    }
}

/// No test builds the large table. It is right if its entries are.
#[cfg(test)]
mod tests {
    use super::super::super::axes::axes;
    use super::super::back::Back;
    use super::*;

    /// A walk through many cubes.
    fn cubes() -> impl Iterator<Item = Cube> {
        let (mut cube, mut number) = (Cube::SOLVED, 1_u64);
        (0..2_000).map(move |_| {
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            cube = cube.turned(Turn::ALL[(number >> 33) as usize % Turn::ALL.len()]);
            cube
        })
    }

    #[test]
    fn views_follow_the_turns_and_the_inverse() {
        let (layout, back) = (Layout::new(CompactCubeSize::Large), Back::new());
        for cube in cubes() {
            for turn in Turn::ALL {
                assert_eq!(layout.after(View::of(&cube), turn), View::of(&cube.turned(turn)));
            }
            let inverse = cube.inverse();
            assert_eq!(back.views(&cube), axes().map(|axis| View::of(&axis.cube(&inverse))));
        }
    }

    /// An entry has the same neighbours as each cube that it stands for.
    #[test]
    fn turns_lead_from_entry_to_entry() {
        let layout = Layout::new(CompactCubeSize::Large);
        let cosets = &layout.axes.cosets;
        let is_single = |&class: &usize| cosets.stabilizer(class).next().is_none();
        let mut compared = 0;
        for cube in cubes() {
            let view = View::of(&cube);
            let (class, place) =
                (layout.entry(view) / layout.block, layout.entry(view) % layout.block);
            let place = (narrow(place % TWISTS), narrow(place / TWISTS));
            let after = Turn::ALL.map(|turn| cosets.class_after(class, turn));
            // Some classes have several entries for one coset.
            if !after.map(|(class, _)| class).iter().chain([&class]).all(is_single) {
                continue;
            }
            let mut expected = Turn::ALL.map(|turn| layout.entry(layout.after(view, turn)));
            let mut found = Turn::ALL.map(|turn| {
                let (class, symmetry) = after[turn.number()];
                layout.block(class) + layout.step(turn, symmetry).apply(place)
            });
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{cube:?}");
            compared += 1;
        }
        assert!(compared > 1_000, "{compared}");
    }
}
