//! The cosets of the subgroup ⟨U, D, R2, F2, L2, B2⟩.
//!
//! Twist, flip and the places of the edges of the middle slice are those of the solved cube exactly
//! in this subgroup. Two cubes have these three in common exactly if they are in the same coset. So
//! the three together number the 2,217,093,120 cosets. The 16 symmetries that keep the axis from up
//! to down carry the subgroup to itself, and cosets to cosets of the same distance. Flip and slice
//! together have 1,013,760 values. Of each class of symmetric values, one representative is enough.

use super::axes::Axes;
use super::coordinates::{
    self, FLIPS, ORDERS, SLICES, SPLITS, TWISTS, TurnTable, narrow, quarters,
};
use super::reduced::{Group, Reduced};
use super::symmetry::Symmetry;
use super::{Cube, Turn};

/// The symmetries that keep the axis from up to down.
pub(super) const GROUP: Group =
    [(Symmetry::QUARTER, 4), (Symmetry::HALF, 2), (Symmetry::REFLECTION, 2)];

/// The number of classes of symmetric values of flip and slice.
pub(super) const CLASSES: usize = 64_430;

/// The coordinates of a coset, as it is seen from above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Coset {
    pub(super) twist: u16,
    pub(super) flip: u16,
    /// The set of the places of the edges of the slice.
    pub(super) slice_places: u16,
    /// The set of the places of the four corners of the upper face. Only the large table uses it.
    pub(super) split: u16,
}

impl Coset {
    pub(super) fn of(cube: &Cube) -> Self {
        Self {
            twist: narrow(coordinates::twist(cube)),
            flip: narrow(coordinates::flip(cube)),
            slice_places: narrow(coordinates::slice(cube) / ORDERS),
            split: narrow(coordinates::split(cube)),
        }
    }
}

/// The turns between cosets.
#[derive(Clone)]
pub(super) struct CosetTurns {
    pub(super) twist: TurnTable,
    pub(super) flip: TurnTable,
    pub(super) slice_places: TurnTable,
    pub(super) split: TurnTable,
}

impl CosetTurns {
    pub(super) fn new() -> Self {
        Self {
            twist: TurnTable::new(TWISTS, coordinates::twist),
            flip: TurnTable::new(FLIPS, coordinates::flip),
            slice_places: TurnTable::new(SLICES, |cube| coordinates::slice(cube) / ORDERS),
            split: TurnTable::new(SPLITS, coordinates::split),
        }
    }

    /// The coset after a turn. The split stays as it was.
    #[expect(clippy::inline_always, reason = "a part of the recursion of searches")]
    #[inline(always)]
    pub(super) fn after(&self, coset: Coset, turn: Turn) -> Coset {
        Coset {
            twist: self.twist.after(coset.twist, turn),
            flip: self.flip.after(coset.flip, turn),
            slice_places: self.slice_places.after(coset.slice_places, turn),
            ..coset
        }
    }

    fn flip_and_set_after(&self, value: usize, turn: Turn) -> usize {
        let [flips, places] = [value % FLIPS, value / FLIPS].map(narrow);
        flip_and_set(self.flip.after(flips, turn), self.slice_places.after(places, turn))
    }
}

/// The cosets, the turns between them, and their classes.
#[derive(Clone)]
pub(super) struct Cosets {
    pub(super) axes: Axes,
    pub(super) reduced: Reduced<TWISTS>,
}

impl Cosets {
    pub(super) fn new() -> Self {
        let axes = Axes::new();
        let after = |value, turn| axes.turns.flip_and_set_after(value, turn);
        let reduced = Reduced::new(&GROUP, &quarters(), SLICES * FLIPS, after, &axes.turns.twist);
        Self { axes, reduced }
    }

    /// A number of the coset in a table that has one of several symmetric cosets. A few cosets have
    /// several numbers.
    #[inline]
    pub(super) fn number(&self, coset: Coset) -> usize {
        self.reduced.entry(flip_and_set(coset.flip, coset.slice_places), coset.twist)
    }

    /// The class of the flips and slice of a coset, and a symmetry that carries the representative
    /// there.
    #[inline]
    pub(super) fn class(&self, coset: Coset) -> (usize, usize) {
        self.reduced.class(flip_and_set(coset.flip, coset.slice_places))
    }

    /// The flips and slice after a turn.
    pub(super) fn first_after(&self) -> impl Fn(usize, Turn) -> usize + Sync {
        |value, turn| self.axes.turns.flip_and_set_after(value, turn)
    }
}

/// The flips and the set of places in the slice as one coordinate.
#[inline]
fn flip_and_set(flip: u16, set: u16) -> usize {
    usize::from(set) * FLIPS + usize::from(flip)
}
