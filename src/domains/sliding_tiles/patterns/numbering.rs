//! Numbers of abstract states: a placement of the tiles of a pattern, and a region of the blank.

use super::ranking::{Placement, Ranking};
use super::regions::{CellSets, Regions};

/// Abstract states, numbered in the order of their placements and regions without a gap.
///
/// A placement has as many states as its tiles leave regions. Placements come in blocks that differ
/// in their last two tiles only. How many states of a block come before a placement depends on the
/// set of cells of the other tiles, and not on which of them is where.
pub(super) struct Numbering {
    /// The number of placements in a block.
    block: u32,
    /// The first state of each block, and the number of all states.
    firsts: Vec<usize>,
    /// The sets of cells of all but the last two tiles.
    sets: CellSets,
    /// For each such set and each placement of a block, the number of states before it in the
    /// block.
    before: Vec<u16>,
}

/// A position in the sequence of states.
#[derive(Debug, Default)]
pub(super) struct Cursor {
    pub(super) placement: Placement,
    pub(super) entry: u32,
    block: usize,
    /// The first state of the placement, and the first one after it.
    first: usize,
    end: usize,
}

impl Numbering {
    pub(super) fn new(cells: usize, ranking: &Ranking, regions: &Regions) -> Self {
        let (block, fixed) = (ranking.block(), ranking.fixed());
        let sets = CellSets::new(cells, fixed);
        let mut before = Vec::new();
        let mut lengths = Vec::new();
        let rest = Ranking::new(cells - fixed, ranking.tiles - fixed);
        let mut placement = Placement::default();
        for set in sets.iter() {
            let mut states = 0;
            for number in 0..block {
                before.push(states);
                placement.move_to(number, &rest);
                states += regions.count(set | spread(placement.occupied, set));
            }
            lengths.push(usize::from(states));
        }
        let blocks = Ranking::new(cells, fixed);
        let mut placement = Placement::default();
        let mut firsts = vec![0];
        let mut states = 0;
        for number in 0..u32::try_from(blocks.len()).unwrap_or(u32::MAX) {
            placement.move_to(number, &blocks);
            states = usize::saturating_add(states, lengths[sets.number(placement.occupied)]);
            firsts.push(states);
        }
        Self { block, firsts, sets, before }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.firsts[self.firsts.len() - 1]
    }

    /// The first state of a placement, given the cells of all but its last two tiles.
    #[inline]
    pub(super) fn first(&self, entry: u32, fixed: u32) -> usize {
        let (block, rest) = (entry / self.block, entry % self.block);
        self.firsts[block as usize] + usize::from(self.row(fixed)[rest as usize])
    }

    /// For each placement of a block, the number of states before it in the block.
    #[inline]
    fn row(&self, fixed: u32) -> &[u16] {
        let length = self.block as usize;
        &self.before[self.sets.number(fixed) * length..][..length]
    }

    /// Moves the cursor to the placement of a state. Returns the region of the state.
    #[expect(clippy::cast_possible_truncation, reason = "there are no more than 2³² placements")]
    #[inline]
    pub(super) fn find(&self, cursor: &mut Cursor, state: usize, ranking: &Ranking) -> usize {
        if !(cursor.first..cursor.end).contains(&state) {
            let is_in = |block: usize| {
                self.firsts.get(block..block + 2).is_some_and(|of| (of[0]..of[1]).contains(&state))
            };
            if !is_in(cursor.block) || cursor.end == 0 {
                cursor.block = if is_in(cursor.block + 1) {
                    cursor.block + 1
                } else {
                    self.firsts.partition_point(|&first| first <= state).saturating_sub(1)
                };
                cursor.placement.move_to(cursor.block as u32 * self.block, ranking);
            }
            let start = self.firsts[cursor.block];
            let row = self.row(cursor.placement.fixed);
            let is_before = |&before: &u16| start + usize::from(before) <= state;
            let next = row.partition_point(is_before);
            let after = row.get(next).map(|&before| start + usize::from(before));
            cursor.first = start + usize::from(row[next - 1]);
            cursor.end = after.unwrap_or(self.firsts[cursor.block + 1]);
            cursor.entry = cursor.block as u32 * self.block + next as u32 - 1;
            cursor.placement.move_to(cursor.entry, ranking);
        }
        state - cursor.first
    }
}

/// Takes the bits of `cells` to the places that are not in `set`, lowest first.
fn spread(cells: u32, set: u32) -> u32 {
    let free = (0..u32::BITS).filter(|cell| set >> cell & 1 == 0);
    free.enumerate().fold(0, |spread, (index, cell)| spread | (cells >> index & 1) << cell)
}
