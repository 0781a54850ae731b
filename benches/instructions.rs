//! Instruction counts of the hot loops, measured with `callgrind` and compared with
//! `instructions.txt`. The counts are the same in every run, whatever else the machine does.
//!
//! The bench fails if a search takes over 3% more. `cargo bench --bench instructions -- --record`
//! writes new figures. The bench needs `valgrind`, and `gungraun-runner` in the version of
//! `gungraun` in `Cargo.lock`. If one of them is missing, it prints that and does nothing else.

mod measure {
    pub(crate) mod process;
}

use std::collections::BTreeMap;
use std::error::Error;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, iter};

use bestfirst::search::{
    AllShortest, Anytime, Bidirectional, BreadthFirst, GraphAStar, IdaStar, TreeAStar,
};
use bestfirst::sliding_tiles::Board;
use bestfirst::{Solver, SolverBuilder, Worlds};
use measure::process::run;
use serde_json::Value;

const FIGURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/instructions.txt");

/// The increase that is tolerated.
const TOLERANCE: f64 = 0.03;

const BOARD_3X3: &str = include_str!("../input/puzzle3x3-31.txt");
const BOARD_4X4: &str = include_str!("../input/puzzle4x4-40.txt");

fn solver(text: &str) -> SolverBuilder<'static, Worlds<Board>> {
    Solver::builder(text.parse().unwrap())
}

/// The `main` of this harness starts this program again under `callgrind`, once for each search.
mod harness {
    use gungraun::{library_benchmark, library_benchmark_group};

    use super::{
        AllShortest, Anytime, BOARD_3X3, BOARD_4X4, Bidirectional, BreadthFirst, GraphAStar,
        IdaStar, TreeAStar, solver,
    };

    #[library_benchmark]
    fn ida_star() -> Option<usize> {
        solver(BOARD_4X4).algorithm(IdaStar::new()).solve().moves()
    }

    #[library_benchmark]
    fn tree_a_star() -> Option<usize> {
        solver(BOARD_4X4).algorithm(TreeAStar::new()).solve().moves()
    }

    #[library_benchmark]
    fn tree_a_star_small() -> Option<usize> {
        solver(BOARD_3X3).algorithm(TreeAStar::new()).solve().moves()
    }

    // On this board the default search needs no closed list.
    #[library_benchmark]
    fn a_star_small() -> Option<usize> {
        solver(BOARD_3X3).solve().moves()
    }

    #[library_benchmark]
    fn a_star() -> Option<usize> {
        solver(BOARD_4X4).solve().moves()
    }

    #[library_benchmark]
    fn graph_a_star() -> Option<usize> {
        solver(BOARD_4X4).algorithm(GraphAStar::new()).solve().moves()
    }

    #[library_benchmark]
    fn breadth_first() -> Option<usize> {
        solver(BOARD_3X3).algorithm(BreadthFirst::new()).solve().moves()
    }

    #[library_benchmark]
    fn anytime() -> Option<usize> {
        solver(BOARD_3X3).algorithm(Anytime::new([2.0, 1.0])).solve().moves()
    }

    #[library_benchmark]
    fn all_shortest() -> Option<usize> {
        solver(BOARD_3X3).algorithm(AllShortest::new()).solve().moves()
    }

    #[library_benchmark]
    fn bidirectional() -> Option<usize> {
        solver(BOARD_3X3).algorithm(Bidirectional::new()).solve().moves()
    }

    library_benchmark_group!(
        name = searches,
        benchmarks = [
            ida_star,
            tree_a_star,
            tree_a_star_small,
            a_star_small,
            a_star,
            graph_a_star,
            breadth_first,
            anytime,
            all_shortest,
            bidirectional
        ]
    );
    gungraun::main!(library_benchmark_groups = searches);

    pub(super) fn start() {
        main();
    }
}

/// The options of the harness.
const HARNESS: [&str; 2] = ["--output-format=json", "--callgrind-args=--cache-sim=no"];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<_> = env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == HARNESS[0] || arg == "--gungraun-run") {
        harness::start();
        return Ok(ExitCode::SUCCESS);
    }
    let has = |option| args.iter().any(|arg| arg == option);
    if has("--test") || !has("--bench") {
        println!("instructions: skipped in a test");
        return Ok(ExitCode::SUCCESS);
    }
    for tool in ["valgrind", "gungraun-runner"] {
        let command = &mut Command::new(tool);
        if command.arg("--version").stdout(Stdio::null()).status().is_err() {
            println!("instructions: skipped, for there is no {tool} here");
            return Ok(ExitCode::SUCCESS);
        }
    }
    let counts = count()?;
    if has("--record") {
        let lines = counts.iter().map(|(name, count)| format!("{name} {count}\n"));
        let text: String = iter::once(format!("# {}\n", compiler()?)).chain(lines).collect();
        fs::write(FIGURES, text)?;
    }
    compare(&counts)
}

/// Counts the instructions of each search.
fn count() -> Result<BTreeMap<String, u64>, Box<dyn Error>> {
    let (output, _) = run(Command::new(env::current_exe()?).args(HARNESS))?;
    let mut counts = BTreeMap::new();
    for line in output.lines() {
        let summary: Value = serde_json::from_str(line)?;
        let name = summary["function_name"].as_str();
        let metrics = &summary["profiles"][0]["summaries"]["total"]["summary"];
        let metrics = &metrics["Callgrind"]["Ir"]["metrics"];
        // The count alone, or with that of the previous run.
        let count = metrics["Left"]["Int"].as_u64().or(metrics["Both"][0]["Int"].as_u64());
        let (name, count) = name.zip(count).ok_or("gungraun-runner gives no count")?;
        counts.insert(name.to_owned(), count);
    }
    Ok(counts)
}

/// Prints the counts next to the recorded figures. Fails if a count is too high.
fn compare(counts: &BTreeMap<String, u64>) -> Result<ExitCode, Box<dyn Error>> {
    let figures = fs::read_to_string(FIGURES)?;
    let mut lines = figures.lines();
    let (recorded_with, compiler) = (lines.next().unwrap_or(""), compiler()?);
    let is_comparable = recorded_with == format!("# {compiler}");
    let recorded: BTreeMap<_, _> = lines.filter_map(|line| line.split_once(' ')).collect();

    println!("\ninstructions");
    let mut exit_code = ExitCode::SUCCESS;
    for (name, &count) in counts {
        let figure: f64 = recorded.get(name.as_str()).ok_or("a figure is missing")?.parse()?;
        let ratio = count as f64 / figure;
        let is_more = ratio > 1.0 + TOLERANCE;
        println!(
            "  {name:17} {count:12} {ratio:6.3} times{}",
            if is_more { ", too many" } else { "" }
        );
        if is_more && is_comparable {
            exit_code = ExitCode::FAILURE;
        }
    }
    if !is_comparable {
        println!("  {recorded_with}, but this is {compiler}: nothing follows from the ratios");
    }
    println!("  cargo bench --bench instructions -- --record   writes the figures anew");
    Ok(exit_code)
}

fn compiler() -> Result<String, Box<dyn Error>> {
    let output = Command::new("rustc").arg("--version").output()?;
    Ok(format!("{}, {}", String::from_utf8(output.stdout)?.trim(), env::consts::ARCH))
}
