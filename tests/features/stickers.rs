//! Cubes as stickers in space, and turns as rotations of them: a model without pieces.

use std::collections::HashMap;

use bestfirst::rubiks_cube::{Face, Maneuver, Turn};
use proptest::prelude::*;

type Vector = [i32; 3];

/// Maneuvers of at most this many turns.
pub(crate) fn maneuvers(most: usize) -> impl Strategy<Value = Maneuver> {
    prop::collection::vec(prop::sample::select(&Turn::ALL[..]), 0..=most).prop_map(Maneuver::from)
}

/// The outward direction of a face: x is right, y is up, z is to the front.
fn normal(face: Face) -> Vector {
    match face {
        Face::Up => [0, 1, 0],
        Face::Right => [1, 0, 0],
        Face::Front => [0, 0, 1],
        Face::Down => [0, -1, 0],
        Face::Left => [-1, 0, 0],
        Face::Back => [0, 0, -1],
    }
}

/// The directions in which columns and rows of a face are counted in the net.
fn axes(face: Face) -> (Vector, Vector) {
    match face {
        Face::Up => ([1, 0, 0], [0, 0, 1]),
        Face::Right => ([0, 0, -1], [0, -1, 0]),
        Face::Front => ([1, 0, 0], [0, -1, 0]),
        Face::Down => ([1, 0, 0], [0, 0, -1]),
        Face::Left => ([0, 0, 1], [0, -1, 0]),
        Face::Back => ([-1, 0, 0], [0, -1, 0]),
    }
}

fn dot(a: Vector, b: Vector) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A right angle about an axis, clockwise when looked at against it.
fn rotated(vector: Vector, axis: Vector) -> Vector {
    let (along, around) = (dot(vector, axis), cross(vector, axis));
    [0, 1, 2].map(|k| along * axis[k] + around[k])
}

/// The places of all stickers in the order of the letters: the position of the piece, and the
/// normal of the face. Neighbouring pieces are 2 apart.
fn places(side: i32) -> Vec<(Vector, Vector)> {
    let cells = move |face: Face| {
        let (n, (right, down)) = (normal(face), axes(face));
        (0..side * side).map(move |cell| {
            let [column, row] = [cell % side, cell / side].map(|at| 2 * at - (side - 1));
            let position = [0, 1, 2].map(|k| (side - 1) * n[k] + column * right[k] + row * down[k]);
            (position, n)
        })
    };
    Face::ALL.into_iter().flat_map(cells).collect()
}

/// The letters of a cube with this side after a turn.
pub(crate) fn turned(letters: &str, side: i32, turn: Turn) -> String {
    let axis = normal(turn.face());
    let places = places(side);
    let index: HashMap<_, _> = places.iter().copied().zip(0..).collect();
    let mut letters: Vec<char> = letters.chars().collect();
    for _ in 0..turn.quarters() {
        let before = letters.clone();
        for (&(position, normal), letter) in places.iter().zip(before) {
            if dot(position, axis) == side - 1 {
                letters[index[&(rotated(position, axis), rotated(normal, axis))]] = letter;
            }
        }
    }
    letters.into_iter().collect()
}
