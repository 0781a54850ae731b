//! Searches in one group of criterion.

use criterion::{Criterion, SamplingMode};

use super::cpu::CpuTime;
use super::queries::Search;

/// Measures one query after the other, again and again.
pub(crate) fn group<Q, T>(
    c: &mut Criterion<CpuTime>,
    title: &str,
    queries: &[Q],
    searches: &mut [Search<Q, T>],
) {
    let mut group = c.benchmark_group(title);
    group.sampling_mode(SamplingMode::Flat);
    for (name, answer) in searches {
        let mut queries = queries.iter().cycle();
        group.bench_function(*name, |b| {
            b.iter(|| answer(queries.next().expect("there are queries")));
        });
    }
    group.finish();
}
