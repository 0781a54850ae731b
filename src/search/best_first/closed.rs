//! Whether closed nodes stay closed.

use super::{Evaluation, Reopening};

/// What happens to closed nodes to whose states a cheaper path is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    /// Closed nodes stay closed. No cheaper path was dropped so far.
    Stay,
    /// Closed nodes stay closed. Cheaper paths were dropped.
    StayAtHigherCost,
    /// All closed nodes are being put back on the open list, which is done for the nodes before
    /// this index. The others still stay closed.
    PutBackFrom(usize),
    /// The states of closed nodes are reopened.
    Reopen,
}

impl Closed {
    /// At the start of a search.
    pub(super) fn by<E: Evaluation>() -> Self {
        match E::REOPENING {
            Reopening::Always => Self::Reopen,
            Reopening::Never | Reopening::UnlessConsistent => Self::Stay,
        }
    }

    /// Whether closed nodes stay closed, as the estimate is consistent on every step seen so far.
    #[inline]
    pub(super) fn stays(self) -> bool {
        matches!(self, Self::Stay | Self::StayAtHigherCost)
    }

    /// Whether a cheaper path to a state is dropped, because the state stays closed. Notes that.
    #[inline]
    pub(super) fn drops_path(&mut self, is_closed: bool) -> bool {
        let is_dropped = is_closed && *self != Self::Reopen;
        if is_dropped && *self == Self::Stay {
            *self = Self::StayAtHigherCost;
        }
        is_dropped
    }

    /// An inconsistent step was seen: closed nodes stay closed no longer.
    #[cold]
    pub(super) fn end(&mut self) {
        *self = match *self {
            Self::Stay => Self::Reopen,
            Self::StayAtHigherCost => Self::PutBackFrom(0),
            ended => ended,
        };
    }
}
