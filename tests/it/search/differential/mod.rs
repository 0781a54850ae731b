//! Every search of the crate on random problems, compared with a simple oracle.
//!
//! **What is compared.** Problems are graphs of 1 to 60 nodes. Steps cost nothing, little, or
//! nearly `u32::MAX`. There are parallel edges, loops, and no goal, one, or several. A few problems
//! are larger and realistic: grids, roads, lines, and trees with thousands of successors. Estimates
//! are blind, perfect, consistent, only admissible, too high, or far too high. The crate `it` has
//! the searches on one thread, the crate `features` those on several: each lists them in its
//! `search/contenders.rs`, one line each. `watch.rs` has the invariants that hold at every moment
//! and at the end. Each search is driven
//!
//! - in one go, in steps of all sizes, and by a `Solver`: `answers.rs`;
//! - into limits of every kind, which are raised until the search ends: `limits.rs`;
//! - into a panic in any method of the space or of a state, or in an observer, which is caught:
//!   `panics.rs`. States that own memory are observed in all checks;
//! - on one machine from problem to problem, and from start to start in one graph, compared with a
//!   fresh machine for each: `restarts.rs`;
//! - within limits on memory: `bytes.rs`;
//! - in the memory of another search, under a limit that is hardly enough: `shared_memory.rs`.
//!
//! `all_shortest.rs` compares the number and the set of all optimal solutions.
//!
//! **How to run more.** The gate runs some thousand problems. To run more:
//!
//! ```text
//! BESTFIRST_GRAPHS=1000000 \
//!     cargo test --release --all-features --test it --test features differential:: -- \
//!     --nocapture
//! ```
//!
//! `BESTFIRST_SECONDS=60` ends each test after 60 seconds, if it has not ended by then. The tests
//! run in parallel. To run one of them, give its name, such as `search::differential::answers`,
//! and `--exact`.
//!
//! **How to replay.** The seed determines a problem and all that is done with it. A finding names
//! its seed:
//!
//! ```text
//! BESTFIRST_SEED=123 BESTFIRST_SEARCH=IDA cargo test --test it differential::limits
//! ```
//!
//! This runs one problem, or as many from this seed on as `BESTFIRST_GRAPHS` says. It runs only
//! the searches whose names contain `IDA`. If a search does not end, `BESTFIRST_TRACE=1` shows
//! which: it prints the name of each search before it runs.

mod all_shortest;
mod answers;
mod bytes;
pub(crate) mod contender;
mod findings;
mod limits;
mod oracle;
mod panics;
mod problem;
mod restarts;
mod shapes;
mod shared_memory;
pub(crate) mod space;
mod watch;

#[cfg(feature = "parallel")]
use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
#[cfg(feature = "parallel")]
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use contender::{Contender, Trait};
pub(crate) use findings::caught;
use findings::{Finding, Findings, Log};
use problem::Problem;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
#[cfg(feature = "parallel")]
use rayon::{ThreadPool, ThreadPoolBuilder};
use space::{Owned, Seen, Space, State};

use super::contenders;

/// One way to drive a search.
type Check<S> = fn(&Contender<S>, &Space<S>, &mut ChaCha8Rng, &Log);

/// The number in an environment variable.
fn variable(name: &str) -> Option<u64> {
    env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name}={value}")))
}

/// Drives every search through `count` problems, or as many as `BESTFIRST_GRAPHS` says.
fn drive<S: State>(count: u64, problems: fn(&mut ChaCha8Rng) -> Vec<Problem>, check: Check<S>) {
    drive_these(contenders::all::<S>(), count, problems, check);
}

/// Drives these searches.
fn drive_these<S: State>(
    mut contenders: Vec<Contender<S>>,
    count: u64,
    problems: fn(&mut ChaCha8Rng) -> Vec<Problem>,
    check: Check<S>,
) {
    let first = variable("BESTFIRST_SEED");
    let graphs = variable("BESTFIRST_GRAPHS");
    let count = graphs.unwrap_or(if first.is_some() { 1 } else { count });
    let time = variable("BESTFIRST_SECONDS").map_or(Duration::MAX, Duration::from_secs);
    let name = env::var("BESTFIRST_SEARCH").unwrap_or_default();
    contenders.retain(|contender| contender.name.contains(&name));

    let first = first.unwrap_or(0);
    let is_traced = env::var_os("BESTFIRST_TRACE").is_some();
    let mut findings = Findings::default();
    let began = Instant::now();
    let mut shown = began;
    let mut done = 0;
    for seed in first..first + count {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let space = Space::<S>::new(problems(&mut rng));
        let size = space.problems().iter().map(Problem::edge_count).sum();
        for contender in &contenders {
            if is_traced {
                let _ = writeln!(io::stderr(), "seed {seed}: {}", contender.name);
            }
            if seed % contender.every > 0 && count > contender.every {
                continue;
            }
            let is_undirected = || space.problems().iter().all(Problem::is_undirected);
            if contender.is(Trait::Undoes) && !is_undirected() {
                continue;
            }
            let run = || found(contender, &space, rng.clone(), check);
            let found = match contender.threads {
                None => run(),
                Some(threads) => on_threads(threads, run),
            };
            for finding in found {
                let problem = &space.problems()[finding.problem];
                findings.add(contender.name, seed, size, finding, problem);
            }
        }
        done += 1;
        if graphs.is_some() && shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            // The test harness captures the output of macros.
            let _ = writeln!(io::stderr(), "{done} graphs, {:.0?}\n{findings}", began.elapsed());
        }
        if began.elapsed() > time {
            break;
        }
    }
    let _ = writeln!(
        io::stderr(),
        "{done} graphs, {} searches, {:.1?}",
        contenders.len(),
        began.elapsed()
    );
    assert!(findings.is_empty(), "after {done} graphs:\n{findings}");
}

/// The findings of one check of one search.
fn found<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    mut rng: ChaCha8Rng,
    check: Check<S>,
) -> Vec<Finding> {
    let log = Log::default();
    if let Err(message) = caught(|| check(contender, space, &mut rng, &log)) {
        log.add("it panics", message);
    }
    space.trap().off();
    log.into_findings()
}

/// Runs a closure in a pool of this many threads.
#[cfg(feature = "parallel")]
fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    static POOLS: Mutex<BTreeMap<usize, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    let mut pools = POOLS.lock().unwrap();
    let new = || Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    let pool = Arc::clone(pools.entry(threads).or_insert_with(new));
    drop(pools);
    pool.install(run)
}

#[cfg(not(feature = "parallel"))]
fn on_threads<T>(_: usize, run: impl FnOnce() -> T) -> T {
    run()
}

fn one(rng: &mut ChaCha8Rng) -> Vec<Problem> {
    vec![Problem::any(rng)]
}

fn one_small(rng: &mut ChaCha8Rng) -> Vec<Problem> {
    vec![Problem::small(rng)]
}

fn one_crowded(rng: &mut ChaCha8Rng) -> Vec<Problem> {
    vec![Problem::crowded(rng)]
}

/// Several problems in a row. A large one may be followed by small ones.
fn several(rng: &mut ChaCha8Rng) -> Vec<Problem> {
    let mut problems = Vec::new();
    if rng.random_ratio(1, 5) {
        // In a table that is far too large, a restart removes states one by one.
        problems.extend([true, false].map(|is_large| Problem::before_others(is_large, rng)));
        for _ in 0..20 {
            problems.push(problems[1].elsewhere(1, rng));
        }
        return problems;
    }
    for number in 0..rng.random_range(2..8) {
        let is_like_last = number > 0 && rng.random_ratio(1, 3);
        problems.push(if is_like_last {
            let first = problems[number - 1].like.unwrap_or(number - 1);
            problems[first].elsewhere(first, rng)
        } else {
            Problem::any(rng)
        });
    }
    problems
}

#[test]
fn answers() {
    drive::<u32>(1_000, one, answers::check);
}

#[test]
fn answers_with_states_that_own_memory() {
    drive::<Owned>(300, one, answers::check);
}

#[test]
fn limits() {
    drive::<u32>(1_000, one, limits::check);
}

#[test]
fn limits_with_states_that_own_memory() {
    drive::<Owned>(300, one, limits::check);
}

/// Searches that take several nodes off the open list at a time.
#[test]
fn batches() {
    drive::<u32>(40, one_crowded, |contender, space, rng, log| {
        if contender.is(Trait::TakesBatches) {
            answers::check(contender, space, rng, log);
        }
    });
}

#[test]
fn panics() {
    drive::<u32>(500, one_small, panics::check);
}

#[test]
fn panics_with_states_that_own_memory() {
    drive::<Owned>(150, one_small, panics::check);
}

/// The searches that are not among those with states that own memory.
#[test]
fn panics_under_observation() {
    drive_these::<Seen>(contenders::of_copied_states(), 500, one_small, panics::check);
}

#[test]
fn restarts() {
    drive::<u32>(150, several, restarts::check);
}

/// Drives one search through the problems in a row of this seed.
pub(super) fn restart(seed: u64, name: &str) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let space = Space::<u32>::new(several(&mut rng));
    let contenders = contenders::all::<u32>();
    let contender = contenders.iter().find(|contender| contender.name == name).unwrap();
    let mut findings = Findings::default();
    for finding in found(contender, &space, rng, restarts::check) {
        let problem = &space.problems()[finding.problem];
        findings.add(name, seed, 0, finding, problem);
    }
    assert!(findings.is_empty(), "{findings}");
}

#[test]
fn restarts_with_states_that_own_memory() {
    drive::<Owned>(75, several, restarts::check);
}

#[test]
fn bytes() {
    drive::<u32>(300, one, bytes::check);
}

#[test]
fn bytes_with_states_that_own_memory() {
    drive::<Owned>(300, one, bytes::check);
}

#[test]
fn shared_memory() {
    drive::<u32>(300, shared_memory::pair, shared_memory::check);
}

#[test]
fn shared_memory_with_states_that_own_memory() {
    drive::<Owned>(150, shared_memory::pair, shared_memory::check);
}

#[test]
fn all_shortest() {
    drive::<u32>(1_000, one_small, all_shortest::check);
}
