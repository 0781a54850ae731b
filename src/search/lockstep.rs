//! Two searches side by side, of which exactly one can succeed.

use super::{Search, Step};
use crate::Statistics;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first one.
    First,
    /// The second one.
    Second,
}

/// Two searches, of which exactly one can succeed, advanced in turn until one does.
///
/// A tree search on an unsolvable instance does not end. But where it is known that exactly one of
/// two instances is solvable, searching both in turn ends, and says which: a board and its
/// *twin*, with two tiles exchanged, are such a pair. It is the way to find out where there is no
/// invariant to ask, and a check on the invariant where there is one.
///
/// # Guarantees
///
/// If exactly one of the two has a solution and its search is complete, it ends with that one
/// solved, optimally if that search is optimal. If neither has one, it ends only once both are
/// exhausted. If both have one, the one that takes fewer steps wins.
///
/// # Complexity
///
/// Twice the steps of the search that succeeds. **Memory**: that of both.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Worlds;
/// use bestfirst::search::{Algorithm, Lockstep, Search, Side, Step, TreeAStar};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "1 2 3 / 4 5 6 / 8 7 0".parse().unwrap();
/// let twin = board.twin();
/// let mut lockstep = Lockstep::new(
///     TreeAStar::new().start(Worlds::new(), board),
///     TreeAStar::new().start(Worlds::new(), twin),
/// );
/// assert_eq!(lockstep.advance(u64::MAX), Step::Solved);
/// assert_eq!(lockstep.solved(), Some(Side::Second));
/// # }
/// ```
///
/// # Reference
///
/// R. Sedgewick and K. Wayne, *Algorithms*, 4th edition, the assignment "8 Puzzle".
#[derive(Clone, Debug)]
pub struct Lockstep<A, B = A> {
    first: A,
    second: B,
    first_step: Step,
    second_step: Step,
    turn: Side,
}

impl<A, B> Lockstep<A, B> {
    /// Two searches to advance in turn, the first one first.
    pub fn new(first: A, second: B) -> Self {
        Self {
            first,
            second,
            first_step: Step::Continue,
            second_step: Step::Continue,
            turn: Side::First,
        }
    }

    /// Which one was solved, if one was.
    pub fn solved(&self) -> Option<Side> {
        if self.first_step == Step::Solved {
            Some(Side::First)
        } else if self.second_step == Step::Solved {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// The first search.
    pub fn first(&self) -> &A {
        &self.first
    }

    /// The second search.
    pub fn second(&self) -> &B {
        &self.second
    }

    /// The answer of both, if there is one.
    fn answer(&self) -> Option<Step> {
        match (self.first_step, self.second_step) {
            (Step::Solved, _) | (_, Step::Solved) => Some(Step::Solved),
            (Step::Exhausted, Step::Exhausted) => Some(Step::Exhausted),
            _ => None,
        }
    }
}

impl<S, A: Search<S>, B: Search<S>> Search<S> for Lockstep<A, B> {
    /// Does at most this many steps, in both searches together.
    fn advance(&mut self, steps: u64) -> Step {
        for _ in 0..steps {
            if let Some(answer) = self.answer() {
                return answer;
            }
            let step = match self.turn {
                Side::First => {
                    self.first_step = self.first.advance(1);
                    self.turn = Side::Second;
                    self.first_step
                }
                Side::Second => {
                    self.second_step = self.second.advance(1);
                    self.turn = Side::First;
                    self.second_step
                }
            };
            if matches!(step, Step::Stopped(_)) {
                return step;
            }
        }
        self.answer().unwrap_or(Step::Continue)
    }

    /// The sums of both.
    fn statistics(&self) -> Statistics {
        let (a, b) = (self.first.statistics(), self.second.statistics());
        Statistics {
            expanded: a.expanded + b.expanded,
            generated: a.generated + b.generated,
            enqueued: a.enqueued + b.enqueued,
            dequeued: a.dequeued + b.dequeued,
            reopened: a.reopened + b.reopened,
            duplicates: a.duplicates + b.duplicates,
            open: a.open + b.open,
            largest_open: a.largest_open + b.largest_open,
            bytes: a.bytes + b.bytes,
            elapsed: a.elapsed + b.elapsed,
        }
    }

    /// That of the one solved, or else the lower one of both.
    fn lower_bound(&self) -> u32 {
        match self.solved() {
            Some(Side::First) => self.first.lower_bound(),
            Some(Side::Second) => self.second.lower_bound(),
            None => self.first.lower_bound().min(self.second.lower_bound()),
        }
    }

    /// That of the one solved, or else of the first one.
    fn path(&self) -> Vec<S> {
        match self.solved() {
            Some(Side::Second) => self.second.path(),
            _ => self.first.path(),
        }
    }

    fn cost(&self) -> u32 {
        match self.solved() {
            Some(Side::Second) => self.second.cost(),
            _ => self.first.cost(),
        }
    }

    /// Starts the first one from this state. The second one goes on where it is.
    fn restart(&mut self, initial: S) {
        self.first.restart(initial);
        self.first_step = Step::Continue;
    }

    /// Half of it for each.
    fn set_byte_limit(&mut self, bytes: Option<usize>) {
        let half = bytes.map(|bytes| bytes / 2);
        self.first.set_byte_limit(half);
        self.second.set_byte_limit(half);
    }
}
