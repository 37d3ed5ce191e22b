//! Providers whose memory comes from the program.

use crate::{sys, Context, Error, Provider, Result};
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// A program's own source of memory for a [`Provider`].
///
/// Several threads may call it at once, and it must not allocate through clmem. It is dropped after the last use. A
/// panic counts as a failure of the callback.
pub trait MemorySource: Send + Sync + 'static {
    /// Allocates at least 1 byte. The program defines what the pointer means; [`Provider::from_source`] never
    /// dereferences it.
    ///
    /// # Errors
    ///
    /// [`SourceError::OutOfMemory`]: the pool then releases unused memory, and asks again.
    fn allocate(&self, bytes: usize) -> std::result::Result<*mut c_void, SourceError>;

    /// Frees memory that [`allocate`](Self::allocate) returned.
    fn release(&self, memory: *mut c_void, bytes: usize);
}

/// The reason why a [`MemorySource`] failed to allocate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The source is out of memory.
    #[error("out of memory")]
    OutOfMemory,
    /// Fails the allocation with this status of the C interface.
    #[error("status {0}")]
    Status(i32),
}

/// The properties of a program's source of memory.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub struct SourceOptions {
    pub(crate) alignment: usize,
    pub(crate) max_allocation: usize,
    pub(crate) memory: usize,
}

impl Provider {
    /// Creates a provider of the program's own memory, which is opaque to clmem ([`sys::clmem_provider_create_user`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the alignment is not a power of two.
    pub fn from_source<S: MemorySource>(source: S, options: SourceOptions) -> Result<Self> {
        make(source, options, None)
    }

    /// Creates a provider of the program's own OpenCL buffers; blocks are sub-buffers of them
    /// ([`sys::clmem_provider_create_user`]).
    ///
    /// # Safety
    ///
    /// The source returns `cl_mem` objects of the context, each at least as large as requested, and alive until they
    /// are passed to its `release`.
    ///
    /// # Errors
    ///
    /// Same as [`from_source`](Self::from_source).
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
    let callbacks = sys::clmem_provider_callbacks {
        memory_is_buffer: u32::from(context.is_some()),
        alignment_bytes: options.alignment,
        max_allocation_bytes: options.max_allocation,
        memory_bytes: options.memory,
        context: context.map_or(std::ptr::null_mut(), Context::as_raw),
        user: user.cast(),
        allocate: Some(allocate::<S>),
        release: Some(release::<S>),
        user_release: Some(user_release::<S>),
        ..Default::default()
    };
    // SAFETY: the callbacks state their size. They own the source until user_release, which is called once.
    let made = Provider::made(|out| unsafe { sys::clmem_provider_create_user(&callbacks, out) });
    made.inspect_err(|_: &Error| {
        // SAFETY: if the call fails, no callback is called, and this function still owns the source.
        drop(unsafe { Box::from_raw(user) });
    })
}

unsafe extern "C" fn allocate<S: MemorySource>(user: *mut c_void, bytes: usize, out: *mut *mut c_void) -> i32 {
    // SAFETY: the pointer comes from make(), and stays valid until user_release.
    let source = unsafe { &*user.cast::<S>() };
    match catch_unwind(AssertUnwindSafe(|| source.allocate(bytes))) {
        Ok(Ok(memory)) => {
            // SAFETY: the library provides the output, which is written once.
            unsafe { *out = memory };
            0
        }
        Ok(Err(SourceError::OutOfMemory)) => sys::CLMEM_ERROR_OUT_OF_MEMORY as i32,
        Ok(Err(SourceError::Status(status))) if status != 0 => status,
        Ok(Err(SourceError::Status(_))) | Err(_) => sys::CLMEM_ERROR_CALLBACK as i32,
    }
}

unsafe extern "C" fn release<S: MemorySource>(user: *mut c_void, memory: *mut c_void, bytes: usize) {
    // SAFETY: the pointer comes from make(), and stays valid until user_release.
    let source = unsafe { &*user.cast::<S>() };
    // A panic cannot be reported to any caller; its own message has gone to the standard error.
    let _panicked = catch_unwind(AssertUnwindSafe(|| source.release(memory, bytes))).is_err();
}

unsafe extern "C" fn user_release<S: MemorySource>(user: *mut c_void) {
    // SAFETY: the pointer comes from make(), and this is called once, after all other callbacks.
    let source = unsafe { Box::from_raw(user.cast::<S>()) };
    let _panicked = catch_unwind(AssertUnwindSafe(|| drop(source))).is_err();
}
