//! Contestants that do the same work, measured in turns, so that whatever else the machine does hits
//! all of them alike, and in CPU time.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;

use super::rounds::{is_test, quartiles, scaled};

/// A name, and a function that does the work and says how many units it was.
pub(crate) type Contestant<'a> = (&'a str, &'a mut dyn FnMut() -> u64);

/// Prints the CPU time that each contestant takes for a unit of work, and the ratio to that of the
/// first: medians over the rounds, with the quartiles of the ratio.
///
/// # Panics
///
/// If one of them does more or less work than the first.
pub(crate) fn compare(title: &str, unit: &str, contestants: &mut [Contestant]) {
    let (rounds, least) =
        if is_test() { (1, Duration::ZERO) } else { (15, Duration::from_millis(50)) };
    let units: Vec<_> = contestants.iter_mut().map(|(_, work)| work()).collect();
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..rounds {
        for ((_, work), times) in contestants.iter_mut().zip(&mut times) {
            times.push(seconds(work, least) / units[0] as f64);
        }
    }
    println!("\n{title}");
    for (((name, _), own), units_done) in contestants.iter().zip(&times).zip(&units) {
        assert_eq!(*units_done, units[0], "{name}");
        let [_, time, _] = quartiles(own.clone());
        let ratios = own.iter().zip(&times[0]).map(|(time, first)| time / first);
        let [low, ratio, high] = quartiles(ratios.collect());
        let time = scaled(time);
        println!("  {name:30} {time} a {unit}   {ratio:6.3} times ({low:.3} to {high:.3})");
    }
}

/// Repeats the work until it took long enough to be measured.
fn seconds(work: &mut dyn FnMut() -> u64, least: Duration) -> f64 {
    let began = ProcessTime::now();
    let mut repetitions = 0.0;
    loop {
        black_box(work());
        repetitions += 1.0;
        let elapsed = began.elapsed();
        if elapsed >= least {
            return elapsed.as_secs_f64() / repetitions;
        }
    }
}
