//! Rubik's Cube. An instance is a maneuver.
//!
//! Figures: `turns`, its turns, and `quarter-turns`, with a half as two; `order`, how often it has
//! to be repeated until the cube is solved again; `facelets`, the stickers that it leads to;
//! `cost`, the fewest turns that undo it, if these are few; `bound`, what is proven of them after
//! a million expansions.

use bestfirst::moves::PrunedMoves;
use bestfirst::rubiks_cube::{Cube, CubeSpace, CubeTables, Maneuver, Metric, Turn, move_automaton};
use bestfirst::search::{Bidirectional, IdaStar};
use bestfirst::{Cost, Limits, Outcome, Solver};

use crate::rules::{self, Instance, Rules};

#[path = "../features/stickers.rs"]
#[expect(dead_code, reason = "random maneuvers are for properties")]
mod stickers;

struct Scramble {
    maneuver: Maneuver,
}

pub(crate) fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    let maneuver = text.parse().map_err(|error| format!("{error}"))?;
    Ok(Box::new(Scramble { maneuver }))
}

impl Instance for Scramble {
    fn figure(&self, name: &str, _: Option<usize>) -> Result<String, String> {
        let cube = Cube::SOLVED.after(&self.maneuver);
        if letters(&cube) != self.start() {
            return Err("the stickers are elsewhere".to_owned());
        }
        match name {
            "turns" => Ok(self.maneuver.cost(Metric::HalfTurn).to_string()),
            "quarter-turns" => Ok(self.maneuver.cost(Metric::QuarterTurn).to_string()),
            "order" => {
                let mut order = 1;
                let mut power = cube;
                while !power.is_solved() {
                    power = power.then(&cube);
                    order += 1;
                }
                Ok(order.to_string())
            }
            "facelets" => Ok(self.start()),
            "cost" => {
                let solver = Solver::builder(cube).algorithm(Bidirectional::new()).solve();
                rules::solution(self, &solver, letters)
            }
            "bound" => bound(&cube),
            _ => Err(format!("no figure is called {name:?}")),
        }
    }

    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String> {
        (name == "cost").then(|| rules::by_brute_force(self, name, most))?
    }
}

/// What is proven when a search with the fewest turns as its aim is stopped.
fn bound(cube: &Cube) -> Result<String, String> {
    let tables = CubeTables::build(Metric::HalfTurn).map_err(|error| error.to_string())?;
    let automaton = move_automaton(Metric::HalfTurn, 2);
    let space = PrunedMoves::new(CubeSpace::new(&tables), &automaton);
    let builder = Solver::builder_in(&space, space.initial(tables.state(cube)));
    let limits = Limits::none().expansions(1_000_000);
    match builder.algorithm(IdaStar::new()).limits(limits).solve().outcome() {
        Outcome::Stopped(stopped) => Ok(stopped.lower_bound.to_string()),
        _ => Err("the search was not stopped".to_owned()),
    }
}

fn letters(cube: &Cube) -> String {
    cube.facelets().chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// The letters of the stickers.
impl Rules for Scramble {
    type Position = String;

    fn start(&self) -> String {
        let solved = letters(&Cube::SOLVED);
        self.maneuver.turns().iter().fold(solved, |cube, &turn| stickers::turned(&cube, 3, turn))
    }

    fn is_solved(&self, stickers: &String) -> bool {
        let faces: Vec<char> = stickers.chars().collect();
        faces.chunks(9).all(|face| face.iter().all(|letter| *letter == face[0]))
    }

    fn next(&self, stickers: &String) -> Vec<(String, Cost)> {
        Turn::ALL.iter().map(|&turn| (stickers::turned(stickers, 3, turn), 1)).collect()
    }
}
