//! A file with the answers so far. A run that was stopped goes on after the boards that are in it.
//!
//! The first line has the settings that the number of nodes depends on. Each further line has a
//! board and its answer, with the moves of the blank:
//!
//! ```text
//! # fifteen_puzzle --heuristic 6-6-6-6 --goal blank-first --prune 14
//! 14 5 9 2 18 [...]: moves 95, generated 1612054837, seconds 34.210, path ULDDR[...]
//! ```

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use bestfirst::sliding_tiles::{Board, BoardError, Direction};

use super::{Aim, Answer, Found};

pub(crate) struct Log<'a> {
    path: PathBuf,
    file: File,
    aim: &'a Aim,
    found: HashMap<Board, Found>,
}

impl<'a> Log<'a> {
    /// Opens a log, or starts one. Replays the solutions in it. Removes a last line that was cut
    /// because the program was killed.
    pub(crate) fn open(path: &Path, settings: &str, aim: &'a Aim) -> Result<Self, String> {
        let in_file = |error: &dyn Display| format!("{}: {error}", path.display());
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(|error| in_file(&error))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| in_file(&error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = (1..).zip(text[..whole].lines());
        let first = lines.next();
        let is_log = match first {
            Some((_, line)) => line == settings,
            None => settings.starts_with(&text),
        };
        if !is_log {
            let line = text.lines().next().unwrap_or_default();
            let error = format!("line 1: {line:?}, expected the settings {settings:?}");
            return Err(in_file(&error));
        }
        let mut found = HashMap::new();
        for (number, line) in lines {
            let entry = parse(line, aim);
            let (board, answer) =
                entry.map_err(|error| in_file(&format!("line {number}: {error}")))?;
            found.insert(board, answer);
        }
        // Not before all lines are read: a file that is refused keeps its bytes.
        if whole < text.len() {
            file.set_len(whole as u64).map_err(|error| in_file(&error))?;
        }
        let log = Self { path: path.to_owned(), file, aim, found };
        if first.is_none() {
            log.write(settings)?;
        }
        Ok(log)
    }

    /// The answer for a board, unless it was given up.
    pub(crate) fn get(&self, board: &Board) -> Option<&Found> {
        let found = self.found.get(board);
        found.filter(|found| !matches!(found.answer, Answer::Unsolved { .. }))
    }

    /// Adds the answer for a board to the file.
    pub(crate) fn append(&self, board: &Board, found: &Found) -> Result<(), String> {
        let tiles = join(self.aim.shown(board).tiles(), " ");
        let effort =
            format!("generated {}, seconds {:.3}", found.generated, found.elapsed.as_secs_f64());
        self.write(&match &found.answer {
            Answer::Solved(path) => {
                format!("{tiles}: moves {}, {effort}, path {}", path.len(), join(path, ""))
            }
            Answer::Unsolvable => format!("{tiles}: unsolvable"),
            Answer::Unsolved { lower_bound } => {
                format!("{tiles}: unsolved, moves >= {lower_bound}, {effort}")
            }
        })
    }

    /// Writes a line with one call, so that lines of several programs do not mix.
    fn write(&self, line: &str) -> Result<(), String> {
        let written = (&self.file).write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

fn parse(line: &str, aim: &Aim) -> Result<(Board, Found), String> {
    let (tiles, answer) = line.split_once(": ").ok_or("expected a board and its answer")?;
    let board = tiles.parse().map_err(|error: BoardError| error.kind().to_string())?;
    let board = aim.board(board);
    let found = parse_answer(answer).ok_or_else(|| format!("{answer:?} is not an answer"))?;
    let is_right = match &found.answer {
        Answer::Solved(path) => board.apply(path.iter().copied()).is_some_and(|end| end.is_goal()),
        Answer::Unsolvable => !board.is_solvable(),
        Answer::Unsolved { .. } => board.is_solvable(),
    };
    if is_right { Ok((board, found)) } else { Err(format!("{answer:?} is wrong")) }
}

fn parse_answer(answer: &str) -> Option<Found> {
    if answer == "unsolvable" {
        let (generated, elapsed) = (0, Duration::ZERO);
        return Some(Found { answer: Answer::Unsolvable, generated, elapsed });
    }
    let (unsolved, rest) = match answer.strip_prefix("unsolved, ") {
        Some(rest) => (true, rest),
        None => (false, answer),
    };
    let mut fields = rest.split(", ");
    let moves = number(fields.next()?, if unsolved { "moves >= " } else { "moves " })?;
    let generated = number(fields.next()?, "generated ")?;
    let seconds = number(fields.next()?, "seconds ")?;
    let elapsed = Duration::try_from_secs_f64(seconds).ok()?;
    let answer = if unsolved {
        Answer::Unsolved { lower_bound: moves }
    } else {
        let path = fields.next()?.strip_prefix("path ")?;
        let path = path.chars().map(direction).collect::<Option<Vec<_>>>()?;
        if path.len() != moves as usize {
            return None;
        }
        Answer::Solved(path)
    };
    fields.next().is_none().then_some(Found { answer, generated, elapsed })
}

fn number<T: FromStr>(field: &str, name: &str) -> Option<T> {
    field.strip_prefix(name)?.parse().ok()
}

fn direction(letter: char) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.to_string() == letter.to_string())
}

fn join(items: impl IntoIterator<Item: Display>, separator: &str) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(separator)
}
