//! The cosets of the subgroup ⟨U, D, R2, F2, L2, B2⟩, and their distances from it.
//!
//! Twist, flip and the places of the edges of the middle slice are those of the solved cube exactly
//! in this subgroup. Two cubes have them in common exactly if they are in the same coset, so they
//! number its 2,217,093,120 cosets. The 16 symmetries that keep the axis from up to down carry the
//! subgroup to itself, and cosets to cosets of the same distance. So of flip and slice together,
//! 1,013,760 values, one *representative* of each class of symmetric values is enough.

use std::array;

use super::Turn;
use super::coordinates::{self, FLIPS, ORDERS, SLICES, TWISTS, TurnTable, narrow};
use super::symmetry::Symmetry;
use crate::pattern_database::{Projection, TableFormat};

/// The number of symmetries that keep the axis.
const SYMMETRIES: usize = 16;

/// The coordinates of a coset, with the order of the edges in the slice, which is ignored here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Coset {
    pub(super) twist: u16,
    pub(super) flip: u16,
    pub(super) slice: u16,
}

/// The cosets, the turns between them, and their classes.
#[derive(Clone)]
pub(super) struct Cosets {
    twist: TurnTable,
    flip: TurnTable,
    pub(super) slice: TurnTable,
    /// For each value of slice and flip, the number of its class, times 16, plus that of a symmetry
    /// that carries the representative to it.
    classes: Vec<u32>,
    representatives: Vec<Representative>,
    /// For each symmetry and each twist, the twist that it carries to this one.
    twists_before: Vec<[u16; TWISTS]>,
}

/// The representative of a class of values of slice and flip.
#[derive(Clone, Copy)]
struct Representative {
    slice: u16,
    flip: u16,
    /// The symmetries that keep it, one bit each.
    stabilizer: u16,
}

impl Cosets {
    pub(super) fn new() -> Self {
        let twist = TurnTable::new(TWISTS, &Turn::ALL, coordinates::twist);
        let flip = TurnTable::new(FLIPS, &Turn::ALL, coordinates::flip);
        let slice = TurnTable::new(SLICES * ORDERS, &Turn::ALL, coordinates::slice);

        let twists = images(TWISTS, |value, turn| usize::from(twist.after(narrow(value), turn)));
        let twists_before = (0..SYMMETRIES).map(|symmetry| {
            let mut before = [0; TWISTS];
            for twist in 0..TWISTS {
                before[carried(&twists, twist)[symmetry]] = narrow(twist);
            }
            before
        });
        let twists_before = twists_before.collect();

        let split = |value: usize| (narrow(value / FLIPS * ORDERS), narrow(value % FLIPS));
        let values = images(SLICES * FLIPS, |value, turn| {
            let (before, flips) = split(value);
            let set = usize::from(slice.after(before, turn)) / ORDERS;
            set * FLIPS + usize::from(flip.after(flips, turn))
        });
        let mut classes = vec![u32::MAX; SLICES * FLIPS];
        let mut representatives = Vec::new();
        let mut class = 0;
        for value in 0..SLICES * FLIPS {
            if classes[value] != u32::MAX {
                continue;
            }
            let mut stabilizer = 0;
            for (symmetry, image) in (0..).zip(carried(&values, value)) {
                classes[image] = class << 4 | symmetry;
                stabilizer |= u16::from(image == value) << symmetry;
            }
            class += 1;
            let (slice, flip) = split(value);
            representatives.push(Representative { slice, flip, stabilizer });
        }
        Self { twist, flip, slice, classes, representatives, twists_before }
    }

    /// The coset after a turn.
    #[inline]
    pub(super) fn after(&self, coset: Coset, turn: Turn) -> Coset {
        Coset {
            twist: self.twist.after(coset.twist, turn),
            flip: self.flip.after(coset.flip, turn),
            slice: self.slice.after(coset.slice, turn),
        }
    }

    /// The number of the coset among those that are not symmetric, as a table has them. A few have
    /// several.
    #[inline]
    pub(super) fn number(&self, coset: Coset) -> usize {
        let value = usize::from(coset.slice) / ORDERS * FLIPS + usize::from(coset.flip);
        self.entry(self.classes[value], coset.twist)
    }

    /// The number of a coset with this twist, and with flip and slice of this class and symmetry.
    #[inline]
    fn entry(&self, class: u32, twist: u16) -> usize {
        let class = class as usize;
        let twist = self.twists_before[class % SYMMETRIES][usize::from(twist)];
        class / SYMMETRIES * TWISTS + usize::from(twist)
    }

    /// The classes of flip and slice after each turn, with their symmetries.
    fn classes_after(&self, Representative { slice, flip, .. }: Representative) -> [u32; 18] {
        Turn::ALL.map(|turn| {
            let set = usize::from(self.slice.after(slice, turn)) / ORDERS;
            self.classes[set * FLIPS + usize::from(self.flip.after(flip, turn))]
        })
    }

    /// The number of cosets for each entry of a class.
    pub(super) fn class_sizes(&self) -> impl Iterator<Item = u64> {
        let stabilizers = self.representatives.iter().map(|value| value.stabilizer.count_ones());
        stabilizers.map(|symmetries| SYMMETRIES as u64 / u64::from(symmetries))
    }
}

/// The symmetries that generate all that keep the axis, and how often each is made at most: 4 times
/// 2 times 2 symmetries.
const GENERATORS: [(Symmetry, usize); 3] =
    [(Symmetry::QUARTER, 4), (Symmetry::HALF, 2), (Symmetry::REFLECTION, 2)];

/// For each generator and each value of a coordinate, the value that it is carried to.
///
/// The value after a turn is carried to the value after the turn that is carried along. So all
/// follow from the value 0, which stays.
fn images(values: usize, after: impl Fn(usize, Turn) -> usize) -> [Vec<u32>; 3] {
    GENERATORS.map(|(generator, _)| {
        let mut images = vec![u32::MAX; values];
        images[0] = 0;
        let mut open = vec![0];
        while let Some(value) = open.pop() {
            // Quarters are enough to reach every value.
            for turn in Turn::ALL.into_iter().filter(|turn| turn.quarters() == 1) {
                let next = after(value, turn);
                if images[next] == u32::MAX {
                    let image = after(images[value] as usize, generator.turn(turn));
                    images[next] = u32::try_from(image).unwrap_or(u32::MAX);
                    open.push(next);
                }
            }
        }
        images
    })
}

/// What each symmetry carries a value to.
fn carried(images: &[Vec<u32>; 3], value: usize) -> [usize; SYMMETRIES] {
    array::from_fn(|symmetry| {
        let mut image = value;
        let mut rest = symmetry;
        for (images, (_, order)) in images.iter().zip(GENERATORS) {
            for _ in 0..rest % order {
                image = images[image] as usize;
            }
            rest /= order;
        }
        image
    })
}

/// An abstract state is a coset whose flip and slice are those of a representative. Cosets that the
/// stabilizer carries to each other are a free step apart.
impl Projection for Cosets {
    type Cursor = Turned;

    fn name(&self) -> String {
        "rubiks cube phase 1 half-turn metric".to_owned()
    }

    fn entries(&self) -> usize {
        self.representatives.len() * TWISTS
    }

    fn format(&self) -> TableFormat {
        TableFormat::Nibbles
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        visit(self.number(Coset::default()));
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        turned: &mut Turned,
        state: usize,
        mut visit: impl FnMut(usize, u32),
    ) {
        let (class, twist) = (state / TWISTS, state % TWISTS);
        if turned.class != Some(class) {
            turned.class = Some(class);
            turned.classes = self.classes_after(self.representatives[class]);
        }
        let twists = self.twist.after_each(narrow(twist));
        // Every turn can be undone, so these are the predecessors.
        for (&class, &twist) in turned.classes.iter().zip(twists) {
            visit(self.entry(class, twist), 1);
        }
        let mut others = self.representatives[class].stabilizer & !1;
        while others != 0 {
            let symmetry = others.trailing_zeros() as usize;
            others &= others - 1;
            let twist = self.twists_before[symmetry][twist];
            visit(class * TWISTS + usize::from(twist), 0);
        }
    }
}

/// The classes after each turn of a representative. States with the same one follow each other.
#[derive(Default)]
pub(super) struct Turned {
    class: Option<usize>,
    classes: [u32; 18],
}
