//! Levels of Sokoban in the usual text form.

use std::collections::BTreeSet;

/// A square that the player can get to if no box is in the way, by its number.
pub(crate) type Square = usize;

/// The squares within the walls, numbered row by row.
pub(crate) struct Level {
    /// The squares above, below, to the left and to the right of each, where there is no wall.
    pub(crate) neighbors: Vec<[Option<Square>; 4]>,
    /// The squares of the boxes and of the goals, one bit each.
    pub(crate) boxes: u128,
    pub(crate) goals: u128,
    pub(crate) player: Square,
}

/// There is a bit for each square.
const MOST: usize = 128;

/// A row and a column, counted from 0.
type Place = (usize, usize);

impl Level {
    /// Reads a level: `#` is a wall, `@` the player, `$` a box, `.` a goal, `+` the player on a goal,
    /// `*` a box on a goal, and a space the floor. Lines that begin with `;` are comments.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().map(|line| if line.starts_with(';') { "" } else { line });
        let rows: Vec<Vec<char>> = lines.map(|line| line.chars().collect()).collect();
        let (mut players, mut boxes, mut goals) = (Vec::new(), Vec::new(), Vec::new());
        for (row, line) in rows.iter().enumerate() {
            for (column, &character) in line.iter().enumerate() {
                let place = (row, column);
                if !"# @+$*.".contains(character) {
                    let what = format!("{character:?} is none of # @ + $ * . and the space");
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
        if boxes.is_empty() || boxes.len() > goals.len() {
            let (boxes, goals) = (boxes.len(), goals.len());
            return Err(format!(
                "{boxes} boxes and {goals} goals, expected a box and a goal for each"
            ));
        }

        let squares = within_walls(&rows, player)?;
        let number = |place: &Place| squares.binary_search(place).ok();
        let bits = |places: &[Place]| {
            places.iter().try_fold(0, |bits, place| match number(place) {
                Some(square) => Ok(bits | 1_u128 << square),
                None => Err(fault(*place, "the player cannot get there")),
            })
        };
        let neighbors = squares.iter().map(|&place| around(place).map(|next| number(&next?)));
        Ok(Self {
            neighbors: neighbors.collect(),
            boxes: bits(&boxes)?,
            goals: bits(&goals)?,
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
