//! Limits on memory, starting with one that is hardly enough for the initial state.

use bestfirst::search::End;
use bestfirst::{Limits, StopReason};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::answers::{ensure_same, through};
use super::contender::{Contender, Promise, Trait::AdaptsToBytes};
use super::findings::Log;
use super::space::{Space, State};
use super::watch::{Watch, limit_bytes, run};

/// What a search may have in use under a limit.
fn most(limit: usize) -> usize {
    limit + (limit / 50).max(64 << 10)
}

/// A search never uses more memory than its limit, and the limit does not change the answer.
pub(crate) fn check<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) {
    let mut search = contender.start(space, 0);
    let answer = through(&mut *search, &mut Watch::new(&Log::default(), contender, space, 0));
    drop(search);

    let mut search = contender.start(space, 0);
    let mut watch = Watch::new(log, contender, space, 0);
    let mut limit = rng.random_range(1_000..4_000) << rng.random_range(0..8);
    let first = limit;
    let mut step = None;
    while step.is_none() && search.statistics().expanded < contender.enough() {
        step = if rng.random() {
            limit_bytes(&mut *search, Some(limit));
            search.advance(rng.random_range(1..200))
        } else {
            let expansions = search.statistics().expanded + rng.random_range(1..200);
            run(&mut *search, &Limits::none().bytes(limit).expansions(expansions))
        };
        watch.look(&*search, step);
        let in_use = search.statistics().bytes;
        let detail = || format!("{in_use} of {limit}, {step:?}");
        log.ensure(in_use <= most(limit), "a limit on bytes holds", detail);
        step = match step {
            Some(End::Stopped(StopReason::Bytes { limit: met, .. })) => {
                log.ensure(met == limit, "a limit on bytes says what it met", detail);
                let is_needed =
                    !contender.is(AdaptsToBytes) || contender.promise != Promise::Optimal;
                let is_enough = limit >= enough_for_paths(space);
                log.ensure(is_needed || !is_enough, "it works within its memory", detail);
                limit += limit / 2;
                None
            }
            Some(End::Stopped(StopReason::Expansions { .. })) => None,
            step => step,
        };
    }
    watch.judge(&*search, step);
    // A search that always had enough memory has not adapted, even if it keeps a reserve.
    if !contender.is(AdaptsToBytes) || first / 2 > most(search.statistics().bytes) {
        ensure_same(
            log,
            "a limit on bytes makes no difference",
            &answer,
            &watch.look(&*search, step),
        );
    }
}

/// More than enough bytes for any path up to the cost of the solution, with the successors of each
/// of its states. A depth-first search may visit a state many times on a path, but each time at a
/// higher cost.
fn enough_for_paths<S: State>(space: &Space<S>) -> usize {
    let problem = &space.problems()[0];
    let short = problem.truth.optimum.filter(|&cost| cost < 1_000 && problem.truth.is_admissible);
    let Some(cost) = short.and_then(|cost| usize::try_from(cost).ok()) else {
        return usize::MAX;
    };
    let state = size_of::<S>() + 64 + 64;
    (64 << 10) + 4 * state * (cost + 1) * (problem.edges.len() + problem.edge_count())
}
