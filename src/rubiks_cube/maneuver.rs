//! Sequences of turns.

use std::fmt;
use std::str::FromStr;

use super::{Metric, Turn, UnknownTurn};
use crate::Cost;

/// A sequence of turns.
///
/// `Display` and `FromStr` use the notation of [`Turn`], with the turns separated by spaces. An
/// empty text is the maneuver without turns.
///
/// ```
/// use bestfirst::rubiks_cube::{Maneuver, Metric};
///
/// let maneuver: Maneuver = "R U' F2".parse()?;
/// assert_eq!(maneuver.cost(Metric::HalfTurn), 3);
/// assert_eq!(maneuver.cost(Metric::QuarterTurn), 4);
/// assert_eq!(maneuver.inverse().to_string(), "F2 U R'");
///
/// let error = "R U' f2".parse::<Maneuver>().unwrap_err();
/// assert_eq!((error.position(), error.word()), (Some(3), "f2"));
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Maneuver {
    turns: Vec<Turn>,
}

impl Maneuver {
    /// The turns, first to last.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The maneuver that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.turns.iter().rev().map(|turn| turn.inverse()).collect()
    }

    /// The sum of the costs of the turns, or `u32::MAX` if it is more.
    #[must_use]
    pub fn cost(&self, metric: Metric) -> Cost {
        self.turns.iter().fold(0, |sum: Cost, &turn| sum.saturating_add(metric.cost(turn)))
    }
}

impl From<Vec<Turn>> for Maneuver {
    fn from(turns: Vec<Turn>) -> Self {
        Self { turns }
    }
}

impl FromIterator<Turn> for Maneuver {
    fn from_iter<I: IntoIterator<Item = Turn>>(turns: I) -> Self {
        Self { turns: turns.into_iter().collect() }
    }
}

impl fmt::Display for Maneuver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, turn) in self.turns.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{turn}")?;
        }
        Ok(())
    }
}

impl FromStr for Maneuver {
    type Err = UnknownTurn;

    fn from_str(text: &str) -> Result<Self, UnknownTurn> {
        let words = text.split_whitespace().zip(1..);
        words
            .map(|(word, position)| {
                word.parse().map_err(|_| UnknownTurn::new(word, Some(position)))
            })
            .collect()
    }
}
