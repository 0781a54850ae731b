//! Leapers, such as the knight, on boards of any size. An instance is as in
//! `1,2 on 8x8 from 1,1 to 8,8`: the leap, the rows and columns, and the squares by row and column.
//! `to` may be missing.
//!
//! Figures: `cost`; `solutions`; `growth`, `states` and `radius`.

use bestfirst::{Cost, Problem};

use crate::rules::{self, Instance, Rules};

type Square = (i32, i32);

struct Leaper {
    leap: Square,
    board: Square,
    from: Square,
    to: Option<Square>,
}

pub(crate) fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    let pair = |text: &str| {
        let (first, second) = text.split_once([',', 'x'])?;
        Some((first.parse().ok()?, second.parse().ok()?))
    };
    let words: Vec<&str> = text.split(' ').collect();
    let pairs: Vec<Square> = words.iter().step_by(2).filter_map(|word| pair(word)).collect();
    let between: Vec<&str> = words.iter().copied().skip(1).step_by(2).collect();
    let (leap, board, from, to) = match pairs[..] {
        [leap, board, from, to] if between == ["on", "from", "to"] => (leap, board, from, Some(to)),
        [leap, board, from] if between == ["on", "from"] => (leap, board, from, None),
        _ => return Err("expected a leap on a board from a square".to_owned()),
    };
    Ok(Box::new(Leaper { leap, board, from, to }))
}

impl Leaper {
    fn leaps(&self, (row, column): Square) -> impl Iterator<Item = Square> {
        let (a, b) = self.leap;
        let leaps = [(a, b), (b, a), (-a, b), (b, -a), (a, -b), (-b, a), (-a, -b), (-b, -a)];
        let squares = leaps.into_iter().map(move |(down, right)| (row + down, column + right));
        let (rows, columns) = self.board;
        squares
            .filter(move |(row, column)| (1..=rows).contains(row) && (1..=columns).contains(column))
    }
}

impl Instance for Leaper {
    fn figure(&self, name: &str, most: Option<usize>) -> Result<String, String> {
        let is_goal = |&square: &Square| Some(square) == self.to;
        let space = Problem::from_neighbors(self.from, |&square| self.leaps(square), is_goal);
        match name {
            "cost" => rules::solution(self, &space.solve(), |&square| square),
            "solutions" => rules::solutions(&space, self.from),
            _ => rules::of_growth(name, &rules::growth(&space, self.from, most)),
        }
    }

    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String> {
        rules::by_brute_force(self, name, most)
    }
}

/// All squares of the board that are as far as the leap says, one way or the other.
impl Rules for Leaper {
    type Position = Square;

    fn start(&self) -> Square {
        self.from
    }

    fn is_solved(&self, square: &Square) -> bool {
        Some(*square) == self.to
    }

    fn next(&self, &(row, column): &Square) -> Vec<(Square, Cost)> {
        let (rows, columns) = self.board;
        let all = (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)));
        let leaps = all.filter(|to| {
            let apart = ((to.0 - row).abs(), (to.1 - column).abs());
            apart == self.leap || (apart.1, apart.0) == self.leap
        });
        leaps.map(|to| (to, 1)).collect()
    }
}
