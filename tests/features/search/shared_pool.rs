//! Spaces that use the threads of the pool on which they are searched.
//!
//! While a thread waits for a part of an estimate, it does what else there is to do in the pool,
//! such as another part of the same search. So a search that waits for anything while it asks its
//! space may wait for itself.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use bestfirst::search::{
    Algorithm, Distances, End, GraphAStar, ParallelBreadthFirst, ParallelGraphAStar,
    ParallelIdaStar, Search, UniformCost, WeightedAStar,
};
use bestfirst::{StateSpace, solve_all};

use super::parallel::on_threads;

/// A search that takes longer hangs. Each takes seconds at most.
const LONG: Duration = Duration::from_secs(120);

/// Waits for another thread of the pool to do a part of the work, for a short time. That thread
/// then takes some time, so that this one looks for other work.
fn do_together() {
    let until = |is_done: &dyn Fn() -> bool, micros| {
        let start = Instant::now();
        while !is_done() && start.elapsed() < Duration::from_micros(micros) {
            thread::sleep(Duration::from_micros(20));
        }
    };
    let is_stolen = AtomicBool::new(false);
    let own = rayon::current_thread_index();
    rayon::join(
        || until(&|| is_stolen.load(Relaxed), 300),
        || {
            is_stolen.store(true, Relaxed);
            if rayon::current_thread_index() != own {
                until(&|| false, 200);
            }
        },
    );
}

/// A binary tree. The successors of `n` are `2 * n` and `2 * n + 1`.
struct Tree {
    /// Deeper nodes have no successors.
    depth: u32,
    goal: u32,
    /// How many questions are answered by one thread alone.
    alone: AtomicU32,
}

impl Tree {
    fn new(depth: u32) -> Self {
        // The last node of its level but one, so that nearly all are searched.
        Self { depth, goal: (2 << depth) - 2, alone: AtomicU32::new(0) }
    }

    /// What is asked of the nodes of the first few levels is answered by two threads.
    fn ask(&self, node: u32) {
        let is_alone = |left: u32| left.checked_sub(1);
        if self.alone.fetch_update(Relaxed, Relaxed, is_alone).is_err() && node < 1 << 7 {
            do_together();
        }
    }
}

impl StateSpace for Tree {
    type State = u32;

    fn estimate(&self, &node: &u32) -> u32 {
        self.ask(node);
        u32::from(node != self.goal)
    }

    fn is_goal(&self, &node: &u32) -> bool {
        node == self.goal
    }

    fn for_each_successor(&self, &node: &u32, _: Option<&u32>, mut visit: impl FnMut(u32, u32)) {
        self.ask(node);
        if node.ilog2() < self.depth {
            visit(2 * node, 1);
            visit(2 * node + 1, 1);
        }
    }
}

/// Runs this on pools of several threads. Fails if it does not end.
fn ends<R: Send + 'static>(run: impl Fn() -> R + Send + Sync + Clone + 'static) -> Vec<R> {
    let each = [2, 3, 7].map(|threads| {
        let (send, done) = mpsc::channel();
        let run = run.clone();
        thread::spawn(move || {
            let result = panic::catch_unwind(AssertUnwindSafe(|| on_threads(threads, run)));
            let _ = send.send(result);
        });
        let result = done.recv_timeout(LONG);
        let result = result.unwrap_or_else(|_| panic!("it hangs on {threads} threads"));
        result.unwrap_or_else(|payload| panic::resume_unwind(payload))
    });
    each.into()
}

/// This search solves a tree of this depth. At first, questions are answered by one thread alone.
fn solves<A>(algorithm: A, depth: u32, alone: u32)
where
    A: Algorithm<Tree> + Send + Sync + Clone + 'static,
{
    let run = move || {
        let tree = Tree { alone: AtomicU32::new(alone), ..Tree::new(depth) };
        let mut search = algorithm.start(tree, 1);
        (search.advance(u64::MAX), search.cost())
    };
    assert_eq!(ends(run), [(Some(End::Solved), depth); 3]);
}

#[test]
fn parallel_ida_star() {
    // Short iterations are not searched in parallel.
    solves(ParallelIdaStar::new(), 18, 1 << 16);
}

#[test]
fn parallel_breadth_first() {
    solves(ParallelBreadthFirst::new(), 16, 0);
}

#[test]
fn parallel_graph_a_star() {
    solves(ParallelGraphAStar::new(), 16, 0);
}

#[test]
fn parallel_uniform_cost() {
    solves(UniformCost::new().parallel(), 16, 0);
}

#[test]
fn parallel_weighted_a_star() {
    solves(WeightedAStar::new(1.5).parallel(), 16, 0);
}

#[test]
fn parallel_distances() {
    let run = || {
        let tree = Tree::new(16);
        let goal = tree.goal;
        Distances::from(tree, 1).compute_parallel().cost(&goal)
    };
    assert_eq!(ends(run), [Some(16); 3]);
}

/// The function that sees each answer uses the pool, too.
#[test]
fn many_problems() {
    let run = || {
        let solve = |&depth: &u32| {
            let mut search = GraphAStar::new().start(Tree::new(depth), 1);
            search.advance(u64::MAX);
            search.cost()
        };
        let depths: Vec<_> = (0..200).map(|n| n % 5).collect();
        let mut seen = 0;
        let costs = solve_all(&depths, solve, |count, _| {
            do_together();
            seen += 1;
            assert_eq!(count, seen);
        });
        (costs == depths, seen)
    };
    assert_eq!(ends(run), [(true, 200); 3]);
}
