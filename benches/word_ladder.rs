//! Word ladders: building the index, the parts of an expansion, and a whole search next to the
//! A* of the `pathfinding` crate.

use std::collections::BTreeSet;
use std::fs::File;
use std::hint::black_box;
use std::io::BufReader;

use bestfirst::word_ladder::{Dictionary, Word};
use bestfirst::{Solver, WorldState};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pathfinding::prelude::astar;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Distinct words from a fixed seed: two or three syllables, and often a common ending, so that
/// they share beginnings and ends as English ones do.
fn generated_words(count: usize) -> Dictionary {
    const ONSETS: &[&str] = &[
        "", "b", "bl", "c", "ch", "d", "f", "g", "h", "l", "m", "n", "p", "pr", "r", "s", "st",
        "t", "tr", "v", "w",
    ];
    const VOWELS: &[&str] = &["a", "e", "i", "o", "u", "ea", "ou"];
    const CODAS: &[&str] = &["", "", "n", "r", "l", "s", "t", "nd", "m", "ck"];
    const ENDINGS: &[&str] = &["", "", "s", "ed", "er", "ing", "ly"];

    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut pick = |from: &[&'static str]| from[random.random_range(..from.len())];
    let mut words = BTreeSet::new();
    while words.len() < count {
        let mut word = String::new();
        // Every third word has two syllables, the others have three.
        let syllables = if words.len() % 3 == 0 { 2 } else { 3 };
        for _ in 0..syllables {
            for part in [ONSETS, VOWELS, CODAS] {
                word.push_str(pick(part));
            }
        }
        word.push_str(pick(ENDINGS));
        words.insert(word);
    }
    words.into_iter().collect()
}

fn common_words() -> Dictionary {
    let file = File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/input/words.txt"))
        .expect("the list of words is in the repository");
    Dictionary::from_reader(BufReader::new(file)).expect("the list of words is UTF-8")
}

fn index(c: &mut Criterion) {
    let dictionary = generated_words(100_000);
    let words: Vec<&str> = dictionary.words().collect();
    let mut group = c.benchmark_group("word_ladder_index");
    group.sample_size(10);
    group.throughput(Throughput::Elements(100_000));
    group.bench_function("100000_words", |b| {
        b.iter(|| black_box(&words).iter().collect::<Dictionary>());
    });
    group.finish();
}

fn expansion(c: &mut Criterion) {
    let dictionary = common_words();
    let horse = dictionary.ladder("horse", "nurse").expect("both are common words");
    let cores = dictionary.ladder("cores", "nurse").expect("both are common words");
    let mut group = c.benchmark_group("word_ladder_expansion");
    group.bench_function("neighbors_of_cores", |b| {
        b.iter(|| {
            black_box(cores).for_each_neighbor_except(None, |neighbor| _ = black_box(neighbor));
        });
    });
    group.bench_function("edit_distance_horse_nurse", |b| {
        b.iter(|| black_box(horse).estimated_distance_to_goal());
    });
    group.finish();
}

fn ladder(c: &mut Criterion) {
    let dictionary = common_words();
    let horse = dictionary.ladder("horse", "nurse").expect("both are common words");
    let mut group = c.benchmark_group("word_ladder_horse_nurse");
    group.bench_function("solver", |b| {
        b.iter(|| Solver::new(black_box(horse)).moves());
    });
    group.bench_function("pathfinding_astar", |b| {
        b.iter(|| {
            astar(
                &black_box(horse),
                |word| word.neighbors().map(|neighbor| (neighbor, 1)).collect::<Vec<_>>(),
                Word::estimated_distance_to_goal,
                WorldState::is_goal,
            )
        });
    });
    group.finish();
}

criterion_group!(benches, index, expansion, ladder);
criterion_main!(benches);
