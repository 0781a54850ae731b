//! Pairs of coordinates, of which the first is reduced by symmetry.
//!
//! Symmetries carry cubes to cubes of the same distance. So a table of distances needs only one
//! *representative* of each class of values of the first coordinate that symmetries carry to each
//! other, with each value of the second coordinate.

use super::Turn;
use super::coordinates::{TurnTable, narrow};
use super::symmetry::Symmetry;
use crate::space::bits::bits;

/// A group of symmetries: the generators, as in [`Symmetry::all`], with the numbers of powers.
pub(super) type Group = [(Symmetry, usize); 3];

/// No group has more symmetries.
pub(super) const MOST_SYMMETRIES: usize = 16;

/// The classes of a coordinate, together with a second coordinate of this many values.
#[derive(Clone)]
pub(super) struct Reduced<const SECOND: usize> {
    /// For each value of the first coordinate, the number of its class, times 16, plus that of a
    /// symmetry that carries the representative to it.
    classes: Vec<u32>,
    representatives: Vec<Representative>,
    /// For each symmetry and each value of the second coordinate, the value that it carries to this
    /// one.
    pub(super) preimages: Box<[[u16; SECOND]; MOST_SYMMETRIES]>,
    symmetries: u64,
}

/// The representative of a class.
#[derive(Clone, Copy)]
struct Representative {
    /// The value of the first coordinate.
    first: u32,
    /// The symmetries that keep it, one bit each.
    stabilizer: u16,
}

impl<const SECOND: usize> Reduced<SECOND> {
    /// The first coordinate has this many values, and is 0 for the solved cube. `after` returns its
    /// value after a turn. These turns reach all values of both coordinates.
    pub(super) fn new(
        group: &Group,
        turns: &[Turn],
        values: usize,
        after: impl Fn(usize, Turn) -> usize,
        second: &TurnTable,
    ) -> Self {
        let preimages = Box::new(carried_back(group, turns, second));
        let images = Images::new(group, turns, values, after);
        let mut classes = vec![u32::MAX; values];
        let mut representatives = Vec::new();
        let mut class = 0;
        for (value, first) in (0..values).zip(0..) {
            if classes[value] != u32::MAX {
                continue;
            }
            let mut stabilizer = 0;
            for (number, symmetry) in (0..).zip(0..images.symmetries()) {
                let image = images.of(value, symmetry);
                classes[image] = class << 4 | number;
                stabilizer |= u16::from(image == value) << number;
            }
            class += 1;
            representatives.push(Representative { first, stabilizer });
        }
        let symmetries = images.symmetries() as u64;
        Self { classes, representatives, preimages, symmetries }
    }

    /// The number of classes.
    pub(super) fn classes(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a value of the first coordinate, and a symmetry that carries the representative
    /// to it.
    #[inline]
    pub(super) fn class(&self, first: usize) -> (usize, usize) {
        let class = self.classes[first] as usize;
        (class / MOST_SYMMETRIES, class % MOST_SYMMETRIES)
    }

    /// The value of the first coordinate that represents a class.
    pub(super) fn representative(&self, class: usize) -> usize {
        self.representatives[class].first as usize
    }

    /// The symmetries that keep the representative of a class, without the identity.
    pub(super) fn stabilizer(&self, class: usize) -> impl Iterator<Item = usize> {
        let stabilizer = self.representatives[class].stabilizer;
        bits(stabilizer & !1)
    }

    /// A number of the pair in a table that is reduced by symmetry. A few pairs have several
    /// numbers, which the [stabilizer](Self::stabilizer) carries to each other.
    #[inline]
    pub(super) fn entry(&self, first: usize, second: u16) -> usize {
        let (class, symmetry) = self.class(first);
        class * SECOND + usize::from(self.preimages[symmetry][usize::from(second)])
    }

    /// The number of values of the first coordinate in each class.
    pub(super) fn class_sizes(&self) -> impl Iterator<Item = u64> {
        let stabilizers = self.representatives.iter().map(|value| value.stabilizer.count_ones());
        stabilizers.map(|stabilizer| self.symmetries / u64::from(stabilizer))
    }
}

/// For each symmetry and each value of a coordinate, the value that it carries to this one.
pub(super) fn carried_back<const VALUES: usize>(
    group: &Group,
    turns: &[Turn],
    coordinate: &TurnTable,
) -> [[u16; VALUES]; MOST_SYMMETRIES] {
    let images = Images::new(group, turns, VALUES, |value, turn| {
        coordinate.after(narrow(value), turn).into()
    });
    let mut preimages = [[0; VALUES]; MOST_SYMMETRIES];
    for (symmetry, preimages) in preimages.iter_mut().enumerate().take(images.symmetries()) {
        for value in 0..VALUES {
            preimages[images.of(value, symmetry)] = narrow(value);
        }
    }
    preimages
}

/// For each generator of a group, with its order, and each value of a coordinate, the value to
/// which the generator carries it.
struct Images([(Vec<u32>, usize); 3]);

impl Images {
    /// The image of the value after a turn is the image of the value, after the image of the turn.
    /// So all images follow from that of 0, which is 0.
    fn new(
        group: &Group,
        turns: &[Turn],
        values: usize,
        after: impl Fn(usize, Turn) -> usize,
    ) -> Self {
        Self(group.map(|(generator, order)| {
            let mut images = vec![u32::MAX; values];
            images[0] = 0;
            let mut open = vec![0];
            while let Some(value) = open.pop() {
                for &turn in turns {
                    let next = after(value, turn);
                    if images[next] == u32::MAX {
                        let image = after(images[value] as usize, generator.turn(turn));
                        images[next] = u32::try_from(image).unwrap_or(u32::MAX);
                        open.push(next);
                    }
                }
            }
            (images, order)
        }))
    }

    /// The number of symmetries of the group.
    fn symmetries(&self) -> usize {
        self.0.iter().map(|(_, order)| order).product()
    }

    /// The image of the value by the symmetry with this number.
    fn of(&self, value: usize, symmetry: usize) -> usize {
        let (mut image, mut rest) = (value, symmetry);
        for (images, order) in &self.0 {
            for _ in 0..rest % order {
                image = images[image] as usize;
            }
            rest /= order;
        }
        image
    }
}
