//! Maps as text.

use std::fmt;
use std::str::FromStr;

use super::layout::MAX_SIDE;
use super::{Cell, GridMap, GridMapError, GridMapErrorKind};
use crate::domains::text::{self, shortened};

type Parsed<T> = Result<T, GridMapError>;

/// The characters of a form of maps.
struct Terrain {
    open: &'static str,
    walls: &'static str,
    /// The characters that are skipped.
    between: &'static str,
    expected: &'static str,
}

const BENCHMARK: Terrain = Terrain {
    open: ".GS",
    walls: "@OTW",
    between: "",
    expected: "., G or S, or @, O, T or W for a wall",
};
const MAZE: Terrain = Terrain {
    open: ". SE",
    walls: "#",
    between: "",
    expected: ". or a space, # for a wall, S for the start or E for the end",
};
const DIGITS: Terrain =
    Terrain { open: "0", walls: "1", between: " \t,", expected: "0, or 1 for a wall" };

impl FromStr for GridMap {
    type Err = GridMapError;

    /// Reads a map of the Moving AI benchmarks, a maze, or a grid of digits; [`GridMap`] describes
    /// them.
    fn from_str(text: &str) -> Result<Self, GridMapError> {
        text.parse().map(|maze: Maze| maze.map)
    }
}

/// A map, with the start and the end that a maze may have. `FromStr` reads every form of
/// [`GridMap`].
///
/// ```
/// use bestfirst::grid_maps::Maze;
///
/// let maze: Maze = "S.#\n..E".parse()?;
/// let [start, end] = [maze.start, maze.end].map(|cell| maze.map.position(cell.unwrap()));
/// assert_eq!((start, end), ((0, 0), (2, 1)));
/// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    /// The map.
    pub map: GridMap,
    /// The cell marked `S` in a maze.
    pub start: Option<Cell>,
    /// The cell marked `E` in a maze.
    pub end: Option<Cell>,
}

impl FromStr for Maze {
    type Err = GridMapError;

    fn from_str(text: &str) -> Result<Self, GridMapError> {
        let text = text::without_mark(text);
        let mut lines = Lines::new(text);
        if text.starts_with("type") {
            return Ok(Self { map: benchmark(&mut lines)?, start: None, end: None });
        }
        let has_digits = text.trim_start().starts_with(['0', '1']);
        maze(&mut lines, if has_digits { &DIGITS } else { &MAZE })
    }
}

/// The form of the Moving AI benchmarks.
fn benchmark(lines: &mut Lines) -> Parsed<GridMap> {
    lines.next_line();
    lines.expect_word("type", "`type octile`")?;
    lines.expect_word("octile", "`octile`")?;
    lines.expect_end()?;
    let height = side(lines, "height", "`height` and a number")?;
    let width = side(lines, "width", "`width` and a number")?;
    lines.next_line();
    lines.expect_word("map", "`map`")?;
    lines.expect_end()?;

    let row_count = |found| GridMapErrorKind::RowCount { found, expected: height };
    let mut open = Vec::new();
    for row in 0..height {
        if !lines.next_line() {
            return Err(lines.error(1, row_count(row)));
        }
        read_row(lines, width, &mut open, &BENCHMARK)?;
    }
    while lines.next_line() {
        if !lines.line.trim().is_empty() {
            return Err(lines.error(1, row_count(height + 1)));
        }
    }
    GridMap::from_fn(width, height, |x, y| open[y * width + x])
}

/// A line such as `height 512`.
fn side(lines: &mut Lines, name: &'static str, expected: &'static str) -> Parsed<usize> {
    lines.next_line();
    lines.expect_word(name, expected)?;
    let word = lines.word();
    let side = word.number("a number of cells")?;
    lines.expect_end()?;
    if (1..=MAX_SIDE).contains(&side) {
        return Ok(side);
    }
    Err(word.error(GridMapErrorKind::SizeOutOfRange { size: shortened(word.text) }))
}

fn maze(lines: &mut Lines, terrain: &Terrain) -> Parsed<Maze> {
    let mut ends = [('S', "only one S", None), ('E', "only one E", None)];
    let (mut open, mut width, mut height) = (Vec::new(), 0, 0);
    let mut has_ended = false;
    while lines.next_line() {
        let cells = lines.line.chars().filter(|&c| !terrain.between.contains(c)).count();
        if cells == 0 {
            has_ended = height > 0;
            continue;
        }
        if height == 0 {
            width = cells;
        }
        if has_ended {
            return Err(lines.at(1, lines.line).unexpected("nothing after the empty line"));
        }
        read_row(lines, width, &mut open, terrain)?;
        for (mark, expected, end) in &mut ends {
            for (column, _) in lines.line.chars().enumerate().filter(|&(_, c)| c == *mark) {
                if end.replace((column, height)).is_some() {
                    return Err(lines.at(column + 1, &mark.to_string()).unexpected(expected));
                }
            }
        }
        height += 1;
        if width > MAX_SIDE || height > MAX_SIDE {
            let column = width.min(MAX_SIDE + 1);
            let size = format!("{width} by {height}");
            return Err(lines.error(column, GridMapErrorKind::SizeOutOfRange { size }));
        }
    }
    if height == 0 {
        return Err(GridMapError::new(Some((1, 1)), GridMapErrorKind::Empty));
    }
    let map = GridMap::from_fn(width, height, |x, y| open[y * width + x])?;
    let [start, end] = ends.map(|(.., end)| end.and_then(|(x, y)| map.cell(x, y)));
    Ok(Maze { map, start, end })
}

/// Adds a row of `width` cells.
fn read_row(lines: &Lines, width: usize, open: &mut Vec<bool>, terrain: &Terrain) -> Parsed<()> {
    // After the last cell that belongs to the row.
    let (mut found, mut end) = (0, 1);
    for (column, cell) in (1..).zip(lines.line.chars()) {
        if terrain.between.contains(cell) {
            continue;
        }
        found += 1;
        if found <= width {
            end = column + 1;
        }
        let is_open = terrain.open.contains(cell);
        if !is_open && !terrain.walls.contains(cell) {
            let expected = terrain.expected;
            let kind = GridMapErrorKind::UnknownTerrain { found: cell, expected };
            return Err(lines.error(column, kind));
        }
        open.push(is_open);
    }
    if found == width {
        return Ok(());
    }
    let kind = GridMapErrorKind::RowLength { found, expected: width };
    Err(lines.error(end, kind))
}

/// The lines of a text and its words, with their places.
pub(super) struct Lines<'t> {
    rest: text::Lines<'t>,
    number: usize,
    pub(super) line: &'t str,
    /// The bytes of the line that were read as words.
    read: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text::Lines::new(text), number: 0, line: "", read: 0 }
    }

    /// Goes on to the next line. Returns whether there is one; if not, the line is empty.
    pub(super) fn next_line(&mut self) -> bool {
        let line = self.rest.next();
        self.number += 1;
        self.line = line.unwrap_or_default();
        self.read = 0;
        line.is_some()
    }

    fn error(&self, column: usize, kind: GridMapErrorKind) -> GridMapError {
        GridMapError::new(Some((self.number, column)), kind)
    }

    /// A part of the line that is in this column.
    fn at<'a>(&self, column: usize, text: &'a str) -> Word<'a> {
        Word { text, place: (self.number, column) }
    }

    /// The next word of the line; an empty one at the end.
    pub(super) fn word(&mut self) -> Word<'t> {
        self.field(char::is_whitespace)
    }

    /// What comes before the next separator. Separators before it are skipped.
    pub(super) fn field(&mut self, is_separator: impl Fn(char) -> bool) -> Word<'t> {
        let rest = &self.line[self.read..];
        let start = rest.find(|c| !is_separator(c)).unwrap_or(rest.len());
        let length = rest[start..].find(&is_separator).unwrap_or(rest.len() - start);
        let column = self.line[..self.read + start].chars().count() + 1;
        self.read += start + length;
        self.at(column, &rest[start..start + length])
    }

    pub(super) fn expect_word(&mut self, text: &str, expected: &'static str) -> Parsed<()> {
        let word = self.word();
        if word.text == text { Ok(()) } else { Err(word.unexpected(expected)) }
    }

    pub(super) fn expect_end(&mut self) -> Parsed<()> {
        self.expect_word("", "the end of the line")
    }
}

/// A word of a text, and its line and column.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    place: (usize, usize),
}

impl Word<'_> {
    pub(super) fn number<T: FromStr>(self, expected: &'static str) -> Parsed<T> {
        self.text.trim().parse().map_err(|_| self.unexpected(expected))
    }

    pub(super) fn unexpected(self, expected: &'static str) -> GridMapError {
        self.error(GridMapErrorKind::Unexpected { found: shortened(self.text), expected })
    }

    fn error(self, kind: GridMapErrorKind) -> GridMapError {
        GridMapError::new(Some(self.place), kind)
    }
}

impl fmt::Display for GridMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wall = if f.alternate() { '#' } else { '@' };
        if !f.alternate() {
            let (width, height) = (self.width(), self.height());
            write!(f, "type octile\nheight {height}\nwidth {width}\nmap\n")?;
        }
        (0..self.height()).try_for_each(|y| {
            let cells = (0..self.width()).filter_map(|x| self.cell(x, y));
            let row = cells.map(|cell| if self.is_open(cell) { '.' } else { wall });
            writeln!(f, "{}", row.collect::<String>())
        })
    }
}
