//! Small tables for cosets near the subgroup.

use super::super::Turn;
use super::super::coordinates::{FLIPS, SLICES, TWISTS};
use super::super::cosets::{Coset, Cosets};

/// The distances by flips and slice, and by twists and slice: a megabyte each.
#[derive(Clone)]
pub(super) struct Near {
    flips: Vec<u8>,
    twists: Vec<u8>,
}

impl Near {
    pub(super) fn new(cosets: &Cosets) -> Self {
        Self {
            flips: distances(FLIPS, |value, set, turn| {
                let after = cosets.after(Coset { flip: value, set, twist: 0 }, turn);
                (after.flip, after.set)
            }),
            twists: distances(TWISTS, |value, set, turn| {
                let after = cosets.after(Coset { twist: value, set, flip: 0 }, turn);
                (after.twist, after.set)
            }),
        }
    }

    /// A lower bound of the distance of a coset.
    #[inline]
    pub(super) fn distance(&self, Coset { twist, flip, set }: Coset) -> u8 {
        let set = usize::from(set);
        let flips = self.flips[set * FLIPS + usize::from(flip)];
        flips.max(self.twists[set * TWISTS + usize::from(twist)])
    }
}

/// The distances of all pairs of one of these values and a set.
fn distances(values: usize, after: impl Fn(u16, u16, Turn) -> (u16, u16)) -> Vec<u8> {
    let mut distances = vec![u8::MAX; SLICES * values];
    distances[0] = 0;
    let mut level = vec![(0, 0)];
    for distance in 1.. {
        let mut next = Vec::new();
        for &(value, set) in &level {
            for turn in Turn::ALL {
                let (value, set) = after(value, set, turn);
                let known = &mut distances[usize::from(set) * values + usize::from(value)];
                if *known == u8::MAX {
                    *known = distance;
                    next.push((value, set));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}
