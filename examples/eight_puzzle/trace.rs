//! The open list before each dequeue: as a table for every search that has one, and as the
//! assignments print it for A*.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bestfirst::search::{AStar, Algorithm, Search};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Event, EventKind, Limits, StateSpace, StopReason};

use crate::command_line::count;
use crate::course;
use crate::estimate::Estimate;
use crate::goal::Aim;
use crate::pictures::recording::ClosedLists;

/// Prints the open list before each node that is taken off it, with a `>` before that node.
pub(crate) struct Tracer<'o> {
    trace: RefCell<Trace<'o>>,
    /// Ends the search if the output cannot be written.
    cancel: Arc<AtomicBool>,
}

struct Trace<'o> {
    out: &'o mut dyn Write,
    /// The open nodes by their numbers.
    open: HashMap<usize, Row>,
    /// The last node of each board in a closed list: it takes the place of those before.
    latest: HashMap<(usize, Board), usize>,
    closed_lists: ClosedLists,
    steps: u64,
    result: io::Result<()>,
}

struct Row {
    parent: Option<usize>,
    path_cost: u32,
    estimate: u32,
    board: Board,
}

impl<'o> Tracer<'o> {
    pub(crate) fn new(
        out: &'o mut dyn Write,
        closed_lists: ClosedLists,
        cancel: Arc<AtomicBool>,
    ) -> Self {
        let (open, latest) = (HashMap::new(), HashMap::new());
        let trace = Trace { out, open, latest, closed_lists, steps: 0, result: Ok(()) };
        Self { trace: RefCell::new(trace), cancel }
    }

    pub(crate) fn observe(&self, event: &Event<'_, Board>) {
        if self.cancel.load(Ordering::Relaxed) {
            return;
        }
        let trace = &mut *self.trace.borrow_mut();
        trace.result = trace.observe(event);
        if trace.result.is_err() {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        self.trace.into_inner().result
    }
}

impl Trace<'_> {
    fn observe(&mut self, event: &Event<'_, Board>) -> io::Result<()> {
        match event.kind {
            EventKind::Generated | EventKind::Reopened => {
                let &Event { parent, path_cost, estimate, .. } = event;
                if event.node == 0 {
                    // The search begins, perhaps again.
                    self.open.clear();
                    self.latest.clear();
                }
                let board = event.state.clone();
                if let Some(list) = self.closed_lists.index(event.node) {
                    if let Some(old) = self.latest.insert((list, board.clone()), event.node) {
                        self.open.remove(&old);
                    }
                }
                self.open.insert(event.node, Row { parent, path_cost, estimate, board });
            }
            EventKind::Expanded | EventKind::Goal => {
                self.write(event.node)?;
                self.open.remove(&event.node);
            }
            _ => {}
        }
        Ok(())
    }

    fn write(&mut self, next: usize) -> io::Result<()> {
        let Self { out, open, steps, .. } = self;
        let nodes = count(open.len() as u64, "node");
        writeln!(out, "Step {steps}: {nodes} on the open list\n")?;
        writeln!(out, "{:>9} {:>8} {:>4} {:>4} {:>4}  BOARD", "NODE", "PARENT", "G", "H", "F")?;
        let mut rows: Vec<_> = open.iter().collect();
        rows.sort_unstable_by_key(|&(&node, &Row { path_cost, estimate, .. })| {
            (node != next, path_cost.saturating_add(estimate), estimate, Reverse(node))
        });
        for (&node, &Row { parent, path_cost, estimate, ref board }) in rows {
            let mark = if node == next { '>' } else { ' ' };
            let parent = parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string());
            let f = path_cost.saturating_add(estimate);
            write!(out, "{mark}{node:>8} {parent:>8} {path_cost:>4} {estimate:>4} {f:>4} ")?;
            let size = board.size();
            for (cell, tile) in board.tiles().enumerate() {
                let separator = if cell > 0 && cell % size == 0 { " / " } else { " " };
                write!(out, "{separator}{tile}")?;
            }
            writeln!(out)?;
        }
        writeln!(out)?;
        *steps += 1;
        Ok(())
    }
}

/// Prints the open list before each dequeue as the assignments do. Returns whether Ctrl-C ended it.
pub(crate) fn trace_as_course(
    space: impl StateSpace<State = Board>,
    (board, aim): (&Board, &Aim),
    limits: &Limits,
    estimate: Estimate,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let mut search = AStar::new().start(space, board.clone());
    for step in 0.. {
        course::write_step(out, step, estimate.name(), aim, search.open_list())?;
        let ended = search.advance(1).is_some();
        let statistics = search.statistics();
        match limits.met(&statistics) {
            _ if ended => break,
            Some(reason @ StopReason::Cancelled) => {
                super::write_unsolved(out, reason, &statistics, search.lower_bound())?;
                return Ok(true);
            }
            Some(_) => break,
            None => {}
        }
    }
    Ok(false)
}
