//! Two searches in one memory under a limit on bytes, compared with fresh memory for each.

use bestfirst::search::Search;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::answers::{ensure_same, through};
use super::contender::Contender;
use super::findings::Log;
use super::problem::Problem;
use super::space::{Space, State};
use super::watch::{Answer, Watch, limit_bytes};

/// Two problems: a large one and a small one in either order, or two of any size.
pub(crate) fn pair(rng: &mut ChaCha8Rng) -> Vec<Problem> {
    let mut problems = match rng.random_range(0..8) {
        0 => vec![Problem::before_others(true, rng), Problem::before_others(false, rng)],
        1 | 2 => vec![Problem::large(rng), Problem::small(rng)],
        3 => {
            let first = Problem::any(rng);
            let second = first.elsewhere(0, rng);
            return vec![first, second];
        }
        _ => vec![Problem::small(rng), Problem::small(rng)],
    };
    if rng.random() {
        problems.reverse();
    }
    problems
}

/// By how many bytes a limit may be exceeded, whatever the search.
const SLACK: usize = 64;

/// What has an answer in fresh memory has the same answer in the memory of another search, under a
/// limit that is hardly enough, and the limit holds at every moment.
pub(crate) fn check<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) {
    let silent = Log::default();
    let mut fresh = contender.start(space, 1);
    through(&mut *fresh, &mut Watch::new(&silent, contender, space, 1));
    let needed = fresh.statistics().bytes;
    // Steps of the same sizes in both, because several threads share memory by steps.
    let steps = ChaCha8Rng::seed_from_u64(rng.random());
    let limit = needed + needed * rng.random_range(0..=30) / 100;
    let within = |search: &mut dyn Search<State = S>| {
        let mut watch = Watch::new(log, contender, space, 1);
        run(search, &mut watch, limit, &mut steps.clone())
    };

    let mut fresh = contender.start(space, 1);
    limit_bytes(&mut *fresh, Some(limit));
    let expected = within(&mut *fresh);

    let mut shared = contender.start(space, 0);
    let before = match rng.random_range(0..3) {
        0 => None,
        1 => Some(limit),
        _ => Some(rng.random_range(1_000..100_000)),
    };
    limit_bytes(&mut *shared, before);
    shared.advance(if rng.random() { rng.random_range(0..40) } else { contender.enough() });
    let is_limited_first = rng.random();
    if is_limited_first {
        limit_bytes(&mut *shared, Some(limit));
    }
    let is_reused = rng.random();
    if is_reused {
        shared = shared.reused(space.clone(), space.initial(1));
    } else {
        shared.restart(space.initial(1));
    }
    // In the memory of another search, a search has no limits at first.
    if is_reused || !is_limited_first {
        limit_bytes(&mut *shared, Some(limit));
    }
    let answer = within(&mut *shared);
    ensure_same(log, "in shared memory it is as in fresh memory", &expected, &answer);
    let lost = expected.is_final() && !answer.is_final();
    log.ensure(!lost, "what fits into fresh memory fits into shared memory", || {
        format!("limit {limit}, needed {needed}, before {before:?}: {expected:?} and {answer:?}")
    });
}

/// Runs a search to its end in steps, under a limit that is set already.
fn run<S: State>(
    search: &mut dyn Search<State = S>,
    watch: &mut Watch<'_, S>,
    limit: usize,
    rng: &mut ChaCha8Rng,
) -> Answer {
    let enough = watch.enough();
    let mut step = None;
    loop {
        let in_use = search.statistics().bytes;
        watch.log.ensure(in_use <= limit + SLACK, "a limit on bytes holds to a few bytes", || {
            format!("{in_use} of {limit}, {step:?}, {:?}", search.statistics())
        });
        let expanded = search.statistics().expanded;
        if step.is_some() || expanded >= enough {
            return watch.judge(search, step);
        }
        let count = rng.random_range(1..=100 + expanded);
        step = search.advance(count.min(enough - expanded));
    }
}
