//! The same work on several threads.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

/// Does `work` on this thread and on others, `threads` in all. If the system refuses to start them
/// all, fewer do the work. A panic of one keeps its message.
pub(crate) fn on_each(threads: NonZero<usize>, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..threads.get()).map_while(start).collect();
        work();
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
