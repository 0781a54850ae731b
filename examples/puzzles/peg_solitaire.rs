//! Peg solitaire on the English board of 33 holes. A peg jumps over a neighbour into an empty hole
//! next to it, and the neighbour is removed, until one peg is left.
//!
//! The search: depth-first. Each jump removes one peg, so all solutions are of the same length, and
//! the first one will do. The closed list holds one of each eight positions that are mirrored or
//! turned.

use std::fmt;

use bestfirst::search::DepthFirst;
use bestfirst::{Limits, Solver, StateSpace};

/// The pegs, one bit each: bit 8 · row + column, counted from 0.
pub(crate) type Pegs = u64;

/// Three holes at each side of a square of nine.
pub(crate) const HOLES: Pegs = 0x001c_1c7f_7f7f_1c1c;

/// A jump from a hole over a hole to a hole, given by their bits.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) from: Pegs,
    pub(crate) over: Pegs,
    pub(crate) to: Pegs,
}

/// The positions, with the hole of the last peg.
pub(crate) struct PegSolitaire {
    pub(crate) last: Pegs,
}

/// The jumps that can be made.
pub(crate) fn jumps(pegs: Pegs) -> impl Iterator<Item = Jump> {
    let empty = HOLES & !pegs;
    // To the next column and back, to the next row and back.
    [1, 8].into_iter().flat_map(move |step| {
        let forward = pegs & pegs >> step & empty >> (2 * step);
        let back = pegs & pegs << step & empty << (2 * step);
        let forward = bits(forward).map(move |from| (from, from << step, from << (2 * step)));
        let back = bits(back).map(move |from| (from, from >> step, from >> (2 * step)));
        forward.chain(back).map(|(from, over, to)| Jump { from, over, to })
    })
}

/// Each bit by itself.
fn bits(mut pegs: Pegs) -> impl Iterator<Item = Pegs> {
    std::iter::from_fn(move || {
        let lowest = pegs & pegs.wrapping_neg();
        pegs ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl Jump {
    pub(crate) fn after(self, pegs: Pegs) -> Pegs {
        pegs ^ self.from ^ self.over ^ self.to
    }
}

/// The columns in reverse order.
fn mirrored(pegs: Pegs) -> Pegs {
    pegs.reverse_bits().swap_bytes() >> 1
}

/// The board mirrored and turned in all eight ways, itself first.
fn symmetric(pegs: Pegs) -> [Pegs; 8] {
    let rows = |pegs: Pegs| pegs.swap_bytes() >> 8;
    // Exchanges rows and columns: bits, then squares of four bits, then squares of sixteen.
    let exchanges = [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)];
    let turned = exchanges.into_iter().fold(pegs, |pegs, (shift, mask)| {
        let different = (pegs ^ pegs >> shift) & mask;
        pegs ^ different ^ different << shift
    });
    let [a, b] = [pegs, turned];
    let (c, d) = (mirrored(a), mirrored(b));
    [a, b, c, d, rows(a), rows(b), rows(c), rows(d)]
}

impl PegSolitaire {
    /// The least of the symmetric positions that have the last hole in the same place.
    fn canonical(&self, pegs: Pegs) -> Pegs {
        let all = symmetric(pegs).into_iter().zip(symmetric(self.last));
        all.filter(|&(_, last)| last == self.last).map(|(pegs, _)| pegs).min().unwrap_or(pegs)
    }

    pub(crate) fn solve(&self, pegs: Pegs, limits: Limits) -> Solver<Pegs> {
        let initial = self.canonical(pegs);
        Solver::builder_in(self, initial).algorithm(DepthFirst::new()).limits(limits).solve()
    }

    /// The jumps from `pegs` along the states of a solution, each of which may be mirrored or
    /// turned.
    pub(crate) fn jumps_along(&self, mut pegs: Pegs, states: &[Pegs]) -> Vec<Jump> {
        let next = states.iter().skip(1).map_while(|&state| {
            let jump = jumps(pegs).find(|jump| self.canonical(jump.after(pegs)) == state)?;
            pegs = jump.after(pegs);
            Some(jump)
        });
        next.collect()
    }
}

/// The *position class*, which no jump changes: a jump changes by one how many pegs are on each of
/// three diagonals side by side, and so on every third diagonal, in both directions.
fn class(pegs: Pegs) -> [[u32; 2]; 2] {
    // Along a diagonal, downwards to the right, the number of the bit grows by 9.
    const EVERY_THIRD: Pegs = 0x9249_2492_4924_9249;
    let is_odd = |pegs: Pegs, kind: u32| (pegs & EVERY_THIRD << kind).count_ones() % 2;
    [pegs, mirrored(pegs)].map(|pegs| {
        let [a, b, c] = [0, 1, 2].map(|kind| is_odd(pegs, kind));
        [a ^ b, b ^ c]
    })
}

impl StateSpace for PegSolitaire {
    type State = Pegs;

    /// Each jump removes a peg.
    fn estimate(&self, pegs: &Pegs) -> u32 {
        pegs.count_ones().saturating_sub(1)
    }

    fn is_goal(&self, &pegs: &Pegs) -> bool {
        pegs == self.last
    }

    fn is_solvable(&self, &pegs: &Pegs) -> bool {
        class(pegs) == class(self.last)
    }

    fn for_each_successor(&self, &pegs: &Pegs, _: Option<&Pegs>, mut visit: impl FnMut(Pegs, u32)) {
        jumps(pegs).for_each(|jump| visit(self.canonical(jump.after(pegs)), 1));
    }
}

/// The hole of this name, with a letter for the column and a number for the row.
pub(crate) fn hole(name: &str) -> Option<Pegs> {
    bits(HOLES).find(|&hole| self::name(hole) == name)
}

fn name(hole: Pegs) -> String {
    let (row, column) = (hole.trailing_zeros() / 8, hole.trailing_zeros() % 8);
    format!("{}{}", &"abcdefg"[column as usize..=column as usize], row + 1)
}

/// As in `d2-d4`.
impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", name(self.from), name(self.to))
    }
}
