//! What orders the nodes of an open list.

/// The priority of a node: lower `f` first and, among equal `f`, lower `h` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority {
    // The order of the fields is the order of comparison.
    f: u32,
    h: u32,
}

impl Priority {
    /// A priority with these parts. Usually `h` is a part of the sum `f`, but it need not be.
    #[inline]
    #[must_use]
    pub fn new(f: u32, h: u32) -> Self {
        Self { f, h }
    }

    /// The first criterion. For A\*, the path cost so far plus the estimate.
    #[inline]
    pub fn f(self) -> u32 {
        self.f
    }

    /// The tie-breaker among equal `f`: the estimate.
    #[inline]
    pub fn h(self) -> u32 {
        self.h
    }
}

/// The lower of two values of *f*, if there is one. (A chain of iterators takes twice as long.)
#[inline]
pub(crate) fn lower(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}
