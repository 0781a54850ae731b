//! Searches that answer queries in turns.

use std::hint::black_box;

use super::pairs::{Contestant, compare};
use super::queries::Search;

/// The name of a search, and all queries; returns how many have a solution.
type Run<'a> = (&'a str, Box<dyn FnMut() -> u64 + 'a>);

/// Prints the CPU time of each search per query, and its ratio to the first search.
pub(crate) fn by_turns<Q>(title: &str, queries: &[Q], searches: &mut [Search<Q>]) {
    let mut runs: Vec<Run> = Vec::new();
    for (name, answer) in searches {
        let mut is_solved = |query: &&Q| black_box(answer(query)).is_some();
        runs.push((name, Box::new(move || queries.iter().filter(&mut is_solved).count() as u64)));
    }
    let mut contestants: Vec<Contestant> =
        runs.iter_mut().map(|(name, run)| (*name, &mut **run as _)).collect();
    compare(title, "query", &mut contestants);
}
