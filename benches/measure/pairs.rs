//! Contestants that do the same work, measured by CPU time and in turns, so that other load on the
//! machine affects all of them equally.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;

use super::mode::is_test;
use super::rounds::{quartiles, scaled};

/// A name, and a function that does the work and returns the number of units done.
pub(crate) type Contestant<'a> = (&'a str, &'a mut dyn FnMut() -> u64);

/// After three rounds and this time there are no more.
const ENOUGH: Duration = Duration::from_secs(4);

/// Prints the CPU time of each contestant per unit of work, and its ratio to the first contestant.
/// Figures are medians over the rounds; ratios also have quartiles.
///
/// # Panics
///
/// If a contestant does not do the same amount of work as the first.
pub(crate) fn compare(title: &str, unit: &str, contestants: &mut [Contestant]) {
    let (rounds, least) =
        if is_test() { (1, Duration::ZERO) } else { (15, Duration::from_millis(50)) };
    let mut units = None;
    let mut times = vec![Vec::new(); contestants.len()];
    let began = ProcessTime::now();
    for round in 0..rounds {
        if round >= 3 && began.elapsed() > ENOUGH {
            break;
        }
        for ((name, work), times) in contestants.iter_mut().zip(&mut times) {
            let (seconds, done) = measure(work, least);
            assert_eq!(done, *units.get_or_insert(done), "{name}");
            times.push(seconds / done as f64);
        }
    }
    println!("\n{title}");
    for ((name, _), own) in contestants.iter().zip(&times) {
        let [_, time, _] = quartiles(own.clone());
        let ratios = own.iter().zip(&times[0]).map(|(time, first)| time / first);
        let [low, ratio, high] = quartiles(ratios.collect());
        let time = scaled(time);
        println!("  {name:30} {time} a {unit}   {ratio:6.3} times ({low:.3} to {high:.3})");
    }
}

/// Repeats the work until it has taken long enough to measure. Returns the time and the units of
/// one repetition.
fn measure(work: &mut dyn FnMut() -> u64, least: Duration) -> (f64, u64) {
    let began = ProcessTime::now();
    let mut repetitions = 0.0;
    loop {
        let units = black_box(work());
        repetitions += 1.0;
        let elapsed = began.elapsed();
        if elapsed >= least {
            return (elapsed.as_secs_f64() / repetitions, units);
        }
    }
}
