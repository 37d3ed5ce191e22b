//! Buffers: blocks of pools, buffers of their own, parts of either.

use crate::event::{Event, WaitList};
use crate::uses::{noted, Use, Uses};
use crate::{
    error::check, raw, sys, Context, Destination, Error, ErrorKind, MemoryFlags, Queue, Result, Source, Transfer,
};
use bytemuck::NoUninit;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

/// Held while a queue is looked up that only its pool keeps alive, so that the pool does not forget it meanwhile.
pub(crate) static QUEUE_NAMES: RwLock<()> = RwLock::new(());

raw::handle_with! {
    /// A block of memory: of a pool, of its own, or a part of either.
    ///
    /// To drop it gives it back; commands that use it need not be done. One of 0 bytes is [empty](Buffer::is_empty): there is
    /// nothing behind it, and commands on it are refused.
    Buffer, clmem_buffer, clmem_buffer_release, uses: Uses
}

raw::record! {
    /// A block as it is: its sizes, its place in its slab, its queue and tag.
    BufferInfo, clmem_buffer_info, clmem_buffer_info_init
}

impl Buffer {
    #[inline(always)]
    pub(crate) fn made(create: impl FnOnce(*mut sys::clmem_buffer) -> i32) -> Result<Self> {
        let mut buffer = std::ptr::null_mut();
        check(create(&mut buffer))?;
        // SAFETY: the call has given the handle to its caller.
        Ok(unsafe { Self::from_raw(buffer) })
    }

    /// Makes a buffer of its own, without a pool ([`sys::clmem_buffer_create`]). Its content is undefined.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the flags contradict each other or need a host pointer.
    pub fn new(context: &Context, flags: MemoryFlags, bytes: usize) -> Result<Self> {
        let none = std::ptr::null_mut();
        // SAFETY: the context is a live one, the output is a live variable; without a host pointer none is used.
        Self::made(|out| unsafe { sys::clmem_buffer_create(context.as_raw(), flags.bits(), bytes, none, out) })
    }

    /// Makes a buffer of its own with a copy of some content ([`sys::clmem_buffer_create`], `CL_MEM_COPY_HOST_PTR`).
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for `USE_HOST_PTR`, which a copy is not.
    pub fn copy_of<T: NoUninit>(context: &Context, flags: MemoryFlags, content: &[T]) -> Result<Self> {
        if flags.contains(MemoryFlags::USE_HOST_PTR) {
            return Err(Error::argument("Buffer::copy_of", "USE_HOST_PTR is for Buffer::over()"));
        }
        let flags = flags | MemoryFlags::COPY_HOST_PTR;
        // SAFETY: the content is read during the call alone.
        unsafe { Self::with_host(context, flags, content.as_ptr() as *mut u8, size_of_val(content)) }
    }

    /// Makes a buffer over the program's own memory ([`sys::clmem_buffer_create`], `CL_MEM_USE_HOST_PTR`).
    ///
    /// # Safety
    ///
    /// The memory lives as long as the buffer and the commands on it; it is touched by the host only while it is mapped.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub unsafe fn over(context: &Context, flags: MemoryFlags, memory: *mut u8, bytes: usize) -> Result<Self> {
        // SAFETY: the caller says what is asked for here.
        unsafe { Self::with_host(context, flags | MemoryFlags::USE_HOST_PTR, memory, bytes) }
    }

    /// # Safety
    ///
    /// The memory has so many bytes, and is good for what the flags say.
    unsafe fn with_host(context: &Context, flags: MemoryFlags, memory: *mut u8, bytes: usize) -> Result<Self> {
        let (context, host) = (context.as_raw(), memory.cast());
        // SAFETY: the caller answers for the memory; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_buffer_create(context, flags.bits(), bytes, host, out) })
    }

    /// Whether there is nothing behind it: it was asked for with 0 bytes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_raw().is_null()
    }

    /// Its size in bytes, as it was asked for ([`sys::clmem_buffer_size`]); 0 for an empty one.
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn size(&self) -> Result<usize> {
        if self.is_empty() {
            return Ok(0);
        }
        // SAFETY: the output is a live variable.
        raw::output(0, |bytes| unsafe { sys::clmem_buffer_size(self.as_raw(), bytes) })
    }

    /// The OpenCL buffer, for every OpenCL call ([`sys::clmem_buffer_mem`]). It is the pool's: it is not to be released, nor kept
    /// past the block's release.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): it has none, as shared virtual memory.
    pub fn mem(&self) -> Result<sys::cl_mem> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |mem| unsafe { sys::clmem_buffer_mem(self.as_raw(), mem) })
    }

    /// Describes the block ([`sys::clmem_buffer_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): it is empty.
    pub fn info(&self) -> Result<BufferInfo> {
        let mut info = BufferInfo::init();
        // SAFETY: the record is a live variable with its size in it.
        check(unsafe { sys::clmem_buffer_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Gives the block back, to be free once events are complete ([`sys::clmem_buffer_release_after`]), and with them the commands of
    /// this crate that use it.
    ///
    /// # Errors
    ///
    /// What OpenCL gives; the block is then released as by dropping it.
    pub fn release_after(self, events: &[&Event]) -> Result<()> {
        let used = self.uses.out_of_order();
        let own = used.iter().map(|command| command.event());
        let list = WaitList::new(&events.iter().copied().chain(own).collect::<Vec<_>>());
        // SAFETY: the list has as many live events as is said. After a failure the handle stays, and goes with this value.
        check(unsafe { sys::clmem_buffer_release_after(self.as_raw(), list.count(), list.as_ptr()) })?;
        let _released = self.into_raw();
        Ok(())
    }

    /// Cuts a part out of the buffer, which goes on living for as long as the part does ([`sys::clmem_buffer_sub_region`]).
    /// For two parts that do not overlap see [`split_at`](Self::split_at).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the part passes the end; or OpenCL's
    /// `CL_MISALIGNED_SUB_BUFFER_OFFSET`.
    pub fn into_part(self, part: Range<usize>) -> Result<Self> {
        // SAFETY: this handle goes, so that the part is the only one.
        unsafe { self.sub_region(part, MemoryFlags::empty()) }
    }

    /// Cuts the buffer in two at an offset, which is a multiple of the device's alignment
    /// ([`sys::clmem_buffer_sub_region`]).
    ///
    /// # Errors
    ///
    /// As [`into_part`](Self::into_part).
    pub fn split_at(self, offset: usize) -> Result<(Self, Self)> {
        let bytes = self.size()?;
        // SAFETY: this handle goes, and the parts do not overlap.
        let (first, second) = unsafe {
            let first = self.sub_region(0..offset, MemoryFlags::empty())?;
            (first, self.sub_region(offset..bytes, MemoryFlags::empty())?)
        };
        let uses = second.uses.fork();
        Ok((first, second.used_as(uses)))
    }

    /// The list of pending commands for a second handle. Only a block knows its queue, so what that has enqueued is added.
    pub(crate) fn shared_uses(&self) -> Result<Uses> {
        if let Some(own) = self.own_queue()? {
            self.enqueued_before(&own)?.iter().for_each(|command| self.uses.add(command));
        }
        Ok(self.uses.share())
    }

    /// The queue that the block belongs to, if it is one of a pool's.
    fn own_queue(&self) -> Result<Option<Queue>> {
        let _names = QUEUE_NAMES.read().unwrap_or_else(PoisonError::into_inner);
        let queue = self.info()?.queue;
        if queue.is_null() {
            return Ok(None);
        }
        // SAFETY: the pool has a reference to the queue, which forget_queue() does not give back now.
        unsafe { Queue::retain(queue) }.map(Some)
    }

    /// Everything that the block's own queue has enqueued so far: earlier owners of the memory may have enqueued some of it. `None`:
    /// there is no marker for it, and it was waited for.
    fn enqueued_before(&self, own: &Queue) -> Result<Option<Arc<Use>>> {
        let (no_map, mut event) = (&mut std::ptr::null_mut(), std::ptr::null_mut());
        // A map of 0 bytes is a marker.
        // SAFETY: the outputs are live variables.
        let marked = check(unsafe {
            let (buffer, queue, none) = (self.as_raw(), own.as_raw(), std::ptr::null());
            sys::clmem_map_buffer(buffer, queue, u64::from(sys::CL_MAP_READ), 0, 0, 0, 0, none, no_map, &mut event)
        });
        match marked {
            Ok(()) => Use::new(own, &Event::given(event)?).map(Some),
            Err(error) if error.kind() == ErrorKind::Unsupported => own.finish().map(|()| None),
            Err(error) => Err(error),
        }
    }

    /// What a map in a queue waits for: commands of this handle in any queue, and those of the memory's earlier owners.
    pub(crate) fn pending(&self, queue: &Queue) -> Result<Vec<Arc<Use>>> {
        let mut pending = self.uses.pending(queue)?;
        if let Some(own) = self.own_queue()?.filter(|own| own != queue) {
            pending.extend(self.enqueued_before(&own)?);
            own.flush()?;
        }
        Ok(pending)
    }

    /// Cuts a part from the buffer ([`sys::clmem_buffer_sub_region`]), which stays. Empty flags: access as the buffer has it.
    ///
    /// # Safety
    ///
    /// The part is a second handle of the same memory, which Rust does not see: while one is mapped nothing writes to what they share
    /// through another, and while one is mapped mutably nothing reads it either.
    ///
    /// # Errors
    ///
    /// As [`into_part`](Self::into_part).
    pub unsafe fn sub_region(&self, part: Range<usize>, flags: MemoryFlags) -> Result<Self> {
        let bytes = part
            .end
            .checked_sub(part.start)
            .ok_or_else(|| Error::argument("Buffer::sub_region", "the range ends before it begins"))?;
        let (whole, start, flags) = (self.as_raw(), part.start, flags.bits());
        // SAFETY: the output is a live variable.
        let made = Self::made(|out| unsafe { sys::clmem_buffer_sub_region(whole, start, bytes, flags, out) })?;
        Ok(made.used_as(self.shared_uses()?))
    }

    /// This handle with the commands of another one of the same memory.
    pub(crate) fn used_as(self, uses: Uses) -> Self {
        Self { uses, ..self }
    }

    /// Cuts the bytes from one index to another, as Python's `buffer[start:stop]` ([`sys::clmem_buffer_slice`]): a negative index
    /// counts from the end, and what lies outside is cut off. `None`: the end.
    ///
    /// # Safety
    ///
    /// As [`sub_region`](Self::sub_region).
    ///
    /// # Errors
    ///
    /// As [`into_part`](Self::into_part).
    pub unsafe fn slice(&self, start: i64, stop: Option<i64>) -> Result<Self> {
        let stop = stop.unwrap_or(i64::MAX);
        // SAFETY: the output is a live variable.
        let made = Self::made(|out| unsafe { sys::clmem_buffer_slice(self.as_raw(), start, stop, out) })?;
        Ok(made.used_as(self.shared_uses()?))
    }

    /// Fills the buffer with a pattern of 1, 2, 4, 8, 16, 32, 64 or 128 bytes, as many whole ones as fit
    /// ([`sys::clmem_buffer_fill`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the pattern has another size.
    pub fn fill<T: NoUninit>(&mut self, queue: &Queue, pattern: &T) -> Result<Event> {
        self.fill_range(queue, pattern, 0..usize::MAX, &[])
    }

    /// Fills a range with a pattern ([`sys::clmem_buffer_fill`]). Its bounds are multiples of the pattern's size; an end of
    /// [`usize::MAX`] is the buffer's.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the range passes the end, or a size makes no sense.
    pub fn fill_range<T: NoUninit>(
        &mut self,
        queue: &Queue,
        pattern: &T,
        range: Range<usize>,
        wait_for: &[&Event],
    ) -> Result<Event> {
        let bytes = match range.end {
            usize::MAX => usize::MAX,
            end => end
                .checked_sub(range.start)
                .ok_or_else(|| Error::argument("Buffer::fill_range", "the range ends before it begins"))?,
        };
        let (list, mut event) = (WaitList::new(wait_for), std::ptr::null_mut());
        let pattern = bytemuck::bytes_of(pattern);
        // SAFETY: the pattern is copied before the call returns; the list has as many live events as is said; the
        // output is a live variable.
        check(unsafe {
            sys::clmem_buffer_fill(
                self.as_raw(),
                queue.as_raw(),
                pattern.as_ptr().cast(),
                pattern.len(),
                range.start,
                bytes,
                list.count(),
                list.as_ptr(),
                &mut event,
            )
        })?;
        noted(queue, event, [Some(&self.uses)])
    }

    /// Copies a range of bytes to another place in the same buffer, without a wait ([`sys::clmem_transfer_copy`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the two places overlap, or one passes the end.
    pub fn copy_within(&mut self, queue: &Queue, from: Range<usize>, to: usize, wait_for: &[&Event]) -> Result<Event> {
        let bytes = from
            .end
            .checked_sub(from.start)
            .ok_or_else(|| Error::argument("Buffer::copy_within", "the range ends before it begins"))?;
        let source = Source::same_as_destination(self.as_raw().cast()).offset(from.start);
        Transfer::new(source, Destination::memory(self).offset(to)).bytes(bytes).wait_for(wait_for).enqueue(queue)
    }

    /// Copies from this buffer on one AMD device to one on another without the host ([`sys::clmem_transfer_copy_peer_amd`]).
    /// [`usize::MAX`] bytes: as many as the smaller one has.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the platform lacks `cl_amd_copy_buffer_p2p`.
    pub fn copy_peer_amd(&self, to: &mut Buffer, queue: &Queue, bytes: usize, wait_for: &[&Event]) -> Result<Event> {
        let (list, mut event) = (WaitList::new(wait_for), std::ptr::null_mut());
        // SAFETY: the list has as many live events as is said; the output is a live variable.
        check(unsafe {
            sys::clmem_transfer_copy_peer_amd(
                self.as_raw(),
                to.as_raw(),
                queue.as_raw(),
                bytes,
                list.count(),
                list.as_ptr(),
                &mut event,
            )
        })?;
        noted(queue, event, [Some(&self.uses), Some(&to.uses)])
    }
}
