//! Solving many problems at once.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Solves many problems in parallel. It runs on the threads of the current [`rayon`] pool. Outside
/// a pool, it runs on the global pool, which has one thread for each core. Answers are in the order
/// of the problems.
///
/// Each thread solves one problem at a time, exactly as it would be solved alone. `on_solved` is
/// called after each problem, on one thread at a time. Its arguments are the number of problems for
/// which it was called, this one included, and the answer. Both functions may use the pool
/// themselves.
///
/// To search a single problem on several threads, use one of the
/// [searches for many cores](crate::search#which-search-when).
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
    let count = problems.len();
    let answers =
        Mutex::new(Answers { new: Vec::new(), seen: Vec::new(), observer: Some(on_solved) });
    let lock = || answers.lock().unwrap_or_else(PoisonError::into_inner);
    // One at a time, because one may take a thousand times as long as the next.
    let problems = problems.par_iter().enumerate().with_max_len(1).panic_fuse();
    problems.for_each(|(index, problem)| {
        let answer = solve(problem);
        let mut answers = lock();
        answers.new.push((index, answer));
        // If there is none, a call of it is in progress, after which it is called for this answer
        // too. The lock is not held during a call, because `on_solved` may itself use the pool, and
        // so come here again.
        let Some(mut on_solved) = answers.observer.take() else { return };
        while let Some((index, answer)) = answers.new.pop() {
            let solved = answers.seen.len() + 1;
            drop(answers);
            on_solved(solved, &answer);
            answers = lock();
            answers.seen.push((index, answer));
        }
        answers.observer = Some(on_solved);
    });
    let mut seen = answers.into_inner().unwrap_or_else(PoisonError::into_inner).seen;
    debug_assert_eq!(seen.len(), count);
    seen.sort_unstable_by_key(|&(index, _)| index);
    seen.into_iter().map(|(_, answer)| answer).collect()
}

/// The answers so far, each with the index of its problem.
struct Answers<R, F> {
    /// Those that `on_solved` has not seen.
    new: Vec<(usize, R)>,
    seen: Vec<(usize, R)>,
    /// `None` while a thread calls it, and after it panicked.
    observer: Option<F>,
}
