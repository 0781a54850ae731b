//! The searches on one thread that `searches.rs` tests.

/// Runs a test with every search from one end that ends on every finite space.
macro_rules! with_each_complete_search_from_one_end {
    ($test:ident $(, $argument:expr)*) => {
        $test(&bestfirst::search::GraphAStar::new(), Promise::Optimal $(, $argument)*);
        $test(&bestfirst::search::BoundedMemory::new(), Promise::Optimal $(, $argument)*);
        $test(&bestfirst::search::UniformCost::new(), Promise::Optimal $(, $argument)*);
        $test(&bestfirst::search::WeightedAStar::new(1.0), Promise::Optimal $(, $argument)*);
        $test(&bestfirst::search::WeightedAStar::new(1.5), Promise::Within(1.5) $(, $argument)*);
        $test(&bestfirst::search::WeightedAStar::new(4.0), Promise::Within(4.0) $(, $argument)*);
        $test(
            &bestfirst::search::Focal::new(1.5, |_: &_| 7),
            Promise::Within(1.5) $(, $argument)*
        );
        $test(&bestfirst::search::Anytime::default(), Promise::Optimal $(, $argument)*);
        $test(&bestfirst::search::AnytimeBeam::new(), Promise::Optimal $(, $argument)*);
        $test(
            &bestfirst::search::AnytimeBeam::new().width(2).within(1.5),
            Promise::Within(1.5) $(, $argument)*
        );
        // By a guide that knows nothing.
        $test(
            &bestfirst::search::AnytimeBeam::new().width(2).guided_by(|_: &_| 7),
            Promise::Optimal $(, $argument)*
        );
        $test(&bestfirst::search::AllShortest::new(), Promise::Optimal $(, $argument)*);
        $test(&bestfirst::search::BreadthFirst::new(), Promise::FewestSteps $(, $argument)*);
        $test(&bestfirst::search::GreedyBestFirst::new(), Promise::Nothing $(, $argument)*);
        $test(&bestfirst::search::DepthFirst::new(), Promise::Nothing $(, $argument)*);
        // So wide that nothing is left out.
        $test(&bestfirst::search::Beam::new(usize::MAX), Promise::FewestSteps $(, $argument)*);
        $test(&bestfirst::search::BestFirstBeam::new(usize::MAX), Promise::Nothing $(, $argument)*);
    };
}

/// Runs a test with every search from both ends.
macro_rules! with_each_bidirectional_search {
    ($test:ident $(, $argument:expr)*) => {
        $test(&bestfirst::search::Bidirectional::new(), Promise::Optimal $(, $argument)*);
        $test(
            &bestfirst::search::BidirectionalBreadthFirst::new(),
            Promise::FewestSteps $(, $argument)*
        );
    };
}

/// Runs a test with every search of states that are `Copy`.
macro_rules! with_each_search_of_copied_states {
    ($test:ident $(, $argument:expr)*) => {
        $test(&bestfirst::search::CompactAStar::new(), Promise::Optimal $(, $argument)*);
    };
}

/// Runs a test with every search that ends only where there is a solution.
macro_rules! with_each_incomplete_search {
    ($test:ident $(, $argument:expr)*) => {
        $test(&bestfirst::search::TreeAStar::new(), Promise::Optimal $(, $argument)*);
        $test(&bestfirst::search::IdaStar::new(), Promise::Optimal $(, $argument)*);
        $test(
            &bestfirst::search::IdaStar::new().transposition_table(20_000),
            Promise::Optimal $(, $argument)*
        );
    };
}

/// Runs a test with searches that keep an open list, besides `GraphAStar`.
macro_rules! with_each_other_graph_search {
    ($test:ident $(, $argument:expr)*) => {
        $test(&bestfirst::search::UniformCost::new() $(, $argument)*);
        $test(&bestfirst::search::CompactAStar::new() $(, $argument)*);
    };
}
