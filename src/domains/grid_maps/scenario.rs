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
        let version = lines.word();
        if !matches!(version.text, "1" | "1.0") {
            return Err(version.unexpected("version `1`"));
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
    let (bucket, map) = (field(), field());
    let [width, height, start_x, start_y, goal_x, goal_y] = [(); 6].map(|()| field());
    let (length, rest) = (field(), field());

    let bucket = bucket.number("the number of a bucket")?;
    if map.text.is_empty() {
        return Err(map.unexpected("the name of a map"));
    }
    let map = map.text.to_owned();
    let width = width.number("the width of the map")?;
    let height = height.number("the height of the map")?;
    let start = (start_x.number("a column to start from")?, start_y.number("a row to start from")?);
    let goal = (goal_x.number("a column to reach")?, goal_y.number("a row to reach")?);
    let places = [(start_x, start.0, width), (start_y, start.1, height)];
    for (word, place, side) in
        places.into_iter().chain([(goal_x, goal.0, width), (goal_y, goal.1, height)])
    {
        if place >= side {
            return Err(word.unexpected("a place on the map"));
        }
    }
    let (word, expected) = (length, "a length of 0 or more");
    let length = word.number(expected)?;
    if !(0.0..f64::INFINITY).contains(&length) {
        return Err(word.unexpected(expected));
    }
    if !rest.text.trim().is_empty() {
        return Err(rest.unexpected("the end of the line"));
    }
    Ok(Scenario { bucket, map, width, height, start, goal, length })
}

impl fmt::Display for Scenarios {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("version 1\n")?;
        self.0.iter().try_for_each(|scenario| writeln!(f, "{scenario}"))
    }
}
