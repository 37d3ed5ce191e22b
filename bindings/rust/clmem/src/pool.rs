//! Pools: blocks of a provider's memory, handed out and taken back.

use crate::{
    buffer::QUEUE_NAMES, error::check, queue::raw_or_null, raw, sys, Allocation, Buffer, Memory, PoolBuilder, Provider,
    Queue, Result,
};
use std::any::Any;
use std::sync::PoisonError;

/// A pool: slabs of one provider, cut into blocks (`docs/queue-order.md`, `docs/footprint.md`).
///
/// A block belongs to a queue: commands in it may use the block at once, and whoever gets its memory next never does so
/// too early. Blocks outlive the pool.
#[derive(Debug)]
pub struct Pool {
    handle: Handle,
    /// The program's callback, which the pool calls until it is released.
    callback: Option<Box<dyn Any + Send + Sync>>,
}

raw::handle! {
    /// The handle alone.
    Handle, clmem_pool, clmem_pool_release
}

impl Pool {
    /// Makes a pool with defaults. It takes no memory before the first allocation ([`sys::clmem_pool_create`]).
    ///
    /// # Errors
    ///
    /// Those of [`sys::clmem_pool_create`].
    pub fn new(provider: &Provider) -> Result<Self> {
        Self::builder(provider).build()
    }

    /// Makes a pool with options.
    pub fn builder(provider: &Provider) -> PoolBuilder<'_> {
        PoolBuilder::new(provider)
    }

    pub(crate) fn create(
        provider: &Provider,
        options: &sys::clmem_pool_options,
        callback: Option<Box<dyn Any + Send + Sync>>,
    ) -> Result<Self> {
        let mut pool = std::ptr::null_mut();
        // SAFETY: the options have their size in them, the output is a live variable. The callback lives as long as
        // the pool.
        check(unsafe { sys::clmem_pool_create(provider.as_raw(), options, &mut pool) })?;
        // SAFETY: the call has given the handle to its caller.
        Ok(Self { handle: unsafe { Handle::from_raw(pool) }, callback })
    }

    /// Allocates a block for the pool's own queue: the one of its options, else the first that is named
    /// ([`sys::clmem_pool_allocate`]). Its content is undefined. 0 bytes are an [empty](Buffer::is_empty) buffer.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory): the limit or the driver's memory is used up; the message says how much is
    /// active, idle and wanted.
    #[inline]
    pub fn allocate(&self, bytes: usize) -> Result<Buffer> {
        // SAFETY: the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_pool_allocate(self.as_raw(), std::ptr::null_mut(), bytes, out) })
    }

    /// Allocates a block for a queue ([`sys::clmem_pool_allocate`]).
    ///
    /// # Errors
    ///
    /// As [`allocate`](Self::allocate); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the queue is of another context.
    #[inline]
    pub fn allocate_on(&self, queue: &Queue, bytes: usize) -> Result<Buffer> {
        // SAFETY: the queue is a live one, the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_pool_allocate(self.as_raw(), queue.as_raw(), bytes, out) })
    }

    /// Allocates a block if one is at hand: without a wait, a call of OpenCL, or one of the program's callbacks
    /// ([`sys::clmem_pool_try_allocate`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the size is 2^62 or more.
    #[inline]
    pub fn try_allocate(&self, queue: Option<&Queue>, bytes: usize) -> Result<Option<Buffer>> {
        let queue = raw_or_null(queue);
        // SAFETY: the queue is a live one or none, the output is a live variable.
        let block = Buffer::made(|out| unsafe { sys::clmem_pool_try_allocate(self.as_raw(), queue, bytes, out) })?;
        Ok((!block.is_empty() || bytes == 0).then_some(block))
    }

    /// Allocates a block with options: alignment, a tag, a whole driver object ([`sys::clmem_pool_allocate_with`]).
    ///
    /// # Errors
    ///
    /// As [`allocate`](Self::allocate); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the alignment is not a power of two
    /// or too large, or the tag is of another pool.
    pub fn allocate_with(&self, bytes: usize, options: &Allocation<'_>) -> Result<Buffer> {
        let options = options.raw();
        // SAFETY: the options have their size in them and a live queue or none, the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_pool_allocate_with(self.as_raw(), bytes, &options, out) })
    }

    /// Tells that commands of another queue use a block, or what was derived from one ([`sys::clmem_pool_record_use`]).
    ///
    /// Commands that clmem enqueues are told by themselves.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the memory is of another pool or of none.
    pub fn record_use(&self, memory: &impl Memory, queue: Option<&Queue>) -> Result<()> {
        let buffer = memory.as_raw_memory().cast();
        // SAFETY: the header lets handles of memory be cast; the queue is a live one or none.
        check(unsafe { sys::clmem_pool_record_use(self.as_raw(), buffer, raw_or_null(queue)) })
    }

    /// Tells that no command that is enqueued in a queue from now on uses a block ([`sys::clmem_pool_forget_queue`]), and waits for
    /// those that are there.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the pool does not know the queue.
    pub fn forget_queue(&mut self, queue: &Queue) -> Result<()> {
        // No map can wait for what the queue has to do any more, once the pool does not know it.
        queue.finish()?;
        let _names = QUEUE_NAMES.write().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the queue is a live one.
        check(unsafe { sys::clmem_pool_forget_queue(self.as_raw(), queue.as_raw()) })
    }

    /// Gives every slab that holds no active block back to the driver ([`sys::clmem_pool_free_held`]). A dedicated pool has
    /// one block in each slab, so that all of its unused memory goes.
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn free_held(&self) -> Result<()> {
        // SAFETY: any handle may be asked.
        check(unsafe { sys::clmem_pool_free_held(self.as_raw()) })
    }

    /// From now on gives every slab back as soon as its last block is released ([`sys::clmem_pool_stop_holding`]).
    ///
    /// # Errors
    ///
    /// As [`free_held`](Self::free_held).
    pub fn stop_holding(&self) -> Result<()> {
        // SAFETY: any handle may be asked.
        check(unsafe { sys::clmem_pool_stop_holding(self.as_raw()) })
    }

    /// Gives idle slabs back until the pool holds no more than a target, and tells how many bytes went
    /// ([`sys::clmem_pool_trim`]).
    ///
    /// # Errors
    ///
    /// As [`free_held`](Self::free_held).
    pub fn trim(&self, target_bytes: usize) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_pool_trim(self.as_raw(), target_bytes, out) })
    }

    /// Sets the limit on what the pool holds from the driver; `None`: no limit ([`sys::clmem_pool_set_limit`]).
    ///
    /// # Errors
    ///
    /// As [`free_held`](Self::free_held).
    pub fn set_limit(&self, bytes: Option<std::num::NonZeroUsize>) -> Result<()> {
        let bytes = bytes.map_or(0, std::num::NonZeroUsize::get);
        // SAFETY: any handle may be asked.
        check(unsafe { sys::clmem_pool_set_limit(self.as_raw(), bytes) })
    }

    /// The bin of a size by its leading bits ([`sys::clmem_pool_bin_number`]).
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
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): there is no such bin.
    pub fn alloc_size(&self, bin: u32) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_pool_alloc_size(self.as_raw(), bin, out) })
    }

    /// The handle, borrowed, for calls of [`sys`].
    #[inline(always)]
    pub fn as_raw(&self) -> sys::clmem_pool {
        self.handle.as_raw()
    }

    /// The handle, which the caller is to release from now on. The callback of a pool that has one stays for ever.
    #[must_use = "who does not release the handle leaks what it stands for"]
    pub fn into_raw(self) -> sys::clmem_pool {
        std::mem::forget(self.callback);
        self.handle.into_raw()
    }

    /// Takes over a handle, which is released when this is dropped.
    ///
    /// # Safety
    ///
    /// The handle is the caller's own, of a pool, and nobody else releases it.
    pub unsafe fn from_raw(raw: sys::clmem_pool) -> Self {
        // SAFETY: the caller says what is asked for here.
        Self { handle: unsafe { Handle::from_raw(raw) }, callback: None }
    }

    /// Releases the pool as dropping does, and says if that fails. Its blocks stay.
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn try_release(self) -> Result<()> {
        self.handle.try_release()
    }
}
