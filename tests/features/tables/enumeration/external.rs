//! Counts with the table in files, in segments of 2,048 numbers.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use allocation_counter::measure;
use bestfirst::enumeration::EnumerationErrorKind::File;
use bestfirst::enumeration::{
    EnumerationError, EnumerationErrorKind, ExternalEnumeration, LevelCounts,
};
use bestfirst::{FileFault, Limits, NumberedSpace, StateSpace, StopReason};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{Bits, Graph, histogram};
use crate::common::files::directory;

/// The least memory for a space.
fn tight(space: impl NumberedSpace) -> Limits {
    Limits::none().bytes(512 + 64 * (space.numbers().div_ceil(2_048) + 2))
}

fn run<P: NumberedSpace>(
    place: &Path,
    space: P,
    sources: impl IntoIterator<Item = P::State>,
) -> Result<LevelCounts, EnumerationError> {
    ExternalEnumeration::new(place).limits(tight(&space)).run(space, sources)
}

#[test]
fn random_graphs_are_counted() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..12 {
        let vertices = rng.random_range(1..20_000);
        let edges = rng.random_range(0..3 * vertices);
        let graph = Graph::random(&mut rng, vertices, edges, round % 2 == 0);
        let sources: Vec<usize> =
            (0..rng.random_range(0..4)).map(|_| rng.random_range(0..vertices)).collect();
        let counts = run(&directory("levels-random"), &graph, sources.clone()).unwrap();
        let expected = histogram(&graph.distances(&sources));
        assert_eq!(counts.histogram(), expected);
        assert_eq!(counts.radius().map_or(0, |radius| radius as usize + 1), expected.len());
        assert_eq!(counts.statistics().expanded, counts.states());
        assert!(counts.is_complete() && counts.stopped_by().is_none());
    }
}

#[test]
fn all_boards_of_size_3_are_counted() {
    use bestfirst::enumeration::Enumeration;
    use bestfirst::sliding_tiles::{Goal, Rectangle};

    let space = Rectangle::new(3, 3, Goal::BlankLast).unwrap();
    let counts = run(&directory("levels-boards"), &space, [space.solved()]).unwrap();
    let expected = Enumeration::new(&space, [space.solved()]).unwrap();
    assert_eq!(counts.histogram(), expected.histogram());
    assert!(counts.statistics().bytes <= 10_000, "{}", counts.statistics());
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

/// What is in the directory after each level is what a program leaves that is killed in the next
/// one.
#[test]
fn killed_after_any_level_it_goes_on() {
    let space = Bits(13);
    let place = directory("levels-killed");
    let mut copies = Vec::new();
    let expected = ExternalEnumeration::new(&place)
        .limits(tight(&space))
        .on_progress(|_| {
            let to = directory(&format!("levels-killed-{}", copies.len()));
            copy(&place, &to);
            copies.push(to);
        })
        .run(&space, [0])
        .unwrap();
    assert!(copies.len() > 5);
    for copy in copies {
        // What the next level had begun to write, and a file of somebody else.
        for name in ["segment-99-0", "updates-99-1"] {
            fs::write(copy.join(name), "half of it").unwrap();
        }
        fs::write(copy.join("notes"), "of the user").unwrap();
        let counts = run(&copy, &space, [0]).unwrap();
        assert_eq!(counts.histogram(), expected.histogram());
        assert_eq!(counts.statistics().expanded, expected.statistics().expanded);
        assert!(copy.join("notes").exists() && !copy.join("segment-99-0").exists());
    }
    // It is complete, and says so again.
    assert_eq!(run(&place, &space, [0]).unwrap().histogram(), expected.histogram());
}

#[test]
fn limits_stop_it_after_a_level() {
    let space = Bits(13);
    let expected = run(&directory("levels-whole"), &space, [0]).unwrap();
    let place = directory("levels-limits");
    let stopped = |limits: Limits| {
        let counts = ExternalEnumeration::new(&place).limits(limits).run(&space, [0]).unwrap();
        assert!(!counts.is_complete() && counts.radius().is_none());
        assert!(expected.histogram().starts_with(counts.histogram()));
        (counts.histogram().len(), counts.stopped_by().unwrap())
    };
    let limits = || tight(&space);
    assert_eq!(stopped(limits().time(Duration::ZERO)).0, 0);
    let flag = Arc::new(AtomicBool::new(true));
    assert_eq!(stopped(limits().cancel(flag)), (0, StopReason::Cancelled));
    let reason = StopReason::Cost { limit: 2, lower_bound: 3 };
    assert_eq!(stopped(limits().cost(2)), (3, reason));
    let (levels, reason) = stopped(limits().expansions(100));
    let expanded = expected.histogram()[..levels].iter().sum();
    assert!(expanded >= 100);
    assert_eq!(reason, StopReason::Expansions { limit: 100, expanded });
    assert_eq!(run(&place, &space, [0]).unwrap().histogram(), expected.histogram());
}

#[test]
fn damaged_cut_and_foreign_files_are_refused() {
    let space = Bits(13);
    // From here, every bit can be changed, so that the next level is in several segments.
    let all = (1 << 13) - 1;
    let place = directory("levels-whole-before-damage");
    let limits = || tight(&space).cost(4);
    ExternalEnumeration::new(&place).limits(limits()).run(&space, [all]).unwrap();
    let names: Vec<_> = fs::read_dir(&place).unwrap().map(|e| e.unwrap().file_name()).collect();
    for start in ["manifest", "segment-", "updates-"] {
        assert!(names.iter().any(|name| name.to_str().unwrap().starts_with(start)), "{names:?}");
    }
    let damaged = directory("levels-damaged");
    let error = |name: &Path, damage: &dyn Fn(&Path)| {
        copy(&place, &damaged);
        damage(&damaged.join(name));
        let error = run(&damaged, &space, [all]).unwrap_err();
        assert_eq!(error.path(), Some(&*damaged.join(name)), "{error}");
        error
    };
    for name in names.iter().map(Path::new) {
        let length = usize::try_from(fs::metadata(place.join(name)).unwrap().len()).unwrap();
        for at in [0, 8, length / 2, length - 1] {
            let flipped = error(name, &|path| {
                let mut bytes = fs::read(path).unwrap();
                bytes[at] ^= 4;
                fs::write(path, bytes).unwrap();
            });
            let kind = flipped.kind();
            match (name.to_str().unwrap(), at) {
                ("manifest", 0) => assert!(matches!(kind, File(FileFault::Signature { .. }))),
                ("manifest", 8) => {
                    assert!(matches!(kind, File(FileFault::Version { found: 0, expected: 4 })));
                }
                _ => assert!(matches!(kind, File(FileFault::Corrupted { .. })), "{flipped}"),
            }
            let cut = error(name, &|path| {
                OpenOptions::new().write(true).open(path).unwrap().set_len(at as u64).unwrap();
            });
            assert!(
                matches!(cut.kind(), File(FileFault::Truncated { found, .. })
                    if *found == at as u64),
                "{cut}"
            );
        }
    }
    let removed = error(Path::new(&names[0]), &|path| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
    });
    assert!(matches!(removed.kind(), File(FileFault::Io(_))), "{removed}");
    let foreign = run(&place, &space, [1]).unwrap_err();
    assert!(matches!(foreign.kind(), File(FileFault::Foreign { .. })), "{foreign}");
}

#[test]
fn what_it_cannot_count_is_named() {
    let small = Limits::none().bytes(500);
    let error = ExternalEnumeration::new(directory("levels-memory"))
        .limits(small)
        .run(Bits(13), [0])
        .unwrap_err();
    let expected = EnumerationErrorKind::MemoryLimit { limit: 500, bytes: 512 + 4 * 64 };
    assert_eq!(error.to_string(), expected.to_string());

    let mut graph = Graph::new(5_000, [(0, 1), (1, 4_000), (4_000, 2)]);
    let error = |graph: &Graph| run(&directory("levels-contract"), graph, [0]).unwrap_err();
    graph.edges[4_000][0] = (2, 3);
    let kind = EnumerationErrorKind::StepCost { state: 4_000, successor: 2, cost: 3, least: 1 };
    assert_eq!(error(&graph).to_string(), kind.to_string());
    graph.edges[4_000][0] = (5_000, 1);
    let kind = EnumerationErrorKind::Successor { state: 4_000, successor: 5_000, numbers: 5_000 };
    assert_eq!(error(&graph).to_string(), kind.to_string());
}

/// The numbers up to so many, of which the first ten are reached.
struct Sparse(usize);

impl StateSpace for Sparse {
    type State = usize;

    fn estimate(&self, _: &usize) -> u32 {
        0
    }

    fn is_goal(&self, _: &usize) -> bool {
        false
    }

    fn for_each_successor(
        &self,
        &number: &usize,
        _: Option<&usize>,
        mut visit: impl FnMut(usize, u32),
    ) {
        if number < 9 {
            visit(number + 1, 1);
        }
    }

    fn number(&self, &number: &usize) -> Option<usize> {
        Some(number)
    }
}

impl NumberedSpace for Sparse {
    fn numbers(&self) -> usize {
        self.0
    }

    fn state(&self, number: usize) -> Option<usize> {
        Some(number)
    }
}

/// Whether there is memory for the segments is known before the list of them is made.
#[cfg(target_pointer_width = "64")]
#[test]
fn a_space_that_is_far_too_large_is_refused_at_once() {
    for numbers in [1 << 43, 1 << 62, usize::MAX] {
        for limit in [Some(100_000), None, Some(usize::MAX)] {
            // If there is no limit, that many would do.
            if numbers == 1 << 43 && limit != Some(100_000) {
                continue;
            }
            let place = directory("levels-too-large");
            let limits = limit.map_or(Limits::none(), |bytes| Limits::none().bytes(bytes));
            let mut enumeration = ExternalEnumeration::new(&place).limits(limits);
            let mut counts = None;
            let allocated = measure(|| counts = Some(enumeration.run(Sparse(numbers), [0])));
            let error = counts.unwrap().unwrap_err();
            let is_refused = match error.kind() {
                EnumerationErrorKind::MemoryLimit { bytes, limit: met } => {
                    *met == limit.unwrap_or(256 << 20) && bytes > met
                }
                EnumerationErrorKind::OutOfMemory { .. } => limit == Some(usize::MAX),
                _ => false,
            };
            assert!(is_refused, "{numbers} numbers, limit {limit:?}: {error}");
            // What is refused counts as well.
            let is_small = allocated.bytes_max < 200_000 || limit == Some(usize::MAX);
            assert!(is_small, "{} bytes", allocated.bytes_max);
        }
    }
}
