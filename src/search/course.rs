//! What searches that keep their nodes have in common: the loop around a step, the time, the
//! limit on memory.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::Step;
use crate::StopReason;
use crate::frontier::Full;

/// The course of a search: how far it has come, and how far it may go.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The answer, once there is one.
    pub(super) answer: Option<Step>,
    pub(super) elapsed: Duration,
    /// When the steps under way began.
    pub(super) began: Option<Instant>,
    pub(super) byte_limit: Option<usize>,
    /// The most successors that a node had so far.
    pub(super) most_successors: usize,
    /// What the states own on the heap, in bytes.
    pub(super) heap_bytes: usize,
}

impl Course {
    pub(super) fn new() -> Self {
        Self {
            answer: None,
            elapsed: Duration::ZERO,
            began: None,
            byte_limit: None,
            most_successors: 4,
            heap_bytes: 0,
        }
    }

    /// Starts anew, with the same limit.
    pub(super) fn restart(&mut self) {
        *self = Self { byte_limit: self.byte_limit, ..Self::new() };
    }

    /// Adds the time since it was read last.
    pub(super) fn read_clock(&mut self) {
        if let Some(began) = &mut self.began {
            let now = Instant::now();
            self.elapsed += now - *began;
            *began = now;
        }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.answer == Some(Step::Solved)
    }

    /// How many bytes may be used beyond those in use, besides what the successors of the next
    /// node are likely to own on the heap.
    pub(super) fn allowance(&self, in_use: usize, nodes: usize) -> Result<usize, Full> {
        let Some(limit) = self.byte_limit else {
            return Ok(usize::MAX);
        };
        let mean = self.heap_bytes.div_ceil(nodes.max(1));
        let taken = in_use.saturating_add(mean.saturating_mul(self.most_successors));
        limit.checked_sub(taken).ok_or(Full::Allowance)
    }

    pub(super) fn stop_reason(&self, full: Full, in_use: usize) -> StopReason {
        match (full, self.byte_limit) {
            (Full::Ids, _) => StopReason::NodeIds,
            (Full::Allowance, Some(limit)) => StopReason::Bytes { limit, in_use },
            (Full::Allowance | Full::Allocator, _) => StopReason::OutOfMemory { in_use },
        }
    }
}

/// A search that goes step by step.
pub(super) trait Stepwise {
    /// Takes one step, and breaks off at the end of the search or at a limit.
    fn step(&mut self) -> ControlFlow<Step>;

    /// Takes so many steps, in the same way.
    #[inline]
    fn steps(&mut self, count: u64) -> ControlFlow<Step> {
        (0..count).try_for_each(|_| self.step())
    }

    fn course(&mut self) -> &mut Course;

    /// Takes steps up to a number, or to the end.
    #[inline]
    fn advance_stepwise(&mut self, steps: u64) -> Step {
        if let Some(answer) = self.course().answer {
            return answer;
        }
        self.course().began = Some(Instant::now());
        let step = match self.steps(steps) {
            ControlFlow::Continue(()) => Step::Continue,
            ControlFlow::Break(end) => end,
        };
        let course = self.course();
        course.read_clock();
        course.began = None;
        if matches!(step, Step::Solved | Step::Exhausted) {
            course.answer = Some(step);
        }
        step
    }
}
