//! A state that panics once. The panic is caught, and the search continues.

use std::panic::{self, AssertUnwindSafe};

use bestfirst::search::{End, Search};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::answers::{ensure_same, stepwise, through};
use super::contenders::Contender;
use super::findings::{Log, caught};
use super::space::{Question, Space, Sprung, State};
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
    drop(search);

    let asked = Question::ALL.map(|question| (question, trap.asked(question)));
    let mut asked: Vec<_> = asked.into_iter().filter(|&(_, times)| times > 0).collect();
    // Two methods are enough for one graph.
    for _ in 0..asked.len().min(2) {
        let (question, times) = asked.swap_remove(rng.random_range(0..asked.len()));
        log.set_context(format!("after a panic in {question:?}: "));
        check_at(contender, space, (question, rng.random_range(0..times)), rng, log);
    }
}

fn check_at<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    (question, answers): (Question, u64),
    rng: &mut ChaCha8Rng,
    log: &Log,
) {
    let unheard = Log::default();
    let mut search = contender.start(space, 0);
    space.trap().set(question, answers);
    let count = [1, 3, 64][rng.random_range(0..3)];
    let mut has_panicked = false;
    while !has_panicked && search.statistics().expanded < contender.enough() {
        match advance(&mut *search, count) {
            Ok(None) => {}
            Ok(_) => break,
            Err(Sprung) => has_panicked = true,
        }
    }
    space.trap().off();
    if has_panicked {
        let mut watch = Watch::new(log, contender, space, 0);
        // It may refuse to continue with a panic of its own that gives the reason.
        if let Err(message) = caught(|| stepwise(&mut *search, &mut watch, rng)) {
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

/// Fails if a state panicked.
fn advance<S: State>(
    search: &mut dyn Search<State = S>,
    count: u64,
) -> Result<Option<End>, Sprung> {
    match panic::catch_unwind(AssertUnwindSafe(|| search.advance(count))) {
        Ok(step) => Ok(step),
        Err(payload) if payload.is::<Sprung>() => Err(Sprung),
        Err(payload) => panic::resume_unwind(payload),
    }
}
