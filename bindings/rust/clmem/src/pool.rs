//! Pools, which allocate blocks from a provider's memory and reuse them.

use crate::{
    buffer::QUEUE_NAMES, error::check, queue::raw_or_null, raw, sys, Allocation, Buffer, Memory, PoolBuilder, Provider,
    Queue, Result,
};
use std::any::Any;
use std::sync::PoisonError;

/// A pool: slabs of one provider, divided into blocks (`docs/queue-order.md`, `docs/footprint.md`).
///
/// A block belongs to a queue: commands in that queue may use it at once, and its memory is never reused while a
/// command may still access it. Blocks outlive the pool.
#[derive(Debug)]
pub struct Pool {
    handle: Handle,
    /// The program's callback, which the pool may call until it is released.
    callback: Option<Box<dyn Any + Send + Sync>>,
}

raw::handle! {
    /// The handle alone.
    Handle, clmem_pool, clmem_pool_release
}

impl Pool {
    /// Creates a pool with default options. It takes no memory before the first allocation
    /// ([`sys::clmem_pool_create`]).
    ///
    /// # Errors
    ///
    /// Those of [`sys::clmem_pool_create`].
    pub fn new(provider: &Provider) -> Result<Self> {
        Self::builder(provider).build()
    }

    /// Starts building a pool with options.
    pub fn builder(provider: &Provider) -> PoolBuilder<'_> {
        PoolBuilder::new(provider)
    }

    pub(crate) fn create(
        provider: &Provider,
        options: &sys::clmem_pool_options,
        callback: Option<Box<dyn Any + Send + Sync>>,
    ) -> Result<Self> {
        let mut pool = std::ptr::null_mut();
        // SAFETY: the options state their size, the output is a live variable. The callback lives as long as the pool.
        check(unsafe { sys::clmem_pool_create(provider.as_raw(), options, &mut pool) })?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(Self { handle: unsafe { Handle::from_raw(pool) }, callback })
    }

    /// Allocates a block for the pool's default queue: that of its options, else the first queue used with it
    /// ([`sys::clmem_pool_allocate`]). Its content is undefined. 0 bytes give an [empty](Buffer::is_empty) buffer.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory): the limit or the driver's memory is exhausted; the message says
    /// how much is active, idle and requested.
    #[inline]
    pub fn allocate(&self, bytes: usize) -> Result<Buffer> {
        // SAFETY: the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_pool_allocate(self.as_raw(), std::ptr::null_mut(), bytes, out) })
    }

    /// Allocates a block for a queue ([`sys::clmem_pool_allocate`]).
    ///
    /// # Errors
    ///
    /// Same as [`allocate`](Self::allocate); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the queue belongs
    /// to another context.
    #[inline]
    pub fn allocate_on(&self, queue: &Queue, bytes: usize) -> Result<Buffer> {
        // SAFETY: the queue is live, the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_pool_allocate(self.as_raw(), queue.as_raw(), bytes, out) })
    }

    /// Allocates a block if one is available without waiting, calling OpenCL, or calling back into the program
    /// ([`sys::clmem_pool_try_allocate`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the size is 2^62 or more.
    #[inline]
    pub fn try_allocate(&self, queue: Option<&Queue>, bytes: usize) -> Result<Option<Buffer>> {
        let queue = raw_or_null(queue);
        // SAFETY: the queue is live or none, the output is a live variable.
        let block = Buffer::made(|out| unsafe { sys::clmem_pool_try_allocate(self.as_raw(), queue, bytes, out) })?;
        Ok((!block.is_empty() || bytes == 0).then_some(block))
    }

    /// Allocates a block with options: alignment, tag, dedicated driver allocation ([`sys::clmem_pool_allocate_with`]).
    ///
    /// # Errors
    ///
    /// Same as [`allocate`](Self::allocate); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the alignment is
    /// not a power of two or too large, or the tag belongs to another pool.
    pub fn allocate_with(&self, bytes: usize, options: &Allocation<'_>) -> Result<Buffer> {
        let options = options.raw();
        // SAFETY: the options state their size and a live queue or none, the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_pool_allocate_with(self.as_raw(), &options, bytes, out) })
    }

    /// Records that commands of another queue use a block, or memory made from one ([`sys::clmem_pool_record_use`]).
    ///
    /// Commands that clmem enqueues are recorded automatically.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the memory belongs to another pool or to none.
    pub fn record_use(&self, memory: &impl Memory, queue: Option<&Queue>) -> Result<()> {
        let buffer = memory.as_raw_memory().cast();
        // SAFETY: the header allows casting between handles of memory; the queue is live or NULL.
        check(unsafe { sys::clmem_pool_record_use(self.as_raw(), buffer, raw_or_null(queue)) })
    }

    /// Declares that no command enqueued in this queue from now on uses a block, and waits for the commands it holds
    /// ([`sys::clmem_pool_forget_queue`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the pool does not know the queue.
    pub fn forget_queue(&mut self, queue: &Queue) -> Result<()> {
        // Once the pool has forgotten the queue, no map can wait for its commands any more.
        queue.finish()?;
        let _names = QUEUE_NAMES.write().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the queue is live.
        check(unsafe { sys::clmem_pool_forget_queue(self.as_raw(), queue.as_raw()) })
    }

    /// Returns every slab without active blocks to the driver ([`sys::clmem_pool_free_held`]). In a dedicated pool each
    /// slab holds one block, so all unused memory is returned.
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn free_held(&self) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_pool_free_held(self.as_raw()) })
    }

    /// From now on returns a slab to the driver as soon as its last block is released
    /// ([`sys::clmem_pool_stop_holding`]).
    ///
    /// # Errors
    ///
    /// Same as [`free_held`](Self::free_held).
    pub fn stop_holding(&self) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_pool_stop_holding(self.as_raw()) })
    }

    /// Returns idle slabs to the driver until the pool holds at most `target_bytes`, and tells how many bytes it
    /// returned ([`sys::clmem_pool_trim`]).
    ///
    /// # Errors
    ///
    /// Same as [`free_held`](Self::free_held).
    pub fn trim(&self, target_bytes: usize) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_pool_trim(self.as_raw(), target_bytes, out) })
    }

    /// Changes the [limit](PoolBuilder::limit) on reserved bytes; 0: no limit ([`sys::clmem_pool_set_limit`]).
    ///
    /// # Errors
    ///
    /// Same as [`free_held`](Self::free_held).
    pub fn set_limit(&self, bytes: usize) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_pool_set_limit(self.as_raw(), bytes) })
    }

    /// The bin of a size, by the size's leading bits ([`sys::clmem_pool_bin_number`]).
    ///
    /// Experimental: any version may change or remove it.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the size has no bin.
    pub fn bin_number(&self, bytes: usize) -> Result<u32> {
        // SAFETY: the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_pool_bin_number(self.as_raw(), bytes, out) })
    }

    /// The largest size of a bin ([`sys::clmem_pool_alloc_size`]).
    ///
    /// Experimental: any version may change or remove it.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): there is no such bin.
    pub fn alloc_size(&self, bin: u32) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_pool_alloc_size(self.as_raw(), bin, out) })
    }

    /// What the pool has at this instant, as JSON text: options, counters with the reasons of misses, and each slab with
    /// its ranges ([`sys::clmem_pool_dump`], which documents the members). Other threads may use the pool meanwhile.
    ///
    /// Experimental: any version may change or remove it.
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn dump(&self) -> Result<String> {
        let mut text: Vec<u8> = Vec::new();
        loop {
            let mut bytes = 0;
            // SAFETY: the output has the stated capacity; the size is a live variable.
            check(unsafe { sys::clmem_pool_dump(self.as_raw(), text.len(), text.as_mut_ptr().cast(), &mut bytes) })?;
            if bytes <= text.len() {
                text.truncate(bytes - 1);
                return Ok(String::from_utf8_lossy(&text).into_owned());
            }
            text.resize(bytes + bytes / 8, 0); // the pool may have more ranges the next time
        }
    }

    /// Writes the pool's state at this instant to a file in the format of recordings, which `clmem report` reads
    /// ([`sys::clmem_pool_snapshot`]): its slabs, and each range with its state, queue and tag, and with the stack of a
    /// block if the pool's [`Recorder`](crate::experimental::Recorder) has a ring with stacks. The file is created or
    /// replaced, readable by its owner alone. Other threads may use the pool meanwhile.
    ///
    /// Experimental: any version may change or remove it.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the file cannot be written, or its path contains a NUL
    /// character.
    pub fn snapshot(&self, path: impl AsRef<std::path::Path>) -> Result<()> {
        let path = raw::c_path("Pool::snapshot", path.as_ref())?;
        // SAFETY: the path is NUL-terminated.
        check(unsafe { sys::clmem_pool_snapshot(self.as_raw(), path.as_ptr()) })
    }

    /// The handle, borrowed, for calls of [`sys`].
    #[inline(always)]
    pub fn as_raw(&self) -> sys::clmem_pool {
        self.handle.as_raw()
    }

    /// The handle, which the caller must release from now on. The pool's callback, if any, is never freed.
    #[must_use = "the pool leaks unless the handle is released"]
    pub fn into_raw(self) -> sys::clmem_pool {
        std::mem::forget(self.callback);
        self.handle.into_raw()
    }

    /// Takes ownership of a handle; dropping this value releases it.
    ///
    /// # Safety
    ///
    /// The caller owns the handle, it is that of a pool, and nothing else releases it.
    pub unsafe fn from_raw(raw: sys::clmem_pool) -> Self {
        // SAFETY: the caller guarantees what this function requires.
        Self { handle: unsafe { Handle::from_raw(raw) }, callback: None }
    }

    /// Releases the pool as dropping does, but reports a failure. Its blocks stay.
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn try_release(self) -> Result<()> {
        self.handle.try_release()
    }
}
