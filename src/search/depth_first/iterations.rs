//! The iterations of a search that deepens, and what each did.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::frontier::{Full, make_room};
use crate::search::End;
use crate::{Iteration, Statistics, StopReason};

/// The iterations so far, the one under way last.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Iterations {
    list: Vec<Iteration>,
    /// What those before the last one did.
    pub(in crate::search) before: Statistics,
}

impl Iterations {
    pub(in crate::search) fn list(&self) -> &[Iteration] {
        &self.list
    }

    /// Forgets all, and begins the first one.
    pub(in crate::search) fn restart(&mut self, bound: u32) {
        self.before = Statistics::default();
        self.list.clear();
        self.list.push(Iteration { bound, generated: 1, ..Iteration::default() });
    }

    /// Makes room for one more, if that takes at most `allowance` bytes.
    pub(in crate::search) fn make_room(&mut self, mut allowance: usize) -> Result<(), Full> {
        make_room(&mut self.list, 1, size_of::<Iteration>(), &mut allowance)
    }

    /// Brings the record of the last one up to date, with the time that all took together.
    pub(in crate::search) fn record(&mut self, expanded: u64, generated: u64, elapsed: Duration) {
        // The others find the root there.
        let is_first = self.list.len() == 1;
        if let Some(last) = self.list.last_mut() {
            last.expanded = expanded;
            last.generated = generated + u64::from(is_first);
            last.elapsed = elapsed.saturating_sub(self.before.elapsed);
        }
    }

    /// Begins the next one, after those that did so much.
    pub(in crate::search) fn begin(&mut self, bound: u32, before: Statistics) {
        self.before = before;
        self.list.push(Iteration { bound, ..Iteration::default() });
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Iteration>()
    }
}

/// The bound of the next iteration, or the end of the search, if nothing was beyond that of the last
/// one.
pub(in crate::search) fn next_bound(beyond: Option<u64>) -> ControlFlow<End, u32> {
    let Some(beyond) = beyond else {
        return ControlFlow::Break(End::Exhausted);
    };
    match u32::try_from(beyond) {
        Ok(bound) => ControlFlow::Continue(bound),
        Err(_) => ControlFlow::Break(End::Stopped(StopReason::PathCost)),
    }
}
