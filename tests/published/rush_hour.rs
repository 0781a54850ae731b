//! Rush Hour: `examples/puzzles/rush_hour.rs`. An instance is the squares of the yard.
//!
//! Figures: `cost`, the fewest moves or steps; `states`, all positions that can be reached;
//! `solutions`, how many are as short.

use bestfirst::{Cost, Limits};

use crate::rules::{self, Instance, Rules};

#[path = "../../examples/puzzles/rush_hour.rs"]
mod space;

pub(crate) use space::Metric;
use space::{Position, RushHour};

struct Yard {
    space: RushHour,
    initial: Position,
    metric: Metric,
    squares: Vec<char>,
}

pub(crate) fn read(text: &str, metric: Metric) -> Result<Box<dyn Instance>, String> {
    let (space, initial) = RushHour::parse(text, metric)?;
    let squares = text.replace('.', "o").chars().collect();
    Ok(Box::new(Yard { space, initial, metric, squares }))
}

impl Instance for Yard {
    fn figure(&self, name: &str, most: Option<usize>) -> Result<String, String> {
        match name {
            "cost" => {
                let solver = self.space.solve(self.initial, Limits::none());
                let look = |&position: &Position| self.space.text(position).chars().collect();
                rules::solution(self, &solver, look)
            }
            "solutions" => rules::solutions(&self.space, self.initial),
            _ => rules::of_growth(name, &rules::growth(&self.space, self.initial, most)),
        }
    }

    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String> {
        rules::by_brute_force(self, name, most)
    }
}

/// A car is pushed at one end: the square before it must be empty, and the last one becomes so.
impl Rules for Yard {
    type Position = Vec<char>;

    fn start(&self) -> Vec<char> {
        self.squares.clone()
    }

    fn is_solved(&self, squares: &Vec<char>) -> bool {
        squares.chunks(6).any(|row| row[5] == 'A')
    }

    fn next(&self, squares: &Vec<char>) -> Vec<(Vec<char>, Cost)> {
        let mut all = Vec::new();
        for from in (0..36).filter(|&square| squares[square].is_ascii_uppercase()) {
            for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let mut pushed = squares.clone();
                let mut end = from;
                while let Some(next) = pushed_to(&mut pushed, &mut end, right, down) {
                    all.push((next, 1));
                    if self.metric == Metric::Steps {
                        break;
                    }
                }
            }
        }
        all
    }
}

/// The squares after the car with its rear on `rear` went one square that way, if it can.
fn pushed_to(
    squares: &mut [char],
    rear: &mut usize,
    right: isize,
    down: isize,
) -> Option<Vec<char>> {
    let name = squares[*rear];
    let at = |distance: isize| {
        let row = (*rear / 6).checked_add_signed(distance * down)?;
        let column = (*rear % 6).checked_add_signed(distance * right)?;
        (row < 6 && column < 6).then_some(6 * row + column)
    };
    let is_rear = at(-1).is_none_or(|behind| squares[behind] != name);
    let mut length = 1;
    while at(length).is_some_and(|square| squares[square] == name) {
        length += 1;
    }
    let front = at(length).filter(|&front| squares[front] == 'o')?;
    if length < 2 || !is_rear {
        return None;
    }
    let second = at(1)?;
    squares[*rear] = 'o';
    squares[front] = name;
    *rear = second;
    Some(squares.to_vec())
}
