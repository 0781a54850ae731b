//! The form of a table: a row on each line, in five columns with a tab between them. A `#` at the
//! beginning of a line makes it a comment.
//!
//! | column | what |
//! |---|---|
//! | puzzle | the kind of the instance, and what is counted |
//! | instance | its text |
//! | figures | `name=value` for each, with spaces between them |
//! | when | `gate`; or `by hand`, and the seconds it took, if it was run |
//! | source | where the figures are from, or `brute force` |
//!
//! A list of values that ends in `...` goes on: only its beginning is compared. If the source has
//! another figure than ours, it follows in brackets, as in `pushes=41(43)`.

/// A row of a table.
pub(crate) struct Row {
    /// The number of the line, from 1 on, and the line.
    pub(crate) number: usize,
    pub(crate) line: String,
    pub(crate) puzzle: String,
    pub(crate) instance: String,
    pub(crate) figures: Vec<Figure>,
    pub(crate) when: When,
    source: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Gate,
    ByHand,
}

/// What must come out.
pub(crate) struct Figure {
    pub(crate) name: String,
    value: String,
    /// What the source says, if it is not what comes out.
    pub(crate) published: Option<String>,
}

impl Row {
    /// Whether nothing but our own count says so. It is then counted again.
    pub(crate) fn is_by_brute_force(&self) -> bool {
        self.source.starts_with("brute force")
    }
}

impl Figure {
    /// The index of the last value to compare, if the list goes on.
    pub(crate) fn most(&self) -> Option<usize> {
        let values = self.value.strip_suffix(",...")?;
        Some(values.split(',').count() - 1)
    }

    /// The value, without the sign that it goes on.
    pub(crate) fn value(&self) -> &str {
        self.value.strip_suffix(",...").unwrap_or(&self.value)
    }

    fn read(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or_else(|| format!("no = in {text:?}"))?;
        let (value, published) = match value.strip_suffix(')').and_then(|v| v.split_once('(')) {
            Some((value, published)) => (value, Some(published.to_owned())),
            None => (value, None),
        };
        Ok(Self { name: name.to_owned(), value: value.to_owned(), published })
    }
}

pub(crate) fn read(text: &str) -> Result<Vec<Row>, String> {
    let lines = (1..).zip(text.lines());
    let rows = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    rows.map(|(number, line)| row(number, line).map_err(|error| format!("line {number}: {error}")))
        .collect()
}

fn row(number: usize, line: &str) -> Result<Row, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [puzzle, instance, figures, when, source] = columns[..] else {
        return Err(format!("{} columns, expected 5", columns.len()));
    };
    let when = match when {
        "gate" => When::Gate,
        _ if when.starts_with("by hand") => When::ByHand,
        _ => return Err(format!("{when:?} is neither gate nor by hand")),
    };
    let figures = figures.split(' ').map(Figure::read).collect::<Result<_, _>>()?;
    let [line, puzzle, instance, source] = [line, puzzle, instance, source].map(str::to_owned);
    if source.is_empty() {
        return Err("there is no source".to_owned());
    }
    Ok(Row { number, line, puzzle, instance, figures, when, source })
}
