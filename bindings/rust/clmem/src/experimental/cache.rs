//! Values that are made once for a context, a device or a handle, and looked up by many threads.

use crate::{error::check, raw, sys, Context, Result};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

raw::handle! {
    /// The handle alone.
    Handle, clmem_cache, clmem_cache_release
}

/// A table of values, each found by an object and a key. If several threads race to put a value in, one wins, and all
/// get its value.
///
/// The object is a number: the address of an OpenCL object or of a handle, or 0 for none. The cache holds no reference
/// to it: remove its entries by [`forget`](Cache::forget) before the object is released, or [watch](Cache::watch) the
/// context.
///
/// ```
/// # fn main() -> clmem::Result<()> {
/// let cache: clmem::experimental::Cache<String> = clmem::experimental::Cache::new()?;
/// let (value, added) = cache.put(7, b"key", String::from("made once"))?;
/// assert!(added && cache.get(7, b"key")?.as_deref() == Some(&*value));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Cache<V: Send + Sync + 'static> {
    handle: Handle,
    values: PhantomData<Arc<V>>,
}

impl<V: Send + Sync + 'static> Cache<V> {
    /// Creates an empty cache, without loading OpenCL ([`sys::clmem_cache_create`]).
    ///
    /// # Errors
    ///
    /// [`OutOfHostMemory`](crate::ErrorKind::OutOfHostMemory): the process is out of memory.
    pub fn new() -> Result<Self> {
        let mut cache = std::ptr::null_mut();
        // SAFETY: the output is a live variable.
        check(unsafe { sys::clmem_cache_create(&mut cache) })?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(Self { handle: unsafe { Handle::from_raw(cache) }, values: PhantomData })
    }

    /// Looks a value up ([`sys::clmem_cache_get`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn get(&self, object: u64, key: &[u8]) -> Result<Option<Arc<V>>> {
        let (mut value, mut found) = (std::ptr::null_mut(), 0);
        let (text, bytes) = (key.as_ptr().cast(), key.len());
        // SAFETY: the key has the stated length; the outputs are live variables.
        check(unsafe { sys::clmem_cache_get(self.handle.as_raw(), object, text, bytes, &mut value, &mut found) })?;
        // SAFETY: every value of this cache comes from Arc<V>, and retain() has taken a reference for the caller.
        Ok((found != 0).then(|| unsafe { Arc::from_raw(value.cast::<V>()) }))
    }

    /// Puts a value in unless the key already has one ([`sys::clmem_cache_put`]). Returns the value that the cache now
    /// holds, and whether it is the one passed in.
    ///
    /// # Errors
    ///
    /// [`OutOfHostMemory`](crate::ErrorKind::OutOfHostMemory): the process is out of memory.
    pub fn put(&self, object: u64, key: &[u8], value: impl Into<Arc<V>>) -> Result<(Arc<V>, bool)> {
        let value = Arc::into_raw(value.into()) as *mut c_void;
        let entry = sys::clmem_cache_value {
            value,
            retain: Some(retain::<V>),
            release: Some(release::<V>),
            ..Default::default()
        };
        let (mut held, mut added) = (std::ptr::null_mut(), 0);
        let (text, bytes) = (key.as_ptr().cast(), key.len());
        // SAFETY: the key has the stated length, the entry states its size; the outputs are live variables.
        let status =
            unsafe { sys::clmem_cache_put(self.handle.as_raw(), object, text, bytes, &entry, &mut held, &mut added) };
        if let Err(error) = check(status) {
            // SAFETY: if the call fails, the caller keeps the value.
            drop(unsafe { Arc::from_raw(value.cast::<V>()) });
            return Err(error);
        }
        // SAFETY: every value of this cache comes from Arc<V>, and retain() has taken a reference for the caller.
        Ok((unsafe { Arc::from_raw(held.cast::<V>()) }, added != 0))
    }

    /// Returns the value for the key, making it if there is none. Threads that race may each make one; all get the
    /// first that is put in.
    ///
    /// # Errors
    ///
    /// Those of [`get`](Self::get), [`put`](Self::put) and `make`.
    pub fn get_or_put_with(&self, object: u64, key: &[u8], make: impl FnOnce() -> Result<V>) -> Result<Arc<V>> {
        if let Some(value) = self.get(object, key)? {
            return Ok(value);
        }
        Ok(self.put(object, key, make()?)?.0)
    }

    /// Removes the entries of a context when the context is destroyed ([`sys::clmem_cache_watch`]): those whose object
    /// is [`Context::as_raw`] as a number. A thread of the driver then drops the values, which must not call OpenCL.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the driver is older than OpenCL 3.0.
    pub fn watch(&self, context: &Context) -> Result<()> {
        // SAFETY: the context is live.
        check(unsafe { sys::clmem_cache_watch(self.handle.as_raw(), context.as_raw()) })
    }

    /// Removes the entries of one object and returns how many there were ([`sys::clmem_cache_drop`]).
    ///
    /// # Errors
    ///
    /// Same as [`get`](Self::get).
    pub fn forget(&self, object: u64) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |count| unsafe { sys::clmem_cache_drop(self.handle.as_raw(), object, count) })
    }

    /// Removes all entries and returns how many there were ([`sys::clmem_cache_clear`]).
    ///
    /// # Errors
    ///
    /// Same as [`get`](Self::get).
    pub fn clear(&self) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |count| unsafe { sys::clmem_cache_clear(self.handle.as_raw(), count) })
    }

    /// Releases the cache and its entries as dropping does, but reports a failure.
    ///
    /// # Errors
    ///
    /// Same as [`get`](Self::get).
    pub fn try_release(self) -> Result<()> {
        self.handle.try_release()
    }

    /// The number of entries ([`sys::clmem_cache_count`]).
    ///
    /// # Errors
    ///
    /// Same as [`get`](Self::get).
    pub fn count(&self) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |count| unsafe { sys::clmem_cache_count(self.handle.as_raw(), count) })
    }
}

unsafe extern "C" fn retain<V>(_user: *mut c_void, value: *mut c_void) {
    // SAFETY: the value comes from Arc<V> and is alive during the call.
    unsafe { Arc::increment_strong_count(value.cast_const().cast::<V>()) };
}

unsafe extern "C" fn release<V>(_user: *mut c_void, value: *mut c_void) {
    // SAFETY: the value comes from Arc<V>; this drops the entry's reference, once.
    let value = unsafe { Arc::from_raw(value.cast_const().cast::<V>()) };
    // A panic cannot be reported to any caller; its own message has gone to the standard error.
    let _panicked = catch_unwind(AssertUnwindSafe(|| drop(value))).is_err();
}
