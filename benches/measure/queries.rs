//! Searches that answer the same queries.

use std::fmt::Debug;

use bestfirst::Cost;

/// The name of a search, and its answer to a query.
pub(crate) type Search<'a, Q, T = Option<Cost>> = (&'a str, Box<dyn FnMut(&Q) -> T + 'a>);

/// # Panics
///
/// If a search does not answer every query as the first one does.
pub(crate) fn check<Q, T: PartialEq + Debug>(queries: &[Q], searches: &mut [Search<Q, T>]) {
    let [(_, first), others @ ..] = searches else { return };
    for query in queries {
        let expected = first(query);
        for (name, answer) in &mut *others {
            assert_eq!(answer(query), expected, "{name}");
        }
    }
}
