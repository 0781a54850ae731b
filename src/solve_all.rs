//! Solving many problems at once.

use std::sync::Mutex;

use rayon::prelude::*;

/// Solves many problems in parallel. It runs on the threads of the current [`rayon`] pool. Outside
/// a pool, it runs on the global pool, which has one thread for each core. Answers are in the order
/// of the problems.
///
/// Each thread solves one problem at a time, exactly as it would be solved alone. `on_solved` is
/// called after each problem, on the thread that solved it. Its arguments are the number of
/// problems solved so far and the answer.
///
/// To search a single problem on several threads, use
/// [`ParallelIdaStar`](crate::search::ParallelIdaStar) or
/// [`ParallelBreadthFirst`](crate::search::ParallelBreadthFirst).
///
/// # Panics
///
/// If `solve` or `on_solved` panics. No further problem is started then.
///
/// # Example
///
/// ```
/// # #[cfg(feature = "sliding-tiles")] {
/// use bestfirst::search::IdaStar;
/// use bestfirst::sliding_tiles::Board;
/// use bestfirst::{Solver, solve_all};
///
/// let boards = ["0 1 3 / 4 2 5 / 7 8 6", "1 2 3 / 0 7 6 / 5 4 8", "8 6 7 / 2 5 4 / 3 0 1"];
/// let boards = boards.map(|text| text.parse::<Board>().unwrap());
/// let moves = solve_all(
///     &boards,
///     |board| Solver::builder(board.clone()).algorithm(IdaStar::new()).solve().moves(),
///     |solved, moves| eprintln!("{solved} of 3: {moves:?} moves"),
/// );
/// assert_eq!(moves, [Some(4), Some(7), Some(31)]);
/// # }
/// ```
pub fn solve_all<T: Sync, R: Send>(
    problems: &[T],
    solve: impl Fn(&T) -> R + Sync,
    on_solved: impl FnMut(usize, &R) + Send,
) -> Vec<R> {
    let observer = Mutex::new((0, on_solved));
    // One at a time, because one may take a thousand times as long as the next.
    let problems = problems.par_iter().with_max_len(1).panic_fuse();
    let answers = problems.map(|problem| {
        let answer = solve(problem);
        // The lock is poisoned if `on_solved` panicked before.
        if let Ok(mut observer) = observer.lock() {
            let (solved, on_solved) = &mut *observer;
            *solved += 1;
            on_solved(*solved, &answer);
        }
        answer
    });
    answers.collect()
}
