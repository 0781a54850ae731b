//! Pictures one after the other in the same place of a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use console::Term;

/// The terminal at the standard output.
pub(crate) struct Stage {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// The longest time until Ctrl-C is noticed.
const TURN: Duration = Duration::from_millis(50);

/// The line below each picture.
const HINT: &str = "Enter pauses and goes on, Ctrl-C ends.";

impl Stage {
    /// `None` if the standard output is no terminal that can move its cursor.
    pub(crate) fn new() -> Option<Self> {
        let is_dumb = std::env::var_os("TERM").is_none_or(|name| name == "dumb");
        let (rows, columns) = Term::stdout().size_checked().filter(|_| !is_dumb)?;
        // A line remains for the hint, and one for the cursor.
        Some(Self { rows: usize::from(rows).saturating_sub(2), columns: columns.into() })
    }

    /// Whether a picture of that many lines and characters in a line fits.
    pub(crate) fn has_room(&self, rows: usize, columns: usize) -> bool {
        rows <= self.rows && columns <= self.columns
    }

    /// Shows each picture for a while. The last one stays. Returns whether all were shown; the flag
    /// of Ctrl-C ends it.
    ///
    /// A picture has whole lines, and none of them is wider than the terminal.
    pub(crate) fn play(
        out: &mut dyn Write,
        pictures: impl IntoIterator<Item = String>,
        each: Duration,
        cancel: &AtomicBool,
    ) -> io::Result<bool> {
        let lines = lines_of_input();
        let (mut height, mut typed) = (0, 0);
        for picture in pictures {
            rewind(out, height + typed)?;
            write!(out, "{picture}{HINT}")?;
            out.flush()?;
            (height, typed) = (picture.matches('\n').count(), 0);
            let mut left = each;
            let mut is_paused = false;
            while is_paused || !left.is_zero() {
                if cancel.load(Ordering::Relaxed) {
                    writeln!(out)?;
                    return Ok(false);
                }
                let began = Instant::now();
                let turn = if is_paused { TURN } else { left.min(TURN) };
                match lines.recv_timeout(turn) {
                    // The terminal has printed the line feed.
                    Ok(()) => (is_paused, typed) = (!is_paused, typed + 1),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => thread::sleep(turn),
                }
                if !is_paused {
                    left = left.saturating_sub(began.elapsed());
                }
            }
        }
        // Without the hint.
        rewind(out, typed)?;
        Ok(true)
    }
}

/// Moves the cursor back to the start of a picture of that many lines, and wipes it out.
fn rewind(out: &mut dyn Write, height: usize) -> io::Result<()> {
    match height {
        0 => write!(out, "\r\x1b[J"),
        _ => write!(out, "\r\x1b[{height}A\x1b[J"),
    }
}

/// Tells of each line that is typed. The thread waits for lines until the program ends.
fn lines_of_input() -> Receiver<()> {
    let (sender, receiver) = mpsc::channel();
    if io::stdin().is_terminal() {
        thread::spawn(move || {
            let mut line = String::new();
            while io::stdin().read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
                line.clear();
                if sender.send(()).is_err() {
                    break;
                }
            }
        });
    }
    receiver
}
