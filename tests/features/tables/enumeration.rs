//! Whole spaces: counts, distances and paths, limits, checkpoints, and what is refused.

mod external;
mod zero_cost;

use std::collections::VecDeque;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use bestfirst::enumeration::EnumerationErrorKind::File;
use bestfirst::enumeration::{Enumeration, EnumerationBuilder, EnumerationErrorKind};
use bestfirst::{
    BidirectionalSpace, DEAD_END, FileFault, Heuristic, Limits, NumberedSpace, Reversed, Solver,
    StateSpace, StopReason,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A directed graph. Its numbers are the indices of the vertices.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Vec<(usize, u32)>>,
    back: Vec<Vec<usize>>,
}

impl Graph {
    fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut graph =
            Self { edges: vec![Vec::new(); vertices], back: vec![Vec::new(); vertices] };
        for (from, to) in edges {
            graph.edges[from].push((to, 1));
            graph.back[to].push(from);
        }
        graph
    }

    /// With so many random edges. If it is undirected, each has its reverse.
    fn random(rng: &mut ChaCha8Rng, vertices: usize, count: usize, directed: bool) -> Self {
        let edges: Vec<_> = (0..count)
            .map(|_| (rng.random_range(0..vertices), rng.random_range(0..vertices)))
            .collect();
        let reverse = edges.iter().map(|&(from, to)| (to, from)).filter(|_| !directed);
        Self::new(vertices, edges.iter().copied().chain(reverse))
    }

    /// The distance of each vertex from the nearest source.
    fn distances(&self, sources: &[usize]) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.edges.len()];
        let mut queue = VecDeque::new();
        for &source in sources {
            distances[source] = Some(0);
            queue.push_back(source);
        }
        while let Some(vertex) = queue.pop_front() {
            for &(next, _) in &self.edges[vertex] {
                if distances[next].is_none() {
                    distances[next] = distances[vertex].map(|distance| distance + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    fn reversed(&self) -> Self {
        let edges = self.edges.iter().enumerate();
        let edges = edges.flat_map(|(from, edges)| edges.iter().map(move |edge| (edge.0, from)));
        Self::new(self.edges.len(), edges)
    }

    fn has_edge(&self, from: usize, to: usize) -> bool {
        self.edges[from].iter().any(|edge| edge.0 == to)
    }
}

impl StateSpace for Graph {
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
        (vertex != usize::MAX).then_some(vertex)
    }
}

impl BidirectionalSpace for Graph {
    fn goals(&self, _: &usize) -> impl IntoIterator<Item = usize> {
        [0]
    }

    fn for_each_predecessor(
        &self,
        &vertex: &usize,
        next: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        self.back[vertex]
            .iter()
            .filter(|&from| Some(from) != next)
            .for_each(|&from| visit(from, 1));
    }
}

impl NumberedSpace for Graph {
    fn numbers(&self) -> usize {
        self.edges.len()
    }

    fn state(&self, number: usize) -> Option<usize> {
        (number < self.edges.len()).then_some(number)
    }
}

/// The corners of a cube of many dimensions, with longer ways than those along the edges.
struct Bits(u32);

impl StateSpace for Bits {
    type State = usize;

    fn estimate(&self, _: &usize) -> u32 {
        0
    }

    fn is_goal(&self, &bits: &usize) -> bool {
        bits == 0
    }

    /// A bit can be changed if the one before is set: a Gray code with branches.
    fn for_each_successor(
        &self,
        &bits: &usize,
        previous: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        for bit in (0..self.0).filter(|bit| *bit == 0 || bits >> (bit - 1) & 1 == 1) {
            let next = bits ^ 1 << bit;
            if Some(&next) != previous {
                visit(next, 1);
            }
        }
    }

    fn number(&self, &bits: &usize) -> Option<usize> {
        Some(bits)
    }
}

impl NumberedSpace for Bits {
    fn numbers(&self) -> usize {
        1 << self.0
    }

    fn state(&self, number: usize) -> Option<usize> {
        (number >> self.0 == 0).then_some(number)
    }
}

fn histogram(distances: &[Option<u32>]) -> Vec<u64> {
    let mut counts = Vec::new();
    for &distance in distances.iter().flatten() {
        let distance = distance as usize;
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}

/// Only the bytes for two bits a number: there is no third bit.
fn tight(numbers: usize) -> Limits {
    let sets = numbers.div_ceil(32);
    Limits::none().bytes(8 * sets + sets.div_ceil(128))
}

/// That the counts, the farthest states and all paths are those of the oracle.
fn assert_right<P>(enumeration: &Enumeration<P>, graph: &Graph, sources: &[usize], directed: bool)
where
    P: NumberedSpace<State = usize>,
{
    let distances = graph.distances(sources);
    let expected = histogram(&distances);
    assert_eq!(enumeration.histogram(), expected);
    assert_eq!(enumeration.radius(), distances.iter().copied().flatten().max());
    let radius = enumeration.radius();
    let farthest: Vec<usize> = (0..distances.len())
        .filter(|&vertex| radius.is_some() && distances[vertex] == radius)
        .collect();
    assert_eq!(enumeration.farthest().unwrap().collect::<Vec<_>>(), farthest);
    if directed {
        return;
    }
    for (vertex, &distance) in distances.iter().enumerate() {
        assert_eq!(enumeration.distance(&vertex), distance, "vertex {vertex} of {graph:?}");
        assert_eq!(enumeration.estimate(&vertex), distance.unwrap_or(DEAD_END));
        let path = enumeration.path(&vertex);
        let moves = path.as_ref().map(|path| u32::try_from(path.len() - 1).unwrap());
        assert_eq!(moves, distance, "vertex {vertex} of {graph:?}");
        let Some(path) = path else { continue };
        assert!(sources.contains(&path[0]));
        assert_eq!(path.last(), Some(&vertex));
        assert!(path.windows(2).all(|pair| graph.has_edge(pair[0], pair[1])), "{path:?}");
    }
}

#[test]
fn random_graphs() {
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let directed = seed % 2 == 0;
        let vertices = rng.random_range(1..90);
        let edges = rng.random_range(vertices / 3..5 * vertices / 2);
        let graph = Graph::random(&mut rng, vertices, edges, directed);
        let count = rng.random_range(0..4);
        let sources: Vec<usize> = (0..count).map(|_| rng.random_range(0..vertices)).collect();
        let enumeration = Enumeration::new(&graph, sources.iter().copied()).unwrap();
        assert_right(&enumeration, &graph, &sources, directed);
        let mut builder = EnumerationBuilder::new().limits(tight(vertices));
        let enumeration = builder.build(&graph, sources.iter().copied()).unwrap();
        assert_eq!(enumeration.statistics().bytes, 8 * vertices.div_ceil(32));
        assert_right(&enumeration, &graph, &sources, directed);
        let backwards = Enumeration::new(Reversed::new(&graph), sources.clone()).unwrap();
        assert_right(&backwards, &graph.reversed(), &sources, directed);
    }
}

/// All answers of an enumeration of [`Bits`].
fn answers(enumeration: &Enumeration<&Bits>) -> (Vec<u64>, Vec<usize>, Vec<Option<u32>>) {
    let farthest = enumeration.farthest().unwrap().collect();
    let states = (0..enumeration.space().numbers()).step_by(997);
    let distances = states.map(|bits| enumeration.distance(&bits)).collect();
    (enumeration.histogram().to_vec(), farthest, distances)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let space = Bits(17);
    let all = Enumeration::new(&space, [0]).unwrap();
    assert_eq!(all.states(), 1 << 17);
    let expected = answers(&all);
    for threads in [2, 7] {
        for limits in [Limits::none(), tight(1 << 17)] {
            let threads = NonZero::new(threads).unwrap();
            let mut builder = EnumerationBuilder::new().threads(threads).limits(limits);
            assert_eq!(answers(&builder.build(&space, [0]).unwrap()), expected);
        }
    }
}

#[test]
fn stopped_anywhere_and_resumed_it_ends_the_same() {
    let space = Bits(13);
    let expected = answers(&Enumeration::new(&space, [0]).unwrap());
    for step in [1, 900, 5_000] {
        for tightly in [false, true] {
            let memory = if tightly { tight(1 << 13) } else { Limits::none() };
            let first = memory.clone().expansions(step);
            let mut enumeration =
                EnumerationBuilder::new().limits(first).build(&space, [0]).unwrap();
            let mut stops = 0;
            while !enumeration.is_complete() {
                assert!(matches!(enumeration.stopped_by(), Some(StopReason::Expansions { .. })));
                let mut saved = Vec::new();
                enumeration.write_to(&mut saved).unwrap();
                let limit = enumeration.statistics().expanded + step;
                let mut builder =
                    EnumerationBuilder::new().limits(memory.clone().expansions(limit));
                // Every other time from the file.
                if stops % 2 == 0 {
                    enumeration = builder.read_from(&saved[..], &space, [0]).unwrap();
                }
                builder.resume(&mut enumeration).unwrap();
                stops += 1;
            }
            assert!(stops > 0);
            assert_eq!(answers(&enumeration), expected, "step {step}");
        }
    }
}

#[test]
fn limits_stop_it_with_what_is_known() {
    let space = Bits(13);
    let whole = Enumeration::new(&space, [0]).unwrap();
    let cancel = Arc::new(AtomicBool::new(true));
    let stops = [
        Limits::none().cost(20),
        Limits::none().generated(3_000),
        Limits::none().time(Duration::ZERO),
        Limits::none().cancel(cancel),
    ];
    for limits in stops {
        let enumeration =
            EnumerationBuilder::new().limits(limits.clone()).build(&space, [0]).unwrap();
        assert!(enumeration.stopped_by().is_some(), "{limits:?}");
        assert_eq!((enumeration.radius(), enumeration.is_complete()), (None, false));
        assert!(enumeration.farthest().is_none());
        let known = enumeration.completed().unwrap();
        let counts = &whole.histogram()[..=known as usize];
        assert_eq!(&enumeration.histogram()[..=known as usize], counts);
        for bits in (0..1 << 13).step_by(97) {
            let distance = whole.distance(&bits).unwrap();
            // A state that is not found has a lower bound.
            let estimate = enumeration.distance(&bits).unwrap_or(known + 1);
            assert_eq!(enumeration.estimate(&bits), estimate);
            assert!(estimate == distance || (estimate == known + 1 && distance > known));
        }
    }
    let limits = Limits::none().cost(20);
    let enumeration = EnumerationBuilder::new().limits(limits).build(&space, [0]).unwrap();
    assert_eq!(enumeration.completed(), Some(20));
    assert_eq!(enumeration.histogram().len(), 21);
}

#[test]
fn it_is_a_perfect_estimate() {
    let space = Bits(10);
    let bits = Enumeration::new(&space, [0]).unwrap();
    let start = bits.farthest().unwrap().next().unwrap();
    let solver = Solver::builder_in(&space, start).with_heuristic(&bits).solve();
    let radius = bits.radius().unwrap();
    assert_eq!((solver.cost(), solver.statistics().expanded), (Some(radius), radius.into()));
}

#[test]
fn a_damaged_cut_or_foreign_checkpoint_is_refused() {
    let space = Bits(8);
    let mut enumerations = vec![Enumeration::new(&space, [0, 3]).unwrap()];
    let limits = Limits::none().cost(5);
    enumerations.push(EnumerationBuilder::new().limits(limits).build(&space, [0, 3]).unwrap());
    let builder = EnumerationBuilder::new();
    for enumeration in enumerations {
        let mut file = Vec::new();
        enumeration.write_to(&mut file).unwrap();
        let mut read = builder.read_from(&file[..], &space, [3, 0, 3]).unwrap();
        assert_eq!(read.histogram(), enumeration.histogram());
        EnumerationBuilder::new().resume(&mut read).unwrap();
        assert_eq!(answers(&read), answers(&Enumeration::new(&space, [0, 3]).unwrap()));

        for length in 0..file.len() {
            let error = builder.read_from(&file[..length], &space, [0, 3]).unwrap_err();
            let found = length as u64;
            assert!(
                matches!(error.kind(), &File(FileFault::Truncated { found: at, expected })
                    if at == found && expected > found),
                "{length}: {error}"
            );
        }
        for byte in 0..file.len() {
            for bit in [0, 3, 7] {
                file[byte] ^= 1 << bit;
                assert!(builder.read_from(&file[..], &space, [0, 3]).is_err(), "byte {byte}");
                file[byte] ^= 1 << bit;
            }
        }
        let length = file.len() as u64;
        file.push(0);
        let error = builder.read_from(&file[..], &space, [0, 3]).unwrap_err();
        assert!(matches!(error.kind(), &File(FileFault::TrailingBytes { expected })
                if expected == length));
        file.pop();

        let foreign = [
            builder.read_from(&file[..], &space, [0]).unwrap_err(),
            builder.read_from(&file[..], &Bits(9), [0, 3]).unwrap_err(),
        ];
        let graph = Graph::random(&mut ChaCha8Rng::seed_from_u64(1), 256, 500, false);
        let other = builder.read_from(&file[..], &graph, [0, 3]).unwrap_err();
        for error in foreign.into_iter().chain([other]) {
            assert!(matches!(error.kind(), File(FileFault::Foreign { .. })), "{error}");
        }
        let small = EnumerationBuilder::new().limits(Limits::none().bytes(10));
        let error = small.read_from(&file[..], &space, [0, 3]).unwrap_err();
        assert!(matches!(error.kind(), EnumerationErrorKind::MemoryLimit { .. }));
    }
    let error = builder.read_from(&b"a text, and a longer one"[..], &space, [0]).unwrap_err();
    assert_eq!(error.to_string(), "not a checkpoint of an enumeration: the signature is missing");
}

#[test]
fn a_space_that_breaks_its_contract_is_named() {
    let message = |graph: &Graph, source: usize| {
        let error = Enumeration::new(graph, [source]).unwrap_err();
        error.to_string()
    };
    let line = (0..40).map(|vertex| (vertex, vertex + 1));
    let line = Graph::new(41, line);
    assert_eq!(message(&line, 41), "a source has the number 41, but numbers are less than 41");
    assert_eq!(message(&line, usize::MAX), "a source has no number");
    // In the last set of numbers, and beyond.
    for far in [41, 63, 64, 1 << 40] {
        let mut graph = line.clone();
        graph.edges[20].push((far, 1));
        let expected = format!("state 20 has the successor {far}, but numbers are less than 41");
        assert_eq!(message(&graph, 0), expected);
    }
    let mut graph = line.clone();
    graph.edges[30].push((usize::MAX, 1));
    assert_eq!(message(&graph, 0), "a successor of state 30 has no number");
    for cost in [0, 2] {
        let mut graph = line.clone();
        graph.edges[9].push((3, cost));
        let expected = format!("the step from state 9 to 3 costs {cost}, expected 1");
        assert_eq!(message(&graph, 0), expected);
    }
    let mut builder = EnumerationBuilder::new().limits(Limits::none().bytes(16));
    let error = builder.build(&line, [0]).unwrap_err();
    assert_eq!(error.to_string(), "the table needs 17 bytes, more than the limit of 16");
}

#[test]
fn a_space_that_panics_can_be_resumed() {
    /// Panics at one state.
    struct Panicking(Bits, AtomicBool);

    impl StateSpace for Panicking {
        type State = usize;

        fn estimate(&self, _: &usize) -> u32 {
            0
        }

        fn is_goal(&self, _: &usize) -> bool {
            false
        }

        fn for_each_successor(
            &self,
            bits: &usize,
            previous: Option<&usize>,
            visit: impl FnMut(usize, u32),
        ) {
            assert!(*bits != 0b10_1010_1010 || !self.1.load(Relaxed));
            self.0.for_each_successor(bits, previous, visit);
        }

        fn number(&self, &bits: &usize) -> Option<usize> {
            Some(bits)
        }
    }

    impl NumberedSpace for Panicking {
        fn numbers(&self) -> usize {
            self.0.numbers()
        }

        fn state(&self, number: usize) -> Option<usize> {
            self.0.state(number)
        }
    }

    let space = Panicking(Bits(12), AtomicBool::new(false));
    let limits = Limits::none().cost(3);
    let mut enumeration = EnumerationBuilder::new().limits(limits).build(&space, [0]).unwrap();
    space.1.store(true, Relaxed);
    let mut builder = EnumerationBuilder::new();
    let panic = catch_unwind(AssertUnwindSafe(|| builder.resume(&mut enumeration)));
    assert!(panic.is_err());
    space.1.store(false, Relaxed);
    builder.resume(&mut enumeration).unwrap();
    let bits = Bits(12);
    let expected = Enumeration::new(&bits, [0]).unwrap();
    assert_eq!(enumeration.histogram(), expected.histogram());
}

#[test]
fn checkpoints_are_written_and_read() {
    let path = crate::common::files::directory("enumeration").join("bits");
    let space = Bits(13);
    let mut levels = 0;
    let mut builder = EnumerationBuilder::new()
        .checkpoint(&path, Duration::ZERO)
        .limits(Limits::none().cost(20))
        .on_progress(|progress| levels = levels.max(progress.distance));
    let stopped = builder.build(&space, [0]).unwrap();
    drop(builder);
    assert_eq!(levels, 20);
    let mut loaded = Enumeration::load(&path, &space, [0]).unwrap();
    assert_eq!(loaded.histogram(), stopped.histogram());
    EnumerationBuilder::new().checkpoint(&path, Duration::MAX).resume(&mut loaded).unwrap();
    let whole = Enumeration::load(&path, &space, [0]).unwrap();
    assert!(whole.is_complete());
    assert_eq!(answers(&whole), answers(&Enumeration::new(&space, [0]).unwrap()));

    let error = Enumeration::load(path.with_extension("none"), &space, [0]).unwrap_err();
    assert!(error.to_string().contains("bits.none: "), "{error}");
    assert_eq!(error.path(), Some(&*path.with_extension("none")));
}

#[test]
fn the_pocket_cube_in_both_metrics() {
    use bestfirst::rubiks_cube::{Metric, PocketCube, PocketDistances, PocketTurns};

    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let space = PocketTurns::new(metric);
        let distances = PocketDistances::new(metric);
        let cubes = Enumeration::new(&space, [PocketCube::SOLVED]).unwrap();
        let counts = distances.histogram().iter().map(|&count| count as u64);
        assert!(counts.eq(cubes.histogram().iter().copied()));
        for number in (0..PocketCube::STATES).step_by(9_973) {
            let cube = PocketCube::from_number(number).unwrap();
            assert_eq!(cubes.distance(&cube), Some(distances.distance(&cube)));
        }
        assert!(cubes.farthest().unwrap().eq(distances.at_distance(distances.greatest())));
    }
}
