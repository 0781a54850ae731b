//! The searches on several threads that `searches.rs` tests.

/// Runs a test with every search from one end that ends on every finite space.
macro_rules! with_each_complete_search_from_one_end {
    ($test:ident $(, $argument:expr)*) => {
        $test(&bestfirst::search::ParallelGraphAStar::new(), Promise::Optimal $(, $argument)*);
        $test(&bestfirst::search::UniformCost::new().parallel(), Promise::Optimal $(, $argument)*);
        $test(
            &bestfirst::search::WeightedAStar::new(1.5).parallel(),
            Promise::Within(1.5) $(, $argument)*
        );
        $test(
            &bestfirst::search::ParallelBreadthFirst::new(),
            Promise::FewestSteps $(, $argument)*
        );
    };
}

/// Runs a test with every search from both ends.
macro_rules! with_each_bidirectional_search {
    ($test:ident $(, $argument:expr)*) => {};
}

/// Runs a test with every search of states that are `Copy`.
macro_rules! with_each_search_of_copied_states {
    ($test:ident $(, $argument:expr)*) => {};
}

/// Runs a test with every search that ends only where there is a solution.
macro_rules! with_each_incomplete_search {
    ($test:ident $(, $argument:expr)*) => {
        $test(&bestfirst::search::ParallelIdaStar::new(), Promise::Optimal $(, $argument)*);
    };
}

/// Runs a test with searches that keep an open list, besides `GraphAStar`.
macro_rules! with_each_other_graph_search {
    ($test:ident $(, $argument:expr)*) => {
        $test(&bestfirst::search::ParallelGraphAStar::new() $(, $argument)*);
        $test(&bestfirst::search::UniformCost::new().parallel() $(, $argument)*);
    };
}
