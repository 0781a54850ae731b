//! A state, a space or an observer that panics once. The panic is caught, and the search continues.

use std::panic::{self, AssertUnwindSafe};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::answers::{ensure_same, stepwise, through};
use super::contender::{Contender, Machine};
use super::findings::{Log, caught};
use super::space::{Question, Space, Sprung, State, Trap};
use super::watch::Watch;

/// After a panic in any method of the space, a search gives the right answer or refuses to
/// continue.
pub(crate) fn check<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) {
    let trap = space.trap();
    let mut search = contender.start(space, 0);
    trap.count();
    through(&mut *search, &mut Watch::new(log, contender, space, 0));
    trap.off();
    let mut asked = asked_of(trap);
    trap.count();
    search.restart(space.initial(0));
    trap.off();
    let asked_in_restart = asked_of(trap);
    drop(search);

    // Two methods are enough for one graph.
    for _ in 0..asked.len().min(2) {
        let (question, times) = asked.swap_remove(rng.random_range(0..asked.len()));
        log.set_context(format!("after a panic in {question:?}: "));
        let mut search = contender.start(space, 0);
        trap.set(question, rng.random_range(0..times));
        let count = [1, 3, 64][rng.random_range(0..3)];
        let mut step = Ok(None);
        while step == Ok(None) && search.statistics().expanded < contender.enough() {
            step = sprung(|| search.advance(count));
        }
        trap.off();
        recovers(contender, space, search, step.is_err(), rng, log);
    }
    if !asked_in_restart.is_empty() {
        let (question, times) = asked_in_restart[rng.random_range(0..asked_in_restart.len())];
        log.set_context(format!("after a panic in {question:?} in a restart: "));
        let mut search = contender.start(space, 0);
        search.advance(rng.random_range(0..100));
        trap.set(question, rng.random_range(0..times));
        let restart = sprung(|| search.restart(space.initial(0)));
        trap.off();
        recovers(contender, space, search, restart.is_err(), rng, log);
    }
}

/// What was asked while the trap was on, and how often.
fn asked_of(trap: &Trap) -> Vec<(Question, u64)> {
    let asked = Question::ALL.map(|question| (question, trap.asked(question)));
    asked.into_iter().filter(|&(_, times)| times > 0).collect()
}

/// After a panic, the search gives the right answer or refuses to continue.
fn recovers<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    mut search: Machine<S>,
    has_panicked: bool,
    rng: &mut ChaCha8Rng,
    log: &Log,
) {
    let unheard = Log::default();
    if has_panicked {
        let mut watch = Watch::new(log, contender, space, 0);
        // It may refuse to continue with a panic of its own that gives the reason.
        let resumed = caught(|| {
            search.advance(0);
            stepwise(&mut *search, &mut watch, rng)
        });
        if let Err(message) = resumed {
            let is_refusal = message.contains("panicked before");
            log.ensure(is_refusal, "it panics", || message);
        }
        // After a restart it works like a fresh search.
        let anew = caught(|| {
            search.restart(space.initial(0));
            stepwise(&mut *search, &mut Watch::new(log, contender, space, 0), rng)
        });
        let mut fresh = contender.start(space, 0);
        let fresh = through(&mut *fresh, &mut Watch::new(&unheard, contender, space, 0));
        match anew {
            Ok(anew) => ensure_same(log, "restarted it is as good as new", &fresh, &anew),
            Err(message) => log.add("restarted it panics", message),
        }
    }
    drop(search);
    let living = space.living();
    log.ensure(living == 0, "every state is dropped", || format!("{living} states"));
}

/// Fails if the trap was sprung.
fn sprung<T>(run: impl FnOnce() -> T) -> Result<T, Sprung> {
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(value) => Ok(value),
        Err(payload) if payload.is::<Sprung>() => Err(Sprung),
        Err(payload) => panic::resume_unwind(payload),
    }
}
