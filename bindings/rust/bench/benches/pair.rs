//! Times a pair of allocation and release of 4 KiB, both hits, through the crate and through C, alternating between the
//! two.

#![allow(missing_docs)] // criterion's macros generate functions without documentation

use clmem::{Pool, Provider, VirtualOptions};
use criterion::{criterion_group, criterion_main, Criterion};
use std::time::{Duration, Instant};

const BYTES: usize = 4096;
const TURNS: u32 = 10;

fn pair(criterion: &mut Criterion) {
    let provider = Provider::virtual_device(VirtualOptions::default()).expect("a virtual device");
    let pool = Pool::new(&provider).expect("a pool");
    for turn in 0..TURNS {
        criterion.bench_function(&format!("pair/c/{turn}"), |bencher| {
            bencher.iter_custom(|count| timed(|| clmem_bench::by_c(&pool, BYTES, count)));
        });
        criterion.bench_function(&format!("pair/rust/{turn}"), |bencher| {
            bencher.iter_custom(|count| timed(|| clmem_bench::by_rust(&pool, BYTES, count).expect("a block")));
        });
    }
}

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500)).sample_size(30);
    targets = pair
}
criterion_main!(benches);
