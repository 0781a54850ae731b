//! One machine for many problems, compared with a fresh machine for each.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::answers::{ensure_same, stepwise, through};
use super::contender::{Contender, Trait::AdaptsToBytes};
use super::findings::Log;
use super::space::{Space, State};
use super::watch::{Watch, limit_bytes};

/// A machine solves each problem of a sequence as a fresh machine does.
pub(crate) fn check<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) {
    let mut search = contender.start(space, 0);
    for problem in 0..space.problems().len() {
        if problem > 0 {
            search.restart(space.initial(problem));
        }
        let mut watch = Watch::new(log, contender, space, problem);
        watch.look(&*search, None);
        // Some searches are abandoned before they end, or when they run out of memory.
        if rng.random_ratio(1, 6) {
            let step = search.advance(rng.random_range(0..40));
            watch.judge(&*search, step);
            continue;
        }
        if rng.random_ratio(1, 12) && !contender.is(AdaptsToBytes) {
            limit_bytes(&mut *search, Some(rng.random_range(0..20_000)));
            let step = search.advance(1_000);
            watch.look(&*search, step);
            limit_bytes(&mut *search, None);
            continue;
        }
        let answer = if rng.random() {
            through(&mut *search, &mut watch)
        } else {
            stepwise(&mut *search, &mut watch, rng)
        };
        let mut fresh = contender.start(space, problem);
        let expected = through(&mut *fresh, &mut Watch::new(log, contender, space, problem));
        ensure_same(log, "restarted it is as a fresh one", &expected, &answer);
    }
    drop(search);
    let living = space.living();
    log.ensure(living == 0, "every state is dropped", || format!("{living} states"));
}
