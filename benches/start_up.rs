//! The whole process of the example `eight_puzzle`, on a 3-by-3 board of 20 moves.

mod measure {
    pub(crate) mod mode;
    pub(crate) mod process;
    pub(crate) mod rounds;
}

use std::env;
use std::error::Error;
use std::process::Command;
use std::time::Instant;

use measure::mode::is_test;
use measure::process::run;
use measure::rounds::{quartiles, scaled};

fn main() -> Result<(), Box<dyn Error>> {
    if is_test() {
        // The tests of the example run it, and it takes as long to build as all other benches.
        return Ok(());
    }
    // With the profile and the features of this bench, so that nothing is compiled twice.
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--profile", "bench", "--quiet", "--example", "eight_puzzle"]);
    if cfg!(feature = "parallel") {
        build.arg("--all-features");
    }
    run(&mut build)?;
    // This is target/release/deps/start_up-...
    let this = env::current_exe()?;
    let release = this.ancestors().nth(2).ok_or("this file is in no directory")?;
    let example = release.join("examples/eight_puzzle");

    let runs = 100;
    let (mut elapsed, mut cpu, mut peak) = (Vec::new(), Vec::new(), 0);
    for _ in 0..runs {
        let began = Instant::now();
        let (_, usage) = run(&mut Command::new(&example))?;
        elapsed.push(began.elapsed().as_secs_f64());
        cpu.push((usage.utime + usage.stime).as_secs_f64());
        peak = peak.max(usage.maxrss);
    }
    println!("\neight_puzzle, the whole process, {runs} times");
    for (name, times) in [("elapsed", elapsed), ("CPU time", cpu)] {
        let [low, median, high] = quartiles(times).map(scaled);
        println!("  {name:10} {median}   ({low} to {high})");
    }
    println!("  {:10} {:7.2} MB at the peak", "memory", peak as f64 / 1e6);
    Ok(())
}
