//! What searches report to an observer, compared with the graph and with the counters.

use std::cell::RefCell;
use std::collections::HashMap;

use bestfirst::search::{
    Algorithm, AllShortest, Anytime, AnytimeBeam, Beam, BestFirstBeam, Bidirectional,
    BidirectionalBreadthFirst, BoundedMemory, BreadthFirst, CompactAStar, DenseAStar, DepthFirst,
    End, Focal, GraphAStar, GreedyBestFirst, IdaStar, Search, TreeAStar, UniformCost,
    WeightedAStar,
};
use bestfirst::{Event, EventKind, Limits, Observed, StateSpace, StopReason};
use proptest::prelude::*;

use crate::common::graph::{Graph, Numbered, any_graph, share};

/// What was reported so far.
struct Log<'a> {
    graph: &'a Graph,
    how: How,
    /// The state and the path cost of each node.
    nodes: HashMap<usize, (usize, u32)>,
    counts: HashMap<EventKind, u64>,
    roots: u64,
    has_goal: bool,
}

impl Log<'_> {
    fn add(&mut self, event: &Event<'_, usize>) {
        let Event { kind, node, parent, state: &state, path_cost, estimate, .. } = *event;
        *self.counts.entry(kind).or_default() += 1;
        // Odd numbers belong to a backward search.
        let is_backward = self.how == How::FromBothEnds && node % 2 == 1;
        assert_eq!(estimate, if is_backward { 0 } else { self.graph.estimate(&state) });
        let is_step = !matches!(kind, EventKind::Expanded | EventKind::Goal);
        match parent {
            // A cheaper path to the parent may have been found since.
            Some(_) if self.how == How::ByState && !is_step => {}
            Some(parent) => {
                let (above, before) = self.nodes[&parent];
                let (from, to) = if is_backward { (state, above) } else { (above, state) };
                let step = path_cost.checked_sub(before).expect("costs never decrease");
                assert!(self.graph.edges[from].contains(&(to, step)), "{event:?}: no such edge");
            }
            None => assert!(path_cost == 0 && (state == 0 || is_backward), "{event:?}"),
        }
        match kind {
            EventKind::Generated | EventKind::Reopened => {
                self.nodes.insert(node, (state, path_cost));
                self.roots += u64::from(parent.is_none() && !is_backward);
            }
            EventKind::Expanded => assert_eq!(self.nodes[&node], (state, path_cost)),
            EventKind::Goal => {
                assert_eq!(self.nodes[&node], (state, path_cost));
                assert!(self.how == How::FromBothEnds || self.graph.goals.contains(&state));
                self.has_goal = true;
            }
            EventKind::Duplicate => assert_eq!(self.nodes[&node].0, state),
            _ => assert_eq!(node, parent.unwrap_or(node)),
        }
    }

    fn count(&self, kind: EventKind) -> u64 {
        self.counts.get(&kind).copied().unwrap_or(0)
    }
}

/// Runs a search in turns of some steps, first with little memory and then with more, and checks
/// its reports against its counters.
fn assert_reports<P, A>(
    algorithm: &A,
    (space, graph): (P, &Graph),
    (steps, bytes): (u64, usize),
    how: How,
) where
    P: StateSpace<State = usize>,
    A: for<'a> Algorithm<Observed<P, Observer<'a>>>,
{
    let log = RefCell::new(Log {
        graph,
        how,
        nodes: HashMap::new(),
        counts: HashMap::new(),
        roots: 0,
        has_goal: false,
    });
    let observer: Observer<'_> = Box::new(|event| log.borrow_mut().add(event));
    let mut search = algorithm.start(Observed::new(space, observer), 0);
    assert_adds_up(&mut search, &log, std::any::type_name::<A>(), (steps, bytes));
}

fn assert_adds_up(
    search: &mut dyn Search<State = usize>,
    log: &RefCell<Log<'_>>,
    name: &str,
    (steps, mut limit): (u64, usize),
) {
    let end = loop {
        search.set_limits(&Limits::none().bytes(limit));
        match search.advance(steps) {
            None => {}
            Some(End::Stopped(StopReason::Bytes { .. })) => limit += 100,
            Some(end) => break end,
        }
    };
    let (log, statistics) = (log.borrow(), search.statistics());
    let how = log.how;
    assert_eq!(log.count(EventKind::Expanded), statistics.expanded, "{name}");
    let duplicates = if how == How::DepthFirst { 0 } else { log.count(EventKind::Duplicate) };
    let all =
        [EventKind::Generated, EventKind::Reopened, EventKind::Pruned].map(|kind| log.count(kind));
    // Each iteration reports the root; it counts once.
    let again = if how == How::DepthFirst { log.roots - 1 } else { 0 };
    let reported = all.iter().sum::<u64>() + duplicates - again;
    match how {
        How::InTwoParts => {}
        How::ByLayers => assert!(reported <= statistics.generated, "{name}"),
        _ => assert_eq!(reported, statistics.generated, "{name}"),
    }
    if how != How::DepthFirst {
        assert_eq!(log.count(EventKind::Reopened), statistics.reopened, "{name}");
    }
    assert_eq!(log.has_goal, end == End::Solved, "{name}");
}

type Observer<'a> = Box<dyn Fn(&Event<'_, usize>) + 'a>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    FromOneEnd,
    FromBothEnds,
    /// The number of a node is that of its state.
    ByState,
    /// A node is reported when it is chosen for the next layer, or left out.
    ByLayers,
    /// With a closed list first, and then without: duplicates are reported once, and then twice.
    InTwoParts,
    /// The root is reported in each iteration, and a duplicate twice.
    DepthFirst,
}

proptest! {
    #[test]
    fn events_add_up_to_the_counters(
        (graph, percents) in any_graph(0..4),
        steps in 1u64..4,
        bytes in 0usize..2000,
    ) {
        let distances = graph.distances();
        let estimates = distances.iter().zip(percents).map(|(&far, percent)| share(far, percent));
        let graph = Graph { estimates: estimates.collect(), ..graph };
        let turns = (steps, bytes);
        macro_rules! each {
            ($how:ident: $($algorithm:expr,)*) => {
                $(assert_reports(&$algorithm, (&graph, &graph), turns, How::$how);)*
            };
        }
        each! { FromOneEnd:
            GraphAStar::new(), GraphAStar::new().bidirectional_pathmax(),
            UniformCost::new(), WeightedAStar::new(2.0), GreedyBestFirst::new(), Anytime::default(),
            AllShortest::new(), BreadthFirst::new(),
            DepthFirst::new(), BestFirstBeam::new(3), Focal::new(2.0, |_: &_| 1),
        }
        assert_reports(&DenseAStar::new(), (Numbered(&graph), &graph), turns, How::ByState);
        each! { ByState: CompactAStar::new(), }
        each! { ByLayers: Beam::new(2), AnytimeBeam::new().width(2), }
        each! { FromBothEnds: Bidirectional::new(), BidirectionalBreadthFirst::new(), }
        // Without a closed list, only what ends.
        if distances[0].is_some() && graph.edges.iter().flatten().all(|edge| edge.1 > 0) {
            each! { FromOneEnd: TreeAStar::new(), }
            each! { InTwoParts: BoundedMemory::new(), }
            each! { DepthFirst:
                IdaStar::new(), IdaStar::new().transposition_table(1 << 12), IdaStar::new().bidirectional_pathmax(),
            }
        }
    }
}
