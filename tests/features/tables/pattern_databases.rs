//! Pattern databases: exact against other searches, admissible, and never read back wrong.

mod files;
mod tiles;

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::num::NonZero;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bestfirst::pattern_database::{
    PatternDatabase, PatternDatabaseBuilder, Projection, SpaceProjection, TableErrorKind,
    TableFormat,
};
use bestfirst::{BidirectionalSpace, Heuristic, StateSpace};
use proptest::prelude::*;

use crate::common::graph::{Graph, any_graph};

fn threads(count: usize) -> PatternDatabaseBuilder<'static> {
    PatternDatabase::builder().threads(NonZero::new(count).unwrap())
}

/// A graph's vertices, far apart from each other in the numbers, `SHARE` to an entry.
struct Vertices<'a, const SHARE: usize>(&'a Graph, TableFormat);

/// Vertices in different words of marks, and, if they share, in the same entries.
const APART: usize = 1_001;

impl<const SHARE: usize> Vertices<'_, SHARE> {
    fn state(vertex: usize) -> usize {
        vertex / SHARE * SHARE * APART + vertex % SHARE
    }
}

impl<const SHARE: usize> Projection for Vertices<'_, SHARE> {
    type Cursor = ();

    fn name(&self) -> String {
        "a graph".to_owned()
    }

    fn entries(&self) -> usize {
        self.0.edges.len() * APART
    }

    fn states(&self) -> usize {
        self.entries() * SHARE
    }

    fn entry(&self, (): &mut (), state: usize) -> usize {
        state / SHARE
    }

    fn format(&self) -> TableFormat {
        self.1
    }

    fn for_each_goal(&self, visit: impl FnMut(usize)) {
        self.0.goals.iter().map(|&goal| Self::state(goal)).for_each(visit);
    }

    fn for_each_predecessor(&self, (): &mut (), state: usize, mut visit: impl FnMut(usize, u32)) {
        let vertex = state / SHARE / APART * SHARE + state % SHARE;
        for (from, edges) in self.0.edges.iter().enumerate() {
            for &(_, cost) in edges.iter().filter(|edge| edge.0 == vertex) {
                visit(Self::state(from), cost);
            }
        }
    }
}

fn assert_distances<const SHARE: usize>(graph: &Graph) {
    for format in FORMATS {
        let projection = Vertices::<SHARE>(graph, format);
        let database = PatternDatabase::build(&projection).unwrap();
        let distances = graph.distances();
        let mut histogram = vec![0; format.farthest() as usize + 1];
        histogram[format.farthest() as usize] = database.entries();
        for (index, vertices) in distances.chunks(SHARE).enumerate() {
            let least = vertices.iter().flatten().min();
            let expected = least.map_or(format.farthest(), |&distance| distance);
            assert_eq!(database.distance(index * APART), expected, "{graph:?}");
            histogram[format.farthest() as usize] -= 1;
            histogram[expected as usize] += 1;
        }
        assert_eq!(database.histogram(), histogram);
        assert_eq!(threads(3).build(&projection).unwrap(), database);
    }
}

const FORMATS: [TableFormat; 2] = [TableFormat::Bytes, TableFormat::Nibbles];

proptest! {
    #[test]
    fn distances_along_free_and_other_steps_are_exact((graph, _) in any_graph(0..2)) {
        assert_distances::<1>(&graph);
        assert_distances::<3>(&graph);
        assert_distances::<8>(&graph);
    }
}

/// So many states in a line, the first of which is the goal.
struct Line {
    name: &'static str,
    length: usize,
    format: TableFormat,
}

impl Projection for Line {
    type Cursor = ();

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn entries(&self) -> usize {
        self.length
    }

    fn format(&self) -> TableFormat {
        self.format
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        visit(0);
    }

    fn for_each_predecessor(&self, (): &mut (), state: usize, mut visit: impl FnMut(usize, u32)) {
        if state + 1 < self.length {
            visit(state + 1, 1);
        }
    }
}

const LINE: Line = Line { name: "a line", length: 300, format: TableFormat::Bytes };
/// Of an odd length: half of the last byte stands for no entry.
const IN_NIBBLES: Line = Line { length: 301, format: TableFormat::Nibbles, ..LINE };

#[test]
fn what_is_too_far_for_an_entry_is_at_least_as_far_as_it_says() {
    for line in [LINE, IN_NIBBLES] {
        let database = PatternDatabase::build(&line).unwrap();
        let farthest = line.format.farthest() as usize;
        for (state, distance) in database.distances().enumerate() {
            assert_eq!(distance as usize, state.min(farthest));
        }
        assert_eq!(database.distances().len(), line.length);
        assert_eq!(database.entries(), line.length);
        assert_eq!(database.format(), line.format);
        let histogram = database.histogram();
        assert!(histogram[..farthest].iter().all(|&count| count == 1));
        assert_eq!(histogram[farthest..], [line.length - farthest]);
    }
    assert_eq!(PatternDatabase::build(&LINE).unwrap().as_bytes().len(), 300);
    assert_eq!(PatternDatabase::build(&IN_NIBBLES).unwrap().as_bytes().len(), 151);
}

/// The other half of the last byte is no entry.
#[test]
#[should_panic(expected = "no entry 301 in a table of 301")]
fn there_is_no_entry_after_the_last() {
    let _ = PatternDatabase::build(&IN_NIBBLES).unwrap().distance(301);
}

#[test]
fn a_heuristic_looks_up_the_entry_of_a_state() {
    let database = PatternDatabase::build(&LINE).unwrap();
    let entry = |&state: &u64| usize::try_from(state / 2).unwrap();
    let borrowed = database.heuristic(entry);
    for state in [0, 1, 2, 77, 598] {
        assert_eq!(borrowed.estimate(&state), database.distance(entry(&state)));
    }
}

/// Ten states, but state 5 is said to come from another one.
struct Stray(usize);

impl Projection for Stray {
    type Cursor = ();

    fn name(&self) -> String {
        "a stray".to_owned()
    }

    fn entries(&self) -> usize {
        5
    }

    fn states(&self) -> usize {
        10
    }

    fn entry(&self, (): &mut (), state: usize) -> usize {
        state / 2
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        visit(if self.0 == 0 { 1_000 } else { 5 });
    }

    fn for_each_predecessor(&self, (): &mut (), _: usize, mut visit: impl FnMut(usize, u32)) {
        visit(self.0, 1);
    }
}

/// Also where there is room for more marks than states, and on a thread of the builder.
#[test]
fn a_state_without_an_entry_is_named() {
    for (stray, state) in [(0, 1_000), (10, 10), (31, 31), (32, 32), (1_000_000, 1_000_000)] {
        for count in [1, 3] {
            let built = catch_unwind(|| threads(count).build(&Stray(stray)));
            let message = *built.unwrap_err().downcast::<String>().unwrap();
            let expected = format!(
                "the projection \"a stray\" visits state {state}, but has 10 states and 5 entries"
            );
            assert_eq!(message, expected);
        }
    }
}

#[test]
fn a_build_shows_its_progress_and_can_be_cancelled() {
    let seen = Cell::new((0, 0));
    let observed = PatternDatabase::builder()
        .on_progress(|progress| {
            assert_eq!(progress.entries, 300);
            seen.set((progress.distance, progress.reached));
        })
        .build(&LINE);
    assert!(observed.is_ok());
    assert_eq!(seen.get(), (254, 255));

    let flag = Arc::new(AtomicBool::new(false));
    let cancelled = PatternDatabase::builder()
        .cancel(Arc::clone(&flag))
        .on_progress(|progress| {
            assert!(progress.distance <= 3);
            flag.store(progress.distance == 3, Relaxed);
        })
        .build(&LINE);
    assert!(matches!(cancelled.unwrap_err().kind(), TableErrorKind::Cancelled));
}

#[test]
fn a_table_that_does_not_fit_is_an_error() {
    let line = Line { name: "all numbers", length: usize::MAX, ..LINE };
    let error = PatternDatabase::build(&line).unwrap_err();
    assert!(matches!(error.kind(), TableErrorKind::OutOfMemory { .. }), "{error}");
}

/// Stacks of five pancakes, numbered by their digits. Most numbers belong to no stack.
struct Pancakes;

impl StateSpace for Pancakes {
    type State = [usize; 5];

    fn estimate(&self, _: &[usize; 5]) -> u32 {
        0
    }

    fn is_goal(&self, stack: &[usize; 5]) -> bool {
        stack.is_sorted()
    }

    fn for_each_successor(
        &self,
        stack: &[usize; 5],
        previous: Option<&[usize; 5]>,
        mut visit: impl FnMut([usize; 5], u32),
    ) {
        for count in 2..=5 {
            let mut turned = *stack;
            turned[..count].reverse();
            if Some(&turned) != previous {
                visit(turned, 3);
            }
        }
    }

    fn number(&self, stack: &[usize; 5]) -> Option<usize> {
        Some(stack.iter().fold(0, |number, pancake| 5 * number + pancake))
    }
}

impl BidirectionalSpace for Pancakes {
    fn goals(&self, _: &[usize; 5]) -> impl IntoIterator<Item = [usize; 5]> {
        [[0, 1, 2, 3, 4]]
    }

    fn for_each_predecessor(
        &self,
        stack: &[usize; 5],
        next: Option<&[usize; 5]>,
        visit: impl FnMut([usize; 5], u32),
    ) {
        self.for_each_successor(stack, next, visit);
    }
}

#[test]
fn a_space_with_numbers_defines_a_table() {
    let stack = |number: usize| [4, 3, 2, 1, 0].map(|digit| number / 5_usize.pow(digit) % 5);
    let projection = SpaceProjection::new("pancakes", Pancakes, 3125, stack);
    let table = PatternDatabase::build(&projection).unwrap();
    let goal = [0, 1, 2, 3, 4];
    let mut distances = HashMap::from([(goal, 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(stack) = queue.pop_front() {
        let distance = distances[&stack] + 1;
        Pancakes.for_each_successor(&stack, None, |next, _| {
            distances.entry(next).or_insert_with(|| {
                queue.push_back(next);
                distance
            });
        });
    }
    assert_eq!(distances.len(), 120);
    for number in 0..3125 {
        let expected = distances.get(&stack(number)).copied();
        // A step counts as 1, whatever it costs.
        assert_eq!(table.distance(number), expected.unwrap_or(TableFormat::Bytes.farthest()));
    }
}

#[test]
#[should_panic(expected = "pancakes")]
fn a_number_beyond_the_table_names_the_projection() {
    let stack = |number: usize| [4, 3, 2, 1, 0].map(|digit| number / 5_usize.pow(digit) % 5);
    let _ = PatternDatabase::build(&SpaceProjection::new("pancakes", Pancakes, 2000, stack));
}
