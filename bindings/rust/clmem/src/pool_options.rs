//! Options of pools and of allocations.

use crate::{queue::raw_or_null, raw, sys, Pool, Provider, Queue, Result, Tag};
use std::any::Any;
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Duration;

/// Builds a pool.
#[must_use = "build() makes the pool"]
pub struct PoolBuilder<'a> {
    provider: &'a Provider,
    options: sys::clmem_pool_options,
    callback: Option<Box<dyn Any + Send + Sync>>,
}

impl std::fmt::Debug for PoolBuilder<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PoolBuilder").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a> PoolBuilder<'a> {
    pub(crate) fn new(provider: &'a Provider) -> Self {
        Self { provider, options: raw::init(sys::clmem_pool_options_init), callback: None }
    }

    /// The queue of blocks whose allocation names none.
    pub fn queue(mut self, queue: &'a Queue) -> Self {
        self.options.queue = queue.as_raw();
        self
    }

    /// The most bytes that the pool may hold from the driver.
    pub fn limit(mut self, bytes: usize) -> Self {
        self.options.limit_bytes = bytes;
        self
    }

    /// Rounds sizes up to the end of their bin, which is determined by this many bits (1 to 16) after the size's first
    /// one.
    pub fn leading_bits_in_bin_id(mut self, bits: u32) -> Self {
        self.options.leading_bits_in_bin_id = bits;
        self
    }

    /// The thousandths of elapsed time that driver calls may take before the pool stops returning idle memory; 20 by
    /// default, [`sys::CLMEM_DRIVER_TIME_UNLIMITED`]: never stop.
    pub fn driver_time_permille(mut self, permille: u32) -> Self {
        self.options.driver_time_permille = permille;
        self
    }

    /// The pool takes up to this many bytes from the driver before it makes queues wait for each other or returns
    /// slabs.
    pub fn budget(mut self, bytes: usize) -> Self {
        self.options.budget_bytes = bytes;
        self
    }

    /// Returns slabs that were idle this long to the driver, while the pool holds more than `keep_bytes`.
    pub fn idle_release(mut self, after: Duration, keep_bytes: usize) -> Self {
        self.options.idle_release_ms = u32::try_from(after.as_millis()).unwrap_or(u32::MAX);
        self.options.keep_bytes = keep_bytes;
        self
    }

    /// Makes every block a separate driver allocation, for programs that make sub-buffers themselves.
    pub fn dedicated(mut self) -> Self {
        self.options.flags |= sys::CLMEM_POOL_DEDICATED;
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
    queue: Option<&'a Queue>,
    alignment: usize,
    tag: Option<Tag>,
    dedicated: bool,
}

impl<'a> Allocation<'a> {
    /// The options of [`Pool::allocate`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The queue that the block belongs to.
    pub fn queue(mut self, queue: &'a Queue) -> Self {
        self.queue = Some(queue);
        self
    }

    /// The alignment of the block's offset in its slab: a power of two.
    pub fn alignment(mut self, bytes: usize) -> Self {
        self.alignment = bytes;
        self
    }

    /// The tag under which the block is counted.
    pub fn tag(mut self, tag: Tag) -> Self {
        self.tag = Some(tag);
        self
    }

    /// Makes the block a separate driver allocation.
    pub fn dedicated(mut self) -> Self {
        self.dedicated = true;
        self
    }

    pub(crate) fn raw(&self) -> sys::clmem_allocation_options {
        let mut options = raw::init(sys::clmem_allocation_options_init);
        options.queue = raw_or_null(self.queue);
        options.alignment_bytes = self.alignment;
        options.tag = self.tag.map_or(0, Tag::number);
        options.flags = if self.dedicated { sys::CLMEM_ALLOCATION_DEDICATED } else { 0 };
        options
    }
}
