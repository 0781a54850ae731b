//! IDA\* for Rubik's Cube, written by hand as one would for this puzzle alone. It reads the table
//! of `CubeTables`, and stops at the first axis whose distance is too high, as `CubeSpace` does.
//! Unlike `CubeSpace`, it does not look at the inverse.

use std::array;

use bestfirst::pattern_database::PatternDatabase;
use bestfirst::rubiks_cube::{Corner, Cube, Edge, Face, Maneuver, Turn};

const TWISTS: usize = 2187;
const FLIPS: usize = 2048;
const ORDERS: usize = 24;
const SLICES: usize = 495 * ORDERS;

/// For each value of a coordinate and each turn, the value after the turn.
type TurnTable = Vec<[u16; 18]>;

/// For each turn, the turn that a symmetry carries it to.
type Carried = [usize; 18];

/// A solver with its tables.
pub(crate) struct ByHand<'t> {
    distances: &'t [u8],
    twist: TurnTable,
    flip: TurnTable,
    slice: TurnTable,
    corners: TurnTable,
    /// For each set of places and flip, its class times 16, plus a symmetry.
    classes: Vec<u32>,
    /// For each symmetry and each twist, the twist that it carries to this one.
    before: Vec<[u16; TWISTS]>,
    axes: [Carried; 3],
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Axis {
    twist: u16,
    flip: u16,
    slice: u16,
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Node {
    axes: [Axis; 3],
    corners: u16,
}

impl<'t> ByHand<'t> {
    pub(crate) fn new(table: &'t PatternDatabase) -> Self {
        use Face::{Back as B, Down as D, Front as F, Left as L, Right as R, Up as U};
        let twist = turn_table(TWISTS, twist);
        let flip = turn_table(FLIPS, flip);
        let slice = turn_table(SLICES, slice);

        let generators = [
            (carried([U, F, L, D, B, R], false), 4),
            (carried([D, L, F, U, R, B], false), 2),
            (carried([U, L, F, D, R, B], true), 2),
        ];
        let twists = generators
            .map(|(turns, _)| images(TWISTS, &turns, |value, turn| twist[value][turn].into()));
        let sets = generators.map(|(turns, _)| {
            images(495 * FLIPS, &turns, |value, turn| {
                let set = usize::from(slice[value / FLIPS * ORDERS][turn]) / ORDERS;
                set * FLIPS + usize::from(flip[value % FLIPS][turn])
            })
        });
        // The symmetry of this number carries a value to this one.
        let image = |images: &[Vec<usize>; 3], value: usize, symmetry: usize| {
            let (mut value, mut rest) = (value, symmetry);
            for (images, (_, order)) in images.iter().zip(generators) {
                for _ in 0..rest % order {
                    value = images[value];
                }
                rest /= order;
            }
            value
        };
        let mut before = vec![[0; TWISTS]; 16];
        for (symmetry, before) in before.iter_mut().enumerate() {
            for value in 0..TWISTS {
                before[image(&twists, value, symmetry)] = narrow(value);
            }
        }
        let mut classes = vec![u32::MAX; 495 * FLIPS];
        let mut count = 0;
        for value in 0..classes.len() {
            if classes[value] == u32::MAX {
                for (symmetry, number) in (0..16).zip(0..) {
                    classes[image(&sets, value, symmetry)] = count << 4 | number;
                }
                count += 1;
            }
        }
        let third = carried([R, F, U, L, B, D], false);
        let axes = [array::from_fn(|turn| turn), third, third.map(|turn| third[turn])];
        let corners = turn_table(40_320, corners);
        let distances = table.as_bytes();
        Self { distances, twist, flip, slice, corners, classes, before, axes }
    }

    /// The turns that solve a cube, and the number of nodes generated. The cube is given by its
    /// scramble.
    pub(crate) fn solve(&self, scramble: &Maneuver) -> (Maneuver, u64) {
        let mut root = Node::default();
        for turn in scramble.turns().iter().map(|turn| turn.number()) {
            root.corners = self.corners[usize::from(root.corners)][turn];
            for (axis, turns) in root.axes.iter_mut().zip(&self.axes) {
                *axis = self.axis_after(*axis, turns[turn]);
            }
        }
        let mut search = Search { tables: self, turns: Vec::new(), generated: 1 };
        let mut bound = combined(root.axes.map(|axis| self.distance(axis)));
        while !search.search(&root, bound, NO_FACE) {
            bound += 1;
        }
        search.turns.reverse();
        (search.turns.into_iter().map(|turn| Turn::ALL[turn]).collect(), search.generated)
    }

    #[inline]
    fn axis_after(&self, axis: Axis, turn: usize) -> Axis {
        Axis {
            twist: self.twist[usize::from(axis.twist)][turn],
            flip: self.flip[usize::from(axis.flip)][turn],
            slice: self.slice[usize::from(axis.slice)][turn],
        }
    }

    #[inline]
    fn distance(&self, axis: Axis) -> i32 {
        let set = usize::from(axis.slice) / ORDERS;
        let class = self.classes[set * FLIPS + usize::from(axis.flip)] as usize;
        let twist = self.before[class % 16][usize::from(axis.twist)];
        let entry = class / 16 * TWISTS + usize::from(twist);
        i32::from(self.distances[entry / 2] >> (entry % 2 * 4) & 15)
    }
}

/// Neither a face nor opposite to one.
const NO_FACE: usize = 9;

struct Search<'t> {
    tables: &'t ByHand<'t>,
    /// The solution, from its end.
    turns: Vec<usize>,
    generated: u64,
}

impl Search<'_> {
    /// Whether `left` turns are enough. `last` is the face that was turned last.
    fn search(&mut self, node: &Node, left: i32, last: usize) -> bool {
        if *node == Node::default() {
            return true;
        }
        for face in 0..6 {
            // Turns of opposite faces commute: one order is enough.
            if face == last || face + 3 == last {
                continue;
            }
            for turn in 3 * face..3 * face + 3 {
                self.generated += 1;
                if let Some(next) = self.after(node, turn, left - 1) {
                    if self.search(&next, left - 1, face) {
                        self.turns.push(turn);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The node after a turn, unless it is known to need more than `left` turns.
    #[inline]
    fn after(&self, node: &Node, turn: usize, left: i32) -> Option<Node> {
        let tables = self.tables;
        let (mut axes, mut distances) = (node.axes, [0; 3]);
        for axis in 0..3 {
            axes[axis] = tables.axis_after(axes[axis], tables.axes[axis][turn]);
            distances[axis] = tables.distance(axes[axis]);
            if distances[axis] > left {
                return None;
            }
        }
        let corners = tables.corners[usize::from(node.corners)][turn];
        (combined(distances) <= left).then_some(Node { axes, corners })
    }
}

/// The largest distance, or one more if all are equal and not 0.
fn combined(distances: [i32; 3]) -> i32 {
    let [first, second, third] = distances;
    let is_one_more = first != 0 && first == second && second == third;
    first.max(second).max(third) + i32::from(is_one_more)
}

fn turn_table(values: usize, coordinate: impl Fn(&Cube) -> usize) -> TurnTable {
    let mut table = vec![[u16::MAX; 18]; values];
    let mut open = vec![Cube::SOLVED];
    while let Some(cube) = open.pop() {
        let value = coordinate(&cube);
        if table[value][0] == u16::MAX {
            let after = Turn::ALL.map(|turn| cube.turned(turn));
            table[value] = after.map(|cube| narrow(coordinate(&cube)));
            open.extend(after);
        }
    }
    table
}

/// The images of all values of a coordinate under a symmetry that carries turns so.
fn images(values: usize, turns: &Carried, after: impl Fn(usize, usize) -> usize) -> Vec<usize> {
    let mut images = vec![usize::MAX; values];
    images[0] = 0;
    let mut open = vec![0];
    while let Some(value) = open.pop() {
        for (turn, &carried) in turns.iter().enumerate() {
            let next = after(value, turn);
            if images[next] == usize::MAX {
                images[next] = after(images[value], carried);
                open.push(next);
            }
        }
    }
    images
}

/// The turns that a symmetry carries all turns to, given the faces. A reflection reverses them.
fn carried(faces: [Face; 6], is_reflection: bool) -> Carried {
    Turn::ALL.map(|turn| {
        let turn = if is_reflection { turn.inverse() } else { turn };
        faces[turn.face() as usize].turns()[usize::from(turn.quarters()) - 1].number()
    })
}

fn twist(cube: &Cube) -> usize {
    let twists = Corner::ALL.map(|place| usize::from(cube.corner(place).1));
    twists[..7].iter().fold(0, |number, twist| 3 * number + twist)
}

fn flip(cube: &Cube) -> usize {
    let flips = Edge::ALL.map(|place| usize::from(cube.edge(place).1));
    flips[..11].iter().fold(0, |number, flip| 2 * number + flip)
}

fn slice(cube: &Cube) -> usize {
    let edges = Edge::ALL.map(|place| cube.edge(place).0 as usize);
    let (mut set, mut size) = (0, 0);
    for (place, _) in edges.iter().rev().enumerate().filter(|(_, edge)| **edge >= 8) {
        size += 1;
        set += (0..size).fold(1, |sets, member| sets * place.saturating_sub(member) / (member + 1));
    }
    let order: Vec<_> = edges.into_iter().filter(|&edge| edge >= 8).collect();
    set * ORDERS + rank(&order)
}

fn corners(cube: &Cube) -> usize {
    rank(&Corner::ALL.map(|place| cube.corner(place).0 as usize))
}

fn rank(pieces: &[usize]) -> usize {
    let mut rank = 0;
    for (at, piece) in pieces.iter().enumerate() {
        let smaller = pieces[at..].iter().filter(|later| *later < piece).count();
        rank = rank * (pieces.len() - at) + smaller;
    }
    rank
}

fn narrow(value: usize) -> u16 {
    u16::try_from(value).expect("no coordinate has more values")
}
