//! The goal of a board by its name, or from a file.

#![allow(dead_code, reason = "each example takes what it needs")]

use std::convert::Infallible;
use std::path::PathBuf;

use bestfirst::sliding_tiles::{Board, Goal, Renaming};

use crate::command_line;

/// The goal as an option gives it.
#[derive(Clone, PartialEq)]
pub(crate) enum GoalName {
    Corner(Goal),
    Snail,
    File(PathBuf),
}

/// The help of the option, in place of possible values.
pub(crate) const GOAL_HELP: &str = "\
    The solved board: blank-last (1 2 3 / 4 5 6 / 7 8 0), blank-first (0 1 2 / 3 4 5 / 6 7 8), \
    snail (1 2 3 / 8 0 4 / 7 6 5), or a file with any arrangement";

/// Never fails, because any other name is that of a file.
#[expect(clippy::unnecessary_wraps, reason = "a parser of options")]
pub(crate) fn goal_name(text: &str) -> Result<GoalName, Infallible> {
    Ok(match text {
        "blank-last" => GoalName::Corner(Goal::BlankLast),
        "blank-first" => GoalName::Corner(Goal::BlankFirst),
        "snail" => GoalName::Snail,
        file => GoalName::File(file.into()),
    })
}

impl GoalName {
    /// The name as an option, or the tiles of the arrangement in the file.
    pub(crate) fn name(&self) -> Result<String, String> {
        Ok(match self {
            Self::Corner(Goal::BlankFirst) => "blank-first".to_owned(),
            Self::Corner(_) => "blank-last".to_owned(),
            Self::Snail => "snail".to_owned(),
            Self::File(file) => in_rows(&command_line::read(file, str::parse)?),
        })
    }

    /// The goal for boards of this size.
    pub(crate) fn for_size(&self, size: usize) -> Result<Aim, String> {
        let (arrangement, renaming) = match self {
            &Self::Corner(goal) => (Board::solved(size, goal), None),
            Self::Snail => {
                let snail = Board::snail(size);
                let renaming = snail.as_ref().ok().map(Renaming::to);
                (snail, renaming)
            }
            Self::File(file) => {
                let board: Board = command_line::read(file, str::parse)?;
                if board.size() != size {
                    let (file, found) = (file.display(), board.size());
                    return Err(format!(
                        "{file}: the goal is {found}-by-{found}, but the board {size}-by-{size}"
                    ));
                }
                let renaming = Some(Renaming::to(&board));
                (Ok(board), renaming)
            }
        };
        let arrangement = arrangement.map_err(|error| error.to_string())?;
        Ok(Aim { arrangement, renaming })
    }
}

/// The goal of a board. If it is not one of the two common ones, the tiles are renamed, so that
/// every estimate works.
pub(crate) struct Aim {
    arrangement: Board,
    renaming: Option<Renaming>,
}

impl Aim {
    /// What the searches know as the goal.
    pub(crate) fn goal(&self) -> Goal {
        self.renaming.as_ref().map_or(self.arrangement.goal(), Renaming::goal)
    }

    /// A board of this size for this goal.
    pub(crate) fn board(&self, board: Board) -> Board {
        match &self.renaming {
            Some(renaming) => renaming.rename(&board).unwrap_or(board),
            None => board.with_goal(self.arrangement.goal()),
        }
    }

    /// The board as it was given.
    pub(crate) fn shown(&self, board: &Board) -> Board {
        let restored = self.renaming.as_ref().and_then(|renaming| renaming.restore(board));
        restored.unwrap_or_else(|| board.clone())
    }

    /// That there is no solution, and with which goal there would be one.
    pub(crate) fn unsolvable(&self, board: &Board) -> String {
        let goal = match self.arrangement.size() {
            0..=5 => format!("the goal {} cannot be reached", in_rows(&self.arrangement)),
            _ => "the goal cannot be reached".to_owned(),
        };
        let own = self.shown(board);
        let others = [("blank-last", Goal::BlankLast), ("blank-first", Goal::BlankFirst)];
        let mut others =
            others.into_iter().filter(|&(_, goal)| own.clone().with_goal(goal).is_solvable());
        let other = others.next().map(|(name, _)| format!("; with --goal {name} it can"));
        format!("No solution is possible: {goal}{}.", other.unwrap_or_default())
    }
}

/// The tiles on one line.
fn in_rows(board: &Board) -> String {
    let tiles: Vec<u32> = board.tiles().collect();
    let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    tiles.chunks(board.size()).map(row).collect::<Vec<_>>().join(" / ")
}
