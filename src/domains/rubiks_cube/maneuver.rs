//! Sequences of turns.

use std::str::FromStr;
use std::{fmt, iter};

use super::{Face, Metric, Turn, UnknownTurn};
use crate::Cost;
use crate::domains::text::Lines;

/// A sequence of turns.
///
/// `Display` writes the notation of [`Turn`], with the turns separated by spaces. `FromStr` reads
/// it, also without spaces. A part in brackets may be repeated, as in `(R U)3` or `[R U]x3`, or
/// undone, as in `(R U)'`. With a repetition, there may be at most 65,536 turns. What comes after
/// `//` in a line is a comment. An empty text is the maneuver without turns.
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
///
/// let commutator: Maneuver = "(RUR'U')2 // twice".parse()?;
/// assert_eq!(commutator.to_string(), "R U R' U' R U R' U'");
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Maneuver {
    turns: Vec<Turn>,
}

impl Maneuver {
    /// The turns, first to last.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The maneuver that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.turns.iter().rev().map(|turn| turn.inverse()).collect()
    }

    /// The sum of the costs of the turns, or `u32::MAX` if it is more.
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
        let turns: Vec<_> = self.turns.iter().map(Turn::to_string).collect();
        f.write_str(&turns.join(" "))
    }
}

impl FromStr for Maneuver {
    type Err = UnknownTurn;

    fn from_str(text: &str) -> Result<Self, UnknownTurn> {
        let mut turns: Vec<Turn> = Vec::new();
        // For each open bracket, its word with the position, and the number of turns before it.
        let mut open = Vec::new();
        for (word, position) in words(text).zip(1..) {
            let error = |fault| UnknownTurn::new(word, Some(position), fault);
            if matches!(word, "(" | "[") {
                open.push((word, position, turns.len()));
            } else if let Some(suffix) = word.strip_prefix([')', ']']) {
                let partner = if word.starts_with(')') { "(" } else { "[" };
                let start = open.pop().filter(|&(bracket, ..)| bracket == partner);
                let (.., start) = start.ok_or_else(|| error(UnknownTurn::NO_PARTNER))?;
                let (count, is_inverse) =
                    repetition(suffix).ok_or_else(|| error(UnknownTurn::NO_TURN))?;
                let part = Self { turns: turns.split_off(start) };
                let length = part.turns.len().saturating_mul(count).saturating_add(start);
                if count > 1 && length > MOST {
                    return Err(error(UnknownTurn::TOO_LONG));
                }
                let part = if is_inverse { part.inverse() } else { part };
                turns.extend(part.turns.repeat(count));
            } else {
                turns.push(word.parse().map_err(|_| error(UnknownTurn::NO_TURN))?);
            }
        }
        if let Some((word, position, _)) = open.pop() {
            return Err(UnknownTurn::new(word, Some(position), UnknownTurn::NO_PARTNER));
        }
        Ok(Self { turns })
    }
}

/// The most turns after a repetition, so that a short text does not take much memory.
const MOST: usize = 1 << 16;

/// The turns and brackets, each with what belongs to it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_start = |c: char| Face::from_letter(c).is_some() || "()[]".contains(c);
    uncommented(text).flat_map(str::split_whitespace).flat_map(move |word| {
        let mut rest = word;
        iter::from_fn(move || {
            let first = rest.chars().next()?.len_utf8();
            let end = rest[first..].find(is_start).map_or(rest.len(), |end| first + end);
            let (word, after) = rest.split_at(end);
            rest = after;
            Some(word)
        })
    })
}

/// The lines of a text, each up to a comment.
pub(super) fn uncommented(text: &str) -> impl Iterator<Item = &str> {
    Lines::new(text).map(|line| line.split_once("//").map_or(line, |(before, _)| before))
}

/// How often a part in brackets comes, and whether it is undone.
fn repetition(suffix: &str) -> Option<(usize, bool)> {
    let count = suffix.strip_suffix(['\'', '’']);
    let is_inverse = count.is_some();
    let count = count.unwrap_or(suffix).trim_start_matches(['x', '×', '*']);
    let count = if count.is_empty() { Some(1) } else { count.parse().ok() };
    Some((count?, is_inverse))
}
