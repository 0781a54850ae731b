//! States that own memory, large states and many successors: A\* and breadth-first search, compared
//! with `pathfinding`. All steps cost 1.

mod measure {
    pub(crate) mod cpu;
    pub(crate) mod groups;
    pub(crate) mod queries;
}

use std::collections::BTreeMap;
use std::hash::Hash;

use bestfirst::search::BreadthFirst;
use bestfirst::{Cost, Problem};
use criterion::{Criterion, criterion_group, criterion_main};
use measure::cpu::{CpuTime, criterion};
use measure::groups::group;
use measure::queries::{Search, check};
use pathfinding::prelude::{astar, bfs};

fn owned(c: &mut Criterion<CpuTime>) {
    let next = |tiles: &Vec<u8>| slides(tiles);
    let mut searches = a_star(next, |tiles| manhattan(tiles));
    let (start, goal) = (vec![9, 5, 1, 12, 4, 6, 7, 8, 11, 3, 0, 15, 2, 13, 10, 14], solved(16));
    compare(c, "Vec: 4x4 tiles, 40 moves", [start, goal], searches);
    searches = a_star(next, |tiles| manhattan(tiles));
    searches.extend(breadth_first(next));
    compare(c, "Vec: 3x3 tiles, 31 moves", [vec![6, 4, 7, 8, 5, 0, 3, 2, 1], solved(9)], searches);

    let ends = ["abcdefgh", "hgfedcba"].map(str::to_owned);
    compare(c, "String: swaps of letters", ends, blind(|word: &String| swaps(word)));
    let ends = [0, 2].map(|peg| (0..9).map(|disc| (disc, peg)).collect());
    compare(c, "BTreeMap: Tower of Hanoi", ends, blind(discs));
    let ends = [(0, 0), (199, 199)].map(large);
    compare(c, "200 bytes: a grid", ends, blind(steps));
    compare(c, "1,000 successors", [0, 49_999], blind(|&state: &u32| many(state)));
}

fn compare<S>(
    c: &mut Criterion<CpuTime>,
    title: &str,
    ends: [S; 2],
    mut searches: Vec<Search<[S; 2]>>,
) {
    let queries = [ends];
    check(&queries, &mut searches);
    group(c, title, &queries, &mut searches);
}

/// What a state leads to.
trait Neighbors<S>: Fn(&S) -> Vec<S> + Copy + 'static {}

impl<S, F: Fn(&S) -> Vec<S> + Copy + 'static> Neighbors<S> for F {}

fn blind<S: Clone + Eq + Hash>(neighbors: impl Neighbors<S>) -> Vec<Search<'static, [S; 2]>> {
    let mut searches = a_star(neighbors, |_| 0);
    searches.extend(breadth_first(neighbors));
    searches
}

fn a_star<S: Clone + Eq + Hash>(
    neighbors: impl Neighbors<S>,
    estimate: impl Fn(&S) -> Cost + Copy + 'static,
) -> Vec<Search<'static, [S; 2]>> {
    let theirs = move |[start, goal]: &[S; 2]| {
        let successors = |state: &S| neighbors(state).into_iter().map(|next| (next, 1));
        astar(start, successors, estimate, |state| state == goal).map(|(_, cost)| cost)
    };
    let ours = move |[start, goal]: &[S; 2]| {
        let problem = Problem::from_neighbors(start.clone(), neighbors, |state| state == goal);
        problem.estimate(estimate).solve().cost()
    };
    vec![("pathfinding::astar", Box::new(theirs)), ("GraphAStar", Box::new(ours))]
}

fn breadth_first<S: Clone + Eq + Hash>(
    neighbors: impl Neighbors<S>,
) -> Vec<Search<'static, [S; 2]>> {
    let theirs = move |[start, goal]: &[S; 2]| {
        bfs(start, neighbors, |state| state == goal)
            .and_then(|path| Cost::try_from(path.len() - 1).ok())
    };
    let ours = move |[start, goal]: &[S; 2]| {
        let problem = Problem::from_neighbors(start.clone(), neighbors, |state| state == goal);
        problem.solver().algorithm(BreadthFirst::new()).solve().cost()
    };
    vec![("pathfinding::bfs", Box::new(theirs)), ("BreadthFirst", Box::new(ours))]
}

/// The tiles of a square in rows, with the blank, 0, in the last cell.
fn solved(cells: u8) -> Vec<u8> {
    (1..cells).chain([0]).collect()
}

fn slides(tiles: &[u8]) -> Vec<Vec<u8>> {
    let side = tiles.len().isqrt();
    let blank = tiles.iter().position(|&tile| tile == 0).expect("there is a blank");
    let (x, y) = (blank % side, blank / side);
    let moves = [
        (x > 0).then(|| blank - 1),
        (x + 1 < side).then(|| blank + 1),
        (y > 0).then(|| blank - side),
        (y + 1 < side).then(|| blank + side),
    ];
    let with_blank_at = |cell| {
        let mut next = tiles.to_vec();
        next.swap(blank, cell);
        next
    };
    moves.into_iter().flatten().map(with_blank_at).collect()
}

fn manhattan(tiles: &[u8]) -> Cost {
    let side = tiles.len().isqrt();
    let of_tile = |(cell, &tile): (usize, &u8)| {
        let goal = usize::from(tile).checked_sub(1)?;
        Some((cell % side).abs_diff(goal % side) + (cell / side).abs_diff(goal / side))
    };
    let sum: usize = tiles.iter().enumerate().filter_map(of_tile).sum();
    Cost::try_from(sum).expect("a few cells for each tile")
}

/// Exchanges letters that are side by side.
fn swaps(word: &str) -> Vec<String> {
    let letters: Vec<_> = word.chars().collect();
    let swap = |place| {
        let mut next = letters.clone();
        next.swap(place, place + 1);
        next.into_iter().collect()
    };
    (0..letters.len() - 1).map(swap).collect()
}

/// The peg of each disc, the smallest disc first.
type Discs = BTreeMap<u8, u8>;

fn discs(pegs: &Discs) -> Vec<Discs> {
    let mut neighbors = Vec::new();
    let mut is_covered = [false; 3];
    for (&disc, &peg) in pegs {
        if !std::mem::replace(&mut is_covered[usize::from(peg)], true) {
            for to in (0..3).filter(|&to| !is_covered[usize::from(to)]) {
                let mut next = pegs.clone();
                next.insert(disc, to);
                neighbors.push(next);
            }
        }
    }
    neighbors
}

/// A column and a row among much else.
type Large = [u64; 25];

fn large((x, y): (u64, u64)) -> Large {
    let mut state = [7; 25];
    (state[3], state[20]) = (x, y);
    state
}

fn steps(state: &Large) -> Vec<Large> {
    let (x, y) = (state[3], state[20]);
    let beside = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
    beside.into_iter().filter(|&(x, y)| x < 200 && y < 200).map(large).collect()
}

fn many(state: u32) -> Vec<u32> {
    let hash = state.wrapping_mul(0x9e37_79b1);
    (1..=1_000).map(|i: u32| (hash ^ i.wrapping_mul(40_503)) % 50_000).collect()
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = owned
}
criterion_main!(benches);
