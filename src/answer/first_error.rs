//! Successors that can fail.

use std::iter::Flatten;
use std::option;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Limits;
use crate::space::derived::derived;

/// The first error of a successor function that can fail. It ends the search, and comes back as it
/// is.
///
/// # Example
///
/// ```
/// use std::num::ParseIntError;
///
/// use bestfirst::{FirstError, Limits, Problem};
///
/// /// The fewest roads from 0 to 3. A line has the places that roads lead to.
/// fn roads(lines: &[&str]) -> Result<Option<usize>, ParseIntError> {
///     let error = FirstError::new();
///     let read = |&place: &usize| -> Result<Vec<usize>, ParseIntError> {
///         lines[place].split_whitespace().map(str::parse).collect()
///     };
///     let neighbors = |place: &usize| error.catch(read(place));
///     let problem = Problem::from_neighbors(0, neighbors, |&place| place == 3);
///     let solver = problem.limits(error.limits(Limits::none())).solve();
///     error.or(solver.moves())
/// }
///
/// assert_eq!(roads(&["1 2", "0", "3", ""]), Ok(Some(2)));
/// let error = roads(&["1 2", "0", "three", ""]).unwrap_err();
/// assert_eq!(error.to_string(), "invalid digit found in string");
/// ```
#[derive(Debug)]
pub struct FirstError<E> {
    error: Mutex<Option<E>>,
    is_any: Arc<AtomicBool>,
}

impl<E> FirstError<E> {
    /// No error yet.
    #[must_use]
    pub fn new() -> Self {
        Self { error: Mutex::new(None), is_any: Arc::default() }
    }

    /// Returns the successors. On an error, returns none, and keeps the error if it is the first.
    pub fn catch<I: IntoIterator>(&self, successors: Result<I, E>) -> Flatten<option::IntoIter<I>> {
        let successors = successors.map_err(|error| {
            self.is_any.store(true, Ordering::Relaxed);
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        });
        successors.ok().into_iter().flatten()
    }

    /// Adds a flag to these limits: the first error [cancels](Limits::cancel) the search.
    pub fn limits(&self, limits: Limits) -> Limits {
        limits.cancel(Arc::clone(&self.is_any))
    }

    /// The first error, or this answer if there was none.
    ///
    /// # Errors
    ///
    /// The first error, as it was.
    pub fn or<T>(self, answer: T) -> Result<T, E> {
        let error = self.error.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map_or(Ok(answer), Err)
    }
}

derived!(Default from new for [E] FirstError<E>);
