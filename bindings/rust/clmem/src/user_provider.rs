//! Providers of the program's own.

use crate::{raw, sys, Context, Error, Provider, Result};
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// A program's own source of memory for a [`Provider`].
///
/// It may be called by several threads at once, and must not allocate by clmem. It is dropped after the last use. A panic counts
/// as a failure of the callback.
pub trait MemorySource: Send + Sync + 'static {
    /// Takes memory: at least 1 byte. What it is the program knows; [`Provider::from_source`] never looks into it.
    ///
    /// # Errors
    ///
    /// [`SourceError::OutOfMemory`]: the pool then gives back what it does not use, and asks again.
    fn allocate(&self, bytes: usize) -> std::result::Result<*mut c_void, SourceError>;

    /// Takes memory back that [`allocate`](Self::allocate) gave.
    fn release(&self, memory: *mut c_void, bytes: usize);
}

/// Why a [`MemorySource`] has no memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is none now.
    #[error("out of memory")]
    OutOfMemory,
    /// A status of the C interface, which ends the allocation with that code.
    #[error("status {0}")]
    Status(i32),
}

/// What a provider of the program's own has.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub struct SourceOptions {
    alignment: usize,
    max_allocation: usize,
    memory: usize,
}

impl SourceOptions {
    /// Of every block, a power of two; by default that of the devices, or 512.
    pub fn alignment(mut self, bytes: usize) -> Self {
        self.alignment = bytes;
        self
    }

    /// Larger requests are refused by the pool.
    pub fn max_allocation(mut self, bytes: usize) -> Self {
        self.max_allocation = bytes;
        self
    }

    /// How much there is in all.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }
}

impl Provider {
    /// Makes a provider of the program's own memory, which is opaque to clmem ([`sys::clmem_provider_create_user`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the alignment is not a power of two.
    pub fn from_source<S: MemorySource>(source: S, options: SourceOptions) -> Result<Self> {
        make(source, options, None)
    }

    /// Makes a provider of the program's own OpenCL buffers ([`sys::clmem_provider_create_user`]): blocks are sub-buffers of them.
    ///
    /// # Safety
    ///
    /// What the source gives are `cl_mem` of the context, each of at least the size that was asked for, alive until the
    /// source gets them back.
    ///
    /// # Errors
    ///
    /// As [`from_source`](Self::from_source).
    pub unsafe fn from_buffer_source<S: MemorySource>(
        source: S,
        context: &Context,
        options: SourceOptions,
    ) -> Result<Self> {
        make(source, options, Some(context))
    }
}

fn make<S: MemorySource>(source: S, options: SourceOptions, context: Option<&Context>) -> Result<Provider> {
    let user = Box::into_raw(Box::new(source));
    let mut callbacks = raw::init(sys::clmem_provider_callbacks_init);
    callbacks.memory_is_buffer = u32::from(context.is_some());
    callbacks.alignment_bytes = options.alignment;
    callbacks.max_allocation_bytes = options.max_allocation;
    callbacks.memory_bytes = options.memory;
    callbacks.context = context.map_or(std::ptr::null_mut(), Context::as_raw);
    callbacks.user = user.cast();
    callbacks.allocate = Some(allocate::<S>);
    callbacks.release = Some(release::<S>);
    callbacks.user_release = Some(user_release::<S>);
    // SAFETY: the callbacks have their size in them. The source is theirs until user_release, which is called once.
    let made = Provider::made(|out| unsafe { sys::clmem_provider_create_user(&callbacks, out) });
    made.inspect_err(|_: &Error| {
        // SAFETY: after a failure nothing is called, and the source is still this function's.
        drop(unsafe { Box::from_raw(user) });
    })
}

unsafe extern "C" fn allocate<S: MemorySource>(user: *mut c_void, bytes: usize, out: *mut *mut c_void) -> i32 {
    // SAFETY: the pointer is that of make(), and alive until user_release.
    let source = unsafe { &*user.cast::<S>() };
    match catch_unwind(AssertUnwindSafe(|| source.allocate(bytes))) {
        Ok(Ok(memory)) => {
            // SAFETY: the place is the library's, and is written once.
            unsafe { *out = memory };
            0
        }
        Ok(Err(SourceError::OutOfMemory)) => sys::CLMEM_ERROR_OUT_OF_MEMORY as i32,
        Ok(Err(SourceError::Status(status))) if status != 0 => status,
        Ok(Err(SourceError::Status(_))) | Err(_) => sys::CLMEM_ERROR_CALLBACK as i32,
    }
}

unsafe extern "C" fn release<S: MemorySource>(user: *mut c_void, memory: *mut c_void, bytes: usize) {
    // SAFETY: the pointer is that of make(), and alive until user_release.
    let source = unsafe { &*user.cast::<S>() };
    // Nobody could be told of a panic here; the panic's own message has gone to the standard error.
    let _panicked = catch_unwind(AssertUnwindSafe(|| source.release(memory, bytes))).is_err();
}

unsafe extern "C" fn user_release<S: MemorySource>(user: *mut c_void) {
    // SAFETY: the pointer is that of make(), and this is called once, last of all.
    let source = unsafe { Box::from_raw(user.cast::<S>()) };
    let _panicked = catch_unwind(AssertUnwindSafe(|| drop(source))).is_err();
}
