//! Memory that has an address: shared virtual memory, USM, page-locked memory (`docs/svm.md`).

use crate::event::{Event, WaitList};
use crate::memory::migrated;
use crate::queue::raw_or_null;
use crate::uses::noted;
use crate::{error::check, raw, sys, Buffer, Context, MemoryFlags, MigrationFlags, Pool, Queue, Result};
use std::ffi::c_void;
use std::ops::{Deref, DerefMut};

/// A [`Buffer`] that has an address, the same on the host and in kernels.
///
/// What the host may do with it is the memory's business: coarse-grain memory is mapped first ([`Buffer::map`]), fine-grain and
/// page-locked memory is touched when no command works with it, USM of the device never. So the address is a plain pointer.
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

    /// Takes a block that has an address, as those of pools of such memory do.
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

    /// The same, at a multiple of an alignment: a power of two, at most 2^30; 0: that of the devices.
    ///
    /// # Errors
    ///
    /// As [`allocate`](Self::allocate); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the alignment is none.
    pub fn allocate_aligned(
        context: &Context,
        flags: MemoryFlags,
        bytes: usize,
        alignment: usize,
        queue: Option<&Queue>,
    ) -> Result<Self> {
        let (context, flags, queue) = (context.as_raw(), flags.bits(), raw_or_null(queue));
        // SAFETY: context and queue are live ones; the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_svm_allocate(context, flags, bytes, alignment, queue, out) }).map(Self)
    }

    /// Makes a tag: a handle for shared virtual memory of the program's or another library's, which owns nothing
    /// ([`sys::clmem_svm_wrap`]). [`usize::MAX`] bytes: unknown.
    ///
    /// # Safety
    ///
    /// The memory lives until the commands that use it by the tag are done, and has so many bytes. While it is mapped
    /// nothing else writes to it, and while it is mapped mutably nothing else reads it. Commands without the tag are complete by then.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): a device of the context cannot reach it.
    pub unsafe fn wrap(context: Option<&Context>, pointer: *mut u8, bytes: usize, system: bool) -> Result<Self> {
        let flags = if system { u64::from(sys::CLMEM_SVM_SYSTEM) } else { 0 };
        let context = context.map_or(std::ptr::null_mut(), Context::as_raw);
        // SAFETY: the caller answers for the memory; the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_svm_wrap(context, pointer.cast(), bytes, flags, out) }).map(Self)
    }

    /// Its address ([`sys::clmem_svm_pointer`]), valid until it is released.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): it has none.
    pub fn as_ptr(&self) -> Result<*mut u8> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |out: &mut *mut c_void| unsafe { sys::clmem_svm_pointer(self.as_raw(), out) })
            .map(<*mut c_void>::cast)
    }

    /// Lets it belong to another queue, which waits for what the one before has ([`sys::clmem_svm_bind`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the queue runs its commands out of order, or is of another context.
    pub fn bind(&self, queue: &Queue) -> Result<()> {
        // SAFETY: the queue is a live one.
        check(unsafe { sys::clmem_svm_bind(self.as_raw(), queue.as_raw()) })
    }

    /// Lets it belong to no queue: waits until what its queues have is done ([`sys::clmem_svm_unbind`]).
    ///
    /// # Errors
    ///
    /// What OpenCL gives.
    pub fn unbind(&self) -> Result<()> {
        // SAFETY: any handle may be asked.
        check(unsafe { sys::clmem_svm_unbind(self.as_raw()) })
    }

    /// Releases it when a queue has come so far; `None`: its own queue ([`sys::clmem_svm_release_enqueued`]).
    ///
    /// # Errors
    ///
    /// What OpenCL gives; it is then released as by dropping it.
    pub fn release_enqueued(self, queue: Option<&Queue>, wait_for: &[&Event]) -> Result<Event> {
        // Without a list the marker in the block's own queue is behind everything there.
        let used = if queue.is_none() && wait_for.is_empty() { Vec::new() } else { self.uses.out_of_order() };
        let own = used.iter().map(|command| command.event());
        let list = WaitList::new(&wait_for.iter().copied().chain(own).collect::<Vec<_>>());
        let (queue, mut event) = (raw_or_null(queue), std::ptr::null_mut());
        // SAFETY: the list has as many live events as is said; the output is a live variable. After a failure the handle
        // stays, and goes with this value.
        check(unsafe {
            sys::clmem_svm_release_enqueued(self.as_raw(), queue, list.count(), list.as_ptr(), &mut event)
        })?;
        let _released = self.0.into_raw();
        Event::given(event)
    }

    /// Makes an OpenCL buffer of it, for kernels and commands that take no address ([`sys::clmem_svm_as_buffer`]).
    /// [`usize::MAX`] bytes: all.
    ///
    /// # Safety
    ///
    /// The buffer is a second handle of the same memory, which Rust does not see: while one is mapped nothing writes to what they share
    /// through another, and while one is mapped mutably nothing reads it either.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the size passes the end, or the context is another.
    pub unsafe fn as_buffer(&self, context: &Context, flags: MemoryFlags, bytes: usize) -> Result<Buffer> {
        let (context, flags) = (context.as_raw(), flags.bits());
        // SAFETY: the context is a live one; the output is a live variable.
        let made = Buffer::made(|out| unsafe { sys::clmem_svm_as_buffer(self.as_raw(), context, flags, bytes, out) })?;
        Ok(made.used_as(self.shared_uses()?))
    }
}

/// Where an address is: the handle of the block, borrowed, and how many bytes after its first one.
pub type Found = (sys::clmem_buffer, usize);

impl Pool {
    /// Finds the live block that an address is in ([`sys::clmem_svm_find`]). The handle is that of whoever holds the block: it is for
    /// comparison with [`Buffer::as_raw`].
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): no block has it.
    pub fn find(&self, address: *const u8) -> Result<Found> {
        let mut found = (std::ptr::null_mut(), 0);
        // SAFETY: the address is compared alone; the outputs are live variables.
        check(unsafe { sys::clmem_svm_find(self.as_raw(), address.cast(), &mut found.0, &mut found.1) })?;
        Ok(found)
    }
}

impl Queue {
    /// Moves shared virtual memory to the queue's device, or to the host ([`sys::clmem_svm_migrate`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the list is empty;
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the device is older than OpenCL 2.1.
    pub fn migrate_svm(&self, memories: &mut [&mut Svm], flags: MigrationFlags, wait_for: &[&Event]) -> Result<Event> {
        let handles: Vec<_> = memories.iter().map(|memory| memory.as_raw()).collect();
        // SAFETY: the handles are live ones, and borrowed mutably: a migration may leave their content undefined.
        let event = unsafe { migrated(sys::clmem_svm_migrate, self, &handles, flags, wait_for)? };
        noted(self, event, memories.iter().map(|memory| Some(&memory.uses)))
    }
}
