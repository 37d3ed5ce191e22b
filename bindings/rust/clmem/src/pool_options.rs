//! Options of pools and of allocations.

use crate::{queue::raw_or_null, sys, Pool, Provider, Queue, Result, Tag};
use std::any::Any;
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Duration;

/// Builds a pool.
#[must_use = "build() makes the pool"]
pub struct PoolBuilder<'a> {
    provider: &'a Provider,
    pub(crate) options: sys::clmem_pool_options,
    callback: Option<Box<dyn Any + Send + Sync>>,
}

impl std::fmt::Debug for PoolBuilder<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PoolBuilder").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a> PoolBuilder<'a> {
    pub(crate) fn new(provider: &'a Provider) -> Self {
        Self { provider, options: sys::clmem_pool_options::default(), callback: None }
    }

    /// Returns slabs that were idle this long to the driver, while the pool holds more than `keep_bytes`.
    pub fn idle_release(mut self, after: Duration, keep_bytes: usize) -> Self {
        self.options.idle_release_ms = u32::try_from(after.as_millis()).unwrap_or(u32::MAX);
        self.options.keep_bytes = keep_bytes;
        self
    }

    /// Called when memory is short, with the requested size and the number of attempts so far. It may release buffers
    /// but must not allocate, and returns whether the pool should try again; a panic counts as `false`.
    pub fn out_of_memory<F>(mut self, callback: F) -> Self
    where
        F: Fn(usize, u32) -> bool + Send + Sync + 'static,
    {
        let callback = Box::new(callback);
        self.options.out_of_memory_user = (&raw const *callback).cast_mut().cast();
        self.options.out_of_memory = Some(out_of_memory::<F>);
        self.callback = Some(callback);
        self
    }

    /// Creates the pool ([`sys::clmem_pool_create`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): an option is out of range, or the queue's context is not
    /// the provider's; [`Unsupported`](crate::ErrorKind::Unsupported): there is a queue, but the provider does not work
    /// with queues.
    pub fn build(self) -> Result<Pool> {
        Pool::create(self.provider, &self.options, self.callback)
    }
}

unsafe extern "C" fn out_of_memory<F>(user: *mut c_void, bytes: usize, attempt: u32) -> i32
where
    F: Fn(usize, u32) -> bool + Send + Sync + 'static,
{
    // SAFETY: the pointer is that of the callback, which the pool owns; only allocations from the pool call it.
    let callback = unsafe { &*user.cast::<F>() };
    i32::from(catch_unwind(AssertUnwindSafe(|| callback(bytes, attempt))).unwrap_or(false))
}

/// Options of one allocation.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub struct Allocation<'a> {
    pub(crate) queue: Option<&'a Queue>,
    pub(crate) alignment: usize,
    pub(crate) tag: Option<Tag>,
    pub(crate) dedicated: bool,
}

impl Allocation<'_> {
    /// The options of [`Pool::allocate`].
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn raw(&self) -> sys::clmem_allocation_options {
        sys::clmem_allocation_options {
            queue: raw_or_null(self.queue),
            alignment_bytes: self.alignment,
            tag: self.tag.map_or(0, Tag::number),
            flags: if self.dedicated { sys::CLMEM_ALLOCATION_DEDICATED } else { 0 },
            ..Default::default()
        }
    }
}
