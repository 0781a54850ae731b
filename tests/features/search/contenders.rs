//! Every search on several threads and its guarantee, one line each.

use bestfirst::search::{
    Algorithm, BreadthFirst, IdaStar, ParallelBreadthFirst, ParallelGraphAStar, ParallelIdaStar,
    Reuse, UniformCost, WeightedAStar,
};

use super::differential::contender::{Contender, Promise, Trait, start};
use super::differential::space::{Space, State};

/// The same, equal to this sequential search.
fn like<S: State, A>(contender: Contender<S>, algorithm: A) -> Contender<S>
where
    A: Algorithm<Space<S>, Search: Reuse<Space = Space<S>> + 'static> + Send + Sync + 'static,
{
    Contender { like: Some(start(algorithm)), ..contender }
}

/// Every search, on so many threads.
#[rustfmt::skip]
pub(crate) fn all<S: State>() -> Vec<Contender<S>> {
    use Promise::{FewestSteps, Optimal, Within};
    use Trait::{Blind, TakesBatches, Walks};
    let on = |threads| {
        let all = [
            like(Contender::new("parallel IDA*", Optimal, &[Walks], ParallelIdaStar::new()), IdaStar::new().plain()),
            like(Contender::new("parallel breadth-first", FewestSteps, &[Blind], ParallelBreadthFirst::new()), BreadthFirst::new()),
            Contender::new("parallel graph A*", Optimal, &[TakesBatches], ParallelGraphAStar::new()),
            Contender::new("parallel uniform cost", Optimal, &[Blind, TakesBatches], UniformCost::new().parallel()),
            Contender::new("parallel weighted A*, 1.3", Within(1.3), &[TakesBatches], WeightedAStar::new(1.3).parallel()),
            Contender::new("parallel weighted A*, 5", Within(5.0), &[TakesBatches], WeightedAStar::new(5.0).parallel()),
        ];
        all.map(|contender| Contender { every: 10, threads: Some(threads), ..contender })
    };
    [1, 2, 3, 7].into_iter().flat_map(on).collect()
}

/// None needs states that are `Copy`.
pub(crate) fn of_copied_states<S: State + Copy>() -> Vec<Contender<S>> {
    Vec::new()
}
