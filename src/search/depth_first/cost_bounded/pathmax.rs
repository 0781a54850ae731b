//! Bidirectional pathmax (A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant and Z. Zhang,
//! "Inconsistent heuristics in theory and practice", *Artificial Intelligence* 175, 2011).
//!
//! Where each step can be undone at the same cost, the cost to go of a node is at least that of a
//! node below it, minus the cost of the path in between. So a high estimate below raises the
//! estimates of the nodes above, and of all that is below these.

/// What the estimate of the last successor proves of the nodes above it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Raised {
    /// The estimate of the successor minus its path cost. `None` if no node is raised above the
    /// bound.
    by: Option<i64>,
}

impl Raised {
    /// Lets a successor raise the *f* of its parent and of all nodes above, if this takes the *f*
    /// of the parent above the bound.
    #[inline]
    pub(super) fn raise(&mut self, path_cost: u32, step_cost: u32, estimate: u32, bound: u32) {
        let by = i64::from(estimate) - i64::from(path_cost) - i64::from(step_cost);
        if 2 * i64::from(path_cost) + by > i64::from(bound) {
            self.by = Some(by);
        }
    }

    /// The *f* of a node with this path cost on the path, if it was raised above the bound. Nothing
    /// below such a node is within the bound. If the node was not raised above it, the search goes
    /// on below the node, and no node counts as raised any more.
    #[inline]
    pub(super) fn above(&mut self, path_cost: u32, bound: u32) -> Option<u64> {
        let f = 2 * i64::from(path_cost) + self.by?;
        if f > i64::from(bound) {
            return u64::try_from(f).ok();
        }
        self.by = None;
        None
    }
}
