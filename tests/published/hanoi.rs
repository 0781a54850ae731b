//! The Towers of Hanoi with four pegs: `examples/puzzles/hanoi.rs`. An instance is the number of
//! discs.
//!
//! Figures: `cost`, the fewest moves of the whole tower; `radius`, the fewest moves from there to
//! the farthest position; `growth` and `states`.

use bestfirst::enumeration::Enumeration;
use bestfirst::{Cost, Limits, NumberedSpace};

use crate::rules::{self, Instance, Rules};

#[path = "../../examples/puzzles/hanoi.rs"]
mod space;

use space::{Hanoi, Pegs};

struct Tower {
    discs: u32,
}

pub(crate) fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    let discs = text.parse().ok().filter(|discs| (1..=15).contains(discs));
    Ok(Box::new(Tower { discs: discs.ok_or("expected 1 to 15 discs")? }))
}

impl NumberedSpace for Hanoi {
    fn numbers(&self) -> usize {
        1 << (2 * self.discs)
    }

    fn state(&self, number: usize) -> Option<Pegs> {
        Pegs::try_from(number).ok().filter(|_| number < self.numbers())
    }
}

impl Instance for Tower {
    fn figure(&self, name: &str, _: Option<usize>) -> Result<String, String> {
        let hanoi = Hanoi { discs: self.discs };
        if name == "cost" {
            let solver = hanoi.solve(Limits::none());
            return rules::solution(self, &solver, |&pegs| self.look(pegs));
        }
        let all = Enumeration::new(hanoi, [0]).map_err(|error| error.to_string())?;
        rules::of_growth(name, all.histogram())
    }

    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String> {
        rules::by_brute_force(self, name, most)
    }
}

impl Tower {
    fn look(&self, pegs: Pegs) -> [Vec<u32>; 4] {
        [0, 1, 2, 3]
            .map(|peg| (0..self.discs).rev().filter(|disc| pegs >> (2 * disc) & 3 == peg).collect())
    }
}

/// The discs on each peg, from below.
impl Rules for Tower {
    type Position = [Vec<u32>; 4];

    fn start(&self) -> Self::Position {
        [(0..self.discs).rev().collect(), vec![], vec![], vec![]]
    }

    fn is_solved(&self, pegs: &Self::Position) -> bool {
        pegs[..3].iter().all(Vec::is_empty)
    }

    fn next(&self, pegs: &Self::Position) -> Vec<(Self::Position, Cost)> {
        let mut all = Vec::new();
        for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))) {
            let Some(disc) = pegs[from].last() else { continue };
            if pegs[to].last().is_none_or(|below| disc < below) {
                let mut next = pegs.clone();
                next[from].pop();
                next[to].push(*disc);
                all.push((next, 1));
            }
        }
        all
    }
}
