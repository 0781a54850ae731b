//! Short phases of work on all threads of a pool.

use std::hint;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::Yield;

/// How many times a thread looks for work and finds none before it may sleep: some tenths of a
/// millisecond.
const MOST_IDLE_LOOKS: u32 = 1 << 11;

/// Does the work in the pool, and keeps its other threads awake meanwhile: to wake one takes about
/// as long as a short phase.
pub(crate) fn in_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let is_done = &AtomicBool::new(false);
    rayon::scope(|scope| {
        let own = rayon::current_thread_index();
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(move |_| {
                if rayon::current_thread_index() != own {
                    run_jobs_until(|| is_done.load(Ordering::Relaxed));
                }
            });
        }
        let result = work();
        is_done.store(true, Ordering::Relaxed);
        result
    })
}

/// Does the work on each item, in parallel if that is worthwhile.
pub(crate) fn for_each<T: Send>(
    is_worthwhile: bool,
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) + Sync,
) {
    let (mut items, work) = (items.into_iter(), &work);
    if !is_worthwhile {
        return items.for_each(work);
    }
    let pending = &AtomicUsize::new(0);
    rayon::in_place_scope(|scope| {
        let first = items.next();
        for item in items {
            pending.fetch_add(1, Ordering::Relaxed);
            scope.spawn(move |_| {
                work(item);
                pending.fetch_sub(1, Ordering::Relaxed);
            });
        }
        first.into_iter().for_each(work);
        // Without this, the thread would soon sleep at the end of the scope. After a panic of an
        // item, it still does.
        run_jobs_until(|| pending.load(Ordering::Relaxed) == 0);
    });
}

/// Runs jobs of the pool until `is_done`, or until there has been none for some time.
fn run_jobs_until(is_done: impl Fn() -> bool) {
    let mut looks_left = MOST_IDLE_LOOKS;
    while looks_left > 0 && !is_done() {
        if rayon::yield_now() == Some(Yield::Executed) {
            looks_left = MOST_IDLE_LOOKS;
        } else {
            hint::spin_loop();
            looks_left -= 1;
        }
    }
}
