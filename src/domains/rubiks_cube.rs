//! Rubik's Cube, 3 by 3 by 3, and the pocket cube, 2 by 2 by 2. Feature `rubiks-cube`.
//!
//! A [`Cube`] or a [`PocketCube`] is read from facelets, or scrambled by a [`Maneuver`] of
//! [`Turn`]s. Each is a state: it implements [`WorldState`](crate::WorldState), and its actions are
//! turns. Every function that reads a cube checks that turns can solve it, and [`CubeError`] says
//! what is wrong.
//!
//! ```
//! use bestfirst::Solver;
//! use bestfirst::rubiks_cube::{Cube, Maneuver, Metric, PocketCube, PocketDistances};
//! use bestfirst::search::Bidirectional;
//!
//! let scramble: Maneuver = "R U F2".parse()?;
//! let cube = Cube::SOLVED.after(&scramble);
//! let solver = Solver::builder(cube).algorithm(Bidirectional::new()).solve();
//! assert_eq!(Maneuver::from(solver.actions().unwrap()), scramble.inverse());
//!
//! let distances = PocketDistances::new(Metric::HalfTurn);
//! let solution = distances.solve(&PocketCube::SOLVED.after(&scramble));
//! assert_eq!(solution.to_string(), "F2 U' R'");
//! # Ok::<(), bestfirst::rubiks_cube::UnknownTurn>(())
//! ```
//!
//! # Which part when
//!
//! | you have | use |
//! |---|---|
//! | a 3 by 3 by 3 cube within about five turns of the solved one | [`Cube`] and any search, best [`Bidirectional`](crate::search::Bidirectional) |
//! | any other one, and few turns are enough | `TwoPhase`: 21 turns, mostly in less than a millisecond, once a table of 70 MB is built or loaded; or in a twentieth of a second with small tables, for one cube (feature `pattern-databases`) |
//! | any other one, and it has to be the fewest | `CubeTables` and `CubeSpace`, which have the estimates of that table, or of one for quarter turns |
//! | the same in the half-turn metric, and 2.5 GB of memory for random cubes, or only 35 MB | `CompactCubeTables` and `CompactCubeSpace` |
//! | a 2 by 2 by 2 cube | [`PocketDistances::solve`], in microseconds once the table is made |
//! | the same, as a problem for a search | [`PocketCube`] as a state, or [`PocketTurns`] with numbers, tables and a choice of [`Metric`] |
//!
//! # Words
//!
//! A *turn* moves one face. A *facelet* is a sticker, and its *colour* is the letter of the face
//! where it is on the solved cube. *Corners* and *edges* are the pieces, and the places where they
//! are. The *half-turn metric* counts each turn as 1, the *quarter-turn metric* a half as 2.

mod cube;
mod error;
mod facelets;
mod maneuver;
mod moves;
mod pieces;
mod place;
mod pocket_cube;
mod pocket_distances;
mod pocket_turns;
#[cfg(feature = "rand")]
mod random;
#[cfg(feature = "pattern-databases")]
mod solvers;
mod turn;
mod world;

pub use cube::Cube;
pub use error::{CubeError, CubeErrorKind, UnknownTurn};
pub use maneuver::Maneuver;
pub use moves::move_automaton;
pub use place::{Corner, Edge};
pub use pocket_cube::PocketCube;
pub use pocket_distances::PocketDistances;
pub use pocket_turns::PocketTurns;
#[cfg(feature = "pattern-databases")]
pub use solvers::{
    CompactCubeSize, CompactCubeSpace, CompactCubeTables, CubeSpace, CubeState, CubeTables,
    TwoPhase, move_automaton_from,
};
pub use turn::{Face, Metric, Turn};
