//! Spaces whose steps cost 0 or 1: against Dijkstra's algorithm.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use bestfirst::enumeration::EnumerationErrorKind::File;
use bestfirst::enumeration::{
    Enumeration, EnumerationBuilder, EnumerationErrorKind, ExternalEnumeration,
};
use bestfirst::heuristic::Zero;
use bestfirst::{
    BidirectionalSpace, DEAD_END, FileFault, Heuristic, Limits, NumberedSpace, Observed, Reversed,
    StateSpace, WithHeuristic,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::histogram;
use crate::common::files::directory;

/// A directed graph with costs. Its numbers are the indices of the vertices.
#[derive(Clone, Debug)]
struct Weighted {
    edges: Vec<Vec<(usize, u32)>>,
    back: Vec<Vec<(usize, u32)>>,
    has_zero: bool,
}

impl Weighted {
    fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize, u32)>) -> Self {
        let (mut forth, mut back) = (vec![Vec::new(); vertices], vec![Vec::new(); vertices]);
        for (from, to, cost) in edges {
            forth[from].push((to, cost));
            back[to].push((from, cost));
        }
        Self { edges: forth, back, has_zero: true }
    }

    /// With so many random edges, of which so many in a hundred cost nothing. If it is undirected,
    /// each has its reverse.
    fn random(
        rng: &mut ChaCha8Rng,
        vertices: usize,
        count: usize,
        zeros: u32,
        directed: bool,
    ) -> Self {
        let mut edges = Vec::new();
        for _ in 0..count {
            let from = rng.random_range(0..vertices);
            // Half of them to a vertex nearby, often in the same set.
            let to = if rng.random_range(0..2) == 0 {
                (from + rng.random_range(0..40)) % vertices
            } else {
                rng.random_range(0..vertices)
            };
            let cost = u32::from(rng.random_range(0..100) >= zeros);
            edges.push((from, to, cost));
            if !directed {
                edges.push((to, from, cost));
            }
        }
        Self::new(vertices, edges)
    }

    /// A graph of several blocks of 4,096 numbers, and its sources.
    fn large(seed: u64, directed: bool) -> (Self, Vec<usize>) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let vertices = rng.random_range(9_000..14_000);
        let count = 3 * vertices / if directed { 1 } else { 2 };
        let graph = Self::random(&mut rng, vertices, count, 45, directed);
        (graph, vec![3, vertices / 2])
    }

    /// The cost of the cheapest path to each vertex.
    fn distances(&self, sources: &[usize]) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.edges.len()];
        let mut open: BinaryHeap<_> = sources.iter().map(|&source| Reverse((0, source))).collect();
        while let Some(Reverse((distance, vertex))) = open.pop() {
            if distances[vertex].is_none() {
                distances[vertex] = Some(distance);
                open.extend(
                    self.edges[vertex].iter().map(|edge| Reverse((distance + edge.1, edge.0))),
                );
            }
        }
        distances
    }

    fn reversed(&self) -> Self {
        Self { edges: self.back.clone(), back: self.edges.clone(), has_zero: self.has_zero }
    }

    /// The cost of a path, each step the cheapest of its edges. `None` if it is no path.
    fn cost_of(&self, path: &[usize]) -> Option<u32> {
        let step = |pair: &[usize]| {
            let edges = self.edges[pair[0]].iter().filter(|edge| edge.0 == pair[1]);
            edges.map(|edge| edge.1).min()
        };
        path.windows(2).map(step).sum()
    }
}

impl StateSpace for Weighted {
    type State = usize;

    fn estimate(&self, _: &usize) -> u32 {
        0
    }

    fn is_goal(&self, &vertex: &usize) -> bool {
        vertex == 0
    }

    fn for_each_successor(
        &self,
        &vertex: &usize,
        previous: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        for &(next, cost) in self.edges[vertex].iter().filter(|edge| Some(&edge.0) != previous) {
            visit(next, cost);
        }
    }

    fn number(&self, &vertex: &usize) -> Option<usize> {
        Some(vertex)
    }
}

impl BidirectionalSpace for Weighted {
    fn goals(&self, _: &usize) -> impl IntoIterator<Item = usize> {
        [0]
    }

    fn for_each_predecessor(
        &self,
        &vertex: &usize,
        next: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        for &(from, cost) in self.back[vertex].iter().filter(|edge| Some(&edge.0) != next) {
            visit(from, cost);
        }
    }
}

impl NumberedSpace for Weighted {
    fn numbers(&self) -> usize {
        self.edges.len()
    }

    fn state(&self, number: usize) -> Option<usize> {
        (number < self.edges.len()).then_some(number)
    }

    fn has_zero_cost_steps(&self) -> bool {
        self.has_zero
    }
}

/// Only the bytes for so many bits a number.
fn memory(numbers: usize, bits: usize) -> Limits {
    let sets = numbers.div_ceil(32);
    Limits::none().bytes(4 * bits * sets + sets.div_ceil(128))
}

/// That counts and farthest states are those of the oracle, and so are the distances of every
/// `step`-th vertex and the costs of the paths to it.
fn assert_right<P>(
    enumeration: &Enumeration<P>,
    graph: &Weighted,
    sources: &[usize],
    directed: bool,
    step: usize,
) where
    P: NumberedSpace<State = usize>,
{
    let distances = graph.distances(sources);
    assert!(enumeration.is_complete());
    assert_eq!(enumeration.histogram(), histogram(&distances));
    let radius = distances.iter().copied().flatten().max();
    assert_eq!((enumeration.radius(), enumeration.completed()), (radius, radius));
    let farthest: Vec<usize> = (0..distances.len())
        .filter(|&vertex| radius.is_some() && distances[vertex] == radius)
        .collect();
    assert_eq!(enumeration.farthest().unwrap().collect::<Vec<_>>(), farthest);
    if directed {
        return;
    }
    for vertex in (0..distances.len()).step_by(step) {
        let distance = distances[vertex];
        assert_eq!(enumeration.distance(&vertex), distance, "vertex {vertex} of {graph:?}");
        assert_eq!(enumeration.estimate(&vertex), distance.unwrap_or(DEAD_END));
        let path = enumeration.path(&vertex);
        assert_eq!(path.is_some(), distance.is_some());
        let Some(path) = path else { continue };
        assert!(sources.contains(&path[0]));
        assert_eq!(path.last(), Some(&vertex));
        assert_eq!(graph.cost_of(&path), distance, "{path:?} in {graph:?}");
        let mut passed = path.clone();
        passed.sort_unstable();
        passed.dedup();
        assert_eq!(passed.len(), path.len(), "{path:?}");
    }
}

#[test]
fn random_graphs() {
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let directed = seed % 2 == 0;
        let vertices = rng.random_range(1..150);
        let edges = rng.random_range(vertices / 3..5 * vertices / 2);
        let zeros = [0, 10, 50, 90, 100][rng.random_range(0..5)];
        let graph = Weighted::random(&mut rng, vertices, edges, zeros, directed);
        let count = rng.random_range(0..4);
        let sources: Vec<usize> = (0..count).map(|_| rng.random_range(0..vertices)).collect();
        for bits in [2, 3, 4] {
            let mut builder = EnumerationBuilder::new().limits(memory(vertices, bits));
            let enumeration = builder.build(&graph, sources.clone()).unwrap();
            assert_right(&enumeration, &graph, &sources, directed, 1);
        }
        let backwards = Enumeration::new(Reversed::new(&graph), sources.clone()).unwrap();
        assert_right(&backwards, &graph.reversed(), &sources, directed, 1);
    }
}

#[test]
fn any_number_of_threads_and_any_memory() {
    for directed in [false, true] {
        let (graph, sources) = Weighted::large(7, directed);
        for threads in [1, 2, 3, 7] {
            for bits in [2, 3, 4] {
                let mut builder = EnumerationBuilder::new()
                    .threads(NonZero::new(threads).unwrap())
                    .limits(memory(graph.numbers(), bits));
                let enumeration = builder.build(&graph, sources.clone()).unwrap();
                assert_right(&enumeration, &graph, &sources, directed, 501);
                // Once by steps of cost 0, and once by those of cost 1.
                let expanded = enumeration.statistics().expanded;
                assert!(expanded >= 2 * enumeration.states());
                assert!(bits < 4 || expanded == 2 * enumeration.states(), "{expanded}");
            }
        }
    }
}

/// What a checkpoint says of the course: 0 in the pass by steps of cost 1, 1 if it is complete, and
/// 2 in the pass by steps of cost 0.
fn phase(file: &[u8]) -> usize {
    file[second_section(file)].into()
}

/// After the magic, the version, the length of the title, the title and the checksum.
fn second_section(file: &[u8]) -> usize {
    let length = file[12..16].iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
    16 + length + 4
}

#[test]
fn stopped_anywhere_and_resumed_it_ends_the_same() {
    for (bits, step, threads) in [(4, 1, 1), (4, 700, 1), (3, 700, 2), (2, 4_000, 1), (4, 1_500, 3)]
    {
        let directed = bits == 3;
        let (graph, sources) = Weighted::large(11, directed);
        let distances = graph.distances(&sources);
        let expected = histogram(&distances);
        let threads = NonZero::new(threads).unwrap();
        let builder = |expansions| {
            let limits = memory(graph.numbers(), bits).expansions(expansions);
            EnumerationBuilder::new().threads(threads).limits(limits)
        };
        let mut enumeration = builder(step).build(&graph, sources.clone()).unwrap();
        let mut stops = [0; 3];
        while !enumeration.is_complete() {
            let known = enumeration.completed().map_or(0, |completed| completed as usize + 1);
            assert_eq!(enumeration.histogram()[..known], expected[..known]);
            let mut saved = Vec::new();
            enumeration.write_to(&mut saved).unwrap();
            stops[phase(&saved)] += 1;
            let mut builder = builder(enumeration.statistics().expanded + step);
            // Two of three times from the file.
            if stops.iter().sum::<usize>() % 3 != 0 {
                enumeration = builder.read_from(&saved[..], &graph, sources.clone()).unwrap();
            }
            builder.resume(&mut enumeration).unwrap();
        }
        assert!(stops[0] > 0 && stops[2] > 0 && stops[1] == 0, "{stops:?}");
        assert_right(&enumeration, &graph, &sources, directed, 1_001);
    }
}

#[test]
fn limits_stop_it_with_what_is_known() {
    let (graph, sources) = Weighted::large(5, false);
    let distances = graph.distances(&sources);
    let expected = histogram(&distances);
    assert!(expected.len() > 4 && expected[0] > 2);
    let at_most = |cost| {
        let limits = Limits::none().cost(cost);
        EnumerationBuilder::new().limits(limits).build(&graph, sources.clone()).unwrap()
    };
    for cost in 0..3 {
        let stopped = at_most(cost);
        assert_eq!(stopped.completed(), Some(cost));
        assert_eq!(stopped.histogram(), &expected[..=cost as usize]);
        assert_eq!((stopped.radius(), stopped.is_complete()), (None, false));
    }
    let none = Limits::none();
    let all = [none.clone().time(Duration::ZERO), none.clone().generated(3), none.expansions(40)];
    for limits in all {
        let stopped = EnumerationBuilder::new().limits(limits).build(&graph, sources.clone());
        let stopped = stopped.unwrap();
        assert!(stopped.stopped_by().is_some());
        let least = stopped.completed().map_or(0, |completed| completed + 1);
        for (vertex, &distance) in distances.iter().enumerate().step_by(97) {
            let known = stopped.distance(&vertex);
            assert!(known.is_none_or(|known| Some(known) == distance));
            // A state that is not found has a lower bound.
            assert_eq!(stopped.estimate(&vertex), known.unwrap_or(least));
            assert!(distance.is_none_or(|distance| stopped.estimate(&vertex) <= distance));
        }
    }
    let limits = Limits::none().time(Duration::ZERO);
    let stopped = EnumerationBuilder::new().limits(limits).build(&graph, sources.clone()).unwrap();
    assert_eq!((stopped.completed(), stopped.histogram()), (None, &[2][..]));
}

/// As many paths that cost nothing as there may be, and no end of them.
#[test]
fn a_cycle_of_cost_0_ends() {
    let vertices = 20_000;
    // The next vertex is far away, so that steps go from block to block.
    let next = |vertex: usize| (vertex + 4_097) % vertices;
    let ring = (0..vertices).map(|vertex| (vertex, next(vertex), 0));
    let loops = (0..vertices).map(|vertex| (vertex, vertex, 0));
    let directed = Weighted::new(vertices, ring.clone().chain(loops));
    let both = ring.clone().chain(ring.map(|(from, to, cost)| (to, from, cost)));
    for (graph, is_directed) in [(directed, true), (Weighted::new(vertices, both), false)] {
        let ring = Enumeration::new(&graph, [5]).unwrap();
        assert_eq!(ring.histogram(), [vertices as u64]);
        assert_right(&ring, &graph, &[5], is_directed, 4_999);
    }
}

#[test]
fn without_steps_of_cost_0_it_is_as_before() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let graph = Weighted::random(&mut rng, 6_000, 9_000, 0, false);
    let unit = Weighted { has_zero: false, ..graph.clone() };
    let (one, two) = (Enumeration::new(&graph, [9]), Enumeration::new(&unit, [9]));
    assert_right(&one.unwrap(), &graph, &[9], false, 301);
    let two = two.unwrap();
    assert_eq!(two.statistics().expanded, two.states());
    assert_right(&two, &graph, &[9], false, 301);
}

#[test]
fn what_holds_for_a_space_holds_for_those_around_it() {
    let with = Weighted::new(3, [(0, 1, 0)]);
    let without = Weighted { has_zero: false, ..with.clone() };
    for (space, has_zero) in [(with, true), (without, false)] {
        assert_eq!(NumberedSpace::has_zero_cost_steps(&&space), has_zero);
        assert_eq!(Reversed::new(&space).has_zero_cost_steps(), has_zero);
        assert_eq!(Observed::new(&space, |_| {}).has_zero_cost_steps(), has_zero);
        assert_eq!(WithHeuristic::new(&space, Zero).has_zero_cost_steps(), has_zero);
    }
}

#[test]
fn a_space_that_breaks_its_contract_is_named() {
    let line = Weighted::new(41, (0..40).map(|vertex| (vertex, vertex + 1, 1)));
    let message = |graph: &Weighted| Enumeration::new(graph, [0]).unwrap_err().to_string();
    for cost in [2, u32::MAX] {
        let mut graph = line.clone();
        graph.edges[9].push((3, cost));
        let expected = format!("the step from state 9 to 3 costs {cost}, expected 0 or 1");
        assert_eq!(message(&graph), expected);
    }
    for cost in [0, 1, 7] {
        let mut graph = line.clone();
        graph.edges[20].push((41, cost));
        assert_eq!(message(&graph), "state 20 has the successor 41, but numbers are less than 41");
    }
    let mut graph = Weighted { has_zero: false, ..line.clone() };
    graph.edges[9].push((3, 0));
    assert_eq!(message(&graph), "the step from state 9 to 3 costs 0, expected 1");

    let external = ExternalEnumeration::new(directory("zero-cost-external")).run(&line, [0]);
    let error = external.unwrap_err();
    assert!(matches!(error.kind(), EnumerationErrorKind::ZeroCostSteps));
    assert!(error.to_string().starts_with("the space has steps of cost 0"), "{error}");
}

#[test]
fn damaged_cut_and_foreign_checkpoints_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let graph = Weighted::random(&mut rng, 300, 600, 50, true);
    let builder = EnumerationBuilder::new();
    let mut phases = Vec::new();
    for limits in [Limits::none().time(Duration::ZERO), Limits::none().cost(1), Limits::none()] {
        let enumeration = EnumerationBuilder::new().limits(limits).build(&graph, [0]).unwrap();
        let mut file = Vec::new();
        enumeration.write_to(&mut file).unwrap();
        phases.push(phase(&file));
        for length in 0..file.len() {
            let error = builder.read_from(&file[..length], &graph, [0]).unwrap_err();
            assert!(matches!(error.kind(), File(FileFault::Truncated { .. })), "{error}");
        }
        for byte in 0..file.len() {
            file[byte] ^= 2;
            assert!(builder.read_from(&file[..], &graph, [0]).is_err(), "byte {byte}");
            file[byte] ^= 2;
        }
        // The same steps at other costs.
        let mut other = graph.clone();
        for edge in other.edges.iter_mut().flatten() {
            edge.1 = 1 - edge.1;
        }
        let unit = Weighted { has_zero: false, ..graph.clone() };
        for foreign in [other, unit] {
            let error = builder.read_from(&file[..], &foreign, [0]).unwrap_err();
            assert!(matches!(error.kind(), File(FileFault::Foreign { .. })), "{error}");
        }
        // A file that says something that no enumeration is doing.
        let first = second_section(&file);
        file[first] = 3;
        let blocks = usize::from(!enumeration.is_complete());
        let third_section = 8 * 300_usize.div_ceil(32) + blocks + 4;
        let end = file.len() - third_section - 4;
        let checksum = crc32(&file[first..end]).to_le_bytes();
        file[end..end + 4].copy_from_slice(&checksum);
        let error = builder.read_from(&file[..], &graph, [0]).unwrap_err();
        assert!(matches!(error.kind(), File(FileFault::Corrupted { .. })), "{error}");
    }
    assert_eq!(phases, [2, 0, 1]);
}

/// The checksum of PNG and zip files, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    })
}

#[test]
fn checkpoints_are_written_in_both_passes() {
    let path = directory("zero-cost-checkpoints").join("graph");
    let (graph, sources) = Weighted::large(4, false);
    for expansions in [500, 5_000, 9_000] {
        let mut builder = EnumerationBuilder::new()
            .checkpoint(&path, Duration::ZERO)
            .limits(Limits::none().expansions(expansions));
        drop(builder.build(&graph, sources.clone()).unwrap());
        let mut loaded = Enumeration::load(&path, &graph, sources.clone()).unwrap();
        EnumerationBuilder::new().checkpoint(&path, Duration::MAX).resume(&mut loaded).unwrap();
        let whole = Enumeration::load(&path, &graph, sources.clone()).unwrap();
        assert_right(&whole, &graph, &sources, false, 701);
    }
}

/// Panics at one vertex, if told so.
struct Panicking<'a>(&'a Weighted, usize, AtomicBool);

impl StateSpace for Panicking<'_> {
    type State = usize;

    fn estimate(&self, _: &usize) -> u32 {
        0
    }

    fn is_goal(&self, _: &usize) -> bool {
        false
    }

    fn for_each_successor(
        &self,
        vertex: &usize,
        previous: Option<&usize>,
        visit: impl FnMut(usize, u32),
    ) {
        assert!(*vertex != self.1 || !self.2.load(Relaxed));
        self.0.for_each_successor(vertex, previous, visit);
    }

    fn number(&self, &vertex: &usize) -> Option<usize> {
        Some(vertex)
    }
}

impl NumberedSpace for Panicking<'_> {
    fn numbers(&self) -> usize {
        self.0.numbers()
    }

    fn state(&self, number: usize) -> Option<usize> {
        self.0.state(number)
    }

    fn has_zero_cost_steps(&self) -> bool {
        true
    }
}

#[test]
fn a_space_that_panics_can_be_resumed() {
    let (graph, sources) = Weighted::large(8, false);
    let distances = graph.distances(&sources);
    // At distance 0 by steps of cost 0, and farther away.
    for wanted in [0, 2] {
        let is_wanted = |&vertex: &usize| distances[vertex] == Some(wanted) && vertex != sources[0];
        let vertex = (0..graph.numbers()).filter(is_wanted).nth(1).unwrap();
        let space = Panicking(&graph, vertex, AtomicBool::new(false));
        let limits = Limits::none().time(Duration::ZERO);
        let mut builder = EnumerationBuilder::new().limits(limits);
        let mut enumeration = builder.build(&space, sources.clone()).unwrap();
        space.2.store(true, Relaxed);
        let mut builder = EnumerationBuilder::new().threads(NonZero::new(2).unwrap());
        let panic = catch_unwind(AssertUnwindSafe(|| builder.resume(&mut enumeration)));
        assert!(panic.is_err());
        space.2.store(false, Relaxed);
        builder.resume(&mut enumeration).unwrap();
        assert_eq!(enumeration.histogram(), histogram(&distances));
    }
}
