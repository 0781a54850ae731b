//! Random problems, each by its seed.

use std::env;
use std::panic::{self, AssertUnwindSafe};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Runs a check on `count` problems, or on as many as `BESTFIRST_GRAPHS` says, from the seed
/// `BESTFIRST_SEED` on. A failure names its seed.
pub(crate) fn for_each_seed(count: u64, check: impl Fn(&mut ChaCha8Rng)) {
    let variable = |name: &str| env::var(name).ok().map(|value| value.parse::<u64>().unwrap());
    let first = variable("BESTFIRST_SEED").unwrap_or(0);
    for seed in first..first + variable("BESTFIRST_GRAPHS").unwrap_or(count) {
        let run = || check(&mut ChaCha8Rng::seed_from_u64(seed));
        if let Err(payload) = panic::catch_unwind(AssertUnwindSafe(run)) {
            eprintln!("BESTFIRST_SEED={seed} BESTFIRST_GRAPHS=1");
            panic::resume_unwind(payload);
        }
    }
}
