//! A search gives the same answer however it is driven.

use bestfirst::search::{End, Search};
use bestfirst::{DEAD_END, Limits, Outcome};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::contender::Contender;
use super::findings::Log;
use super::space::{Space, State};
use super::watch::{Answer, Watch, counters};

/// Runs a search to its end, or until it has expanded enough nodes.
pub(crate) fn through<S: State>(
    search: &mut dyn Search<State = S>,
    watch: &mut Watch<'_, S>,
) -> Answer {
    let enough = watch.enough();
    let mut step = None;
    while step.is_none() && search.statistics().expanded < enough {
        step = search.advance(enough - search.statistics().expanded);
    }
    watch.judge(search, step)
}

/// The same in steps of many sizes.
pub(crate) fn stepwise<S: State>(
    search: &mut dyn Search<State = S>,
    watch: &mut Watch<'_, S>,
    rng: &mut ChaCha8Rng,
) -> Answer {
    let enough = watch.enough();
    let mut step = None;
    watch.look(search, step);
    while step.is_none() && search.statistics().expanded < enough {
        let before = search.statistics().expanded;
        // Steps become longer, because the checks take more time than the search.
        let most = if rng.random() { 1 + before / 4 } else { 3 };
        let count = rng.random_range(0..=most).min(enough - before);
        step = search.advance(count);
        watch.look(search, step);
        let expanded = search.statistics().expanded;
        let holds = (before..=before + count).contains(&expanded);
        watch.log.ensure(holds, "a step expands one node", || {
            format!("{before} to {expanded} in {count}")
        });
    }
    watch.judge(search, step)
}

/// The same number of steps gives the same state of the search, in one go and in many.
fn halfway<S: State>(contender: &Contender<S>, space: &Space<S>, rng: &mut ChaCha8Rng, log: &Log) {
    let count = rng.random_range(0..200);
    let mut search = contender.start(space, 0);
    let step = search.advance(count);
    let at_once = Watch::new(log, contender, space, 0).look(&*search, step);
    let mut search = contender.start(space, 0);
    let (mut step, mut left) = (None, count);
    while step.is_none() && left > 0 {
        let some = rng.random_range(0..=left.min(5));
        step = search.advance(some);
        left -= some;
    }
    let in_steps = Watch::new(log, contender, space, 0).look(&*search, step);
    let detail = || format!("{count}: {at_once:?}\n      and {in_steps:?}");
    let are_same = Answer { counters: at_once.counters, ..in_steps.clone() } == at_once;
    log.ensure(are_same, "halfway stepping makes no difference", detail);
    let kind = "halfway stepping makes no difference, in counters";
    log.ensure(at_once.counters == in_steps.counters, kind, detail);
}

/// Checks that two answers are equal, and the counters too if both searches have ended.
pub(crate) fn ensure_same(log: &Log, kind: &str, one: &Answer, other: &Answer) {
    if one.is_final() && other.is_final() {
        let detail = || format!("{one:?}\n      and {other:?}");
        let are_same = Answer { counters: one.counters, ..other.clone() } == *one;
        log.ensure(are_same, kind, detail);
        log.ensure(one.counters == other.counters, &format!("{kind}, in counters"), detail);
    }
}

/// Drives the search in one go, in many steps, and by a solver.
pub(crate) fn check<S: State>(
    contender: &Contender<S>,
    space: &Space<S>,
    rng: &mut ChaCha8Rng,
    log: &Log,
) {
    let mut search = contender.start(space, 0);
    let mut watch = Watch::new(log, contender, space, 0);
    watch.look(&*search, None);
    let answer = through(&mut *search, &mut watch);
    if answer.is_final() {
        let step = search.advance(rng.random_range(0..3));
        let again = watch.look(&*search, step);
        ensure_same(log, "once ended it stays so", &answer, &again);
    }
    drop(search);

    let mut search = contender.start(space, 0);
    let in_steps = stepwise(&mut *search, &mut Watch::new(log, contender, space, 0), rng);
    ensure_same(log, "stepping makes no difference", &answer, &in_steps);
    drop(search);

    // On several threads, the work done by then varies between runs.
    if contender.like.is_none() {
        halfway(contender, space, rng, log);
    }
    if let Some(alone) = &contender.like {
        let mut alone = alone(space.clone(), space.initial(0));
        let expected = through(&mut *alone, &mut Watch::new(&Log::default(), contender, space, 0));
        ensure_same(log, "threads make no difference", &expected, &answer);
    }

    let limits = Limits::none().expansions(contender.enough());
    let solver = contender.solve(space, 0, limits);
    let outcome = match solver.outcome() {
        Outcome::Solved(solution) => {
            let (cost, path) = (solution.cost(), solution.states());
            let path = space.nodes(0, path).unwrap_or_default();
            let end = solution.stopped_by().map_or(End::Solved, End::Stopped);
            Some((Some(end), path, cost, solution.lower_bound()))
        }
        Outcome::Unsolvable => None,
        Outcome::Stopped(stopped) => {
            let path = space.nodes(0, &stopped.path).unwrap_or_default();
            Some((Some(End::Stopped(stopped.reason)), path, stopped.path_cost, stopped.lower_bound))
        }
    };
    if answer.is_final() && answer.counters[0] < contender.enough() {
        let Answer { step, path, cost, bound, .. } = answer;
        // A solver does not search from a dead end.
        let start = &space.problems()[0];
        let is_dead_end = start.estimates[start.start as usize] == DEAD_END;
        let is_unsolvable = is_dead_end || step == Some(End::Exhausted);
        let expected = (!is_unsolvable).then_some((step, path, cost, bound));
        log.ensure(outcome == expected, "a solver gives the same answer", || {
            format!("{expected:?} and {outcome:?}")
        });
        let counted = counters(&solver.statistics());
        log.ensure(is_dead_end || counted == answer.counters, "a solver counts the same", || {
            format!("{:?} and {counted:?}", answer.counters)
        });
    }
}
