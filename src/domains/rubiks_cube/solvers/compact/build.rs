//! Breadth-first search through all entries, block by block.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::super::Turn;
use super::super::coordinates::{TWISTS, narrow};
use super::super::cosets::Coset;
use super::super::reduced::MOST_SYMMETRIES;
use super::layout::{Layout, Step};
use crate::pattern_database::{BuildProgress, PatternDatabaseBuilder, TableError};
use crate::space::numbering::for_each_number;
use crate::tables::two_bits::{SET, TwoBits};

/// The number of blocks that a thread takes at a time.
const SHARE: usize = 16;

/// Computes the two bits of all entries: residue 0 up to the floor, then 1 and 2, and none beyond.
pub(super) fn build(
    layout: &Layout,
    builder: &mut PatternDatabaseBuilder<'_>,
) -> Result<TwoBits, TableError> {
    let numbers = layout.numbers()?;
    let residues = TwoBits::new(numbers)?;
    residues.set_one(layout.entry(Coset::default()), 0);

    let symmetries = 0..MOST_SYMMETRIES;
    let steps =
        Turn::ALL.map(|turn| symmetries.clone().map(move |symmetry| layout.step(turn, symmetry)));
    let steps = steps.map(Iterator::collect);
    let images = symmetries.map(|symmetry| layout.carried_back(symmetry)).collect();
    let mut pass = Pass { layout, residues: &residues, steps, images, distance: 0 };
    let entries = layout.used() * layout.cosets.reduced.classes();
    let (mut reached, mut last) = (1, 1);
    loop {
        builder.observer.tell(|| BuildProgress { distance: pass.distance, reached, entries });
        if pass.distance == u32::from(layout.size.floor()) + 2 || last == 0 {
            break;
        }
        // It is less work to look for the last neighbours of few unknown entries than for all new
        // neighbours of many.
        let kind = if entries - reached < 4 * last { Kind::Backwards } else { Kind::Forwards };
        let mut found = pass.run(kind, builder)?;
        if kind == Kind::Forwards {
            found += pass.run(Kind::Images, builder)?;
        }
        (reached, last) = (reached + found, found);
        pass.distance += 1;
        if pass.distance == u32::from(layout.size.floor()) {
            (0..numbers / SET).for_each(|set| residues.forget(set));
        }
    }
    drop(pass);
    Ok(residues)
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// From each entry of the distance to its neighbours.
    Forwards,
    /// From each entry of the next distance to those that symmetries keep apart from it.
    Images,
    /// From each unknown entry to a neighbour of the distance.
    Backwards,
}

/// What leads from all entries of one distance to those of the next.
struct Pass<'a> {
    layout: &'a Layout,
    residues: &'a TwoBits,
    /// For each turn and each symmetry.
    steps: [Vec<Step>; 18],
    /// For each symmetry.
    images: Vec<Step>,
    distance: u32,
}

impl Pass<'_> {
    /// Returns how many entries were found.
    fn run(&self, kind: Kind, builder: &PatternDatabaseBuilder<'_>) -> Result<usize, TableError> {
        let found = AtomicUsize::new(0);
        builder.share_out(self.layout.cosets.reduced.classes(), SHARE, |shares| {
            let mut list = Vec::new();
            let sum = shares.flatten().map(|class| match kind {
                Kind::Forwards => self.forwards(class, &mut list),
                Kind::Images => self.images(class, &mut list),
                Kind::Backwards => self.backwards(class, &mut list),
            });
            found.fetch_add(sum.sum(), Relaxed);
        })?;
        Ok(found.into_inner())
    }

    /// The residue of this distance, or of the next one.
    fn residue(&self, ahead: u32) -> u32 {
        let distance = self.distance + ahead;
        distance.checked_sub(u32::from(self.layout.size.floor())).unwrap_or(distance % 3)
    }

    /// Lists the twists and splits of those entries of a block that `wanted` has, set by set.
    fn list(&self, class: usize, list: &mut Vec<(u16, u16)>, wanted: impl Fn(usize) -> u32) {
        list.clear();
        let first = self.layout.block(class) / SET;
        for set in 0..self.layout.sets() {
            for_each_number(set, wanted(first + set), |number| {
                if number < self.layout.used() {
                    list.push((narrow(number % TWISTS), narrow(number / TWISTS)));
                }
            });
        }
    }

    /// The turns of a block: the first entry of the next one, and how entries get there.
    fn turns(&self, class: usize) -> impl Iterator<Item = (usize, &Step)> {
        Turn::ALL.into_iter().map(move |turn| {
            let (next, symmetry) = self.layout.cosets.class_after(class, turn);
            (self.layout.block(next), &self.steps[turn.number()][symmetry])
        })
    }

    /// Sets an entry to the next distance if it has none. Returns how many were set.
    #[inline]
    fn reach(&self, entry: usize) -> usize {
        self.residues.set_one(entry, self.residue(1)).into()
    }

    fn forwards(&self, class: usize, list: &mut Vec<(u16, u16)>) -> usize {
        self.list(class, list, |set| self.residues.with(set, self.residue(0)));
        let mut found = 0;
        if !list.is_empty() {
            for (block, step) in self.turns(class) {
                for &place in &*list {
                    found += self.reach(block + step.apply(place));
                }
            }
        }
        found
    }

    fn images(&self, class: usize, list: &mut Vec<(u16, u16)>) -> usize {
        let mut found = 0;
        let block = self.layout.block(class);
        for (number, symmetry) in self.layout.cosets.reduced.stabilizer(class).enumerate() {
            if number == 0 {
                self.list(class, list, |set| self.residues.with(set, self.residue(1)));
            }
            for &place in &*list {
                found += self.reach(block + self.images[symmetry].apply(place));
            }
        }
        found
    }

    fn backwards(&self, class: usize, list: &mut Vec<(u16, u16)>) -> usize {
        self.list(class, list, |set| !self.residues.reached(set));
        let before = list.len();
        let own = self.layout.block(class);
        for (block, step) in self.turns(class) {
            if list.is_empty() {
                break;
            }
            list.retain(|&place| {
                let neighbor = block + step.apply(place);
                let with = self.residues.with(neighbor / SET, self.residue(0));
                let is_near = with >> (neighbor % SET) & 1 == 1;
                if is_near {
                    let entry = own + usize::from(place.1) * TWISTS + usize::from(place.0);
                    self.reach(entry);
                }
                !is_near
            });
        }
        before - list.len()
    }
}
