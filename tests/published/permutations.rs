//! Puzzles whose moves permute points, such as the stickers of a cube. An instance is the moves as
//! products of cycles of the points 1, 2, ..., with `;` between them, after a word:
//!
//! - `once`: each move as it is given;
//! - `back`: each move and its inverse;
//! - `powers`: each move as often as it makes a difference.
//!
//! Two sequences of moves lead to the same state if they permute the points alike. Figures:
//! `growth`, the number of states at each distance; `states`; `radius`.

use std::array;
use std::collections::BTreeSet;

use bestfirst::enumeration::Enumeration;
use bestfirst::{Cost, NumberedSpace, StateSpace};

use crate::rules::{self, Instance, Rules};

/// The cycles of each move, of points from 0 on.
type Cycles = Vec<Vec<usize>>;

/// Which point is at each place, for up to N points.
type Points<const N: usize> = [u8; N];

/// The moves: the point at each place after a move comes from the place that is given.
struct Moves<const N: usize> {
    points: usize,
    steps: Vec<Points<N>>,
    given: Given,
}

struct Given {
    cycles: Vec<Cycles>,
    word: String,
}

pub(crate) fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    let (word, moves) = text.split_once(' ').ok_or("there are no moves")?;
    let cycles: Vec<Cycles> = moves.split(';').map(cycles).collect::<Result<_, _>>()?;
    let points = cycles.iter().flatten().flatten().max().map_or(0, |point| point + 1);
    let given = Given { cycles, word: word.to_owned() };
    match points {
        0..=16 => Moves::<16>::boxed(points, given),
        17..=24 => Moves::<24>::boxed(points, given),
        25..=48 => Moves::<48>::boxed(points, given),
        _ => Err(format!("{points} points, expected at most 48")),
    }
}

fn cycles(text: &str) -> Result<Cycles, String> {
    let cycles = text.trim().trim_start_matches('(').trim_end_matches(')').split(")(");
    let cycle = |cycle: &str| {
        let points = cycle.split(' ').map(|point| {
            let number = point.parse::<usize>().ok().filter(|&number| number > 0);
            number.map(|number| number - 1).ok_or_else(|| format!("{point:?} is no point"))
        });
        points.collect()
    };
    let cycles: Cycles = cycles.map(cycle).collect::<Result<_, String>>()?;
    let points: BTreeSet<_> = cycles.iter().flatten().collect();
    if points.len() != cycles.iter().flatten().count() {
        return Err(format!("a point is twice in {text:?}"));
    }
    Ok(cycles)
}

impl<const N: usize> Moves<N> {
    fn boxed(points: usize, given: Given) -> Result<Box<dyn Instance>, String> {
        let mut steps: Vec<Points<N>> = Vec::new();
        for cycles in &given.cycles {
            let mut step: Points<N> = array::from_fn(|place| place as u8);
            for cycle in cycles {
                for (&from, &to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                    step[to] = from as u8;
                }
            }
            let mut powers = vec![step];
            while after(&powers[powers.len() - 1], &step) != solved() {
                powers.push(after(&powers[powers.len() - 1], &step));
            }
            steps.extend(match given.word.as_str() {
                "once" => vec![powers[0]],
                "back" => vec![powers[0], powers[powers.len() - 1]],
                "powers" => powers,
                word => return Err(format!("{word:?} is none of once, back and powers")),
            });
        }
        Ok(Box::new(Self { points, steps, given }))
    }
}

fn solved<const N: usize>() -> Points<N> {
    array::from_fn(|place| place as u8)
}

fn after<const N: usize>(points: &Points<N>, step: &Points<N>) -> Points<N> {
    step.map(|from| points[usize::from(from)])
}

/// Permutations of so few points are numbered.
const NUMBERED: usize = 12;

impl<const N: usize> StateSpace for Moves<N> {
    type State = Points<N>;

    fn estimate(&self, points: &Points<N>) -> Cost {
        u32::from(!self.is_goal(points))
    }

    fn is_goal(&self, points: &Points<N>) -> bool {
        *points == solved()
    }

    fn for_each_successor(
        &self,
        points: &Points<N>,
        _: Option<&Points<N>>,
        mut visit: impl FnMut(Points<N>, Cost),
    ) {
        self.steps.iter().for_each(|step| visit(after(points, step), 1));
    }

    /// In the order of the dictionary: at each place, how many of the points left are smaller.
    fn number(&self, points: &Points<N>) -> Option<usize> {
        let mut left = (1_u32 << self.points.min(NUMBERED)) - 1;
        let places = (1..=self.points).rev().zip(points);
        (self.points <= NUMBERED).then(|| {
            places.fold(0, |number, (choices, &point)| {
                let smaller = (left & ((1 << point) - 1)).count_ones() as usize;
                left &= !(1 << point);
                number * choices + smaller
            })
        })
    }
}

impl<const N: usize> NumberedSpace for Moves<N> {
    fn numbers(&self) -> usize {
        (1..=self.points).product()
    }

    fn state(&self, mut number: usize) -> Option<Points<N>> {
        let mut points = solved();
        for choices in 1..=self.points {
            let place = self.points - choices;
            points[place] = (number % choices) as u8;
            number /= choices;
        }
        let mut left = (1_u32 << self.points) - 1;
        for point in &mut points[..self.points] {
            let smaller = (0..*point).fold(left, |rest, _| rest & (rest - 1));
            *point = smaller.trailing_zeros() as u8;
            left &= !(1 << *point);
        }
        (number == 0).then_some(points)
    }
}

impl<const N: usize> Instance for Moves<N> {
    fn figure(&self, name: &str, most: Option<usize>) -> Result<String, String> {
        if self.points <= NUMBERED && most.is_none() {
            let all = Enumeration::new(self, [solved()]).map_err(|error| error.to_string())?;
            return rules::of_growth(name, all.histogram());
        }
        rules::of_growth(name, &rules::growth(self, solved(), most))
    }

    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String> {
        rules::by_brute_force(&self.given, name, most)
    }
}

/// The point at each place, moved along the cycles one by one.
impl Rules for Given {
    type Position = Vec<u8>;

    fn start(&self) -> Vec<u8> {
        let points = self.cycles.iter().flatten().flatten().max().map_or(0, |&point| point as u8);
        (0..=points).collect()
    }

    fn is_solved(&self, points: &Vec<u8>) -> bool {
        points.is_sorted()
    }

    fn next(&self, points: &Vec<u8>) -> Vec<(Vec<u8>, Cost)> {
        let turned = |points: &Vec<u8>, cycles: &Cycles| {
            let mut turned = points.clone();
            for cycle in cycles {
                let last = turned[cycle[cycle.len() - 1]];
                for pair in cycle.windows(2).rev() {
                    turned[pair[1]] = turned[pair[0]];
                }
                turned[cycle[0]] = last;
            }
            turned
        };
        let mut all = Vec::new();
        for cycles in &self.cycles {
            let mut powers = vec![turned(points, cycles)];
            while powers[powers.len() - 1] != *points {
                powers.push(turned(&powers[powers.len() - 1], cycles));
            }
            powers.pop();
            match self.word.as_str() {
                "once" => powers.truncate(1),
                "back" => drop(powers.drain(1..powers.len() - 1)),
                _ => {}
            }
            all.extend(powers.into_iter().map(|points| (points, 1)));
        }
        all
    }
}
