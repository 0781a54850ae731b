//! A solution in the terminal, one board after the other in the same place.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bestfirst::sliding_tiles::Board;
use console::style;

use crate::pictures::animation::Stage;

/// Shows the boards in place, at this rate per second. Returns `None` if the standard output is no
/// terminal, or too small. Otherwise returns whether all were shown before Ctrl-C.
pub(crate) fn animate(
    out: &mut dyn Write,
    boards: &[Board],
    per_second: f64,
    cancel: &AtomicBool,
) -> io::Result<Option<bool>> {
    let (Some(stage), Some(last)) = (Stage::new(), boards.last()) else { return Ok(None) };
    let lines = picture(boards, boards.len() - 1);
    let width = lines.lines().map(console::measure_text_width).max().unwrap_or(0);
    if !stage.has_room(last.size() + 3, width) {
        return Ok(None);
    }
    let pictures = (0..boards.len()).map(|index| picture(boards, index));
    let each = Duration::from_secs_f64(1.0 / per_second);
    Stage::play(out, pictures, each, cancel).map(Some)
}

/// The board after `index` moves. The tile that was moved is highlighted.
fn picture(boards: &[Board], index: usize) -> String {
    let (board, moves) = (&boards[index], boards.len() - 1);
    let before = index.checked_sub(1).map(|before| &boards[before]);
    let step = before.and_then(|before| before.direction_to(board));
    let step = step.map_or_else(String::new, |step| format!(": {step}"));
    let mut text = format!("Move {index} of {moves}{step}\n\n");
    let size = board.size();
    let width = (size * size - 1).to_string().len() + 2;
    for row in 0..size {
        for column in 0..size {
            let tile = board.tile_at(row, column);
            let number = if tile == 0 { String::new() } else { tile.to_string() };
            let cell = format!("{number:^width$}");
            // It stands where the blank was.
            let is_moved = before.is_some_and(|before| before.tile_at(row, column) == 0);
            let cell = if is_moved { style(cell).reverse() } else { style(cell) };
            text.push_str(&cell.to_string());
        }
        text.push('\n');
    }
    text.push('\n');
    text
}
