//! Scenario files: the queries of a benchmark, with the lengths of their shortest paths.

use std::fmt;
use std::str::FromStr;

use super::GridMapError;
use super::text::Lines;

/// One query of a scenario file, with the length of its shortest path.
///
/// In the files of the [Moving AI benchmarks](https://movingai.com/benchmarks/formats.html),
/// straight steps have length 1 and diagonal ones √2, and no step cuts a corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The group that the query belongs to: its length divided by 4, rounded down.
    pub bucket: u32,
    /// The name of the map's file.
    pub map: String,
    /// The number of columns of the map.
    pub width: usize,
    /// The number of rows of the map.
    pub height: usize,
    /// The column and the row to start from.
    pub start: (usize, usize),
    /// The column and the row to reach.
    pub goal: (usize, usize),
    /// The length of a shortest path.
    pub length: f64,
}

/// The form of a line in a scenario file, without its end.
impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bucket, map, width, height, start, goal, length } = self;
        write!(f, "{bucket}\t{map}\t{width}\t{height}\t{}\t{}\t", start.0, start.1)?;
        write!(f, "{}\t{}\t{length}", goal.0, goal.1)
    }
}

/// The queries of a scenario file. `FromStr` reads the file, and `Display` writes it.
///
/// The first line is `version 1`. Each line after it is a query, with its fields separated by tabs.
/// In a line without tabs, any white space separates them. Empty lines are skipped.
///
/// ```
/// use bestfirst::grid_maps::Scenarios;
///
/// let text = "version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1\n";
/// let Scenarios(scenarios) = text.parse()?;
/// assert_eq!((scenarios[0].start, scenarios[0].goal), ((1, 11), (1, 12)));
/// assert_eq!(Scenarios(scenarios).to_string(), text);
/// # Ok::<(), bestfirst::grid_maps::GridMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scenarios(pub Vec<Scenario>);

impl FromStr for Scenarios {
    type Err = GridMapError;

    fn from_str(text: &str) -> Result<Self, GridMapError> {
        let mut lines = Lines::new(text);
        lines.next_line();
        lines.expect_word("version", "`version 1`")?;
        let (column, version) = lines.word();
        if !matches!(version, "1" | "1.0") {
            return Err(lines.unexpected(column, version, "version `1`"));
        }
        lines.expect_end()?;

        let mut scenarios = Vec::new();
        while lines.next_line() {
            if !lines.line.trim().is_empty() {
                scenarios.push(scenario(&mut lines)?);
            }
        }
        Ok(Self(scenarios))
    }
}

fn scenario(lines: &mut Lines) -> Result<Scenario, GridMapError> {
    let has_tabs = lines.line.contains('\t');
    let mut field = || lines.field(|c| if has_tabs { c == '\t' } else { c.is_whitespace() });
    let bucket = field();
    let map = field();
    let [width, height, start_x, start_y, goal_x, goal_y] = [(); 6].map(|()| field());
    let length = field();
    let rest = field();

    let (column, word) = bucket;
    let bucket = lines.number(column, word, "the number of a bucket")?;
    let (column, map) = map;
    if map.is_empty() {
        return Err(lines.unexpected(column, map, "the name of a map"));
    }
    let number = |(column, word), expected| lines.number(column, word, expected);
    let width = number(width, "the width of the map")?;
    let height = number(height, "the height of the map")?;
    let start =
        (number(start_x, "a column to start from")?, number(start_y, "a row to start from")?);
    let goal = (number(goal_x, "a column to reach")?, number(goal_y, "a row to reach")?);
    let places = [(start_x, start.0, width), (start_y, start.1, height)];
    for ((column, word), place, side) in
        places.into_iter().chain([(goal_x, goal.0, width), (goal_y, goal.1, height)])
    {
        if place >= side {
            return Err(lines.unexpected(column, word, "a place on the map"));
        }
    }
    let (column, word) = length;
    let expected = "a length of 0 or more";
    let length: f64 = lines.number(column, word, expected)?;
    if !(0.0..f64::INFINITY).contains(&length) {
        return Err(lines.unexpected(column, word, expected));
    }
    let (column, rest) = rest;
    if !rest.trim().is_empty() {
        return Err(lines.unexpected(column, rest, "the end of the line"));
    }
    Ok(Scenario { bucket, map: map.to_owned(), width, height, start, goal, length })
}

impl fmt::Display for Scenarios {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("version 1\n")?;
        self.0.iter().try_for_each(|scenario| writeln!(f, "{scenario}"))
    }
}
