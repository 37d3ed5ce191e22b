//! Pairs of an allocation and a release, through C and through the crate, for `benches/pair.rs` to compare.

use clmem::{Pool, Result};

extern "C" {
    fn clmem_bench_pairs(pool: clmem_sys::clmem_pool, bytes: usize, count: u64) -> i32;
}

/// Runs `count` pairs in a C loop.
///
/// # Panics
///
/// If a call fails.
pub fn by_c(pool: &Pool, bytes: usize, count: u64) {
    // SAFETY: the pool is live, and the declaration matches pair.c.
    let status = unsafe { clmem_bench_pairs(pool.as_raw(), bytes, count) };
    assert_eq!(status, 0);
}

/// Runs `count` pairs through the crate.
///
/// # Errors
///
/// The errors of [`Pool::allocate`].
pub fn by_rust(pool: &Pool, bytes: usize, count: u64) -> Result<()> {
    for _ in 0..count {
        drop(pool.allocate(bytes)?);
    }
    Ok(())
}
