//! All optimal solutions, compared with those found by trying every path.

use std::collections::BTreeSet;

use bestfirst::search::{Algorithm, AllShortest, CountErrorKind, End, Search};
use rand_chacha::ChaCha8Rng;

use super::contender::Contender;
use super::findings::Log;
use super::oracle;
use super::problem::Problem;
use super::space::{Space, State};

/// If there are more solutions, they are not compared.
const MANY: usize = 2_000;
/// After this many tries, the solutions of a graph are not compared.
const TRIES: u32 = 50_000;

/// The search counts all optimal solutions, and returns each once.
pub(crate) fn check<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    _: &mut ChaCha8Rng,
    log: &Log,
) {
    let problem = &space.problems()[0];
    // Other searches return only one solution.
    if contender.name != "all shortest" || !problem.truth.is_admissible {
        return;
    }
    // If steps back are left out, a cycle of two nodes is not visible.
    if problem.truth.optimum.is_none_or(|cost| u32::try_from(cost).is_err())
        || problem.leaves_out_previous
    {
        return;
    }
    let mut search = AllShortest::new().start(space.clone(), space.initial(0));
    let step = search.advance(u64::MAX);
    let expected = Shortest::of(problem);
    if expected.tries > TRIES || expected.paths.len() >= MANY {
        return;
    }
    log.ensure(step == Some(End::Solved), "what can be said in a u32 is found", || {
        format!("{step:?}")
    });
    let count = if expected.has_cycle {
        Err(CountErrorKind::ZeroCostCycle.into())
    } else {
        Ok(expected.paths.len() as u128)
    };
    log.ensure(search.count() == count, "all shortest solutions are counted", || {
        format!("{:?} of {count:?}, {:?}", search.count(), expected.paths)
    });
    let given: Vec<_> = search.solutions().take(MANY + 1).collect();
    let given: Vec<_> = given.iter().map(|path| space.nodes(0, path).unwrap_or_default()).collect();
    let paths: BTreeSet<_> = given.iter().cloned().collect();
    log.ensure(paths.len() == given.len(), "each shortest solution is given once", || {
        format!("{given:?}")
    });
    log.ensure(paths == expected.paths, "all shortest solutions are given", || {
        format!("{given:?} of {:?}", expected.paths)
    });
}

/// The optimal solutions that repeat no node.
struct Shortest<'a> {
    problem: &'a Problem,
    /// The cost from each node to a goal.
    distances: Vec<Option<u64>>,
    paths: BTreeSet<Vec<u32>>,
    /// Whether there are optimal solutions that repeat a node.
    has_cycle: bool,
    tries: u32,
}

impl<'a> Shortest<'a> {
    fn of(problem: &'a Problem) -> Self {
        let distances = oracle::distances(&problem.reversed, &problem.goals, u64::from);
        let mut shortest =
            Self { problem, distances, paths: BTreeSet::new(), has_cycle: false, tries: 0 };
        shortest.go_on(&mut vec![problem.start]);
        shortest
    }

    fn go_on(&mut self, path: &mut Vec<u32>) {
        self.tries += 1;
        let node = path[path.len() - 1];
        if self.problem.goals.contains(&node) {
            self.paths.insert(path.clone());
            return;
        }
        for &(to, cost) in &self.problem.edges[node as usize] {
            let [here, there] = [node, to].map(|node| self.distances[node as usize]);
            let is_cheapest = there.is_some_and(|there| here == Some(u64::from(cost) + there));
            if self.tries > TRIES {
                return;
            }
            if path.contains(&to) {
                self.has_cycle |= is_cheapest;
            } else if is_cheapest && self.paths.len() < MANY {
                path.push(to);
                self.go_on(path);
                path.pop();
            }
        }
    }
}
