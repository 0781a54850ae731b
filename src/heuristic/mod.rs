//! Heuristics: estimates outside of the state, and combinations of them.
//!
//! | you have | use | stays admissible | stays consistent |
//! |---|---|---|---|
//! | several estimates | [`Maximum`] | yes | yes |
//! | estimates that count different steps | [`Additive`] | if they are additive | if they are additive |
//! | symmetries, and an estimate that sees only a part of a state | [`Maximum`](Maximum#symmetries) | yes | if they map neighbours to neighbours |
//! | a space small enough to visit completely | [`Perfect`] | always is | always is |
//! | a graph or a map that is searched many times | [`Landmarks`](crate::search::Landmarks) | always is | always is |
//! | predecessors, and known goals | [`Distances`](crate::search::Distances#as-a-heuristic) | always is | always is |
//!
//! An estimate is *admissible* if it never exceeds the cost of a cheapest path to a goal. It is
//! *consistent* if no step lowers it by more than the cost of the step.

mod heuristics;
mod perfect;

pub use heuristics::{Additive, Heuristics, Maximum};
pub use perfect::{Perfect, PerfectError, PerfectErrorKind};

use std::sync::Arc;

use crate::moves::MoveSpace;
use crate::space::debug::debug;
use crate::space::forward::forward;
use crate::{ActionSpace, BidirectionalSpace, Cost, NumberedSpace, StateSpace};

/// An estimate of the cost from a state to the nearest goal, separate from the state: a function, a
/// table, a pattern database.
///
/// [`from_fn`] makes a heuristic from a closure, or from a method such as `Board::hamming` by its
/// name. A reference to a heuristic is also a heuristic, and so is a `Box` or `Arc` of one. The
/// contract is that of [`StateSpace::estimate`]. An estimate that is never too high keeps solutions
/// optimal. An estimate of zero everywhere is always safe.
///
/// ```
/// use bestfirst::{Heuristic, heuristic};
///
/// /// The distances to the goal, known for some states.
/// struct Table(Vec<u32>);
///
/// impl Heuristic<usize> for Table {
///     fn estimate(&self, &state: &usize) -> u32 {
///         self.0.get(state).copied().unwrap_or(0)
///     }
/// }
///
/// fn strongest<H: Heuristic<usize>>(heuristic: H) -> u32 {
///     (0..5).map(|state| heuristic.estimate(&state)).max().unwrap()
/// }
///
/// assert_eq!(strongest(&Table(vec![3, 1, 4])), 4);
/// assert_eq!(strongest(heuristic::from_fn(|&state: &usize| 2 * state as u32)), 8);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a heuristic for the states `{S}`",
    label = "this type does not implement `Heuristic<{S}>`",
    note = "for a closure or a function: `.heuristic(|state: &{S}| ...)` instead of \
            `.with_heuristic(...)`, or `heuristic::from_fn(...)` around it"
)]
pub trait Heuristic<S> {
    /// A lower bound on the cost of the cheapest path from `state` to a goal.
    fn estimate(&self, state: &S) -> Cost;

    /// As [`estimate`](Self::estimate), but an estimate above `most` may be any lower bound above
    /// `most`. See [`StateSpace::estimate_up_to`].
    #[inline]
    fn estimate_up_to(&self, state: &S, most: Cost) -> Cost {
        let _ = most;
        self.estimate(state)
    }
}

/// Implements [`Heuristic`] for pointers to a heuristic.
macro_rules! heuristic_behind {
    ($($pointer:ty),+) => {$(
        impl<S, H: Heuristic<S> + ?Sized> Heuristic<S> for $pointer {
            forward! { |pointer| **pointer;
                fn estimate(state: &S) -> Cost;
                fn estimate_up_to(state: &S, most: Cost) -> Cost;
            }
        }
    )+};
}

heuristic_behind!(&H, Box<H>, Arc<H>);

/// A function as a heuristic.
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::heuristic::{Maximum, from_fn};
/// use bestfirst::sliding_tiles::Board;
/// use bestfirst::{Heuristic, WorldState};
///
/// let strongest = Maximum((from_fn(Board::hamming), from_fn(|board: &Board| board.manhattan())));
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// assert_eq!(strongest.estimate(&board), 21);
/// # }
/// ```
pub fn from_fn<S, F: Fn(&S) -> Cost>(estimate: F) -> FromFn<F> {
    FromFn(estimate)
}

/// A function as a heuristic. Made by [`from_fn`].
#[derive(Clone, Copy)]
pub struct FromFn<F>(F);

impl<S, F: Fn(&S) -> Cost> Heuristic<S> for FromFn<F> {
    #[inline]
    fn estimate(&self, state: &S) -> Cost {
        self.0(state)
    }
}

debug!([F] FromFn<F>, |_it|);

/// The estimate 0 everywhere. It is always safe, and it does not guide the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<S> Heuristic<S> for Zero {
    #[inline]
    fn estimate(&self, _: &S) -> Cost {
        0
    }
}

/// A space with its estimate replaced by a heuristic. Everything else is answered by the space.
///
/// Made by [`SolverBuilder::heuristic`](crate::SolverBuilder::heuristic).
#[derive(Clone, Copy, Debug)]
pub struct WithHeuristic<P, H> {
    space: P,
    heuristic: H,
}

impl<P: StateSpace, H: Heuristic<P::State>> WithHeuristic<P, H> {
    /// The same space with the estimates of `heuristic`.
    pub fn new(space: P, heuristic: H) -> Self {
        Self { space, heuristic }
    }
}

impl<P: StateSpace, H: Heuristic<P::State>> StateSpace for WithHeuristic<P, H> {
    type State = P::State;

    forward!(|outer| outer.heuristic; estimate);
    forward!(|outer| outer.space; is_goal, for_each_successor, number, heap_bytes, observe);
    forward!(|outer| outer.space; least_step_cost);
}

impl<P: NumberedSpace, H: Heuristic<P::State>> NumberedSpace for WithHeuristic<P, H> {
    forward!(|outer| outer.space; NumberedSpace);
}

impl<P: ActionSpace, H: Heuristic<P::State>> ActionSpace for WithHeuristic<P, H> {
    forward!(|outer| outer.space; ActionSpace);
}

/// Whether the heuristic is consistent is not known.
impl<P: BidirectionalSpace, H: Heuristic<P::State>> BidirectionalSpace for WithHeuristic<P, H> {
    forward!(|outer| outer.space; backward);
}

impl<P: MoveSpace, H: Heuristic<P::State>> MoveSpace for WithHeuristic<P, H> {
    forward!(|outer| outer.space; apply);
}
