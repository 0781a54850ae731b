//! Breadth-first search through all entries of a table, block by block.
//!
//! A table has a block of entries for each class of its first coordinate. After a turn, all entries
//! of a block are in one other block. So a search that goes from block to block stays in the cache.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use super::Turn;
use super::coordinates::{TurnTable, narrow};
use super::reduced::{MOST_SYMMETRIES, Reduced};
use crate::pattern_database::{BuildProgress, PatternDatabaseBuilder, TableError};
use crate::space::numbering::for_each_number;
use crate::tables::two_bits::{SET, TwoBits, filled};

/// The number of blocks that a thread takes at a time. It is even, so that two threads never share
/// a byte of a table in nibbles.
const SHARE: usize = 16;

/// The length of a block of which `used` entries are in use, rounded up to whole sets.
pub(super) fn block_length(used: usize) -> usize {
    used.next_multiple_of(SET)
}

/// The entries of a table, and the turns between them.
///
/// An entry has a class of the first coordinate, a value of the second, and one of the third, if
/// there is one.
pub(super) struct Blocks<'a, const SECOND: usize> {
    reduced: &'a Reduced<SECOND>,
    /// The first coordinate after a turn.
    first_after: Box<dyn Fn(usize, Turn) -> usize + Sync + 'a>,
    /// The number of values of the third coordinate.
    thirds: usize,
    /// For each turn, a step for each symmetry that may carry the next representative to the value
    /// after the turn.
    steps: Vec<(Turn, Vec<Step>)>,
    /// For each symmetry, a step without a turn.
    images: Vec<Step>,
}

/// A map from the entries of one block to those of another: for each value of the second coordinate
/// the new value, and for each value of the third the first entry of the new value.
pub(super) struct Step {
    seconds: Vec<u16>,
    thirds: Vec<u32>,
}

impl Step {
    /// The number in the other block.
    #[inline]
    pub(super) fn apply(&self, Place { second, third }: Place) -> usize {
        self.thirds[usize::from(third)] as usize + usize::from(self.seconds[usize::from(second)])
    }
}

/// An entry of a block, by the values of the second and the third coordinate.
#[derive(Clone, Copy)]
pub(super) struct Place {
    second: u16,
    third: u16,
}

impl Place {
    #[inline]
    pub(super) fn of<const SECOND: usize>(number: usize) -> Self {
        Self { second: narrow(number % SECOND), third: narrow(number / SECOND) }
    }
}

impl<'a, const SECOND: usize> Blocks<'a, SECOND> {
    /// The turns are a set with one bit for each. `first_after` returns the first coordinate after
    /// a turn. The third coordinate has `thirds` values; with one value, there is no third
    /// coordinate. `third` takes a value of it, a turn or none, and the number of a symmetry. It
    /// returns the value after the turn, carried back by the symmetry.
    pub(super) fn new(
        turns: u32,
        reduced: &'a Reduced<SECOND>,
        first_after: impl Fn(usize, Turn) -> usize + Sync + 'a,
        second: &TurnTable,
        thirds: usize,
        third: impl Fn(u16, Option<Turn>, usize) -> u16,
    ) -> Self {
        let step = |turn: Option<Turn>, symmetry: usize| Step {
            seconds: (0..narrow(SECOND))
                .map(|value| turn.map_or(value, |turn| second.after(value, turn)))
                .map(|value| reduced.preimages[symmetry][usize::from(value)])
                .collect(),
            thirds: (0..narrow(thirds))
                .map(|value| u32::from(third(value, turn, symmetry)) * u32::from(narrow(SECOND)))
                .collect(),
        };
        let for_each = |turn| (0..MOST_SYMMETRIES).map(|number| step(turn, number)).collect();
        Self {
            reduced,
            first_after: Box::new(first_after),
            thirds,
            steps: Turn::in_set(turns).map(|turn| (turn, for_each(Some(turn)))).collect(),
            images: for_each(None),
        }
    }

    /// The number of entries of a block that are in use.
    fn used(&self) -> usize {
        self.thirds * SECOND
    }

    /// The first mark of a block.
    fn block(&self, class: usize) -> usize {
        class * block_length(self.used())
    }

    /// The turns of a block: the first mark of the next one, and how entries get there.
    pub(super) fn turns(&self, class: usize) -> impl Iterator<Item = (usize, &Step)> {
        let value = self.reduced.representative(class);
        self.steps.iter().map(move |(turn, steps)| {
            let (next, symmetry) = self.reduced.class((self.first_after)(value, *turn));
            (self.block(next), &steps[symmetry])
        })
    }

    /// The distances of all entries that are in use, in nibbles.
    pub(super) fn distances(
        &self,
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<Vec<u8>, TableError> {
        let bytes = (self.reduced.classes() * self.used()).div_ceil(2);
        let table = filled(bytes, || AtomicU8::new(u8::MAX))?;
        let marks = TwoBits::new(self.block(self.reduced.classes()))?;
        self.search(None, &marks, &table, builder)?;
        // Collects in place.
        Ok(table.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Finds all entries, level by level, and marks them. Each block has whole sets of marks, which
    /// are empty at first. Fails if the builder is cancelled.
    ///
    /// The marks are the residues of the distances modulo 3. If there is a floor, distances up to
    /// it have the mark 0, the next two have 1 and 2, and the search ends there. The distance
    /// before the floor must not be a multiple of 3.
    pub(super) fn search(
        &self,
        floor: Option<u32>,
        marks: &TwoBits,
        table: &[AtomicU8],
        builder: &mut PatternDatabaseBuilder<'_>,
    ) -> Result<(), TableError> {
        // All coordinates of the solved cube are 0.
        marks.set_one(0, 0);
        table.iter().take(1).for_each(|byte| byte.store(0xF0, Relaxed));
        let mut pass = Pass { blocks: self, marks, table, floor, distance: 0 };
        let entries = self.used() * self.reduced.classes();
        let (mut reached, mut last) = (1, 1);
        while last > 0 {
            builder.observer.tell(|| BuildProgress { distance: pass.distance, reached, entries });
            if floor.is_some_and(|floor| pass.distance == floor + 2) {
                break;
            }
            // If few entries are unknown, it is less work to look for a reached neighbour of each
            // than to generate all neighbours of the last level.
            last = if entries - reached < 4 * last {
                pass.run(Pass::backwards, builder)?
            } else {
                pass.run(Pass::forwards, builder)? + pass.run(Pass::complete, builder)?
            };
            reached += last;
            pass.distance += 1;
            if floor == Some(pass.distance) {
                (0..marks.words().len()).for_each(|set| marks.reset_reached(set));
            }
        }
        Ok(())
    }
}

/// A set of entries of a block.
struct BlockSet {
    /// Its index among the sets of the block.
    index: usize,
    /// Its index among the sets of all blocks.
    set: usize,
    /// Its entries that are in use.
    in_use: u32,
}

/// One level of the search: from all entries of one distance to those of the next.
struct Pass<'a, const SECOND: usize> {
    blocks: &'a Blocks<'a, SECOND>,
    marks: &'a TwoBits,
    /// The distances in nibbles, or nothing if they are not wanted.
    table: &'a [AtomicU8],
    floor: Option<u32>,
    distance: u32,
}

impl<const SECOND: usize> Pass<'_, SECOND> {
    /// Does this work for each block. Returns how many entries were found.
    fn run(
        &self,
        work: impl Fn(&Self, usize, &mut Vec<Place>) -> usize + Sync,
        builder: &PatternDatabaseBuilder<'_>,
    ) -> Result<usize, TableError> {
        let found = AtomicUsize::new(0);
        builder.share_out(self.blocks.reduced.classes(), SHARE, |shares| {
            let mut list = Vec::new();
            let sum = shares.flatten().map(|class| work(self, class, &mut list)).sum();
            found.fetch_add(sum, Relaxed);
        })?;
        Ok(found.into_inner())
    }

    /// The residue of this distance, or of the next one.
    fn residue(&self, ahead: u32) -> u32 {
        let distance = self.distance + ahead;
        self.floor.and_then(|floor| distance.checked_sub(floor)).unwrap_or(distance % 3)
    }

    fn sets(&self, class: usize) -> impl Iterator<Item = BlockSet> {
        let (first, used) = (self.blocks.block(class) / SET, self.blocks.used());
        (0..used.div_ceil(SET)).map(move |index| {
            let beyond = (SET * (index + 1)).saturating_sub(used);
            BlockSet { index, set: first + index, in_use: u32::MAX >> beyond }
        })
    }

    /// Lists the entries of a block that are in `wanted`, set by set.
    fn list(&self, class: usize, list: &mut Vec<Place>, wanted: impl Fn(usize) -> u32) {
        list.clear();
        for BlockSet { index, set, in_use } in self.sets(class) {
            for_each_number(index, wanted(set) & in_use, |number| {
                list.push(Place::of::<SECOND>(number));
            });
        }
    }

    /// Stores the next distance in these entries of a set of a block, if they have none.
    fn store(&self, class: usize, index: usize, entries: u32) {
        if self.table.is_empty() {
            return;
        }
        let distance = u8::try_from(self.distance + 1).map_or(15, |distance| distance.min(15));
        for_each_number(index, entries, |number| {
            let entry = class * self.blocks.used() + number;
            let (byte, shift) = (&self.table[entry / 2], entry % 2 * 4);
            let nibbles = byte.load(Relaxed);
            if nibbles >> shift & 15 == 15 {
                byte.store(nibbles ^ (15 ^ distance) << shift, Relaxed);
            }
        });
    }

    /// Marks the entries of `block` that a step leads to with the next distance, if they have no
    /// mark. Returns how many were marked.
    #[inline]
    fn reach(&self, list: &[Place], block: usize, step: &Step) -> usize {
        let is_new =
            |&&place: &&Place| self.marks.set_one(block + step.apply(place), self.residue(1));
        list.iter().filter(is_new).count()
    }

    /// Marks the neighbours of each entry at the current distance.
    fn forwards(&self, class: usize, list: &mut Vec<Place>) -> usize {
        self.list(class, list, |set| self.marks.with(set, self.residue(0)));
        // At first, most blocks have no such entry.
        let turns = self.blocks.turns(class).take_while(|_| !list.is_empty());
        turns.map(|(block, step)| self.reach(list, block, step)).sum()
    }

    /// Marks, for each entry of the next distance, the other entries that stand for the same cubes,
    /// by the stabilizer. Then the next distance is complete, and is stored.
    fn complete(&self, class: usize, list: &mut Vec<Place>) -> usize {
        let next = |set| self.marks.with(set, self.residue(1));
        let mut found = 0;
        let block = self.blocks.block(class);
        for (number, symmetry) in self.blocks.reduced.stabilizer(class).enumerate() {
            if number == 0 {
                self.list(class, list, next);
            }
            found += self.reach(list, block, &self.blocks.images[symmetry]);
        }
        for BlockSet { index, set, in_use } in self.sets(class) {
            self.store(class, index, next(set) & in_use);
        }
        found
    }

    /// Looks for a neighbour at the current distance of each unknown entry. Marks and stores the
    /// entries that have one.
    fn backwards(&self, class: usize, list: &mut Vec<Place>) -> usize {
        self.list(class, list, |set| !self.marks.reached(set));
        let (unknown, mut is_near) = (list.len(), Vec::new());
        for (block, step) in self.blocks.turns(class) {
            // Without branches that depend on the words read, the processor loads many of them at
            // once.
            is_near.clear();
            is_near.extend(list.iter().map(|&place| {
                let neighbor = block + step.apply(place);
                self.marks.with(neighbor / SET, self.residue(0)) >> (neighbor % SET) & 1 == 1
            }));
            let mut kept = 0;
            for index in 0..list.len() {
                list[kept] = list[index];
                kept += usize::from(!is_near[index]);
            }
            list.truncate(kept);
        }
        let mut far_sets = vec![0_u32; self.blocks.used().div_ceil(SET)];
        for Place { second, third } in &*list {
            let number = usize::from(*third) * SECOND + usize::from(*second);
            far_sets[number / SET] |= 1 << (number % SET);
        }
        for (BlockSet { index, set, in_use }, far) in self.sets(class).zip(far_sets) {
            let near = in_use & !self.marks.reached(set) & !far;
            self.store(class, index, self.marks.set(set, near, self.residue(1)));
        }
        unknown - list.len()
    }
}
