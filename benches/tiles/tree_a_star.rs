//! Hand-written tree-search A\* for boards of up to 4 by 4: nodes of 16 bytes in one array, an
//! array of stacks as the open list, and no move that undoes the last.

#![expect(clippy::cast_possible_truncation, reason = "cells and distances are small")]

use std::iter;

use bestfirst::sliding_tiles::Board;

use super::tables::Tables;

struct Node {
    tiles: u64,
    parent: u32,
    path_cost: u8,
    estimate: u8,
    blank: u8,
    /// The previous cell of the blank.
    previous: u8,
}

/// One stack for each estimate, in one row for each f.
type OpenList = Vec<[Vec<u32>; 64]>;

const ROOT: u32 = 0;

/// The length of a shortest solution, and the number of nodes enqueued to find it.
pub(crate) fn solve(tables: &Tables, board: &Board) -> (u32, u64) {
    let (tiles, blank, estimate) = tables.pack(board);
    let root = Node { tiles, parent: ROOT, path_cost: 0, estimate, blank, previous: u8::MAX };
    let mut nodes = Vec::new();
    let mut open = OpenList::new();
    enqueue(&mut nodes, &mut open, root);
    let (mut f, mut lowest) = (usize::from(estimate), 0);
    loop {
        // A solution exists, so some node is open, and f never decreases.
        let Some(id) = open[f][lowest..].iter_mut().find_map(Vec::pop) else {
            (f, lowest) = (f + 1, 0);
            continue;
        };
        let Node { tiles, path_cost, estimate, blank, previous, .. } = nodes[id as usize];
        if estimate == 0 {
            let path = iter::successors(Some(id), |&id| Some(nodes[id as usize].parent));
            let moves = path.take_while(|&id| id != ROOT).count();
            return (moves as u32, nodes.len() as u64);
        }
        // A successor is closer by at most one move.
        lowest = usize::from(estimate) - 1;
        let mut cells = tables.destinations[usize::from(blank)];
        while cells != 0 {
            let cell = cells.trailing_zeros() as u8;
            cells &= cells - 1;
            if cell == previous {
                continue;
            }
            let tile = tiles >> (4 * cell) & 15;
            let distance = &tables.distance[tile as usize];
            let next = Node {
                tiles: tiles ^ tile << (4 * cell) ^ tile << (4 * blank),
                parent: id,
                path_cost: path_cost + 1,
                estimate: estimate + distance[usize::from(blank)] - distance[usize::from(cell)],
                blank: cell,
                previous: blank,
            };
            enqueue(&mut nodes, &mut open, next);
        }
    }
}

fn enqueue(nodes: &mut Vec<Node>, open: &mut OpenList, node: Node) {
    let estimate = usize::from(node.estimate);
    let f = usize::from(node.path_cost) + estimate;
    if f >= open.len() {
        open.resize_with(f + 1, || [const { Vec::new() }; 64]);
    }
    open[f][estimate].push(nodes.len() as u32);
    nodes.push(node);
}
