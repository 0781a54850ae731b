//! Word ladders: the index of a large dictionary, the parts of an expansion, and ladders between
//! random words, compared with breadth-first search over a prebuilt graph.

mod measure {
    pub(crate) mod cpu;
    pub(crate) mod mode;
    pub(crate) mod pairs;
    pub(crate) mod process;
    pub(crate) mod rounds;
}

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::error::Error;
use std::fs::File;
use std::hint::black_box;
use std::io::BufReader;
use std::process::Command;
use std::{env, iter};

use bestfirst::search::{Bidirectional, BidirectionalBreadthFirst, GraphAStar};
use bestfirst::word_ladder::{Dictionary, Word};
use bestfirst::{Solver, WorldState};
use cpu_time::ProcessTime;
use criterion::{Criterion, criterion_group};
use measure::cpu::{CpuTime, criterion};
use measure::mode::is_test;
use measure::pairs::compare;
use measure::process::run;
use measure::rounds::{quartiles, scaled};
use pathfinding::prelude::astar;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

criterion_group! {
    name = expansions;
    config = criterion();
    targets = expansion
}

fn main() -> Result<(), Box<dyn Error>> {
    if env::args().nth(1).as_deref() == Some("--index") {
        build_index();
        return Ok(());
    }
    index()?;
    ladders();
    expansions();
    Ok(())
}

/// Distinct words from a fixed seed: two or three syllables, and often a common ending. They share
/// beginnings and ends as English words do.
fn generated_words(count: usize) -> BTreeSet<String> {
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
    words
}

fn common_words() -> Dictionary {
    let file = File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/input/words.txt"))
        .expect("the list of words is in the repository");
    Dictionary::from_reader(BufReader::new(file)).expect("the list of words is UTF-8")
}

/// Measures the index of 100,000 words in its own process.
fn index() -> Result<(), Box<dyn Error>> {
    let (mut times, mut owned, mut peak) = (Vec::new(), 0.0, 0);
    for _ in 0..if is_test() { 1 } else { 5 } {
        let (output, usage) = run(Command::new(env::current_exe()?).arg("--index"))?;
        let (seconds, bytes) = output.trim().split_once(' ').ok_or("no figures")?;
        times.push(seconds.parse()?);
        owned = bytes.parse()?;
        peak = usage.maxrss;
    }
    let [low, median, high] = quartiles(times).map(scaled);
    println!("\nindex of 100,000 words");
    println!("  CPU time   {median}   ({low} to {high})");
    println!("  dictionary {:7.2} MB", owned / 1e6);
    println!("  process    {:7.2} MB at its peak, the words to read included", peak as f64 / 1e6);
    Ok(())
}

/// The work of that process.
fn build_index() {
    let words = generated_words(100_000);
    let began = ProcessTime::now();
    let dictionary: Dictionary = words.iter().collect();
    println!("{} {}", began.elapsed().as_secs_f64(), dictionary.bytes());
}

fn expansion(c: &mut Criterion<CpuTime>) {
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

/// Ladders between pairs of connected five-letter words, compared with breadth-first search over a
/// prebuilt graph.
fn ladders() {
    let dictionary = common_words();
    let five: Vec<_> = dictionary.words().filter(|word| word.chars().count() == 5).collect();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut pick = || five[random.random_range(..five.len())];
    let ladders: Vec<_> = iter::repeat_with(|| dictionary.ladder(pick(), pick()))
        .map(|ladder| ladder.expect("both are words of the dictionary"))
        .filter(WorldState::is_solvable)
        .take(if is_test() { 10 } else { 1_000 })
        .collect();
    let graph = Graph::new(&dictionary);
    let ends: Vec<_> = ladders.iter().map(|&ladder| graph.ends(ladder)).collect();

    let solve = |moves: &mut dyn FnMut(Word) -> Option<usize>| {
        ladders.iter().filter(|&&ladder| moves(ladder).is_some()).count() as u64
    };
    compare(
        "ladders between random connected five-letter words",
        "ladder",
        &mut [
            ("breadth-first, graph made before", &mut || {
                ends.iter().filter(|&&ends| graph.shortest_path(ends).is_some()).count() as u64
            }),
            ("GraphAStar", &mut || {
                solve(&mut |word| {
                    Solver::builder(word).algorithm(GraphAStar::new()).solve().moves()
                })
            }),
            ("Bidirectional", &mut || {
                solve(&mut |word| {
                    Solver::builder(word).algorithm(Bidirectional::new()).solve().moves()
                })
            }),
            ("BidirectionalBreadthFirst", &mut || {
                solve(&mut |word| {
                    Solver::builder(word)
                        .algorithm(BidirectionalBreadthFirst::new())
                        .solve()
                        .moves()
                })
            }),
            ("pathfinding, A*", &mut || {
                solve(&mut |word| {
                    astar(
                        &word,
                        |word| word.neighbors().map(|neighbor| (neighbor, 1)).collect::<Vec<_>>(),
                        Word::estimated_distance_to_goal,
                        Word::is_goal,
                    )
                    .map(|(path, _)| path.len() - 1)
                })
            }),
        ],
    );
}

/// The words by number, and the numbers of the neighbours of each.
struct Graph<'d> {
    numbers: HashMap<&'d str, usize>,
    neighbors: Vec<Vec<usize>>,
}

impl<'d> Graph<'d> {
    fn new(dictionary: &'d Dictionary) -> Self {
        let numbers: HashMap<_, _> =
            dictionary.words().enumerate().map(|(number, word)| (word, number)).collect();
        let neighbors = dictionary
            .words()
            .filter_map(|word| dictionary.ladder(word, word).ok())
            .map(|word| word.neighbors().map(|neighbor| numbers[neighbor.as_str()]).collect())
            .collect();
        Self { numbers, neighbors }
    }

    fn ends(&self, ladder: Word) -> (usize, usize) {
        (self.numbers[ladder.as_str()], self.numbers[ladder.goal()])
    }

    fn shortest_path(&self, (from, to): (usize, usize)) -> Option<Vec<usize>> {
        let mut parents = vec![None; self.neighbors.len()];
        parents[from] = Some(from);
        let mut queue = VecDeque::from([from]);
        while let Some(word) = queue.pop_front() {
            if word == to {
                let path =
                    iter::successors(Some(to), |&word| parents[word].filter(|_| word != from));
                return Some(path.collect());
            }
            for &next in &self.neighbors[word] {
                if parents[next].is_none() {
                    parents[next] = Some(word);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
