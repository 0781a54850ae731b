//! Small tables of distances, built in some milliseconds.

use super::Turn;
use super::blocks::Blocks;
use super::coordinates::{FLIPS, SLICES, TWISTS, TurnTable, narrow};
use super::cosets::{Coset, CosetTurns, GROUP};
use super::moves::ALL_TURNS;
use super::phases;
use super::reduced::{Group, Reduced};
use crate::pattern_database::{PatternDatabase, nibble};

/// The distances by two coordinates, of which the first is reduced by symmetry.
#[derive(Clone)]
pub(super) struct PairDistances<const SECOND: usize> {
    reduced: Reduced<SECOND>,
    /// In nibbles.
    distances: Vec<u8>,
}

impl<const SECOND: usize> PairDistances<SECOND> {
    /// The first coordinate has `values` values. `turns` are the turns that are counted, and they
    /// reach all values of both coordinates. The symmetries carry each coordinate along by itself.
    pub(super) fn new(
        turns: u32,
        group: &Group,
        values: usize,
        first: &TurnTable,
        second: &TurnTable,
    ) -> Self {
        let list: Vec<_> = Turn::in_set(turns).collect();
        let after = |value, turn| first.after(narrow(value), turn).into();
        let reduced = Reduced::new(group, &list, values, after, second);
        // If the allocator refuses these few megabytes, this panics. As with other vectors of this
        // size, the caller gets no error.
        let distances = Blocks::new(turns, &reduced, after, second, 1, |_, _, _| 0)
            .distances(&mut PatternDatabase::builder())
            .unwrap_or_else(|error| panic!("{error}"));
        Self { reduced, distances }
    }

    #[inline]
    pub(super) fn entry(&self, first: u16, second: u16) -> usize {
        self.reduced.entry(first.into(), second)
    }

    #[inline]
    pub(super) fn distance_of(&self, entry: usize) -> u8 {
        nibble(&self.distances, entry)
    }

    #[inline]
    pub(super) fn distance(&self, first: u16, second: u16) -> u8 {
        self.distance_of(self.entry(first, second))
    }
}

/// Lower bounds of the distances of cosets, by flips and slice, and by twists and slice.
#[derive(Clone)]
pub(super) struct FlipAndTwistDistances {
    flips: PairDistances<SLICES>,
    twists: PairDistances<SLICES>,
}

impl FlipAndTwistDistances {
    pub(super) fn new(CosetTurns { twist, flip, slice_places, .. }: &CosetTurns) -> Self {
        Self {
            // A rotation by a quarter changes which side of an edge in the slice is its reference.
            flips: PairDistances::new(ALL_TURNS, &phases::GROUP, FLIPS, flip, slice_places),
            twists: PairDistances::new(ALL_TURNS, &GROUP, TWISTS, twist, slice_places),
        }
    }

    /// The entries of a coset in the two tables.
    #[inline]
    pub(super) fn entries(&self, Coset { twist, flip, slice_places, .. }: Coset) -> [usize; 2] {
        [self.flips.entry(flip, slice_places), self.twists.entry(twist, slice_places)]
    }

    #[inline]
    pub(super) fn distance(&self, coset: Coset) -> u8 {
        self.distance_of(self.entries(coset))
    }

    /// A lower bound of the distance of the coset with these entries. It is 0 only in the subgroup.
    #[inline]
    pub(super) fn distance_of(&self, [flips, twists]: [usize; 2]) -> u8 {
        self.flips.distance_of(flips).max(self.twists.distance_of(twists))
    }
}

#[cfg(test)]
mod tests {
    use super::super::coordinates::{self, ORDERS, PERMUTATIONS};
    use super::super::phases::SUBGROUP;
    use super::*;

    /// Compares the distances of all pairs with those without symmetries.
    fn check<const N: usize>(
        found: &PairDistances<N>,
        first: &TurnTable,
        second: &TurnTable,
        turns: u32,
    ) {
        let mut known = rustc_hash::FxHashMap::default();
        let mut open = std::collections::VecDeque::from([((0, 0), 0)]);
        known.insert((0, 0), 0);
        while let Some((pair, distance)) = open.pop_front() {
            let after = |turn| (first.after(pair.0, turn), second.after(pair.1, turn));
            for next in Turn::in_set(turns).map(after) {
                known.entry(next).or_insert_with(|| {
                    open.push_back((next, distance + 1));
                    distance + 1
                });
            }
        }
        for ((first, second), distance) in known {
            assert_eq!(found.distance(first, second), distance, "{first} {second}");
        }
    }

    #[test]
    fn symmetries_change_no_distance() {
        let turns = CosetTurns::new();
        let near = FlipAndTwistDistances::new(&turns);
        check(&near.flips, &turns.flip, &turns.slice_places, ALL_TURNS);
        check(&near.twists, &turns.twist, &turns.slice_places, ALL_TURNS);
        let corners = TurnTable::new(PERMUTATIONS, coordinates::corners);
        let slice = TurnTable::new(SLICES * ORDERS, coordinates::slice);
        let found = PairDistances::<ORDERS>::new(SUBGROUP, &GROUP, PERMUTATIONS, &corners, &slice);
        check(&found, &corners, &slice, SUBGROUP);
    }
}
