//! Tables in files: never read back wrong.

use std::cell::Cell;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;

use bestfirst::graphs::Graph;
use bestfirst::pattern_database::TableErrorKind::File;
use bestfirst::pattern_database::{PatternDatabase, TableError, TableFormat};
use bestfirst::search::Landmarks;
use bestfirst::sliding_tiles::{Board, Goal, Partition, TilePatterns};
use bestfirst::{FileFault, Heuristic};

use super::{IN_NIBBLES, LINE, Line, threads};
use crate::common::files::directory;

fn bytes_of(line: &Line) -> Vec<u8> {
    let mut bytes = Vec::new();
    PatternDatabase::build(line).unwrap().write_to(&mut bytes).unwrap();
    bytes
}

fn bytes() -> Vec<u8> {
    bytes_of(&LINE)
}

fn read(bytes: &[u8]) -> Result<PatternDatabase, TableError> {
    PatternDatabase::read_from(bytes, &LINE)
}

fn names_in(directory: &PathBuf) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_table_is_read_as_it_was_written() {
    assert_eq!(read(&bytes()).unwrap(), PatternDatabase::build(&LINE).unwrap());
    let path = directory("pattern_databases/round_trip").join("line.pdb");
    PatternDatabase::build(&LINE).unwrap().save(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes());
    assert_eq!(PatternDatabase::load(&path, &LINE).unwrap(), read(&bytes()).unwrap());
}

#[test]
fn a_table_in_nibbles_is_read_as_it_was_written() {
    let table = PatternDatabase::read_from(&bytes_of(&IN_NIBBLES)[..], &IN_NIBBLES).unwrap();
    assert_eq!(table, PatternDatabase::build(&IN_NIBBLES).unwrap());
    let in_bytes = Line { format: TableFormat::Bytes, ..IN_NIBBLES };
    // The names of the formats differ by two bytes.
    assert_eq!(bytes_of(&in_bytes).len() - bytes_of(&IN_NIBBLES).len(), 150 - 2);
    let error = PatternDatabase::read_from(&bytes_of(&IN_NIBBLES)[..], &in_bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "it is of \"a line, 301 entries in nibbles\", not of \"a line, 301 entries in bytes\""
    );
}

#[test]
fn no_flipped_bit_goes_unseen() {
    for line in [LINE, IN_NIBBLES] {
        let bytes = bytes_of(&line);
        // Magic, version, length of the title and title; their checksum and the rest.
        for index in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[index] ^= 1 << bit;
                let error = PatternDatabase::read_from(&damaged[..], &line).unwrap_err();
                let File(fault) = error.kind() else { panic!("{error}") };
                let is_expected = match (index, fault) {
                    (8..12, FileFault::Version { found, expected: 4 }) => *found != 4,
                    // With the length of the title, other bytes are taken for the checksum, if
                    // there are as many.
                    (0..8, FileFault::Signature { expected: "a pattern database" })
                    | (12..16, FileFault::Truncated { .. }) => true,
                    (12.., &FileFault::Corrupted { before }) => {
                        before > index as u64 && before <= bytes.len() as u64
                    }
                    _ => false,
                };
                assert!(is_expected, "bit {bit} of byte {index}: {error}");
            }
        }
    }
}

#[test]
fn files_that_are_cut_or_too_long_are_refused() {
    for line in [LINE, IN_NIBBLES] {
        let mut bytes = bytes_of(&line);
        for length in 0..bytes.len() {
            let error = PatternDatabase::read_from(&bytes[..length], &line).unwrap_err();
            let &File(FileFault::Truncated { found, expected }) = error.kind() else {
                panic!("{length}: {error}");
            };
            assert_eq!(found, length as u64);
            assert!(found < expected && expected <= bytes.len() as u64, "{error}");
        }
        bytes.push(0);
        let error = PatternDatabase::read_from(&bytes[..], &line).unwrap_err();
        let end = bytes.len() - 1;
        let expected = format!("the file continues after its end, which is at byte {end}");
        assert_eq!(error.to_string(), expected);
    }
    let error = read(b"4\n 1  2  3  4").unwrap_err();
    assert_eq!(error.to_string(), "not a pattern database: the signature is missing");
    // Of an older version.
    let error = read(b"\x89bfpdb\r\n\x01\0\0\0\x06\0\0\0").unwrap_err();
    assert_eq!(error.to_string(), "format version 1 is not supported, expected 4");
}

#[test]
fn tables_for_something_else_are_refused() {
    let other = Line { name: "another line", ..LINE };
    let error = PatternDatabase::read_from(&bytes()[..], &other).unwrap_err();
    let [found, expected] =
        ["a line", "another line"].map(|name| format!("{name}, 300 entries in bytes"));
    assert_eq!(error.to_string(), format!("it is of {found:?}, not of {expected:?}"));
    let shorter = Line { length: 299, ..LINE };
    let error = PatternDatabase::read_from(&bytes()[..], &shorter).unwrap_err();
    let expected = "a line, 299 entries in bytes";
    assert_eq!(error.to_string(), format!("it is of {found:?}, not of {expected:?}"));
}

/// A disk with room for so many bytes.
struct Disk(usize);

impl std::io::Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let length = bytes.len().min(self.0);
        self.0 -= length;
        if length == 0 { Err(ErrorKind::StorageFull.into()) } else { Ok(length) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn is_full(error: &TableError) -> bool {
    matches!(error.kind(), File(FileFault::Io(error)) if error.kind() == ErrorKind::StorageFull)
}

#[test]
fn a_full_disk_is_an_error() {
    let database = PatternDatabase::build(&LINE).unwrap();
    let length = bytes().len();
    for room in 0..length {
        let error = database.write_to(Disk(room)).unwrap_err();
        assert!(is_full(&error), "{room}: {error}");
    }
    assert!(database.write_to(Disk(length)).is_ok());
    #[cfg(target_os = "linux")]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        assert!(is_full(&database.write_to(full).unwrap_err()));
    }
}

#[test]
fn a_table_that_cannot_be_saved_leaves_nothing_behind() {
    let directory = directory("pattern_databases/not_saved");
    let database = PatternDatabase::build(&LINE).unwrap();
    // A place where there is a directory already: all goes well up to the last step.
    let taken = directory.join("taken");
    fs::create_dir_all(taken.join("inside")).unwrap();
    let error = database.save(&taken).unwrap_err();
    assert_eq!(error.path(), Some(taken.as_path()));
    assert!(error.to_string().contains("taken: "), "{error}");
    assert_eq!(names_in(&directory), ["taken"]);
    let nowhere = directory.join("nowhere").join("line.pdb");
    assert!(matches!(database.save(nowhere).unwrap_err().kind(), File(FileFault::Io(_))));

    let read_only = directory.join("read_only");
    fs::create_dir(&read_only).unwrap();
    let writable = fs::metadata(&read_only).unwrap().permissions();
    let mut permissions = writable.clone();
    permissions.set_readonly(true);
    fs::set_permissions(&read_only, permissions).unwrap();
    // Some users may write anywhere.
    let is_protected = fs::File::create(read_only.join("probe")).is_err();
    let saved = database.save(read_only.join("line.pdb"));
    fs::set_permissions(&read_only, writable).unwrap();
    assert_eq!(saved.is_err(), is_protected, "{saved:?}");
}

/// What a killed program leaves is not read, and is gone after the next save.
#[test]
fn a_half_written_file_is_not_the_table() {
    let directory = directory("pattern_databases/killed");
    let path = directory.join("line.pdb");
    let others = [
        "line.pdb.partial-notes",
        "line.pdb.partial-0123456789abcdef.pdb",
        "other.pdb.partial-0123456789abcdef",
        "partial-0123456789abcdef",
    ];
    for name in others.into_iter().chain(["line.pdb.partial-0123456789abcdef"]) {
        fs::write(directory.join(name), &bytes()[..100]).unwrap();
    }
    let error = PatternDatabase::load(&path, &LINE).unwrap_err();
    assert!(matches!(error.kind(), File(FileFault::Io(_))));
    PatternDatabase::build(&LINE).unwrap().save(&path).unwrap();
    assert!(PatternDatabase::load(&path, &LINE).is_ok());
    let mut left = [&others[..], &["line.pdb"]].concat();
    left.sort_unstable();
    assert_eq!(names_in(&directory), left);
}

/// Each takes the files of the others for leftovers, and none fails or is read half.
#[test]
fn tables_may_be_saved_to_the_same_place_at_once() {
    let directory = directory("pattern_databases/at_once");
    let path = directory.join("line.pdb");
    let database = PatternDatabase::build(&LINE).unwrap();
    database.save(&path).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    database.save(&path).unwrap();
                    assert_eq!(PatternDatabase::load(&path, &LINE).unwrap(), database);
                }
            });
        }
    });
    assert_eq!(names_in(&directory), ["line.pdb"]);
}

#[test]
fn a_table_is_built_once() {
    let directory = directory("pattern_databases/one").join("made");
    let path = directory.join("line.pdb");
    for line in [IN_NIBBLES, LINE] {
        let (built, _) = (Cell::new(0), fs::remove_file(&path));
        let load = || {
            let mut builder = PatternDatabase::builder()
                .on_progress(|at| built.set(built.get() + usize::from(at.distance == 0)));
            PatternDatabase::load_or_build(&path, &line, &mut builder)
        };
        assert_eq!(load().unwrap(), PatternDatabase::build(&line).unwrap());
        assert_eq!(load().unwrap(), PatternDatabase::build(&line).unwrap());
        assert_eq!(built.get(), 1);
        assert_eq!(fs::read(&path).unwrap(), bytes_of(&line));
        // A damaged table is an error and stays as it is.
        fs::write(&path, &bytes()[..100]).unwrap();
        let error = load().unwrap_err();
        assert!(error.path() == Some(path.as_path()) && built.get() == 1, "{error}");
        assert_eq!(fs::read(&path).unwrap().len(), 100);
    }
    assert_eq!(names_in(&directory), ["line.pdb"]);
    // A place that cannot be written to is reported before the table is built.
    let nowhere = path.join("line.pdb");
    let mut builder = PatternDatabase::builder().on_progress(|_| panic!("it is built"));
    let error = PatternDatabase::load_or_build(&nowhere, &LINE, &mut builder).unwrap_err();
    assert!(matches!(error.kind(), File(FileFault::Io(_))), "{error}");
}

/// Tables of older versions had the moves themselves under another name.
#[test]
fn tables_of_moves_are_refused_as_tables_of_moves_away() {
    let directory = directory("pattern_databases/older");
    let partition = Partition::eight(Goal::BlankLast);
    let name = "sliding tiles 3x3 blank last pattern 1 2 3 4 5 6 7 8";
    let tables = TilePatterns::build(&partition).unwrap();
    tables.save(&directory).unwrap();
    let path = directory.join(&names_in(&directory)[0]);
    let entries = tables.tables()[0].entries();
    let older = Line { name, length: entries, format: TableFormat::Bytes };
    PatternDatabase::build(&older).unwrap().save(&path).unwrap();
    let error = TilePatterns::load(&directory, &partition).unwrap_err();
    assert!(matches!(error.kind(), File(FileFault::Foreign { .. })), "{error}");
}

#[test]
fn a_table_of_two_partitions_is_built_and_saved_once() {
    let directory = directory("pattern_databases/shared");
    let partitions =
        [[vec![1, 2, 3], vec![4, 5], vec![6, 7, 8]], [vec![3, 2, 1], vec![4, 6, 8], vec![5, 7]]]
            .map(|patterns| Partition::new(3, Goal::BlankLast, patterns).unwrap());
    let built = Cell::new(0);
    let mut builder = PatternDatabase::builder()
        .on_progress(|progress| built.set(built.get() + usize::from(progress.distance == 0)));
    let tables = TilePatterns::build_with(&partitions, &mut builder).unwrap();
    assert_eq!(built.get(), 5);
    tables.save(&directory).unwrap();
    assert_eq!(names_in(&directory).len(), 5);
    let loaded = TilePatterns::load(&directory, &partitions).unwrap();
    assert_eq!(loaded.tables(), tables.tables());
    // The second partition finds its tables, the one that it shares too.
    let second = TilePatterns::load(&directory, &partitions[1]).unwrap();
    let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
    assert_eq!(second.tables().len(), 3);
    assert!(second.estimate(&board) <= loaded.estimate(&board));
}

#[test]
fn tables_in_a_directory_are_built_once() {
    let directory = directory("pattern_databases/tables").join("made");
    let partition = Partition::new(3, Goal::BlankFirst, [[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap();
    let built = Cell::new(0);
    let load = || {
        built.set(0);
        let mut builder = PatternDatabase::builder()
            .on_progress(|progress| built.set(built.get() + usize::from(progress.distance == 0)));
        TilePatterns::load_or_build(&directory, &partition, &mut builder)
    };
    assert!(TilePatterns::load(&directory, &partition).is_err());
    let tables = load().unwrap();
    assert_eq!(built.get(), 2);
    let files = names_in(&directory);
    assert_eq!(files[0], "sliding-tiles-3x3-blank-first-moves-away-of-1-2-3-4.pdb");
    assert_eq!(load().unwrap().tables(), tables.tables());
    assert_eq!(built.get(), 0);
    assert_eq!(TilePatterns::load(&directory, &partition).unwrap().tables(), tables.tables());

    // A build that was killed after the first table goes on with the second.
    fs::remove_file(directory.join(&files[1])).unwrap();
    load().unwrap();
    assert_eq!(built.get(), 1);

    // The same bytes, whatever the number of threads.
    let bytes = |name| fs::read(directory.join(name)).unwrap();
    let written = [bytes(&files[0]), bytes(&files[1])];
    TilePatterns::build_with(&partition, &mut threads(4)).unwrap().save(&directory).unwrap();
    assert_eq!([bytes(&files[0]), bytes(&files[1])], written);

    // A table under another's name, and a cut one, are errors and stay as they are.
    fs::write(directory.join(&files[1]), &written[0]).unwrap();
    let error = load().unwrap_err();
    assert!(matches!(error.kind(), File(FileFault::Foreign { .. })), "{error}");
    fs::write(directory.join(&files[1]), &written[1][..1_000]).unwrap();
    let error = load().unwrap_err();
    assert!(matches!(error.kind(), File(FileFault::Truncated { .. })), "{error}");
    assert_eq!(error.path(), Some(directory.join(&files[1]).as_path()));
    assert_eq!(bytes(&files[1]).len(), 1_000);
}

/// A directed graph and an undirected one, whose distances take 16 bits, and 32 bits.
fn landmarks() -> Vec<(Graph, Landmarks)> {
    let mut all = Vec::new();
    for cost in [7, 70_000] {
        // No path leads to 3.
        let arcs = [(0, 1, cost), (1, 2, 5), (2, 0, cost), (3, 0, 1)];
        let graph = Graph::from_arcs(5, arcs).unwrap();
        let directed = Landmarks::at(&graph.to(0), &[1, 2, 3]).unwrap();
        let other = graph.clone().undirected();
        let undirected = Landmarks::undirected(&other.to(0), 0, 2).unwrap();
        all.extend([(graph, directed), (other, undirected)]);
    }
    let graph = Graph::from_arcs(2, [(0, 1, 3)]).unwrap();
    let none = Landmarks::new(&graph.to(0), 0, 0).unwrap();
    all.push((graph, none));
    all
}

/// Every estimate of landmarks for five nodes, and for others.
fn estimates(landmarks: &Landmarks) -> Vec<u32> {
    (0..36).map(|ends| landmarks.between(ends / 6, ends % 6)).collect()
}

fn refusal(loaded: Result<Landmarks, TableError>, path: &Path) -> TableError {
    let error = loaded.unwrap_err();
    assert_eq!(error.path(), Some(path));
    error
}

#[test]
fn landmarks_are_read_as_they_were_written() {
    let path = directory("pattern_databases/landmarks").join("roads");
    for (graph, landmarks) in landmarks() {
        landmarks.save(&path).unwrap();
        let loaded = Landmarks::load(&path, &graph.to(1)).unwrap();
        assert_eq!(estimates(&loaded), estimates(&landmarks));
        loaded.save(path.with_extension("again")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(path.with_extension("again")).unwrap());
    }
}

#[test]
fn no_fault_of_a_file_of_landmarks_goes_unseen() {
    let path = directory("pattern_databases/landmark_faults").join("roads");
    for (graph, landmarks) in landmarks() {
        let load = || Landmarks::load(&path, &graph.to(0));
        landmarks.save(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1 << (index % 8);
            fs::write(&path, damaged).unwrap();
            let error = refusal(load(), &path);
            let is_expected = match error.kind() {
                File(FileFault::Signature { expected: "a file of landmarks" }) => index < 8,
                File(FileFault::Version { .. }) => (8..12).contains(&index),
                File(FileFault::Truncated { .. }) => (12..16).contains(&index),
                File(FileFault::Corrupted { .. }) => index >= 12,
                _ => false,
            };
            assert!(is_expected, "byte {index}: {error}");
            fs::write(&path, &bytes[..index]).unwrap();
            let error = refusal(load(), &path);
            assert!(matches!(error.kind(), File(FileFault::Truncated { .. })), "{error}");
        }
        fs::write(&path, [&bytes[..], &[0]].concat()).unwrap();
        let error = refusal(load(), &path);
        assert!(matches!(error.kind(), File(FileFault::TrailingBytes { .. })), "{error}");
    }
    PatternDatabase::build(&LINE).unwrap().save(&path).unwrap();
    let (graph, _) = &landmarks()[0];
    let error = refusal(Landmarks::load(&path, &graph.to(0)), &path);
    assert_eq!(error.kind().to_string(), "not a file of landmarks: the signature is missing");
}

/// Estimates that would be too high are refused. If all steps cost as much or more, or are no
/// longer there, they are right.
#[test]
fn landmarks_of_another_space_are_refused() {
    let path = directory("pattern_databases/other_landmarks").join("roads");
    let arcs = [(0, 1, 7), (1, 2, 5), (2, 0, 7), (3, 0, 1)];
    let graph = |arcs: &[_]| Graph::from_arcs(5, arcs.iter().copied()).unwrap();
    Landmarks::at(&graph(&arcs).to(0), &[2]).unwrap().save(&path).unwrap();
    let load = |arcs: &[_]| Landmarks::load(&path, &graph(arcs).to(0));
    for (changed, fault) in [
        ([(0, 1, 6), (1, 2, 5), (2, 0, 7), (3, 0, 1)], Some("0 to 1 costs 6")),
        // A new way to 3, to which none led.
        ([(0, 1, 7), (1, 2, 5), (2, 0, 7), (2, 3, u32::MAX)], Some("2 to 3 costs 4294967295")),
        ([(0, 1, 7), (1, 2, 5), (2, 0, 7), (0, 3, 9)], Some("0 to 3 costs 9")),
        ([(0, 1, 8), (1, 2, 5), (2, 0, 7), (3, 0, 1)], None),
        ([(0, 1, 7), (0, 1, 7), (2, 0, 7), (3, 0, 1)], None),
    ] {
        let Some(fault) = fault else {
            assert_eq!(load(&changed).unwrap().between(0, 2), 12);
            continue;
        };
        let step = fault.rsplit_once(' ').unwrap().0;
        let expected = format!("it is of \"step {step} more\", not of \"step {fault}\"");
        assert_eq!(refusal(load(&changed), &path).kind().to_string(), expected);
    }
    let more = Graph::from_arcs(6, arcs).unwrap();
    let error = refusal(Landmarks::load(&path, &more.to(0)), &path);
    let expected = "it is of \"landmarks of 5 numbers\", not of \"landmarks of 6 numbers\"";
    assert_eq!(error.kind().to_string(), expected);
    let nowhere = path.with_extension("none");
    let error = refusal(Landmarks::load(&nowhere, &more.to(0)), &nowhere);
    let File(FileFault::Io(error)) = error.kind() else { panic!("{error}") };
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
