//! Fractional costs as integers.

use std::fmt;

use crate::DEAD_END;
use crate::answer::error::{error_of_kind, messages};

/// Fractional costs as integer multiples of a small unit, 2⁻ⁿ. Searches add them exactly, and
/// estimates stay admissible.
///
/// Convert the cost of a step with [`step_cost`](Self::step_cost), and a lower bound on the
/// remaining cost with [`estimate`](Self::estimate). Both take an `f64` in your own unit.
/// [`to_f64`](Self::to_f64) converts back.
///
/// # Direction of rounding
///
/// Rounding the costs of a space gives another space, with integer costs. Estimates must be
/// admissible in *that* space. There are two correct ways:
///
/// - **Round steps up and estimates down.** No path becomes cheaper, and no estimate becomes
///   higher. So an estimate that was at most the cost of a path still is. `FixedPoint` does this.
/// - **Round steps in any direction, and compute estimates from the rounded steps.** On a grid
///   whose steps cost 1000 and 1414, the estimate is 1414 for each diagonal step and 1000 for each
///   other step. Nothing is left to round.
///
/// It is wrong to round steps down or to nearest while taking estimates from the true distances,
/// even if the estimates are rounded down. Suppose that steps of 1.4 are rounded to 1. Then ten
/// steps cost 10, but the estimate for them is 14.
///
/// # Guarantees
///
/// - An admissible estimate stays admissible, and a consistent one stays consistent.
/// - A step costs 0 only if its true cost is 0.
/// - An optimal solution in integers costs at most *k* units more than the true optimum, where *k*
///   is the number of steps of a truly cheapest solution. [`to_f64`](Self::to_f64) of its cost is
///   at least its true cost.
/// - Estimates may be too high by one part in 2³² (4 billion), which covers the rounding of sums
///   and square roots in `f64`. After rounding down they still do not exceed the cost of any path.
///
/// Proof. Multiplying an `f64` by 2ⁿ is exact, and so is rounding it to an integer below 2³². Hence
/// a path of true cost *c* costs *S* ≥ 2ⁿ *c* units. An estimate *h* ≤ (1 + 2⁻³²) *c* becomes at
/// most (1 + 2⁻³²) *S*. That is less than *S* + 1, because *S* < 2³². So after rounding down it is
/// at most *S*. (If *S* ≥ 2³², no search can use the path, and the estimate is at most 2³² − 2.)
///
/// # Number of bits
///
/// With *n* fraction bits, costs below 2³²⁻ⁿ fit. The cost of a whole solution must fit. With 10
/// bits the unit is about a thousandth, and costs up to 4 million fit. With 20 bits it is about a
/// millionth, and costs up to 4 thousand fit. More bits make solutions more accurate. Fewer bits
/// make searches faster: more paths then have equal costs. [`IdaStar`](crate::search::IdaStar)
/// depends on that, and open lists have fewer priorities to distinguish.
///
/// Costs that are integers in another unit, such as cents, need none of this. Count in that unit.
///
/// # Example
///
/// A king on a grid, with diagonal steps that cost √2:
///
/// ```
/// use bestfirst::search::GraphAStar;
/// use bestfirst::{FixedPoint, Solver, StateSpace, StepCostError};
///
/// struct Plain {
///     fixed: FixedPoint,
///     straight: u32,
///     diagonal: u32,
/// }
///
/// impl Plain {
///     fn new() -> Result<Self, StepCostError> {
///         let fixed = FixedPoint::with_fraction_bits(16);
///         let (straight, diagonal) = (fixed.step_cost(1.0)?, fixed.step_cost(2f64.sqrt())?);
///         Ok(Self { fixed, straight, diagonal })
///     }
/// }
///
/// impl StateSpace for Plain {
///     type State = (i32, i32);
///
///     /// As the crow flies.
///     fn estimate(&self, &(x, y): &(i32, i32)) -> u32 {
///         self.fixed.estimate(f64::from(x).hypot(f64::from(y)))
///     }
///
///     fn is_goal(&self, &state: &(i32, i32)) -> bool {
///         state == (0, 0)
///     }
///
///     fn for_each_successor(
///         &self,
///         &(x, y): &(i32, i32),
///         previous: Option<&(i32, i32)>,
///         mut visit: impl FnMut((i32, i32), u32),
///     ) {
///         for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
///             let next = (x + dx, y + dy);
///             if next != (x, y) && Some(&next) != previous {
///                 visit(next, if dx == 0 || dy == 0 { self.straight } else { self.diagonal });
///             }
///         }
///     }
/// }
///
/// let plain = Plain::new()?;
/// let solver = Solver::builder_in(&plain, (7, 3)).algorithm(GraphAStar::new()).solve();
/// let cost = plain.fixed.to_f64(solver.cost().unwrap());
/// let optimum = 4.0 + 3.0 * 2f64.sqrt();
/// assert!(optimum <= cost && cost < optimum + 7.0 * plain.fixed.to_f64(1));
/// # Ok::<(), StepCostError>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct FixedPoint {
    /// The number of units in 1: a power of two.
    units: f64,
}

impl FixedPoint {
    /// Costs in units of 2⁻ⁿ, where *n* is `fraction_bits`.
    #[must_use]
    pub const fn with_fraction_bits(fraction_bits: u8) -> Self {
        // The bias of the exponent of an `f64`, which is stored above 52 bits of mantissa.
        const BIAS: u64 = 1023;
        Self { units: f64::from_bits((BIAS + fraction_bits as u64) << 52) }
    }

    /// The cost of a step in units, rounded up.
    ///
    /// # Errors
    ///
    /// If the cost is NaN, negative, or more than `u32::MAX` units, infinity included.
    #[inline]
    pub fn step_cost(self, cost: f64) -> Result<u32, StepCostError> {
        if cost.is_nan() {
            return Err(StepCostErrorKind::NotANumber.into());
        }
        if cost < 0.0 {
            return Err(StepCostErrorKind::Negative { cost }.into());
        }
        let exact = cost * self.units;
        if exact > f64::from(u32::MAX) {
            return Err(StepCostErrorKind::TooLarge { cost, most: self.to_f64(u32::MAX) }.into());
        }
        let down = whole(exact);
        Ok(down + u32::from(f64::from(down) < exact))
    }

    /// An estimate in units, rounded down. Infinity becomes [`DEAD_END`], and other estimates of
    /// more units than fit become `DEAD_END - 1`. A negative estimate and NaN become 0, which is
    /// always safe.
    #[inline]
    pub fn estimate(self, distance: f64) -> u32 {
        if distance == f64::INFINITY {
            return DEAD_END;
        }
        whole(distance * self.units).min(DEAD_END - 1)
    }

    /// The value of a number of units. The conversion is exact.
    #[inline]
    pub fn to_f64(self, cost: u32) -> f64 {
        f64::from(cost) / self.units
    }
}

/// Rounds down, and clamps to the range.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "out of range, a cast takes the nearest number there is, and 0 for NaN"
)]
fn whole(exact: f64) -> u32 {
    exact as u32
}

impl fmt::Debug for FixedPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedPoint").field("unit", &self.to_f64(1)).finish()
    }
}

/// Why a step cannot have a cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepCostError {
    kind: StepCostErrorKind,
}

error_of_kind!(StepCostError, StepCostErrorKind);

messages! {
    /// What is wrong with a step cost.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum StepCostErrorKind {
        /// The cost is NaN.
        NotANumber => ("the cost of a step is not a number"),
        /// The cost is less than 0.
        Negative {
            /// The cost.
            cost: f64,
        } => ("the cost of a step is negative: {cost}"),
        /// The cost is more than `u32::MAX` units.
        TooLarge {
            /// The cost.
            cost: f64,
            /// The largest cost that fits.
            most: f64,
        } => ("the cost of a step is {cost}, above the maximum of {most}"),
    }
}
