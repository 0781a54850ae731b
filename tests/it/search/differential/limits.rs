//! Limits of every kind, which are met and raised until the search ends.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use bestfirst::search::{End, Search};
use bestfirst::{Limits, StopReason};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::answers::{ensure_same, through};
use super::contender::{Contender, Trait::AdaptsToBytes};
use super::findings::Log;
use super::space::{Question, Space, State};
use super::watch::{Watch, is_limit, limit_bytes, run};

/// Stopped by limits and resumed again and again, a search gives the same answer.
pub(crate) fn check<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) {
    let mut search = contender.start(space, 0);
    let answer = through(&mut *search, &mut Watch::new(log, contender, space, 0));
    drop(search);

    let mut search = contender.start(space, 0);
    let mut watch = Watch::new(log, contender, space, 0);
    let mut stops = 0;
    let mut step = None;
    while step.is_none() || is_limit(step) {
        let expanded = search.statistics().expanded;
        if expanded >= contender.enough() {
            break;
        }
        // The number of rounds is bounded.
        let may_stop = stops < 30;
        stops += 1;
        step = match rng.random_range(0..6) {
            0 if may_stop => generations(contender, &mut *search, space, rng, log),
            1 if may_stop => {
                let step = run(&mut *search, &Limits::none().time(Duration::ZERO));
                let is_stopped = matches!(step, Some(End::Stopped(StopReason::Time { .. })));
                log.ensure(is_stopped, "no time is no time", || format!("{step:?}"));
                step
            }
            2 if may_stop => cancelled(contender, &mut *search, space, rng, log),
            3 if may_stop && !contender.is(AdaptsToBytes) => bytes(contender, &mut *search, rng),
            _ => expansions(&mut *search, rng, log),
        };
        watch.look(&*search, step);
    }
    limit_bytes(&mut *search, None);
    let resumed = watch.judge(&*search, step);
    ensure_same(log, "limits make no difference", &answer, &resumed);
}

/// A limit a few expansions ahead. It is met exactly.
fn expansions<S: State>(
    search: &mut dyn Search<State = S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) -> Option<End> {
    let before = search.statistics().expanded;
    let limit = before + rng.random_range(0..=3 + before);
    let step = run(search, &Limits::none().expansions(limit));
    let now = search.statistics().expanded;
    let holds = match step {
        Some(End::Stopped(StopReason::Expansions { limit: met, expanded })) => {
            met == limit && expanded == limit && now == limit
        }
        _ => now <= limit,
    };
    log.ensure(holds, "a limit on expansions is exact", || format!("{now} of {limit}, {step:?}"));
    step
}

/// A limit some generated nodes ahead. It is exceeded by one expansion of each thread at most.
fn generations<S: State>(
    contender: &Contender<S>,
    search: &mut dyn Search<State = S>,
    space: &Space<S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) -> Option<End> {
    let before = search.statistics().generated;
    let limit = before + rng.random_range(1..=8 + before);
    let limits = Limits::none().generated(limit).expansions(contender.enough());
    let step = run(search, &limits);
    let now = search.statistics().generated;
    let most_successors = space.problems()[0].truth.most_successors;
    let threads = contender.threads.map_or(1, |threads| threads as u64);
    // The root of the next iteration may come with the last expansion.
    let root = u64::from(contender.name.contains("IDA*") || contender.name.contains("ida-star"));
    let most = limit - 1 + threads * most_successors + root;
    let detail = || format!("{now} of {limit} (before: {before}), {step:?}");
    log.ensure(now <= most, "a limit on generated nodes holds", detail);
    if let Some(End::Stopped(StopReason::Generated { limit: met, generated })) = step {
        let holds = met == limit && generated == now && now >= limit;
        log.ensure(holds, "a limit on generated nodes says what it met", detail);
    }
    step
}

/// Cancels the search while it calls a method of the space, as another thread could.
fn cancelled<S: State>(
    contender: &Contender<S>,
    search: &mut dyn Search<State = S>,
    space: &Space<S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) -> Option<End> {
    let trap = space.trap();
    trap.flag.store(false, Relaxed);
    trap.set_flag(Question::ALL[rng.random_range(0..4)], rng.random_range(0..50));
    let limits = Limits::none().cancel(Arc::clone(&trap.flag)).expansions(contender.enough());
    let step = run(search, &limits);
    trap.off();
    let is_raised = trap.flag.load(Relaxed);
    let holds = is_raised || !matches!(step, Some(End::Stopped(StopReason::Cancelled)));
    log.ensure(holds, "nothing cancels but the flag", || format!("{step:?}"));
    if is_raised && is_limit(step) {
        let again = run(search, &limits);
        let is_cancelled = again == Some(End::Stopped(StopReason::Cancelled));
        log.ensure(is_cancelled, "a flag cancels", || format!("{step:?}, {again:?}"));
    }
    step
}

/// A limit some bytes ahead.
fn bytes<S: State>(
    contender: &Contender<S>,
    search: &mut dyn Search<State = S>,
    rng: &mut ChaCha8Rng,
) -> Option<End> {
    let limit = search.statistics().bytes + rng.random_range(0..2_000);
    let step = run(search, &Limits::none().bytes(limit).expansions(contender.enough()));
    limit_bytes(search, None);
    step
}
