//! The Towers of Hanoi with four pegs (Reve's puzzle): move a tower of discs to another peg, one
//! disc at a time, and never put a disc on a smaller one.
//!
//! The search: breadth-first from both ends, with a closed list. Very many paths lead to each
//! position, all positions are few, the goal is known, and every move can be undone.

use std::fmt;

use bestfirst::search::BidirectionalBreadthFirst;
use bestfirst::{ActionSpace, BidirectionalSpace, Limits, Solver, StateSpace};

/// Four pegs and this many discs, at most 15.
pub(crate) struct Hanoi {
    pub(crate) discs: u32,
}

/// The peg of each disc, two bits for each, the smallest disc lowest. All discs start on peg 0.
pub(crate) type Pegs = u32;

/// A disc from one peg to another. Discs and pegs are numbered from 0.
pub(crate) struct Move {
    pub(crate) disc: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl Hanoi {
    pub(crate) fn solve(&self, limits: Limits) -> Solver<Pegs> {
        let builder = Solver::builder_in(self, 0).algorithm(BidirectionalBreadthFirst::new());
        builder.limits(limits).solve()
    }

    /// All discs on the last peg.
    fn goal(&self) -> Pegs {
        (1 << (2 * self.discs)) - 1
    }
}

impl StateSpace for Hanoi {
    type State = Pegs;

    fn estimate(&self, _: &Pegs) -> u32 {
        0
    }

    fn is_goal(&self, &pegs: &Pegs) -> bool {
        pegs == self.goal()
    }

    fn for_each_successor(
        &self,
        pegs: &Pegs,
        previous: Option<&Pegs>,
        mut visit: impl FnMut(Pegs, u32),
    ) {
        self.for_each_action(pegs, |_, next, cost| {
            if Some(&next) != previous {
                visit(next, cost);
            }
        });
    }

    // There is a position for each number, so the closed list can be an array.
    fn number(&self, &pegs: &Pegs) -> Option<usize> {
        Some(pegs as usize)
    }

    fn least_step_cost(&self) -> u32 {
        1
    }
}

impl BidirectionalSpace for Hanoi {
    fn goals(&self, _: &Pegs) -> impl IntoIterator<Item = Pegs> {
        [self.goal()]
    }

    fn for_each_predecessor(&self, pegs: &Pegs, next: Option<&Pegs>, visit: impl FnMut(Pegs, u32)) {
        self.for_each_successor(pegs, next, visit);
    }
}

impl ActionSpace for Hanoi {
    type Action = Move;

    fn for_each_action(&self, &pegs: &Pegs, mut visit: impl FnMut(Move, Pegs, u32)) {
        // The pegs with a smaller disc than this one, one bit each.
        let mut covered = 0;
        for disc in 0..self.discs {
            let from = pegs >> (2 * disc) & 3;
            if covered >> from & 1 == 0 {
                covered |= 1 << from;
                for to in (0..4).filter(|to| covered >> to & 1 == 0) {
                    visit(Move { disc, from, to }, pegs ^ (from ^ to) << (2 * disc), 1);
                }
            }
        }
    }
}

/// As in `disc 1 from A to D`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [self.from, self.to].map(|peg| ["A", "B", "C", "D"][peg as usize]);
        write!(f, "disc {} from {from} to {to}", self.disc + 1)
    }
}
