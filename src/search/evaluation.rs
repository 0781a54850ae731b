//! Evaluation functions: what best-first searches order their nodes by.

use crate::frontier::Priority;

/// An evaluation function *f*: it makes a priority of the path cost *g* to a node and of its
/// estimate *h*.
pub trait Evaluation: Copy {
    /// Whether a cheaper path to a state that was expanded changes anything, so that it has to be
    /// expanded again.
    const REOPENS: bool = true;

    /// How many nodes of the same *f* may be expanded together. It is 1 where a search is meant to
    /// go straight for a goal.
    const BATCH: usize = 1;

    /// The priority of a node, or `None` if it is more than `u32::MAX`.
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority>;

    /// The priority of the root.
    #[inline]
    fn root(self, estimate: u32) -> Priority {
        self.priority(0, estimate).unwrap_or(Priority::new(u32::MAX, estimate))
    }

    /// What is proven once no node is open with an *f* below this: every solution costs at least
    /// so much, if the estimate is admissible.
    fn lower_bound(self, f: u32) -> u32;
}

/// An evaluation from which the path cost can be had back, so that a node need not keep it.
pub trait Invertible: Evaluation {
    /// The path cost of a node with this priority.
    fn path_cost(self, priority: Priority) -> u32;
}

/// *f = g + h*: A\*.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum;

/// *f = g + w h*, rounded down: weighted A\*.
#[derive(Clone, Copy, Debug)]
pub struct Weighted {
    /// In units of 1 / `UNIT`.
    weight: u32,
}

/// *f = h*: greedy best-first search.
#[derive(Clone, Copy, Debug, Default)]
pub struct EstimateOnly;

/// *f = g*: uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathCostOnly;

impl Evaluation for Sum {
    const BATCH: usize = 16;

    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        let f = u32::try_from(path_cost + u64::from(estimate)).ok()?;
        Some(Priority::new(f, estimate))
    }

    #[inline]
    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}

impl Invertible for Sum {
    #[inline]
    fn path_cost(self, priority: Priority) -> u32 {
        priority.f() - priority.h()
    }
}

impl Weighted {
    /// Weights are kept as multiples of 2⁻¹⁶.
    const UNIT: u32 = 1 << 16;

    /// A weight is at least 1 and at most 65,535; anything else becomes the nearest of these.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped, and rounding down keeps the bound"
    )]
    pub(crate) fn new(weight: f64) -> Self {
        Self { weight: (weight.clamp(1.0, 65_535.0) * f64::from(Self::UNIT)) as u32 }
    }

    pub(crate) fn weight(self) -> f64 {
        f64::from(self.weight) / f64::from(Self::UNIT)
    }

    #[inline]
    fn times(self, estimate: u32) -> u64 {
        u64::from(self.weight) * u64::from(estimate) / u64::from(Self::UNIT)
    }
}

impl Evaluation for Weighted {
    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        let f = u32::try_from(path_cost + self.times(estimate)).ok()?;
        // Beyond that, even without the weight, it costs too much; up to it, not.
        Some(Priority::new(f, estimate))
    }

    /// A node on the best path has *g + w h* of at most *w* times its cost.
    fn lower_bound(self, f: u32) -> u32 {
        let bound = (u64::from(f) * u64::from(Self::UNIT)).div_ceil(u64::from(self.weight));
        u32::try_from(bound).unwrap_or(u32::MAX)
    }
}

impl Invertible for Weighted {
    #[inline]
    fn path_cost(self, priority: Priority) -> u32 {
        // Not above u32, for it is a part of f.
        priority.f() - u32::try_from(self.times(priority.h())).unwrap_or(priority.f())
    }
}

impl Evaluation for EstimateOnly {
    const REOPENS: bool = false;

    #[inline]
    fn priority(self, path_cost: u64, estimate: u32) -> Option<Priority> {
        u32::try_from(path_cost).ok()?;
        Some(Priority::new(estimate, 0))
    }

    fn lower_bound(self, _: u32) -> u32 {
        0
    }
}

impl Evaluation for PathCostOnly {
    const BATCH: usize = 16;

    #[inline]
    fn priority(self, path_cost: u64, _: u32) -> Option<Priority> {
        Some(Priority::new(u32::try_from(path_cost).ok()?, 0))
    }

    fn lower_bound(self, f: u32) -> u32 {
        f
    }
}

impl Invertible for PathCostOnly {
    #[inline]
    fn path_cost(self, priority: Priority) -> u32 {
        priority.f()
    }
}
