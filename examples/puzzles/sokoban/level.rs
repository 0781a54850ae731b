//! Levels of Sokoban in the usual text form.

use std::collections::BTreeSet;
use std::iter;
use std::ops::Range;

/// A square that the player can get to if no box is in the way, by its number.
pub(crate) type Square = usize;

/// The squares within the walls, numbered row by row.
pub(crate) struct Level {
    /// The squares above, below, to the left and to the right of each, where there is no wall.
    pub(crate) neighbors: Vec<[Option<Square>; 4]>,
    pub(crate) boxes: Squares,
    pub(crate) goals: Squares,
    pub(crate) player: Square,
}

/// A set of squares, one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Squares([u128; MOST / 128]);

/// There is a bit for each square.
const MOST: usize = 512;

impl Squares {
    pub(crate) fn contains(&self, square: Square) -> bool {
        self.0[square / 128] >> (square % 128) & 1 == 1
    }

    /// Adds a square, or removes it.
    pub(crate) fn toggle(&mut self, square: Square) {
        self.0[square / 128] ^= 1 << (square % 128);
    }

    /// The squares in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        (0..).zip(self.0).flat_map(|(word, mut bits)| {
            iter::from_fn(move || {
                let bit = bits.trailing_zeros() as Square;
                bits &= bits.wrapping_sub(1);
                (bit < 128).then_some(128 * word + bit)
            })
        })
    }
}

/// A row and a column, counted from 0.
type Place = (usize, usize);

impl Level {
    /// Reads the level of this number, counted from 1, of a collection: `#` is a wall, `@` the
    /// player, `$` a box, `.` a goal, `+` the player on a goal, `*` a box on a goal, and a space,
    /// `-` or `_` the floor.
    ///
    /// A row begins with a wall, perhaps after some floor. Titles, comments and empty lines may be
    /// between the rows of two levels.
    pub(crate) fn parse(text: &str, number: usize) -> Result<Self, String> {
        let is_row = |line: &str| line.trim_start_matches([' ', '-', '_']).starts_with('#');
        let lines: Vec<&str> = text.lines().collect();
        let mut levels: Vec<Range<usize>> = Vec::new();
        for (row, _) in lines.iter().enumerate().filter(|(_, line)| is_row(line)) {
            match levels.last_mut() {
                Some(level) if level.end == row => level.end += 1,
                _ => levels.push(row..row + 1),
            }
        }
        let level = levels.get(number - 1).ok_or_else(|| match levels.len() {
            0 => "there is no level".to_owned(),
            1 => format!("there is one level, not {number}"),
            count => format!("there are {count} levels, not {number}"),
        })?;
        // The rows before it are empty, so that places are those in the text.
        let rows = lines.iter().enumerate().take(level.end);
        let rows = rows.map(|(row, line)| if row < level.start { "" } else { line });
        Self::of_rows(&rows.map(|line| line.chars().collect()).collect::<Vec<_>>())
    }

    fn of_rows(rows: &[Vec<char>]) -> Result<Self, String> {
        let (mut players, mut boxes, mut goals) = (Vec::new(), Vec::new(), Vec::new());
        for (row, line) in rows.iter().enumerate() {
            for (column, &character) in line.iter().enumerate() {
                let place = (row, column);
                if !"# -_@+$*.".contains(character) {
                    let what = format!("{character:?} is none of # @ + $ * . - _ and the space");
                    return Err(fault(place, &what));
                }
                for (list, kinds) in [(&mut players, "@+"), (&mut boxes, "$*"), (&mut goals, ".*+")]
                {
                    if kinds.contains(character) {
                        list.push(place);
                    }
                }
            }
        }
        let &player = players.first().ok_or("there is no player (@ or +)")?;
        if let Some(&second) = players.get(1) {
            return Err(fault(second, "a second player"));
        }
        let squares = within_walls(rows, player)?;
        let number = |place: &Place| squares.binary_search(place).ok();
        // A box out of reach does no harm if it is on a goal, nor does a goal out of reach.
        let is_near = |place: &Place| number(place).is_some();
        if let Some(&far) = boxes.iter().find(|place| !is_near(place) && !goals.contains(place)) {
            return Err(fault(far, "the player cannot get there"));
        }
        let has_boxes = !boxes.is_empty();
        boxes.retain(is_near);
        goals.retain(is_near);
        if !has_boxes || boxes.len() > goals.len() {
            let (boxes, goals) = (boxes.len(), goals.len());
            return Err(format!(
                "{boxes} boxes and {goals} goals within reach, expected a box and a goal for each"
            ));
        }
        let set = |places: &[Place]| {
            let mut set = Squares::default();
            places.iter().filter_map(number).for_each(|square| set.toggle(square));
            set
        };
        let neighbors = squares.iter().map(|&place| around(place).map(|next| number(&next?)));
        Ok(Self {
            neighbors: neighbors.collect(),
            boxes: set(&boxes),
            goals: set(&goals),
            player: number(&player).unwrap_or_default(),
        })
    }
}

fn fault((row, column): Place, what: &str) -> String {
    format!("line {}, column {}: {what}", row + 1, column + 1)
}

/// The places above, below, to the left and to the right.
fn around((row, column): Place) -> [Option<Place>; 4] {
    let (above, left) = (row.checked_sub(1), column.checked_sub(1));
    let (above, left) = (above.map(|row| (row, column)), left.map(|column| (row, column)));
    [above, Some((row + 1, column)), left, Some((row, column + 1))]
}

/// The places that the player can get to if no box is in the way, in order.
fn within_walls(rows: &[Vec<char>], player: Place) -> Result<Vec<Place>, String> {
    let mut open = vec![player];
    let mut reached = BTreeSet::from([player]);
    while let Some(place) = open.pop() {
        for next in around(place) {
            let at = next.and_then(|(row, column)| Some((next?, rows.get(row)?.get(column)?)));
            let (next, character) = at.ok_or_else(|| fault(place, "the wall is open here"))?;
            if *character != '#' && reached.insert(next) {
                open.push(next);
            }
        }
        if reached.len() > MOST {
            return Err(format!("more than {MOST} squares within the walls"));
        }
    }
    Ok(reached.into_iter().collect())
}
