//! Memory with an address: shared virtual memory, USM, page-locked memory (`docs/svm.md`).

use crate::event::{Event, WaitList};
use crate::memory::migrated;
use crate::queue::raw_or_null;
use crate::uses::noted;
use crate::{error::check, raw, sys, Buffer, Context, MemoryFlags, MigrationFlags, Pool, Queue, Result};
use std::ffi::c_void;
use std::ops::{Deref, DerefMut};

/// A [`Buffer`] with an address, which is the same on the host and in kernels.
///
/// The kind of memory determines what the host may do with it: coarse-grain memory must be mapped first
/// ([`Buffer::map`]), fine-grain and page-locked memory may be accessed while no command uses it, device USM never.
/// Therefore the address is a plain pointer.
#[derive(Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Svm(Buffer);

impl Deref for Svm {
    type Target = Buffer;

    fn deref(&self) -> &Buffer {
        &self.0
    }
}

impl DerefMut for Svm {
    fn deref_mut(&mut self) -> &mut Buffer {
        &mut self.0
    }
}

impl TryFrom<Buffer> for Svm {
    type Error = crate::Error;

    /// Converts a block that has an address, as blocks in pools of such memory do.
    fn try_from(buffer: Buffer) -> Result<Self> {
        let svm = Self(buffer);
        svm.as_ptr()?;
        Ok(svm)
    }
}

impl From<Svm> for Buffer {
    fn from(svm: Svm) -> Self {
        svm.0
    }
}

impl Svm {
    /// Allocates shared virtual memory without a pool, for a queue or none ([`sys::clmem_svm_allocate`]). Empty flags:
    /// coarse-grain.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): a device of the context lacks it;
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the flags contradict each other.
    pub fn allocate(context: &Context, flags: MemoryFlags, bytes: usize, queue: Option<&Queue>) -> Result<Self> {
        Self::allocate_aligned(context, flags, bytes, 0, queue)
    }

    /// Does the same with an alignment: a power of two, at most 2^30; 0: that of the devices.
    ///
    /// # Errors
    ///
    /// Same as [`allocate`](Self::allocate); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the alignment is
    /// invalid.
    pub fn allocate_aligned(
        context: &Context,
        flags: MemoryFlags,
        bytes: usize,
        alignment: usize,
        queue: Option<&Queue>,
    ) -> Result<Self> {
        let (context, flags, queue) = (context.as_raw(), flags.bits(), raw_or_null(queue));
        // SAFETY: context and queue are live; the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_svm_allocate(context, flags, bytes, alignment, queue, out) }).map(Self)
    }

    /// Makes a tag: a handle that does not own the memory, for shared virtual memory of the program or of another
    /// library ([`sys::clmem_svm_wrap`]). [`usize::MAX`] bytes: size unknown.
    ///
    /// # Safety
    ///
    /// The memory has this size and outlives the commands that use it through the tag. While it is mapped, nothing else
    /// may write to it, and while it is mapped mutably, nothing else may read it. Commands enqueued without the tag
    /// must be complete by then.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): a device of the context cannot access it.
    pub unsafe fn wrap(context: Option<&Context>, pointer: *mut u8, bytes: usize, system: bool) -> Result<Self> {
        let flags = if system { u64::from(sys::CLMEM_SVM_SYSTEM) } else { 0 };
        let context = context.map_or(std::ptr::null_mut(), Context::as_raw);
        // SAFETY: the caller guarantees what the memory needs; the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_svm_wrap(context, pointer.cast(), bytes, flags, out) }).map(Self)
    }

    /// The address, valid until the memory is released ([`sys::clmem_svm_pointer`]).
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): it has no address.
    pub fn as_ptr(&self) -> Result<*mut u8> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |out: &mut *mut c_void| unsafe { sys::clmem_svm_pointer(self.as_raw(), out) })
            .map(<*mut c_void>::cast)
    }

    /// Makes it belong to another queue, which waits for the commands of the previous one ([`sys::clmem_svm_bind`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the queue is out-of-order, or belongs to another
    /// context.
    pub fn bind(&self, queue: &Queue) -> Result<()> {
        // SAFETY: the queue is live.
        check(unsafe { sys::clmem_svm_bind(self.as_raw(), queue.as_raw()) })
    }

    /// Makes it belong to no queue, after waiting for the commands of its queues ([`sys::clmem_svm_unbind`]).
    ///
    /// # Errors
    ///
    /// Those of OpenCL.
    pub fn unbind(&self) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_svm_unbind(self.as_raw()) })
    }

    /// Releases it once a queue reaches this point; `None`: its own queue ([`sys::clmem_svm_release_enqueued`]).
    ///
    /// # Errors
    ///
    /// Those of OpenCL; it is then released as if dropped.
    pub fn release_enqueued(self, queue: Option<&Queue>, wait_for: &[&Event]) -> Result<Event> {
        // Without events, the marker in the block's own queue follows everything there.
        let used = if queue.is_none() && wait_for.is_empty() { Vec::new() } else { self.uses.out_of_order() };
        let own = used.iter().map(|command| command.event());
        let list = WaitList::new(&wait_for.iter().copied().chain(own).collect::<Vec<_>>());
        let (queue, mut event) = (raw_or_null(queue), std::ptr::null_mut());
        // SAFETY: the options hold as many live events as their count says; the output is a live variable. If the call
        // fails, this value still owns the handle and drops it.
        check(unsafe { sys::clmem_svm_release_enqueued(self.as_raw(), queue, &list.options(), &mut event) })?;
        let _released = self.0.into_raw();
        Event::given(event)
    }

    /// Creates an OpenCL buffer over it, for kernels and commands that do not accept an address
    /// ([`sys::clmem_svm_as_buffer`]). [`usize::MAX`] bytes: all of it.
    ///
    /// # Safety
    ///
    /// The buffer is a second handle of the same memory, which Rust cannot see: while one is mapped, nothing may write
    /// to the shared bytes through the other, and while one is mapped mutably, nothing may read them either.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the size extends past the end, or the context differs.
    pub unsafe fn as_buffer(&self, context: &Context, flags: MemoryFlags, bytes: usize) -> Result<Buffer> {
        let (context, flags) = (context.as_raw(), flags.bits());
        // SAFETY: the context is live; the output is a live variable.
        let made = Buffer::made(|out| unsafe { sys::clmem_svm_as_buffer(self.as_raw(), context, flags, bytes, out) })?;
        Ok(made.used_as(self.shared_uses()?))
    }
}

/// The location of an address: the block's handle, borrowed, and the offset in bytes from its start.
pub type Found = (sys::clmem_buffer, usize);

impl Pool {
    /// Finds the live block that contains an address ([`sys::clmem_svm_find`]). The block's owner keeps the handle: use
    /// it only to compare with [`Buffer::as_raw`].
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): no block contains it.
    pub fn find(&self, address: *const u8) -> Result<Found> {
        let mut found = (std::ptr::null_mut(), 0);
        // SAFETY: the address is only compared; the outputs are live variables.
        check(unsafe { sys::clmem_svm_find(self.as_raw(), address.cast(), &mut found.0, &mut found.1) })?;
        Ok(found)
    }
}

impl Queue {
    /// Migrates shared virtual memory to the queue's device, or to the host ([`sys::clmem_svm_migrate`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the list is empty;
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the device is older than OpenCL 2.1.
    pub fn migrate_svm(&self, memories: &mut [&mut Svm], flags: MigrationFlags, wait_for: &[&Event]) -> Result<Event> {
        let handles: Vec<_> = memories.iter().map(|memory| memory.as_raw()).collect();
        // SAFETY: the handles are live, and borrowed mutably since a migration may leave their content undefined.
        let event = unsafe { migrated(sys::clmem_svm_migrate, self, &handles, flags, wait_for)? };
        noted(self, event, memories.iter().map(|memory| Some(&memory.uses)))
    }
}
