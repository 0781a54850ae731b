//! The turns of the faces, and what they cost.

use std::fmt;
use std::str::FromStr;

use super::UnknownTurn;
use crate::Cost;

/// A face of the cube. The order is that of Kociemba: up, right, front, down, left, back.
///
/// `Display` prints one letter: `U`, `R`, `F`, `D`, `L` or `B`. The letter also stands for the
/// colour of the face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// `U`
    Up,
    /// `R`
    Right,
    /// `F`
    Front,
    /// `D`
    Down,
    /// `L`
    Left,
    /// `B`
    Back,
}

impl Face {
    /// All faces, in their order.
    pub const ALL: [Self; 6] =
        [Self::Up, Self::Right, Self::Front, Self::Down, Self::Left, Self::Back];

    /// The face on the other side of the cube.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The three turns of the face: a quarter clockwise, a half, a quarter counterclockwise.
    pub const fn turns(self) -> [Turn; 3] {
        let first = 3 * self as u8;
        [Turn { number: first }, Turn { number: first + 1 }, Turn { number: first + 2 }]
    }

    /// The face of a letter.
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.letter() == letter)
    }

    pub(super) const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

/// A turn of one face, by a quarter or by a half.
///
/// `Display` and `FromStr` use Singmaster's notation: `R` is a quarter clockwise, seen from outside
/// of the cube, `R'` a quarter counterclockwise, and `R2` a half.
///
/// ```
/// use bestfirst::rubiks_cube::{Face, Turn};
///
/// let turn: Turn = "R'".parse()?;
/// assert_eq!((turn.face(), turn.quarters()), (Face::Right, 3));
/// assert_eq!(turn.inverse().to_string(), "R");
/// # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    number: u8,
}

impl Turn {
    /// All turns, in their order: `U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'`.
    pub const ALL: [Self; 18] = {
        let mut all = [Self { number: 0 }; 18];
        let mut number = 0;
        while number < 18 {
            all[number as usize] = Self { number };
            number += 1;
        }
        all
    };

    /// The face that turns.
    #[inline]
    pub const fn face(self) -> Face {
        Face::ALL[self.number as usize / 3]
    }

    /// The number of quarters clockwise: 1, 2 or 3.
    #[inline]
    pub const fn quarters(self) -> u8 {
        self.number % 3 + 1
    }

    /// The turn that undoes this one.
    #[inline]
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { number: self.number + 2 - 2 * (self.number % 3) }
    }

    /// The index in [`Turn::ALL`].
    #[inline]
    pub const fn number(self) -> usize {
        self.number as usize
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = ["", "2", "'"][usize::from(self.quarters() - 1)];
        f.pad(&format!("{}{suffix}", self.face()))
    }
}

/// The notation of `Display`.
impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads what `Display` writes. The typographic apostrophe `’` is the same as `'`, and `R2'` is the
/// same as `R2`.
impl FromStr for Turn {
    type Err = UnknownTurn;

    fn from_str(text: &str) -> Result<Self, UnknownTurn> {
        let mut letters = text.chars();
        let face = letters.next().and_then(Face::from_letter);
        let index = match letters.as_str() {
            "" => Some(0),
            "2" | "2'" | "2’" => Some(1),
            "'" | "’" => Some(2),
            _ => None,
        };
        let turn = face.zip(index).map(|(face, index)| face.turns()[index]);
        turn.ok_or_else(|| UnknownTurn::new(text, None, UnknownTurn::NO_TURN))
    }
}

/// What a turn costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Every turn costs 1. Also called the face-turn metric.
    #[default]
    HalfTurn,
    /// A quarter costs 1 and a half costs 2.
    QuarterTurn,
}

impl Metric {
    /// The cost of a turn: 1 or 2.
    #[inline]
    pub const fn cost(self, turn: Turn) -> Cost {
        match self {
            Self::QuarterTurn if turn.quarters() == 2 => 2,
            _ => 1,
        }
    }

    /// The numbers of the turns that cost 1, one bit each. Each octal digit has the turns of a
    /// face.
    #[inline]
    pub(super) const fn unit_turns(self) -> u32 {
        match self {
            Self::HalfTurn => 0o777_777,
            Self::QuarterTurn => 0o555_555,
        }
    }

    /// The estimate, rounded up to the parity of the permutation in the quarter-turn metric, where
    /// all distances have that parity.
    #[cfg(feature = "pattern-databases")]
    #[inline]
    pub(super) fn rounded(self, estimate: Cost, is_odd: bool) -> Cost {
        match self {
            Self::HalfTurn => estimate,
            Self::QuarterTurn => estimate + ((estimate ^ Cost::from(is_odd)) & 1),
        }
    }
}

/// `half-turn metric` or `quarter-turn metric`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::HalfTurn => "half-turn metric",
            Self::QuarterTurn => "quarter-turn metric",
        })
    }
}
