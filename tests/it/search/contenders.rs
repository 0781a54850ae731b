//! Every search that needs no other feature, and its guarantee, one line each.

mod numbered;

use bestfirst::search::{
    AStar, Algorithm, AllShortest, Anytime, AnytimeBeam, Beam, BestFirstBeam, Bidirectional,
    BidirectionalBreadthFirst, BoundedMemory, BreadthFirst, CompactAStar, DenseAStar, DepthFirst,
    Focal, GraphAStar, GreedyBestFirst, IdaStar, Lockstep, ParetoAStar, PriorityFunction,
    SearchKind, TreeAStar, UniformCost, WeightedAStar,
};

use super::differential::contender::{Contender, Promise, Trait};
use super::differential::space::{Space, State};
use numbered::Dense;

/// Two searches on the same problem in turns.
#[derive(Clone)]
struct Race;

impl<S: State> Algorithm<Space<S>> for Race {
    type Search = Lockstep<
        <GraphAStar as Algorithm<Space<S>>>::Search,
        <UniformCost as Algorithm<Space<S>>>::Search,
    >;

    fn start(&self, space: Space<S>, initial: S) -> Self::Search {
        let first = GraphAStar::new().start(space.clone(), initial.clone());
        Lockstep::new(first, UniformCost::new().start(space, initial))
    }
}

/// Every search of the crate.
#[rustfmt::skip]
pub(crate) fn all<S: State>() -> Vec<Contender<S>> {
    use Promise::{Any, FewestSteps, Incomplete, Optimal, Within};
    use Trait::{AdaptsToBytes, Blind, FromBothEnds, TakesBatches, Undoes, Walks};
    let mut all = vec![
        Contender::new("graph A*", Optimal, &[TakesBatches], GraphAStar::new()),
        Contender::new("A*", Optimal, &[AdaptsToBytes, TakesBatches, Walks], AStar::new()),
        Contender::new("A*, closed list from the start", Optimal, &[AdaptsToBytes, TakesBatches], AStar::new().closed_list_from(0)),
        Contender::new("A*, closed list from 2", Optimal, &[AdaptsToBytes, TakesBatches], AStar::new().closed_list_from(2)),
        Contender::new("A*, closed list from 5", Optimal, &[AdaptsToBytes, TakesBatches], AStar::new().closed_list_from(5)),
        Contender::new("A*, closed list from 40", Optimal, &[AdaptsToBytes, TakesBatches], AStar::new().closed_list_from(40)),
        Contender::new("dense A*", Optimal, &[], Dense(DenseAStar::new())),
        Contender::new("dense uniform cost", Optimal, &[Blind], Dense(UniformCost::new().dense())),
        Contender::new("dense weighted A*, 1.3", Within(1.3), &[], Dense(WeightedAStar::new(1.3).dense())),
        Contender::new("dense weighted A*, 2, sum", Within(2.0), &[], Dense(WeightedAStar::new(2.0).priority(PriorityFunction::Sum).dense())),
        Contender::new("dense weighted A*, 5, concave", Within(5.0), &[], Dense(WeightedAStar::new(5.0).priority(PriorityFunction::Concave).dense())),
        Contender::new("dense weighted A*, infinite", Within(65_535.0), &[], Dense(WeightedAStar::new(f64::INFINITY).dense())),
        Contender::new("tree A*", Optimal, &[Walks], TreeAStar::new()),
        Contender::new("uniform cost", Optimal, &[Blind, TakesBatches], UniformCost::new()),
        Contender::new("weighted A*, 1", Optimal, &[TakesBatches], WeightedAStar::new(1.0)),
        Contender::new("weighted A*, 1.3", Within(1.3), &[], WeightedAStar::new(1.3)),
        Contender::new("weighted A*, 5", Within(5.0), &[], WeightedAStar::new(5.0)),
        Contender::new("weighted A*, 1.3, sum", Within(1.3), &[], WeightedAStar::new(1.3).priority(PriorityFunction::Sum)),
        Contender::new("weighted A*, 2, piecewise", Within(2.0), &[], WeightedAStar::new(2.0).priority(PriorityFunction::PiecewiseConvex)),
        Contender::new("weighted A*, 1.5, concave", Within(1.5), &[], WeightedAStar::new(1.5).priority(PriorityFunction::Concave)),
        Contender::new("weighted A*, infinite", Within(65_535.0), &[], WeightedAStar::new(f64::INFINITY)),
        Contender::new("weighted A*, NaN", Within(65_535.0), &[], WeightedAStar::new(f64::NAN)),
        Contender::new("weighted A*, negative", Optimal, &[], WeightedAStar::new(-3.0)),
        Contender::new("weighted A*, 0", Optimal, &[], WeightedAStar::new(0.0)),
        Contender::new("focal, 1", Optimal, &[], Focal::new(1.0, guide::<S>)),
        Contender::new("focal, 1.3", Within(1.3), &[], Focal::new(1.3, guide::<S>)),
        Contender::new("focal, 5", Within(5.0), &[], Focal::new(5.0, guide::<S>)),
        Contender::new("focal, infinite, far", Within(65_535.0), &[], Focal::new(f64::INFINITY, |_: &S| u32::MAX)),
        Contender::new("anytime", Optimal, &[], Anytime::default()),
        Contender::new("anytime, strange weights", Optimal, &[], Anytime::new([f64::NAN, f64::INFINITY, 1.5, -1.0])),
        Contender::new("anytime, convex", Optimal, &[], Anytime::default().priority(PriorityFunction::Convex)),
        Contender::new("anytime, piecewise", Optimal, &[], Anytime::new([1.3, 2.0]).priority(PriorityFunction::PiecewiseConvex)),
        Contender::new("anytime beam", Optimal, &[], AnytimeBeam::new()),
        Contender::new("anytime beam, 1 wide", Optimal, &[], AnytimeBeam::new().width(1)),
        Contender::new("anytime beam, 2 wide, within 1.5", Within(1.5), &[], AnytimeBeam::new().width(2).within(1.5)),
        Contender::new("anytime beam, 10 wide, within NaN", Optimal, &[], AnytimeBeam::new().width(10).within(f64::NAN)),
        Contender::new("anytime beam, 1 wide, guided", Optimal, &[], AnytimeBeam::new().width(1).guided_by(guide::<S>)),
        Contender::new("anytime beam, 3 wide, guided, within 2", Within(2.0), &[], AnytimeBeam::new().width(3).within(2.0).guided_by(guide::<S>)),
        Contender::new("beam, 1 wide", Incomplete, &[], Beam::new(1)),
        Contender::new("beam, 5 wide", Incomplete, &[], Beam::new(5)),
        Contender::new("beam, as wide as can be", FewestSteps, &[], Beam::new(usize::MAX)),
        Contender::new("best-first beam, 1 wide", Incomplete, &[], BestFirstBeam::new(1)),
        Contender::new("best-first beam, 5 wide", Incomplete, &[], BestFirstBeam::new(5)),
        Contender::new("best-first beam, as wide as can be", Any, &[], BestFirstBeam::new(usize::MAX)),
        Contender::new("bounded memory", Optimal, &[AdaptsToBytes, TakesBatches], BoundedMemory::new()),
        Contender::new("IDA*", Optimal, &[Walks], IdaStar::new()),
        Contender::new("plain IDA*", Optimal, &[Walks], IdaStar::new().plain()),
        Contender::new("IDA*, table of 100 B", Optimal, &[Walks, AdaptsToBytes], IdaStar::new().transposition_table(100)),
        Contender::new("IDA*, table of 100 kB", Optimal, &[Walks, AdaptsToBytes], IdaStar::new().transposition_table(100_000)),
        Contender::new("graph A*, pathmax", Optimal, &[TakesBatches, Undoes], GraphAStar::new().bidirectional_pathmax()),
        Contender::new("IDA*, pathmax", Optimal, &[Walks, Undoes], IdaStar::new().bidirectional_pathmax()),
        Contender::new("IDA*, pathmax, table of 100 kB", Optimal, &[Walks, AdaptsToBytes, Undoes], IdaStar::new().bidirectional_pathmax().transposition_table(100_000)),
        Contender::new("bidirectional", Optimal, &[FromBothEnds], Bidirectional::new()),
        Contender::new("bidirectional breadth-first", FewestSteps, &[FromBothEnds, Blind], BidirectionalBreadthFirst::new()),
        Contender::new("all shortest", Optimal, &[], AllShortest::new()),
        Contender::new("greedy best-first", Any, &[], GreedyBestFirst::new()),
        Contender::new("breadth-first", FewestSteps, &[Blind], BreadthFirst::new()),
        Contender::new("depth-first", Any, &[], DepthFirst::new()),
        Contender::new("lockstep", Optimal, &[], Race),
        Contender::new("Pareto A*, one cost", Optimal, &[], ParetoAStar::<1>::new()),
        Contender::new("Pareto A*, two costs", Optimal, &[], ParetoAStar::<2>::new()),
        Contender::new("Pareto A*, three costs, cheapest", Optimal, &[], ParetoAStar::<3>::new().cheapest()),
    ];
    all.extend(S::contenders());
    all.extend(SearchKind::ALL.iter().map(|&kind| chosen(kind)));
    all
}

/// The searches whose states are `Copy`.
pub(crate) fn of_copied_states<S: State + Copy>() -> Vec<Contender<S>> {
    let contender =
        |name, algorithm| Contender::new(name, Promise::Optimal, &[Trait::TakesBatches], algorithm);
    vec![
        contender("compact A*", CompactAStar::new()),
        contender("compact A*, of some capacity", CompactAStar::new().capacity(100)),
    ]
}

/// A search selected by name.
fn chosen<S: State>(kind: SearchKind) -> Contender<S> {
    let promise = match kind {
        SearchKind::WeightedAStar => Promise::Within(2.0),
        SearchKind::BreadthFirst => Promise::FewestSteps,
        SearchKind::DepthFirst | SearchKind::GreedyBestFirst => Promise::Any,
        SearchKind::Beam | SearchKind::BestFirstBeam => Promise::Incomplete,
        _ => Promise::Optimal,
    };
    let traits: &[Trait] = match kind {
        SearchKind::AStar => &[Trait::AdaptsToBytes, Trait::Walks],
        SearchKind::TreeAStar | SearchKind::IdaStar => &[Trait::Walks],
        SearchKind::UniformCost | SearchKind::BreadthFirst => &[Trait::Blind],
        SearchKind::BoundedMemory => &[Trait::AdaptsToBytes],
        _ => &[],
    };
    Contender { every: 10, ..Contender::new(kind.name(), promise, traits, kind) }
}

/// A guide that is wrong as often as it is right.
fn guide<S: State>(state: &S) -> u32 {
    state.name().wrapping_mul(0x9e37_79b9) >> 28
}
