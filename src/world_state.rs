//! States that know their own neighbours: what most users implement.

use crate::{Cost, Expansion};

/// A state of a puzzle: it knows how far the goal is at least, which states are one move
/// away, and whether it is a goal.
///
/// This is all that a search needs when every move costs the same. The state carries
/// whatever it needs to answer: it may be a `Copy` number, own a `Vec`, or borrow a
/// dictionary. Problems with shared tables or with weighted steps implement
/// [`StateSpace`](crate::StateSpace) instead.
///
/// # Contract
///
/// | method | a right answer | what a wrong one breaks |
/// |---|---|---|
/// | [`estimated_distance_to_goal`] | never more than the true number of moves | too high: solutions may be longer than necessary; too low: slower, never wrong. `0` is always safe |
/// | [`neighbors`] | every state one move away, the same ones in the same order at every call | one is missing: solutions are missed; one too many: solutions that cannot be played |
/// | [`is_goal`] | true on goals only | too often: a search ends too early; too seldom: it does not end |
/// | [`is_solvable`] | false only if no goal can be reached | false on a solvable state: it is reported as unsolvable, without any search |
///
/// `==` has to compare whole states: two states that are equal have the same neighbours.
/// A panic in any method passes through the search to its caller.
///
/// Check it with [`check`](crate::check).
///
/// [`estimated_distance_to_goal`]: WorldState::estimated_distance_to_goal
/// [`neighbors`]: WorldState::neighbors
/// [`is_goal`]: WorldState::is_goal
/// [`is_solvable`]: WorldState::is_solvable
///
/// # Example
///
/// Reach 100 from 1 by doubling and by adding one. A doubling at best halves the way, so
/// the number of doublings still needed is an estimate that is never too high.
///
/// ```
/// use bestfirst::{Solver, WorldState};
///
/// #[derive(Clone, PartialEq, Eq)]
/// struct Number(u32);
///
/// impl WorldState for Number {
///     fn estimated_distance_to_goal(&self) -> u32 {
///         (0..).find(|&k| self.0 << k >= 100).unwrap()
///     }
///
///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
///         [Number(self.0 * 2), Number(self.0 + 1)].into_iter().filter(|n| n.0 <= 100)
///     }
///
///     // At 100 no doubling is needed, and below it at least one is, so the goal is where
///     // the estimate is zero, and `is_goal` need not be written.
/// }
///
/// let solver = Solver::new(Number(1));
/// assert_eq!(solver.moves(), Some(8)); // 1 2 3 6 12 24 25 50 100
/// ```
pub trait WorldState: Clone + Eq {
    /// A lower bound on the number of moves from this state to the nearest goal.
    ///
    /// The closer to the true number, the fewer states are searched. It must never be more
    /// (it must be *admissible*), or else the solution found may not be a shortest one. An
    /// estimate of `0` everywhere is always safe, and makes the search a blind one; then
    /// [`is_goal`](WorldState::is_goal) must be overridden.
    fn estimated_distance_to_goal(&self) -> Cost;

    /// All states that are one move away, in a fixed order.
    ///
    /// Of several equally good paths, the order decides which is found. A search may ask
    /// more than once for the same state, and must be given the same answer.
    fn neighbors(&self) -> impl IntoIterator<Item = Self>;

    /// Whether this state is a goal. By default, whether the estimate is zero.
    ///
    /// The default is right if the estimate is zero at goals and nowhere else. Override it if
    /// other states have an estimate of zero, or where a cheaper test exists: it is asked once
    /// for every state taken off the open list.
    fn is_goal(&self) -> bool {
        self.estimated_distance_to_goal() == 0
    }

    /// Whether a goal may be reached from this state, as far as a cheap invariant tells
    /// (parity, connected components). By default `true`: not known to be out of reach.
    ///
    /// [`Solver`](crate::Solver) asks once, for the initial state. A tree search does not end
    /// on an unsolvable state with cycles around it, so a domain that has such an invariant
    /// should give it here.
    fn is_solvable(&self) -> bool {
        true
    }

    /// Visits every neighbour except `previous`, the state that this one was reached from.
    ///
    /// This is the *critical optimization* of tree search: a state is never enqueued as its own
    /// grandparent. `previous`, where there is one, always has this state as a neighbour.
    /// The default compares with `==`. A domain that knows its last move may override it
    /// with something quicker; it must visit the same states in the same order. `visit` may ask this
    /// and other states anything: hold no lock and no `RefCell` borrowed while you call it.
    fn for_each_neighbor_except(&self, previous: Option<&Self>, mut visit: impl FnMut(Self)) {
        for neighbor in self.neighbors() {
            if Some(&neighbor) != previous {
                visit(neighbor);
            }
        }
    }

    /// Offers every neighbour except `previous`, before it is made: the same ones in the same order as
    /// [`for_each_neighbor_except`](Self::for_each_neighbor_except) visits, each with a step cost of
    /// 1 and its [estimate](Self::estimated_distance_to_goal).
    ///
    /// By default, the neighbours are made and then offered. A state that knows the estimate of a
    /// neighbour before may override it, to save the time to make those that a search has no use for:
    /// see [`Expansion`].
    #[inline]
    fn offer_neighbors(&self, previous: Option<&Self>, mut expansion: impl Expansion<Self>) {
        self.for_each_neighbor_except(previous, |neighbor| {
            let estimate = neighbor.estimated_distance_to_goal();
            expansion.offer(1, estimate, || neighbor);
        });
    }

    /// The memory in bytes that this state owns on the heap, besides its own size. By default 0.
    ///
    /// It only serves the limit on memory and the statistics. Memory that a clone shares with
    /// the original counts once for each state that first allocates it: give the size of what
    /// a new neighbour allocates.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// A state that can name its goals, and the states that a move leads from: then it can be searched
/// [from both ends](crate::search::Bidirectional).
///
/// Where every move can be taken back, [`goals`](Self::goals) is all there is to write.
///
/// ```
/// use bestfirst::search::Bidirectional;
/// use bestfirst::{BidirectionalWorld, Solver, WorldState};
///
/// /// Three switches. Each move turns two of them that are side by side.
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Switches([bool; 3]);
///
/// impl WorldState for Switches {
///     fn estimated_distance_to_goal(&self) -> u32 {
///         u32::from(self.0 != [true; 3])
///     }
///
///     fn neighbors(&self) -> impl IntoIterator<Item = Self> {
///         let [a, b, c] = self.0;
///         [Switches([!a, !b, c]), Switches([a, !b, !c])]
///     }
/// }
///
/// impl BidirectionalWorld for Switches {
///     fn goals(&self) -> impl IntoIterator<Item = Self> {
///         [Switches([true; 3])]
///     }
/// }
///
/// let solver =
///     Solver::builder(Switches([false, true, false])).algorithm(Bidirectional::new()).solve();
/// assert_eq!(solver.moves(), Some(2));
/// ```
pub trait BidirectionalWorld: WorldState {
    /// Every goal that can be reached from this state, and nothing but goals.
    fn goals(&self) -> impl IntoIterator<Item = Self>;

    /// A lower bound on the number of moves from `initial` to this state. By default 0, which is
    /// always safe.
    fn estimated_distance_from(&self, initial: &Self) -> Cost {
        let _ = initial;
        0
    }

    /// All states from which one move leads to this one, in a fixed order. By default the
    /// neighbours: right if every move can be taken back.
    fn predecessors(&self) -> impl IntoIterator<Item = Self> {
        self.neighbors()
    }

    /// Visits every predecessor except `next`, the state that the search came back from.
    ///
    /// The default compares with `==`; a domain may override it with something quicker.
    fn for_each_predecessor_except(&self, next: Option<&Self>, mut visit: impl FnMut(Self)) {
        for predecessor in self.predecessors() {
            if Some(&predecessor) != next {
                visit(predecessor);
            }
        }
    }
}
