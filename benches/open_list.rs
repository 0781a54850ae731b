//! The two open lists, with small priorities and with priorities of a wide range.

use bestfirst::frontier::{BucketQueue, KeyedQueue, NodeId, OpenList, Priority};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const NODES: usize = 100_000;

/// Pops and pushes like a search: removes the best node and adds two that are as good or slightly
/// worse.
fn grow<Q: OpenList>(scale: u32) -> usize {
    let mut open = Q::default();
    let mut links = Vec::new();
    let mut random = 1u32;
    let mut f = 0;
    for index in 0..NODES {
        if index % 2 == 0 {
            f = open.pop(|id| links[id.index()]).map_or(0, |(_, priority)| priority.f());
        }
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        let priority = Priority::new(f + random % 3 * scale, random % 32 * scale);
        links.push(open.push(NodeId::from_index(index).unwrap(), priority));
    }
    while open.pop(|id| links[id.index()]).is_some() {}
    open.bytes()
}

fn open_lists(c: &mut Criterion) {
    for (name, scale) in [("small priorities", 1), ("wide priorities", 1009)] {
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(NODES as u64));
        group.bench_function(BenchmarkId::from_parameter("buckets"), |b| {
            b.iter(|| grow::<BucketQueue>(scale));
        });
        group.bench_function(BenchmarkId::from_parameter("keyed"), |b| {
            b.iter(|| grow::<KeyedQueue>(scale));
        });
        group.finish();
    }
}

criterion_group!(benches, open_lists);
criterion_main!(benches);
