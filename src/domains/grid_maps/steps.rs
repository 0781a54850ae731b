//! The rules of movement: which steps there are, and what they cost.

use super::direction::Directions;
use crate::Cost;

/// Which steps lead from a cell to others, what they cost, and the estimate that follows from the
/// costs.
///
/// | steps | neighbours | a diagonal step needs | default costs |
/// |---|---|---|---|
/// | [`eight`](Steps::eight) | 8 | both cells next to it | 1000 and 1414 |
/// | [`eight`](Steps::eight)[`.cutting_corners()`](Steps::cutting_corners) | 8 | nothing | 1000 and 1414 |
/// | [`four`](Steps::four) | 4 | there is none | 1 |
///
/// [`eight`](Steps::eight) has the rule of the Grid-Based Path Planning Competition and of most
/// published results.
///
/// # Costs are whole numbers
///
/// A diagonal step is √2 times as long as a straight one. The ratio of two whole numbers is only
/// close to √2, so a cheapest path may be longer than a shortest one:
///
/// | costs | at most longer by |
/// |---|---|
/// | 1000 and 1414 | 0.015% |
/// | 985 and 1393 | 0.00003% |
/// | 13860 and 19601 | 0.0000002% |
///
/// The estimate is computed from the costs, not from √2, so it is admissible and consistent.
///
/// ```
/// use bestfirst::grid_maps::Steps;
///
/// let steps = Steps::eight();
/// assert_eq!((steps.straight(), steps.diagonal()), (1000, 1414));
/// // Three columns and one row away: a diagonal step and two straight ones.
/// assert_eq!(steps.distance(3, 1), 3414);
///
/// let precise = Steps::eight().costing(985, 1393).unwrap();
/// assert_eq!(precise.distance(3, 1), 3363);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Steps {
    rule: Rule,
    straight: u16,
    diagonal: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rule {
    Four,
    Eight,
    EightCuttingCorners,
}

impl Steps {
    /// Steps to the north, east, south and west, of cost 1. The estimate is the Manhattan distance.
    pub const fn four() -> Self {
        Self { rule: Rule::Four, straight: 1, diagonal: 2 }
    }

    /// Steps to all eight neighbours. Straight ones cost 1000, diagonal ones 1414. A diagonal step
    /// needs both of the cells that it passes between to be open. The estimate is the octile
    /// distance.
    pub const fn eight() -> Self {
        Self { rule: Rule::Eight, straight: 1000, diagonal: 1414 }
    }

    /// Allows diagonal steps between two walls, or past the corner of one. No effect on
    /// [`four`](Steps::four).
    pub const fn cutting_corners(self) -> Self {
        match self.rule {
            Rule::Four => self,
            _ => Self { rule: Rule::EightCuttingCorners, ..self },
        }
    }

    /// The same steps at other costs. `None` unless `1 <= straight <= diagonal <= 2 * straight`. A
    /// diagonal step that costs more would never be useful. If it costs less, two diagonal steps
    /// would be cheaper than two straight ones.
    ///
    /// With equal costs, the estimate is the Chebyshev distance. [`four`](Steps::four) has no
    /// diagonal steps, and `diagonal` changes nothing.
    ///
    /// Costs are 16 bits, so that no estimate overflows.
    #[must_use]
    pub const fn costing(self, straight: u16, diagonal: u16) -> Option<Self> {
        if 1 <= straight && straight <= diagonal && diagonal as u32 <= 2 * straight as u32 {
            Some(Self { straight, diagonal, ..self })
        } else {
            None
        }
    }

    /// The cost of a straight step.
    pub const fn straight(self) -> Cost {
        self.straight as Cost
    }

    /// The cost of a diagonal step.
    pub const fn diagonal(self) -> Cost {
        self.diagonal as Cost
    }

    /// The cost of the cheapest path between two cells that are this many columns and rows apart,
    /// if there were no walls: the Manhattan distance, or the octile distance.
    ///
    /// Columns and rows above 32,767, which no map has, count as 32,767.
    pub fn distance(self, columns: usize, rows: usize) -> Cost {
        let bounded = |side: usize| u32::try_from(side.min(super::layout::MAX_SIDE)).unwrap_or(0);
        let (longer, shorter) = self.rates();
        apart(bounded(columns), bounded(rows), longer, shorter)
    }

    /// The cost of each step along the longer side, and of each along the shorter side.
    #[inline]
    pub(super) fn rates(self) -> (u32, u32) {
        let shorter = match self.rule {
            Rule::Four => self.straight,
            Rule::Eight | Rule::EightCuttingCorners => self.diagonal - self.straight,
        };
        (u32::from(self.straight), u32::from(shorter))
    }

    /// Of the directions of open neighbours, those of steps.
    #[inline]
    pub(super) fn among(self, open: Directions) -> Directions {
        match self.rule {
            Rule::Four => open.and(Directions::STRAIGHT),
            Rule::Eight => open.without_cut_corners(),
            Rule::EightCuttingCorners => open,
        }
    }

    /// Of the directions of open neighbours, those in which a line may leave a cell.
    #[inline]
    pub(super) fn lines_among(self, open: Directions) -> Directions {
        if self.cut_corners() { open } else { open.without_cut_corners() }
    }

    /// Whether a diagonal step may lead past a wall. Components of a map depend on nothing else.
    pub(super) fn cut_corners(self) -> bool {
        self.rule == Rule::EightCuttingCorners
    }

    /// Whether these are eight neighbours without cutting corners: what jump points are made for.
    pub(super) fn allow_jumps(self) -> bool {
        self.rule == Rule::Eight
    }
}

/// The default is [`Steps::eight`].
impl Default for Steps {
    fn default() -> Self {
        Self::eight()
    }
}

/// The distance without walls, by the rates of [`Steps::rates`]. Sides are below 2^15 and rates
/// below 2^16, so it fits.
#[inline]
pub(super) fn apart(columns: u32, rows: u32, longer: u32, shorter: u32) -> Cost {
    longer * columns.max(rows) + shorter * columns.min(rows)
}
