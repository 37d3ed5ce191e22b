//! What is made once for a context, a device or a handle, and looked up by many threads.

use crate::{error::check, raw, sys, Context, Result};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

raw::handle! {
    /// The handle alone.
    Handle, clmem_cache, clmem_cache_release
}

/// A table of values by an object and a key. Of threads that race to put one in, one wins, and all get its value.
///
/// The object is a number: an OpenCL object's or a handle's address, or 0 for none. The cache keeps no reference to it: entries go
/// by [`forget`](Cache::forget) before the object does, or with a context that is [watched](Cache::watch).
///
/// ```
/// # fn main() -> clmem::Result<()> {
/// let cache: clmem::Cache<String> = clmem::Cache::new()?;
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
    /// Makes an empty cache; OpenCL is not loaded ([`sys::clmem_cache_create`]).
    ///
    /// # Errors
    ///
    /// [`OutOfHostMemory`](crate::ErrorKind::OutOfHostMemory): the process has no memory.
    pub fn new() -> Result<Self> {
        let mut cache = std::ptr::null_mut();
        // SAFETY: the output is a live variable.
        check(unsafe { sys::clmem_cache_create(&mut cache) })?;
        // SAFETY: the call has given the handle to its caller.
        Ok(Self { handle: unsafe { Handle::from_raw(cache) }, values: PhantomData })
    }

    /// Looks for a value ([`sys::clmem_cache_get`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn get(&self, object: u64, key: &[u8]) -> Result<Option<Arc<V>>> {
        let (mut value, mut found) = (std::ptr::null_mut(), 0);
        let (text, bytes) = (key.as_ptr().cast(), key.len());
        // SAFETY: the key is as long as is said; the outputs are live variables.
        check(unsafe { sys::clmem_cache_get(self.handle.as_raw(), object, text, bytes, &mut value, &mut found) })?;
        // SAFETY: all values of this cache come from Arc<V>, and retain() has made a reference for the caller.
        Ok((found != 0).then(|| unsafe { Arc::from_raw(value.cast::<V>()) }))
    }

    /// Puts a value in, unless there is one already ([`sys::clmem_cache_put`]); gives the value that is in the cache now, and whether it
    /// is the one that was handed in.
    ///
    /// # Errors
    ///
    /// [`OutOfHostMemory`](crate::ErrorKind::OutOfHostMemory): the process has no memory.
    pub fn put(&self, object: u64, key: &[u8], value: impl Into<Arc<V>>) -> Result<(Arc<V>, bool)> {
        let value = Arc::into_raw(value.into()) as *mut c_void;
        let mut entry = raw::init(sys::clmem_cache_value_init);
        entry.value = value;
        entry.retain = Some(retain::<V>);
        entry.release = Some(release::<V>);
        let (mut held, mut added) = (std::ptr::null_mut(), 0);
        let (text, bytes) = (key.as_ptr().cast(), key.len());
        // SAFETY: the key is as long as is said, the entry has its size in it; the outputs are live variables.
        let status =
            unsafe { sys::clmem_cache_put(self.handle.as_raw(), object, text, bytes, &entry, &mut held, &mut added) };
        if let Err(error) = check(status) {
            // SAFETY: after a failure the value stays the caller's.
            drop(unsafe { Arc::from_raw(value.cast::<V>()) });
            return Err(error);
        }
        // SAFETY: all values of this cache come from Arc<V>, and retain() has made a reference for the caller.
        Ok((unsafe { Arc::from_raw(held.cast::<V>()) }, added != 0))
    }

    /// The value that is there, or else one that is made now. Threads that race may each make one: all get the first that is in.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get) and [`put`](Self::put), or what `make` gives.
    pub fn get_or_put_with(&self, object: u64, key: &[u8], make: impl FnOnce() -> Result<V>) -> Result<Arc<V>> {
        if let Some(value) = self.get(object, key)? {
            return Ok(value);
        }
        Ok(self.put(object, key, make()?)?.0)
    }

    /// Lets the entries of a context go when the context does ([`sys::clmem_cache_watch`]): those whose object is
    /// [`Context::as_raw`] as a number. Values are then dropped by a thread of the driver's, and must not call OpenCL.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the driver is older than OpenCL 3.0.
    pub fn watch(&self, context: &Context) -> Result<()> {
        // SAFETY: the context is a live one.
        check(unsafe { sys::clmem_cache_watch(self.handle.as_raw(), context.as_raw()) })
    }

    /// Lets the entries of one object go, and tells how many there were ([`sys::clmem_cache_drop`]).
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub fn forget(&self, object: u64) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |count| unsafe { sys::clmem_cache_drop(self.handle.as_raw(), object, count) })
    }

    /// Lets all entries go, and tells how many there were ([`sys::clmem_cache_clear`]).
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub fn clear(&self) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |count| unsafe { sys::clmem_cache_clear(self.handle.as_raw(), count) })
    }

    /// Releases the cache as dropping does, and says if that fails. Its entries go.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub fn try_release(self) -> Result<()> {
        self.handle.try_release()
    }

    /// How many entries there are ([`sys::clmem_cache_count`]).
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub fn count(&self) -> Result<usize> {
        // SAFETY: the output is a live variable.
        raw::output(0, |count| unsafe { sys::clmem_cache_count(self.handle.as_raw(), count) })
    }
}

unsafe extern "C" fn retain<V>(_user: *mut c_void, value: *mut c_void) {
    // SAFETY: the value comes from Arc<V>, and is alive during the call.
    unsafe { Arc::increment_strong_count(value.cast_const().cast::<V>()) };
}

unsafe extern "C" fn release<V>(_user: *mut c_void, value: *mut c_void) {
    // SAFETY: the value comes from Arc<V>; the entry's reference is given up here once.
    let value = unsafe { Arc::from_raw(value.cast_const().cast::<V>()) };
    // Nobody could be told of a panic here; the panic's own message has gone to the standard error.
    let _panicked = catch_unwind(AssertUnwindSafe(|| drop(value))).is_err();
}
