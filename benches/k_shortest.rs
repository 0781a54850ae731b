//! The k shortest paths across a grid, with and without exact estimates, compared with
//! `pathfinding`.

mod measure {
    pub(crate) mod rounds;
}

use bestfirst::heuristic::{Perfect, WithHeuristic};
use bestfirst::search::{Distances, KShortest};
use bestfirst::{BidirectionalSpace, Reversed, StateSpace};
use cpu_time::ProcessTime;
use measure::rounds::{is_test, quartiles, scaled};
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

fn main() {
    let side = if is_test() { 20 } else { 100 };
    for most in [1, 9] {
        for k in [10, 100] {
            println!("\n{k} paths across {side}x{side} cells, steps of cost 1 to {most}");
            compare(&Grid { side, most }, k);
        }
    }
}

/// Prints the CPU time of each contestant, and its ratio to the first. Every one gives `k` paths. The
/// costs of `yen` are sometimes too high, so they are not compared.
fn compare(grid: &Grid, k: usize) {
    let by_yen = || {
        let is_goal = |&cell: &Cell| cell == grid.goal();
        let paths = yen(&Grid::START, |&cell| grid.successors(cell), is_goal, k);
        paths.into_iter().map(|(_, cost): (Vec<Cell>, u32)| cost).collect()
    };
    let blind = || costs(grid, k);
    let perfect = || {
        let cells = (grid.side * grid.side) as usize;
        let table = Perfect::new(grid, [Grid::START], cells).unwrap();
        costs(WithHeuristic::new(grid, table), k)
    };
    let distances = || {
        let table = Distances::from(Reversed::new(grid), grid.goal()).compute();
        costs(WithHeuristic::new(grid, table), k)
    };
    let contestants: [(&str, &dyn Fn() -> Vec<u32>); 4] = [
        ("pathfinding::yen", &by_yen),
        ("KShortest", &blind),
        ("with Perfect, built anew", &perfect),
        ("with Distances, built anew", &distances),
    ];
    let exact = blind();
    let mut times = contestants.map(|_| Vec::new());
    for _ in 0..if is_test() { 1 } else { 3 } {
        for (index, ((name, work), times)) in contestants.iter().zip(&mut times).enumerate() {
            let began = ProcessTime::now();
            let costs = work();
            times.push(began.elapsed().as_secs_f64());
            assert!(costs.len() == k && (index == 0 || costs == exact), "{name}");
        }
    }
    let medians = times.map(|times| quartiles(times)[1]);
    for ((name, _), time) in contestants.iter().zip(medians) {
        println!("  {name:28} {}   {:6.3} times", scaled(time), time / medians[0]);
    }
}
