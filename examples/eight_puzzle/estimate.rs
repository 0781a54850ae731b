//! The estimates by name, and their tables.

use bestfirst::sliding_tiles::{Board, LinearConflict, WalkingDistance};
use bestfirst::{Cost, Heuristic};
use clap::ValueEnum;

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Estimate {
    /// The number of tiles out of place
    Hamming,
    /// The sum of the distances of the tiles from their goal cells
    #[default]
    Manhattan,
    /// Manhattan, and two moves for each tile that has to leave its line for others
    LinearConflict,
    /// The moves that bring all tiles into their rows and columns, up to 4-by-4
    WalkingDistance,
}

impl Estimate {
    /// The name in the trace.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hamming => "hamming",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear conflict",
            Self::WalkingDistance => "walking distance",
        }
    }
}

/// An estimate with its tables. The space has Manhattan already.
pub(crate) enum Tables {
    Hamming,
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
}

impl Tables {
    pub(crate) fn new(estimate: Estimate, board: &Board) -> Result<Option<Self>, String> {
        let (size, goal) = (board.size(), board.goal());
        Ok(match estimate {
            Estimate::Hamming => Some(Self::Hamming),
            Estimate::Manhattan => None,
            Estimate::LinearConflict => Some(Self::LinearConflict(LinearConflict::new(size, goal))),
            Estimate::WalkingDistance => {
                let table = WalkingDistance::new(size, goal);
                let table = table.ok_or_else(|| {
                    format!("walking-distance is for boards of up to 4-by-4, not {size}-by-{size}")
                })?;
                Some(Self::WalkingDistance(table))
            }
        })
    }
}

impl Heuristic<Board> for Tables {
    fn estimate(&self, board: &Board) -> Cost {
        match self {
            Self::Hamming => board.hamming(),
            Self::LinearConflict(table) => table.estimate(board),
            Self::WalkingDistance(table) => table.estimate(board),
        }
    }
}
