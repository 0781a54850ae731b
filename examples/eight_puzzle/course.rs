//! Boards and traces as the assignments print them, for graders that compare every byte.

use std::fmt;
use std::io::{self, Write};

use bestfirst::search::OpenNode;
use bestfirst::sliding_tiles::Board;

use crate::goal::Aim;

/// What the assignments print for a board without a solution.
pub(crate) const UNSOLVABLE: &str = "No solution possible";

/// A board as `toString` gives it: the size, and each tile in the Java format `"%2d "`, also the
/// last one of a row. Each line ends with a line feed.
pub(crate) struct CourseBoard<'a>(pub(crate) &'a Board);

impl fmt::Display for CourseBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.size();
        writeln!(f, "{size}")?;
        for (cell, tile) in (1..).zip(self.0.tiles()) {
            write!(f, "{tile:2} ")?;
            if cell % size == 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// Writes a step of the trace: the nodes of the open list side by side, and above each board its
/// priority, its number of moves and its estimate under this name.
pub(crate) fn write_step<'a>(
    out: &mut dyn Write,
    step: u64,
    estimate: &str,
    aim: &Aim,
    nodes: impl Iterator<Item = OpenNode<'a, Board>>,
) -> io::Result<()> {
    const GAP: usize = 4;
    let label = estimate.len().max("priority ".len());
    let columns: Vec<Vec<String>> = nodes
        .map(|node| {
            let numbers =
                [("priority", node.priority), ("moves", node.path_cost), (estimate, node.estimate)];
            let numbers = numbers.map(|(name, number)| format!("{name:label$} = {number}"));
            let board = CourseBoard(&aim.shown(node.state)).to_string();
            numbers.into_iter().chain(board.lines().map(str::to_owned)).collect()
        })
        .collect();
    let width = columns.iter().flatten().map(String::len).max().unwrap_or(0) + GAP;
    let height = columns.first().map_or(0, Vec::len);
    for line in 0..height {
        let step = if line == 0 { format!("Step {step}:") } else { String::new() };
        let cells = columns.iter().map(|column| format!("{:width$}", column[line]));
        let text = format!("{step:<10} {}", cells.collect::<String>());
        writeln!(out, "{}", text.trim_end())?;
    }
    writeln!(out)
}
