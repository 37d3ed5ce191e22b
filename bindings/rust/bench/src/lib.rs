//! Pairs of an allocation and a release, by C and by the crate: what `benches/pair.rs` compares.

use clmem::{Pool, Result};

extern "C" {
    fn clmem_bench_pairs(pool: clmem_sys::clmem_pool, bytes: usize, count: u64) -> i32;
}

/// So many pairs in a loop in C.
///
/// # Panics
///
/// If a call fails.
pub fn by_c(pool: &Pool, bytes: usize, count: u64) {
    // SAFETY: the pool is a live one, the function is that of pair.c.
    let status = unsafe { clmem_bench_pairs(pool.as_raw(), bytes, count) };
    assert_eq!(status, 0);
}

/// So many pairs by the crate.
///
/// # Errors
///
/// Those of [`Pool::allocate`].
pub fn by_rust(pool: &Pool, bytes: usize, count: u64) -> Result<()> {
    for _ in 0..count {
        drop(pool.allocate(bytes)?);
    }
    Ok(())
}
