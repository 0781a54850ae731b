//! The rules of Sokoban on a level as it is drawn.

use std::collections::HashSet;

/// The moves of a player on a level as it is drawn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Drawing {
    rows: Vec<Vec<char>>,
    player: (usize, usize),
}

impl Drawing {
    pub(crate) fn new(level: &str) -> Self {
        let floor = |c| if "-_".contains(c) { ' ' } else { c };
        let rows = level.lines().map(|line| line.chars().map(floor).collect());
        let rows: Vec<Vec<char>> = rows.collect();
        let places = rows.iter().enumerate().flat_map(|(row, line)| {
            line.iter().enumerate().map(move |(column, &character)| ((row, column), character))
        });
        let player = places.clone().find(|(_, character)| "@+".contains(*character)).unwrap().0;
        Self { rows, player }
    }

    /// After a move, and whether it was a push. `None` if something is in the way.
    fn after(&self, direction: char) -> Option<(Self, bool)> {
        let step = |(row, column): (usize, usize)| match direction {
            'u' => (row - 1, column),
            'd' => (row + 1, column),
            'l' => (row, column - 1),
            _ => (row, column + 1),
        };
        let player = step(self.player);
        let mut next = Self { player, ..self.clone() };
        let mut put = |(row, column): (usize, usize), pairs: [(char, char); 2]| {
            let at: &mut char = &mut next.rows[row][column];
            *at = pairs.iter().find(|(from, _)| from == at)?.1;
            Some(())
        };
        let is_push = "$*".contains(self.rows[player.0][player.1]);
        put(self.player, [('@', ' '), ('+', '.')])?;
        if is_push {
            put(player, [('$', '@'), ('*', '+')])?;
            put(step(player), [(' ', '$'), ('.', '*')])?;
        } else {
            put(player, [(' ', '@'), ('.', '+')])?;
        }
        Some((next, is_push))
    }

    fn is_solved(&self) -> bool {
        !self.rows.iter().flatten().any(|&character| character == '$')
    }

    /// The number of pushes among the moves of a solution: walks in lower case, pushes in upper
    /// case. `None` if it is none.
    pub(crate) fn pushes(&self, moves: &str) -> Option<usize> {
        let mut drawing = self.clone();
        for step in moves.chars() {
            let (next, is_push) = drawing.after(step.to_ascii_lowercase())?;
            if is_push != step.is_uppercase() {
                return None;
            }
            drawing = next;
        }
        drawing.is_solved().then(|| moves.chars().filter(|step| step.is_uppercase()).count())
    }

    /// The fewest pushes: all that can be reached with as many, and then those with one more.
    pub(crate) fn fewest_pushes(&self) -> Option<usize> {
        let (mut level, mut known) = (vec![self.clone()], HashSet::new());
        for pushes in 0.. {
            let mut pushed = Vec::new();
            while let Some(drawing) = level.pop() {
                if drawing.is_solved() {
                    return Some(pushes);
                }
                if known.insert(drawing.clone()) {
                    for (next, is_push) in "udlr".chars().filter_map(|step| drawing.after(step)) {
                        if is_push { pushed.push(next) } else { level.push(next) }
                    }
                }
            }
            if pushed.is_empty() {
                break;
            }
            level = pushed;
        }
        None
    }
}
