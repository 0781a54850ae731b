//! Weighted A\*: solutions of bounded cost, found sooner.

use super::{Closing, Dense, Weighted};
#[cfg(feature = "parallel")]
use super::{ParallelBestFirst, parallel_graph_search::Rounds};
use crate::search::impls::graph_search;

/// Weighted A\*: graph search by an *f* in which the estimate weighs more than the path cost, such
/// as *g + w h*. A weight above 1 favours nodes that look close to a goal, so a goal is usually
/// found sooner. A [`PriorityFunction`] selects *f*.
///
/// # Guarantees
///
/// - **Bounded**: if the heuristic is admissible, the solution costs at most *w* times the optimum.
///   The proven ratio of a solution is often better: see
///   [`Solution::ratio`](crate::Solution::ratio).
/// - **Complete** on finite spaces. If there is no solution, the search ends with a proof.
///
/// The heuristic need not be consistent, but the search is faster if it is. While it is consistent
/// on each step seen so far, an expanded state stays closed, even if a cheaper path to it is found:
/// the bound holds all the same. The convex functions also need an estimate that *rises* along a
/// step by no more than the step costs. That follows if each step can be undone at the same cost;
/// if it cannot, [`PriorityFunction::Sum`] may be faster. At the first step on which the estimate
/// breaks these rules, all states that were expanded are opened again, if a cheaper path to one of
/// them was dropped. From then on a state is reopened when a cheaper path to it is found, as in
/// [`GraphAStar`](crate::search::GraphAStar). If the estimate changes on no step by more than the
/// step costs, the space can [say so](crate::StateSpace::estimate_is_consistent_both_ways): then
/// the search does not test it.
///
/// # Complexity
///
/// If no state is reopened, each state is expanded once, which takes the time of
/// [`GraphAStar`](crate::search::GraphAStar) and, unless the space says that the estimate is
/// consistent, an estimate for each duplicate. Usually the search needs far fewer nodes.
///
/// # Memory
///
/// As [`GraphAStar`](crate::search::GraphAStar).
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::{Outcome, Solver};
/// use bestfirst::search::WeightedAStar;
/// use bestfirst::sliding_tiles::Board;
///
/// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
/// let solver = Solver::builder(board).algorithm(WeightedAStar::new(2.0)).solve();
/// let Outcome::Solved(solution) = solver.outcome() else { panic!() };
/// assert!(solution.cost() <= 2 * 31);
/// assert!(solution.ratio() <= 2.0);
/// # }
/// ```
///
/// # Reference
///
/// I. Pohl, "Heuristic search viewed as path finding in a graph", *Artificial Intelligence*
/// 1, 1970. M. Likhachev, G. Gordon and S. Thrun, "ARA\*: Anytime A\* with provable bounds on
/// sub-optimality", *Advances in Neural Information Processing Systems* 16, 2003. J. Chen and N. R.
/// Sturtevant, "Conditions for avoiding node re-expansions in bounded suboptimal search", *IJCAI*
/// 2019, and "Necessary and sufficient conditions for avoiding reopenings in best first suboptimal
/// search with general bounding functions", *AAAI* 2021.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct WeightedAStar {
    evaluation: Weighted,
}

impl WeightedAStar {
    /// With the weight *w*, from 1 to 65,535. Other values are clamped to this range, and NaN
    /// becomes 1. The weight is rounded down to a multiple of 2⁻¹⁶.
    pub fn new(weight: f64) -> Self {
        Self { evaluation: Weighted::new(weight) }
    }

    /// With this *f*, instead of [`PriorityFunction::Convex`].
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::Solver;
    /// use bestfirst::search::{PriorityFunction, WeightedAStar};
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
    /// let algorithm = WeightedAStar::new(1.5).priority(PriorityFunction::PiecewiseConvex);
    /// let solver = Solver::builder(board).algorithm(algorithm).solve();
    /// assert!(solver.cost().unwrap() <= 46); // 31 is the optimum
    /// # }
    /// ```
    pub fn priority(mut self, function: PriorityFunction) -> Self {
        self.evaluation.function = function;
        self
    }

    /// The weight after rounding.
    pub fn weight(&self) -> f64 {
        self.evaluation.weight()
    }

    /// With the node of each state in an array, for a space that
    /// [numbers its states](crate::NumberedSpace). The weight is rounded down to a multiple of
    /// 1/256. The search is fastest if it is a multiple of 1/4. Memory and panics are those of
    /// [`DenseAStar`](super::DenseAStar).
    ///
    /// ```
    /// # #[cfg(feature = "grid-maps")] {
    /// use bestfirst::Solver;
    /// use bestfirst::grid_maps::{GridMap, GridSpace, Steps};
    /// use bestfirst::search::WeightedAStar;
    ///
    /// let map: GridMap = "
    /// .#.
    /// ...
    /// ".parse().unwrap();
    /// let (start, goal) = (map.cell(0, 0).unwrap(), map.cell(2, 0).unwrap());
    /// let space = GridSpace::new(&map, Steps::four(), goal);
    /// let algorithm = WeightedAStar::new(1.5).dense();
    /// assert!(Solver::builder_in(space, start).algorithm(algorithm).solve().cost().unwrap() <= 6);
    /// # }
    /// ```
    #[must_use]
    pub fn dense(self) -> Dense<Closing<true>> {
        Dense { evaluation: Closing(self.evaluation.shortened()) }
    }

    /// On several threads, in the rounds of [`ParallelGraphAStar`](super::ParallelGraphAStar). A
    /// state is reopened when a cheaper path to it is found, as there. The fewer nodes it needs,
    /// the less it gains from several threads.
    ///
    /// The solution costs at most *w* times the optimum as well. The number of threads affects
    /// which of these solutions is found, and so its cost. It does not affect the proof that there
    /// is no solution. With the same number of threads all of this is the same in every run.
    ///
    /// ```
    /// # #[cfg(feature = "sliding-tiles")] {
    /// use bestfirst::{Outcome, Solver};
    /// use bestfirst::search::WeightedAStar;
    /// use bestfirst::sliding_tiles::Board;
    ///
    /// let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
    /// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let algorithm = WeightedAStar::new(1.5).parallel();
    /// let solver = pool.install(|| Solver::builder(board).algorithm(algorithm).solve());
    /// let Outcome::Solved(solution) = solver.outcome() else { panic!() };
    /// assert!(solution.ratio() <= 1.5);
    /// # }
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn parallel(self) -> ParallelBestFirst<Weighted> {
        ParallelBestFirst { evaluation: self.evaluation, rounds: Rounds::GUIDED }
    }
}

/// *f* of weighted A\*, by the path cost *g*, the estimate *h* and the weight *w*. See
/// [`WeightedAStar::priority`].
///
/// Each is *w h* at the start, *g* at a goal, and never more than *w (g + h)*. So each keeps the
/// bound. They differ in which part of the way they search more thoroughly.
///
/// The mean number of expansions on Korf's hundred 15-puzzles, by Manhattan distances:
///
/// | *w* | `Sum` | `Convex` | `PiecewiseConvex` | `Concave` |
/// |---|---|---|---|---|
/// | 1.5 | 337,904 | 191,204 | 76,461 | 465,900 |
/// | 2 | 40,462 | 19,186 | 10,947 | 58,522 |
/// | 3 | 10,531 | 6,634 | 4,544 | 14,668 |
///
/// - **`Convex`**, the default, is close to the best everywhere: on maps it needs 0.9 to 1.15 times
///   as many expansions as `Sum`.
/// - **`PiecewiseConvex`** is best on puzzles with weak estimates. Its solutions cost the most.
///   Among random obstacles it needs two to four times as many expansions as `Sum`, with a weight
///   from 1.5 on.
/// - **`Concave`** is best on maps of games and cities with a weight from 2 on, by up to a tenth.
/// - **`Sum`** is best if steps cannot be undone, or at other costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PriorityFunction {
    /// *g + w h*.
    Sum,
    /// *(g + (2 w - 1) h + sqrt((g - h)² + 4 w g h)) / 2*: near the start it is close to A\*, near
    /// the goal to greedy search.
    #[default]
    Convex,
    /// *w (g + h)* where *g < h*, *g + (2 w - 1) h* elsewhere: the same in two pieces. The first
    /// half of the way is that of A\*.
    PiecewiseConvex,
    /// *(g + h + sqrt((g + h)² + 4 w (w - 1) h²)) / 2*: near the start it is close to greedy
    /// search, near the goal to A\*.
    Concave,
}

graph_search!([] WeightedAStar, Closing: |it| Closing(it.evaluation));
