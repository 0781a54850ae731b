//! The k shortest paths across a grid, with and without exact estimates, compared with
//! `pathfinding`.

mod measure {
    pub(crate) mod cpu;
    pub(crate) mod groups;
    pub(crate) mod mode;
    pub(crate) mod queries;
}

use bestfirst::heuristic::{Perfect, WithHeuristic};
use bestfirst::search::{Distances, KShortest};
use bestfirst::{BidirectionalSpace, Reversed, StateSpace};
use criterion::{Criterion, criterion_group, criterion_main};
use measure::cpu::{CpuTime, criterion};
use measure::groups::group;
use measure::mode::is_test;
use measure::queries::{Search, check};
use pathfinding::prelude::yen;

/// A column and a row.
type Cell = (u32, u32);

/// A square of cells with four neighbours each, crossed from corner to corner.
struct Grid {
    side: u32,
    /// The highest cost of a step. The lowest is 1.
    most: u32,
}

impl Grid {
    const START: Cell = (0, 0);

    fn goal(&self) -> Cell {
        (self.side - 1, self.side - 1)
    }

    /// The cost of each step into a cell.
    fn cost(&self, (x, y): Cell) -> u32 {
        let mut mixed = u64::from(y * self.side + x).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for factor in [0xbf58_476d_1ce4_e5b9_u64, 0x94d0_49bb_1331_11eb] {
            mixed = (mixed ^ mixed >> 30).wrapping_mul(factor);
        }
        1 + (mixed >> 40) as u32 % self.most
    }

    fn neighbors(&self, (x, y): Cell) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        let neighbors = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        neighbors.into_iter().filter(move |&(x, y)| x < side && y < side)
    }

    fn successors(&self, cell: Cell) -> impl Iterator<Item = (Cell, u32)> {
        self.neighbors(cell).map(|next| (next, self.cost(next)))
    }
}

impl StateSpace for Grid {
    type State = Cell;

    fn estimate(&self, _: &Cell) -> u32 {
        0
    }

    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == self.goal()
    }

    fn for_each_successor(&self, &cell: &Cell, _: Option<&Cell>, mut visit: impl FnMut(Cell, u32)) {
        self.successors(cell).for_each(|(next, cost)| visit(next, cost));
    }
}

impl BidirectionalSpace for Grid {
    fn goals(&self, _: &Cell) -> impl IntoIterator<Item = Cell> {
        [self.goal()]
    }

    fn for_each_predecessor(
        &self,
        &cell: &Cell,
        _: Option<&Cell>,
        mut visit: impl FnMut(Cell, u32),
    ) {
        self.neighbors(cell).for_each(|previous| visit(previous, self.cost(cell)));
    }
}

/// The costs of the first `k` paths.
fn costs(space: impl StateSpace<State = Cell>, k: usize) -> Vec<u32> {
    KShortest::from(space, Grid::START).take(k).map(|path| path.cost()).collect()
}

fn k_shortest(c: &mut Criterion<CpuTime>) {
    let side = if is_test() { 20 } else { 100 };
    for most in [1, 9] {
        let grid = &Grid { side, most };
        let mut searches: Vec<Search<usize, Vec<u32>>> = vec![
            ("KShortest", Box::new(|&k| costs(grid, k))),
            (
                "with Perfect, built anew",
                Box::new(|&k| {
                    let cells = (side * side) as usize;
                    let table = Perfect::new(grid, [Grid::START], cells).unwrap();
                    costs(WithHeuristic::new(grid, table), k)
                }),
            ),
            (
                "with Distances, built anew",
                Box::new(|&k| {
                    let table = Distances::from(Reversed::new(grid), grid.goal()).compute();
                    costs(WithHeuristic::new(grid, table), k)
                }),
            ),
        ];
        check(&[10, 100], &mut searches);
        // Its costs are sometimes too high, so they are not compared.
        searches.insert(
            0,
            (
                "pathfinding::yen",
                Box::new(|&k| {
                    let is_goal = |&cell: &Cell| cell == grid.goal();
                    let paths = yen(&Grid::START, |&cell| grid.successors(cell), is_goal, k);
                    paths.into_iter().map(|(_, cost): (Vec<Cell>, u32)| cost).collect()
                }),
            ),
        );
        for k in [10, 100] {
            let title = format!("{k} paths, {side}x{side} cells, steps of at most {most}");
            group(c, &title, &[k], &mut searches);
        }
    }
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = k_shortest
}
criterion_main!(benches);
