//! The open list, with steps of a cost from 1 to a million, compared with a binary heap and a ring
//! of stacks as one would write them by hand.

mod measure {
    pub(crate) mod cpu;
}

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bestfirst::frontier::{BucketQueue, NodeId, Priority};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use measure::cpu::{CpuTime, criterion};

const NODES: u32 = 100_000;

/// Pops and pushes like a search: removes the best node and adds two that are as good or slightly
/// worse. Returns the sum of all f popped.
fn grow(scale: u32, mut push: impl FnMut(u32, u32, u32), mut pop: impl FnMut() -> u32) -> u64 {
    let mut random = 1u32;
    let (mut f, mut sum) = (0, 0);
    for index in 0..NODES {
        if index > 0 && index % 2 == 0 {
            f = pop();
            sum += u64::from(f);
        }
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        push(index, f + random % 3 * scale + random / 3 % scale, random % 32 * scale);
    }
    sum + (0..=NODES / 2).map(|_| u64::from(pop())).sum::<u64>()
}

fn in_list(scale: u32) -> u64 {
    use std::cell::RefCell;
    let list = RefCell::new((BucketQueue::default(), vec![None; NODES as usize]));
    grow(
        scale,
        |index, f, h| {
            let (open, links) = &mut *list.borrow_mut();
            let id = NodeId::from_index(index as usize).unwrap();
            links[index as usize] = open.push(id, Priority::new(f, h));
        },
        || {
            let (open, links) = &mut *list.borrow_mut();
            open.pop(|id| links[id.index()]).unwrap().1.f()
        },
    )
}

fn in_heap(scale: u32) -> u64 {
    use std::cell::RefCell;
    let heap = RefCell::new(BinaryHeap::new());
    grow(
        scale,
        |index, f, h| heap.borrow_mut().push(Reverse((f, h.min(f), Reverse(index)))),
        || heap.borrow_mut().pop().unwrap().0.0,
    )
}

/// A ring without an order among equal f, as long as the steps need it.
fn in_ring(scale: u32) -> u64 {
    use std::cell::RefCell;
    let size = (4 * scale).next_power_of_two();
    let ring = RefCell::new((vec![Vec::new(); size as usize], 0));
    grow(
        scale,
        |index, f, h| ring.borrow_mut().0[(f % size) as usize].push((index, h)),
        || {
            let (stacks, f) = &mut *ring.borrow_mut();
            while stacks[(*f % size) as usize].pop().is_none() {
                *f += 1;
            }
            *f
        },
    )
}

fn open_lists(c: &mut Criterion<CpuTime>) {
    for scale in [1, 10, 1_000, 1_000_000] {
        let expected = in_heap(scale);
        let mut group = c.benchmark_group(format!("steps of {scale}"));
        group.throughput(Throughput::Elements(NODES.into()));
        let mut bench = |name, run: fn(u32) -> u64| {
            assert_eq!(run(scale), expected, "{name}");
            group.bench_function(BenchmarkId::from_parameter(name), |b| b.iter(|| run(scale)));
        };
        bench("default", in_list);
        bench("heap by hand", in_heap);
        if scale < 1_000_000 {
            bench("ring by hand", in_ring);
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = open_lists
}
criterion_main!(benches);
