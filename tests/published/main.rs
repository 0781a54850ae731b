//! Published results as tests: what others have found and proven about puzzles and graphs.
//!
//! Each `.tsv` file of this folder is a table. A row is an instance in text, and what must come
//! out. `CONTRIBUTING.md` says how to add one; it needs no Rust. A module reads the instances of a
//! kind, and gives their figures. It also has the rules of the puzzle once more, as plainly as
//! possible: they replay each solution, and count by brute force where a row has no other source.

#![expect(clippy::cast_possible_truncation, reason = "the numbers in instances are small")]

mod boards;
mod cubes;
mod graphs;
mod hanoi;
mod leapers;
mod permutations;
mod rules;
mod rush_hour;
mod sliding_blocks;
mod sokoban;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use rules::Instance;
use table::{Figure, Row, When};

/// Reads the instance of a row.
fn instance(row: &Row) -> Result<Box<dyn Instance>, String> {
    let text = &row.instance;
    match row.puzzle.as_str() {
        "rush-hour-moves" => rush_hour::read(text, rush_hour::Metric::Moves),
        "rush-hour-steps" => rush_hour::read(text, rush_hour::Metric::Steps),
        "sliding-blocks-moves" => sliding_blocks::read(text, true),
        "sliding-blocks-steps" => sliding_blocks::read(text, false),
        "sokoban" => sokoban::read(text),
        "permutations" => permutations::read(text),
        "hanoi" => hanoi::read(text),
        "leaper" => leapers::read(text),
        "tiles" => boards::read_rectangle(text),
        "korf-15" => boards::read(text, 4),
        "korf-24" => boards::read(text, 5),
        "graph" => graphs::read(text),
        "cube" => cubes::read(text),
        other => Err(format!("no puzzle is called {other:?}")),
    }
}

/// All tables, by the name of the file.
fn tables() -> BTreeMap<String, Vec<Row>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let tables = files.filter(|file| file.extension().is_some_and(|end| end == "tsv"));
    let read = |file: &Path| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let rows = table::read(&fs::read_to_string(file).unwrap());
        (name.clone(), rows.unwrap_or_else(|error| panic!("{name}.tsv: {error}")))
    };
    tables.map(|file| read(&file)).collect()
}

/// Compares the figures of a row with what comes out.
fn check(row: &Row) -> Result<(), String> {
    let instance = instance(row)?;
    let differs = |figure| compare(figure, row, &*instance).err();
    let differences: Vec<String> = row.figures.iter().filter_map(differs).collect();
    if differences.is_empty() { Ok(()) } else { Err(differences.join("; ")) }
}

fn compare(figure: &Figure, row: &Row, instance: &dyn Instance) -> Result<(), String> {
    let name = &figure.name;
    let found = instance.figure(name, figure.most())?;
    if row.is_by_brute_force() {
        let counted = instance.by_brute_force(name, figure.most());
        let counted = counted.ok_or_else(|| format!("there is no brute force for {name}"))?;
        if counted != found {
            return Err(format!("{name} is {found}, but {counted} by brute force"));
        }
    }
    if found != figure.value() {
        return Err(format!("{name} is {found}, expected {}", figure.value()));
    }
    // Each solution is replayed, so a lower cost is a proof.
    let is_lower = |published: &String| Some(found.parse::<u64>().ok()? < published.parse().ok()?);
    match figure.published.as_ref().filter(|published| is_lower(published) != Some(true)) {
        Some(published) => Err(format!("{name} is {found}, which does not refute {published}")),
        None => Ok(()),
    }
}

/// Checks these rows on all cores, and prints how many there are in each table. The environment
/// variable `BESTFIRST_ROWS` chooses those with this text in their line or in the table's name.
fn check_all(is_wanted: impl Fn(&Row) -> bool) {
    let chosen = std::env::var("BESTFIRST_ROWS").unwrap_or_default();
    let tables = tables();
    let rows = tables.iter().flat_map(|(table, rows)| rows.iter().map(move |row| (table, row)));
    let is_chosen = |(table, row): &(&String, &Row)| {
        is_wanted(row) && (row.line.contains(&chosen) || table.contains(&chosen))
    };
    let rows: Vec<_> = rows.filter(is_chosen).collect();
    assert!(!rows.is_empty(), "no row has `{chosen}`");
    let (next, faults, began) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Instant::now());
    let spent = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(&(table, row)) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let began = Instant::now();
                    if let Err(fault) = check(row) {
                        let fault = format!("{table}.tsv, line {}: {fault}", row.number);
                        faults.lock().unwrap().push(fault);
                    }
                    let seconds = began.elapsed().as_secs_f64();
                    if seconds >= 1.0 {
                        println!("{table}.tsv, line {}: {seconds:.1} s", row.number);
                    }
                    let mut spent = spent.lock().unwrap();
                    let (rows, sum) = spent.entry(table).or_insert((0, 0.0));
                    (*rows, *sum) = (*rows + 1, *sum + seconds);
                }
            });
        }
    });
    for (table, (rows, seconds)) in spent.into_inner().unwrap() {
        println!("{table}: {rows} rows, {seconds:.1} s");
    }
    println!("total: {} rows, {:.1} s", rows.len(), began.elapsed().as_secs_f64());
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} rows differ:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn rows_of_the_gate_are_as_published() {
    check_all(|row| row.when == When::Gate);
}

#[test]
#[ignore = "takes long"]
fn rows_by_hand_are_as_published() {
    check_all(|row| row.when == When::ByHand);
}

/// Also those that are checked by hand.
#[test]
fn every_row_can_be_read() {
    let tables = tables();
    for (table, rows) in &tables {
        for row in rows {
            if let Err(error) = instance(row) {
                panic!("{table}.tsv, line {}: {error}", row.number);
            }
        }
    }
    assert_eq!(tables.len(), 12, "is a table missing?");
}
