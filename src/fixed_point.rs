//! Fractional costs in whole numbers.

use std::error::Error;
use std::fmt;

/// Fractional costs as whole numbers of a small unit, 2⁻ⁿ, so that searches add them up exactly and
/// estimates stay admissible.
///
/// Give [`step_cost`](Self::step_cost) what a step costs, and [`estimate`](Self::estimate) a lower
/// bound on what is left; both in your own unit, as `f64`. [`to_f64`](Self::to_f64) leads back.
///
/// # Which way to round
///
/// A space with fractional costs is another one in whole numbers, and its estimates have to be
/// admissible *there*. Two ways are right:
///
/// - **Steps up, estimates down.** No path becomes cheaper and no estimate higher, so an estimate
///   that was at most the cost of a path still is. This is what `FixedPoint` does.
/// - **Steps in any way, and estimates computed from the rounded steps.** On a grid whose steps cost
///   1000 and 1414, the estimate is 1414 for each diagonal step and 1000 for each other one, and
///   nothing is left to round.
///
/// To round steps down or to the nearest and to take estimates from the true distances is wrong,
/// even though estimates are rounded down: ten steps of 1.4 cost 10 if each is rounded to 1, and
/// the estimate of the whole way is 14.
///
/// # Guarantees
///
/// - An admissible estimate stays admissible, and a consistent one consistent.
/// - A step costs 0 only if it did before.
/// - A solution of least cost in whole numbers costs at most *k* units more than the true optimum,
///   where *k* is the number of steps of a truly cheapest solution. What
///   [`to_f64`](Self::to_f64) makes of its cost is at least what it truly costs.
/// - Estimates may even be too high by one part in 2³² (4 billion), as sums and square roots in `f64`
///   may come out: what is left after rounding down is still no more than the cost of any path.
///
/// The proof is short. To multiply an `f64` by 2ⁿ is exact, and so is to round it to a whole number
/// below 2³². Hence a path whose steps cost *c* in truth costs *S* ≥ 2ⁿ *c* in units, and an
/// estimate *h* ≤ (1 + 2⁻³²) *c* becomes at most (1 + 2⁻³²) *S*, which is less than *S* + 1 because
/// *S* < 2³²: rounded down, it is *S* at most. (Where *S* ≥ 2³² the path is out of reach of every
/// search, and an estimate is 2³² − 1 at most.)
///
/// # How many bits
///
/// With *n* fraction bits, costs below 2³²⁻ⁿ fit: the cost of a whole solution has to. With 10 bits
/// (the unit is about a thousandth) that is 4 million, with 20 bits (a millionth) 4 thousand. More
/// bits make solutions truer, fewer make searches quicker: many paths then have equal costs, which
/// [`IdaStar`](crate::search::IdaStar) needs, and open lists have less to tell apart.
///
/// Costs that are whole in another unit, such as cents, need none of this: count in that unit.
///
/// # Example
///
/// A grid on which a king moves, a diagonal step costing √2:
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
    /// Units in 1: a power of two.
    units: f64,
}

impl FixedPoint {
    /// Counts in units of 2⁻ⁿ, where *n* is `fraction_bits`.
    #[must_use]
    pub const fn with_fraction_bits(fraction_bits: u8) -> Self {
        // The exponent of an `f64`, which is kept above its 52 bits of mantissa, has this bias.
        const BIAS: u64 = 1023;
        Self { units: f64::from_bits((BIAS + fraction_bits as u64) << 52) }
    }

    /// What a step costs in units, rounded up.
    ///
    /// # Errors
    ///
    /// If the cost is not a number, negative, or more than `u32::MAX` units, as the infinite one is.
    #[inline]
    pub fn step_cost(self, cost: f64) -> Result<u32, StepCostError> {
        if cost.is_nan() {
            return Err(StepCostError::NotANumber);
        }
        if cost < 0.0 {
            return Err(StepCostError::Negative { cost });
        }
        let exact = cost * self.units;
        if exact > f64::from(u32::MAX) {
            return Err(StepCostError::TooLarge { cost, most: self.to_f64(u32::MAX) });
        }
        let down = whole(exact);
        Ok(down + u32::from(f64::from(down) < exact))
    }

    /// An estimate in units, rounded down. One of more than `u32::MAX` units, the infinite one
    /// included, becomes `u32::MAX`; a negative one, and what is not a number, 0, which is always safe.
    #[inline]
    #[must_use]
    pub fn estimate(self, distance: f64) -> u32 {
        whole(distance * self.units)
    }

    /// What so many units are. It is exact.
    #[inline]
    #[must_use]
    pub fn to_f64(self, cost: u32) -> f64 {
        f64::from(cost) / self.units
    }
}

/// Rounded down, and brought into the range.
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

/// A cost that no step can have.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepCostError {
    /// The cost is NaN.
    NotANumber,
    /// The cost is less than 0.
    Negative {
        /// The cost.
        cost: f64,
    },
    /// The cost is more than `u32::MAX` units.
    TooLarge {
        /// The cost.
        cost: f64,
        /// The largest one that fits.
        most: f64,
    },
}

impl fmt::Display for StepCostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("the cost of a step is not a number"),
            Self::Negative { cost } => write!(f, "the cost of a step is negative: {cost}"),
            Self::TooLarge { cost, most } => {
                write!(f, "the cost of a step is {cost}, more than {most}, the most that fits")
            }
        }
    }
}

impl Error for StepCostError {}
