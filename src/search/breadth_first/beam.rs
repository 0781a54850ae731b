//! Beam search: breadth-first, with the best nodes of each layer and no others.

use std::hash::Hash;

use super::{AnytimeBeam, AnytimeBeamSearch};
use crate::StateSpace;
use crate::search::Algorithm;

/// Beam search: breadth-first search that keeps only the best nodes of each layer, as many as the
/// beam is wide.
///
/// A layer holds the nodes that are the same number of steps from the initial state. All its nodes
/// are expanded. Of their successors, those with the lowest *f = g + h* are the next layer, and the
/// others are left out. A successor is no candidate if its state was in a layer before, unless this
/// path to it is cheaper.
///
/// The search ends with the first goal that it would expand. [`AnytimeBeam`] goes on from there,
/// with wider beams.
///
/// # Guarantees
///
/// - **Not optimal**: the lower bound shows how far from the optimum the solution can be. It is the
///   lowest *f* of the nodes left out and of those in the layer.
/// - **Incomplete**: it may leave out the only way to a goal. Then it stops with
///   [`StopReason::Incomplete`](crate::StopReason::Incomplete), which proves nothing. It ends with
///   the proof that there is no solution only if nothing was left out. On an infinite space it may
///   never end without a limit.
/// - As long as nothing is left out, the solution has the **fewest steps**.
///
/// # Complexity
///
/// A layer takes time linear in the width, besides sorting its successors by *f*.
///
/// # Memory
///
/// Every node that was in a layer is kept: the state, 8 bytes, and 5 to 12 bytes in the table. The
/// successors of one layer are kept until the next one is chosen.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Outcome, Solver, StopReason};
/// use bestfirst::search::Beam;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board.clone()).algorithm(Beam::new(100)).solve();
/// assert!(solver.moves() >= Some(31));
///
/// // Too narrow: the way to the goal was left out. That does not prove the board unsolvable.
/// let solver = Solver::builder(board).algorithm(Beam::new(1)).solve();
/// let Outcome::Stopped(stopped) = solver.outcome() else { panic!() };
/// assert_eq!(stopped.reason, StopReason::Incomplete);
/// # }
/// ```
///
/// # Reference
///
/// B. T. Lowerre, *The HARPY speech recognition system*, Carnegie Mellon University, 1976.
/// R. Bisiani, "Beam search", *Encyclopedia of Artificial Intelligence*, 1987.
///
/// [`AnytimeBeam`]: crate::search::AnytimeBeam
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    width: usize,
}

impl Beam {
    /// With at most this many nodes in a layer, and at least one.
    #[must_use]
    pub fn new(width: usize) -> Self {
        Self { width }
    }
}

impl<P: StateSpace<State: Hash + Eq>> Algorithm<P> for Beam {
    type Search = BeamSearch<P>;

    fn start(&self, space: P, initial: P::State) -> Self::Search {
        AnytimeBeam::once(self.width).start(space, initial)
    }
}

/// A beam search under way. [`Beam`] starts one.
pub type BeamSearch<P> = AnytimeBeamSearch<P>;
