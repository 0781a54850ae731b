//! Which solutions a search has given already, if it goes on after the first one.

/// The solutions that were given. Their costs do not decrease.
#[derive(Clone, Copy, Debug)]
pub(super) enum SolutionsGiven {
    /// None. The search ends at a cheapest solution.
    None,
    /// All that cost at most this much, if any.
    UpTo(Option<u32>),
    /// As `UpTo`, and the first one above that cost in the current iteration.
    AndOne(Option<u32>),
}

impl SolutionsGiven {
    /// After the first solution, which has this cost. With `restarts_iteration`, a new iteration
    /// begins, which reaches this solution again before others of the same cost.
    pub(super) fn first(cost: u32, restarts_iteration: bool) -> Self {
        let below = cost.checked_sub(1);
        if restarts_iteration { Self::AndOne(below) } else { Self::UpTo(below) }
    }

    /// Whether a solution of this cost, reached now, was given before.
    pub(super) fn has(&mut self, cost: u32) -> bool {
        match *self {
            Self::None => false,
            Self::UpTo(most) => most.is_some_and(|most| cost <= most),
            Self::AndOne(most) => {
                let is_first = most.is_none_or(|most| cost > most);
                if is_first {
                    *self = Self::UpTo(most);
                }
                true
            }
        }
    }

    /// All solutions within this bound were given.
    pub(super) fn end_iteration(&mut self, bound: u32) {
        if !matches!(self, Self::None) {
            *self = Self::UpTo(Some(bound));
        }
    }
}
