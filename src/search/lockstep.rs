//! Two searches in alternation, exactly one of which can succeed.

use super::control::assert_restarted;
use super::impls::answers;
use super::{End, Reuse, Search};
use crate::{Limits, StateSpace, Statistics, StopReason};

/// One of two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first search.
    First,
    /// The second search.
    Second,
}

/// Two searches, exactly one of which can succeed, advanced alternately until one does.
///
/// Tree search does not end on an unsolvable instance. But if exactly one of two instances is
/// solvable, a search of both in alternation ends, and shows which one it is. A board and its
/// *twin*, with two tiles exchanged, are such a pair. Use this where no invariant shows whether an
/// instance is solvable, or to test such an invariant.
///
/// # Guarantees
///
/// If exactly one of the two has a solution and its search is complete, that one is solved. The
/// solution is optimal if that search is optimal. If neither has a solution, this ends only once
/// both are exhausted. If both have one, the search that needs fewer steps wins.
///
/// # Complexity
///
/// At most twice the steps of the search that succeeds. **Memory**: that of both searches.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::Worlds;
/// use bestfirst::search::{Algorithm, Lockstep, Search, Side, End, TreeAStar};
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "1 2 3 / 4 5 6 / 8 7 0".parse().unwrap();
/// let twin = board.twin();
/// let mut lockstep = Lockstep::new(
///     TreeAStar::new().start(Worlds::new(), board),
///     TreeAStar::new().start(Worlds::new(), twin),
/// );
/// assert_eq!(lockstep.advance(u64::MAX), Some(End::Solved));
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
    ends: [Option<End>; 2],
    /// Whose turn it is, by the index of its end.
    turn: usize,
    byte_limit: Option<usize>,
    /// Whether a restart has begun and not ended. It remains so if a state panics meanwhile.
    is_restarting: bool,
}

impl<A, B> Lockstep<A, B> {
    /// Two searches to advance alternately, the first one first.
    pub fn new(first: A, second: B) -> Self {
        Self { first, second, ends: [None; 2], turn: 0, byte_limit: None, is_restarting: false }
    }

    /// Which search was solved, if one was.
    pub fn solved(&self) -> Option<Side> {
        let mut ends = [Side::First, Side::Second].into_iter().zip(self.ends);
        ends.find(|&(_, end)| end == Some(End::Solved)).map(|(side, _)| side)
    }

    /// The first search.
    pub fn first(&self) -> &A {
        &self.first
    }

    /// The second search.
    pub fn second(&self) -> &B {
        &self.second
    }
}

impl<S, A: Search<State = S>, B: Search<State = S>> Lockstep<A, B> {
    /// The search whose path is shown: the one solved, else one that has a solution, else the
    /// first.
    fn shown(&self) -> &dyn Search<State = S> {
        let is_second = match self.solved() {
            Some(side) => side == Side::Second,
            None => !self.first.has_solution() && self.second.has_solution(),
        };
        if is_second { &self.second } else { &self.first }
    }

    /// How both searches ended together, if they did.
    fn answer(&self) -> Option<End> {
        let [first, second] = self.ends;
        let last = if first == Some(End::Exhausted) { second } else { first };
        let solved = self.solved().map(|_| End::Solved);
        solved.or(last.filter(|_| is_last(first) && is_last(second)))
    }
}

/// Whether a search has ended for good: no higher limit would let it continue.
fn is_last(end: Option<End>) -> bool {
    use StopReason::{Incomplete, PathCost};
    matches!(end, Some(End::Solved | End::Exhausted | End::Stopped(PathCost | Incomplete)))
}

impl<S: Clone, A: Search<State = S>, B: Search<State = S>> Search for Lockstep<A, B> {
    type State = S;

    /// Takes at most `steps` steps, counted over both searches.
    fn advance(&mut self, steps: u64) -> Option<End> {
        assert_restarted(self.is_restarting);
        for _ in 0..steps {
            if let Some(answer) = self.answer() {
                return Some(answer);
            }
            let turn = if is_last(self.ends[self.turn]) { 1 - self.turn } else { self.turn };
            let end = if turn == 0 { self.first.advance(1) } else { self.second.advance(1) };
            if let (Some(End::Stopped(mut reason)), false) = (end, is_last(end)) {
                // The limit and the memory of one search are shown as those of both.
                if let (StopReason::Bytes { limit, in_use }, Some(all)) =
                    (&mut reason, self.byte_limit)
                {
                    (*limit, *in_use) = (all, self.statistics().bytes);
                }
                return Some(End::Stopped(reason));
            }
            (self.ends[turn], self.turn) = (end, 1 - turn);
        }
        self.answer()
    }

    /// The sums over both searches.
    fn statistics(&self) -> Statistics {
        let (mut both, second) = (self.first.statistics(), self.second.statistics());
        let elapsed = both.elapsed + second.elapsed;
        both.add(&second);
        Statistics { elapsed, ..both }
    }

    fn lower_bound(&self) -> u32 {
        match self.solved() {
            Some(_) => self.shown().lower_bound(),
            None => self.first.lower_bound().min(self.second.lower_bound()),
        }
    }

    answers!(|both| both.shown(); solution);

    /// Restarts both searches from this state, each in its own space.
    fn restart(&mut self, initial: S) {
        self.is_restarting = true;
        self.first.restart(initial.clone());
        self.second.restart(initial);
        (self.ends, self.turn, self.is_restarting) = ([None; 2], 0, false);
    }

    /// Each search gets half of the memory.
    fn set_limits(&mut self, limits: &Limits) {
        self.byte_limit = limits.byte_limit();
        let half = limits.with_byte_limit(limits.byte_limit().map(|bytes| bytes / 2));
        self.first.set_limits(&half);
        self.second.set_limits(&half);
    }
}

/// Both searches must be in the same space.
impl<P, A, B> Reuse for Lockstep<A, B>
where
    P: StateSpace + Clone,
    A: Reuse<Space = P> + Search<State = P::State>,
    B: Reuse<Space = P> + Search<State = P::State>,
{
    type Space = P;
    type Memory = (A::Memory, B::Memory);

    fn into_memory(self) -> Self::Memory {
        (self.first.into_memory(), self.second.into_memory())
    }

    fn from_memory((first, second): Self::Memory, space: P, initial: P::State) -> Self {
        let first = A::from_memory(first, space.clone(), initial.clone());
        Self::new(first, B::from_memory(second, space, initial))
    }
}
