//! Buffers: blocks of pools, buffers without a pool, and parts of either.

use crate::event::{Event, WaitList};
use crate::uses::{noted, Use, Uses};
use crate::{
    error::check, raw, sys, Context, Destination, Error, ErrorKind, MemoryFlags, Queue, Result, Source, Tag, Transfer,
};
use bytemuck::NoUninit;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

/// Held for reading while a queue that only its pool keeps alive is looked up, so that the pool cannot forget it
/// meanwhile.
pub(crate) static QUEUE_NAMES: RwLock<()> = RwLock::new(());

raw::handle_with! {
    /// A block of memory: from a pool, without a pool, or a part of either.
    ///
    /// Dropping it releases it, even while commands still use it. A buffer of 0 bytes is [empty](Buffer::is_empty): it
    /// has no memory, and commands refuse it.
    Buffer, clmem_buffer, clmem_buffer_release, uses: Uses
}

raw::record! {
    /// A description of a block: its sizes, its place in its slab, its queue and tag.
    BufferInfo, clmem_buffer_info
}

impl BufferInfo {
    /// The tag that counts the block, if it has one.
    pub fn tag(&self) -> Option<Tag> {
        Tag::numbered(self.0.tag)
    }
}

impl Buffer {
    #[inline(always)]
    pub(crate) fn made(create: impl FnOnce(*mut sys::clmem_buffer) -> i32) -> Result<Self> {
        let mut buffer = std::ptr::null_mut();
        check(create(&mut buffer))?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(unsafe { Self::from_raw(buffer) })
    }

    /// Creates a buffer without a pool ([`sys::clmem_buffer_create`]). Its content is undefined.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the flags contradict each other or need a host pointer.
    pub fn new(context: &Context, flags: MemoryFlags, bytes: usize) -> Result<Self> {
        let none = std::ptr::null_mut();
        // SAFETY: the context is live and the output a live variable; the host pointer is NULL.
        Self::made(|out| unsafe { sys::clmem_buffer_create(context.as_raw(), flags.bits(), bytes, none, out) })
    }

    /// Creates a buffer without a pool and copies `content` into it ([`sys::clmem_buffer_create`],
    /// `CL_MEM_COPY_HOST_PTR`).
    ///
    /// # Errors
    ///
    /// Same as [`new`](Self::new); [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for `USE_HOST_PTR`, since the
    /// buffer holds a copy.
    pub fn copy_of<T: NoUninit>(context: &Context, flags: MemoryFlags, content: &[T]) -> Result<Self> {
        if flags.contains(MemoryFlags::USE_HOST_PTR) {
            return Err(Error::argument(
                "Buffer::copy_of",
                "expected flags without USE_HOST_PTR, got that flag; use Buffer::over()",
            ));
        }
        let flags = flags | MemoryFlags::COPY_HOST_PTR;
        // SAFETY: the content is only read during the call.
        unsafe { Self::with_host(context, flags, content.as_ptr() as *mut u8, size_of_val(content)) }
    }

    /// Creates a buffer over memory of the program ([`sys::clmem_buffer_create`], `CL_MEM_USE_HOST_PTR`).
    ///
    /// # Safety
    ///
    /// The memory must outlive the buffer and the commands on it; the host may touch it only while it is mapped.
    ///
    /// # Errors
    ///
    /// Same as [`new`](Self::new).
    pub unsafe fn over(context: &Context, flags: MemoryFlags, memory: *mut u8, bytes: usize) -> Result<Self> {
        // SAFETY: the caller guarantees what this function requires.
        unsafe { Self::with_host(context, flags | MemoryFlags::USE_HOST_PTR, memory, bytes) }
    }

    /// # Safety
    ///
    /// The memory has this many bytes and may be used as the flags say.
    unsafe fn with_host(context: &Context, flags: MemoryFlags, memory: *mut u8, bytes: usize) -> Result<Self> {
        let (context, host) = (context.as_raw(), memory.cast());
        // SAFETY: the caller guarantees what `memory` needs; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_buffer_create(context, flags.bits(), bytes, host, out) })
    }

    /// Whether the buffer was requested with 0 bytes and thus has no memory.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_raw().is_null()
    }

    /// The requested size in bytes ([`sys::clmem_buffer_size`]); 0 for an empty buffer.
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn size(&self) -> Result<usize> {
        if self.is_empty() {
            return Ok(0);
        }
        // SAFETY: the output is a live variable.
        raw::output(0, |bytes| unsafe { sys::clmem_buffer_size(self.as_raw(), bytes) })
    }

    /// The OpenCL buffer, for any OpenCL call ([`sys::clmem_buffer_mem`]). It belongs to the pool: do not release it,
    /// nor keep it beyond the block's release.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the block has no `cl_mem`, as with shared virtual memory.
    pub fn mem(&self) -> Result<sys::cl_mem> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |mem| unsafe { sys::clmem_buffer_mem(self.as_raw(), mem) })
    }

    /// Describes the block ([`sys::clmem_buffer_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the buffer is empty.
    pub fn info(&self) -> Result<BufferInfo> {
        let mut info = BufferInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_buffer_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Releases the block; its memory becomes free once these events are complete, and with them the commands of this
    /// crate that use it ([`sys::clmem_buffer_release_after`]).
    ///
    /// # Errors
    ///
    /// Those of OpenCL; the block is then released as if dropped.
    pub fn release_after(self, events: &[&Event]) -> Result<()> {
        let used = self.uses.out_of_order();
        let own = used.iter().map(|command| command.event());
        let list = WaitList::new(&events.iter().copied().chain(own).collect::<Vec<_>>());
        // SAFETY: the list holds as many live events as its count says. If the call fails, this value still owns the
        // handle and drops it.
        check(unsafe { sys::clmem_buffer_release_after(self.as_raw(), list.count(), list.as_ptr()) })?;
        let _released = self.into_raw();
        Ok(())
    }

    /// Turns the buffer into a part of itself, which keeps the whole alive ([`sys::clmem_buffer_sub_region`]). To get
    /// two parts that do not overlap, use [`split_at`](Self::split_at).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the part extends past the end;
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the memory is an address; or OpenCL's
    /// `CL_MISALIGNED_SUB_BUFFER_OFFSET`.
    pub fn into_part(self, part: Range<usize>) -> Result<Self> {
        // SAFETY: this handle is dropped, so the part is the only one.
        unsafe { self.sub_region(part, MemoryFlags::empty()) }
    }

    /// Splits the buffer in two at an offset, which must be a multiple of the device's alignment
    /// ([`sys::clmem_buffer_sub_region`]).
    ///
    /// # Errors
    ///
    /// Same as [`into_part`](Self::into_part).
    pub fn split_at(self, offset: usize) -> Result<(Self, Self)> {
        let bytes = self.size()?;
        // SAFETY: this handle is dropped, and the parts do not overlap.
        let (first, second) = unsafe {
            let first = self.sub_region(0..offset, MemoryFlags::empty())?;
            (first, self.sub_region(offset..bytes, MemoryFlags::empty())?)
        };
        let uses = second.uses.fork();
        Ok((first, second.used_as(uses)))
    }

    /// The list of pending commands, for a second handle. Only a pool's block knows its queue, so the commands of that
    /// queue are added here.
    pub(crate) fn shared_uses(&self) -> Result<Uses> {
        if let Some(own) = self.own_queue()? {
            self.enqueued_before(&own)?.iter().for_each(|command| self.uses.add(command));
        }
        Ok(self.uses.share())
    }

    /// The queue that the block belongs to, if the block comes from a pool.
    fn own_queue(&self) -> Result<Option<Queue>> {
        let _names = QUEUE_NAMES.read().unwrap_or_else(PoisonError::into_inner);
        let queue = self.info()?.queue();
        if queue.is_null() {
            return Ok(None);
        }
        // SAFETY: the pool holds a reference to the queue; forget_queue() cannot release it while QUEUE_NAMES is
        // locked.
        unsafe { Queue::retain(queue) }.map(Some)
    }

    /// A command that completes after everything that the block's own queue holds now, since earlier owners of the
    /// memory may have enqueued some of it. `None`: such a marker is not available, and the queue was finished instead.
    fn enqueued_before(&self, own: &Queue) -> Result<Option<Arc<Use>>> {
        let (no_map, mut event) = (&mut std::ptr::null_mut(), std::ptr::null_mut());
        // Mapping 0 bytes enqueues a marker.
        // SAFETY: the outputs are live variables.
        let marked = check(unsafe {
            let nothing = sys::clmem_map_buffer_options { non_blocking: 1, ..Default::default() };
            let (buffer, queue) = (self.as_raw(), own.as_raw());
            sys::clmem_map_buffer(buffer, queue, u64::from(sys::CL_MAP_READ), &nothing, no_map, &mut event)
        });
        match marked {
            Ok(()) => Use::new(own, &Event::given(event)?).map(Some),
            Err(error) if error.kind() == ErrorKind::Unsupported => own.finish().map(|()| None),
            Err(error) => Err(error),
        }
    }

    /// The commands that a map must wait for: those of this handle in any queue, and those of the memory's earlier
    /// owners.
    pub(crate) fn pending(&self, queue: &Queue) -> Result<Vec<Arc<Use>>> {
        let mut pending = self.uses.pending(queue)?;
        if let Some(own) = self.own_queue()?.filter(|own| own != queue) {
            pending.extend(self.enqueued_before(&own)?);
            own.flush()?;
        }
        Ok(pending)
    }

    /// Makes a handle for a part of the buffer, which stays usable ([`sys::clmem_buffer_sub_region`]). Empty flags: the
    /// same access as the buffer.
    ///
    /// # Safety
    ///
    /// The part is a second handle of the same memory, which Rust cannot see: while one is mapped, nothing may write to
    /// the shared bytes through the other, and while one is mapped mutably, nothing may read them either.
    ///
    /// # Errors
    ///
    /// Same as [`into_part`](Self::into_part).
    pub unsafe fn sub_region(&self, part: Range<usize>, flags: MemoryFlags) -> Result<Self> {
        let bytes = raw::length("Buffer::sub_region", part.start, part.end)?;
        let (whole, start, flags) = (self.as_raw(), part.start, flags.bits());
        // SAFETY: the output is a live variable.
        let made = Self::made(|out| unsafe { sys::clmem_buffer_sub_region(whole, start, bytes, flags, out) })?;
        Ok(made.used_as(self.shared_uses()?))
    }

    /// This handle, with the command list of another handle of the same memory.
    pub(crate) fn used_as(self, uses: Uses) -> Self {
        Self { uses, ..self }
    }

    /// Makes a handle for the bytes between two indices, like Python's `buffer[start:stop]`
    /// ([`sys::clmem_buffer_slice`]): a negative index counts from the end, and the range is clipped to the buffer.
    /// `None`: up to the end.
    ///
    /// # Safety
    ///
    /// Same as [`sub_region`](Self::sub_region).
    ///
    /// # Errors
    ///
    /// Same as [`into_part`](Self::into_part).
    pub unsafe fn slice(&self, start: i64, stop: Option<i64>) -> Result<Self> {
        let stop = stop.unwrap_or(i64::MAX);
        // SAFETY: the output is a live variable.
        let made = Self::made(|out| unsafe { sys::clmem_buffer_slice(self.as_raw(), start, stop, out) })?;
        Ok(made.used_as(self.shared_uses()?))
    }

    /// Fills the buffer with as many whole copies as fit of a pattern of 1, 2, 4, 8, 16, 32, 64 or 128 bytes
    /// ([`sys::clmem_buffer_fill`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the pattern is not of one of these sizes.
    pub fn fill<T: NoUninit>(&mut self, queue: &Queue, pattern: &T) -> Result<Event> {
        self.fill_range(queue, pattern, 0..usize::MAX, &[])
    }

    /// Fills a range with a pattern ([`sys::clmem_buffer_fill`]). Its bounds are multiples of the pattern's size; an
    /// end of [`usize::MAX`] means the end of the buffer.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the range extends past the end, or a size is not
    /// allowed.
    pub fn fill_range<T: NoUninit>(
        &mut self,
        queue: &Queue,
        pattern: &T,
        range: Range<usize>,
        wait_for: &[&Event],
    ) -> Result<Event> {
        let bytes = match range.end {
            usize::MAX => usize::MAX,
            end => raw::length("Buffer::fill_range", range.start, end)?,
        };
        let (list, mut event) = (WaitList::new(wait_for), std::ptr::null_mut());
        let pattern = bytemuck::bytes_of(pattern);
        let part = sys::clmem_buffer_fill_options {
            wait_count: list.count(),
            wait_events: list.as_ptr(),
            offset_bytes: range.start,
            bytes,
            ..Default::default()
        };
        // SAFETY: the pattern is copied before the call returns; the options hold as many live events as their count
        // says; the output is a live variable.
        check(unsafe {
            sys::clmem_buffer_fill(
                self.as_raw(),
                queue.as_raw(),
                pattern.as_ptr().cast(),
                pattern.len(),
                &part,
                &mut event,
            )
        })?;
        noted(queue, event, [Some(&self.uses)])
    }

    /// Copies a range of bytes to another place in the same buffer, without waiting ([`sys::clmem_transfer_copy`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the two ranges overlap, or one extends past the end.
    pub fn copy_within(&mut self, queue: &Queue, from: Range<usize>, to: usize, wait_for: &[&Event]) -> Result<Event> {
        let bytes = raw::length("Buffer::copy_within", from.start, from.end)?;
        let source = Source::same_as_destination(self.as_raw().cast()).offset(from.start);
        Transfer::new(source, Destination::memory(self).offset(to)).bytes(bytes).wait_for(wait_for).enqueue(queue)
    }

    /// Copies from this buffer to one on another AMD device, bypassing the host
    /// ([`sys::clmem_transfer_copy_peer_amd`]). [`usize::MAX`] bytes: the size of the smaller buffer.
    ///
    /// Experimental: any version may change or remove it.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the platform lacks `cl_amd_copy_buffer_p2p`.
    pub fn copy_peer_amd(&self, to: &mut Buffer, queue: &Queue, bytes: usize, wait_for: &[&Event]) -> Result<Event> {
        let (list, mut event) = (WaitList::new(wait_for), std::ptr::null_mut());
        // SAFETY: the options hold as many live events as their count says; the output is a live variable.
        check(unsafe {
            sys::clmem_transfer_copy_peer_amd(
                self.as_raw(),
                to.as_raw(),
                queue.as_raw(),
                bytes,
                &list.options(),
                &mut event,
            )
        })?;
        noted(queue, event, [Some(&self.uses), Some(&to.uses)])
    }
}
