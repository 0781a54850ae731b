//! A fuzzer for stable Rust: mutated inputs by a seeded generator, without a look at the coverage.

use std::any::type_name;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::Target;
use crate::mutation::{Random, mutate};

/// The inputs that others are made from: the seeds, and the last ones that were accepted.
const POOL: usize = 256;

/// Longer inputs are cut: they are slow, and show nothing new.
const MAX_LENGTH: usize = 1 << 17;

/// Runs a target on as many inputs as the first argument says, with the second one as the seed.
#[must_use]
pub fn run<T: Target>() -> ExitCode {
    let arguments: Result<Vec<u64>, _> = env::args().skip(1).map(|word| word.parse()).collect();
    let (inputs, seed) = match arguments.as_deref() {
        Ok([]) => (1_000_000, 0),
        Ok(&[inputs]) => (inputs, 0),
        Ok(&[inputs, seed]) => (inputs, seed),
        _ => {
            eprintln!("usage: [INPUTS [SEED]]");
            return ExitCode::from(2);
        }
    };
    let seeds = T::seeds();
    let mut pool = seeds.clone();
    let mut random = Random(seed);
    let mut accepted = 0_u64;
    let mut slowest = (Duration::ZERO, 0);
    for number in 0..inputs {
        let mut input = pool[random.below(pool.len())].clone();
        let other = random.below(pool.len());
        mutate(&mut input, &pool[other], T::TOKENS, &mut random);
        input.truncate(MAX_LENGTH);
        let start = Instant::now();
        let Ok(is_accepted) = catch_unwind(AssertUnwindSafe(|| T::read(&input))) else {
            eprintln!("input {number} of seed {seed}: b\"{}\"", input.escape_ascii());
            return ExitCode::FAILURE;
        };
        slowest = slowest.max((start.elapsed(), number));
        if is_accepted {
            accepted += 1;
            if pool.len() < POOL {
                pool.push(input);
            } else {
                let replaced = seeds.len() + random.below(POOL - seeds.len());
                pool[replaced] = input;
            }
        }
    }
    let name = type_name::<T>();
    let (time, number) = slowest;
    println!("{name}: {inputs} inputs, {accepted} accepted, the slowest ({number}) in {time:?}");
    ExitCode::SUCCESS
}
