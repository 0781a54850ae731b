//! Peg solitaire on the English board of 33 holes: a peg jumps over a neighbour into the hole next
//! to it, and the neighbour is removed, until one peg is left.
//!
//! The search: greedy best-first, which goes on from the fewest pegs. Each jump removes one, so all
//! solutions have the same length, and the first will do. The closed list knows positions that are
//! mirrored or turned, and a pagoda function finds dead ends.

use std::fmt;

use bestfirst::search::GreedyBestFirst;
use bestfirst::{DEAD_END, Limits, Solver, StateSpace};

/// Pegs, or their holes, one bit for each: bit 8 · row + column, both from 0 to 6.
pub(crate) type Pegs = u64;

pub(crate) const HOLES: Pegs = 0x001c_1c7f_7f7f_1c1c;

/// The positions, with the hole in which the last peg is to be.
pub(crate) struct PegSolitaire {
    pub(crate) last: Pegs,
}

/// The hole that a peg leaves, and the one that it jumps to.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) from: Pegs,
    pub(crate) to: Pegs,
}

/// Every jump, with the pegs after it.
pub(crate) fn jumps(pegs: Pegs) -> impl Iterator<Item = (Jump, Pegs)> {
    let empty = HOLES & !pegs;
    // Along a row and along a column. Nothing jumps over an edge: no hole has column 7.
    [1, 8].into_iter().flat_map(move |step| {
        // The peg in the middle of each jump, forward or back.
        let forward = pegs & pegs << step & empty >> step;
        let back = pegs & pegs >> step & empty << step;
        let forward = bits(forward).map(move |over| (over, over >> step, over << step));
        let back = bits(back).map(move |over| (over, over << step, over >> step));
        let both = forward.chain(back);
        both.map(move |(over, from, to)| (Jump { from, to }, pegs ^ from ^ over ^ to))
    })
}

/// Each bit by itself.
fn bits(pegs: Pegs) -> impl Iterator<Item = Pegs> {
    let rest = std::iter::successors(Some(pegs), |&pegs| Some(pegs & pegs.wrapping_sub(1)));
    rest.take_while(|&pegs| pegs != 0).map(|pegs| pegs & pegs.wrapping_neg())
}

/// The columns in reverse order.
fn mirrored(pegs: Pegs) -> Pegs {
    pegs.reverse_bits().swap_bytes() >> 1
}

/// The position itself, mirrored and turned.
fn symmetric(pegs: Pegs) -> [Pegs; 8] {
    // Exchanges rows and columns: single bits, then blocks of two by two, then of four by four.
    let exchanges = [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)];
    let transposed = exchanges.into_iter().fold(pegs, |pegs, (shift, mask)| {
        let different = (pegs ^ pegs >> shift) & mask;
        pegs ^ different ^ different << shift
    });
    let [a, b, c, d] = [pegs, transposed, mirrored(pegs), mirrored(transposed)];
    let upside_down = |pegs: Pegs| pegs.swap_bytes() >> 8;
    [a, b, c, d, upside_down(a), upside_down(b), upside_down(c), upside_down(d)]
}

/// A *pagoda function*, which no jump increases: a jump adds the value of a hole, and takes away at
/// least as much in two. The values of a quarter, from a corner to the centre in the last row, are
///
/// ```text
///       -1  0
///        1  1
/// -1  1  0  1
///  0  1  1  2
/// ```
fn pagoda(pegs: Pegs) -> i64 {
    let [positive, two, negative] =
        [0x0000_1c2a_3e2a_1c00, 1 << 27, 0x0014_0041_0041_0014].map(|holes: Pegs| pegs & holes);
    i64::from(positive.count_ones() + two.count_ones()) - i64::from(negative.count_ones())
}

/// The *position class*, which no jump changes. A jump changes the number of pegs on each of three
/// diagonals side by side, and so on every third diagonal, by one.
fn class(pegs: Pegs) -> [[u32; 2]; 2] {
    // Down a diagonal, the numbers of the bits grow by 9.
    let every_third = [0, 1, 2].map(|first| 0x9249_2492_4924_9249 << first);
    [pegs, mirrored(pegs)].map(|pegs| {
        let [a, b, c] = every_third.map(|holes: Pegs| (pegs & holes).count_ones() % 2);
        [a ^ b, b ^ c]
    })
}

impl PegSolitaire {
    pub(crate) fn solve(&self, pegs: Pegs, limits: Limits) -> Solver<Pegs> {
        let builder = Solver::builder_in(self, self.canonical(pegs));
        builder.algorithm(GreedyBestFirst::new()).limits(limits).solve()
    }

    /// The least of the symmetric positions, as far as the last hole stays where it is.
    fn canonical(&self, pegs: Pegs) -> Pegs {
        let all = symmetric(pegs).into_iter().zip(symmetric(self.last));
        all.filter(|&(_, last)| last == self.last).fold(pegs, |least, (pegs, _)| least.min(pegs))
    }

    /// The jumps from `pegs` along the states of a solution, which are canonical.
    pub(crate) fn jumps_along(&self, mut pegs: Pegs, states: &[Pegs]) -> Vec<Jump> {
        let jumps = states.iter().skip(1).map_while(|&state| {
            let (jump, after) = jumps(pegs).find(|&(_, after)| self.canonical(after) == state)?;
            pegs = after;
            Some(jump)
        });
        jumps.collect()
    }
}

impl StateSpace for PegSolitaire {
    type State = Pegs;

    fn estimate(&self, &pegs: &Pegs) -> u32 {
        let is_dead_end = pagoda(pegs) < pagoda(self.last);
        if is_dead_end { DEAD_END } else { pegs.count_ones().saturating_sub(1) }
    }

    fn is_goal(&self, &pegs: &Pegs) -> bool {
        pegs == self.last
    }

    fn is_solvable(&self, &pegs: &Pegs) -> bool {
        class(pegs) == class(self.last)
    }

    fn for_each_successor(&self, &pegs: &Pegs, _: Option<&Pegs>, mut visit: impl FnMut(Pegs, u32)) {
        jumps(pegs).for_each(|(_, after)| visit(self.canonical(after), 1));
    }
}

/// The hole of this name: a letter for the column, and a number for the row.
pub(crate) fn hole(name: &str) -> Option<Pegs> {
    bits(HOLES).find(|&hole| self::name(hole) == name)
}

fn name(hole: Pegs) -> String {
    let (row, column) = (hole.trailing_zeros() / 8, hole.trailing_zeros() % 8);
    format!("{}{}", ["a", "b", "c", "d", "e", "f", "g"][column as usize], row + 1)
}

/// As in `d2-d4`.
impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", name(self.from), name(self.to))
    }
}
