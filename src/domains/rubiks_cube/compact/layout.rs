//! How entries are numbered: a block for each class of flips and slices.

use super::super::Turn;
use super::super::axes::Axes;
use super::super::coordinates::{self, SPLITS, TWISTS, TurnTable, narrow, quarters};
use super::super::cosets::{Coset, GROUP, Seen};
use super::super::reduced::{MOST_SYMMETRIES, carried_back, symmetries};
use super::super::symmetry::Symmetry;
use super::CompactCubeSize;
use crate::pattern_database::{TableError, TableErrorKind};
use crate::tables::two_bits::SET;

/// The same as an entry of the table, and a symmetry that carries what the entry stands for to what
/// is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    class: Class,
    /// The twist and the split as the symmetry carries them back.
    twist: u16,
    split: u16,
}

/// A class of flips and slices, and a symmetry that carries the representative to one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Class(u32);

/// The bits of a class for the symmetry.
const LOW_BITS: u32 = 0xf;

impl Class {
    #[expect(clippy::cast_possible_truncation, reason = "there are 64,430 classes")]
    fn new((class, symmetry): (usize, usize)) -> Self {
        Self((class * MOST_SYMMETRIES + symmetry) as u32)
    }

    #[inline]
    fn number(self) -> usize {
        self.0 as usize / MOST_SYMMETRIES
    }

    #[inline]
    fn symmetry(self) -> usize {
        self.0 as usize % MOST_SYMMETRIES
    }

    /// The same class with another symmetry.
    #[inline]
    fn with(self, symmetry: u8) -> Self {
        Self(self.0 & !LOW_BITS | u32::from(symmetry))
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
    /// For each symmetry and each split, the split that it carries to this one.
    before: Box<[[u16; SPLITS]; MOST_SYMMETRIES]>,
    /// For each class and each turn of its representative, what it becomes.
    after: Vec<[Class; 18]>,
    /// For each axis and each symmetry, the turns of the cube as the symmetry carries them back.
    turns_before: [[[Turn; 18]; MOST_SYMMETRIES]; 3],
    /// For two symmetries the one that is the second, followed by the first.
    products: [[u8; MOST_SYMMETRIES]; MOST_SYMMETRIES],
    size: CompactCubeSize,
    /// The number of entries of a block, rounded up to whole sets.
    block: usize,
}

impl Layout {
    pub(super) fn new(size: CompactCubeSize) -> Self {
        let splits = TurnTable::new(SPLITS, coordinates::split);
        let before = match size {
            CompactCubeSize::Small => [[0; SPLITS]; MOST_SYMMETRIES],
            CompactCubeSize::Large => carried_back(&GROUP, &quarters(), &splits),
        };
        let block = (size.splits() * TWISTS).next_multiple_of(SET);
        let axes = Axes::new();
        let after = |class| Turn::ALL.map(|turn| Class::new(axes.cosets.class_after(class, turn)));
        let after = (0..axes.cosets.classes()).map(after).collect();
        let group = symmetries(&GROUP);
        let carried = |symmetry: Symmetry, turn| {
            Turn::ALL.into_iter().find(|&other| symmetry.turn(other) == turn).unwrap_or(turn)
        };
        let turns_before =
            axes.turns.map(|turns| group.map(|each| turns.map(|turn| carried(each, turn))));
        let number = |symmetry| (0..).zip(&group).find(|&(_, other)| *other == symmetry);
        let product =
            |one, other: Symmetry| number(other.then(one)).map_or(0, |(number, _)| number);
        let products = group.map(|one| group.map(|other| product(one, other)));
        Self { axes, splits, before: Box::new(before), after, turns_before, products, size, block }
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

    /// The view of what is seen.
    #[inline]
    pub(super) fn view(&self, Seen { coset, split }: Seen) -> View {
        self.carried(Class::new(self.axes.cosets.class(coset)), coset.twist, split)
    }

    /// The view of a twist and a split that the symmetry of the class is yet to carry back.
    #[inline]
    fn carried(&self, class: Class, twist: u16, split: u16) -> View {
        let symmetry = class.symmetry();
        View {
            class,
            twist: self.axes.cosets.reduced.before(symmetry)[usize::from(twist)],
            split: self.before[symmetry][usize::from(split)],
        }
    }

    /// The entry of a view. A few have several.
    #[inline]
    pub(super) fn entry(&self, View { class, twist, split }: View) -> usize {
        class.number() * self.block + usize::from(split) * TWISTS + usize::from(twist)
    }

    /// A coset that is symmetric to that of a view.
    pub(super) fn coset(&self, View { class, twist, .. }: View) -> Coset {
        Coset { twist, ..self.axes.cosets.representative(class.number()) }
    }

    /// What is seen along an axis after a turn.
    #[inline]
    pub(super) fn after(&self, axis: usize, view: View, turn: Turn) -> View {
        let after = self.carried_after(axis, view, turn);
        let symmetry = self.products[view.class.symmetry()][after.class.symmetry()];
        View { class: after.class.with(symmetry), ..after }
    }

    /// The entry of what is seen along an axis after a turn.
    #[inline]
    pub(super) fn entry_after(&self, axis: usize, view: View, turn: Turn) -> usize {
        self.entry(self.carried_after(axis, view, turn))
    }

    /// The view after a turn, carried back by the symmetry of the view before.
    #[inline]
    fn carried_after(&self, axis: usize, view: View, turn: Turn) -> View {
        let turn = self.turns_before[axis][view.class.symmetry()][turn.number()];
        let class = self.after[view.class.number()][turn.number()];
        self.carried(
            class,
            self.axes.cosets.turns.twist.after(view.twist, turn),
            self.splits.after(view.split, turn),
        )
    }

    /// How a symmetry carries the entries of a block back.
    pub(super) fn carried_back(&self, symmetry: usize) -> Step {
        self.step_by(symmetry, |twist| twist, |split| split)
    }

    /// How a turn moves the entries of a block, if this symmetry carries the representative of the
    /// next class to the one after the turn.
    pub(super) fn step(&self, turn: Turn, symmetry: usize) -> Step {
        let twist = |twist| self.axes.cosets.turns.twist.after(twist, turn);
        self.step_by(symmetry, twist, |split| self.splits.after(split, turn))
    }

    /// First to these twists and splits, and then back by the symmetry.
    fn step_by(
        &self,
        symmetry: usize,
        twist: impl Fn(u16) -> u16,
        split: impl Fn(u16) -> u16,
    ) -> Step {
        let twists = self.axes.cosets.reduced.before(symmetry);
        let splits = &self.before[symmetry];
        let first = |split: u16| u32::from(split) * u32::from(narrow(TWISTS));
        Step {
            twists: (0..narrow(TWISTS)).map(|value| twists[usize::from(twist(value))]).collect(),
            splits: (0..narrow(self.size.splits()))
                .map(|value| first(splits[usize::from(split(value))]))
                .collect(),
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
    use super::super::super::Cube;
    use super::super::super::axes::axes;
    use super::super::super::back::Back;
    use super::*;

    /// A walk through many cubes, each with the turn that leads to it.
    fn cubes() -> impl Iterator<Item = (Cube, Turn)> {
        let (mut cube, mut number) = (Cube::SOLVED, 1_u64);
        (0..2_000).map(move |_| {
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let turn = Turn::ALL[(number >> 33) as usize % Turn::ALL.len()];
            cube = cube.turned(turn);
            (cube, turn)
        })
    }

    #[test]
    fn views_follow_the_turns() {
        let layout = Layout::new(CompactCubeSize::Large);
        let mut compared = 0;
        let view = |axis: Symmetry, cube: &Cube| layout.view(Seen::of(&axis.cube(cube)));
        let mut views = axes().map(|axis| view(axis, &Cube::SOLVED));
        for (cube, turn) in cubes() {
            for (number, axis) in axes().into_iter().enumerate() {
                let before = views[number];
                let (after, expected) = (layout.after(number, before, turn), view(axis, &cube));
                assert_eq!(layout.entry_after(number, before, turn), layout.entry(after));
                assert_eq!(after.class.number(), expected.class.number());
                // Some classes have several entries for one coset.
                if layout.axes.cosets.stabilizer(after.class.number()).next().is_none() {
                    assert_eq!(after, expected, "{cube:?}");
                    compared += 1;
                }
                views[number] = after;
            }
        }
        assert!(compared > 1_000, "{compared}");
    }

    #[test]
    fn the_inverse_is_seen_after_turns() {
        let back = Back::new();
        let mut before = Cube::SOLVED;
        let mut sums = back.sums(&before);
        for (cube, turn) in cubes() {
            sums = back.sums_after(sums, &before, turn);
            let inverse = cube.inverse();
            let expected = axes().map(|axis| Seen::of(&axis.cube(&inverse)));
            assert_eq!([0, 1, 2].map(|axis| back.seen(sums, axis)), expected);
            before = cube;
        }
    }

    /// An entry has the same neighbours as each cube that it stands for.
    #[test]
    fn turns_lead_from_entry_to_entry() {
        let layout = Layout::new(CompactCubeSize::Large);
        let cosets = &layout.axes.cosets;
        let is_single = |&class: &usize| cosets.stabilizer(class).next().is_none();
        let mut compared = 0;
        for (cube, _) in cubes() {
            let view = layout.view(Seen::of(&cube));
            let (class, place) =
                (layout.entry(view) / layout.block, layout.entry(view) % layout.block);
            let place = (narrow(place % TWISTS), narrow(place / TWISTS));
            let after = Turn::ALL.map(|turn| cosets.class_after(class, turn));
            // Some classes have several entries for one coset.
            if !after.map(|(class, _)| class).iter().chain([&class]).all(is_single) {
                continue;
            }
            let mut expected = Turn::ALL.map(|turn| layout.entry(layout.after(0, view, turn)));
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
